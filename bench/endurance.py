"""Every level against itself at every set-up: do all of their games come to an end?

A level keeps what makes it that level, the worlds, the memory, what it solves; `--tries` cuts short how long it thinks,
for all games of `master` at full length would take days. What goes wrong is told with the deal that it happened at.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from time import process_time

import typer
from rich.console import Console
from rich.table import Table

import doppiogioco
from doppiogioco.bots import BUDGETS, LEVELS, Bot, Judge
from doppiogioco.bots.seating import Bots
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.match import Match

from .report import shown

SHOWN = 10  # of what went wrong


def player(seed: str, level: str, temper: str, *, tries: int) -> Bot:
    """A bot of a level that tries so many games at most, and does not look at the clock."""
    if level not in BUDGETS:
        return Judge(seed)
    budget = BUDGETS[level]
    return Thinker(seed, budget=replace(budget, tries=min(tries, budget.tries), seconds=inf), temper=temper)


def to_the_end(match: Match, bots: Bots) -> int:
    """Play a match; how many answers it took."""
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.choose(match, seat))
    return len(match.history)


def endured(level: str, games: int, tries: int, wrong: list[str]) -> tuple[int, int]:
    """Play so many games of each set-up; how many ended and how many answers they took, and all that went wrong."""
    played = answers = 0
    for game, seats, options in shown(doppiogioco.setups(), level):
        for number in range(games):
            seed = f"endurance {number}"
            bots = Bots(partial(player, tries=tries), seed, lambda _: level)
            try:
                answers += to_the_end(doppiogioco.new(game, seats, dict(options), seed), bots)
                played += 1
            except Exception as error:  # whatever it is, the others still play
                wrong.append(f"{level}, {game} {seats} {options}, deal {number}: {error!r}")
    return played, answers


def main(games: int = 20, tries: int = 8_000, level: list[str] = typer.Option(list(LEVELS))) -> None:  # noqa: B008
    """So many games of each level at each set-up."""
    table, wrong = Table("level", "games", "answers", "seconds"), list[str]()
    for each in level:
        begun = process_time()
        played, answers = endured(each, games, tries, wrong)
        table.add_row(each, f"{played:,}", f"{answers:,}", f"{process_time() - begun:,.0f}")
    console = Console()
    console.print(table)
    console.print("\n".join(wrong[:SHOWN]) or "Every game came to its end.", markup=False)
    raise typer.Exit(bool(wrong))


if __name__ == "__main__":
    typer.run(main)
