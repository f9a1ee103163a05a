"""How fast bots search, beside OpenSpiel's search for games of hidden information in the same run.

One core each; all take turns, several times round, and the median counts. Speed is per second of processor time, so the
ratios hold on a busy machine too, where the numbers themselves do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import doppiogioco
from doppiogioco.bots import Judge
from doppiogioco.bots.beliefs import Beliefs
from doppiogioco.bots.levels import BUDGETS, Budget
from doppiogioco.bots.seating import asked
from doppiogioco.bots.thinking import new_tree, think
from doppiogioco.engine.compiled import cells
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import generators
from doppiogioco.engine.match import Match
from doppiogioco.engine.shelf import packages

from . import rules
from .report import shown, verdict
from .rules import NO_OPENSPIEL, SEARCHED, SIMULATIONS, Contender, measured, searcher, timed

OPENING = 12  # answers of players before somebody is made to think
TRIES = 500
WORLDS = 500
HOW = {"as bots play": BUDGETS["hard"], "at random": Budget(worlds=WORLDS, tries=TRIES, glances=1)}
ANSWERS, GAMES, GAMES_OF = 10.0, 0.3, "agent-avenue"  # the bars: million answers per second, million games of one


class Search(NamedTuple):
    """Somebody who searches, and how many answers a game that is tried takes."""

    contender: Contender
    length: float


def main(seconds: float = 2.0) -> None:
    """Measure everybody for about `seconds` and print the results."""
    ours = [our_search(game, how) for game in shown(list(packages()), "compiling") for how in HOW]
    theirs, absent = peers()
    speeds = measured([search.contender for search in (*ours, *theirs)], seconds / rules.ROUNDS)
    console = Console()
    console.print(pace_table(ours, theirs, speeds))
    if absent:
        console.print(f"Left out: {absent}.", markup=False)


def pace_table(ours: Sequence[Search], theirs: Sequence[Search], speeds: dict[str, float]) -> Table:
    """Answers and games a second; how many times as many games ours tries in the game that has a bar for it."""
    table = Table("search, one core", "M answers/s", "bar", "", "k games/s", "bar", "", title="Search")
    for (name, *_), length in ours:
        answers = speeds[name]
        games = answers / length
        bars = [f"≥ {ANSWERS:g}", verdict(answers >= ANSWERS)], ["", ""]
        if name.startswith(GAMES_OF):
            bars = bars[0], [f"≥ {1e3 * GAMES:g}", verdict(games >= GAMES)]
        table.add_row(name, f"{answers:.2f}", *bars[0], f"{1e3 * games:.1f}", *bars[1])
    table.add_section()
    for (name, *_), length in theirs:
        table.add_row(name, f"{speeds[name]:.2f}", "", "", f"{1e3 * speeds[name] / length:.1f}", "", "")
    return table


# Our side -----------------------------------------------------------------------------------------------------------


def opened(game: str) -> Match:
    """A match in which a few answers have been given, and somebody has to choose."""
    match = doppiogioco.new(game, find(game).usual_seats, seed="search")
    bots = [Judge(seat) for seat in range(match.seats)]
    given = 0
    while given < OPENING or len(match.legal(match.waiting[0])) == 1:
        seat = match.waiting[0]
        match.play(seat, asked(bots[seat], match, seat)())
        given += 1
    return match


def our_search(game: str, how: str) -> Search:
    """The search of a thinking bot, from a point early in a match; it is ready when this returns."""
    match, budget = opened(game), HOW[how]
    seat = match.waiting[0]
    beliefs = Beliefs(game, match.seats, match.option_bits, seat, limit=WORLDS)
    for given in match.heard(seat):
        beliefs.hear(*given)
    worlds, rngs, sight = beliefs.draw(WORLDS), generators(1), beliefs.sight
    states, ahead = worlds[:1].copy(), find(game).ahead_of(match.view(seat) if budget.solves else None)

    def search() -> int:
        answers: int = think(
            worlds, states, cells(states), new_tree(TRIES), rngs, sight.kinds, sight.guards, sight.ears,
            beliefs.shares, seat, 0, TRIES, budget.glances, find(game).package.says("FEW", 0), beliefs.manners,
            ahead,
        )  # fmt: skip
        return answers

    length = sum(search() for _ in range(4)) / (4 * TRIES)
    return Search(Contender(f"{game}, {match.seats} seats, {how}", timed(search)), length)


# Peers --------------------------------------------------------------------------------------------------------------


def peers() -> tuple[list[Search], str]:
    """OpenSpiel's search in C++, or why it cannot be measured here."""
    try:
        import pyspiel
    except ImportError:
        return [], NO_OPENSPIEL
    found = [searcher(pyspiel, name) for name in SEARCHED]
    return [Search(contender, contender.play()[0] / SIMULATIONS) for contender in found], ""
