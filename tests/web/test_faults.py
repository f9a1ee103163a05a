"""What may go wrong below a table: a damaged row, a database that does not answer, a line that is cut. Nobody else
notices, nothing is lost, and what is said of it holds no secret."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import uvicorn
from litestar.testing import TestClient

from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.store import Store
from doppiogioco.store.places import database_url, shown
from doppiogioco.tables import tables as tables_module
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables
from doppiogioco.web.app import create_app
from doppiogioco.web.serve import serve
from doppiogioco.web.settings import Settings

from .databases import Cluster
from .serving import Server, run
from .test_tables import at_home, started, until


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


# Tables that cannot be read -------------------------------------------------------------------------------------------


def damage(path: Path, table: str, of_kind: str, **change: Any) -> None:
    with sqlite3.connect(path) as line:
        columns = ", ".join(f"{name} = ?" for name in change)
        done = line.execute(
            f"UPDATE event SET {columns} WHERE table_id = ? AND kind = ? AND number = "
            "(SELECT max(number) FROM event WHERE table_id = ? AND kind = ?)",
            (*change.values(), table, of_kind, table, of_kind),
        )
        assert done.rowcount == 1


OLD = {"game": "secrets", "version": 0, "seats": 4, "options": {}, "pace": 0, "listed": True, "seed": "x"}
DAMAGE: dict[str, Callable[[Path, str], None]] = {
    "an illegal move": lambda path, table: damage(path, table, "moved", data='{"seat": 0, "answers": [99]}'),
    "cut JSON": lambda path, table: damage(path, table, "moved", data='{"seat": 0, "ans'),
    "an unknown kind": lambda path, table: damage(path, table, "moved", kind="danced"),
    "a missing event": lambda path, table: damage(path, table, "started", number=900),
    "older rules": lambda path, table: damage(path, table, "opened", data=json.dumps(OLD)),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_table_that_cannot_be_read_is_set_aside_and_all_others_go_on(
    database: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def begin(tables: Tables) -> tuple[str, str]:
        broken, whole = await started(tables), await started(tables)
        for table in (broken, whole):
            seat = table.playing().waiting[0]
            answer = int(table.playing().legal(seat)[0])
            await tables.do(table, lambda t=table, s=seat, a=answer: t.check_move(s, [a], None, "en"))  # type: ignore[misc]
        return broken.id, whole.id

    broken, whole = at_home(database, begin)
    DAMAGE[name](database, broken)
    with caplog.at_level(logging.ERROR), TestClient(create_app(database, bot_pause=0)) as client:
        home = client.get("/", headers={"accept": "application/json"})
        assert [table["table"] for table in home.json()["tables"]] == [whole]
        assert client.get(f"/t/{whole}").status_code == 200
        answer = client.get(f"/t/{broken}", headers={"accept-language": "en"})
        assert answer.status_code == 410
        assert ("version 0 of the rules" if name == "older rules" else "cannot be read") in answer.text
        assert client.get(f"/t/{broken}/record.json").status_code == 410
    told = [record for record in caplog.records if broken in record.getMessage()]
    assert len(told) == 1
    assert "answers" not in told[0].getMessage()
    with sqlite3.connect(database) as line:  # what is stored of it stays
        assert line.execute("SELECT count(*) FROM event WHERE table_id = ?", (broken,)).fetchone()[0] > 5


@pytest.mark.parametrize("game", ["agent-avenue", "spies-and-lies", "spywhere", "top-secret-spies"])
def test_a_table_that_does_not_say_its_rules_was_played_by_the_first(database: Path, game: str) -> None:
    """The first tables did not say; where the rules are still those of then, it goes on."""

    async def begin(tables: Tables) -> tuple[str, str]:
        found = [await tables.open(name, 4, {}) for name in (game, "secrets")]
        for table in found:
            damage(database, table.id, "opened", data=json.dumps(untold((await tables.store.rows(table.id))[0].data)))
        return found[0].id, found[1].id

    old, as_ever = at_home(database, begin)
    with TestClient(create_app(database, bot_pause=0)) as client:
        assert client.get(f"/t/{as_ever}").status_code == 200
        for language, words in (
            ("en", "by version 1 of the rules; this server plays"),
            ("it", "la versione 1 delle regole"),
        ):
            answer = client.get(f"/t/{old}", headers={"accept-language": language})
            assert answer.status_code == 410
            assert words in answer.text


def untold(data: str) -> dict[str, Any]:
    """How a table was opened, without its version."""
    found: dict[str, Any] = json.loads(data)
    assert found.pop("version") == find(found["game"]).version
    return found


def test_a_table_says_by_which_rules_it_is_played(database: Path) -> None:
    async def look(tables: Tables) -> dict[str, Any]:
        table = await tables.open("secrets", 4, {})
        data: dict[str, Any] = json.loads((await tables.store.rows(table.id))[0].data)
        assert data["version"] == table.game.version
        return data

    at_home(database, look)


# A database that does not answer --------------------------------------------------------------------------------------


class Passing(Store):
    """A store whose disk is away for the next few writes."""

    faults = 0

    async def append(self, row: Any, entry: Any) -> bool:
        if Passing.faults:
            Passing.faults -= 1
            raise sa.exc.OperationalError("INSERT", {"data": "a hidden answer"}, sqlite3.OperationalError("locked"))
        return await super().append(row, entry)


def test_bots_go_on_after_a_passing_fault(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tables_module, "PATIENCE", 0.01)

    async def main() -> None:
        store = await Passing.open(database)
        tables = Tables(store, usual_bot, bot_pause=0)
        table = await started(tables, people=0)
        Passing.faults = 3
        await until(lambda: table.stage == "over", seconds=120)
        assert Passing.faults == 0
        await tables.close()
        await store.close()

    with caplog.at_level(logging.ERROR):
        run(main)
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 3
    assert all("trying again" in line and "hidden" not in line for line in told)


def test_a_clock_goes_on_after_a_passing_fault(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "PATIENCE", 0.01)

    async def main() -> None:
        store = await Passing.open(database)
        tables = Tables(store, usual_bot, bot_pause=600)
        table = await started(tables, pace=30)
        late = table.playing().waiting[0]
        Passing.faults = 2
        table.asked_at[late] -= 31
        await until(lambda: table.seats[late].stand_in, seconds=120)
        await tables.close()
        await store.close()

    run(main)


class Slow(Store):
    """A store that can be held between saving and saying so."""

    saved: asyncio.Event
    go_on: asyncio.Event

    async def append(self, row: Any, entry: Any) -> bool:
        won = await super().append(row, entry)
        if row.kind == "moved":
            self.saved.set()
            await self.go_on.wait()
        return won


def test_a_move_that_was_saved_is_taken_in_though_its_line_is_cut(database: Path) -> None:
    async def main() -> None:
        store = await Slow.open(database)
        assert isinstance(store, Slow)
        store.saved, store.go_on = asyncio.Event(), asyncio.Event()
        tables = Tables(store, usual_bot, bot_pause=600)
        table = await started(tables)
        seat, before = table.playing().waiting[0], len(table.playing().history)
        answer = int(table.playing().legal(seat)[0])
        wish = asyncio.create_task(tables.do(table, lambda: table.check_move(seat, [answer], None, "en")))
        await store.saved.wait()
        rung = tables.watchers(table).rung
        wish.cancel()
        with pytest.raises(asyncio.CancelledError):
            await wish
        store.go_on.set()
        await until(lambda: tables.watchers(table).rung > rung)
        assert len(table.playing().history) > before
        assert table.number == len(await store.rows(table.id))
        await tables.close()
        await store.close()

    run(main)


def test_a_table_that_catches_up_lets_its_bots_go_on(database: Path) -> None:
    """Another process has moved, and now it is a bot's turn here."""

    async def main() -> None:
        store = await Store.open(database)
        tables, other = Tables(store, usual_bot, bot_pause=0), Tables(store, usual_bot, bot_pause=600)
        table = await started(tables, people=4)
        same = await other.table(table.id)
        seat = table.playing().waiting[0]
        await other.do(same, lambda: same.check_stand_in(seat, "host"))
        await other.close()
        await tables.try_to(table, lambda: table.check_say(0, "P0", "hello"))  # loses the race for the number
        assert table.seats[seat].stand_in
        before = len(table.playing().history)
        await until(lambda: len(table.playing().history) > before, seconds=60)
        await tables.close()
        await store.close()

    run(main)


# Databases that are none, and secrets at rest -------------------------------------------------------------------------


def another_programs(path: Path) -> str:
    with sqlite3.connect(path) as line:
        line.execute("CREATE TABLE recipe (name TEXT)")
    return "belongs to another program"


def no_database(path: Path) -> str:
    path.write_text("Dear diary, ...")
    return "file is not a database"


def a_folder(path: Path) -> str:
    path.mkdir()
    return "unable to open database file"


@pytest.mark.parametrize("make", [another_programs, no_database, a_folder])
def test_a_wrong_database_is_one_sentence_and_is_left_alone(tmp_path: Path, make: Callable[[Path], str]) -> None:
    path = tmp_path / "wrong.db"
    words = make(path)
    if path.is_file():
        path.chmod(0o644)
    before = (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
    command = [sys.executable, "-m", "doppiogioco", "serve", "--port", "0", "--database", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert done.stdout == ""  # no address that nobody serves
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert (path.stat().st_mode, path.read_bytes() if path.is_file() else b"") == before


def test_a_database_that_cannot_be_written_to_is_one_sentence(database: Path) -> None:
    at_home(database, started)
    with pytest.raises(DoppiogiocoError, match="readonly database"):
        run(lambda: Store.open(f"sqlite:///file:{database}?mode=ro&uri=true"))


def test_a_name_that_looks_like_a_flag_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "doppiogioco", "serve", "--database", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert done.returncode != 0
    assert "looks like a flag" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_second_server_on_the_same_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    command = [sys.executable, "-m", "doppiogioco", "serve", "--port", "0", "--database", str(path)]
    with Server(path):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert "another server is using it" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""
    with Server(path):  # as soon as the first one has ended
        pass
    several = subprocess.run([*command, "--processes", "2"], capture_output=True, text=True, timeout=120, check=False)
    assert several.returncode == 2
    assert "several processes need a database that they can share" in several.stderr


def test_a_server_that_is_asked_to_end_closes_its_database(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db") as server:
        journals = {path.name for path in tmp_path.iterdir()}
        process = server._process
    assert process
    assert process.returncode == 0
    assert journals > {"tables.db"}, "they are read at the next start, if nobody has closed the database"
    assert {path.name for path in tmp_path.iterdir()} == {"tables.db"}


def test_only_its_owner_reads_the_file(database: Path) -> None:
    async def opened(_: Tables) -> None:
        for path in database.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name

    at_home(database, opened)
    database.chmod(0o644)  # as an older version left it
    at_home(database, opened)


def test_the_line_that_serve_prints_holds_no_password(cluster: Cluster, tmp_path: Path) -> None:
    """The cluster asks for none, and takes any."""
    errors, address = tmp_path / "errors", cluster.fresh()
    with Server(address.replace("//doppiogioco@", "//doppiogioco:geheim@"), errors=errors) as server:
        assert f"tables are kept in {address.replace('//doppiogioco@', '//doppiogioco:***@')}" in server.announced
        assert "geheim" not in server.announced
    assert "geheim" not in errors.read_text()


def test_a_password_is_not_shown() -> None:
    assert shown("postgresql://anna:geheim@db/tables") == "postgresql://anna:***@db/tables"
    for wrong in ("mysql://anna:geheim@db/tables", "postgresql://anna:geheim@db:port/tables", "://anna:geheim@"):
        with pytest.raises(DoppiogiocoError, match="no database") as refused:
            database_url(wrong)
        assert "geheim" not in str(refused.value)
    assert shown("tables.db") == "tables.db"
    asked = "postgresql://db/tables?{}=geheim&sslmode=require&application_name=x"
    for name in ("password", "sslpassword", "PASSWORD", "p%61ssword"):
        assert shown(asked.format(name)) == asked.format(name).replace("geheim", "***")
    assert (
        shown("postgresql://anna:ge?heim@db/tables?password=geheim") == "postgresql://anna:***@db/tables?password=***"
    )


def test_an_error_of_the_database_does_not_tell_what_it_was_about(database: Path) -> None:
    async def fail(tables: Tables) -> str:
        async with tables.store._engine.begin() as line:
            await line.execute(sa.text("DROP TABLE entry"))
        table = Table("t")
        with pytest.raises(sa.exc.SQLAlchemyError) as caught:
            await tables.store.append(tables_module.Row(0, "moved", '{"answers": [7]}', 1.0), table_entry(table))
        return str(caught.value)

    assert "answers" not in at_home(database, fail)


def table_entry(table: Table) -> Any:
    return tables_module.Entry(table.id, "secrets", "open", True, 1.0)


# A busy machine -------------------------------------------------------------------------------------------------------


def test_a_live_page_has_time_to_answer_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[uvicorn.Config] = []

    async def noted(server: uvicorn.Server, sockets: list[Any]) -> None:
        started.append(server.config)
        sockets[0].close()

    monkeypatch.setattr(uvicorn.Server, "serve", noted)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(serve, Settings(port=0, database=str(tmp_path / "tables.db"))).result()
    [config] = started
    assert config.ws_ping_timeout is not None
    assert config.ws_ping_timeout >= 60
