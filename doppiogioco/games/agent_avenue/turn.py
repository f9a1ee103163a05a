"""Sides, and the two cards that a side plays (2 and 3)."""

from __future__ import annotations

from doppiogioco.engine.rule import lowest, rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import EXCHANGES, TEAM_EXCHANGES
from .state import Ask


@rule
def members(s: Cells, side: int) -> int:
    """The seats of a side."""
    bits = 0
    for seat in range(s.seats):
        if s.side[seat] == side:
            bits |= 1 << seat
    return bits


@rule
def on_turn(s: Cells) -> int:
    """The side whose turn it is."""
    return members(s, s.active)


@rule
def opponents(s: Cells) -> int:
    """The side that recruits first."""
    return members(s, 1 - s.active)


@rule
def served_members(s: Cells) -> int:
    """The side that takes a market card."""
    return members(s, s.served)


@rule
def alone(bits: int) -> bool:
    return bits & (bits - 1) == 0


@rule
def begin_turn(s: Cells, side: int) -> None:
    """Somebody alone plays both cards; partners first say who plays face up (3.2)."""
    s.active, s.served, s.taker, s.pick, s.named, s.asked = side, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY
    bits = members(s, side)
    if alone(bits):
        s.opener, s.coverer, s.last = lowest(bits), lowest(bits), 0
        offer_exchange(s, s.opener)
    else:
        s.opener, s.coverer, s.ask = NOBODY, NOBODY, Ask.LEAD
        s.last = 1 if s.pile == 1 else 0


@rule
def exchange_limit(s: Cells, seat: int) -> int:
    return EXCHANGES if alone(members(s, s.side[seat])) else TEAM_EXCHANGES


@rule
def may_exchange(s: Cells, seat: int) -> bool:
    if s.last and seat == s.coverer:  # 3.9
        return False
    return s.pile > 0 and s.spent[seat] < exchange_limit(s, seat)


@rule
def offer_exchange(s: Cells, seat: int) -> None:
    s.asked, s.ask = seat, Ask.EXCHANGE
    if not may_exchange(s, seat):
        play_card(s)


@rule
def after_exchange(s: Cells) -> None:
    """Another one, or partners are asked again who plays face up; whoever took the last card does (3.9)."""
    if s.opener != NOBODY:
        offer_exchange(s, s.asked)
    elif s.last:
        choose_leader(s, s.asked)
    else:
        s.asked, s.ask = NOBODY, Ask.LEAD


@rule
def play_card(s: Cells) -> None:
    s.ask = Ask.OPEN if s.open == NOBODY else Ask.COVER


@rule
def choose_leader(s: Cells, leader: int) -> None:
    s.opener = leader
    s.coverer = lowest(members(s, s.active) & ~(1 << leader))
    offer_exchange(s, leader)


@rule
def may_cover(s: Cells, seat: int, agent: int) -> bool:
    """Another name than the open card, unless the whole hand has that name (3.6, 3.7)."""
    if s.hand[seat][agent] == 0:
        return False
    return agent != s.open or s.hand[seat][agent] == sum(s.hand[seat])
