"""What both sides have in play, as one number: every table of the simple game at which a turn can begin.

Both sides have as many agents then, and how far the pawns went follows from them. So the agents are the whole table
but for the hands, and there are 9,682,768 such tables. They are numbered turn by turn. The agents stand in two groups.
Cases of the second are sorted by how many agents they have, how many more one side has than the other, and by what
lead: so all that fit a case of the first group are neighbours.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import inner, np

from .cards import CATCH, COPIES, ENOUGH, KINDS, STEPS, Agent

FIRST = (Agent.DOUBLE_AGENT, Agent.ENFORCER, Agent.CODEBREAKER, Agent.SIDEKICK)
SECOND = (Agent.SABOTEUR, Agent.DAREDEVIL, Agent.SENTINEL, Agent.MOLE)
MOST = max(COPIES) + 1
ENDS = (Agent.CODEBREAKER, Agent.DAREDEVIL)  # so many end a game that it never goes on with ENOUGH
# How far so many copies of an agent have taken a pawn.
GONE = np.array([[sum(STEPS[kind][min(copy, 2)] for copy in range(copies)) for copies in range(MOST)]
                 for kind in range(KINDS)])  # fmt: skip
LEADS = int(sum(np.ptp(GONE[kind]) for kind in range(KINDS)))  # more than a group of agents can be ahead or behind
TURNS = 18  # after which all tables are of games that are over


class Numbers(NamedTuple):
    """How tables are numbered."""

    digit: Any  # [agent, copies of one side, of the other]: its part of the case of its group
    first: Any  # [case of the first group]: copies of both sides together, how many more one side has, its lead,
    second: Any  # [case of the second group]: the same,
    place: Any  # [case of the second group]: where it stands when sorted,
    case: Any  # [place]: which case stands there,
    begin: Any  # [copies, how many more, lead]: the first place with at least that lead
    start: Any  # [turn, case of the first group]: the number of its first table
    turns: Any  # [turn]: the number of its first table


def cases_of(kinds: tuple[Agent, ...], digit: Any) -> Any:
    """All that both sides can have of these agents: copies together, how many more one side has, and its lead."""
    most = [ENOUGH - 1 if kind in ENDS else COPIES[kind] for kind in kinds]
    pairs = [[(a, b) for a in range(top + 1) for b in range(top + 1) if a + b <= COPIES[kind]]
             for kind, top in zip(kinds, most, strict=True)]  # fmt: skip
    radix = 1
    for kind, some in zip(reversed(kinds), reversed(pairs), strict=True):
        for i, pair in enumerate(some):
            digit[kind][pair] = i * radix
        radix *= len(some)
    found = np.empty((radix, 3), np.int64)
    for case, chosen in enumerate(product(*pairs)):
        mine, theirs = (sum(pair[side] for pair in chosen) for side in range(2))
        lead = sum(GONE[kind][a] - GONE[kind][b] for kind, (a, b) in zip(kinds, chosen, strict=True))
        found[case] = mine + theirs, mine - theirs, lead
    return found


@cache
def numbers() -> Numbers:
    """Worked out once, in a moment."""
    digit = np.zeros((KINDS, MOST, MOST), np.int32)
    first, second = cases_of(FIRST, digit), cases_of(SECOND, digit)
    case = np.lexsort((second[:, 2], second[:, 1], second[:, 0]))
    place = np.empty(len(case), np.int32)
    place[case] = np.arange(len(case))
    most, more = second[:, 0].max() + 1, second[:, 1].max()
    count = np.zeros((most, 2 * more + 1, 2 * LEADS + 1), np.int32)
    np.add.at(count, (second[:, 0], second[:, 1] + more, second[:, 2] + LEADS), 1)
    begin = (np.cumsum(count) - count.ravel()).reshape(count.shape).astype(np.int32)
    tables = np.zeros((TURNS, len(first)), np.int64)
    for turn in range(TURNS):
        left = 2 * turn - first[:, 0]
        fits = (left >= 0) & (left < most) & (abs(first[:, 1]) <= more)
        copies, other, lead = left[fits], more - first[fits, 1], LEADS - first[fits, 2]
        tables[turn, fits] = begin[copies, other, lead + CATCH] - begin[copies, other, lead - CATCH + 1]
    start = (np.cumsum(tables) - tables.ravel()).reshape(tables.shape)
    turns = np.append(start[:, 0], tables.sum())
    return Numbers(
        digit, first.astype(np.int32), second.astype(np.int32), place, case.astype(np.int32), begin,
        start.astype(np.int32), turns,
    )  # fmt: skip


@inner
def number_of(n: Any, mine: Any, theirs: Any) -> Any:
    """The number of a table at which the side that has `mine` is to play."""
    first = n.digit[0, mine[0], theirs[0]] + n.digit[1, mine[1], theirs[1]]
    first += n.digit[2, mine[2], theirs[2]] + n.digit[6, mine[6], theirs[6]]
    second = n.digit[3, mine[3], theirs[3]] + n.digit[4, mine[4], theirs[4]]
    second += n.digit[5, mine[5], theirs[5]] + n.digit[7, mine[7], theirs[7]]
    copies, more = n.second[second, 0], n.begin.shape[1] // 2
    lowest = n.begin[copies, more - n.first[first, 1], LEADS - CATCH + 1 - n.first[first, 2]]
    return n.start[(n.first[first, 0] + copies) // 2, first] + n.place[second] - lowest
