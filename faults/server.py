"""A server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

ADDRESS = "Doppiogioco: "
# Every table is dealt from the same seed: what happens there must not be a matter of luck.
SEEDED = """
import secrets
secrets.token_hex = lambda size=32: "5eed" * (size // 2)
"""
MAIN = """
from doppiogioco.cli import main
main()
"""
PATIENCE = 120.0  # seconds: a busy machine makes it slower, not wrong


class Server:
    """`doppiogioco serve` on a free port; `kill` is kill -9, `start` begins again on the same database."""

    def __init__(
        self,
        database: Path | str,
        *flags: str,
        errors: Path | None = None,
        hooks: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """What it writes to standard error is appended to the file `errors`, if there is one. `hooks` is a program that
        its process runs before it serves."""
        self.database, self.port, self._flags, self._errors = database, 0, flags, errors
        self._program, self._environment = SEEDED + hooks + MAIN, dict(environment or {})
        self.address, self.announced = "", ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop(signal.SIGTERM)

    def start(self) -> None:
        """Start it, and wait until it says that it answers."""
        command = [sys.executable, "-c", self._program, "serve", "--port", str(self.port), "--bot-pause", "0"]
        command += ["--no-limits", "--database", str(self.database), *self._flags]
        with ExitStack() as stack:
            errors = stack.enter_context(self._errors.open("ab")) if self._errors else None
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ | self._environment
            )
        assert self._process.stdout
        line = self.announced = self._process.stdout.readline()
        assert line.startswith(ADDRESS), f"the server did not start: {line}"
        self.address = line.removeprefix(ADDRESS).split()[0].rstrip("/").replace("localhost", "127.0.0.1")
        self.port = urlsplit(self.address).port or 0

    def stop(self, sign: int) -> None:
        """End it by a signal."""
        if self._process:
            self._process.send_signal(sign)
            self._process.wait(timeout=PATIENCE)
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        """End it as a machine would that has no memory left."""
        self.stop(signal.SIGKILL)


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run some asynchronous work. In a thread of its own: Playwright keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()
