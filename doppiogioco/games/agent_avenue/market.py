"""The Black Market (6) and its cards (7 and 8)."""

from __future__ import annotations

from doppiogioco.engine.rule import lowest, rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import HAND, KINDS, MARKET_CARDS, ON_OFFER, STAYS, TRUCK_STEPS, Agent, Market
from .hands import learn, play_from_hand
from .movement import end_turn, move, recruit
from .state import IN_FRONT_OF, Ask, Where
from .turn import alone, members


@rule
def refill(s: Cells) -> None:
    """Hands that are short draw, who played face up first (3.8, 6.9); then the turn goes on."""
    for seat in (s.opener, s.coverer, s.taker):
        if seat != NOBODY and s.cards[seat] < HAND and s.pile > 0:
            s.asked, s.ask = seat, Ask.DRAW
            return
    s.asked = NOBODY
    if s.laid:
        s.ask = Ask.RECRUIT
    else:
        visit_market(s)


@rule
def visit_market(s: Cells) -> None:
    """Whose pawn has just stopped on a market space takes a card, the side whose turn it is first (6.6)."""
    s.card, s.named, s.served, s.taker = NOBODY, NOBODY, NOBODY, NOBODY
    for turn in range(2):
        side = s.active if turn == 0 else 1 - s.active
        if s.due[side]:
            s.due[side] = 0
            if on_offer(s) > 0:  # 6.12
                bits = members(s, side)
                s.served = side
                if alone(bits):
                    s.taker, s.ask = lowest(bits), Ask.MARKET
                else:
                    s.ask = Ask.TAKER
                return
    end_turn(s)


@rule
def on_offer(s: Cells) -> int:
    count = 0
    for card in range(MARKET_CARDS):
        if s.market[card] == Where.OFFER:
            count += 1
    return count


@rule
def wants_offer(s: Cells) -> bool:
    return s.stock > 0 and on_offer(s) < ON_OFFER


@rule
def take_card(s: Cells, card: int) -> None:
    """Cards that stay go in front of the side, the others act and are gone; the offer is filled up first (6.4, 6.5)."""
    s.market[card] = IN_FRONT_OF[s.served] if STAYS[card] else Where.SPENT
    s.card = card
    if wants_offer(s):
        s.ask = Ask.OFFER
    else:
        use_card(s)


@rule
def use_card(s: Cells) -> None:
    """What a card does at once; where it cannot, the turn goes on without it (6.8)."""
    s.ask = Ask.DRAW
    match s.card:
        case Market.SURVEILLANCE_TRUCK:
            move(s, s.served, TRUCK_STEPS)
        case Market.SMOKE_SCREEN:
            if s.pile > 0:
                s.ask = Ask.UNVEIL
        case Market.OUTPOST | Market.SECRET_RECRUIT | Market.DOUBLE_TROUBLE:
            s.ask = Ask.ABLE
        case Market.SPYCATION:
            if sum(s.agents[s.served]) > 0:
                s.ask = Ask.RECALL
        case Market.MIND_CONTROL:
            if sum(s.agents[1 - s.served]) > 0:
                s.ask = Ask.STEAL


@rule
def may_hire(s: Cells, seat: int, agent: int) -> bool:
    """Can the card being resolved recruit this agent from a hand?"""
    return hires(s, s.card, seat, agent)


@rule
def hires(s: Cells, card: int, seat: int, agent: int) -> bool:
    """Can a card recruit this agent from a hand (8.3 to 8.5)?"""
    held = s.hand[seat][agent]
    if card == Market.OUTPOST:
        return held > 0 and agent == Agent.SENTINEL
    if card == Market.SECRET_RECRUIT:
        return held > 0 and s.agents[s.served][agent] == 0
    return held >= 2


@rule
def able(s: Cells) -> bool:
    for kind in range(KINDS):
        if may_hire(s, s.taker, kind):
            return True
    return False


@rule
def hire(s: Cells, seat: int, agent: int) -> None:
    if s.card == Market.DOUBLE_TROUBLE:  # both were shown, one stays
        for _ in range(2 - s.known[seat][agent]):
            learn(s, seat, agent)
    play_from_hand(s, seat, agent)
    recruit(s, s.served, agent)
