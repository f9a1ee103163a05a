"""Recruiting and moving (4), and the end of a turn and of the game (5)."""

from __future__ import annotations

from itertools import chain

from doppiogioco.engine.rule import among, rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import (
    BLUE,
    CAR_STEPS,
    CATCH,
    COMPUTER_STEPS,
    CORNERS,
    ENOUGH,
    GREEN,
    HOME,
    KINDS,
    LEVEL,
    PLAN_NAMES,
    PLAYS,
    SPACES,
    STEPS,
    TOWER_STEPS,
    TWIN_TIMES,
    Agent,
    Market,
)
from .state import ADVANCED, IN_FRONT_OF, Ask, Reason
from .turn import alone, begin_turn, members

COUNTED = len(STEPS[0])  # copies; all further ones do as the last of these
NEXT_STEPS = tuple(chain(*STEPS))  # a row of rows is slow to look up in compiled rules


@rule
def has(s: Cells, side: int, card: int) -> bool:
    """Does a side have this market card in play?"""
    return s.market[card] == IN_FRONT_OF[side]


@rule
def steps_for(s: Cells, side: int, agent: int) -> int:
    """How far the next copy of an agent takes a side: its number and what market cards add are one move (4.3, 6.10)."""
    steps = NEXT_STEPS[COUNTED * agent + min(s.agents[side][agent], COUNTED - 1)]
    match agent:
        case Agent.ENFORCER:
            if has(s, side, Market.WATCHTOWER):
                steps += TOWER_STEPS
        case Agent.CODEBREAKER:
            if has(s, side, Market.SUPERCOMPUTER):
                steps += COMPUTER_STEPS
        case Agent.SABOTEUR:
            if has(s, side, Market.DISTRACTION_DEVICE):
                steps = -steps
        case Agent.DOUBLE_AGENT:
            if has(s, side, Market.SINISTER_TWIN):
                steps *= TWIN_TIMES
    return steps


@rule
def recruit(s: Cells, side: int, agent: int) -> None:
    steps = steps_for(s, side, agent)
    s.agents[side][agent] += 1
    if steps != 0:
        move(s, side, steps)


@rule
def move(s: Cells, side: int, steps: int) -> None:
    """The pawn goes on and may stop on a market space; a Home starts the Getaway Car (6.3, 7.2)."""
    step(s, side, steps)
    if (s.at[side] == HOME[GREEN] or s.at[side] == HOME[BLUE]) and has(s, side, Market.GETAWAY_CAR):
        step(s, side, CAR_STEPS)
    s.due[side] = CORNERS[s.at[side]] if s.options & ADVANCED else 0


@rule
def step(s: Cells, side: int, steps: int) -> None:
    at = s.at[side] + steps
    s.at[side] = at - SPACES if at >= SPACES else (at + SPACES if at < 0 else at)
    s.ahead += steps if side == GREEN else -steps


# The end ------------------------------------------------------------------------------------------------------------


@rule
def lead(s: Cells, side: int) -> int:
    """By how many spaces a side leads; fewer than none if it is behind."""
    return s.ahead - LEVEL if side == GREEN else LEVEL - s.ahead


@rule
def victory(s: Cells, side: int) -> int:
    """Why a side would win now, or NONE (5.2 to 5.4, 7.1, 7.3, 7.4)."""
    if lead(s, side) >= CATCH:
        return Reason.CAUGHT
    if s.agents[side][Agent.CODEBREAKER] >= ENOUGH:
        return Reason.CODEBREAKERS
    if s.agents[1 - side][Agent.DAREDEVIL] >= ENOUGH and not has(s, 1 - side, Market.LEADER_OF_THE_PACK):
        return Reason.DAREDEVILS
    if s.agents[side][Agent.DAREDEVIL] >= ENOUGH and has(s, side, Market.LEADER_OF_THE_PACK):
        return Reason.PACK
    if has(s, side, Market.MASTERPLAN) and names(s, side) >= PLAN_NAMES:
        return Reason.MASTERPLAN
    if has(s, side, Market.SECURITY_SYSTEM) and s.at[1 - side] == HOME[side]:
        return Reason.SECURITY
    return Reason.NONE


@rule
def names(s: Cells, side: int) -> int:
    """How many different agents a side has in play."""
    count = 0
    for kind in range(KINDS):
        if s.agents[side][kind] > 0:
            count += 1
    return count


@rule
def end_turn(s: Cells) -> None:
    """Look for the end of the game; else the other side's turn begins (5)."""
    ours, theirs = victory(s, s.active), victory(s, 1 - s.active)
    if ours != Reason.NONE and theirs != Reason.NONE:  # 5.5
        finish(s, s.active, Reason.TIE)
    elif ours != Reason.NONE:
        finish(s, s.active, ours)
    elif theirs != Reason.NONE:
        finish(s, 1 - s.active, theirs)
    elif s.pile == 0 and short_of_cards(s, 1 - s.active):
        if lead(s, s.active) == 0:
            finish(s, s.active, Reason.LEVEL)
        else:
            finish(s, s.active if lead(s, s.active) > 0 else 1 - s.active, Reason.NEARER)
    else:
        begin_turn(s, 1 - s.active)


@rule
def short_of_cards(s: Cells, side: int) -> bool:
    """Can a side not play two cards? Partners play one each (5.6)."""
    bits = members(s, side)
    needed = PLAYS if alone(bits) else 1
    for seat in range(s.seats):
        if among(bits, seat) and s.cards[seat] < needed:
            return True
    return False


@rule
def finish(s: Cells, winner: int, reason: int) -> None:
    s.ask, s.winner, s.reason = Ask.OVER, winner, reason
    s.served, s.taker, s.asked = NOBODY, NOBODY, NOBODY


@rule
def scores(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = lead(s, s.side[seat])


@rule
def returns(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if s.side[seat] == s.winner else -1
