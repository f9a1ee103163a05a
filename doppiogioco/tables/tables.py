"""The tables: all tables of a server. It saves what happens, then tells; it wakes bots and minds the clocks."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

from doppiogioco.bots.seating import Bots, Make, may_answer
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_
from doppiogioco.store import Entry, Row, Store
from doppiogioco.store.store import now

from .refusals import NotFound, Refused, SetAside
from .table import Event, Table, opening

logger = logging.getLogger("doppiogioco")

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
ABSENT_AFTER = 60.0  # seconds without a connection until the others may vote for a bot
IDLE = 3_600.0  # seconds after which a table that nobody watches leaves the memory; the store keeps it
NAME = re.compile(r"[a-z0-9]{1,32}")  # what a table can be called at all
PATIENCE = 30.0  # seconds at most between two tries while the database does not answer
REMEMBERED = 1_000  # tables that could not be read and are not tried again before the next start


class Watchers:
    """The open pages of one table: woken at every event, and who is there by seat."""

    def __init__(self) -> None:
        self.bells: set[asyncio.Event] = set()
        self.present: dict[int, int] = defaultdict(int)  # per seat, how many pages
        self.left_at: dict[int, float] = {}
        self.since = now()  # whoever has not come since then has been away since then
        self.rung = 0  # how often they were woken

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
                    asyncio.get_running_loop().call_later(ABSENT_AFTER, self.ring)  # now the others may vote for a bot

    def came(self, seat: int) -> bool:
        """Has a person had a page open at all?"""
        return bool(self.present[seat]) or seat in self.left_at

    def absent(self, seat: int) -> bool:
        """Has a person had no page open for so long that others need not wait?"""
        return not self.present[seat] and now() - self.left_at.get(seat, self.since) >= ABSENT_AFTER


def stored(table: Table, event: Event) -> Row:
    """The next event of a table as it is stored."""
    kind, data = event
    return Row(table.number, kind, json.dumps(data), now())


class Tables:
    """All tables of one server."""

    def __init__(self, store: Store, make_bot: Make, *, bot_pause: float = 0.9) -> None:
        self.store, self.make_bot, self.bot_pause = store, make_bot, bot_pause
        self.in_memory: dict[str, Table] = {}
        self._set_aside: dict[str, SetAside] = {}
        self._watchers: dict[str, Watchers] = defaultdict(Watchers)
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._rematching: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._bots: dict[str, Bots] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}  # the task that plays the bots of a table, or minds its clock
        self._under_way: set[asyncio.Task[None]] = set()  # changes that are being saved
        self._closing = False

    async def wake(self) -> None:
        """After a restart: let bots and clocks of the games in play go on."""
        for entry in await self.store.entries("playing"):
            if table := await self._readable(entry):
                self._mind(table)

    async def close(self) -> None:
        """Finish what is being saved, stop the bots and the clocks."""
        self._closing = True  # or what is saved last would wake the bots of its table once more
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._under_way, return_exceptions=True)

    # Finding --------------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table:
        """A table, from memory or from what is stored of it."""
        if table_id not in self.in_memory:
            if table_id in self._set_aside:
                raise self._set_aside[table_id]
            rows = await self.store.rows(table_id) if NAME.fullmatch(table_id) else []
            if not rows:
                raise NotFound(N_("there is no table {name}"), name=table_id[:32])
            self.in_memory.setdefault(table_id, self._folded(table_id, rows))
        return self.in_memory[table_id]

    def _folded(self, table_id: str, rows: list[Row]) -> Table:
        """A table from its events. One that cannot be read is set aside: what is stored of it stays as it is."""
        table = Table(table_id)
        try:
            for row in rows:
                if row.number != table.number:
                    raise ValueError(f"event {table.number} is missing")
                table.read(row)
        except Exception as error:  # whatever a damaged row may lead to
            aside, why = SetAside(N_("what is stored of this table cannot be read; it is kept as it is")), ""
            if isinstance(error, SetAside):
                aside = error
            else:  # only the kind of a fault is logged: its words may hold a hidden answer
                why = f" ({type(error).__name__})"
            logger.error("table %s is set aside: %s%s", table_id, aside, why)
            if len(self._set_aside) < REMEMBERED:
                self._set_aside[table_id] = aside
            raise aside from None
        return table

    async def _readable(self, entry: Entry) -> Table | None:
        """A table of a list, unless it is set aside."""
        try:
            return await self.table(entry.table_id)
        except Refused:
            return None

    async def listed(self) -> list[tuple[Entry, Table]]:
        """The tables that wait for players or can be watched."""
        entries = [entry for entry in await self.store.entries("open", "playing") if entry.listed][:40]
        return [(entry, table) for entry in entries if (table := await self._readable(entry))]

    def watchers(self, table: Table) -> Watchers:
        """Who has the table open."""
        return self._watchers[table.id]

    # Changing -------------------------------------------------------------------------------------------------------

    async def open(self, game: str, seats: int, options: Mapping[str, bool], **more: Any) -> Table:
        """A new table."""
        event = opening(game, seats, options, **more)
        while True:
            table = Table("".join(secrets.choice(LETTERS) for _ in range(8)))
            row = stored(table, event)
            table.fold(event, row.at)
            if await self.store.append(row, table.entry):
                self.in_memory[table.id] = table
                self._put_away()
                return table

    def _put_away(self) -> None:
        """Let tables that nobody has touched or watched for long leave the memory; the store keeps them."""
        for table in list(self.in_memory.values()):
            busy = table.id in self._busy and not self._busy[table.id].done()
            if table.at < now() - IDLE and not busy and not self._watchers[table.id].bells:
                for known in (self.in_memory, self._watchers, self._locks, self._rematching, self._bots, self._busy):
                    known.pop(table.id, None)

    async def do(self, table: Table, wish: Callable[[], Event]) -> None:
        """Save what a wish amounts to, take it in, and only then tell the table.

        Who wished for it may be cut off at any moment: what has begun is finished without them.
        """
        await self._to_the_end(self._do(table, wish))

    async def _to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for some work that goes on even if nobody waits for it any more."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody else asks for it
            raise

    async def _do(self, table: Table, wish: Callable[[], Event]) -> None:
        async with self._locks[table.id]:
            event = wish()
            row = stored(table, event)
            if not await self.store.append(row, self._after(table, row.kind)):
                await self._catch_up(table)
                raise Refused(N_("the table has moved on in the meantime: look again"))
            table.fold(event, row.at)
            if table.stage == "over" and row.kind == "moved":  # the events say so; this is for the lists of tables
                await self.store.note(table.entry)
        self._told(table)

    def _told(self, table: Table) -> None:
        """Tell the open pages of a change, and see to what follows from it."""
        self.watchers(table).ring()
        self._mind(table)

    def _after(self, table: Table, kind: str) -> Entry:
        """Where the table will stand after an event, as far as it can be told before the table deals on."""
        stage = {"started": "playing", "closed": "closed"}.get(kind, table.stage)
        return table.entry._replace(stage=stage, at=now())

    async def _catch_up(self, table: Table) -> None:
        """Take in what another process has added."""
        for row in await self.store.rows(table.id, table.number):
            table.read(row)
        self._told(table)

    async def vote(self, table: Table, absent: int, by: int) -> None:
        """A player wants a bot in place of somebody who has been away for long; more than half of them get it."""

        def wish() -> Event:
            if not self.watchers(table).absent(absent):
                raise Refused(N_("{name} is here, or was a moment ago"), name=table.seats[absent].name)
            return table.check_vote(absent, by)

        await self.do(table, wish)
        if table.outvoted(absent):
            await self.try_to(table, lambda: table.check_stand_in(absent, "vote"))

    async def rematch(self, table: Table, seat: int) -> tuple[Table, bool]:
        """The same game again: who asks first opens the table and looks after it, which is told by the bool."""
        async with self._rematching[table.id]:
            if opens := not table.rematch:
                table.check_rematch("")  # before a table is opened for it
                fresh = await self.open(
                    table.game.id, len(table.seats), table.options, pace=table.pace, listed=table.listed,
                    reminders=table.reminders, level=table.level, by=(seat, table.seats[seat].name),
                )  # fmt: skip
                await self.try_to(table, lambda: table.check_rematch(fresh.id))
                opens = table.rematch == fresh.id
                if not opens:  # another process was faster
                    await self.do(fresh, fresh.check_close)
        return await self.table(table.rematch), opens

    # Bots and clocks ------------------------------------------------------------------------------------------------

    def _mind(self, table: Table) -> None:
        """See to it that the bots of a table play and its clock runs."""
        task = self._busy.get(table.id)
        needed = table.stage == "playing" and (table.pace or table.bots()) and not self._closing
        if needed and (task is None or task.done()):
            self._busy[table.id] = asyncio.create_task(self._patiently(table), name=f"table {table.id}")
        if table.stage in ("over", "closed"):
            self._bots.pop(table.id, None)

    async def _patiently(self, table: Table) -> None:
        """Play bots and mind the clock; where the database does not answer, try again, ever more slowly."""
        pause = 1.0
        while True:
            number = table.number
            try:
                return await self._run(table)
            except Exception as error:  # a passing fault must not end the game of people who wait for a bot
                logger.error("table %s: %s; trying again", table.id, type(error).__name__)
            pause = 1.0 if table.number > number else min(2 * pause, PATIENCE)
            await asyncio.sleep(pause)

    async def _run(self, table: Table) -> None:
        """Play the bots one after the other at a pace a person can follow; where time is up, a bot takes over."""
        while table.stage == "playing":
            if self._bots_to_answer(table):
                await asyncio.sleep(self.bot_pause)
                await self._play_bot(table)
                continue
            due = [(when, seat) for seat in table.playing().waiting if (when := table.deadline(seat)) is not None]
            when, seat = min(due, default=(None, None))
            if when is not None and seat is not None and when <= now():
                await self.try_to(table, lambda seat=seat: table.check_stand_in(seat, "time"))  # type: ignore[misc]
                continue
            left_to_people = any(seat in table.bots() for seat in table.playing().waiting)
            if when is None and not left_to_people:
                return  # the next event starts this again
            number = table.number
            while table.number == number and (when is None or now() < when) and not self._bots_to_answer(table):
                await asyncio.sleep(1.0 if when is None else min(1.0, max(0.0, when - now())))

    def _bots_to_answer(self, table: Table) -> list[int]:
        """The bots that are to answer now. What partners decide together is left to a person who is there."""
        there = [seat for seat in table.people() if not table.seats[seat].stand_in]
        there = [seat for seat in there if not self.watchers(table).absent(seat)]
        return may_answer(table.playing(), table.bots(), there)

    async def _play_bot(self, table: Table) -> None:
        match, seats = table.playing(), self._bots_to_answer(table)
        if not seats:
            return
        seat, after = seats[0], len(match.history)
        bots = self._bots.setdefault(table.id, Bots(self.make_bot, table.seed, table.level_of))
        answer = await asyncio.to_thread(bots.asked(match, seat))
        await self.try_to(table, lambda: table.check_move(seat, [int(answer)], after, "en"))

    async def try_to(self, table: Table, wish: Callable[[], Event]) -> None:
        """Do something that somebody else may have done, or made impossible, in the meantime."""
        try:
            await self.do(table, wish)
        except DoppiogiocoError:
            return
