"""What looks good at a glance in Secrets: points for oneself, since one is rather an agent than a hippie.

Clause numbers refer to docs/games/secrets. Nobody goes on seeing a token (1.5), so hardly anything here knows a side,
and nothing is a certain win or loss: who remembers more can do better.
"""

from __future__ import annotations

from doppiogioco.engine.rule import among, rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import BULLET_WORTH, BULLETS, CHARACTERS, LAST_CARD, SILENCE, WORTH, Card, Side
from .rules import CENTRE, Ask, Choice, Neighbour, cards_of

POINT = 4  # one more for oneself
THEIRS = 1  # one more for somebody else, who is rather an opponent than a partner
# Of 100 offers so many are accepted, and more for each point that the two characters would bring the target together.
EVEN, LURED, FEWEST, MOST = 50, 3, 10, 90
# By character: to hand three points on and look, to be seen by all, to look, to shoot (4), besides the card's points.
EFFECT = (0, 0, 2, -2, 0, 2, 0, 3)
PERSUADING = 3  # a claim that makes the target do what one hopes for (3.3)
OWN_TOKEN, THEIR_TOKEN = 4, 2  # looking at it (4.6)
HANDED_ON = int(Card.POLITICIAN)  # a plain number: the compiler looks up no member of an enum in a tuple
AHEAD = 1  # ending the game, for each point before the average (6.1)


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
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
        case Ask.EXAMINE:
            return OWN_TOKEN if a == seat else 0 if a == CENTRE else THEIR_TOKEN
        case Ask.SWITCH:
            return switched(s, seat, a)
        case Ask.AIM:
            return shot(s, seat, a)
    return 0  # which two others swap tokens (4.1) makes no difference to who remembers none


# Points -------------------------------------------------------------------------------------------------------------


@rule
def open_points(s: Cells, seat: int) -> int:
    """The points of the open characters; what the bullets are worth nobody sees."""
    total = 0
    for card in range(CHARACTERS):
        total += s.up[seat][card] * WORTH[card]
    return total


@rule
def gain(s: Cells, seat: int, card: int) -> int:
    """How many points a character brings whoever keeps it; a second one turns both down (5.2), or everything (4.7)."""
    if s.up[seat][card] == 0:
        return WORTH[card]
    return -open_points(s, seat) if card == Card.SCIENTIST else -WORTH[card]


@rule
def before_average(s: Cells, seat: int) -> int:
    """By how many open points a seat is ahead of the others' average."""
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += open_points(s, other)
    return open_points(s, seat) - others // (s.seats - 1)


@rule
def laid(s: Cells, seat: int, owner: int, card: int) -> int:
    """What it means to a seat that somebody keeps a character."""
    points = gain(s, owner, card)
    value = POINT * points if owner == seat else -THEIRS * points
    if cards_of(s, owner) + 1 >= LAST_CARD[s.seats]:
        value += AHEAD * before_average(s, seat)
    return value


@rule
def received(s: Cells, seat: int, actor: int, card: int) -> int:
    """What it means to a seat that somebody gets a character; a Politician does not stay (4.3)."""
    value = 0 if card == Card.POLITICIAN else laid(s, seat, actor, card)
    return value + EFFECT[card] if actor == seat else value


# The offer (3) ------------------------------------------------------------------------------------------------------


@rule
def sees_hippie(s: Cells, seat: int, place: int) -> bool:
    """Does the seat see right now that a hippie's token lies there?"""
    return among(s.token_seen[place], seat) and s.token[place] == Side.HIPPIE


@rule
def acceptance(s: Cells, target: int) -> int:
    """How often a target seems to accept, in percent: it only knows the two characters."""
    lure = EVEN + LURED * (gain(s, target, s.pair[0]) + gain(s, target, s.pair[1]))
    return min(max(lure, FEWEST), MOST)


@rule
def weighed(yes: int, theirs: int, own: int) -> int:
    """What an offer is worth that is accepted so often in a hundred times (3.6)."""
    return (yes * theirs + (100 - yes) * own) // 100


@rule
def offered(s: Cells, seat: int, card: int, target: int) -> int:
    """A character offered comes to the target or back to oneself (3.6)."""
    return weighed(acceptance(s, target), received(s, seat, target, card), received(s, seat, seat, card))


@rule
def best_offer(s: Cells, seat: int, card: int) -> int:
    """A character, offered to whom it suits best; a hippie would rather have few points (6.4)."""
    best = offered(s, seat, card, (seat + 1) % s.seats)
    for target in range(s.seats):
        if target != seat:
            best = max(best, offered(s, seat, card, target))
    return -best if sees_hippie(s, seat, seat) else best


@rule
def attractive(s: Cells, claim: int) -> bool:
    """Would the target rather have what is claimed than the other character, if points were all?"""
    other = s.pair[1] if claim == s.pair[0] else s.pair[0]
    return gain(s, s.target, claim) > gain(s, s.target, other)


@rule
def claimed(s: Cells, seat: int, claim: int) -> int:
    """Say what makes the target do what one hopes for, true or not."""
    if claim == SILENCE:
        return 0
    hoping = received(s, seat, s.target, s.offer) > received(s, seat, seat, s.offer)
    return PERSUADING if hoping == attractive(s, claim) else -PERSUADING


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
def switched(s: Cells, seat: int, neighbour: int) -> int:
    """A hippie's token spoils many points; an agent's robs somebody with few of a hippie's victory (4.5, 6.4)."""
    step = 1 if neighbour == Neighbour.LEFT else -1
    ahead = before_average(s, (seat + step) % s.seats)
    return ahead if sees_hippie(s, seat, CENTRE) else -ahead


@rule
def drawn_worth(s: Cells, seat: int) -> int:
    """What the bullet is worth that a seat has drawn and not given away yet (4.8)."""
    worth = 0
    for bullet in range(BULLETS):
        if s.shooter[bullet] == seat and s.aim[bullet] == NOBODY:
            worth = BULLET_WORTH[bullet]
    return worth


@rule
def shot(s: Cells, seat: int, target: int) -> int:
    """A bullet for who has many points: who has few may be a hippie and glad of it (4.8)."""
    value = -drawn_worth(s, seat) * before_average(s, target)
    if cards_of(s, target) + 1 >= LAST_CARD[s.seats]:
        value += AHEAD * before_average(s, seat)
    return value
