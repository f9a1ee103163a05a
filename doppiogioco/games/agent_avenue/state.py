"""What is on the table in Agent Avenue: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.state import CHANCE, PLACE, SEAT, SPECTATOR, held, hidden, mine, public, state

from .cards import DECK, EXCHANGES, HAND, LEVEL, MARKET_CARDS, ON_HANDS, SPACES, TAKEN, Agent, Market

VERSION = 2
SEATS = (2, 3, 4)
OPTIONS = {"advanced": False}
ADVANCED, COLOURS = 1, 2  # the bits of the option and of the first agreement


class Ask(IntEnum):
    """The questions, in the order of the rulebook."""

    GREEN = 0  # table: who plays green (only if people have agreed on it)
    ALONE = 1  # table: who plays alone against two
    FIRST = 2  # table: who begins
    OFFER = 3  # table: a market card for the offer
    DEAL = 4  # table: an agent for `to`
    HIDE = 5  # table: the face-down agent (only after `forget`)
    BURY = 6  # table: an agent that `to` has exchanged (only after `forget`)
    LEAD = 7  # which partner plays face up; or a card is exchanged first
    EXCHANGE = 8  # does `asked` exchange a card?
    DISCARD = 9  # which
    REDRAW = 10  # table: the agent that `asked` gets for it
    OPEN = 11  # which agent is played face up
    COVER = 12  # and which face down
    DRAW = 13  # table: an agent for `asked`, whose hand is short
    RECRUIT = 14  # the other side chooses one of the two
    REVEAL = 15  # table: the face-down agent turns over
    TAKER = 16  # which partner takes the market card
    MARKET = 17  # which card of the offer
    ABLE = 18  # table: does the hand of `taker` hold what the card needs?
    HIRE = 19  # which agent is recruited from it
    UNVEIL = 20  # table: the top of the deck, for all to see
    RECALL = 21  # which agent in play goes back to the hand
    AGAIN = 22  # is it recruited again at once?
    STEAL = 23  # which agent of the other side goes to the hand
    OVER = 24


Choice = IntEnum("Choice", "NO YES", start=0)
Pick = IntEnum("Pick", "OPEN COVERED", start=0)
Where = IntEnum("Where", "STOCK OFFER GREEN BLUE SPENT", start=0)  # where a market card is
Reason = IntEnum("Reason", "NONE CAUGHT CODEBREAKERS DAREDEVILS PACK MASTERPLAN SECURITY TIE NEARER LEVEL", start=0)
EXCHANGE_FIRST = CHANCE  # the answer to LEAD of a partner who wants to exchange a card before

ANSWERS = (
    SEAT, SEAT, SEAT, Market, Agent, Agent, Agent, PLACE, Choice, Agent, Agent, Agent, Agent,
    Agent, Pick, Agent, SEAT, Market, Choice, Agent, Agent, Agent, Choice, Agent, 0,
)  # fmt: skip
COMPOSED = (Ask.OPEN, Ask.COVER)
FIRST_COME = (Ask.LEAD, Ask.RECRUIT, Ask.TAKER)
REDEALT = (Ask.HIDE, Ask.BURY)
AGREEMENTS = {"green": Ask.GREEN, "alone": Ask.ALONE}

State = state(
    "agent-avenue",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS) + len(AGREEMENTS)),
    green=public(SEAT),  # who has chosen green; without a choice the side that begins has it
    alone=public(SEAT),  # with three seats, who plays alone
    first=public(SEAT),
    side=public(2, SEAT),
    active=public(2),  # the side whose turn it is
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask),  # the question that waits behind a new deal
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
    open=public(Agent),
    covered=held(Agent, by="coverer"),
    laid=public(2),  # a card lies face down
    rest=public(HAND + TAKEN),  # and how many its player had left then
    pick=public(Pick),  # which of the two the other side recruits
    due=public(2, 2),  # the side's pawn has just stopped on a market space
    served=public(2),  # the side that takes a market card
    taker=public(SEAT),  # and who of it
    card=public(Market),  # the card being resolved
    named=public(Agent),  # the agent that came back to a hand
    market=public(Where, Market),
    stock=public(MARKET_CARDS + 1),  # how many market cards have not been seen yet
    winner=public(2),
    reason=public(Reason),
)
