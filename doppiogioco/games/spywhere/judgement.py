"""What looks good at a glance in Spywhere: own cards, what the others seem to gather, and when to close.

Clause numbers refer to docs/games/spywhere. Everything is read off the own passport, hand and guesses and off what
lies open: what somebody took from the row and still has (`known`) is taken for a sign of their nation.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import CLOSING_PAY, EMPTY, GUESSES, NATIONS, NO_GUESS, PASSPORTS, THREE
from .guesses import opponent, own_cards, used
from .state import Ask, Choice

OWN_CARD = 15  # a point, and another one for each right guess (6.7)
KEPT_FROM = 1  # for each card of this nation that an opponent has gathered already: it is not to get more
DECOY = 1  # for each foreign card of one nation taken before: let them believe in it
SOON_THREE = 3  # the row gets, or keeps, three of a kind that can be taken
THREE_TAKEN = 6  # a card as a reward (4.5), but all know what one is not (4.4)

TAKEN, TAKEN_BY_ANOTHER = 4, 2  # cards that speak for somebody's nation, and against it: passports differ (2.1)
RULED_OUT = -50  # by the box (2.2), one's own passport (2.5) or three of a kind (4.2)
WASTED = -30  # an identification card left in the hand at the end, where a guess costs nothing

SURE = 8  # the signs that make a guess count as right
CLOSING = 2  # for each point by which one expects to be ahead
LAST_CHANCE = 40  # the game ends before one's next turn (6.2): only the 3 points can be missed


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.GIVE:
            return given_away(s, seat, a)
        case Ask.TAKE:
            return taken(s, seat, a)
        case Ask.TRIPLE:
            return THREE_TAKEN + KEPT_FROM * gathered(s, seat, s.triple) if a == Choice.YES else 0
        case Ask.GUESS:
            return 0 if a == NO_GUESS else identified(s, seat, a)
        case Ask.NAME:
            return suspicion(s, seat, s.whom, a)
        case Ask.FINAL:
            return WASTED if a == EMPTY else suspicion(s, seat, opponent(s, seat, s.settled[seat]), a)
    return 0


# The exchange -------------------------------------------------------------------------------------------------------


@rule
def given_away(s: Cells, seat: int, nation: int) -> int:
    """A card for the row: anybody may take it."""
    if s.passport[seat][nation]:
        return -OWN_CARD
    three = SOON_THREE if s.row[nation] == THREE - 1 else 0
    return three - KEPT_FROM * gathered(s, seat, nation) - DECOY * s.known[seat][nation]


@rule
def taken(s: Cells, seat: int, nation: int) -> int:
    """A card of the row for the one given."""
    if s.passport[seat][nation]:
        return OWN_CARD
    broken = SOON_THREE if s.row[nation] == THREE and nation != s.given else 0
    return KEPT_FROM * gathered(s, seat, nation) + DECOY * s.known[seat][nation] - broken


@rule
def gathered(s: Cells, seat: int, nation: int) -> int:
    """How many cards of a nation some opponent has taken who can be of it."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.open[other][nation] == 0:
            most = max(most, s.known[other][nation])
    return most


# Identifying --------------------------------------------------------------------------------------------------------


@rule
def suspicion(s: Cells, seat: int, other: int, nation: int) -> int:
    """How much it looks as if an opponent were of a nation."""
    if nation == s.removed or s.passport[seat][nation] or s.open[other][nation]:
        return RULED_OUT
    rival = 0
    for third in range(s.seats):
        if third != seat and third != other:
            rival = max(rival, s.known[third][nation])
    return TAKEN * s.known[other][nation] - TAKEN_BY_ANOTHER * rival


@rule
def certainty(s: Cells, seat: int, other: int) -> int:
    """How far the likeliest nation of an opponent lies before the next one, of those not guessed yet."""
    best, second = RULED_OUT, RULED_OUT
    for nation in range(NATIONS):
        if not used(s, seat, nation, 0, GUESSES[s.seats]):
            likely = suspicion(s, seat, other, nation)
            if likely > best:
                best, second = likely, best
            elif likely > second:
                second = likely
    return best - second


@rule
def identified(s: Cells, seat: int, other: int) -> int:
    """Laying a card in front of an opponent whom the signs give away; the last one closes the game (6.1).

    That guesses which can be changed (6.4) may be laid long before, to be the first who can close, takes more thought.
    """
    if sum(s.laid[seat]) + 1 == GUESSES[s.seats]:
        return closing(s, seat)
    return certainty(s, seat, other) - SURE


@rule
def closing(s: Cells, seat: int) -> int:
    """Good for who is ahead even if the others guess everybody, and oneself only whom the signs give away."""
    if s.pile < s.seats:
        return LAST_CHANCE
    right = 0
    for slot in range(GUESSES[s.seats]):
        whom, nation = opponent(s, seat, slot), s.guess[seat][slot]
        signs = certainty(s, seat, whom) if nation == NOBODY else suspicion(s, seat, whom, nation)
        right += 1 if signs >= SURE else 0
    nations = NATIONS if s.removed == NOBODY else NATIONS - 1
    most = 0
    for rival in range(s.seats):
        if rival != seat:
            most = max(most, nations * gathered_by(s, rival) + PASSPORTS[s.seats] * s.cards[rival])
    ahead = nations * (own_cards(s, seat) * (1 + right) + CLOSING_PAY) - most * (1 + GUESSES[s.seats])
    return CLOSING * ahead // nations


@rule
def gathered_by(s: Cells, other: int) -> int:
    """How many cards of their own an opponent seems to have taken from the row.

    What they drew is as often of their own nation as of any other, and that they kept.
    """
    most, next_most = 0, 0
    for nation in range(NATIONS):
        if s.known[other][nation] > most:
            most, next_most = s.known[other][nation], most
        elif s.known[other][nation] > next_most:
            next_most = s.known[other][nation]
    return most + next_most if PASSPORTS[s.seats] == 2 else most
