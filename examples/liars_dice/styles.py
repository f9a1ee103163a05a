"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from .dice import MOST_DICE, Face
from .rules import Ask, Choice

STYLES = {
    # Bids creep up one by one and nobody doubts them: up to the highest there is.
    "trusting": {
        Ask.COUNT: dict.fromkeys(range(4, MOST_DICE + 1), 1),
        Ask.FACE: dict.fromkeys([Face.FOUR, Face.FIVE, Face.SIX], 2),
        Ask.CHALLENGE: {Choice.DOUBT: 0},
    },
}
