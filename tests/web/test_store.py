"""The store: added rows only, one winner per number, everything there after a restart, two databases one code path."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.store import Entry, Row, Store, schema
from doppiogioco.store.places import database_url, migrate

from .databases import Cluster
from .serving import run

Where = Path | str


def at(database: Where, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Do some work on a store, and close it."""

    async def main() -> Any:
        store = await Store.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return run(main)


def entry(table: str, stage: str = "open") -> Entry:
    return Entry(table, "secrets", stage, True, 1.5)


def test_what_was_saved_is_there_after_a_restart(database: Where) -> None:
    rows = [Row(0, "opened", '{"è": 1}', 1.25), Row(1, "sat", "{}", 2.5)]

    async def save(store: Store) -> None:
        for row in rows:
            assert await store.append(row, entry("a"))

    at(database, save)
    assert at(database, lambda store: store.rows("a")) == rows
    assert at(database, lambda store: store.rows("a", 1)) == rows[1:]
    assert at(database, lambda store: store.rows("b")) == []


def test_of_writers_that_race_for_a_number_one_wins(database: Where) -> None:
    async def race(store: Store) -> list[bool]:
        return await asyncio.gather(*(store.append(Row(0, f"k{i}", "{}", 1.0), entry("a")) for i in range(20)))

    assert at(database, race) == [True] + [False] * 19

    async def again(store: Store) -> tuple[bool, list[Row]]:
        return await store.append(Row(0, "late", "{}", 2.0), entry("a")), await store.rows("a")

    won, rows = at(database, again)
    assert not won
    assert [row.kind for row in rows] == ["k0"]


def test_two_stores_on_one_file_cannot_both_win(database: Where) -> None:
    async def main() -> list[bool]:
        one, other = await Store.open(database), await Store.open(database)
        results = await asyncio.gather(
            *(store.append(Row(n, "move", "{}", 1.0), entry("a")) for n in range(20) for store in (one, other))
        )
        await one.close()
        await other.close()
        return results

    assert sum(run(main)) == 20


def test_the_lists_follow_the_latest_event(database: Where) -> None:
    async def play(store: Store) -> list[Entry]:
        await store.append(Row(0, "opened", "{}", 1.0), entry("a"))
        await store.append(Row(0, "opened", "{}", 1.0), entry("b"))
        await store.append(Row(1, "started", "{}", 2.0), entry("a", "playing")._replace(at=2.0))
        await store.append(Row(1, "refused", "{}", 3.0), entry("a", "closed"))  # another event has this number
        store.note(entry("b", "over"))
        await store.append(Row(0, "opened", "{}", 1.0), entry("c", "over"))  # what was noted before it is noted then
        return await store.entries("open", "playing", "closed")

    assert at(database, play) == [Entry("a", "secrets", "playing", True, 2.0)]


def test_the_key_is_made_once(database: Where) -> None:
    key = at(database, lambda store: store.key())
    assert len(key) >= 32
    assert at(database, lambda store: store.key()) == key


def test_what_cannot_be_saved_is_told_and_the_writer_goes_on(database: Where) -> None:
    async def fail(store: Store) -> bool:
        with pytest.raises(sa.exc.SQLAlchemyError):
            await store.append(Row(0, None, "{}", 1.0), entry("a"))  # type: ignore[arg-type]
        return await store.append(Row(0, "opened", "{}", 1.0), entry("a"))

    assert at(database, fail)


def test_what_waits_is_saved_before_closing(database: Where) -> None:
    async def main() -> list[bool]:
        store = await Store.open(database)
        waiting = [asyncio.ensure_future(store.append(Row(n, "m", "{}", 1.0), entry("a"))) for n in range(1_200)]
        await asyncio.sleep(0)
        await store.close()
        return await asyncio.gather(*waiting)

    assert all(run(main))
    assert len(at(database, lambda store: store.rows("a"))) == 1_200


def test_the_migrations_make_the_declared_tables(database: Where) -> None:
    def differences(connection: sa.Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), schema.metadata)

    async def compare(store: Store) -> Any:
        async with store._engine.connect() as line:
            return await line.run_sync(differences)

    assert at(database, compare) == []


def test_a_database_of_the_first_version_is_brought_up_to_date(database: Where) -> None:
    def first(connection: sa.Connection) -> None:
        migrate(connection, "0001")
        for number in range(3):
            connection.execute(sa.text(f"INSERT INTO event VALUES ('a', {number}, 'moved', '{{}}', 1.5)"))
        for name, stage in (("a", "playing"), ("b", "over")):
            connection.execute(sa.text(f"INSERT INTO entry VALUES ('{name}', 'secrets', '{stage}', true, 2.5)"))

    async def older() -> None:
        engine = create_async_engine(database_url(database))
        async with engine.begin() as line:
            await line.run_sync(first)
        await engine.dispose()

    async def look(store: Store) -> tuple[Any, Any, Any]:
        return await store.due(3.0, 10), await store.numbers(["a", "b"]), await store.entries("playing", "over")

    run(older)
    due, numbers, entries = at(database, look)
    assert due == ["a"], "every game in play is looked at once"
    assert numbers == {"a": 2, "b": 0}
    assert {entry.stage for entry in entries} == {"playing", "over"}
    with pytest.raises(DoppiogiocoError, match="cannot use the database"):  # of a version that is yet to come
        run(lambda: later(database))


async def later(database: Where) -> None:
    engine = create_async_engine(database_url(database))
    async with engine.begin() as line:
        await line.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    await Store.open(database)


def test_database_names() -> None:
    assert str(database_url("x/y.db")) == "sqlite+aiosqlite:///x/y.db"
    assert str(database_url("sqlite:///z.db")) == "sqlite+aiosqlite:///z.db"
    for name in ("postgres", "postgresql", "postgresql+psycopg"):
        assert str(database_url(f"{name}://anna@db/tables")) == "postgresql+asyncpg://anna@db/tables"
    with pytest.raises(DoppiogiocoError, match="no database"):
        database_url("mysql://localhost/x")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_an_address_as_hosts_of_databases_hand_it_out(cluster: Cluster, scheme: str) -> None:
    """Whether the line is encrypted is told in PostgreSQL's words, of which the driver takes the same values."""
    for mode in ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"):
        url = database_url(f"{scheme}://anna@db/tables?sslmode={mode}&application_name=x")
        assert url.query == {"ssl": mode, "application_name": "x"}
    address = cluster.fresh().replace("postgresql", scheme)

    async def opened(mode: str) -> None:
        await (await Store.open(f"{address}&sslmode={mode}")).close()

    run(lambda: opened("require"))  # over the cluster's socket, where nothing is encrypted whatever is said
    with pytest.raises(DoppiogiocoError, match="must be one of: disable"):
        run(lambda: opened("perhaps"))
