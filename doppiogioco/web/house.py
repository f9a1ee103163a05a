"""The house: all tables of a server. It saves what happens, then tells; it wakes bots and minds the clocks."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from doppiogioco.bots.bot import Bot
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_
from doppiogioco.store import Entry, Row, Store
from doppiogioco.store.store import now

from .kept import Kept
from .table import Event, NotFound, Refused, Table, opening

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
ABSENT_AFTER = 60.0  # seconds without a connection until the others may vote for a bot
IDLE = 3_600.0  # seconds after which a table that nobody watches leaves the memory; the store keeps it


class Watchers:
    """The open pages of one table: woken at every event, and who is there by seat."""

    def __init__(self) -> None:
        self.bells: set[asyncio.Event] = set()
        self.present: dict[int, int] = defaultdict(int)  # per seat, how many pages
        self.left_at: dict[int, float] = {}
        self.rung = 0  # how often they were woken
        self.kept = Kept()  # what has been drawn for them

    def ring(self) -> None:
        """Something has changed."""
        self.rung += 1
        for bell in self.bells:
            bell.set()

    @asynccontextmanager
    async def watching(self, seat: int | None) -> AsyncIterator[asyncio.Event]:
        """A page is open; the bell rings when there is something new."""
        bell = asyncio.Event()
        self.bells.add(bell)
        if seat is not None:
            self.present[seat] += 1
            if self.present[seat] == 1:
                self.ring()
        try:
            yield bell
        finally:  # nothing is awaited here: a cancelled stream would not wait for it
            self.bells.discard(bell)
            if seat is not None:
                self.present[seat] -= 1
                if not self.present[seat]:
                    self.left_at[seat] = now()
                    self.ring()

    def away_since(self, seat: int) -> float | None:
        """Since when a person has had no page open; None while there is one, or if there never was."""
        return None if self.present[seat] else self.left_at.get(seat)


class House:
    """All tables of one server."""

    def __init__(self, store: Store, make_bot: Callable[[str], Bot], *, bot_pause: float = 0.9) -> None:
        self.store, self.make_bot, self.bot_pause = store, make_bot, bot_pause
        self.tables: dict[str, Table] = {}
        self._watchers: dict[str, Watchers] = defaultdict(Watchers)
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._busy: dict[str, asyncio.Task[None]] = {}  # the task that plays the bots of a table, or minds its clock

    async def wake(self) -> None:
        """After a restart: let bots and clocks of the games in play go on."""
        for entry in await self.store.entries("playing"):
            self._mind(await self.table(entry.table_id))

    async def close(self) -> None:
        """Stop the bots and the clocks."""
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Finding --------------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table:
        """A table, from memory or from what is stored of it."""
        if table_id not in self.tables:
            rows = await self.store.rows(table_id)
            if not rows:
                raise NotFound(N_("there is no table {name}"), name=table_id)
            table = Table(table_id)
            for row in rows:
                table.fold(row)
            self.tables.setdefault(table_id, table)
        return self.tables[table_id]

    async def listed(self) -> list[tuple[Entry, Table]]:
        """The tables that wait for players or can be watched."""
        entries = [entry for entry in await self.store.entries("open", "playing") if entry.listed][:40]
        return [(entry, await self.table(entry.table_id)) for entry in entries]

    def watchers(self, table: Table) -> Watchers:
        """Who has the table open."""
        return self._watchers[table.id]

    # Changing -------------------------------------------------------------------------------------------------------

    async def open(self, game: str, seats: int, options: Mapping[str, bool], **more: Any) -> Table:
        """A new table."""
        event = opening(game, seats, options, **more)
        while True:
            table = Table("".join(secrets.choice(LETTERS) for _ in range(8)))
            row = Row(0, event[0], json.dumps(event[1]), now())
            table.fold(row)
            if await self.store.append(row, table.entry):
                self.tables[table.id] = table
                self._put_away()
                return table

    def _put_away(self) -> None:
        """Let tables that nobody has touched or watched for long leave the memory; the store keeps them."""
        for table in list(self.tables.values()):
            busy = table.id in self._busy and not self._busy[table.id].done()
            if table.at < now() - IDLE and not busy and not self._watchers[table.id].bells:
                for known in (self.tables, self._watchers, self._locks, self._busy):
                    known.pop(table.id, None)

    async def do(self, table: Table, wish: Callable[[], Event]) -> None:
        """Save what a wish amounts to, take it in, and only then tell the table."""
        async with self._locks[table.id]:
            kind, data = wish()
            row = Row(table.number, kind, json.dumps(data), now())
            if not await self.store.append(row, self._after(table, kind)):
                await self._catch_up(table)
                raise Refused(N_("the table has moved on in the meantime: look again"))
            table.fold(row)
            if table.stage == "over" and kind == "moved":  # the events say so anyway; this is for the lists of tables
                await self.store.note(table.entry)
        self.watchers(table).ring()
        self._mind(table)

    def _after(self, table: Table, kind: str) -> Entry:
        """Where the table will stand after an event, as far as it can be told before the table deals on."""
        stage = {"started": "playing", "closed": "closed"}.get(kind, table.stage)
        return table.entry._replace(stage=stage, at=now())

    async def _catch_up(self, table: Table) -> None:
        """Take in what another process has added."""
        for row in await self.store.rows(table.id, table.number):
            table.fold(row)
        self.watchers(table).ring()

    # Bots and clocks ------------------------------------------------------------------------------------------------

    def _mind(self, table: Table) -> None:
        """See to it that the bots of a table play and its clock runs."""
        task = self._busy.get(table.id)
        needed = table.stage == "playing" and (table.pace or table.waiting_bots())
        if needed and (task is None or task.done()):
            self._busy[table.id] = asyncio.create_task(self._run(table), name=f"table {table.id}")

    async def _run(self, table: Table) -> None:
        """Play the bots one after the other at a pace a person can follow; where time is up, a bot takes over."""
        while table.stage == "playing":
            bots = table.waiting_bots()
            if bots:
                await asyncio.sleep(self.bot_pause)
                await self._play_bot(table, bots[0])
                continue
            due = [(when, seat) for seat in table.playing().waiting if (when := table.deadline(seat)) is not None]
            if not due:
                return  # the next event starts this again
            when, seat = min(due)
            if when <= now():
                await self.try_to(table, lambda seat=seat: table.check_stand_in(seat, "time"))  # type: ignore[misc]
                continue
            number = table.number
            while table.number == number and now() < when:
                await asyncio.sleep(min(1.0, max(0.0, when - now())))

    async def _play_bot(self, table: Table, seat: int) -> None:
        match = table.playing()
        if seat not in table.waiting_bots():
            return
        view, heard, legal, after = match.view(seat), match.heard(seat), match.legal(seat), len(match.history)
        bot = self.make_bot(f"{table.seed} {seat}")
        answer = await asyncio.to_thread(bot.choose, view, heard, legal)
        await self.try_to(table, lambda: table.check_move(seat, [int(answer)], after, "en"))

    async def try_to(self, table: Table, wish: Callable[[], Event]) -> None:
        """Do something that somebody else may have done, or made impossible, in the meantime."""
        try:
            await self.do(table, wish)
        except DoppiogiocoError:
            return
