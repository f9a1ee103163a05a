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
    """What was last made of what a seat sees."""

    view: View
    made: Any


class PageCache:
    """The pieces of one table's pages."""

    def __init__(self) -> None:
        self._made: dict[str, dict[Hashable, Any]] = defaultdict(dict)
        self._serials = count()
        self._own: dict[Hashable, Own] = {}
        self._lines: dict[tuple[int | None, str], list[Piece]] = defaultdict(list)

    def get(self, kind: str, facts: Hashable, make: Callable[[], Made]) -> Made:
        """Something made from these facts. They must be all that it is made from."""
        made: dict[Hashable, Made] = self._made[kind]
        try:
            return made[facts]
        except KeyError:
            if len(made) >= MOST:
                del made[next(iter(made))]
            made[facts] = found = make()
            return found

    def serial(self, facts: Hashable) -> int:
        """A number that stands for these facts and for no others, now or later."""
        return self.get("serial", facts, lambda: next(self._serials))

    def seen(self, kind: str, viewer: Hashable, view: View, make: Callable[[View], Made]) -> Made:
        """Something made of what a viewer sees: made again when something has changed that was read for it. The view
        must be new, for what was read from it is what counts."""
        last = self._own.get((kind, viewer))
        if last and last.view.agrees(view):
            found: Made = last.made
            return found
        made = make(view)
        self._own[kind, viewer] = Own(view, made)
        return made

    def own(self, viewer: Hashable, view: View, look: Callable[[View], object], draw: Draw) -> Piece:
        """What only one seat sees: looked at again when something has changed that was read for it, and drawn again
        when that makes a difference."""
        before = self._own.get(("drawn", viewer))

        def drawn(view: View) -> tuple[object, Piece]:
            scene = look(view)
            return before.made if before and before.made[0] == scene else (scene, draw(scene))

        return self.seen("drawn", viewer, view, drawn)[1]

    def lines(self, seat: int | None, language: str) -> list[Piece]:
        """The lines of a viewer's log that have been drawn; a log only grows."""
        return self._lines[seat, language]


def cache_of(watchers: Watchers) -> PageCache:
    """What has been drawn for those who watch a table; it goes when the last of them does."""
    if watchers.drawings is None:
        watchers.drawings = PageCache()
    cache: PageCache = watchers.drawings
    return cache
