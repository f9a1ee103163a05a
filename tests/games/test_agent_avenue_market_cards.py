"""The cards of the Black Market: sections 7 and 8 of docs/games/agent-avenue."""

from __future__ import annotations

from itertools import pairwise

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CODE,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    MOLE,
    NO,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    YES,
    agents_in_play,
    clause_of,
    ended,
    lead_of,
    new,
    recruits,
    row,
)
from market_table import (
    CAR,
    COMPUTER,
    DEVICE,
    DOUBLE_TROUBLE,
    DULL,
    MIND,
    OUTPOST,
    PACK,
    PLAN,
    SECRET,
    SECURITY,
    SIDES,
    SMOKE,
    SPYCATION,
    TOWER,
    TRUCK,
    TWIN,
    takes,
)

from doppiogioco.games.agent_avenue.cards import (
    BLUE,
    CAR_STEPS,
    CORNERS,
    GREEN,
    HOME,
    SPACES,
    STEPS,
)
from doppiogioco.games.agent_avenue.state import Ask

clause = pytest.mark.clause
either_turn = pytest.mark.parametrize("turn", [GREEN, BLUE])


# 7 Cards that stay --------------------------------------------------------------------------------------------------


@clause("7.1")
@either_turn
def test_the_security_system(turn):
    """Blue comes to green's Home, by going forward or back; its own Home and green's own pawn do not count."""
    system = {"offer": [TWIN, TOWER, PLAN], "turn": turn}
    match = recruits(CODE, ENFORCER, green=3, blue=6, **system, owned={GREEN: [SECURITY]})
    assert ended(match) == ("security", (ANNA,))
    match = recruits(CODE, SABOTEUR, green=3, blue=8, **system, owned={GREEN: [SECURITY]})
    assert ended(match) == ("security", (ANNA,))
    assert ended(recruits(CODE, ENFORCER, green=3, blue=6, **system, owned={BLUE: [SECURITY]})) is None
    assert ended(recruits(CODE, SABOTEUR, green=0, blue=1, **system, owned={GREEN: [SECURITY]})) is None
    match = recruits(ENFORCER, CODE, green=6, blue=3, **system, owned={BLUE: [SECURITY]})
    assert ended(match) == ("security", (BOB,))


@clause("7.1", "5.5")
@either_turn
def test_the_security_system_in_a_tie(turn):
    position = {"offer": DULL, "owned": {GREEN: [SECURITY]}, "in_play": ((), [CODE] * 2)}
    match = recruits(SABOTEUR, CODE, green=7, blue=7, turn=turn, **position)
    assert ended(match) == ("tie", (SIDES[turn],))


@clause("7.2")
@pytest.mark.parametrize(
    ("green", "agent", "had", "there"),
    [
        (13, ENFORCER, (), 3),  # its own Home
        (6, ENFORCER, (), 10),  # the other Home
        (1, SABOTEUR, (), 3),  # backwards
        (8, SABOTEUR, (), 10),
        (0, CODE, (), 0),  # it stays, so it does not arrive
        (7, SENTINEL, (), 7),
        (13, DAREDEVIL, (), 1),  # over a Home
        (3, SIDEKICK, (), 10),
        (10, MOLE, (), 10),  # back to 7 and by car to where it was
    ],
)
def test_the_getaway_car(green, agent, had, there):
    filler = SABOTEUR if agent != SABOTEUR else CODE
    match = recruits(agent, filler, green=green, blue=green, in_play=(had, ()), offer=DULL, owned={GREEN: [CAR]})
    assert match.view().at[GREEN] == there
    assert match.view().served != GREEN  # three beyond a Home is no market
    if agent == SIDEKICK:
        assert any("+4, to space 7, and by Getaway Car to 10" in line for line in match.log())


@clause("7.2")
def test_the_getaway_car_counts_for_a_catch_and_only_for_its_side():
    assert ended(recruits(ENFORCER, CODE, green=6, blue=2, offer=DULL, owned={GREEN: [CAR]})) == ("caught", (ANNA,))
    assert lead_of(recruits(CODE, ENFORCER, blue=6, green=2, offer=DULL, owned={GREEN: [CAR]})) == -5
    assert not any(CORNERS[(home + CAR_STEPS) % SPACES] for home in HOME)


@clause("7.3")
def test_seven_different_agents_are_needed():
    position = {"in_play": ([DOUBLE, CODE, SABOTEUR, SENTINEL, MOLE], ()), "offer": DULL, "owned": {GREEN: [PLAN]}}
    assert ended(recruits(ENFORCER, SABOTEUR, green=3, **position)) is None


@clause("7.3")
@either_turn
def test_the_masterplan(turn):
    six = [DOUBLE, CODE, SABOTEUR, SENTINEL, MOLE, SIDEKICK]
    position = {"green": 3, "offer": DULL, "turn": turn}
    match = recruits(ENFORCER, SABOTEUR, in_play=(six, ()), owned={GREEN: [PLAN]}, **position)
    assert ended(match) == ("masterplan", (ANNA,))
    match = recruits(ENFORCER, SABOTEUR, in_play=([*six, SENTINEL], ()), owned={}, **position)
    assert ended(match) is None
    match = recruits(SENTINEL, SABOTEUR, in_play=([*six, CODE], ()), owned={GREEN: [PLAN]}, **position)
    assert ended(match) is None  # eight agents, but of six names


@clause("7.4")
@either_turn
def test_the_leader_of_the_pack(turn):
    position = {"in_play": ([DAREDEVIL] * 2, ()), "offer": [TWIN, TOWER, PLAN], "turn": turn}
    match = recruits(DAREDEVIL, SABOTEUR, owned={GREEN: [PACK]}, **position)
    assert ended(match) == ("pack", (ANNA,))
    match = recruits(DAREDEVIL, SABOTEUR, owned={BLUE: [PACK]}, **position)
    assert ended(match) == ("daredevils", (BOB,))


@clause("7.4", "5.5")
@either_turn
def test_the_leader_of_the_pack_in_a_tie(turn):
    position = {"in_play": ([DAREDEVIL] * 2, [CODE] * 2), "offer": [TWIN, TOWER, PLAN]}
    match = recruits(DAREDEVIL, CODE, owned={GREEN: [PACK]}, turn=turn, **position)
    assert ended(match) == ("tie", (SIDES[turn],))


@clause("7.5", "7.6", "7.7", "7.8")
@pytest.mark.parametrize(
    ("card", "agent", "steps"),
    [
        (TOWER, ENFORCER, (3, 4, 5, 5)),
        (COMPUTER, CODE, (3, 3, 3, 3)),
        (DEVICE, SABOTEUR, (1, 1, 2, 2)),
        (TWIN, DOUBLE, (-2, 12, -2, -2)),
    ],
)
def test_cards_that_help_an_agent(card, agent, steps):
    for copies, step in enumerate(steps):
        position = {"in_play": ([agent] * copies, ()), "rest": (), "offer": DULL, "green": 20, "blue": 20}
        plain = lead_of(recruits(agent, MOLE, **position)) - 3
        assert plain == STEPS[agent][min(copies, 2)]
        helped = recruits(agent, MOLE, owned={GREEN: [card]}, **position)
        assert lead_of(helped) - 3 == step
        assert lead_of(recruits(agent, MOLE, owned={BLUE: [card]}, **position)) - 3 == plain


@clause("7.6", "5.3")
def test_the_supercomputer_can_bring_a_fourth_codebreaker():
    """The third one goes 3 forward to the market, whose Smoke Screen turns up another: still a win."""
    position = {"in_play": ([CODE] * 2, ()), "owned": {GREEN: [COMPUTER]}, "offer": [SMOKE, TOWER, TWIN]}
    match = recruits(CODE, ENFORCER, green=6, blue=6, **position).position(chance=[DEVICE, CODE])
    match.play(ANNA, SMOKE)
    assert agents_in_play(match, GREEN)[CODE] == 4
    assert match.view().at[GREEN] == 12  # the fourth goes 3 further, to the next corner
    match.play(ANNA, TOWER)
    assert ended(match) == ("codebreakers", (ANNA,))


# 8 Cards that work once ---------------------------------------------------------------------------------------------


@clause("8.1")
def test_the_surveillance_truck():
    match = takes(TRUCK)
    assert (match.view().at[GREEN], lead_of(match)) == (3, 3)
    assert any("Green moves +1, to space 3." in line for line in match.log())


@clause("8.2")
def test_the_smoke_screen():
    match = takes(SMOKE, chance=[TWIN, SENTINEL], in_play=([SENTINEL], ()))
    assert (match.view().at[GREEN], agents_in_play(match, GREEN)[SENTINEL], match.view().pile) == (4, 2, 26)
    assert "Green recruits a Sentinel, number 2: +2, to space 4." in match.log()


@clause("8.3")
def test_the_outpost():
    match = takes(OUTPOST, rest=(SENTINEL, SENTINEL, CODE, DOUBLE), in_play=([SENTINEL], ()))
    assert clause_of(match, ANNA, CODE) == "8.3"
    assert clause_of(match, ANNA, MOLE) == "8.3"
    match.play(ANNA, SENTINEL)
    assert (match.view().at[GREEN], agents_in_play(match, GREEN)[SENTINEL], match.view().cards[ANNA]) == (4, 2, 4)


@clause("8.4")
def test_the_secret_recruit():
    match = takes(SECRET, rest=(SENTINEL, ENFORCER, DAREDEVIL, SIDEKICK), in_play=([ENFORCER], ()))
    assert [int(agent) for agent in match.legal(ANNA)] == [SENTINEL, SIDEKICK]  # the Daredevil has just come
    assert clause_of(match, ANNA, ENFORCER) == "8.4"
    match.play(ANNA, SIDEKICK)
    assert match.view().at[GREEN] == 6


@clause("8.5")
def test_double_trouble():
    match = takes(DOUBLE_TROUBLE, rest=(SENTINEL, SENTINEL, CODE, CODE), in_play=((), ()))
    assert [int(agent) for agent in match.legal(ANNA)] == [CODE, SENTINEL]
    match.play(ANNA, CODE)
    assert agents_in_play(match, GREEN) == row([DAREDEVIL, CODE])
    assert match.view().known[ANNA] == row([CODE])  # all have seen the other one
    assert "Anna shows a pair: Codebreaker." in match.log()[-1]
    match = takes(DOUBLE_TROUBLE, rest=(SENTINEL, SENTINEL, CODE, DOUBLE))
    assert clause_of(match, ANNA, CODE) == "8.5"


@clause("8.6")
def test_spycation():
    match = takes(SPYCATION, in_play=([MOLE, SENTINEL], ()))
    assert clause_of(match, ANNA, CODE) == "8.6"
    match.play(ANNA, DAREDEVIL)
    assert (match.view().at[GREEN], match.view().ask) == (2, Ask.AGAIN)
    match.play(ANNA, YES)
    assert (match.view().at[GREEN], agents_in_play(match, GREEN)[DAREDEVIL]) == (4, 1)
    assert (match.view().cards[ANNA], match.view().known[ANNA]) == (4, row([]))


@clause("8.6")
def test_spycation_without_recruiting_again():
    match = takes(SPYCATION, in_play=([MOLE, SENTINEL], ()))
    match.play(ANNA, MOLE)
    match.play(ANNA, NO)
    assert agents_in_play(match, GREEN) == row([DAREDEVIL, SENTINEL])
    assert (match.view().cards[ANNA], match.view().known[ANNA], match.view().at[GREEN]) == (5, row([MOLE]), 2)


@clause("8.7")
def test_mind_control():
    match = takes(MIND, in_play=([MOLE], [SENTINEL]))
    assert clause_of(match, ANNA, MOLE) == "8.7"  # Anna's own
    assert [int(agent) for agent in match.legal(ANNA)] == [CODE, SENTINEL]
    match.play(ANNA, SENTINEL)
    assert agents_in_play(match, BLUE) == row([CODE])
    assert match.view(ANNA).hand[ANNA][SENTINEL] == 2
    assert match.view().at == [2, 7]


@clause("8.7", "5.1")
@pytest.mark.parametrize(("taken", "result"), [(CODE, None), (SENTINEL, ("codebreakers", (BOB,)))])
def test_mind_control_takes_the_third_codebreaker(taken, result):
    match = takes(MIND, in_play=((), [CODE, CODE, SENTINEL]))
    assert agents_in_play(match, BLUE)[CODE] == 3
    match.play(ANNA, taken)
    assert ended(match) == result


@clause("6.6", "6.9")
def test_moves_of_a_turn_never_overlap():
    """In random play a market card is only taken when the one before is done with and hands are full."""
    for seed in range(25):
        match = new(advanced=True, seed=seed)
        while not match.over:
            view = match.view()
            if view.ask == Ask.MARKET:
                assert view.card == -1
                assert view.pile == 0 or min(view.cards[:2]) >= 4
            seat = match.waiting[0]
            match.play(seat, match.legal(seat)[seed % len(match.legal(seat))])
        for one, other in pairwise(match.log()):
            assert not (one.startswith("New on the market") and other.startswith("New on the market"))
