"""Spywhere, three of a kind: section 4 of docs/games/spywhere."""

import pytest
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    ENGLAND,
    FRANCE,
    GAME,
    GERMANY,
    ITALY,
    MIXED,
    NO,
    YES,
    clause_of,
    counts,
    next_turn,
    table,
)

from doppiogioco.engine.game import find
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import CHANCE, HIDDEN
from doppiogioco.games.spywhere.cards import NO_GUESS
from doppiogioco.games.spywhere.state import Ask

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
    chance_answers = [given.answer for given in match.heard(ANNA) if given.seat == CHANCE]
    assert chance_answers == [ITALY, GERMANY, ITALY, ENGLAND]
    assert [given.answer for given in match.heard(BOB) if given.seat == CHANCE] == [HIDDEN, GERMANY, ITALY, ENGLAND]


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
    assert all(match.heard(seat)[-1] == Given(CHANCE, NO) for seat in (ANNA, BOB, CHRIS, None))


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
