"""Spywhere: collect your nation's dishes, and find out whose nation is whose.

Clause numbers refer to docs/games/spywhere.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import (
    CARDS,
    COPIES,
    EVERY_NATION,
    GUESSES,
    NATIONS,
    NO_GUESS,
    START_HAND,
)
from .dealing import deal, forget, take_passports, unclaimed
from .guesses import (
    forgotten_slot,
    free_slot,
    lay,
    may_reguess,
    may_settle,
    returns,
    scores,
    settle,
    unsettled,
    used,
)
from .state import (
    EVERY_OPTION,
    OPTIONS,
    SEATS,
    VERSION,
    Ask,
    Choice,
    Reason,
    State,
)
from .turns import ask_guess, can_clear, clear, draw, end_turn, give, leave_row, refill, take, take_three

__all__ = [
    "OPTIONS", "SEATS", "VERSION", "Ask", "Reason", "State", "apply", "forget", "legal", "returns", "scores", "setup",
    "unsettled", "weight",
]  # fmt: skip


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats = seats
    s.options = options & EVERY_OPTION  # the nation in the box is asked for anyway, whoever answers
    s.ask = Ask.REMOVE if seats < EVERY_NATION else Ask.FIRST
    s.pile = CARDS - START_HAND * seats
    for nation in range(NATIONS):
        s.deck[nation] = COPIES
    for seat in range(seats):
        s.cards[seat] = START_HAND


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.GIVE:
            return s.hand[seat][a] > 0
        case Ask.TAKE:
            return s.row[a] > 0
        case Ask.TRIPLE:  # 4.2: the question is the same for everybody, the answer is not
            return a == Choice.NO or s.passport[seat][s.triple] == 0
        case Ask.GUESS:  # 5.2
            return a == NO_GUESS or (a < s.seats and free_slot(s, seat, a) != NOBODY)
        case Ask.NAME:
            return a != s.removed and not used(s, seat, a, 0, GUESSES[s.seats])
        case Ask.FINAL:
            return may_settle(s, seat, a)
    return True


@rule
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.FIRST:
            return 1 if a < s.seats else 0
        case Ask.PASSPORT:
            return 1 if a != s.removed and unclaimed(s, a) else 0
        case Ask.DEAL | Ask.ROW | Ask.DRAW | Ask.BONUS:
            return s.deck[a]
        case Ask.REGUESS:
            return 1 if may_reguess(s, s.to, a) else 0
        case Ask.CLEAR:  # 4.7: one possible answer, which the deck decides
            return 1 if can_clear(s) == (a == Choice.YES) else 0
    return 1


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
        case Ask.REMOVE:  # 2.2
            s.removed, s.deck[a] = a, 0
            s.pile -= COPIES
            s.ask = Ask.FIRST
        case Ask.FIRST:  # passports and hands, then the row (2.4)
            s.turn, s.resume = a, Ask.ROW
            deal(s)
        case Ask.PASSPORT:
            s.passport[s.to][a] = 1
            if s.open[s.to][a]:  # only where the table deals again: a deal that cannot be is begun anew
                take_passports(s, s.keeps)
            deal(s)
        case Ask.DEAL:
            s.deck[a] -= 1
            s.hand[s.to][a] += 1
            deal(s)
        case Ask.REGUESS:
            s.guess[s.to][forgotten_slot(s, s.to)] = a
            deal(s)
        case Ask.ROW:
            s.deck[a] -= 1
            s.row[a] += 1
            s.pile -= 1
            refill(s)
        case Ask.CLEAR:
            if a == Choice.YES:
                clear(s)
            else:
                leave_row(s)
        case Ask.DRAW:
            draw(s, s.turn, a)
            s.ask = Ask.GIVE
        case Ask.GIVE:
            give(s, seat, a)
        case Ask.TAKE:
            take(s, seat, a)
        case Ask.TRIPLE:
            if a == Choice.YES:
                take_three(s, seat)
            else:
                ask_guess(s)
        case Ask.BONUS:
            draw(s, s.turn, a)
            refill(s)
        case Ask.GUESS:
            if a == NO_GUESS:
                end_turn(s)
            else:
                s.whom, s.ask = a, Ask.NAME
        case Ask.NAME:
            lay(s, seat, a)
            end_turn(s)
        case Ask.FINAL:
            settle(s, seat, a)
