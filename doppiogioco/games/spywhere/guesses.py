"""Identification cards: laying them (5), the last guesses and what everything is worth (6)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import CLOSING_PAY, EMPTY, GUESSES, NATIONS
from .state import CHANGE_GUESSES, Ask, Reason


@rule
def opponent(s: Cells, seat: int, slot: int) -> int:
    """Whom a guess is about: the opponents clockwise, or twice the only one (7.3)."""
    if s.seats == 2:
        return 1 - seat
    other = seat + 1 + slot
    return other if other < s.seats else other - s.seats


@rule
def free_slot(s: Cells, seat: int, other: int) -> int:
    """The first guess about an opponent that has not been made; NOBODY if there is none."""
    for slot in range(GUESSES[s.seats]):
        if s.laid[seat][slot] == 0 and opponent(s, seat, slot) == other:
            return slot
    return NOBODY


@rule
def used(s: Cells, seat: int, nation: int, start: int, end: int) -> bool:
    """Does one of these guesses name the nation? There is one identification card of each (5.3)."""
    for slot in range(start, end):
        if s.guess[seat][slot] == nation:
            return True
    return False


@rule
def lay(s: Cells, seat: int, nation: int) -> None:
    """Lay an identification card; who has identified everybody closes the game (6.1)."""
    slot = free_slot(s, seat, s.whom)
    s.guess[seat][slot] = nation
    s.laid[seat][slot] = 1
    if sum(s.laid[seat]) == GUESSES[s.seats]:
        s.closer = seat


# The last guesses ---------------------------------------------------------------------------------------------------


@rule
def next_slot(s: Cells, seat: int, slot: int) -> int:
    """From a guess on, the first to be settled at the end: any one if guesses may change, else a missing one (6.5)."""
    while slot < GUESSES[s.seats] and s.laid[seat][slot] and s.options & CHANGE_GUESSES == 0:
        slot += 1
    return slot


@rule
def unsettled(s: Cells) -> int:
    """The seats that have a guess left to settle."""
    seats = 0
    for seat in range(s.seats):
        if s.settled[seat] < GUESSES[s.seats]:
            seats |= 1 << seat
    return seats


@rule
def ask_final(s: Cells) -> None:
    s.ask, s.whom = Ask.FINAL, NOBODY
    for seat in range(s.seats):
        s.settled[seat] = next_slot(s, seat, 0)
    finish(s)


@rule
def may_settle(s: Cells, seat: int, a: int) -> bool:
    """A guess that was made must stay one; those that may still change do not stand in the way of it (6.4)."""
    slot = s.settled[seat]
    if a == EMPTY:
        return s.laid[seat][slot] == 0
    end = slot if s.options & CHANGE_GUESSES else GUESSES[s.seats]
    return a != s.removed and not used(s, seat, a, 0, end)


@rule
def settle(s: Cells, seat: int, a: int) -> None:
    slot = s.settled[seat]
    s.guess[seat][slot] = a
    s.settled[seat] = next_slot(s, seat, slot + 1)
    finish(s)


@rule
def forgotten_slot(s: Cells, seat: int) -> int:
    """The first guess that `forget` took away: it was laid or settled, but is not there."""
    for slot in range(GUESSES[s.seats]):
        if s.guess[seat][slot] == NOBODY and (s.laid[seat][slot] or slot < s.settled[seat]):
            return slot
    return NOBODY


@rule
def may_reguess(s: Cells, seat: int, a: int) -> bool:
    """Settled guesses differ from each other, and so do the earlier ones, which may still change."""
    slot = forgotten_slot(s, seat)
    if a == EMPTY:
        return s.laid[seat][slot] == 0
    start, end = 0, GUESSES[s.seats]
    if s.options & CHANGE_GUESSES:
        if slot < s.settled[seat]:
            end = s.settled[seat]
        else:
            start = s.settled[seat]
    return a != s.removed and not used(s, seat, a, start, end)


# The end ------------------------------------------------------------------------------------------------------------


@rule
def finish(s: Cells) -> None:
    """When nobody has anything left to settle, the game is over."""
    if unsettled(s) == 0:
        winners = 0
        for seat in range(s.seats):
            if points(s, seat) == best(s):
                winners += 1
        s.ask, s.reason = Ask.OVER, Reason.MOST_POINTS if winners == 1 else Reason.SHARED


@rule
def own_cards(s: Cells, seat: int) -> int:
    """The cards of the own nation, or of both (7.2); open ones do not count (4.4)."""
    count = 0
    for nation in range(NATIONS):
        count += s.hand[seat][nation] * s.passport[seat][nation]
    return count


@rule
def right_guesses(s: Cells, seat: int) -> int:
    count = 0
    for slot in range(GUESSES[s.seats]):
        nation = s.guess[seat][slot]
        if nation != NOBODY and nation != EMPTY:
            count += s.passport[opponent(s, seat, slot)][nation]
    return count


@rule
def points(s: Cells, seat: int) -> int:
    """Each own card counts once, and once more for each right guess; closing is paid extra (6.7)."""
    pay = CLOSING_PAY if s.closer == seat else 0
    return own_cards(s, seat) * (1 + right_guesses(s, seat)) + pay


@rule
def best(s: Cells) -> int:
    most = 0
    for seat in range(s.seats):
        most = max(most, points(s, seat))
    return most


@rule
def scores(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@rule
def returns(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if points(s, seat) == best(s) else -1
