"""What can be remembered in Secrets: every token and bullet seen, with its turn, and the swaps since.

A token seen is followed through the swaps that this listener knows of. A Diplomat's swap is known to one seat only; to
all others the token is afterwards at one of two places, and that is what the notes say: a mark that wandered with the
token would tell which neighbour was chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import EVERYBODY, HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, figure

from .cards import BULLET_WORTH, SILENCE, Card
from .log import look
from .names import SIDES, left_of, place_name, right_of
from .rules import CENTRE, Ask, Neighbour

TRUE, BLUFF, SILENT = range(3)  # what can be said about an offer
SAID = (N_("true"), N_("bluffs"), N_("silent"))


class Look(NamedTuple):
    """Somebody looked at a token; the side is HIDDEN to who did not see it."""

    turn: int
    looker: int
    place: int
    watchers: int
    side: int


class Swap(NamedTuple):
    """Two tokens changed places: a pair of places, or two pairs of which one is true."""

    turn: int
    by: int
    ways: tuple[tuple[int, int], ...]

    def places_after(self, place: int) -> set[int]:
        """Where a token that was at a place can be now."""
        return {two if place == one else one if place == two else place for one, two in self.ways}

    def text(self, say: Voice) -> str:
        """Who swapped with whom."""
        ways = [f"{place_name(one, say)} ↔ {place_name(two, say)}" for one, two in self.ways]
        return _either(ways, say)


@dataclass
class Shot:
    """A bullet: who drew it, who has got it, and what it is worth to whom has seen it."""

    turn: int
    giver: int
    worth: int
    taker: int = NOBODY


@dataclass
class Notes:
    """What one listener has written down."""

    turn: int = 0
    tokens: list[Look | Swap] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    offers: Counter[tuple[int, int]] = field(default_factory=Counter)  # by player: what they said, and how often


class Trail(NamedTuple):
    """A token that was seen, the swaps it may have been part of since, and the places where it can be now."""

    seen: Look
    swaps: list[Swap]
    places: set[int]


# Taking notes -------------------------------------------------------------------------------------------------------


def blank(view: View) -> Notes:
    """Nothing yet."""
    return Notes()


def note(notes: Notes, before: View, given: Given, after: View) -> None:
    """Write down what is worth it in an answer."""
    turn, a = notes.turn, given.answer
    match before.ask:
        case Ask.TOKEN if a != HIDDEN:
            watchers = EVERYBODY if before.place == CENTRE else 1 << before.seat
            notes.tokens.append(Look(turn, before.seat, before.place, watchers, a))
        case Ask.DRAW if after.ask == Ask.OFFER:
            notes.turn += 1
        case Ask.REVEAL:
            said = SILENT if before.claim == SILENCE else TRUE if before.claim == a else BLUFF
            notes.offers[before.active, said] += 1
            if a == Card.DOUBLE_AGENT:
                notes.tokens.append(Swap(turn, before.actor, ((before.actor, CENTRE),)))
        case Ask.SWAP_WITH:
            notes.tokens.append(Swap(turn, before.actor, ((before.other, a),)))
        case Ask.LOOK:
            notes.tokens.append(Look(turn, before.actor, before.place, before.watchers, a))
        case Ask.SWITCH:
            sides = {Neighbour.LEFT: left_of(before), Neighbour.RIGHT: right_of(before)}
            known = [sides[Neighbour(a)]] if a != HIDDEN else sorted(sides.values())
            notes.tokens.append(Swap(turn, before.actor, tuple((seat, CENTRE) for seat in known)))
        case Ask.BULLET:
            notes.shots.append(Shot(turn, before.actor, a))
        case Ask.AIM if notes.shots:
            notes.shots[-1].taker = a


# Reading them -------------------------------------------------------------------------------------------------------


def recall(notes: Notes, view: View, say: Voice) -> list[Note]:
    """Where seen tokens are now, then all that was seen and done, the latest first."""
    trails = [*_trails(notes.tokens)]
    found = [
        Note(say("Where seen tokens are now"), head=("", say("Token"), say("Seen")), rows=_now(trails, view, say)),
        Note(say("Tokens seen"), _latest_first(_seen(trail, say) for trail in trails)),
        Note(say("Bullets"), _latest_first(_shot(shot, say) for shot in notes.shots)),
        Note(say("Swaps"), _latest_first(_dated(swap.turn, f"{swap.text(say)}.", say) for swap in _swaps(notes))),
        Note(say("Who else has looked"), _latest_first(_unseen(notes, say))),
        Note(say("Offers so far"), head=("", *map(say, SAID)), rows=tuple(_said(notes, view, say))),
    ]
    return [note for note in found if note.lines or note.rows]


def _trails(tokens: list[Look | Swap]) -> Iterator[Trail]:
    """Every token that this listener has seen, followed to where it can be now."""
    for number, seen in enumerate(tokens):
        if isinstance(seen, Swap) or seen.side == HIDDEN:
            continue
        places, swaps = {seen.place}, list[Swap]()
        for swap in tokens[number + 1 :]:
            if isinstance(swap, Swap):
                if any(places.intersection(way) for way in swap.ways):
                    swaps.append(swap)
                places = {after for place in places for after in swap.places_after(place)}
        yield Trail(seen, swaps, places)


def _swaps(notes: Notes) -> list[Swap]:
    return [swap for swap in notes.tokens if isinstance(swap, Swap)]


def _unseen(notes: Notes, say: Voice) -> Iterator[str]:
    for seen in notes.tokens:
        if isinstance(seen, Look) and seen.side == HIDDEN:
            yield _dated(seen.turn, look(seen.looker, seen.place, seen.watchers, HIDDEN, say), say)


def _now(trails: list[Trail], view: View, say: Voice) -> tuple[tuple[str, ...], ...]:
    """By place, one's own first: what lies there, as the latest look that is sure of it says, or what may lie there."""
    own = [view.seat] if 0 <= view.seat < view.seats else []
    rows = list[tuple[str, ...]]()
    for place in (*own, *(seat for seat in range(view.seats) if seat not in own), CENTRE):
        here = [trail for trail in trails if place in trail.places]
        sure = [trail for trail in here if len(trail.places) == 1]
        if sure:
            rows.append((place_name(place, say), say(SIDES[sure[-1].seen.side]), _when(sure[-1].seen.turn, say)))
        elif here:
            sides = _either(dict.fromkeys(say(SIDES[trail.seen.side]) for trail in here), say)
            turns = ", ".join(dict.fromkeys(_when(trail.seen.turn, say) for trail in here))
            rows.append((place_name(place, say), say("perhaps {sides}", sides=sides), turns))
    return tuple(rows)


def _seen(trail: Trail, say: Voice) -> str:
    """One token: what it was, what has happened to it since, and where that leaves it."""
    seen, owner = trail.seen, say.seat(trail.seen.place)
    text = N_("the token in the centre was {side}.") if seen.place == CENTRE else N_("{owner}'s token was {side}.")
    told = [_dated(seen.turn, say(text, owner=owner, side=say(SIDES[seen.side])), say)]
    if not trail.swaps:
        return " ".join([*told, say("It has not moved since.")])
    swaps = ", ".join(f"{swap.text(say)} ({_when(swap.turn, say).lower()})" for swap in trail.swaps)
    places = _either([place_name(place, say) for place in sorted(trail.places)], say)
    return " ".join([*told, say("Since then: {swaps}.", swaps=swaps), say("Now: {places}.", places=places)])


def _shot(shot: Shot, say: Voice) -> str:
    giver, taker = say.seat(shot.giver), say.seat(shot.taker)
    if shot.worth == HIDDEN:
        text = N_("{giver} drew a bullet.") if shot.taker == NOBODY else N_("{giver} gave {taker} a bullet.")
        return _dated(shot.turn, say(text, giver=giver, taker=taker), say)
    text = N_("you drew the bullet worth {worth}.")
    if shot.taker != NOBODY:
        text = N_("you gave {taker} the bullet worth {worth}.")
    return _dated(shot.turn, say(text, taker=taker, worth=figure(BULLET_WORTH[shot.worth])), say)


def _said(notes: Notes, view: View, say: Voice) -> Iterator[tuple[str, ...]]:
    """How often each player has told the truth about an offer, bluffed, or said nothing."""
    for seat in range(view.seats):
        counts = [notes.offers[seat, said] for said in (TRUE, BLUFF, SILENT)]
        if any(counts):
            yield (say.seat(seat), *map(str, counts))


def _when(turn: int, say: Voice) -> str:
    return say("Turn {n}", n=turn) if turn else say("At the start")


def _dated(turn: int, text: str, say: Voice) -> str:
    return f"{_when(turn, say)}: {text}"


def _latest_first(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(reversed([*lines]))


def _either(parts: Iterable[str], say: Voice) -> str:
    *some, last = parts
    return say("{parts} or {last}", parts=", ".join(some), last=last) if some else last
