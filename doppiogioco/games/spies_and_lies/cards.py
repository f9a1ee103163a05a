"""The numbers of Spies & Lies."""

from enum import IntEnum


class Soldier(IntEnum):
    """The ten soldiers of a side; a soldier's rank is its number here plus one."""

    SPY = 0
    SCOUT = 1
    MINER = 2
    SERGEANT = 3
    LIEUTENANT = 4
    CAPTAIN = 5
    BOMB = 6
    COLONEL = 7
    GENERAL = 8
    MARSHAL = 9


SOLDIERS = len(Soldier)
SIX = SOLDIERS  # the answer of a Captain who takes the points
POINTS = (1, 2, 3, 4, 0, 0, 0, 8, 0, 0, 6)  # what an activated soldier brings, and a Captain who takes the points
STEPS = (0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0)  # how far it moves the Double Agent by itself
CLAUSES = ("7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "7.10")  # what it does
MARSHAL_POINTS, SPLIT = 10, 5  # the Marshal's choices: all these points, or so many while the opponent loses as many

SIDES, MISSIONS, DAYS = 2, 4, 3
SECOND_HALF = 2  # the first mission of the second member of a pair

TRACK = 10  # a marker that gets here goes back to 0 and moves the Double Agent
RIGHT_GUESS, SCOUTED_GUESS = 2, 4  # points for a right guess, without and with an active Scout
DECEPTION_PAY = 4
DECEPTIONS, MOST_DECEPTIONS = 1, 2  # Deception tokens of a side at the start, and at most

# How far the gate and the flag of a fortress are from the centre. No source tells: defaults under which the flag can
# be reached on any day, and yet is the exception.
GATE, FLAG = 4, 5

# Intel cards show one of three ranges of four ranks, which overlap by one. That there are two of each is a default:
# there are six cards in all.
RANGES, INTEL_COPIES = 3, 2
RANGE_STEP, RANGE_LENGTH = 3, 4
