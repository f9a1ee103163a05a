"""What tests of any folder share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import doppiogioco
from doppiogioco.engine import shelf
from doppiogioco.engine.game import Game

# What is compiled for a game is compiled by one process: two that begin at once would both do all of it. So tests that
# have the same compiled stay together: in these files those of one game; files that share it have a name in common.
COMPILING = {
    "test_batch": "research", "test_openspiel": "research", "test_pettingzoo": "research", "test_vector": "research",
    "test_text": "research", "test_opponents": "thinking", "test_laws": "laws", "test_secrecy": "secrecy",
    "test_perft": "perft", "test_sight": "sight", "test_observations": "sight", "test_agent_avenue_knowledge": "worlds",
    "test_spywhere_memory": "worlds", "test_top_secret_solving": "thinking", "test_bench": "bench",
}  # fmt: skip

# Most tests want games that end soon and go everywhere; those about the usual bots ask for them.
os.environ["DOPPIOGIOCO_BOTS"] = "random"


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Name the group of each test that has something compiled."""
    for item in items:
        kind = COMPILING.get(item.path.stem)
        if kind and not item.get_closest_marker("xdist_group"):
            params = getattr(getattr(item, "callspec", None), "params", {})
            game = params["setup"][0] if "setup" in params else params.get("game", _game_of(item.path.stem))
            item.add_marker(pytest.mark.xdist_group(f"{kind} {game}"))


def _game_of(file: str) -> str:
    """The game that a file of tests is about, or its name."""
    begins = {"_".join(["test", *game.split("-")[:2]]): game for game in doppiogioco.games()}
    return next((game for begin, game in begins.items() if file.startswith(begin)), file)


@pytest.fixture(autouse=True)
def the_shelf_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that a test puts on the shelf is gone after it."""
    monkeypatch.setattr(shelf, "_packages", dict(shelf.packages()))


@pytest.fixture(scope="module")
def sixth() -> Iterator[Game]:
    """Liar's Dice, the game of the examples, on the shelf for the tests of one file."""
    import liars_dice

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "_packages", dict(shelf.packages()))
        doppiogioco.register(liars_dice)
        yield doppiogioco.find(liars_dice.ID)
