"""A move: what a seat answers to one question or to several in a row, understood, checked and worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from .errors import IllegalAnswer, NotWaiting, UnknownAnswer
from .state import Cells
from .words import LANGUAGES, Voice

if TYPE_CHECKING:
    from .game import View
    from .match import Match


class Given(NamedTuple):
    """An answer that was given; to a listener who may not hear it the answer is HIDDEN."""

    seat: int
    answer: int


class Answer(int):
    """A legal answer: a number with its words."""

    text: str

    def __new__(cls, number: int, text: str) -> Answer:
        """A number with its words."""
        answer = super().__new__(cls, number)
        answer.text = text
        return answer

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Answer({int(self)}, {self.text!r})"


class Move(list[int]):
    """Answers that a seat can give as a whole, after so many of the history; as a list it holds their numbers.

    It is never changed: a draft that grows by one part (`then`) or loses some (`upto`) is another move, and what was
    worked out for the parts before is not worked out again. `Match.make` plays it.
    """

    def __init__(
        self,
        match: Match,
        seat: int,
        say: Voice,
        answers: Sequence[int],
        tables: Sequence[Cells],
        *,
        shorter: Move | None = None,
    ) -> None:
        super().__init__(answers)
        self.match, self.seat, self.say = match, seat, say
        self.after: int = len(match.history) if shorter is None else shorter.after
        self.tables = tables  # before the first answer, and after each
        self._shorter = shorter  # the same without its last answer

    @property
    def table(self) -> Cells:
        """The table after the last answer, before chance or anybody else has answered."""
        return self.tables[-1]

    @property
    def asked(self) -> bool:
        """Is the seat asked on, before anything else happens?"""
        return self.seat in self.match.game.waiting(self.table)

    @property
    def more(self) -> bool:
        """Does a further answer belong to the same move? What partners decide together is told at once."""
        game = self.match.game
        decided = bool(self) and self.tables[-2].ask in game.first_come
        return self.asked and not decided and self.table.ask in game.composed

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The answers in words, each as the seat sees the table when it gives it."""
        return () if self._shorter is None else (*self._shorter.texts, self._text)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The same as parts of one move: of two cards that are played together, which goes where."""
        if self._shorter is None:
            return ()
        part = self.match.game.words.part(self._seen_before, self[-1], self.say)
        return (*self._shorter.parts, part or self._text)

    @cached_property
    def _text(self) -> str:
        return str(self.match.game.words.answer(self._seen_before, self[-1], self.say))

    @cached_property
    def _seen_before(self) -> View:
        """The table as the seat sees it when it gives the last answer."""
        return self.match.game.view(self.tables[-2], self.seat)

    def then(self, part: int | str) -> Move:
        """The same with one answer more, a number or its words; the error says why it cannot be given."""
        self._check_turn()
        game, answer = self.match.game, self._understood(part)
        self._check_legal(answer)
        table = game.state.copy(self.table)
        game.rules.apply(table, self.seat, answer)
        return Move(self.match, self.seat, self.say, [*self, answer], [*self.tables, table], shorter=self)

    def upto(self, count: int) -> Move:
        """The same with so many answers at most."""
        move = self
        while len(move) > count and move._shorter is not None:
            move = move._shorter
        return move

    def back(self) -> Move:
        """The same without its last answer."""
        return self.upto(len(self) - 1)

    def in_common(self, answers: Sequence[int | str]) -> int:
        """With how many of these answers it begins as well."""
        same = [one == other for one, other in zip(self, answers, strict=False)]
        return same.index(False) if False in same else len(same)

    def _check_turn(self) -> None:
        if self.asked:
            return
        game, say = self.match.game, self.say
        if game.over(self.table):
            raise NotWaiting(say("The match is over."))
        if self:
            raise NotWaiting(say("The last of these answers comes after somebody else's: give it later."))
        raise NotWaiting(not_the_turn(self.seat, game.waiting(self.table), say))

    def _check_legal(self, answer: int) -> None:
        game, say = self.match.game, self.say
        if game.rules.legal(self.table, self.seat, answer):
            return
        view = game.view(self.table, self.seat)
        clause, why = game.words.why(view, answer, say)
        text = game.words.answer(view, answer, say)
        raise IllegalAnswer(
            say(
                "{seat} cannot answer “{answer}”: {why} (rule {clause}). Possible: {may}.",
                seat=say.seat(self.seat), answer=text, why=why, clause=clause, may=self._possible(),
            ),
            clause,
        )  # fmt: skip

    def _possible(self) -> str:
        """What the seat may answer next, in words."""
        game = self.match.game
        view = game.view(self.table, self.seat)
        return ", ".join(game.words.answer(view, a, self.say) for a in game.legal(self.table, self.seat))

    def _understood(self, part: int | str) -> int:
        """An answer as its number: numbers must be in range, words must fit exactly one answer."""
        say, choices = self.say, self.match.game.choices(self.table)
        if isinstance(part, str):
            return self._understood_words(part)
        try:
            number = part.__index__()
        except (AttributeError, TypeError):
            raise UnknownAnswer(say("An answer is a number or its words, not {answer}.", answer=repr(part))) from None
        if isinstance(part, bool) or not 0 <= number < choices:
            raise UnknownAnswer(
                say("There is no answer {number}; answers go from 0 to {last}.", number=part, last=choices - 1)
            )
        return number

    def _understood_words(self, words: str) -> int:
        game, table = self.match.game, self.table
        view, wanted, legal = game.view(table, self.seat), _plain(words), set(game.legal(table, self.seat))
        texts = {
            (a, _plain(game.words.answer(view, a, self.match.voice(language))))
            for a in range(game.choices(table))
            for language in LANGUAGES
        }
        for fits in (wanted.__eq__, _starts_with(wanted)):
            found = {a for a, text in texts if fits(text)}
            found = found & legal or found  # the same words may also name something that is not allowed now
            if len(found) == 1:
                return found.pop()
        raise UnknownAnswer(
            self.say("Nobody understands “{words}”. Possible: {may}.", words=words, may=self._possible())
        )


def not_the_turn(seat: int, waiting: Sequence[int], say: Voice) -> str:
    """Whose turn it is not, and who is waited for."""
    others = say.list([say.seat(other) for other in waiting]) or say("the table")
    return say("It is not the turn of {seat}: waiting for {others}.", seat=say.seat(seat), others=others)


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


def _starts_with(beginning: str) -> Callable[[str], bool]:
    return lambda text: bool(beginning) and text.startswith(beginning)
