"""A server in a process of its own, and a browser, for tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from doppiogioco.cli import app
from faults import server
from faults.server import Server, run

__all__ = ["PATIENCE", "Server", "browser", "command", "example_bot", "run"]

ROOT = Path(__file__).parents[2]
PATIENCE = int(1_000 * server.PATIENCE)  # milliseconds, as the browser counts
EXAMPLE = ROOT / "examples" / "bot.py"


def command(*words: str, **environment: str) -> Result:
    """What a command says. In a thread of its own: Playwright keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(CliRunner().invoke, app, words, env=environment).result()


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
