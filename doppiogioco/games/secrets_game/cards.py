"""The numbers of Secrets."""

from enum import IntEnum

Side = IntEnum("Side", "CIA KGB HIPPIE", start=0)
# How many tokens of each side take part, by seats: always one more than there are players.
CIA = KGB = (0, 0, 0, 0, 2, 2, 3, 3, 4)
HIPPIES = (0, 0, 0, 0, 1, 2, 1, 2, 1)
LAST_CARD = (0, 0, 0, 0, 5, 5, 5, 4, 4)  # the game ends when somebody has this many cards, by seats

NEIGHBOUR_SEEN = 5  # from this many seats on everybody also sees the token at their right
CENTRE_SHOWN = 7  # from this many on the centre is shown to all


class Card(IntEnum):
    """The eight characters, in the order of the rulebook."""

    PSYCHIATRIST = 0
    DOUBLE_AGENT = 1
    POLITICIAN = 2
    JOURNALIST = 3
    DIPLOMAT = 4
    DETECTIVE = 5
    SCIENTIST = 6
    ASSASSIN = 7


CHARACTERS = len(Card)
COPIES = (2, 3, 4, 4, 3, 3, 6, 4)
WORTH = (-1, 2, 3, 3, 1, -2, 5, 0)
DECK = sum(COPIES)
BULLETS = 4
BULLET_WORTH = (0, -1, -2, -3)
SILENCE = CHARACTERS  # the claim of somebody who says nothing
