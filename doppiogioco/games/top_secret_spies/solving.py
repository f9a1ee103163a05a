"""Answers of Top Secret Spies that are solved: what to write into a dossier (9.3).

Every right entry pays the same, a dash for a free agent too, and each opponent is named once. So the best way to name
them is the one of which most is expected to be right, and that follows from how likely each entry is by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from doppiogioco.engine.compiled import np
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import NOBODY

from .dossier import entries, next_opponent
from .state import Ask

SAME = 1e-9  # expectations that are as good as equal


def solve(
    view: View, heard: Sequence[Given], beliefs: Any, legal: Sequence[int],
    *, effort: int, in_time: Callable[[], bool],
) -> tuple[list[float], None] | None:  # fmt: skip
    """How often to give each answer: of entries the best, and a lot among those that are as good."""
    if view.ask != Ask.ENTRY:
        return None
    expected = right_entries(view, beliefs, list(map(int, legal)))
    return [float(one > max(expected) - SAME) for one in expected], None


def right_entries(view: View, beliefs: Any, agents: Sequence[int]) -> list[float]:
    """Of each agent that may be written for the next opponent: how many entries more will be right than with dashes for
    all, if the other opponents are named as well as can be."""
    first, left = next_opponent(view.cells, view.seat), view.seats - 1 - entries(view.cells, view.seat)
    opponents = [(first + step) % view.seats for step in range(left)]
    gain = {(who, agent): _likely(beliefs, agent, who) - _likely(beliefs, agent, NOBODY)
            for who in opponents for agent in agents}  # fmt: skip
    best = dict.fromkeys(agents, -np.inf)
    for chosen in permutations(agents, left):
        total = sum(gain[pair] for pair in zip(opponents, chosen, strict=True))
        best[chosen[0]] = max(best[chosen[0]], total)
    return [float(best[agent]) for agent in agents]


def _likely(beliefs: Any, agent: int, who: int) -> float:
    """How likely an agent is this player's, or (NOBODY) free."""
    return float(beliefs.odds[beliefs.states["owner"][:, agent] == who].sum())
