"""Where bots think: processes that come and go with their server, and die for nobody."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe, get_context, resource_tracker
from multiprocessing.connection import Client, Listener
from multiprocessing.context import SpawnProcess
from threading import Event

import pytest

import doppiogioco
from doppiogioco.bots import Judge
from doppiogioco.bots.talk import Claim
from doppiogioco.bots.workers import Distant, Worker, Workers, _serve


def doubled(number):
    if number < 0:
        raise ValueError("a secret")
    return 2 * number


def test_a_worker_whose_server_has_gone_ends_quietly(capfd):
    """As when a server is stopped while a game is compiled."""
    ours, theirs = Pipe()
    worker = get_context("spawn").Process(target=_serve, args=(theirs, ours_is_closed, 0))
    ours.send(())
    worker.start()
    theirs.close()
    ours.close()  # long before the worker has begun, so its answer finds nobody
    worker.join()
    assert worker.exitcode == 0
    assert not capfd.readouterr().err


def ours_is_closed():
    """Work whose answer nobody hears."""


def test_a_worker_that_dies_is_started_again():
    worker = Worker(doubled)
    try:
        assert worker.ask(4) == 8
        with pytest.raises(RuntimeError, match="ValueError") as raised:
            worker.ask(-1)
        assert "secret" not in str(raised.value)
        worker._process.kill()
        worker._process.join()
        assert worker.ask(5) == 10
        before = worker._process.pid
        worker.rest()
        assert worker._process is None
        assert worker.ask(6) == 12
        assert worker._process.pid != before
    finally:
        worker.close()


def test_a_worker_that_is_just_beginning_does_not_hear_ctrl_c(monkeypatch, capfd):
    """As when a server is stopped right after its start: a terminal tells every process of it."""
    begin, begun = SpawnProcess.start, []
    resource_tracker._resource_tracker._stop()  # as before the first of them

    def interrupted(process):
        begin(process)
        begun.append(process.pid)
        os.kill(process.pid, signal.SIGINT)

    monkeypatch.setattr(SpawnProcess, "start", interrupted)
    worker = Worker(doubled)
    try:
        assert worker.ask(4) == 8
    finally:
        worker.close()
    assert len(begun) == 1
    assert not capfd.readouterr().err


def held(address):
    """Work that takes as long as somebody listens."""
    with Client(address) as line:
        line.send("at work")
        line.recv()


def serving(address):
    """A server whose worker is busy."""
    Worker(held).ask(address)


def test_a_worker_ends_with_a_server_that_is_killed():
    """Also in the middle of its work, which may be to compile for a minute."""
    with Listener() as listener:
        server = get_context("spawn").Process(target=serving, args=(listener.address,))
        server.start()
        with listener.accept() as line:
            assert line.recv() == "at work"
            server.kill()
            server.join()
            assert line.poll(120), "it still works"
            with pytest.raises((EOFError, ConnectionResetError)):
                line.recv()


def test_a_worker_that_is_closed_while_it_is_started_is_ended(monkeypatch):
    started, closing, begin = [], Event(), SpawnProcess.start

    def slowly(process):
        closing.set()
        while not worker._closed:
            time.sleep(0.01)
        begin(process)
        started.append(process.pid)

    monkeypatch.setattr(SpawnProcess, "start", slowly)
    worker = Worker(doubled)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(worker.ask, 4)
        closing.wait()
        worker.close()
        with pytest.raises(EOFError):
            asked.result()
    [pid] = started
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.xdist_group("thinking secrets")
def test_a_bot_judges_at_a_glance_until_its_game_is_compiled_then_thinks_elsewhere(monkeypatch):
    monkeypatch.setattr("doppiogioco.bots.workers.packages", lambda: {"secrets": None})
    workers = Workers(1)
    try:
        match = doppiogioco.new("secrets", 4, seed=8)
        seat = match.waiting[0]
        sight = match.view(seat), match.heard(seat), match.legal(seat)
        bot = Distant(workers, "medium", "seed")
        monkeypatch.setattr(workers, "start", lambda: None)
        assert bot.choose(*sight) == Judge("seed").choose(*sight)
        workers._compile_all()
        assert workers.ready("secrets")
        assert workers._thinkers[0]._process.is_alive(), "a game that is played is loaded before anybody waits for it"
        asked = []
        think = workers.think
        monkeypatch.setattr(workers, "think", lambda thought: asked.append(thought) or think(thought))
        assert bot.choose(*sight) in match.legal(seat)
        [thought] = asked
        assert thought.table == sight[0].vector
        assert match.commitment not in json.dumps(thought)
        bot.overhear([Claim((seat + 2) % 4, "I am a hippie.", len(match.history))], match.heard(None))
        made = bot.consider(*sight)
        assert set(made.wins) <= set(made.chances) == set(match.legal(seat))
        assert made.answer in match.legal(seat)
        assert 0 <= made.win <= 1
        assert made.suspicions
        assert "I am KGB." in dict(made.claims), "what everybody has heard reaches the worker"
        assert made.tries > 0
    finally:
        workers.close()


@pytest.mark.parametrize(("wanted", "order"), [("b", ["b", "a", "c"]), ("", ["a", "b", "c"])])
def test_the_game_that_somebody_chooses_first_is_compiled_first(monkeypatch, wanted, order):
    monkeypatch.setattr("doppiogioco.bots.workers.packages", lambda: dict.fromkeys("abc"))
    monkeypatch.setattr("doppiogioco.bots.workers.FIRST_WISH", 120.0 if wanted else 0.0)
    workers, compiled = Workers(1), []
    for worker in (workers._compiler, *workers._thinkers):
        monkeypatch.setattr(worker, "ask", compiled.append if worker is workers._compiler else lambda game: None)
    workers.start()
    if wanted:
        assert not workers.ready(wanted)
    workers._compiling.join()
    assert compiled == order
    workers.close()


def test_a_game_that_cannot_be_compiled_keeps_bots_that_judge(monkeypatch, caplog):
    monkeypatch.setattr("doppiogioco.bots.workers.packages", lambda: {"no-such-game": None})
    workers = Workers(1)
    workers._compile_all()
    assert not workers._ready
    assert "no-such-game" in caplog.text
    workers.close()
