"""One table as a file: all of it, into another database, also where it cannot be read."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from doppiogioco.doors.asking import Asking
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.store import Row, Store
from doppiogioco.store.store import now
from doppiogioco.tables.refusals import NotFound, Refused
from doppiogioco.tables.table import DAY
from doppiogioco.tables.table_file import export_table, import_table
from doppiogioco.tables.tables import Tables

from .serving import command, run
from .test_doors import moves
from .test_tables import at_home, started

JSON = {"accept": "application/json"}


async def with_a_past(tables: Tables) -> str:
    """A table at which something has happened, and somebody has written something down."""
    table = await started(tables, people=3)
    await tables.do(table, lambda: table.check_say(1, "P1", "Pérché no? 🦊"))
    await tables.do(table, lambda: table.check_renew(2))
    if not table.seats[table.playing().waiting[0]].bot:
        await tables.do(table, moves(table))
    await tables.store.write_notebook(table.id, table.seats[2].holder, '{"text": "P1 bluffs", "marks": {}}')
    return table.id


def stored(database: Path | str, name: str) -> tuple[list[Row], list[tuple[str, str]]]:
    async def main() -> tuple[list[Row], list[tuple[str, str]]]:
        store = await Store.open(database)
        try:
            return await store.rows(name), await store.notebooks(name)
        finally:
            await store.close()

    found: tuple[list[Row], list[tuple[str, str]]] = run(main)
    return found


def moved(database: Path | str, name: str, file: Path, other: Path | str) -> Any:
    async def main() -> Any:
        here, there = await Store.open(database), await Store.open(other)
        try:
            await export_table(here, name, file)
            with pytest.raises(DoppiogiocoError, match="there already"):
                await export_table(here, name, file)
            found = await import_table(there, file)
            with pytest.raises(Refused, match="nothing is replaced"):
                await import_table(there, file)
            return found
        finally:
            await here.close()
            await there.close()

    return run(main)


def test_a_table_comes_whole_into_another_database_and_goes_on(database: Path | str, tmp_path: Path) -> None:
    name, file, other = at_home(database, with_a_past), tmp_path / "table.json", tmp_path / "other.db"
    found, links = moved(database, name, file, other)
    assert (found, [person for person, _ in links]) == (name, ["P0", "P1", "P2"])
    assert stored(other, name) == stored(database, name)
    assert file.stat().st_mode & 0o777 == 0o600
    content = json.loads(file.read_text(encoding="utf-8"))
    assert (content["doppiogioco"], content["format"]) == ("table", 1)
    assert content["events"][0]["data"]["game"] == "secrets"
    assert "Pérché no? 🦊" in file.read_text(encoding="utf-8"), "it can be read"

    async def go_on(tables: Tables) -> None:
        entry = await tables.store.entry(name)
        assert entry and entry.due and entry.due > now() + DAY / 2, "who was away has a day to come"
        table = await tables.table(name)  # now its bot may go on
        assert [row.number for row in await tables.store.rows(name)][: table.number] == [*range(table.number)]
        await tables.do(table, lambda: table.check_say(0, "P0", "here again"))

    at_home(other, go_on)


def test_links_bring_people_back_and_the_old_seats_do_not(tmp_path: Path) -> None:
    database, other, file = tmp_path / "tables.db", tmp_path / "other.db", tmp_path / "table.json"
    name = at_home(database, with_a_past)
    with Asking(database) as asking:
        table = asking.do(lambda: asking.tables.table(name))
        old = {"authorization": f"Bearer {asking.seats.token(table, 1)}"}
        assert asking.ask("GET", f"/t/{name}", JSON | old).status == 200
    done = command("export-table", name, str(file), "--database", str(database))
    assert done.exit_code == 0 and f"events in {file}" in done.stdout
    done = command("import-table", str(file), "--database", str(other))
    assert done.exit_code == 0
    [head, *links] = done.stdout.splitlines()
    assert head == f"table {name}: /t/{name}"
    assert [link.partition(":")[0] for link in links] == ["P0", "P1", "P2"]
    with Asking(other) as there:
        assert json.loads(there.ask("GET", f"/t/{name}", JSON | old).body)["you"] is None, "signed with another key"
        taken = there.ask("POST", links[2].partition(": ")[2], JSON, {})
        token = json.loads(taken.body)["token"]
        mine = JSON | {"authorization": f"Bearer {token}"}
        assert json.loads(there.ask("GET", f"/t/{name}", mine).body)["you"] == 2
        assert "P1 bluffs" in there.ask("GET", f"/t/{name}/notebook", mine).body


DAMAGES = {
    "cut": "UPDATE event SET data = substr(data, 1, 9) WHERE number = 3",
    "spaced": "UPDATE event SET data = '{ \"seat\":1 }' WHERE number = 3",
    "missing": "DELETE FROM event WHERE number = 2",
    "unknown": "UPDATE event SET kind = 'danced' WHERE number = 2",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_table_that_cannot_be_read_is_moved_as_it_is(tmp_path: Path, damage: str) -> None:
    database, other, file = tmp_path / "tables.db", tmp_path / "other.db", tmp_path / "table.json"
    name = at_home(database, with_a_past)
    with closing(sqlite3.connect(database)) as line, line:
        line.execute(DAMAGES[damage])
    found, links = moved(database, name, file, other)
    assert (found, links) == (name, None)
    assert stored(other, name) == stored(database, name)


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    database, file = tmp_path / "tables.db", tmp_path / "table.json"
    name = at_home(database, with_a_past)
    good = command("export-table", name, str(file), "--database", str(database))
    assert good.exit_code == 0
    content = json.loads(file.read_text(encoding="utf-8"))
    entry = content["entry"]
    texts = ["", "[]", "{", "null", json.dumps(content | {"format": 2}), json.dumps(content | {"events": []})]
    texts += [json.dumps(content | {"events": content["events"][:2] * 2}), json.dumps(content | {"notebooks": [1]})]
    texts += [json.dumps(content | {"entry": entry | {"table_id": "../x"}}), json.dumps(content | {"entry": {}})]
    texts += [json.dumps(content | {"entry": entry | {"at": "noon"}}), "[" * 100_000]
    other = tmp_path / "other.db"
    for text in texts:
        file.write_text(text, encoding="utf-8")
        done = command("import-table", str(file), "--database", str(other))
        assert done.exit_code == 2 and "holds no table" in done.stderr, text[:80]
    assert stored(other, name) == ([], [])
    nowhere = tmp_path / "nowhere.db"
    done = command("export-table", name, str(tmp_path / "new.json"), "--database", str(nowhere))
    assert done.exit_code == 2 and "there is no file" in done.stderr
    assert not nowhere.exists()

    async def look(tables: Tables) -> None:
        with pytest.raises(NotFound, match="no table nowhere2"):
            await export_table(tables.store, "nowhere2", tmp_path / "new.json")

    at_home(database, look)
    assert not (tmp_path / "new.json").exists()
