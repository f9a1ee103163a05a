"""Processes that share a database: what each tells the others, and which of them minds a table.

Everything is said on one channel of PostgreSQL, in the transaction that saves it. Who did not hear something finds it
in the log: a line that was cut is taken up again, and then the log is read. A process is there while the database has
heard of it lately; the tables of one that is not may be taken over by any other.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import ColumnElement, bindparam, func, literal_column, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import schema

logger = logging.getLogger("doppiogioco")

CHANNEL = "doppiogioco"
BEAT = 0.5  # seconds between two signs of life
LEASE = 2.0  # seconds without one after which a process is taken for gone; another looks every BEAT
LONGEST = 7_500  # bytes of a message; PostgreSQL takes 8,000
PAUSE = 0.5  # seconds before a line that was cut is tried again

Numbered = tuple[str, int]  # a table and the number of its event


class Heard:
    """What a process wants to know of the others; by default nothing."""

    def happened(self, table_id: str, number: int) -> None:
        """Another process has saved an event."""

    def present(self, process: str, table_id: str, seats: frozenset[int]) -> None:
        """People of these seats have the table open at another process."""

    def asked(self, table_id: str) -> None:
        """Another process wants to know who has a table open here."""

    def left(self, processes: Collection[str]) -> None:
        """Some processes are gone, and with them everybody who was there."""

    async def resumed(self) -> None:
        """Whatever was said for a while has not been heard."""

    def lapsed(self) -> None:
        """The others have taken this process for gone, and may mind its tables."""


class Alone:
    """One process on a database of its own: it minds every table, and there is nobody to tell."""

    name = ""

    async def join(self, heard: Heard) -> None:
        """Be there for the others."""

    async def leave(self) -> None:
        """Be there no more."""

    async def tell(self, line: AsyncConnection, events: Sequence[Numbered]) -> None:
        """Within the transaction that saves some events: the others are told when it is done, and only then."""

    def publish(self, *words: str) -> None:
        """Something that is not saved."""

    def unminded(self) -> tuple[ColumnElement[bool], ...]:
        """Tables that this process may look after."""
        return ()

    async def claim(self, table_id: str) -> bool:  # noqa: ARG002
        """May this process look after a table? If so, no other one will as long as this one is there."""
        return True

    async def release(self, tables: Collection[str]) -> None:
        """Leave tables to whoever needs them next."""


class Company(Alone):
    """This process among those that share a PostgreSQL database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.name = secrets.token_urlsafe(9)
        self._engine, self._heard = engine, Heard()
        self._following: asyncio.Task[None] | None = None
        self._joined = asyncio.Event()
        self._there: frozenset[str] = frozenset()
        self._seen = 0.0  # when the database last heard of this process
        self._words: dict[str, None] = {}  # to be said, each once
        self._publishing: asyncio.Task[None] | None = None

    # Being there ----------------------------------------------------------------------------------------------------

    async def join(self, heard: Heard) -> None:
        """Be there for the others, and hear them from now on."""
        self._heard = heard
        self._following = asyncio.create_task(self._follow(), name="other processes")
        await self._joined.wait()

    async def leave(self) -> None:
        """Be there no more: the others take over at once."""
        for task in (self._following, self._publishing):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        self._following = self._publishing = None
        with suppress(Exception):  # they notice by themselves
            async with self._engine.begin() as line:
                await line.execute(text("DELETE FROM process WHERE name = :name"), {"name": self.name})

    async def _follow(self) -> None:
        """Hear the others, through every cut line."""
        while True:
            try:
                await self._listen()
            except Exception as error:  # the database is away: whoever needs it now hears of it too
                logger.warning("the line to the other processes is cut: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        async with self._engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            cut = asyncio.Event()
            raw.add_termination_listener(lambda _: cut.set())
            try:
                await raw.execute("SET synchronous_commit TO off")  # a sign of life need not outlive its process
                await raw.add_listener(CHANNEL, lambda _line, _sender, _channel, words: self._hear(words))
                await self._beat(raw)
                await self._heard.resumed()
                self._joined.set()
                while not cut.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(cut.wait(), BEAT)
                    await self._beat(raw)
            finally:  # it still listens, and may not go back among the others
                await connection.invalidate()

    async def _beat(self, raw: Any) -> None:
        """Give a sign of life, and see who else does."""
        before = time.monotonic()
        rows = await raw.fetch(_SIGN_OF_LIFE, self.name, LEASE, timeout=LEASE)
        if self._seen and time.monotonic() - self._seen > LEASE:
            self._heard.lapsed()
        self._seen = before
        there = frozenset(row["name"] for row in rows) - {self.name}
        if gone := self._there - there:
            self._heard.left(gone)
        self._there = there

    # Saying and hearing ---------------------------------------------------------------------------------------------

    async def tell(self, line: AsyncConnection, events: Sequence[Numbered]) -> None:
        """Within the transaction that saves some events: the others are told when it is done, and only then."""
        await self._notify(line, "saved", [f"{table_id}:{number}" for table_id, number in events])

    def publish(self, *words: str) -> None:
        """Something that is not saved; what is said at the same moment is one message."""
        self._words.pop(" ".join(words), None)  # what is said again comes last: who came, went and came is there
        self._words[" ".join(words)] = None
        if self._publishing is None or self._publishing.done():
            self._publishing = asyncio.create_task(self._publish_all(), name="telling other processes")

    async def _publish_all(self) -> None:
        while self._words:
            kinds: dict[str, list[str]] = {}
            for words in self._words:
                kind, _, rest = words.partition(" ")
                kinds.setdefault(kind, []).append(rest)
            self._words = {}
            try:
                async with self._engine.begin() as line:
                    for kind, said in kinds.items():
                        await self._notify(line, kind, said)
            except Exception as error:  # when the line is there again everybody asks anew
                logger.warning("the other processes could not be told: %s", type(error).__name__)

    async def _notify(self, line: AsyncConnection, kind: str, words: Iterable[str]) -> None:
        for message in packed(f"{self.name} {kind}", words):
            await line.execute(_NOTIFY, {"words": message})

    def _hear(self, message: str) -> None:
        process, kind, *words = message.split(" ")
        if process == self.name:
            return
        for word in words:
            table_id, _, more = word.partition(":")
            match kind:
                case "saved":
                    self._heard.happened(table_id, int(more))
                case "here":
                    self._heard.present(process, table_id, frozenset(map(int, filter(None, more.split(",")))))
                case "who":
                    self._heard.asked(table_id)

    # Minding tables -------------------------------------------------------------------------------------------------

    def unminded(self) -> tuple[ColumnElement[bool], ...]:
        """Tables that nobody minds, or this process, or one that is gone."""
        minder = schema.entry.c.minder
        return (or_(minder.is_(None), minder == self.name, minder.not_in(ALIVE)),)

    async def claim(self, table_id: str) -> bool:
        """May this process look after a table? If so, no other one will as long as this one is there."""
        columns = schema.entry.c
        mine = update(schema.entry).where(columns.table_id == table_id, *self.unminded()).values(minder=self.name)
        async with self._engine.begin() as line:
            return (await line.execute(mine.returning(columns.table_id))).first() is not None

    async def release(self, tables: Collection[str]) -> None:
        """Leave tables to whoever needs them next."""
        columns = schema.entry.c
        mine = select(columns.table_id).where(columns.table_id.in_(tables), columns.minder == self.name)
        mine = mine.with_for_update(skip_locked=True)  # one that is being written to is in use: it can wait
        async with self._engine.begin() as line:
            await line.execute(update(schema.entry).where(columns.table_id.in_(mine)).values(minder=None))


def packed(head: str, words: Iterable[str]) -> list[str]:
    """Words after a head, in as few messages as they fit into."""
    messages: list[str] = []
    for word in words:
        if not messages or len(messages[-1]) + 1 + len(word) > LONGEST:
            messages.append(head)
        messages[-1] += f" {word}"
    return messages


_NOW: ColumnElement[float] = literal_column("extract(epoch FROM clock_timestamp())::double precision")
ALIVE = select(schema.process.c.name).where(schema.process.c.seen > _NOW - LEASE)  # processes that are there
_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("words")))
_SIGN_OF_LIFE = """
    WITH mine AS (
        INSERT INTO process (name, seen) VALUES ($1, extract(epoch FROM clock_timestamp()))
        ON CONFLICT (name) DO UPDATE SET seen = excluded.seen
    ), gone AS (
        DELETE FROM process WHERE seen < extract(epoch FROM clock_timestamp()) - 3600
    )
    SELECT name FROM process WHERE seen > extract(epoch FROM clock_timestamp()) - $2::double precision
"""
