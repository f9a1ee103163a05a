"""A board in a notebook. Drawing needs templates, which stand above the engine: whoever has them hands in how."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import View
    from .words import Voice

Draw = Callable[["View", "Voice | str", str], str]  # a view, in whose words, and what stands below it


def in_words(view: View, voice: Voice | str, below: str) -> str:
    """The table in words, where nobody draws."""
    return f"<pre>{escape(view.text(voice))}\n{escape(below)}</pre>"


_draws: list[Draw] = [in_words]


def draw_by(draw: Draw) -> None:
    """From now on boards are drawn so."""
    _draws.append(draw)


def framed(view: View, voice: Voice | str = "en", below: str = "") -> str:
    """The table as a viewer sees it, as a notebook shows it."""
    return _draws[-1](view, voice, below)
