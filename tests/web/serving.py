"""A server in a process of its own, and a browser, for tests."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import pytest

ADDRESS = "Doppiogioco: "
# Every table of a test is dealt from the same seed: what happens there must not be a matter of luck.
SEEDED = """
import secrets
secrets.token_hex = lambda size=32: "5eed" * (size // 2)
from doppiogioco.cli import main
main()
"""
ROOT = Path(__file__).parents[2]
PATIENCE = 120_000  # milliseconds: a busy machine makes a test slower, not red
EXAMPLE = ROOT / "examples" / "bot.py"


class Server:
    """`doppiogioco serve` on a free port; `kill` is kill -9, `start` begins again on the same file."""

    def __init__(self, database: Path | str, *flags: str, errors: Path | None = None) -> None:
        """What it writes to standard error is appended to the file `errors`, if there is one."""
        self.database, self.port, self._flags, self._errors = database, 0, flags, errors
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop(signal.SIGTERM)

    def start(self) -> None:
        command = [sys.executable, "-c", SEEDED, "serve", "--port", str(self.port), "--bot-pause", "0", "--no-limits"]
        command += ["--database", str(self.database), *self._flags]
        with ExitStack() as stack:
            errors = stack.enter_context(self._errors.open("ab")) if self._errors else None
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.startswith(ADDRESS), f"the server did not start: {line}"
        self.address = line.removeprefix(ADDRESS).split()[0].rstrip("/").replace("localhost", "127.0.0.1")
        self.port = urlsplit(self.address).port or 0

    def stop(self, sign: int) -> None:
        if self._process:
            self._process.send_signal(sign)
            self._process.wait(timeout=PATIENCE / 1_000)
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


def example_bot() -> Any:
    """The example of an outside program, as a module: tests speak to the server with its functions."""
    found = spec_from_file_location("example_bot", EXAMPLE)
    assert found and found.loader
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def chromium() -> str:
    """Where the browser is. In CI a missing one is a failure; elsewhere the test says what to install."""
    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
    )
    if not found:
        text = "no Chromium: ./test installs it with apt-get where it may; else install the package chromium"
        pytest.fail(text) if os.environ.get("CI") else pytest.skip(text)
    return found


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run some asynchronous work. In a thread of its own: Playwright keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


class Chrome:
    """A browser whose pages show everything at once, unless a test wants to see one thing after the other."""

    def __init__(self, started: Any) -> None:
        self._started = started

    def new_context(self, *, speed: str = "none", **settings: Any) -> Any:
        context = self._started.new_context(**settings)
        context.add_init_script(f"localStorage.getItem('speed') ?? localStorage.setItem('speed', '{speed}')")
        return context


@contextmanager
def browser() -> Iterator[Chrome]:
    """A real browser without a window."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=chromium())
        yield Chrome(started)
        started.close()
