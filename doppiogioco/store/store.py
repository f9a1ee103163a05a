"""The store: one code path for SQLite and PostgreSQL, and one writer that commits everything waiting at once."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import delete, event, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_

from . import schema
from .codes import Codes
from .company import Alone, Company
from .lines import Lines
from .places import (
    PRIVATE,
    check_ours,
    database_url,
    file_of,
    hold,
    make_private,
    migrate,
    prepare_sqlite,
    reason_of,
    shown,
)

logger = logging.getLogger("doppiogioco")

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
    number: int = 0  # of the event after which it stands so
    due: float | None = None  # when somebody has to look at it by themselves, or earlier


@dataclass
class Waiting:
    """An event on its way to the disk, or only where its table stands."""

    row: Row | None
    entry: Entry
    saved: asyncio.Future[bool] | None = None

    def tell(self, *, won: bool) -> None:
        """Whoever waits for it hears what became of it."""
        if self.saved and not self.saved.done():
            self.saved.set_result(won)

    def fail(self, error: Exception) -> None:
        """Whoever waits for it hears why nothing became of it."""
        if self.saved and not self.saved.done():
            self.saved.set_exception(error)


@dataclass
class Counted:
    """What has been saved since the start."""

    events: int = 0
    commits: int = 0  # transactions that saved them
    failures: int = 0  # and those that could not
    seconds: float = 0.0  # spent in transactions


class Store:
    """The database of one server."""

    def __init__(self, engine: AsyncEngine) -> None:
        shared = engine.dialect.name == "postgresql"
        self._engine, self._lines = engine, Lines(engine)
        self._insert: Any = postgresql.insert if shared else sqlite.insert
        self._add_events, self._note_entries = self._statements()
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._held: int | None = None  # the file, kept from others
        self.counted = Counted()
        self.codes = Codes(self._lines, self._insert)
        self.company: Alone = Company(engine) if shared else Alone()

    @classmethod
    async def open(cls, where: str | Path, *, hold_file: bool = False) -> Store:
        """Open a database, a file or a URL, and bring its tables up to date; one sentence where that cannot be.

        A server holds the file of its database: no other server can use it at the same time.
        """
        url = database_url(where)
        engine = create_async_engine(url, hide_parameters=True)  # or an error would tell the answers it was about
        store = cls(engine)
        try:
            if file := file_of(url):
                make_private(file)
                if hold_file:
                    store._held = hold(file)
                # Where it cannot be opened aiosqlite would leave a thread behind that outlives the loop.
                sqlite3.connect(file).close()
            async with engine.connect() as connection:  # as it is: even how it keeps its journal may be another's
                await connection.run_sync(check_ours)
            if url.get_backend_name() == "sqlite":
                await engine.dispose()
                event.listen(engine.sync_engine, "connect", prepare_sqlite)
            if file and file.stat().st_uid == os.getuid():  # only now: a mistyped path changes nobody else's file
                file.chmod(PRIVATE)
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
            await store.key()  # made where there is none: so what cannot be written to is found out now
        except Exception as error:
            await store._let_go()
            text = N_("cannot use the database {name}: {reason}")
            raise DoppiogiocoError(text, name=shown(where), reason=reason_of(error)) from error
        store._writer = asyncio.create_task(store._write(), name="store writer")
        return store

    def _statements(self) -> tuple[Any, Any]:
        """What is executed at every move, put together once: this takes longer than to execute it."""
        columns = schema.event.c
        add = self._insert(schema.event).on_conflict_do_nothing().returning(columns.table_id, columns.number)
        note = self._insert(schema.entry)
        changes = {name: note.excluded[name] for name in ("stage", "listed", "at", "number", "due")}
        later = schema.entry.c.number <= note.excluded.number  # another process may have gone on already
        return add, note.on_conflict_do_update(index_elements=["table_id"], set_=changes, where=later)

    async def close(self) -> None:
        """Save what is waiting, then close."""
        if self._writer:
            await self._queue.put(None)
            await self._writer
        await self._let_go()

    async def _let_go(self) -> None:
        await self._engine.dispose()
        if self._held is not None:  # only after SQLite has closed the file: closing it once takes away all its locks
            os.close(self._held)
            self._held = None

    # Reading --------------------------------------------------------------------------------------------------------

    async def rows(self, table_id: str, start: int = 0) -> list[Row]:
        """The events of a table, from number `start` on."""
        columns = schema.event.c
        query = (
            select(columns.number, columns.kind, columns.data, columns.at)
            .where(columns.table_id == table_id, columns.number >= start)
            .order_by(columns.number)
        )
        async with self._lines.connect() as connection:
            return [Row(*row) for row in await connection.execute(query)]

    async def entries(self, *stages: str) -> list[Entry]:
        """The tables at these stages, the youngest first."""
        columns = schema.entry.c
        return await self._entries(_STANDS.where(columns.stage.in_(stages)).order_by(columns.at.desc()))

    async def listed(self, stage: str, most: int, since: float = 0.0) -> list[Entry]:
        """Some tables that anybody may find, at which something has happened since then, the youngest first."""
        columns = schema.entry.c
        wanted = columns.stage == stage, columns.listed.is_(True), columns.at >= since
        return await self._entries(_STANDS.where(*wanted).order_by(columns.at.desc()).limit(most))

    async def _entries(self, query: Any) -> list[Entry]:
        async with self._lines.connect() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def due(self, by: float, most: int) -> list[str]:
        """Some tables that somebody has to look at and that no other process minds, the longest due first."""
        columns = schema.entry.c
        query = select(columns.table_id).where(columns.due <= by, *self.company.unminded()).order_by(columns.due)
        async with self._lines.connect() as connection:
            return list((await connection.execute(query.limit(most))).scalars())

    async def numbers(self, tables: Collection[str]) -> dict[str, int]:
        """The numbers of the last events of some tables."""
        columns, wanted, found = schema.entry.c, list(tables), dict[str, int]()
        async with self._lines.connect() as connection:
            for start in range(0, len(wanted), MOST_AT_ONCE):
                some = columns.table_id.in_(wanted[start : start + MOST_AT_ONCE])
                rows = await connection.execute(select(columns.table_id, columns.number).where(some))
                found.update((table_id, number) for table_id, number in rows)
        return found

    async def stage(self, table_id: str) -> str | None:
        """Where a table stands, in one word; it is known even when its events are gone."""
        query = select(schema.entry.c.stage).where(schema.entry.c.table_id == table_id)
        async with self._lines.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def entry(self, table_id: str) -> Entry | None:
        """All that is noted of where a table stands."""
        columns = [schema.entry.c[name] for name in Entry._fields]
        return next(iter(await self._entries(select(*columns).where(schema.entry.c.table_id == table_id))), None)

    async def entries_of(self, table_ids: Collection[str]) -> list[Entry]:
        """Where these tables stand, the youngest first."""
        columns = schema.entry.c
        return await self._entries(_STANDS.where(columns.table_id.in_(table_ids)).order_by(columns.at.desc()))

    async def key(self) -> str:
        """The secret that signs seats; made at the first start, and the same for every server on this database."""
        fresh = {"name": "key", "value": secrets.token_urlsafe(32)}
        async with self._lines.begin() as connection:
            await connection.execute(self._insert(schema.setting).values(fresh).on_conflict_do_nothing())
            query = select(schema.setting.c.value).where(schema.setting.c.name == "key")
            return str((await connection.execute(query)).scalar_one())

    async def notebook(self, table_id: str, holder: str) -> str:
        """What somebody has written down at a table; empty where nothing is."""
        columns = schema.notebook.c
        query = select(columns.pages).where(columns.table_id == table_id, columns.holder == holder)
        async with self._lines.connect() as connection:
            return str((await connection.execute(query)).scalar_one_or_none() or "")

    async def notebooks(self, table_id: str) -> list[tuple[str, str]]:
        """All notebooks of a table: whose each is, and what is in it."""
        columns = schema.notebook.c
        query = select(columns.holder, columns.pages).where(columns.table_id == table_id).order_by(columns.holder)
        async with self._lines.connect() as connection:
            return [(holder, pages) for holder, pages in await connection.execute(query)]

    async def write_notebook(self, table_id: str, holder: str, pages: str) -> None:
        """Keep what somebody has written down, in place of what they wrote before."""
        fresh = self._insert(schema.notebook).values(table_id=table_id, holder=holder, pages=pages)
        fresh = fresh.on_conflict_do_update(index_elements=["table_id", "holder"], set_={"pages": fresh.excluded.pages})
        async with self._lines.begin() as connection:
            await connection.execute(fresh)

    async def can_write(self) -> None:
        """Write something that means nothing; an error if that cannot be."""
        told = self._insert(schema.setting).values(name="health", value=str(now()))
        told = told.on_conflict_do_update(index_elements=["name"], set_={"value": told.excluded.value})
        async with self._lines.begin() as connection:
            await connection.execute(told)

    # Writing --------------------------------------------------------------------------------------------------------

    async def append(self, row: Row, entry: Entry) -> bool:
        """Add an event to a table. True once it is safe on disk; False if another event has its number already."""
        waiting = Waiting(row, entry, asyncio.get_running_loop().create_future())
        await self._queue.put(waiting)
        assert waiting.saved
        return await waiting.saved

    def note(self, entry: Entry) -> None:
        """Where a table stands, when that follows from what the table dealt and not from an event of its own.

        Nobody waits for it: where it cannot be saved the table is looked at too early, and it is noted then.
        """
        self._queue.put_nowait(Waiting(None, entry))

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

    @property
    def waiting(self) -> int:
        """How many events wait to be saved."""
        return self._queue.qsize()

    async def _commit(self, batch: list[Waiting]) -> None:
        start = time.perf_counter()
        try:
            async with self._lines.begin() as connection:
                won = await self._save(connection, batch)
        except Exception as error:  # the waiting requests must hear of it; the writer itself goes on
            self.counted.failures += 1
            for waiting in batch:
                waiting.fail(error)
            return
        self.counted.events += len(won)
        self.counted.commits += 1
        self.counted.seconds += time.perf_counter() - start
        for waiting in batch:
            waiting.tell(won=id(waiting) in won)

    async def _save(self, connection: AsyncConnection, batch: list[Waiting]) -> set[int]:
        """Insert the events that are the first with their number; which of the batch these are."""
        by_number: dict[tuple[str, int], Waiting] = {}
        rows = []
        for waiting in batch:
            if waiting.row and (key := (waiting.entry.table_id, waiting.row.number)) not in by_number:
                by_number[key] = waiting
                rows.append({"table_id": waiting.entry.table_id, **waiting.row._asdict()})
        rows.sort(key=lambda row: (row["table_id"], row["number"]))  # two processes never wait for each other in a ring
        added = await connection.execute(self._add_events, rows) if rows else ()
        saved = {id(by_number[table_id, number]) for table_id, number in added}
        stand: dict[str, Entry] = {}
        for waiting in batch:  # where each table stands in the end: a later number, or a later word on the same one
            entry = waiting.entry
            if (waiting.row is None or id(waiting) in saved) and (
                entry.table_id not in stand or stand[entry.table_id].number <= entry.number
            ):
                stand[entry.table_id] = entry
        if stand:
            await connection.execute(self._note_entries, [stand[table_id]._asdict() for table_id in sorted(stand)])
        if saved:
            await self.company.tell(connection, [key for key, one in by_number.items() if id(one) in saved])
        return saved

    async def adopt(self, entry: Entry, rows: Collection[Row], notebooks: Collection[tuple[str, str]]) -> bool:
        """Take in a whole table from elsewhere, or nothing of it: False if there is one of this name already."""
        name = {"table_id": entry.table_id}
        add = self._insert(schema.entry).on_conflict_do_nothing().returning(schema.entry.c.table_id)
        async with self._lines.begin() as connection:
            if (await connection.execute(add, entry._asdict())).first() is None:
                return False
            await connection.execute(insert(schema.event), [name | row._asdict() for row in rows])
            if notebooks:
                books = [name | {"holder": holder, "pages": pages} for holder, pages in notebooks]
                await connection.execute(insert(schema.notebook), books)
        return True

    async def rest(self, table_id: str) -> None:
        """Nobody needs to look at a table any more before somebody asks for it."""
        async with self._lines.begin() as connection:
            await connection.execute(update(schema.entry).where(schema.entry.c.table_id == table_id).values(due=None))

    async def prune(self, before: float, most: int = MOST_AT_ONCE) -> int:
        """Forget what happened at some tables that ended before then; that they were there is remembered. How many."""
        columns = schema.entry.c
        ended = columns.stage.in_(("over", "closed")), columns.listed.in_((True, False)), columns.at < before
        async with self._lines.begin() as connection:
            found = list((await connection.execute(select(columns.table_id).where(*ended).limit(most))).scalars())
            if found:
                for rows in (schema.event, schema.notebook):
                    await connection.execute(delete(rows).where(rows.c.table_id.in_(found)))
                gone = update(schema.entry).where(columns.table_id.in_(found)).values(stage="pruned", due=None)
                await connection.execute(gone)
        return len(found)


_STANDS = select(*[schema.entry.c[name] for name in Entry._fields[:5]])  # what lists show; every version has had it


def now() -> float:
    """The time that events carry."""
    return time.time()
