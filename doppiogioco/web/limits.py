"""How much one address, or one seat, may ask for: so that nobody can take the server from the others."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from doppiogioco.engine.words import N_
from doppiogioco.limits import Limits
from doppiogioco.tables.refusals import Refused

from .cookies import Connection, token_of
from .seats import Seats

REMEMBERED = 50_000  # addresses and seats; whoever has asked for nothing for longest is forgotten first
MINUTE, HOUR = 60.0, 3_600.0  # seconds


class TooMany(Refused):
    """Somebody asks for more than their share; `wait` says after how many seconds there is some again."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        super().__init__(N_("not so fast: try again in {seconds} s"), seconds=self.wait)


class Limiter:
    """Counts. Each allowance fills up again evenly, so a burst is fine and a flood is not."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self._clock = limits, clock
        self._spent: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # how much, and as of when
        self._live: Counter[str] = Counter()

    def request(self, connection: Connection) -> None:
        """Somebody asks for something: refused if it is too much."""
        address, limits = address_of(connection), self.limits
        self._spend("requests", address, limits.requests, MINUTE)
        if connection.scope.get("method") != "POST":
            return
        match connection.scope["path"].split("/")[1:]:
            case ["new", *_] | ["t", _, "rematch"]:
                self._spend("tables", address, limits.tables, HOUR)
            case ["t", _, "sit"]:
                self._spend("joins", address, limits.joins, HOUR)
            case ["t", table_id, "say"]:
                self._spend("lines", _person(connection, table_id) or address, limits.lines, MINUTE)
            case ["t", table_id, *_]:
                self.move(_person(connection, table_id) or address)

    def move(self, who: str) -> None:
        """Somebody answers or wishes for something at a table: a person with a seat, or an address without one."""
        self._spend("moves", who, self.limits.moves, MINUTE)

    @contextmanager
    def live(self, address: str) -> Iterator[None]:
        """A live connection, as long as it is open."""
        if self.limits.live and self._live[address] >= self.limits.live:
            raise TooMany(MINUTE)
        self._live[address] += 1
        try:
            yield
        finally:
            self._live[address] -= 1
            if not self._live[address]:
                del self._live[address]

    @property
    def live_now(self) -> int:
        """How many live connections are open."""
        return self._live.total()

    def _spend(self, what: str, who: str, most: int, period: float) -> None:
        if not most:
            return
        now, each = self._clock(), period / most
        spent, at = self._spent.pop((what, who), (0.0, now))
        spent = max(0.0, spent - (now - at) / each)
        allowed = spent + 1 <= most
        self._spent[what, who] = (spent + 1 if allowed else spent, now)
        if len(self._spent) > REMEMBERED:
            self._spent.popitem(last=False)
        if not allowed:
            raise TooMany((spent + 1 - most) * each)


def _person(connection: Connection, table_id: str) -> str:
    """Whose seat it is, where what was shown for it is good."""
    seats: Seats = connection.app.state.seats
    return seats.person(token_of(connection, table_id))


def address_of(connection: Connection) -> str:
    """Where a request comes from: a household has one address, or a whole network of the new kind."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return host
