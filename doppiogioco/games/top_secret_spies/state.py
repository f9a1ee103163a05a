"""What is on the table in Top Secret Spies: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, SEAT, Cells, held, hidden, mine, public, state

from .cards import BUILDINGS, Agent, Card

VERSION = 2
SEATS = (2, 3, 4, 5, 6, 7)
OPTIONS = {"top-secret": False, "dossier": False}
TOP_SECRET, DOSSIER, CHOSEN_COLOURS = 1, 2, 4  # the bits of the options and of the agreement


class Ask(IntEnum):
    """The questions, in the order of the rulebook."""

    BOX = 0  # table: which agent stays in the box (only where the players choose the colours)
    FIRST = 1  # table: who begins
    DEAL = 2  # table: an agent card for `to`
    DEAL_CARD = 3  # table: a Top Secret card for `to`
    REWRITE = 4  # table: a dossier entry that somebody cannot see (only after `forget`)
    ROLL = 5  # table: the die
    PACE = 6  # how many points with 1-3
    STEP = 7  # which agent goes one building on
    DRAW = 8  # table: a Top Secret card
    PLAY = 9  # which card, or none
    AGENT = 10  # the card's agent
    OTHER = 11  # its second agent
    FAR = 12  # how far
    WAY = 13  # forward or back
    WHERE = 14  # to which building
    MARKER = 15  # the first marker
    OTHER_MARKER = 16  # the second
    TAKE = 17  # table: a free agent's card
    ENTRY = 18  # the agent of the next opponent, for the dossier
    STASH = 19  # where the safe goes
    OVER = 20


Way = IntEnum("Way", "FORWARD BACK", start=0)
Reason = IntEnum("Reason", "NONE FARTHEST SHARED FREE_AGENT", start=0)

ANSWERS = (
    Agent, SEAT, Agent, Card, Agent, 6, 4, Agent, Card, len(Card) + 1, Agent,
    len(Agent) + 1, 3, Way, BUILDINGS, Agent, Agent, Agent, Agent, BUILDINGS, 0,
)  # fmt: skip
# The steps of a movement, in any order (3.5), and the parts of a card (7.9).
COMPOSED = (Ask.STEP, Ask.AGENT, Ask.OTHER, Ask.FAR, Ask.WAY, Ask.WHERE, Ask.MARKER, Ask.OTHER_MARKER)
REDEALT = (Ask.REWRITE,)
AGREEMENTS = {"colours": Ask.BOX}  # 2.1: with 2 or 3 players some agents are left out

State = state(
    "top-secret-spies",
    ask=public(Ask),
    seats=public(9),
    options=public(8),
    agents=public(8),  # how many take part
    turn=public(SEAT),  # whose die it is
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    roll=public(6),
    points=public(7),
    last=public(8),  # the second agent or marker of a card of two
    at=public(BUILDINGS, Agent),  # NOBODY: the agent is in the box
    safe=public(BUILDINGS),
    guests=public(128),  # agents that came to the safe this turn and are still there
    arrived=public(128),  # agents that came to the ruins with this movement or card
    score=public(64, Agent),
    owner=held(SEAT, Agent),
    rank=held(8, Agent, by="owner"),  # an owner's first agent is 0, later ones count up
    held_agents=public(8, SEAT),
    returned_by=public(SEAT, Agent),  # at the end: who gave this agent back
    hand=mine(5, SEAT, Card),
    cards=public(5, SEAT),  # how many cards each seat holds
    deck=hidden(3, Card),
    pile=public(27),
    spent=public(3, Card),
    gone=public(2),  # the second-agent card has left the game
    asked=public(SEAT),  # who may play a card now
    card=public(Card),  # the card played last at this moment
    played=public(2),  # has `asked` played at this moment?
    quiet=public(9),  # how many seats in a row have declined
    named=public(8),  # the first agent or marker of a card of two
    where=public(BUILDINGS),  # the building named last
    dossier=mine(SEAT, SEAT, Agent),  # each seat's page: who plays which agent; NOBODY is a dash
    written=public(9, SEAT),
    filed=public(2),  # the dossiers are due or done
    signed=public(8, SEAT),  # how many agents each seat marked in it as its own
    bonus=public(32, SEAT),
    reason=public(Reason),
)


@rule
def plays(s: Cells, agent: int) -> bool:
    """Does this agent take part, or is it in the box (2.1)?"""
    return s.at[agent] != NOBODY
