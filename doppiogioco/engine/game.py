"""A game as the upper floor sees it: its rules on the plain carrier, its words, its set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

from ..games import PACKAGES, rules, words
from .errors import UnknownGame
from .record import SPECTATOR, Cells, Declaration, size
from .rule import TABLE_WAITS
from .words import N_, Voice

Setup = tuple[str, int, dict[str, bool]]


def label(setup: Setup) -> str:
    """A set-up in one word: top-secret-spies-4-dossier."""
    game, seats, options = setup
    return "-".join([game, str(seats), *(name for name, chosen in options.items() if chosen)])


def find(game: str) -> Game:
    """The game with this id."""
    if not isinstance(game, str) or game not in PACKAGES:
        raise UnknownGame(N_("no game {game}; there are {games}"), game=repr(game), games=", ".join(PACKAGES))
    return _loaded(game)


@cache
def _loaded(game: str) -> Game:
    return Game(game)


class Game:
    """One game: everything here is derived from its rules module."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.rules: Any = rules(game)
        self.words: Any = words(game)
        self.state: Declaration = self.rules.State
        self.version: int = self.rules.VERSION

    def __repr__(self) -> str:
        return f"find({self.id!r})"

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

    def check_seats(self, seats: object) -> None:
        """Is this a number of players the rulebook allows?"""
        if type(seats) is not int or seats not in self.rules.SEATS:
            text = N_("{game} is for {fewest} to {most} seats, not {seats}")
            fewest, most = self.rules.SEATS[0], self.rules.SEATS[-1]
            raise UnknownGame(text, game=self.id, fewest=fewest, most=most, seats=repr(seats))

    def start(self, seats: int, options: int) -> Cells:
        """The table before the first question, on the plain carrier."""
        s = self.state.blank()
        self.rules.setup(s, seats, options)
        return s

    def choices(self, s: Cells) -> int:
        """How many answers the present question has, legal or not."""
        return size(self.rules.ANSWERS[s.ask])

    def waiting(self, s: Cells) -> tuple[int, ...]:
        """The seats that may answer now; none while the table answers, or when the game is over."""
        waits = self.rules.waiting(s)
        return () if waits == TABLE_WAITS else tuple(seat for seat in range(s.seats) if waits >> seat & 1)

    def table_answers(self, s: Cells) -> bool:
        """Is chance to answer?"""
        return bool(self.rules.waiting(s) == TABLE_WAITS)

    def weights(self, s: Cells) -> list[int]:
        """The table's chances for each answer."""
        return [self.rules.weight(s, a) for a in range(self.choices(s))]

    def legal(self, s: Cells, seat: int) -> list[int]:
        """The legal answers of a seat that is waited for."""
        return [a for a in range(self.choices(s)) if self.rules.legal(s, seat, a)]

    def hears(self, s: Cells, seat: int, listener: int) -> bool:
        """May this listener hear the answer that `seat` is giving? A seat hears itself."""
        return seat == listener or bool(self.rules.heard(s, seat, listener))

    def over(self, s: Cells) -> bool:
        """Has the game ended?"""
        return bool(self.rules.waiting(s) == 0)

    def view(self, s: Cells, seat: int | None) -> View:
        """What a seat sees; None is a spectator."""
        viewer = SPECTATOR if seat is None else seat
        return View(self, self.state.masked(self.state.vector(s), viewer, self.over(s)), viewer)


class View:
    """A state as one seat sees it: the same fields, HIDDEN where it may not look."""

    def __init__(self, game: Game, vector: list[int], seat: int) -> None:
        self.game = game
        self.seat = seat
        self.vector = vector
        self.cells: Cells = game.state.plain(vector)

    def __getattr__(self, field: str) -> Any:
        return getattr(self.cells, field)

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

    def text(self, voice: Voice) -> str:
        """The table in words."""
        return "\n".join(self.game.words.describe(self, voice))
