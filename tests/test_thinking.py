"""Bots that think: what they believe, how they choose, where they think, and who is better."""

import gc
import json
import math
import os
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import Pipe, get_context, resource_tracker
from multiprocessing.connection import Client, Listener
from multiprocessing.context import SpawnProcess
from threading import Event

import numpy as np
import pytest
from numba.core.registry import CPUDispatcher
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.arena import BEGUN, ENDED, LEAGUE, Contest, Played, Result, contender, on_a_page, play
from doppiogioco.bots import BUDGETS, LEVELS, Judge, RandomBot
from doppiogioco.bots.beliefs import AT_FIRST, Beliefs
from doppiogioco.bots.forgetting import Forgetting
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.reasons import Reading
from doppiogioco.bots.seating import asked
from doppiogioco.bots.talk import Claim
from doppiogioco.bots.thinker import Thinker, warm
from doppiogioco.bots.thinking import AT_A_GLANCE, TEMPERS, new_tree
from doppiogioco.bots.workers import Distant, Worker, Workers, _serve
from doppiogioco.cli import app
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


# Workers ------------------------------------------------------------------------------------------------------------


def doubled(number):
    if number < 0:
        raise ValueError("a secret")
    return 2 * number


def test_a_worker_whose_server_has_gone_ends_quietly(capfd):
    """As when a server is stopped while a game is compiled."""
    ours, theirs = Pipe()
    worker = get_context("spawn").Process(target=_serve, args=(theirs, ours_is_closed, 0))
    ours.send(())
    worker.start()
    theirs.close()
    ours.close()  # long before the worker has begun, so its answer finds nobody
    worker.join()
    assert worker.exitcode == 0
    assert not capfd.readouterr().err


def ours_is_closed():
    """Work whose answer nobody hears."""


def test_a_worker_that_dies_is_started_again():
    worker = Worker(doubled)
    try:
        assert worker.ask(4) == 8
        with pytest.raises(RuntimeError, match="ValueError") as raised:
            worker.ask(-1)
        assert "secret" not in str(raised.value)
        worker._process.kill()
        worker._process.join()
        assert worker.ask(5) == 10
        before = worker._process.pid
        worker.rest()
        assert worker._process is None
        assert worker.ask(6) == 12
        assert worker._process.pid != before
    finally:
        worker.close()


def test_a_worker_that_is_just_beginning_does_not_hear_ctrl_c(monkeypatch, capfd):
    """As when a server is stopped right after its start: a terminal tells every process of it."""
    begin, begun = SpawnProcess.start, []
    resource_tracker._resource_tracker._stop()  # as before the first of them

    def interrupted(process):
        begin(process)
        begun.append(process.pid)
        os.kill(process.pid, signal.SIGINT)

    monkeypatch.setattr(SpawnProcess, "start", interrupted)
    worker = Worker(doubled)
    try:
        assert worker.ask(4) == 8
    finally:
        worker.close()
    assert len(begun) == 1
    assert not capfd.readouterr().err


def held(address):
    """Work that takes as long as somebody listens."""
    with Client(address) as line:
        line.send("at work")
        line.recv()


def serving(address):
    """A server whose worker is busy."""
    Worker(held).ask(address)


def test_a_worker_ends_with_a_server_that_is_killed():
    """Also in the middle of its work, which may be to compile for a minute."""
    with Listener() as listener:
        server = get_context("spawn").Process(target=serving, args=(listener.address,))
        server.start()
        with listener.accept() as line:
            assert line.recv() == "at work"
            server.kill()
            server.join()
            assert line.poll(120), "it still works"
            with pytest.raises((EOFError, ConnectionResetError)):
                line.recv()


def test_a_worker_that_is_closed_while_it_is_started_is_ended(monkeypatch):
    started, closing, begin = [], Event(), SpawnProcess.start

    def slowly(process):
        closing.set()
        while not worker._closed:
            time.sleep(0.01)
        begin(process)
        started.append(process.pid)

    monkeypatch.setattr(SpawnProcess, "start", slowly)
    worker = Worker(doubled)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(worker.ask, 4)
        closing.wait()
        worker.close()
        with pytest.raises(EOFError):
            asked.result()
    [pid] = started
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.xdist_group("thinking secrets")
def test_a_bot_judges_at_a_glance_until_its_game_is_compiled_then_thinks_elsewhere(monkeypatch):
    monkeypatch.setattr("doppiogioco.bots.workers.packages", lambda: {"secrets": None})
    workers = Workers(1)
    try:
        match = doppiogioco.new("secrets", 4, seed=8)
        seat = match.waiting[0]
        sight = match.view(seat), match.heard(seat), match.legal(seat)
        bot = Distant(workers, "medium", "seed")
        monkeypatch.setattr(workers, "start", lambda: None)
        assert bot.choose(*sight) == Judge("seed").choose(*sight)
        workers._compile_all()
        assert workers.ready("secrets")
        assert workers._thinkers[0]._process.is_alive(), "a game that is played is loaded before anybody waits for it"
        asked = []
        think = workers.think
        monkeypatch.setattr(workers, "think", lambda thought: asked.append(thought) or think(thought))
        assert bot.choose(*sight) in match.legal(seat)
        [thought] = asked
        assert thought.table == sight[0].vector
        assert match.commitment not in json.dumps(thought)
        bot.overhear([Claim((seat + 2) % 4, "I am a hippie.", len(match.history))], match.heard(None))
        made = bot.consider(*sight)
        assert set(made.wins) <= set(made.chances) == set(match.legal(seat))
        assert made.answer in match.legal(seat)
        assert 0 <= made.win <= 1
        assert made.suspicions
        assert "I am KGB." in dict(made.claims), "what everybody has heard reaches the worker"
        assert made.tries > 0
    finally:
        workers.close()


@pytest.mark.parametrize(("wanted", "order"), [("b", ["b", "a", "c"]), ("", ["a", "b", "c"])])
def test_the_game_that_somebody_chooses_first_is_compiled_first(monkeypatch, wanted, order):
    monkeypatch.setattr("doppiogioco.bots.workers.packages", lambda: dict.fromkeys("abc"))
    monkeypatch.setattr("doppiogioco.bots.workers.FIRST_WISH", 120.0 if wanted else 0.0)
    workers, compiled = Workers(1), []
    for worker in (workers._compiler, *workers._thinkers):
        monkeypatch.setattr(worker, "ask", compiled.append if worker is workers._compiler else lambda game: None)
    workers.start()
    if wanted:
        assert not workers.ready(wanted)
    workers._compiling.join()
    assert compiled == order
    workers.close()


def test_a_game_that_cannot_be_compiled_keeps_bots_that_judge(monkeypatch, caplog):
    monkeypatch.setattr("doppiogioco.bots.workers.packages", lambda: {"no-such-game": None})
    workers = Workers(1)
    workers._compile_all()
    assert not workers._ready
    assert "no-such-game" in caplog.text
    workers.close()


# The arena ----------------------------------------------------------------------------------------------------------


def test_the_arena_is_the_same_with_more_workers_and_fair_to_equals():
    contest = Contest("secrets", 4, (), "greedy", "greedy")
    alone, together = (list(play(contest, 6, workers=workers)) for workers in (1, 2))
    assert alone == together
    assert list(play(contest, 2, first=4)) == alone[4:]
    result = Result(contest, tuple(alone))
    assert result.mean.fair == 0.25
    assert result.as_dict()["games"] == 24


def test_partners_play_together_in_the_arena():
    result = Result(contest := Contest("spies-and-lies", 4, (), "greedy", "random"), tuple(play(contest, 6)))
    assert result.mean.fair == 0.5
    assert result.mean.share > 0.5
    assert result.rating > 0


def test_all_won_or_lost_still_has_a_rating():
    contest = Contest("agent-avenue", 2, (), "greedy", "random")
    for share, sign in ((1.0, 1), (0.0, -1)):
        rating = Result(contest, (Played(share, 0.5, share),) * 3).rating
        assert math.isfinite(rating)
        assert math.copysign(1, rating) == sign


@pytest.mark.xdist_group("thinking secrets")
def test_the_logic_bot_deduces_tells_the_truth_and_is_for_secrets():
    """It is better than who judges at a glance, and what it says about an offer is so."""
    result = Result(contest := Contest("secrets", 5, (), "logic", "greedy"), tuple(play(contest, 5)))
    assert result.mean.share > result.mean.fair
    match = doppiogioco.new("secrets", 5, seed=4)
    bots = [contender("secrets", "logic", f"seat {seat}") for seat in range(5)]
    claims = 0
    while not match.over:
        seat = match.waiting[0]
        view, answer = match.view(seat), asked(bots[seat], match, seat)()
        if find("secrets").rules.Ask(view.ask).name == "CLAIM":
            assert answer == view.offer
            claims += 1
        match.play(seat, answer)
    assert claims
    with pytest.raises(doppiogioco.DoppiogiocoError, match="there is no bot 'logic' for spywhere"):
        contender("spywhere", "logic", "seed")


@pytest.mark.xdist_group("thinking secrets")
def test_a_patient_contest_does_not_depend_on_time(monkeypatch):
    """However slow the clock makes a machine look, the same games are played."""
    monkeypatch.setattr("doppiogioco.arena.LEAGUE", {"uniform": Budget(worlds=60, tries=400, seconds=0, reads=False)})
    seen = {}
    for patient in (True, False):
        player = contender("secrets", "uniform", "seed", patient=patient)
        match = doppiogioco.new("secrets", 4, seed=1)
        seat = match.waiting[0]
        made = player.consider(match.view(seat), match.heard(seat), match.legal(seat))
        seen[patient] = made.wins
    assert seen[True] != seen[False], "one of them had no time"
    contest = Contest("secrets", 4, (), "uniform", "greedy", patient=True)
    assert list(play(contest, 2)) == list(play(contest, 2))


def test_shares_and_wins_have_intervals_of_their_own():
    """Of 0 and 1 the mean varies by the root of one half, over the root of two deals."""
    contest = Contest("secrets", 5, (), "hard", "easy")
    result = Result(contest, (Played(0.5, 0.2, 1.0), Played(0.5, 0.2, 0.0)))
    assert (result.error, result.won_error) == (0.0, pytest.approx(1.96 * math.sqrt(0.5 / 2)))
    assert Result(contest, (Played(0.5, 0.2, 1.0),)).won_error == math.inf


def test_results_go_into_the_table_of_a_page():
    def result(challenger, opponents, share):
        contest = Contest("secrets", 5, (), challenger, opponents)
        return Result(contest, (Played(share, 0.2, share),) * 3)

    empty = f"before\n{BEGUN}\n| game | challenger | opponents |\n|---|---|---|\n{ENDED}\nafter\n"
    page = on_a_page(empty, [result("hard", "medium", 0.5), result("hard", "greedy", 0.4)])
    page = on_a_page(page, [result("medium", "easy", 0.3), result("hard", "medium", 0.6)])
    rows = [line for line in page.splitlines() if line.startswith("| Secrets")]
    assert [row.split("|")[2:4] for row in rows] == [
        [" hard ", " greedy "],
        [" medium ", " easy "],
        [" hard ", " medium "],
    ]
    assert "60.0% ± 0.0%" in rows[2]
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    with pytest.raises(doppiogioco.DoppiogiocoError, match="no table of the arena"):
        on_a_page("nothing", [])


def test_the_arena_crosses_everybody_and_writes_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"{BEGUN}\n| game | challenger | opponents |\n|---|---|---|\n{ENDED}\n", encoding="utf-8")
    words = ["arena", "secrets", "--seats", "4", "--cross", "greedy", "--cross", "random", "--deals", "2", "--patient"]
    found = CliRunner().invoke(app, [*words, "--page", str(page)])
    assert found.exit_code == 0, found.output
    table = [line for line in found.stdout.splitlines() if line.startswith("│")]
    assert [line.count("%") for line in table] == [1, 1], "nobody plays against themselves"
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| Secrets, 4 seats")]
    assert [row.split("|")[2:4] for row in rows] == [[" random ", " greedy "], [" greedy ", " random "]]
    assert all(row.endswith("| tries |") for row in rows)


# The league ---------------------------------------------------------------------------------------------------------


@pytest.mark.xdist_group("thinking agent-avenue")
def test_who_is_measured_may_try_another_number_of_games():
    match = doppiogioco.new("agent-avenue", 2, seed="tries")
    seat = match.waiting[0]
    made = contender("agent-avenue", "plain:70", "").consider(match.view(seat), match.heard(seat), match.legal(seat))
    assert made.tries == 70
    for wrong in ("greedy:5", "logic:5", "hard:0", "hard:some", "nobody:5"):
        with pytest.raises(doppiogioco.DoppiogiocoError):
            contender("secrets", wrong, "")


@pytest.mark.xdist_group("thinking top-secret-spies")
@pytest.mark.parametrize(
    ("kind", "one_node", "alike"),
    [("uniform", False, False), ("earlier", False, False), ("flat", True, False), ("plain", False, True)],
)
def test_what_peers_of_the_league_do_without(monkeypatch, kind, one_node, alike):
    """`flat` has no tree beyond its own answers, and to `plain` they are all alike at first."""
    trees = []

    def kept(tries):
        trees.append(new_tree(tries))
        return trees[-1]

    monkeypatch.setattr("doppiogioco.bots.thinker.new_tree", kept)
    match = doppiogioco.new("top-secret-spies", 2, seed="league")
    seat = match.waiting[0]
    player = Thinker("peer", budget=replace(LEAGUE[kind], tries=200, seconds=math.inf))
    made = player.consider(match.view(seat), match.heard(seat), match.legal(seat))
    assert made.tries == 200
    assert (trees[0].used[0] == 1) == one_node
    first_guesses = trees[0].prior[: trees[0].many[0]]
    assert (max(first_guesses) - min(first_guesses) < 1e-6) == alike
