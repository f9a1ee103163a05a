"""Spies & Lies: A Stratego Story: soldiers in rising order, and guesses which is which.

Clause numbers refer to docs/games/spies-and-lies.
"""

from __future__ import annotations

from doppiogioco.engine.rule import all_seats, among, rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import DAYS, DECEPTIONS, FLAG, INTEL_COPIES, MISSIONS, SECOND_HALF, SIDES, SIX
from .deployment import (
    begin_looks,
    clear_missions,
    deployed,
    exhausted,
    firsts,
    fits,
    lay,
    look,
    mark,
    may_mark,
    next_owners,
    show_token,
)
from .missions import exhaust, first_card, may_be_exhausted, pickers, resolve, returns, scores
from .redeal import forget, redeal, redealt
from .state import (
    CHOOSE_MISSIONS,
    CHOOSE_RED,
    OPTIONS,
    SEATS,
    VERSION,
    Ask,
    Choice,
    Reason,
    State,
)

__all__ = [
    "OPTIONS", "SEATS", "VERSION", "Ask", "Reason", "State", "apply", "forget", "guesser", "legal", "next_owners",
    "owner_of_card", "pickers", "returns", "scores", "second_member", "setup", "unconfirmed", "weight",
]  # fmt: skip


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options, s.agent = seats, options, FLAG
    for side in range(SIDES):
        s.deceptions[side] = DECEPTIONS
    clear_missions(s)
    settle(s, Ask.RED)


@rule
def settle(s: Cells, ask: int) -> None:
    """Put this question before the deal or, if this table does not need it, the next one."""
    if ask == Ask.RED and not s.options & CHOOSE_RED:
        ask = Ask.ALONE
    if ask == Ask.ALONE and s.seats != 3:
        ask = Ask.MISSIONS
    if ask == Ask.MISSIONS and not (s.options & CHOOSE_MISSIONS and unled_pair(s)):
        ask = Ask.FIRST
    s.ask = ask


@rule
def unled_pair(s: Cells) -> bool:
    """Is there a pair in which nobody has been chosen for Missions 1 and 2?"""
    for seat in range(s.seats):
        if may_lead(s, seat):
            return True
    return False


@rule
def may_lead(s: Cells, seat: int) -> bool:
    """Has this seat a partner, and neither of them been chosen? Pairs are asked in any order: no seat is special."""
    if s.seats == 2 or seat >= s.seats or seat == s.alone:
        return False
    if s.seats == 3:
        return s.leading == 0
    return not among(s.leading, seat) and not among(s.leading, (seat + 2) % 4)


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.DEPLOY:
            return fits(s, s.side[seat], s.laid[s.side[seat]], a)
        case Ask.TOKENS:
            return may_mark(s, seat, a)
        case Ask.CAPTAIN:
            return a == SIX or exhausted(s, s.target, a)
        case Ask.PICK:
            side = s.side[seat]
            return deployed(s, 1 - side, a) and a != s.picked[side][0]
    return True


@rule
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.RED | Ask.ALONE:
            return 1 if a < s.seats else 0
        case Ask.MISSIONS:
            return 1 if may_lead(s, a) else 0
        case Ask.FIRST:
            return ways_to_begin(s, a)
        case Ask.INTEL:
            left = INTEL_COPIES
            for card in range(DAYS + 1):
                if s.intel[card] == a:
                    left -= 1
            return left
        case Ask.EXHAUST:
            return 1 if may_be_exhausted(s, a) else 0
        case Ask.LOOK:
            return 1 if s.row[s.to][s.mission] == a else 0
        case Ask.SHOW:
            return 1 if s.mark[s.to][s.mission] == a else 0
        case Ask.REVEAL:
            return 1 if s.row[s.target][s.mission] == a else 0
    return redealt(s, a)


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
        case Ask.RED:
            s.red = a
            settle(s, Ask.ALONE)
        case Ask.ALONE:
            s.alone = a
            settle(s, Ask.MISSIONS)
        case Ask.MISSIONS:
            s.leading |= 1 << a
            settle(s, Ask.MISSIONS)
        case Ask.FIRST:
            take_sides(s, a)
            s.ask = Ask.INTEL
        case Ask.INTEL:
            s.intel[s.day + 1] = a
            if s.day == NOBODY:
                s.to, s.ask = 0, Ask.EXHAUST
            else:
                s.ask = Ask.TOKENS
        case Ask.EXHAUST:
            exhaust(s, a)
        case Ask.DEPLOY:
            first = seat == s.owner[s.side[seat]][0]
            lay(s, seat, a)
            if next_owners(s) == 0:
                s.ask = Ask.INTEL
            elif first and firsts(s) == 0:  # 3.6: the last of the first members has laid
                begin_looks(s)
                s.ask = Ask.LOOK
        case Ask.LOOK:
            look(s)
            if s.to == NOBODY:
                s.ask = Ask.DEPLOY
        case Ask.TOKENS:
            mark(s, seat, a)
            if s.confirmed == all_seats(s.seats):
                s.to, s.mission, s.ask = 0, 0, Ask.SHOW
        case Ask.SHOW:
            show_token(s)
            if s.to == NOBODY:
                first_card(s)
        case Ask.DECEIVE:
            if a == Choice.YES:
                s.decoy = 1
                s.deceptions[s.target] -= 1  # 8.4: it goes back to the reserve, whatever comes
            s.ask = Ask.GUESS
        case Ask.GUESS:
            s.guess, s.ask = a, Ask.REVEAL
        case Ask.REVEAL | Ask.CAPTAIN | Ask.MARSHAL:
            resolve(s, a)
        case Ask.PICK:
            s.picked[s.side[seat]][s.picks[s.side[seat]]] = a
            s.picks[s.side[seat]] += 1
            if pickers(s) == 0:
                s.ask = Ask.EXHAUST
        case _:
            redeal(s, a)


@rule
def unconfirmed(s: Cells) -> int:
    """Who has not said yet where intel tokens lie (4.4)."""
    return all_seats(s.seats) & ~s.confirmed


@rule
def owner_of_card(s: Cells) -> int:
    """Who has laid the card that is guessed at or has just been turned over."""
    return 1 << s.owner[s.target][s.mission]


@rule
def guesser(s: Cells) -> int:
    """The opponent who plays the same mission (5.4)."""
    return 1 << s.owner[1 - s.target][s.mission]


@rule
def second_member(s: Cells, listener: int) -> bool:
    """Only who plays Missions 3 and 4 sees what the partner has laid (3.6)."""
    return listener == s.owner[s.to][MISSIONS - 1]


@rule
def ways_to_begin(s: Cells, seat: int) -> int:
    """Even odds for the sides, not for the players; where a pair has chosen, only who plays Mission 1 begins (2.3)."""
    if s.leading:
        return 1 if seat == s.alone or among(s.leading, seat) else 0
    return 0 if seat >= s.seats else (2 if seat == s.alone else 1)


@rule
def take_sides(s: Cells, first: int) -> None:
    """Partners sit opposite (2.2); who was chosen plays Missions 1 and 2, or who comes first from who begins (2.3)."""
    for step in range(s.seats):
        seat = (first + step) % s.seats
        side = step & 1
        if s.alone != NOBODY:
            side = 0 if (seat == s.alone) == (first == s.alone) else 1
        s.side[seat] = side
        begin, end = 0, MISSIONS
        if s.owner[side][0] != NOBODY:  # the partner has all four: take one half
            begin, end = (0, SECOND_HALF) if among(s.leading, seat) else (SECOND_HALF, MISSIONS)
        for mission in range(begin, end):
            s.owner[side][mission] = seat
