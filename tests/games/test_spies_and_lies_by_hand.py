"""Spies & Lies by hand: mistakes and what they cost (section 11 of docs/games/spies-and-lies)."""

from __future__ import annotations

from typing import Any

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    CHRIS,
    HIGH,
    LOW,
    NONE,
    RED,
    Row,
    agent,
    ahead,
    broken,
    confirming,
    guess,
    missions,
    points,
    result,
    right,
    table,
    wrong,
)

from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.games.spies_and_lies.cards import FLAG, GATE, Soldier
from doppiogioco.games.spies_and_lies.state import Ask, Choice

clause = pytest.mark.clause

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
DULL = (SPY, SCOUT, MINER, SERGEANT)  # a row without a mistake
NONE_DUE = (COLONEL, GENERAL, MARSHAL, SERGEANT)  # with intel 1-4 no token is due on these


def by_hand(red: Row, blue: Row = DULL, **fields: Any) -> Match:
    return missions(red, blue, by_hand=True, **fields)


# 11.1 Everything may be laid ----------------------------------------------------------------------------------------


@clause("11.1")
def test_any_fresh_soldier_may_go_anywhere():
    match = table(by_hand=True, exhausted=((SPY, NOBODY), NONE))
    for soldier in (MARSHAL, SCOUT, GENERAL):
        match.play(ANNA, soldier)
    assert [int(answer) for answer in match.legal(ANNA)] == [MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL]
    assert [broken(match, ANNA, soldier) for soldier in (SPY, MARSHAL)] == ["3.2", "3.2"]
    match.play(ANNA, MINER)
    assert match.view(ANNA).row[RED] == [MARSHAL, SCOUT, GENERAL, MINER]


@clause("11.1", "4.5")
def test_any_tokens_may_lie_on_the_own_missions():
    match = confirming((MARSHAL, SCOUT, GENERAL, MINER), DULL, HIGH, seats=3, by_hand=True)
    assert [int(answer) for answer in match.legal(ANNA)] == list(range(16))
    assert [int(answer) for answer in match.legal(BOB)] == [0b0000, 0b0001, 0b0010, 0b0011]
    assert [int(answer) for answer in match.legal(CHRIS)] == [0b0000, 0b0100, 0b1000, 0b1100]
    assert broken(match, CHRIS, 0b0001) == "4.2"


@clause("11.1", "4.2")
@pytest.mark.parametrize(
    ("language", "reason"), [("en", "Mission 3 belongs to Chris"), ("it", "della Missione 3 si occupa Chris")]
)
def test_a_token_on_the_partners_mission_is_refused_for_that_reason(language, reason):
    """Bob's own cards, which the intel card demands tokens for, are not the point: by hand they may lie there bare."""
    match = confirming((MARSHAL, SCOUT, GENERAL, MINER), DULL, LOW, seats=3, by_hand=True)
    with pytest.raises(IllegalAnswer, match=reason):
        match.play(BOB, 0b0100, language=language)
    assert 0 in match.legal(BOB)


@clause("11.1")
def test_without_the_option_nothing_of_this_is_checked():
    """Rows that cannot be laid without the option, set up as if they had been."""
    match = wrong(missions((MARSHAL, COLONEL, *DULL[:2]), DULL, at=1, token=((0, 1, 0, 0), (1, 1, 1, 0))))
    assert points(match) == (8, 0)
    assert match.view().misplaced == [0, 0]


# 11.2 Tokens --------------------------------------------------------------------------------------------------------


@clause("11.2", "11.5")
@pytest.mark.parametrize(
    ("soldier", "intel", "token", "punished"),
    [
        (MINER, LOW, 1, False), (MINER, LOW, 0, True), (COLONEL, LOW, 0, False), (COLONEL, LOW, 1, True),
        (BOMB, HIGH, 0, True), (BOMB, HIGH, 1, False),
    ],
)  # fmt: skip
def test_a_wrong_or_missing_token_counts_as_guessed(soldier, intel, token, punished):
    match = by_hand((soldier, *NONE_DUE[1:]), intel=(LOW + HIGH - intel, intel), token=((token, 0, 0, 0), (0, 0, 0, 0)))
    wrong(match)
    assert match.view().retired[RED][0] == int(punished)
    assert points(match)[BLUE] == (2 if punished else 0)
    line, state = match.log()[-1], "wrong" if token else "missing"
    assert (f"Its intel token is {state}, so it counts as guessed." in line) == ("token is" in line) == punished
    assert (line.clause == "11.2") == punished
    italian = "Il suo segnalino Informazione è sbagliato:" if token else "Le manca il segnalino Informazione:"
    assert (f"{italian} conta come indovinata." in match.log(language="it")[-1]) == punished


@clause("11.7", "11.2")
@pytest.mark.parametrize("intel", [LOW, HIGH])
@pytest.mark.parametrize("token", [0, 1])
def test_no_token_is_wrong_on_the_sergeant(intel, token):
    match = by_hand((SERGEANT, *NONE_DUE[:3]), intel=(1, intel), token=((token, 0, 0, 0), (0, 0, 0, 0)))
    wrong(match)
    assert points(match) == (4, 0)
    assert match.view().retired[RED][0] == 0


# 11.3 and 11.4 Order ------------------------------------------------------------------------------------------------


@clause("11.3", "11.4")
def test_a_card_out_of_order():
    """Red has won 2 spaces today, stands on 7 points, and turns the General over after the Marshal."""
    match = by_hand((COLONEL, MARSHAL, GENERAL, SERGEANT), at=2, points=(7, 3), gained=(2, 0), agent=agent(1))
    wrong(match)
    assert points(match) == (0, 5)  # the marker goes to 0, and Blue gets 2 points for a card that counts as guessed
    assert ahead(match) == -1
    view = match.view()
    assert (view.misplaced, view.gained, view.retired[RED][2]) == ([1, 0], [0, 0], 1)
    expected = (
        "Wrong: it is the General (9). It is out of order: Red goes back to 0 and loses what it gained with the "
        "Double Agent today. Infiltration: Red 7 → 0, Blue 3 + 2 → 5. "
        "The Double Agent goes 2 spaces towards the flag of Red."
    )
    assert (match.log()[-1], match.log()[-1].clause) == (expected, "11.3")


@clause("11.3")
@pytest.mark.parametrize(
    ("row", "at", "wrong_order"),
    [
        ((COLONEL, GENERAL, MARSHAL, BOMB), 2, False),
        ((COLONEL, GENERAL, MARSHAL, BOMB), 3, True),
        ((MARSHAL, COLONEL, GENERAL, BOMB), 1, True),
        ((MARSHAL, COLONEL, GENERAL, BOMB), 2, True),  # above the Colonel, but not above the Marshal
        ((SERGEANT, COLONEL, GENERAL, BOMB), 1, False),
        ((COLONEL, SERGEANT, GENERAL, BOMB), 2, False),
    ],
)
def test_every_card_that_lies_open_before_it_counts(row, at, wrong_order):
    match = wrong(by_hand(row, at=at, day=2))  # the last day, so that the last card begins no other
    assert match.view().misplaced == [int(wrong_order), 0]
    assert points(match)[BLUE] == (2 if wrong_order else 0)


@clause("11.3")
def test_only_cards_that_lie_open_are_compared():
    """The first card is the mistake, but it shows only when the second is turned over."""
    match = by_hand((MARSHAL, COLONEL, *DULL[2:]), points=(0, 0))
    wrong(match)
    match.play(ANNA, 0)
    assert (ahead(match), match.view().misplaced) == (1, [0, 0])
    wrong(match)
    wrong(match)
    assert (ahead(match), match.view().misplaced) == (0, [1, 0])


@clause("11.3")
def test_each_further_card_out_of_order_repeats_the_penalty():
    """By its right guesses Red has won something in between; it is lost again."""
    blue = (SPY, SCOUT, MINER, LIEUTENANT)
    match = by_hand((MARSHAL, GENERAL, COLONEL, SERGEANT), blue, at=1, points=(8, 0))
    wrong(match)
    assert points(match) == (0, 2)
    match = match.position(points=(8, 2))
    right(match)  # Red reaches 10 and moves the Double Agent
    assert (points(match), ahead(match), match.view().gained) == ((0, 2), 1, [1, 0])
    match = match.position(points=(5, 2))
    wrong(match)  # the Colonel, out of order again
    assert (points(match), ahead(match), match.view().gained) == ((0, 4), 0, [0, 0])


@clause("11.4")
def test_later_cards_count_as_guessed_and_everything_is_asked_as_always():
    match = by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1, deceptions=(2, 0), ask=Ask.DECEIVE)
    match.play(ANNA, Choice.NO)
    wrong(match)
    wrong(match)  # a card of Blue
    assert (match.view().ask, match.waiting) == (Ask.DECEIVE, (ANNA,))
    match.play(ANNA, Choice.YES)
    assert (match.view().ask, match.waiting) == (Ask.GUESS, (BOB,))
    wrong(match)  # the Marshal is above both, but comes after a mistake
    assert (match.view().retired[RED][2], match.view().ask) == (1, Ask.GUESS)
    assert match.view().points[RED] == 0  # no Deception is paid
    assert "After a card out of order it counts as guessed." in match.log()[-1]
    assert match.log()[-1].clause == "11.4"


@clause("11.4")
def test_the_side_in_error_may_go_on_guessing():
    match = by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1)
    wrong(match)
    right(match)
    assert points(match) == (2, 2)


@clause("11.3")
@pytest.mark.parametrize(("far", "gained", "after"), [(-1, 3, -GATE), (0, 6, -GATE), (-GATE, 2, -GATE), (2, 3, -1)])
def test_the_way_back_ends_at_the_own_gate(far, gained, after):
    """Blue has pushed the Double Agent back since; the undoing takes nobody beyond the gate and wins nothing."""
    match = wrong(by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1, agent=agent(far), gained=(gained, 0)))
    assert ahead(match) == after
    assert not match.over


@clause("11.3")
def test_the_penalty_comes_before_the_points_for_the_guess():
    """Undone by two spaces, then Blue's two points reach 10: one space more."""
    fields = {"agent": agent(0), "gained": (2, 0), "points": (5, 8)}
    match = wrong(by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1, **fields))
    assert (points(match), ahead(match)) == ((0, 0), -3)


@clause("11.3", "6.5")
@pytest.mark.parametrize(("far", "wins"), [(-3, False), (-2, False), (-GATE, True)])
def test_whoever_is_given_the_gate_by_a_mistake_wins_in_a_later_turn_at_the_earliest(far, wins):
    """Blue's two points reach 10 in the reveal that takes the Double Agent back: enough only where it stood before."""
    fields = {"agent": agent(far), "gained": (2, 0), "points": (5, 8)}
    match = wrong(by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1, **fields))
    assert match.over == wins
    assert ahead(match) == (-FLAG if wins else -GATE)
    assert ("In the same turn it cannot go on to the flag." in match.log()[-1]) == (not wins)
    if not wins:
        assert points(match) == (0, 0)
        wrong(match := match.position(points=(0, 9), target=RED, mission=2))  # counts as guessed: from the gate on
        assert (result(match).winners, result(match).reason) == ((BOB,), "flag")


@clause("11.3")
def test_only_spaces_really_won_are_taken_back():
    """The General stops at the gate after one space; when the mistake shows, one space is taken back."""
    match = by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), agent=agent(3), points=(3, 0))
    wrong(match)
    assert (ahead(match), match.view().gained) == (GATE, [1, 0])
    wrong(match)
    wrong(match)
    assert ahead(match) == 3


@clause("11.3")
def test_what_was_won_on_another_day_stays():
    match = wrong(by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1, agent=agent(3), points=(3, 0), gained=(0, 0)))
    assert ahead(match) == 3


# 11.5 In every respect ----------------------------------------------------------------------------------------------

MISTAKES = {
    "token": ((BOMB, COLONEL, GENERAL, SERGEANT), {"token": ((0, 1, 0, 0), (0, 0, 0, 0))}),
    "order": ((GENERAL, COLONEL, BOMB, SERGEANT), {"token": ((0, 0, 0, 0), (0, 0, 0, 0))}),
}
both_mistakes = pytest.mark.parametrize(("row", "mistake"), MISTAKES.values(), ids=MISTAKES)


@clause("11.5")
@both_mistakes
def test_four_points_with_a_scout(row, mistake):
    match = wrong(by_hand(row, at=1, scouting=(0, 1), **mistake))
    assert points(match) == (0, 4)


@clause("11.5", "7.11")
@both_mistakes
def test_a_chain_explosion(row, mistake):
    match = wrong(by_hand(row, at=1, bomb=(0, 1), **mistake))
    assert match.view().picker == [NOBODY, BOB]


@clause("11.5", "8.2")
@both_mistakes
def test_no_pay_for_deception(row, mistake):
    match = wrong(by_hand(row, at=1, decoy=1, **mistake))
    assert points(match) == (0, 2)
    assert match.view().decoy == 0


@clause("11.5")
@both_mistakes
def test_paid_once_even_if_the_guess_was_right(row, mistake):
    match = right(by_hand(row, at=1, **mistake))
    assert points(match) == (0, 2)
    assert match.log()[-1].startswith("Right: it is the Colonel (8).")


@clause("11.5", "11.3")
def test_wrong_order_and_wrong_token_at_once_are_paid_once():
    match = wrong(by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=1, token=((0, 1, 0, 0), (0, 0, 0, 0))))
    assert points(match) == (0, 2)


# 11.6 The flag ------------------------------------------------------------------------------------------------------


@clause("11.6")
@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ((LIEUTENANT, COLONEL, GENERAL, SERGEANT), "flag"),
        ((LIEUTENANT, GENERAL, COLONEL, SERGEANT), "misplaced"),  # still face down
        ((LIEUTENANT, SERGEANT, MINER, COLONEL), "misplaced"),
    ],
)
def test_the_row_of_whoever_reaches_the_flag_is_checked(row, reason):
    match = wrong(by_hand(row, agent=agent(GATE)))
    assert result(match).reason == reason
    assert result(match).winners == ((ANNA,) if reason == "flag" else (BOB,))
    assert ahead(match) == FLAG
    assert "The row of Red: Lieutenant (5)," in match.log()[-1]
    assert ("out of order" in match.verdict()) == (reason == "misplaced")
    assert match.log()[-1].clause == ("11.6" if reason == "misplaced" else "10.1")


@clause("11.6")
def test_a_flag_reached_by_a_guess_is_checked_too():
    match = right(by_hand(DULL, (MARSHAL, SPY, SCOUT, MINER), agent=agent(-GATE), points=(0, 9)))
    assert (result(match).winners, result(match).reason) == ((ANNA,), "misplaced")


@clause("11.6")
def test_neither_tokens_nor_the_losers_row_are_checked():
    fields = {"agent": agent(GATE), "token": ((0, 1, 1, 1), (0, 1, 0, 0))}
    match = wrong(by_hand((LIEUTENANT, COLONEL, GENERAL, SERGEANT), (MARSHAL, SPY, SCOUT, MINER), **fields))
    assert (result(match).winners, result(match).reason) == ((ANNA,), "flag")


@clause("11.6")
def test_without_the_option_the_row_is_not_checked():
    match = wrong(missions((LIEUTENANT, GENERAL, COLONEL, SERGEANT), DULL, agent=agent(GATE)))
    assert result(match).reason == "flag"


@clause("11.6", "10.3")
def test_territory_needs_no_check():
    match = by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=3, day=2, agent=agent(2))
    assert (result(wrong(match)).winners, result(match).reason) == ((ANNA,), "territory")


# 11.7 The Sergeant --------------------------------------------------------------------------------------------------


@clause("11.7")
def test_the_sergeant_does_not_count_as_guessed_after_a_mistake():
    match = by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=3, misplaced=(1, 0), points=(2, 0), day=2)
    wrong(match)
    assert points(match) == (6, 0)
    assert right(by_hand((GENERAL, COLONEL, MARSHAL, SERGEANT), at=3, misplaced=(1, 0), day=2)).view().points == [0, 2]


@clause("11.7", "11.4")
def test_the_sergeant_may_deceive_after_a_mistake():
    """Deception and guess are asked for him as for any other card, and they count."""
    match = by_hand((GENERAL, COLONEL, SERGEANT, MARSHAL), at=2, misplaced=(1, 0), deceptions=(1, 0), ask=Ask.DECEIVE)
    match.play(ANNA, Choice.YES)
    guess(match, MARSHAL)
    assert points(match) == (8, 0)


@clause("11.7", "11.3")
def test_the_sergeant_is_never_out_of_order_and_makes_nobody_so():
    match = by_hand((MARSHAL, SERGEANT, *NONE_DUE[:2]), at=1)
    assert wrong(match).view().misplaced == [0, 0]
    match = by_hand((SERGEANT, MINER, COLONEL, GENERAL), at=1)
    assert wrong(match).view().misplaced == [0, 0]
