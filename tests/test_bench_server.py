"""The measurement of the server: every row is there, or its absence is explained."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from typer.testing import CliRunner

from bench import boardgame_io, process, server
from bench.report import NotHere
from bench.screens import LivePage, Party
from doppiogioco.cli import app

OWN_ROWS = ("start to a page that can be played", "memory while it waits", "a move to all 5 screens of its table")


@pytest.fixture
def printed(monkeypatch):
    """Run the command in a moment; what it printed."""

    def run(*more):
        monkeypatch.setattr(server, "STARTS", 1)
        monkeypatch.setattr(server, "ROUNDS", 1)
        command = ["bench", "server", "--seconds", "0.2", "--tables", "2", *more]
        with ThreadPoolExecutor(1) as pool:  # the browser of other tests has a loop in this thread
            found = pool.submit(CliRunner().invoke, app, command, env={"COLUMNS": "200"}).result()
        assert found.exit_code == 0, found.output
        return found.stdout

    return run


def test_without_node_it_says_so(printed, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    text = printed()
    for row in (*OWN_ROWS, "2 tables, 5 seats", "ours, saved before it is told"):
        assert row in text
    assert "Left out: boardgame.io: there is no node with npm." in text
    assert text.count("≤") == text.count("reached") == len(OWN_ROWS) + 1  # and the processor that a move takes


def test_beside_boardgame_io(printed):
    """In CI a missing node is a failure; elsewhere the test says what is missing."""
    text = printed()
    if "Left out" in text and "CI" not in os.environ:
        pytest.skip(text.partition("Left out: ")[2].strip())
    assert "boardgame.io 0.50.2, saved in files" in text
    assert "boardgame.io 0.50.2, in memory" in text
    assert text.count("≥") == 2


def test_each_side_has_its_bars():
    """Ours the processor of a move; every peer, in memory too, as many moves as it makes itself."""

    def verdicts(ours, *peers):
        sides = [server.ServerSide(name, None, None) for name in ("ours", *(f"peer {moves}" for moves in peers))]
        found = [ours, *(server.Stretch(moves, 0.0001, 0.01, 0.5) for moves in peers)]
        columns = server.beside_table(sides, found, 200, 5).columns
        return [(bar, told.replace("[bold]", "")) for bar, told in zip(columns[6].cells, columns[7].cells, strict=True)]

    assert verdicts(server.Stretch(400.0, 0.000849, 0.01, 0.5), 400.0, 401.0) == [
        ("≤ 850 µs", "reached"),
        ("≥ 1", "reached"),
        ("≥ 1", "not reached"),
    ]
    assert verdicts(server.Stretch(400.0, 0.000851, 0.01, 0.5)) == [("≤ 850 µs", "not reached")]
    assert verdicts(server.Stretch(400.0, 0.0, 0.01, 0.5)) == [("", "")]  # this system does not tell


def test_another_game_is_played_without_the_peer(printed):
    text = printed("--game", "top-secret-spies")
    assert "a move to all 4 screens of its table" in text
    assert "2 tables, 4 seats" in text
    assert "Left out: boardgame.io: what it plays is like Secrets." in text


def test_screens_answer_the_server_while_the_peer_is_installed(printed, monkeypatch):
    """On a busy machine that takes a minute, and the server hangs up on screens that are silent for so long."""
    loops, answered = [], []
    seated = server.seated

    async def noted(parties):
        loops.append(asyncio.get_running_loop())
        await seated(parties)

    def installing(*_):
        with suppress(TimeoutError):
            answered.append(asyncio.run_coroutine_threadsafe(asyncio.sleep(0, "alive"), loops[0]).result(20))
        raise NotHere("the peer: not installed here")

    monkeypatch.setattr(server, "seated", noted)
    monkeypatch.setattr(boardgame_io, "installed", installing)
    assert "Left out: the peer: not installed here." in printed()
    assert answered == ["alive"]


def test_an_install_that_fails_is_explained(tmp_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 1, "", "no network\nat all")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(NotHere, match=r"npm could not install it \(no network at all\)"):
        boardgame_io.installed(tmp_path / "peer")


def test_a_program_that_ends_is_no_riddle():
    with process.Program("sh", "-c", "exit 3") as program, pytest.raises(RuntimeError, match="ended with 3"):
        program.line()


class Wire:
    """What a screen writes."""

    def __init__(self):
        self.written = []

    def write(self, data):
        self.written.append(data)


def test_a_move_is_put_together_part_by_part(tmp_path, monkeypatch):
    """In the order of a person: the first part, further parts, then the confirmation."""
    sent = []
    send = LivePage.send

    def noted(screen, **fields):
        sent.append(fields)
        send(screen, **fields)

    async def moves():
        party = Party(running.port(), "top-secret-spies", 3)
        await party.open()
        while not any("confirm" in fields for fields in sent):
            await party.move()
        party.leave()

    monkeypatch.setattr(LivePage, "send", noted)
    with process.our_server(tmp_path / "tables.db") as running, ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, moves()).result()
    last, parts = sent[-1], sent[-1]["draft"].split(",")
    drafts = [fields for fields in sent if fields["after"] == last["after"]]
    assert [fields["answer"] for fields in drafts[:-1]] == parts
    assert [fields.get("draft", "") for fields in drafts] == [",".join(parts[:n]) for n in range(len(drafts))]


def test_a_screen_takes_frames_in_any_pieces():
    heard, wire = [], Wire()
    screen = LivePage("t", "c=1", lambda: heard.append(screen.number))
    screen.connection_made(wire)
    message = b'{"number": 7, "stage": "playing", "turn": true, "regions": {"question": "%s"}}' % (b"x" * 70_000)
    frames = b"\x81\x7f" + len(message).to_bytes(8, "big") + message + b"\x89\x02hi"
    short = b'{"number": 8, "stage": "over", "turn": false, "regions": {}}'
    data = b"HTTP/1.1 101 Switching Protocols\r\nx: y\r\n\r\n" + frames + bytes([0x81, len(short)]) + short
    for start in range(0, len(data), 1_000):
        screen.data_received(data[start : start + 1_000])
    assert heard == [7, 8]
    assert (screen.stage, screen.turn, len(screen.question)) == ("over", False, 70_000)
    assert wire.written[-1] == b"\x8a\x82\0\0\0\0hi"
