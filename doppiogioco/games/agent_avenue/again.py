"""Hands are dealt: at the beginning, and again where a seat cannot see them (see docs/knowledge.md)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import GREEN, KINDS, ON_HANDS
from .hands import PAIR
from .market import able
from .state import Ask
from .turn import begin_turn

HELP = 6  # makes a name about as likely as all the others together


@rule
def forget(s: Cells, seat: int) -> None:
    """Put back the hands, exchanged cards and face-down card that this seat cannot see, for the table to deal again."""
    if s.ask == Ask.OVER or s.active == NOBODY:
        return
    s.resume, s.again = s.ask, seat + 1
    gather(s)
    deal(s)


@rule
def gather(s: Cells) -> None:
    """All that is dealt again goes to the deck."""
    unseeing = s.again - 1
    if s.covered != NOBODY and s.coverer != unseeing:
        s.deck[s.covered] += 1
        s.covered = NOBODY
    for seat in range(s.seats):
        if seat != unseeing:
            put_back(s, seat)
            for kind in range(KINDS):
                s.deck[kind] += s.discards[seat][kind]
                s.discards[seat][kind] = 0


@rule
def put_back(s: Cells, seat: int) -> None:
    """A hand goes back to the deck, but for the cards that everybody knows to be in it."""
    for kind in range(KINDS):
        s.deck[kind] += s.hand[seat][kind] - kept(s, seat, kind)
        s.hand[seat][kind] = kept(s, seat, kind)


@rule
def kept(s: Cells, seat: int, agent: int) -> int:
    """How many copies everybody knows to be in a hand, or to have been there before a card was laid face down."""
    return s.known[seat][agent] + (s.doubt[agent] if hides(s, seat) else 0)


@rule
def hides(s: Cells, seat: int) -> bool:
    """Is the face-down card still to be taken from this hand?"""
    return s.laid == 1 and s.covered == NOBODY and seat == s.coverer


@rule
def hand_out(s: Cells, agent: int) -> None:
    """An agent goes from the deck to a hand or to those exchanged, or from the hand to the table, face down."""
    if s.ask == Ask.HIDE:
        s.hand[s.to][agent] -= 1
        s.covered = agent
        return
    s.deck[agent] -= 1
    if s.ask == Ask.DEAL:
        s.hand[s.to][agent] += 1
    else:
        s.discards[s.to][agent] += 1


@rule
def deal(s: Cells) -> None:
    """Go on with what is due next, and when all is dealt with the game."""
    find_due(s)
    if s.to != NOBODY:
        if s.ask == Ask.DEAL and none_fits(s):  # two hands want the same few cards: begin anew
            gather(s)
            find_due(s)
    elif s.again:
        s.ask, s.resume, s.again = s.resume, NOBODY, 0
    else:
        begin_turn(s, GREEN)


@rule
def find_due(s: Cells) -> None:
    """The first thing still due, clockwise from the first player; a hand that has to fit something comes before others.

    Only so are its odds right.
    """
    for anyhow in range(2):
        s.to = s.first
        for _ in range(s.seats):
            if has_to_fit(s, s.to) != (anyhow == 1) and is_due(s, s.to):
                return
            s.to = s.to + 1 if s.to + 1 < s.seats else 0
    s.to = NOBODY


@rule
def is_due(s: Cells, seat: int) -> bool:
    """Ask for what a seat still has to get, if there is anything."""
    if misfit(s, seat):
        put_back(s, seat)
    hiding = hides(s, seat)
    if missing(s, seat) > (s.cards[seat] - s.rest if hiding else 0):  # what was drawn later is dealt later
        s.ask = Ask.DEAL
    elif hiding:
        s.ask = Ask.HIDE
    elif s.again and sum(s.discards[seat]) < s.spent[seat]:
        s.ask = Ask.BURY
    else:
        return False
    return True


@rule
def missing(s: Cells, seat: int) -> int:
    """How many cards are still to be dealt to a hand, the one that will lie face down among them."""
    return s.cards[seat] - sum(s.hand[seat]) + (1 if hides(s, seat) else 0)


@rule
def ways(s: Cells, agent: int) -> int:
    """In how many ways the next card dealt can be this agent."""
    for card in range(ON_HANDS):
        if s.unable[card] == s.to and s.lacks[card][agent] and missing(s, s.to) > s.fresh[card]:
            return 0
    if s.resume == Ask.REVEAL and agent == s.open and hides(s, s.to) and s.hand[s.to][agent] == sum(s.hand[s.to]):
        # Only a whole hand of the open card's name lets it lie face down too (3.7). So few worlds have one that none
        # might be left when it turns over; the choice has been made by then, so the table may help.
        return HELP * s.deck[agent]
    return s.deck[agent]


# A hand of which everybody knows more than some of its cards ----------------------------------------------------------


@rule
def has_to_fit(s: Cells, seat: int) -> bool:
    """A market card can or could not be used with it."""
    for card in range(ON_HANDS):
        if s.unable[card] == seat:
            return True
    return s.resume == Ask.HIRE and seat == s.taker


@rule
def misfit(s: Cells, seat: int) -> bool:
    """Does a hand just dealt hold a pair that it cannot hold, or not what the card in use needs?"""
    if s.unable[PAIR] == seat and missing(s, seat) == s.fresh[PAIR]:
        for kind in range(KINDS):
            if s.hand[seat][kind] - kept(s, seat, kind) > 1:
                return True
    return s.resume == Ask.HIRE and seat == s.taker and missing(s, seat) == 0 and not able(s)


@rule
def none_fits(s: Cells) -> bool:
    """Can no card of the deck be dealt next?"""
    for kind in range(KINDS):
        if ways(s, kind) > 0:
            return False
    return True
