"""Games as trees: a table at one moment, with all that was answered.

A `Node` never changes, so whoever copies a game shares it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.errors import BadRecord, DoppiogiocoError
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.loops import generators, who_answers
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.state import CHANCE, HIDDEN, NOBODY, SPECTATOR, Cells
from doppiogioco.engine.words import N_, Voice
from doppiogioco.engine.worlds import Worlds, deal_again

PUBLIC_LIMIT = 300_000  # of the worlds that fit what the public heard: enough for the armies of Spies & Lies
UNHEARD = "?"


class HeardAnswer(NamedTuple):
    """An answer that was given, and who heard it, as bits."""

    seat: int
    answer: int
    ears: int


class Setting:
    """A set-up, and where its games begin: at the set-up, or where the public has heard the answers of `start`.

    In the second case the table first deals one of the worlds that fit.
    """

    def __init__(self, name: str, seats: int, options: int, start: str) -> None:
        self.game: Game = find(name)
        self.seats, self.options, self.start = seats, options, start
        self.worlds, self.odds = self._worlds() if start else ([], [])

    def __reduce__(self) -> tuple[Any, ...]:
        return setting, (self.game.id, self.seats, self.options, self.start)

    @cached_property
    def beginning(self) -> Node:
        """The root of the tree."""
        cells = None if self.start else self.game.start(self.seats, self.options)
        return Node(self, cells, (), (None,) * self.seats)

    def _worlds(self) -> tuple[list[list[int]], list[float]]:
        worlds = Worlds(self.game.id, self.seats, self.options, SPECTATOR, limit=PUBLIC_LIMIT)
        for number, part in enumerate(self.start.split("_")):
            seat, _, answer = part.partition(":")
            try:
                worlds.hear(_number(seat, CHANCE), HIDDEN if answer == UNHEARD else _number(answer, 1 << 15))
            except ValueError as error:
                text = N_("start, answer {number}, {part}: {error}")
                raise BadRecord(text, number=number, part=repr(part), error=error) from error
            if not worlds.exact:
                text = N_("more than {limit} worlds fit what the public heard: too many for a position")
                raise BadRecord(text, limit=worlds.limit)
        found = sorted(zip(cells(worlds.states).tolist(), worlds.odds.tolist(), strict=True))
        if self.game.over(self.game.state.plain(found[0][0])):
            raise BadRecord(N_("this match is over: there is nothing to play on"))
        return [world for world, _ in found], [odds for _, odds in found]

    @cache  # noqa: B019 - settings are kept for good, see `setting`
    def worlds_seen(self, seat: int) -> list[list[int]]:
        """The worlds that may be dealt, as a seat sees them."""
        return [self.game.state.masked(world, seat, over=False) for world in self.worlds]


@cache
def setting(name: str, seats: int, options: int, start: str) -> Setting:
    """A set-up, made once."""
    return Setting(name, seats, options, start)


def _number(text: str, most: int) -> int:
    if not text.isdecimal() or int(text) > most:
        raise ValueError("an answer is written seat:answer, or seat:? if the public did not hear it; the table is 8")
    return int(text)


def written(heard: Sequence[Given]) -> str:
    """Answers as somebody heard them, in one word: 8:3_0:2_1:?"""
    return "_".join(f"{seat}:{UNHEARD if answer == HIDDEN else answer}" for seat, answer in heard)


ShownView = list[int] | None


class Node:
    """A table at one moment of a game, with all that was answered. Nothing in it ever changes.

    `shown` is what each seat has been shown at once and did not hear answer by answer: its view of a world.
    """

    def __init__(
        self, setting: Setting, cells: Cells | None, story: tuple[HeardAnswer, ...], shown: tuple[ShownView, ...]
    ) -> None:  # fmt: skip
        self.setting, self.story, self.shown = setting, story, shown
        self._cells = cells  # None before one of the worlds is dealt
        waits = None if cells is None else setting.game.waits_for(cells)
        self.over = waits == 0
        self.answers_next = CHANCE if waits is None else NOBODY if self.over else int(who_answers(waits))
        self._seen: dict[int, ShownView] = {}

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        vector = None if self._cells is None else self.setting.game.state.vector(self._cells)
        return _again, (self.setting, vector, self.story, self.shown)

    def after(self, seat: int, answer: int) -> Node:
        """The node after a possible answer."""
        game = self.setting.game
        if self._cells is None:
            shown = tuple(self.setting.worlds_seen(seat)[answer] for seat in range(self.setting.seats))
            return Node(self.setting, game.state.plain(self.setting.worlds[answer]), (), shown)
        ears, cells = game.ears(self._cells, seat), game.state.copy(self._cells)
        game.rules.apply(cells, seat, answer)
        return Node(self.setting, cells, (*self.story, HeardAnswer(seat, answer, ears)), self.shown)

    def dealt_again(self, seat: int, chance: Callable[[], float]) -> Node:
        """The same node with everything that a seat cannot see dealt again.

        What this seat did not hear nobody has heard then; the others see their part of the new world instead.
        """
        game, states = self.setting.game, np.zeros(1, self.setting.game.state.dtype)
        cells(states)[:] = game.state.vector(self._cells)
        deal_again(states, seat, generators(int(chance() * (1 << 53))))
        world = cells(states)[0].tolist()
        story = tuple(told if told.ears >> seat & 1 else HeardAnswer(told.seat, HIDDEN, 0) for told in self.story)
        shown = tuple(
            self.shown[seat] if other == seat else game.state.masked(world, other, over=False)
            for other in range(self.setting.seats)
        )
        return Node(self.setting, game.state.plain(world), story, shown)

    def check(self, answer: int) -> None:
        """Raise an error that names the rule if whoever is to answer cannot answer this."""
        if self.answers_next == CHANCE:
            if answer not in dict(self.chances):
                ask = "START" if self._cells is None else self.setting.game.rules.Ask(self._cells.ask).name
                raise DoppiogiocoError(N_("the table cannot answer {answer} to {ask}"), answer=answer, ask=ask)
        elif self.over or answer not in self.legal:
            self.as_match().check(max(self.answers_next, 0), answer)

    def as_match(self) -> Match:
        """A match that begins here, for its words."""
        return Match(self.setting.game, self._cells, None, from_position=True)

    # What a seat knows ----------------------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> list[int]:
        """What the seat that is to answer may answer."""
        return self.setting.game.legal(self._cells, self.answers_next)

    def view(self, seat: int) -> ShownView:
        """The table as a seat sees it; None before one of the worlds is dealt."""
        if self._cells is None:
            return None
        if seat not in self._seen:
            state = self.setting.game.state
            self._seen[seat] = state.masked(state.vector(self._cells), seat, self.over)
        return self._seen[seat]

    def heard(self, listener: int) -> tuple[Given, ...]:
        """Every answer as a listener heard it."""
        return tuple(
            Given(seat, answer if ears >> listener & 1 else HIDDEN) for seat, answer, ears in self.story
        )  # fmt: skip

    # What nobody knows ----------------------------------------------------------------------------------------------

    @cached_property
    def chances(self) -> list[tuple[int, float]]:
        """The table's answers with their odds."""
        if self._cells is None:
            return list(enumerate(self.setting.odds))
        weights = self.setting.game.weights(self._cells)
        total = sum(weights)
        return [(answer, ways / total) for answer, ways in enumerate(weights) if ways]

    @cached_property
    def returns(self) -> list[float]:
        """1 for a winner, -1 for a loser, 0 for a draw and for everybody while the game goes on."""
        out = [0] * self.setting.seats
        if self.over:
            self.setting.game.rules.returns(self._cells, out)
        return [float(won) for won in out]

    def in_words(self, seat: int, answer: int) -> str:
        """An answer in words, as the seat that gives it sees the table."""
        game = self.setting.game
        if self._cells is None:
            return f"World {answer}"
        return str(game.words.answer(game.view(self._cells, None if seat == CHANCE else seat), answer, Voice("en")))

    def __str__(self) -> str:
        if self._cells is None:
            return f"one of {len(self.setting.worlds)} worlds"
        state = self.setting.game.state
        return json.dumps(state.as_dict(state.vector(self._cells)))


def _again(setting: Setting, vector: ShownView, story: tuple[HeardAnswer, ...], shown: tuple[ShownView, ...]) -> Node:
    return Node(setting, None if vector is None else setting.game.state.plain(vector), story, shown)
