"""The log of Top Secret Spies: every answer as one listener heard it, with what the rules made of it."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.questions import BLINK, REVEAL
from doppiogioco.engine.state import HIDDEN
from doppiogioco.engine.words import Cited, Voice

from .cards import BUILDINGS, CHURCH, COLOURS, DOSSIER_AT, FINISH, PASS, PRINTED, Card
from .names import CARD_NAMES, agent_name, agents_in_play, face_name, full_name, signed, way_to
from .state import DEALING, TOP_SECRET, Ask


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing. It cites the clause of what it tells last."""
    told = [*_told(before, given, after, say), *_consequences(before, after, say)]
    clauses = [part.clause for part in told if isinstance(part, Cited)]
    clause = clauses[-1] if clauses else before.game.clauses[before.ask]
    return Cited(" ".join(told), clause, held=_held(before, given, after)) if told else None


def _held(before: View, given: Given, after: View) -> int | None:
    """How long the line is looked at, where that is not as the question says: a scoring is long, a pass is short."""
    if scores_now(before, after):
        return REVEAL
    return BLINK if (before.ask, given.answer) == (Ask.PLAY, PASS) else None


def scores_now(before: View, after: View) -> bool:
    """Does an answer end a movement or a card phase with a scoring (5.1)?"""
    return before.ask in (Ask.STEP, Ask.PLAY) and after.ask in (Ask.STASH, Ask.ENTRY, Ask.OVER)


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """The answer itself. The parts of a card are told when it takes effect, and what is dealt only to whom it goes."""
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.BOX:
            return [say("{agent} stays in the box.", agent=full_name(a, say))]
        case Ask.FIRST:
            return [say("{seat} begins.", seat=say.seat(a))]
        case Ask.DEAL if heard:
            return [say("{seat} gets the agent card of {agent}.", seat=say.seat(before.to), agent=full_name(a, say))]
        case Ask.DEAL_CARD if heard:
            return [say("{seat} gets “{card}”.", seat=say.seat(before.to), card=say(CARD_NAMES[a]))]
        case Ask.ROLL:
            return [say("{seat} rolls {face}.", seat=say.seat(before.turn), face=face_name(a))]
        case Ask.PACE if a == 0:
            return [Cited(say("{seat} moves nobody.", seat=seat), "7.6")]
        case Ask.PACE:
            return [say.many("{seat} chooses {n} point.", "{seat} chooses {n} points.", a, seat=seat)]
        case Ask.STEP:
            return [say("{seat} moves {agent} {to}.", seat=seat, agent=agent_name(a), to=way_to(after.at[a], say))]
        case Ask.DRAW:
            return [_drawn(before, a, say)]
        case Ask.PLAY if a == PASS:  # one line for all who passed in a row: whoever comes last has it
            return [] if after.ask == Ask.PLAY else [Cited(say("Everybody passes."), "7.10")]
        case Ask.PLAY:
            played = Cited(say("{seat} plays “{card}”.", seat=seat, card=say(CARD_NAMES[a])), PRINTED[a].clause)
            moves = [_moves(before, after, a, say)] if a == Card.ALL_TO_CHURCH else []
            return [*_passed(before, say), played, *moves]
        case Ask.WHERE if before.card == Card.MOVE_SAFE:
            return [Cited(say("The safe goes {to}.", to=way_to(a, say)), PRINTED[before.card].clause)]
        case Ask.AGENT | Ask.OTHER | Ask.FAR | Ask.WAY | Ask.WHERE if after.ask in (Ask.PLAY, Ask.DRAW):
            return [_moves(before, after, before.card, say)]
        case Ask.OTHER_MARKER:
            ways = [f"{agent_name(m)} {before.score[m]} → {after.score[m]}" for m in (before.named, a)]
            return [say("Markers: {ways}.", ways=", ".join(ways))]
        case Ask.TAKE if heard:
            return [say("{seat} takes the card of {agent}.", seat=say.seat(before.asked), agent=full_name(a, say))]
        case Ask.TAKE:
            return [say("{seat} takes the card of a free agent.", seat=say.seat(before.asked))]
        case Ask.ENTRY:
            return _entry(given, after, say)
        case Ask.STASH:
            return [say("{seat} moves the safe {to}.", seat=seat, to=way_to(a, say))]
    return []


def _drawn(before: View, card: int, say: Voice) -> Cited:
    """A draw for agents that came to the ruins, for a card that left the game, or for an unused 1-3."""
    clause = "7.5" if before.arrived else "8.11" if before.played else "7.6"
    seat = say.seat(before.asked)
    if card == HIDDEN:
        return Cited(say("{seat} draws a Top Secret card.", seat=seat), clause)
    return Cited(say("{seat} draws “{card}”.", seat=seat, card=say(CARD_NAMES[card])), clause)


def _passed(before: View, say: Voice) -> list[str]:
    """Who passed in a row before the player of a first card, in one sentence."""
    if before.played or not before.quiet:
        return []
    seats = [say.seat((before.asked - back) % before.seats) for back in range(before.quiet, 0, -1)]
    return [say.many("{seats} plays no card.", "{seats} play no card.", len(seats), seats=say.list(seats))]


def _moves(before: View, after: View, card: int, say: Voice) -> Cited:
    """Where a card took agents, those with the same way together."""
    told = []
    for place in range(BUILDINGS):
        came = [agent_name(a) for a in range(COLOURS) if before.at[a] != place == after.at[a]]
        if came:
            parts = {"agents": say.list(came), "to": way_to(place, say)}
            told.append(say.many("{agents} goes {to}.", "{agents} go {to}.", len(came), **parts))
    return Cited(" ".join(told), PRINTED[card].clause) if told else Cited(say("Nothing changes."), "7.12")


def _entry(given: Given, after: View, say: Voice) -> list[str]:
    told, seat = [], say.seat(given.seat)
    if given.answer != HIDDEN:
        opponent = say.seat(after.dossier[given.seat][given.answer])
        agent = full_name(given.answer, say)
        told.append(say("{seat} writes: {opponent} plays {agent}.", seat=seat, opponent=opponent, agent=agent))
    if finished(after, given.seat):
        told.append(say("The dossier of {seat} is finished.", seat=seat))
    return told


def _consequences(before: View, after: View, say: Voice) -> list[str]:
    """What the rules did after the answer, as everybody sees it on the table."""
    told = []
    if before.ask in DEALING and after.ask not in DEALING:
        told.append(say("Everybody has a secret agent."))
        if after.options & TOP_SECRET:
            told.append(say("Everybody has two Top Secret cards."))
    if after.gone > before.gone:
        told.append(Cited(say("No agent is free: the card leaves the game."), "8.11"))
    if after.ask in (Ask.PLAY, Ask.DRAW):
        told += _awaited(before, after, say)
    if after.pile > before.pile - (before.ask == Ask.DRAW):
        told.append(Cited(say("The discards are shuffled and become the new pile."), "7.8"))
    if scores_now(before, after):
        told.append(Cited(scored(before, after, say), "5.1"))
    if before.ask != Ask.ENTRY == after.ask:
        told.append(Cited(_due(after, say), "9.1"))
    if after.ask == Ask.OVER:
        told += [Cited(_ended(after, say), "6.1"), *_revealed(after, say)]
    return told


def _due(after: View, say: Voice) -> str:
    if max(after.score) > DOSSIER_AT:
        return say("A marker has passed {space}: everybody writes a dossier.", space=DOSSIER_AT)
    return say("A marker has reached {space}: everybody writes a dossier.", space=DOSSIER_AT)


def _ended(after: View, say: Voice) -> str:
    if max(after.score) > FINISH:
        return say("A marker has passed the finish: the game is over.")
    return say("A marker has reached the finish: the game is over.")


def _awaited(before: View, after: View, say: Voice) -> list[str]:
    """During the card phase: is a scoring to come, or to come no more?"""
    came = bool(before.guests) and before.ask != Ask.STEP  # only the last step of a movement counts
    if bool(after.guests) == came:
        return []
    return [Cited(say("A scoring is coming.") if after.guests else say("The scoring is off."), "7.11")]


def scored(before: View, after: View, say: Voice) -> str:
    """What every agent gained in a scoring, in a sentence."""
    gains = []
    for agent in agents_in_play(after):
        if after.at[agent] != CHURCH:
            gain = after.score[agent] - before.score[agent]
            gains.append(f"{agent_name(agent)} {signed(gain)} ({after.score[agent]})")
    return say("Scoring: {gains}.", gains=", ".join(gains)) if gains else say("Scoring: all agents are in the church.")


def _revealed(view: View, say: Voice) -> list[str]:
    played = [f"{say.seat(view.owner[agent])} = {full_name(agent, say)}" for agent in owned(view)]
    told = [say("The cards are turned over: {played}.", played=", ".join(played))]
    told += [text for seat in range(view.seats) for text in given_back(view, seat, say)]
    if view.filed:
        paid = [f"{say.seat(seat)} {signed(view.bonus[seat])}" for seat in range(view.seats)]
        told.append(say("The dossiers: {paid}.", paid=", ".join(paid)))
    return told


def owned(view: View) -> list[int]:
    """The agents whose player the viewer knows, in the order of the seats."""
    return sorted((a for a in range(COLOURS) if view.owner[a] >= 0), key=lambda a: (view.owner[a], view.rank[a]))


def given_back(view: View, seat: int, say: Voice) -> list[str]:
    """At the end: the agents that a seat gave back, and why."""
    return [_given_back(view, agent, say) for agent in range(COLOURS) if view.returned_by[agent] == seat]


def _given_back(view: View, agent: int, say: Voice) -> str:
    kept = view.owner.index(view.returned_by[agent])
    parts = {
        "seat": say.seat(view.returned_by[agent]), "agent": full_name(agent, say), "kept": full_name(kept, say),
        "more": view.score[kept], "less": view.score[agent],
    }  # fmt: skip
    if view.score[kept] > view.score[agent]:
        return say("{seat} gives {agent} back: {kept} is farther ahead, {more} to {less}.", **parts)
    return say("{seat} gives {agent} back: {kept} is level ({more}) and came first.", **parts)


def returned(view: View, agent: int, say: Voice) -> str:
    """What became of an agent that was given back."""
    return say("given back by {seat}", seat=say.seat(view.returned_by[agent]))


def finished(view: View, seat: int) -> bool:
    """Has this seat named all its opponents in the dossier?"""
    return bool(view.written[seat] == view.seats - 1)
