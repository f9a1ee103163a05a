"""Those who wait for a worker: whoever thinks for a moment is not kept waiting by all who think for seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from math import inf

AT_ONCE = -inf  # seconds: before all others
WAITS = 10.0  # times as long as it thinks somebody may be made to wait, if there are others who wait less gladly


class Queue:
    """One at a time, and of those who wait the one whose patience ends first: so nobody waits for ever either."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int]] = []  # when the patience of each ends, and who came first
        self._came = count()
        self._taken = False

    @property
    def length(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextmanager
    def turn(self, seconds: float = 0.0) -> Iterator[None]:
        """Wait for one's turn to do something that takes about so long, and have it."""
        with self._changed:
            own = self._clock() + WAITS * seconds, next(self._came)
            heappush(self._waiting, own)
            self._changed.wait_for(lambda: not self._taken and self._waiting[0] == own)
            heappop(self._waiting)
            self._taken = True
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()
