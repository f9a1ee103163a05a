"""What must hold after every fault, at every table: nothing acknowledged is missing, and everybody sees the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from doppiogioco.engine.records import replay
from doppiogioco.store import Row, Store
from doppiogioco.tables.table import Table

from .house import House, Wrong
from .party import Party
from .screen import Cut, Screen, Seat, Wish, ask, lines_of


async def check(house: House, tables: Sequence[tuple[Party, str]]) -> int:
    """Hold some tables against what their people were told, while nobody answers; how many answers are missing."""
    await asyncio.gather(*(party.pause() for party in house.parties))
    lost = 0
    try:
        async with house.store() as store:
            for party, table_id in tables:
                lost += await _check_saved(house, store, party, table_id)
        await asyncio.gather(*(_check_screen(house, screen) for screen in house.screens))
    finally:
        for party in house.parties:
            party.go_on()
    return lost


# Saved ----------------------------------------------------------------------------------------------------------------


async def _check_saved(house: House, store: Store, party: Party, table_id: str) -> int:
    """The events of a table: all that was acknowledged is there, once; they give the state that the server tells."""
    seats = party.tables[table_id]
    async def same() -> bool:
        nonlocal table, rows
        rows = await store.rows(table_id)
        table = folded(table_id, rows)
        told = [await _told(house, seat) for seat in seats]
        if any(data is None or data["number"] != table.number for data in told):
            return False  # something has happened meanwhile
        for seat, data in zip(seats, told, strict=True):
            match = table.playing()
            if data["view"] != match.view(seat.number).as_dict():
                raise Wrong(f"table {table_id}: seat {seat.number} sees another state than its events give")
            if data["heard"] != [list(given) for given in match.heard(seat.number)]:
                raise Wrong(f"table {table_id}: seat {seat.number} has heard something else than its events give")
        return True

    table, rows = Table(table_id), list[Row]()
    await house.until(same, f"table {table_id} as it is stored")
    match = table.playing()
    again = replay(match.record(with_seed=True))
    if again.history != match.history or again.view().as_dict() != match.view().as_dict():
        raise Wrong(f"table {table_id} does not replay to the same state")
    return sum(missing(seat, table_id, rows) for seat in seats)


async def _told(house: House, seat: Seat) -> dict[str, object] | None:
    """A table as a seat is told, by every server alike; None while they do not agree."""
    try:
        found = [await ask(host, f"/t/{seat.table}", None, seat.token) for host in house.hosts]
    except Cut:
        return None
    return found[0] if all(data["number"] == found[0]["number"] for data in found) else None


def folded(table_id: str, rows: Sequence[Row]) -> Table:
    """A table from its events."""
    table = Table(table_id)
    for row in rows:
        table.read(row)
    return table


def missing(seat: Seat, table_id: str, rows: Sequence[Row]) -> int:
    """How many acknowledged answers of a seat are not there. One that is there though nobody gave it is an error."""
    table = Table(table_id)
    open_wishes = sorted((wish for wish in seat.wishes if not wish.refused), key=lambda wish: wish.told is None)
    for row in rows:
        if row.kind == "moved":
            data = json.loads(row.data)
            if data["seat"] == seat.number:
                found = next((wish for wish in open_wishes if _is(wish, row.number, data["answers"])), None)
                if found:
                    open_wishes.remove(found)
                elif not table.seats[seat.number].played_by_bot:
                    raise Wrong(f"table {table_id}: event {row.number} is an answer that seat {seat.number} did not give")
        table.read(row)
    return sum(wish.told is not None for wish in open_wishes)


def _is(wish: Wish, number: int, answers: list[int]) -> bool:
    """Can an event be what became of a wish?"""
    return answers == [wish.answer] and wish.shown <= number and (wish.told is None or number < wish.told)


# Shown ----------------------------------------------------------------------------------------------------------------


async def _check_screen(house: House, screen: Screen) -> None:
    """A page that was open all the time, or came back, shows what one shows that is opened now, at any server."""

    async def same() -> bool:
        try:
            return all([await _shows(screen, host) for host in house.hosts])
        except Cut:
            return False

    await house.until(same, f"the page of seat {screen.seat.number} at table {screen.seat.table} as a fresh one is")


async def _shows(screen: Screen, host: str) -> bool:
    fresh = await ask(host, f"/t/{screen.seat.table}", None, screen.seat.token, **{"X-Regions": "all"})
    count, lines = lines_of(fresh["regions"].pop("log"))
    log = count == screen.count and lines == screen.lines[: len(lines)]
    facts = (fresh["number"], fresh["stage"], fresh["turn"]) == (screen.number, screen.stage, screen.turn)
    return log and facts and fresh["regions"] == screen.regions
