"""The numbers of Top Secret Spies."""

from enum import IntEnum
from typing import NamedTuple

Agent = IntEnum("Agent", "SCHULZ PERRY BUCCI JAQUES MIRKOV DOYLE LARSSON", start=0)
COLOURS = len(Agent)
AGENTS = (0, 0, 5, 6, 7, 7, 7, 7)  # how many take part, by seats

CHURCH, RUINS, BUILDINGS = 0, 11, 12
WORTH = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3)  # the ring clockwise: church, ten houses, ruins
SAFE_START = 7

FINISH = 42  # once round the track: 41 spaces, then the start again
DOSSIER_AT = 29
NUDGE, NUDGE_LIMIT = 3, 40  # the card that moves markers, and how far it reaches
DOSSIER_PAY = 5

START_HAND, HAND_LIMIT = 2, 4


class Card(IntEnum):
    """The fifteen kinds of Top Secret cards, in the order of the rulebook."""

    BACK_ONE_OR_TWO = 0
    TO_RUINS = 1
    TWO_MARKERS = 2
    ONE_EITHER_WAY = 3
    ALL_TO_CHURCH = 4
    TO_SAFE = 5
    TWO_BACK = 6
    SWAP = 7
    TWO_FORWARD = 8
    JOIN = 9
    SECOND_AGENT = 10
    LEAVE_SAFE = 11
    RUINS_TO_CHURCH = 12
    MOVE_SAFE = 13
    FORWARD_UP_TO_THREE = 14


# What the player of a card names, one part after the other. A free agent is drawn.
Part = IntEnum("Part", "NOTHING AGENT OTHER FAR WAY WHERE MARKER OTHER_MARKER FREE_AGENT", start=0)


class Printed(NamedTuple):
    """What is printed on a card, as far as numbers tell it, and its rule."""

    clause: str
    copies: int
    first: Part = Part.AGENT
    then: Part = Part.NOTHING
    far: int = 0  # by how many buildings at most it moves an agent, back where negative


PRINTED: dict[int, Printed] = {
    Card.BACK_ONE_OR_TWO: Printed("8.1", 2, then=Part.FAR, far=-2),
    Card.TO_RUINS: Printed("8.2", 2),
    Card.TWO_MARKERS: Printed("8.3", 2, Part.MARKER, Part.OTHER_MARKER),
    Card.ONE_EITHER_WAY: Printed("8.4", 2, then=Part.WAY, far=1),
    Card.ALL_TO_CHURCH: Printed("8.5", 1, Part.NOTHING),
    Card.TO_SAFE: Printed("8.6", 2),
    Card.TWO_BACK: Printed("8.7", 2, then=Part.OTHER, far=-1),
    Card.SWAP: Printed("8.8", 1, then=Part.OTHER),
    Card.TWO_FORWARD: Printed("8.9", 2, then=Part.OTHER, far=1),
    Card.JOIN: Printed("8.10", 1, then=Part.WHERE),
    Card.SECOND_AGENT: Printed("8.11", 1, Part.FREE_AGENT),
    Card.LEAVE_SAFE: Printed("8.12", 2, then=Part.WAY, far=1),
    Card.RUINS_TO_CHURCH: Printed("8.13", 2, then=Part.OTHER),
    Card.MOVE_SAFE: Printed("8.14", 2, Part.WHERE),
    Card.FORWARD_UP_TO_THREE: Printed("8.15", 2, then=Part.FAR, far=3),
}
# The columns, for compiled rules.
IN_ORDER = [PRINTED[card] for card in Card]
COPIES = tuple(printed.copies for printed in IN_ORDER)
FIRST_PART = tuple(int(printed.first) for printed in IN_ORDER)
NEXT_PART = tuple(int(printed.then) for printed in IN_ORDER)
FAR = tuple(printed.far for printed in IN_ORDER)
KINDS = len(Card)
PASS = KINDS  # the answer of a seat that plays no card
ENOUGH = COLOURS  # the answer of a seat that takes one agent out of the ruins, not two
