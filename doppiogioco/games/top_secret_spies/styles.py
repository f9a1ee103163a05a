"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from .cards import PASS, RUINS, Card
from .state import Ask

ALL_CARDS = range(len(Card))

STYLES = {
    # Cards are drawn and played at every chance: the pile runs out, and the second-agent card comes round again.
    "hungry": {
        Ask.ROLL: dict.fromkeys(range(1, 6), 1),
        Ask.PACE: dict.fromkeys(range(1, 4), 1),
        Ask.PLAY: {PASS: 2, Card.TWO_MARKERS: 1},
        Ask.STASH: dict.fromkeys(range(RUINS), 2),
    },
    # Hands stay full, so that draws are refused and long chains follow.
    "hoarding": {
        Ask.ROLL: dict.fromkeys(range(1, 6), 4),
        Ask.PACE: dict.fromkeys(range(1, 4), 2),
        Ask.PLAY: dict.fromkeys(ALL_CARDS, 1),
    },
}
