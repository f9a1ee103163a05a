"""What has been made of a table already, so that nothing is made twice: neither for two viewers who see the same, nor
after a move that has not changed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from itertools import count
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, NamedTuple, TypeVar

from litestar.serialization import decode_json

from doppiogioco.engine.game import ReadSoFar, View
from doppiogioco.tables import Watchers

Made = TypeVar("Made")
MOST = 32  # of a kind; the oldest goes first
LASTING = {"frame", "tray", "strip", "line frame", "log frame"}  # kinds that the next moments are put together from


class Piece:
    """A piece of HTML as it is sent: what stands between the quotes of a JSON string, made once for all who get it. In
    ASCII it takes the least room and need not be encoded again."""

    __slots__ = ("sent",)

    def __init__(self, text: str) -> None:
        self.sent = quoted(text)[1:-1]

    @classmethod
    def as_sent(cls, text: str) -> Piece:
        """A piece of what is quoted already."""
        piece = cls.__new__(cls)
        piece.sent = text
        return piece

    @classmethod
    def joined(cls, pieces: Iterable[Piece]) -> Piece:
        """Pieces one after the other; nothing is quoted again."""
        return cls.as_sent("".join([piece.sent for piece in pieces]))

    @property
    def quoted(self) -> str:
        """The whole JSON string."""
        return f'"{self.sent}"'

    def __str__(self) -> str:
        text: str = decode_json(self.quoted)
        return text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piece) and self.sent == other.sent

    def __hash__(self) -> int:
        return hash(self.sent)


Draw = Callable[[Any], Piece]


class Own(NamedTuple):
    """What was last made of what a seat sees, and what was read for it."""

    read: ReadSoFar
    made: Any


def keep(made: dict[Hashable, Any], facts: Hashable, thing: Made) -> Made:
    """Keep what has been made from these facts."""
    if len(made) >= MOST:
        del made[next(iter(made))]
    made[facts] = thing
    return thing


class PageCache:
    """The pieces of one table's pages."""

    def __init__(self) -> None:
        self._made: dict[str, dict[Hashable, Any]] = defaultdict(dict)
        self._now: dict[str, dict[Hashable, Any]] = defaultdict(dict)
        self._after = 0  # so many answers; `_now` is what was made since the last of them
        self._serials = count()
        self._own: dict[Hashable, Own] = {}
        self._lines: dict[tuple[int | None, str], list[Piece]] = defaultdict(list)
        self.standings: dict[str, tuple[Hashable, Any]] = {}  # by language: a moment, and how the table stands then

    def get(self, kind: str, facts: Hashable, make: Callable[[], Made]) -> Made:
        """Something made from these facts. They must be all that it is made from."""
        made = self._made[kind]
        try:
            found: Made = made[facts]
        except KeyError:
            return keep(made, facts, make())
        return found

    def now(self, after: int, kind: str, facts: Hashable, make: Callable[[], Made]) -> Made:
        """Something of the table as it is after so many answers, made from these facts: it goes with the next answer,
        for boards and pictures are large."""
        if after != self._after:
            self._now.clear()
            self._after = after
        made = self._now[kind]
        try:
            found: Made = made[facts]
        except KeyError:
            return keep(made, facts, make())
        return found

    def serial(self, facts: Hashable) -> int:
        """A number that stands for these facts and for no others, now or later."""
        return self.get("serial", facts, lambda: next(self._serials))

    def seen(self, kind: str, viewer: Hashable, view: View, make: Callable[[View], Made]) -> Made:
        """Something made of what a viewer sees: made again when something has changed that was read for it. The view
        must be new, for what was read from it is what counts."""
        last = self._own.get((kind, viewer))
        if last and last.read.agrees(view):
            found: Made = last.made
            return found
        made = make(view)
        self._own[kind, viewer] = Own(ReadSoFar(view), made)
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

    def rest(self) -> None:
        """Everybody has been told of the moment, and there is time: what was made for it alone goes. Should somebody
        look before the next one, it is made again."""
        self._now.clear()
        self.standings.clear()
        for kind in self._made.keys() - LASTING:
            del self._made[kind]


def cache_of(watchers: Watchers) -> PageCache:
    """What has been drawn for those who watch a table; it goes when the last of them does."""
    if watchers.drawings is None:
        watchers.drawings = PageCache()
    cache: PageCache = watchers.drawings
    return cache
