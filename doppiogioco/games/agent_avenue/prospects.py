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
# for the second Double agent and the third Sentinel, the game for the third Codebreaker and the third Daredevil. All
# rows, one for each agent, are one list: a row of rows is slow to look up in compiled rules.
PROMISE = (
    0, 9, 0, 0,
    0, 2, 4, 4,
    0, 6, 22, WIN,
    0, 0, -2, -2,
    0, -4, -18, -WIN,
    0, 5, 18, 18,
    0, 0, 0, 0,
    0, 0, 0, 0,
)  # fmt: skip


# An agent, how far it takes the side that recruits it, and what all that it brings is worth. A card is looked at beside
# many others, and this is the same beside each of them.
Recruit = tuple[int, int, int]
NO_RECRUIT = (NOBODY, 0, 0)


@rule
def recruit(s: Cells, side: int, agent: int) -> Recruit:
    """What an agent, or nobody, brings a side."""
    if agent == NOBODY:
        return agent, 0, 0
    forward = steps(s, side, agent)
    return agent, forward, gain(s, side, agent, forward)


@rule
def after(s: Cells, side: int, mine: int, theirs: int) -> int:
    """How a side likes it when it recruits one agent and the other side another, or nobody."""
    return after_both(s, side, recruit(s, side, mine), recruit(s, 1 - side, theirs))


@rule
def after_both(s: Cells, side: int, mine: Recruit, theirs: Recruit) -> int:
    """The same of two agents that have been looked at."""
    ours, others = triumphs(s, side, mine, theirs), triumphs(s, 1 - side, theirs, mine)
    if ours and (not others or side == s.active):  # 5.5
        return WIN
    return -WIN if others else mine[2] - theirs[2]


@rule
def triumphs(s: Cells, side: int, mine: Recruit, theirs: Recruit) -> bool:
    """Would a side win by these two recruits (5.2 to 5.4, 7.1, 7.3, 7.4)?"""
    agent, forward, _ = mine
    rival, followed, _ = theirs
    if lead(s, side) + forward - followed >= CATCH:
        return True
    if s.agents[side][Agent.CODEBREAKER] + (agent == Agent.CODEBREAKER) >= ENOUGH:
        return True
    if s.agents[1 - side][Agent.DAREDEVIL] + (rival == Agent.DAREDEVIL) >= ENOUGH:
        if not has(s, 1 - side, Market.LEADER_OF_THE_PACK):
            return True
    return s.options & ADVANCED != 0 and triumphs_by_market(s, side, agent, followed)


@rule
def triumphs_by_market(s: Cells, side: int, agent: int, followed: int) -> bool:
    """The same by a market card that it has in play, if the other side goes so far."""
    if has(s, side, Market.LEADER_OF_THE_PACK):
        if s.agents[side][Agent.DAREDEVIL] + (agent == Agent.DAREDEVIL) >= ENOUGH:
            return True
    if has(s, side, Market.MASTERPLAN):
        fresh = agent != NOBODY and s.agents[side][agent] == 0
        if names(s, side) + (1 if fresh else 0) >= PLAN_NAMES:
            return True
    return has(s, side, Market.SECURITY_SYSTEM) and stop(s, 1 - side, followed) == HOME[side]


@rule
def steps(s: Cells, side: int, agent: int) -> int:
    """How far an agent takes a side, by Getaway Car too (7.2)."""
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
def gain(s: Cells, side: int, agent: int, forward: int) -> int:
    """What an agent that takes a side so far brings it: steps, the promise of one copy more, a visit to the market."""
    copies = s.agents[side][agent]
    worth = STEP * forward + promise(s, side, agent, copies + 1) - promise(s, side, agent, copies)
    if s.options & ADVANCED and forward != 0 and CORNERS[stop(s, side, forward)]:
        worth += VISIT
    return worth


@rule
def promise(s: Cells, side: int, agent: int, copies: int) -> int:
    """What so many copies of an agent promise a side; the Leader of the Pack loves Daredevils (7.4)."""
    worth = PROMISE[(ENOUGH + 1) * agent + min(copies, ENOUGH)]
    return -worth if agent == Agent.DAREDEVIL and has(s, side, Market.LEADER_OF_THE_PACK) else worth


@rule
def taken(s: Cells, side: int, agent: int) -> int:
    """What a side loses with a copy that is taken out of play: no steps, only what the copy promises (6.14)."""
    copies = s.agents[side][agent]
    return promise(s, side, agent, copies) - promise(s, side, agent, copies - 1)
