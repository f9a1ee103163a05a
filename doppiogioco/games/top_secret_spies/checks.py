"""What the tests of every game want to know of this one: counts, set-ups, and what its styles reach."""

from __future__ import annotations

from typing import Any

import numpy as np

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY

from .cards import COLOURS, HAND_LIMIT, Card
from .state import Ask

SETUPS = 24  # that the rulebook allows
CLAUSES, MUTANTS = 57, 28  # in its rules; ways to open a secret that the laws must notice
# (seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    (2, 0): {5: 1_120, 8: 149_600, 11: 20_318_000},
    (4, 0): {7: 127_680, 9: 6_068_160},
    (2, 1): {6: 127_680, 8: 10_824_480},
    (3, 3): {6: 79_560},
    (7, 3): {7: 35_280, 9: 493_920},
}
# Set-ups small enough to be quick and rich enough to ask every question.
RICH = [(seats, {"top-secret": True, "dossier": True}) for seats in (2, 3)]
# What a style reaches that chance seldom does: set-up, style, what, in so many games.
REACHED: list[tuple[tuple[int, dict[str, bool]], str, str, int]] = [
    ((4, {"top-secret": True}), "hungry", "pile made anew", 50),
    ((4, {"top-secret": True}), "hungry", "second agent twice", 50),
    ((4, {"top-secret": True}), "hoarding", "full hand", 50),
]


def named(view: View, seat: int) -> tuple[int, int]:
    """When all is open: how many opponents a seat's dossier names, and for how many of them the right agent."""
    written = [(agent, who) for agent in range(COLOURS) if (who := view.dossier[seat][agent]) not in (NOBODY, seat)]
    return len(written), sum(view.owner[agent] == who for agent, who in written)


def happened(states: Any, asked: Any, answers: Any) -> dict[str, bool]:
    """What happened in a game, of what chance seldom brings."""
    plays = answers[asked == Ask.PLAY]
    return {
        "pile made anew": bool((np.diff(states["pile"]) > 0).any()),
        "second agent twice": bool((plays == Card.SECOND_AGENT).sum() > 1),
        "full hand": bool((states["cards"] == HAND_LIMIT).any()),
    }
