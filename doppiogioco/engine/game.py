"""A game as the upper floor sees it: its rules on the plain carrier, its words, its set-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .contract import (
    Drawing,
    Memory,
    Rules,
    Words,
    check_said,
    drawing_of,
    memory_of,
    rules_of,
    words_of,
)
from .errors import BadGame, UnknownGame
from .framing import framed
from .hooks import Styles, check_hooks, foresight_of, intent_of, judgement_of, styles_of
from .questions import Question, agreements, written_out
from .rule import CHANCE_WAITS, all_alike, nothing_foreseeable, nothing_foreseen
from .shelf import Package, package_of, packages
from .state import CHANCE, MOST_SEATS, SPECTATOR, Cells, Declaration, size
from .words import N_, Voice

Setup = tuple[str, int, dict[str, bool]]
Made = TypeVar("Made")


def label(setup: Setup) -> str:
    """A set-up in one word: top-secret-spies-4-dossier."""
    game, seats, options = setup
    return "-".join([game, str(seats), *(name for name, chosen in options.items() if chosen)])


def find(game: str) -> Game:
    """The game with this id."""
    package = package_of(game) if isinstance(game, str) else None
    if package is None:
        raise UnknownGame(N_("no game {game}; there are {games}"), game=repr(game), games=", ".join(packages()))
    return _loaded(package)


@cache
def _loaded(package: Package) -> Game:
    return Game(package)


class Game:
    """One game: everything here is derived from its package."""

    def __init__(self, package: Package) -> None:
        self.id, self.package = package.id, package
        self.rules: Rules = rules_of(package)
        self.words: Words = words_of(package, self.rules)
        self.state: Declaration = self.rules.State
        check_said(package, self.state)
        check_hooks(package)
        self.state.digest = package.digest
        make_readable(self.state.fields)
        self.version: int = self.rules.VERSION
        self.questions = tuple(ask.question for ask in self.rules.Ask)
        self.answers = tuple(question.answers for question in self.questions)  # the kind of answers to each question
        self.clauses = tuple(question.clause for question in self.questions)
        self.composed = self._asks(lambda question: question.composed)  # parts of one move
        self.first_come = self._asks(lambda question: len(question.settled_by) == size(question.answers) > 0)
        self.redealt = self._asks(lambda question: question.redealt)
        self.lossy = self._asks(lambda question: question.lossy)
        try:
            self.waits_for, self.told = written_out(self.rules.Ask, self.state, vars(package.module("rules")))
        except TypeError as error:
            raise BadGame(f"{self.id}: {error}") from error
        self.styles: Styles = styles_of(package)  # named ways of playing at random
        self.zero_sum: tuple[int, ...] = package.says("ZERO_SUM", ())  # with so many seats a gain is another's loss
        self.longest: int = package.says("LONGEST", 1_024)  # more answers than nearly every random game has
        self.forgets = self.rules.forget is not None  # can what a seat does not see be dealt again?
        self.agreements = agreements(self.rules.Ask)

    def _asks(self, chosen: Callable[[Question], bool]) -> tuple[int, ...]:
        return tuple(number for number, question in enumerate(self.questions) if chosen(question))

    def __repr__(self) -> str:
        return f"find({self.id!r})"

    @cached_property
    def drawing(self) -> Drawing:
        """How the table is drawn."""
        return drawing_of(self.package)

    @cached_property
    def memory(self) -> Memory | None:
        """What its players can remember, where the game says so."""
        return memory_of(self.package)

    def setups(self) -> list[Setup]:
        """Every set-up the rulebook allows."""
        names = self.rules.OPTIONS
        return [
            (self.id, seats, dict(zip(names, chosen, strict=True)))
            for seats in self.rules.SEATS
            for chosen in product((False, True), repeat=len(names))
        ]

    def option_bits(self, options: Mapping[str, object]) -> int:
        """Chosen options as the bits of one number; what is not named is as the rulebook has it."""
        for name, chosen in options.items():
            if name not in self.rules.OPTIONS:
                known = ", ".join(self.rules.OPTIONS) or "-"
                text = N_("{game} has no option {name}; its options: {known}")
                raise UnknownGame(text, game=self.id, name=repr(name), known=known)
            if not isinstance(chosen, bool):
                text = N_("option {name} is True or False, not {chosen}")
                raise UnknownGame(text, name=repr(name), chosen=repr(chosen))
        named = enumerate(self.rules.OPTIONS.items())
        return sum(1 << bit for bit, (name, default) in named if options.get(name, default))

    @cached_property
    def appeal(self) -> Callable[[Cells, int, int], int]:
        """How tempting a legal answer is at a glance to a seat; all are alike in a game that does not say."""
        judgement = judgement_of(self.package)
        return judgement.appeal if judgement else all_alike

    @cached_property
    def intent(self) -> Callable[[Cells, int, int], int]:
        """How tempting a legal answer is to who remembers or plans; at a glance in a game that does not say."""
        meant = intent_of(self.package)
        return meant.intent if meant else self.appeal

    @cached_property
    def foreseeable(self) -> Callable[[Cells], bool]:
        """Where it may be known what each seat can hope for; nowhere in a game that does not say."""
        foresight = foresight_of(self.package)
        return foresight.foreseeable if foresight else nothing_foreseeable

    @cached_property
    def foreseen(self) -> Callable[[Cells, Any, Any], bool]:
        """What each seat can hope for before the end; nothing is known of it in a game that does not say."""
        foresight = foresight_of(self.package)
        return foresight.foreseen if foresight else nothing_foreseen

    def ahead_of(self, view: View | None) -> Any:
        """What has been worked out beforehand, for `foreseen` to look at from here on; without a view, nothing."""
        foresight = foresight_of(self.package)
        return foresight.ahead_of(view) if foresight else ()

    def chosen(self, bits: int) -> dict[str, bool]:
        """The options behind their bits."""
        return {name: bool(bits >> bit & 1) for bit, name in enumerate(self.rules.OPTIONS)}

    def agreement_bits(self, names: Iterable[str]) -> int:
        """What people have agreed on, as bits above those of the options: some questions are put only then."""
        for name in names:
            if name not in self.agreements:
                known = ", ".join(self.agreements) or "-"
                text = N_("{game} has nothing to agree on called {name}; there is: {known}")
                raise UnknownGame(text, game=self.id, name=repr(name), known=known)
        place = len(self.rules.OPTIONS)
        return sum(1 << place + bit for bit, name in enumerate(self.agreements) if name in names)

    def check_seats(self, seats: object) -> None:
        """Is this a number of players the rulebook allows?"""
        if type(seats) is not int or seats not in self.rules.SEATS:
            text = N_("{game} is for {fewest} to {most} seats, not {seats}")
            fewest, most = self.rules.SEATS[0], self.rules.SEATS[-1]
            raise UnknownGame(text, game=self.id, fewest=fewest, most=most, seats=repr(seats))

    @property
    def usual_seats(self) -> int:
        """A good number of players for a first game: what the package says, or four."""
        usual: int = self.package.says("USUAL_SEATS", 4)
        return usual if usual in self.rules.SEATS else self.rules.SEATS[0]

    def start(self, seats: int, options: int) -> Cells:
        """The table before the first question, on the plain carrier."""
        s = self.state.blank()
        self.rules.setup(s, seats, options)
        return s

    def choices(self, s: Cells) -> int:
        """How many answers the present question has, legal or not."""
        return size(self.answers[s.ask])

    def waiting(self, s: Cells) -> tuple[int, ...]:
        """The seats that may answer now; none while the table answers, or when the game is over."""
        waits = self.waits_for(s)
        return () if waits == CHANCE_WAITS else tuple(seat for seat in range(s.seats) if waits >> seat & 1)

    def chance_answers(self, s: Cells) -> bool:
        """Is chance to answer?"""
        return bool(self.waits_for(s) == CHANCE_WAITS)

    def weights(self, s: Cells) -> list[int]:
        """The table's chances for each answer."""
        return [self.rules.weight(s, a) for a in range(self.choices(s))]

    def legal(self, s: Cells, seat: int) -> list[int]:
        """The legal answers of a seat that is waited for."""
        return [a for a in range(self.choices(s)) if self.rules.legal(s, seat, a)]

    def possible(self, s: Cells, seat: int) -> list[int]:
        """What a seat that is waited for, or the table, can answer."""
        if seat == CHANCE:
            return [a for a, ways in enumerate(self.weights(s)) if ways]
        return self.legal(s, seat)

    def hears(self, s: Cells, seat: int, listener: int) -> bool:
        """May this listener hear the answer that `seat` is giving? A seat hears itself."""
        return seat == listener or bool(self.told(s, seat, listener))

    def ears(self, s: Cells, seat: int) -> int:
        """Who hears the answer that `seat` is giving, as bits: seats, and whoever only watches."""
        return sum(1 << listener for listener in (*range(s.seats), SPECTATOR) if self.hears(s, seat, listener))

    def settles(self, s: Cells, answer: int) -> bool:
        """Does this answer of one settle the present question for all who are asked?"""
        return answer in self.questions[s.ask].settled_by

    def over(self, s: Cells) -> bool:
        """Has the game ended?"""
        return bool(self.waits_for(s) == 0)

    def view(self, s: Cells, seat: int | None) -> View:
        """What a seat sees; None is a spectator."""
        return self.sight(self.state.vector(s), SPECTATOR if seat is None else seat, over=self.over(s))

    def sight(self, vector: Sequence[int], viewer: int, *, over: bool = False) -> View:
        """What a viewer sees of a state that was written as a vector."""
        return View(self, self.state.masked(vector, viewer, over), viewer)


class View:
    """A state as one seat sees it: the same fields, HIDDEN where it may not look.

    A view knows which of its fields have been read. What was made from them holds for every view that agrees in them:
    so what everybody may know is put into words once, and not for every seat.
    """

    seat: int
    vector: list[int]
    _reading: ReadSoFar
    over: bool  # has the game ended? The present question tells it too, but changes at every answer

    def __init__(self, game: Game, vector: list[int], seat: int) -> None:
        self.game = game
        self._vector, self._seat = vector, seat

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def new_look(self) -> View:
        """The same view, from which nothing has been read yet."""
        return View(self.game, self._vector, self._seat)

    @property
    def cells(self) -> Cells:
        """The view as a carrier, for functions of the rules that only look."""
        return self

    def but(self, **cells: int) -> View:
        """The same view with some single fields changed: the table in the middle of an answer, for a drawing."""
        vector = list(self._vector)
        for name, value in cells.items():
            vector[self.game.state.offsets[name]] = value
        return View(self.game, vector, self._seat)

    def sits(self, *seats: int) -> bool:
        """Does the viewer sit at one of these seats? All who do not agree in that, wherever they sit; in `seat` itself,
        once it has been read, nobody agrees."""
        found = self._seat in seats
        self.__dict__.setdefault("_sits", {})[seats] = found
        return found

    def asks(self) -> bool:
        """Is the viewer one of those who are to answer? Then the question speaks to them."""
        return self.sits(*self.game.waiting(self))

    def agrees(self, other: View) -> bool:
        """Does another view show the same in everything that was read from this one?"""
        read = self.__dict__
        if self._vector is other._vector:
            return _sits_alike(read.get("_sits"), read.get("seat"), other)
        reading = read.get("_reading")
        if reading is None or reading.of != len(read):  # more has been read since
            reading = self._reading = ReadSoFar(self)
        return reading.agrees(other)

    def read_in_public(self) -> bool:
        """Has nothing been read from this view but what everybody sees?"""
        return self.game.state.public.issuperset(self.__dict__.keys() - NOTHING_READ)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (self.seat, self.vector) == (other.seat, other.vector)

    def __hash__(self) -> int:
        return hash((self.seat, *self.vector))

    def __repr__(self) -> str:
        seat = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<{self.game.id} as {seat} sees it: {self.as_dict()}>"

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        return self.game.state.as_dict(self.vector)

    def text(self, voice: Voice | str = "en") -> str:
        """The table in words: of a language, or of somebody who also knows the players' names."""
        return "\n".join(self.game.words.describe(self, Voice(voice) if isinstance(voice, str) else voice))

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """The board as this viewer sees it, for a notebook."""
        return framed(self)


class Readable:
    """A field of views, or one of their three facts: found out when it is first read, and from then on an attribute
    of that view. (Before it asks `__getattr__` Python makes an error, which takes longer than all the rest.)"""

    def __init__(self, name: str, find: Callable[[View], Any] | None = None) -> None:
        self._name, self._find = name, find

    def __get__(self, view: View | None, kind: type) -> Any:
        if view is None:
            return self
        own, name = view.__dict__, self._name
        try:
            value = self._find(view) if self._find else own["game"].state.readers[name](own["_vector"])
        except KeyError:  # a field of another game
            raise AttributeError(name) from None
        own[name] = value
        return value


def make_readable(fields: Iterable[str]) -> None:
    """Views have the fields of every game; which of them there are is up to the game that is looked at."""
    for name in fields:
        if name not in vars(View):
            setattr(View, name, Readable(name))
        elif not isinstance(vars(View)[name], Readable):
            raise BadGame(f"a field cannot be called {name}: every view has that already")


FACTS: dict[str, Callable[[View], Any]] = {
    "seat": lambda view: view._seat,
    "vector": lambda view: view._vector,
    "over": lambda view: view._vector[0] == len(view.game.questions) - 1,  # the question comes first; OVER is the last
}
for _name, _find in FACTS.items():
    setattr(View, _name, Readable(_name, _find))

NOTHING_READ = {"game", "over", "_vector", "_seat", "_reading"}  # of a view: what everybody has or may know


class ReadSoFar:
    """What has been read from a view so far, ready to be held against others. It does without the view: who keeps what
    was made of it need not keep the whole table as well."""

    __slots__ = ("_found", "_over", "_read", "_seat", "_sits", "_vector", "of")

    def __init__(self, view: View) -> None:
        own, spans = view.__dict__, view.game.state.spans
        own["_reading"] = self
        self.of = len(own)
        found = [spans[name] for name in own if name in spans]
        self._read: Callable[[list[int]], object] = itemgetter(*found) if found else _nothing
        self._found = self._read(view._vector)
        self._over, self._vector = own.get("over"), own.get("vector")
        self._sits, self._seat = own.get("_sits"), own.get("seat")

    def agrees(self, other: View) -> bool:
        """Does another view show the same?"""
        its = other._vector
        return (
            self._read(its) == self._found
            and (self._over is None or self._over == other.over)
            and (self._vector is None or self._vector == its)
            and _sits_alike(self._sits, self._seat, other)
        )


def _sits_alike(sits: dict[tuple[int, ...], bool] | None, seat: int | None, other: View) -> bool:
    """Does another viewer sit where this one does, as far as that has been asked for?"""
    if sits and any((other._seat in seats) != found for seats, found in sits.items()):
        return False
    return seat is None or seat == other._seat


def _nothing(vector: list[int]) -> object:  # noqa: ARG001
    return None


class Once(Generic[Made]):
    """Something made from views: made once for all whose views agree in what was read for it."""

    def __init__(self) -> None:
        self._made: list[tuple[tuple[View, ...], Made]] = []
        self._for_all: list[Made] = []

    def get(self, make: Callable[..., Made], look: Callable[[], tuple[View, ...]]) -> Made:
        """What `make` makes of the views that `look` takes. It must read nothing else, and the views must be new."""
        if self._for_all:
            return self._for_all[0]
        views = look()
        for read, made in self._made:
            if all(map(View.agrees, read, views)):
                return made
        made = make(*views)
        if all(map(View.read_in_public, views)):
            self._for_all.append(made)
        self._made = [*self._made[-MOST_SEATS:], (views, made)]
        return made
