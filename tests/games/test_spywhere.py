"""Spywhere, the set-up and a turn: the clauses of docs/games/spywhere, sections 1 to 3 and 5."""

from random import Random

import pytest
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    DAVID,
    ENGLAND,
    FRANCE,
    GAME,
    GERMANY,
    ITALY,
    MIXED,
    NAMES,
    NO,
    SPAIN,
    YES,
    begin,
    clause_of,
    counts,
    next_turn,
    table,
)

import doppiogioco
from doppiogioco.engine.errors import NotWaiting, UnknownGame
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Given
from doppiogioco.engine.records import replay, verify
from doppiogioco.engine.state import CHANCE, HIDDEN, NOBODY
from doppiogioco.engine.words import Voice
from doppiogioco.games.spywhere.cards import NO_GUESS, Nation
from doppiogioco.games.spywhere.names import NATION_NAMES
from doppiogioco.games.spywhere.state import Ask

# 1 What it is about, 2 Setting up -----------------------------------------------------------------------------------


@pytest.mark.clause("1.1", "6.8")
@pytest.mark.parametrize("seats", range(2, 7))
def test_most_points_win_a_whole_game(seats):
    match = doppiogioco.new(GAME, seats, seed=3)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[len(match.history) % len(match.legal(seat))])
    view, scores = match.view(), []
    for seat in range(seats):
        own = sum(view.hand[seat][nation] for nation in Nation if view.passport[seat][nation])
        others = [BOB - seat] * 2 if seats == 2 else [(seat + step) % seats for step in range(1, seats)]
        guesses = zip(others, view.guess[seat], strict=False)
        right = sum(nation in range(6) and view.passport[other][nation] for other, nation in guesses)
        scores.append(own * (1 + right) + 3 * (view.closer == seat))
    assert match.outcome.scores == tuple(scores)
    assert match.outcome.winners == tuple(seat for seat in range(seats) if scores[seat] == max(scores))


@pytest.mark.clause("1.2")
def test_what_the_printed_rules_have_is_the_default():
    assert doppiogioco.new(GAME, 2).options == {"clear-triples": False, "change-guesses": True}
    assert len([setup for setup in doppiogioco.setups() if setup[0] == GAME]) == 20


@pytest.mark.clause("1.3", "2.5", "2.6")
def test_what_is_secret_and_what_everybody_sees():
    match = table(guess={BOB: {0: ITALY}}, laid={BOB: {0: 1}})
    mine, others = match.view(BOB), [match.view(ANNA), match.view(CHRIS), match.view()]
    assert mine.passport[BOB] == counts([FRANCE])
    assert mine.hand[BOB] == counts(MIXED[:4])
    assert mine.guess[BOB] == [ITALY] + [NOBODY] * 4
    for view in others:
        assert view.passport[BOB] == view.hand[BOB] == [HIDDEN] * 6
        assert view.guess[BOB] == [HIDDEN] * 5
        assert view.deck == [HIDDEN] * 6
        assert (view.row, view.pile, view.cards[:3]) == (counts(MIXED), 90 - 12 - 5, [4, 4, 4])
        assert view.laid[BOB] == [1, 0, 0, 0, 0]


@pytest.mark.clause("1.3")
def test_cards_that_everybody_saw_being_taken_are_counted():
    """Of equal cards the known one is given first; a card nobody knew of changes nothing."""
    hands = {ANNA: (ITALY, ITALY, FRANCE, GERMANY)}
    match = table(hands=hands)
    match.play(ANNA, GERMANY, BELGIUM)
    assert match.view().known[ANNA] == counts([BELGIUM])
    match = table(hands=hands, known={ANNA: counts([ITALY])})
    match.play(ANNA, ITALY, FRANCE)
    assert match.view(BOB).known[ANNA] == counts([FRANCE])
    assert match.view(ANNA).hand[ANNA] == counts([ITALY, FRANCE, FRANCE, GERMANY])


@pytest.mark.clause("2.1", "2.2")
@pytest.mark.parametrize(("seats", "cards"), [(2, 90), (3, 90), (4, 90), (5, 108), (6, 108)])
def test_all_cards_are_there(seats, cards):
    match = doppiogioco.new(GAME, seats, seed=5)
    s = match._state
    dealt = [sum(s.hand[seat][nation] for seat in range(seats)) for nation in Nation]
    each = [sum(parts) for parts in zip(s.deck, s.row, dealt, strict=True)]
    assert each == [0 if nation == s.removed else 18 for nation in Nation]
    assert sum(each) == cards
    assert s.pile == sum(s.deck) == cards - 3 * seats - 5 - 1


@pytest.mark.clause("2.2", "5.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_nation_stays_in_the_box(seats):
    """Its cards are not dealt, it is in no passport, and it has no identification card."""
    match = begin(seats, GERMANY)
    assert match.view().removed == GERMANY
    assert match._state.deck[GERMANY] == 0
    assert all(row[GERMANY] == 0 for row in match._state.passport)
    assert match.log()[0] == "Germany stays in the box."
    assert match.log(language="it")[0] == "La Germania resta nella scatola."
    match = table(seats=seats, ask=Ask.GUESS, turns=30)
    match.play(ANNA, BOB)
    assert [int(answer) for answer in match.legal(ANNA)] == [ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM]
    assert clause_of(match, ANNA, SPAIN) == "2.2"


@pytest.mark.clause("2.2")
@pytest.mark.parametrize("seats", [5, 6])
def test_from_five_players_on_all_nations_take_part(seats):
    match = begin(seats, 2)
    assert (match.view().removed, match.view().turn) == (NOBODY, 2)
    assert sum(match.view().row) == 5
    match = table(seats=seats, ask=Ask.GUESS)
    match.play(ANNA, BOB)
    assert len(match.legal(ANNA)) == 6


@pytest.mark.clause("2.2", "2.3")
def test_lots_are_fair():
    game = find(GAME)
    start = game.start(3, 0)
    assert game.weights(start) == [1] * 6
    assert game.weights(game.state.changed(start, {"ask": Ask.FIRST})) == [1, 1, 1, 0, 0, 0, 0, 0]


@pytest.mark.clause("2.2")
def test_the_players_may_agree_on_the_nation_left_out():
    """It is put before anything else is drawn by lot, and what is agreed on changes no other lot."""
    for seats in (2, 3, 4):
        match = doppiogioco.new(GAME, seats, seed=5, agreed={"removed": [BELGIUM]})
        assert match.view().removed == BELGIUM
        assert match.history[0] == Given(CHANCE, BELGIUM)
        assert match.log()[0] == "Belgium stays in the box."
        assert match.log()[0].clause == "2.2"
        played_at_random(match)
        assert verify(match.record()) > 10
        assert replay(match.record()).view() == match.view()
    with pytest.raises(UnknownGame):
        doppiogioco.new(GAME, 5, agreed={"removed": [BELGIUM]})  # all nations take part


@pytest.mark.clause("2.2")
@pytest.mark.parametrize(
    ("language", "question", "answers"),
    [
        ("en", "Which nation stays in the box?", ["Italy", "France", "Germany", "England", "Belgium", "Spain"]),
        (
            "it",
            "Quale nazione resta nella scatola?",
            ["Italia", "Francia", "Germania", "Inghilterra", "Belgio", "Spagna"],
        ),
    ],
)
def test_the_nation_left_out_can_be_asked_for_before_the_deal(language, question, answers):
    game = find(GAME)
    view, say = game.view(game.start(4, 0), None), Voice(language)
    assert game.words.question(view, say) == question
    assert [game.words.answer(view, a, say) for a in range(game.choices(view))] == answers


def played_at_random(match):
    chance = Random(1)
    while match.waiting:
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))


@pytest.mark.clause("2.3", "3.1")
def test_the_first_player_and_then_clockwise():
    match = begin(3, SPAIN, CHRIS)
    assert match.waiting == (CHRIS,)
    for seat in (CHRIS, ANNA, BOB, CHRIS):
        assert match.waiting == (seat,)
        match.play(seat, match.legal(seat)[0])
        match.play(seat, match.legal(seat)[0])
        if match.view().ask == Ask.TRIPLE:
            match.play(seat, NO)
        match.play(seat, NO_GUESS)


ROW_OF_THREE = (ITALY, ITALY, ITALY, FRANCE, GERMANY)
DEALT = (SPAIN, ANNA, ITALY, FRANCE, GERMANY, *(ENGLAND, BELGIUM, BELGIUM) * 3)  # to three: all but the row


@pytest.mark.clause("2.4", "4.6")
def test_three_of_a_kind_in_the_first_row_stay():
    match = begin(3, *DEALT, *ROW_OF_THREE)
    assert match.view().row == counts(ROW_OF_THREE)
    assert match.view().ask == Ask.GIVE


@pytest.mark.clause("2.4", "4.6")
def test_three_of_a_kind_in_the_first_row_are_cleared_with_the_option():
    again = (YES, ITALY, ITALY, ITALY, YES, ITALY, BELGIUM, BELGIUM)  # and the next three are all Italian once more
    match = begin(3, *DEALT, *ROW_OF_THREE, *again, clear_triples=True)
    assert match.view().row == counts((FRANCE, GERMANY, ITALY, BELGIUM, BELGIUM))
    assert match.view().ask == Ask.GIVE
    assert match._state.deck[ITALY] + sum(match._state.hand[seat][ITALY] for seat in range(3)) == 17
    assert sum("go back into the deck" in line for line in match.log()) == 2


@pytest.mark.clause("2.4", "2.5", "2.6")
def test_passports_and_hands_are_dealt_clockwise_from_the_first_player_and_then_the_row():
    hands = (ITALY, ITALY, FRANCE), (GERMANY,) * 3, (ENGLAND, BELGIUM, BELGIUM)
    chance = [SPAIN, BOB, GERMANY, ENGLAND, BELGIUM, *hands[0], *hands[1], *hands[2], *MIXED, FRANCE]
    match = begin(3, *chance)
    for seat, nation, hand in zip((BOB, CHRIS, ANNA), (GERMANY, ENGLAND, BELGIUM), hands, strict=True):
        drawn = [FRANCE] if seat == BOB else []
        assert match.view(seat).passport[seat] == counts([nation])
        assert match.view(seat).hand[seat] == counts([*hand, *drawn])
    assert match.view().cards[:3] == [3, 4, 3]
    assert match.view().row == counts(MIXED)


@pytest.mark.clause("2.4", "4.6")
def test_what_is_cleared_from_the_first_row_was_in_nobody_s_hand():
    """The printed order: hands are dealt before the row, so its cards come back too late for them."""
    cleared = 0
    for seed in range(40):
        match = doppiogioco.new(GAME, 2, {"clear-triples": True}, seed=seed)
        s = match.game.start(2, match.option_bits)
        for given in match.history:
            if s.ask in (Ask.ROW, Ask.CLEAR) and s.turns == 0:
                cleared += s.ask == Ask.CLEAR
                assert [sum(hand) for hand in s.hand[:2]] == [3, 3]
            match.game.rules.apply(s, *given)
    assert cleared > 5


@pytest.mark.clause("2.5", "2.6", "1.3")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_log_tells_passport_and_cards_to_their_owner_only(language):
    match = doppiogioco.new(GAME, 4, seed=4, names=NAMES[:4])
    for seat in range(4):
        dealt = [line for line in match.log(seat, language) if line.clause in ("2.5", "2.6") and NAMES[seat] in line]
        assert [line.clause for line in dealt] == ["2.5", "2.6", "2.6", "2.6"]
        nation = NATION_NAMES[match.view(seat).passport[seat].index(1)]
        assert match.voice(language)(nation) in dealt[0]
    told = [line.clause for line in match.log(None, language)]
    assert told == ["2.2", "2.3", "2.6", "2.4", "3.2"]  # box, first player, hands, row; then somebody draws
    assert not any(line.clause == "2.5" for line in match.log(None, language))


@pytest.mark.clause("2.5")
@pytest.mark.parametrize("seats", range(2, 7))
def test_passports_differ_and_the_rest_stays_unseen(seats):
    match = doppiogioco.new(GAME, seats, seed=6)
    held = [nation for seat in range(seats) for nation in Nation if match._state.passport[seat][nation]]
    assert len(set(held)) == len(held) == (4 if seats == 2 else seats)
    assert match.view().removed not in held


# 3 Drawing and exchanging -------------------------------------------------------------------------------------------


@pytest.mark.clause("3.1", "3.2")
def test_a_turn_begins_with_a_card_from_the_deck():
    match = next_turn(table(ask=Ask.GUESS), BELGIUM)
    assert match.waiting == (BOB,)
    assert match.view(BOB).hand[BOB] == counts((*MIXED[:4], BELGIUM))
    assert match.view().cards[:3] == [4, 5, 4]
    assert match.log(BOB)[-1] == "Bob draws Belgium (mussels)."
    assert match.log(ANNA)[-1] == match.log()[-1] == "Bob draws a card."
    assert match.heard(CHRIS)[-1] == Given(CHANCE, HIDDEN)


@pytest.mark.clause("3.2")
def test_a_hand_has_no_limit():
    match = table(hands={ANNA: MIXED * 7})
    match.play(ANNA, ITALY, FRANCE)
    assert match.view().cards[ANNA] == 35
    assert match.view().ask == Ask.GUESS


@pytest.mark.clause("3.3")
@pytest.mark.parametrize("given", [FRANCE, BELGIUM])
def test_any_card_of_the_hand_may_be_given_the_drawn_one_too(given):
    match = next_turn(table(ask=Ask.GUESS, hands={BOB: (FRANCE, FRANCE, GERMANY)}), BELGIUM)
    assert [int(answer) for answer in match.legal(BOB)] == [FRANCE, GERMANY, BELGIUM]
    match.play(BOB, given, ENGLAND)
    assert match.view(BOB).hand[BOB] == counts(
        {FRANCE: (FRANCE, GERMANY, BELGIUM, ENGLAND), BELGIUM: (FRANCE, FRANCE, GERMANY, ENGLAND)}[given]
    )
    assert match.log(ANNA)[-1].startswith("Bob gives ")


@pytest.mark.clause("3.3")
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_card_that_is_not_in_hand_cannot_be_given_and_passing_is_no_answer(language):
    match = table(hands={ANNA: (ITALY, FRANCE)})
    assert clause_of(match, ANNA, BELGIUM, language=language) == "3.3"
    assert len(match.legal(ANNA)) == 2  # the exchange is a must


@pytest.mark.clause("3.4", "1.3")
def test_the_exchange():
    match = table(row=(ITALY, ITALY, GERMANY, ENGLAND, BELGIUM))
    match.play(ANNA, FRANCE)
    assert match.view(BOB).given == FRANCE
    assert sum(match.view().row) == 5
    match.play(ANNA, ITALY)
    assert match.view().row == counts((ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM))
    assert match.view(ANNA).hand[ANNA] == counts((ITALY, ITALY, GERMANY, ENGLAND))
    assert match.log(BOB)[-1] == match.log()[-1] == "Anna gives France (cheese) and takes Italy (pizza)."


@pytest.mark.clause("3.4")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("taken", [FRANCE, BELGIUM])
def test_only_what_lay_there_before_can_be_taken(taken, language):
    match = table(row=(ITALY, ITALY, GERMANY, GERMANY, ENGLAND))
    match.play(ANNA, FRANCE)
    assert [int(answer) for answer in match.legal(ANNA)] == [ITALY, GERMANY, ENGLAND]
    assert clause_of(match, ANNA, taken, language=language) == "3.4"


@pytest.mark.clause("3.4")
def test_giving_and_taking_equal_cards_is_an_exchange():
    match = table(hands={ANNA: (ITALY, FRANCE)})
    match.play(ANNA, FRANCE, FRANCE)
    assert match.view().row == counts(MIXED)
    assert match.view(ANNA).hand[ANNA] == counts((ITALY, FRANCE))
    assert match.view().known[ANNA] == counts([FRANCE])  # now everybody knows one
    assert match.view().ask == Ask.GUESS


# 5 Identifying ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.1", "5.4")
def test_whom_is_public_and_as_what_is_secret():
    """Two different guesses, and nothing that anybody else can get hold of differs."""
    seen = []
    for nation in (FRANCE, BELGIUM):
        match = table(ask=Ask.GUESS, chance=[ITALY])
        match.play(ANNA, BOB)
        assert match.log(CHRIS)[-1] == match.log()[-1] == "Anna lays an identification card in front of Bob."
        match.play(ANNA, nation)
        others = (BOB, CHRIS, None)
        assert all(Given(ANNA, HIDDEN) in match.heard(other) for other in others)
        seen.append([(match.view(other).as_dict(), match.log(other), match.question(other)) for other in others[1:]])
        assert match.view(BOB).laid[ANNA] == [1, 0, 0, 0, 0]
        assert match.view(BOB).guess[ANNA] == [HIDDEN] * 5
        assert match.view(ANNA).guess[ANNA] == [nation] + [NOBODY] * 4
        assert f"Bob is {Nation(nation).name.title()}" in match.log(ANNA)[-2]
    assert seen[0] == seen[1]


@pytest.mark.clause("5.1", "3.1")
def test_one_guess_in_a_turn_and_none_is_a_must():
    match = table(ask=Ask.GUESS)
    assert NO_GUESS in match.legal(ANNA)
    match.play(ANNA, CHRIS, ITALY)
    assert match.waiting == (BOB,)
    with pytest.raises(NotWaiting):
        match.play(ANNA, BOB)


@pytest.mark.clause("5.1")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("whom", [ANNA, DAVID, 7])
def test_a_guess_is_about_an_opponent(whom, language):
    assert clause_of(table(ask=Ask.GUESS), ANNA, whom, language=language) == "5.1"


@pytest.mark.clause("5.2")
@pytest.mark.parametrize("language", ["en", "it"])
def test_each_opponent_only_once(language):
    match = table(seats=4, ask=Ask.GUESS, laid={ANNA: {1: 1}}, guess={ANNA: {1: FRANCE}})  # about Chris
    assert [int(answer) for answer in match.legal(ANNA)] == [BOB, DAVID, NO_GUESS]
    assert clause_of(match, ANNA, CHRIS, language=language) == "5.2"


@pytest.mark.clause("5.2")
@pytest.mark.parametrize(("seat", "whom", "slot"), [(0, 1, 0), (0, 3, 2), (1, 0, 2), (1, 3, 1), (3, 0, 0), (2, 1, 2)])
def test_guesses_are_kept_by_opponent_clockwise(seat, whom, slot):
    match = table(seats=4, ask=Ask.GUESS, turn=seat)
    match.play(seat, whom, GERMANY)
    assert match.view(seat).guess[seat] == [GERMANY if s == slot else NOBODY for s in range(5)]
    assert f"{NAMES[whom]} = Germany" in match.view(seat).text(match.voice("en"))
    assert f"Guesses of {NAMES[seat]}: {NAMES[whom]} = ?" in match.view().text(match.voice("en"))


@pytest.mark.clause("5.3")
@pytest.mark.parametrize("language", ["en", "it"])
def test_each_nation_only_once_and_the_own_one_is_allowed(language):
    match = table(seats=4, ask=Ask.GUESS, laid={ANNA: {1: 1}}, guess={ANNA: {1: FRANCE}})
    match.play(ANNA, BOB)
    assert [int(answer) for answer in match.legal(ANNA)] == [ITALY, GERMANY, ENGLAND, BELGIUM]
    assert clause_of(match, ANNA, FRANCE, language=language) == "5.3"
    match.play(ANNA, ITALY)
    assert match.view(ANNA).guess[ANNA][:2] == [ITALY, FRANCE]


@pytest.mark.clause("5.3")
def test_two_players_may_guess_the_same_nation():
    match = table(ask=Ask.GUESS, laid={BOB: {0: 1}}, guess={BOB: {0: FRANCE}})
    match.play(ANNA, CHRIS, FRANCE)
    assert match.view(ANNA).guess[ANNA][1] == FRANCE


@pytest.mark.clause("5.4")
def test_a_guess_does_not_change_before_the_end():
    match = table(ask=Ask.GUESS, chance=[ITALY, ITALY, ITALY])
    match.play(ANNA, BOB, FRANCE)
    for seat in (BOB, CHRIS):
        match.play(seat, ITALY, ITALY)
        match.play(seat, NO_GUESS)
    match.play(ANNA, ITALY, ITALY)
    assert clause_of(match, ANNA, BOB) == "5.2"
    assert match.view(ANNA).guess[ANNA][0] == FRANCE
