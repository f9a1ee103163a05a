"""Bots that think: what they believe, and how they choose."""

import gc
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

import doppiogioco
from doppiogioco.bots import BUDGETS, LEVELS, Judge, RandomBot
from doppiogioco.bots.beliefs import AT_FIRST, Beliefs
from doppiogioco.bots.forgetting import Forgetting
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.reasons import Reading
from doppiogioco.bots.seating import asked
from doppiogioco.bots.thinker import Thinker, warm
from doppiogioco.bots.thinking import AT_A_GLANCE, TEMPERS
from doppiogioco.engine.compiled import LOOPS, cells
from doppiogioco.engine.game import find
from doppiogioco.engine.state import CHANCE
from doppiogioco.engine.worlds import Worlds
from doppiogioco.pools import pool

QUICK = Budget(worlds=60, tries=24)
GAMES = [pytest.param(game, marks=pytest.mark.xdist_group(f"thinking {game}")) for game in doppiogioco.games()]


def played(match, bots, answers=10_000):
    for _ in range(answers):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, asked(bots[seat], match, seat)())
    return match


def in_hand():
    """Every loop of this process that is compiled or loaded, and for which kinds of numbers."""
    loops = [one for one in gc.get_objects() if isinstance(one, CPUDispatcher) and one.py_func in LOOPS]
    return {(loop.py_func.__qualname__, kinds) for loop in loops for kinds in loop.overloads}


def wanted_after_warming(game):
    """In a new process: the loops that bots of the levels want although the game is said to be ready."""
    warm(game)
    ready, found = in_hand(), find(game)
    for seats, options in ((found.usual_seats, False), (found.rules.SEATS[-1], True)):
        match = doppiogioco.new(game, seats, dict.fromkeys(found.rules.OPTIONS, options), seed="warmed")
        budgets = [replace(budget, tries=24, seconds=math.inf) for budget in BUDGETS.values()]
        played(match, [Thinker(seat, budget=budgets[seat % len(budgets)]) for seat in range(seats)], 60)
    return sorted({name for name, _ in in_hand() - ready})


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_ready_leaves_nothing_to_compile(game):
    """Who waits for a bot would wait for the compiler."""
    with pool(1) as processes:
        assert processes.submit(wanted_after_warming, game).result() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_thinker_plays_to_the_end_and_the_same_twice(game):
    records = []
    for _ in range(2):
        match = doppiogioco.new(game, find(game).usual_seats, seed="thought through")
        bots = [Thinker(f"seat {seat}", budget=QUICK) for seat in range(match.seats)]
        records.append(played(match, bots).record())
        assert match.over
        assert not any(bot._lost for bot in bots), "what it heard always fits some world"
    assert records[0] == records[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_made_of_what_it_says(game):
    match = doppiogioco.new(game, find(game).usual_seats, seed="reasons")
    for _ in range(12):
        seat = match.waiting[0]
        legal = match.legal(seat)
        made = Thinker("a", budget=QUICK).consider(match.view(seat), match.heard(seat), legal)
        assert made.answer in legal
        assert set(made.chances) == set(legal)
        assert sum(made.chances.values()) == pytest.approx(1)
        assert made.chances[made.answer] > 0
        assert 0 <= made.win <= 1
        assert all(0 <= win <= 1 for win in made.wins.values())
        match.play(seat, made.answer)
        if match.over:
            break


@pytest.mark.xdist_group("thinking top-secret-spies")
@pytest.mark.xdist_group("thinking agent-avenue")
def test_on_several_cores_as_many_games_are_tried_and_the_same_twice():
    match = doppiogioco.new("agent-avenue", 2, seed=5)
    seat = match.waiting[0]

    def decided(cores):
        thinker = Thinker("cores", budget=Budget(worlds=50, tries=101, cores=cores))
        decision = thinker.consider(match.view(seat), match.heard(seat), match.legal(seat))
        assert decision.tries == 101
        return decision.chances, decision.wins

    alone, together = decided(1), decided(3)
    assert together == decided(3)
    assert together != alone  # three trees, from other random numbers but for the first


def test_what_must_be_is_exactly_what_the_filter_of_the_engine_says():
    """Who does not read behaviour believes the exact odds; who does rules nothing out and nothing in (base game)."""
    match = played(doppiogioco.new("top-secret-spies", 4, seed=5), [Judge(seat) for seat in range(4)], 60)
    exact = Worlds("top-secret-spies", 4, 0, 1)
    even, reading = (Beliefs("top-secret-spies", 4, 0, 1, limit=50_000, reads=reads) for reads in (False, True))
    for given in match.heard(1):
        for worlds in (exact, even, reading):
            worlds.hear(*given)
    assert exact.exact
    assert even.exact
    assert np.array_equal(exact.states, even.states)
    assert np.abs(exact.odds - even.odds).max() < 1e-9
    assert sorted(map(bytes, exact.states)) == sorted(map(bytes, reading.states))


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_who_plays_for_an_agent_is_read():
    """A greedy player's agent is believed far more often than by chance, and a false one is never certain."""
    loss, even = 0.0, 0.0
    for seed in range(12):
        greedy = [Judge(seat, temper=0.0) for seat in (0, 1)]
        match = played(doppiogioco.new("top-secret-spies", 2, seed=seed), greedy, 40)
        beliefs = Beliefs("top-secret-spies", 2, 0, 0)
        for given in match.heard(0):
            beliefs.hear(*given)
        truth = match.everything().owner.index(1)
        chance = float(beliefs.odds[beliefs.states["owner"][:, truth] == 1].sum())
        loss, even = loss - math.log(chance), even + math.log(4)  # four agents may be the other's
    assert loss < 0.5 * even


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_who_answers_at_random_is_taken_for_that():
    match = played(doppiogioco.new("top-secret-spies", 2, seed=1), [RandomBot(seat) for seat in (0, 1)], 80)
    beliefs = Beliefs("top-secret-spies", 2, 0, 0)
    for given in match.heard(0):
        beliefs.hear(*given)
    assert beliefs.shares[1].argmax() <= 1, "nearly at random"
    assert beliefs.shares[1][:AT_A_GLANCE].min() > 0
    assert not beliefs.shares[1][AT_A_GLANCE:].any(), "those are for games in which players remember"


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_how_somebody_plays_is_learnt_in_every_world_by_itself(monkeypatch):
    """Held against the long way: in each world all answers of a player together tell how likely each temper is."""
    monkeypatch.setattr("doppiogioco.bots.beliefs.FICKLE", 0.0)
    match = played(doppiogioco.new("top-secret-spies", 3, seed=4), [Judge(seat, temper=4.0) for seat in range(3)], 25)
    heard, game = match.heard(0), match.game
    beliefs, dealt = (Beliefs("top-secret-spies", 3, 0, 0, limit=20_000) for _ in range(2))
    begun = next(number for number, given in enumerate(heard) if given.seat != CHANCE)
    for given in heard[:begun]:
        dealt.hear(*given)
    for given in heard:
        beliefs.hear(*given)
    assert beliefs.exact
    expected: dict[tuple[int, ...], float] = {}
    for world, odds in zip(cells(dealt.states).tolist(), dealt.odds.tolist(), strict=True):
        s = game.state.plain(world)
        by_temper = np.tile(AT_FIRST, (3, 1))
        for given in heard[begun:]:
            if given.seat not in (0, CHANCE):
                pulls = {a: game.appeal(s, given.seat, a) for a in game.legal(s, given.seat)}
                shares = np.exp((np.array([*pulls.values()])[:, None] - pulls[given.answer]) / TEMPERS)
                by_temper[given.seat] /= shares.sum(axis=0)
            game.rules.apply(s, given.seat, given.answer)
        expected[tuple(s.owner)] = odds * float(by_temper.sum(axis=1).prod())
    total = sum(expected.values())
    found = {tuple(owner): odds for owner, odds in zip(beliefs.states["owner"].tolist(), beliefs.odds, strict=True)}
    assert len(found) == len(expected) > 10
    assert {owner: odds / total for owner, odds in expected.items()} == pytest.approx(found, rel=1e-3, abs=1e-9)


@pytest.mark.xdist_group("thinking secrets")
def test_who_has_never_lied_about_an_offer_is_believed_and_a_liar_is_not():
    """Four who always say what they offer, and one who always says the other thing; all else is chance."""
    ask, liar, trusted = find("secrets").rules.Ask, 3, []
    match = doppiogioco.new("secrets", 5, seed=0)
    beliefs, heard = Beliefs("secrets", 5, 0, 0), 0
    while not match.over:
        seat = match.waiting[0]
        view, legal = match.view(seat), match.legal(seat)
        answer = RandomBot(seat).choose(view, match.heard(seat), legal)
        if view.ask == ask.CLAIM:
            answer = next(a for a in legal if a in view.pair and (a == view.offer) == (seat != liar))
        match.play(seat, answer)
        for given in match.heard(0)[heard:]:
            beliefs.hear(*given)
        heard = len(match.heard(0))
        if view.ask == ask.CLAIM and beliefs.honest[seat] > 0.6:
            trusted.append(seat)
            assert beliefs.odds[beliefs.states["offer"] == view.offer].sum() > 0.8
    assert set(trusted) == {0, 1, 2, 4}, "at their third offer, after two that were as they had said"
    assert beliefs.honest[liar] < 0.05


@pytest.mark.xdist_group("thinking secrets")
def test_who_forgets_comes_to_think_what_everybody_can_think():
    """Of one's own token one is certain until it is swapped; half of that is gone after `memory` answers."""
    match = played(doppiogioco.new("secrets", 5, seed=3), [Judge(seat) for seat in range(5)], 30)
    seat = match.waiting[0]
    view, heard = match.view(seat), match.heard(seat)
    knows = Reading("secrets", 5, 0, seat, limit=20_000)
    half, little = Forgetting(view, len(heard), seed=1), Forgetting(view, 20 * len(heard), seed=1)
    for given in heard:
        for worlds in (knows, half, little):
            worlds.hear(*given)
    exact = knows.sample(2_000)
    own = int(np.bincount(exact["token"][:, seat]).argmax())

    def certain(worlds):
        return float((worlds["token"][:, seat] == own).mean())

    faded, public = half.faded(exact, view), float(half.odds[half.states["token"][:, seat] == own].sum())
    assert all(match.game.state.masked(row.tolist(), seat, over=False) == view.vector for row in cells(faded))
    assert certain(exact) > 0.9
    assert public < 0.7
    assert certain(faded) == pytest.approx((certain(exact) + public) / 2, abs=0.05)
    assert certain(faded) < certain(little.faded(exact, view)) < certain(exact)
    assert np.array_equal(half.faded(exact, view), faded), "the same however often it is asked"


@pytest.mark.xdist_group("thinking agent-avenue")
def test_a_certain_win_in_hand_is_taken_and_a_certain_loss_avoided():
    """Whatever the search has tried: with hardly any thought too."""
    careless, sure, doomed = Budget(worlds=60, tries=2), 0, 0
    for seed in range(30):
        match = doppiogioco.new("agent-avenue", 2, seed=seed)
        while not match.over:
            seat = match.waiting[0]
            legal = match.legal(seat)
            if len(legal) > 1 and find("agent-avenue").rules.Ask(match.view().ask).name == "RECRUIT":
                worlds = Beliefs("agent-avenue", 2, match.option_bits, seat, limit=400)
                for given in match.heard(seat):
                    worlds.hear(*given)
                ends = {a: ending(worlds, seat, a) for a in legal}
                wins, losses = ([a for a in legal if ends[a] == {end}] for end in (1, -1))
                chosen = Thinker(seed, budget=careless).choose(match.view(seat), match.heard(seat), legal)
                if wins:
                    sure += 1
                    assert chosen in wins
                elif losses and len(losses) < len(legal):
                    doomed += 1
                    assert chosen not in losses
            match.play(seat, Judge(f"{seed} {seat}").choose(match.view(seat), match.heard(seat), legal))
    assert sure
    assert doomed


def ending(worlds, seat, answer):
    """How the game is over for a seat after an answer, in each of the worlds; 0 where it goes on."""
    game, found = find("agent-avenue"), set()
    for row in worlds.states.view(np.int16).reshape(len(worlds), -1):
        state, returns = game.state.plain(row.tolist()), [0, 0]
        game.rules.apply(state, seat, int(answer))
        while game.chance_answers(state) and len(possible := game.possible(state, CHANCE)) == 1:
            game.rules.apply(state, CHANCE, possible[0])
        if game.over(state):
            game.rules.returns(state, returns)
        found.add(returns[seat])
    return found


@pytest.mark.xdist_group("thinking secrets")
def test_hidden_things_change_neither_answer_nor_reasons():
    """Worlds that a seat cannot tell apart: it is shown and told the same, so it thinks the same."""
    match = played(doppiogioco.new("secrets", 5, seed=3), [Judge(seat) for seat in range(5)], 25)
    seat = match.waiting[0]
    view, heard, legal = match.view(seat), match.heard(seat), match.legal(seat)
    beliefs = Beliefs("secrets", 5, 0, seat, limit=20_000)
    for given in heard:
        beliefs.hear(*given)
    seen = Counter()
    for row in beliefs.draw(40).view(np.int16).reshape(40, -1):
        other = find("secrets").sight(row.tolist(), seat)
        assert other == view
        made = Thinker("fair", budget=QUICK).consider(other, heard, legal)
        seen[made.answer, made.win, tuple(made.wins.items())] += 1
    assert len(seen) == 1


def test_the_names_others_rely_on():
    assert LEVELS == ("easy", "medium", "hard", "master")
    for level in LEVELS:
        assert doppiogioco.bot("secrets", level=level, seed=7)
    with pytest.raises(doppiogioco.DoppiogiocoError, match="no bot 'genius'; there are easy, medium, hard, master"):
        doppiogioco.bot("secrets", level="genius")
    with pytest.raises(doppiogioco.UnknownGame):
        doppiogioco.bot("chess")


def test_a_match_from_a_position_is_judged_at_a_glance():
    """Nothing was dealt there, so nothing fits what was heard; the bot still plays."""
    match = played(doppiogioco.new("secrets", 4, seed=2), [Judge(seat) for seat in range(4)], 10).position()
    seat = match.waiting[0]
    made = Thinker("lost", budget=QUICK).consider(match.view(seat), match.heard(seat), match.legal(seat))
    assert made.answer in match.legal(seat)
