"""Every set-up is a PettingZoo environment: the library's own tests pass, and it plays what a match plays."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import sys
import warnings
from functools import partial
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import doppiogioco
from doppiogioco.engine import laws, secrecy, sight
from doppiogioco.engine.compiled import blank, cells, compiled, np
from doppiogioco.engine.errors import (
    DoppiogiocoError,
    IllegalAnswer,
    MissingExtra,
    NotWaiting,
    UnknownAnswer,
    UnknownGame,
)
from doppiogioco.engine.game import label
from doppiogioco.engine.loops import generators, random_answer
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import CHANCE, SPECTATOR, Kind, turn_value
from doppiogioco.research import pettingzoo
from doppiogioco.research.pettingzoo import OVER, env, parallel_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the library's tests import its own games in a way that it deprecates
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

SETUPS = doppiogioco.setups()
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=label)

# What the library says of any environment with a mask that is not on its own list, and of masks once the match is over.
KNOWN_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",
}


# The library's own tests --------------------------------------------------------------------------------------------


@every_setup
def test_the_library_s_api_test(setup):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(*setup), num_cycles=60)
    assert {str(warning.message) for warning in said} <= KNOWN_WARNINGS


@every_setup
def test_the_library_s_seed_test(setup):
    seed_test(partial(env, *setup), num_cycles=30)


@every_setup
def test_the_library_s_max_cycles_test(setup):
    max_cycles_test(SimpleNamespace(env=partial(env, *setup), parallel_env=partial(parallel_env, *setup)))


@pytest.mark.parametrize("setup", SETUPS[::12], ids=label)
def test_the_library_s_tests_of_pictures_and_of_parallel_environments(setup, capsys):
    drawn = {
        "svg": lambda text: ElementTree.fromstring(text).tag.endswith("svg"),
        "html": lambda html: html._repr_html_(),
    }
    render_test(partial(env, *setup), drawn)
    assert "player_0" in capsys.readouterr().out
    parallel_api_test(parallel_env(*setup), num_cycles=100)


# The same as a match ------------------------------------------------------------------------------------------------


@compiled
def table_answer(states, rngs):
    return random_answer(states[0], CHANCE, rngs[0])


class Twin:
    """A match that is dealt from the same seed as an environment, on the plain carrier."""

    def __init__(self, setup, seed):
        game, seats, options = setup
        found = doppiogioco.find(game)
        self.match = Match(found, found.start(seats, found.option_bits(options)), None)
        self.rngs = generators(seed)
        self.deal()

    def deal(self):
        match, state = self.match, self.match.game.state
        record = blank(state, 1)
        while match.game.chance_answers(match._state):
            cells(record)[0] = state.vector(match._state)
            match.give(CHANCE, int(table_answer(record, self.rngs)))

    def give(self, seat, answer):
        self.match.give(seat, answer)
        self.deal()

    def turned(self, seat):
        return self.match.game.state.turned(self.match.view(seat).vector, -seat, self.match.seats)

    def relative(self, seat):
        """The legal answers as actions: by number."""
        values = self.match.game.answers[self.match._state.ask]
        return {
            turn_value(a, values, -seat, self.match.seats): a for a in self.match.game.legal(self.match._state, seat)
        }


@every_setup
def test_an_environment_plays_what_a_match_plays(setup):
    table, twin, chance = env(*setup), Twin(setup, seed=11), random.Random(3)
    table.reset(seed=11)
    agents = table.possible_agents
    while twin.match.waiting:
        seat = twin.match.waiting[0]
        legal = twin.relative(seat)
        seen, reward, termination, truncation, info = table.last()
        assert table.agent_selection == agents[seat]
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
        assert seen["observation"].tolist() == twin.turned(seat)
        assert (reward, termination, truncation, info) == (0, False, False, {})
        other = chance.choice([other for other in range(twin.match.seats) if other != seat])
        besides = table.observe(agents[other])
        assert besides["observation"].tolist() == twin.turned(other)
        assert not besides["action_mask"].any()
        before = seen["observation"].copy()
        action = chance.choice(sorted(legal))
        table.step(action)
        twin.give(seat, legal[action])
        assert (seen["observation"] == before).all()  # what was handed out stays as it was
    outcome = twin.match.outcome
    for seat, agent in enumerate(table.agent_iter()):
        seen, reward, termination, truncation, info = table.last()
        assert agent == agents[seat]
        assert seen["observation"].tolist() == twin.turned(seat)
        assert not seen["action_mask"].any()
        assert (reward, termination, truncation) == (outcome.returns[seat], True, False)
        assert info == {"reason": outcome.reason}
        table.step(None)
    assert table.agents == []


def random_play(table, chance):
    """Play to the end; what every agent saw and did."""
    story = []
    for agent in table.agent_iter():
        seen, reward, *_ = table.last()
        legal = np.flatnonzero(seen["action_mask"])
        action = chance.choice(legal.tolist()) if len(legal) else None
        story.append((agent, seen["observation"].tobytes(), reward, action))
        table.step(action)
    return story


def test_a_seed_deals_the_same_and_no_seed_deals_on():
    one, two = env("secrets", 5), env("secrets", 5)
    for table in (one, two):
        table.reset(seed=4)
    first = random_play(one, random.Random(1))
    assert random_play(two, random.Random(1)) == first
    for table in (one, two):
        table.reset()
    assert random_play(one, random.Random(1)) == (second := random_play(two, random.Random(1)))
    assert second != first
    unseeded = env("secrets", 5), env("secrets", 5)
    for table in unseeded:
        table.reset()
    assert len({str(random_play(table, random.Random(1))) for table in (*unseeded,)}) == 2


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_by_itself(copied):
    table = env("top-secret-spies", 4, {"dossier": True}, language="it", render_mode="ansi")
    table.reset(seed=2)
    for _ in range(9):
        table.step(table.action_space(table.agent_selection).sample())
    other, shown = copied(table), table.render()
    story = random_play(table, random.Random(5))
    assert other.render() == shown
    assert random_play(other, random.Random(5)) == story


# Secrets ------------------------------------------------------------------------------------------------------------


def told_by(table, match, listener):
    """All that an agent gets from an environment whose table stands as in a match; a spectator gets the picture."""
    if match.game.chance_answers(match._state):
        return
    table.reset(seed=0)
    table._rows[0] = match.game.state.vector(match._state)
    table._seat = match.waiting[0] if match.waiting else OVER
    table.agent_selection = table.possible_agents[table._seat]
    table.render_mode = "svg"
    yield table.render()
    if listener == SPECTATOR:
        return
    agent = table.possible_agents[listener]
    seen = table.observe(agent)
    yield seen["observation"].tolist()
    yield seen["action_mask"].tolist()
    space = table.action_space(agent)
    space.seed(1)
    yield [int(space.sample()) for _ in range(5)]
    if agent == table.agent_selection:
        for table.render_mode in ("ansi", "html"):
            yield table.render()
        for action in np.flatnonzero(seen["action_mask"] == 0).tolist():
            with pytest.raises(DoppiogiocoError) as refused:
                table.step(action)
            yield str(refused.value)


def told_at_once(table, match, listener):
    """One environment stands for both worlds, so it must tell all of one before it turns to the other."""
    return iter(list(told_by(table, match, listener)))


def two_worlds(setup, seeds, table):
    for seed in seeds:
        trial = laws.random_trial(setup, seed)
        for listener in [*range(trial.seats), SPECTATOR]:
            secrecy.two_worlds_in_words(trial, listener, told=partial(told_at_once, table))


@every_setup
def test_two_worlds_are_the_same_through_an_environment(setup):
    two_worlds(setup, [3], env(*setup))


def seeing_all(table):
    """An environment that forgets who may see what."""
    state = table.game.state
    for name, field in state.fields.items():
        if field.kind not in (Kind.PUBLIC, Kind.SIGHT):
            state = state.with_kind(name, Kind.PUBLIC)
    table._eye = tuple(sight.lens_of(state, table.game.answers, len(table.possible_agents)))


def showing_all(table):
    table._text = lambda seat: str(table._rows)


def telling_all(table):
    table._about = lambda action, error: f"{error} {table._rows}"


@pytest.mark.parametrize("leak", [seeing_all, showing_all, telling_all])
@pytest.mark.parametrize("game", doppiogioco.games())
def test_an_environment_that_leaks_is_found(game, leak):
    setup = next(setup for setup in SETUPS if setup[0] == game)
    table = env(*setup)
    leak(table)
    with pytest.raises(laws.Broken, match="two worlds"):
        two_worlds(setup, range(4), table)


FULL = [next(one for one in SETUPS if one[0] == game and all(one[2].values())) for game in doppiogioco.games()]
VEILED = [
    (setup, name)
    for setup in FULL  # with every option
    for name, field in doppiogioco.find(setup[0]).state.fields.items()
    if field.kind not in (Kind.PUBLIC, Kind.SIGHT)
]


@pytest.mark.parametrize(("setup", "name"), VEILED, ids=lambda value: value if isinstance(value, str) else label(value))
def test_a_field_that_an_environment_opens_is_found(setup, name, monkeypatch):
    """One veiled field open: no longer what the match shows its seats."""
    game, seats, _ = setup
    state, answers = doppiogioco.find(game).state, doppiogioco.find(game).answers
    opened = sight.lens_of(state.with_kind(name, Kind.PUBLIC), answers, seats)
    monkeypatch.setattr(pettingzoo, "lens", lambda game, seats: opened)
    with pytest.raises(AssertionError):
        test_an_environment_plays_what_a_match_plays(setup)


# Words, and what cannot be done -------------------------------------------------------------------------------------


def test_an_illegal_action_names_itself_its_seat_and_the_rule_and_changes_nothing():
    table = env("secrets", 5, language="en")
    table.reset(seed=3)
    while table.game.rules.Ask(table._states["ask"][0]).name != "TARGET" or table.agent_selection == "player_0":
        table.step(table.action_space(table.agent_selection).sample())
    agent, before = table.agent_selection, table._states.tobytes()
    with pytest.raises(IllegalAnswer, match=rf"{agent}, action 0: {agent} cannot answer “{agent}”: .*rule 3") as error:
        table.step(0)
    assert error.value.clause.startswith("3.")
    for number in (-1, 8, 99, 2**70):
        with pytest.raises(UnknownAnswer, match=f"{agent}, action {number}: There is no answer {number}"):
            table.step(number)
    for nonsense in (None, "player_1", 1.0, True):
        with pytest.raises(UnknownAnswer, match=f"{agent}: {nonsense!r} is no action"):
            table.step(nonsense)
    assert (table.agent_selection, table._states.tobytes()) == (agent, before)
    table.step(np.int8(1))
    assert table._states.tobytes() != before


def test_refusals_and_pictures_speak_the_language_of_the_environment():
    table = env("secrets", 5, language="it", render_mode="ansi")
    table.reset(seed=3)
    assert "Scegli quale dei due offrire" in table.render()
    with pytest.raises(UnknownAnswer, match="azione 99: La risposta 99 non esiste"):
        table.step(99)


def test_pictures_show_the_agent_whose_turn_it_is_or_what_everybody_sees():
    shown, drawn = (env("secrets", 5, render_mode=mode) for mode in ("ansi", "svg"))
    for table in (shown, drawn):
        table.reset(seed=3)
    assert "Tokens in sight: player_0" in shown.render()
    assert "player_0" in drawn.render()
    assert "Tokens in sight" not in drawn.render()
    shown.render_mode = "html"
    assert "Your token" in shown.render()
    shown.render_mode = "ansi"
    random_play(shown, random.Random(1))
    assert "The winners: " in shown.render()


def test_a_truncated_match_ends_without_a_winner_and_without_opening_the_cards():
    table = pettingzoo.raw_env("secrets", 5, max_cycles=3)
    table.reset(seed=3)
    for _ in range(3):
        table.step(table.action_space(table.agent_selection).sample())
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(table.rewards.values())
    assert (table.observe("player_0")["observation"] == -2).any()


def test_what_is_asked_for_must_exist():
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        env("chess", 2)
    with pytest.raises(UnknownGame, match="4 to 8 seats, not 3"):
        env("secrets", 3)
    with pytest.raises(UnknownGame, match="no option 'x'"):
        parallel_env("secrets", 5, {"x": True})
    with pytest.raises(DoppiogiocoError, match="no render mode 'rgb'; there are human, ansi, html, svg"):
        env("secrets", 5, render_mode="rgb")
    with pytest.raises(DoppiogiocoError, match="no language 'fr'"):
        env("secrets", 5, language="fr")
    for wrong in (0, 1.5, True):
        with pytest.raises(DoppiogiocoError, match=f"from 1 on, not {wrong}"):
            env("secrets", 5, max_cycles=wrong)


def test_steps_out_of_order_are_refused():
    table = env("secrets", 5)
    for early in (
        table.last,
        partial(table.step, 0),
        partial(table.observe, "player_0"),
        table.agent_iter().__iter__().__next__,
    ):
        with pytest.raises(AttributeError, match=r"reset\(\) comes first"):
            early()
    with pytest.raises(DoppiogiocoError, match="a seed is a whole number, not 'x'"):
        table.reset(seed="x")
    table.reset(seed=1)
    with pytest.raises(NotWaiting, match="no agent 'player_5'; there are player_0"):
        table.observe("player_5")
    with pytest.raises(DoppiogiocoError, match="without a render_mode"):
        table.render()
    random_play(table, random.Random(1))
    with pytest.raises(NotWaiting, match="The match is over"):
        table.step(None)


def test_without_the_package_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "doppiogioco.research.pettingzoo")
    with pytest.raises(MissingExtra, match=r"this needs PettingZoo: pip install 'doppiogioco\[pettingzoo\]'"):
        importlib.import_module("doppiogioco.research.pettingzoo")
