"""Hiding: what an answer would tell of who gives it, and why a bot may give another one that is as good.

A bot that has somebody to hide imagines a bystander: they hear what everybody hears, read players as bots do
(`beliefs`), and do not know what the bot knows of itself. How sure of the truth they would be after an answer is what
it gives away. It counts only between answers that are about as good (`tempers`), so nobody plays worse for hiding.
"""

from __future__ import annotations

from collections.abc import Iterable

from doppiogioco.engine.compiled import cells
from doppiogioco.engine.game import Game, View
from doppiogioco.engine.state import HIDDEN, SPECTATOR, Kind

from .beliefs import Beliefs

WORLDS = 1_000  # that the bystander keeps at most, where hidden hands are too many to list


def has_to_hide(game: Game) -> bool:
    """Does a player hide who they are, and go on seeing it?"""
    fields = [game.state.fields[name] for name in game.package.says("IDENTITY", ())]
    return any(field.kind in (Kind.MINE, Kind.HELD) for field in fields)


class Bystander:
    """Somebody who only watches, in the imagination of a player."""

    def __init__(self, view: View, seed: int) -> None:
        self._beliefs = Beliefs(view.game.id, view.seats, view.options, SPECTATOR, limit=WORLDS, seed=seed)
        self._lost = False

    def hear(self, seat: int, answer: int) -> None:
        """Take in an answer as the player heard it."""
        try:
            if not self._lost:
                self._beliefs.hear(seat, self._beliefs.as_heard(seat, answer))
        except ValueError:  # so many worlds were possible that none of those that were kept fits
            self._lost = True

    def sure_after(self, view: View, answers: Iterable[int]) -> dict[int, float]:
        """How sure they would be of what a seat hides, after each of its answers; nothing where it hides nothing."""
        hidden = [spot for spot in self._beliefs.identity if view.vector[spot] != HIDDEN and self._doubts(spot)]
        if self._lost or not hidden:
            return {}
        own = [view.vector[spot] for spot in hidden]
        true = (cells(self._beliefs.states)[:, hidden] == own).all(axis=1)
        found = {}
        for answer in answers:
            odds = self._beliefs.odds_if(view.seat, answer)
            if odds.sum() > 0:
                found[answer] = float(odds[true].sum() / odds.sum())
        return found

    def _doubts(self, spot: int) -> bool:
        """Does the bystander hold several values of a cell for possible?"""
        values = cells(self._beliefs.states)[:, spot]
        return bool((values != values[0]).any())
