"""How much can be won from who lays rows as a level does: days of Spies & Lies, each answered in the best way.

Days begin where games of two who judge at a glance have brought them. What a mix of rows brings against who knows it
and guesses best is exact; what a day is worth is known from above, by guesses that were improved for long. Both are
told in points: a right guess brings two.
"""

from __future__ import annotations

from math import sqrt

import typer
from rich.console import Console

import doppiogioco
from doppiogioco.bots import BUDGETS, Judge
from doppiogioco.engine.game import View
from doppiogioco.games.spies_and_lies.cards import RIGHT_GUESS
from doppiogioco.games.spies_and_lies.day import Solved, stakes_of
from doppiogioco.games.spies_and_lies.solving import ROUNDS, Standing, day_of, standing
from doppiogioco.games.spies_and_lies.state import Ask

LONG = 6_000  # rounds after which a day is as good as solved


def starts(count: int) -> list[View]:
    """Tables at which a row is to be laid, one of each game, from all three days."""
    found: list[View] = []
    while len(found) < count:
        seed, day = len(found), len(found) % 3
        match = doppiogioco.new("spies-and-lies", 2, seed=f"day {seed}")
        bots = [Judge(f"{seed} {seat}") for seat in range(2)]
        while not match.over and match.view(0).day < day:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
        found.append(match.view(0) if not match.over else found[seed - 3])
    return found


def in_points(at: Standing) -> float:
    """What a point is worth on a day, as a chance to win."""
    return float(stakes_of(at.first, at.table, at.assets, at.target, at.exhausted).caught.mean()) / RIGHT_GUESS


def solved_for(at: Standing, rounds: int) -> Solved:
    """A day after so many rounds."""
    day = day_of(at._replace(rounds=rounds), lambda: True)
    assert day
    return day


def given_away(view: View, effort: float) -> float:
    """How many points a day less than could be had a row brings at least, laid with so much effort."""
    assert view.ask == Ask.DEPLOY
    at = standing(view, view.side[0], 0)
    return (solved_for(at, LONG).most - solved_for(at, round(ROUNDS * sqrt(effort))).least) / in_points(at)


def main(days: int = 12, level: str = "hard") -> None:
    """So many days, laid as a level does."""
    lost = [given_away(view, BUDGETS[level].tries) for view in starts(days)]
    Console().print(
        f"{level}: of {days} days, a best answer wins {sum(lost) / days:.3f} points a day, at most {max(lost):.3f}"
    )


if __name__ == "__main__":
    typer.run(main)
