"""One server and one browser for all tests of a process."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doppiogioco.doors.asking import Asking

from .databases import Cluster
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


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    """Somebody who asks a server in this process, and can look behind its answers."""
    with Asking(tmp_path / "tables.db") as found:
        yield found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A database that is not there yet, or is empty: every test that asks for it runs on both kinds."""
    if request.param == "sqlite":
        return tmp_path / "tables.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()
