"""What has to be done though nobody asks for it: wake tables that are due, let others leave the memory, clear away."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from doppiogioco.store import fault

from .refusals import Refused
from .table import AHEAD, DAY, Table

if TYPE_CHECKING:
    from .tables import Tables

logger = logging.getLogger("doppiogioco")

EVERY = 0.5  # seconds between two looks at what is due
SOME = 100  # tables to wake at most between two looks
AT_ONCE = (
    20  # tables to let go at most for one that comes: where more are in use than there is room for, a few are tried
)
TIDY = 30.0  # seconds between two looks at what can leave the memory
CLEAR = 600.0  # seconds between two looks at what can be cleared away for good
IDLE = 3_600.0  # seconds after which a table that nobody watches leaves the memory; the store keeps it
IDLE_ENDED = 60.0  # and one at which nothing more can happen
FEW = 20  # tables that have left the memory, for which it is not worth a pause to look for what they left behind


@dataclass(frozen=True)
class Keep:
    """How much is kept, as the host says."""

    in_memory: int = 2_000  # tables; beyond it those that nobody has used for longest leave the memory
    ended: float | None = None  # seconds after which a table that has ended is cleared away; None is never


def give_back() -> None:
    """Let the system have the memory that nobody uses any more.

    Errors leave circles, and a server looks for such things too seldom by itself. What pages were drawn of lies in
    small pieces between others: some systems take these too, if they are asked to, but nothing less than a page of
    memory. So what is kept of tables that have gone has to go before.
    """
    gc.collect()
    with suppress(AttributeError, OSError):  # not every system has it
        ctypes.CDLL(None).malloc_trim(0)


class Keeper:
    """Looks after the tables of a server, at most half of the time, so that people are answered meanwhile."""

    def __init__(self, tables: Tables, keep: Keep, clock: Callable[[], float]) -> None:
        self._tables, self.keep, self._clock = tables, keep, clock
        self._task: asyncio.Task[None] | None = None
        self._looked = clock()
        self._left = 0  # tables that have left the memory since what they left behind was last looked for
        self.let_go: list[Callable[[], None]] = []  # what others keep to be quicker, and can do without

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="keeper")

    async def close(self) -> None:
        """End."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        tidy = clear = time.monotonic()
        while True:
            try:
                await self.wake()
                self._tables.rest()
                if time.monotonic() - tidy > TIDY:
                    await self.put_away()
                    tidy = time.monotonic()
                if time.monotonic() - clear > CLEAR:
                    await self.clear_away()
                    clear = time.monotonic()
            except Exception as error:  # the database is away: what is due is due a moment later as well
                logger.warning("looking after the tables: %s; trying again", fault(error))
                await asyncio.sleep(EVERY)
            await asyncio.sleep(EVERY)

    async def wake(self) -> None:
        """Look at the tables that are due and that nobody else minds."""
        tables, before = self._tables, self._looked
        self._looked = self._clock()
        if self._looked < before - AHEAD:  # the clock was set back, and every time that is noted is still to come
            for table in tables.in_memory.values():
                tables.mind(table)
        for table_id in await tables.store.due(self._clock(), SOME + tables.busy_count):
            if tables.busy(table_id) or not await tables.claim(table_id):
                continue
            start = time.monotonic()
            try:
                await self._look_at(await tables.table(table_id))
            except Refused:  # it cannot be read, or is over: nobody needs to look again
                await tables.store.rest(table_id)
            await asyncio.sleep(time.monotonic() - start)

    async def _look_at(self, table: Table) -> None:
        """A bot, a clock, or nobody has come for long; else it was due too early, and when it is due is noted."""
        tables, due = self._tables, table.due
        if due is None or due > self._clock():
            tables.store.note(table.entry)
        elif table.minds_itself:
            tables.mind(table)
        elif tables.watched(table.id):  # who only looks wants it to be there tomorrow as well
            tables.store.note(table.entry._replace(due=self._clock() + DAY))
        else:
            await tables.try_to(table, table.check_expire)

    # Memory ---------------------------------------------------------------------------------------------------------

    async def put_away(self) -> None:
        """Let tables that nobody has touched or watched for long leave the memory; the store keeps them."""
        for table in list(self._tables.in_memory.values()):
            ended = table.stage in ("over", "closed")
            if table.at < self._clock() - (IDLE_ENDED if ended else IDLE) and not self._tables.in_use(table):
                self._tables.forget(table)
                self._left += 1
        if self._left > max(FEW, len(self._tables.in_memory)):  # it takes the longer the more stays: so it comes seldom
            self._left = 0
            for forget in self.let_go:
                forget()
            give_back()
        await self._tables.release()

    def make_room(self) -> None:
        """Let those leave the memory that nobody has used for longest, where there are too many."""
        known = self._tables.in_memory
        too_many = max(0, len(known) - self.keep.in_memory)
        for table_id in list(islice(known, min(too_many, AT_ONCE))):
            if self._tables.in_use(known[table_id]):
                known.move_to_end(table_id)  # so that it is not looked at again and again
            else:
                self._tables.forget(known[table_id])

    # The store ------------------------------------------------------------------------------------------------------

    async def clear_away(self) -> None:
        """Clear away what the host does not want to keep."""
        if self.keep.ended is None:
            return
        while await self._tables.store.prune(self._clock() - self.keep.ended):
            await asyncio.sleep(EVERY)
