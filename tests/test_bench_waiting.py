"""The measurement of how long people wait for bots: every row is there."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from typer.testing import CliRunner

from bench import waiting
from bench.process import PROCESSES, Program, children_of, most_memory_of
from doppiogioco.cli import app

GAME = "secrets"  # which is compiled soonest where nothing is
NOT_TOLD = not PROCESSES.exists() and "CI" not in os.environ


@pytest.mark.xdist_group(f"thinking {GAME}")
def test_every_wait_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "STARTS", 1)
    monkeypatch.setattr(waiting, "LOOKS_EVERY", 0.0)
    command = ["bench", "waiting", "--game", GAME, "--minutes", "0.05", "--seconds", "0.1"]
    with ThreadPoolExecutor(1) as pool:  # the browser of other tests has a loop in this thread
        found = pool.submit(CliRunner().invoke, app, command, env={"COLUMNS": "200"}).result()
    assert found.exit_code == 0, found.output
    rows = [
        f"{GAME}: the first answer of a new process",
        f"{GAME}, never compiled: the first page",
        f"{GAME}, never compiled: the longest pause of",
        "a page of another table while 4 of master think, the median",
    ]
    if PROCESSES.exists():
        rows += ["memory of the server, at most", "memory of a worker, at most"]
    for row in rows:
        assert row in found.stdout
    assert found.stdout.count("≤") == found.stdout.count("reached") == len(rows)


def test_a_first_game_tells_of_the_compiler_where_the_system_does() -> None:
    told = [[], ["bots think after", "memory of the compiler"]]
    for megabytes, rows in zip((0.0, 200.0), told, strict=True):
        table = waiting.Table("", "", "", "")
        waiting.add_first_game(table, GAME, waiting.FirstGame(0.1, [0.5, 4.0, 1.0], 62.0, megabytes))
        names, measured = (list(column.cells) for column in table.columns[:2])
        assert measured[:2] == ["0.1 s", "4.0 s"]
        assert [str(name).partition(": ")[2] for name in names[2:]] == rows


@pytest.mark.skipif(NOT_TOLD, reason="this system does not tell of its processes")
def test_a_process_knows_its_children_and_what_they_needed() -> None:
    with Program(sys.executable, "-c", "print(len(b'x' * 50_000_000)); input()") as child:
        child.line()
        assert child.pid in children_of(os.getpid())
        assert most_memory_of(child.pid) > 50
    assert child.pid not in children_of(os.getpid())
    assert most_memory_of(child.pid) == 0
