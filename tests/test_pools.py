"""Processes that work side by side begin anew, and know the games that this one knows."""

from __future__ import annotations

import liars_dice
import pytest

import doppiogioco
from doppiogioco.engine.errors import UnknownGame
from doppiogioco.law_runs import ways_to_play
from doppiogioco.pools import pool

changed = False


def is_changed() -> bool:
    return changed


def test_a_process_of_a_pool_is_no_copy_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.changed", True)
    assert is_changed()
    with pool(1) as processes:
        assert not processes.submit(is_changed).result(), "it would hold the locks of threads that it has not"


def test_it_knows_games_that_were_put_on_the_shelf_by_hand() -> None:
    doppiogioco.register(liars_dice)
    with pool(1) as processes:
        assert processes.submit(ways_to_play, liars_dice.ID, 0).result() is None
        with pytest.raises(UnknownGame):
            processes.submit(ways_to_play, "no-such-game", 1).result()
