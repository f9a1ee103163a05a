"""What is on the table in Agent Avenue: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.questions import BEAT, BLINK, Questions, agreements, asks, bits, chance, over
from doppiogioco.engine.questions import REVEAL as TURNED_OVER  # a question here has that name
from doppiogioco.engine.state import MIDDLE, NOBODY, PLACE, SEAT, SPECTATOR, held, hidden, mine, public, state

from .cards import DECK, EXCHANGES, HAND, LEVEL, MARKET_CARDS, ON_HANDS, SPACES, TAKEN, Agent, Market

VERSION = 2
SEATS = (2, 3, 4)
OPTIONS = {"advanced": False}


Choice = IntEnum("Choice", "NO YES", start=0)
Pick = IntEnum("Pick", "OPEN COVERED", start=0)
Where = IntEnum("Where", "STOCK OFFER GREEN BLUE SPENT", start=0)  # where a market card is
IN_FRONT_OF = (int(Where.GREEN), int(Where.BLUE))  # by side; plain numbers, for the compiler
Reason = IntEnum("Reason", "NONE CAUGHT CODEBREAKERS DAREDEVILS PACK MASTERPLAN SECURITY TIE NEARER LEVEL", start=0)
EXCHANGE_FIRST = MIDDLE  # the answer to LEAD of a partner who wants to exchange a card before


class Ask(Questions):
    """The questions, in the order of the rulebook. What partners share is decided by who answers first."""

    GREEN = chance(SEAT, "2.6", agreed="green", moment=0)  # who plays green (only if people have agreed on it)
    ALONE = chance(SEAT, "2.3", agreed="alone", moment=0)  # who plays alone against two
    FIRST = chance(SEAT, "2.5")  # who begins
    OFFER = chance(Market, "6.4")  # a market card for the offer
    DEAL = chance(Agent, "2.4", told="to", moment=0)  # an agent for `to`
    HIDE = chance(Agent, "3.2", told=NOBODY, redealt=True)  # the face-down agent
    BURY = chance(Agent, "3.4", told=NOBODY, redealt=True)  # an agent that `to` has exchanged
    LEAD = asks(
        "on_turn", PLACE, "3.2", shared=True, moment=BLINK
    )  # which partner plays face up; or a card is exchanged first
    EXCHANGE = asks("asked", Choice, "3.3", composed=True)  # is a card exchanged? If not, one move with what is played
    DISCARD = asks("asked", Agent, "3.3", told=NOBODY, composed=True)  # which
    REDRAW = chance(Agent, "3.3", told="asked", moment=0)  # the agent that comes for it
    OPEN = asks("opener", Agent, "3.2", composed=True)  # which agent is played face up
    COVER = asks("coverer", Agent, "3.6", told=NOBODY, composed=True)  # and which face down
    DRAW = chance(Agent, "3.8", told="asked", moment=0)  # an agent for a hand that is short
    RECRUIT = asks("opponents", Pick, "4.1", shared=True)  # the other side chooses one of the two
    REVEAL = chance(Agent, "4.2", moment=TURNED_OVER)  # the face-down agent turns over
    TAKER = asks("served_members", SEAT, "6.13", shared=True)  # which partner takes the market card
    MARKET = asks("taker", Market, "6.3")  # which card of the offer
    ABLE = chance(Choice, "6.8", moment=BEAT)  # does the hand of `taker` hold what the card needs?
    HIRE = asks("taker", Agent, "6.8")  # which agent is recruited from it
    UNVEIL = chance(Agent, "8.2", moment=TURNED_OVER)  # the top of the deck, for all to see
    RECALL = asks("taker", Agent, "8.6")  # which agent in play goes back to the hand
    AGAIN = asks("taker", Choice, "8.6", moment=BLINK)  # is it recruited again at once?
    STEAL = asks("taker", Agent, "8.7")  # which agent of the other side goes to the hand
    OVER = over("5.1")


ADVANCED, COLOURS, _ = bits(OPTIONS, Ask)  # of three one is always alone

State = state(
    "agent-avenue",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS) + len(agreements(Ask))),
    green=public(SEAT),  # who has chosen green; without a choice the side that begins has it
    alone=public(SEAT),  # with three seats, who plays alone
    first=public(SEAT),
    side=public(2, SEAT),
    active=public(2, start=NOBODY),  # the side whose turn it is
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask, start=NOBODY),  # the question that waits behind a new deal
    again=public(SPECTATOR + 2),  # the table deals again what this seat, plus one, cannot see (0: it does not)
    at=public(SPACES, 2),
    ahead=public(2 * LEVEL + 1),  # by how many spaces green leads, plus LEVEL
    agents=public(7, 2, Agent),  # in play, by side
    hand=mine(7, SEAT, Agent),
    cards=public(HAND + TAKEN + 1, SEAT),  # how many cards each seat holds
    known=public(7, SEAT, Agent),  # of these, what everybody knows to be there
    doubt=public(2, Agent),  # of the coverer's known agents, those of which one may be the face-down card
    unable=public(SEAT, ON_HANDS),  # whose hand could not use Outpost, Secret Recruit, Double Trouble
    lacks=public(2, ON_HANDS, Agent),  # which agents its unknown cards are therefore not,
    fresh=public(HAND + TAKEN + 1, ON_HANDS),  # except for so many that have come since
    discards=mine(7, SEAT, Agent),  # face down: for their owner only
    spent=public(EXCHANGES + 1, SEAT),  # how many
    deck=hidden(7, Agent),
    pile=public(DECK + 1),
    opener=public(SEAT),  # who plays face up in this turn
    coverer=public(SEAT),  # and face down: the same seat where somebody plays alone
    last=public(2),  # partners began this turn with one card in the deck: who plays face up gets it
    asked=public(SEAT),  # who exchanges or draws
    open=public(Agent, start=NOBODY),
    covered=held(Agent, by="coverer", start=NOBODY),
    laid=public(2),  # a card lies face down
    rest=public(HAND + TAKEN),  # and how many its player had left then
    pick=public(Pick, start=NOBODY),  # which of the two the other side recruits
    due=public(2, 2),  # the side's pawn has just stopped on a market space
    served=public(2, start=NOBODY),  # the side that takes a market card
    taker=public(SEAT),  # and who of it
    card=public(Market, start=NOBODY),  # the card being resolved
    named=public(Agent, start=NOBODY),  # the agent that came back to a hand
    market=public(Where, Market),
    stock=public(MARKET_CARDS + 1),  # how many market cards have not been seen yet
    winner=public(2, start=NOBODY),
    reason=public(Reason),
)
