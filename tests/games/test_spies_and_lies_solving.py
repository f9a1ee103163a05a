"""Days of Spies & Lies, solved: against an exact program, against the rules, and by bots at the table."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_array

import doppiogioco
from bench.days import given_away, starts
from doppiogioco.bots import BUDGETS, Judge, RandomBot
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.games.spies_and_lies import logic, reading, solving
from doppiogioco.games.spies_and_lies.cards import DAYS, SOLDIERS, Soldier
from doppiogioco.games.spies_and_lies.day import by_habit, improve, solved, stakes_of, takes_of, tree_of, unsolved
from doppiogioco.games.spies_and_lies.deduction import all_rows
from doppiogioco.games.spies_and_lies.rules import apply
from doppiogioco.games.spies_and_lies.state import Ask, Reason
from doppiogioco.games.spies_and_lies.worth import AGENTS, ASSETS, CARDS, LOST, SIDES, TABLES, TRACK, WON, worth

pytestmark = pytest.mark.xdist_group("thinking spies-and-lies")
GAME = "spies-and-lies"
PLAIN = SIDES * ASSETS
INTEL = (0.2, 0.4, 0.4)
START = 5  # markers at 0, the Double Agent in the centre


def day(exhausted: set[int], tokens: int, rounds: int, trust: float = 0.0) -> Any:
    tree = tree_of(frozenset(exhausted), INTEL, (), tokens)
    takes = takes_of(tree, stakes_of(0, START, 0, 1, frozenset(exhausted)))
    habit = by_habit(tree, np.ones(SOLDIERS), 20.0)
    mix = unsolved(tree)
    improve(tree, takes, habit, trust, mix, 0, rounds)
    return solved(tree, takes, habit, trust, mix)


# Worth --------------------------------------------------------------------------------------------------------------


def test_what_follows_from_a_card_is_what_the_rules_say() -> None:
    lots, known, state = Random(1), worth(), find(GAME).state
    for _ in range(200):
        at, target, soldier = lots.randrange(TABLES), lots.randrange(SIDES), lots.randrange(SOLDIERS)
        s = doppiogioco.new(GAME, 2, seed=lots.randrange(99))._state
        s = state.changed(s, {"deceptions": [0, 0], "day": lots.randrange(DAYS), "mission": 1, "target": target})
        s.points, s.agent, s.ask, s.guess = (
            [at // AGENTS // TRACK, at // AGENTS % TRACK],
            at % AGENTS,
            Ask.REVEAL,
            NOBODY,
        )
        today = s.day
        apply(s, 0, soldier)
        if s.ask in (Ask.CAPTAIN, Ask.MARSHAL):
            apply(s, 0, SOLDIERS if s.ask == Ask.CAPTAIN else 0)
        expected = (s.points[0] * TRACK + s.points[1]) * AGENTS + s.agent
        if s.ask == Ask.OVER:
            assert s.reason == Reason.FLAG
            expected = WON if s.winner == 0 else LOST
        assert known.after[today, target, ASSETS, at, soldier] == expected


def test_chances_end_as_the_game_does_and_grow_with_what_a_side_has() -> None:
    chance = worth().chance
    ended = chance[DAYS * CARDS, PLAIN].reshape(TRACK, TRACK, AGENTS)
    assert ended[0, 0].tolist() == [0.0] * 5 + [0.5] + [1.0] * 5
    assert (ended[:, :, 5] == 0.5 + 0.5 * np.sign(np.subtract.outer(range(TRACK), range(TRACK)))).all()
    begun = chance[0, :, START]
    assert begun[PLAIN] == pytest.approx(0.5, abs=0.02)
    assert (begun[:ASSETS] > begun[PLAIN]).all()
    assert (begun[ASSETS:PLAIN] < begun[PLAIN]).all()
    assert (np.diff(chance[8, PLAIN].reshape(TRACK, TRACK, AGENTS)[0, 0, 1:-1]) > 0).all()


# A day --------------------------------------------------------------------------------------------------------------


def exact(tree: Any, takes: Any) -> float:
    """What a day without Deception tokens is worth: a linear program over rows and layouts."""
    assert len(tree.decoys) == 1
    layouts, rows, known = len(tree.row), len(tree.rows), len(tree.begin) - 1
    gains = tree.chance * takes[tree.case[:, 0]].sum(1)
    entries = []  # (row of the matrix, column, value): what is laid in a case, less what a best guess takes
    of_case = np.repeat(np.arange(known), np.diff(tree.begin))
    for layout in range(layouts):
        entries += [(case, layout, tree.chance[layout] * takes[case]) for case in tree.case[layout, 0]]
    entries += [(case, layouts + rows + of_case[case], -1.0) for case in range(len(takes))]
    at, column, value = zip(*entries, strict=True)
    width = layouts + rows + known
    less = coo_array((value, (at, column)), shape=(len(takes), width))
    groups = np.cumsum(tree.twin == 0) - 1
    equal = [*zip(groups, range(layouts), [1.0] * layouts, strict=True)]
    first = np.flatnonzero(tree.twin == 0)
    equal += [(group, layouts + tree.row[layout], -1.0) for group, layout in enumerate(first)]
    equal += [(len(first), layouts + row, 1.0) for row in range(rows)]
    at, column, value = zip(*equal, strict=True)
    same = coo_array((value, (at, column)), shape=(len(first) + 1, width))
    right = np.append(np.zeros(len(first)), 1.0)
    found = linprog(
        np.concatenate([-gains, np.zeros(rows), np.ones(known)]), less, np.zeros(len(takes)), same, right,
        bounds=[(0, None)] * (layouts + rows) + [(None, None)] * known,
    )  # fmt: skip
    assert found.success
    return -found.fun


@pytest.mark.parametrize("exhausted", [{Soldier.SERGEANT, Soldier.GENERAL}, {Soldier.SPY, Soldier.SCOUT}])
def test_a_solved_day_is_worth_what_an_exact_program_says(exhausted: set[int]) -> None:
    found = day(exhausted, 0, 2_000)
    value = exact(found.tree, found.takes)
    assert found.least <= value + 1e-9
    assert found.most >= value - 1e-9
    assert found.most - found.least < 0.01 * value
    assert day(exhausted, 0, 20).least < found.least


def test_rows_are_as_often_laid_whatever_the_intel_card_will_be() -> None:
    found = day({Soldier.MINER}, 1, 60)
    by_card = [
        np.bincount(found.tree.row[one], found.laid[one].sum(1), len(found.tree.rows))
        for one in np.eye(3, dtype=bool)[found.tree.intel].T
    ]
    assert np.allclose(by_card, found.rows)
    assert found.rows.sum() == pytest.approx(1)
    assert len(found.tree.rows) == 294
    assert (found.rows > 1e-3).sum() > 60, "a mix of many rows"


def test_who_trusts_in_a_habit_lays_what_it_does_not_guess() -> None:
    safe, trusting = day({Soldier.MINER}, 0, 300), day({Soldier.MINER}, 0, 300, trust=0.6)
    missed = safe.takes * (1.0 - by_habit(safe.tree, np.ones(SOLDIERS), 20.0))

    def brings(found: Any) -> float:
        return float((found.laid[:, 0] * found.tree.chance * missed[found.tree.case[:, 0]].sum(1)).sum())

    assert brings(trusting) > 1.1 * brings(safe)
    assert trusting.least < safe.least, "that has its price, against who knows"


@pytest.mark.parametrize("number", range(4))
def test_a_best_answer_to_the_rows_of_hard_wins_little(number: int) -> None:
    """`python -m bench.days` does the same for more days."""
    view = starts(number + 1)[-1]
    lost = given_away(view, BUDGETS["hard"].tries)
    assert 0 <= lost <= 0.1
    assert given_away(view, 4) > lost


# Reading ------------------------------------------------------------------------------------------------------------


def played(match: Match, bots: list[Any]) -> Match:
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
    return match


@pytest.mark.parametrize(("seats", "hand"), [(2, False), (3, True), (4, False), (4, True)])
def test_the_past_is_seen_as_it_was(seats: int, hand: bool) -> None:
    """Rows, tokens and tables of every day, from what one seat has heard."""
    match = played(doppiogioco.new(GAME, seats, {"by-hand": hand}, seed=3), [RandomBot(seat) for seat in range(seats)])
    s, truth = match.game.start(seats, match.option_bits), []
    for seat, answer in match.history:
        if s.ask == Ask.DEPLOY and not any(s.laid):
            truth.append([match.game.state.vector(s), None])
        if s.ask == Ask.GUESS:
            truth[-1][1] = [row[:] for row in s.row]
        apply(s, seat, answer)
    for side in range(SIDES):
        days = reading.days_of(match.game, seats, match.option_bits, match.heard(0), side)
        assert len(days) == len(truth)
        for laid, (start, rows) in zip(days, truth, strict=True):
            assert match.game.state.vector(laid.start) == start
            assert laid.row == rows[side][: len(laid.row)]
            assert len(laid.guesses) == len(laid.row)


def test_who_lays_what_tempts_is_found_out() -> None:
    """After two days of a greedy player the soldiers of the third are likelier than to who has seen nothing."""
    better = 0
    for seed in range(6):
        match = played(doppiogioco.new(GAME, 2, seed=seed), [Judge(seat, temper=0.0) for seat in range(2)])
        side = match.view(0).side[1]
        days = reading.days_of(match.game, 2, 0, match.heard(0), side)
        solve = partial(solving.Asked(match.view(0), [], None, 40, lambda: True).as_it_began, side)
        true, hidden = days[-1].row, reading.Laid(days[-1].start, days[-1].intel, days[-1].tokens)

        def odds(seen: list[reading.Laid], true: list[int] = true, solve: Any = solve, side: int = side) -> float:
            began, odds = reading.likely_layouts(seen, side, solve)
            return float(odds[(began.tree.rows[began.tree.row, : len(true)] == true).all(1)].sum())

        better += odds([*days[:-1], hidden]) > odds([hidden])
    assert better >= 5


# At the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand"), [(2, False), (2, True), (3, False), (4, True)])
def test_bots_solve_what_can_be_solved_at_every_table(seats: int, hand: bool) -> None:
    match = doppiogioco.new(GAME, seats, {"by-hand": hand}, seed=5)
    bots = [Thinker(seat, budget=Budget(worlds=60, tries=9)) for seat in range(seats)]
    twin, asked = Thinker(0, budget=Budget(worlds=60, tries=9)), set()
    while not match.over:
        seat = match.waiting[0]
        sight = match.view(seat), match.heard(seat), match.legal(seat)
        made = bots[seat].consider(*sight)
        assert sum(made.chances.values()) == pytest.approx(1)
        assert 0 <= made.win <= 1
        assert all(0 <= win <= 1 for win in made.wins.values())
        if made.tries == 0:
            asked.add(Ask(sight[0].ask).name)
        if seat == 0:
            assert twin.consider(*sight).chances == made.chances
        match.play(seat, made.answer)
    assert asked >= {"DEPLOY", "TOKENS", "GUESS", "DECEIVE"}


def test_a_row_is_a_matter_of_chance_and_a_certain_card_is_guessed() -> None:
    match = doppiogioco.new(GAME, 2, seed=2)
    sight = match.view(0), match.heard(0), match.legal(0)
    made = Thinker("a", budget=Budget(worlds=60, tries=400)).consider(*sight)
    assert max(made.chances.values()) < 0.7
    assert len({Thinker(seed, budget=Budget(worlds=60, tries=400)).consider(*sight).answer for seed in range(12)}) > 2
    bots, certain = [Thinker(seat, budget=Budget(worlds=300, tries=25)) for seat in range(2)], 0
    while not match.over:
        seat = match.waiting[0]
        view = match.view(seat)
        made = bots[seat].consider(view, match.heard(seat), match.legal(seat))
        left = logic.soldiers(view) if view.ask == Ask.GUESS else {}
        if len(left) == 1:
            certain += 1
            assert made.answer in left
        match.play(seat, made.answer)
    assert certain


def test_a_search_that_shall_not_solve_searches() -> None:
    match = doppiogioco.new(GAME, 2, seed=2)
    made = Thinker("a", budget=Budget(worlds=60, tries=12, solves=False)).consider(
        match.view(0), match.heard(0), match.legal(0)
    )
    assert made.tries == 12


def test_who_does_not_think_of_being_read_solves_guesses_and_searches_for_rows() -> None:
    """So does `medium`; what lies covered of it is what tempts, and guesses are as good as those of others."""
    assert not BUDGETS["medium"].hides
    match, solved_asks, searched_asks = doppiogioco.new(GAME, 2, seed=2), set(), set()
    bots = [Thinker(seat, budget=Budget(worlds=60, tries=12, hides=False)) for seat in range(2)]
    while not match.over:
        seat = match.waiting[0]
        view, legal = match.view(seat), match.legal(seat)
        made = bots[seat].consider(view, match.heard(seat), legal)
        (searched_asks if made.tries else solved_asks).add(Ask(view.ask))
        match.play(seat, made.answer)
    assert Ask.GUESS in solved_asks
    assert searched_asks >= {Ask.DEPLOY, Ask.TOKENS}
    assert not searched_asks & solved_asks


# The league ---------------------------------------------------------------------------------------------------------


def test_logic_lays_every_row_as_readily() -> None:
    """The product of how readily each card follows is the same for all rows."""
    start = doppiogioco.new(GAME, 2, seed=8)
    away = set(start.view(0).exhausted[start.view(0).side[0]])
    rows = [row for row in all_rows() if not away.intersection(row)]
    for row in Random(1).sample(rows, 6):
        match, chance = doppiogioco.new(GAME, 2, seed=8), 1.0
        for soldier in row:
            legal = [int(answer) for answer in match.legal(0)]
            tickets = logic.tickets(match.view(0), legal)
            chance *= tickets[legal.index(soldier)] / sum(tickets)
            match.play(0, soldier)
        assert chance == pytest.approx(1 / len(rows))


def test_logic_guesses_by_exact_odds() -> None:
    """As often as the soldier is there among all rows, tokens drawn, that look the same."""
    match = doppiogioco.new(GAME, 2, seed=8)
    while match.view(0).ask != Ask.GUESS or match.view(0).mission < 1:
        seat = match.waiting[0]
        match.play(seat, RandomBot(seat).choose(match.view(seat), match.heard(seat), match.legal(seat)))
    view = match.view(match.waiting[0])
    lots, counts, told = Random(1), np.zeros(SOLDIERS), range(3 * view.intel[1], 3 * view.intel[1] + 4)
    for row in (row for row in all_rows() if not set(view.exhausted[view.target]).intersection(row)):
        for _ in range(20):
            tokens = [lots.randrange(2) if card == Soldier.SERGEANT else int(card in told) for card in row]
            if tokens == list(view.token[view.target]) and row[: view.mission] == tuple(
                view.row[view.target][: view.mission]
            ):
                counts[row[view.mission]] += 1
    odds = np.array([logic.soldiers(view)[soldier] for soldier in range(SOLDIERS)])
    assert counts.sum() > 0
    assert np.allclose(counts / counts.sum(), odds / odds.sum(), atol=0.1)
