"""What is compiled for a game is compiled by one process: two that begin at once would both do all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

COMPILED = ("test_batch.py", "test_openspiel.py", "test_pettingzoo.py", "test_vector.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one game stay together."""
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        game = params["setup"][0] if "setup" in params else params.get("game")
        if item.path.parent == Path(__file__).parent and item.path.name in COMPILED and isinstance(game, str):
            item.add_marker(pytest.mark.xdist_group(f"compiled {game}"))
