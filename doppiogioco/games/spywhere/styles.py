"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from .cards import NO_GUESS, Nation
from .state import SEATS, Ask, Choice

OPPONENTS = range(max(SEATS))
THE_OTHERS = [nation for nation in Nation if nation != Nation.ITALY]

STYLES = {
    # One nation goes to the row and stays there: four and five of a kind, taken and left.
    "collecting": {
        Ask.REMOVE: {Nation.ITALY: 1},
        Ask.GIVE: dict.fromkeys(THE_OTHERS, 1),
        Ask.TAKE: {Nation.ITALY: 1},
        Ask.TRIPLE: {Choice.YES: 5},
        Ask.GUESS: dict.fromkeys(OPPONENTS, 2),
    },
    # Nobody guesses before the deck runs out, and three of a kind are cleared down to its last cards.
    "silent": {
        Ask.REMOVE: {Nation.ITALY: 1},
        Ask.ROW: dict.fromkeys(THE_OTHERS, 2),
        Ask.GIVE: dict.fromkeys(THE_OTHERS, 4),
        Ask.TAKE: {Nation.ITALY: 1},
        Ask.TRIPLE: {Choice.NO: 2},
        Ask.GUESS: dict.fromkeys(OPPONENTS, 0),
    },
    # Everybody guesses as soon as they may, so somebody closes early.
    "hasty": {Ask.GUESS: {NO_GUESS: 1}},
}
