"""What players of Spywhere mean to do who think further than a glance: be the first who can end the game.

Clause numbers refer to docs/games/spywhere. So bots imagine others who plan, and go on themselves in games that they
try out. Where guesses can be changed at the end (6.4) an identification card may be laid in every turn, whatever is on
it: it costs nothing, and with the last one the game can be ended at a moment of one's own choice, for 3 points more.

Everything is read off what the seat sees, as at a glance.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import GUESSES, NATIONS, NO_GUESS, PASSPORTS
from .guesses import own_cards
from .judgement import LAST_CHANCE, appeal, gathered_by
from .state import CHANGE_GUESSES, Ask

READY = 20  # a card laid that can still be changed
AHEAD = 10  # closing, for each card by which one is ahead of all others
HEAD_START = 1  # cards by which somebody else may be ahead: the 3 points make up for as many


@rule
def intent(s: Cells, seat: int, a: int) -> int:
    if s.ask != Ask.GUESS or a == NO_GUESS or s.options & CHANGE_GUESSES == 0:
        return appeal(s, seat, a)
    return READY if sum(s.laid[seat]) + 1 < GUESSES[s.seats] else ended(s, seat)


@rule
def ended(s: Cells, seat: int) -> int:
    """Closing now (6.1): the others lose the turns that they would have had, and everybody names whom the signs give
    away."""
    if s.pile < s.seats:
        return LAST_CHANCE
    nations = NATIONS if s.removed == NOBODY else NATIONS - 1
    most = 0
    for rival in range(s.seats):
        if rival != seat:
            unknown = s.cards[rival] - sum(s.known[rival])
            most = max(most, nations * gathered_by(s, rival) + PASSPORTS[s.seats] * unknown)
    return AHEAD * (nations * (own_cards(s, seat) + HEAD_START) - most) // nations
