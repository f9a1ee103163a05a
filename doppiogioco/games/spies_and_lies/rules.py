"""Spies & Lies: A Stratego Story: soldiers in rising order, and guesses which is which.

Clause numbers refer to docs/games/spies-and-lies.
"""

from __future__ import annotations

from doppiogioco.engine.record import MOST_SEATS, NOBODY, Cells
from doppiogioco.engine.rule import TABLE_WAITS, all_seats, rule

from .cards import DAYS, DECEPTIONS, FLAG, INTEL_COPIES, MISSIONS, SECOND_HALF, SIDES, SIX
from .deployment import clear_missions, deployed, exhausted, fits, lay, mark, may_mark, next_owners, show_token
from .missions import exhaust, first_card, may_be_exhausted, pickers, resolve, returns, scores
from .redeal import forget, redeal, redealt
from .state import ANSWERS, COMPOSED, OPTIONS, REDEALT, SEATS, VERSION, Ask, Choice, Reason, State

__all__ = [
    "ANSWERS", "COMPOSED", "OPTIONS", "REDEALT", "SEATS", "VERSION", "Ask", "Reason", "State", "apply", "forget",
    "heard", "legal", "returns", "scores", "setup", "waiting", "weight",
]  # fmt: skip


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options, s.agent = seats, options, FLAG
    s.ask = Ask.ALONE if seats == 3 else Ask.FIRST
    s.alone, s.resume, s.day, s.to, s.winner = NOBODY, NOBODY, NOBODY, NOBODY, NOBODY
    s.mission, s.target, s.guess, s.choice = NOBODY, NOBODY, NOBODY, NOBODY
    for seat in range(MOST_SEATS):
        s.side[seat] = NOBODY
    for card in range(DAYS + 1):
        s.intel[card] = NOBODY
    for side in range(SIDES):
        s.deceptions[side], s.picker[side] = DECEPTIONS, NOBODY
        for i in range(2):
            s.exhausted[side][i], s.picked[side][i] = NOBODY, NOBODY
        for mission in range(MISSIONS):
            s.owner[side][mission] = NOBODY
    clear_missions(s)


@rule
def waiting(s: Cells) -> int:
    match s.ask:
        case Ask.DEPLOY:
            return next_owners(s)
        case Ask.TOKENS:
            return all_seats(s.seats) & ~s.confirmed
        case Ask.GUESS:
            return 1 << s.owner[1 - s.target][s.mission]
        case Ask.DECEIVE | Ask.CAPTAIN | Ask.MARSHAL:
            return 1 << s.owner[s.target][s.mission]
        case Ask.PICK:
            return pickers(s)
        case Ask.OVER:
            return 0
    return TABLE_WAITS


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
        case Ask.ALONE:
            return 1 if a < s.seats else 0
        case Ask.FIRST:  # 2.3: even odds for the sides
            return 0 if a >= s.seats else (2 if a == s.alone else 1)
        case Ask.INTEL:
            left = INTEL_COPIES
            for card in range(DAYS + 1):
                if s.intel[card] == a:
                    left -= 1
            return left
        case Ask.EXHAUST:
            return 1 if may_be_exhausted(s, a) else 0
        case Ask.SHOW:
            return 1 if s.mark[s.to][s.mission] == a else 0
        case Ask.REVEAL:
            return 1 if s.row[s.target][s.mission] == a else 0
    return redealt(s, a)


@rule
def heard(s: Cells, seat: int, listener: int) -> bool:
    match s.ask:
        case Ask.DEPLOY:  # 3.6: the second member looks at what the first has laid
            return listener == s.owner[s.side[seat]][MISSIONS - 1]
        case Ask.TOKENS | Ask.PICK | Ask.REDEPLOY | Ask.REMARK | Ask.REPICK | Ask.OVER:
            return False
    return True


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
        case Ask.ALONE:
            s.alone, s.ask = a, Ask.FIRST
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
            lay(s, seat, a)
            if next_owners(s) == 0:
                s.ask = Ask.INTEL
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
def take_sides(s: Cells, first: int) -> None:
    """Partners sit opposite (2.2); the first of each pair, clockwise from who begins, plays Missions 1 and 2 (2.3)."""
    for step in range(s.seats):
        seat = (first + step) % s.seats
        side = step & 1
        if s.alone != NOBODY:
            side = 0 if (seat == s.alone) == (first == s.alone) else 1
        s.side[seat] = side
        for mission in range(SECOND_HALF if s.owner[side][0] != NOBODY else 0, MISSIONS):
            s.owner[side][mission] = seat
