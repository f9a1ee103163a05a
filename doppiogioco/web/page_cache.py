"""What has been made of a table already, so that nothing is made twice: neither for two viewers who see the same, nor
after a move that has not changed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import Any, NamedTuple, TypeVar

from litestar.serialization import encode_json

from doppiogioco.engine.game import View
from doppiogioco.tables import Watchers

Made = TypeVar("Made")
MOST = 32  # of a kind; the oldest goes first


class Piece(str):
    """A piece of HTML, with the same as a JSON string: quoted once for all who are sent it."""

    quoted: str

    def __new__(cls, text: str, quoted: str = "") -> Piece:
        """A text, and how JSON quotes it, where that is known."""
        piece = super().__new__(cls, text)
        piece.quoted = quoted or encode_json(text).decode()
        return piece


Draw = Callable[[Any], Piece]


class Turning:
    """A board that is drawn once, for whoever looks at it from wherever: its places go round, all else stays."""

    def __init__(self, pieces: Sequence[str]) -> None:
        """What stays and what goes round, in turns."""
        self._pieces = [Piece(piece) for piece in pieces]

    def facing(self, side: int) -> Piece:
        """The board as it is seen from a side: the place of that number comes first."""
        seen, places = self._pieces[:], self._pieces[1::2]
        seen[1::2] = places[side:] + places[:side]
        return joined(seen)


def joined(pieces: Sequence[Piece]) -> Piece:
    """Pieces one after the other; nothing is quoted again."""
    return Piece("".join(pieces), f'"{"".join([piece.quoted[1:-1] for piece in pieces])}"')


class Own(NamedTuple):
    """What a seat was last shown of its own, and what it was made from."""

    view: View
    scene: object
    piece: Piece


class PageCache:
    """The pieces of one table's pages."""

    def __init__(self) -> None:
        self._made: dict[str, dict[Hashable, Any]] = defaultdict(dict)
        self._serials = count()
        self._own: dict[tuple[int, str], Own] = {}
        self._lines: dict[tuple[int | None, str], list[Piece]] = defaultdict(list)

    def get(self, kind: str, facts: Hashable, make: Callable[[], Made]) -> Made:
        """Something made from these facts. They must be all that it is made from."""
        made = self._made[kind]
        if facts not in made:
            if len(made) >= MOST:
                del made[next(iter(made))]
            made[facts] = make()
        found: Made = made[facts]
        return found

    def serial(self, facts: Hashable) -> int:
        """A number that stands for these facts and for no others, now or later."""
        return self.get("serial", facts, lambda: next(self._serials))

    def own(self, seat: int, language: str, view: View, look: Callable[[View], object], draw: Draw) -> Piece:
        """What only one seat sees: looked at again when something has changed that was read for it, and drawn again
        when that makes a difference."""
        last = self._own.get((seat, language))
        if last and last.view.agrees(view):
            return last.piece
        scene = look(view)
        drawn = last.piece if last and last.scene == scene else draw(scene)
        self._own[seat, language] = Own(view, scene, drawn)
        return drawn

    def lines(self, seat: int | None, language: str) -> list[Piece]:
        """The lines of a viewer's log that have been drawn; a log only grows."""
        return self._lines[seat, language]


def cache_of(watchers: Watchers) -> PageCache:
    """What has been drawn for those who watch a table; it goes when the last of them does."""
    if watchers.drawings is None:
        watchers.drawings = PageCache()
    cache: PageCache = watchers.drawings
    return cache
