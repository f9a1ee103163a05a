"""Spywhere: what looks good at a glance."""

import pytest
from judged import appeals, judged_without_peeking, tempting
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
    NO,
    YES,
    counts,
    identifying,
    ran_out,
    table,
)

from doppiogioco.games.spywhere.cards import EMPTY, NO_GUESS
from doppiogioco.games.spywhere.state import Ask

GATHERED = {BOB: counts([FRANCE] * 3), CHRIS: counts([GERMANY] * 3)}  # what they took from the row
RICH, POOR = {ANNA: [ITALY] * 9}, {ANNA: [ENGLAND] * 4}


def test_own_cards_are_kept_and_taken():
    match = table(row=(ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM))
    assert min(appeals(match, ANNA), key=appeals(match, ANNA).__getitem__) == ITALY
    match.play(ANNA, ENGLAND)
    assert tempting(match, ANNA) == {ITALY}


def test_with_two_passports_both_nations_are_ones_own():
    papers = {ANNA: counts([ITALY, FRANCE])}
    assert tempting(table(seats=2, ask=Ask.TAKE, given=ENGLAND, passport=papers), ANNA) == {ITALY, FRANCE}


def test_opponents_do_not_get_what_they_gather():
    match = table(hands={ANNA: (FRANCE, GERMANY, ENGLAND)}, row=(FRANCE, GERMANY, ENGLAND, BELGIUM), known=GATHERED)
    assert tempting(match, ANNA) == {ENGLAND}
    match.play(ANNA, ENGLAND)
    assert tempting(match, ANNA) == {FRANCE, GERMANY}


def test_three_of_a_kind_are_made_and_taken():
    match = table(row=(BELGIUM, BELGIUM, FRANCE, GERMANY, ITALY), hands={ANNA: (BELGIUM, ENGLAND, ENGLAND)})
    assert tempting(match, ANNA) == {BELGIUM}
    match.play(ANNA, BELGIUM, FRANCE)
    assert appeals(match, ANNA)[YES] > appeals(match, ANNA)[NO]


def test_an_opponent_is_named_by_what_they_took_unless_it_cannot_be():
    match = identifying(known=GATHERED)
    match.play(ANNA, BOB)
    assert tempting(match, ANNA) == {FRANCE}
    assert min(appeals(match, ANNA), key=appeals(match, ANNA).__getitem__) == ITALY, "her own nation"
    match = identifying(known=GATHERED | {BOB: counts([FRANCE] * 3 + [BELGIUM])}, open={BOB: counts([FRANCE])})
    match.play(ANNA, BOB)
    assert tempting(match, ANNA) == {BELGIUM}


def test_who_is_ahead_closes_and_who_is_behind_does_not():
    guessed = {ANNA: (None, GERMANY)}
    assert tempting(identifying(guessed, known=GATHERED, hands=RICH), ANNA) == {BOB}
    assert tempting(identifying(guessed, known=GATHERED, hands=POOR), ANNA) == {NO_GUESS}


def test_three_points_are_not_left_lying_when_the_game_ends_anyway():
    assert tempting(identifying({ANNA: (None, GERMANY)}, known=GATHERED, hands=POOR, deck=[]), ANNA) == {BOB}


@pytest.mark.parametrize("options", [{}, FIXED])
def test_a_guess_waits_for_signs(options):
    assert tempting(identifying(options=options), ANNA) == {NO_GUESS}
    assert NO_GUESS not in tempting(identifying(options=options, known=GATHERED), ANNA)


def test_who_closes_counts_what_the_others_may_have_drawn_and_guess():
    """As many cards as Bob took: enough with both nations known, not with one in doubt, nor if he has drawn more."""
    hands, guessed = {ANNA: [ITALY] * 3, BOB: [FRANCE] * 3}, {ANNA: (None, GERMANY)}
    assert tempting(identifying(guessed, known=GATHERED, hands=hands), ANNA) == {BOB}
    doubt = {BOB: counts([FRANCE] * 3), CHRIS: counts([GERMANY])}
    assert tempting(identifying(guessed, known=doubt, hands=hands), ANNA) == {NO_GUESS}
    drawn = hands | {BOB: [FRANCE] * 3 + [ENGLAND] * 9}
    assert tempting(identifying(guessed, known=GATHERED, hands=drawn), ANNA) == {NO_GUESS}


def test_at_the_end_everybody_is_guessed():
    match = ran_out(known=GATHERED)
    assert tempting(match, ANNA) == {FRANCE}
    match.play(ANNA, FRANCE)
    assert tempting(match, ANNA) == {GERMANY}
    assert appeals(match, ANNA)[EMPTY] < appeals(match, ANNA)[ENGLAND]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, FIXED), (6, {"clear-triples": True})])
def test_nothing_is_judged_by_what_a_seat_does_not_see(seats, options):
    asked = set[int]().union(*(judged_without_peeking("spywhere", seats, options, seed) for seed in range(4)))
    assert {Ask.GIVE, Ask.TAKE, Ask.TRIPLE, Ask.GUESS, Ask.NAME, Ask.FINAL} <= asked
