"""The story of a match: every answer as each listener heard it, in numbers and in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from .game import Game, Once, View
from .move import Given
from .state import HIDDEN, SPECTATOR, Cells
from .words import Cited, Voice


class Line(str):
    """A line of the log, with the number of the answer it tells and of the rule behind it."""

    number: int
    clause: str

    def __new__(cls, text: str, number: int, clause: str) -> Line:
        """A text with its answer and rule."""
        line = super().__new__(cls, text)
        line.number, line.clause = number, clause
        return line


@dataclass
class Retelling:
    """A state that answers are given to, and the same as a vector, where that has been asked for."""

    state: Cells
    vector: Sequence[int] = ()


class Story:
    """The answers of a match as each listener heard them: every answer is worked out once for all of them."""

    def __init__(self, game: Game, start: Cells) -> None:
        self.game, self._start = game, start
        self._told = Retelling(game.state.copy(start))  # after the answers that have been told
        self._ears: list[int] = []  # for each of these, who heard it, as bits
        self._logs: dict[tuple[int, str], Log] = {}

    def heard(self, listener: int, history: Sequence[Given]) -> list[Given]:
        """Every answer so far: HIDDEN in place of what the listener may not know."""
        self._catch_up(history)
        return [
            given if ears >> listener & 1 else Given(given.seat, HIDDEN)
            for given, ears in zip(history, self._ears, strict=True)
        ]

    def lines(self, listener: int, say: Voice, history: Sequence[Given]) -> list[Line]:
        """What a listener has heard, in words."""
        self._catch_up(history)
        key = listener, say.language
        if key not in self._logs:
            self._logs[key] = Log(listener, say, [])
            retelling = Retelling(self.game.state.copy(self._start))
            for number, given in enumerate(history):
                self._tell(retelling, number, given, [self._logs[key]])
        return self._logs[key].lines

    def _catch_up(self, history: Sequence[Given]) -> None:
        for number in range(len(self._ears), len(history)):
            self._ears.append(self._tell(self._told, number, history[number], self._logs.values()))

    def _tell(self, retelling: Retelling, number: int, given: Given, logs: Iterable[Log]) -> int:
        """Give an answer, which changes the retelling, and tell it in words to some; who hears it, as bits."""
        game, state = self.game, retelling.state
        clause = game.clauses[state.ask]
        listeners = (*range(state.seats), SPECTATOR)
        ears = sum(1 << listener for listener in listeners if game.hears(state, given.seat, listener))
        before = (retelling.vector or game.state.vector(state)) if logs else []
        game.rules.apply(state, *given)
        after, over = game.state.vector(state) if logs else [], game.over(state)
        retelling.vector = after
        told: dict[tuple[str, int], Once[Line | None]] = defaultdict(Once)  # who knows the same is told the same

        def tell(log: Log, heard: Given, before: View, after: View) -> Line | None:
            text = game.words.line(before, heard, after, log.say)
            return Line(text, number, text.clause if isinstance(text, Cited) else clause) if text else None

        def look(log: Log) -> tuple[View, View]:
            return game.sight(before, log.listener), game.sight(after, log.listener, over=over)

        for log in logs:
            heard = given if ears >> log.listener & 1 else Given(given.seat, HIDDEN)
            line = told[log.say.language, heard.answer].get(partial(tell, log, heard), partial(look, log))
            if line:
                log.lines.append(line)
        return int(ears)


class Log(NamedTuple):
    """What one listener is told, in the words of one language, made from its own views only."""

    listener: int
    say: Voice
    lines: list[Line]
