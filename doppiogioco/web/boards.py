"""Boards as pages have them: drawn once for all who look at them, and told in pieces.

A board is the largest part of a page, and an answer changes little of it. So a live page is not told again what it has
been told before: a piece that stood in the last board is told by its number there. The script of the page puts the
board together (`whole` in table.js); `BoardReader` does the same for programs that look at what pages are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from litestar.serialization import decode_json

from .page_cache import Piece

Section = list[str]  # pieces of a board, quoted as they are sent


class Board:
    """A board that is drawn once, for whoever looks at it from wherever: its places go round, all else stays."""

    def __init__(self, sections: list[Section]) -> None:
        """What stays and what goes round, in turns."""
        self._sections = sections

    def facing(self, side: int) -> Piece:
        """The board as it is seen from a side: the place of that number comes first."""
        return Piece.as_sent("".join(chain.from_iterable(_turned(self._sections, side))))

    def looks_like(self, other: Board | None) -> bool:
        """Is nothing drawn differently there?"""
        return other is self or (other is not None and other._sections == self._sections)

    def told_after(self, before: Board | None) -> str:
        """The sections of the board as JSON, for a page that has been told another one, or none."""
        had = chain.from_iterable(before._sections) if before else ()
        known = {piece: str(number) for number, piece in enumerate(had)}
        sections = [",".join([known.get(piece) or f'"{piece}"' for piece in section]) for section in self._sections]
        return f"[[{'],['.join(sections)}]]"


def in_lines(text: str) -> Section:
    """A drawing that is not made of parts, line by line: most lines are the same after an answer."""
    sent = Piece(text).sent
    if "\\\\" in sent:  # a backslash of the drawing itself, which may stand before an n
        return [sent]
    first, *others = sent.split("\\n")
    return [first, *[f"\\n{line}" for line in others]]


def _turned(sections: list[Any], side: int) -> Iterable[Any]:
    """Sections as they follow each other when the place of a number comes first."""
    if len(sections) == 1:
        return sections
    seen, places = [*sections], sections[1::2]
    seen[1::2] = [*places[side:], *places[:side]]
    return seen


class BoardReader:
    """A page that is told of boards in pieces."""

    def __init__(self) -> None:
        self._pieces: list[str] = []

    def read(self, text: str | bytes) -> dict[str, Any]:
        """A message to a live page, with the board as HTML among its regions and in its beats."""
        message: dict[str, Any] = decode_json(text)
        for beat in message.get("beats", ()):
            if "board" in beat:
                beat["board"] = "".join(self._whole(beat["board"]))
        if "board" in message:
            board = message.pop("board")
            message["regions"]["board"] = "".join(self._whole(board))
            if not message.get("reply"):  # a draft goes by: what is told next begins at the board before it
                self._pieces = [*self._whole(board | {"side": 0})]
        return message

    def _whole(self, board: Mapping[str, Any]) -> list[str]:
        told = [
            [self._pieces[piece] if isinstance(piece, int) else piece for piece in section]
            for section in board["sections"]
        ]
        return [*chain.from_iterable(_turned(told, board["side"]))]
