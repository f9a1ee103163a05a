"""Spies & Lies: setting up, deployment, intel and teams (sections 1 to 4 of docs/games/spies-and-lies)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    GAME,
    HIGH,
    LOW,
    MIDDLE,
    NAMES,
    NONE,
    RED,
    broken,
    confirming,
    deploy,
    guess,
    is_rising,
    obtained,
    opened,
    table,
    tokens_for,
)

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.spies_and_lies.cards import FLAG, GATE, Soldier
from doppiogioco.games.spies_and_lies.state import Ask

clause = pytest.mark.clause
every_table = pytest.mark.parametrize("seats", [2, 3, 4])

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
RULES = find(GAME).rules


def new(seats: int = 2, seed: object = 1, **options: bool) -> Match:
    return doppiogioco.new(GAME, seats, options, seed=str(seed), names=NAMES[:seats])


# 1 and 2 Setting up -------------------------------------------------------------------------------------------------


@clause("1.1", "2.1", "2.4")
@every_table
def test_the_table_before_the_first_day(seats):
    view = new(seats).view()
    assert (FLAG, GATE) == (5, 4)
    assert (view.agent, view.points, view.deceptions) == (FLAG, [0, 0], [1, 1])
    assert (view.day, view.ask) == (0, Ask.DEPLOY)
    assert set(view.side[:seats]) == {RED, BLUE}


@clause("1.2", "3.2")
def test_each_side_has_ten_soldiers():
    match = table()
    assert [answer.text.split()[0] for answer in match.legal(ANNA)] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert match.legal(ANNA)[:7] == match.legal(BOB)[:7] == list(Soldier)[:7]
    assert [int(answer) for answer in table(by_hand=True).legal(ANNA)] == list(Soldier)
    assert "10 Marshal: 10 points" in match.view(ANNA).text(match.voice("en"))


@clause("1.3")
def test_deployment_then_intel_then_missions():
    match = table(deceptions=(0, 0))
    deploy(deploy(match, (SPY, SCOUT, MINER, LIEUTENANT), RED), (SCOUT, BOMB, SERGEANT, MARSHAL), BLUE)
    assert match.view().ask == Ask.TOKENS
    for seat in (ANNA, BOB):
        match.play(seat, match.legal(seat)[0])
    assert match.view().ask == Ask.GUESS


@clause("2.2", "2.3")
@every_table
def test_sides_and_missions(seats):
    found = set()
    for seed in range(40):
        view = new(seats, seed).view()
        first = view.owner[RED][0]
        found.add((first, view.alone))
        clockwise = [(first + step) % seats for step in range(seats)]
        for side in (RED, BLUE):
            members = [seat for seat in clockwise if view.side[seat] == side]
            assert view.owner[side] == [members[0]] * 2 + [members[-1]] * 2
        if seats == 4:
            assert all(view.side[seat] == view.side[(seat + 2) % 4] != view.side[(seat + 1) % 4] for seat in range(4))
        if seats == 3:
            assert view.side[:3].count(view.side[view.alone]) == 1
        else:
            assert view.alone == NOBODY
    assert len(found) == {2: 2, 3: 9, 4: 4}[seats]


@clause("2.3")
def test_with_three_each_side_begins_as_often_as_the_other():
    match = table(3)
    weights = [
        RULES.weight(find(GAME).state.changed(match._state, {"ask": Ask.FIRST, "alone": BOB}), a) for a in range(8)
    ]
    assert weights == [1, 2, 1, 0, 0, 0, 0, 0]
    chosen = find(GAME).state.changed(match._state, {"ask": Ask.FIRST, "alone": BOB, "leading": 1 << ANNA})
    assert find(GAME).weights(chosen) == [1, 1, 0, 0, 0, 0, 0, 0]


@clause("2.3")
def test_the_log_says_who_plays_what():
    log = new(4, "log").log()
    assert log[0] in {
        f"{NAMES[p]} begins. Red: {NAMES[p]} (1-2), {NAMES[(p + 2) % 4]} (3-4). "
        f"Blue: {NAMES[(p + 1) % 4]} (1-2), {NAMES[(p + 3) % 4]} (3-4)."
        for p in range(4)
    }  # fmt: skip


@clause("2.2")
def test_the_log_says_who_plays_alone():
    match = new(3, "log")
    alone = NAMES[match.view().alone]
    assert match.log()[0] == f"{alone} plays alone against the other two."
    assert match.log(language="it")[0] == f"{alone} gioca contro gli altri due."


@clause("2.2", "2.3", "2.5", "2.6")
@every_table
def test_the_lines_of_setting_up_cite_their_own_rules(seats):
    lines = [(line.split(" ")[0], line.clause) for line in new(seats, "log").log()][-4:]
    assert [clause for _, clause in lines] == ["2.3", "2.5", "2.6", "2.6"]
    assert [word for word, _ in lines[1:]] == ["The", "Exhausted", "Exhausted"]


@clause("2.5")
def test_six_intel_cards_two_of_each_kind():
    def weights(*intel: int) -> list[int]:
        state = table(intel=(*intel, *[NOBODY] * (4 - len(intel))))._state
        return find(GAME).weights(find(GAME).state.changed(state, {"ask": Ask.INTEL}))

    assert weights() == [2, 2, 2]
    assert weights(LOW) == [1, 2, 2]
    assert weights(LOW, HIGH, LOW) == [0, 2, 1]
    drawn = Counter(tuple(new(2, seed).view().intel) for seed in range(60))
    assert set(drawn) == {(kind, NOBODY, NOBODY, NOBODY) for kind in (LOW, MIDDLE, HIGH)}


@clause("2.6")
def test_one_soldier_of_each_side_is_exhausted_at_the_start():
    drawn = set()
    for seed in range(80):
        match = new(2, seed)
        view = match.view()
        for side, seat in enumerate(owner[0] for owner in view.owner):
            soldier, none = view.exhausted[side]
            assert none == NOBODY
            drawn.add(soldier)
            assert broken(match, seat, soldier) == "3.2"
    assert drawn == set(Soldier)


# 3 Deployment -------------------------------------------------------------------------------------------------------


@clause("3.3")
@pytest.mark.parametrize(
    "row",
    [
        (SPY, LIEUTENANT, BOMB, GENERAL),
        (SCOUT, BOMB, SERGEANT, MARSHAL),  # the rulebook's example
        (SERGEANT, SPY, SCOUT, MINER),
        (COLONEL, GENERAL, MARSHAL, SERGEANT),
        (BOMB, COLONEL, GENERAL, MARSHAL),
    ],
    ids=str,
)
def test_right_deployments(row):
    match = deploy(table(), row, RED)
    assert match.view(ANNA).row[RED] == list(row)
    assert match.waiting == (BOB,)


@clause("3.3")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "row",
    [
        (LIEUTENANT, MINER),  # the Miner out of sequence, as in the rulebook
        (SCOUT, COLONEL, BOMB),  # the Bomb out of sequence
        (CAPTAIN, SERGEANT, MINER),  # the Sergeant is looked through
        (SPY, SERGEANT, COLONEL, BOMB),
    ],
    ids=str,
)
def test_wrong_deployments(row, language):
    match = table()
    for soldier in row[:-1]:
        match.play(ANNA, soldier)
    assert broken(match, ANNA, row[-1], language) == "3.3"
    assert match.view(ANNA).laid == [len(row) - 1, 0]


@clause("3.2")
def test_a_soldier_goes_on_one_mission_and_exhausted_ones_stay_at_home():
    match = table(exhausted=((SCOUT, BOMB), NONE))
    match.play(ANNA, SERGEANT)
    assert [broken(match, ANNA, soldier) for soldier in (SERGEANT, SCOUT, BOMB)] == ["3.2"] * 3
    assert [int(answer) for answer in match.legal(ANNA)] == [SPY, MINER, LIEUTENANT, CAPTAIN, COLONEL]


@clause("3.4")
@pytest.mark.parametrize(
    ("exhausted", "highest"),
    [
        (NONE, COLONEL),  # then General, Marshal and the Sergeant
        ((SERGEANT, NOBODY), BOMB),
        ((GENERAL, NOBODY), BOMB),
        ((SERGEANT, MARSHAL), CAPTAIN),
        ((GENERAL, MARSHAL), CAPTAIN),
    ],
)
def test_what_is_left_has_to_fill_the_other_missions(exhausted, highest):
    match = table(exhausted=(exhausted, NONE))
    legal = [int(answer) for answer in match.legal(ANNA)]
    assert max(legal) == highest
    beyond = next(soldier for soldier in range(highest + 1, 10) if soldier not in exhausted)
    assert broken(match, ANNA, beyond) == "3.4"


def all_rows(match: Match, seat_of: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every row that the rules let Red lay."""

    def rows(state: Any, row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(row) == 4:
            yield row
            return
        for soldier in match.game.legal(state, seat_of[len(row)]):
            after = match.game.state.copy(state)
            RULES.apply(after, seat_of[len(row)], soldier)
            yield from rows(after, (*row, soldier))

    yield from rows(match._state, ())


@clause("3.3", "3.4", "3.5")
@pytest.mark.parametrize(
    ("exhausted", "count"),
    [((MARSHAL, NOBODY), 294), ((SERGEANT, NOBODY), 126), ((SERGEANT, SPY), 70), ((MINER, GENERAL), 175)],
)
@pytest.mark.parametrize("seats", [2, 4])
def test_exactly_the_right_rows_can_be_laid(exhausted, count, seats):
    """C(8,4) + 4 C(8,3) = 294 rows of nine soldiers with the Sergeant, C(9,4) = 126 without, and so on."""
    match = table(seats, exhausted=(exhausted, NONE))
    rows = list(all_rows(match, match.view().owner[RED]))
    assert len(rows) == len(set(rows)) == count
    fresh = [soldier for soldier in Soldier if soldier not in exhausted]
    assert set(rows) == {row for row in permutations(fresh, 4) if is_rising(row)}


@clause("3.1")
def test_both_sides_deploy_at_once_in_secret():
    match = table(exhausted=((MARSHAL, NOBODY), (SPY, NOBODY)))
    assert match.waiting == (ANNA, BOB)
    match.play(BOB, SCOUT)
    match.play(BOB, MINER)
    match.play(ANNA, BOMB)
    assert match.view(ANNA).laid == match.view(BOB).laid == [1, 2]
    assert match.view(ANNA).row == [[BOMB, NOBODY, NOBODY, NOBODY], [HIDDEN, HIDDEN, NOBODY, NOBODY]]
    assert match.view(BOB).row == [[HIDDEN, NOBODY, NOBODY, NOBODY], [SCOUT, MINER, NOBODY, NOBODY]]
    assert match.view().row[RED][0] == match.view().row[BLUE][0] == HIDDEN
    assert match.waiting == (ANNA, BOB)
    assert match.question() == "Still deploying: Anna and Bob"
    assert match.question(ANNA) == "You lay a soldier on Mission 2"


@clause("3.1")
def test_the_order_in_which_the_sides_deploy_does_not_matter():
    ends = set()
    for order in ((ANNA, BOB) * 4, (BOB, ANNA) * 4, (ANNA,) * 4 + (BOB,) * 4, (BOB,) * 4 + (ANNA,) * 4):
        cards = {ANNA: iter((SPY, SCOUT, MINER, LIEUTENANT)), BOB: iter((SERGEANT, BOMB, COLONEL, MARSHAL))}
        match = table(chance=[LOW])
        for seat in order:
            match.play(seat, next(cards[seat]))
        ends.add(str(opened(match).as_dict()))
    assert len(ends) == 1


# 4 Intel ------------------------------------------------------------------------------------------------------------


@clause("4.1")
def test_an_intel_card_is_turned_over_when_all_have_deployed():
    match = confirming((SPY, SCOUT, MINER, BOMB), (SPY, SCOUT, MINER, BOMB), HIGH)
    assert match.view().intel == [MIDDLE, HIGH, NOBODY, NOBODY]
    assert "Intel: 7-10. Old intel: 4-7." in match.view().text(match.voice("en"))
    assert "Today's intel is 7-10." in match.log()


@clause("4.2")
@pytest.mark.parametrize(
    ("intel", "row", "tokens"),
    [
        (LOW, (SPY, SCOUT, MINER, LIEUTENANT), 0b0111),
        (LOW, (LIEUTENANT, BOMB, COLONEL, MARSHAL), 0),
        (MIDDLE, (MINER, LIEUTENANT, BOMB, COLONEL), 0b0110),
        (HIGH, (CAPTAIN, BOMB, GENERAL, MARSHAL), 0b1110),
    ],
)
def test_tokens_as_the_cards_demand(intel, row, tokens):
    match = confirming(row, (SPY, SCOUT, MINER, BOMB), intel)
    assert [int(answer) for answer in match.legal(ANNA)] == [tokens]
    assert tokens_for(row, intel) == [tokens >> mission & 1 for mission in range(4)]
    for wrong in set(range(16)) - {tokens}:
        assert broken(match, ANNA, wrong) == "4.2"


@clause("4.3")
@pytest.mark.parametrize("intel", [LOW, MIDDLE, HIGH])
def test_the_sergeant_may_lie(intel):
    match = confirming((SPY, BOMB, SERGEANT, MARSHAL), (SPY, SCOUT, MINER, BOMB), intel)
    demanded = sum(token << mission for mission, token in enumerate(tokens_for((SPY, BOMB, 99, MARSHAL), intel)))
    assert [int(answer) for answer in match.legal(ANNA)] == [demanded, demanded | 0b0100]


@clause("4.4", "4.5")
def test_everybody_confirms_and_tokens_are_hidden_until_all_have():
    match = confirming((SPY, SCOUT, MINER, BOMB), (SPY, SERGEANT, BOMB, COLONEL), LOW)
    assert match.waiting == (ANNA, BOB)
    match.play(ANNA, 0b0111)
    assert match.waiting == (BOB,)
    assert match.view(BOB).mark[RED] == match.view().mark[RED] == [HIDDEN] * 4
    assert match.view(ANNA).mark[RED] == [1, 1, 1, 0]
    assert match.view().token == [[NOBODY] * 4] * 2
    assert match.log(BOB)[-1] == "Anna confirms the intel tokens."
    assert match.log(ANNA)[-1] == "Anna confirms the intel tokens: on Missions 1, 2 and 3."
    rules = {line.split(".")[0]: line.clause for line in match.log(ANNA)}
    assert rules["Anna lays the Spy (1) on Mission 1"] == rules["Bob has deployed"] == "3.2"
    assert (rules["Today's intel is 1-4"], match.log()[-1].clause) == ("4.1", "4.4")
    match.play(BOB, 0b0001)
    assert match.view().token == [[1, 1, 1, 0], [1, 0, 0, 0]]
    assert match.log()[-2:] == ["Intel tokens of Red: on Missions 1, 2 and 3.", "Intel tokens of Blue: on Mission 1."]
    assert match.view().ask == Ask.GUESS


@clause("4.4")
def test_who_has_the_sergeant_never_shows():
    """Bob has the Sergeant in one world and not in the other; until his cards turn over, nothing else differs."""
    red, seen = (SPY, SCOUT, MINER, BOMB), []
    for blue in ((SCOUT, SERGEANT, BOMB, MARSHAL), (SCOUT, LIEUTENANT, BOMB, MARSHAL)):
        match, steps = table(exhausted=((GENERAL, NOBODY), NONE), chance=[HIGH]), []
        for soldier in blue:
            match.play(BOB, soldier)
            steps.append([obtained(match, seat) for seat in (ANNA, None)])
        deploy(match, red, RED)
        steps.append([obtained(match, seat) for seat in (ANNA, None)])
        match.play(BOB, 0b1100)
        steps.append([obtained(match, seat) for seat in (ANNA, None)])
        match.play(ANNA, 0b1000)
        steps.append([obtained(match, seat) for seat in (ANNA, None)])
        guess(match, LIEUTENANT)  # Mission 1 of Bob is the Scout in both
        steps.append([obtained(match, seat) for seat in (ANNA, None)])
        seen.append(steps)
    assert seen[0] == seen[1]
