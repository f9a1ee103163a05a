"""The laws over every set-up: a sample here, the long run with `doppiogioco laws` (docs/laws.md has its result)."""

from collections import Counter

import numpy as np
import pytest

import doppiogioco
from doppiogioco.engine import laws, loops
from doppiogioco.engine.game import find, label
from doppiogioco.engine.state import Plain
from doppiogioco.law_runs import plan, prove, prove_ends, prove_play

SETUPS = doppiogioco.setups()
NAMES = [label(setup) for setup in SETUPS]
GAMES = 20


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_the_laws_of_play(setup):
    done = prove_play(setup, range(GAMES))
    assert done["games"] == GAMES
    assert done["answers"] > 50 * GAMES


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_many_games_from_end_to_end(setup):
    done = prove_ends(setup, range(200))
    assert done["games end to end"] == 200


@pytest.mark.parametrize("game", doppiogioco.games())
def test_every_style_is_followed_somewhere(game):
    """A way of playing changes what happens; otherwise it is not worth its name."""
    setup = next(setup for setup in reversed(SETUPS) if setup[0] == game)
    plain = [laws.random_trial(setup, seed).answers for seed in range(3)]
    for name in find(game).styles:
        assert [laws.random_trial(setup, seed, name).answers for seed in range(3)] != plain


REACHED = [
    ((game, *setup), style, rare, games)
    for game in doppiogioco.games()
    for setup, style, rare, games in find(game).package.module("checks").REACHED
]


@pytest.mark.parametrize(("setup", "style", "rare", "games"), REACHED)
def test_the_styles_reach_what_chance_seldom_reaches(setup, style, rare, games):
    happened, seen = find(setup[0]).package.module("checks").happened, 0
    for seed in range(games):
        trial = laws.random_trial(setup, seed, style)
        seen += happened(trial.states, trial.states["ask"][:-1], np.array(trial.answers))[rare]
    assert seen >= 4


# A law must be able to fail: each of these breaks one thing and expects the law to notice.


@pytest.fixture
def trial():
    return laws.random_trial(("secrets", 4, {}), 1)


def test_legality_notices_an_answer_that_was_not_possible(trial):
    wrong = laws.Trial(trial.game, trial.seats, trial.options, trial.who, (trial.answers[0], 9, *trial.answers[2:]))
    wrong.__dict__["states"] = trial.states
    with pytest.raises(laws.Broken, match="legality"):
        laws.legality_and_liveness(wrong)


def test_liveness_notices_a_game_that_stops_early(trial):
    early = laws.shortened(trial, 30)
    with pytest.raises(laws.Broken, match="liveness"):
        laws.legality_and_liveness(early)


def test_replay_notices_another_end(trial):
    trial.states[-1]["active"] += 1
    with pytest.raises(laws.Broken, match="replay"):
        laws.replaying(trial)


def test_twins_notice_a_cell_that_differs(trial):
    trial.states[40]["place"] = 3 if trial.states[40]["place"] != 3 else 2
    with pytest.raises(laws.Broken, match=r"twin: .* at answer 40: place"):
        laws.twins(trial)


def test_twins_notice_a_rule_that_differs(trial, monkeypatch):
    """On the plain carrier only, everybody hears everything."""
    monkeypatch.setattr(trial.game, "told", lambda s, seat, listener: True)
    with pytest.raises(laws.Broken, match="say different things"):
        laws.twins(trial)


def test_rotation_notices_a_rule_that_knows_a_seat(trial, monkeypatch):
    monkeypatch.setattr(laws, "turn_value", lambda value, *_: value)  # as if answers named fixed seats
    with pytest.raises(laws.Broken, match="rotation"):
        laws.rotation(trial)


def test_commuting_notices_an_order_that_matters(monkeypatch):
    trial = laws.random_trial(("top-secret-spies", 3, {"dossier": True}), 1)
    play, calls = loops.play_given, []

    def forgetful(states, who, answers):
        calls.append(who)
        return play(states, who[:1], answers[:1]) if len(calls) % 2 else play(states, who, answers)

    laws.commuting(trial)
    monkeypatch.setattr(loops, "play_given", forgetful)
    with pytest.raises(laws.Broken, match="commute"):
        laws.commuting(trial)


def test_bounds_notice_negative_indices_and_values_out_of_range():
    s = laws.strict(laws.find("secrets").state)
    assert isinstance(s, Plain)
    for wrong in (
        lambda: s.up[-1],
        lambda: s.up[0][-1],
        lambda: s.up[0].__setitem__(0, 7),
        lambda: setattr(s, "active", 8),
        lambda: setattr(s, "active", -2),
    ):
        with pytest.raises(laws.Broken, match="bounds"):
            wrong()


def test_termination_notices_a_game_without_end(monkeypatch):
    monkeypatch.setattr(loops, "LIMIT", 40)
    with pytest.raises(laws.Broken, match="termination"):
        laws.random_trial(("secrets", 4, {}), 1)


def test_end_to_end_notices_a_game_without_end(monkeypatch):
    monkeypatch.setattr(loops, "LIMIT", 40)
    with pytest.raises(laws.Broken, match=r"seed 3, .* did not end"):
        laws.end_to_end(SETUPS[0], range(3, 5))


def test_end_to_end_notices_a_value_out_of_range(monkeypatch):
    monkeypatch.setattr(laws, "size", lambda values: 2)
    with pytest.raises(laws.Broken, match="out of its range"):
        laws.end_to_end(SETUPS[0], range(1))


def test_the_long_run_counts_what_it_did():
    done = Counter()
    for _, counts in prove(plan([("secrets", 4, {})], 2, 1, 5), processes=1):
        done += counts
    assert done["games"] == 2
    assert done["games end to end"] == 5
    assert done["answers end to end"] > 250
    assert done["secret games"] == 1
    assert done["listeners"] == 5
