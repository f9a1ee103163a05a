"""Spywhere, the set-up and a turn: the clauses of docs/games/spywhere, sections 1 to 5."""

import pytest

import doppiogioco
from doppiogioco.engine.dealer import Dealer
from doppiogioco.engine.errors import IllegalAnswer, NotWaiting
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.record import HIDDEN, NOBODY, TABLE
from doppiogioco.games.spywhere.cards import COPIES, NO_GUESS, Nation
from doppiogioco.games.spywhere.state import Ask, Choice

GAME = "spywhere"
ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM, SPAIN = Nation
NAMES = ("Anna", "Bob", "Chris", "David", "Eve", "Fay")
ANNA, BOB, CHRIS, DAVID = range(4)
MIXED = (ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM)
YES, NO = Choice.YES, Choice.NO


def counts(cards):
    return [list(cards).count(nation) for nation in Nation]


def begin(seats, *chance, **options):
    """A match whose first answers of the table are known."""
    game = find(GAME)
    bits = game.option_bits({name.replace("_", "-"): chosen for name, chosen in options.items()})
    return Match(game, game.start(seats, bits), Dealer(1), names=NAMES[:seats]).position(chance=chance)


def table(*, seats=3, row=MIXED, hands=None, deck=None, options=None, **fields):
    """Anna has drawn and is about to exchange a card. Anna is Italian, Bob French and so on; Spain is in the box."""
    hand = [counts((hands or {}).get(seat, MIXED[:4])) if seat < seats else counts(()) for seat in range(8)]
    in_play = [COPIES if seats > 4 or nation != SPAIN else 0 for nation in Nation]
    rest = [copies - sum(held) - lying for copies, lying, *held in zip(in_play, counts(row), *hand, strict=True)]
    deck = rest if deck is None else counts(deck)
    start = {
        "ask": Ask.GIVE,
        "turn": ANNA,
        "turns": 1,
        "removed": NOBODY if seats > 4 else SPAIN,
        "passport": [counts([Nation(seat)]) if seat < seats else counts(()) for seat in range(8)],
        "row": counts(row),
        "hand": hand,
        "cards": [sum(held) for held in hand],
        "known": [[0] * 6] * 8,
        "deck": deck,
        "pile": sum(deck),
    }
    match = doppiogioco.new(GAME, seats, options or {}, seed=1, names=NAMES[:seats])
    return match.position(**start | fields)


def clause_of(match, seat, *answers, language="en"):
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, *answers, language=language)
    return error.value.clause


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
    match = begin(seats, 0, GERMANY)
    assert match.view().removed == GERMANY
    assert match._state.deck[GERMANY] == 0
    assert all(row[GERMANY] == 0 for row in match._state.passport)
    assert "Germany stays in the box." in match.log()
    match = table(seats=seats, ask=Ask.GUESS, turns=30)
    match.play(ANNA, BOB)
    assert [int(answer) for answer in match.legal(ANNA)] == [ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM]
    assert clause_of(match, ANNA, SPAIN) == "2.2"


@pytest.mark.clause("2.2")
@pytest.mark.parametrize("seats", [5, 6])
def test_from_five_players_on_all_nations_take_part(seats):
    match = begin(seats, 2)
    assert match.view().removed == NOBODY
    assert match.history[1].answer in range(6)
    assert sum(match.view().row) == 5
    match = table(seats=seats, ask=Ask.GUESS)
    match.play(ANNA, BOB)
    assert len(match.legal(ANNA)) == 6


@pytest.mark.clause("2.2", "2.3")
def test_lots_are_fair():
    game = find(GAME)
    start = game.start(3, 0)
    assert game.weights(start) == [1, 1, 1, 0, 0, 0, 0, 0]
    assert game.weights(game.state.changed(start, {"ask": Ask.REMOVE})) == [1] * 6


@pytest.mark.clause("2.3", "3.1")
def test_the_first_player_and_then_clockwise():
    match = begin(3, CHRIS, SPAIN)
    assert match.waiting == (CHRIS,)
    for seat in (CHRIS, ANNA, BOB, CHRIS):
        assert match.waiting == (seat,)
        match.play(seat, match.legal(seat)[0])
        match.play(seat, match.legal(seat)[0])
        if match.view().ask == Ask.TRIPLE:
            match.play(seat, NO)
        match.play(seat, NO_GUESS)


ROW_OF_THREE = (ITALY, ITALY, ITALY, FRANCE, GERMANY)


@pytest.mark.clause("2.4", "4.6")
def test_three_of_a_kind_in_the_first_row_stay():
    match = begin(3, ANNA, SPAIN, *ROW_OF_THREE)
    assert match.view().row == counts(ROW_OF_THREE)
    assert match.view().ask == Ask.GIVE


@pytest.mark.clause("2.4", "4.6")
def test_three_of_a_kind_in_the_first_row_are_cleared_with_the_option():
    again = (YES, ITALY, ITALY, ITALY, YES, ITALY, BELGIUM, BELGIUM)  # and the next three are all Italian once more
    match = begin(3, ANNA, SPAIN, *ROW_OF_THREE, *again, clear_triples=True)
    assert match.view().row == counts((FRANCE, GERMANY, ITALY, BELGIUM, BELGIUM))
    assert match.view().ask == Ask.GIVE
    assert match._state.deck[ITALY] + sum(match._state.hand[seat][ITALY] for seat in range(3)) == 17
    assert sum("go back into the deck" in line for line in match.log()) == 2


@pytest.mark.clause("2.4", "2.5", "2.6")
def test_row_passports_and_hands_are_dealt_clockwise_from_the_first_player():
    hands = (ITALY, ITALY, FRANCE), (GERMANY,) * 3, (ENGLAND, BELGIUM, BELGIUM)
    chance = [BOB, SPAIN, *MIXED, GERMANY, ENGLAND, BELGIUM, *hands[0], *hands[1], *hands[2], FRANCE]
    match = begin(3, *chance)
    for seat, nation, hand in zip((BOB, CHRIS, ANNA), (GERMANY, ENGLAND, BELGIUM), hands, strict=True):
        drawn = [FRANCE] if seat == BOB else []
        assert match.view(seat).passport[seat] == counts([nation])
        assert match.view(seat).hand[seat] == counts([*hand, *drawn])
    assert match.view().cards[:3] == [3, 4, 3]


@pytest.mark.clause("2.5", "2.6", "1.3")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_log_tells_passport_and_cards_to_their_owner_only(language):
    match = doppiogioco.new(GAME, 4, seed=4, names=NAMES[:4])
    for seat in range(4):
        dealt = [line for line in match.log(seat, language) if line.clause in ("2.5", "2.6") and NAMES[seat] in line]
        assert [line.clause for line in dealt] == ["2.5", "2.6", "2.6", "2.6"]
        nation = find(GAME).words.NATION_NAMES[match.view(seat).passport[seat].index(1)]
        assert match.voice(language)(nation) in dealt[0]
    assert [line.clause for line in match.log(None, language)][-2:] == ["2.6", "3.2"]  # all is dealt, somebody draws
    assert not any(line.clause == "2.5" for line in match.log(None, language))


@pytest.mark.clause("2.5")
@pytest.mark.parametrize("seats", range(2, 7))
def test_passports_differ_and_the_rest_stays_unseen(seats):
    match = doppiogioco.new(GAME, seats, seed=6)
    held = [nation for seat in range(seats) for nation in Nation if match._state.passport[seat][nation]]
    assert len(set(held)) == len(held) == (4 if seats == 2 else seats)
    assert match.view().removed not in held


# 3 Drawing and exchanging -------------------------------------------------------------------------------------------


def next_turn(match, *chance, seat=ANNA):
    """The seat guesses nobody, and the next one draws what is known."""
    match = match.position(chance=chance)
    match.play(seat, NO_GUESS)
    return match


@pytest.mark.clause("3.1", "3.2")
def test_a_turn_begins_with_a_card_from_the_deck():
    match = next_turn(table(ask=Ask.GUESS), BELGIUM)
    assert match.waiting == (BOB,)
    assert match.view(BOB).hand[BOB] == counts((*MIXED[:4], BELGIUM))
    assert match.view().cards[:3] == [4, 5, 4]
    assert match.log(BOB)[-1] == "Bob draws Belgium (mussels)."
    assert match.log(ANNA)[-1] == match.log()[-1] == "Bob draws a card."
    assert match.heard(CHRIS)[-1] == Given(TABLE, HIDDEN)


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


# 4 Three of a kind --------------------------------------------------------------------------------------------------

TWO = (BELGIUM, BELGIUM, FRANCE, GERMANY, ENGLAND)
HAND = {ANNA: (BELGIUM, ITALY, ITALY)}


def three(*chance, row=TWO, given=BELGIUM, taken=ENGLAND, answer=YES, **fields):
    """Anna completes three Belgian cards and takes them or not; then the table's answers."""
    match = table(**{"row": row, "hands": HAND, "chance": chance} | fields)
    match.play(ANNA, given, taken)
    assert match.view().ask == Ask.TRIPLE
    match.play(ANNA, answer)
    return match


@pytest.mark.clause("4.1", "4.5")
def test_taking_three_of_a_kind():
    match = three(ITALY, GERMANY, ITALY, ITALY)
    view = match.view(ANNA)
    assert view.open[ANNA] == [0, 0, 0, 0, 1, 0]
    assert view.hand[ANNA] == counts((ITALY, ITALY, ENGLAND, ITALY))  # the reward is Italian
    assert view.row == counts((FRANCE, GERMANY, GERMANY, ITALY, ITALY))
    assert view.pile == 90 - 3 - 8 - 5 - 4
    assert (view.ask, match.waiting) == (Ask.GUESS, (ANNA,))
    assert match.log(ANNA)[-3:] == [
        "Anna takes three: Belgium (mussels).",
        "Anna draws Italy (pizza) as a reward.",
        "The row: Italy (pizza) ×2, France (cheese), Germany (sauerkraut) ×2.",
    ]
    assert match.log(BOB)[-2] == "Anna draws a card as a reward."


@pytest.mark.clause("4.1")
def test_three_of_a_kind_may_be_left():
    match = three(answer=NO)
    assert match.view().row == counts((BELGIUM, BELGIUM, BELGIUM, FRANCE, GERMANY))
    assert (match.view().open, match.view().ask) == ([[0] * 6] * 8, Ask.GUESS)
    assert match.history[-1] == Given(ANNA, NO)  # no reward


@pytest.mark.clause("4.1")
def test_three_of_a_kind_that_lay_there_before_may_be_taken():
    match = three(row=(BELGIUM,) * 3 + (FRANCE, GERMANY), given=ITALY, taken=GERMANY)
    assert match.view().open[ANNA][BELGIUM] == 1


@pytest.mark.clause("4.1")
def test_three_of_a_kind_are_looked_for_after_the_exchange():
    match = table(row=(BELGIUM,) * 3 + (FRANCE, GERMANY), hands={ANNA: (ITALY, FRANCE)})
    match.play(ANNA, ITALY, BELGIUM)
    assert match.view().ask == Ask.GUESS
    match = table(row=TWO, hands=HAND)
    match.play(ANNA, ITALY, ENGLAND)
    assert match.view().ask == Ask.GUESS


@pytest.mark.clause("4.1", "4.6")
def test_only_once_in_a_turn():
    """The refill brings three of a kind again: they are for Bob."""
    match = three(ITALY, GERMANY, GERMANY, ENGLAND)
    assert match.view().row == counts((FRANCE, GERMANY, GERMANY, GERMANY, ENGLAND))
    assert match.view().ask == Ask.GUESS
    match = next_turn(match, ITALY)
    match.play(BOB, ITALY, ENGLAND)
    assert (match.view().ask, match.waiting) == (Ask.TRIPLE, (BOB,))


@pytest.mark.clause("4.2")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_own_nation_is_never_taken(language):
    match = table(row=(ITALY, ITALY, FRANCE, GERMANY, ENGLAND))
    match.play(ANNA, ITALY, ENGLAND)
    assert [int(answer) for answer in match.legal(ANNA)] == [NO]
    assert clause_of(match, ANNA, YES, language=language) == "4.2"
    match.play(ANNA, NO)
    assert match.view().row[ITALY] == 3


@pytest.mark.clause("4.2", "1.3")
def test_nobody_can_tell_whether_somebody_was_free_to_take():
    """Anna is Italian or Belgian: whatever the others can get hold of is the same, in both languages."""
    seen = []
    for nation in (ITALY, BELGIUM):
        match = table(row=(ITALY, ITALY, FRANCE, GERMANY, ENGLAND), passport={ANNA: counts([nation])})
        match.play(ANNA, ITALY, ENGLAND)
        others, told = (BOB, CHRIS, None), []
        for moment in range(2):
            for other in others:
                told += [match.view(other).as_dict(), match.waiting, match.heard(other), match.clause]
                for language in ("en", "it"):
                    told += [match.question(other, language), match.log(other, language)]
                    told.append(match.view(other).text(match.voice(language)))
            if moment == 0:
                assert (YES in match.legal(ANNA)) == (nation == BELGIUM)
                match.play(ANNA, NO)
        assert match.log(BOB)[-1] == "Anna leaves the three of a kind."
        seen.append(told)
    assert seen[0] == seen[1]


@pytest.mark.clause("4.3")
@pytest.mark.parametrize(("equal", "left"), [(3, 0), (4, 1), (5, 2)])
def test_four_and_five_of_a_kind(equal, left):
    row = (BELGIUM,) * (equal - 1) + MIXED[: 6 - equal]
    match = three(ITALY, FRANCE, ENGLAND, FRANCE, row=row, taken=ITALY)
    assert match.view().open[ANNA] == [0, 0, 0, 0, 1, 0]
    assert match.view().row[BELGIUM] == left
    assert sum(match.view().row) == 5
    assert match.view().ask == Ask.GUESS


@pytest.mark.clause("4.3")
@pytest.mark.parametrize("equal", [4, 5])
@pytest.mark.parametrize(("language", "text"), [("en", "{} equal cards"), ("it", "{} carte uguali")])
def test_the_question_says_how_many_lie_there(equal, language, text):
    match = table(row=(BELGIUM,) * (equal - 1) + MIXED[: 6 - equal], hands=HAND)
    match.play(ANNA, BELGIUM, ITALY)
    assert text.format(equal) in match.question(None, language)


@pytest.mark.clause("4.4", "6.7")
def test_open_cards_are_worth_nothing():
    match = table(open={ANNA: {FRANCE: 2}, BOB: {ITALY: 3}}, hands={ANNA: (ITALY, FRANCE), BOB: ()}, ask=Ask.FINAL)
    for seat in range(3):
        match.play(seat, "No guess", "No guess")
    assert match.outcome.scores[:2] == (1, 0)


@pytest.mark.clause("4.5")
def test_the_reward_is_drawn_before_the_row_is_filled():
    match = three(ITALY, GERMANY, ITALY, ENGLAND)
    table_answers = [given.answer for given in match.heard(ANNA) if given.seat == TABLE]
    assert table_answers == [ITALY, GERMANY, ITALY, ENGLAND]
    assert [given.answer for given in match.heard(BOB) if given.seat == TABLE] == [HIDDEN, GERMANY, ITALY, ENGLAND]


CLEAR = {"options": {"clear-triples": True}}


@pytest.mark.clause("4.6", "4.7")
def test_with_the_option_new_threes_go_back_and_others_come():
    match = three(ITALY, FRANCE, FRANCE, ITALY, YES, ENGLAND, ITALY, ENGLAND, **CLEAR)
    assert match.view().row == counts((GERMANY, ITALY, ENGLAND, ITALY, ENGLAND))
    assert match.view().ask == Ask.GUESS
    assert match.log()[-2] == "Three of a kind, France (cheese): they go back into the deck."
    assert match.view().pile == 90 - 3 - 8 - 5 - 4
    assert match._state.deck[FRANCE] == 18 - 2  # Bob and Chris hold one each


@pytest.mark.clause("4.6")
@pytest.mark.parametrize(("new", "equal"), [((FRANCE, FRANCE, GERMANY), 3), ((FRANCE,) * 3, 4)])
def test_of_four_of_a_kind_three_go_back(new, equal):
    match = three(ITALY, *new, YES, ENGLAND, ITALY, ENGLAND, **CLEAR)
    assert match.view().row[FRANCE] == equal - 3


@pytest.mark.clause("4.6")
def test_of_five_of_a_kind_three_go_back():
    row = (BELGIUM, BELGIUM, FRANCE, FRANCE, ENGLAND)
    match = three(ITALY, FRANCE, FRANCE, FRANCE, YES, GERMANY, GERMANY, ITALY, row=row, **CLEAR)
    assert match.view().row == counts((FRANCE, FRANCE, GERMANY, GERMANY, ITALY))


@pytest.mark.clause("4.6")
def test_threes_that_somebody_left_are_not_cleared():
    match = three(answer=NO, **CLEAR)
    assert match.view().ask == Ask.GUESS
    assert match.view().row[BELGIUM] == 3
    match = next_turn(match, ITALY)
    assert match.view().row[BELGIUM] == 3
    match.play(BOB, FRANCE, FRANCE)  # nor after an exchange
    assert match.view().ask == Ask.TRIPLE


@pytest.mark.clause("4.6")
def test_without_the_option_they_stay():
    match = three(ITALY, FRANCE, FRANCE, ITALY)
    assert match.view().row == counts((FRANCE, FRANCE, FRANCE, GERMANY, ITALY))
    assert match.view().ask == Ask.GUESS


@pytest.mark.clause("4.7")
def test_threes_stay_where_clearing_cannot_help():
    """After the reward the deck has four Italian cards: three come to the row, and another row there is not."""
    match = three(FRANCE, ITALY, ITALY, ITALY, NO, deck=[FRANCE, ITALY, ITALY, ITALY, ITALY], **CLEAR)
    assert match.view().row == counts((FRANCE, GERMANY, ITALY, ITALY, ITALY))
    assert (match.view().ask, match.view().pile) == (Ask.GUESS, 1)
    assert match.log(BOB)[-1].startswith("Three of a kind, Italy (pizza): they stay")
    assert all(match.heard(seat)[-1] == Given(TABLE, NO) for seat in (ANNA, BOB, CHRIS, None))


@pytest.mark.clause("4.7")
@pytest.mark.parametrize(
    ("row", "deck", "answer"),
    [
        ((ITALY, ITALY, ITALY, FRANCE, GERMANY), [ITALY], NO),
        ((ITALY, ITALY, ITALY, FRANCE, GERMANY), [FRANCE], YES),
        ((ITALY, ITALY, ITALY, FRANCE, GERMANY), [BELGIUM, ITALY], YES),
        ((ITALY, ITALY, ITALY, FRANCE, FRANCE), [FRANCE, FRANCE, ITALY], NO),
        ((ITALY, ITALY, ITALY, FRANCE, FRANCE), [FRANCE, GERMANY], YES),
        ((ITALY, ITALY, ITALY, ITALY, FRANCE), [FRANCE, GERMANY], YES),
        ((ITALY, ITALY, ITALY, ITALY, FRANCE), [GERMANY, GERMANY], YES),
        ((ITALY, ITALY, ITALY, ITALY, FRANCE), [GERMANY, ITALY], NO),
        ((ITALY,) * 5, [FRANCE, GERMANY], NO),
        ((ITALY,) * 5, [FRANCE, FRANCE, GERMANY], YES),
    ],
)
def test_when_clearing_can_help(row, deck, answer):
    game = find(GAME)
    fields = {"ask": Ask.CLEAR, "row": counts(row), "deck": counts(deck), "pile": len(deck), "triple": ITALY}
    weights = game.weights(game.state.changed(game.start(5, 1), fields))
    assert weights == [int(answer == NO), int(answer == YES)]


@pytest.mark.clause("4.7", "4.6")
def test_with_an_empty_deck_nothing_is_cleared():
    match = three(FRANCE, ITALY, ITALY, ITALY, deck=[FRANCE, ITALY, ITALY, ITALY], **CLEAR)
    assert match.log()[-1].startswith("The row:")  # nobody even asks
    assert match.view().row == counts((FRANCE, GERMANY, ITALY, ITALY, ITALY))
    assert (match.view().ask, match.view().pile) == (Ask.GUESS, 0)


@pytest.mark.clause("4.8")
@pytest.mark.parametrize(
    ("deck", "reward", "row"),
    [
        ([ITALY, GERMANY, GERMANY, ITALY], [ITALY], [FRANCE, GERMANY, GERMANY, GERMANY, ITALY]),
        ([ITALY, GERMANY, GERMANY], [ITALY], [FRANCE, GERMANY, GERMANY, GERMANY]),
        ([ITALY, GERMANY], [ITALY], [FRANCE, GERMANY, GERMANY]),
        ([ITALY], [ITALY], [FRANCE, GERMANY]),
        ([], [], [FRANCE, GERMANY]),
    ],
)
def test_the_reward_comes_first_and_the_row_gets_what_is_left(deck, reward, row):
    match = three(*deck, deck=deck)
    assert match.view(ANNA).hand[ANNA] == counts((ITALY, ITALY, ENGLAND, *reward))
    assert match.view().row == counts(row)
    assert (match.view().pile, match.view().ask, match.waiting) == (0, Ask.GUESS, (ANNA,))
    match.play(ANNA, NO_GUESS)
    assert match.view().ask == Ask.FINAL


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
