"""The games: the one place that names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

PACKAGES = {
    "agent-avenue": "agent_avenue",
    "secrets": "secrets_game",  # a module called secrets would shadow the standard library's
    "spies-and-lies": "spies_and_lies",
    "spywhere": "spywhere",
    "top-secret-spies": "top_secret_spies",
}


@cache
def rules(game: str) -> Any:
    """A game's rules module."""
    return import_module(f"{__name__}.{PACKAGES[game]}.rules")


@cache
def words(game: str) -> Any:
    """A game's words module."""
    return import_module(f"{__name__}.{PACKAGES[game]}.words")


@cache
def styles(game: str) -> dict[str, dict[int, dict[int, int]]]:
    """A game's named ways of playing: per question, how much (0 to 16) an answer is sought; 16 where not named."""
    found: dict[str, dict[int, dict[int, int]]] = import_module(f"{__name__}.{PACKAGES[game]}.styles").STYLES
    return found


@cache
def drawing(game: str) -> Any:
    """How a game is drawn: `board(view, say, before)`, `mine(view, say)`, `place(view, answer)`.

    `before` is the table as it was, while a move is being put together on it.
    """
    try:
        return import_module(f"{__name__}.{PACKAGES[game]}.drawing")
    except ModuleNotFoundError:
        return import_module("doppiogioco.web.plain")


def by_record(field: str) -> Any:
    """The rules behind a record, whose last field is named after the game."""
    return rules(field.replace("_", "-"))
