"""A bot that reckons: how likely is the bid, given my own dice?"""

from __future__ import annotations

from math import comb

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given

from .dice import Face
from .rules import WILD_ONES, Ask, Choice


class Reckoner:
    """Doubts a bid that is less likely than not, and bids as low as it may on the face it has most of."""

    def __init__(self, seed: str) -> None:
        """It leaves nothing to chance, so it needs no seed."""

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:  # noqa: ARG002
        """One of the legal answers."""
        match view.ask:
            case Ask.COUNT:
                return legal[0]
            case Ask.FACE:
                return max(legal, key=lambda face: own(view, face))
        return legal[Choice.DOUBT if likelihood(view) < 0.5 else Choice.PASS]


def own(view: View, face: int) -> int:
    """How many of my own dice count for a face."""
    return sum(die in counting(view, face) for die in view.dice[view.seat])


def counting(view: View, face: int) -> set[int]:
    """The faces that count for a face."""
    return {face, int(Face.ONE)} if view.options & WILD_ONES else {face}


def likelihood(view: View) -> float:
    """How likely it is that the bid holds, if the other dice show anything."""
    unseen = sum(view.left) - view.left[view.seat]
    needed, chance = max(0, view.count - own(view, view.face)), len(counting(view, view.face)) / len(Face)
    return sum(comb(unseen, n) * chance**n * (1 - chance) ** (unseen - n) for n in range(needed, unseen + 1))
