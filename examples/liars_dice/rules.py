"""Liar's Dice: bid on what all the dice show together, though you see only your own; or doubt the bid.

Clause numbers refer to rules.en.md. The next seat (p + 1) sits at the left.
"""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.questions import Questions, asks, bits, chance, over
from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, SEAT, Cells, mine, public, state
from doppiogioco.engine.state import SEATS as SEAT_SET

from .dice import DICE, MOST_DICE, Face

VERSION = 1
SEATS = (2, 3, 4, 5, 6)
OPTIONS = {"wild-ones": False}

Choice = IntEnum("Choice", "PASS DOUBT", start=0)
Reason = IntEnum("Reason", "NONE LAST_WITH_DICE", start=0)


class Ask(Questions):
    """The questions, in the order of the rules."""

    FIRST = chance(SEAT, "1.2")  # who begins
    ROLL = chance(Face, "2.1", told="owner")  # a die of `owner`
    COUNT = asks("bidder", MOST_DICE + 1, "3.1")  # how many dice, at least,
    FACE = asks("bidder", Face, "3.1")  # show which face
    CHALLENGE = asks("undecided", Choice, "3.4", settled_by=(Choice.DOUBT,))  # does anybody doubt it?
    SHOW = chance(Face, "4.1")  # a die of `owner` is turned up
    OVER = over("5.2")


(WILD_ONES,) = bits(OPTIONS, Ask)

State = state(
    "liars-dice",
    ask=public(Ask),
    seats=public(7),
    options=public(2),
    left=public(DICE + 1, SEAT),  # how many dice each seat still has
    rolled=public(DICE + 1, SEAT),  # how many of them lie under the cup
    dice=mine(Face, SEAT, DICE, start=NOBODY),  # what they show
    shown=public(Face, SEAT, DICE, start=NOBODY),  # what they showed when they were last turned up
    starter=public(SEAT),  # who bids first in this round
    owner=public(SEAT),  # whose die is rolled or turned up now
    die=public(DICE),  # which one
    bidder=public(SEAT),  # whose bid it is
    count=public(MOST_DICE + 1),  # the bid: at least so many dice ...
    face=public(Face, start=NOBODY),  # ... show this face
    higher=public(MOST_DICE + 1),  # the number just named, before its face
    undecided=public(SEAT_SET),  # who may still doubt the bid
    doubter=public(SEAT),
    again=public(2),  # is the table rolling again what somebody cannot see?
    resume=public(Ask),  # and what was asked before
    reason=public(Reason),
)


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options = seats, options
    for seat in range(seats):
        s.left[seat] = DICE


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.COUNT:  # 3.2: more dice, or as many with a higher face
            return (a > s.count or (a == s.count and s.face < Face.SIX)) and 0 < a <= sum(s.left)
        case Ask.FACE:
            return s.higher > s.count or a > s.face
    return True


@rule
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.FIRST:
            return 1 if a < s.seats else 0
        case Ask.SHOW:
            return 1 if s.dice[s.owner][s.die] == a else 0
    return 1


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
        case Ask.FIRST:
            s.starter = a
            begin_round(s)
        case Ask.ROLL:
            s.dice[s.owner][s.die] = a
            if not s.again:
                s.rolled[s.owner] += 1
            roll_on(s)
        case Ask.COUNT:
            s.higher, s.ask = a, Ask.FACE
        case Ask.FACE:
            s.count, s.face, s.higher = s.higher, a, 0
            s.undecided = others(s, seat)
            s.ask = Ask.CHALLENGE
            if s.count == sum(s.left) and s.face == Face.SIX:  # 3.6: nothing is higher
                doubt(s, following(s, seat))
        case Ask.CHALLENGE:
            if a == Choice.DOUBT:
                doubt(s, seat)
            else:
                s.undecided &= ~(1 << seat)
                if s.undecided == 0:  # 3.5: nobody doubts it
                    s.bidder, s.ask = following(s, s.bidder), Ask.COUNT
        case Ask.SHOW:
            s.shown[s.owner][s.die] = a
            find_die(s)
            if s.owner == NOBODY:
                settle(s)


@rule
def following(s: Cells, seat: int) -> int:
    """The next player at the left who still has dice."""
    seat = (seat + 1) % s.seats
    while s.left[seat] == 0:
        seat = (seat + 1) % s.seats
    return seat


@rule
def others(s: Cells, seat: int) -> int:
    """Everybody else who still has dice."""
    found = 0
    for other in range(s.seats):
        if other != seat and s.left[other] > 0:
            found |= 1 << other
    return found


@rule
def begin_round(s: Cells) -> None:
    """All dice are rolled anew (2.1); the old bid is forgotten."""
    s.bidder, s.doubter, s.count, s.face = s.starter, NOBODY, 0, NOBODY
    for seat in range(s.seats):
        s.rolled[seat] = 0
        for die in range(DICE):
            s.dice[seat][die] = NOBODY
    s.ask = Ask.ROLL
    roll_on(s)


@rule
def roll_on(s: Cells) -> None:
    """The next die; when all are rolled, the first bid, or what was asked before a die was rolled again."""
    find_die(s)
    if s.owner == NOBODY and s.again:
        s.again, s.ask, s.resume = 0, s.resume, 0
        find_die(s)
    elif s.owner == NOBODY:
        s.ask = Ask.COUNT


@rule
def find_die(s: Cells) -> None:
    """The next die to be rolled or turned up, clockwise from who began the round."""
    s.owner = s.starter
    for _ in range(s.seats):
        for die in range(s.left[s.owner]):
            if is_due(s, s.owner, die):
                s.die = die
                return
        s.owner = (s.owner + 1) % s.seats
    s.owner, s.die = NOBODY, 0


@rule
def is_due(s: Cells, seat: int, die: int) -> bool:
    if s.ask == Ask.SHOW:
        return s.shown[seat][die] == NOBODY
    return s.dice[seat][die] == NOBODY and (die < s.rolled[seat]) == (s.again == 1)


@rule
def doubt(s: Cells, seat: int) -> None:
    """Somebody doubts the bid, so all dice are turned up, one after the other (4.1)."""
    s.doubter, s.undecided, s.ask = seat, 0, Ask.SHOW
    for owner in range(s.seats):
        for die in range(DICE):
            s.shown[owner][die] = NOBODY
    find_die(s)


@rule
def fitting(s: Cells, face: int) -> int:
    """How many of the dice turned up count for a face (4.2, 4.3)."""
    found = 0
    for seat in range(s.seats):
        for die in range(DICE):
            if s.shown[seat][die] == face or (s.options & WILD_ONES and s.shown[seat][die] == Face.ONE):
                found += 1
    return found


@rule
def settle(s: Cells) -> None:
    """Who was wrong loses a die (4.4) and begins the next round (4.5), until one player has all that are left (5.1)."""
    loser = s.doubter if fitting(s, s.face) >= s.count else s.bidder
    s.left[loser] -= 1
    s.starter = loser if s.left[loser] > 0 else following(s, loser)
    if s.left[s.starter] == sum(s.left):
        s.ask, s.reason = Ask.OVER, Reason.LAST_WITH_DICE
    else:
        begin_round(s)


@rule
def scores(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.left[seat]


@rule
def returns(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if s.left[seat] > 0 else -1


@rule
def forget(s: Cells, seat: int) -> None:
    """Take back what this seat cannot see, for the table to roll again: the dice of the others, unless turned up."""
    for other in range(s.seats):
        for die in range(s.rolled[other]):
            turned_up = s.ask == Ask.SHOW and s.shown[other][die] != NOBODY
            if other != seat and not turned_up:
                s.dice[other][die] = NOBODY
    s.again, s.resume, s.ask = 1, s.ask, Ask.ROLL
    roll_on(s)
