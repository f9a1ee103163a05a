"""The laws of play that any game must obey; every new game gets them for free.

A `Trial` is one random game. Each law takes a trial and raises `Broken` where it does not hold. The laws of
knowledge, about who may know what, are in `secrecy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from . import loops
from .compiled import apply, blank, cells, choices, compiled, heard, inner, legal, np, setup, waiting, weight
from .dealer import Dealer
from .game import Game, find
from .match import Match
from .records import replay
from .rule import CHANCE_WAITS
from .state import CHANCE, MOST_SEATS, SPECTATOR, Declaration, Plain, size, turn_value


class Broken(AssertionError):
    """A law does not hold."""


@dataclass(frozen=True)
class Trial:
    """One random game: a set-up and who answered what."""

    game: Game
    seats: int
    options: int
    who: tuple[int, ...]
    answers: tuple[int, ...]
    end: bytes = b""  # the record where random play left it

    def __str__(self) -> str:
        return f"{self.game.id}, {self.seats} seats, options {self.options}, {len(self.answers)} answers"

    def start(self) -> Any:
        """An array of one record: the table before the first question."""
        return loops.started(self.game.id, self.seats, self.options)

    @cached_property
    def states(self) -> Any:
        """The record before each answer, and at the end."""
        states = np.empty(len(self.answers) + 1, self.game.state.dtype)
        states[:1] = self.start()
        give_all(states, np.array(self.who, np.int16), np.array(self.answers, np.int16))
        return states


def table_bits(game: Game, options: dict[str, bool]) -> tuple[int, int]:
    """The options of a table at which nothing was agreed on before the deal, and of one at which everything was."""
    bits = game.option_bits(options)
    return bits, bits | game.agreement_bits(game.agreements)


def random_trial(setup: tuple[str, int, dict[str, bool]], seed: int, style: str | None = None) -> Trial:
    """A random game of a set-up; `style` names a way of playing that reaches what chance seldom reaches."""
    name, seats, options = setup
    game = find(name)
    bits = table_bits(game, options)[seed % 2]
    state = loops.started(name, seats, bits)
    who, answers = loops.trace(state, name, seed, style)
    if len(answers) == loops.LIMIT:
        raise Broken(f"termination: {name}, {seats} seats, {options}, seed {seed} has not ended")
    return Trial(game, seats, bits, tuple(who.tolist()), tuple(answers.tolist()), state.tobytes())


@compiled
def give_all(states: Any, who: Any, answers: Any) -> None:
    """states[i + 1] is states[i] after answer i."""
    for i in range(len(answers)):
        states[i + 1] = states[i]
        apply(states[i + 1], who[i], answers[i])


@compiled
def first_dead_end(states: Any, who: Any, answers: Any) -> int:
    """The first moment at which an answer was not possible or somebody waited for had none; -1 if there is none."""
    for i in range(len(states)):
        s = states[i]
        waits = waiting(s)
        for seat in range(MOST_SEATS + 1):
            if (waits >> seat) & 1:
                possible = False
                for a in range(choices(s)):
                    possible = possible or loops.ways(s, seat, a) > 0
                if not possible:
                    return i
        if (i < len(answers)) != (waits != 0):
            return i
        if waits:
            seat, a = who[i], answers[i]
            if not (waits >> seat) & 1 or a >= choices(s) or not loops.ways(s, seat, a):
                return i
    return -1


def legality_and_liveness(trial: Trial) -> None:
    """Every answer was possible when it was given, and whoever is waited for has one; only the end waits for nobody."""
    who, answers = np.array(trial.who, np.int16), np.array(trial.answers, np.int16)
    moment = first_dead_end(trial.states, who, answers)
    if moment >= 0:
        raise Broken(f"legality and liveness: {trial} at answer {moment}")


def replaying(trial: Trial) -> None:
    """The answers alone give the same end."""
    again = trial.start()
    loops.play_given(again, np.array(trial.who, np.int16), np.array(trial.answers, np.int16))
    if again.tobytes() != trial.end or trial.states[-1:].tobytes() != trial.end:
        raise Broken(f"replay: {trial}")


def recording(trial: Trial) -> None:
    """A match written down as plain data can be played again from it."""
    match = replay(match_of(trial).record())
    if match.game.state.vector(match._state) != cells(trial.states)[-1].tolist() or not match.over:
        raise Broken(f"replay of the record: {trial}")


def twins(trial: Trial) -> None:
    """The plain carrier and the compiled one agree after every answer, and in everything the rules say."""
    game, rows, rules = trial.game, cells(trial.states).tolist(), trial.game.rules
    s = game.start(trial.seats, trial.options)
    for moment, row in enumerate(rows):
        if game.state.vector(s) != row:
            raise Broken(f"twin: {trial} at answer {moment}: {_difference(game.state, game.state.vector(s), row)}")
        if moment % 16 == 0 and _says(game, s) != said(trial.states[moment : moment + 1]):
            raise Broken(f"twin: {trial} at answer {moment}: the rules say different things")
        if moment < len(trial.answers):
            rules.apply(s, trial.who[moment], trial.answers[moment])


def said(states: Any) -> list[int]:
    """Everything the compiled rules say about a record, as numbers."""
    out = np.zeros(4096, np.int32)
    return list(out[: say_all(states, out)].tolist())


@compiled
def say_all(states: Any, out: Any) -> int:
    """Who is waited for; for every answer its chances or who may give it; for every giver who would hear it."""
    s = states[0]
    waits = waiting(s)
    out[0], count = waits, 1
    for a in range(choices(s)):
        out[count] = weight(s, a) if waits == CHANCE_WAITS else 0
        for seat in range(MOST_SEATS):
            if (waits >> seat) & 1 and legal(s, seat, a):
                out[count] += 1 << seat
        count += 1
    for seat in range(MOST_SEATS + 1):
        if (waits >> seat) & 1:
            for listener in range(SPECTATOR + 1):
                out[count] += np.int64(heard(s, seat, listener)) << listener
            count += 1
    return count


def _says(game: Game, s: Any) -> list[int]:
    waits, rules = game.waits_for(s), game.rules
    givers = [seat for seat in range(MOST_SEATS + 1) if waits >> seat & 1]
    table = waits == CHANCE_WAITS
    given = [
        rules.weight(s, a) if table else sum(1 << seat for seat in givers if rules.legal(s, seat, a))
        for a in range(game.choices(s))
    ]
    listeners = range(SPECTATOR + 1)
    return [waits, *given, *(sum(int(game.told(s, seat, who)) << who for who in listeners) for seat in givers)]


def rotation(trial: Trial) -> None:
    """Turn the seats at any moment and play on with the answers turned: the same table, turned."""
    state, rows = trial.game.state, cells(trial.states)
    rng = np.random.default_rng(len(trial.answers))
    moment, by = int(rng.integers(len(trial.answers))), int(rng.integers(1, trial.seats))
    turned = np.zeros(1, state.dtype)
    cells(turned)[0] = state.turned(rows[moment].tolist(), by, trial.seats)
    for i in range(moment, len(trial.answers)):
        values = trial.game.answers[trial.states[i]["ask"]]
        seat = trial.who[i] if trial.who[i] == CHANCE else (trial.who[i] + by) % trial.seats
        answer = turn_value(trial.answers[i], values, by, trial.seats)
        if loops.play_given(turned, np.array([seat], np.int16), np.array([answer], np.int16)) >= 0:
            raise Broken(f"rotation: {trial}, turned by {by} at {moment}: answer {i} is not possible")
    end = state.turned(rows[-1].tolist(), by, trial.seats)
    if cells(turned)[0].tolist() != end:
        difference = _difference(state, cells(turned)[0].tolist(), end)
        raise Broken(f"rotation: {trial}, turned by {by} at {moment}: {difference}")


def commuting(trial: Trial) -> None:
    """Seats that are waited for at once may answer in any order, and none changes what another may answer.

    Where an answer settles the question for all, no second one is waited for; but who passes forbids nobody to settle.
    """
    game = trial.game
    waits = np.zeros(len(trial.states), np.int16)
    list_waiting(trial.states, waits)
    for moment in np.flatnonzero(waits & waits - 1).tolist():  # more than one bit is set
        s, start = game.state.plain(cells(trial.states)[moment]), trial.states[moment : moment + 1]
        settles = game.questions[s.ask].settled_by
        for one, other in pairwise(game.waiting(s)):
            firsts = [a for a in game.legal(s, one) if a not in settles]
            if not firsts:
                continue
            a, seconds = firsts[moment % len(firsts)], game.legal(s, other)
            b = seconds[moment % len(seconds)]
            orders = [((one, a), (other, b))]
            if b not in settles:
                orders.append(((other, b), (one, a)))
            ends = [start.copy() for _ in orders]
            for end, order in zip(ends, orders, strict=True):
                if loops.play_given(end, *np.array(order, np.int16).T) >= 0:
                    raise Broken(f"commute: {trial} at answer {moment}: one answer forbids another's")
            if ends[0].tobytes() != ends[-1].tobytes():
                raise Broken(f"commute: {trial} at answer {moment}: the order of {one} and {other} matters")


@compiled
def list_waiting(states: Any, out: Any) -> None:
    """Who is waited for in each of the records."""
    for i in range(len(states)):
        out[i] = waiting(states[i])


def json_round_trip(trial: Trial) -> None:
    """A state survives being written as plain data."""
    state, rows = trial.game.state, cells(trial.states)
    for moment in range(0, len(rows), 32):
        row = rows[moment].tolist()
        if state.from_dict(state.as_dict(row)) != row:
            raise Broken(f"JSON: {trial} at answer {moment}")


def bounds(trial: Trial) -> None:
    """On a carrier that refuses them, no negative index and no value out of its declared range occurs."""
    s = strict(trial.game.state)
    trial.game.rules.setup(s, trial.seats, trial.options)
    for seat, answer in zip(trial.who, trial.answers, strict=True):
        trial.game.waits_for(s)
        trial.game.possible(s, seat)
        for listener in range(SPECTATOR + 1):
            trial.game.told(s, seat, listener)
        trial.game.rules.apply(s, seat, answer)
    trial.game.rules.returns(s, [0] * trial.seats)
    trial.game.rules.scores(s, [0] * trial.seats)


ENDED, STUCK, OUT_OF_RANGE, NO_END, ANOTHER_END = range(5)
FAULTS = (
    "",
    "somebody had no answer",
    "a cell was out of its range",
    "it did not end",
    "replayed it ended differently",
)


def end_to_end(setup: tuple[str, int, dict[str, bool]], seeds: range, style: str | None = None) -> int:
    """Play many random games in compiled code alone: somebody can always go on, every cell stays in its range, every
    game ends, and its answers alone lead to the same end. How many answers were given.
    """
    name, seats, options = setup
    game = find(name)
    states = blank(game.state, 3)
    tops = np.array([size(cell.field.values) for cell in game.state.cells], np.int16)
    who, answers = np.empty(loops.LIMIT, np.int16), np.empty(loops.LIMIT, np.int16)
    table = (seats, *table_bits(game, options))
    given, fault, seed = play_and_replay(
        states, cells(states), tops, table, (seeds.start, seeds.stop), loops.style_table(name, style), who, answers,
        loops.generators(0),
    )  # fmt: skip
    if fault != ENDED:
        raise Broken(f"end to end: {name}, {seats} seats, {options}, seed {seed}, style {style}: {FAULTS[fault]}")
    return int(given)


@compiled
def play_and_replay(
    states: Any, rows: Any, tops: Any, table: Any, seeds: Any, style: Any, who: Any, answers: Any, rngs: Any
) -> Any:
    """Play in states[0], replay in states[1], states[2] is blank; answers given, what went wrong, and in which game."""
    given = 0
    for seed in range(seeds[0], seeds[1]):
        rngs[0].word = np.uint64(seed)
        states[0] = states[2]
        setup(states[0], table[0], table[1 + seed % 2])
        count = 0
        while True:
            fault = fault_in(states[0], rows[0], tops)
            if fault != ENDED:
                return given, fault, seed
            waits = waiting(states[0])
            if waits == 0:
                break
            if count == len(answers):
                return given, NO_END, seed
            who[count] = loops.anyone(waits, rngs[0])
            answers[count] = loops.styled_answer(states[0], who[count], style, rngs[0])
            apply(states[0], who[count], answers[count])
            count += 1
        states[1] = states[2]
        setup(states[1], table[0], table[1 + seed % 2])
        if loops.play_given(states[1:2], who[:count], answers[:count]) >= 0:
            return given, ANOTHER_END, seed
        for cell in range(rows.shape[1]):
            if rows[0, cell] != rows[1, cell]:
                return given, ANOTHER_END, seed
        given += count
    return given, ENDED, 0


@inner
def fault_in(s: Any, row: Any, tops: Any) -> Any:
    """Is a cell out of its range, or somebody waited for without an answer?"""
    for cell in range(len(row)):
        if row[cell] < -1 or row[cell] >= tops[cell]:
            return OUT_OF_RANGE
    waits = waiting(s)
    for seat in range(MOST_SEATS + 1):
        if (waits >> seat) & 1:
            possible = False
            for a in range(choices(s)):
                if loops.ways(s, seat, a):
                    possible = True
                    break
            if not possible:
                return STUCK
    return ENDED


PLAY_LAWS = (legality_and_liveness, replaying, twins, rotation, commuting)
CAREFUL_LAWS = (recording, json_round_trip, bounds)  # slower, and about the carriers more than about the rules


def match_of(trial: Trial) -> Match:
    """The trial as a match."""
    game, asks = trial.game, trial.states["ask"]
    agreed = {
        name: [answer for answer, ask in zip(trial.answers, asks, strict=False) if ask == asked]
        for name, asked in game.agreements.items()
        if trial.options & game.agreement_bits([name])
    }
    match = Match(game, game.start(trial.seats, trial.options), Dealer(0), agreed=agreed)
    for seat, answer in zip(trial.who, trial.answers, strict=True):
        match.give(seat, answer)
    return match


def shortened(trial: Trial, upto: int) -> Trial:
    """The beginning of a trial."""
    return replace(trial, who=trial.who[:upto], answers=trial.answers[:upto])


class StrictRow(list[Any]):
    """A row that refuses negative indices and values out of range."""

    def __init__(self, rows: Sequence[Any], top: int, name: str) -> None:
        super().__init__(rows)
        self.top, self.name = top, name

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise Broken(f"bounds: {self.name}[{index}]")
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if index < 0 or not -1 <= value < self.top:
            raise Broken(f"bounds: {self.name}[{index}] = {value}")
        super().__setitem__(index, value)


class StrictPlain(Plain):
    """A plain carrier that checks every value it is given."""

    tops: dict[str, int]

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, int) and name in self.tops and not -1 <= value < self.tops[name]:
            raise Broken(f"bounds: {name} = {value}")
        super().__setattr__(name, value)


def strict(declaration: Declaration) -> Any:
    """A blank strict carrier."""
    s = StrictPlain()
    object.__setattr__(s, "tops", {name: size(field.values) for name, field in declaration.fields.items()})
    for name, value in vars(declaration.blank()).items():
        setattr(s, name, _strict_rows(value, s.tops[name], name))
    return s


def _strict_rows(value: Any, top: int, name: str) -> Any:
    return StrictRow([_strict_rows(row, top, name) for row in value], top, name) if isinstance(value, list) else value


def _difference(state: Declaration, one: Sequence[int], other: Sequence[int]) -> str:
    parts = [
        f"{cell.name}{list(cell.at) or ''} {a}/{b}"
        for cell, a, b in zip(state.cells, one, other, strict=True)
        if a != b
    ]
    return ", ".join(parts)
