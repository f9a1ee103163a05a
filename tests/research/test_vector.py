"""The Gymnasium vector environment: its conventions, and the same games as its batch."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import doppiogioco
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.research.batch import Batch
from doppiogioco.research.vector import VectorEnv


@pytest.mark.parametrize("game", doppiogioco.games())
def test_everything_lies_in_its_space(game):
    tables = VectorEnv(game, n=6)
    assert isinstance(tables, GymnasiumVectorEnv)
    assert tables.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, info = tables.reset(seed=1)
    for _ in range(50):
        assert observation in tables.observation_space
        assert {name: part[0] for name, part in observation.items()} in tables.single_observation_space
        actions = tables.action_space.sample(mask=tuple(observation["action_mask"]))
        assert actions in tables.action_space
        observation, reward, terminated, truncated, info = tables.step(actions)
        assert reward.shape == terminated.shape == truncated.shape == info["seat"].shape == (6,)
        assert (reward.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
        assert info["rewards"].shape == (6, tables.batch.seats)


def test_it_plays_the_games_of_its_batch():
    tables, batch = VectorEnv("secrets", n=10, seats=5), Batch("secrets", 10, 5, seed=4)
    observation, info = tables.reset(seed=4)
    ends = 0
    while ends < 10:
        assert (observation["observation"] == batch.observations).all()
        assert (observation["action_mask"] == batch.masks).all()
        assert (info["seat"] == batch.seats_to_act).all()
        acted, actions = info["seat"], batch.sample()
        batch.step(actions)
        observation, reward, terminated, truncated, info = tables.step(actions)
        assert (terminated == batch.over).all() and not truncated.any()
        assert (info["rewards"] == batch.rewards).all()
        assert reward.tolist() == [batch.rewards[i, seat] for i, seat in enumerate(acted)]
        ends += terminated.sum()


def played(tables, seed, steps=30):
    """All that a seeded table gives."""
    given = [tables.reset(seed=seed)]
    for _ in range(steps):
        given.append(tables.step(given[-1][0]["action_mask"].argmax(axis=1)))
    return given


def test_a_seed_gives_the_same_and_nothing_given_is_used_again():
    one, other = (played(VectorEnv("spywhere", n=4, seats=3), seed=2) for _ in range(2))
    assert data_equivalence(one, other, exact=True)
    assert not data_equivalence(one, played(VectorEnv("spywhere", n=4, seats=3), seed=3))
    unseeded = [VectorEnv("spywhere", n=4).reset()[0] for _ in range(2)]
    assert not data_equivalence(*unseeded)


def test_without_copies_a_step_changes_what_was_given():
    tables = VectorEnv("secrets", n=4, copy=False)
    observation, _ = tables.reset(seed=1)
    assert np.shares_memory(observation["observation"], tables.batch.observations)
    assert np.shares_memory(observation["action_mask"], tables.batch.masks)


def test_gymnasiums_wrappers_take_it():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = RecordEpisodeStatistics(VectorEnv("agent-avenue", n=4, seats=2))
        tables.reset(seed=3)
        while not tables.return_queue:
            tables.step(tables.env.batch.sample())
        assert abs(tables.return_queue[0]) <= 1 and tables.length_queue[0] > 5
        listed = DictInfoToList(VectorEnv("secrets", n=3))
        assert [info["seat"] for info in listed.reset(seed=1)[1]] == listed.env.batch.seats_to_act.tolist()


def test_what_cannot_be_is_an_error():
    tables = VectorEnv("secrets", n=2, seats=5)
    tables.reset(seed=1)
    illegal = [int(np.flatnonzero(mask == 0)[0]) for mask in tables.batch.masks]
    with pytest.raises(DoppiogiocoError, match="game 0, seat"):
        tables.step(illegal)
    with pytest.raises(DoppiogiocoError, match="takes no options, not reset_mask"):
        tables.reset(options={"reset_mask": [True, False]})
