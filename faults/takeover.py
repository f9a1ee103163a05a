"""How soon another process plays the bots and minds the clocks of one that was killed, as its events say."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

from sqlalchemy import select

from doppiogioco.store import schema
from doppiogioco.store.company import ALIVE
from doppiogioco.store.store import Row

from .house import House


async def minders(house: House) -> dict[str, str]:
    """The process that minds each table at which somebody plays."""
    columns = schema.entry.c
    minded = select(columns.table_id, columns.minder).where(columns.stage == "playing", columns.minder.is_not(None))
    async with house.store() as store, store._engine.connect() as line:
        return {row.table_id: row.minder for row in await line.execute(minded)}


async def taken_over(house: House, before: Mapping[str, str], over_at: float) -> list[float]:
    """Seconds from then on until a bot or a clock went on at each table whose process is gone.

    Where people were asked first theirs are among them. A table that has ended without a bot needed nobody.
    """
    killed_at = time.time() - (time.monotonic() - over_at)  # as events say when they were
    people = {
        table: {seat.number for seat in seats} for party in house.parties for table, seats in party.tables.items()
    }
    found = []
    async with house.store() as store:
        async with store._engine.connect() as line:
            alive = set((await line.execute(ALIVE)).scalars())
        for table in (table for table, minder in before.items() if minder not in alive and table in people):
            later = [row.at for row in await store.rows(table) if row.at > killed_at and by_itself(row, people[table])]
            found += [at - killed_at for at in later[:1]]
    return found


def by_itself(row: Row, people: set[int]) -> bool:
    """Is an event one that nobody has sent: a bot's answer, or the end of somebody's time?"""
    if row.kind == "moved":
        return json.loads(row.data)["seat"] not in people
    return row.kind == "stand-in" and json.loads(row.data)["why"] == "time"
