"""Agent Avenue at a glance: what is plainly good tempts, what is plainly bad does not, and no secret is read."""

from __future__ import annotations

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CHRIS,
    CODE,
    COVERED,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    GAME,
    MOLE,
    NO,
    OPEN,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    YES,
    table,
)
from judged import appeals, judged_without_peeking, temptation

from doppiogioco.engine.match import Match
from doppiogioco.games.agent_avenue.cards import BLUE, GREEN, Market
from doppiogioco.games.agent_avenue.state import Ask

WIN = 100


def offered(shown, covered, **position):
    """Anna has laid two cards, and Bob chooses."""
    match = table({ANNA: (shown, covered, ENFORCER, SABOTEUR)}, **position)
    match.play(ANNA, shown)
    match.play(ANNA, covered)
    return match


def at_market(*offer: Market, **position) -> Match:
    """Anna (green) takes a card of this offer."""
    asked = {"ask": Ask.MARKET, "served": GREEN, "taker": ANNA, "asked": NO - 1, "stock": ()}
    return table(offer=offer, **asked | position)


# The choice between two cards ---------------------------------------------------------------------------------------


def test_the_third_codebreaker_is_taken_for_sure():
    match = offered(CODE, MOLE, in_play=((), (CODE, CODE)))
    assert appeals(match, BOB)[OPEN] == WIN
    assert temptation(match, BOB) == OPEN


def test_the_third_codebreaker_is_not_left_to_the_other_side():
    match = offered(CODE, MOLE, in_play=((CODE, CODE), ()))
    assert appeals(match, BOB)[COVERED] == -WIN
    assert temptation(match, BOB) == OPEN


def test_the_third_daredevil_is_left_to_whom_it_may_concern():
    match = offered(DAREDEVIL, ENFORCER, in_play=((), (DAREDEVIL, DAREDEVIL)))
    assert appeals(match, BOB)[OPEN] == -WIN
    assert temptation(match, BOB) == COVERED


def test_a_step_that_catches_the_other_pawn_is_taken():
    match = offered(SIDEKICK, MOLE, blue=5)
    assert temptation(match, BOB) == OPEN


@pytest.mark.parametrize(("shown", "pick"), [(SIDEKICK, OPEN), (SABOTEUR, COVERED)])
def test_one_likes_to_go_forward(shown, pick):
    assert temptation(offered(shown, SENTINEL), BOB) == pick


def test_the_second_double_agent_is_worth_more_than_the_first():
    first, second = offered(DOUBLE, ENFORCER), offered(DOUBLE, ENFORCER, in_play=((), (DOUBLE,)))
    assert appeals(second, BOB)[OPEN] > appeals(first, BOB)[OPEN] + 10


# Which two cards ----------------------------------------------------------------------------------------------------


def test_two_cards_of_which_each_wins_are_laid_together():
    """Bob's third Daredevil is the end of him, and if he leaves it to Anna, two steps catch a pawn that stays."""
    hand = (DAREDEVIL, ENFORCER, SABOTEUR, SENTINEL)
    match = table({ANNA: hand}, green=5, in_play=((), (DAREDEVIL, DAREDEVIL)))
    match.play(ANNA, DAREDEVIL)
    found = appeals(match, ANNA)
    assert found[SENTINEL] == found[SABOTEUR] == WIN
    assert found[ENFORCER] < WIN


def test_nobody_offers_what_lets_the_other_side_win():
    match = table({ANNA: (CODE, ENFORCER, SABOTEUR, SENTINEL)}, in_play=((), (CODE, CODE)))
    assert min(appeals(match, ANNA), key=appeals(match, ANNA).__getitem__) == CODE


def test_a_poor_hand_is_exchanged_and_a_good_one_is_not():
    poor = table({ANNA: (CODE, CODE, CODE, MOLE)}, in_play=((), (CODE, CODE)), ask=Ask.EXCHANGE)
    assert temptation(poor, ANNA) == YES
    good = table({ANNA: (DAREDEVIL, ENFORCER, ENFORCER, SIDEKICK)}, green=5, ask=Ask.EXCHANGE)
    assert temptation(good, ANNA) == NO


def test_what_one_dares_not_play_is_exchanged():
    poor = table({ANNA: (CODE, ENFORCER, ENFORCER, SENTINEL)}, in_play=((), (CODE, CODE)), ask=Ask.DISCARD)
    assert temptation(poor, ANNA) == CODE


def test_partners_judge_by_their_own_hands():
    match = table({ANNA: (CODE, CODE, CODE, CODE)}, seats=4, in_play=((), (CODE, CODE)))
    assert max(appeals(match, ANNA).values()) > max(appeals(match, CHRIS).values())


# The Black Market ---------------------------------------------------------------------------------------------------

DULL = Market.SURVEILLANCE_TRUCK, Market.GETAWAY_CAR


@pytest.mark.parametrize(
    ("card", "position"),
    [
        (Market.SECURITY_SYSTEM, {"blue": 7}),
        (Market.LEADER_OF_THE_PACK, {"in_play": ((DAREDEVIL,) * 3, ())}),
        (Market.MASTERPLAN, {"in_play": ((DOUBLE, ENFORCER, CODE, SABOTEUR, DAREDEVIL, SENTINEL, MOLE), ())}),
        (Market.SPYCATION, {"in_play": ((DAREDEVIL,) * 3, ())}),
        (Market.MIND_CONTROL, {"in_play": ((), (CODE,) * 3)}),
    ],
)
def test_a_market_card_that_decides_the_turn_is_taken(card, position):
    assert temptation(at_market(card, *DULL, **position), ANNA) == card


def test_the_truck_is_taken_if_one_step_is_enough():
    assert temptation(at_market(*DULL, Market.WATCHTOWER, green=6), ANNA) == Market.SURVEILLANCE_TRUCK


def test_two_who_win_at_once_leave_it_to_whose_turn_it_is():
    """Bob has three Codebreakers; on his turn a Security System comes too late for Anna, on hers it does not (5.5)."""
    offer, position = (Market.SECURITY_SYSTEM, *DULL), {"blue": 7, "in_play": ((), (CODE,) * 3)}
    on_hers, on_his = (at_market(*offer, turn=turn, **position) for turn in (GREEN, BLUE))
    assert appeals(on_hers, ANNA)[Market.SECURITY_SYSTEM] == WIN
    assert appeals(on_his, ANNA)[Market.SECURITY_SYSTEM] == -WIN


def test_the_card_that_hurts_most_goes():
    three = {"in_play": ((DAREDEVIL, DAREDEVIL, DAREDEVIL, ENFORCER), (CODE, CODE, CODE, SABOTEUR))}
    assert temptation(at_market(ask=Ask.STEAL, card=Market.MIND_CONTROL, **three), ANNA) == CODE
    assert temptation(at_market(ask=Ask.RECALL, card=Market.SPYCATION, **three), ANNA) == DAREDEVIL
    two = {"in_play": ((DAREDEVIL, DAREDEVIL), ()), "hands": {ANNA: (DAREDEVIL,)}, "named": DAREDEVIL}
    assert temptation(at_market(ask=Ask.AGAIN, card=Market.SPYCATION, **two), ANNA) == NO


# No secrets ---------------------------------------------------------------------------------------------------------


def test_nobody_judges_by_what_they_do_not_see():
    asked = set()
    for seats in (2, 3, 4):
        for seed in range(3):
            asked |= judged_without_peeking(GAME, seats, {"advanced": True}, seed)
    assert asked >= {Ask.LEAD, Ask.EXCHANGE, Ask.DISCARD, Ask.OPEN, Ask.COVER, Ask.RECRUIT, Ask.MARKET, Ask.HIRE}
