"""What a player of Top Secret Spies can remember: who moved whom, every scoring, where the safe went, the cards.

All of it happened before everybody's eyes, so all who were there remember the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import Voice

from .cards import COLOURS, PASS
from .names import CARD_NAMES, agent_name, agents_in_play, building_name, signed, way_to
from .state import TOP_SECRET, Ask
from .telling import scores_now

NONE = "·"  # in a grid


@dataclass
class Play:
    """A card that somebody played, and what it brought."""

    seat: int
    card: int
    moved: dict[int, int] = field(default_factory=dict)  # agents, and where they came
    markers: dict[int, int] = field(default_factory=dict)  # markers, and where they came
    safe: int = NOBODY  # where the safe came


@dataclass
class Scoring:
    """A scoring: whose turn it was, what the markers gained, and where that player hid the safe."""

    seat: int
    gains: list[int]
    safe: int = NOBODY


@dataclass
class Notes:
    """What has happened so far."""

    steps: list[list[int]]  # by seat and agent: building by building, with the points of the die
    latest: list[list[int]]  # the same in each seat's latest turn
    scorings: list[Scoring] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    rolled: bool = False  # has a die been rolled that nobody has moved by yet?


def blank(view: View) -> Notes:
    """Nothing has happened yet."""
    return Notes(steps=_nothing(view), latest=_nothing(view))


def _nothing(view: View) -> list[list[int]]:
    return [[0] * COLOURS for _ in range(view.seats)]


def note(notes: Notes, before: View, given: Given, after: View) -> None:
    """Take in one answer."""
    match before.ask:
        case Ask.ROLL:
            notes.rolled = True
        case Ask.PACE if given.answer == 0:
            _begin_turn(notes, given.seat)
        case Ask.STEP:
            _begin_turn(notes, given.seat)
            notes.steps[given.seat][given.answer] += 1
            notes.latest[given.seat][given.answer] += 1
        case Ask.STASH:
            notes.scorings[-1].safe = after.safe
        case Ask.PLAY if given.answer != PASS:
            notes.plays.append(Play(given.seat, given.answer))
            _work(notes.plays[-1], before, after)
        case Ask.AGENT | Ask.OTHER | Ask.FAR | Ask.WAY | Ask.WHERE | Ask.OTHER_MARKER:
            _work(notes.plays[-1], before, after)
    if scores_now(before, after):
        gains = [after.score[agent] - before.score[agent] for agent in range(COLOURS)]
        notes.scorings.append(Scoring(before.turn, gains))


def _begin_turn(notes: Notes, seat: int) -> None:
    """The latest turn of a seat is its last one until it moves anew."""
    if notes.rolled:
        notes.latest[seat], notes.rolled = [0] * COLOURS, False


def _work(play: Play, before: View, after: View) -> None:
    """What a card, or a part of it, has changed on the table."""
    play.moved |= {agent: after.at[agent] for agent in range(COLOURS) if after.at[agent] != before.at[agent]}
    play.markers |= {agent: after.score[agent] for agent in range(COLOURS) if after.score[agent] != before.score[agent]}
    play.safe = after.safe if after.safe != before.safe else play.safe


def recall(notes: Notes, view: View, say: Voice) -> list[Note]:
    """Who moved whom first; then the scorings with the safe, the latest first; then who played which card."""
    agents, seats = agents_in_play(view), range(view.seats)
    letters = tuple(agent_name(agent)[0] for agent in agents)
    found = [
        Note(title, head=("", *letters), rows=tuple((say.seat(seat), *_steps(steps[seat], agents)) for seat in seats))
        for title, steps in (
            (say("Who moved whom: all steps so far"), notes.steps),
            (say("Who moved whom in their latest turn"), notes.latest),
        )
    ]
    scorings = reversed(range(len(notes.scorings)))
    found.append(
        Note(
            say("What the scorings brought, and where the safe went"),
            lines=() if notes.scorings else (say("No scoring yet."),),
            head=("", *letters, say("safe")),
            rows=tuple(_scoring(notes, number, agents, say) for number in scorings),
        )
    )
    if view.options & TOP_SECRET:
        lines = tuple(_plays(notes, seat, say) for seat in seats if any(play.seat == seat for play in notes.plays))
        found.append(Note(say("Cards played, the latest first"), lines=lines or (say("No card yet."),)))
    return found


def _steps(steps: list[int], agents: list[int]) -> list[str]:
    return [str(steps[agent] or NONE) for agent in agents]


def _scoring(notes: Notes, number: int, agents: list[int], say: Voice) -> tuple[str, ...]:
    one = notes.scorings[number]
    safe = building_name(one.safe, say) if one.safe != NOBODY else NONE
    return (f"{number + 1}. {say.seat(one.seat)}", *(signed(one.gains[agent]) for agent in agents), safe)


def _plays(notes: Notes, seat: int, say: Voice) -> str:
    played = [_play(play, say) for play in reversed(notes.plays) if play.seat == seat]
    return say("{seat}: {cards}", seat=say.seat(seat), cards="; ".join(played))


def _play(play: Play, say: Voice) -> str:
    """A card and what it brought."""
    brought = [f"{agent_name(agent)} {way_to(place, say)}" for agent, place in play.moved.items()]
    brought += [f"{agent_name(agent)} → {space}" for agent, space in play.markers.items()]
    if len(play.moved) > 2:  # all at once, which the card's name says
        brought = []
    if play.safe != NOBODY:
        brought = [say("the safe {to}", to=way_to(play.safe, say))]
    name = say(CARD_NAMES[play.card])
    return f"{name} ({', '.join(brought)})" if brought else name
