"""What was worked out of Agent Avenue beforehand, as the search looks it up where a turn begins.

`training` works it out; it is about two players and the simple mode, and a fair guess for teams.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import np
from doppiogioco.engine.game import View
from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .piles import Numbers, number_of, numbers
from .state import ADVANCED, Ask

FILE = "chances.bin"  # a byte for each table, in the order of its number
FORESEEN = 7  # turns of which there is something in it: later ones have many more tables, and few games come so far
SURE = 255  # a chance of 1


class Ahead(NamedTuple):
    """The chances, and of which turns they are looked up."""

    numbers: Numbers
    chances: Any  # of the side whose turn begins, by the number of the table
    after: int  # the turn that is thought about,
    until: int  # and the first one of which nothing is known


@rule
def foreseeable(s: Cells) -> bool:
    return s.open == NOBODY and (s.ask == Ask.EXCHANGE or s.ask == Ask.OPEN or s.ask == Ask.LEAD)


@rule
def foreseen(s: Cells, ahead: Any, out: Any) -> bool:
    turn = sum(s.agents[0])
    if turn <= ahead.after or turn >= ahead.until:
        return False
    chance = ahead.chances[number_of(ahead.numbers, s.agents[s.active], s.agents[1 - s.active])] / SURE
    for seat in range(s.seats):
        out[seat] = 2.0 * chance - 1.0 if s.side[seat] == s.active else 1.0 - 2.0 * chance
    return True


@cache
def chances() -> Any:
    """As they lie beside this file, read when they are first wanted."""
    return np.frombuffer(Path(__file__).with_name(FILE).read_bytes(), np.uint8).copy()


def ahead_of(view: View | None) -> Ahead:
    if view is None or view.options & ADVANCED:
        return Ahead(numbers(), chances(), 0, 0)
    return Ahead(numbers(), chances(), sum(view.agents[0]), FORESEEN)
