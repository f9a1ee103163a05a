"""What can be told from what lies open: which soldiers may be under a card, and whether a guess has found one out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY

from .cards import MISSIONS, RANGE_LENGTH, RANGE_STEP, Soldier
from .deployment import on_intel
from .state import BY_HAND

Found = IntEnum("Found", "NO RIGHT COUNTED", start=0)  # by the guess; by hand a card may count as guessed without one
Row = tuple[int, ...]


def found_out(view: View, side: int, mission: int) -> Found:
    """Was the card that was turned over last guessed, or does it count as guessed (11.2 to 11.4)?"""
    soldier = view.row[side][mission]
    if soldier in (view.guess, Soldier.SERGEANT) or not view.options & BY_HAND:
        return Found.RIGHT if soldier == view.guess else Found.NO
    given_away = view.misplaced[side] or (view.token[side][mission] == 1) != on_intel(view, soldier)
    return Found.COUNTED if given_away else Found.NO


def possible(view: View, side: int, seen: Mapping[int, int]) -> tuple[frozenset[int], ...]:
    """The soldiers that may be on each mission of a side: as the viewer sees it, who may have `seen` cards before."""
    known = tuple(max(soldier, NOBODY) for soldier in view.row[side])
    known = tuple(seen.get(mission, NOBODY) if card == NOBODY else card for mission, card in enumerate(known))
    exhausted = frozenset(soldier for soldier in view.exhausted[side] if soldier != NOBODY)
    intel = view.intel[view.day + 1]
    return _possible(known, exhausted, tuple(view.token[side]), intel, bool(view.options & BY_HAND))


@lru_cache(maxsize=512)
def _possible(
    known: Row, exhausted: frozenset[int], tokens: Row, intel: int, by_hand: bool
) -> tuple[frozenset[int], ...]:
    """By hand every soldier that is left may be anywhere; else the row is one of those that the rules allow."""
    if by_hand:
        left = frozenset(Soldier) - exhausted - frozenset(known)
        return tuple(left if card == NOBODY else frozenset({card}) for card in known)
    told = ranks_on(intel)

    def fits(soldier: int, card: int, token: int) -> bool:
        if soldier in exhausted or card not in (NOBODY, soldier):
            return False
        return token == NOBODY or soldier == Soldier.SERGEANT or (token == 1) == (soldier in told)

    rows = [row for row in all_rows() if all(map(fits, row, known, tokens))]
    return tuple(frozenset(places) for places in zip(*rows, strict=True)) or (frozenset(),) * MISSIONS


def ranks_on(intel: int) -> range:
    """The soldiers whose ranks are on an intel card."""
    return range(RANGE_STEP * intel, RANGE_STEP * intel + RANGE_LENGTH)


@cache
def all_rows() -> tuple[Row, ...]:
    """Every row that rises from left to right, the Sergeant anywhere in it (3.3)."""
    others = [int(soldier) for soldier in Soldier if soldier != Soldier.SERGEANT]
    rising: list[Row] = [*combinations(others, MISSIONS)]
    for row in combinations(others, MISSIONS - 1):
        rising += [(*row[:place], int(Soldier.SERGEANT), *row[place:]) for place in range(MISSIONS)]
    return tuple(rising)
