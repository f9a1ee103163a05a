"""A match with nothing hidden, for replays and golden files: never for somebody who is playing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.match import Given, Line, Match
from doppiogioco.engine.records import verify
from doppiogioco.engine.state import HIDDEN, Cells
from doppiogioco.engine.words import Voice


class Step(NamedTuple):
    """One answer, with the whole table before and after it."""

    number: int
    given: Given
    before: Cells
    after: Cells


def steps(match: Match) -> Iterator[Step]:
    """Every answer of a match."""
    game, before = match.game, match.start
    for number, given in enumerate(match.history):
        after = game.state.copy(before)
        game.rules.apply(after, *given)
        yield Step(number, given, before, after)
        before = after


def whole_log(match: Match, language: str) -> list[Line]:
    """Every line as those told it who heard the answer itself; where they tell it differently, each of them."""
    seats = range(match.seats)
    heard = [match.heard(seat) for seat in seats]
    told = [{line.number: line for line in match.log(seat, language)} for seat in seats]
    lines: list[Line] = []
    for number in range(len(match.history)):
        heard_by = [seat for seat in seats if heard[seat][number].answer != HIDDEN] or seats
        lines += dict.fromkeys(told[seat][number] for seat in heard_by if number in told[seat])
    return lines


def fair_deal(checked: int, say: Voice) -> str:
    """That so many answers of the table came from the seed."""
    return say.many(
        "A fair deal: the one answer of the table came from the promised seed, and every move was legal.",
        "A fair deal: all {n} answers of the table came from the promised seed, and every move was legal.",
        checked,
    )


def deal_checked(match: Match, say: Voice) -> str:
    """What checking a finished match against its seal shows, in words."""
    try:
        return fair_deal(verify(match.record(with_seed=True)), say)
    except DoppiogiocoError as error:
        return error.told(say)
