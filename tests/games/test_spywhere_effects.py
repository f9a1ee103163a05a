"""What one plays for in Spywhere, what each answer does, which cannot come true, and questions that speak to you."""

from __future__ import annotations

import pytest
from drawn import moments
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
    NAMES,
    NO,
    YES,
    closed,
    counts,
    identifying,
    ran_out,
    table,
)
from test_spywhere_drawing import seldom_guessing

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.spywhere import words
from doppiogioco.games.spywhere.cards import EMPTY, NO_GUESS
from doppiogioco.games.spywhere.state import Ask

SHORT, TWO_LINES = 45, 90  # letters that fit below a button, and beside the title on a phone


def effect(match: Match, a: int, seat: int = ANNA, language: str = "en") -> str:
    return words.effect(match.view(seat), a, match.voice(language))


# The goal -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.1", "6.2", "6.7")
def test_the_goal_tells_how_near_the_end_is() -> None:
    goal = words.goal(identifying({ANNA: (None, GERMANY)}, deck=[ITALY] * 17).view(BOB), Voice())
    assert goal == "Own dishes × (1 + right guesses). Ends in 17 cards, or 2 guesses by one (now 1): +3."
    assert words.goal(identifying(deck=[]).view(), Voice()).endswith("The deck is empty: this turn is the last.")
    for match in (closed(), ran_out()):
        assert "closing the game" in words.goal(match.view(), Voice())


@pytest.mark.clause("7.4")
def test_two_players_read_when_guessing_begins() -> None:
    assert "(from lap 5)" in words.goal(table(seats=2, turns=8).view(), Voice())
    assert "(now 0)" in words.goal(table(seats=2, turns=9).view(), Voice())


# Effects ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("3.3", "3.4", "4.1")
def test_an_exchange_tells_the_hand_afterwards_and_three_of_a_kind() -> None:
    row = (BELGIUM, BELGIUM, FRANCE, FRANCE, ENGLAND)
    match = table(row=row, hands={ANNA: (BELGIUM, ITALY, ITALY, ENGLAND)})
    assert effect(match, ITALY) == "in hand 1, in the row 1"
    assert effect(match, BELGIUM) == "in hand 0, in the row 3: three of a kind"
    match.play(ANNA, BELGIUM)
    assert effect(match, ENGLAND) == "EN ×2 in hand; BE ×3 in the row"
    assert effect(match, BELGIUM) == "BE ×1 in hand"  # what was brought together is taken apart again
    assert effect(match, ENGLAND, language="it") == "EN ×2 in mano; BE ×3 al centro"


@pytest.mark.clause("4.1", "4.4", "4.5", "4.8")
def test_three_of_a_kind_tell_what_they_bring_and_betray() -> None:
    three = {"ask": Ask.TRIPLE, "triple": BELGIUM, "row": counts([BELGIUM] * 3 + [ITALY] * 2)}
    assert effect(table(**three), YES) == "+1 card; shows that they are not yours"
    assert effect(table(**three), NO) == "Bob may take them next; your own must stay"
    assert effect(table(deck=[], **three), YES) == "no reward; shows that they are not yours"
    assert effect(table(deck=[], **three), NO) == "the game ends"


@pytest.mark.clause("4.2")
def test_leaving_three_of_a_kind_sounds_the_same_whosever_they_are_and_says_why_it_may_be_the_only_answer() -> None:
    said = {
        effect(table(ask=Ask.TRIPLE, triple=nation, row=counts([nation] * 3 + [ENGLAND] * 2)), NO)
        for nation in (ITALY, FRANCE)
    }
    assert said == {"Bob may take them next; your own must stay"}


@pytest.mark.clause("5.1", "6.1", "6.2")
def test_identifying_tells_what_it_may_bring_and_when_it_ends_the_game() -> None:
    match = identifying()
    assert effect(match, BOB) == "if right, dishes multiply"
    assert effect(match, NO_GUESS) == "your turn ends"
    assert effect(identifying({ANNA: (None, GERMANY)}), BOB) == "your last one closes the game: +3"
    assert effect(identifying(deck=[]), NO_GUESS) == "the game ends, nobody closes it"


@pytest.mark.clause("5.3", "6.3")
def test_a_nation_tells_what_was_seen_of_it_in_that_hand() -> None:
    match = identifying(known={BOB: counts([FRANCE, FRANCE, ITALY])})
    match.play(ANNA, BOB)
    assert [effect(match, nation) for nation in (FRANCE, ITALY, GERMANY)] == [
        "2 known in that hand", "1 known in that hand", "",
    ]  # fmt: skip
    assert words.effect(match.view(ANNA), FRANCE, Voice(reminders=False)) == ""
    final = ran_out(known={BOB: counts([FRANCE])})
    assert effect(final, FRANCE) == "1 known in that hand"
    assert effect(final, EMPTY) == "brings nothing, costs nothing"


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_and_the_goal_are_short_all_game_long(seats: int, language: str) -> None:
    asked = set()
    begun = doppiogioco.new(GAME, seats, seed="short", names=NAMES[:seats])
    for match in moments(begun, f"short {seats}", seldom_guessing):
        say = match.voice(language)
        for seat in (*match.waiting, None):
            assert 0 < len(words.goal(match.view(seat), say)) <= TWO_LINES
        for seat in match.waiting:
            view = match.view(seat)
            effects = [words.effect(view, int(a), say) for a in match.legal(seat)]
            assert max(map(len, effects)) <= SHORT, effects
            asked |= {view.ask} if any(effects) else set()
    assert {Ask.GIVE, Ask.TAKE, Ask.TRIPLE, Ask.GUESS, Ask.NAME, Ask.FINAL} <= asked


# What cannot come true ----------------------------------------------------------------------------------------------


@pytest.mark.clause("4.2", "5.1", "6.3")
def test_who_has_taken_three_is_not_of_that_nation() -> None:
    match = identifying(open={BOB: counts([GERMANY]), CHRIS: counts([ITALY])})
    match.play(ANNA, BOB)
    said = [words.spent(match.view(ANNA), nation, Voice()) for nation in (ITALY, FRANCE, GERMANY)]
    assert said == ["", "", "took three of them"]
    final = ran_out(open={BOB: counts([GERMANY]), CHRIS: counts([ITALY])})
    assert words.spent(final.view(ANNA), GERMANY, Voice("it")) == "ne ha preso un tris"
    assert words.spent(final.view(ANNA), EMPTY, Voice()) == ""
    final.play(ANNA, EMPTY)  # now it is about Chris
    assert [words.spent(final.view(ANNA), nation, Voice()) for nation in (ITALY, GERMANY)] == ["took three of them", ""]
    assert words.spent(table().view(ANNA), ITALY, Voice()) == ""


# Questions to you ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "yours", "theirs"),
    [
        ("en", "You exchange a card with the row: which one do you give?",
         "Anna exchanges a card with the row: which one to give?"),
        ("it", "Scambi una carta con il centro: quale dai?", "Anna scambia una carta con il centro: quale dà?"),
    ],
)  # fmt: skip
def test_a_question_speaks_to_who_is_asked(language: str, yours: str, theirs: str) -> None:
    match = table()
    assert match.question(ANNA, language) == yours
    assert match.question(BOB, language) == match.question(None, language) == theirs


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_calls_you_by_your_name(language: str) -> None:
    asked = set()
    for match in moments(doppiogioco.new(GAME, 4, seed="you", names=NAMES[:4]), "you", seldom_guessing):
        for seat in match.waiting:
            asked.add(match.view().ask)
            assert NAMES[seat] not in match.question(seat, language)
        if match.waiting and match.view().ask != Ask.FINAL:
            assert NAMES[match.waiting[0]] in match.question(None, language)
    assert {Ask.GIVE, Ask.TAKE, Ask.TRIPLE, Ask.GUESS, Ask.NAME, Ask.FINAL} <= asked
