"""Bots in the other seats of a PettingZoo environment: the same observations, actions and rewards, fewer agents."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest

import doppiogioco
from doppiogioco.bots import Judge
from doppiogioco.bots.seating import asked, seed_of
from doppiogioco.engine.errors import DoppiogiocoError, IllegalAnswer, NotWaiting, UnknownAnswer
from doppiogioco.engine.game import find
from doppiogioco.research import opponents, pettingzoo
from doppiogioco.research.opponents import env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the library's tests import its own games in a way that it deprecates
    from pettingzoo.test import api_test, seed_test

EXTREMES = [setup for game in doppiogioco.games() for setup in (find(game).setups()[0], find(game).setups()[-1])]


@pytest.mark.parametrize("setup", EXTREMES, ids=lambda setup: f"{setup[0]}-{setup[1]}")
def test_the_library_s_own_test(setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(*setup, learners=(0, 1), opponents="easy"), num_cycles=20)


def test_the_same_seed_is_the_same_match():
    seed_test(lambda: env("secrets", 4, learners=(1,), opponents="easy"), num_cycles=20)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_learner_sees_what_the_plain_environment_would_show_it(game):
    """The observation and the mask of a seat are those of `research.pettingzoo`, cell by cell."""
    seats, chance = find(game).usual_seats, random.Random(game)
    table, plain = env(game, seats, learners=(1,), opponents="easy"), pettingzoo.raw_env(game, seats)
    table.reset(seed=3)
    plain.reset(seed=0)
    while table.agents and not table.terminations["player_1"]:
        plain._rows[0] = table._played.game.state.vector(table._played._state)
        plain._seat = table._seat
        mine, theirs = table.observe("player_1"), plain.observe("player_1")
        assert all(np.array_equal(mine[part], theirs[part]) for part in ("observation", "action_mask"))
        table.step(int(chance.choice(np.flatnonzero(mine["action_mask"]))))
    assert table.rewards["player_1"] == table._played.outcome.returns[1]


def test_the_others_are_the_bots_of_their_level():
    """What they answer is what such a bot answers that was made from the same seed."""
    table = env("spywhere", 3, learners=(2,), opponents={0: "easy", 1: "greedy"})
    table.reset(seed=5)
    for _ in range(40):
        if table.terminations["player_2"]:
            break
        table.step(table.action_space("player_2").sample())
    history = table._played.history
    again = doppiogioco.new("spywhere", 3, {}, 5)
    bots = {0: Judge(seed_of(5, 0)), 1: Judge(seed_of(5, 1), temper=0.0)}
    compared = 0
    for given in history:
        if given.seat in bots:
            assert int(asked(bots[given.seat], again, given.seat)()) == given.answer
            compared += 1
        if given.seat < 3:
            again.play(given.seat, given.answer)
    assert compared > 10


def test_the_agents_are_the_learners_alone_and_each_answers_for_itself():
    table = env("secrets", 5, learners=(4, 2), opponents="greedy")
    table.reset(seed=1)
    assert table.possible_agents == ["player_2", "player_4"]
    asked_for = set()
    for agent in table.agent_iter():
        _, reward, over, _, info = table.last()
        asked_for.add(agent)
        table.step(None if over else table.action_space(agent).sample())
    assert asked_for == {"player_2", "player_4"}
    assert reward in (-1, 1)
    assert info["reason"]
    with pytest.raises(NotWaiting):
        table.step(0)


def test_what_is_not_legal_is_refused_with_its_rule_and_changes_nothing():
    table = env("secrets", 4, learners=(0,), opponents="easy")
    table.reset(seed=2)
    before = len(table._played.history)
    illegal = int(np.flatnonzero(table.observe("player_0")["action_mask"] == 0)[0])
    with pytest.raises((IllegalAnswer, UnknownAnswer), match="player_0, action"):
        table.step(illegal)
    with pytest.raises(UnknownAnswer):
        table.step("nine")
    assert len(table._played.history) == before


def test_a_seat_that_is_none_and_a_level_that_is_none_are_refused():
    with pytest.raises(DoppiogiocoError, match="learners are seats from 0 to 3"):
        env("secrets", 4, learners=(4,))
    with pytest.raises(DoppiogiocoError, match="learners"):
        env("secrets", 4, learners=())
    with pytest.raises(DoppiogiocoError, match="no bot 'genius'"):
        env("secrets", 4, opponents="genius")


def test_without_a_seed_matches_differ():
    table = opponents.env("secrets", 4, opponents="easy")
    deals = set()
    for _ in range(4):
        table.reset()
        deals.add(tuple(table._played.history[:20]))
    assert len(deals) > 1
