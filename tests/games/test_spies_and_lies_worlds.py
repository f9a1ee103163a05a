"""Spies & Lies: the worlds that fit what a seat knows, when the table deals the rest again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    CHRIS,
    DAVID,
    LOW,
    NONE,
    RED,
    confirming,
    is_rising,
    missions,
    table,
)

from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import CHANCE, NOBODY, SPECTATOR
from doppiogioco.games.spies_and_lies.cards import Soldier
from doppiogioco.games.spies_and_lies.state import Ask

clause = pytest.mark.clause

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
RULES = find("spies-and-lies").rules


def dealt_again(match: Match, seat: int) -> set[str]:
    """Every table that the rules may deal to a seat in place of what it does not know, with all secrets."""
    state = match.game.state

    def worlds(s: Any) -> Iterator[str]:
        if not s.again:
            yield str(state.as_dict(state.vector(s)))
            return
        assert match.game.chance_answers(s)
        possible = match.game.possible(s, CHANCE)
        assert possible, "a dead end"
        for a in possible:
            after = state.copy(s)
            RULES.apply(after, CHANCE, a)
            yield from worlds(after)

    s = state.copy(match._state)
    RULES.forget(s, seat)
    found = list(worlds(s))
    assert len(found) == len(set(found))
    return set(found)


def changed(match: Match, **fields: Any) -> str:
    state = match.game.state
    return str(state.as_dict(state.vector(state.changed(match._state, fields))))


@clause("3.3", "4.2", "4.3")
@pytest.mark.parametrize("at", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("blue", "tokens"),
    [
        ((SPY, SERGEANT, BOMB, MARSHAL), (1, 0, 0, 0)),
        ((SPY, SERGEANT, BOMB, MARSHAL), (1, 1, 0, 0)),
        ((SCOUT, MINER, COLONEL, SERGEANT), (1, 1, 0, 1)),
        ((SERGEANT, SPY, SCOUT, MINER), (0, 1, 1, 1)),
        ((LIEUTENANT, CAPTAIN, BOMB, COLONEL), (0, 0, 0, 0)),
    ],
    ids=str,
)
def test_exactly_the_rows_that_fit_open_cards_and_tokens(blue, tokens, at):
    """What may be dealt again for Anna, against every row of four; Bob's cards before Mission `at` lie open."""
    token, exhausted = ((1, 1, 1, 0), tokens), ((GENERAL, NOBODY), (GENERAL, NOBODY))
    match = missions((SPY, SCOUT, MINER, BOMB), blue, target=BLUE, at=at, token=token, exhausted=exhausted)

    def fits(row: Sequence[int]) -> bool:
        honest = [
            soldier == SERGEANT or (soldier <= 3) == bool(token) for soldier, token in zip(row, tokens, strict=True)
        ]
        return is_rising(row) and row[:at] == blue[:at] and all(honest)

    fresh = [soldier for soldier in Soldier if soldier != GENERAL]
    expected = {changed(match, row={BLUE: row}) for row in filter(fits, permutations(fresh, 4))}
    assert len(expected) > 0
    assert dealt_again(match, ANNA) == expected


@clause("4.4", "4.5")
def test_hidden_tokens_are_dealt_again_with_the_cards():
    match = confirming((SPY, SCOUT, MINER, BOMB), (SCOUT, BOMB, COLONEL, MARSHAL), LOW, exhausted=(NONE, (SPY, MINER)))
    match.play(BOB, 0b0001)
    worlds = dealt_again(match, ANNA)
    fresh = [soldier for soldier in Soldier if soldier not in (SPY, MINER)]
    expected = set()
    for row in filter(is_rising, permutations(fresh, 4)):
        for lie in (0, 1) if SERGEANT in row else (0,):
            marks = [lie if soldier == SERGEANT else int(soldier <= 3) for soldier in row]
            expected.add(changed(match, row={BLUE: row}, mark={BLUE: marks}))
    assert worlds == expected
    assert len(worlds) == 35 + 2 * 4 * 35


@clause("3.6")
def test_the_second_member_remembers_the_partners_cards():
    match = table(4)
    match.play(ANNA, SCOUT, BOMB)
    match.play(BOB, GENERAL - 1, GENERAL)  # 8-9: after it only the Sergeant and the Marshal, in two ways
    match.play(CHRIS, SERGEANT, MARSHAL)
    blues = {changed(match, row={BLUE: {0: one, 1: two}}) for one, two in firsts_of_a_row()}
    assert dealt_again(match, CHRIS) == blues
    assert len(dealt_again(match, ANNA)) == len(blues) * 9  # after 2-7, two of 8, 9, 10, or the Sergeant and one
    assert len(dealt_again(match, DAVID)) == 462  # C(9,4) + 4 C(9,3) rows of Red; Bob's cards are in sight


def firsts_of_a_row() -> set[tuple[int, int]]:
    """What can lie on Missions 1 and 2."""
    return {(row[0], row[1]) for row in filter(is_rising, permutations(Soldier, 4))}


@clause("3.6")
def test_before_the_look_the_second_member_does_not_know_the_partners_cards():
    match = table(4)
    match.play(ANNA, SCOUT, BOMB)
    match.play(BOB, SPY)
    assert len(dealt_again(match, CHRIS)) == len(firsts_of_a_row()) * 8
    match.play(BOB, SCOUT)
    assert len(dealt_again(match, CHRIS)) == len(firsts_of_a_row())  # Anna's cards are in sight, Bob's are not


@clause("11.1")
def test_by_hand_any_cards_and_tokens_are_possible():
    match = table(by_hand=True, exhausted=((SPY, NOBODY), (MARSHAL, SPY)), chance=[LOW])
    for soldier in (BOMB, SCOUT):
        match.play(BOB, soldier)
    assert len(dealt_again(match, ANNA)) == 8 * 7
    match.play(BOB, SERGEANT)
    assert len(dealt_again(match, ANNA)) == 8 * 7 * 6


@clause("9.2")
def test_hidden_picks_are_dealt_again():
    """Bob has picked one and then two of Red's four, unseen; then the first of them is shown."""
    red, picker = (SPY, SCOUT, BOMB, SERGEANT), {"ask": Ask.PICK, "picker": (ANNA, BOB), "to": RED}
    match = missions(red, (MINER, BOMB, COLONEL, SERGEANT), row_seen=[[1023] * 4] * 2, **picker)
    match.play(BOB, SPY)
    assert dealt_again(match, ANNA) == {changed(match, picked={BLUE: (one, NOBODY)}) for one in red}
    assert dealt_again(match, BOB) == {changed(match)}
    match.play(BOB, SCOUT)
    assert dealt_again(match, ANNA) == {changed(match, picked={BLUE: pair}) for pair in permutations(red, 2)}
    shown = match.position(picks=(2, 2), picked={RED: (MINER, BOMB)})
    state = match.game.state.changed(shown._state, {"ask": Ask.EXHAUST, "exhausted": ((SPY, NOBODY), NONE)})
    shown._state = state
    others = permutations((MINER, BOMB, COLONEL, SERGEANT), 2)
    assert len(dealt_again(shown, SPECTATOR)) == 3 * len(list(others))
    seconds = {changed(shown, picked={BLUE: (SPY, other)}) for other in red[1:]}
    assert dealt_again(shown, ANNA) == seconds


@clause("10.2")
def test_nothing_is_dealt_again_when_the_game_is_over():
    match = table().position(ask=Ask.OVER)
    assert dealt_again(match, ANNA) == {changed(match)}
