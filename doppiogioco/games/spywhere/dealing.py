"""Dealing passports and hands, and dealing again what somebody cannot see."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import MOST_GUESSES, NATIONS, PASSPORTS
from .guesses import forgotten_slot
from .state import Ask


@rule
def unclaimed(s: Cells, nation: int) -> bool:
    """Is this passport still in the box?"""
    for seat in range(s.seats):
        if s.passport[seat][nation]:
            return False
    return True


@rule
def deal(s: Cells) -> None:
    """Go on with the first thing that is still due, clockwise from whose turn it is; then with `resume`."""
    for step in range(s.seats):
        s.to = (s.turn + step) % s.seats
        if sum(s.passport[s.to]) < PASSPORTS[s.seats]:
            s.ask = Ask.PASSPORT
            return
    for step in range(s.seats):
        s.to = (s.turn + step) % s.seats
        if sum(s.hand[s.to]) < s.cards[s.to]:
            s.ask = Ask.DEAL
            return
    for step in range(s.seats):
        s.to = (s.turn + step) % s.seats
        if forgotten_slot(s, s.to) != NOBODY:
            s.ask = Ask.REGUESS
            return
    s.ask, s.to, s.resume, s.again, s.keeps = s.resume, NOBODY, NOBODY, 0, NOBODY


@rule
def take_passports(s: Cells, keeper: int) -> None:
    """All passports but one seat's go back into the box."""
    for seat in range(s.seats):
        if seat != keeper:
            for nation in range(NATIONS):
                s.passport[seat][nation] = 0


@rule
def forget(s: Cells, seat: int) -> None:
    """Put back the passports, unknown cards and guesses that this seat cannot see, for the table to deal again.

    That cards were cleared out of the row into the deck (4.6), and so were in no hand then, is forgotten as well.
    """
    match s.ask:
        case Ask.REMOVE | Ask.FIRST | Ask.PASSPORT | Ask.DEAL | Ask.REGUESS | Ask.OVER:  # nothing is, or all is known
            return
    s.keeps = seat if seat < s.seats else NOBODY
    take_passports(s, s.keeps)
    for other in range(s.seats):
        if other != seat:
            for nation in range(NATIONS):
                s.deck[nation] += s.hand[other][nation] - s.known[other][nation]
                s.hand[other][nation] = s.known[other][nation]
            for slot in range(MOST_GUESSES):
                s.guess[other][slot] = NOBODY
    s.resume, s.again = s.ask, 1
    deal(s)
