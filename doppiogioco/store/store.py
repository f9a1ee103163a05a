"""The store: one code path for SQLite and PostgreSQL, and one writer that commits everything waiting at once."""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, inspect, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from doppiogioco.engine.errors import DoppiogiocoError, MissingExtra
from doppiogioco.engine.words import N_

from . import schema

PRIVATE = 0o600  # of the file: it holds the key that signs seats, and every hidden answer
MOST_AT_ONCE = 500  # rows in one transaction


class Row(NamedTuple):
    """One event of a table as it is stored."""

    number: int
    kind: str
    data: str
    at: float


class Entry(NamedTuple):
    """Where a table stands."""

    table_id: str
    game: str
    stage: str
    listed: bool
    at: float


@dataclass
class Waiting:
    """An event on its way to the disk."""

    table_id: str
    row: Row
    entry: Entry
    saved: asyncio.Future[bool]


class Store:
    """The database of one server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._insert: Any = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        self._add_events, self._note_entries = self._statements()
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, where: str | Path) -> Store:
        """Open a database, a file or a URL, and bring its tables up to date; one sentence where that cannot be."""
        url = database_url(where)
        engine = create_async_engine(url, hide_parameters=True)  # or an error would tell the answers it was about
        store = cls(engine)
        try:
            file = _file_of(url)
            if file and not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch(mode=PRIVATE)
            if file:  # where it cannot be opened aiosqlite would leave a thread behind that outlives the loop
                sqlite3.connect(file).close()
            async with engine.connect() as connection:  # as it is: even how it keeps its journal may be another's
                await connection.run_sync(check_ours)
            if url.get_backend_name() == "sqlite":
                await engine.dispose()
                event.listen(engine.sync_engine, "connect", _prepare_sqlite)
            if file and file.stat().st_uid == os.getuid():  # only now: a mistyped path changes nobody else's file
                file.chmod(PRIVATE)
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
            await store.key()  # made where there is none: so what cannot be written to is found out now
        except Exception as error:
            await engine.dispose()
            text = N_("cannot use the database {name}: {reason}")
            raise DoppiogiocoError(text, name=shown(where), reason=_reason(error)) from error
        store._writer = asyncio.create_task(store._write(), name="store writer")
        return store

    def _statements(self) -> tuple[Any, Any]:
        """What is executed at every move, put together once: this takes longer than to execute it."""
        columns = schema.event.c
        add = self._insert(schema.event).on_conflict_do_nothing().returning(columns.table_id, columns.number)
        note = self._insert(schema.entry)
        changes = {name: note.excluded[name] for name in ("stage", "listed", "at")}
        return add, note.on_conflict_do_update(index_elements=["table_id"], set_=changes)

    async def close(self) -> None:
        """Save what is waiting, then close."""
        if self._writer:
            await self._queue.put(None)
            await self._writer
        await self._engine.dispose()

    # Reading --------------------------------------------------------------------------------------------------------

    async def rows(self, table_id: str, start: int = 0) -> list[Row]:
        """The events of a table, from number `start` on."""
        columns = schema.event.c
        query = (
            select(columns.number, columns.kind, columns.data, columns.at)
            .where(columns.table_id == table_id, columns.number >= start)
            .order_by(columns.number)
        )
        async with self._engine.connect() as connection:
            return [Row(*row) for row in await connection.execute(query)]

    async def entries(self, *stages: str) -> list[Entry]:
        """The tables at these stages, the youngest first."""
        columns = schema.entry.c
        query = select(schema.entry).where(columns.stage.in_(stages)).order_by(columns.at.desc())
        async with self._engine.connect() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def entries_of(self, table_ids: Collection[str]) -> list[Entry]:
        """Where these tables stand, the youngest first."""
        columns = schema.entry.c
        query = select(schema.entry).where(columns.table_id.in_(table_ids)).order_by(columns.at.desc())
        async with self._engine.connect() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def key(self) -> str:
        """The secret that signs seats; made at the first start, and the same for every server on this database."""
        fresh = {"name": "key", "value": secrets.token_urlsafe(32)}
        async with self._engine.begin() as connection:
            await connection.execute(self._insert(schema.setting).values(fresh).on_conflict_do_nothing())
            query = select(schema.setting.c.value).where(schema.setting.c.name == "key")
            return str((await connection.execute(query)).scalar_one())

    # Writing --------------------------------------------------------------------------------------------------------

    async def append(self, row: Row, entry: Entry) -> bool:
        """Add an event to a table. True once it is safe on disk; False if another event has its number already."""
        waiting = Waiting(entry.table_id, row, entry, asyncio.get_running_loop().create_future())
        await self._queue.put(waiting)
        return await waiting.saved

    async def _write(self) -> None:
        """Take everything that waits and commit it together: under load one flush to disk serves many tables."""
        while True:
            first = await self._queue.get()
            await self._let_others_join()
            batch = [] if first is None else [first]
            while batch and len(batch) < MOST_AT_ONCE and not self._queue.empty():
                following = self._queue.get_nowait()
                if following is None:
                    first = None
                    break
                batch.append(following)
            if batch:
                await self._commit(batch)
            if first is None:
                return

    async def _let_others_join(self) -> None:
        """Wait while events still come in: one commit for those that are being worked on now costs no more than one for
        the first alone. When nothing else goes on this takes no time."""
        waiting = -1
        while waiting < self._queue.qsize() < MOST_AT_ONCE:
            waiting = self._queue.qsize()
            await asyncio.sleep(0)

    async def _commit(self, batch: list[Waiting]) -> None:
        try:
            async with self._engine.begin() as connection:
                won = await self._save(connection, batch)
        except Exception as error:  # the waiting requests must hear of it; the writer itself goes on
            for waiting in batch:
                if not waiting.saved.done():
                    waiting.saved.set_exception(error)
            return
        for waiting in batch:
            if not waiting.saved.done():
                waiting.saved.set_result(id(waiting) in won)

    async def _save(self, connection: AsyncConnection, batch: list[Waiting]) -> set[int]:
        """Insert the events that are the first with their number; which of the batch these are."""
        by_number: dict[tuple[str, int], Waiting] = {}
        for waiting in batch:
            by_number.setdefault((waiting.table_id, waiting.row.number), waiting)
        rows = [{"table_id": table_id, **one.row._asdict()} for (table_id, _), one in by_number.items()]
        saved = [by_number[table_id, number] for table_id, number in await connection.execute(self._add_events, rows)]
        latest = {one.table_id: one.entry for one in sorted(saved, key=lambda one: one.row.number)}
        if latest:
            await self._note(connection, list(latest.values()))
        return {id(one) for one in saved}

    async def note(self, entry: Entry) -> None:
        """Where a table stands, when that follows from what the table dealt and not from an event of its own."""
        async with self._engine.begin() as connection:
            await self._note(connection, [entry])

    async def _note(self, connection: AsyncConnection, entries: list[Entry]) -> None:
        await connection.execute(self._note_entries, [entry._asdict() for entry in entries])


def database_url(where: str | Path) -> URL:
    """A file name or the URL of a database, with the driver that we use."""
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=text)
    url = make_url(text)
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql":
            try:
                import asyncpg  # noqa: F401
            except ImportError as missing:
                raise MissingExtra(N_("PostgreSQL needs asyncpg: pip install 'doppiogioco[postgres]'")) from missing
            return url.set(drivername="postgresql+asyncpg")
    raise DoppiogiocoError(N_("no database {name}; a file name or postgresql://…"), name=repr(text))


def shown(where: str | Path) -> str:
    """A database as it may be printed: without its password."""
    text = str(where)
    return make_url(text).render_as_string(hide_password=True) if "://" in text else text


def _file_of(url: URL) -> Path | None:
    """The file of an embedded database."""
    name = url.database or ""
    embedded = url.get_backend_name() == "sqlite" and name not in ("", ":memory:") and not name.startswith("file:")
    return Path(name) if embedded else None


def check_ours(connection: Connection) -> None:
    """Refuse the database of another program before anything is written to it."""
    there = set(inspect(connection).get_table_names())
    if there and not there >= set(schema.metadata.tables):
        raise DoppiogiocoError(N_("it belongs to another program"))


def _reason(error: Exception) -> str:
    """What is wrong, in the database's own words, without the statement."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0] or type(error).__name__


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def migrate(connection: Connection) -> None:
    """Bring the tables of a database up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def now() -> float:
    """The time that events carry."""
    return time.time()
