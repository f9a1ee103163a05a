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
from .engine.framing import draw_by
from .engine.game import Setup, View, find
from .engine.match import Match, new
from .engine.records import replay, verify
from .engine.shelf import packages, register
from .engine.words import Voice

__version__ = "0.15.0"


def _drawn(view: View, voice: Voice | str, below: str) -> str:
    """A board for a notebook; only who looks at one needs what draws pages."""
    from .notebook import framed

    return framed(view, voice, below)


draw_by(_drawn)


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
