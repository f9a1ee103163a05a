"""The two-world law on every door of the server, on a sample: the long run is `doppiogioco doors` (docs/laws.md has its
result). What is compared, and how, is told in `doppiogioco.doors`; here it has to find every leak.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import get
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.cli import app
from doppiogioco.doors import law
from doppiogioco.doors.asking import Asking
from doppiogioco.doors.pairs import Pair, apart, copied
from doppiogioco.engine.game import Setup, find, label
from doppiogioco.engine.match import Move
from doppiogioco.engine.notes import Recollection
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.store import Row, Store
from doppiogioco.tables.table import Event, Table, opening
from doppiogioco.web import device_routes, live, public_routes, table_routes
from doppiogioco.web.page_facts import PageFacts
from doppiogioco.web.pages import TablePage
from doppiogioco.web.reasons import Thoughts
from doppiogioco.web.replay import ReplayPage
from doppiogioco.web.seats import Seats
from doppiogioco.web.standing import Standing

from .mutants import mutate
from .serving import run

SETUPS = [setup for game in doppiogioco.games() for setup in (find(game).setups()[0], find(game).setups()[-1])]


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with law.doors(tmp_path_factory.mktemp("worlds")) as found:
        yield found


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_door_tells_the_same_in_two_worlds(asking: Asking, setup: Setup) -> None:
    found = law.compared(asking, setup)
    assert not found.differences
    assert found.moments == setup[1] + 1
    assert found.at_the_table > 100 * found.moments


def test_a_match_of_another_number_is_another_one(asking: Asking) -> None:
    """Every other one is without a memory aid, and everything was agreed on before the deal."""
    setup = find("spies-and-lies").setups()[0]
    pairs = [apart(setup, 0, seed) for seed in range(4)]
    assert [pair.one.option_bits > 0 for pair in pairs] == [False, True, False, True]
    assert [pair.one.reminders for pair in pairs] == [True, False, True, False]
    assert len({str(pair.one.history) for pair in pairs}) == 4
    for seed in (1, 2):
        assert not law.compared_for(asking, setup, seed, 0).differences


def test_a_door_at_which_nobody_asks_is_noticed(tmp_path: Path) -> None:
    @get("/peek")
    async def peek() -> str:
        return "the deal"

    with law.doors(tmp_path) as asking:
        asking.app.register(peek)
        with pytest.raises(law.Unasked, match="nobody asked at GET /peek, OPTIONS /peek"):
            law.compared(asking, SETUPS[0])


def test_two_worlds_are_two(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    one = apart(SETUPS[0], 0).one
    monkeypatch.setattr(law, "apart", lambda *_: Pair(one, copied(one)))
    with pytest.raises(AssertionError, match="two worlds that are one"):
        law.compared_for(asking, SETUPS[0], 0, 0)


# The command --------------------------------------------------------------------------------------------------------

COMMAND = ["doors", "agent-avenue", "--seats", "2", "--option", "no-advanced", "--seed", "5", "--responses", "1"]


def test_the_command_compares_and_counts() -> None:
    told = CliRunner().invoke(app, [*COMMAND, "--processes", "2"], env={"COLUMNS": "200"})
    assert told.exit_code == 0, told.output
    assert "Nobody can tell the worlds apart." in told.output
    assert "GET /t/{table_id}/memory" in told.output
    assert "all 1 " in told.output


def test_the_command_tells_where_worlds_can_be_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, *LEAKS["every answer heard"])
    told = CliRunner().invoke(app, [*COMMAND, "--processes", "1"], env={"COLUMNS": "200"})
    assert told.exit_code == 1
    assert "Nobody can tell" not in told.output
    assert "agent-avenue-2, match 5, after " in told.output
    assert ": GET /t/worlds, JSON" in told.output
    assert f"again with: doppiogioco {' '.join(COMMAND)}" in told.output


def test_the_command_needs_a_set_up() -> None:
    told = CliRunner().invoke(app, ["doors", "secrets", "--seats", "2"])
    assert told.exit_code == 2
    assert "there is no set-up like this" in told.output


# The law can fail ---------------------------------------------------------------------------------------------------

WHOLE_STATE = "match.game.state.as_dict(match.game.state.vector(match._state))"
ALL_TOLD = "encode_json(now.as_json() | {'all': [*now.table.playing().history]})"
NEIGHBOURS_VIEW = "game.view(self.table, self.seat)", "game.view(self.table, 1 - self.seat % 2)"
LEAKS: dict[str, tuple[Any, str, str, str]] = {
    "the record of a running match": (table_routes, "match_record", 'table.stage != "over"', "False"),
    "the replay of a running match": (ReplayPage, "__init__", "self.eyes in (TABLE_SAW, self.own)", "True"),
    "a view without a veil": (PageFacts, "as_json", "match.view(self.seat).as_dict()", WHOLE_STATE),
    "every answer heard": (PageFacts, "as_json", "match.heard(self.seat)", "match.history"),
    "the log of another seat": (TablePage, "lines", "log(self.seat)", "log(0)"),
    "a seat for every stranger": (Seats, "read", "seat if good else None", "seat if good else 0"),
    "a seat for who was removed": (
        Seats,
        "read",
        "table.seat_of(nonce)",
        "0 if table.was_removed(nonce) else table.seat_of(nonce)",
    ),
    "events with the whole table": (live, "live_events", "encode_json(now.as_json())", ALL_TOLD),
    "live lines of another seat": (live, "news", "    regions, log = now", "    now.seat = 0; regions, log = now"),
    "a refusal from another seat's view": (
        Move,
        "_check_legal",
        "self.table, self.seat)",
        "self.table, 1 - self.seat % 2)",
    ),
    "a hint with the whole table": (Thoughts, "choices", "self._texts[int(one)]", "str(self.match.everything())"),
    "a draft drawn from the whole table": (TablePage, "_scene", "self.seen.view(None)", "self.seen.view(0)"),
    "the memory of another seat": (PageFacts, "memory", "recall(self.seat,", "recall(0,"),
    "memories of what was not heard": (Recollection, "recall", "if game.hears(state, seat, self.listener) else", "or"),
    "beats of another seat": (TablePage, "beats", "log(self.seat)", "log(0)"),
    "what another seat has heard since its last turn": (
        PageFacts,
        "_lately",
        "latest(heard,",
        "latest(self.now.log(0),",
    ),
    "what another seat has heard lately": (PageFacts, "_lately", "heard[-LATELY:]", "self.now.log(0)[-LATELY:]"),
    "one log kept for every seat": (Standing, "log", "self.playing.log(seat,", "self.playing.log(0,"),
    "one view kept for every seat": (Standing, "view", "self.playing.view(seat)", "self.playing.view(0)"),
    "the page of another seat after a move": (
        table_routes,
        "moved",
        "return TablePage(tables, table, seat, language)",
        "return TablePage(tables, table, 1 - seat % 2, language)",
    ),
    "the page of another seat after a wish": (
        table_routes,
        "wish_for",
        "seats_of(request).asking(request, table), language",
        "1 - seat % 2, language",
    ),
    "the page of another seat on another device": (
        device_routes,
        "sat_down",
        "table, seat, language_of(request)).as_json()",
        "table, 1 - seat % 2, language_of(request)).as_json()",
    ),
    "the whole table on the home page": (
        public_routes,
        "row",
        "company(table, say), table.stage",
        "str(table.playing().everything()), table.stage",
    ),
}
SHOWN_AT: dict[str, Setup] = {
    "beats of another seat": ("spywhere", 3, {"clear-triples": True}),
    "the memory of another seat": ("agent-avenue", 2, {"advanced": False}),
    "live lines of another seat": ("spywhere", 3, {"clear-triples": True}),
    "a refusal from another seat's view": ("agent-avenue", 4, {"advanced": True}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, *LEAKS[leak])
    setup = SHOWN_AT.get(leak, ("secrets", 5, {}))
    with law.doors(tmp_path) as asking:
        listeners = (SPECTATOR, *range(setup[1]))
        assert any(law.compared_for(asking, setup, 0, listener).differences for listener in listeners)


# Exports ------------------------------------------------------------------------------------------------------------


def stored(database: Path, seed: str) -> None:
    """A database with a match that is over and one that is being played, dealt from a seed."""

    async def main() -> None:
        store = await Store.open(database)
        for name, dealt, moves in (("over", "the same", 1_000), ("running", seed, 9)):
            table = Table(name)
            for number, event in enumerate(events(table, dealt, moves)):
                row = Row(number, event[0], json.dumps(event[1]), float(number))
                table.fold(event, row.at)
                await store.append(row, table.entry)
            assert table.stage == ("over" if name == "over" else "playing")
        await store.close()

    run(main)


def events(table: Table, seed: str, moves: int) -> Iterator[Event]:
    yield opening("secrets", 4, {}, seed=seed)
    for seat in range(4):
        yield "sat", {"seat": seat, "name": f"P{seat}", "nonce": "n"}
    yield table.check_start()
    for _ in range(moves):
        match = table.playing()
        if match.over:
            break
        seat = match.waiting[0]
        yield table.check_move(seat, [match.legal(seat)[0]], None, "en")


@pytest.mark.parametrize("form", [["matches.jsonl"], ["data", "--observations"], ["answers.parquet", "--names"]])
def test_what_is_exported_is_the_same_in_two_worlds(tmp_path: Path, form: list[str]) -> None:
    """A match that is being played is in no export: whatever was dealt there, not a byte is different."""
    found = []
    for seed in ("one", "other"):
        folder = tmp_path / seed
        folder.mkdir()
        stored(folder / "tables.db", seed)
        command = ["export", "--database", str(folder / "tables.db"), "--to", str(folder / form[0]), *form[1:]]
        assert CliRunner().invoke(app, command).exit_code == 0
        files = sorted(path for path in folder.rglob("*") if path.suffix in (".jsonl", ".parquet"))
        found.append([(path.name, path.read_bytes()) for path in files])
    assert found[0] == found[1] != []
    assert all(b"running" not in written for _, written in found[0])
