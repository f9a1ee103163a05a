"""The numbers of Top Secret Spies."""

from enum import IntEnum

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


COPIES = (2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 1, 2, 2, 2, 2)
KINDS = len(Card)
PASS = KINDS  # the answer of a seat that plays no card
ENOUGH = COLOURS  # the answer of a seat that takes one agent out of the ruins, not two
