"""What players of Secrets mean to do who remember: points for their own side, or for a hippie as few as possible.

Clause numbers refer to docs/games/secrets. This is how bots imagine the others, and how games that they try out go on.
Nobody goes on seeing a token (1.5), but everybody remembers. Here they are taken to know their own token, and the one
at their right that they have looked at (1.4), wherever swaps have brought it since.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import LAST_CARD, SILENCE, Card, Side
from .judgement import (
    EFFECT,
    HANDED_ON,
    OWN_TOKEN,
    PERSUADING,
    THEIR_TOKEN,
    acceptance,
    attractive,
    drawn_worth,
    gain,
    open_points,
    weighed,
)
from .rules import CENTRE, Ask, Choice, Neighbour, cards_of, looks_first

OWN = 4  # a point for one's own side; for the other it is as much less
STRANGER = -1  # a point for somebody of whom nothing is remembered: rather an opponent than a partner
POOREST = 2  # and for who has the fewest: a hippie there would win (6.4)
ENDING, MOST_AT_END = 2, 40  # the game is over (6.1): for each point by which one would win or lose


@rule
def intent(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.OFFER:
            return best_offer(s, seat, a)
        case Ask.TARGET:
            return offered(s, seat, s.offer, a)
        case Ask.CLAIM:
            return claimed(s, seat, a)
        case Ask.UN | Ask.REPLY:
            return accepted(s, seat) if a == Choice.YES else 0
        case Ask.HAND_ON:
            return laid(s, seat, a, HANDED_ON)
        case Ask.SWAP:
            return best_swap(s, seat, a)
        case Ask.SWAP_WITH:
            return swapped(s, seat, s.other, a)
        case Ask.EXAMINE:
            return OWN_TOKEN if a == seat else 0 if a == CENTRE else THEIR_TOKEN
        case Ask.SWITCH:
            return switched(s, seat, a)
        case Ask.AIM:
            return shot(s, seat, a)
    return 0


@rule
def remembered(s: Cells, seat: int, other: int) -> int:
    """Whose token somebody's is, as far as a seat is taken to know."""
    return s.token[other] if looks_first(s, seat, other) else NOBODY


# Points -------------------------------------------------------------------------------------------------------------


@rule
def so_far(s: Cells, seat: int) -> int:
    """The points of a seat, a bullet for what it is worth on average."""
    return open_points(s, seat) - 3 * s.bullets[seat] // 2


@rule
def poorest(s: Cells, besides: int) -> int:
    """Who has the fewest points, of all but one."""
    found, least = -1, 999
    for other in range(s.seats):
        if other != besides:
            points = so_far(s, other)
            if points < least:
                found, least = other, points
    return found


@rule
def side_worth(own: int, side: int) -> int:
    """What a point for a side is worth to an agent of another, or of the same."""
    if side == NOBODY:
        return STRANGER
    return 0 if side == Side.HIPPIE else OWN if side == own else -OWN


@rule
def concern(s: Cells, seat: int, other: int) -> int:
    """What a point for somebody is worth to a seat."""
    if s.token[seat] == Side.HIPPIE:
        return -OWN if other == seat else POOREST if other == poorest(s, seat) else 0
    side = remembered(s, seat, other)
    worth = side_worth(s.token[seat], side)
    if other != seat and worth > -OWN and worth < OWN and other == poorest(s, -1):
        return POOREST
    return worth


@rule
def prospect(s: Cells, seat: int, owner: int, points: int) -> int:
    """By how much a seat would win if the game ended now and somebody had some points more."""
    if s.token[seat] == Side.HIPPIE:
        least = 99
        for other in range(s.seats):
            if other != seat:
                least = min(least, so_far(s, other) + (points if other == owner else 0))
        return OWN * (least - so_far(s, seat) - (points if owner == seat else 0))
    total = 0
    for other in range(s.seats):
        worth = side_worth(s.token[seat], remembered(s, seat, other))
        total += worth * (so_far(s, other) + (points if other == owner else 0))
    return total


@rule
def got(s: Cells, seat: int, owner: int, points: int) -> int:
    """What it means to a seat that somebody gets one more card, and points by it."""
    value = concern(s, seat, owner) * points if points else 0
    if cards_of(s, owner) + 1 >= LAST_CARD[s.seats]:
        value += min(max(ENDING * prospect(s, seat, owner, points), -MOST_AT_END), MOST_AT_END)
    return value


@rule
def laid(s: Cells, seat: int, owner: int, card: int) -> int:
    """What it means to a seat that somebody keeps a character."""
    return got(s, seat, owner, gain(s, owner, card))


@rule
def received(s: Cells, seat: int, actor: int, card: int) -> int:
    """What it means to a seat that somebody gets a character; a Politician does not stay (4.3)."""
    value = 0 if card == Card.POLITICIAN else laid(s, seat, actor, card)
    return value + EFFECT[card] if actor == seat else value


# The offer (3) ------------------------------------------------------------------------------------------------------


@rule
def offered(s: Cells, seat: int, card: int, target: int) -> int:
    """A character offered comes to the target or back to oneself (3.6); a hippie is glad of what others refuse."""
    yes = acceptance(s, target)
    if remembered(s, seat, target) == Side.HIPPIE:
        yes = 100 - yes
    return weighed(yes, received(s, seat, target, card), received(s, seat, seat, card))


@rule
def best_offer(s: Cells, seat: int, card: int) -> int:
    """A character, offered to whom it suits best."""
    best = offered(s, seat, card, (seat + 1) % s.seats)
    for target in range(s.seats):
        if target != seat:
            best = max(best, offered(s, seat, card, target))
    return best


@rule
def claimed(s: Cells, seat: int, claim: int) -> int:
    """Say what makes the target do what one hopes for, true or not."""
    if claim == SILENCE:
        return 0
    hoping = received(s, seat, s.target, s.offer) > received(s, seat, seat, s.offer)
    accepting = attractive(s, claim)
    if remembered(s, seat, s.target) == Side.HIPPIE:
        accepting = not accepting
    return PERSUADING if hoping == accepting else -PERSUADING


@rule
def accepted(s: Cells, seat: int) -> int:
    """Either of the two characters for oneself, rather than for who offers it; talk is cheap."""
    value = 0
    for which in range(2):
        card = s.pair[which]
        value += received(s, seat, seat, card) - received(s, seat, s.active, card)
    return value // 2


# Effects (4) --------------------------------------------------------------------------------------------------------


@rule
def swapped(s: Cells, seat: int, one: int, two: int) -> int:
    """Who had one's own side's points has the other's, and the other way round (4.1)."""
    if s.token[seat] == Side.HIPPIE:
        return 0
    own = s.token[seat]
    worth = side_worth(own, remembered(s, seat, one)) - side_worth(own, remembered(s, seat, two))
    return worth * (so_far(s, two) - so_far(s, one)) // 2


@rule
def best_swap(s: Cells, seat: int, one: int) -> int:
    """One of two whose tokens change places, with whom it suits best."""
    best = -999
    for two in range(s.seats):
        if two != seat and two != one:
            best = max(best, swapped(s, seat, one, two))
    return best


@rule
def switched(s: Cells, seat: int, neighbour: int) -> int:
    """The token in the centre, which all have just seen, goes to a neighbour (4.5)."""
    step = 1 if neighbour == Neighbour.LEFT else s.seats - 1
    taker = (seat + step) % s.seats
    if s.token[seat] == Side.HIPPIE:
        return 0
    own = s.token[seat]
    worth = side_worth(own, s.token[CENTRE]) - side_worth(own, remembered(s, seat, taker))
    return worth * so_far(s, taker) // 2


@rule
def shot(s: Cells, seat: int, target: int) -> int:
    """A bullet that one has seen (4.8)."""
    return got(s, seat, target, drawn_worth(s, seat))
