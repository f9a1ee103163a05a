"""A match: one game being played, checked, remembered, shown to each seat as that seat may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from .agreements import Agreed
from .dealer import Dealer
from .errors import (
    BadRecord,
    DoppiogiocoError,
    IllegalAnswer,
    NotWaiting,
    StaleAnswer,
    UnknownAnswer,
    UnknownGame,
)
from .game import Game, Once, View, find
from .state import CHANCE, HIDDEN, SPECTATOR, Cells
from .words import LANGUAGES, N_, Cited, Voice

FORMAT = 1  # of a match record


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


class Line(str):
    """A line of the log, with the number of the answer it tells and of the rule behind it."""

    number: int
    clause: str

    def __new__(cls, text: str, number: int, clause: str) -> Line:
        """A text with its answer and rule."""
        line = super().__new__(cls, text)
        line.number, line.clause = number, clause
        return line


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[int, ...]  # 1 for a winner, -1 for a loser, 0 for a draw
    reason: str  # the name of the case, the same in every language


class Tried(NamedTuple):
    """A move that can be played: after how many answers, whose, which; and the table after it."""

    move: tuple[object, ...]
    state: Cells
    given: list[Given]


class Drawn(NamedTuple):
    """A table after so many answers, and what has been made of it."""

    after: int
    vector: list[int]
    over: bool
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
        self._drawn: Drawn | None = None  # the present table, as every view of it begins
        self._asked_since = dict.fromkeys(game.waiting(self._state), 0)  # who is waited for, since which answer
        self._tried: Tried | None = None  # who checks a move plays it next: it is worked out once

    # The table ------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._state.seats)

    @property
    def options(self) -> dict[str, bool]:
        """The options that were chosen, by name."""
        return {name: bool(self._state.options >> bit & 1) for bit, name in enumerate(self.game.rules.OPTIONS)}

    @property
    def option_bits(self) -> int:
        """The options, and what people choose before the deal, as the rules were told them."""
        return int(self._start.options)

    @property
    def commitment(self) -> str | None:
        """The hash of the dealer's seed, told before the first card."""
        return self._commitment

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may answer now; () when the match is over."""
        return tuple(self._asked_since)

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
        from doppiogioco.notebook import framed

        return framed(self.view(), self.voice("en"), self.verdict() or self.question())

    def __repr__(self) -> str:
        return f"<{self.game.id}, {self.seats} seats, {len(self.history)} answers, waiting for {self.waiting}>"

    # Seeing ---------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """What a seat sees; None is a spectator."""
        viewer, drawn = self._listener(seat), self._look()
        return self.game.sight(drawn.vector, viewer, over=drawn.over)

    def everything(self) -> View:
        """The table with nothing hidden, for tests and for looking back: never for somebody who is playing."""
        return View(self.game, list(self._look().vector), SPECTATOR)

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
        return Voice(language, self.names, reminders=self.reminders)

    # Playing --------------------------------------------------------------------------------------------------------

    def play(self, seat: int, *answers: int | str, after: int | None = None, language: str = "en") -> None:
        """Give one answer, or several as a whole; then the table deals on until somebody is waited for.

        Answers are numbers or their words in any language. If one of them cannot be given, none is, and the error (in
        `language`) says what was expected. Who says `after` how many answers of the history they decided is refused if
        their question has been put since: the answer was meant for another one.
        """
        state, given = self._checked(seat, answers, after, language)
        self._tried = None
        old = self._state, self._chance[:], self._asked_since
        length = len(self.history)
        settled = self.first_come
        self._state = state
        self.history += given
        self._note_waiting(seat, settled)
        try:
            self.deal()
        except DoppiogiocoError:  # nobody can deal: as if nothing had been played
            self._state, self._chance, self._asked_since = old
            del self.history[length:]
            raise

    def check(self, seat: int, *answers: int | str, after: int | None = None, language: str = "en") -> list[int]:
        """The same as `play`, but nothing is played: the answers as numbers, or the error."""
        return [given.answer for given in self._checked(seat, answers, after, language)[1]]

    def ahead(self, seat: int, *answers: int) -> Match:
        """How the table would look to this seat with these answers given, before the table deals on or anybody hears.

        A person composes a move on it. It tells nothing new: what a seat may not know reaches it as an answer of the
        table, and none is given here.
        """
        state, given = self._checked(seat, answers, None, "en") if answers else (self._state, [])
        match = Match(self.game, state, None, names=self.names, from_position=True, reminders=self.reminders)
        match._asked_since = dict.fromkeys(match.waiting, len(self.history) + len(given))
        return match

    def _checked(
        self, seat: int, answers: Sequence[int | str], after: int | None, language: str
    ) -> tuple[Cells, list[Given]]:
        """The table after these answers, and the answers as numbers; the first that cannot be given is an error."""
        say = self.voice(language)
        if not answers:
            raise UnknownAnswer(say("There is no answer to play."))
        if after is not None and seat in self.waiting and after < self._asked_since[seat]:
            raise StaleAnswer(say("The table has moved on since then: look again, then answer."))
        move = len(self.history), seat, *answers, *map(type, answers)  # True is no 1 here
        if self._tried and self._tried.move == move:
            return self._tried.state, self._tried.given
        state, given = self.game.state.copy(self._state), list[Given]()
        for part in answers:
            self._check_turn(state, seat, say, first=not given)
            answer = self._read(state, seat, part, say)
            self._check_legal(state, seat, answer, say)
            self.game.rules.apply(state, seat, answer)
            given.append(Given(seat, answer))
        self._tried = Tried(move, state, given)
        return state, given

    def give(self, seat: int, answer: int) -> None:
        """Give one answer without asking whether it is possible: for replays and laws, which have checked it."""
        settled = self.first_come
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

    def _look(self) -> Drawn:
        """The present table, drawn once for all who look at it."""
        if not self._drawn or self._drawn.after != len(self.history):
            vector = self.game.state.vector(self._state)
            self._drawn = Drawn(len(self.history), vector, self.over, defaultdict(Once))
        return self._drawn

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise NotWaiting(N_("there is no seat {seat}; seats are 0 to {last}"), seat=repr(seat), last=self.seats - 1)
        return seat

    def _check_turn(self, state: Cells, seat: int, say: Voice, *, first: bool) -> None:
        self._check_seat(seat)
        waiting = self.game.waiting(state)
        if seat in waiting:
            return
        if self.game.over(state):
            raise NotWaiting(say("The match is over."))
        if not first:
            raise NotWaiting(say("The last of these answers comes after somebody else's: give it later."))
        others = say.list([say.seat(other) for other in waiting]) or say("the table")
        raise NotWaiting(say("It is not the turn of {seat}: waiting for {others}.", seat=say.seat(seat), others=others))

    def _check_legal(self, state: Cells, seat: int, answer: int, say: Voice) -> None:
        if self.game.rules.legal(state, seat, answer):
            return
        view = self.game.view(state, seat)
        clause, why = self.game.words.why(view, answer, say)
        may = [self.game.words.answer(view, a, say) for a in self.game.legal(state, seat)]
        text = self.game.words.answer(view, answer, say)
        raise IllegalAnswer(
            say(
                "{seat} cannot answer “{answer}”: {why} (rule {clause}). Possible: {may}.",
                seat=say.seat(seat), answer=text, why=why, clause=clause, may=", ".join(may),
            ),
            clause,
        )  # fmt: skip

    def _read(self, state: Cells, seat: int, answer: int | str, say: Voice) -> int:
        """An answer as its number: numbers must be in range, words must fit exactly one answer."""
        choices = self.game.choices(state)
        if isinstance(answer, str):
            return self._read_words(state, seat, answer, say)
        try:
            number = answer.__index__()
        except (AttributeError, TypeError):
            raise UnknownAnswer(say("An answer is a number or its words, not {answer}.", answer=repr(answer))) from None
        if isinstance(answer, bool) or not 0 <= number < choices:
            raise UnknownAnswer(
                say("There is no answer {number}; answers go from 0 to {last}.", number=answer, last=choices - 1)
            )
        return number

    def _read_words(self, state: Cells, seat: int, words: str, say: Voice) -> int:
        view, wanted = self.game.view(state, seat), _plain(words)
        legal = self.game.legal(state, seat)
        texts = {
            (a, _plain(self.game.words.answer(view, a, self.voice(language))))
            for a in range(self.game.choices(state))
            for language in LANGUAGES
        }
        for fits in (wanted.__eq__, _starts_with(wanted)):
            found = {a for a, text in texts if fits(text)}
            found = found & set(legal) or found  # the same words may also name something that is not allowed now
            if len(found) == 1:
                return found.pop()
        may = ", ".join(self.game.words.answer(view, a, say) for a in legal)
        raise UnknownAnswer(say("Nobody understands “{words}”. Possible: {may}.", words=words, may=may))


@dataclass
class Moment:
    """A state that answers are given to, and the same as a vector, where that has been asked for."""

    state: Cells
    vector: Sequence[int] = ()


class Story:
    """The answers of a match as each listener heard them: every answer is worked out once for all of them."""

    def __init__(self, game: Game, start: Cells) -> None:
        self.game, self._start = game, start
        self._told = Moment(game.state.copy(start))  # after the answers that have been told
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
            moment = Moment(self.game.state.copy(self._start))
            for number, given in enumerate(history):
                self._tell(moment, number, given, [self._logs[key]])
        return self._logs[key].lines

    def _catch_up(self, history: Sequence[Given]) -> None:
        for number in range(len(self._ears), len(history)):
            self._ears.append(self._tell(self._told, number, history[number], self._logs.values()))

    def _tell(self, moment: Moment, number: int, given: Given, logs: Iterable[Log]) -> int:
        """Give an answer, which changes the moment, and tell it in words to some; who hears it, as bits."""
        game, state = self.game, moment.state
        clause = game.clauses[state.ask]
        listeners = (*range(state.seats), SPECTATOR)
        ears = sum(1 << listener for listener in listeners if game.hears(state, given.seat, listener))
        before = (moment.vector or game.state.vector(state)) if logs else []
        game.rules.apply(state, *given)
        after, over = game.state.vector(state) if logs else [], game.over(state)
        moment.vector = after
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


def replay(record: Mapping[str, Any], upto: int | None = None) -> Match:
    """The match of a record, after all its answers or after the first `upto`."""
    match, answers = _from_record(record)
    if upto is not None and not 0 <= upto <= len(answers):
        text = N_("this record has {n} answers, there is no position after {upto}")
        raise BadRecord(text, n=len(answers), upto=upto)
    for number, (seat, answer) in enumerate(answers[:upto]):
        _check_possible(match, number, seat, answer)
        match.give(seat, answer)
    if upto is None and match._dealer:
        match.deal()
    return match


def _check_possible(match: Match, number: int, seat: int, answer: int) -> None:
    game, state = match.game, match._state
    if not (game.chance_answers(state) if seat == CHANCE else seat in game.waiting(state)):
        raise BadRecord(N_("answer {number}: the table is not waiting for seat {seat}"), number=number, seat=seat)
    if answer not in game.possible(state, seat):
        text = N_("answer {number}: {answer} is not possible for seat {seat}")
        raise BadRecord(text, number=number, answer=answer, seat=seat)


def verify(record: Mapping[str, Any]) -> int:
    """Check that every answer of the table came from the seed that was promised; how many answers were checked."""
    if "seed" not in record:
        raise BadRecord(N_("this record holds no seed: it is told when the match is over"))
    if "position" in record:
        raise BadRecord(N_("this match begins at a position that somebody set up, so nobody dealt it"))
    dealer = Dealer(record["seed"])
    if record.get("commitment") != dealer.commitment:
        raise BadRecord(N_("the seed is not the one that was promised before the deal"))
    match, answers = _from_record(record)
    checked, agreed = 0, Agreed(match.game, match.agreed)
    for number, (seat, answer) in enumerate(answers):
        _check_possible(match, number, seat, answer)
        if seat == CHANCE:
            settled = agreed.next(match._state)
            if answer != (dealer.pick(number, match.game.weights(match._state)) if settled is None else settled):
                raise BadRecord(N_("answer {number} was not dealt from the seed"), number=number)
        checked += seat == CHANCE
        match.give(seat, answer)
    return checked


def _from_record(record: Mapping[str, Any]) -> tuple[Match, list[tuple[int, int]]]:
    try:
        game, version, form = find(record["game"]), record["version"], record["format"]
        if (form, version) != (FORMAT, game.version):
            text = N_("a record of {game} version {version}, format {form}; this is version {ours}, format {our_form}")
            raise BadRecord(text, game=game.id, version=version, form=form, ours=game.version, our_form=FORMAT)
        game.check_seats(record["seats"])
        agreed = {str(name): [int(a) for a in answers] for name, answers in record.get("agreed", {}).items()}
        bits = game.option_bits(record["options"]) | game.agreement_bits(agreed)
        start, position = game.start(record["seats"], bits), record.get("position")
        if position is not None:
            start = game.state.changed(start, position)
        answers = [(int(seat), int(answer)) for seat, answer in record["answers"]]
        names = [str(name) for name in record.get("names", ())]
        dealer = Dealer(record["seed"]) if "seed" in record else None
        commitment = record.get("commitment")
        match = Match(
            game, start, dealer, names=names, agreed=agreed, commitment=commitment, from_position=position is not None
        )
    except DoppiogiocoError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as error:  # whatever an edited file may hold
        raise BadRecord(N_("this is not a match record: {error}"), error=repr(error)) from error
    return match, answers


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


def _starts_with(beginning: str) -> Callable[[str], bool]:
    return lambda text: bool(beginning) and text.startswith(beginning)
