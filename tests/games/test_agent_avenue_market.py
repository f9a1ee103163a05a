"""Agent Avenue with the Black Market: section 6 of docs/games/agent-avenue."""

from __future__ import annotations

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CODE,
    COVERED,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    GAME,
    MOLE,
    NO,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    YES,
    agents_in_play,
    clause_of,
    ended,
    lead_of,
    new,
    recruits,
    row,
    table,
    turn_of,
)
from market_table import (
    DEVICE,
    DOUBLE_TROUBLE,
    DULL,
    MIND,
    OUTPOST,
    PACK,
    PLAN,
    SECRET,
    SECURITY,
    SIDES,
    SMOKE,
    SPYCATION,
    TOWER,
    TRUCK,
    TWIN,
    offer_with,
    takes,
)

from doppiogioco.engine.game import find
from doppiogioco.engine.state import HIDDEN
from doppiogioco.games.agent_avenue.cards import (
    BLUE,
    CORNERS,
    GREEN,
    HOME,
    KINDS,
    MARKET_CARDS,
    SPACES,
    Market,
)
from doppiogioco.games.agent_avenue.state import Ask, Where

clause = pytest.mark.clause
either_turn = pytest.mark.parametrize("turn", [GREEN, BLUE])


# 6 The market -------------------------------------------------------------------------------------------------------


@clause("6.1")
def test_three_cards_on_offer_of_fifteen():
    match = new(advanced=True)
    where = match.view().market
    assert (where.count(Where.OFFER), where.count(Where.STOCK), match.view().stock) == (3, 12, 12)
    assert match.log()[1].startswith("On the market: ")
    seen = {card for seed in range(40) for card in Market if new(advanced=True, seed=seed).view().market[card]}
    assert seen == set(Market)


@clause("6.2")
def test_the_corners_look_the_same_from_both_homes():
    corners = [place for place in range(SPACES) if CORNERS[place]]
    assert corners == [2, 5, 9, 12]
    assert sorted((corner - HOME[BLUE]) % SPACES for corner in corners) == corners


STOPS = [
    (0, DAREDEVIL, (), True),  # forward to 2
    (3, SABOTEUR, (), True),  # back to 2
    (5, MOLE, (), True),  # from one corner back to another
    (1, DAREDEVIL, (), False),  # over 2, to 3
    (2, CODE, (), False),  # stays on 2
    (2, SENTINEL, (), False),
    (2, CODE, [CODE, CODE], False),  # no number
    (2, DAREDEVIL, [DAREDEVIL], True),  # from 2 to 5
    (4, ENFORCER, (), True),
    (8, ENFORCER, (), True),
    (11, ENFORCER, (), True),
    (12, SENTINEL, [SENTINEL], False),  # 12 to 0, a Home
]


@clause("6.3")
@pytest.mark.parametrize(("start", "agent", "had", "market"), STOPS)
def test_stopping_on_a_market_space(start, agent, had, market):
    filler = SABOTEUR if agent != SABOTEUR else ENFORCER
    match = recruits(agent, filler, green=start, blue=start, in_play=(had, ()), offer=DULL)
    assert (match.view().ask == Ask.MARKET and match.view().served == GREEN) == market


@clause("6.3")
@either_turn
def test_whoever_stops_there_has_to_take_a_card(turn):
    match = recruits(CODE, DAREDEVIL, turn=turn, offer=[TRUCK, TOWER, TWIN])
    assert (match.waiting, match.view().served) == ((BOB,), BLUE)
    assert [int(card) for card in match.legal(BOB)] == [TOWER, TWIN, TRUCK]
    assert clause_of(match, BOB, MIND) == "6.3"
    assert "Blue is at the Black Market." in match.log()[-1]
    match.play(BOB, TWIN)
    assert match.view().market[TWIN] == Where.BLUE


@clause("6.4")
def test_the_offer_is_filled_up_before_the_card_does_anything():
    match = takes(SPYCATION, chance=[TWIN])
    view = match.view()
    assert (view.ask, view.market[TWIN], view.stock) == (Ask.RECALL, Where.OFFER, 11)
    match = takes(SMOKE, chance=[TWIN, MOLE])
    new_card, smoke = match.log()[-2:]
    assert new_card == "New on the market: “Sinister Twin”."
    assert smoke.startswith("Green recruits the Mole: −3")


@clause("6.5")
@pytest.mark.parametrize("card", Market)
def test_cards_stay_or_are_gone(card):
    match = takes(card, chance=[TOWER if card != TOWER else TWIN])
    while match.view().served == GREEN:
        match.play(ANNA, match.legal(ANNA)[0])
    assert match.view().market[card] == (Where.GREEN if card < TRUCK else Where.SPENT)
    names = find(GAME).words.CARD_NAMES
    assert (f"Green has:\n  {names[card]}" in match.view().text(match.voice("en"))) == (card < TRUCK)


@clause("6.6")
@either_turn
def test_both_pawns_at_the_market_the_side_whose_turn_it_is_first(turn):
    match = recruits(DAREDEVIL, ENFORCER, blue=1, turn=turn, offer=[TOWER, TWIN, DEVICE])
    assert match.view().at == [2, 9]
    first, second = SIDES[turn], SIDES[1 - turn]
    assert match.waiting == (first,)
    match.play(first, TWIN)
    assert (match.waiting, match.view().ask) == ((second,), Ask.MARKET)
    assert clause_of(match, second, TWIN) == "6.3"
    match.play(second, TOWER)
    assert match.view().ask == Ask.EXCHANGE
    assert match.view().market[TWIN] == Where.GREEN + turn


@clause("6.6", "6.7", "6.9")
def test_a_chain_of_the_side_whose_turn_it_is_comes_before_the_other_side():
    """From 2 a Daredevil's second step leads to 5: Anna takes another card, with a full hand, before Bob takes his."""
    hand = (DAREDEVIL, SABOTEUR, SENTINEL, SENTINEL)
    position = {"in_play": ((), ()), "owned": {GREEN: [TOWER]}}
    match = recruits(DAREDEVIL, ENFORCER, rest=(ENFORCER, *hand[1:]), blue=1, offer=[SECRET, TRUCK, TWIN], **position)
    assert (match.view().at, match.waiting) == ([2, 9], (ANNA,))
    match = match.position(chance=[DEVICE, YES, MOLE])
    match.play(ANNA, SECRET)
    match.play(ANNA, ENFORCER)  # with the Watchtower 3 forward
    view = match.view()
    assert (view.at, view.ask, match.waiting) == ([5, 9], Ask.MARKET, (ANNA,))
    assert view.cards[ANNA] == 4
    assert match.view(ANNA).hand[ANNA] == row([SABOTEUR, SENTINEL, SENTINEL, MOLE])
    match.play(ANNA, TRUCK)
    assert match.view().at == [6, 9]
    assert (match.view().ask, match.waiting) == (Ask.MARKET, (BOB,))


@clause("6.7")
def test_an_agent_recruited_by_a_card_moves_the_pawn_again():
    match = takes(SMOKE, chance=[TWIN, SIDEKICK])
    assert (match.view().at[GREEN], lead_of(match)) == (6, 6)
    assert agents_in_play(match, GREEN) == row([DAREDEVIL, SIDEKICK])


NOTHING_TO_DO = {
    OUTPOST: {"rest": (ENFORCER, SABOTEUR, CODE, DOUBLE)},
    SECRET: {"rest": (ENFORCER, SABOTEUR, CODE, DOUBLE), "in_play": ([ENFORCER, SABOTEUR, CODE, DOUBLE], ())},
    DOUBLE_TROUBLE: {"rest": (ENFORCER, SABOTEUR, CODE, DOUBLE)},
    SMOKE: {"deck": ()},
}


@clause("6.8", "8.2", "8.3", "8.4", "8.5")
@pytest.mark.parametrize("card", NOTHING_TO_DO)
def test_what_cannot_be_done_is_left_out_and_all_are_told(card):
    match = takes(card, **NOTHING_TO_DO[card])
    assert (match.view().market[card], match.view().ask) == (Where.SPENT, Ask.EXCHANGE if card != SMOKE else Ask.OPEN)
    assert (match.view().at[GREEN], agents_in_play(match, GREEN)[DAREDEVIL], match.waiting) == (2, 1, (BOB,))
    told = "It has no effect." if card == SMOKE else "It cannot be used: the hand of Anna does not fit."
    assert any(told in line for line in match.log())


@clause("6.8", "8.7")
def test_nothing_to_take_from_a_side_without_agents():
    """Bob's only agent has gone back to his hand when Anna's Mind Control looks for one."""
    match = recruits(DAREDEVIL, ENFORCER, blue=1, turn=BLUE, offer=[SPYCATION, MIND, TWIN])
    match.play(BOB, SPYCATION)
    match.play(BOB, ENFORCER)
    match.play(BOB, NO)
    assert agents_in_play(match, BLUE) == row([])
    match.play(ANNA, MIND)
    assert any("It has no effect." in line for line in match.log())
    assert match.view().cards[ANNA] == 4
    assert match.view().ask == Ask.EXCHANGE


@clause("6.8", "8.6")
def test_nothing_to_take_back_without_agents():
    match = recruits(DAREDEVIL, ENFORCER, blue=1, offer=[SPYCATION, MIND, TWIN])
    match.play(ANNA, MIND)
    match.play(ANNA, ENFORCER)
    match.play(BOB, SPYCATION)
    assert any("It has no effect." in line for line in match.log())
    assert (match.view().ask, match.waiting) == (Ask.EXCHANGE, (BOB,))


@clause("6.8")
def test_what_can_be_done_has_to_be_done_and_a_choice_of_one_is_still_asked():
    match = takes(OUTPOST, rest=(SENTINEL, SABOTEUR, CODE, DOUBLE))
    assert (match.view().ask, match.waiting) == (Ask.HIRE, (ANNA,))
    assert [int(agent) for agent in match.legal(ANNA)] == [SENTINEL]
    assert "In use:\n  Outpost: " in match.view().text(match.voice("en"))


@clause("6.8", "1.4")
def test_the_others_learn_whether_it_can_be_used_and_nothing_else():
    """Two hands with a Sentinel, all else different: Bob and a spectator cannot tell them apart."""
    seen = []
    for rest in ((SENTINEL, SABOTEUR, CODE, DOUBLE), (SENTINEL, SENTINEL, ENFORCER, MOLE)):
        match = takes(OUTPOST, rest=rest, chance=[TWIN])
        seen.append([(match.view(s), match.heard(s), match.log(s), match.question(s)) for s in (BOB, None)])
        assert match.view(BOB).hand[ANNA] == [HIDDEN] * KINDS
    assert seen[0] == seen[1]


@clause("6.9")
def test_a_hand_is_filled_up_when_the_card_is_done_with():
    match = takes(DOUBLE_TROUBLE, rest=(SENTINEL, SENTINEL, CODE, DOUBLE), chance=[TWIN, YES, MOLE])
    assert match.view().cards[ANNA] == 4
    match.play(ANNA, SENTINEL)
    assert match.view(ANNA).hand[ANNA] == row([SENTINEL, CODE, DOUBLE, MOLE])


@clause("6.9")
def test_the_side_whose_turn_it_is_not_fills_up_its_hand_too():
    hands = {BOB: (SENTINEL, CODE, DOUBLE, SABOTEUR)}
    match = recruits(CODE, DAREDEVIL, hands=hands, offer=offer_with(OUTPOST)).position(chance=[TWIN, YES, MOLE])
    match.play(BOB, OUTPOST)
    match.play(BOB, SENTINEL)
    assert match.view(BOB).hand[BOB] == row([CODE, DOUBLE, SABOTEUR, MOLE])


@clause("6.9")
def test_more_than_four_cards_are_kept_and_nobody_draws_above_four():
    match = takes(MIND, rest=(SENTINEL, SENTINEL, CODE, DOUBLE), in_play=((), [MOLE]))
    pile = match.view().pile
    match.play(ANNA, MOLE)
    assert (match.view().cards[ANNA], match.view().pile) == (5, pile)
    assert match.view(ANNA).hand[ANNA][MOLE] == 1
    match = table({ANNA: (SENTINEL, SENTINEL, CODE, DOUBLE, MOLE)}, offer=DULL)
    match.play(ANNA, SENTINEL, CODE)  # five in hand, so one comes after two have gone
    assert (match.view().cards[ANNA], match.view().pile) == (4, 28)
    match = table({ANNA: (SENTINEL, SENTINEL, CODE, DOUBLE, MOLE, SIDEKICK)}, offer=DULL)
    match.play(ANNA, SENTINEL, CODE)
    assert (match.view().cards[ANNA], match.view().pile) == (4, 28)


@clause("6.9", "3.3")
def test_with_five_cards_an_exchange_is_one_for_one():
    match = table({ANNA: (SENTINEL, SENTINEL, CODE, DOUBLE, MOLE)}, offer=DULL, ask=Ask.EXCHANGE)
    match.play(ANNA, YES)
    match.play(ANNA, MOLE)
    assert (match.view().cards[ANNA], match.view().spent[ANNA]) == (5, 1)


@clause("6.10", "7.5")
def test_number_and_bonus_are_one_move():
    """From 1 an Enforcer with the Watchtower goes over the market on 2, without stopping, to 4."""
    match = recruits(ENFORCER, CODE, green=1, offer=DULL, owned={GREEN: [TOWER]})
    assert (match.view().at[GREEN], match.view().ask) == (4, Ask.EXCHANGE)


@clause("6.11")
def test_a_card_that_stays_does_not_change_the_agent_just_recruited_but_later_ones():
    match = recruits(ENFORCER, CODE, green=1, offer=[TOWER, TWIN, DEVICE], hands={BOB: (ENFORCER, SABOTEUR, CODE)})
    match.play(ANNA, TOWER)
    assert match.view().at[GREEN] == 2
    turn_of(match, ENFORCER, CODE, COVERED)
    assert match.view().at[GREEN] == 2  # the Codebreaker went to green
    match = recruits(ENFORCER, CODE, green=2, turn=BLUE, in_play=([ENFORCER], ()), offer=DULL, owned={GREEN: [TOWER]})
    assert match.view().at[GREEN] == 6


@clause("6.11", "7.5", "8.4")
def test_it_works_however_an_agent_comes_into_play():
    match = takes(SECRET, owned={GREEN: [TOWER]}, rest=(ENFORCER, CODE, SABOTEUR, DOUBLE))
    match.play(ANNA, ENFORCER)
    assert match.view().at[GREEN] == 5


@clause("6.11", "7.3")
def test_a_fresh_masterplan_wins_at_once():
    match = takes(PLAN, in_play=([DOUBLE, ENFORCER, CODE, SABOTEUR, SENTINEL, MOLE], ()))
    assert ended(match) == ("masterplan", (ANNA,))


@clause("6.11", "7.1")
def test_a_fresh_security_system_wins_at_once():
    match = recruits(DAREDEVIL, CODE, blue=7, green=7, offer=[SECURITY, TWIN, TOWER])  # blue stands on green's Home
    match.play(ANNA, SECURITY)
    assert ended(match) == ("security", (ANNA,))


@clause("6.12")
def test_an_empty_market_deck_fills_up_nothing():
    match = takes(TRUCK, stock=())
    assert [card for card in Market if match.view().market[card] == Where.OFFER] == [PLAN, PACK]
    assert match.view().ask == Ask.EXCHANGE


@clause("6.12")
def test_from_an_empty_offer_nobody_takes_anything():
    match = recruits(DAREDEVIL, CODE, offer=(), stock=())
    assert (match.view().at[GREEN], match.view().ask, match.waiting) == (2, Ask.EXCHANGE, (BOB,))
    assert match.view().due == [0, 0]
    assert "The market is empty." in match.view().text(match.voice("en"))
    match = recruits(DAREDEVIL, ENFORCER, blue=1, offer=(TOWER,), stock=())  # the last card goes to the first
    match.play(ANNA, TOWER)
    assert (match.view().ask, match.view().market[TOWER]) == (Ask.EXCHANGE, Where.GREEN)
    assert Where.STOCK not in match.view().market  # what is gone does not come back
    assert match.view().market.count(Where.SPENT) == MARKET_CARDS - 1


@clause("6.14")
def test_taking_an_agent_out_of_play_moves_no_pawn_and_copies_count_anew():
    match = takes(SPYCATION, in_play=([DOUBLE, DOUBLE], ()))
    before = match.view().at
    match.play(ANNA, DOUBLE)
    assert (match.view().at, agents_in_play(match, GREEN)[DOUBLE]) == (before, 1)
    match.play(ANNA, YES)
    assert match.view().at[GREEN] == before[GREEN] + 6  # it is the second copy again
    assert ended(match) == ("caught", (ANNA,))


@clause("6.15")
def test_agents_that_all_saw_go_to_a_hand_are_known():
    match = takes(MIND, in_play=((), [MOLE, SENTINEL]))
    match.play(ANNA, MOLE)
    assert match.view().known[ANNA] == row([MOLE])
    assert "known: Mole" in match.view(BOB).text(match.voice("en"))
    assert match.view(BOB).hand[ANNA] == [HIDDEN] * KINDS
