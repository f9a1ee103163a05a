"""Questions about judgements that tests of several games ask: how tempting answers are, and that nobody peeks."""

from random import Random

import doppiogioco
from doppiogioco.engine.match import Match


def appeals(match: Match, seat: int) -> dict[int, int]:
    """How tempting each legal answer is to a seat, by what it sees."""
    view = match.view(seat)
    return {int(answer): match.game.appeal(view.cells, seat, int(answer)) for answer in match.legal(seat)}


def tempting(match: Match, seat: int) -> set[int]:
    """The most tempting answers."""
    found = appeals(match, seat)
    return {answer for answer, appeal in found.items() if appeal == max(found.values())}


def temptation(match: Match, seat: int) -> int:
    """The most tempting answer, where there is only one."""
    (best,) = tempting(match, seat)
    return best


def judged_without_peeking(game: str, seats: int, options: dict[str, bool], seed: int) -> set[int]:
    """Play at random and hold what looks good on the view against the same on the state; which questions came up."""
    match, lots, asked = doppiogioco.new(game, seats, options, seed=seed), Random(seed), set()
    while not match.over:
        state = match.everything().cells
        asked.add(state.ask)
        for seat in match.waiting:
            for answer, appeal in appeals(match, seat).items():
                assert appeal == match.game.appeal(state, seat, answer), (state.ask, seat, answer)
        seat = lots.choice(match.waiting)
        match.play(seat, lots.choice(match.legal(seat)))
    return asked
