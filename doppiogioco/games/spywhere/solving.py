"""Answers of Spywhere that are solved: laying a card that can still be changed, and which nation is guessed of whom.

Clause numbers refer to docs/games/spywhere. Every right guess pays the same (6.7), so the best guesses are those of
which most are expected to be right, and that follows from how likely each nation is of each opponent by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from doppiogioco.engine.compiled import np
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given

from .cards import EMPTY, GUESSES, NATIONS, NO_GUESS
from .guesses import next_slot, opponent
from .intent import ended
from .judgement import TAKEN, suspicion
from .state import CHANGE_GUESSES, Ask

FEW_HANDS = 4  # of so many players beliefs are good enough to guess and to time the end by
CROWDED = 3.0  # how much more than them the signs count with more
SAME = 1e-9  # expectations that are as good as equal


def solve(
    view: View, heard: Sequence[Given], beliefs: Any, legal: Sequence[int],
    *, effort: int, in_time: Callable[[], bool],
) -> tuple[list[float], None] | None:  # fmt: skip
    """How often to give each answer; None where it has to be searched: the exchange, and whether to close the game."""
    match view.ask:
        case Ask.GUESS if costs_nothing(view) or closes_in_a_crowd(view):
            return [float(one != NO_GUESS) for one in legal], None
        case Ask.NAME | Ask.FINAL:
            expected = right_guesses(view, beliefs, list(map(int, legal)))
            return [float(one > max(expected) - SAME) for one in expected], None
    return None


def covers(view: View) -> bool:
    """Is it about laying a card? Who does not think so far ahead searches, and finds out late that it pays."""
    return bool(view.ask == Ask.GUESS)


def costs_nothing(view: View) -> bool:
    """Is a card that is laid now neither final (6.4) nor the last one, which closes the game (6.1)?"""
    return bool(view.options & CHANGE_GUESSES) and sum(view.laid[view.seat]) + 1 < GUESSES[view.seats]


def closes_in_a_crowd(view: View) -> bool:
    """Is the last card laid without a search? With so many hands what is believed of them is too sharp to wait for
    better times by it, and who does not look behind by what lies open does best to close at once."""
    return view.seats > FEW_HANDS and bool(view.options & CHANGE_GUESSES) and ended(view.cells, view.seat) >= 0


def right_guesses(view: View, beliefs: Any, legal: Sequence[int]) -> list[float]:
    """Of each answer: how many guesses look right, by what is believed and by the signs together, if the opponents that
    are left are guessed as well as can be."""
    nations = [nation for nation in legal if nation != EMPTY]
    whom = still_guessed(view)
    likely = np.einsum("w,wsn->sn", beliefs.odds, beliefs.states["passport"].astype(float))
    if view.seats > FEW_HANDS:
        for other in set(whom):
            likely[other] += CROWDED * signs(view, other)
    best = dict.fromkeys(legal, 0.0)
    for chosen in permutations(nations, len(whom)):
        total = float(sum(likely[pair] for pair in zip(whom, chosen, strict=True)))
        best[chosen[0]] = max(best[chosen[0]], total)
    return [best[nation] for nation in legal]


def signs(view: View, other: int) -> Any:
    """How likely each nation of an opponent looks at a glance. In a crowd it counts for more than what is believed: of
    so many hands few worlds are kept, and those that are left may all be wrong about somebody."""
    found = np.array([suspicion(view.cells, view.seat, other, nation) for nation in range(NATIONS)]) / TAKEN
    found = np.exp(found - found.max())
    return found / found.sum()


def still_guessed(view: View) -> list[int]:
    """The opponents whom guesses are left for, the one in question first."""
    s, seat = view.cells, view.seat
    if view.ask == Ask.NAME:
        left = [opponent(s, seat, slot) for slot in range(GUESSES[view.seats]) if not view.laid[seat][slot]]
        left.remove(view.whom)
        return [view.whom, *left]
    found, slot = list[int](), view.settled[seat]
    while slot < GUESSES[view.seats]:
        found.append(opponent(s, seat, slot))
        slot = next_slot(s, seat, slot + 1)
    return found
