"""The measurement of batches and adapters: every row is there, or its absence is explained."""

from __future__ import annotations

import importlib.util
import sys

import pytest
from typer.testing import CliRunner

from bench import research as bench
from bench.report import NotHere
from doppiogioco.cli import app

STAND_IN = """
import json, sys
print(json.dumps({"version": "9.9", "cores": 2, "games": ["kuhn_poker", "leduc_holdem"]}), flush=True)
for line in sys.stdin:
    print(int(sys.argv[1]) * (2.0 if line.startswith("leduc") else 1.0), flush=True)
"""


@pytest.fixture
def printed(monkeypatch):
    """Run the command in a moment; what it printed."""

    def run():
        monkeypatch.setattr(bench, "ROUNDS", 1)
        monkeypatch.setattr(bench, "STEPS", 2)
        monkeypatch.setattr(bench, "GAMES", 16)
        found = CliRunner().invoke(app, ["bench", "research", "--seconds", "0.01"], env={"COLUMNS": "200"})
        assert found.exit_code == 0, found.output
        return found.stdout

    return run


@pytest.fixture
def stand_in(monkeypatch, tmp_path):
    """A program that says it is Pgx."""
    program = tmp_path / "play.py"
    program.write_text(STAND_IN, encoding="utf-8")
    monkeypatch.setattr(bench, "PGX", program)
    monkeypatch.setenv(bench.PGX_PYTHON, sys.executable)
    return program


@pytest.mark.usefixtures("stand_in")
def test_every_row_is_printed(printed):
    text = printed()
    assert "Left out" not in text
    for setup in [bench.BASE, *(bench.find(game).setups()[-1] for game in bench.packages())]:
        for how in (bench.MASKS, bench.OBSERVATIONS):
            assert f" {bench.named(setup, how)} " in text
    for row in (
        bench.ONE_BY_ONE, bench.ONE_CORE, bench.PETTINGZOO, "Pgx 9.9, as it comes: leduc_holdem, the fastest of 2",
        "Pgx 9.9, one XLA device per core: leduc_holdem, the fastest of 2",
        "OpenSpiel from Python: hanabi", "PettingZoo's leduc_holdem_v4",
    ):  # fmt: skip
        assert row in text
    assert text.count("≥") == text.count("reached") == 6 + (bench.cores() == 2)


def test_missing_peers_are_explained(printed, monkeypatch):
    monkeypatch.delenv(bench.PGX_PYTHON, raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for name in ("pyspiel", "pettingzoo.classic", "doppiogioco.research.pettingzoo"):
        monkeypatch.setitem(sys.modules, name, None)
    text = printed()
    assert text.count("Left out") == 4
    assert "Left out: Pgx is not installed, and DOPPIOGIOCO_PGX_PYTHON names no Python that has it" in text
    assert "Left out: OpenSpiel is not installed (pip install 'doppiogioco[bench]')." in text
    assert "Left out: the PettingZoo adapter: " in text
    assert "Left out: PettingZoo's poker is not installed" in text


def test_a_pgx_that_does_not_start_is_explained(stand_in, monkeypatch):
    stand_in.write_text("import no_such_module", encoding="utf-8")
    with pytest.raises(NotHere, match="could not start"), bench.pgx_side(1):
        pass
    monkeypatch.setenv(bench.PGX_PYTHON, "/no/such/python")
    with pytest.raises(NotHere, match="names no program"), bench.pgx_side(1):
        pass


def test_a_ratio_is_held_against_its_bar():
    sides = [bench.Side("ours", float), bench.Side("theirs", float, [("ours", 2.0)])]
    cells = [list(column.cells) for column in bench.beside_table(sides, {"ours": 3.0, "theirs": 2.0}).columns]
    assert cells == [["ours"], ["theirs"], ["1.50"], ["≥ 2"], ["[bold]not reached"]]
