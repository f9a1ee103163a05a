"""Doppiogioco: games of hidden identity on one engine."""

from __future__ import annotations

from . import games as _our_games  # noqa: F401 (imported, they are on the shelf)
from .bots import bot
from .engine.errors import (
    BadGame,
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
from .engine.shelf import packages, register

__version__ = "0.13.0"


def games() -> tuple[str, ...]:
    """The ids of all games, also of those that other packages bring."""
    return tuple(packages())


def setups() -> list[Setup]:
    """Every set-up the rulebooks allow: (game, seats, options), ready for `new`."""
    return [setup for game in packages() for setup in find(game).setups()]


__all__ = [
    "BadGame", "BadRecord", "DoppiogiocoError", "IllegalAnswer", "Match", "MissingExtra", "NotWaiting", "StaleAnswer",
    "UnknownAnswer", "UnknownGame", "bot", "find", "games", "new", "register", "replay", "setups", "verify",
]  # fmt: skip
