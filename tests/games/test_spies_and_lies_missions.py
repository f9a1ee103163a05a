"""Spies & Lies: guesses, points, Deception, days and the end (sections 5, 6, 8, 9, 10 of docs/games/spies-and-lies)."""

from __future__ import annotations

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    CHRIS,
    DAVID,
    HIGH,
    LOW,
    MIDDLE,
    NONE,
    RED,
    agent,
    ahead,
    broken,
    card,
    guess,
    missions,
    opened,
    points,
    result,
    right,
    table,
    wrong,
)

from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.spies_and_lies.cards import FLAG, GATE, Soldier
from doppiogioco.games.spies_and_lies.state import Ask, Choice, Marshal

clause = pytest.mark.clause

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
NO, YES = Choice
TEN, SPLIT = Marshal
DULL = (SPY, SCOUT, MINER, SERGEANT)  # a row of no account
QUIET = (SCOUT, MINER, SERGEANT, COLONEL)  # one that brings no Deception token


# 5 Guessing ---------------------------------------------------------------------------------------------------------


@clause("5.1")
@pytest.mark.parametrize(("day", "begins"), [(0, RED), (1, BLUE), (2, RED)])
def test_the_sides_guess_in_turns_and_begin_in_turns(day, begins):
    match = missions(QUIET, QUIET, target=1 - begins, day=day)
    asked = []
    while match.view().ask == Ask.GUESS:
        view = match.view()
        asked.append((match.waiting[0], view.target, view.mission))
        guess(match, MARSHAL)
    first = (begins, 1 - begins)  # who guesses, and whose card: Anna is Red, Bob is Blue
    assert asked == [turn for mission in range(4) for turn in ((*first, mission), (*first[::-1], mission))]


@clause("5.1")
@pytest.mark.parametrize(("day", "target"), [(0, BLUE), (1, RED), (2, BLUE)])
def test_the_first_guess_of_a_day(day, target):
    match = table(day=day, deceptions=(0, 0), chance=[LOW], intel=(HIGH, *[MIDDLE] * day, *[NOBODY] * (3 - day)))
    for soldier in DULL:
        match.play(ANNA, soldier)
        match.play(BOB, soldier)
    for seat in (ANNA, BOB):
        match.play(seat, match.legal(seat)[0])
    view = match.view()
    assert (view.ask, view.target, view.mission) == (Ask.GUESS, target, 0)


@clause("5.2", "8.1")
@pytest.mark.parametrize(
    ("seats", "at", "target", "owner", "guesser"),
    [
        (4, 0, BLUE, BOB, ANNA), (4, 1, RED, ANNA, BOB), (4, 2, BLUE, DAVID, CHRIS), (4, 3, RED, CHRIS, DAVID),
        (3, 1, BLUE, BOB, ANNA), (3, 2, BLUE, CHRIS, ANNA), (3, 2, RED, ANNA, CHRIS),
    ],
)  # fmt: skip
def test_partners_face_those_who_play_the_same_missions(seats, at, target, owner, guesser):
    row = (CAPTAIN,) * 4
    exhausted = ((MARSHAL, NOBODY),) * 2
    match = missions(
        row, row, seats=seats, at=at, target=target, ask=Ask.DECEIVE, deceptions=(1, 1), exhausted=exhausted
    )
    assert match.waiting == (owner,)
    match.play(owner, NO)
    assert match.waiting == (guesser,)
    match.play(guesser, SPY)
    assert (match.view().ask, match.waiting) == (Ask.CAPTAIN, (owner,))
    match.play(owner, MARSHAL)
    assert (match.view().ask, match.waiting) == (Ask.MARSHAL, (owner,))


@clause("5.3", "8.1")
def test_deception_is_asked_before_the_guess_and_only_of_a_side_that_has_a_token():
    match = missions(QUIET, QUIET, target=BLUE, deceptions=(1, 0))
    wrong(match)
    assert (match.view().ask, match.waiting) == (Ask.DECEIVE, (ANNA,))
    match.play(ANNA, YES)
    assert (match.view().ask, match.waiting, match.view().decoy) == (Ask.GUESS, (BOB,), 1)
    assert "Deception" in match.view(BOB).text(match.voice("en"))
    wrong(match)
    assert (match.view().ask, match.view().target, match.view().decoy) == (Ask.GUESS, BLUE, 0)


@clause("5.4")
def test_any_soldier_may_be_guessed():
    match = missions(DULL, DULL, target=BLUE, at=1, exhausted=((MARSHAL, NOBODY), (BOMB, NOBODY)))
    assert [int(answer) for answer in match.legal(ANNA)] == list(Soldier)  # the Bomb is exhausted, the Spy lies open


@clause("5.5")
def test_a_right_guess():
    match = right(card(COLONEL, points=(3, 1)))
    assert points(match) == (3, 3)
    assert match.view().row[RED][0] == COLONEL
    assert match.view().retired[RED][0] == 1
    assert match.log()[-1] == "Right: it is the Colonel (8). Infiltration: Blue 1 + 2 → 3."
    assert "Colonel (8), retired" in match.view().text(match.voice("en"))


@clause("5.6")
def test_a_wrong_guess_as_in_the_rulebook():
    """Blue names the Scout, it is the Spy: Red gets 1 point and a Deception token."""
    match = guess(card(SPY), SCOUT)
    assert points(match) == (1, 0)
    assert match.view().deceptions == [1, 0]
    assert match.view().retired[RED][0] == 0
    expected = "Wrong: it is the Spy (1). Red gets a Deception token. Infiltration: Red 0 + 1 → 1."
    assert match.log()[-1] == expected


@clause("5.7")
@pytest.mark.parametrize(
    ("soldier", "active"), [(COLONEL, {"bomb": (0, 1)}), (MARSHAL, {"spying": (0, 1)}), (BOMB, {"mining": (0, 1)})]
)
def test_a_card_that_has_to_retire(soldier, active):
    """Points for the guess only if it is right, whatever makes the card retire."""
    for play, blue in ((wrong, 0), (right, 2)):
        match = play(card(soldier, **active))
        assert match.view().retired[RED][0] == 1
        assert points(match) == (0, blue)
        assert match.view().bomb == [0, 0]


# 6 Points and the Double Agent --------------------------------------------------------------------------------------


@clause("6.1", "6.2")
@pytest.mark.parametrize("day", [0, 1, 2])
@pytest.mark.parametrize(("before", "after", "moves"), [(5, 9, 0), (6, 0, 1), (9, 0, 1)])
def test_ten_points_move_the_double_agent(day, before, after, moves):
    match = wrong(card(SERGEANT, day=day, points=(before, 7)))
    assert points(match) == (after, 7)
    assert ahead(match) == moves * (day + 1)


@clause("6.2")
def test_both_ways():
    assert ahead(right(card(SERGEANT, day=1, points=(0, 8)))) == -2
    assert ahead(wrong(card(SERGEANT, side=BLUE, day=1, points=(0, 8)))) == -2


@clause("6.3", "8.3")
def test_ten_twice_with_one_card():
    """The Colonel goes from 9 to 7 with one move, the Deception token from 7 to 10 with another."""
    match = wrong(card(COLONEL, points=(9, 0), decoy=1))
    assert points(match) == (0, 0)
    assert ahead(match) == 2


@clause("6.4", "7.9")
@pytest.mark.parametrize(("day", "far", "soldier"), [(2, 2, SERGEANT), (2, 3, SERGEANT), (0, 3, GENERAL)])
def test_the_double_agent_stops_at_the_gate(day, far, soldier):
    match = wrong(card(soldier, day=day, points=(6, 0), agent=agent(far)))
    assert ahead(match) == GATE
    assert not match.over
    assert match.log()[-1].endswith("It stops at the gate.")


@clause("6.5", "6.6", "10.1", "10.2")
@pytest.mark.parametrize("day", [0, 1, 2])
@pytest.mark.parametrize("soldier", [SERGEANT, LIEUTENANT, GENERAL])
def test_any_step_from_the_gate_wins(day, soldier):
    match = wrong(card(soldier, day=day, points=(6, 0), agent=agent(GATE)))
    assert ahead(match) == FLAG
    assert (result(match).winners, result(match).reason) == ((ANNA,), "flag")
    assert match.view().row[RED].count(soldier) == 1  # the winner's cards, and here everybody's
    assert HIDDEN not in match.view().row[BLUE]
    assert "The Double Agent reaches the flag of Blue! The row of Red:" in match.log()[-1]
    assert match.verdict() == "Anna wins for Red: the Double Agent has reached the flag of Blue."


@clause("6.5", "8.3")
@pytest.mark.parametrize("soldier", [LIEUTENANT, GENERAL])
def test_gate_and_flag_need_two_reveals(soldier):
    """The soldier brings the Double Agent to the gate; the Deception token reaches 10, and this move is lost."""
    match = wrong(card(soldier, points=(6, 0), decoy=1, agent=agent(3)))
    assert (ahead(match), points(match), match.over) == (GATE, (0, 0), False)
    assert match.view().gained[RED] == 1
    lost = "It stops at the gate. In the same turn it cannot go on to the flag."
    assert match.log()[-1].endswith(lost)
    assert match.log()[-1].clause == "6.5"
    right(match := match.position(points=(8, 0), scouting=(1, 0)))  # Red guesses the next card, a reveal of its own
    assert (result(match).winners, result(match).reason) == ((ANNA,), "flag")


@clause("6.5", "7.8", "8.3")
@pytest.mark.parametrize("copy", [False, True])
def test_a_colonel_to_the_gate_and_a_deception_token_beyond_it(copy):
    """Two moves within one card, also when a Captain does what the Colonel does: the second is lost, the rest kept."""
    fields = {"points": (9, 0), "decoy": 1, "agent": agent(3)}
    match = card(CAPTAIN if copy else COLONEL, exhausted=((COLONEL, NOBODY), NONE) if copy else (NONE, NONE), **fields)
    wrong(match)
    if copy:
        match.play(ANNA, COLONEL)
    assert (ahead(match), points(match), match.over) == (GATE, (0, 0), False)
    wrong(match)
    assert not match.over  # Blue's card brings Red nothing
    match = match.position(target=RED, mission=1, row={RED: {1: LIEUTENANT}})
    assert result(wrong(match)).reason == "flag"


@clause("6.5")
def test_a_gate_reached_in_the_turn_before_is_no_obstacle():
    """Blue's Lieutenant brings the Double Agent to the gate, Blue's guess in the next turn brings it to the flag."""
    match = missions(
        (SPY, *DULL[1:]), (LIEUTENANT, BOMB, COLONEL, MARSHAL), target=BLUE, agent=agent(-3), points=(0, 9)
    )
    wrong(match)
    assert (ahead(match), match.over) == (-GATE, False)
    right(match)
    assert (result(match).winners, result(match).reason) == ((BOB,), "flag")


@clause("2.1", "10.1", "6.5")
def test_the_flag_can_be_reached_on_the_first_day():
    """Lieutenant, Colonel and General are not found out, Red guesses well, and from the gate the Marshal wins."""
    match = missions((LIEUTENANT, COLONEL, GENERAL, MARSHAL), DULL, target=BLUE)
    for far in (1, 2, GATE):
        wrong(right(match))
        assert ahead(match) == far
    wrong(right(match))
    match.play(ANNA, TEN)
    assert (match.view().day, result(match).reason) == (0, "flag")


@clause("6.5")
def test_away_from_a_gate_the_double_agent_moves_as_usual():
    match = wrong(card(GENERAL, agent=agent(-GATE)))
    assert ahead(match) == 2 - GATE
    match = wrong(card(GENERAL, side=BLUE, agent=agent(GATE)))
    assert ahead(match) == GATE - 2


@clause("6.6", "7.10")
def test_a_win_stops_what_would_follow():
    match = wrong(card(MARSHAL, points=(7, 8), agent=agent(GATE), decoy=1))
    match.play(ANNA, SPLIT)
    assert result(match).reason == "flag"
    assert points(match) == (0, 8)  # Blue no longer loses 5, and no Deception is paid
    assert match.view().decoy == 0


WON = "The Double Agent reaches the flag of Blue! The row of Red: {row}. The game is over."


@clause("6.6", "7.1", "7.2", "7.3", "7.8")
@pytest.mark.parametrize("soldier", [SPY, SCOUT, MINER, COLONEL])
@pytest.mark.parametrize("copy", [False, True])
def test_a_soldier_who_wins_brings_nothing_else(soldier, copy):
    """No rest for the Colonel, no token for the Spy, nothing activated, also where a Captain stands in."""
    fields = {"points": (9, 3), "agent": agent(GATE), "decoy": 1}
    match = card(CAPTAIN if copy else soldier, exhausted=((soldier, NOBODY), NONE) if copy else (NONE, NONE), **fields)
    wrong(match)
    if copy:
        match.play(ANNA, soldier)
    view = match.view()
    assert result(match).reason == "flag"
    assert (view.points, view.deceptions, view.decoy) == ([0, 3], [0, 0], 0)
    assert (view.spying, view.scouting, view.mining, view.bomb) == ([0, 0],) * 4
    row = ", ".join(f"{Soldier(s).name.capitalize()} ({s + 1})" for s in view.row[RED])
    assert match.log()[-1].split(". ", 1)[1] == WON.format(row=row)
    assert match.log()[-1].clause == "10.1"


@clause("6.6", "8.4")
@pytest.mark.parametrize("soldier", [LIEUTENANT, GENERAL])
def test_no_deception_token_stays_on_the_mission_that_won(soldier):
    match = wrong(card(soldier, agent=agent(GATE), decoy=1, points=(6, 0)))
    assert (match.over, match.view().decoy, points(match)) == (True, 0, (6, 0))
    assert "Deception token lies" not in match.view().text(match.voice("en"))


@clause("6.6", "7.11")
def test_a_right_guess_that_wins_sets_off_no_chain_explosion():
    match = right(card(COLONEL, agent=agent(-GATE), points=(0, 9), bomb=(0, 1), decoy=1))
    assert result(match).winners == (BOB,)
    assert (match.view().picker, match.view().decoy) == ([NOBODY, NOBODY], 0)
    assert match.view().retired[RED][0] == 1  # it was found out before the points came
    assert "Chain" not in match.log()[-1]


@clause("6.6", "7.7")
def test_after_a_win_nobody_speaks_of_a_next_card():
    """The Deception token on a Bomb wins."""
    match = wrong(card(BOMB, agent=agent(GATE), points=(6, 0), decoy=1))
    assert result(match).reason == "flag"
    assert "will retire" not in match.log()[-1]


# 8 Deception --------------------------------------------------------------------------------------------------------


@clause("8.1")
def test_partners_share_the_tokens_of_their_side():
    match = missions(DULL, DULL, seats=4, at=1, target=BLUE, ask=Ask.DECEIVE, deceptions=(0, 1))
    match.play(BOB, YES)
    assert match.view().deceptions == [0, 0]
    wrong(match)
    wrong(match)
    assert (match.view().ask, match.waiting) == (Ask.GUESS, (CHRIS,))  # David is not asked: nothing is left


@clause("8.2", "8.4")
def test_deception_and_a_right_guess():
    match = card(SERGEANT, ask=Ask.DECEIVE, deceptions=(2, 0))
    match.play(ANNA, YES)
    right(match)
    assert points(match) == (0, 2)
    assert (match.view().deceptions, match.view().decoy) == ([1, 0], 0)


@clause("8.3", "8.4")
def test_deception_and_a_wrong_guess():
    """The Sergeant's 4 and 4 more, as in the rulebook."""
    match = card(SERGEANT, at=2, ask=Ask.DECEIVE, deceptions=(1, 0))
    match.play(ANNA, YES)
    wrong(match)
    assert points(match) == (8, 0)
    assert match.view().deceptions == [0, 0]
    assert match.log()[-1] == "Wrong: it is the Sergeant (4). Infiltration: Red 0 + 4 + 4 → 8."


@clause("8.3", "6.2")
@pytest.mark.parametrize(("before", "after", "moves"), [(6, 4, 1), (9, 4, 1), (5, 0, 1), (1, 9, 0)])
def test_deception_is_paid_after_the_overflow(before, after, moves):
    match = wrong(card(SERGEANT, points=(before, 0), decoy=1))
    assert points(match) == (after, 0)
    assert ahead(match) == moves


@clause("8.3", "5.7")
@pytest.mark.parametrize(
    ("soldier", "active"), [(COLONEL, {"bomb": (0, 1)}), (MARSHAL, {"spying": (0, 1)}), (BOMB, {"mining": (0, 1)})]
)
def test_deception_is_paid_even_if_the_soldier_retires(soldier, active):
    match = wrong(card(soldier, decoy=1, **active))
    assert points(match) == (4, 0)
    assert match.view().bomb == [0, 0]


@clause("8.3", "7.6", "7.10")
def test_deception_is_paid_after_the_choice_of_captain_or_marshal():
    match = wrong(card(CAPTAIN, points=(0, 9), decoy=1, exhausted=((MARSHAL, NOBODY), NONE)))
    assert points(match) == (0, 9)
    match.play(ANNA, MARSHAL)
    assert points(match) == (0, 9)
    match.play(ANNA, SPLIT)
    assert points(match) == (9, 4)


@clause("8.4", "8.5", "7.1")
def test_a_spy_under_a_token_still_brings_one():
    match = card(SPY, ask=Ask.DECEIVE, deceptions=(2, 0))
    match.play(ANNA, YES)
    assert match.view().deceptions == [1, 0]
    wrong(match)
    assert match.view().deceptions == [2, 0]
    assert points(match) == (5, 0)


# 9 The end of a day -------------------------------------------------------------------------------------------------


@clause("9.1")
@pytest.mark.parametrize(("red", "blue"), [(SPY, MARSHAL), (SCOUT, MINER), (SERGEANT, LIEUTENANT), (GENERAL, COLONEL)])
def test_one_of_the_four_used_is_exhausted_and_the_others_come_back(red, blue):
    rows = ((SPY, SCOUT, SERGEANT, GENERAL), (MINER, LIEUTENANT, COLONEL, MARSHAL))
    match = missions(*rows, at=3, exhausted=((BOMB, MARSHAL), (SPY, NOBODY)), chance=[GENERAL, red, blue])
    wrong(match)
    view = match.view()
    assert (view.day, view.ask) == (1, Ask.DEPLOY)
    assert view.exhausted == [[red, NOBODY], [blue, NOBODY]]
    for seat, soldier, back in ((ANNA, red, {BOMB, *rows[RED]}), (BOB, blue, {SPY, *rows[BLUE]})):
        assert broken(match, seat, soldier) == "3.2"
        free = table(by_hand=True, exhausted=view.exhausted)  # by hand everything fresh may be laid
        assert back - {soldier} <= set(map(int, free.legal(seat)))


@clause("9.1")
def test_the_draw_is_blind():
    match = missions((SPY, SCOUT, SERGEANT, GENERAL), DULL, at=3)
    state = match.game.state.changed(match._state, {"ask": Ask.EXHAUST, "to": RED})
    assert match.game.weights(state) == [1, 1, 0, 1, 0, 0, 0, 0, 1, 0]


@clause("9.3", "9.4")
def test_what_a_new_day_keeps_and_what_not():
    fields = {"points": (3, 7), "agent": agent(2), "deceptions": (2, 0), "day": 0, "gained": (2, 0)}
    active = {"spying": (1, 1), "scouting": (1, 1), "mining": (1, 1)}
    match = missions(DULL, (SPY, SCOUT, MINER, BOMB), at=3, **fields | active)
    view = wrong(match).view()
    assert (view.day, view.points, view.agent, view.deceptions) == (1, [7, 7], agent(2), [2, 0])
    assert [view.spying, view.scouting, view.mining, view.bomb] == [[0, 0]] * 4
    assert (view.laid, view.token, view.row) == ([0, 0], [[NOBODY] * 4] * 2, [[NOBODY] * 4] * 2)
    assert (view.intel, view.gained) == ([HIGH, LOW, NOBODY, NOBODY], [0, 0])
    assert "Old intel: 7-10, 1-4." in view.text(match.voice("en"))


# 10 The end of the game ---------------------------------------------------------------------------------------------


def last_card(**fields: object):
    """The last card of the third day, a Sergeant of Red, is guessed right: Blue gets 2 points."""
    return right(missions(DULL, (SPY, SCOUT, MINER, LIEUTENANT), at=3, day=2, **fields))


@clause("10.3", "1.1", "10.6")
@pytest.mark.parametrize(("far", "winner"), [(1, ANNA), (4, ANNA), (-1, BOB), (-3, BOB)])
def test_after_three_days_the_territory_decides(far, winner):
    match = last_card(agent=agent(far), points=(9, 0) if winner == BOB else (0, 7))
    assert (result(match).winners, result(match).reason) == ((winner,), "territory")
    assert result(match).scores == (far, -far)
    assert result(match).returns == ((1, -1) if winner == ANNA else (-1, 1))


@clause("10.4")
@pytest.mark.parametrize(("before", "winner"), [((3, 0), ANNA), ((1, 0), BOB), ((9, 6), ANNA)])
def test_in_the_centre_the_points_decide(before, winner):
    match = last_card(points=before)
    assert (result(match).winners, result(match).reason) == ((winner,), "points")
    most, least = sorted(points(match), reverse=True)
    assert f"infiltration is {most} to {least}" in match.verdict()


@clause("10.5")
def test_a_draw():
    match = last_card(points=(5, 3))
    assert (result(match).winners, result(match).reason, result(match).returns) == ((), "draw", (0, 0))
    assert "draw" in match.verdict()


@clause("10.3")
def test_before_the_third_day_nothing_is_decided():
    match = right(missions(DULL, (SPY, SCOUT, MINER, LIEUTENANT), target=BLUE, at=3, day=1, agent=agent(3)))
    assert (match.over, match.view().day) == (False, 2)


@clause("10.6")
def test_partners_win_together():
    match = right(missions(DULL, (SPY, SCOUT, MINER, LIEUTENANT), seats=4, at=3, day=2, agent=agent(-2)))
    assert result(match).winners == (BOB, DAVID)
    assert result(match).scores == (-2, 2, -2, 2)
    assert match.verdict() == "Bob and David win for Blue: the Double Agent ends in the territory of Red."
    match = right(missions(DULL, (SPY, SCOUT, MINER, LIEUTENANT), seats=3, at=3, day=2, agent=agent(1)))
    assert result(match).winners == (ANNA,)


@clause("10.2")
def test_the_row_of_the_winner_is_told():
    match = wrong(missions((LIEUTENANT, BOMB, SERGEANT, MARSHAL), DULL, agent=agent(GATE)))
    assert "The row of Red: Lieutenant (5), Bomb (7), Sergeant (4), Marshal (10)." in match.log(BOB)[-1]
    assert opened(match).row == match.view(BOB).row


# What the log cites -------------------------------------------------------------------------------------------------


@clause("5.5", "5.6", "5.7", "7.11")
@pytest.mark.parametrize(
    ("soldier", "fields", "play", "cited"),
    [
        (SPY, {}, right, "5.5"),
        (COLONEL, {"bomb": (0, 1)}, right, "7.11"),
        (COLONEL, {"bomb": (0, 1)}, wrong, "7.7"),
        (MARSHAL, {"spying": (0, 1)}, wrong, "7.1"),
        (BOMB, {"mining": (0, 1)}, wrong, "7.3"),
        *((soldier, {}, wrong, f"7.{soldier + 1}") for soldier in Soldier),
    ],
)
def test_a_reveal_cites_the_rule_of_what_happens(soldier, fields, play, cited):
    assert play(card(soldier, **fields)).log()[-1].clause == cited


@clause("7.6", "7.10")
def test_the_choices_of_captain_and_marshal_cite_their_rules():
    match = wrong(card(CAPTAIN, exhausted=((MARSHAL, NOBODY), NONE)))
    match.play(ANNA, MARSHAL)
    assert match.log()[-1].clause == "7.6"
    match.play(ANNA, TEN)
    assert match.log()[-1].clause == "7.10"


@clause("9.1", "9.2")
@pytest.mark.parametrize("picker", [NOBODY, ANNA])
def test_exhausting_cites_the_draw_or_the_pick(picker):
    """Anna picks two of Blue's soldiers; of Red's one is drawn in any case."""
    match = wrong(missions(DULL, DULL, at=3, picker=(picker, NOBODY)))
    if picker == ANNA:
        match.play(ANNA, SPY, SCOUT)
    cited = [line.clause for line in match.log() if line.startswith("Exhausted")]
    assert cited == (["9.1", "9.2", "9.2"] if picker == ANNA else ["9.1", "9.1"])


@clause("10.1", "10.3", "10.4", "10.5")
@pytest.mark.parametrize(
    ("fields", "cited"),
    [
        ({"agent": agent(1)}, "10.3"),
        ({"points": (9, 0)}, "10.4"),
        ({"points": (2, 0)}, "10.5"),
        ({"agent": agent(-GATE), "points": (0, 8)}, "10.1"),
    ],
)
def test_the_end_cites_what_decided(fields, cited):
    assert last_card(**fields).log()[-1].clause == cited
