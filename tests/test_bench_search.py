"""The measurement of bots' search: every row is there, or its absence is explained."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

from bench import rules
from bench import search as bench
from doppiogioco.cli import app

GAME = "secrets"


@pytest.fixture
def printed(monkeypatch):
    """Run the command in a moment, for one game; what it printed."""

    def run():
        monkeypatch.setattr(rules, "ROUNDS", 1)
        monkeypatch.setattr(bench, "TRIES", 20)
        monkeypatch.setattr(bench, "packages", lambda: {GAME: None})
        found = CliRunner().invoke(app, ["bench", "search", "--seconds", "0.01"], env={"COLUMNS": "200"})
        assert found.exit_code == 0, found.output
        return found.stdout

    return run


@pytest.mark.xdist_group("thinking secrets")
def test_every_row_is_printed(printed):
    text = printed()
    for row in ("as bots play", "at random", "IS-MCTS in C++: hearts", "IS-MCTS in C++: leduc_poker"):
        assert row in text
    assert text.count("≥") == text.count("reached") == 2
    assert "Left out" not in text


@pytest.mark.xdist_group("thinking secrets")
def test_a_missing_peer_is_explained(printed, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    text = printed()
    assert "Left out: OpenSpiel is not installed (pip install 'doppiogioco[bench]')." in text
    assert "IS-MCTS" not in text


@pytest.mark.xdist_group("thinking secrets")
def test_games_are_counted_by_how_long_they_are():
    search = bench.our_search(GAME, "at random")
    answers, _ = search.contender.play()
    assert answers == pytest.approx(search.length * bench.TRIES, rel=0.2)
    table = bench.pace_table([search], [], {search.contender.name: 2.0 * search.length})
    assert list(table.columns[4].cells) == ["2000.0"]
