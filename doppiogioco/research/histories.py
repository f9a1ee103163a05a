"""The histories that fit what a listener heard: the filter of `engine.worlds` with memory.

It also knows how each world came about, which a search needs that asks what *the others* have heard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.loops import started
from doppiogioco.engine.match import Given
from doppiogioco.engine.sight import sight_of
from doppiogioco.engine.state import HIDDEN
from doppiogioco.engine.worlds import branches, drawn_by_lots, take_branches

from .game_tree import Node, Setting, ShownView

LIMIT = 2_000  # worlds kept per answer where a game can deal again what a seat does not see
ALL = 50_000  # worlds kept where it cannot; more never fit
KEPT = 16  # filters that are kept for the next question


class Origins(NamedTuple):
    """How worlds came about by one answer: the ways there, sorted by the world they lead to."""

    ends: Any  # of each world: where its ways end in the three lists below
    parents: Any  # the world before,
    answers: Any  # what was answered,
    chances: Any  # and how likely it was


class Histories:
    """All the ways a game may have gone that fit what one listener heard, by their odds.

    The odds are those of `Worlds`: others answer at random. Above `limit` worlds lots are drawn; where they leave no
    world that fits, the histories are `lost`.
    """

    def __init__(self, setting: Setting, listener: int, shown: ShownView) -> None:
        self.listener, self.lost = listener, False
        self.limit = max(LIMIT if setting.game.forgets else ALL, len(setting.worlds))
        self.heard: tuple[Given, ...] = ()
        self.origins: list[Origins] = []
        self._ears = sight_of(setting.game.id).ears
        self._lots = np.random.default_rng(0)
        self.begins: list[int] = []  # the numbers of the worlds that can have been dealt
        self.states, self.odds = started(setting.game.id, setting.seats, setting.options), np.ones(1)
        if shown is not None:
            self.begins = [n for n, seen in enumerate(setting.worlds_seen(listener)) if seen == shown]
            self.states = np.zeros(len(self.begins), self.states.dtype)
            for state, n in zip(cells(self.states), self.begins, strict=True):
                state[:] = setting.worlds[n]
            self.odds = np.array([setting.odds[n] for n in self.begins])

    def hear(self, seat: int, answer: int) -> None:
        """Take in one answer as the listener heard it."""
        self.heard += (Given(seat, answer),)
        given = (seat, answer, self.listener)
        parents, answers, chances = branches(self.states, self.odds, given, self._ears)
        count = len(parents)
        if self.lost or not count:
            self.lost = True
            return
        states = np.empty(count, self.states.dtype)
        take_branches(self.states, given, parents, answers, states)
        # Worlds that differed before a heard answer rarely become equal by it, and equal ones do no harm.
        world = _numbered(states) if answer == HIDDEN else np.arange(count)
        odds = np.bincount(world, chances)
        if len(odds) > self.limit:
            world, odds = self._thinned(world, odds)
        order = np.argsort(world, kind="stable")
        order = order[world[order] >= 0]
        ends = np.searchsorted(world[order], np.arange(len(odds)), side="right")
        self.origins.append(Origins(ends, parents[order], answers[order], chances[order]))
        self.states, self.odds = states[order[ends - 1]], odds / odds.sum()

    def _thinned(self, world: Any, odds: Any) -> tuple[Any, Any]:
        """Keep `limit` worlds at most; -1 for the others."""
        kept, weights = drawn_by_lots(odds, self.limit, self._lots)
        number = np.full(len(odds), -1)
        number[kept] = np.arange(len(kept))
        return number[world], weights

    def draw(self, chance: Callable[[], float]) -> list[int]:
        """A history by its odds, as the answers from the beginning on; `chance` gives numbers from 0 to 1."""
        world, answers = _pick(self.odds, chance), list[int]()
        for ends, parents, given, chances in reversed(self.origins):
            first = ends[world - 1] if world else 0
            way = first + _pick(chances[first : ends[world]], chance)
            answers.append(int(given[way]))
            world = parents[way]
        return [*self.begins[world : world + 1], *reversed(answers)]


def _pick(odds: Any, chance: Callable[[], float]) -> Any:
    if len(odds) == 1:
        return 0
    total = np.cumsum(odds)
    return min(int(np.searchsorted(total, chance() * total[-1], side="right")), len(odds) - 1)


def _numbered(states: Any) -> Any:
    """The number of each world; equal ones have the same."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(state.tobytes(), len(numbers)) for state in states])


_kept: dict[tuple[Any, ...], Histories] = {}


def histories(node: Node, listener: int) -> Histories:
    """The histories that fit what a listener has heard up to a node.

    A search asks again and again at one node, and then a little later in the same game: the filter goes on from
    where it was.
    """
    shown, heard = node.shown[listener], node.heard(listener)
    key = node.setting, listener, None if shown is None else tuple(shown)
    found = _kept.pop(key, None)
    if found is None or heard[: len(found.heard)] != found.heard:
        found = Histories(node.setting, listener, shown)
    for given in heard[len(found.heard) :]:
        found.hear(*given)
    _kept[key] = found
    if len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return found
