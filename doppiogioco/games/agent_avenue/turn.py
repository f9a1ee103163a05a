"""Sides, hands, and the two cards that a side plays (2 and 3)."""

from __future__ import annotations

from doppiogioco.engine.record import NOBODY, Cells
from doppiogioco.engine.rule import lowest, rule

from .cards import EXCHANGES, KINDS, TEAM_EXCHANGES
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
def alone(bits: int) -> bool:
    return bits & (bits - 1) == 0


@rule
def begin_turn(s: Cells, side: int) -> None:
    """Somebody alone plays both cards; partners first say who plays face up (3.2)."""
    s.active, s.served, s.taker, s.pick, s.named, s.asked = side, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY
    bits = members(s, side)
    if alone(bits):
        s.opener = s.coverer = lowest(bits)
        offer_exchange(s, s.opener)
    else:
        s.opener, s.coverer, s.ask = NOBODY, NOBODY, Ask.LEAD


@rule
def exchange_limit(s: Cells, seat: int) -> int:
    return EXCHANGES if alone(members(s, s.side[seat])) else TEAM_EXCHANGES


@rule
def may_exchange(s: Cells, seat: int) -> bool:
    return s.pile > 0 and s.spent[seat] < exchange_limit(s, seat)


@rule
def offer_exchange(s: Cells, seat: int) -> None:
    s.asked, s.ask = seat, Ask.EXCHANGE
    if not may_exchange(s, seat):
        play_card(s)


@rule
def play_card(s: Cells) -> None:
    s.ask = Ask.OPEN if s.open == NOBODY else Ask.COVER


@rule
def choose_leader(s: Cells, leader: int) -> None:
    s.opener = leader
    s.coverer = lowest(members(s, s.active) & ~(1 << leader))
    offer_exchange(s, leader)


@rule
def discard(s: Cells, seat: int, agent: int) -> None:
    """Nobody else sees which, so of every kind one copy less is known (3.4)."""
    s.hand[seat][agent] -= 1
    s.cards[seat] -= 1
    s.discards[seat][agent] += 1
    s.spent[seat] += 1
    for kind in range(KINDS):
        unlearn(s, seat, kind)
    s.ask = Ask.REDRAW


@rule
def unlearn(s: Cells, seat: int, agent: int) -> None:
    if s.known[seat][agent] > 0:
        s.known[seat][agent] -= 1


@rule
def draw(s: Cells, seat: int, agent: int) -> None:
    s.deck[agent] -= 1
    s.pile -= 1
    s.hand[seat][agent] += 1
    s.cards[seat] += 1


@rule
def play_from_hand(s: Cells, seat: int, agent: int) -> None:
    """A card leaves a hand for all to see."""
    s.hand[seat][agent] -= 1
    s.cards[seat] -= 1
    unlearn(s, seat, agent)


@rule
def take_to_hand(s: Cells, seat: int, agent: int) -> None:
    """An agent in play goes to a hand for all to see."""
    s.hand[seat][agent] += 1
    s.cards[seat] += 1
    s.known[seat][agent] += 1


@rule
def may_cover(s: Cells, seat: int, agent: int) -> bool:
    """Another name than the open card, unless the whole hand has that name (3.6, 3.7)."""
    if s.hand[seat][agent] == 0:
        return False
    return agent != s.open or s.hand[seat][agent] == s.cards[seat]
