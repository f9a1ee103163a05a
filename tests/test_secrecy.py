"""Secrets that cannot leak: the laws of knowledge on a sample of every set-up, and mutants that must not survive."""

import numpy as np
import pytest

import doppiogioco
from doppiogioco.engine import laws, secrecy
from doppiogioco.engine.game import find, label
from doppiogioco.engine.sight import sight_of
from doppiogioco.engine.state import CHANCE, SPECTATOR
from doppiogioco.engine.worlds import Worlds, draw_worlds, worlds_of
from doppiogioco.law_runs import prove_secrecy

SETUPS = doppiogioco.setups()
NAMES = [label(setup) for setup in SETUPS]


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_the_laws_of_knowledge(setup):
    done = prove_secrecy(setup, range(2))
    assert done["listeners"] == 2 * (setup[1] + 1)


def rich_trials(game):
    """Random games of set-ups that ask every question, and some with moments that chance seldom brings."""
    checks = find(game).package.module("checks")
    trials = [laws.random_trial((game, *setup), seed) for setup in checks.RICH for seed in range(3)]
    rare = getattr(checks, "RARE_GAMES", [])
    return trials + [laws.random_trial((game, *setup), seed, style) for setup, seed, style in rare]


@pytest.mark.parametrize("game", doppiogioco.games())
def test_every_mutant_is_killed(game):
    """Opening any veiled field, overhearing or missing any question makes a law fail."""
    trials = rich_trials(game)
    asked = set(secrecy.hearing(trials))
    rules = trials[0].game.rules
    assert set(rules.Ask) - {rules.Ask.OVER, *trials[0].game.redealt} <= asked
    mutants = list(secrecy.mutants(game, trials))
    assert len(mutants) == find(game).package.module("checks").MUTANTS
    survivors = [name for name, sight in mutants if secrecy.survives(sight, trials)]
    assert survivors == []
    assert secrecy.survives(sight_of(game), trials[:3])


def test_words_that_tell_a_secret_are_found(monkeypatch):
    trial = laws.random_trial(("secrets", 5, {}), 4)
    described = trial.game.words.describe
    secrets = iter(range(10_000))
    for listener in range(5):
        secrecy.two_worlds_in_words(trial, listener)
    monkeypatch.setattr(trial.game.words, "describe", lambda view, say: [*described(view, say), str(next(secrets))])
    with pytest.raises(laws.Broken, match="two worlds"):
        secrecy.two_worlds_in_words(trial, 0)


SAMPLED = [("top-secret-spies", 2, {"top-secret": True}), ("top-secret-spies", 4, {"dossier": True})]


@pytest.mark.parametrize("setup", SAMPLED, ids=str)
def test_a_sampler_that_returns_the_true_world_fails(setup):
    trial = laws.random_trial(setup, 2)
    assert secrecy.spread(trial, 0) >= 1
    with pytest.raises(laws.Broken, match="spread"):
        secrecy.spread(trial, 0, sampler=lambda state, seat, count: np.repeat(state, count))


def test_a_sampler_with_the_wrong_odds_fails():
    def lopsided(state, seat, count):
        worlds = secrecy.deal_sampler(state, seat, 2 * count)
        return np.concatenate([worlds[worlds["owner"][:, 0] == 1], worlds])[:count]

    with pytest.raises(laws.Broken, match="spread"):
        secrecy.spread(laws.random_trial(SAMPLED[0], 2), 0, sampler=lopsided)


def test_a_forgotten_world_that_keeps_a_secret_fails(monkeypatch):
    trial = laws.random_trial(SAMPLED[0], 2)
    monkeypatch.setattr(secrecy, "forget_all", lambda states, seat: None)
    with pytest.raises(laws.Broken, match="not forgotten"):
        secrecy.spread(trial, 0)


# The filter of worlds itself, against something simpler.


def by_rejection(setup, listener, moments, games):
    """How often each world follows the answers that a listener heard, in plain random play from the deal on."""
    real = laws.random_trial(setup, 1)
    ears = sight_of(setup[0]).ears
    found = {}
    for seed in range(2, games):
        other = laws.random_trial(setup, seed)
        for moment in range(moments):
            one, two = real.states[moment : moment + 1], other.states[moment : moment + 1]
            heard = [
                secrecy.listens(state, seat, listener, ears)
                for state, seat in ((one, real.who[moment]), (two, other.who[moment]))
            ]
            same = real.who[moment] == other.who[moment] and heard[0] == heard[1]
            if not same or (heard[0] and real.answers[moment] != other.answers[moment]):
                break
        else:
            key = other.states[moments].tobytes()
            found[key] = found.get(key, 0) + 1
    return real, found


@pytest.mark.parametrize(("listener", "moments"), [(0, 6), (SPECTATOR, 6), (2, 7)])
def test_the_filter_agrees_with_rejection(listener, moments):
    """Six or seven answers in: the first player, the tokens, perhaps a character; 20,000 games, no filter."""
    setup = ("secrets", 4, {})
    real, found = by_rejection(setup, listener, moments, 20_000)
    worlds = Worlds("secrets", 4, 0, listener)
    for moment in range(moments):
        state = real.states[moment : moment + 1]
        heard = secrecy.listens(state, real.who[moment], listener, worlds.sight.ears)
        worlds.hear(real.who[moment], real.answers[moment] if heard else -2)
    odds = {row.tobytes(): p for row, p in zip(worlds.states, worlds.odds, strict=True)}
    assert set(found) <= set(odds)
    games = sum(found.values())
    assert games > 60
    for world, p in odds.items():
        assert abs(found.get(world, 0) - games * p) < 6 * (games * p) ** 0.5 + 6


CALIBRATED = [("secrets", 4, {}), ("secrets", 6, {}), ("top-secret-spies", 2, {"top-secret": True})]


@pytest.mark.parametrize("setup", CALIBRATED, ids=label)
def test_the_odds_are_what_happens(setup):
    """Calibration deep in the game: what the filter gives p comes true with frequency p, whichever cell is asked."""
    game = laws.find(setup[0])
    name = {"secrets": "token", "top-secret-spies": "hand"}[setup[0]]
    surprise, variance = 0.0, 0.0
    for seed in range(150):
        trial = laws.random_trial(setup, seed)
        listener, moment = seed % setup[1], len(trial.who) * (1 + seed % 5) // 6
        worlds = Worlds(game.id, trial.seats, trial.options, listener)
        for number in range(moment):
            heard = secrecy.listens(trial.states[number : number + 1], trial.who[number], listener, worlds.sight.ears)
            worlds.hear(trial.who[number], trial.answers[number] if heard else -2)
        assert worlds.exact
        values = worlds.states[name].reshape(len(worlds), -1)
        real = trial.states[name][moment].reshape(-1)
        for cell in range(values.shape[1]):
            p = float(worlds.odds[values[:, cell] == 1].sum())
            sign = 1 if (cell + seed) % 2 else -1  # so that errors of two cells that exclude each other do not cancel
            surprise += sign * ((real[cell] == 1) - p)
            variance += p * (1 - p)
    assert variance > 15
    assert abs(surprise) < 5 * variance**0.5


def test_worlds_of_a_match_hold_the_real_one_and_shrink_with_knowledge():
    match = doppiogioco.new("secrets", seats=4, seed=5)
    worlds = worlds_of(match, 0)
    assert worlds.exact
    assert abs(worlds.odds.sum() - 1) < 1e-9
    tokens = {tuple(row) for row in worlds.states["token"][:, [0, 1, 2, 3, 8]].tolist()}
    assert len(tokens) == len(worlds) == 30 * [2, 2, 1][match._state.token[0]] // 5
    assert tuple(match._state.token[place] for place in (0, 1, 2, 3, 8)) in tokens
    assert len(worlds_of(match)) == 30


@pytest.mark.parametrize(
    "setup",
    [
        ("agent-avenue", 4, {"advanced": True}),
        ("secrets", 5, {}),
        ("spies-and-lies", 4, {}),
        ("spywhere", 5, {"clear-triples": True}),
        ("top-secret-spies", 5, {"top-secret": True, "dossier": True}),
    ],
)
def test_drawn_worlds_look_the_same_to_the_seat(setup):
    match = doppiogioco.new(*setup, seed=8)
    for _ in range(12):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
    for seat in range(match.seats):
        view = match.view(seat)
        for state in draw_worlds(match, seat, 20, seed=seat):
            row = np.atleast_1d(state).view(np.int16).tolist()
            assert match.game.state.masked(row, seat, over=False) == view.vector


def test_worlds_that_cannot_be_are_an_error():
    worlds = Worlds("secrets", 4, 0, 0)
    with pytest.raises(ValueError, match="no world fits"):
        worlds.hear(CHANCE, 7)
    with pytest.raises(ValueError, match="no deal"):
        worlds_of(doppiogioco.new("secrets", seats=4).position())


def test_a_low_limit_thins_the_worlds_and_says_so():
    match = doppiogioco.new("top-secret-spies", 5, {"top-secret": True}, seed=3)
    worlds = worlds_of(match, 1, limit=300)
    assert len(worlds) <= 300
    assert not worlds.exact


# The law compares two worlds, not one with itself.


def kept(pairs):
    """Somebody who is told nothing, and keeps the worlds in pairs."""

    def told(match, listener):
        pairs.append(match.game.state.vector(match._state))
        return iter(())

    return told


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_two_worlds_are_two(setup):
    for seed in range(2):
        trial = laws.random_trial(setup, seed)
        for listener in [*range(trial.seats), SPECTATOR]:
            pairs = []
            differed = secrecy.two_worlds_in_words(trial, listener, told=kept(pairs))
            assert pairs[0] != pairs[1]
            assert differed == sum(one != other for one, other in zip(pairs[::2], pairs[1::2], strict=True))


def test_where_there_is_only_one_world_the_law_cannot_hold(monkeypatch):
    """A listener who hears everything knows everything."""
    trial = laws.random_trial(("secrets", 4, {}), 1)
    sight = sight_of("secrets")
    sight.ears[:] = secrecy.WIDE_OPEN
    monkeypatch.setattr(secrecy, "followed", lambda *_: Worlds("secrets", 4, trial.options, 0, sight=sight))
    monkeypatch.setattr(secrecy, "listens", lambda *_: True)
    with pytest.raises(laws.Broken, match="never more than one"):
        secrecy.two_worlds_in_words(trial, 0)
