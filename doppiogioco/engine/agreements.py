"""What players may agree on before the deal: questions of the table that a lot decides otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .game import Game, View
from .state import CHANCE, Cells


class Agreed:
    """What people have agreed on, answer by answer."""

    def __init__(self, game: Game, agreed: Mapping[str, Sequence[int]]) -> None:
        self._names = {ask: name for name, ask in game.agreements.items()}
        self.left = {name: list(answers) for name, answers in agreed.items() if answers}

    def next(self, state: Cells) -> int | None:
        """The answer that was agreed on to the present question; None where a lot decides."""
        name = self._names.get(state.ask, "")
        if name not in self.left:
            return None
        answer = self.left[name].pop(0)
        if not self.left[name]:
            del self.left[name]
        return answer


class Matter(NamedTuple):
    """One question that people may agree on: as anybody sees it, with what can be said to it and what has been."""

    name: str
    view: View
    earlier: tuple[int, ...]  # what was answered when the same was asked before
    possible: tuple[int, ...]
    settled: int | None


def matters(game: Game, seats: int, options: int, agreed: Mapping[str, Sequence[int]]) -> Iterator[Matter]:
    """What can be agreed on at a table, given what has been; not what hangs on something that is left to a lot."""
    for name in game.agreements:
        state = game.start(seats, options | game.agreement_bits({*agreed, name}))
        left, earlier = Agreed(game, agreed), list[int]()
        while game.chance_answers(state):
            ours, possible, settled = state.ask == game.agreements[name], game.possible(state, CHANCE), left.next(state)
            if settled not in possible:
                settled = None
            if ours:
                yield Matter(name, game.view(state, None), tuple(earlier), tuple(possible), settled)
            if settled is None:
                break
            if ours:
                earlier.append(settled)
            game.rules.apply(state, CHANCE, settled)


def standing(game: Game, seats: int, options: int, agreed: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """What still holds of an agreement: a change of one matter may leave nothing to say about another."""
    kept: dict[str, list[int]] = {}
    for name in game.agreements:
        if name in agreed:
            said = matters(game, seats, options, kept | {name: list(agreed[name])})
            answers = [matter.settled for matter in said if matter.name == name and matter.settled is not None]
            if answers:
                kept[name] = answers
    return kept
