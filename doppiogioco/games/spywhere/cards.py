"""The numbers of Spywhere."""

from enum import IntEnum

from doppiogioco.engine.state import MIDDLE

Nation = IntEnum("Nation", "ITALY FRANCE GERMANY ENGLAND BELGIUM SPAIN", start=0)
NATIONS = len(Nation)
COPIES = 18  # nationality cards of each nation
CARDS = NATIONS * COPIES
EVERY_NATION = 5  # from this many seats on no nation is left in the box

START_HAND = 3
ROW_SIZE = 5
THREE = 3  # equal cards in the row that can be taken
PAIR = 2  # the most equal cards of a row without three of a kind

PASSPORTS = (0, 0, 2, 1, 1, 1, 1)  # each seat's, by seats
GUESSES = (0, 0, 2, 2, 3, 4, 5)  # identification cards each seat can lay, by seats
MOST_GUESSES = max(GUESSES)
QUIET_TURNS = 4  # the turns in which a seat may not guess when only two play
CLOSING_PAY = 3

NO_GUESS = MIDDLE  # the answer of a seat that lays no identification card
EMPTY = NATIONS  # the answer of a seat that leaves a missing guess out at the end
