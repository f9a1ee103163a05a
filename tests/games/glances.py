"""What tempts a seat at a glance, for the tests of what games say about it."""

from __future__ import annotations

import doppiogioco
from doppiogioco.bots.chance import RandomBot
from doppiogioco.engine.match import Match


def appeals(match: Match, seat: int) -> dict[int, int]:
    """How tempting each legal answer looks to a seat."""
    view = match.view(seat)
    return {int(a): match.game.appeal(view.cells, seat, int(a)) for a in match.legal(seat)}


def tempting(match: Match, seat: int) -> int:
    """The most tempting answer; there is only one."""
    found = appeals(match, seat)
    best = [answer for answer, appeal in found.items() if appeal == max(found.values())]
    assert len(best) == 1, found
    return best[0]


def judged_without_secrets(game: str, seats: int, options: dict[str, bool], seed: int) -> set[int]:
    """Play a random game and judge every legal answer twice: by what the seat sees, and with all secrets on the table.

    The questions that came up.
    """
    match = doppiogioco.new(game, seats, options, seed=seed)
    bots = [RandomBot(f"{seed} {seat}") for seat in range(seats)]
    asked = set()
    while not match.outcome:
        asked.add(match.view().ask)
        for seat in match.waiting:
            knowing = {a: match.game.appeal(match._state, seat, a) for a in map(int, match.legal(seat))}
            assert appeals(match, seat) == knowing, f"{match.view(seat)}"
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
    return asked
