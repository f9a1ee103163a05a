"""Cards that come to a hand and leave it, and what everybody knows of it by that (6.15).

A hand has known cards and unknown ones. Of the unknown ones everybody may still know something: a market card that
could not be used has told what they are not (6.8). That stays true of all but the `fresh` ones, which came later.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import KINDS, ON_HAND, ON_HANDS, Agent, Market

PAIR = ON_HAND[Market.DOUBLE_TROUBLE]


@rule
def draw(s: Cells, seat: int, agent: int) -> None:
    s.deck[agent] -= 1
    s.pile -= 1
    s.hand[seat][agent] += 1
    s.cards[seat] += 1
    for card in range(ON_HANDS):
        if s.unable[card] == seat:
            s.fresh[card] += 1
            if not (s.laid and seat == s.coverer):  # the face-down card still is an old one
                drop_if_stale(s, card)


@rule
def take_to_hand(s: Cells, seat: int, agent: int) -> None:
    """An agent in play goes to a hand for all to see."""
    s.hand[seat][agent] += 1
    s.cards[seat] += 1
    s.known[seat][agent] += 1


@rule
def play_from_hand(s: Cells, seat: int, agent: int) -> None:
    """A card leaves a hand for all to see."""
    s.hand[seat][agent] -= 1
    s.cards[seat] -= 1
    strike(s, seat, agent)


@rule
def strike(s: Cells, seat: int, agent: int) -> None:
    """A card that everybody now knows is no longer in the hand."""
    if s.known[seat][agent] == 0:
        learn(s, seat, agent)
    s.known[seat][agent] -= 1


@rule
def learn(s: Cells, seat: int, agent: int) -> None:
    """Everybody sees that one of the unknown cards of a hand is this agent."""
    s.known[seat][agent] += 1
    for card in range(ON_HANDS):
        if s.unable[card] == seat:
            if s.lacks[card][agent]:
                s.fresh[card] -= 1
            elif card == PAIR:  # and there is no second one
                s.lacks[card][agent] = 1


@rule
def discard(s: Cells, seat: int, agent: int) -> None:
    """Nobody else sees which, so of every kind one copy less is known (3.4)."""
    s.hand[seat][agent] -= 1
    s.cards[seat] -= 1
    s.discards[seat][agent] += 1
    s.spent[seat] += 1
    for kind in range(KINDS):
        if s.known[seat][kind] > 0:
            s.known[seat][kind] -= 1
            for card in range(ON_HANDS):
                if s.unable[card] == seat:
                    s.lacks[card][kind] = 0


@rule
def cover(s: Cells, seat: int, agent: int) -> None:
    """A card goes from a hand to the table, face down: what it may be is no longer known to be in the hand."""
    s.hand[seat][agent] -= 1
    s.cards[seat] -= 1
    s.covered, s.laid, s.rest = agent, 1, s.cards[seat]
    for kind in range(KINDS):
        # The open card's name is laid only from a hand of nothing else, which then is full of it still (3.6, 3.7).
        if s.known[seat][kind] > (s.rest if kind == s.open else 0):
            s.known[seat][kind] -= 1
            s.doubt[kind] = 1


@rule
def turn_over(s: Cells, agent: int) -> None:
    """The face-down card is seen: so all else that was known is known to be in the hand still."""
    seat = s.coverer
    for kind in range(KINDS):
        s.known[seat][kind] += s.doubt[kind]
        s.doubt[kind] = 0
    if agent == s.open:  # 3.7: the rest of the hand has this name too
        s.known[seat][agent] = s.rest
    else:
        strike(s, seat, agent)
    s.covered, s.laid, s.rest = NOBODY, 0, 0
    for card in range(ON_HANDS):
        if s.unable[card] == seat:
            drop_if_stale(s, card)


@rule
def could_not_use(s: Cells) -> None:
    """Everybody has heard that the taker's hand does not hold what the card needs (8.3 to 8.5)."""
    card = ON_HAND[s.card]
    s.unable[card], s.fresh[card] = s.taker, 0
    for kind in range(KINDS):
        match s.card:
            case Market.OUTPOST:
                lacks = kind == Agent.SENTINEL
            case Market.SECRET_RECRUIT:
                lacks = s.agents[s.served][kind] == 0
            case _:  # no two alike: so no second one of what is known
                lacks = s.known[s.taker][kind] > 0
        s.lacks[card][kind] = 1 if lacks else 0
    drop_if_stale(s, card)


@rule
def drop_if_stale(s: Cells, card: int) -> None:
    """When all unknown cards may have come later, nothing is left of what the market card has told."""
    seat = s.unable[card]
    if sum(s.known[seat]) + s.fresh[card] >= s.cards[seat]:
        s.unable[card], s.fresh[card] = NOBODY, 0
        for kind in range(KINDS):
            s.lacks[card][kind] = 0
