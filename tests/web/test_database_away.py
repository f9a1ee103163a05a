"""While the database is away people and programs are told to wait, by a status and a page of its own; a mistake of ours
is still called one."""

from __future__ import annotations

import logging
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from doppiogioco.store import Store
from doppiogioco.store import store as store_module
from doppiogioco.store.lines import is_away
from doppiogioco.web.app import create_app
from doppiogioco.web.live import AWAY

from .databases import Cluster
from .serving import run
from .test_app import JSON, Person, friendly, opened
from .test_seats import closed

WORDS = "The tables cannot be reached at the moment: try again in a few seconds"
REFRESH = '<meta http-equiv="refresh" content="5">'


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """One that may be stopped without anybody else noticing."""
    with Cluster() as running:
        yield running


def away(person: Person, table: str) -> None:
    """What is said at every kind of door."""
    looked = person.get("/t/unknown2")
    friendly(looked, 503, WORDS)
    assert (looked.headers["retry-after"], REFRESH in looked.text) == ("5", True)
    said = person.post(f"{table}/say", text="hello?")
    friendly(said, 503, WORDS)
    assert REFRESH not in said.text, "nothing can be fetched there"
    told = person.ask("POST", f"{table}/say", json={"text": "hello?"}, headers=JSON)
    assert (told.status_code, told.headers["retry-after"]) == (503, "5")
    assert told.json() == {"error": WORDS[0].lower() + WORDS[1:]}
    assert person.get("/health").status_code == 503


def test_a_postgresql_that_is_away_is_a_reason_to_wait(own_cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(create_app(own_cluster.fresh(), bot_pause=0)) as client:
        anna = Person(client)
        table = opened(anna)
        own_cluster.stop(signal.SIGQUIT)
        with caplog.at_level(logging.WARNING, "doppiogioco"):
            away(anna, table)
        assert anna.get(table).status_code == 200, "what is in memory can be looked at"
        assert not [record for record in caplog.records if record.exc_info], "no traces: it is no mistake of ours"
        assert caplog.messages and not any("Away" in line for line in caplog.messages), "the driver's word says more"
        client.cookies.clear()
        with client.websocket_connect("/t/unknown2/live") as socket:
            assert closed(socket) == AWAY
        own_cluster.start()
        assert anna.post(f"{table}/say", text="hello").status_code == 303


def test_a_file_that_another_program_holds_is_a_reason_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(connection: Any, _: object) -> None:
        connection.cursor().execute("PRAGMA busy_timeout = 0")

    monkeypatch.setattr(store_module, "prepare_sqlite", at_once)  # without its journal readers are kept out as well
    path = tmp_path / "tables.db"
    with TestClient(create_app(path, bot_pause=0)) as client:
        anna = Person(client)
        table = opened(anna)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        away(anna, table)
        other.execute("ROLLBACK")
        other.close()
        assert anna.post(f"{table}/say", text="hello").status_code == 303


def test_a_mistake_of_ours_is_called_one(database: Path | str) -> None:
    async def ask(words: str) -> None:
        store = await Store.open(database)
        try:
            async with store._lines.connect() as line:
                await line.execute(sa.text(words))
        finally:
            await store.close()

    for words in ("SELECT * FROM nothing", "SELEKT 1", "INSERT INTO setting (name) VALUES ('key')"):
        with pytest.raises(sa.exc.DBAPIError):
            run(lambda words=words: ask(words))


def test_a_broken_page_is_no_database_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as client:
        monkeypatch.setattr(Store, "rows", lambda *_: 1 / 0)
        friendly(Person(client).get("/t/unknown2"), 500, "Something went wrong here, not with you.")


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError(), FileNotFoundError(), TimeoutError(), sa.exc.TimeoutError()]
)
def test_a_line_that_cannot_be_had_is_away(error: Exception) -> None:
    assert is_away(error)
    assert not is_away(ZeroDivisionError())
