"""Finished matches as data: what is written can be replayed and read back, nothing else is, and nothing half."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.bots.workers import usual_bot
from doppiogioco.cli import app
from doppiogioco.engine import sight
from doppiogioco.engine.compiled import np
from doppiogioco.engine.errors import BadRecord, DoppiogiocoError, MissingExtra
from doppiogioco.engine.game import find
from doppiogioco.engine.records import verify
from doppiogioco.engine.state import CHANCE, HIDDEN
from doppiogioco.engine.worlds import worlds_of
from doppiogioco.research.export import (
    ANSWER_COLUMNS,
    MATCH_COLUMNS,
    OBSERVATION_COLUMNS,
    ODDS_COLUMNS,
    Finished,
    export,
    filed,
    played,
    stored,
)
from doppiogioco.research.odds import odds
from doppiogioco.store import Store
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables
from faults.server import run as in_a_thread

SETUPS = [(game, find(game).rules.SEATS[0]) for game in doppiogioco.games()]


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, ["export", *map(str, arguments)], env={"DOPPIOGIOCO_LANGUAGE": "en"})


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def few() -> list[Finished]:
    """Two matches of every game."""
    return [
        Finished(f"{game} {one.id}", one.match, one.players)
        for game, seats in SETUPS
        for one in played(game, seats, games=2, seed=3)
    ]


# JSON Lines -----------------------------------------------------------------------------------------------------------


def test_every_line_replays_to_its_outcome_and_its_deal_was_fair(few: list[Finished], tmp_path: Path) -> None:
    assert export(few, tmp_path / "few.jsonl") == len(few)
    for one, line in zip(few, lines(tmp_path / "few.jsonl"), strict=True):
        match = doppiogioco.replay(line)
        assert match.over and match.history == one.match.history
        assert json.loads(json.dumps(asdict(match.outcome))) == line["outcome"]
        assert line["match"] == one.id
        assert verify(line) > 0


def test_a_file_of_lines_can_be_exported_again(few: list[Finished], tmp_path: Path) -> None:
    export(few, tmp_path / "first.jsonl")
    export(filed([tmp_path / "first.jsonl"]), tmp_path / "second.jsonl")
    assert (tmp_path / "first.jsonl").read_bytes() == (tmp_path / "second.jsonl").read_bytes()


# Parquet --------------------------------------------------------------------------------------------------------------


def test_tables_hold_what_the_matches_hold(few: list[Finished], tmp_path: Path) -> None:
    export(few, tmp_path / "few")
    matches, answers = (pq.read_table(tmp_path / "few" / f"{name}.parquet") for name in ("matches", "answers"))
    assert matches.column_names == list(MATCH_COLUMNS) and answers.column_names == list(ANSWER_COLUMNS)
    rows = iter(answers.to_pylist())
    for one, found in zip(few, matches.to_pylist(), strict=True):
        outcome = one.match.outcome
        assert (found["match"], found["game"], found["seats"]) == (one.id, one.match.game.id, one.match.seats)
        assert (found["returns"], found["reason"]) == (list(outcome.returns), outcome.reason)
        assert found["players"] == ["bot"] * one.match.seats
        assert found["ended"] is None
        told = [next(rows) for _ in range(found["length"])]
        assert [(row["seat"], row["answer"]) for row in told] == one.match.history
        for seat in range(one.match.seats):
            heard = [row["answer"] if seat in row["heard"] else HIDDEN for row in told]
            assert heard == [given.answer for given in one.match.heard(seat)]
        assert [row["public"] for row in told] == [given.answer != HIDDEN for given in one.match.heard()]
        for row, after in pairwise(told):
            assert row["answer"] in row["legal"]
            assert (row["seat"] == CHANCE) == (row["ways"] is not None) == (row["text"] is None)
            assert row["seat"] in row["waiting"] or (row["seat"], row["waiting"]) == (CHANCE, [])
            assert after["number"] == row["number"] + 1
    assert next(rows, None) is None


def test_words_and_legal_answers_are_those_of_the_match(tmp_path: Path) -> None:
    match, chosen = doppiogioco.new("top-secret-spies", 3, seed=2), []
    while match.waiting:
        legal = match.legal(match.waiting[0])
        chosen.append((match.waiting[0], str(legal[-1]), [int(answer) for answer in legal]))
        match.play(match.waiting[0], legal[-1])
    export([Finished("one", match)], tmp_path / "one")
    rows = pq.read_table(tmp_path / "one/answers.parquet").to_pylist()
    assert [(row["seat"], row["text"], row["legal"]) for row in rows if row["seat"] != CHANCE] == chosen


def test_one_file_repeats_the_match_beside_each_answer(few: list[Finished], tmp_path: Path) -> None:
    export(few, tmp_path / "few.parquet")
    export(few, tmp_path / "two")
    wide = pq.read_table(tmp_path / "few.parquet")
    matches = {row["match"]: row for row in pq.read_table(tmp_path / "two/matches.parquet").to_pylist()}
    answers = pq.read_table(tmp_path / "two/answers.parquet").to_pylist()
    assert wide.to_pylist() == [matches[row["match"]] | row for row in answers]


def test_types_do_not_depend_on_the_matches(few: list[Finished], tmp_path: Path) -> None:
    export(few[:1], tmp_path / "one.parquet", observations=True)
    export(few, tmp_path / "all.parquet", observations=True)
    assert pq.read_schema(tmp_path / "one.parquet") == pq.read_schema(tmp_path / "all.parquet")
    assert pq.read_schema(tmp_path / "one.parquet").field("ended").type == pa.timestamp("ms", tz="UTC")


def test_many_rows_are_written_in_parts(few: list[Finished], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export(few, tmp_path / "whole.parquet")
    monkeypatch.setattr("doppiogioco.research.export.CHUNK", 100)
    export(few, tmp_path / "parts.parquet")
    whole, parts = (pq.ParquetFile(tmp_path / f"{name}.parquet") for name in ("whole", "parts"))
    assert whole.num_row_groups == 1 < parts.num_row_groups
    assert whole.read().equals(parts.read())


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_observations_are_those_of_the_environments(game: str, seats: int, tmp_path: Path) -> None:
    export(played(game, seats, games=1, seed=4), tmp_path / "seen.parquet", observations=True)
    lens, [one] = sight.lens(game, seats), played(game, seats, games=1, seed=4)
    for row in pq.read_table(tmp_path / "seen.parquet").to_pylist():
        match = doppiogioco.replay(one.match.record(), upto=row["number"])
        seat, state = row["seat"], one.match.game.state
        if seat == CHANCE:
            assert row["observation"] is row["action"] is row["actions"] is None
            continue
        assert row["observation"] == state.turned(match.view(seat).vector, -seat, seats)
        names_a_seat = lens.answers[match.view().ask] and row["answer"] < seats
        assert row["action"] == ((row["answer"] - seat) % seats if names_a_seat else row["answer"])
        assert row["action"] in row["actions"] and len(row["actions"]) == len(row["legal"])


def test_the_columns_are_documented() -> None:
    page = Path("docs/research.md").read_text(encoding="utf-8")
    for name, columns in (
        ("matches", MATCH_COLUMNS),
        ("answers", ANSWER_COLUMNS | OBSERVATION_COLUMNS | ODDS_COLUMNS),
    ):
        rows = page.partition(f"| `{name}` | type |")[2].partition("\n\n")[0].splitlines()[2:]
        told = [column for row in rows for column in re.findall(r"`(\w+)`", row.split("|")[1])]
        assert told == list(columns)


# Odds -----------------------------------------------------------------------------------------------------------------


def test_odds_are_those_of_the_worlds_that_fit(tmp_path: Path) -> None:
    [one] = played("secrets", 4, games=1, seed=6)
    export([one], tmp_path / "odds.parquet", odds_of="token")
    rows = pq.read_table(tmp_path / "odds.parquet").to_pylist()
    for row in rows[:: len(rows) // 5]:
        match = doppiogioco.replay(one.match.record(), upto=row["number"])
        for seat in range(4):
            worlds, table = worlds_of(match, seat), np.array(row["odds"][seat])
            assert worlds.exact
            assert table.sum(axis=1) == pytest.approx(np.ones(len(table)))
            for place in range(4):
                for side in range(-1, table.shape[1] - 1):
                    exact = worlds.odds[worlds.states["token"][:, place] == side].sum()
                    assert table[place, side + 1] == pytest.approx(exact)


def test_there_are_no_odds_where_they_would_not_be_exact() -> None:
    [one] = played("spywhere", 4, games=1, seed=1)
    known = [None not in row for row in odds(one.match, "passport")]
    assert known[0] and not known[-1]
    position = doppiogioco.new("secrets", 4, seed=1).position()
    while position.waiting:
        position.play(position.waiting[0], position.legal(position.waiting[0])[0])
    assert all(row == [None] * 4 for row in odds(position, "token"))


def test_odds_of_no_field(tmp_path: Path) -> None:
    with pytest.raises(DoppiogiocoError, match=r"secrets has no field 'owner'; its fields: ask, .*token"):
        export(played("secrets", 4, seed=1), tmp_path / "odds.parquet", odds_of="owner")
    assert not list(tmp_path.iterdir())


# A database -----------------------------------------------------------------------------------------------------------


def at_home(database: Path, work: Callable[[Tables], Any]) -> Any:
    """Do something in the tables of a server."""

    async def main() -> Any:
        store = await Store.open(database)
        tables = Tables(store, usual_bot, bot_pause=0)
        try:
            return await work(tables)
        finally:
            await tables.close()
            await store.close()

    return in_a_thread(main)


async def table_of(tables: Tables, people: int) -> Table:
    table = await tables.open("secrets", 4, {})
    for seat in range(people):
        await tables.do(table, lambda seat=seat: table.check_sit(seat, f"Person {seat}"))
    await tables.do(table, table.check_start)
    return table


async def to_the_end(tables: Tables, table: Table) -> None:
    while table.stage == "playing":
        match = table.playing()
        if 0 in match.waiting and not table.seats[0].played_by_bot:
            answer = match.legal(0)[0]
            await tables.do(table, lambda answer=answer: table.check_move(0, [answer], None, "en"))
        await asyncio.sleep(0)


@pytest.fixture
def database(tmp_path: Path) -> tuple[Path, dict[str, Table]]:
    """A server with a finished match of bots, one that a bot finished for a person, and one that goes on."""

    async def play(tables: Tables) -> dict[str, Table]:
        bots, away, running = [await table_of(tables, people) for people in (0, 1, 1)]
        await to_the_end(tables, bots)
        await tables.do(away, lambda: away.check_stand_in(0, "host"))
        await to_the_end(tables, away)
        await tables.do(away, lambda: away.check_say(0, "Person 0", "well played"))
        return {"bots": bots, "away": away, "running": running}

    path = tmp_path / "tables.db"
    return path, at_home(path, play)


def test_a_database_gives_its_finished_matches_and_no_others(database: Any, tmp_path: Path) -> None:
    path, tables = database
    result = run("--database", path, "--to", tmp_path / "matches.jsonl")
    assert (result.exit_code, result.stdout) == (0, f"2 matches in {tmp_path / 'matches.jsonl'}\n")
    found = {line["match"]: line for line in lines(tmp_path / "matches.jsonl")}
    assert set(found) == {tables["bots"].id, tables["away"].id}
    assert found[tables["away"].id]["players"] == ["both", "bot", "bot", "bot"]
    assert found[tables["bots"].id]["players"] == ["bot"] * 4
    for name in ("bots", "away"):
        line = found[tables[name].id]
        assert doppiogioco.replay(line).outcome == tables[name].playing().outcome
        assert line["ended"].endswith("+00:00")
    assert tables["running"].seed not in (tmp_path / "matches.jsonl").read_text()


def test_a_match_whose_end_was_not_noted_is_finished_all_the_same(database: Any) -> None:
    path, tables = database

    async def forget(server: Tables) -> None:
        server.store.note(tables["bots"].entry._replace(stage="playing"))

    at_home(path, forget)
    assert {one.id for one in stored(str(path))} == {tables["bots"].id, tables["away"].id}


def test_names_stay_out_unless_asked_for(database: Any, tmp_path: Path) -> None:
    path, _ = database
    for name in ("plain.jsonl", "plain.parquet", "plain"):
        export(stored(str(path)), tmp_path / name)
        export(stored(str(path)), tmp_path / f"named-{name}", names=True)
    assert "Person 0" not in (tmp_path / "plain.jsonl").read_text()
    assert "Person 0" in (tmp_path / "named-plain.jsonl").read_text()
    for file in ("plain.parquet", "plain/matches.parquet", "plain/answers.parquet"):
        assert "Person 0" not in str(pq.read_table(tmp_path / file).to_pylist())
    assert "Person 0" in str(pq.read_table(tmp_path / "named-plain/answers.parquet").to_pylist())


def test_a_database_is_only_read(database: Any, tmp_path: Path) -> None:
    path, _ = database
    before = path.read_bytes()
    export(stored(str(path)), tmp_path / "out")
    assert path.read_bytes() == before


def test_a_database_can_be_read_in_a_notebook(database: Any) -> None:
    async def cell() -> int:
        return len(list(stored(str(database[0]))))

    assert in_a_thread(cell) == 2


# Refusals -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    [one] = played("secrets", 4, games=1, seed=5)
    path.write_text(json.dumps(one.match.record()))
    return path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--to out", "--database or from --play"),
        ("match.json --play secrets --to out", "--database or from --play"),
        ("match.json", "--to"),
        ("match.json --to out.csv", "out.csv would be of no kind"),
        ("match.json match.json --to out", "two matches are called match.json"),
        ("match.json --to match.json", ".jsonl or .parquet"),
        ("match.json --to nowhere/out", "nowhere/out"),
        ("match.json --to nowhere/out.jsonl", "nowhere/out.jsonl"),
        ("match.json --to taken.jsonl", "taken.jsonl exists already"),
        ("match.json --to taken", "taken/answers.parquet exists already"),
        ("nowhere.json --to out", "nowhere.json"),
        ("--database nowhere.db --to out", "nowhere.db"),
        ("--database match.json --to out", "match.json cannot be read as the database of a server"),
        ("--play chess --to out", "chess"),
        ("--play secrets --seats 3 --to out", "4 to 8"),
        ("--play secrets --option dossier --to out", "dossier"),
        ("--play secrets --games 0 --to out", "games"),
        ("empty.jsonl --to out", "no finished match"),
        ("bad.jsonl --to out.jsonl", "bad.jsonl:2 is not a match record"),
        ("broken.jsonl --to out", "broken.jsonl:3"),
        ("running.json --to out", "running.json: The match is not over yet"),
        ("odd.json --to out", "odd.json is not a match record"),
        ("people.json --to out", "people.json is not a match record"),
        ("match.json --games 5 --to out", "are for --play"),
        ("match.json --observations --to out.jsonl", "columns of Parquet"),
        ("match.json --odds token --to out.jsonl", "columns of Parquet"),
        ("match.json --odds owner --to out", "no field 'owner'"),
    ],
)
def test_one_sentence_for_each_mistake_and_nothing_is_left(
    arguments: str, words: str, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    line = record.read_text()
    running = doppiogioco.new("secrets", 4, seed=1).record()
    Path("bad.jsonl").write_text(f"{line}\n{{\n")
    Path("broken.jsonl").write_text(f"{line}\n\n{json.dumps(json.loads(line) | {'match': 'b', 'seats': 5})}\n")
    Path("running.json").write_text(json.dumps(running))
    Path("odd.json").write_text(json.dumps(json.loads(line) | {"players": 7}))
    Path("people.json").write_text(json.dumps(json.loads(line) | {"people": 7}))
    for name in ("empty.jsonl", "taken.jsonl"):
        Path(name).touch()
    Path("taken").mkdir()
    Path("taken/answers.parquet").touch()
    before = sorted(map(str, Path().rglob("*")))
    result = run(*arguments.split())
    assert result.exit_code == 2
    assert words in result.stderr and len(result.stderr.splitlines()) == 1
    assert sorted(map(str, Path().rglob("*"))) == before


def test_force_replaces(record: Path, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("old")
    assert run(record, "--to", tmp_path / "out.jsonl", "--force").exit_code == 0
    assert len(lines(tmp_path / "out.jsonl")) == 1


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_what_goes_wrong_on_the_way_leaves_the_old_file(few: list[Finished], name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("old")
    with pytest.raises(DoppiogiocoError, match="two matches"):
        export([*few, few[0]], tmp_path / name, force=True)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "old"


def test_a_running_match_cannot_be_finished() -> None:
    with pytest.raises(DoppiogiocoError, match="not over"):
        Finished("running", doppiogioco.new("secrets", 4))


def test_a_table_that_follows_no_rules_is_named(database: Any) -> None:
    path, tables = database

    async def spoil(server: Tables) -> None:
        table = tables["bots"]
        row = (await server.store.rows(table.id))[-1]
        assert await server.store.append(row._replace(number=table.number, kind="moved"), table.entry)

    at_home(path, spoil)
    with pytest.raises(BadRecord, match=f"table {tables['bots'].id}: "):
        list(stored(str(path)))


def test_a_table_that_lacks_an_event_is_named_and_not_taken_for_another(database: Any) -> None:
    """Without the bot that stood in, a person would seem to have played to the end."""
    path, tables = database
    with closing(sqlite3.connect(path)) as opened, opened:
        (number,) = opened.execute("SELECT number FROM event WHERE kind = 'stand-in'").fetchone()
        opened.execute("DELETE FROM event WHERE kind = 'stand-in'")
    with pytest.raises(BadRecord, match=f"table {tables['away'].id}: event {number} is missing"):
        list(stored(str(path)))


def test_without_pyarrow_only_lines(few: list[Finished], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"doppiogioco\[parquet\]"):
        export(few, tmp_path / "few")
    assert not list(tmp_path.iterdir())
    assert export(few, tmp_path / "few.jsonl") == len(few)


def test_who_played_in_the_terminal_is_known(record: Path) -> None:
    record.write_text(json.dumps(json.loads(record.read_text()) | {"people": [1]}))
    [one] = filed([record])
    assert one.players == ("bot", "person", "bot", "bot")
    assert one.id == str(record)


def test_the_same_seed_plays_the_same_matches(tmp_path: Path) -> None:
    for name in ("one", "two"):
        command = ["--play", "top-secret-spies", "--seats", 3, "--option", "top-secret", "--games", 2, "--seed", 7]
        assert run(*command, "--to", tmp_path / f"{name}.jsonl").exit_code == 0
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert {line["options"]["top-secret"] for line in lines(tmp_path / "one.jsonl")} == {True}
    assert len({str(line["answers"]) for line in lines(tmp_path / "one.jsonl")}) == 2
