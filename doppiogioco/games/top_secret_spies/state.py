"""What is on the table in Top Secret Spies: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.questions import BEAT, BLINK, GLANCE, REVEAL, Questions, agreements, asks, bits, chance, over
from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, SEAT, Cells, held, hidden, mine, public, state

from .cards import BUILDINGS, Agent, Card

VERSION = 2
SEATS = (2, 3, 4, 5, 6, 7)
OPTIONS = {"top-secret": False, "dossier": False}


Way = IntEnum("Way", "FORWARD BACK", start=0)
Reason = IntEnum("Reason", "NONE FARTHEST SHARED FREE_AGENT", start=0)


class Ask(Questions):
    """The questions, in the order of the rulebook. A movement (3.5) and a card with its parts (7.9) are one move.

    A part of a card is told when the card takes effect with it: then it is worth a look, before that there is no line.
    """

    BOX = chance(Agent, "2.1", agreed="colours", moment=0)  # which agent stays in the box, where the colours are chosen
    FIRST = chance(SEAT, "2.5", moment=0)  # who begins
    DEAL = chance(Agent, "2.4", told="to", moment=0)  # an agent card for `to`
    DEAL_CARD = chance(Card, "7.1", told="to", moment=0)  # a Top Secret card for `to`
    REWRITE = chance(Agent, "9.3", told=NOBODY, redealt=True, moment=0)  # a dossier entry that somebody cannot see
    ROLL = chance(6, "3.1", moment=GLANCE)  # the die
    PACE = asks("turn", 4, "3.2", moment=BLINK)  # how many points with 1-3
    STEP = asks("turn", Agent, "3.3", composed=True)  # which agent goes one building on
    DRAW = chance(Card, "7.5", told="asked")  # a Top Secret card
    PLAY = asks("asked", len(Card) + 1, "7.4", moment=REVEAL)  # which card, or none
    AGENT = asks("asked", Agent, "7.9", composed=True, moment=BEAT)  # the card's agent
    OTHER = asks("asked", len(Agent) + 1, "7.9", composed=True, moment=BEAT)  # its second agent
    FAR = asks("asked", 3, "7.9", composed=True, moment=BEAT)  # how far
    WAY = asks("asked", Way, "7.9", composed=True, moment=BEAT)  # forward or back
    WHERE = asks("asked", BUILDINGS, "7.9", composed=True, moment=BEAT)  # to which building
    MARKER = asks("asked", Agent, "8.3", composed=True)  # the first marker
    OTHER_MARKER = asks("asked", Agent, "8.3", composed=True, moment=BEAT)  # the second
    TAKE = chance(Agent, "8.11", told="asked", moment=BEAT)  # a free agent's card
    ENTRY = asks("unwritten", Agent, "9.3", told=NOBODY, moment=BLINK)  # the next opponent's agent, for the dossier
    STASH = asks("turn", BUILDINGS, "5.4")  # where the safe goes
    OVER = over("6.1")


DEALING = (Ask.BOX, Ask.FIRST, Ask.DEAL, Ask.DEAL_CARD, Ask.REWRITE)  # whatever comes before the first roll
# The question in which a card's part is named, in the order of `Part`.
PART_ASKED = tuple(map(int, (
    Ask.PLAY, Ask.AGENT, Ask.OTHER, Ask.FAR, Ask.WAY, Ask.WHERE, Ask.MARKER, Ask.OTHER_MARKER, Ask.TAKE,
)))  # fmt: skip

TOP_SECRET, DOSSIER, CHOSEN_COLOURS = bits(OPTIONS, Ask)

State = state(
    "top-secret-spies",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS) + len(agreements(Ask))),
    agents=public(8),  # how many take part
    turn=public(SEAT),  # whose die it is
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask, start=NOBODY),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    roll=public(6),
    points=public(7),
    last=public(8, start=NOBODY),  # the second agent or marker of a card of two
    at=public(BUILDINGS, Agent, start=NOBODY),  # NOBODY: the agent is in the box
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
    card=public(Card, start=NOBODY),  # the card played last at this moment
    played=public(2),  # has `asked` played at this moment?
    quiet=public(9),  # how many seats in a row have declined
    named=public(8, start=NOBODY),  # the first agent or marker of a card of two
    where=public(BUILDINGS, start=NOBODY),  # the building named last
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
