"""A table in one world, and somebody who asks there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from doppiogioco.bots.bot import Adviser
from doppiogioco.bots.judging import Judge
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.tables.advice import Advice
from doppiogioco.tables.table import Table, opening
from doppiogioco.tables.watchers import Bell, Watchers
from doppiogioco.web.cookies import LIST, cookie_name

from .asking import Asking

T = "worlds"  # the table
LEFT = 2  # the number of the event by which its host has removed somebody


class Viewer(NamedTuple):
    """Somebody who asks, and what they show: as a browser, and as a program."""

    name: str
    browser: dict[str, str]
    program: dict[str, str]


class World:
    """A table in one world, in a server where nothing is left of another, and somebody who asks there."""

    def __init__(self, asking: Asking, match: Match, listener: int) -> None:
        self.asking, self.match = asking, match
        self.seat = None if listener == SPECTATOR else listener
        self.table = table_of(match, T)
        asking.do(self._takes_place)

    async def _takes_place(self) -> None:
        tables = self.asking.tables
        tables.in_memory[T] = self.table
        tables._watchers = {
            T: Watchers(lambda: 1.0)
        }  # nothing that was drawn in another world; nobody is away for long
        tables.advice = Advice(at_a_glance)  # nothing that was thought of there
        tables.watchers(self.table).bells.add(Bell())  # somebody watches, so it can be found

    def viewers(self) -> Iterator[Viewer]:
        """Who asks; a spectator may also be a stranger who tries."""
        shown = self.stolen() if self.seat is None else {f"seat {self.seat}": self.token(self.table, self.seat)}
        for name, token in shown.items():
            yield Viewer(
                name,
                {"cookie": f"{cookie_name(T)}={token}; {LIST}={self.listed()}"} if token else {},
                {"authorization": f"Bearer {token}"} if token else {},
            )

    def token(self, table: Table, seat: int) -> str:
        """What proves that somebody sits there."""
        return self.asking.seats.token(table, seat)

    def listed(self) -> str:
        """The table in the list of a browser that sits there, or of a stranger who has made something up."""
        if self.seat is None:
            return f"{T}madeup00"
        return f"{T}{self.asking.seats._mark(T, self.table.seats[self.seat].nonce)}"

    def stolen(self) -> dict[str, str]:
        """What who has no seat may show: nothing, a seat of another table, one whose signature is spoilt, and one that
        is lost."""
        removed = self.table.removed[LEFT].nonce
        return {
            "a spectator": "",
            "a stranger with a seat elsewhere": self.token(table_of(self.match, "elsewhere"), 0),
            "a stranger with a spoilt seat": self.token(self.table, 0)[:-1] + "~",
            "who was removed": self.asking.seats._signer.dumps([T, 0, removed]),
        }

    def goes_on(self, given: Given) -> int:
        """Somebody answers, and all are told."""
        self.match.give(*given)
        self.table.number += 1
        self.asking.tables.watchers(self.table).ring()
        return self.table.number

    def legal(self) -> list[int]:
        """What may be answered by who asks."""
        return [] if self.seat is None else [int(answer) for answer in self.match.legal(self.seat)]

    def illegal(self) -> list[int]:
        """And what may not, up to a number that means nothing."""
        choices = self.match.game.choices(self.match._state)
        return [answer for answer in range(-1, choices + 1) if answer not in self.legal()]


def at_a_glance(seed: str, _: str, __: str) -> Adviser:
    """Who gives hints here: a bot that thinks stops by the clock, which is not the same in two worlds either."""
    return Judge(seed)


def table_of(match: Match, name: str) -> Table:
    """A table with people in all seats on which this match is being played. Its seed is nobody's business."""
    table = Table(name)
    events = [opening(match.game.id, match.seats, match.options, hints=True, reminders=match.reminders)]
    events += [("sat", {"seat": 0, "name": "Nemo", "nonce": f"removed {name}"}), ("removed", {"seat": 0})]
    for seat in range(match.seats):
        events += [("sat", {"seat": seat, "name": f"P{seat}", "nonce": f"nonce {name} {seat}"})]
    for event in events:
        table.fold(event, 1.0)
    table.match = match
    return table
