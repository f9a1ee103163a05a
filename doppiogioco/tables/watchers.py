"""Who has a table open: they are woken at every event, and the others see who is there."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from doppiogioco.store.store import now

ABSENT_AFTER = 60.0  # seconds without a connection until the others may vote for a bot


class Watchers:
    """The open pages of one table: woken at every event, and who is there by seat."""

    def __init__(self, clock: Callable[[], float] = now, moved: Callable[[], None] = lambda: None) -> None:
        """`moved` is told when somebody comes or goes."""
        self._clock, self._moved = clock, moved
        self.bells: set[asyncio.Event] = set()
        self.present: dict[int, int] = defaultdict(int)  # per seat, how many pages
        self.elsewhere: dict[str, frozenset[int]] = {}  # who is there at other processes
        self.drawings: Any = None  # whatever was drawn for them: it goes with the last of them
        self.left_at: dict[int, float] = {}
        self.since = self._clock()  # whoever has not come since then has been away since then
        self.rung = 0  # how often they were woken

    def ring(self) -> None:
        """Something has changed."""
        self.rung += 1
        for bell in self.bells:
            bell.set()

    @asynccontextmanager
    async def watching(self, seat: int | None) -> AsyncIterator[asyncio.Event]:
        """A page is open; the bell rings when there is something new."""
        bell = asyncio.Event()
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
