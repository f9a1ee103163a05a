"""Spies & Lies in teams, and what players settle before the deal (2.2, 2.3, 3.5, 3.6 of docs/games/spies-and-lies)."""

from __future__ import annotations

import pytest
from armies import (
    ANNA,
    BLUE,
    BOB,
    CHRIS,
    DAVID,
    GAME,
    LOW,
    NAMES,
    RED,
    agent,
    broken,
    card,
    confirming,
    deploy,
    deploy_both,
    missions,
    obtained,
    right,
    table,
    wrong,
)

import doppiogioco
from doppiogioco.engine.errors import NotWaiting, UnknownGame
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay, verify
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.spies_and_lies.cards import GATE, Soldier
from doppiogioco.games.spies_and_lies.state import CHOOSE_MISSIONS, CHOOSE_RED, Ask

clause = pytest.mark.clause

SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier


# Teams --------------------------------------------------------------------------------------------------------------


@clause("3.5", "3.6")
def test_the_second_member_lays_after_the_first_and_sees_the_cards_once():
    match = table(4)
    assert match.waiting == (ANNA, BOB)
    match.play(ANNA, SCOUT, BOMB)
    match.play(BOB, SPY, MINER)
    assert match.waiting == (CHRIS, DAVID)
    assert match.view(CHRIS).row == [[SCOUT, BOMB, NOBODY, NOBODY], [HIDDEN, HIDDEN, NOBODY, NOBODY]]
    assert "Bomb (7), face down" in match.view(CHRIS).text(match.voice("en"))
    for other in (BOB, DAVID, None):
        assert match.view(other).row[RED][:2] == [HIDDEN, HIDDEN]
    match.play(CHRIS, SERGEANT)
    assert match.view(CHRIS).row[RED] == [SCOUT, BOMB, SERGEANT, NOBODY]
    match.play(CHRIS, MARSHAL)
    assert match.view(CHRIS).row[RED] == [HIDDEN, HIDDEN, SERGEANT, MARSHAL]  # seen once, now out of sight
    assert match.view(ANNA).row[RED] == [SCOUT, BOMB, HIDDEN, HIDDEN]  # and never the other way round
    assert not any("Sergeant" in line or "Marshal" in line for line in match.log(ANNA))
    for other in (BOB, DAVID, None):
        assert not any("Bomb" in line for line in match.log(other))


@clause("3.6")
def test_the_second_member_learns_nothing_before_all_first_members_have_laid():
    """Whatever Anna lays on Missions 1 and 2, card by card, Chris sees and hears the same until the one look."""
    seen = []
    for row in ((SCOUT, BOMB), (SERGEANT, SPY)):
        match, steps = table(4), []
        for soldier in row:
            match.play(ANNA, soldier)
            steps.append(obtained(match, CHRIS))
            assert match.waiting == ((ANNA, BOB) if soldier == row[0] else (BOB,))
        match.play(BOB, SPY)
        steps.append(obtained(match, CHRIS))
        seen.append(steps)
        match.play(BOB, SCOUT)
        assert match.view(CHRIS).row[RED][:2] == list(row)
    assert seen[0] == seen[1]


LOOKS = {
    True: ["Chris looks at Mission 1 of Anna: the Scout (2).", "Chris looks at Mission 2 of Anna: the Bomb (7)."],
    False: ["Chris looks at the cards of Anna."],
}


@clause("3.6")
@pytest.mark.parametrize("reminders", [True, False])
def test_the_log_keeps_the_one_look_only_as_a_memory_aid(reminders):
    match = table(4)
    match.reminders = reminders
    match.play(ANNA, SCOUT, BOMB)
    match.play(BOB, SPY, MINER)
    others = ["Anna has deployed.", "Bob has deployed.", *LOOKS[False], "David looks at the cards of Bob."]
    assert match.log() == others
    assert match.log(CHRIS) == [*others[:2], *LOOKS[reminders], others[-1]]
    assert {line.clause for line in match.log(CHRIS)[2:]} == {"3.6"}
    assert match.view(CHRIS).row[RED][:2] == [SCOUT, BOMB]  # on the table they lie in sight either way
    match.play(CHRIS, SERGEANT, MARSHAL)
    told = " ".join([*match.log(CHRIS), match.view(CHRIS).text(match.voice("en"))])
    assert ("Bomb" in told) == reminders


@clause("3.5", "3.6")
@pytest.mark.parametrize("last", [ANNA, BOB])
def test_whoever_of_the_first_members_is_last_the_looks_are_the_same(last):
    """A player alone lays all four cards in the meantime, and the second member of the pair waits for that."""
    match, rows = table(3), {ANNA: (SPY, SCOUT, MINER, MARSHAL), BOB: (LIEUTENANT, BOMB)}
    for seat in (ANNA + BOB - last, last):
        assert match.view(CHRIS).row[BLUE][:2] != list(rows[BOB])
        match.play(seat, *rows[seat])
    assert match.waiting == (CHRIS,)
    assert match.view(CHRIS).row == [[HIDDEN] * 4, [LIEUTENANT, BOMB, NOBODY, NOBODY]]
    assert match.log()[-1] == "Chris looks at the cards of Bob."
    assert match.log(language="it")[-1] == "Chris guarda le carte di Bob."


@clause("3.6")
def test_two_players_have_nothing_to_look_at():
    match = deploy_both(table(), (SPY, SCOUT, MINER, BOMB), (SPY, SCOUT, MINER, BOMB))
    assert match.view().ask == Ask.TOKENS
    assert not any("looks" in line for line in match.log(ANNA))


@clause("3.4", "3.5")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (COLONEL, [SERGEANT, GENERAL]),
        (BOMB, [SERGEANT, COLONEL, GENERAL]),
        (SERGEANT, [SPY, SCOUT, MINER, LIEUTENANT, CAPTAIN, BOMB, COLONEL]),
    ],
)
def test_the_first_member_has_to_leave_something_to_the_partner(first, second):
    match = table(4)
    assert broken(match, ANNA, GENERAL) == "3.4"
    match.play(ANNA, first)
    assert [int(answer) for answer in match.legal(ANNA)] == second
    assert broken(match, ANNA, MARSHAL) == "3.4"
    match.play(ANNA, second[-1])
    match.play(BOB, SPY, SCOUT)
    assert match.legal(CHRIS)


@clause("3.5", "3.6")
def test_a_player_alone_lays_everything_and_the_pair_shares():
    match = table(3)
    assert match.waiting == (ANNA, BOB)
    deploy(match, (SPY, SCOUT, MINER, MARSHAL), RED)
    match.play(BOB, LIEUTENANT)
    match.play(BOB, BOMB)
    with pytest.raises(NotWaiting):
        match.play(BOB, COLONEL)
    assert match.waiting == (CHRIS,)
    assert match.view(CHRIS).row == [[HIDDEN] * 4, [LIEUTENANT, BOMB, NOBODY, NOBODY]]
    assert broken(match, CHRIS, CAPTAIN) == "3.3"
    match.play(CHRIS, SERGEANT)
    match.play(CHRIS, COLONEL)
    assert match.view().ask == Ask.TOKENS


@clause("4.2", "4.5", "3.5")
def test_in_a_team_each_marks_their_own_missions():
    match = confirming((SPY, SCOUT, MINER, BOMB), (SCOUT, SERGEANT, COLONEL, MARSHAL), LOW, seats=4)
    assert match.waiting == (ANNA, BOB, CHRIS, DAVID)
    assert [[int(a) for a in match.legal(seat)] for seat in range(4)] == [[0b0011], [0b0001, 0b0011], [0b0100], [0]]
    assert broken(match, ANNA, 0b0111) == "4.2"
    match.play(ANNA, 0b0011)
    assert match.view(CHRIS).mark[RED] == [HIDDEN, HIDDEN, NOBODY, NOBODY]  # not even a partner sees them
    match.play(DAVID, 0)
    match.play(BOB, 0b0011)
    match.play(CHRIS, 0b0100)
    assert match.view().token == [[1, 1, 1, 0], [1, 1, 0, 0]]


@clause("7.11", "9.2")
def test_the_player_whose_right_guess_set_it_off_picks():
    """The Bomb is Anna's; Chris guesses Mission 3 and so sets the chain explosion off."""
    match = missions((SPY, BOMB, MINER, SERGEANT), (SPY, SCOUT, MINER, COLONEL), seats=4, at=1)
    right(wrong(match))
    assert match.view().picker == [CHRIS, NOBODY]
    assert match.log()[-1].clause == "7.11"
    match = match.position(picker=(CHRIS, NOBODY), mission=3, target=RED)
    wrong(match)
    assert (match.view().ask, match.waiting) == (Ask.PICK, (CHRIS,))


# What is settled before the deal ------------------------------------------------------------------------------------


def agreed(seats: int, seed: object = 1, **settled: list[int]) -> Match:
    return doppiogioco.new(GAME, seats, seed=str(seed), names=NAMES[:seats], agreed=settled)


def test_the_bits_of_what_is_settled():
    game = find(GAME)
    assert list(game.agreements) == ["red", "alone", "missions"]
    assert (game.agreement_bits(["red"]), game.agreement_bits(["missions"])) == (CHOOSE_RED, CHOOSE_MISSIONS)


@clause("2.2")
@pytest.mark.parametrize("alone", [ANNA, BOB, CHRIS])
def test_three_players_may_settle_who_plays_alone(alone):
    for seed in range(8):
        match = agreed(3, seed, alone=[alone])
        assert match.view().alone == alone
        assert match.log()[0] == f"{NAMES[alone]} plays alone against the other two."
        assert match.log()[0].clause == "2.2"


@clause("2.3", "1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_colours_may_be_chosen(seats):
    """Red is only paint: who begins and what is dealt stays with the lot."""
    begins = set()
    for seed in range(12):
        match = agreed(seats, seed, red=[BOB])
        view = match.view()
        mine, first = view.side[BOB], NAMES[view.owner[0][0]]
        begins.add(mine)
        log = [line for line in match.log() if "alone" not in line]
        assert (log[0], log[0].clause) == ("Bob takes Red.", "2.3")
        assert log[1].startswith(f"{first} begins. {'Red' if mine == 0 else 'Blue'}: {first}")
        exhausted = next(line for line in log if line.startswith("Exhausted on the side of Red"))
        assert str(int(view.exhausted[mine][0]) + 1) in exhausted
        header = next(line for line in match.view().text(match.voice("en")).splitlines() if "flag gate" in line)
        assert header.startswith("Red" if mine == 0 else "Blue")
    assert begins == {0, 1}


@clause("2.3")
def test_the_winner_is_named_by_the_chosen_colour():
    match = wrong(card(LIEUTENANT, agent=agent(GATE)).position(red=BOB))
    assert match.verdict() == "Anna wins for Blue: the Double Agent has reached the flag of Red."
    assert "The Double Agent reaches the flag of Red! The row of Blue:" in match.log()[-1]


@clause("2.3")
def test_each_pair_may_settle_who_plays_missions_1_and_2():
    begins = set()
    for seed in range(12):
        match = agreed(4, seed, missions=[CHRIS, BOB])
        view = match.view()
        assert view.owner[view.side[CHRIS]] == [CHRIS, CHRIS, ANNA, ANNA]
        assert view.owner[view.side[BOB]] == [BOB, BOB, DAVID, DAVID]
        assert match.log()[:2] == ["Chris plays Missions 1 and 2.", "Bob plays Missions 1 and 2."]
        assert match.log()[2].split(".")[0] == f"{NAMES[view.owner[0][0]]} begins"  # who guesses first
        begins.add(view.owner[0][0])
        assert match.waiting == (BOB, CHRIS)
    assert begins == {BOB, CHRIS}


@clause("2.3")
def test_where_one_pair_has_settled_it_a_lot_decides_for_the_other():
    leaders = {agreed(4, seed, missions=[DAVID]).view().leading for seed in range(12)}
    assert leaders == {1 << DAVID | 1 << ANNA, 1 << DAVID | 1 << CHRIS}


@clause("2.2", "2.3")
def test_three_players_may_settle_everything():
    match = agreed(3, red=[CHRIS], alone=[BOB], missions=[CHRIS])
    view = match.view()
    assert view.owner[view.side[CHRIS]] == [CHRIS, CHRIS, ANNA, ANNA]
    assert view.owner[view.side[BOB]] == [BOB] * 4
    assert match.log()[:3] == [
        "Chris takes Red.",
        "Bob plays alone against the other two.",
        "Chris plays Missions 1 and 2.",
    ]
    assert [line.split(".")[0] for line in match.log(language="it")[:3]] == [
        "Chris prende il Rosso",
        "Bob gioca contro gli altri due",
        "Chris gioca le Missioni 1 e 2",
    ]


@pytest.mark.parametrize(
    ("seats", "settled"),
    [
        (2, {"missions": [ANNA]}),
        (2, {"alone": [ANNA]}),
        (2, {"red": [CHRIS]}),
        (3, {"alone": [ANNA], "missions": [ANNA]}),
        (4, {"missions": [ANNA, CHRIS]}),
    ],
)
def test_what_cannot_be_settled_is_refused(seats, settled):
    with pytest.raises(UnknownGame):
        agreed(seats, **settled)


def test_what_was_settled_is_in_the_record():
    match = agreed(4, red=[BOB], missions=[CHRIS, BOB])
    while match.waiting:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    record = match.record()
    assert verify(record) > 10
    assert replay(record).view().owner == match.view().owner


def test_the_questions_a_host_is_asked():
    match = doppiogioco.new(GAME, 4, names=NAMES)
    asked = []
    for ask, leading in ((Ask.RED, 0), (Ask.MISSIONS, 0), (Ask.MISSIONS, 1), (Ask.ALONE, 0)):
        state = match.game.state.changed(match._state, {"ask": ask, "leading": leading})
        view = match.game.view(state, None)
        asked.append([match.game.words.question(view, match.voice(language)) for language in ("en", "it")])
        assert [match.game.words.answer(view, a, match.voice("it")) for a in range(4)] == list(NAMES)
    assert asked == [
        ["Who takes Red?", "Chi prende il Rosso?"],
        ["Who plays Missions 1 and 2?", "Chi gioca le Missioni 1 e 2?"],
        ["Who plays Missions 1 and 2 in the other pair?", "Chi gioca le Missioni 1 e 2 nell'altra coppia?"],
        ["Who plays alone against the other two?", "Chi gioca contro gli altri due?"],
    ]
