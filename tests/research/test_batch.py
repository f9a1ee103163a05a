"""A batch plays the same games as a match: answer by answer, in every set-up."""

from __future__ import annotations

import numpy as np
import pytest

import doppiogioco
from doppiogioco.engine.errors import DoppiogiocoError, IllegalAnswer, UnknownAnswer, UnknownGame
from doppiogioco.engine.game import label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import CHANCE, size, turn_value
from doppiogioco.research import batch as batches
from doppiogioco.research.batch import Batch

ARRAYS = ("seats_to_act", "masks", "observations", "rewards", "over")
WORD = (1 << 64) - 1


class Chance:
    """splitmix64 in plain Python, which draws the table's answers by their weights."""

    def __init__(self, word):
        self.word = int(word)

    def draw(self, weights):
        self.word = z = (self.word + 0x9E3779B97F4A7C15) & WORD
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & WORD
        ticket = ((z ^ z >> 31) >> 33) * sum(weights) >> 31
        return next(a for a in range(len(weights)) if ticket < sum(weights[: a + 1]))


class Shadow:
    """One game of a batch, played again as a match."""

    def __init__(self, setup, word):
        self.setup, self.chance = setup, Chance(word)
        self.begin()

    def begin(self):
        game, seats, options = self.setup
        found = doppiogioco.find(game)
        self.match = Match(found, found.start(seats, found.option_bits(options)), None)
        self.deal()

    def deal(self):
        while self.match.game.chance_answers(self.match._state):
            self.match.give(CHANCE, self.chance.draw(self.match.game.weights(self.match._state)))

    def turned(self, answer, by):
        values = self.match.game.answers[self.match._state.ask]
        return turn_value(answer, values, by, self.match.seats)

    def act(self, action):
        """Give an action; what it brought if the match is over, and a new one begins."""
        seat = self.match.waiting[0]
        self.match.give(seat, self.turned(action, seat))
        self.deal()
        outcome = self.match.outcome
        if outcome:
            self.begin()
        return outcome

    def compare(self, batch, i):
        match, state = self.match, self.match.game.state
        seat = match.waiting[0]
        assert batch.seats_to_act[i] == seat
        legal = {self.turned(a, -seat) for a in match.game.legal(match._state, seat)}
        assert set(np.flatnonzero(batch.masks[i]).tolist()) == legal
        assert batch.observations[i].tolist() == state.turned(match.view(seat).vector, -seat, match.seats)


def play_beside(setup, games=2, most=1_000):
    """Play a batch and its shadows until a game has ended, and on for a few steps."""
    game, seats, options = setup
    batch = Batch(game, games, seats, options, seed=3)
    words = np.random.SeedSequence(3).generate_state(2 * games, np.uint64)[::2]
    shadows = [Shadow(setup, word) for word in words]
    ended = 0
    for step in range(most):
        for i, shadow in enumerate(shadows):
            shadow.compare(batch, i)
        actions = batch.sample().copy()
        batch.step(actions)
        for i, shadow in enumerate(shadows):
            outcome = shadow.act(int(actions[i]))
            assert batch.over[i] == (outcome is not None)
            assert tuple(batch.rewards[i]) == (outcome.returns if outcome else (0,) * seats)
            ended = ended or (step if outcome else 0)
        if ended and step > ended + 3:
            return
    raise AssertionError("no game has ended")


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=label)
def test_a_batch_plays_as_a_match_does(setup):
    """Who acts, masks, observations, rewards and ends. Observations are views turned, so the laws of views hold."""
    play_beside(setup)


def test_a_batch_that_tells_a_secret_is_found(monkeypatch):
    honest = batches.lens("secrets", 5)
    monkeypatch.setattr(batches, "lens", lambda *table: honest._replace(held=honest.held[:0]))
    with pytest.raises(AssertionError):
        play_beside(("secrets", 5, {}))


def arrays(batch):
    return {name: getattr(batch, name).copy() for name in ARRAYS}


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in ARRAYS)


def after(steps, *args, **more):
    batch = Batch(*args, **more)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def test_the_same_seed_plays_the_same_games_on_any_number_of_cores():
    table = ("top-secret-spies", 100, 3, {"top-secret": True})
    one, other, more = (after(200, *table, seed=5, cores=cores) for cores in (1, batches.cores(), None))
    assert same(arrays(one), arrays(other)) and same(arrays(one), arrays(more))
    assert not same(arrays(one), arrays(after(200, *table, seed=6)))


def test_a_game_does_not_depend_on_how_many_play_beside_it():
    few, many = after(50, "secrets", 3, 4), after(50, "secrets", 30, 4)
    assert (few.observations == many.observations[:3]).all()


def test_playing_in_one_go_is_the_same_as_step_by_step():
    steps, one_go = after(300, "secrets", 50, 6), Batch("secrets", 50, 6)
    one_go.play(299)
    one_go.play(1)
    assert same(arrays(steps), arrays(one_go))


def test_a_reset_begins_anew():
    batch = Batch("spywhere", 40, 3, seed=1)
    first = arrays(batch)
    while not batch.over.any():
        batch.step(batch.sample())
    batch.reset(1)
    assert same(first, arrays(batch))
    assert not batch.over.any() and not batch.rewards.any()
    actions = batch.sample().copy()
    batch.reset()
    assert not same(first, arrays(batch))
    batch.reset(1)
    assert (batch.sample() == actions).all()


def test_the_arrays_stay_where_they_are_and_cannot_be_written_to():
    batch = Batch("secrets", 8)
    assert (batch.seats, batch.seats_to_act.dtype, batch.masks.dtype, batch.observations.dtype) == (
        4, np.int8, np.bool_, np.int16,
    )  # fmt: skip
    before = [getattr(batch, name) for name in ARRAYS]
    batch.step(batch.sample())
    batch.reset()
    for name, array in zip(ARRAYS, before, strict=True):
        assert getattr(batch, name) is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_without_observations_everything_else_is_the_same():
    blind, seeing = after(100, "agent-avenue", 20, observe=False), after(100, "agent-avenue", 20)
    assert blind.observations is None
    assert all((getattr(blind, name) == getattr(seeing, name)).all() for name in ARRAYS if name != "observations")


def test_random_actions_are_legal_and_equally_likely():
    batch = Batch("spywhere", 20_000, 4, observe=False)
    drawn = batch.sample()
    assert batch.masks[np.arange(batch.n), drawn].all()
    alike = (batch.masks == batch.masks[0]).all(axis=1)
    legal = np.flatnonzero(batch.masks[0])
    found = np.bincount(drawn[alike], minlength=batch.masks.shape[1])[legal]
    expected = alike.sum() / len(legal)
    assert len(legal) > 1 and expected > 100
    assert (abs(found - expected) < 6 * expected**0.5).all()


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_any_whole_numbers_are_actions(kind):
    one, other = Batch("secrets", 8), Batch("secrets", 8)
    actions = one.sample()
    one.step(actions)
    other.step(actions.astype(kind).tolist() if kind is np.int8 else actions.astype(kind))
    assert same(arrays(one), arrays(other))


def test_an_illegal_action_is_an_error_and_changes_no_game():
    batch = after(60, "secrets", 16, 5)
    before, states = arrays(batch), batch._states.copy()
    actions = batch.sample().copy()
    answers = [size(batch.game.answers[ask]) for ask in batch._states["ask"][:16]]
    number, action = next((i, a) for i in range(16) for a in range(answers[i]) if not batch.masks[i, a])
    actions[number] = action
    with pytest.raises(IllegalAnswer, match=r"\(rule \d") as error:
        batch.step(actions)
    assert str(error.value).startswith(f"game {number}, seat {batch.seats_to_act[number]}, action {action}: ")
    assert error.value.clause
    for beyond in (-1, 99, 2**40, 2**16):
        actions[number] = beyond
        with pytest.raises(UnknownAnswer, match=rf"game {number}, seat \d, action {beyond}: There is no answer"):
            batch.step(actions)
    assert same(before, arrays(batch)) and (states == batch._states).all()


@pytest.mark.parametrize("actions", [[0] * 7, [[0] * 8], 0, [0.0] * 8, [True] * 8, ["a"] * 8, None])
def test_what_are_no_actions_is_named(actions):
    with pytest.raises(DoppiogiocoError, match="a step takes 8 whole numbers in one row, not "):
        Batch("secrets", 8).step(actions)


@pytest.mark.parametrize(
    ("wrong", "error", "named"),
    [
        ({"game": "chess"}, UnknownGame, "no game 'chess'"),
        ({"seats": 9}, UnknownGame, "4 to 8 seats, not 9"),
        ({"options": {"fog": True}}, UnknownGame, "no option 'fog'"),
        ({"n": 0}, DoppiogiocoError, "1 game or more, not 0"),
        ({"n": 2.0}, DoppiogiocoError, r"1 game or more, not 2\.0"),
        ({"seed": -1}, DoppiogiocoError, "from 0 up, not -1"),
        ({"seed": True}, DoppiogiocoError, "from 0 up, not True"),
        ({"cores": 0}, DoppiogiocoError, "cores are 1 to"),
        ({"cores": 10_000}, DoppiogiocoError, "not 10000"),
    ],
)
def test_a_batch_that_cannot_be_is_an_error(wrong, error, named):
    with pytest.raises(error, match=named):
        Batch(**{"game": "secrets", "n": 4} | wrong)


def test_no_steps_cannot_be_played():
    with pytest.raises(DoppiogiocoError, match="1 step or more, not 0"):
        Batch("secrets", 4).play(0)
