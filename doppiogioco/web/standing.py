"""How a table stands between two events: found out once for all who look at it, and not for each page anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Line, Match
from doppiogioco.engine.words import Voice
from doppiogioco.tables import Watchers
from doppiogioco.tables.table import Table

from .page_cache import PageCache
from .players import players

Found = TypeVar("Found")


class lazily(Generic[Found]):  # noqa: N801 (it is used like `property`)
    """An attribute that is found out when it is first read. `functools.cached_property` does the same, but takes a
    lock each time (until Python 3.12), and a page has many of these."""

    def __init__(self, find: Callable[[Any], Found]) -> None:
        self.find, self._name, self.__doc__ = find, find.__name__, find.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> lazily[Found]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Found: ...
    def __get__(self, owner: object | None, kind: type) -> lazily[Found] | Found:
        """The value: from now on a plain attribute, which is read without coming here."""
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self.find(owner)
        return found


class Standing:
    """A table between two events, for those who read one language. What a seat sees and hears is kept by seat.

    It knows nothing of the cache that keeps it, nor of the watchers that keep the cache: so it goes with them at once.
    """

    def __init__(self, table: Table, watchers: Watchers, language: str) -> None:
        self.table, self.language, self.match = table, language, table.match
        self.stage = table.stage  # one of: open, playing, over, closed
        self.after = len(self.match.history) if self.match else 0  # so many answers
        self.waiting = self.match.waiting if self.match and self.stage == "playing" else ()
        self.say = self.match.voice(language) if self.match else _voice_before(table, language)
        self.players = players(table, watchers, self.say, self.waiting)  # as nobody in particular sees them
        self.people = 0  # a number that stands for just these players, as they are now
        self._views: dict[int | None, View] = {}
        self._logs: dict[int | None, list[Line]] = {}

    @property
    def playing(self) -> Match:
        """The match, once there is one."""
        return self.match or self.table.playing()

    def view(self, seat: int | None) -> View:
        """What a seat sees; None is a spectator."""
        if seat not in self._views:
            self._views[seat] = self.playing.view(seat)
        return self._views[seat]

    def look(self, seat: int | None) -> View:
        """The same, but as a new look, for what remembers what was read from it."""
        return self.view(seat).new_look()

    def log(self, seat: int | None) -> list[Line]:
        """What a seat has heard."""
        if seat not in self._logs:
            self._logs[seat] = self.playing.log(seat, self.language)
        return self._logs[seat]

    @lazily
    def deadlines(self) -> dict[int, float]:
        """When the time of those who are waited for is up, where there is a clock."""
        return {seat: when for seat in self.waiting if (when := self.table.deadline(seat)) is not None}

    @lazily
    def soonest(self) -> float | None:
        """When the first of them runs out of time."""
        return min(self.deadlines.values(), default=None)


def standing(kept: PageCache, table: Table, watchers: Watchers, language: str) -> Standing:
    """How a table stands now. Every event has its number, who comes and goes is rung for, and answers are counted."""
    match = table.match
    moment = table.number, watchers.rung, match, len(match.history) if match else 0
    found = kept.standings.get(language)
    if found is None or found[0] != moment:
        found = kept.standings[language] = moment, Standing(table, watchers, language)
        found[1].people = kept.serial(found[1].players)
    now: Standing = found[1]
    return now


def _voice_before(table: Table, language: str) -> Voice:
    """Who speaks before the game: it knows who sits where."""
    unnamed = Voice(language)
    return Voice(language, [seat.name or unnamed.seat(number) for number, seat in enumerate(table.seats)])
