"""Who has a table open: they are woken at every event, and the others see who is there."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from doppiogioco.store.store import now

ABSENT_AFTER = 60.0  # seconds without a connection until the others may vote for a bot


class Bell:
    """An `asyncio.Event` that only one waits for, and without the room that it has for others."""

    __slots__ = ("_rung", "_waiting")

    def __init__(self) -> None:
        self._rung = False
        self._waiting: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Has it rung?"""
        return self._rung

    def set(self) -> None:
        """Ring."""
        self._rung = True
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def clear(self) -> None:
        """Wait for the next time."""
        self._rung = False

    async def wait(self) -> None:
        """Until it rings."""
        if self._rung:
            return
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            await self._waiting
        finally:
            self._waiting = None


class Watchers:
    """The open pages of one table: woken at every event, and who is there by seat."""

    def __init__(self, clock: Callable[[], float] = now, moved: Callable[[], None] = lambda: None) -> None:
        """`moved` is told when somebody comes or goes."""
        self._clock, self._moved = clock, moved
        self.bells: set[Bell] = set()
        self.present: dict[int, int] = defaultdict(int)  # per seat, how many pages
        self.elsewhere: dict[str, frozenset[int]] = {}  # who is there at other processes
        self.drawings: Any = None  # whatever was drawn for them: it goes with the last of them
        self.left_at: dict[int, float] = {}
        self.since = self._clock()  # whoever has not come since then has been away since then
        self.rung = 0  # how often they were woken,
        self._rung_before = 0  # and how often when it was last looked whether they rest

    def ring(self) -> None:
        """Something has changed."""
        self.rung += 1
        for bell in self.bells:
            bell.set()

    @asynccontextmanager
    async def watching(self, seat: int | None) -> AsyncIterator[Bell]:
        """A page is open; the bell rings when there is something new."""
        bell = Bell()
        self.bells.add(bell)
        if seat is not None:
            self.present[seat] += 1
            if self.present[seat] == 1:
                self._moved()
                self.ring()
        try:
            yield bell
        finally:  # nothing is awaited here: a cancelled stream would not wait for it
            self.bells.discard(bell)
            if not self.bells:
                self.drawings = None
            if seat is not None:
                self.present[seat] -= 1
                if not self.present[seat]:
                    self._moved()
                    self._left([seat])

    def rest(self) -> bool:
        """Has nothing been told since the last time that this was asked? Then what was drawn may be put in order."""
        at_rest, self._rung_before = self.rung == self._rung_before, self.rung
        if at_rest and not self.bells:  # somebody has looked without waiting for more
            self.drawings = None
        elif at_rest and self.drawings is not None:
            self.drawings.rest()
        return at_rest

    def local(self) -> list[int]:
        """The seats of people whose pages are open at this process."""
        return [seat for seat, pages in self.present.items() if pages]

    def elsewhere_now(self, process: str, seats: frozenset[int]) -> None:
        """Another process says whose pages are open there."""
        before = self.elsewhere.pop(process, frozenset())
        if seats:
            self.elsewhere[process] = seats
        if gone := before - seats:
            self._left(gone)
        elif before != seats:
            self.ring()

    def _left(self, seats: Iterable[int]) -> None:
        """People have closed their last page."""
        self.left_at |= dict.fromkeys(seats, self._clock())
        self.ring()
        asyncio.get_running_loop().call_later(ABSENT_AFTER, self.ring)  # now the others may vote for a bot

    def here(self, seat: int) -> bool:
        """Has a person a page open?"""
        return bool(self.present[seat]) or any(seat in seats for seats in self.elsewhere.values())

    def came(self, seat: int) -> bool:
        """Has a person had a page open at all?"""
        return self.here(seat) or seat in self.left_at

    def absent(self, seat: int) -> bool:
        """Has a person had no page open for so long that others need not wait?"""
        return not self.here(seat) and self._clock() - self.left_at.get(seat, self.since) >= ABSENT_AFTER
