"""Spywhere: cards that are laid because they cost nothing, and guesses of which most are expected to be right."""

from __future__ import annotations

from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    ENGLAND,
    FIXED,
    FRANCE,
    GERMANY,
    ITALY,
    closed,
    counts,
    identifying,
    ran_out,
    table,
)

import doppiogioco
from doppiogioco.bots.levels import BUDGETS, Budget
from doppiogioco.bots.solving import to_solve
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.match import Match
from doppiogioco.games.spywhere.cards import EMPTY, Nation
from doppiogioco.games.spywhere.solving import CROWDED, FEW_HANDS, covers, right_guesses, signs, solve
from doppiogioco.games.spywhere.state import Ask

ALWAYS = {"effort": 1, "in_time": lambda: True}


def believing(*worlds: tuple[dict[int, tuple[int, ...]], float]) -> Any:
    """Beliefs in worlds, each by who has which passports, and its odds."""
    passports = np.array([[counts(world.get(seat, ())) for seat in range(8)] for world, _ in worlds])
    return SimpleNamespace(states={"passport": passports}, odds=np.array([odds for _, odds in worlds]))


SOMETHING = believing(({BOB: (FRANCE,), CHRIS: (GERMANY,)}, 1.0))


def solved(match: Match, seat: int = ANNA, beliefs: Any = SOMETHING) -> set[int] | None:
    """The answers that are given, where the question is solved."""
    legal = match.legal(seat)
    found = solve(match.view(seat), match.heard(seat), beliefs, legal, **ALWAYS)
    assert found is None or found[1] is None, "a search tells the chance to win"
    return found and {int(answer) for answer, often in zip(legal, found[0], strict=True) if often}


@pytest.mark.clause("6.4")
def test_a_card_that_can_be_changed_is_laid_as_soon_as_it_may_be():
    assert solved(identifying()) == {BOB, CHRIS}
    assert solved(identifying(seats=2)) == {BOB}


@pytest.mark.clause("6.1")
def test_whether_to_close_is_searched():
    assert solved(identifying({ANNA: (FRANCE,)})) is None


@pytest.mark.clause("6.1")
def test_in_a_crowd_who_does_not_look_behind_closes_at_once():
    made, rich = {ANNA: (FRANCE, GERMANY, ENGLAND, None)}, {ANNA: [ITALY] * 6}
    assert solved(identifying(made, seats=5, hands=rich)) == {4}
    gathered = {BOB: counts([FRANCE] * 9)}
    assert solved(identifying(made, seats=5, known=gathered, hands={BOB: [FRANCE] * 9})) is None
    assert solved(identifying({ANNA: (FRANCE, GERMANY, None)}, seats=4, hands=rich)) is None, "there it is searched"
    assert solved(identifying(made, seats=5, hands=rich, options=FIXED)) is None


@pytest.mark.clause("1.3")
def test_in_a_crowd_signs_count_for_more_than_worlds_that_may_all_be_wrong():
    wrong = believing(({BOB: (GERMANY,), CHRIS: (FRANCE,), 3: (ENGLAND,), 4: (BELGIUM,)}, 1.0))
    match = ran_out(seats=5, known={BOB: counts([FRANCE] * 3), CHRIS: counts([GERMANY] * 3)})
    assert solved(match, beliefs=wrong) == {FRANCE}
    assert solved(ran_out(seats=5), beliefs=wrong) == {GERMANY}, "without a sign one goes by what one believes"


@pytest.mark.clause("6.5")
def test_a_card_that_is_final_is_not_laid_without_thought():
    assert solved(identifying(options=FIXED)) is None


def test_the_exchange_is_searched():
    assert solved(table()) is None


@pytest.mark.clause("5.3")
def test_a_nation_is_left_to_the_opponent_who_needs_it():
    """Bob is likelier to be French than anything else, but Chris can hardly be anything else."""
    beliefs = believing(
        ({BOB: (FRANCE,), CHRIS: (GERMANY,)}, 0.2), ({BOB: (FRANCE,), CHRIS: (ENGLAND,)}, 0.2),
        ({BOB: (BELGIUM,), CHRIS: (FRANCE,)}, 0.35), ({BOB: (GERMANY,), CHRIS: (FRANCE,)}, 0.25),
    )  # fmt: skip
    match = ran_out()
    assert solved(match, beliefs=beliefs) == {BELGIUM}
    match.play(ANNA, BELGIUM)
    assert solved(match, beliefs=beliefs) == {FRANCE}


@pytest.mark.clause("5.3")
def test_a_card_that_is_laid_leaves_the_others_theirs():
    match = identifying(options=FIXED)
    match.play(ANNA, CHRIS)
    beliefs = believing(
        ({BOB: (FRANCE,), CHRIS: (GERMANY,)}, 0.42), ({BOB: (GERMANY,), CHRIS: (FRANCE,)}, 0.38),
        ({BOB: (GERMANY,), CHRIS: (ENGLAND,)}, 0.2),
    )  # fmt: skip
    assert solved(match, beliefs=beliefs) == {FRANCE}


@pytest.mark.clause("7.3")
def test_both_nations_of_an_only_opponent_are_named():
    match = ran_out(seats=2)
    beliefs = believing(({BOB: (GERMANY, ENGLAND)}, 0.6), ({BOB: (GERMANY, BELGIUM)}, 0.4))
    assert solved(match, beliefs=beliefs) == {GERMANY, ENGLAND}
    match.play(ANNA, ENGLAND)
    assert solved(match, beliefs=beliefs) == {GERMANY}


@pytest.mark.clause("6.5")
def test_only_what_is_missing_is_guessed_where_guesses_are_final():
    match = closed({BOB: (GERMANY, None)}, options=FIXED)
    assert solved(match, BOB, believing(({ANNA: (ITALY,), CHRIS: (GERMANY,)}, 1.0))) == {ITALY}


def all_ways(match: Match, beliefs: Any, first: int, whom: list[int]) -> float:
    """How many guesses are right at most, world by world, if the first one is this; in a crowd signs count besides."""
    view = match.view(ANNA)
    looks = {seat: CROWDED * signs(view, seat) if view.seats > FEW_HANDS else np.zeros(len(Nation)) for seat in whom}
    nations = [int(nation) for nation in match.legal(ANNA) if nation not in (EMPTY, first)]
    worlds = list(zip(beliefs.states["passport"], beliefs.odds, strict=True))
    ways = ([first, *rest] for rest in permutations(nations, len(whom) - 1))
    return max(
        sum(odds * sum(world[seat][nation] for seat, nation in zip(whom, way, strict=True)) for world, odds in worlds)
        + sum(looks[seat][nation] for seat, nation in zip(whom, way, strict=True))
        for way in ways
    )


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_way_to_guess_has_more_right_ones(seats):
    lots = np.random.default_rng(seats)
    match = ran_out(seats=seats)
    others = list(range(1, seats))
    deals = [lots.permutation(list(Nation)[1 : 6 if seats > 4 else 5])[: seats - 1] for _ in range(12)]
    worlds = [({seat: (int(own),) for seat, own in zip(others, deal, strict=False)}, 1 / 12) for deal in deals]
    beliefs, legal = believing(*worlds), [int(a) for a in match.legal(ANNA)]
    expected = [0.0 if a == EMPTY else all_ways(match, beliefs, a, others) for a in legal]
    assert right_guesses(match.view(ANNA), beliefs, legal) == pytest.approx(expected)


def test_who_does_not_hide_searches_whom_to_identify_but_solves_guesses():
    assert not BUDGETS["medium"].hides
    laying, naming = identifying().view(ANNA), ran_out().view(ANNA)
    assert covers(laying) and to_solve(laying, hides=False) is None
    assert not covers(naming) and to_solve(naming, hides=False)


@pytest.mark.xdist_group("thinking spywhere")
def test_a_bot_that_solves_lays_a_card_in_its_first_turn():
    match = doppiogioco.new("spywhere", 4, seed=1)
    bots = [Thinker(seat, budget=Budget(worlds=50, tries=8)) for seat in range(4)]
    while match.view().ask != Ask.NAME:
        assert match.view().turns == 1
        (seat,) = match.waiting
        match.play(seat, bots[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
    assert match.view().whom != seat
