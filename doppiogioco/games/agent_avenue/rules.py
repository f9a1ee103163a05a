"""Agent Avenue: two spies in one street, each after the other; who recruits the right neighbours gets there first.

Clause numbers refer to docs/games/agent-avenue. A side is one seat or two partners; green is the side that begins.
"""

from __future__ import annotations

from doppiogioco.engine.record import MOST_SEATS, NOBODY, Cells
from doppiogioco.engine.rule import TABLE_WAITS, among, rule

from .cards import BLUE, COPIES, DECK, GREEN, HAND, HOME, KINDS, LEVEL, MARKET_CARDS
from .market import able, hire, may_hire, refill, take_card, use_card, wants_offer
from .movement import recruit, returns, scores
from .state import (
    ADVANCED,
    ANSWERS,
    COMPOSED,
    EXCHANGE_FIRST,
    FIRST_COME,
    OPTIONS,
    REDEALT,
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
    begin_turn,
    choose_leader,
    discard,
    draw,
    may_cover,
    may_exchange,
    members,
    offer_exchange,
    play_card,
    play_from_hand,
    take_to_hand,
    unlearn,
)

__all__ = [
    "ANSWERS", "COMPOSED", "FIRST_COME", "OPTIONS", "REDEALT", "SEATS", "VERSION", "Ask", "Reason", "State", "apply",
    "forget", "heard", "legal", "returns", "scores", "setup", "waiting", "weight",
]  # fmt: skip


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options, s.pile, s.ahead = seats, options, DECK - HAND * seats, LEVEL
    s.alone, s.first, s.active, s.to, s.opener, s.coverer = NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY
    s.asked, s.open, s.covered, s.pick, s.served, s.taker = NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY
    s.card, s.named, s.winner, s.resume = NOBODY, NOBODY, NOBODY, NOBODY
    s.at[GREEN], s.at[BLUE] = HOME[GREEN], HOME[BLUE]
    for kind in range(KINDS):
        s.deck[kind] = COPIES[kind]
    for seat in range(MOST_SEATS):
        s.cards[seat] = HAND if seat < seats else 0
    s.stock = MARKET_CARDS if options & ADVANCED else 0
    s.ask = Ask.ALONE if seats == 3 else Ask.FIRST


@rule
def waiting(s: Cells) -> int:
    match s.ask:
        case Ask.LEAD:
            return members(s, s.active)
        case Ask.EXCHANGE | Ask.DISCARD:
            return 1 << s.asked
        case Ask.OPEN:
            return 1 << s.opener
        case Ask.COVER:
            return 1 << s.coverer
        case Ask.RECRUIT:
            return members(s, 1 - s.active)
        case Ask.TAKER:
            return members(s, s.served)
        case Ask.MARKET | Ask.HIRE | Ask.RECALL | Ask.AGAIN | Ask.STEAL:
            return 1 << s.taker
        case Ask.OVER:
            return 0
    return TABLE_WAITS


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.LEAD:
            if a == EXCHANGE_FIRST:
                return may_exchange(s, seat)
            return among(members(s, s.active), a)
        case Ask.DISCARD | Ask.OPEN:
            return s.hand[seat][a] > 0
        case Ask.COVER:
            return may_cover(s, seat, a)
        case Ask.TAKER:
            return among(members(s, s.served), a)
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
        case Ask.ALONE:
            return 1 if a < s.seats else 0
        case Ask.FIRST:  # 2.5: even odds for both sides
            return (2 if a == s.alone else 1) if a < s.seats else 0
        case Ask.OFFER:
            return 1 if s.market[a] == Where.STOCK else 0
        case Ask.HIDE:
            return hiding_chances(s, a)
        case Ask.REVEAL:
            return 1 if s.covered == a else 0
        case Ask.ABLE:
            return 1 if able(s) == (a == Choice.YES) else 0
    return s.deck[a]


@rule
def heard(s: Cells, seat: int, listener: int) -> bool:
    match s.ask:
        case Ask.DEAL:
            return listener == s.to
        case Ask.REDRAW | Ask.DRAW:
            return listener == s.asked
        case Ask.DISCARD | Ask.COVER:  # the seat itself always knows what it answered
            return False
        case Ask.HIDE | Ask.BURY | Ask.OVER:
            return False
    return True


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
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
        case Ask.DEAL:
            s.deck[a] -= 1
            s.hand[s.to][a] += 1
            deal(s)
        case Ask.HIDE:
            hide(s, a)
            deal(s)
        case Ask.BURY:
            s.deck[a] -= 1
            s.discards[s.to][a] += 1
            deal(s)
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
        case Ask.REDRAW:
            draw(s, s.asked, a)
            if s.opener == NOBODY:
                s.asked, s.ask = NOBODY, Ask.LEAD
            else:
                offer_exchange(s, s.asked)
        case Ask.OPEN:
            play_from_hand(s, seat, a)
            s.open = a
            if s.opener == s.coverer:  # 3.3: alone, one exchanges before the first card only
                s.ask = Ask.COVER
            else:
                offer_exchange(s, s.coverer)
        case Ask.COVER:
            s.hand[seat][a] -= 1
            s.cards[seat] -= 1
            s.covered, s.laid, s.rest, s.ask = a, 1, s.cards[seat], Ask.DRAW
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
            s.ask = Ask.HIRE if a == Choice.YES else Ask.DRAW
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
    if wants_offer(s):
        s.ask = Ask.OFFER
    else:
        deal(s)


@rule
def both_recruit(s: Cells, shown: int, turned: int) -> None:
    """The other side recruits the card it chose, the side whose turn it is the one that is left (4.1, 4.2)."""
    unlearn(s, s.coverer, turned)
    s.open, s.covered, s.laid, s.rest = NOBODY, NOBODY, 0, 0
    chosen, left = (shown, turned) if s.pick == Pick.OPEN else (turned, shown)
    recruit(s, 1 - s.active, chosen)
    recruit(s, s.active, left)


@rule
def deal(s: Cells) -> None:
    """Go on with the first thing that is still due, clockwise from the first player; then with the game."""
    if s.laid and s.covered == NOBODY:
        s.ask = Ask.HIDE
        return
    if s.resume == Ask.HIRE:
        # This hand is known to hold what the card needs. It is dealt first, and anew until it does, so that its odds
        # are right.
        if sum(s.hand[s.taker]) == s.cards[s.taker] and not able(s):
            put_back(s, s.taker)
        if sum(s.hand[s.taker]) < s.cards[s.taker]:
            s.ask, s.to = Ask.DEAL, s.taker
            return
    s.to = s.first
    for _ in range(s.seats):
        if sum(s.hand[s.to]) < s.cards[s.to]:
            s.ask = Ask.DEAL
            return
        if s.again and sum(s.discards[s.to]) < s.spent[s.to]:
            s.ask = Ask.BURY
            return
        s.to = s.to + 1 if s.to + 1 < s.seats else 0
    s.to = NOBODY
    if s.again:
        s.ask, s.resume, s.again = s.resume, NOBODY, 0
    else:
        begin_turn(s, GREEN)


# What a seat cannot see, dealt again ----------------------------------------------------------------------------------


@rule
def forget(s: Cells, seat: int) -> None:
    """Put back the hands, exchanged cards and face-down card that this seat cannot see, for the table to deal again."""
    if s.ask == Ask.OVER or s.active == NOBODY:
        return
    for other in range(s.seats):
        if other != seat:
            put_back(s, other)
            for kind in range(KINDS):
                s.deck[kind] += s.discards[other][kind]
                s.discards[other][kind] = 0
    if s.laid and s.coverer != seat:  # it may itself be one that everybody knows
        for kind in range(KINDS):
            s.deck[kind] += s.hand[s.coverer][kind]
            s.hand[s.coverer][kind] = 0
        s.deck[s.covered] += 1
        s.covered = NOBODY
    s.resume, s.again = s.ask, 1
    deal(s)


@rule
def put_back(s: Cells, seat: int) -> None:
    """A hand goes back to the deck, but for the cards that everybody knows to be in it."""
    for kind in range(KINDS):
        kept = min(s.known[seat][kind], s.hand[seat][kind])  # the face-down card may be one of the known ones
        s.deck[kind] += s.hand[seat][kind] - kept
        s.hand[seat][kind] = kept


@rule
def hiding_chances(s: Cells, agent: int) -> int:
    """How likely an agent is the face-down card: one of those known to be in the hand, if no other was left to play.

    The open card's name needs a whole hand of it (3.7). That is rare, so it counts as one card.
    """
    known = sum(s.known[s.coverer])
    if agent == s.open:
        return 1 if s.deck[agent] > s.rest and known == s.known[s.coverer][agent] else 0
    return s.deck[agent] if known <= s.rest or s.known[s.coverer][agent] > 0 else 0


@rule
def hide(s: Cells, agent: int) -> None:
    """The face-down card; what else is known to be in that hand goes back there."""
    s.deck[agent] -= 1
    s.covered = agent
    for kind in range(KINDS):
        kept = s.known[s.coverer][kind]
        if kind == agent:
            kept = s.rest if agent == s.open else max(kept - 1, 0)
        s.deck[kind] -= kept
        s.hand[s.coverer][kind] = kept
