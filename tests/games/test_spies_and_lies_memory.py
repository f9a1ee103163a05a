"""What a player of Spies & Lies can remember: exactly what follows from what they saw and heard, and no more."""

from __future__ import annotations

from itertools import permutations

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    CHRIS,
    GAME,
    HIGH,
    LOW,
    RED,
    confirming,
    guess,
    is_rising,
    missions,
    opened,
    table,
    wrong,
)
from drawn import moments, sampled

import doppiogioco
from doppiogioco.engine.game import Setup, View, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.games.spies_and_lies.cards import MISSIONS, Soldier
from doppiogioco.games.spies_and_lies.deduction import possible
from doppiogioco.games.spies_and_lies.state import Ask

SETUPS = [setup for setup in doppiogioco.setups() if setup[0] == GAME]
SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
NOBODY_ELSE = (NOBODY, NOBODY)


def titled(match: Match, seat: int | None, title: str) -> Note:
    return next(note for note in match.recall(seat) if note.title == title)


def suspects(match: Match, seat: int | None, side: str = "Blue") -> tuple[str, ...]:
    return titled(match, seat, f"Whom {side} may have sent").lines


# Whom the cards may hide --------------------------------------------------------------------------------------------


def fitting(view: View, side: int) -> list[set[int]]:
    """Written out the long way: every row of four different soldiers against each clause."""
    lowest = 3 * view.intel[view.day + 1]
    by_hand = view.options & 1
    found: list[set[int]] = [set() for _ in range(MISSIONS)]
    for row in permutations(range(10), MISSIONS):
        if set(row) & set(view.exhausted[side]) or not (by_hand or is_rising(row)):
            continue
        if any(card >= 0 and card != soldier for card, soldier in zip(view.row[side], row, strict=True)):
            continue
        tokens = [(token, soldier) for token, soldier in zip(view.token[side], row, strict=True) if token != NOBODY]
        if not by_hand and any(
            (token == 1) != (lowest <= soldier <= lowest + 3) for token, soldier in tokens if soldier != SERGEANT
        ):
            continue
        for mission, soldier in enumerate(row):
            found[mission].add(soldier)
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_exactly_the_soldiers_that_fit_are_possible(setup: Setup) -> None:
    game, seats, options = setup
    compared = 0
    for match in sampled(moments(doppiogioco.new(game, seats, options, seed=2), 2), 9):
        for seat in (None, *range(seats)):
            view = match.view(seat)
            for side in (RED, BLUE):
                if view.day != NOBODY and HIDDEN in view.row[side]:
                    assert [set(soldiers) for soldiers in possible(view, side, {})] == fitting(view, side)
                    compared += 1
    assert compared > 10


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_truth_is_always_among_what_is_possible(setup: Setup) -> None:
    game, seats, options = setup
    for seed in range(4):
        for match in moments(doppiogioco.new(game, seats, options, seed=seed), seed):
            row = opened(match).row
            for seat in (None, *range(seats)):
                view = match.view(seat)
                for side in (RED, BLUE):
                    laid = range(view.laid[side])
                    found = possible(view, side, {})
                    assert all(row[side][mission] in found[mission] for mission in laid)


def test_the_notes_say_which_ranks_are_left_under_each_mission() -> None:
    match = missions(
        (SPY, SCOUT, MINER, SERGEANT), (MINER, LIEUTENANT, COLONEL, MARSHAL), at=1, target=BLUE,
        exhausted=(NOBODY_ELSE, (GENERAL, NOBODY)),
    )  # fmt: skip
    assert suspects(match, ANNA) == (
        "Mission 1: 3 Miner, seen",
        "Mission 2: 4, 5, 6, 7, 8",
        "Mission 3: 4, 5, 6, 7, 8, 10",
        "Mission 4: 4, 6, 7, 8, 10",
        "Not there, exhausted: 9 General",
    )
    assert [note.title for note in match.recall(ANNA)] == ["Whom Blue may have sent", "Intel cards"]
    assert match.recall(BOB)[0].title == "Whom Red may have sent"


def test_what_only_one_soldier_fits_is_said_so() -> None:
    match = missions((0, 1, 2, 3), (SPY, SCOUT, MINER, LIEUTENANT), at=2, target=BLUE)  # a token: 3, or the Sergeant
    assert suspects(match, ANNA)[2] == "Mission 3: 3, 4"
    match = missions(
        (0, 1, 2, 3), (SPY, SCOUT, MINER, LIEUTENANT), at=2, target=BLUE, exhausted=(NOBODY_ELSE, (SERGEANT, NOBODY))
    )
    assert suspects(match, ANNA)[2] == "Mission 3: 3 Miner, nobody else fits"


def test_who_only_watches_remembers_what_both_sides_may_have() -> None:
    match = missions((SPY, MINER, CAPTAIN, BOMB), (0, 1, 2, 3))
    titles = [note.title for note in match.recall()]
    assert titles == ["Whom Blue may have sent", "Whom Red may have sent", "Intel cards"]


def test_what_was_shown_of_a_partners_cards_is_remembered_for_the_day() -> None:
    match = table(4)
    match.play(ANNA, SPY, SERGEANT)
    assert not any("Red" in note.title for note in match.recall(ANNA))  # she sees her own
    match.play(BOB, SPY, SCOUT)
    looked = ("Mission 1: 1 Spy, you looked", "Mission 2: 4 Sergeant, you looked")
    match.play(CHRIS, MINER, BOMB)
    assert match.view(CHRIS).row[RED][:2] == [HIDDEN, HIDDEN]
    assert suspects(match, CHRIS, "Red")[:2] == looked
    assert suspects(match, ANNA, "Red")[2:4] == ("Mission 3: 2, 3, 5, 6, 7, 8, 9", "Mission 4: 3, 5, 6, 7, 8, 9, 10")
    assert suspects(match, None, "Red")[:1] != looked[:1]
    fresh = doppiogioco.new(GAME, 4, seed=1)
    for later in moments(fresh, 1):
        if later.view().day == 1:
            break
    assert not any("looked" in line for seat in range(4) for note in later.recall(seat) for line in note.lines)


# Guesses and intel --------------------------------------------------------------------------------------------------


def test_every_guess_is_kept_with_how_it_went() -> None:
    match = missions((SPY, MINER, CAPTAIN, BOMB), (SCOUT, MINER, SERGEANT, LIEUTENANT), target=BLUE)
    guess(match, MARSHAL, SPY)
    kept = titled(match, None, "Guesses of day 1")
    assert kept.head == ("Mission", "Guess", "It was", "")
    assert kept.rows == (("1 Bob", "10", "2", "wrong"), ("1 Anna", "1", "1", "right"))
    assert match.recall(ANNA)[1] == match.recall(BOB)[1] == kept


def test_by_hand_a_card_that_gives_itself_away_is_kept_as_such() -> None:
    match = missions((SPY, 1, 2, 3), (0, 1, 2, 3), by_hand=True, token=((0, 1, 1, 1), (1, 1, 1, 1)))
    guess(match, MARSHAL)
    assert titled(match, None, "Guesses of day 1").rows == (("1 Anna", "10", "1", "given away"),)


def test_days_are_kept_apart_the_latest_first() -> None:
    match = wrong(missions((SPY, SCOUT, MINER, BOMB), (0, 1, 2, COLONEL), at=3, target=RED))
    assert match.view().day == 1
    for later in moments(match, 3):
        if later.view().ask == Ask.GUESS and len(later.history) > 30:
            break
    titles = [note.title for note in later.recall(ANNA)]
    assert titles.index("Guesses of day 2") + 1 == titles.index("Guesses of day 1")
    assert len(titled(later, ANNA, "Guesses of day 1").rows) == 1


def test_intel_cards_are_counted() -> None:
    used_up = missions((0, 1, 2, 3), (0, 1, 2, 3), intel=[HIGH, HIGH])
    assert titled(used_up, None, "Intel cards").lines[1] == "Still to come: 1-4 × 2, 4-7 × 2"
    match = missions((0, 1, 2, 3), (0, 1, 2, 3), day=1)  # 4-7, then 7-10, then 1-4
    assert titled(match, None, "Intel cards").lines == (
        "Turned over: 4-7, 7-10, 1-4",
        "Still to come: 1-4 × 1, 4-7 × 1, 7-10 × 1",
    )


# What may not be known ----------------------------------------------------------------------------------------------


def test_covered_cards_make_no_difference_to_anybody_elses_notes() -> None:
    token = ((1, 0, 0, 0), (1, 1, 1, 1))
    rows = (SPY, CAPTAIN, BOMB, COLONEL), (SPY, LIEUTENANT, GENERAL, MARSHAL)
    one, other = (wrong(missions(row, (0, 1, 2, 3), token=token)) for row in rows)
    for language in LANGUAGES:
        assert one.recall(BOB, language) == other.recall(BOB, language) != []
        assert one.recall(None, language) == other.recall(None, language)


def test_what_a_partner_looked_at_is_in_nobody_elses_notes() -> None:
    rows = (SPY, SCOUT, BOMB, COLONEL), (MINER, LIEUTENANT, BOMB, COLONEL)
    one, other = (confirming(row, (0, 1, 2, 4), LOW + 2, seats=4) for row in rows)
    for seat in (BOB, None):
        assert one.recall(seat) == other.recall(seat)
    assert one.recall(CHRIS) != other.recall(CHRIS)


def test_a_table_without_a_memory_aid_keeps_nothing() -> None:
    match = missions((SPY, MINER, CAPTAIN, BOMB), (0, 1, 2, 3))
    match.reminders = False
    assert match.recall(BOB) == []


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_everybody_can_recall_at_every_moment_in_both_languages(setup: Setup) -> None:
    game, seats, options = setup
    names = ("Anna", "Bob", "Chris", "David")[:seats]
    for match in moments(doppiogioco.new(game, seats, options, seed=6, names=names), 6):
        for seat in (None, *range(seats)):
            for language in LANGUAGES:
                notes = match.recall(seat, language)
                assert all(len(row) == len(note.head) for note in notes for row in note.rows)
                assert all(note.lines or note.rows for note in notes)
    assert match.over and not any("may have sent" in note.title for note in match.recall())
    turned = match.view().retired
    open_now = sum(state != NOBODY for side in turned for state in side)
    kept = [len(note.rows) for note in match.recall() if note.rows]
    assert kept[0] == open_now and set(kept[1:]) <= {2 * MISSIONS}
