"""Before the game: sides, agreements, who is still waited for, the address as a picture for another device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno

from doppiogioco.engine.agreements import Matter
from doppiogioco.engine.game import Game
from doppiogioco.engine.words import Voice
from doppiogioco.tables.table import Table

if TYPE_CHECKING:
    from .page_facts import PageFacts


def sides(game: Game, seats: int, say: Voice) -> list[str]:
    """On which side each seat plays, where partners sit at every other seat: who chooses a seat chooses a side."""
    partners = seats in game.package.says("PARTNERS", ())
    return [say("side {letter}", letter="AB"[seat % 2]) for seat in range(seats)] if partners else []


def waited_for(page: PageFacts) -> list[str]:
    """What keeps the game from beginning, told to a viewer: free seats, who is not there, who begins."""
    table, say, present = page.table, page.say, page.tables.watchers(page.table).present
    free = sum(not seat.taken for seat in table.seats)
    away = [table.seats[seat].name for seat in table.people() if not present[seat] and seat != page.seat]
    told = []
    if free:
        told.append(say.many("One seat is still free.", "{n} seats are still free.", free))
    if away:
        told.append(
            say.many("{names} is not at the table.", "{names} are not at the table.", len(away), names=say.list(away))
        )
    if not table.spectators:
        told.append(say("No spectators: only those who play see the game."))
    if page.host:
        told.append(say("Begin when you like."))
    elif table.host is not None:
        told.append(say("{name} starts the game.", name=table.seats[table.host].name))
    return told


def qr_code(link: str) -> str:
    """A link as a QR code: a drawing to put into a page."""
    code: str = segno.make(link, error="m").svg_inline(scale=6, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return code


@dataclass(frozen=True)
class Agreement:
    """Something that the players may settle before the deal."""

    name: str
    question: str
    earlier: str  # what is sent to leave it unsettled: the answers before it, if any
    unsettled: str  # what happens then
    answers: tuple[tuple[str, str], ...]  # what is sent for each, and its words
    settled: int | None  # which of them was chosen


def agreements(table: Table, say: Voice) -> list[Agreement]:
    """What can be settled before the deal, and what has been."""
    found = []
    for matter in table.matters:
        earlier = ",".join(map(str, matter.earlier))
        answers = [
            (f"{earlier},{a}" if earlier else str(a), table.game.words.answer(matter.view, a, say))
            for a in matter.possible
        ]
        settled = None if matter.settled is None else matter.possible.index(matter.settled)
        question = table.game.words.question(matter.view, say)
        found.append(Agreement(matter.name, question, earlier, unsettled(table, matter, say), tuple(answers), settled))
    return found


def unsettled(table: Table, matter: Matter, say: Voice) -> str:
    """What happens if nobody settles something: mostly a lot decides."""
    usual = table.game.words.UNSETTLED.get(matter.name) if not matter.earlier else None
    return say(usual) if usual else say("A lot decides")
