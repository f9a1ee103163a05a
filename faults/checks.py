"""What must hold after every fault, at every table: nothing acknowledged is missing, everybody sees the same, and no
log has told what is hidden there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from doppiogioco.engine.records import replay
from doppiogioco.store import Row, Store
from doppiogioco.tables.table import Table

from .house import PASSWORD, House, Wrong
from .party import Party
from .screen import Cut, Screen, Seat, Wish, ask, lines_of
from .silence import found_in, secrets_of


async def check(house: House, tables: Sequence[tuple[Party, str]]) -> int:
    """Hold some tables against what their people were told, while nobody answers; how many answers are missing."""
    await asyncio.gather(*(party.pause() for party in house.parties))
    lost = 0
    try:
        async with house.store() as store:
            for party, table_id in tables:
                lost += await _check_saved(house, store, party, table_id)
            await _check_logs(house, store, tables)
        await asyncio.gather(*(_check_screen(house, screen) for screen in house.screens))
    finally:
        for party in house.parties:
            party.go_on()
    return lost


# Saved ----------------------------------------------------------------------------------------------------------------


async def _check_saved(house: House, store: Store, party: Party, table_id: str) -> int:
    """The events of a table: all that was acknowledged is there, once; they give the state that the servers tell."""
    seats, found = party.tables[table_id], list[list[Row]]()

    async def as_told() -> bool:
        rows = await store.rows(table_id)
        try:
            told = [await ask(host, f"/t/{table_id}", None, seat.token) for seat in seats for host in house.hosts]
        except Cut:
            return False
        if any(data["number"] != len(rows) for data in told):
            return False  # something has happened meanwhile
        match = folded(table_id, rows).playing()
        for data in told:
            if data["view"] != match.view(data["you"]).as_dict():
                raise Wrong(f"table {table_id}: seat {data['you']} sees another state than its events give")
            if data["heard"] != [list(given) for given in match.heard(data["you"])]:
                raise Wrong(f"table {table_id}: seat {data['you']} has heard something else than its events give")
        found.append(rows)
        return True

    await house.until(as_told, f"table {table_id} as it is stored")
    match = folded(table_id, found[0]).playing()
    again = replay(match.record(with_seed=True))
    if again.history != match.history or again.view().as_dict() != match.view().as_dict():
        raise Wrong(f"table {table_id} does not replay to the same state")
    return sum(missing(seat, table_id, found[0]) for seat in seats)


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
                    raise Wrong(f"table {table_id}: seat {seat.number} did not give the answer of event {row.number}")
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


# Written down ---------------------------------------------------------------------------------------------------------


async def _check_logs(house: House, store: Store, tables: Sequence[tuple[Party, str]]) -> None:
    """Nothing that is hidden at these tables stands in a log, nor what opens the database or signs seats."""
    hidden = {PASSWORD, await store.key()}
    for party, table_id in tables:
        hidden |= {seat.token for seat in party.tables[table_id]} | {*secrets_of(await store.rows(table_id))}
    for log in house.logs:
        if found := found_in(log.read_text(encoding="utf-8", errors="replace"), hidden):
            raise Wrong(f"{log.name} holds what nobody may read, {len(found)} times: {found[0][:12]}…")
