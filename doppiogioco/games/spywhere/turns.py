"""A turn: the exchange with the row (3), three of a kind (4), and who is next."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import NATIONS, PAIR, QUIET_TURNS, ROW_SIZE, THREE
from .guesses import ask_final
from .state import CLEAR_TRIPLES, Ask


@rule
def begin_turn(s: Cells) -> None:
    s.ask, s.given, s.triple, s.whom = Ask.DRAW, NOBODY, NOBODY, NOBODY
    s.turns += 1


@rule
def draw(s: Cells, seat: int, nation: int) -> None:
    s.deck[nation] -= 1
    s.pile -= 1
    s.hand[seat][nation] += 1
    s.cards[seat] += 1


@rule
def give(s: Cells, seat: int, nation: int) -> None:
    """A card leaves the hand; of equal ones it is one that everybody knows."""
    s.hand[seat][nation] -= 1
    s.cards[seat] -= 1
    if s.known[seat][nation] > 0:
        s.known[seat][nation] -= 1
    s.given, s.ask = nation, Ask.TAKE


@rule
def take(s: Cells, seat: int, nation: int) -> None:
    """A card of the row comes into the hand, and the one given takes its place (3.4)."""
    s.row[nation] -= 1
    s.row[s.given] += 1
    s.hand[seat][nation] += 1
    s.cards[seat] += 1
    s.known[seat][nation] += 1
    s.triple = three_of_a_kind(s)
    if s.triple == NOBODY:
        ask_guess(s)
    else:
        s.ask = Ask.TRIPLE


@rule
def three_of_a_kind(s: Cells) -> int:
    """The nation of which three or more lie in the row, or NOBODY."""
    for nation in range(NATIONS):
        if s.row[nation] >= THREE:
            return nation
    return NOBODY


@rule
def take_three(s: Cells, seat: int) -> None:
    """Three of a kind come to lie open; the reward is drawn before the row is filled up (4.5, 4.8)."""
    s.row[s.triple] -= THREE
    s.open[seat][s.triple] += 1
    if s.pile > 0:
        s.ask = Ask.BONUS
    else:
        refill(s)


@rule
def refill(s: Cells) -> None:
    """Fill the row up to five, or with what the deck still has (4.8); that may bring three of a kind again (4.6)."""
    if s.pile > 0 and sum(s.row) < ROW_SIZE:
        s.ask = Ask.ROW
        return
    s.triple = three_of_a_kind(s)
    if s.triple != NOBODY and s.pile > 0 and s.options & CLEAR_TRIPLES:
        s.ask = Ask.CLEAR
    else:
        leave_row(s)


@rule
def can_clear(s: Cells) -> bool:
    """Is there a row without three of a kind in what lies there and in the deck (4.7)?"""
    room = 0
    for nation in range(NATIONS):
        room += min(PAIR, s.row[nation] + s.deck[nation])
    return room >= ROW_SIZE


@rule
def clear(s: Cells) -> None:
    s.row[s.triple] -= THREE
    s.deck[s.triple] += THREE
    s.pile += THREE
    refill(s)


@rule
def leave_row(s: Cells) -> None:
    """The row is as it should be: now the first turn begins, or it is time to guess."""
    if s.turns == 0:
        begin_turn(s)
    else:
        ask_guess(s)


@rule
def ask_guess(s: Cells) -> None:
    """Two players identify nobody in their first turns (7.4)."""
    s.triple = NOBODY
    if s.seats > 2 or s.turns > QUIET_TURNS * 2:
        s.ask = Ask.GUESS
    else:
        end_turn(s)


@rule
def end_turn(s: Cells) -> None:
    """The game ends with the turn that closed it or emptied the deck (6.1, 6.2)."""
    if s.closer != NOBODY or s.pile == 0:
        ask_final(s)
    else:
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0  # not by division, which is slower
        begin_turn(s)
