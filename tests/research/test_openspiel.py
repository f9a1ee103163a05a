"""The games in OpenSpiel: its own tests, searches and solvers hold, and nobody learns there what they may not know."""

from __future__ import annotations

import importlib
import pickle
import random
import subprocess
import sys
import unittest
from collections import Counter

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.tests import games_sim_test

import doppiogioco
from doppiogioco.engine import laws, secrecy
from doppiogioco.engine.compiled import np
from doppiogioco.engine.errors import BadRecord, DoppiogiocoError, IllegalAnswer, MissingExtra, NotWaiting, UnknownGame
from doppiogioco.engine.game import find, label
from doppiogioco.engine.loops import play_given, started
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import CHANCE, SPECTATOR
from doppiogioco.engine.worlds import worlds_of
from doppiogioco.research import game_tree, histories
from doppiogioco.research.game_tree import Node
from doppiogioco.research.openspiel import SpielState, position, short_name

SETUPS = doppiogioco.setups()
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS, ids=label)
EVERY_GAME = pytest.mark.parametrize("game", doppiogioco.games())


def load(setup, **params):
    game, seats, options = setup
    chosen = {name.replace("-", "_"): on for name, on in options.items()}
    return pyspiel.load_game(short_name(game), {"seats": seats, **chosen, **params})


def step(state, chance):
    """One random answer."""
    if state.is_chance_node():
        answers, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(answers, odds)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def random_record(game, seats, seed):
    match, chance = doppiogioco.new(game, seats, seed=seed), random.Random(seed)
    while match.waiting:
        match.play(match.waiting[0], chance.choice(match.legal(match.waiting[0])))
    return match.record()


def late(game, seats, seed, back):
    """A random match, so many answers before its end."""
    record = random_record(game, seats, seed)
    return doppiogioco.replay(record, upto=len(record["answers"]) - back)


# OpenSpiel's own tests ----------------------------------------------------------------------------------------------


@EVERY_SETUP
def test_openspiels_random_simulation(setup):
    """Clones, serialised states, sorted legal answers, masks, odds, tensor sizes, returns, length: at every answer."""
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=True, verbose=False)


def passes(case_class, **fields):
    case = type(case_class.__name__, (case_class,), fields)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun and result.wasSuccessful(), [trace for _, trace in result.errors + result.failures]


@EVERY_GAME
def test_openspiels_interface_tests(game):
    passes(api_test.EnforceAPIOnPartialTreeBase, game=load(find(game).setups()[0]), game_name=game)
    games_sim_test.GamesSimTest().sim_game(load(find(game).setups()[-1]))


def test_openspiels_tests_of_a_whole_tree(monkeypatch):
    game = position(late("spies-and-lies", 2, seed=3, back=4), recall=8)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "late", (311, 301, 551))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "late", 300)
    passes(api_test.EnforceAPIOnFullTreeBase, game=game, game_name="late")


@EVERY_SETUP
def test_sums_and_lengths_are_as_declared(setup):
    trials = [laws.random_trial(setup, seed) for seed in range(100)]
    game, seats, _ = setup
    sums = set()
    for trial in trials:
        won = [0] * seats
        trial.game.rules.returns(trial.game.state.plain(laws.cells(trial.states)[-1].tolist()), won)
        sums.add(sum(won))
    assert (sums == {0}) == (seats in find(game).zero_sum)
    zero_sum = load(setup).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero_sum == (seats in find(game).zero_sum)
    assert max(len(trial.answers) for trial in trials) <= find(game).longest


# The same game as on the page ---------------------------------------------------------------------------------------


@EVERY_GAME
def test_a_state_is_the_match(game):
    setup = find(game).setups()[-1]
    chance, loaded = random.Random(4), load(setup)
    state, declared, seats = loaded.new_initial_state(), find(game).state, setup[1]
    match = Match(find(game), find(game).start(seats, find(game).option_bits(setup[2])), None)
    public = loaded.make_py_observer(pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE))
    while not state.is_terminal():
        seat = CHANCE if state.is_chance_node() else state.current_player()
        if seat != CHANCE:
            assert seat == match.waiting[0]
            for listener in range(seats):
                view = match.view(listener).vector
                assert state.node.view(listener) == view
                assert list(state.node.heard(listener)) == match.heard(listener)
                seen = [float(listener == other) for other in range(seats)]
                tensor = state.observation_tensor(listener)
                assert tensor[:seats] == seen and tensor[seats:] == declared.tensor(view)[: len(tensor) - seats]
            assert [state.action_to_string(a) for a in state.legal_actions()] == list(map(str, match.legal(seat)))
            public.set_from(state, 0)
            assert 0 < public.tensor.sum() < len(declared.cells)
        step(state, chance)
        match.give(seat, state.history()[-1])
    assert tuple(map(int, state.returns())) == match.outcome.returns


def test_a_tensor_remembers_the_last_answers_and_a_string_all():
    state, chance = load(("secrets", 4, {}), recall=20).new_initial_state(), random.Random(1)
    tensors, strings = {}, {}
    while not state.is_terminal():
        seen = tuple(state.information_state_tensor(2))
        length = len(state.history())
        assert tensors.setdefault(seen, length) == length and strings.setdefault(seen, state) is state
        heard = state.information_state_string(2).split()[-1]
        assert heard.count(":") == length or not length
        step(state, chance)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 2)
    told = state.node.heard(2)[-20:]
    assert [int(row.argmax()) for row in observer.dict["who"]] == [4 if who == CHANCE else who for who, _ in told]
    assert [int(row.argmax()) for row in observer.dict["what"]] == [9 if what < 0 else what for _, what in told]


def test_a_clone_shares_nothing_that_changes():
    state, chance = load(("spywhere", 3, {})).new_initial_state(), random.Random(2)
    for _ in range(20):
        step(state, chance)
    before, clone = str(state), state.clone()
    while not clone.is_terminal():
        step(clone, chance)
    assert str(state) == before == str(pickle.loads(pickle.dumps(state)))
    assert pickle.loads(pickle.dumps(state)).information_state_string(1) == state.information_state_string(1)


# Secrets ------------------------------------------------------------------------------------------------------------


def told_by(setup):
    """What OpenSpiel tells a listener of a match."""
    loaded = load(setup)
    kinds = [pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER]
    public, private = (loaded.make_py_observer(pyspiel.IIGObservationType(i == 0, False, kinds[i])) for i in (0, 1))

    def told(match, listener):
        node = Node(loaded.setting, match._start, (), (None,) * match.seats)
        for seat, answer in match.history:
            node = node.after(seat, answer)
        state = loaded.new_initial_state()
        state.node = node
        public.set_from(state, 0)
        yield public.tensor.tolist()
        yield public.string_from(state, 0)
        yield state.current_player()
        if listener != SPECTATOR:
            yield private.string_from(state, listener)
            yield state.information_state_string(listener)
            yield state.information_state_tensor(listener)
            yield state.observation_string(listener)
            yield state.observation_tensor(listener)
            yield [] if state.is_chance_node() else state.legal_actions(listener)

    return told


def follow(trials, told, length=20):
    for trial in trials:
        for listener in [*range(trial.seats), SPECTATOR]:
            secrecy.two_worlds_in_words(trial, listener, length=length, told=told)


@EVERY_SETUP
def test_two_worlds_are_the_same_in_openspiel(setup):
    follow([laws.random_trial(setup, 3)], told_by(setup), length=3)


def leaking_view(moment, seat):
    return moment.setting.game.state.vector(moment._cells)


def leaking_story(moment, listener):
    return tuple((told.seat, told.answer) for told in moment.story)


@pytest.mark.parametrize(("name", "leak"), [("view", leaking_view), ("heard", leaking_story)])
def test_a_leak_is_found(monkeypatch, name, leak):
    setup = ("top-secret-spies", 3, {"top-secret": True})
    told = told_by(setup)
    monkeypatch.setattr(Node, name, leak)
    with pytest.raises(laws.Broken, match="two worlds"):
        follow([laws.random_trial(setup, seed) for seed in range(10)], told)


def resampling(setup):
    """A resampled state looks the same to the player, does not depend on the real one, and is not always that."""
    state, chance = load(setup).new_initial_state(), random.Random(5)
    for _ in range(45):
        if not state.is_terminal():
            last = state.clone()
            step(state, chance)
    while last.is_chance_node() and not last.child(last.legal_actions()[0]).is_terminal():
        step(last, chance)
    for player in {0, max(last.current_player(), 0)}:
        drawn = [last.resample_from_infostate(player, random.Random(n).random) for n in range(4)]
        for other in drawn:
            assert other.information_state_string(player) == last.information_state_string(player)
            assert other.information_state_tensor(player) == last.information_state_tensor(player)
            assert other.observation_string(player) == last.observation_string(player)
            assert other.current_player() == last.current_player()
            if player == last.current_player():
                assert other.legal_actions() == last.legal_actions()
        again = [drawn[0].resample_from_infostate(player, random.Random(n).random) for n in range(4)]
        assert list(map(str, again)) == list(map(str, drawn))
        known = histories.histories(last.node, player)
        if not known.lost and known.odds.max() < 0.1:  # else there may be little to hide at the moment
            assert len(set(map(str, drawn))) > 1


@EVERY_SETUP
def test_a_resampled_state_fits(setup):
    resampling(setup)


def test_a_resampler_that_returns_the_real_world_is_found(monkeypatch):
    monkeypatch.setattr(SpielState, "resample_from_infostate", lambda state, *_: state.clone())
    with pytest.raises(AssertionError, match="1 > 1"):
        resampling(("spywhere", 4, {}))


def test_what_is_dealt_again_where_histories_are_lost(monkeypatch):
    """A filter that may keep but a few worlds soon has none; the world is then dealt again."""
    monkeypatch.setattr(histories, "LIMIT", 2)
    monkeypatch.setattr(histories, "_kept", {})
    state, chance = load(("top-secret-spies", 4, {"top-secret": True})).new_initial_state(), random.Random(1)
    while not state.is_terminal() and len(state.history()) < 150:
        step(state, chance)
    while state.is_chance_node():
        step(state, chance)
    player = state.current_player()
    assert histories.histories(state.node, player).lost
    drawn = [state.resample_from_infostate(player, random.Random(n).random) for n in range(8)]
    assert len(set(map(str, drawn))) > 1
    for other in drawn:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        listener = (player + 1) % 4
        assert other.observation_string(listener) in other.information_state_string(listener)
        again = other.resample_from_infostate(listener, chance.random)
        assert again.information_state_string(listener) == other.information_state_string(listener)
        while not again.is_terminal():
            step(again, chance)


def test_histories_have_the_odds_of_the_worlds():
    record = random_record("secrets", 4, seed=6)
    match = doppiogioco.replay(record, upto=40)
    state = load(("secrets", 4, {})).new_initial_state()
    for _, answer in match.history:
        state.apply_action(answer)
    for seat in range(4):
        worlds = worlds_of(match, seat)
        odds = {row.tobytes(): p for row, p in zip(worlds.states, worlds.odds, strict=True)}
        found, chance = Counter(), random.Random(seat)
        known = histories.histories(state.node, seat)
        for _ in range(1_000):
            end = started("secrets", 4, 0)
            who = np.array([given.seat for given in match.history], np.int16)
            assert play_given(end, who, np.array(known.draw(chance.random), np.int16)) == -1
            found[end.tobytes()] += 1
        assert len(odds) > 5 and set(found) <= set(odds)
        for world, p in odds.items():
            assert abs(found[world] - 1_000 * p) < 6 * (1_000 * p) ** 0.5 + 6


# Positions, searches and solvers ------------------------------------------------------------------------------------


def walk(state):
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from walk(state.child(action))


POSITIONS = [("spies-and-lies", 2, 3, 4), ("spies-and-lies", 4, 0, 4), ("secrets", 4, 0, 2)]


@pytest.mark.parametrize("where", POSITIONS, ids=str)
def test_information_sets_of_a_position(where):
    """Whoever cannot tell two states apart sees the same, may do the same, and has done the same."""
    match = late(*where[:2], seed=where[2], back=where[3])
    game = position(match, recall=8)
    root = game.new_initial_state()
    worlds = worlds_of(match, limit=game_tree.PUBLIC_LIMIT)
    assert root.is_chance_node() and len(root.chance_outcomes()) == len(worlds) > 1
    assert sorted(p for _, p in root.chance_outcomes()) == pytest.approx(sorted(worlds.odds))
    known, several = {}, Counter()
    for state in walk(root):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        told = state.information_state_string()
        fact = state.legal_actions(), state.observation_string(), state.information_state_tensor()
        assert known.setdefault((player, told), fact) == fact
        several[told] += 1
    assert max(several.values()) > 1
    assert len({tensor for _, _, tensor in ((a, b, tuple(c)) for a, b, c in known.values())}) == len(known)


def test_a_position_holds_only_what_the_public_heard():
    match = late("spies-and-lies", 2, seed=0, back=6)
    game = position(match)
    start = game.get_parameters()["start"]
    assert start.count(":") == len(match.history) and start.count("?") == sum(answer < 0 for _, answer in match.heard())
    assert str(pickle.loads(pickle.dumps(game))) == str(game) == str(pyspiel.load_game(str(game)))
    state = game.new_initial_state().child(0)
    assert state.observation_string(0) in state.information_state_string(0)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    for player in (0, 1):
        other = state.resample_from_infostate(player, random.Random(1).random)
        assert other.information_state_string(player) == state.information_state_string(player)


def test_mccfr_makes_a_policy_that_is_hard_to_exploit():
    game = position(late("spies-and-lies", 2, seed=3, back=4), recall=8)
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(1.8)
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(120):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.6
    assert exploitability.exploitability(game, solver.average_policy()) < 0.3


def searcher(game, simulations):
    chance = np.random.RandomState(1)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, simulations, random_state=chance)


def test_ismcts_finds_the_guess_that_wins():
    game = position(late("spies-and-lies", 2, seed=1, back=2), recall=8)
    state = game.new_initial_state().child(0)
    player, action = state.current_player(), searcher(game, 100).step(state)

    def value(state):
        if state.is_terminal():
            return state.returns()[player]
        return sum(p * value(state.child(a)) for a, p in state.chance_outcomes())

    values = {a: value(state.child(a)) for a in state.legal_actions()}
    assert values[action] == max(values.values()) > min(values.values())


@EVERY_GAME
def test_ismcts_plays_every_game(game):
    loaded = load(find(game).setups()[-1])
    state, chance, bot = loaded.new_initial_state(), random.Random(3), searcher(loaded, 3)
    for _ in range(30):
        step(state, chance)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        step(state, chance)
    assert bot.step(state) in state.legal_actions()


# What cannot be -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("doppiogioco_secrets(seats=3)", UnknownGame, "secrets is for 4 to 8 seats, not 3"),
        ("doppiogioco_secrets(dossier=True)", pyspiel.SpielError, "dossier.*recall, seats, start"),
        ("doppiogioco_secrets(seats=many)", pyspiel.SpielError, "seats"),
        ("doppiogioco_agent_avenue(advanced=2)", pyspiel.SpielError, "advanced"),
        ("doppiogioco_chess", pyspiel.SpielError, "doppiogioco_chess"),
        ("doppiogioco_secrets(recall=0)", DoppiogiocoError, "recall is a number of answers, not 0"),
        ("doppiogioco_secrets(start=9:1_0:1)", BadRecord, "answer 0, '9:1'.*seat:answer"),
        ("doppiogioco_secrets(start=8:1_nonsense)", BadRecord, "answer 1, 'nonsense'"),
        ("doppiogioco_secrets(start=8:7)", BadRecord, "answer 0, '8:7': no world fits"),
    ],
)
def test_what_cannot_be_loaded_is_an_error(text, error, message):
    with pytest.raises(error, match=message):
        pyspiel.load_game(text)


def test_what_cannot_be_a_position_is_an_error(monkeypatch):
    match = doppiogioco.new("spies-and-lies", 2, seed=1)
    with pytest.raises(BadRecord, match="somebody set up"):
        position(match.position())
    with pytest.raises(BadRecord, match="over"):
        position(doppiogioco.replay(random_record("spies-and-lies", 2, seed=1)))
    monkeypatch.setattr(game_tree, "PUBLIC_LIMIT", 1_000)
    with pytest.raises(BadRecord, match="more than 1000 worlds fit"):
        position(doppiogioco.new("spywhere", 6, seed=1))


def test_an_illegal_answer_names_seat_answer_and_rule():
    state, chance = load(("secrets", 4, {})).new_initial_state(), random.Random(1)
    with pytest.raises(DoppiogiocoError, match="table cannot answer 8 to FIRST"):
        state.apply_action(8)
    while state.is_chance_node():
        step(state, chance)
    before = str(state), state.history()
    wrong = next(a for a in range(9) if a not in state.legal_actions())
    with pytest.raises(IllegalAnswer, match=rf"Seat {state.current_player() + 1} cannot answer “.*rule \d"):
        state.apply_action(wrong)
    with pytest.raises(DoppiogiocoError, match="There is no answer 99"):
        state.apply_action(99)
    assert (str(state), state.history()) == before
    while not state.is_terminal():
        step(state, chance)
    with pytest.raises(NotWaiting, match="over"):
        state.apply_action(0)
    with pytest.raises(DoppiogiocoError, match="table cannot answer 7 to START"):
        position(late("spies-and-lies", 2, seed=3, back=4)).new_initial_state().apply_action(7)


def test_what_no_observer_sees_is_an_error():
    game = load(("secrets", 4, {}))
    with pytest.raises(ValueError, match="all players"):
        game.make_py_observer(pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="perfect recall"):
        game.make_py_observer(pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.NONE))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_without_openspiel_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "doppiogioco.research.openspiel")
    with pytest.raises(MissingExtra, match=r"OpenSpiel.*doppiogioco\[openspiel\]"):
        importlib.import_module("doppiogioco.research.openspiel")


def test_python_ends_cleanly_after_the_games_were_registered():
    """OpenSpiel lets go of what was registered after Python has ended, and some things cannot bear that."""
    code = "import pyspiel, doppiogioco.research.openspiel; print(pyspiel.load_game('doppiogioco_secrets'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("doppiogioco_secrets("), done.stderr
