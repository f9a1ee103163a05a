"""What the tests of every game want to know of this one: counts, set-ups, and what its styles reach."""

from __future__ import annotations

from typing import Any

import numpy as np

from .cards import MOST_DECEPTIONS, Soldier
from .state import Ask, Reason

SETUPS = 6  # that the rulebook allows
CLAUSES, MUTANTS = 66, 20  # in its rules; ways to open a secret that the laws must notice
# (seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    (2, 0): {4: 600, 8: 166_320},
    (2, 1): {5: 5_400, 8: 1_814_400},
    (3, 0): {5: 2_700, 8: 432_354},
    (4, 0): {6: 38_160, 8: 1_213_488},
    (4, 1): {7: 777_600},
}
# Set-ups small enough to be quick and rich enough to ask every question.
RICH = [(seats, {"by-hand": hand}) for seats in (3, 4) for hand in (False, True)]
# What a style reaches that chance seldom does: set-up, style, what, in so many games.
REACHED: list[tuple[tuple[int, dict[str, bool]], str, str, int]] = [
    ((2, {}), "blasting", "chain explosion", 50),
    ((2, {}), "countering", "copied Marshal stopped", 50),
    ((2, {}), "countering", "Spy at the limit", 50),
    ((2, {"by-hand": True}), "sloppy", "two chain explosions on a day", 50),
    ((2, {"by-hand": True}), "tidy", "flag with a right row", 50),
]


def happened(states: Any, asked: Any, answers: Any) -> dict[str, bool]:
    """What happened in a game, of what chance seldom brings."""
    before = states[:-1]
    target, each = np.clip(before["target"], 0, 1), np.arange(len(asked))
    chains = (before["picker"] >= 0)[asked == Ask.PICK]
    copied = np.where(asked == Ask.CAPTAIN, answers, -1)
    stopped = before["spying"][each, 1 - target] == 1
    spies_out = (asked == Ask.REVEAL) & (answers == Soldier.SPY)
    full = before["deceptions"][each, target] == MOST_DECEPTIONS
    return {
        "chain explosion": len(chains) > 0,
        "two chain explosions on a day": bool(chains.all(axis=1).any()),
        "copied Marshal stopped": bool((stopped & (copied == Soldier.MARSHAL)).any()),
        "Spy at the limit": bool((spies_out & full & (states["spying"][1:][each, target] == 1)).any()),
        "flag with a right row": bool(states["reason"][-1] == Reason.FLAG),
    }
