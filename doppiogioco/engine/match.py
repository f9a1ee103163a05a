"""A match: one game being played, checked, remembered, shown to each seat as that seat may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from .agreements import Agreed
from .dealer import Dealer
from .errors import BadRecord, DoppiogiocoError, NotWaiting, StaleAnswer, UnknownAnswer, UnknownGame
from .framing import framed
from .game import Game, Once, View, find
from .move import Answer, Given, Move
from .notes import Note, Recollection
from .state import CHANCE, SPECTATOR, Cells
from .story import Line, Moment, Story
from .words import N_, Voice

__all__ = ["FORMAT", "Answer", "Given", "Line", "Match", "Move", "Outcome", "new"]

FORMAT = 1  # of a match record


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[int, ...]  # 1 for a winner, -1 for a loser, 0 for a draw
    reason: str  # the name of the case, the same in every language


class Snapshot(NamedTuple):
    """The table after so many answers, written once for all who look at it, and what has been made of it."""

    after: int
    vector: list[int]
    over: bool
    seen: dict[int, list[int]]  # by viewer: what it sees
    questions: dict[str, Once[str]]  # by language


class Match:
    """A match of any game.

    >>> import doppiogioco
    >>> match = doppiogioco.new("top-secret-spies", seats=2, seed=7)
    >>> seat = match.waiting[0]
    >>> match.play(seat, match.legal(seat)[0])
    """

    def __init__(
        self,
        game: Game,
        start: Cells,
        dealer: Dealer | None,
        *,
        names: Sequence[str] = (),
        agreed: Mapping[str, Sequence[int]] | None = None,
        commitment: str | None = None,
        from_position: bool = False,
        reminders: bool = True,
    ) -> None:
        self.game = game
        self.names = tuple(names)
        self.agreed = {name: list(answers) for name, answers in (agreed or {}).items()}  # before the deal
        self.reminders = reminders  # does the table keep in mind for everybody what everybody could remember?
        self.history: list[Given] = []
        self.from_position = from_position
        self._start = start
        self._state = game.state.copy(start)
        self._dealer = dealer
        self._commitment = dealer.commitment if dealer else commitment
        self._chance: list[int] = []  # the table's next answers, where a test or lesson has set them
        self._story = Story(game, start)
        self._memories: dict[int, Recollection] = {}
        self._voices: dict[tuple[str, bool], Voice] = {}
        self._snapshot: Snapshot | None = None  # the present table, as every view of it begins
        self._asked_since = dict.fromkeys(game.waiting(self._state), 0)  # who is waited for, since which answer

    # The table ------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._state.seats)

    @property
    def options(self) -> dict[str, bool]:
        """The options that were chosen, by name."""
        return self.game.chosen(self._state.options)

    @property
    def option_bits(self) -> int:
        """The options, and what people choose before the deal, as the rules were told them."""
        return int(self._start.options)

    @property
    def start(self) -> Cells:
        """The table before the first answer, with nothing hidden: for looking back, never for somebody who plays."""
        return self.game.state.copy(self._start)

    @property
    def commitment(self) -> str | None:
        """The hash of the dealer's seed, told before the first card."""
        return self._commitment

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may answer now; () when the match is over."""
        return tuple(self._asked_since)

    @property
    def asked_since(self) -> dict[int, int]:
        """Of each seat that may answer now, after how many answers its question was put to it."""
        return dict(self._asked_since)

    @property
    def first_come(self) -> bool:
        """Does the first to answer decide for all who are waited for? Partners share such a question."""
        return self._state.ask in self.game.first_come

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.game.over(self._state)

    def __str__(self) -> str:
        """The table as a spectator sees it, and what is asked or how it ended."""
        return f"{self.view().text(self.voice('en'))}\n{self.verdict() or self.question()}"

    def _repr_html_(self) -> str:
        """The board as a spectator sees it, for a notebook, and the same words below."""
        return framed(self.view(), self.voice("en"), self.verdict() or self.question())

    def __repr__(self) -> str:
        return f"<{self.game.id}, {self.seats} seats, {len(self.history)} answers, waiting for {self.waiting}>"

    # Seeing ---------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """What a seat sees; None is a spectator."""
        viewer, now = self._listener(seat), self._look()
        if viewer not in now.seen:
            now.seen[viewer] = self.game.state.masked(now.vector, viewer, now.over)
        return View(self.game, now.seen[viewer], viewer)

    def everything(self) -> View:
        """The table with nothing hidden, for tests and for looking back: never for somebody who is playing."""
        return View(self.game, list(self._look().vector), SPECTATOR)

    def rest(self) -> None:
        """Nobody looks at the table for a while: what each seat sees can be found out again, and is large."""
        self._snapshot = None

    def forget_story(self) -> None:
        """Nobody will ask soon what has been heard: it can be told again from the answers."""
        if self._story.told:
            self._story = Story(self.game, self._start)

    def legal(self, seat: int, language: str = "en") -> list[Answer]:
        """What a seat may answer now, in words; nothing if it is not waited for."""
        if self._check_seat(seat) not in self.waiting:
            return []
        view, say = self.view(seat), self.voice(language)
        return [Answer(a, self.game.words.answer(view, a, say)) for a in self.game.legal(self._state, seat)]

    def question(self, seat: int | None = None, language: str = "en") -> str:
        """The present question in one sentence."""
        ask = partial(self.game.words.question, say=self.voice(language))
        return str(self._look().questions[language].get(ask, lambda: (self.view(seat),)))

    @property
    def clause(self) -> str:
        """The number of the rule behind the present question."""
        return str(self.game.clauses[self._state.ask])

    def heard(self, seat: int | None = None) -> list[Given]:
        """Every answer so far as a listener heard it: HIDDEN in place of what it may not know."""
        return self._story.heard(self._listener(seat), self.history)

    def log(self, seat: int | None = None, language: str = "en", since: int = 0) -> list[Line]:
        """What a listener has heard, in words; only what comes after the first `since` lines."""
        return self._story.lines(self._listener(seat), self.voice(language), self.history)[since:]

    def moments(self, since: int = 0) -> list[Moment]:
        """The latest answers after the first `since`, as a spectator saw each of them happen; for who has a log."""
        return self._story.moments(since, self.history)

    def recall(self, seat: int | None = None, language: str = "en") -> list[Note]:
        """What a listener can remember, in words; nothing at a table without a memory aid."""
        listener = self._listener(seat)
        if not self.reminders:
            return []
        if listener not in self._memories:
            self._memories[listener] = Recollection(self.game, self._start, listener)
        return self._memories[listener].recall(self.history, self.voice(language))

    @property
    def outcome(self) -> Outcome | None:
        """None while the match goes on; then winners, scores and the reason."""
        if not self.over:
            return None
        scores, returns = [0] * self.seats, [0] * self.seats
        self.game.rules.scores(self._state, scores)
        self.game.rules.returns(self._state, returns)
        winners = tuple(seat for seat in range(self.seats) if returns[seat] > 0)
        reason = self.game.rules.Reason(self._state.reason).name.lower()
        return Outcome(winners, tuple(scores), tuple(returns), reason)

    def verdict(self, language: str = "en") -> str:
        """How the match ended, in a sentence; empty while it goes on."""
        outcome = self.outcome
        return str(self.game.words.verdict(self.view(), outcome, self.voice(language))) if outcome else ""

    def voice(self, language: str) -> Voice:
        """Somebody who speaks this language and knows the players' names."""
        if (language, self.reminders) not in self._voices:
            self._voices[language, self.reminders] = Voice(language, self.names, reminders=self.reminders)
        return self._voices[language, self.reminders]

    # Playing --------------------------------------------------------------------------------------------------------

    def play(self, seat: int, *answers: int | str, after: int | None = None, language: str = "en") -> None:
        """Give one answer, or several as a whole; then the table deals on until somebody is waited for.

        Answers are numbers or their words in any language. If one of them cannot be given, none is, and the error (in
        `language`) says what was expected. Who says `after` how many answers of the history they decided is refused if
        their question has been put since: the answer was meant for another one.
        """
        self.make(self.check(seat, *answers, after=after, language=language))

    def check(
        self,
        seat: int,
        *answers: int | str,
        after: int | None = None,
        language: str = "en",
        drafted: Move | None = None,
    ) -> Move:
        """The same as `play`, but nothing is played: the move, or the error.

        What has been checked as a part of what the seat `drafted` before is not checked again.
        """
        move, say = self.draft(seat, language), self.voice(language)
        if not answers:
            raise UnknownAnswer(say("There is no answer to play."))
        if after is not None and seat in self.waiting and after < self._asked_since[seat]:
            raise StaleAnswer(say("The table has moved on since then: look again, then answer."))
        if drafted is not None and drafted.seat == seat and drafted.say is say and self.stands(drafted):
            move = drafted.upto(drafted.in_common(answers))
        for part in answers[len(move) :]:
            move = move.then(part)
        return move

    def draft(self, seat: int, language: str = "en") -> Move:
        """A move of a seat in which nothing has been answered yet, to be put together part by part."""
        return Move(self, self._check_seat(seat), self.voice(language), (), (self._state,))

    def stands(self, move: Move) -> bool:
        """Has nothing happened since a move was checked?"""
        return move.tables[0] is self._state and move.after == len(self.history)

    def still(self, move: Move) -> Move:
        """A move that was checked before: as it is, or checked again where something has happened since then."""
        if move and self.stands(move):
            return move
        return self.check(move.seat, *move, after=move.after, language=move.say.language)

    def make(self, move: Move) -> None:
        """Play a move that was checked; then the table deals on until somebody is waited for."""
        move = self.still(move)
        before, chance, asked_since, length = self._state, self._chance[:], self._asked_since, len(self.history)
        settled = self.game.settles(before, move[0])
        self._state = move.table  # from now on the match's own, and dealt on: a move is made once
        self.history += [Given(move.seat, answer) for answer in move]
        self._note_waiting(move.seat, settled)
        try:
            self.deal()
        except DoppiogiocoError:  # nobody can deal: as if nothing had been played
            # A copy: so it is not the table that the move was checked at, and who makes it again has it checked again.
            self._state, self._chance, self._asked_since = self.game.state.copy(before), chance, asked_since
            del self.history[length:]
            raise

    def as_if(self, move: Move) -> Match:
        """How the table would look to a seat with its move made, before the table deals on or anybody hears.

        A person composes a move on it. It tells nothing new: what a seat may not know reaches it as an answer of the
        table, and none is given here.
        """
        match = Match(self.game, move.table, None, names=self.names, from_position=True, reminders=self.reminders)
        match._asked_since = dict.fromkeys(match.waiting, move.after + len(move))
        return match

    def ahead(self, seat: int, *answers: int | str) -> Match:
        """How the table would look to this seat with these answers given, before anybody hears them (see `as_if`)."""
        return self.as_if(self.check(seat, *answers) if answers else self.draft(seat))

    def give(self, seat: int, answer: int) -> None:
        """Give one answer without asking whether it is possible: for replays and laws, which have checked it."""
        settled = self.game.settles(self._state, answer)
        self.game.rules.apply(self._state, seat, answer)
        self.history.append(Given(seat, answer))
        self._note_waiting(seat, settled)

    def _note_waiting(self, seat: int, settled: bool) -> None:
        """Remember since which answer each seat has been waited for: a seat that has just answered, anew."""
        anew = settled or seat == CHANCE
        since = {} if anew else {other: n for other, n in self._asked_since.items() if other != seat}
        waiting = self.game.waiting(self._state)
        self._asked_since = {other: since.get(other, len(self.history)) for other in waiting}

    def deal(self) -> None:
        """Let the table answer until a seat is waited for or the match is over. `play` does it by itself."""
        agreed = Agreed(self.game, self.agreed) if not self.history else None  # all of it comes before the first seat
        while self.game.chance_answers(self._state):
            weights = self.game.weights(self._state)
            settled = agreed.next(self._state) if agreed else None
            if settled is not None:
                answer = settled
                if not 0 <= answer < len(weights) or not weights[answer]:
                    raise UnknownGame(N_("this cannot be agreed on here: {answer}"), answer=answer)
            elif self._chance:
                answer = self._chance.pop(0)
                if not 0 <= answer < len(weights) or not weights[answer]:
                    ask = self.game.rules.Ask(self._state.ask).name
                    raise DoppiogiocoError(N_("the table cannot answer {answer} to {ask}"), answer=answer, ask=ask)
            elif self._dealer:
                answer = self._dealer.pick(len(self.history), weights)
            else:
                raise BadRecord(N_("this record has no seed, so nobody can deal on"))
            self.give(CHANCE, answer)
        if agreed and agreed.left:
            names = ", ".join(agreed.left)
            raise UnknownGame(N_("nobody asks for this here: {names}"), names=names)

    def position(self, *, chance: Iterable[int] = (), **fields: Any) -> Match:
        """A new match from here with some fields set, public or hidden, for tests, lessons and what-if.

        A field with axes takes all its rows or {index: value}. `chance` holds the table's next answers, before the
        dealer goes on. The new match begins at this position: it has no history.
        """
        start = self.game.state.changed(self._state, fields)
        match = Match(self.game, start, self._dealer or Dealer(), names=self.names, from_position=True)
        match.reminders = self.reminders
        match._chance = [int(answer) for answer in chance]
        match.deal()
        return match

    def record(self, *, with_seed: bool | None = None) -> dict[str, Any]:
        """Plain JSON data from which the match can be replayed. It holds every secret answer.

        The dealer's seed is in it when the match is over (or if asked for, for a store); before that only its hash.
        """
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "names": list(self.names),
            "commitment": self._commitment,
            "answers": [list(given) for given in self.history],
        }
        if self.agreed:
            data["agreed"] = self.agreed
        if self._dealer and (self.over if with_seed is None else with_seed):
            data["seed"] = self._dealer.seed
        if self.from_position:
            data["position"] = self.game.state.as_dict(self.game.state.vector(self._start))
        return data

    # Helpers --------------------------------------------------------------------------------------------------------

    def _listener(self, seat: int | None) -> int:
        return SPECTATOR if seat is None else self._check_seat(seat)

    def _look(self) -> Snapshot:
        """The present table, written once for all who look at it."""
        if not self._snapshot or self._snapshot.after != len(self.history):
            vector = self.game.state.vector(self._state)
            self._snapshot = Snapshot(len(self.history), vector, self.over, {}, defaultdict(Once))
        return self._snapshot

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise NotWaiting(N_("there is no seat {seat}; seats are 0 to {last}"), seat=repr(seat), last=self.seats - 1)
        return seat


def new(
    game: str,
    seats: int,
    options: Mapping[str, bool] | None = None,
    seed: int | str | None = None,
    names: Sequence[str] = (),
    *,
    agreed: Mapping[str, Sequence[int]] | None = None,
    reminders: bool = True,
) -> Match:
    """Start a match: the table is set up and dealt until the first seat is waited for.

    `agreed` holds, by name, what the players have agreed on before the deal, where a lot decides otherwise. Without
    `reminders` the words and drawings leave out what the table would keep in mind for everybody.
    """
    found = find(game)
    found.check_seats(seats)
    if len(names) > seats or len({name.casefold() for name in names}) < len(names):
        raise UnknownGame(N_("{seats} seats have room for as many names, each different"), seats=seats)
    start = found.start(seats, found.option_bits(options or {}) | found.agreement_bits(agreed or {}))
    match = Match(found, start, Dealer(seed), names=names, agreed=agreed, reminders=reminders)
    match.deal()
    return match
