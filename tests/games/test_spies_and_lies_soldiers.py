"""Spies & Lies: what the ten soldiers do (section 7 of docs/games/spies-and-lies)."""

from __future__ import annotations

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    CHRIS,
    NONE,
    RED,
    ahead,
    broken,
    card,
    missions,
    points,
    right,
    wrong,
)

from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.spies_and_lies.cards import FLAG, SIX, Soldier
from doppiogioco.games.spies_and_lies.state import Ask, Marshal

clause = pytest.mark.clause

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
TEN, SPLIT = Marshal
DULL = (SPY, SCOUT, MINER, SERGEANT)  # a row of no account


@clause("7.1", "7.2", "7.3", "7.4")
@pytest.mark.parametrize(("soldier", "won"), [(SPY, 1), (SCOUT, 2), (MINER, 3), (SERGEANT, 4)])
def test_points_of_the_low_ranks(soldier, won):
    match = wrong(card(soldier, points=(2, 5)))
    assert points(match) == (2 + won, 5)
    assert ahead(match) == 0
    view = match.view()
    assert (view.spying[RED], view.scouting[RED], view.mining[RED]) == (
        soldier == SPY,
        soldier == SCOUT,
        soldier == MINER,
    )


@clause("7.1", "8.5")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_the_spy_brings_a_deception_token_up_to_two(before, after):
    match = wrong(card(SPY, deceptions=(before, 0)))
    assert match.view().deceptions == [after, 0]
    assert points(match) == (1, 0)


@clause("7.1")
@pytest.mark.parametrize(("spy", "marshal"), [(SPY, False), (SCOUT, True)])
def test_the_spy_stops_a_marshal_that_comes_after_it(spy, marshal):
    """Blue's card of Mission 1 is turned over first, then Red's Marshal."""
    match = wrong(missions((MARSHAL, *DULL[1:]), (spy, *DULL[1:]), target=BLUE))
    wrong(match)
    assert (match.view().ask == Ask.MARSHAL) == marshal
    assert match.view().retired[RED][0] == (0 if marshal else 1)


@clause("7.1")
def test_a_marshal_that_lay_open_before_is_not_touched():
    match = wrong(missions((SPY, *DULL[1:]), (MARSHAL, *DULL[1:]), target=BLUE))
    match.play(BOB, TEN)
    assert ahead(match) == -1
    wrong(match)
    assert (ahead(match), match.view().retired[BLUE][0]) == (-1, 0)


@clause("7.2")
def test_the_scout_doubles_right_guesses_from_then_on():
    match = missions((SCOUT, *DULL[1:]), (BOMB, SPY, COLONEL, GENERAL), target=BLUE)
    right(match)
    assert points(match) == (2, 0)  # before the Scout
    wrong(match)
    assert points(match) == (4, 0)  # the Scout's own two points
    right(match)
    assert points(match) == (8, 0)
    assert right(match).view().points == [8, 2]  # Blue has no Scout


@clause("7.3")
@pytest.mark.parametrize(("miner", "bomb"), [(MINER, 0), (SCOUT, 1)])
def test_the_miner_defuses_a_bomb_that_comes_after_it(miner, bomb):
    match = wrong(missions((BOMB, *DULL[1:]), (miner, SERGEANT, COLONEL, GENERAL), target=BLUE))
    wrong(match)
    assert match.view().bomb == [bomb, 0]
    assert match.view().retired[RED][0] == 1 - bomb


@clause("7.3")
def test_a_bomb_that_exploded_before_is_not_touched():
    match = wrong(missions((MINER, *DULL[1:]), (BOMB, *DULL[1:]), target=BLUE))
    wrong(match)
    assert match.view().retired == [[1, NOBODY, NOBODY, NOBODY], [0, NOBODY, NOBODY, NOBODY]]  # the Miner retires


@clause("7.5", "7.9")
@pytest.mark.parametrize(("soldier", "steps"), [(LIEUTENANT, 1), (GENERAL, 2)])
@pytest.mark.parametrize(("side", "way"), [(RED, 1), (BLUE, -1)])
@pytest.mark.parametrize("day", [0, 2])
def test_those_who_move_the_double_agent(soldier, steps, side, way, day):
    match = wrong(card(soldier, side=side, day=day, points=(9, 9)))
    assert ahead(match) == way * steps
    assert points(match) == (9, 9)


@clause("7.8", "6.2")
@pytest.mark.parametrize(("before", "after", "moves"), [(1, 9, 0), (2, 0, 1), (7, 5, 1), (9, 7, 1)])
def test_the_colonel_keeps_the_rest(before, after, moves):
    """From 7 to 5 with a move is the rulebook's example."""
    match = wrong(card(COLONEL, points=(before, 0)))
    assert points(match) == (after, 0)
    assert ahead(match) == moves


@clause("7.10")
@pytest.mark.parametrize(
    ("choice", "before", "after", "moves"),
    [
        (TEN, (7, 3), (0, 3), 1),  # the Marshal at 7 points: the rest is lost
        (TEN, (0, 3), (0, 3), 1),
        (SPLIT, (7, 3), (0, 0), 1),
        (SPLIT, (2, 9), (7, 4), 0),
        (SPLIT, (4, 5), (9, 0), 0),
    ],
)
def test_the_marshal_chooses(choice, before, after, moves):
    match = wrong(card(MARSHAL, points=before))
    assert (match.view().ask, match.waiting) == (Ask.MARSHAL, (ANNA,))
    match.play(ANNA, choice)
    assert points(match) == after
    assert ahead(match) == moves


@clause("7.6")
def test_the_captain_takes_six_points():
    match = wrong(card(CAPTAIN, points=(3, 0), exhausted=((SPY, NOBODY), NONE)))
    assert (match.view().ask, match.waiting) == (Ask.CAPTAIN, (ANNA,))
    match.play(ANNA, SIX)
    assert points(match) == (9, 0)


@clause("7.6")
@pytest.mark.parametrize(
    ("copied", "fields"),
    [
        (SPY, {"points": [3, 4], "deceptions": [1, 0], "spying": [1, 0]}),
        (SCOUT, {"points": [4, 4], "scouting": [1, 0]}),
        (MINER, {"points": [5, 4], "mining": [1, 0]}),
        (SERGEANT, {"points": [6, 4]}),
        (LIEUTENANT, {"agent": FLAG + 1}),
        (BOMB, {"bomb": [1, 0]}),
        (COLONEL, {"points": [0, 4], "agent": FLAG + 1}),
        (GENERAL, {"agent": FLAG + 2}),
    ],
)
def test_the_captain_does_what_an_exhausted_soldier_does(copied, fields):
    match = wrong(card(CAPTAIN, points=(2, 4), exhausted=((copied, NOBODY), NONE)))
    match.play(ANNA, copied)
    before = {"points": [2, 4], "agent": FLAG, "deceptions": [0, 0], "bomb": [0, 0]}
    before |= {"spying": [0, 0], "scouting": [0, 0], "mining": [0, 0]}
    assert {name: getattr(match.view(), name) for name in before} == before | fields
    assert match.view().exhausted == [[copied, NOBODY], [NOBODY, NOBODY]]
    assert match.view().ask == Ask.GUESS


@clause("7.6", "7.8", "7.10")
def test_the_captain_as_colonel_and_as_marshal():
    match = wrong(card(CAPTAIN, points=(7, 6), exhausted=((COLONEL, MARSHAL), NONE)))
    colonel, marshal = match.position(), match.position()
    colonel.play(ANNA, COLONEL)
    assert (points(colonel), ahead(colonel)) == ((5, 6), 1)
    marshal.play(ANNA, MARSHAL)
    assert (marshal.view().ask, marshal.waiting) == (Ask.MARSHAL, (ANNA,))
    marshal.play(ANNA, SPLIT)
    assert (points(marshal), ahead(marshal)) == ((0, 1), 1)


@clause("7.6")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_captain_chooses_among_the_own_exhausted_soldiers(language):
    match = wrong(card(CAPTAIN, exhausted=((SCOUT, GENERAL), (SPY, NOBODY))))
    assert [int(answer) for answer in match.legal(ANNA)] == [SCOUT, GENERAL, SIX]
    assert broken(match, ANNA, SPY, language) == "7.6"


@clause("7.6", "7.1", "7.3", "8.3")
@pytest.mark.parametrize(("copied", "active"), [(MARSHAL, "spying"), (BOMB, "mining")])
def test_a_copy_is_countered_like_the_soldier_itself(copied, active):
    match = wrong(card(CAPTAIN, exhausted=((copied, NOBODY), NONE), decoy=1, **{active: (0, 1)}))
    match.play(ANNA, copied)
    assert (points(match), ahead(match), match.view().bomb) == ((4, 0), 0, [0, 0])  # only the Deception is paid
    assert match.view().ask == Ask.GUESS
    assert "stops the Marshal" in match.log()[-1] or "defuses the Bomb" in match.log()[-1]


@clause("7.6", "7.7", "7.11")
def test_a_copied_bomb_can_set_off_a_chain_explosion():
    match = wrong(card(CAPTAIN, exhausted=((BOMB, NOBODY), NONE)))
    match.play(ANNA, BOMB)
    right(match)
    assert match.view().picker == [ANNA, NOBODY]


@clause("7.7")
def test_the_bomb_makes_the_next_opposing_card_retire():
    match = missions((BOMB, *DULL[1:]), (SPY, COLONEL, GENERAL, MARSHAL), at=0)
    wrong(match)
    assert match.view().bomb == [1, 0]
    wrong(match)  # the Colonel
    assert match.view().retired[BLUE][1] == 1
    assert points(match) == (0, 0)
    assert (match.view().bomb, match.view().picker) == ([0, 0], [NOBODY, NOBODY])
    wrong(match)  # Red's next card is not touched
    wrong(match)  # nor is the General
    assert (match.view().retired[BLUE][2], ahead(match)) == (0, -2)


@clause("7.7", "9.4")
def test_a_bomb_without_a_target_does_not_carry_over():
    """Red's Bomb is the last card of the day."""
    row = (SPY, SCOUT, SERGEANT, BOMB)
    match = missions(row, DULL, at=3, chance=[BOMB, SPY, MINER])
    wrong(match)
    assert (match.view().day, match.view().bomb, match.view().picker) == (1, [0, 0], [NOBODY, NOBODY])
    assert "will retire" not in match.log()[0]


@clause("7.11", "9.2")
def test_a_bomb_and_then_a_right_guess_exhaust_two():
    match = missions(
        (SPY, SCOUT, BOMB, MARSHAL), (SPY, COLONEL, GENERAL, MARSHAL), at=2, exhausted=((MINER, NOBODY),) * 2
    )
    wrong(match)
    right(match)  # the Marshal of Blue
    assert match.view().picker == [ANNA, NOBODY]
    assert "Chain explosion! Anna will pick two soldiers of Blue to be exhausted." in match.log()[-1]
    match = match.position(chance=[MARSHAL])
    right(match)  # the Marshal of Red
    assert (match.view().ask, match.waiting) == (Ask.PICK, (ANNA,))
    assert [int(answer) for answer in match.legal(ANNA)] == [SPY, COLONEL, GENERAL, MARSHAL]
    match = match.position(chance=[SPY])
    assert broken(match, ANNA, SCOUT) == "9.2"
    match.play(ANNA, GENERAL)
    assert broken(match, ANNA, GENERAL) == "9.2"
    assert match.view(BOB).picked == [[HIDDEN, HIDDEN], [HIDDEN, HIDDEN]]
    match.play(ANNA, COLONEL)
    assert match.view().exhausted == [[SPY, NOBODY], [GENERAL, COLONEL]]
    assert (match.view().day, match.view().ask) == (1, Ask.DEPLOY)
    # Eight soldiers are left; after the Captain the Bomb, the Marshal and the Sergeant can still fill the row.
    assert [int(answer) for answer in match.legal(BOB)] == [SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN]


@clause("7.11")
def test_no_chain_explosion_without_a_right_guess_or_on_another_card():
    match = missions((BOMB, *DULL[1:]), (SPY, COLONEL, GENERAL, MARSHAL))
    wrong(match)
    wrong(match)  # Blue's Mission 2 retires
    wrong(match)
    right(match)  # Blue's Mission 3 is guessed, too late
    assert match.view().picker == [NOBODY, NOBODY]


@clause("7.11", "9.1")
def test_on_the_third_day_a_chain_explosion_is_of_no_use():
    match = missions((SPY, SCOUT, BOMB, SERGEANT), DULL, at=2, day=2)
    wrong(match)
    right(match)
    assert "Chain" not in match.log()[-1]
    wrong(match)
    assert match.over


@clause("9.2", "7.11")
def test_both_sides_pick_at_once_and_in_secret():
    rows = ((SPY, SCOUT, BOMB, SERGEANT), (MINER, BOMB, COLONEL, SERGEANT))
    match = missions(*rows, at=3, picker=(ANNA, BOB), seats=2)
    wrong(match)
    assert match.waiting == (ANNA, BOB)
    assert match.question(ANNA) == "You pick a soldier of Blue to be exhausted tomorrow (1 of 2)"
    assert match.question() == "Still picking: Anna and Bob"
    seen = []
    for picks in ((MINER, BOMB), (SERGEANT, COLONEL)):
        other = match.position()
        other.play(ANNA, *picks)
        assert other.waiting == (BOB,)
        assert other.view().picks == [2, 0]
        seen.append([(other.view(seat).as_dict(), other.log(seat), other.question(seat)) for seat in (BOB, None)])
        assert other.view(ANNA).picked[RED] == list(picks)
        assert (other.log(BOB)[-1], "picks" in other.log(ANNA)[-1]) == ("Anna has picked.", True)
        other.play(BOB, SCOUT, SPY)
        assert other.view().exhausted == [[SCOUT, SPY], list(picks)]
    assert seen[0] == seen[1]


@clause("9.2")
def test_in_a_team_the_one_who_guessed_picks():
    match = missions((SPY, BOMB, MINER, SERGEANT), (SPY, SCOUT, MINER, COLONEL), seats=4, at=1)
    wrong(match)  # Anna's Bomb
    right(match)  # Mission 3 of David, guessed by Chris
    assert match.view().picker == [CHRIS, NOBODY]
