"""What bots know before anybody plays, where a game's package can work it out: its module `training`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, cast

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.words import N_


class Training(Protocol):
    """How a package works something out. Whoever does it finds the same, byte for byte."""

    @property
    def FILE(self) -> str:  # noqa: N802
        """Where it is kept, beside the modules."""

    @property
    def PIECES(self) -> int:  # noqa: N802
        """Of the work, for a progress bar."""

    def train(self) -> Iterator[bytes]:
        """One piece of work after the other; the last one yields what belongs into the file."""


def training_of(game: str) -> tuple[Training, Path]:
    """How something is worked out for the bots of a game, and where it is kept."""
    package = find(game).package
    if not package.has("training"):
        raise DoppiogiocoError(N_("bots of {game} learn nothing beforehand: there is nothing to train"), game=game)
    training = cast(Training, package.module("training"))
    return training, package.folder / training.FILE
