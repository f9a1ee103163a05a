"""What bots of Agent Avenue learn beforehand: how likely a side is to win when its turn begins.

All tables of the simple game between two are worked out, backwards from the last turn: every turn is a game of its own
(`offer`), and what follows from it is there already. In every turn the hand is taken to be drawn afresh from all that
is not in play, and nobody exchanges cards. In the last turn cards have run out, and the side that is nearer wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from doppiogioco.engine.compiled import compiled_parallel, inner, np, outer, prange

from .cards import CATCH, COPIES, ENOUGH, KINDS, Agent
from .foresight import FILE, FORESEEN, SURE
from .offer import blank_turn, chance_of_turn
from .piles import FIRST, GONE, LEADS, MOST, SECOND, TURNS, number_of, numbers

__all__ = ["FILE", "PIECES", "train"]

CLOSE, ROUGH = 0.005, 0.02  # between how near bounds a chance is found: up to the turn after those kept, and later
FINE = 65_535  # a chance of 1 while it is worked out
PARTS = 16  # of a turn, so that one sees how far it is
PIECES = TURNS * PARTS


@inner
def lead_of(mine: Any, theirs: Any) -> Any:
    lead = 0
    for kind in range(KINDS):
        lead += GONE[kind, mine[kind]] - GONE[kind, theirs[kind]]
    return lead


@inner
def chance_after(n: Any, chances: Any, mine: Any, theirs: Any) -> Any:
    """The chance of the side whose turn it was, with these agents in play (5.2 to 5.5)."""
    lead = lead_of(mine, theirs)
    if lead >= CATCH or mine[Agent.CODEBREAKER] >= ENOUGH or theirs[Agent.DAREDEVIL] >= ENOUGH:
        return 1.0
    if lead <= -CATCH or theirs[Agent.CODEBREAKER] >= ENOUGH or mine[Agent.DAREDEVIL] >= ENOUGH:
        return 0.0
    return 1.0 - chances[number_of(n, theirs, mine)] / FINE


@outer
def chance_before(n: Any, chances: Any, mine: Any, theirs: Any, close: float, left: Any, gets: Any, room: Any) -> Any:
    """The chance of the side whose turn begins."""
    for kind in range(KINDS):
        left[kind] = COPIES[kind] - mine[kind] - theirs[kind]
    for a in range(KINDS):
        for b in range(KINDS):
            gets[a, b] = 0.0
            if left[a] > 0 and left[b] > (1 if a == b else 0):
                mine[a] += 1
                theirs[b] += 1
                gets[a, b] = chance_after(n, chances, mine, theirs)
                mine[a] -= 1
                theirs[b] -= 1
    return chance_of_turn(gets, left, close, room)


@inner
def lay_out(digit: Any, kinds: Any, case: int, mine: Any, theirs: Any) -> None:
    """The copies of both sides in a case of a group."""
    for kind in kinds:
        found = -1
        for a in range(MOST):
            for b in range(MOST):
                if digit[kind, a, b] <= case and digit[kind, a, b] > found:
                    found, mine[kind], theirs[kind] = digit[kind, a, b], a, b
        case -= found


@compiled_parallel
def fill_turn(n: Any, chances: Any, turn: int, close: float, begin: int, end: int) -> None:
    """The chances at the beginning of a turn, for some cases of the first group; those of the next turn are there."""
    more = n.begin.shape[1] // 2
    for case in prange(begin, end):
        copies = 2 * turn - n.first[case, 0]
        if copies < 0 or copies >= n.begin.shape[0] or abs(n.first[case, 1]) > more:
            continue
        mine, theirs, left = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
        gets, room = np.zeros((KINDS, KINDS)), blank_turn()
        lay_out(n.digit, FIRST, case, mine, theirs)
        lead = LEADS - n.first[case, 2]
        lowest = n.begin[copies, more - n.first[case, 1], lead - CATCH + 1]
        highest = n.begin[copies, more - n.first[case, 1], lead + CATCH]
        for place in range(lowest, highest):
            lay_out(n.digit, SECOND, n.case[place], mine, theirs)
            if turn == TURNS - 1:  # 5.6, 5.7
                chance = 1.0 if lead_of(mine, theirs) > 0 else 0.0
            else:
                chance = chance_before(n, chances, mine, theirs, close, left, gets, room)
            chances[n.start[turn, case] + place - lowest] = np.uint16(chance * FINE + 0.5)


def chances_of_all() -> Iterator[Any]:
    """The chances of all tables in so many PIECES: the same array every time, and whole at the end."""
    n = numbers()
    chances = np.zeros(n.turns[-1], np.uint16)
    marks = np.linspace(0, len(n.first), PARTS + 1).astype(int).tolist()
    for turn in range(TURNS - 1, -1, -1):
        for begin, end in pairwise(marks):
            fill_turn(n, chances, turn, CLOSE if turn <= FORESEEN else ROUGH, begin, end)
            yield chances


def kept(chances: Any) -> bytes:
    """What belongs into the file, of chances as they are worked out."""
    first = chances[: numbers().turns[FORESEEN]].astype(np.int64)
    return ((first * SURE + FINE // 2) // FINE).astype(np.uint8).tobytes()


def train() -> Iterator[bytes]:
    for piece, chances in enumerate(chances_of_all(), 1):
        yield kept(chances) if piece == PIECES else b""
