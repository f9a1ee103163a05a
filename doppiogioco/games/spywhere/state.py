"""What is on the table in Spywhere: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.questions import BEAT, REVEAL, Questions, asks, bits, chance, over
from doppiogioco.engine.state import NOBODY, PLACE, SEAT, hidden, mine, public, state

from .cards import CARDS, COPIES, EMPTY, MOST_GUESSES, ROW_SIZE, THREE, Nation

VERSION = 2
SEATS = (2, 3, 4, 5, 6)
OPTIONS = {"clear-triples": False, "change-guesses": True}


Choice = IntEnum("Choice", "NO YES", start=0)
Reason = IntEnum("Reason", "NONE MOST_POINTS SHARED", start=0)


class Ask(Questions):
    """The questions, in the order of the rulebook."""

    REMOVE = chance(Nation, "2.2", agreed="removed", moment=0)  # the nation that stays in the box
    FIRST = chance(SEAT, "2.3", moment=0)  # who begins
    PASSPORT = chance(Nation, "2.5", told="to", moment=0)  # a passport for `to`
    DEAL = chance(Nation, "2.6", told="to", moment=0)  # a nationality card for `to`
    REGUESS = chance(EMPTY + 1, "5.1", told=NOBODY, redealt=True, moment=0)  # a guess that somebody cannot see
    ROW = chance(Nation, "4.5")  # a card for the row
    # Can the row lose its three of a kind at all? What the deck holds decides. A second deal does not remember that
    # what was cleared was in nobody's hand.
    CLEAR = chance(Choice, "4.7", lossy=True, moment=BEAT)
    DRAW = chance(Nation, "3.2", told="turn")  # the card drawn
    GIVE = asks("turn", Nation, "3.3", composed=True)  # which card goes to the row
    TAKE = asks("turn", Nation, "3.4", composed=True, moment=BEAT)  # which card of the row is taken for it
    TRIPLE = asks("turn", Choice, "4.1")  # are three of a kind taken?
    BONUS = chance(Nation, "4.5", told="turn")  # the card for taking them
    GUESS = asks("turn", PLACE, "5.1", composed=True, moment=BEAT)  # whom to identify, or nobody
    # As which nation. The others only hear of the answer that closes the game.
    NAME = asks("turn", Nation, "5.3", told=NOBODY, composed=True, moment=REVEAL)
    FINAL = asks("unsettled", EMPTY + 1, "6.3", told=NOBODY)  # the last guesses, everybody's at once
    OVER = over("6.6")


CLEAR_TRIPLES, CHANGE_GUESSES, _ = bits(OPTIONS, Ask)
EVERY_OPTION = CLEAR_TRIPLES | CHANGE_GUESSES

State = state(
    "spywhere",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS)),
    turn=public(SEAT),
    turns=public(CARDS),  # how many turns have begun, everybody's together
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask, start=NOBODY),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    keeps=public(SEAT),  # who keeps passports while the table deals again
    removed=public(Nation, start=NOBODY),  # the nation in the box
    passport=mine(2, SEAT, Nation),  # whose passports
    hand=mine(COPIES + 1, SEAT, Nation),
    cards=public(CARDS, SEAT),  # how many cards each seat holds
    known=public(COPIES + 1, SEAT, Nation),  # cards of a hand that everybody saw being taken from the row
    open=public(COPIES // THREE + 1, SEAT, Nation),  # threes of a kind in front of each seat
    row=public(ROW_SIZE + 1, Nation),
    deck=hidden(COPIES + 1, Nation),
    pile=public(CARDS + 1),
    given=public(Nation, start=NOBODY),  # the card offered in this turn's exchange
    triple=public(Nation, start=NOBODY),  # of which nation three of a kind are asked about
    whom=public(SEAT),  # who is being identified
    # A seat's guesses are about its opponents, clockwise; with two seats both are about the one opponent.
    guess=mine(EMPTY + 1, SEAT, MOST_GUESSES, start=NOBODY),
    laid=public(2, SEAT, MOST_GUESSES),  # which of them were made before the end
    settled=public(MOST_GUESSES + 1, SEAT),  # at the end: how far each seat has come with its last guesses
    closer=public(SEAT),  # who ended the game by guessing everybody
    reason=public(Reason),
)
