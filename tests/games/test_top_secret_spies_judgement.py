"""Top Secret Spies: what looks good at a glance."""

import pytest
from judged import appeals, judged_without_peeking, tempting
from top_secret_table import ANNA, BOB, BUCCI, DOYLE, GAME, LARSSON, PERRY, SCHULZ, table

import doppiogioco
from doppiogioco.bots import Judge
from doppiogioco.games.top_secret_spies.cards import BUILDINGS, PASS, RUINS, Card
from doppiogioco.games.top_secret_spies.judgement import appeal
from doppiogioco.games.top_secret_spies.outlook import CERTAIN, due, outlook, rivals_of
from doppiogioco.games.top_secret_spies.state import Ask

OWNER = (ANNA, BOB, 2, 3, -1, -1, -1)  # Anna leads Schulz, Bob Perry


def rolled(points, **fields):
    """Anna is to move with so many points; the safe is in house 7."""
    match = doppiogioco.new(GAME, 4, seed=1)
    fields = {"ask": Ask.ROLL, "turn": ANNA, "owner": OWNER, "at": [0] * 7} | fields
    return match.position(chance=[points - 1], **fields)


def test_a_scoring_that_wins_is_taken_for_certain():
    match = rolled(2, at=[6, 5, 1, 1, 1, 1, 1], score=[38, 30, 30, 30, 30, 30, 30])
    assert max(appeals(match, ANNA).values()) == CERTAIN
    assert PERRY in tempting(match, ANNA)
    match.play(ANNA, PERRY, PERRY)  # Perry opens the safe, and Schulz comes from 38 to 44
    assert match.outcome.winners == (ANNA,)


def test_a_scoring_that_loses_is_left_alone():
    match = rolled(2, at=[1, 5, 10, 1, 1, 1, 1], score=[10, 30, 40, 30, 30, 30, 30])
    match.play(ANNA, PERRY)  # one building before the safe
    lost = appeals(match, ANNA)
    assert lost[PERRY] == -CERTAIN
    assert all(appeal > -CERTAIN for agent, appeal in lost.items() if agent != PERRY)


def test_ones_own_agent_is_led_to_the_safe_and_nobody_elses():
    match = rolled(3, at=[6, 6, 6, 6, 6, 6, 6], safe=9)
    assert tempting(match, ANNA) == {SCHULZ}
    match = rolled(3, at=[6, 6, 6, 6, 6, 6, 6], safe=9, owner=(BOB, ANNA, 2, 3, -1, -1, -1))
    assert tempting(match, ANNA) == {PERRY}


def test_nobody_leads_their_own_agent_to_the_ruins():
    match = rolled(2, at=[10, 10, 2, 2, 2, 2, 2])
    found = appeals(match, ANNA)
    assert found[SCHULZ] == min(found.values())
    assert found[PERRY] == max(found.values())


def test_a_scoring_that_loses_is_called_off_and_one_that_wins_is_not():
    fields = {"owner": OWNER, "safe": 7, "guests": 1 << DOYLE, "at": [1, 10, 2, 2, 2, 7, 2]}
    hand = {ANNA: [Card.MOVE_SAFE, Card.TO_RUINS]}
    lost = table(hand, score=[10, 35, 0, 0, 0, 0, 0], **fields)
    assert appeals(lost, ANNA)[PASS] == -CERTAIN
    assert PASS not in tempting(lost, ANNA)
    won = table(hand, score=[41, 5, 0, 0, 0, 0, 0], **fields)
    assert appeals(won, ANNA)[PASS] == CERTAIN
    assert tempting(won, ANNA) == {PASS}


def test_the_false_lead_goes_to_a_rival_who_stands_well():
    match = table({ANNA: [Card.TO_RUINS]}, owner=OWNER, at=[8, 9, 2, 2, 2, 2, 2], safe=0)
    match.play(ANNA, Card.TO_RUINS)
    assert tempting(match, ANNA) == {PERRY}


def test_a_rescue_is_for_oneself():
    ruins = [RUINS, RUINS, RUINS, 2, 2, 2, 2]
    match = table({ANNA: [Card.RUINS_TO_CHURCH]}, owner=OWNER, at=ruins, safe=7)
    match.play(ANNA, Card.RUINS_TO_CHURCH)
    assert tempting(match, ANNA) == {SCHULZ}


def test_of_the_markers_ones_own_goes_first_and_the_last_one_with_it():
    match = table({ANNA: [Card.TWO_MARKERS]}, owner=OWNER, at=[1] * 7, score=[10, 20, 20, 20, 20, 20, 3])
    match.play(ANNA, Card.TWO_MARKERS)
    assert tempting(match, ANNA) == {SCHULZ}
    match.play(ANNA, SCHULZ)
    assert tempting(match, ANNA) == {LARSSON}


def test_the_safe_goes_within_reach_of_who_stands_well_and_out_of_reach_else():
    for houses, near in (([9, 1, 1, 1, 1, 1, 1], True), ([1, 9, 9, 9, 9, 9, 9], False)):
        match = doppiogioco.new(GAME, 4, seed=1).position(
            ask=Ask.STASH, turn=ANNA, owner=OWNER, at=houses, safe=5, score=[20] * 7
        )
        found, crowd = appeals(match, ANNA), houses[2]
        assert (found[crowd + 2] > found[crowd - 1]) == near


def test_an_agent_far_ahead_is_somebodys():
    fields = {"ask": Ask.ROLL, "turn": ANNA, "safe": 1, "at": [0] * 7, "chance": [0], "owner": OWNER}
    match = doppiogioco.new(GAME, 4, {"dossier": True}, seed=1).position(score=[3, 8, 29, 2, 2, 2, 2], **fields)
    match.play(ANNA, 1, DOYLE)
    assert match.view().ask == Ask.ENTRY
    assert tempting(match, ANNA) == {BUCCI}
    match.play(ANNA, BUCCI)
    assert tempting(match, ANNA) == {PERRY}


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_only_what_is_seen_is_judged(seats):
    met = set()
    for seed in range(3):
        met |= judged_without_peeking(GAME, seats, {"top-secret": True, "dossier": True}, seed)
    assert {Ask.STEP, Ask.PLAY, Ask.AGENT, Ask.ENTRY, Ask.STASH} <= met


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_rest_of_a_movement_goes_where_it_does_most_for_the_seat(seats):
    match, bots = doppiogioco.new(GAME, seats, seed=seats), [Judge(seat, temper=9.0) for seat in range(seats)]
    scored = 0
    while not match.over:
        seat = match.waiting[0]
        view, legal = match.view(seat), match.legal(seat)
        if view.ask == Ask.STEP and view.points > 1:
            s, rivals = view.cells, rivals_of(view.cells, seat)
            for agent in map(int, legal):
                there, rest = (s.at[agent] + 1) % BUILDINGS, s.points - 1
                moves = [(agent, there, other, (s.at[other] + rest) % BUILDINGS) for other in map(int, legal)]
                moves[[*map(int, legal)].index(agent)] = agent, (s.at[agent] + s.points) % BUILDINGS, -1, -1
                assert appeal(s, seat, agent) == max(outlook(s, seat, moved, rivals) for moved in moves)
                scored += any(due(s, moved) for moved in moves)
        match.play(seat, bots[seat].choose(view, match.heard(seat), legal))
    assert scored
