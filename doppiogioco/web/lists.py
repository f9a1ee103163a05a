"""The lists of the home page: a browser's own tables, those that wait for players, those that can be watched.

Whatever is told of a table here, everybody at it is told too: names, whose turn it is, and at the end who has won.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from doppiogioco.engine.words import Voice
from doppiogioco.store.store import now
from doppiogioco.tables.refusals import Refused
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables

from .cookies import Connection
from .seats import Seats

MOST = 12  # own tables on the page. A browser with more seats than that costs one query more, and nothing else
DESERTED = 900.0  # seconds in which nothing has happened at a table that nobody has open
ORDER = ("turn", "playing", "open", "over")  # of own tables


@dataclass(frozen=True)
class ListedTable:
    """A row of a list."""

    id: str
    game: str
    title: str
    company: str  # who is there, in words
    stage: str
    state: str  # where it stands, in words
    turn: bool = False  # is it waiting for whoever asks?


async def own_tables(tables: Tables, seats: Seats, asking: Connection, say: Voice) -> tuple[list[ListedTable], int]:
    """The tables at which a browser has a seat, those first that wait for it; and how many there are besides.

    Which are the youngest, and which are still being played, the store knows without reading them; only as many as are
    shown are read.
    """
    held = seats.tables(asking)
    entries = await tables.store.entries_of(held) if held else []
    kept = [entry for entry in entries if entry.stage not in ("closed", "pruned")]
    kept.sort(key=lambda entry: entry.stage == "over")  # else as they were: the youngest first
    found = []
    for entry in kept[:MOST]:
        with suppress(Refused):  # a table that is set aside
            table = await tables.table(entry.table_id)
            seat = seats.at(asking, table)
            if seat is not None:
                found.append(own_row(table, seat, say))
    found.sort(key=lambda row: ORDER.index("turn" if row.turn else row.stage))
    return found, len(kept[MOST:])


def own_row(table: Table, seat: int, say: Voice) -> ListedTable:
    """A table as it is listed for somebody who sits at it."""
    turn = table.stage == "playing" and seat in table.playing().waiting and not table.seats[seat].stand_in
    return ListedTable(
        table.id, table.game.id, say(table.game.words.TITLE), company(table, say, but=seat), table.stage,
        state(table, seat, say), turn,
    )  # fmt: skip


def row(table: Table, say: Voice) -> ListedTable:
    """A table as it is listed for everybody."""
    free = sum(not seat.taken for seat in table.seats)
    state = say.many("{n} free seat", "{n} free seats", free) if table.stage == "open" else ""
    return ListedTable(
        table.id, table.game.id, say(table.game.words.TITLE), company(table, say), table.stage, state
    )  # fmt: skip


def company(table: Table, say: Voice, but: int | None = None) -> str:
    """Who sits at a table, besides somebody: people by name, bots by number."""
    people = [table.seats[number].name for number in table.people() if number != but]
    bots = sum(seat.bot for seat in table.seats)
    return say.list([*people, say.many("{n} bot", "{n} bots", bots)] if bots else people)


def state(table: Table, seat: int, say: Voice) -> str:
    """Where a table stands, told to somebody who sits at it."""
    if table.stage == "open":
        free = sum(not other.taken for other in table.seats)
        return say.many("{n} free seat", "{n} free seats", free) if free else say("not begun yet")
    match = table.playing()
    if table.stage == "playing":
        if table.seats[seat].stand_in:
            return say("A bot is playing for you.")
        if seat in match.waiting:
            return say("Your turn")
        return say("waiting for {names}", names=say.list([table.seats[other].name for other in match.waiting]))
    won = match.outcome.winners if match.outcome else []
    others = say.list([table.seats[other].name for other in won if other != seat])
    if seat in won:
        return say("You have won with {names}", names=others) if others else say("You have won")
    return say.many("{names} has won", "{names} have won", len(won), names=others) if others else say("Nobody has won")


def deserted(tables: Tables, table: Table) -> bool:
    """Has everybody left? Nobody has the table open, and nothing has happened there for a quarter of an hour, or for as
    long as an answer may take where that is longer."""
    return not tables.watched(table.id) and table.at + max(DESERTED, table.pace) < now()
