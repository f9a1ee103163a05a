"""What a program observes is a seat's view, turned so that the observer sits at seat 0."""

from __future__ import annotations

import random

import pytest

import doppiogioco
from doppiogioco.engine import sight
from doppiogioco.engine.compiled import blank, cells, compiled, np, returns
from doppiogioco.engine.game import label
from doppiogioco.engine.state import turn_value


@compiled
def look(states, rows, seat, seats, over, lens, observation, mask):
    sight.observe(rows[0], seat, seats, over, lens, observation)
    if not over:
        sight.write_mask(states[0], seat, seats, lens, mask)


@compiled
def won(states, out):
    returns(states[0], out)


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=label)
def test_an_observation_is_the_view_turned(setup):
    game, seats, options = setup
    match, chance = doppiogioco.new(game, seats, options, seed=1), random.Random(1)
    state, lens = match.game.state, sight.lens(game, seats)
    states = blank(state, 1)
    seen, mask = np.zeros(state.width, np.int16), np.zeros(sight.actions(game), np.bool_)
    low, high = sight.bounds(state)
    while True:
        cells(states)[0] = state.vector(match._state)
        for seat in range(seats):
            look(states, cells(states), seat, seats, match.over, lens, seen, mask)
            turned = state.turned(match.view(seat).vector, -seat, seats)
            assert seen.tolist() == turned
            assert (low <= seen).all() and (seen <= high).all()
            if seat in match.waiting:
                values = match.game.answers[match.view(seat).ask]
                legal = {turn_value(int(a), values, -seat, seats) for a in match.legal(seat)}
                assert set(np.flatnonzero(mask).tolist()) == legal
        assert sight.one_hot(game, seen).tolist() == state.tensor(turned)
        if match.over:
            break
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))
    out = np.zeros(seats, np.int64)
    won(states, out)
    assert tuple(out.tolist()) == match.outcome.returns


def test_several_observations_at_once_are_the_same_in_zeros_and_ones():
    rows = np.array([doppiogioco.new("secrets", 5, seed=seed).view(0).vector for seed in (1, 2)], np.int16)
    assert (sight.one_hot("secrets", rows)[1] == sight.one_hot("secrets", rows[1])).all()
