"""Spies & Lies at a glance: what is plainly good tempts, what is plainly bad does not, and no secret is read."""

from __future__ import annotations

import pytest
from armies import ANNA, BLUE, BOB, GAME, HIGH, LOW, agent, card, confirming, missions, table, wrong
from judged import appeals, judged_without_peeking, temptation

from doppiogioco.engine.state import NOBODY
from doppiogioco.games.spies_and_lies.cards import GATE, SIX, Soldier
from doppiogioco.games.spies_and_lies.state import Ask, Choice, Marshal

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
WIN = 100


# Laying cards and tokens --------------------------------------------------------------------------------------------


def test_strong_soldiers_tempt_more():
    match = table()
    for soldier in (SPY, MINER):
        match.play(ANNA, soldier)
    match.play(ANNA, SERGEANT)
    assert temptation(match, ANNA) == GENERAL


def test_a_row_that_can_only_be_read_in_one_way_tempts_nobody():
    found = appeals(table(), ANNA)
    assert found[BOMB] < min(found[SPY], found[SCOUT], found[MINER])  # after it only 8, 9 and 10 are left


def test_by_hand_nobody_is_tempted_to_lay_a_card_out_of_order():
    match = table(by_hand=True)
    match.play(ANNA, CAPTAIN)
    found = appeals(match, ANNA)
    assert max(found[SPY], found[LIEUTENANT], found[MARSHAL]) < min(found[SERGEANT], found[BOMB])


def test_the_sergeant_lies_about_intel():
    high = confirming((SPY, SERGEANT, COLONEL, GENERAL), (SPY, SCOUT, MINER, SERGEANT), HIGH)
    assert temptation(high, ANNA) == 0b1110
    low = confirming((SPY, SERGEANT, COLONEL, GENERAL), (SPY, SCOUT, MINER, SERGEANT), LOW)
    assert temptation(low, ANNA) == 0b0001


def test_by_hand_nobody_else_is_tempted_to_lie():
    match = confirming((SPY, MINER, COLONEL, GENERAL), (SPY, SCOUT, MINER, SERGEANT), HIGH, by_hand=True)
    assert temptation(match, ANNA) == 0b1100


# Guessing -----------------------------------------------------------------------------------------------------------


def test_only_what_a_card_can_be_is_guessed():
    """A token for 7-10 lies on it, and only the Sergeant lies."""
    match = missions((SPY, LIEUTENANT, COLONEL, GENERAL), (SPY, SCOUT, MINER, BOMB), at=2, intel=[LOW, HIGH])
    found = appeals(match, BOB)
    possible = {soldier for soldier, appeal in found.items() if appeal > 0}
    assert possible == {SERGEANT, BOMB, COLONEL, GENERAL, MARSHAL}


def test_the_last_card_is_guessed_if_only_one_is_left():
    match = missions((SERGEANT, CAPTAIN, GENERAL, MARSHAL), (SPY, SCOUT, MINER, BOMB), at=3)
    assert temptation(match, BOB) == MARSHAL


def test_of_cards_that_are_as_likely_the_dangerous_one_is_guessed():
    """At the gate the Lieutenant wins, and a Scout or Miner does not."""
    match = missions((SERGEANT, SPY, LIEUTENANT, COLONEL), (SPY, SCOUT, MINER, BOMB), at=2, agent=agent(GATE))
    found = appeals(match, BOB)
    assert found[LIEUTENANT] > found[CAPTAIN] + 10


def test_who_sees_through_a_card_does_not_pay_for_deception():
    plain = missions(
        (SERGEANT, CAPTAIN, GENERAL, MARSHAL), (SPY, SCOUT, MINER, BOMB), at=3, ask=Ask.DECEIVE, deceptions=(1, 0)
    )
    assert temptation(plain, ANNA) == Choice.NO
    dark = missions(
        (SPY, CAPTAIN, GENERAL, MARSHAL),
        (SPY, SCOUT, MINER, BOMB),
        intel=[LOW, HIGH],
        ask=Ask.DECEIVE,
        deceptions=(1, 0),
    )
    assert temptation(dark, ANNA) == Choice.YES


# Choices of a soldier -----------------------------------------------------------------------------------------------


def test_the_captain_takes_what_helps_most():
    steps = wrong(card(CAPTAIN, exhausted=((GENERAL, NOBODY), (NOBODY, NOBODY))))
    assert temptation(steps, ANNA) == GENERAL
    points = wrong(card(CAPTAIN, exhausted=((SPY, NOBODY), (NOBODY, NOBODY)), day=2, points=(4, 0)))
    assert temptation(points, ANNA) == SIX


def test_the_captain_wins_where_he_can():
    match = wrong(card(CAPTAIN, exhausted=((LIEUTENANT, NOBODY), (NOBODY, NOBODY)), agent=agent(GATE), points=(2, 0)))
    assert appeals(match, ANNA)[LIEUTENANT] == WIN
    assert temptation(match, ANNA) == LIEUTENANT


def test_a_copy_that_is_countered_is_worth_nothing():
    match = wrong(card(CAPTAIN, exhausted=((MARSHAL, NOBODY), (NOBODY, NOBODY)), spying=(0, 1)))
    assert temptation(match, ANNA) == SIX


@pytest.mark.parametrize(
    ("points", "choice"),
    [((0, 0), Marshal.TEN), ((6, 7), Marshal.SPLIT)],
)
def test_the_marshal_takes_from_the_opponent_when_half_his_points_are_enough(points, choice):
    assert temptation(wrong(card(MARSHAL, points=points)), ANNA) == choice


def test_the_marshal_wins_at_the_gate():
    match = wrong(card(MARSHAL, points=(3, 9), agent=agent(GATE)))
    assert temptation(match, ANNA) == Marshal.TEN


def test_the_last_marshal_moves_the_double_agent():
    match = wrong(card(MARSHAL, at=3, day=2, points=(1, 9)))
    assert temptation(match, ANNA) == Marshal.TEN


def test_a_chain_explosion_takes_the_best():
    rows = (SPY, LIEUTENANT, COLONEL, GENERAL), (SPY, SCOUT, MINER, GENERAL)
    match = missions(*rows, ask=Ask.PICK, picker=(ANNA, NOBODY), mission=3, target=BLUE)
    assert temptation(match, ANNA) == GENERAL


# No secrets ---------------------------------------------------------------------------------------------------------


def test_nobody_judges_by_what_they_do_not_see():
    asked = set()
    for seats in (2, 3, 4):
        for seed in range(3):
            asked |= judged_without_peeking(GAME, seats, {"by-hand": seed % 3 == 0}, seed)
    assert asked >= {Ask.DEPLOY, Ask.TOKENS, Ask.DECEIVE, Ask.GUESS, Ask.CAPTAIN, Ask.MARSHAL}
