"""What the tests of every game want to know of this one: counts, set-ups, and what its styles reach."""

from __future__ import annotations

from typing import Any

from doppiogioco.engine.game import View

from .cards import GUESSES, NATIONS, ROW_SIZE
from .guesses import opponent
from .state import Ask

SETUPS = 20  # that the rulebook allows
CLAUSES, MUTANTS = 38, 22  # in its rules; ways to open a secret that the laws must notice
# (seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    (2, 0): {7: 7_200, 9: 180_000, 10: 900_000},
    (3, 1): {7: 27_000, 8: 135_000, 10: 3_375_000},
    (4, 2): {7: 14_400, 9: 360_000},
    (5, 0): {6: 3_600, 8: 129_600},
    (6, 3): {7: 4_320, 8: 25_920},
}
# Set-ups small enough to be quick and rich enough to ask every question.
RICH = [(2, {"clear-triples": True, "change-guesses": True}), (3, {"clear-triples": True, "change-guesses": False})]
# A game (set-up, seed, style) with a row of which nobody can be sure whether it can be cleared.
RARE_GAMES = [(RICH[0], 0, "silent")]
# What a style reaches that chance seldom does: set-up, style, what, in so many games.
REACHED: list[tuple[tuple[int, dict[str, bool]], str, str, int]] = [
    ((4, {}), "collecting", "four of a kind", 50),
    ((4, {}), "collecting", "five of a kind", 50),
    ((3, {}), "silent", "deck empty", 50),
    ((2, {"clear-triples": True}), "silent", "three with an empty deck", 50),
    ((3, {}), "silent", "row not full", 50),
    ((2, {}), "hasty", "closed in the sixth lap", 50),
]


def named(view: View, seat: int) -> tuple[int, int]:
    """When all is open: how many nations of opponents a seat has guessed, and how many of them right."""
    guesses = list(enumerate(view.guess[seat][: GUESSES[view.seats]]))
    made = [(opponent(view.cells, seat, slot), nation) for slot, nation in guesses if 0 <= nation < NATIONS]
    return len(made), sum(view.passport[whom][nation] for whom, nation in made)


def happened(states: Any, asked: Any, answers: Any) -> dict[str, bool]:
    """What happened in a game, of what chance seldom brings."""
    taken, most, end = (asked == Ask.TRIPLE) & (answers == 1), states["row"][:-1].max(axis=1), states[-1]
    return {
        "four of a kind": bool((taken & (most == 4)).any()),
        "five of a kind": bool((taken & (most == 5)).any()),
        "deck empty": bool(end["pile"] == 0),
        "three with an empty deck": bool((taken & (states["pile"][:-1] == 0)).any()),
        "row not full": bool(end["row"].sum() < ROW_SIZE),
        "closed in the sixth lap": bool(end["closer"] >= 0 and end["turns"] <= 12),
    }
