"""A player of Spies & Lies who lays any row as readily as any other, and guesses by exact odds.

One of the arena's frozen league. It takes every row that fits what lies open for as likely as every other. Of a covered
card it guesses the soldier that it would gain most by; a Deception token goes where such a guesser would most likely be
wrong.
"""

from __future__ import annotations

from collections import Counter

from doppiogioco.engine.dealer import Dealer
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given

from .cards import RIGHT_GUESS, SCOUTED_GUESS, Soldier
from .deduction import Row, all_rows, ranks_on
from .judgement import appeal, deed, gain_worth
from .missions import countered
from .state import Ask, Choice

UNSURE = 1 / 3  # a card is worth a Deception token if the likeliest soldier is no likelier than this


class Logic:
    """One seat of one match."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._chance = Dealer(seed)

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        """One of the legal answers."""
        return legal[self._chance.pick(len(heard), tickets(view, [int(answer) for answer in legal]))]


def tickets(view: View, legal: list[int]) -> list[int]:
    """How readily each answer is given."""
    match view.ask:
        case Ask.DEPLOY:
            return [laid_so(view, answer) for answer in legal]
        case Ask.TOKENS:
            return [1] * len(legal)
        case Ask.DECEIVE:
            odds = soldiers(view)
            unsure = max(odds.values(), default=0) <= UNSURE * odds.total()
            return [int((answer == Choice.YES) == unsure) for answer in legal]
        case Ask.GUESS:
            odds = soldiers(view)
            worth = [odds[answer] * found_worth(view, answer) for answer in legal]
        case _:
            worth = [appeal(view.cells, view.seat, answer) for answer in legal]
    return [int(one == max(worth)) for one in worth]


def laid_so(view: View, soldier: int) -> int:
    """How many rows go on with this soldier."""
    side = view.side[view.seat]
    begun = (*(card for card in view.row[side] if card >= 0), soldier)
    away = set(view.exhausted[side])
    return sum(row[: len(begun)] == begun and not away.intersection(row) for row in all_rows())


def soldiers(view: View) -> Counter[int]:
    """Of the card in question: in how many rows and with how many choices of tokens it is each soldier."""
    side, found = view.target, Counter[int]()
    told, away = ranks_on(view.intel[view.day + 1]), set(view.exhausted[side])
    open_cards = tuple(view.row[side][: view.mission])

    def fits(row: Row) -> bool:
        shown = zip(row, view.token[side], strict=True)
        return all(card == Soldier.SERGEANT or (token == 1) == (card in told) for card, token in shown)

    for row in all_rows():
        if row[: view.mission] == open_cards and not away.intersection(row) and fits(row):
            found[row[view.mission]] += 1 if Soldier.SERGEANT in row else 2  # the Sergeant's token was one of two
    return found


def found_worth(view: View, soldier: int) -> int:
    """What it brings and spares to find this soldier out."""
    mine, s = 1 - view.target, view.cells
    pay = gain_worth(s, mine, SCOUTED_GUESS if s.scouting[mine] else RIGHT_GUESS)
    spared = 0 if s.bomb[mine] or countered(s, soldier) else deed(s, view.target, soldier)
    return pay + spared
