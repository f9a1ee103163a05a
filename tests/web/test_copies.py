"""A copy of a database that is in use, and a database from such a copy."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from doppiogioco.store import Store

from .databases import Cluster, program
from .serving import Server, run
from .test_app import Person, opened
from .test_crash import Client
from .test_host import Where, command, served


def test_a_table_in_play_is_copied_while_moves_go_on_and_goes_on_elsewhere(
    database: Where, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copy"
    again = tmp_path / "again.db" if isinstance(database, Path) else request.getfixturevalue("cluster").fresh()
    with Server(database) as server:
        client, other = Client(server, "secrets"), Client(server, "spies-and-lies")
        while client.acknowledged < 3:
            client.step()
        stop = threading.Event()
        thread = threading.Thread(target=other.play, args=(stop,))
        thread.start()
        done = command("backup", copy, "--database", database)
        stop.set()
        thread.join()
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy"]
        acknowledged, heard = client.acknowledged, list(client.heard)
    done = command("restore", copy, "--database", again)
    assert done.returncode == 0, done.stderr
    with Server(again) as server:
        client.server = other.server = server
        found = other.ask(other.table)["heard"]
        assert found == other.heard[: len(found)] or found[: len(other.heard)] == other.heard
        client.step()
        assert client.state["heard"][:acknowledged] == heard[:acknowledged]
        while other.state["stage"] == "playing":  # from wherever the copy found it
            other.step()
        assert other.state["heard"][: len(found)] == found


def test_a_copy_replaces_nothing_and_is_one(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with served(database) as client:
        opened(Person(client))
    assert command("backup", copy, "--database", database).returncode == 0
    kept = copy.read_bytes()
    for words, complaint in (
        (("backup", copy, "--database", database), "a backup replaces nothing"),
        (("restore", copy, "--database", database), "move it away first"),
        (("backup", tmp_path / "new.db", "--database", tmp_path / "nowhere.db"), "there is no file"),
        (("backup", tmp_path / "new.db", "--database", "postgresql://anna:geheim@127.0.0.1:1/tables"), "anna:***@"),
    ):
        done = command(*words)
        assert done.returncode == 2
        assert complaint in done.stderr
        assert "geheim" not in done.stderr
    assert copy.read_bytes() == kept
    copy.write_bytes(kept[:5_000])
    assert "is damaged" in command("restore", copy, "--database", tmp_path / "new.db").stderr
    copy.write_text("Dear diary, ...")
    assert "is damaged" in command("restore", copy, "--database", tmp_path / "new.db").stderr
    with sqlite3.connect(tmp_path / "other.db") as line:
        line.execute("CREATE TABLE recipe (name TEXT)")
    assert (
        "no tables of Doppiogioco"
        in command("restore", tmp_path / "other.db", "--database", tmp_path / "new.db").stderr
    )
    assert not (tmp_path / "new.db").exists()


def events_of(database: str) -> int:
    async def count() -> int:
        store = await Store.open(database)
        try:
            async with store._engine.connect() as line:
                return int((await line.execute(sa.text("SELECT count(*) FROM event"))).scalar_one())
        finally:
            await store.close()

    found: int = run(count)
    return found


def test_a_postgresql_database_that_holds_tables_is_replaced_only_where_that_was_said(
    cluster: Cluster, tmp_path: Path
) -> None:
    database, copy = cluster.fresh(), tmp_path / "copy"
    with served(database) as client:
        first = opened(Person(client))
        assert command("backup", copy, "--database", database).stdout == f"1 events in {copy}\n"
        second = opened(Person(client))
        used = command("restore", copy, "--database", database, "--replace")
        assert (used.returncode, "a server is using" in used.stderr) == (2, True)
    refused = command("restore", copy, "--database", database)
    assert (refused.returncode, "--replace" in refused.stderr) == (2, True)
    assert events_of(database) == 2
    damaged = tmp_path / "damaged"
    damaged.write_bytes(copy.read_bytes()[:-200])  # its list of contents is whole
    failed = command("restore", damaged, "--database", database, "--replace")
    assert failed.returncode == 2, failed.stdout
    assert events_of(database) == 2
    assert command("restore", copy, "--database", database, "--replace").returncode == 0
    with served(database) as client:
        assert client.get(first).status_code == 200
        assert client.get(second).status_code == 404


def test_what_is_no_copy_or_no_database_of_ours_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    database, copy = cluster.fresh(), tmp_path / "copy"
    copy.write_text("Dear diary, ...")
    assert "is damaged" in command("restore", copy, "--database", database).stderr
    assert "there is no file" in command("restore", tmp_path / "nowhere", "--database", database).stderr
    assert "holds no tables" in command("backup", tmp_path / "new", "--database", database).stderr
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "new.part").exists()


def test_the_password_of_postgresql_is_in_no_command_and_in_no_line(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The programs are told it by their environment; theirs are noted here by programs of the same name before them."""
    with served(plain := cluster.fresh()) as client:
        opened(Person(client))
    database, noted, folder = plain.replace("@", ":geheim@"), tmp_path / "noted", tmp_path / "bin"
    folder.mkdir()
    for name in ("pg_dump", "pg_restore"):
        (folder / name).write_text(f'#!/bin/sh\necho "$PGPASSWORD: $*" >> {noted}\nexec {program(name)} "$@"\n')
        (folder / name).chmod(0o700)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    again = cluster.fresh().replace("@", ":geheim@")
    told = [command("backup", tmp_path / "copy", "--database", database)]
    told += [command("restore", tmp_path / "copy", "--database", again) for _ in range(2)]
    assert [done.returncode for done in told] == [0, 0, 2]
    assert "geheim" not in "".join(done.stdout + done.stderr for done in told)
    for line in noted.read_text().splitlines():
        password, _, rest = line.partition(": ")
        assert password == "geheim"
        assert "geheim" not in rest


def test_a_program_that_is_missing_or_too_old_is_named(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(database := cluster.fresh()) as client:
        opened(Person(client))
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = ("backup", tmp_path / "copy", "--database", database)
    assert "there is no pg_dump here: install the client programs of PostgreSQL" in command(*asked).stderr
    (tmp_path / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    (tmp_path / "pg_dump").chmod(0o700)
    assert "pg_dump is of PostgreSQL 9, too old for a server of PostgreSQL" in command(*asked).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["pg_dump"]
