"""What agents do for a side of Agent Avenue, as somebody sees it who counts no further than this turn."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import BLUE, CAR_STEPS, CATCH, CORNERS, ENOUGH, GREEN, HOME, PLAN_NAMES, SPACES, Agent, Market
from .movement import has, lead, names, steps_for
from .state import ADVANCED

WIN = 100
STEP = 6  # a space forward; seven of them win
VISIT = 5  # a card of the market
# What no copy in play, one, two, and three or more promise or threaten, beyond the steps they have brought: six spaces
# for the second Double agent and the third Sentinel, the game for the third Codebreaker and the third Daredevil.
PROMISE = (
    (0, 9, 0, 0),
    (0, 2, 4, 4),
    (0, 6, 22, WIN),
    (0, 0, -2, -2),
    (0, -4, -18, -WIN),
    (0, 5, 18, 18),
    (0, 0, 0, 0),
    (0, 0, 0, 0),
)


@rule
def after(s: Cells, side: int, mine: int, theirs: int) -> int:
    """How a side likes it when it recruits one agent and the other side another, or nobody."""
    ours, others = triumphs(s, side, mine, theirs), triumphs(s, 1 - side, theirs, mine)
    if ours and (not others or side == s.active):  # 5.5
        return WIN
    if others:
        return -WIN
    return gain(s, side, mine) - gain(s, 1 - side, theirs)


@rule
def triumphs(s: Cells, side: int, mine: int, theirs: int) -> bool:
    """Would a side win by these two recruits (5.2 to 5.4, 7.1, 7.3, 7.4)?"""
    if lead(s, side) + steps(s, side, mine) - steps(s, 1 - side, theirs) >= CATCH:
        return True
    if s.agents[side][Agent.CODEBREAKER] + (mine == Agent.CODEBREAKER) >= ENOUGH:
        return True
    if s.agents[1 - side][Agent.DAREDEVIL] + (theirs == Agent.DAREDEVIL) >= ENOUGH:
        if not has(s, 1 - side, Market.LEADER_OF_THE_PACK):
            return True
    if has(s, side, Market.LEADER_OF_THE_PACK):
        if s.agents[side][Agent.DAREDEVIL] + (mine == Agent.DAREDEVIL) >= ENOUGH:
            return True
    if has(s, side, Market.MASTERPLAN):
        fresh = mine != NOBODY and s.agents[side][mine] == 0
        if names(s, side) + (1 if fresh else 0) >= PLAN_NAMES:
            return True
    return has(s, side, Market.SECURITY_SYSTEM) and stop(s, 1 - side, steps(s, 1 - side, theirs)) == HOME[side]


@rule
def steps(s: Cells, side: int, agent: int) -> int:
    """How far an agent takes a side, by Getaway Car too (7.2)."""
    if agent == NOBODY:
        return 0
    there = steps_for(s, side, agent)
    if there != 0 and has(s, side, Market.GETAWAY_CAR):
        at = stop(s, side, there)
        if at == HOME[GREEN] or at == HOME[BLUE]:
            there += CAR_STEPS
    return there


@rule
def stop(s: Cells, side: int, forward: int) -> int:
    """The space on which a pawn stops."""
    return (s.at[side] + forward + SPACES) % SPACES


@rule
def gain(s: Cells, side: int, agent: int) -> int:
    """What an agent brings a side: steps, the promise of one copy more, a visit to the market."""
    if agent == NOBODY:
        return 0
    forward, copies = steps(s, side, agent), s.agents[side][agent]
    worth = STEP * forward + promise(s, side, agent, copies + 1) - promise(s, side, agent, copies)
    if s.options & ADVANCED and forward != 0 and CORNERS[stop(s, side, forward)]:
        worth += VISIT
    return worth


@rule
def promise(s: Cells, side: int, agent: int, copies: int) -> int:
    """What so many copies of an agent promise a side; the Leader of the Pack loves Daredevils (7.4)."""
    worth = PROMISE[agent][min(copies, ENOUGH)]
    return -worth if agent == Agent.DAREDEVIL and has(s, side, Market.LEADER_OF_THE_PACK) else worth


@rule
def taken(s: Cells, side: int, agent: int) -> int:
    """What a side loses with a copy that is taken out of play: no steps, only what the copy promises (6.14)."""
    copies = s.agents[side][agent]
    return promise(s, side, agent, copies) - promise(s, side, agent, copies - 1)
