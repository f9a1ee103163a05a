"""Several processes that answer at one address: started together, started again when one dies, ended together."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from doppiogioco.bots.workers import uninterrupted
from doppiogioco.engine.errors import DoppiogiocoError

from .settings import Settings

logger = logging.getLogger("doppiogioco")

Work = Callable[[Settings, socket.socket, Callable[[], None]], None]

PAUSE = 1.0  # seconds before one that has died is started again
FAREWELL = 15.0  # seconds to end by themselves


class Child:
    """One of the processes. It says when it answers, and ends when the one that started it does."""

    def __init__(self, work: Work, settings: Settings, listening: socket.socket) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.ready, theirs = spawn.Pipe(duplex=False)
        held, self._lifeline = spawn.Pipe(duplex=False)
        self.process: SpawnProcess = spawn.Process(target=_live, args=(work, settings, listening, theirs, held))
        with uninterrupted():  # it ends when the one that started it says so
            self.process.start()
        theirs.close()
        held.close()

    def answers(self) -> bool:
        """Wait until it answers; False if it ended before."""
        try:
            return bool(self.ready.recv())
        except EOFError:
            self.process.join()
            return False

    def stop(self, sign: int) -> None:
        """Ask it to end, or make it."""
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, sign)


def supervise(
    count: int, work: Work, settings: Settings, listening: socket.socket, announce: Callable[[], None]
) -> None:
    """Keep so many processes at work until a signal comes."""
    stopping = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stopping.set())
    each = [replace(settings, number=number + 1) for number in range(count)]
    children = [Child(work, one, listening) for one in each]
    try:
        answering = [child.answers() for child in children]
        if not all(answering):
            if not stopping.is_set():
                sys.exit(2)  # it has said why
            return
        announce()
        while not stopping.is_set():
            wait([child.process.sentinel for child in children], timeout=PAUSE)
            for number, child in enumerate(children):
                if not child.process.is_alive() and not stopping.wait(PAUSE):
                    logger.error("a process has ended (%s) and is started again", child.process.exitcode)
                    children[number] = Child(work, each[number], listening)
    finally:
        _end(children)


def _end(children: list[Child]) -> None:
    for child in children:
        child.stop(signal.SIGTERM)
    until = time.monotonic() + FAREWELL
    for child in children:
        child.process.join(max(0.0, until - time.monotonic()))
        child.stop(signal.SIGKILL)
        child.process.join()


def _live(work: Work, settings: Settings, listening: socket.socket, ready: Connection, held: Connection) -> None:
    """The life of one of the processes."""
    threading.Thread(target=_until_alone, args=(held,), name="lifeline", daemon=True).start()
    try:
        work(settings, listening, lambda: ready.send(True))
    except DoppiogiocoError as error:
        print("doppiogioco:", error, file=sys.stderr)
        sys.exit(2)


def _until_alone(held: Any) -> None:
    """End when whoever started this process is gone, however that came about."""
    try:
        held.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)
