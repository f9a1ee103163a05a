"""Spywhere: what players mean to do who think further than a glance."""

from random import Random

import pytest
from spywhere_table import ANNA, BOB, CHRIS, ENGLAND, FIXED, FRANCE, GERMANY, ITALY, counts, identifying, table

import doppiogioco
from doppiogioco.bots.beliefs import GLANCING, PLANNING, manners_of
from doppiogioco.bots.thinking import ALIKE, SOME_PLAN, SOME_REMEMBER
from doppiogioco.engine.match import Match
from doppiogioco.games.spywhere.cards import NO_GUESS

GATHERED = {BOB: counts([FRANCE] * 3), CHRIS: counts([GERMANY] * 3)}  # what they took from the row


def intents(match: Match, seat: int = ANNA) -> dict[int, int]:
    view = match.view(seat)
    return {int(answer): match.game.intent(view.cells, seat, int(answer)) for answer in match.legal(seat)}


def best(match: Match) -> int:
    return max(intents(match), key=intents(match).__getitem__)


@pytest.mark.clause("6.4")
def test_cards_that_can_be_changed_are_laid_whatever_is_known():
    assert best(identifying()) in (BOB, CHRIS)
    assert best(identifying(options=FIXED)) == NO_GUESS


@pytest.mark.clause("6.1")
def test_who_is_ahead_closes_and_who_is_behind_does_not():
    rich, poor = {ANNA: [ITALY] * 9}, {ANNA: [ENGLAND] * 4}
    assert best(identifying({ANNA: (FRANCE,)}, hands=rich, known=GATHERED)) == CHRIS
    assert best(identifying({ANNA: (FRANCE,)}, hands=poor, known=GATHERED)) == NO_GUESS


@pytest.mark.clause("6.2")
def test_when_the_deck_runs_out_everybody_closes():
    match = identifying({ANNA: (FRANCE,)}, hands={ANNA: [ENGLAND] * 4}, known=GATHERED, deck=[ITALY, FRANCE])
    assert best(match) == CHRIS


def test_all_else_is_judged_at_a_glance():
    match = table()
    view = match.view(ANNA)
    glance = {int(answer): match.game.appeal(view.cells, ANNA, int(answer)) for answer in match.legal(ANNA)}
    assert intents(match) == glance


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_nobody_plans_by_what_they_do_not_see(seats):
    match, lots = doppiogioco.new("spywhere", seats, seed=seats), Random(seats)
    while not match.over:
        state = match.everything().cells
        for seat in match.waiting:
            assert intents(match, seat) == {a: match.game.intent(state, seat, a) for a in intents(match, seat)}
        seat = lots.choice(match.waiting)
        match.play(seat, lots.choice(match.legal(seat)))


def test_who_does_not_think_of_plans_takes_all_for_players_at_a_glance():
    assert manners_of("spywhere", plans=True) == (SOME_PLAN, PLANNING)
    assert manners_of("spywhere", plans=False) == (ALIKE, GLANCING)
    assert manners_of("secrets", plans=False)[0] == manners_of("secrets", plans=True)[0] == SOME_REMEMBER
    assert manners_of("agent-avenue", plans=True)[0] == ALIKE
