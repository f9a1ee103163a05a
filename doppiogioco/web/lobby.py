"""Before the game: sides, who is still waited for, the table's address as a picture that another device can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import segno

from doppiogioco.engine.game import Game
from doppiogioco.engine.words import Voice

if TYPE_CHECKING:
    from .pages import TablePage


def sides(game: Game, seats: int, say: Voice) -> list[str]:
    """On which side each seat plays, where partners sit at every other seat: who chooses a seat chooses a side."""
    partners = seats in game.package.says("PARTNERS", ())
    return [say("side {letter}", letter="AB"[seat % 2]) for seat in range(seats)] if partners else []


def waited_for(page: TablePage) -> list[str]:
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
    if page.host:
        told.append(say("Begin when you like."))
    elif table.host is not None:
        told.append(say("{name} starts the game.", name=table.seats[table.host].name))
    return told


def qr_code(link: str) -> str:
    """A link as a QR code: a drawing to put into a page."""
    code: str = segno.make(link, error="m").svg_inline(scale=6, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return code
