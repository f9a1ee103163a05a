"""What the tests of every game want to know of this one: counts, set-ups, and what its styles reach."""

from __future__ import annotations

from typing import Any

import numpy as np

from .state import Ask, Reason

SETUPS = 6  # that the rulebook allows
CLAUSES, MUTANTS = 63, 29  # in its rules; ways to open a secret that the laws must notice
# (seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    (2, 0): {5: 6_912, 8: 2_519_412},
    (3, 0): {5: 4_212, 7: 225_504},
    (2, 1): {5: 43_680, 7: 2_555_280},
    (4, 1): {5: 87_360, 7: 5_110_560},
}
# Set-ups small enough to be quick and rich enough to ask every question.
RICH: list[tuple[int, dict[str, bool]]] = [(2, {"advanced": True}), (3, {"advanced": True})]
# Games (set-up, seed, style) in which market cards look at the deck or take from the other side.
RARE_GAMES = [(RICH[0], 1, "shopping"), (RICH[1], 10, "shopping")]
# What a style reaches that chance seldom does: set-up, style, what, in so many games.
REACHED: list[tuple[tuple[int, dict[str, bool]], str, str, int]] = [
    ((3, {}), "long", "out of cards", 200),
    ((2, {}), "long", "exchanges used up", 50),
    ((2, {"advanced": True}), "shopping", "two market cards in a turn", 50),
    ((4, {"advanced": True}), "hoarding", "the pack wins", 200),
]


def happened(states: Any, asked: Any, answers: Any) -> dict[str, bool]:
    """What happened in a game, of what chance seldom brings."""
    reason, market = Reason(states["reason"][-1]), np.flatnonzero(asked == Ask.MARKET)
    return {
        "out of cards": reason in (Reason.NEARER, Reason.LEVEL),
        "exchanges used up": bool((states["spent"][-1][: states["seats"][-1]] >= 4).any()),
        "two market cards in a turn": bool((np.diff(market) < 8).any()),
        "the pack wins": reason == Reason.PACK,
    }
