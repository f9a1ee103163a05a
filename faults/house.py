"""A house full of tables: servers on one database, parties that play at them, and what is measured after a fault."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import doppiogioco
from doppiogioco.store import Row, Store

from .cluster import Cluster
from .party import Party, Setting
from .screen import Cut, Screen, ask
from .server import Server

SQLITE, POSTGRESQL = "sqlite", "postgresql"
PATIENCE = 120.0  # seconds; who waits so long waits for ever
LOOK = 0.05  # seconds between two looks
LAST = 3  # tables of a party that may still be in play, or were a moment ago
SETTINGS = (*map(Setting, doppiogioco.games()), Setting("secrets", pace=1))
# A clock that one need not wait half a minute for, and a clock of the machine that can be set: SIGUSR1 an hour forward,
# SIGUSR2 an hour back. Everything of a server that asks what time it is asks `time.time`.
HOOKS = """
import signal, time
from doppiogioco.tables import table
table.PACES += (1,)
real, jumped = time.time, [0.0]
time.time = lambda: real() + jumped[0]
def jump(sign, _):
    jumped[0] += 3_600.0 if sign == signal.SIGUSR1 else -3_600.0
for sign in (signal.SIGUSR1, signal.SIGUSR2):
    signal.signal(sign, jump)
"""
# Bots by chance: they answer at once and everywhere, so it is the server that is tried and not their thinking.
ENVIRONMENT = {"DOPPIOGIOCO_BOTS": "random"}


PASSWORD = "none-of-your-business"  # of the database: the cluster asks for none, and takes any


class Wrong(Exception):
    """Something that must never be, found after a fault."""


class Times(NamedTuple):
    """How soon after a fault everything is well again, in seconds."""

    answered: float  # from the end of the fault until every table answers, and can be played at
    resumed: float  # from then on until every page is live


class House:
    """Everything that a fault can happen to. On PostgreSQL two servers share the database."""

    def __init__(self, kind: str, database: Path | str, folder: Path, cluster: Cluster | None = None) -> None:
        """The logs of the servers go into the folder."""
        self.kind, self.database, self.cluster = kind, database, cluster
        self.logs = [folder / f"log{number}" for number in range(2 if cluster else 1)]
        more: dict[str, Any] = {"hooks": HOOKS, "environment": ENVIRONMENT}
        self.servers = [Server(database, errors=log, **more) for log in self.logs]
        self.parties: list[Party] = []
        self.wrong: list[str] = []
        self._mending: list[asyncio.Future[None]] = []

    @property
    def hosts(self) -> list[str]:
        """Where the servers are reached."""
        return [server.address for server in self.servers]

    @property
    def untimed(self) -> list[Party]:
        """The parties that play without a clock."""
        return [party for party in self.parties if not party.setting.pace]

    @property
    def screens(self) -> list[Screen]:
        """Every page that is open."""
        return [screen for party in self.parties for screen in (*party.screens, *party.tabs)]

    @property
    def acknowledged(self) -> int:
        """How many answers the servers have said to be saved."""
        return sum(party.acknowledged for party in self.parties)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[House]:
        """Start everything; it ends with the block."""
        with ExitStack() as stack:
            for server in self.servers:
                await asyncio.to_thread(stack.enter_context, server)
            self.parties = [Party(self.hosts, setting, number) for number, setting in enumerate(SETTINGS)]
            for party in self.parties:
                party.start()
            try:
                yield self
            finally:
                for party in self.parties:
                    await party.close()
                await self.mended()

    # What faults do -------------------------------------------------------------------------------------------------

    def meanwhile(self, work: Callable[[], None]) -> None:
        """Something that is started again while everybody is already trying to come back."""
        self._mending.append(asyncio.ensure_future(asyncio.to_thread(work)))

    async def mended(self) -> None:
        """Whatever is being started again has started."""
        await asyncio.gather(*self._mending)
        self._mending.clear()

    async def stop_all(self) -> None:
        """End all servers as their host would."""
        for server in self.servers:
            await asyncio.to_thread(server.stop, signal.SIGTERM)

    async def start_all(self) -> None:
        """Start all servers again."""
        for server in self.servers:
            await asyncio.to_thread(server.start)

    # What is waited for ---------------------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], Awaitable[bool]], what: str) -> None:
        """Wait for something that must come true."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await condition():
                    for party in self.parties:
                        party.check()
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            raise Wrong(f"in vain waited for: {what}") from None

    async def played(self, count: int, parties: list[Party] | None = None) -> None:
        """Wait until so many more answers of each party have been acknowledged."""
        chosen = self.parties if parties is None else parties
        wanted = [(party, party.acknowledged + count) for party in chosen]

        async def enough() -> bool:
            return all(party.acknowledged >= number for party, number in wanted)

        await self.until(enough, f"{count} more answers at every table")

    async def well_again(self, over_at: float) -> Times:
        """Wait until every table answers, what is answered there can be saved, and every page is live."""
        await asyncio.gather(*(self._answers(party) for party in self.parties), self._saves())
        answered_at = time.monotonic()

        async def live() -> bool:
            return all(screen.live for screen in self.screens)

        await self.until(live, "a live page for everybody")
        resumed_at = max([answered_at, *(screen.back_at for screen in self.screens)])
        return Times(answered_at - over_at, resumed_at - answered_at)

    async def _answers(self, party: Party) -> None:
        seat = party.tables[party.table][0]
        path = f"/t/{seat.table}"
        await self.until(lambda: self._anywhere(path, seat.token), f"the table of {party.setting.game}")

    async def _saves(self) -> None:
        await self.until(lambda: self._anywhere("/health"), "a server that can write")

    async def _anywhere(self, path: str, token: str = "") -> bool:
        """Does one of the servers answer?"""
        for host in self.hosts:
            with suppress(Cut):
                await ask(host, path, None, token)
                return True
        return False

    async def bots_and_clocks(self) -> None:
        """Wait until a bot has moved at every table, and where there is a clock somebody's time was up."""
        async with self.store() as store:
            marks = {table: len(await store.rows(table)) for party in self.parties for table in _latest(party)}

            async def go_on() -> bool:
                return all([await self._goes_on(store, party, marks) for party in self.parties])

            await self.until(go_on, "bots and clocks that go on")

    async def _goes_on(self, store: Store, party: Party, marks: dict[str, int]) -> bool:
        bot = clock = False
        for table in _latest(party):
            people = {seat.number for seat in party.tables[table]}
            for row in await store.rows(table, marks.get(table, 0)):
                bot = bot or (row.kind == "moved" and _data(row)["seat"] not in people)
                clock = clock or (row.kind == "stand-in" and _data(row)["why"] == "time")
        return bot and (clock or not party.setting.pace)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The database, read by the project's own code beside the servers."""
        store = await Store.open(self.database)
        try:
            yield store
        finally:
            await store.close()


def _latest(party: Party) -> list[str]:
    return list(party.tables)[-LAST:]


def _data(row: Row) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(row.data)
    return data
