"""Agent Avenue: two spies in one street, each after the other; who recruits the right neighbours gets there first.

Clause numbers refer to docs/games/agent-avenue. A side is one seat or two partners. The side that begins is called
green here, whatever colours people have chosen.
"""

from __future__ import annotations

from doppiogioco.engine.rule import among, rule
from doppiogioco.engine.state import NOBODY, Cells

from .again import deal, forget, hand_out, ways
from .cards import BLUE, COPIES, DECK, GREEN, HAND, HOME, KINDS, LEVEL, MARKET_CARDS
from .hands import could_not_use, cover, discard, draw, play_from_hand, take_to_hand, turn_over
from .market import able, hire, may_hire, refill, take_card, use_card, wants_offer
from .movement import recruit, returns, scores
from .state import (
    ADVANCED,
    COLOURS,
    EXCHANGE_FIRST,
    OPTIONS,
    SEATS,
    VERSION,
    Ask,
    Choice,
    Pick,
    Reason,
    State,
    Where,
)
from .turn import (
    after_exchange,
    choose_leader,
    may_cover,
    may_exchange,
    offer_exchange,
    on_turn,
    opponents,
    play_card,
    served_members,
)

__all__ = [
    "OPTIONS", "SEATS", "VERSION", "Ask", "Reason", "State", "apply", "forget", "legal", "on_turn", "opponents",
    "returns", "scores", "served_members", "setup", "weight",
]  # fmt: skip


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options, s.pile, s.ahead = seats, options, DECK - HAND * seats, LEVEL
    s.at[GREEN], s.at[BLUE] = HOME[GREEN], HOME[BLUE]
    for kind in range(KINDS):
        s.deck[kind] = COPIES[kind]
    for seat in range(seats):
        s.cards[seat] = HAND
    s.stock = MARKET_CARDS if options & ADVANCED else 0
    if options & COLOURS:
        s.ask = Ask.GREEN
    else:
        draw_lots(s)


@rule
def draw_lots(s: Cells) -> None:
    """Who plays alone, if somebody does (2.3), and who begins (2.5)."""
    s.ask = Ask.ALONE if s.seats == 3 else Ask.FIRST


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.LEAD:
            if a == EXCHANGE_FIRST:
                return may_exchange(s, seat)
            return among(on_turn(s), a)
        case Ask.DISCARD | Ask.OPEN:
            return s.hand[seat][a] > 0
        case Ask.COVER:
            return may_cover(s, seat, a)
        case Ask.TAKER:
            return among(served_members(s), a)
        case Ask.MARKET:
            return s.market[a] == Where.OFFER
        case Ask.HIRE:
            return may_hire(s, seat, a)
        case Ask.RECALL:
            return s.agents[s.served][a] > 0
        case Ask.STEAL:
            return s.agents[1 - s.served][a] > 0
    return True


@rule
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.GREEN | Ask.ALONE:
            return 1 if a < s.seats else 0
        case Ask.FIRST:  # 2.5: even odds for both sides
            return (2 if a == s.alone else 1) if a < s.seats else 0
        case Ask.OFFER:
            return 1 if s.market[a] == Where.STOCK else 0
        case Ask.DEAL:
            return ways(s, a)
        case Ask.HIDE:  # as anybody would who plays at random
            return 1 if may_cover(s, s.coverer, a) else 0
        case Ask.REVEAL:
            return 1 if s.covered == a else 0
        case Ask.ABLE:
            return 1 if able(s) == (a == Choice.YES) else 0
    return s.deck[a]


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
        case Ask.GREEN:
            s.green = a
            draw_lots(s)
        case Ask.ALONE:
            s.alone, s.ask = a, Ask.FIRST
        case Ask.FIRST:
            form_sides(s, a)
            stock_up(s)
        case Ask.OFFER:
            s.market[a] = Where.OFFER
            s.stock -= 1
            if s.card == NOBODY:
                stock_up(s)
            else:
                use_card(s)
        case Ask.DEAL | Ask.HIDE | Ask.BURY:
            hand_out(s, a)
            s.ask = Ask.DEAL
        case Ask.LEAD:
            if a == EXCHANGE_FIRST:
                s.asked, s.ask = seat, Ask.DISCARD
            else:
                choose_leader(s, a)
        case Ask.EXCHANGE:
            if a == Choice.YES:
                s.ask = Ask.DISCARD
            else:
                play_card(s)
        case Ask.DISCARD:
            discard(s, seat, a)
            s.ask = Ask.REDRAW
        case Ask.REDRAW:
            draw(s, s.asked, a)
            after_exchange(s)
        case Ask.OPEN:
            play_from_hand(s, seat, a)
            s.open = a
            if s.opener == s.coverer:  # 3.3: alone, one exchanges before the first card only
                s.ask = Ask.COVER
            else:
                offer_exchange(s, s.coverer)
        case Ask.COVER:
            cover(s, seat, a)
            s.ask = Ask.DRAW
        case Ask.DRAW:
            draw(s, s.asked, a)
        case Ask.RECRUIT:
            s.pick, s.ask = a, Ask.REVEAL
        case Ask.REVEAL:
            both_recruit(s, s.open, a)
            s.ask = Ask.DRAW
        case Ask.TAKER:
            s.taker, s.ask = a, Ask.MARKET
        case Ask.MARKET:
            take_card(s, a)
        case Ask.ABLE:
            if a == Choice.YES:
                s.ask = Ask.HIRE
            else:
                could_not_use(s)
                s.ask = Ask.DRAW
        case Ask.HIRE:
            hire(s, seat, a)
            s.ask = Ask.DRAW
        case Ask.UNVEIL:
            s.deck[a] -= 1
            s.pile -= 1
            recruit(s, s.served, a)
            s.ask = Ask.DRAW
        case Ask.RECALL:
            s.agents[s.served][a] -= 1
            take_to_hand(s, seat, a)
            s.named, s.ask = a, Ask.AGAIN
        case Ask.AGAIN:
            if a == Choice.YES:
                play_from_hand(s, seat, s.named)
                recruit(s, s.served, s.named)
            s.ask = Ask.DRAW
        case Ask.STEAL:
            s.agents[1 - s.served][a] -= 1
            take_to_hand(s, seat, a)
            s.ask = Ask.DRAW
    if s.ask == Ask.DEAL:  # whatever is due next
        deal(s)
    if s.ask == Ask.DRAW:  # something is complete: hands that are short draw, then the turn goes on
        refill(s)


@rule
def form_sides(s: Cells, first: int) -> None:
    """Two alone, one against two, or partners at every other seat; who begins is green (2.1 to 2.5)."""
    s.first = first
    for seat in range(s.seats):
        if s.seats == 3:
            s.side[seat] = GREEN if (seat == s.alone) == (first == s.alone) else BLUE
        else:
            s.side[seat] = (seat ^ first) & 1


@rule
def stock_up(s: Cells) -> None:
    """The offer of the market (6.1), then the hands."""
    s.ask = Ask.OFFER if wants_offer(s) else Ask.DEAL


@rule
def both_recruit(s: Cells, shown: int, turned: int) -> None:
    """The other side recruits the card it chose, the side whose turn it is the one that is left (4.1, 4.2)."""
    turn_over(s, turned)
    s.open = NOBODY
    chosen, left = (shown, turned) if s.pick == Pick.OPEN else (turned, shown)
    recruit(s, 1 - s.active, chosen)
    recruit(s, s.active, left)
