"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from .cards import PASS, RUINS, Card
from .rules import Ask

ALL_CARDS = range(len(Card))

LEANS = {
    # Cards are drawn and played at every chance: the pile runs out and is made anew, the second-agent card comes round again.
    "hungry": {
        Ask.ROLL: {face: 1 for face in range(1, 6)},
        Ask.PACE: {points: 1 for points in range(1, 4)},
        Ask.PLAY: {PASS: 2, Card.TWO_MARKERS: 1},
        Ask.STASH: {building: 2 for building in range(RUINS)},
    },
    # Hands stay full, so that draws are refused and long chains follow.
    "hoarding": {
        Ask.ROLL: {face: 4 for face in range(1, 6)},
        Ask.PACE: {points: 2 for points in range(1, 4)},
        Ask.PLAY: {card: 1 for card in ALL_CARDS},
    },
}
