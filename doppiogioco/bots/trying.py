"""Games tried out from worlds that somebody has made: what a package needs that solves a question by what follows it.

A search decides itself what to try. Who solves a question makes the worlds in which it is answered this way or that,
and is told how each went on. Later questions to the same seat are searched as they come up, with one tree for all.
"""

from __future__ import annotations

from typing import Any

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.game import Game
from doppiogioco.engine.loops import generators
from doppiogioco.engine.state import MOST_SEATS, size

from .beliefs import Beliefs
from .thinking import answers_in_each, new_tree, play_each

GLANCES = 3  # answers looked at before one is given, as in a search


class Trying:
    """Games of one listener, who takes others for what they believe of their tempers."""

    def __init__(self, beliefs: Beliefs, game: Game, tries: int, seed: int) -> None:
        """`tries` is how many games there will be at most."""
        self._game, self._sight, self._listener = game, beliefs.sight, beliefs.listener
        self._shares, self._manners = beliefs.shares, beliefs.manners
        self._tree, self._rngs = new_tree(tries), generators(seed)

    def ends_of(self, worlds: Any) -> Any:
        """One game from each world on: of each who has won at its end, by seat, 1 for a win."""
        states, out, sight = worlds[:1].copy(), np.zeros((len(worlds), MOST_SEATS)), self._sight
        play_each(
            worlds, states, cells(states), self._tree, self._rngs, sight.kinds, sight.guards, sight.ears, self._shares,
            self._listener, GLANCES, self._game.package.says("FEW", 0), self._manners, self._game.ahead_of(None), out,
        )  # fmt: skip
        return out

    def likely_answers(self, worlds: Any, seat: int) -> Any:
        """How likely a seat is to give each answer to the question that is put in the worlds, by world."""
        out = np.zeros((len(worlds), size(self._game.answers[int(worlds["ask"][0])])))
        answers_in_each(worlds, seat, self._shares[seat], out)
        return out
