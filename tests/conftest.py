"""What tests of any folder share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import doppiogioco
from doppiogioco.engine import shelf
from doppiogioco.engine.game import Game

# Most tests want games that end soon and go everywhere; those about the usual bots ask for them.
os.environ["DOPPIOGIOCO_BOTS"] = "random"


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
