"""Agent Avenue in teams, with three and four players, and who knows what (docs/games/agent-avenue)."""

from __future__ import annotations

from collections import Counter

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CHRIS,
    CODE,
    COVERED,
    DAREDEVIL,
    DAVID,
    ENFORCER,
    GAME,
    HAND,
    MOLE,
    NAMES,
    NO,
    OPEN,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    YES,
    agents_in_play,
    clause_of,
    ended,
    new,
    row,
    table,
    turn_of,
)
from market_table import partners_at_market

from doppiogioco.engine.errors import NotWaiting, StaleAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from doppiogioco.engine.words import Voice
from doppiogioco.games.agent_avenue.cards import BLUE, GREEN, KINDS, Market
from doppiogioco.games.agent_avenue.state import EXCHANGE_FIRST, Ask, Where

clause = pytest.mark.clause


# Sides --------------------------------------------------------------------------------------------------------------


@clause("2.2")
def test_four_players_are_partners_at_every_other_seat():
    for seed in range(12):
        view = new(4, seed=seed).view()
        assert view.side[ANNA] == view.side[CHRIS] != view.side[BOB] == view.side[DAVID]
        assert view.side[view.first] == GREEN == view.active


@clause("2.3")
@pytest.mark.parametrize("seat", range(3))
def test_three_players_may_agree_who_is_alone(seat):
    for seed in range(4):
        match = new(3, seed=seed, alone=[seat])
        assert match.view().alone == seat
        assert match.log()[0] == f"{NAMES[seat]} plays alone against the other two."
    assert match.game.words.question(match.game.view(match.game.start(3, 4), SPECTATOR), Voice()) == "Who plays alone?"


@clause("2.3", "2.5")
def test_three_players_draw_lots_who_is_alone_and_both_sides_begin_as_often():
    alone = Counter()
    for seed in range(150):
        view = new(3, seed=seed).view()
        partners = [seat for seat in range(3) if seat != view.alone]
        assert view.side[partners[0]] == view.side[partners[1]] != view.side[view.alone]
        assert view.side[view.first] == GREEN
        alone[view.alone] += 1
    assert min(alone[seat] for seat in range(3)) > 30
    game = find(GAME)
    lots = game.start(3, 0)
    assert game.weights(lots) == [1, 1, 1, 0, 0, 0, 0, 0]
    game.rules.apply(lots, CHANCE, BOB)
    assert game.weights(lots) == [1, 2, 1, 0, 0, 0, 0, 0]  # Bob alone as often as the two together
    assert game.weights(game.start(4, 0)) == [1] * 4 + [0] * 4


@clause("2.5")
def test_the_log_says_who_plays_with_whom():
    match = new(3, seed=4)
    alone = NAMES[match.view().alone]
    assert match.log()[0] == f"{alone} plays alone against the other two."
    assert match.log()[1].startswith("Green begins: ")
    assert len(new(4).log()) == 1


@clause("1.2", "3.2", "5.8")
def test_partners_share_pawn_and_agents_and_win_together():
    match = turn_of(table(seats=4, green=5), ENFORCER, DAREDEVIL, OPEN)
    assert agents_in_play(match, BLUE) == row([ENFORCER])
    assert agents_in_play(match, GREEN) == row([DAREDEVIL])
    assert match.view().at == [7, 8]
    assert (match.view().active, match.waiting) == (BLUE, (BOB, DAVID))
    match = turn_of(table(seats=4, green=6), SABOTEUR, DAREDEVIL, OPEN)
    assert ended(match) == ("caught", (ANNA, CHRIS))
    assert match.outcome.scores == (9, -9, 9, -9)
    assert match.outcome.returns == (1, -1, 1, -1)
    assert match.verdict() == "Green has caught the pawn of Blue. Anna and Chris win!"


# Playing together ---------------------------------------------------------------------------------------------------


@clause("3.2")
@pytest.mark.parametrize(("speaker", "leader"), [(ANNA, ANNA), (ANNA, CHRIS), (CHRIS, ANNA), (CHRIS, CHRIS)])
def test_partners_agree_who_plays_face_up(speaker, leader):
    match = table(seats=4, spent=[2] * 4 + [0] * 4)
    assert match.waiting == (ANNA, CHRIS)
    match.play(speaker, leader)
    partner = CHRIS if leader == ANNA else ANNA
    assert (match.view().ask, match.waiting) == (Ask.OPEN, (leader,))
    match.play(leader, SABOTEUR)
    assert (match.view().ask, match.waiting) == (Ask.COVER, (partner,))
    assert clause_of(match, partner, SABOTEUR) == "3.6"
    match.play(partner, ENFORCER)
    assert (match.view().ask, match.waiting) == (Ask.RECRUIT, (BOB, DAVID))


@clause("3.2", "3.3")
def test_what_one_decides_for_both_is_told_before_anything_else():
    """The partner would decide something else meanwhile."""
    match = table(seats=4)
    assert match.check(ANNA, ANNA).asked  # whether to exchange
    assert not match.check(ANNA, ANNA).more
    assert not match.check(ANNA, EXCHANGE_FIRST).more


@clause("3.2")
def test_only_a_partner_can_lead():
    match = table(seats=4)
    assert clause_of(match, ANNA, BOB) == "3.2"
    assert clause_of(match, CHRIS, 5) == "3.2"
    with pytest.raises(NotWaiting, match="waiting for Anna and Chris"):
        match.play(BOB, BOB)


@clause("3.2", "4.1", "6.13")
def test_the_first_partner_to_answer_decides_and_the_second_is_told_so():
    match = table(seats=4, spent=[2] * 4 + [0] * 4)
    match.play(CHRIS, ANNA)
    with pytest.raises(NotWaiting, match="It is not the turn of Chris: waiting for Anna"):
        match.play(CHRIS, CHRIS, after=0)
    match.play(ANNA, SABOTEUR)
    match.play(CHRIS, ENFORCER)
    asked = len(match.history)
    match.play(DAVID, OPEN, after=asked)
    assert agents_in_play(match, BLUE) == row([SABOTEUR])
    with pytest.raises(StaleAnswer, match="The table has moved on"):
        match.play(BOB, COVERED, after=asked)
    with pytest.raises(StaleAnswer, match="Intanto il tavolo è andato avanti"):
        match.play(BOB, COVERED, after=asked, language="it")
    assert match.view().ask == Ask.LEAD
    assert set(find(GAME).first_come) == {Ask.LEAD, Ask.RECRUIT, Ask.TAKER}


@clause("3.3")
def test_each_partner_exchanges_twice_before_or_after_the_others_card():
    match = table(seats=4)
    match.play(CHRIS, EXCHANGE_FIRST)  # before anybody has played
    assert (match.view().ask, match.waiting) == (Ask.DISCARD, (CHRIS,))
    match.play(CHRIS, SENTINEL)
    assert (match.view().ask, match.waiting) == (Ask.LEAD, (ANNA, CHRIS))
    match.play(ANNA, ANNA)
    for _ in range(2):  # the one who plays face up, before that card
        assert (match.view().ask, match.waiting) == (Ask.EXCHANGE, (ANNA,))
        match.play(ANNA, YES)
        match.play(ANNA, match.legal(ANNA)[0])
    assert match.view().ask == Ask.OPEN
    match.play(ANNA, match.legal(ANNA)[0])
    assert (match.view().ask, match.waiting) == (Ask.EXCHANGE, (CHRIS,))  # the other, after it
    match.play(CHRIS, YES)
    match.play(CHRIS, match.legal(CHRIS)[0])
    assert (match.view().ask, match.waiting) == (Ask.COVER, (CHRIS,))
    assert match.view().spent[:4] == [2, 0, 2, 0]


@clause("3.3", "3.5")
def test_no_exchange_left():
    match = table(seats=4, spent={ANNA: 2})
    assert clause_of(match, ANNA, EXCHANGE_FIRST) == "3.3"
    match.play(CHRIS, EXCHANGE_FIRST)  # the partner has two of their own
    match = table(seats=4, deck=[])
    assert clause_of(match, ANNA, EXCHANGE_FIRST) == "3.5"
    assert [int(answer) for answer in match.legal(CHRIS)] == [ANNA, CHRIS]


@clause("3.3")
def test_somebody_alone_against_two_exchanges_four_times_and_each_of_the_two_twice():
    match = table(seats=3, turn=BLUE, ask=Ask.EXCHANGE)
    for _ in range(4):
        match.play(BOB, YES)
        match.play(BOB, match.legal(BOB)[0])
    assert (match.view().ask, match.view().spent[BOB]) == (Ask.OPEN, 4)
    match.play(BOB, match.legal(BOB)[0])
    assert match.view().ask == Ask.COVER
    match = table(seats=3)
    for _ in range(2):
        match.play(ANNA, EXCHANGE_FIRST)
        match.play(ANNA, match.legal(ANNA)[0])
    assert clause_of(match, ANNA, EXCHANGE_FIRST) == "3.3"


@clause("3.7")
def test_a_partner_with_nothing_but_the_name_face_up_may_play_it():
    match = table({CHRIS: [SABOTEUR] * 3}, seats=4, spent=[2] * 4 + [0] * 4)
    match.play(ANNA, ANNA)
    match.play(ANNA, SABOTEUR)
    match.play(CHRIS, SABOTEUR)
    match.play(BOB, COVERED)
    assert agents_in_play(match, GREEN) == agents_in_play(match, BLUE) == row([SABOTEUR])


@clause("3.7")
def test_the_exception_looks_at_the_hand_of_who_plays_face_down():
    """Anna holds nothing but Saboteurs, Chris does not: Chris needs another name."""
    match = table({ANNA: [SABOTEUR] * 4}, seats=4, spent=[2] * 4 + [0] * 4)
    match.play(ANNA, ANNA)
    match.play(ANNA, SABOTEUR)
    assert clause_of(match, CHRIS, SABOTEUR) == "3.6"


@clause("3.8", "3.9")
@pytest.mark.parametrize("leader", [ANNA, CHRIS])
def test_the_last_card_of_the_deck_goes_to_who_played_face_up(leader):
    match = table(seats=4, deck=[MOLE], spent=[2] * 4 + [0] * 4)
    partner = CHRIS if leader == ANNA else ANNA
    match.play(ANNA, leader)
    match.play(leader, SABOTEUR)
    match.play(partner, ENFORCER)
    assert (match.view().cards[leader], match.view().cards[partner], match.view().pile) == (4, 3, 0)
    assert match.view(leader).hand[leader][MOLE] == 1


@clause("3.9")
def test_the_partner_who_plays_face_down_cannot_exchange_for_the_last_card():
    match = table(seats=4, deck=[MOLE])
    match.play(ANNA, ANNA)
    match.play(ANNA, NO)
    match.play(ANNA, SABOTEUR)
    assert (match.view().ask, match.waiting) == (Ask.COVER, (CHRIS,))
    match.play(CHRIS, ENFORCER)
    assert match.view(ANNA).hand[ANNA][MOLE] == 1
    assert match.view().cards[:4] == [4, 4, 3, 4]


@clause("3.9")
def test_the_partner_who_plays_face_up_may_exchange_for_it():
    match = table(seats=4, deck=[MOLE])
    match.play(CHRIS, ANNA)
    match.play(ANNA, YES)
    match.play(ANNA, SABOTEUR)
    assert (match.view().ask, match.view(ANNA).hand[ANNA][MOLE], match.view().pile) == (Ask.OPEN, 1, 0)


@clause("3.9")
@pytest.mark.parametrize(("taker", "partner"), [(ANNA, CHRIS), (CHRIS, ANNA)])
def test_who_exchanges_for_it_before_the_lead_is_settled_plays_face_up(taker, partner):
    match = table(seats=4, deck=[MOLE])
    assert "The last card of the deck is for that player" in match.question(ANNA)
    assert str(match.legal(taker)[-1]) == "Exchange for the last card and play face up"
    match.play(taker, EXCHANGE_FIRST)
    match.play(taker, ENFORCER)
    view = match.view()
    assert (view.ask, view.opener, view.coverer, match.waiting) == (Ask.OPEN, taker, partner, (taker,))
    line = match.log(BOB)[-1]
    assert line == f"{NAMES[taker]} has taken the last card and so plays face up. The deck is empty."
    assert line.clause == "3.9"
    match.play(taker, MOLE)
    assert (match.view().ask, match.waiting) == (Ask.COVER, (partner,))


@clause("3.9")
def test_of_two_cards_none_is_kept_for_anybody():
    """Chris exchanges for one of two; the lead stays open, and Anna, who plays face down, may have the other."""
    match = table(seats=4, deck=[MOLE, SIDEKICK])
    match.play(CHRIS, EXCHANGE_FIRST)
    match.play(CHRIS, ENFORCER)
    assert (match.view().ask, match.view().pile, match.view().last) == (Ask.LEAD, 1, 0)
    match.play(ANNA, CHRIS)
    match.play(CHRIS, NO)
    match.play(CHRIS, SABOTEUR)
    match.play(ANNA, YES)
    match.play(ANNA, ENFORCER)
    assert (match.view().pile, match.view().spent[:4]) == (0, [1, 0, 1, 0])
    match.play(ANNA, SENTINEL)
    assert match.view().cards[:4] == [3, 4, 3, 4]


@clause("3.9")
@pytest.mark.parametrize(("left", "last"), [(2, 0), (1, 1), (0, 0)])
def test_the_deck_is_looked_at_when_partners_begin_their_turn(left, last):
    match = turn_of(table(seats=3, turn=BLUE, deck=[SENTINEL] * (2 + left)), SABOTEUR, ENFORCER, OPEN)
    assert (match.view().active, match.view().pile, match.view().last) == (GREEN, left, last)
    match = turn_of(table(seats=3, deck=[SENTINEL] * (2 + left)), SABOTEUR, ENFORCER, OPEN)
    assert (match.view().active, match.view().last) == (BLUE, 0)  # Bob is alone: whatever is left is for him


@clause("3.8")
def test_partners_both_draw_after_both_cards():
    match = table(seats=4, chance=[MOLE, SIDEKICK], spent=[2] * 4 + [0] * 4)
    match.play(CHRIS, CHRIS)
    match.play(CHRIS, SABOTEUR)
    assert match.view().cards[:4] == [4, 4, 3, 4]
    match.play(ANNA, ENFORCER)
    assert match.view().cards[:4] == [4] * 4
    assert match.view(CHRIS).hand[CHRIS][MOLE] == match.view(ANNA).hand[ANNA][SIDEKICK] == 1


# The end ------------------------------------------------------------------------------------------------------------


@clause("5.6")
@pytest.mark.parametrize(
    ("bob", "david", "over"), [(HAND, HAND, False), ((MOLE,), (SIDEKICK,), False), ((), HAND, True), (HAND, (), True)]
)
def test_two_partners_run_out_when_one_of_them_has_nothing(bob, david, over):
    hands = {ANNA: [ENFORCER], CHRIS: [CODE], BOB: bob, DAVID: david}
    match = turn_of(table(hands, seats=4, deck=[]), ENFORCER, CODE, COVERED)
    assert ended(match) == (("nearer", (ANNA, CHRIS)) if over else None)


@clause("5.6", "5.7")
@pytest.mark.parametrize(("cards", "over"), [((MOLE, SIDEKICK), False), ((MOLE,), True), ((), True)])
def test_somebody_alone_needs_two_cards(cards, over):
    hands = {ANNA: [ENFORCER], CHRIS: [CODE], BOB: cards}
    match = turn_of(table(hands, seats=3, deck=[], blue=1), ENFORCER, CODE, COVERED)
    assert ended(match) == (("level", (ANNA, CHRIS)) if over else None)


@clause("5.6")
@pytest.mark.parametrize(("anna", "over"), [([SENTINEL], False), ([], True)])
def test_against_somebody_alone_the_two_partners_need_one_card_each(anna, over):
    hands = {ANNA: anna, CHRIS: [SENTINEL], BOB: [ENFORCER, CODE]}
    match = turn_of(table(hands, seats=3, turn=BLUE, deck=[]), ENFORCER, CODE, COVERED)
    assert ended(match) == (("nearer", (BOB,)) if over else None)


@clause("5.5", "1.2")
def test_a_tie_goes_to_the_whole_side():
    hands = {ANNA: [CODE], CHRIS: [SIDEKICK]}
    match = turn_of(table(hands, seats=4, green=4, in_play=((), [CODE] * 2)), CODE, SIDEKICK, OPEN)
    assert ended(match) == ("tie", (ANNA, CHRIS))


# The market ---------------------------------------------------------------------------------------------------------


@clause("6.13")
@pytest.mark.parametrize("taker", [ANNA, CHRIS])
def test_partners_agree_who_takes_the_card_and_that_hand_counts(taker):
    match = partners_at_market(Market.OUTPOST)
    assert (match.view().ask, match.waiting) == (Ask.TAKER, (ANNA, CHRIS))
    assert clause_of(match, ANNA, DAVID) == "6.13"
    assert clause_of(match, ANNA, 6) == "6.13"
    match.play(ANNA, taker)
    assert match.waiting == (taker,)
    match.play(taker, Market.OUTPOST)
    if taker == CHRIS:
        assert (match.view().ask, match.waiting) == (Ask.HIRE, (CHRIS,))
        match.play(CHRIS, SENTINEL)
        assert agents_in_play(match, GREEN) == row([DAREDEVIL, SENTINEL])
    else:  # Anna has no Sentinel, and Chris's do not count
        assert agents_in_play(match, GREEN) == row([DAREDEVIL])
    assert (match.view().ask, match.view().cards[:4]) == (Ask.LEAD, [4] * 4)


@clause("6.13", "8.7", "8.6")
@pytest.mark.parametrize("card", [Market.MIND_CONTROL, Market.SPYCATION])
def test_agents_go_to_the_hand_of_who_took_the_card(card):
    match = partners_at_market(card)
    match.play(CHRIS, CHRIS)
    match.play(CHRIS, card)
    match.play(CHRIS, match.legal(CHRIS)[0])
    assert match.view().cards[:4] == [4, 4, 5, 4]
    assert sum(match.view().known[CHRIS]) == 1


@clause("6.13", "1.2")
def test_a_card_that_stays_is_for_both_partners():
    match = partners_at_market(Market.WATCHTOWER)
    match.play(CHRIS, CHRIS)
    match.play(CHRIS, Market.WATCHTOWER)
    assert match.view().market[Market.WATCHTOWER] == Where.GREEN
    assert (match.view().active, match.view().taker) == (BLUE, NOBODY)


# Nobody may know ----------------------------------------------------------------------------------------------------


@clause("1.4")
@pytest.mark.parametrize("seat", [BOB, DAVID, ANNA, None])
def test_the_card_face_down_is_hidden_from_opponents_partner_and_spectators(seat):
    """Chris lays one card or another: nobody else can tell, from anything they see, hear or are asked."""
    seen = []
    for hidden in (ENFORCER, DAREDEVIL):
        match = table(seats=4, chance=[MOLE, SIDEKICK], spent=[2] * 4 + [0] * 4)
        match.play(ANNA, ANNA)
        match.play(ANNA, SABOTEUR)
        match.play(CHRIS, hidden)
        assert match.view(CHRIS).covered == hidden
        assert match.view(seat).covered == HIDDEN
        said = [(match.log(seat, language), match.question(seat, language)) for language in ("en", "it")]
        tables = [match.view(seat).text(match.voice(language)) for language in ("en", "it")]
        seen.append((match.view(seat), match.heard(seat), said, tables, match.waiting))
    assert seen[0] == seen[1]


@clause("1.4", "3.4")
@pytest.mark.parametrize("seat", [BOB, DAVID, ANNA, None])
def test_what_a_partner_exchanged_and_drew_is_hidden(seat):
    seen = []
    for gone, drawn in ((ENFORCER, MOLE), (DAREDEVIL, CODE)):
        match = table(seats=4, chance=[drawn])
        match.play(CHRIS, EXCHANGE_FIRST)
        match.play(CHRIS, gone)
        assert match.view(CHRIS).discards[CHRIS] == row([gone])
        assert match.view(CHRIS).hand[CHRIS][drawn] == 1
        seen.append((match.view(seat), match.heard(seat), match.log(seat), match.view(seat).text(match.voice("en"))))
    assert seen[0] == seen[1]


@clause("1.4")
def test_a_partner_does_not_see_the_hand():
    view = table(seats=4).view(ANNA)
    assert view.hand[ANNA] == row(HAND)
    for other in (BOB, CHRIS, DAVID):
        assert view.hand[other] == view.discards[other] == [HIDDEN] * KINDS
    text = view.text(table(seats=4).voice("en"))
    assert "Hand of Anna" in text
    assert "Hand of Chris" not in text


@clause("1.4", "4.2")
def test_the_card_is_turned_over_for_all_when_it_is_recruited():
    match = turn_of(table(seats=4), SABOTEUR, ENFORCER, OPEN)
    for seat in (ANNA, BOB, CHRIS, DAVID, None):
        assert any(line.startswith("The card face down is an Enforcer.") for line in match.log(seat))
