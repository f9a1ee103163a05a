"""What the tests of every game want to know of this one: counts, set-ups, and what its styles reach."""

from __future__ import annotations

from typing import Any

from .rules import Ask

CLAUSES, MUTANTS = 18, 8  # in its rules; ways to open a secret that the laws must notice
# (seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {(2, 0): {7: 93_312, 9: 3_359_232}, (3, 1): {4: 648, 7: 139_968}, (6, 0): {7: 279_936}}
# Set-ups small enough to be quick and rich enough to ask every question.
RICH = [(2, {"wild-ones": False}), (3, {"wild-ones": True})]
# What a style reaches that chance seldom does: set-up, style, what, in so many games.
REACHED: list[tuple[tuple[int, dict[str, bool]], str, str, int]] = [
    ((6, {}), "trusting", "ten bids in a round", 50),
]


def happened(states: Any, asked: Any, answers: Any) -> dict[str, bool]:
    """What happened in a game, of what chance seldom brings."""
    most = bids = 0
    for ask in asked:
        bids = 0 if ask == Ask.SHOW else bids + (ask == Ask.FACE)
        most = max(most, bids)
    return {"ten bids in a round": bool(most >= 10)}
