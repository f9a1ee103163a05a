"""A boardgame.io server and players for it, from npm, in a folder that is thrown away."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from .process import Program, on_core
from .report import NotHere

SOURCES = Path(__file__).with_name("boardgame_io")
NAME = "boardgame.io"


class BoardgameIo(NamedTuple):
    """The server, and a program that plays all seats of all its tables."""

    name: str
    server: Program
    players: Program

    def play(self, seconds: float) -> list[float]:
        """Play for a while; how long each move took until the last seat had it."""
        self.players.tell(str(seconds))
        took: list[float] = json.loads(self.players.line())
        return took


@contextmanager
def boardgame_io(folder: Path, tables: int, seats: int) -> Iterator[list[BoardgameIo]]:
    """Install it and start it twice, with everybody seated: once it keeps its matches in files, once in memory."""
    name = installed(folder)
    with ExitStack() as stack:
        yield [
            stack.enter_context(_started(f"{name}, saved in files", folder, tables, seats, str(folder / "matches"))),
            stack.enter_context(_started(f"{name}, in memory", folder, tables, seats)),
        ]


@contextmanager
def _started(name: str, folder: Path, tables: int, seats: int, *words: str) -> Iterator[BoardgameIo]:
    """One server, on the core of servers, and its players."""
    with on_core(0):
        server = Program("node", "server.js", *words, folder=folder, NODE_ENV="production")
    with server, Program("node", "load.js", str(server.port()), str(tables), str(seats), folder=folder) as players:
        players.line()  # it says when it is ready
        yield BoardgameIo(name, server, players)


def installed(folder: Path) -> str:
    """Install it into a folder; its name with the version."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NotHere(f"{NAME}: there is no node with npm")
    shutil.copytree(SOURCES, folder)
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotHere(f"{NAME}: npm could not install it ({' '.join(done.stderr.split())[:200]})")
    about = json.loads((folder / "node_modules" / NAME / "package.json").read_text(encoding="utf-8"))
    return f"{NAME} {about['version']}"
