"""What bots know before anybody plays, where a game's package can work it out: its module `training`."""

from __future__ import annotations

from pathlib import Path

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.hooks import Training
from doppiogioco.engine.hooks import training_of as hook_of
from doppiogioco.engine.words import N_


def training_of(game: str) -> tuple[Training, Path]:
    """How something is worked out for the bots of a game, and where it is kept."""
    package = find(game).package
    training = hook_of(package)
    if training is None:
        raise DoppiogiocoError(N_("bots of {game} learn nothing beforehand: there is nothing to train"), game=game)
    return training, package.folder / training.FILE
