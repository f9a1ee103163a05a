"""The numbers of Liar's Dice."""

from enum import IntEnum

Face = IntEnum("Face", "ONE TWO THREE FOUR FIVE SIX", start=0)
DICE = 3  # everybody begins with so many
MOST_PLAYERS = 6
MOST_DICE = DICE * MOST_PLAYERS
