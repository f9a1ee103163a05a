"""The measurements of a crowd and of several processes: every row is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from typer.testing import CliRunner

from bench import crowd, growth, processes
from bench.screens import Party
from doppiogioco.cli import app


def printed(*command: str) -> str:
    """What a command printed."""
    with ThreadPoolExecutor(1) as pool:  # the browser of other tests has a loop in this thread
        found = pool.submit(CliRunner().invoke, app, ["bench", *command], env={"COLUMNS": "200"}).result()
    assert found.exit_code == 0, found.output
    return found.stdout


def test_a_crowd_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "AT_ONCE", 1)
    monkeypatch.setattr(crowd, "SETTLED", 0.0)
    text = printed("crowd", "--tables", "3", "--rate", "10", "--seconds", "1", "--watched", "1")
    for row in (
        "memory for each of 15 live connections at 3 tables",
        "a move to all 5 screens at 10 moves/s, 99 of 100",
        "memory before and after 1 watched games",
    ):
        assert row in text
    assert re.search(r"live connections that the server has cut +│ 0 +│ none +│ reached", text)
    assert text.count("≤") + text.count("none") == text.count("reached") == 4


def test_a_connection_that_is_cut_is_counted_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = crowd.seated

    async def one_cut(parties: Sequence[Party]) -> None:
        await seated(parties)
        parties[0].screens[0].transport.abort()

    monkeypatch.setattr(crowd, "seated", one_cut)
    monkeypatch.setattr(crowd, "AT_ONCE", 1)
    monkeypatch.setattr(crowd, "SETTLED", 0.0)
    text = printed("crowd", "--tables", "3", "--rate", "10", "--seconds", "1", "--watched", "1")
    assert re.search(r"live connections that the server has cut +│ 1 +│ none +│ not reached", text)


def test_two_processes_are_measured_beside_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "ROUNDS", 1)
    text = printed("processes", "--seconds", "0.2", "--tables", "2")
    assert "1 on PostgreSQL" in text
    assert "2 on PostgreSQL" in text
    assert text.count("≥") == text.count("reached") == 1


def test_what_many_players_need_follows_from_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "bots_answer", lambda: 0.01)
    text = printed("growth", "--seconds", "0.5", "--tables", "2")
    for row in ("hearing of it at another process", "server processes, one core each", "cores for bots"):
        assert row in text
    assert "│ cores" in text


def test_what_is_too_little_to_be_counted_is_not_nothing() -> None:
    """A process that hears of few moves may use less than a tick of the clock: that is a bound."""
    assert growth.counted(0.0) == growth.TICK > 0
    assert growth.counted(5 * growth.TICK) == 5 * growth.TICK


def test_the_arithmetic_of_growth() -> None:
    costs = growth.Costs(move=0.002, database=0.001, heard=0.0001, connection=30_000, event=500, answer=0.01)
    assert (
        growth.island(costs) == 5
    )  # 350 moves/s at each of five others' expense: 0.0001 s of each is a fifth of a core
    cells = [list(column.cells) for column in growth.need_table(costs).columns]
    needs = dict(zip(cells[0], cells[1], strict=True))
    assert needs["answers a second"] == "5,000"
    assert needs["server processes, one core each"] == "15"
    assert needs["cores for bots"] == "29"
    assert needs["memory for live connections"] == "2 GB"
