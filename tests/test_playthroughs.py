"""Golden play-throughs: what every seat heard and saw in one match of every set-up."""

from pathlib import Path

import pytest

import doppiogioco
from doppiogioco import playthroughs
from doppiogioco.engine.game import label

FOLDER = Path(__file__).parent / "golden"
SETUPS = doppiogioco.setups()


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_nothing_that_anybody_hears_or_sees_has_changed(setup):
    playthroughs.check(setup, FOLDER)


def test_every_file_belongs_to_a_set_up():
    assert {path.name for path in FOLDER.iterdir()} == {f"{label(setup)}.txt" for setup in SETUPS}
