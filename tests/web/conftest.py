"""One server and one browser for all tests of a process."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from .serving import Server, browser


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table of a test is dealt from the same seed, as in a server of its own process."""
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: "5eed" * (size // 2))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "tables.db") as running:
        yield running


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    with browser() as started:
        yield started
