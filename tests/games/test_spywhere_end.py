"""Spywhere, the end and two players: sections 6 and 7 of docs/games/spywhere; and dealing again what nobody knows."""

import random
from collections import Counter
from itertools import permutations

import pytest
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    DAVID,
    ENGLAND,
    FIXED,
    FRANCE,
    GAME,
    GERMANY,
    ITALY,
    MIXED,
    SPAIN,
    clause_of,
    closed,
    counts,
    identifying,
    ran_out,
    settle,
    slots,
)

import doppiogioco
from doppiogioco.engine.errors import NotWaiting
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY, SPECTATOR
from doppiogioco.games.spywhere.cards import EMPTY, NO_GUESS, Nation
from doppiogioco.games.spywhere.state import Ask, Choice

# 6 The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.1")
def test_identifying_everybody_closes_the_game_with_this_turn():
    match = closed()
    assert match.view().closer == ANNA
    assert match.view().turn == ANNA
    assert "Anna has made the last guess and closes the game, for 3 points." in match.log(BOB)[-1]
    settle(match, {ANNA: (FRANCE, GERMANY), BOB: (EMPTY, EMPTY), CHRIS: (EMPTY, EMPTY)})
    assert match.over
    assert match.outcome.scores == (1 * 3 + 3, 1, 1)


@pytest.mark.clause("6.6")
@pytest.mark.parametrize(("language", "text"), [("en", "Points: Anna = 6, "), ("it", "Punti: Anna = 6, ")])
def test_the_last_line_has_one_colon(language, text):
    match = closed()
    settle(match, {ANNA: (FRANCE, GERMANY), BOB: (EMPTY, EMPTY), CHRIS: (EMPTY, EMPTY)})
    told = match.log(BOB, language)[-1].rpartition(". ")[2]
    assert told == f"{text}Bob = 1, Chris = 1."


@pytest.mark.clause("6.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_game_goes_on_until_everybody_is_identified(seats):
    nations = (FRANCE, GERMANY, ENGLAND, BELGIUM, SPAIN)[: seats - 1]
    match = identifying({ANNA: (None, None, *nations[2:])}, seats=seats)
    match.play(ANNA, BOB, FRANCE)
    assert (match.view().closer, match.waiting) == (NOBODY, (BOB,))
    match = identifying({ANNA: (None, *nations[1:])}, seats=seats)
    match.play(ANNA, BOB, FRANCE)
    assert (match.view().closer, match.view().ask) == (ANNA, Ask.FINAL)


@pytest.mark.clause("6.2")
def test_the_turn_of_the_last_card_is_played_to_its_end():
    match = identifying(deck=[ITALY], hands={BOB: (ITALY, FRANCE)}, chance=[ITALY])
    match.play(ANNA, NO_GUESS)
    assert (match.view().pile, match.waiting) == (0, (BOB,))
    assert match.log()[-1] == "Bob draws a card. That was the last card of the deck: the game ends with this turn."
    match.play(BOB, ITALY, FRANCE)
    match.play(BOB, ANNA, ITALY)
    assert match.view().ask == Ask.FINAL
    assert (match.view().closer, match.waiting) == (NOBODY, (ANNA, BOB, CHRIS))


@pytest.mark.clause("6.2", "6.7")
@pytest.mark.parametrize(("guesses", "closer"), [((None, GERMANY), ANNA), ((None, None), NOBODY)])
def test_closing_on_the_turn_in_which_the_deck_runs_out(guesses, closer):
    match = identifying({ANNA: guesses}, deck=[])
    match.play(ANNA, BOB, FRANCE)
    assert (match.view().ask, match.view().closer) == (Ask.FINAL, closer)
    settle(match, {ANNA: (FRANCE, GERMANY), BOB: (EMPTY, EMPTY), CHRIS: (EMPTY, EMPTY)})
    assert match.outcome.scores[ANNA] == 3 + 3 * (closer == ANNA)


@pytest.mark.clause("6.2", "4.8")
def test_three_of_a_kind_may_be_taken_with_an_empty_deck():
    row = (BELGIUM, BELGIUM, BELGIUM, ITALY, FRANCE)
    match = identifying(ask=Ask.TRIPLE, triple=BELGIUM, row=row, deck=[])
    match.play(ANNA, Choice.YES)
    assert match.view().open[ANNA] == counts([BELGIUM])
    assert match.view().row == counts([ITALY, FRANCE])
    assert (match.view().ask, match.view().cards[ANNA]) == (Ask.GUESS, 4)
    match.play(ANNA, NO_GUESS)
    assert match.view().ask == Ask.FINAL


@pytest.mark.clause("6.3")
def test_everybody_settles_at_once_and_the_opponents_come_clockwise():
    match = ran_out()
    assert match.waiting == (ANNA, BOB, CHRIS)
    assert match.question(BOB) == "You make a last guess about Chris: which nation, or none?"
    match.play(BOB, GERMANY)
    assert match.question(BOB) == "You make a last guess about Anna: which nation, or none?"
    match.play(BOB, EMPTY)
    assert match.waiting == (ANNA, CHRIS)
    assert match.question(BOB) == match.question() == "Still making their last guesses: Anna and Chris"
    with pytest.raises(NotWaiting):
        match.play(BOB, ITALY)
    settle(match, {CHRIS: (ITALY, FRANCE), ANNA: (EMPTY, GERMANY)})
    assert match.over
    assert match.view().guess[:3] == [slots(EMPTY, GERMANY), slots(GERMANY, EMPTY), slots(ITALY, FRANCE)]


@pytest.mark.clause("6.3")
@pytest.mark.parametrize("answers", [(ITALY, FRANCE), (EMPTY, EMPTY)])
def test_the_end_by_the_deck_is_also_for_the_last_player(answers):
    match = ran_out(options=FIXED)
    match.play(ANNA, *answers)
    assert match.waiting == (BOB, CHRIS)


@pytest.mark.clause("6.3")
def test_getting_complete_at_the_end_is_not_closing():
    match = ran_out({BOB: (GERMANY, None)})
    settle(match, {BOB: (GERMANY, ITALY), ANNA: (FRANCE, GERMANY), CHRIS: (ITALY, FRANCE)})
    assert match.view().closer == NOBODY
    assert match.outcome.scores == (3, 3, 3)


@pytest.mark.clause("6.3", "1.3")
def test_who_has_answered_is_public_and_what_is_not():
    """Guessing, changing, leaving out: nothing that anybody else can get hold of differs, in either language."""
    seen = []
    for answers in ((FRANCE, GERMANY), (EMPTY, FRANCE), (BELGIUM, ITALY)):
        match = ran_out({ANNA: (None, GERMANY)})
        match.play(ANNA, *answers)
        told = []
        for other in (BOB, CHRIS, None):
            assert match.heard(other)[-2:] == [Given(ANNA, HIDDEN)] * 2
            assert match.view(other).guess[ANNA] == [HIDDEN] * 5
            assert match.view(other).settled[:3] == [2, 0, 0]
            told += [match.view(other).as_dict(), match.waiting]
            for language in ("en", "it"):
                told += [match.question(other, language), match.log(other, language)]
                told.append(match.view(other).text(match.voice(language)))
        assert match.log(BOB)[-1] == "Anna has finished guessing."
        seen.append(told)
        settle(match, {BOB: (EMPTY, EMPTY), CHRIS: (EMPTY, EMPTY)})
        assert match.view(BOB).guess[ANNA] == slots(*answers)  # and now it is
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.clause("6.3")
def test_settling_in_any_order_gives_the_same_end():
    answers = {ANNA: (FRANCE, EMPTY), BOB: (ITALY, GERMANY), CHRIS: (EMPTY, BELGIUM)}
    orders = sorted(set(permutations([ANNA, ANNA, BOB, BOB, CHRIS, CHRIS])))
    ends = set()
    for order in orders:
        match, todo = ran_out(), {seat: list(given) for seat, given in answers.items()}
        for seat in order:
            assert seat in match.waiting
            match.play(seat, todo[seat].pop(0))
        assert match.over
        ends.add(str(match.view().as_dict()))
    assert len(orders) == 90
    assert len(ends) == 1


@pytest.mark.clause("6.4")
def test_guesses_may_change_the_closer_s_too():
    match = closed({BOB: (ITALY, None)})
    assert match.waiting == (ANNA, BOB, CHRIS)
    assert match.question(ANNA) == "You may change your guess about Bob, so far France: which nation?"
    assert match.question(BOB) == "You may change your guess about Chris, so far Italy: which nation?"
    settle(match, {ANNA: (BELGIUM, GERMANY), BOB: (GERMANY, ITALY), CHRIS: (EMPTY, EMPTY)})
    assert match.outcome.scores == (1 * 2 + 3, 1 * 3, 1)  # Anna keeps the 3 points


@pytest.mark.clause("6.4")
def test_two_guesses_can_be_swapped():
    match = closed({BOB: (ITALY, GERMANY)}, options={"change-guesses": True})
    match.play(BOB, GERMANY, ITALY)
    assert match.view(BOB).guess[BOB] == slots(GERMANY, ITALY)


@pytest.mark.clause("6.4")
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_guess_that_was_made_must_stay_one(language):
    match = closed({BOB: (None, GERMANY)})
    match.play(BOB, EMPTY)
    assert clause_of(match, BOB, EMPTY, language=language) == "6.4"
    match.play(BOB, ITALY)


@pytest.mark.clause("6.4", "5.3")
def test_what_is_settled_is_final_and_no_nation_comes_twice():
    match = closed({BOB: (ITALY, GERMANY)})
    match.play(BOB, GERMANY)  # the old guess about Anna does not stand in the way, but now it does for the new one
    assert [int(answer) for answer in match.legal(BOB)] == [ITALY, FRANCE, ENGLAND, BELGIUM]
    assert clause_of(match, BOB, GERMANY) == "5.3"
    assert clause_of(match, BOB, SPAIN) == "2.2"
    match.play(BOB, FRANCE)
    assert BOB not in match.waiting


@pytest.mark.clause("6.5")
def test_without_the_option_only_missing_guesses_are_asked_for():
    match = closed({BOB: (None, GERMANY)}, options=FIXED)
    assert match.waiting == (BOB, CHRIS)  # Anna has nothing left to settle
    assert match.view().settled[:3] == [2, 0, 0]
    assert [int(answer) for answer in match.legal(BOB)] == [ITALY, FRANCE, ENGLAND, BELGIUM, EMPTY]
    assert clause_of(match, BOB, GERMANY) == "5.3"
    match.play(BOB, ITALY)
    assert match.waiting == (CHRIS,)
    match.play(CHRIS, EMPTY, BELGIUM)
    assert match.over
    assert match.view().guess[:3] == [slots(FRANCE, GERMANY), slots(ITALY, GERMANY), slots(EMPTY, BELGIUM)]


@pytest.mark.clause("6.5")
def test_without_the_option_made_guesses_in_the_middle_are_skipped():
    match = ran_out({BOB: (None, ITALY, None)}, seats=4, options=FIXED)
    assert "about Chris" in match.question(BOB)
    match.play(BOB, GERMANY)
    assert "about Anna" in match.question(BOB)
    match.play(BOB, FRANCE)
    assert match.view(BOB).guess[BOB] == slots(GERMANY, ITALY, FRANCE)
    assert match.waiting == (ANNA, CHRIS, DAVID)


@pytest.mark.clause("6.6")
@pytest.mark.parametrize("language", ["en", "it"])
def test_at_the_end_everything_is_shown(language):
    match = closed(options=FIXED, hands={BOB: (FRANCE, FRANCE, BELGIUM)})
    settle(match, {BOB: (GERMANY, EMPTY), CHRIS: (EMPTY, EMPTY)})
    for viewer in (ANNA, CHRIS, None):
        view = match.view(viewer)
        assert view.passport[BOB] == counts([FRANCE])
        assert view.hand[BOB] == counts((FRANCE, FRANCE, BELGIUM))
        assert view.guess[BOB] == slots(GERMANY, EMPTY)
    say = match.voice(language)
    assert f"Bob = {say('France')}" in match.log(CHRIS, language)[-1]
    lines = [" ".join(line.split()) for line in match.view().text(say).splitlines()]
    assert f"Bob {say('France')} 2 × (1 + 1) = 4" in lines


@pytest.mark.clause("6.7")
@pytest.mark.parametrize(
    ("own", "guesses", "closes", "points"),
    [
        (4, (BELGIUM, ENGLAND, None), False, 4),
        (5, (FRANCE, GERMANY, None), False, 15),
        (5, (FRANCE, GERMANY, ITALY), True, 18),
        (0, (FRANCE, GERMANY, ENGLAND), True, 3),
        (7, (FRANCE, GERMANY, ENGLAND), True, 31),
        (1, (GERMANY, FRANCE, ENGLAND), False, 2),
        (3, (None, None, None), False, 3),
        (0, (None, None, None), False, 0),
    ],
)
def test_points(own, guesses, closes, points):
    """Besides her own cards Anna holds three French ones, which count for nobody."""
    hands = {ANNA: (ITALY,) * own + (FRANCE,) * 3, BOB: (), CHRIS: (), DAVID: ()}
    match = ran_out({ANNA: guesses}, seats=4, hands=hands, closer=ANNA if closes else NOBODY)
    match.play(ANNA, *[EMPTY if nation is None else nation for nation in guesses])
    settle(match, dict.fromkeys((BOB, CHRIS, DAVID), (EMPTY,) * 3))
    assert match.outcome.scores == (points, 0, 0, 0)


@pytest.mark.clause("6.8")
@pytest.mark.parametrize(
    ("cards", "winners", "reason", "said"),
    [
        ((3, 2, 1), (ANNA,), "most_points", "Anna (Italy) wins with 3 points."),
        ((1, 2, 4), (CHRIS,), "most_points", "Chris (Germany) wins with 4 points."),
        ((2, 3, 3), (BOB, CHRIS), "shared", "Bob and Chris share the victory with 3 points each."),
        ((0, 0, 0), (ANNA, BOB, CHRIS), "shared", "Anna, Bob and Chris share the victory with 0 points each."),
    ],
)
def test_most_points_win_and_equals_share(cards, winners, reason, said):
    match = ran_out(hands={seat: (Nation(seat),) * own for seat, own in enumerate(cards)})
    settle(match, dict.fromkeys(range(3), (EMPTY, EMPTY)))
    assert match.outcome.scores == cards
    assert match.outcome.winners == winners
    assert match.outcome.returns == tuple(1 if seat in winners else -1 for seat in range(3))
    assert (match.outcome.reason, match.verdict()) == (reason, said)


# 7 Two players ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.1")
def test_two_passports_each_and_one_unseen():
    match = doppiogioco.new(GAME, 2, seed=9)
    held = [nation for seat in range(2) for nation in Nation if match._state.passport[seat][nation]]
    assert len(set(held)) == 4
    assert match.view().removed not in held
    for seat in range(2):
        assert sum(match.view(seat).passport[seat]) == 2
        assert match.view(1 - seat).passport[seat] == [HIDDEN] * 6
        assert len([line for line in match.log(seat) if line.clause == "2.5"]) == 2


@pytest.mark.clause("7.2", "6.7")
def test_the_cards_of_both_nations_count():
    match = ran_out(seats=2, hands={ANNA: (ITALY, ITALY, FRANCE, GERMANY), BOB: (GERMANY, ITALY)})
    settle(match, {ANNA: (EMPTY, EMPTY), BOB: (EMPTY, EMPTY)})
    assert match.outcome.scores == (3, 1)


@pytest.mark.clause("7.2", "4.2")
@pytest.mark.parametrize(("nation", "free"), [(ITALY, False), (FRANCE, False), (GERMANY, True), (BELGIUM, True)])
def test_three_of_neither_own_nation_may_be_taken(nation, free):
    match = identifying(seats=2, ask=Ask.TRIPLE, triple=nation, row=counts([nation] * 3 + [ENGLAND] * 2))
    assert (Choice.YES in match.legal(ANNA)) == free
    if not free:
        assert clause_of(match, ANNA, Choice.YES) == "4.2"


@pytest.mark.clause("7.3")
@pytest.mark.parametrize(
    ("guesses", "points"),
    [
        ((GERMANY, ENGLAND), 12),
        ((ENGLAND, GERMANY), 12),
        ((GERMANY, BELGIUM), 8),
        ((ITALY, ENGLAND), 8),
        ((BELGIUM, FRANCE), 4),
        ((ENGLAND, EMPTY), 8),
        ((EMPTY, EMPTY), 4),
    ],
)
def test_each_guess_is_right_if_it_is_either_passport(guesses, points):
    match = ran_out(seats=2, hands={ANNA: (ITALY, ITALY, FRANCE, FRANCE), BOB: ()})
    settle(match, {ANNA: guesses, BOB: (EMPTY, EMPTY)})
    assert match.outcome.scores == (points, 0)


@pytest.mark.clause("7.3")
def test_the_two_guesses_differ():
    match = identifying({ANNA: (GERMANY,)}, seats=2)
    assert [int(answer) for answer in match.legal(ANNA)] == [BOB, NO_GUESS]
    match.play(ANNA, BOB)
    assert [int(answer) for answer in match.legal(ANNA)] == [ITALY, FRANCE, ENGLAND, BELGIUM]
    assert clause_of(match, ANNA, GERMANY) == "5.3"
    match = ran_out(seats=2)
    match.play(ANNA, GERMANY)
    assert clause_of(match, ANNA, GERMANY) == "5.3"


@pytest.mark.clause("7.4")
def test_no_guess_before_the_fifth_turn_and_no_close_before_the_sixth():
    match = doppiogioco.new(GAME, 2, seed=11)
    turns = {0: 0, 1: 0}
    while match.view().closer == NOBODY:
        seat = match.waiting[0]
        lying = next(nation for nation in Nation if match.view().row[nation])
        match.play(seat, match.legal(seat)[0], lying)
        if match.view().ask == Ask.TRIPLE:
            match.play(seat, Choice.NO)
        turns[seat] += 1
        asked = match.view().ask == Ask.GUESS
        assert asked == (turns[seat] >= 5)
        if asked:
            match.play(seat, 1 - seat)
            match.play(seat, match.legal(seat)[0])
    assert turns[match.view().closer] == 6


@pytest.mark.clause("7.4")
@pytest.mark.parametrize(("turns", "asked"), [(7, False), (8, False), (9, True), (10, True)])
def test_the_fifth_lap_is_the_first_in_which_anybody_is_asked(turns, asked):
    match = identifying(seats=2, ask=Ask.GIVE, turns=turns, chance=[ITALY])
    match.play(ANNA, ITALY, FRANCE)
    assert (match.view().ask == Ask.GUESS) == asked
    assert match.waiting == ((ANNA,) if asked else (BOB,))
    match = identifying(seats=3, ask=Ask.GIVE, turns=1)
    match.play(ANNA, ITALY, FRANCE)
    assert match.view().ask == Ask.GUESS


@pytest.mark.clause("7.5", "6.1")
@pytest.mark.parametrize("options", [{}, FIXED])
def test_the_second_guess_closes_and_the_other_adds_guesses(options):
    match = identifying({ANNA: (GERMANY,), BOB: (ITALY,)}, seats=2, options=options)
    match.play(ANNA, BOB, BELGIUM)
    assert (match.view().ask, match.view().closer) == (Ask.FINAL, ANNA)
    if options:
        assert match.waiting == (BOB,)
        match.play(BOB, FRANCE)
    else:
        assert match.waiting == (ANNA, BOB)
        settle(match, {ANNA: (GERMANY, ENGLAND), BOB: (FRANCE, ITALY)})
    assert match.over
    assert match.outcome.scores == (2 * (2 if options else 3) + 3, 2 * 3)


# Dealing again ------------------------------------------------------------------------------------------------------


def dealt_again(match, seat, lots):
    """A world that a seat cannot tell from the real one, dealt on the plain carrier."""
    game, s = match.game, match.game.state.copy(match._state)
    game.rules.forget(s, seat)
    while s.again:
        weights = game.weights(s)
        game.rules.apply(s, 8, lots.choices(range(len(weights)), weights)[0])
    return s


@pytest.mark.clause("2.5", "4.4")
@pytest.mark.parametrize("viewer", [ANNA, SPECTATOR])
def test_passports_are_dealt_again_evenly_among_all_that_are_possible(viewer):
    """Who took three of a nation does not have it; Anna also knows her own passport."""
    taken = {BOB: {ITALY: 1, GERMANY: 1, BELGIUM: 1}, CHRIS: {FRANCE: 2}, ANNA: {BELGIUM: 1}}
    match = identifying(open=taken)
    lots = random.Random(4)
    found = Counter()
    for _ in range(3000):
        s = dealt_again(match, viewer, lots)
        found[tuple(s.passport[seat].index(1) for seat in range(3))] += 1
    possible = [
        deal
        for deal in permutations(MIXED, 3)
        if not any(taken[seat].get(deal[seat]) for seat in range(3)) and (viewer != ANNA or deal[ANNA] == ITALY)
    ]
    assert set(found) == set(possible)
    for deal in possible:
        even = 3000 / len(possible)
        assert abs(found[deal] - even) < 5 * even**0.5


@pytest.mark.clause("1.3")
def test_known_cards_stay_when_hands_are_dealt_again():
    match = identifying(known={BOB: counts([ITALY, GERMANY])})
    lots, unknown = random.Random(5), Counter()
    for _ in range(300):
        s = dealt_again(match, ANNA, lots)
        assert s.hand[ANNA] == match._state.hand[ANNA]
        assert sum(s.hand[BOB]) == sum(s.hand[CHRIS]) == 4
        every = [sum(cards) for cards in zip(s.deck, s.row, *s.hand, strict=True)]
        assert (every, sum(s.deck)) == ([18, 18, 18, 18, 18, 0], s.pile)
        assert s.hand[BOB][ITALY] >= 1
        assert s.hand[BOB][GERMANY] >= 1
        assert match.game.state.masked(match.game.state.vector(s), ANNA, over=False) == match.view(ANNA).vector
        unknown[s.hand[BOB][BELGIUM]] += 1
    assert set(unknown) == {0, 1, 2}  # two of Bob's cards may be anything


@pytest.mark.clause("6.3", "6.4", "6.5")
@pytest.mark.parametrize("options", [{}, FIXED])
def test_guesses_of_others_are_dealt_again_as_far_as_they_were_made(options):
    """Bob had identified Anna (his last opponent clockwise) and has settled one guess; Chris has settled nothing."""
    match = ran_out({BOB: (None, None, ITALY), CHRIS: (None, FRANCE)}, seats=4, options=options)
    match.play(BOB, ENGLAND)
    lots, found = random.Random(6), Counter()
    for _ in range(400):
        s = dealt_again(match, ANNA, lots)
        assert match.game.state.masked(match.game.state.vector(s), ANNA, over=False) == match.view(ANNA).vector
        settled, missing, made = s.guess[BOB][:3]
        assert missing == NOBODY
        assert made in MIXED
        found["left out"] += settled == EMPTY
        found["twice"] += settled == made
        assert [nation == NOBODY for nation in s.guess[CHRIS]] == [True, False, True, True, True]
    assert found["left out"] > 20
    assert (found["twice"] > 20) == (not options)  # the old guess about Anna may still change, or it may not


@pytest.mark.parametrize("ask", [Ask.REMOVE, Ask.FIRST, Ask.PASSPORT, Ask.DEAL])
def test_nothing_is_dealt_again_before_it_is_dealt(ask):
    game = find(GAME)
    s = game.state.changed(game.start(3, 0), {"ask": ask, "turn": ANNA, "to": BOB})
    before = game.state.vector(s)
    game.rules.forget(s, ANNA)
    assert game.state.vector(s) == before
