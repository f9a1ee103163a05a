"""What is on the table in Spywhere: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.state import PLACE, SEAT, hidden, mine, public, state

from .cards import CARDS, COPIES, EMPTY, MOST_GUESSES, ROW_SIZE, THREE, Nation

VERSION = 2
SEATS = (2, 3, 4, 5, 6)
OPTIONS = {"clear-triples": False, "change-guesses": True}
CLEAR_TRIPLES, CHANGE_GUESSES = 1, 2  # the bits of the options
EVERY_OPTION = CLEAR_TRIPLES | CHANGE_GUESSES


class Ask(IntEnum):
    """The questions, in the order of the rulebook."""

    REMOVE = 0  # table: the nation that stays in the box
    FIRST = 1  # table: who begins
    PASSPORT = 2  # table: a passport for `to`
    DEAL = 3  # table: a nationality card for `to`
    REGUESS = 4  # table: a guess that somebody cannot see (only after `forget`)
    ROW = 5  # table: a card for the row
    CLEAR = 6  # table: can the row lose its three of a kind at all? What the deck holds decides
    DRAW = 7  # table: the card drawn
    GIVE = 8  # which card goes to the row
    TAKE = 9  # which card of the row is taken for it
    TRIPLE = 10  # are three of a kind taken?
    BONUS = 11  # table: the card for taking them
    GUESS = 12  # whom to identify, or nobody
    NAME = 13  # as which nation
    FINAL = 14  # the last guesses, everybody's at once
    OVER = 15


Choice = IntEnum("Choice", "NO YES", start=0)
Reason = IntEnum("Reason", "NONE MOST_POINTS SHARED", start=0)

ANSWERS = (
    Nation, SEAT, Nation, Nation, EMPTY + 1, Nation, Choice, Nation,
    Nation, Nation, Choice, Nation, PLACE, Nation, EMPTY + 1, 0,
)  # fmt: skip
AGREEMENTS = {"removed": Ask.REMOVE}
COMPOSED = (Ask.GIVE, Ask.TAKE, Ask.GUESS, Ask.NAME)
REDEALT = (Ask.REGUESS,)
LOSSY = (Ask.CLEAR,)  # a second deal does not remember that what was cleared was in nobody's hand

State = state(
    "spywhere",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS)),
    turn=public(SEAT),
    turns=public(CARDS),  # how many turns have begun, everybody's together
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    keeps=public(SEAT),  # who keeps passports while the table deals again
    removed=public(Nation),  # the nation in the box
    passport=mine(2, SEAT, Nation),  # whose passports
    hand=mine(COPIES + 1, SEAT, Nation),
    cards=public(CARDS, SEAT),  # how many cards each seat holds
    known=public(COPIES + 1, SEAT, Nation),  # cards of a hand that everybody saw being taken from the row
    open=public(COPIES // THREE + 1, SEAT, Nation),  # threes of a kind in front of each seat
    row=public(ROW_SIZE + 1, Nation),
    deck=hidden(COPIES + 1, Nation),
    pile=public(CARDS + 1),
    given=public(Nation),  # the card offered in this turn's exchange
    triple=public(Nation),  # of which nation three of a kind are asked about
    whom=public(SEAT),  # who is being identified
    # A seat's guesses are about its opponents, clockwise; with two seats both are about the one opponent.
    guess=mine(EMPTY + 1, SEAT, MOST_GUESSES),
    laid=public(2, SEAT, MOST_GUESSES),  # which of them were made before the end
    settled=public(MOST_GUESSES + 1, SEAT),  # at the end: how far each seat has come with its last guesses
    closer=public(SEAT),  # who ended the game by guessing everybody
    reason=public(Reason),
)
