"""What a player of Spies & Lies can remember: whom the cards may hide, every guess of the days, intel cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice

from .cards import INTEL_COPIES, RANGES
from .deduction import Found, found_out, possible
from .names import NAMES, VERDICTS, range_text, side_name
from .state import Ask


class Tried(NamedTuple):
    """A guess and what the card was."""

    day: int
    owner: int
    mission: int
    guess: int
    soldier: int
    found: Found


@dataclass
class Notes:
    """What one listener has taken in."""

    tried: list[Tried] = field(default_factory=list)
    looked: dict[int, int] = field(default_factory=dict)  # the partner's cards of today, by mission


def blank(view: View) -> Notes:
    """Nothing yet."""
    return Notes()


def note(notes: Notes, before: View, given: Given, after: View) -> None:
    """Keep a card that was turned over, or that only this listener was shown."""
    if before.ask == Ask.REVEAL:
        side, mission = before.target, before.mission
        found = found_out(after, side, mission)
        notes.tried.append(Tried(before.day, before.owner[side][mission], mission, before.guess, given.answer, found))
    elif before.ask == Ask.LOOK and given.answer != HIDDEN:
        notes.looked[before.mission] = given.answer
    elif after.day != before.day:
        notes.looked.clear()


def recall(notes: Notes, view: View, say: Voice) -> list[Note]:
    """Whom the covered cards may hide, the other side's first; then the guesses, the latest day first; then intel."""
    if view.side[0] == NOBODY:
        return []
    own = view.side[view.seat] if 0 <= view.seat < view.seats else 0
    sides = [_suspects(notes, view, side, say) for side in (1 - own, own)]
    days = sorted({tried.day for tried in notes.tried}, reverse=True)
    return [*(found for found in sides if found), *(_guesses(notes, day, say) for day in days), _intel(view, say)]


def _suspects(notes: Notes, view: View, side: int, say: Voice) -> Note | None:
    """For each mission the soldiers that may be there; nothing where no card is covered to this listener."""
    looked = notes.looked if 0 <= view.seat < view.seats and view.side[view.seat] == side else {}
    covered = [soldier == HIDDEN for soldier in view.row[side][: view.laid[side]]]
    if not any(covered) or view.over:
        return None
    each = zip(possible(view, side, looked), covered, strict=False)
    lines = [_line(mission, soldiers, hidden, looked, say) for mission, (soldiers, hidden) in enumerate(each)]
    away = [_named(soldier, say) for soldier in view.exhausted[side] if soldier != NOBODY]
    if away:
        lines.append(say("Not there, exhausted: {soldiers}", soldiers=", ".join(away)))
    return Note(say("Whom {side} may have sent", side=side_name(view, side, say)), tuple(lines))


def _line(mission: int, soldiers: frozenset[int], hidden: bool, looked: dict[int, int], say: Voice) -> str:
    where, ranks = say("Mission {mission}", mission=mission + 1), sorted(soldiers)
    if len(ranks) != 1:
        return f"{where}: {', '.join(str(soldier + 1) for soldier in ranks)}"
    sure = say("seen") if not hidden else say("you looked") if mission in looked else say("nobody else fits")
    return f"{where}: {_named(ranks[0], say)}, {sure}"


def _named(soldier: int, say: Voice) -> str:
    return f"{soldier + 1} {say(NAMES[soldier])}"


def _guesses(notes: Notes, day: int, say: Voice) -> Note:
    """The guesses of a day, in ranks: a narrow column has to hold them."""
    rows = tuple(
        (
            f"{tried.mission + 1} {say.seat(tried.owner)}",
            str(tried.guess + 1),
            str(tried.soldier + 1),
            say(VERDICTS[tried.found]),
        )
        for tried in notes.tried
        if tried.day == day
    )
    head = (say("Mission"), say("Guess"), say("It was"), "")
    return Note(say("Guesses of day {day}", day=day + 1), head=head, rows=rows)


def _intel(view: View, say: Voice) -> Note:
    """The intel cards that have been turned over, and so which are left."""
    shown = [kind for kind in view.intel if kind != NOBODY]
    left = {kind: INTEL_COPIES - shown.count(kind) for kind in range(RANGES)}
    come = [f"{range_text(kind)} × {copies}" for kind, copies in left.items() if copies]
    lines = (
        say("Turned over: {ranges}", ranges=", ".join(map(range_text, shown)) or "–"),
        say("Still to come: {ranges}", ranges=", ".join(come)),
    )
    return Note(say("Intel cards"), lines)
