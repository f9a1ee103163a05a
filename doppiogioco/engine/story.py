"""The story of a match: every answer as each listener heard it, in numbers and in words."""

from __future__ import annotations

from array import array
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from .game import Game, Once, View
from .move import Given
from .questions import BEAT, BLINK, Question
from .state import HIDDEN, SPECTATOR, Cells
from .words import MARK, NAMED, Cited, Naming, Shown, Voice


class Line(str):
    """A line of the log, with the number of the answer it tells and of the rule behind it."""

    __slots__ = ("clause", "for_all", "held", "named", "number", "shown", "weight")

    number: int
    clause: str
    named: str  # its text with each name marked, see `parts`
    held: int  # how long the eye stays with it, in milliseconds at the usual speed: the line or its question says so
    weight: tuple[int, int]  # of two lines the one to be told if there is room for one only has more
    for_all: bool  # does it tell more than the answer, so that who gave it looks on as well?
    shown: bool  # does it tell what only its listener is shown, to be looked at in peace?

    def __new__(cls, text: str, number: int, question: Question) -> Line:
        """A text with its answer and rule."""
        line = super().__new__(cls, NAMED.sub(r"\2", text) if MARK in text else text)
        line.named, line.number, line.clause = (
            str(text),
            number,
            text.clause if isinstance(text, Cited) else question.clause,
        )
        own = text.held if isinstance(text, Cited) else None
        line.held, line.shown = question.moment if own is None else own, isinstance(text, Shown)
        line.weight = line.held if line.held >= BEAT else 0, number
        line.for_all = own is not None and own > BLINK
        return line

    def parts(self) -> list[tuple[str, tuple[int, ...]]]:
        """Its text piece by piece: a name with the seats whose it is, and what stands between names with none."""
        first, *others = NAMED.split(self.named)
        found: list[tuple[str, tuple[int, ...]]] = [(first, ())]
        for seats, name, text in zip(*[iter(others)] * 3, strict=True):
            found += [(name, tuple(map(int, seats.split()))), (text, ())]
        return [part for part in found if part[0]]


class Tabled:
    """A table between two answers, as a vector, and what each listener sees of it."""

    __slots__ = ("_seen", "_vector", "game", "over")

    def __init__(self, game: Game, state: Cells) -> None:
        self.game, self.over = game, game.over(state)
        self._vector = array("h", game.state.vector(state))  # a quarter of the room of a list
        self._seen: dict[int, list[int]] = {}

    def view(self, listener: int) -> View:
        """What a listener sees, as a new view."""
        seen = self._seen.get(listener)
        if seen is None:
            seen = self._seen[listener] = self.game.state.masked(self._vector, listener, self.over)
        return View(self.game, seen, listener)

    def forget(self) -> None:
        """What listeners see can be found out again; it is large, and tables are kept for a while."""
        self._seen.clear()


@dataclass
class Retelling:
    """A state that answers are given to, and how it lies on the table, where that has been asked for."""

    state: Cells
    table: Tabled | None = None


RECENT = 64  # answers whose moments are kept: more than any table deals before somebody is waited for


class Recent(NamedTuple):
    """A recent answer: who heard it, as bits, and the table before and after it."""

    number: int
    ears: int
    before: Tabled
    after: Tabled


class Moment(NamedTuple):
    """An answer between two tables, as a spectator saw and heard it: to be looked at before the play goes on."""

    number: int  # of the answer
    given: Given
    before: View
    after: View


class Story:
    """The answers of a match as each listener heard them: every answer is worked out once for all of them."""

    def __init__(self, game: Game, start: Cells) -> None:
        self.game, self._start = game, start
        self._told = Retelling(game.state.copy(start))  # after the answers that have been told
        self._ears: list[int] = []  # for each of these, who heard it, as bits
        self._logs: dict[tuple[int, str], Log] = {}
        self._seen: deque[Recent] = deque(maxlen=RECENT)

    @property
    def told(self) -> int:
        """How many answers have been told."""
        return len(self._ears)

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
            self._logs[key] = Log(listener, Naming(say.language, say.names, reminders=say.reminders), [])
            self._told.table = self._told.table or Tabled(self.game, self._told.state)  # now somebody looks on
            retelling = Retelling(self.game.state.copy(self._start))
            for number, given in enumerate(history):
                self._tell(retelling, number, given, [self._logs[key]])
        return self._logs[key].lines

    def moments(self, since: int, history: Sequence[Given]) -> list[Moment]:
        """What is to be looked at after the first `since` answers; only the latest are kept."""
        self._catch_up(history)
        recent = [seen for seen in self._seen if seen.number >= since]
        found = [self._moment(seen, history[seen.number]) for seen in recent]
        for seen in recent:
            seen.before.forget()
        return found

    def _moment(self, seen: Recent, given: Given) -> Moment:
        heard = given if seen.ears >> SPECTATOR & 1 else Given(given.seat, HIDDEN)
        return Moment(seen.number, heard, seen.before.view(SPECTATOR), seen.after.view(SPECTATOR))

    def _catch_up(self, history: Sequence[Given]) -> None:
        for number in range(len(self._ears), len(history)):
            before = self._told.table
            ears = self._tell(self._told, number, history[number], self._logs.values())
            self._ears.append(ears)
            if before and self._told.table:  # told in words, so somebody is looking on
                self._seen.append(Recent(number, ears, before, self._told.table))

    def _tell(self, retelling: Retelling, number: int, given: Given, logs: Iterable[Log]) -> int:
        """Give an answer, which changes the retelling, and tell it in words to some; who hears it, as bits."""
        game, state = self.game, retelling.state
        question, ears = game.questions[state.ask], game.ears(state, given.seat)
        before = (retelling.table or Tabled(game, state)) if logs else None
        game.rules.apply(state, *given)
        retelling.table = after = Tabled(game, state) if logs else None
        if before is None or after is None:
            return ears
        told: dict[tuple[str, int], Once[Line | None]] = defaultdict(Once)  # who knows the same is told the same

        def tell(log: Log, heard: Given, before: View, after: View) -> Line | None:
            text = game.words.line(before, heard, after, log.say)
            return Line(text, number, question) if text else None

        def look(log: Log) -> tuple[View, View]:
            return before.view(log.listener), after.view(log.listener)

        for log in logs:
            heard = given if ears >> log.listener & 1 else Given(given.seat, HIDDEN)
            line = told[log.say.language, heard.answer].get(partial(tell, log, heard), partial(look, log))
            if line:
                log.lines.append(line)
        before.forget()
        return ears


class Log(NamedTuple):
    """What one listener is told, in the words of one language, made from its own views only."""

    listener: int
    say: Voice
    lines: list[Line]
