"""Lines of the log as HTML in which every name says whose it is.

A line is drawn once for all who hear it, so it cannot say *you*. But a page knows its seat, and its style sheet adds to
the name of that seat that it is the viewer's own: "Anna (you) recruits Daredevil". In one line that is said once of
each: "Green (you) begins: Anna".
"""

from __future__ import annotations

from html import escape

from doppiogioco.engine.match import Line
from doppiogioco.engine.words import Voice

from .page_cache import PageCache, Piece


def drawn(line: Line, say: Voice) -> str:
    """A line, with what is to be added to each name where it is the viewer's."""
    told: list[str] = []
    said: set[tuple[int, ...]] = set()
    for text, seats in line.parts():
        told.append(_name(text, seats, say, again=seats in said) if seats else escape(text))
        said.add(seats)
    return "".join(told)


def _name(name: str, seats: tuple[int, ...], say: Voice, *, again: bool) -> str:
    whose, you = " ".join(map(str, seats)), "" if again else say("your side") if len(seats) > 1 else say("you")
    return f'<b data-seat="{whose}" data-you="{escape(you)}">{escape(name)}</b>'


def kept_drawn(kept: PageCache, line: Line, say: Voice) -> Piece:
    """The same, once for all viewers of a table."""
    return kept.get("told", (say.language, line.named), lambda: Piece(drawn(line, say)))
