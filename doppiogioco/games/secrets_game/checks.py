"""What the tests of every game want to know of this one: counts, set-ups, and what its styles reach."""

from __future__ import annotations

from typing import Any

from .cards import BULLETS, Card

SETUPS = 5  # that the rulebook allows
CLAUSES, MUTANTS = 37, 25  # in its rules; ways to open a secret that the laws must notice
# (seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    (4, 0): {6: 120, 10: 60_120, 13: 612_360},
    (6, 0): {8: 840, 12: 609_000},
    (8, 0): {10: 5_040, 13: 882_000},
}
# Set-ups small enough to be quick and rich enough to ask every question.
RICH: list[tuple[int, dict[str, bool]]] = [(4, {}), (5, {}), (7, {})]
# What a style reaches that chance seldom does: set-up, style, what, in so many games.
REACHED: list[tuple[tuple[int, dict[str, bool]], str, str, int]] = [
    ((4, {}), "science", "three scientists", 50),
    ((8, {}), "shooting", "all bullets", 50),
    ((8, {}), "swapping", "deck seen through", 50),
]


def happened(states: Any, asked: Any, answers: Any) -> dict[str, bool]:
    """What happened in a game, of what chance seldom brings."""
    scientists = (states["up"] + states["down"])[:, :, Card.SCIENTIST]
    return {
        "three scientists": bool((scientists >= 3).any()),
        "all bullets": bool(states["bullets"][-1].sum() == BULLETS),
        "deck seen through": bool((states["deck"].sum(axis=1) == 0).any()),
    }
