"""A table in words, for a game that nobody has drawn yet."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.words import Voice


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> str:  # noqa: ARG001 (only words)
    """What everybody sees."""
    return view.text(say)


def mine(view: View, say: Voice) -> str:
    """What only this seat sees."""
    return view.text(say)


def place(view: View, answer: int) -> None:
    """Where an answer can be clicked: nowhere."""
