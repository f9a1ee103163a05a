"""Thousands of games at once, in NumPy arrays, on all cores.

>>> from doppiogioco.research.batch import Batch
>>> batch = Batch("secrets", n=64, seats=5)
>>> for _ in range(100):
...     batch.step(batch.sample())
>>> batch.masks.shape, batch.observations.shape
((64, 9), (64, 220))

Every array is allocated once and changed in place by `step`; copy what you want to keep. The table's answers (deals,
dice, draws) are given inside, from one generator per game, so the same seed and answers give the same games on any
number of cores. A game that ends begins anew in the same step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from doppiogioco.engine.compiled import (
    apply,
    blank,
    cells,
    choices,
    compiled_parallel,
    cores,
    inner,
    np,
    on_cores,
    prange,
    returns,
    setup,
    waiting,
)  # fmt: skip
from doppiogioco.engine.errors import DoppiogiocoError, IllegalAnswer, UnknownAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import Generator, below, random_answer, who_answers
from doppiogioco.engine.match import Match
from doppiogioco.engine.rule import CHANCE_WAITS
from doppiogioco.engine.sight import absolute, actions, lens, observe, write_mask
from doppiogioco.engine.state import CHANCE, turn_value
from doppiogioco.engine.words import N_

ALL_LEGAL = -1  # in place of the number of a game
ANEW, AS_GIVEN, AT_RANDOM = range(3)  # ways to go on: from the beginning, with given actions, with random ones


class Batch:
    """`n` games of one set-up, each waiting for an answer of one seat.

    | array | shape | what it holds |
    |---|---|---|
    | `seats_to_act` | n | the seat that answers now; where several may, the lowest |
    | `masks` | n × actions | which of its actions are legal |
    | `observations` | n × cells | what it sees (see `engine.sight`); None with `observe=False`, which is faster |
    | `rewards` | n × seats | of the last step: 1, -1 or 0 for each seat where the game has ended, else 0 |
    | `over` | n | did the last step end the game? What the other arrays but `rewards` show is the next one |

    Seats are as many as the game's smallest table unless given. Actions name other seats by their distance from the
    one that acts, as observations do. `cores` is how many cores work, by default all.
    """

    def __init__(
        self,
        game: str,
        n: int = 4096,
        seats: int | None = None,
        options: Mapping[str, bool] | None = None,
        seed: int = 0,
        *,
        observe: bool = True,
        cores: int | None = None,
    ) -> None:
        self.game = find(game)
        self.seats = int(self.game.rules.SEATS[0]) if seats is None else seats
        self.game.check_seats(self.seats)
        self._bits = self.game.option_bits(options or {})
        if type(n) is not int or n < 1:
            raise DoppiogiocoError(N_("a batch has 1 game or more, not {n}"), n=repr(n))
        self.n, self.cores = n, checked_cores(cores)
        self._lens = lens(game, self.seats)
        self._states = blank(self.game.state, n + 1)  # the last one stays blank: games begin as copies of it
        self._observes = observe
        self._seats_to_act = np.zeros(n, np.int8)
        self._masks = np.zeros((n, actions(game)), np.bool_)
        self._observations = np.zeros((n if observe else 0, self.game.state.width), np.int16)
        self._rewards = np.zeros((n, self.seats), np.float32)
        self._over = np.zeros(n, np.bool_)
        self._sampled = np.zeros(n, np.int64)
        self.seats_to_act, self.masks, self.rewards, self.over = map(
            read_only, (self._seats_to_act, self._masks, self._rewards, self._over)
        )  # legality is read from the masks
        self.observations = read_only(self._observations) if observe else None
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.id}, {self.seats} seats>"

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed as if the batch were new, without one chance goes on."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
                raise DoppiogiocoError(N_("a seed is a whole number from 0 up, not {seed}"), seed=repr(seed))
            words = np.random.SeedSequence(int(seed)).generate_state(2 * self.n, np.uint64)
            self._chance, self._lots = words[0::2].copy().view(Generator), words[1::2].copy().view(Generator)
        self._advance(self._sampled, ANEW)

    def step(self, answers: Any) -> None:
        """Give one action in every game; then the table answers until a seat is waited for.

        If an action is not legal, the error names its game and the rule, and no game has changed.
        """
        given = np.asarray(answers)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            text = N_("a step takes {n} whole numbers in one row, not {shape} of {kind}")
            raise DoppiogiocoError(text, n=self.n, shape=given.shape, kind=given.dtype)
        given = np.ascontiguousarray(given, np.int64)
        illegal = self._advance(given, AS_GIVEN)
        if illegal != ALL_LEGAL:
            self._refuse(illegal, int(given[illegal]))

    def sample(self) -> Any:
        """One legal action for every game, each as likely as the others. The row is used again by the next call."""
        with on_cores(self.cores):
            draw_actions(self._states, self._masks, self._lots, self._sampled)
        return self._sampled

    def play(self, steps: int) -> None:
        """The same as so many times `step(sample())`, in one go."""
        if type(steps) is not int or steps < 1:
            raise DoppiogiocoError(N_("a batch plays 1 step or more, not {steps}"), steps=repr(steps))
        self._advance(self._sampled, AT_RANDOM, steps)

    def _advance(self, given: Any, way: int, steps: int = 1) -> int:
        with on_cores(self.cores):
            return int(
                advance(
                    self._states, cells(self._states), (self._chance, self._lots), given, (self.seats, self._bits),
                    self._lens, (way, steps, self._observes), self._seats_to_act, self._masks, self._observations,
                    self._rewards, self._over,
                )
            )  # fmt: skip

    def _refuse(self, number: int, action: int) -> NoReturn:
        """Say in the words of the rules why an action is not legal."""
        row, seat = cells(self._states)[number].tolist(), int(self._seats_to_act[number])
        match = Match(self.game, self.game.state.plain(row), None, from_position=True)
        values = self.game.answers[match._state.ask]
        try:
            match.check(seat, turn_value(action, values, seat, self.seats))
        except (IllegalAnswer, UnknownAnswer) as error:
            sentence = f"game {number}, seat {seat}, action {action}: {error}"
            if isinstance(error, IllegalAnswer):
                raise IllegalAnswer(sentence, error.clause) from None
            raise UnknownAnswer(sentence) from None
        raise AssertionError("the mask and the rules disagree")


def checked_cores(wanted: int | None) -> int:
    """How many cores work, if there are so many."""
    if wanted is None:
        return cores()
    if type(wanted) is not int or not 1 <= wanted <= cores():
        raise DoppiogiocoError(N_("cores are 1 to {most}, not {wanted}"), most=cores(), wanted=repr(wanted))
    return wanted


def read_only(array: Any) -> Any:
    """A view of the same memory that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


# Compiled -----------------------------------------------------------------------------------------------------------


@inner
def random_action(s: Any, mask: Any, lots: Any) -> Any:
    """One of the legal actions, each as likely as the others."""
    n = choices(s)
    action = below(lots, n)
    while not mask[action]:
        action = below(lots, n)
    return action


@compiled_parallel
def advance(
    states: Any, rows: Any, rngs: Any, given: Any, table: Any, lens: Any, how: Any,
    acts: Any, masks: Any, observations: Any, rewards: Any, over: Any,
) -> int:  # fmt: skip
    """Give every game its action, deal on, begin anew what has ended, and look: all in one go, game by game.

    If an action is not legal: nothing but the number of its game.
    """
    (seats, options), (chance, lots), (way, steps, observes) = table, rngs, how
    if way == AS_GIVEN:
        for i in range(len(given)):
            if given[i] < 0 or given[i] >= masks.shape[1] or not masks[i, given[i]]:
                return i
    for i in prange(len(given)):
        s = states[i]
        for _ in range(steps):
            if over[i]:
                over[i] = False
                rewards[i] = 0
            waits = 0
            if way != ANEW:
                action = given[i] if way == AS_GIVEN else random_action(s, masks[i], lots[i])
                apply(s, acts[i], absolute(s, acts[i], seats, action, lens))
                waits = waiting(s)
            while waits == 0 or waits == CHANCE_WAITS:
                if waits:
                    apply(s, CHANCE, random_answer(s, CHANCE, chance[i]))
                else:
                    if way != ANEW:
                        over[i] = True
                        returns(s, rewards[i])
                    states[i] = states[len(given)]
                    setup(s, seats, options)
                waits = waiting(s)
            seat = who_answers(waits)
            acts[i] = seat
            write_mask(s, seat, seats, lens, masks[i])
            if observes:
                observe(rows[i], seat, seats, False, lens, observations[i])
    return ALL_LEGAL


@compiled_parallel
def draw_actions(states: Any, masks: Any, lots: Any, out: Any) -> None:
    """A legal action of every game, drawn by lot."""
    for i in prange(len(masks)):
        out[i] = random_action(states[i], masks[i], lots[i])
