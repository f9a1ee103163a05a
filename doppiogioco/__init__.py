"""Doppiogioco: games of hidden identity on one engine."""

from __future__ import annotations

from .engine.errors import (
    BadRecord,
    DoppiogiocoError,
    IllegalAnswer,
    MissingExtra,
    NotWaiting,
    StaleAnswer,
    UnknownAnswer,
    UnknownGame,
)
from .engine.game import Setup, find
from .engine.match import Match, new
from .engine.records import replay, verify
from .games import PACKAGES

__version__ = "0.4.0"


def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(PACKAGES)


def setups() -> list[Setup]:
    """Every set-up the rulebooks allow: (game, seats, options), ready for `new`."""
    return [setup for game in PACKAGES for setup in find(game).setups()]


__all__ = [
    "BadRecord", "DoppiogiocoError", "IllegalAnswer", "Match", "MissingExtra", "NotWaiting", "StaleAnswer",
    "UnknownAnswer", "UnknownGame", "games", "new", "replay", "setups", "verify",
]  # fmt: skip
