"""What is left to a player who forgets what only they have seen: what everybody at the table can know."""

from __future__ import annotations

from typing import Any

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, SPECTATOR, Kind
from doppiogioco.engine.worlds import Worlds

LIMIT = 2_000  # worlds that are kept of what everybody can know


class Forgetting(Worlds):
    """The worlds of somebody who only watches, out of what a seat heard; the longer ago it saw more, the more it goes
    by them."""

    def __init__(self, view: View, memory: float, seed: int) -> None:
        """`memory` answers after the deal half is forgotten."""
        super().__init__(view.game.id, view.seats, view.options, SPECTATOR, limit=LIMIT, seed=seed)
        self._memory, self._seed, self._heard = memory, seed, 0

    def hear(self, seat: int, answer: int) -> None:
        """Take in one answer as the seat heard it."""
        super().hear(seat, self.as_heard(seat, answer))
        self._heard += 1

    def faded(self, worlds: Any, view: View) -> Any:
        """The same worlds, as many of them replaced by what everybody can know as is forgotten by now."""
        state = self._game.state
        seen = np.array([cell.field.kind is not Kind.SIGHT for cell in state.cells]) & (np.array(view.vector) != HIDDEN)
        fits = (cells(self.states)[:, seen] == np.array(view.vector)[seen]).all(1)
        if not fits.any():
            return worlds
        share = 1 - 0.5 ** (self._heard / self._memory)
        steps = np.floor(np.arange(len(worlds) + 1) * share)
        forgotten, odds, mixed = np.flatnonzero(np.diff(steps)), self.odds * fits, worlds.copy()
        lots = np.random.default_rng([self._seed, self._heard])  # always the same at the same point
        mixed[forgotten] = self.states[lots.choice(len(odds), len(forgotten), p=odds / odds.sum())]
        return mixed
