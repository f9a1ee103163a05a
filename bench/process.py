"""Programs in processes of their own: where they run and what they use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[1]  # where a new process finds `bench` and `doppiogioco`
PATIENCE = 10.0  # seconds for a program to end by itself
PROCESSES = Path("/proc")  # where a system that tells of its processes does so


class Program:
    """A process that is talked to in lines; it ends with the `with` block."""

    def __init__(self, *command: str, folder: Path = ROOT, **environment: str) -> None:
        self._process = subprocess.Popen(
            command, cwd=folder, env=os.environ | environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = self._process.pid
        self._folder = PROCESSES / str(self.pid)

    def line(self) -> str:
        """The next line it prints."""
        assert self._process.stdout
        found = self._process.stdout.readline()
        if not found:
            raise RuntimeError(f"{self._process.args!r} ended with {self._process.wait()}")
        return found.strip()

    def port(self) -> int:
        """Where it listens, which its first line says."""
        return int(re.findall(r"[ :](\d+)", self.line())[0])

    def tell(self, line: str) -> None:
        """A line for its standard input."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def memory(self) -> float | None:
        """Megabytes in memory, where the system tells."""
        if not self._folder.exists():
            return None
        pages = (self._folder / "statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def processor(self) -> float:
        """Processor seconds so far; 0 where the system does not tell."""
        return processor_of([self.pid])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()


def processor_of(pids: Iterable[int]) -> float:
    """Processor seconds of processes so far; 0 where the system does not tell, or one has ended."""
    total = 0.0
    for pid in pids:
        with suppress(OSError):
            fields = _stat(pid)
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that are still there; none where the system does not tell."""
    found = []
    for other in (int(folder.name) for folder in PROCESSES.glob("[0-9]*")):
        with suppress(OSError):  # it has ended meanwhile
            if int(_stat(other)[1]) == pid:
                found.append(other)
    return found


def most_memory_of(pid: int) -> float:
    """Megabytes that a process has had in memory at most; 0 where the system does not tell, or it has ended."""
    with suppress(OSError):
        told = re.search(r"VmHWM:\s+(\d+) kB", (PROCESSES / str(pid) / "status").read_text(encoding="utf-8"))
        return int(told[1]) * 1024 / 1e6 if told else 0.0
    return 0.0


def _stat(pid: int) -> list[str]:
    """What the system tells of a process in one line, from its state on: its name before that may hold anything."""
    return (PROCESSES / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()


def our_server(database: Path | str, *flags: str, **environment: str) -> Program:
    """`doppiogioco serve` on a database and a free port."""
    command = [sys.executable, "-m", "doppiogioco", "serve", "--port", "0", "--no-limits"]  # all come from one address
    return Program(*command, "--database", str(database), *flags, folder=ROOT, **environment)


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """Stay on one core, with every process that is started meanwhile; where the system lets nobody choose, anywhere."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(before)[number % len(before)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
