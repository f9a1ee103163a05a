"""How a side lays its rows, as all those that were turned over tell: which of a few ways of laying explains them best.

Somebody may lay as an equilibrium has it, any row as readily as any other, or what tempts at a glance, more or less
strictly. The past is played through again from what was heard; what was not heard in it has no part in anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from doppiogioco.engine.compiled import np
from doppiogioco.engine.game import Game
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import Cells

from .cards import MISSIONS, RIGHT_GUESS, SOLDIERS
from .day import Solved, by_habit, choices_of, key
from .deployment import exhausted
from .judgement import deed, gain_worth, laid_worth
from .rules import apply
from .state import Ask

# Ways of laying and how common they are among strangers: as in an equilibrium, at random, and by what tempts: how much
# less tempting a soldier must be to be laid clearly less often.
SOLVED, AT_RANDOM = 0.35, 0.25
WARMTHS = {12.0: 0.1, 4.0: 0.15, 1.0: 0.15}
# Ways of guessing: as in an equilibrium, or all rows alike and more or less keen on what gains most.
GUESSES_SOLVED, KEENNESS = 0.5, {3.0: 0.25, 20.0: 0.25}
SLIP = 0.05  # how often a guess follows from nothing
TRUST = 0.6  # how far habits are trusted at most: who relies on them can be fooled


@dataclass
class Laid:
    """What could be seen of a side on a day."""

    start: Cells  # the table before the first card was laid; who sees it sees no more than everybody
    intel: int = 0
    tokens: int = 0  # as bits
    row: list[int] = field(default_factory=list)  # as far as it lies open
    decoys: int = 0  # Deception tokens so far, as bits
    guesses: list[tuple[int, int, int]] = field(default_factory=list)  # mission, soldier, and decoys by then


def days_of(game: Game, seats: int, options: int, heard: Sequence[Given], side: int) -> list[Laid]:
    """The days of a side so far, the present one last."""
    s, days = game.start(seats, options), list[Laid]()
    for seat, answer in heard:
        a = max(answer, 0)  # what was not heard is laid face down: anything will do until it is shown
        match s.ask:
            case Ask.DEPLOY if not any(s.laid):
                days.append(Laid(game.state.copy(s)))
            case Ask.INTEL if days:
                days[-1].intel = a
            case Ask.SHOW:
                s.mark[s.to][s.mission] = a
                if s.to == side:
                    days[-1].tokens |= a << s.mission
            case Ask.GUESS if s.target == side:
                days[-1].decoys |= s.decoy << s.mission
                days[-1].guesses.append((s.mission, a, days[-1].decoys))
            case Ask.REVEAL:
                s.row[s.target][s.mission] = a
                if s.target == side:
                    days[-1].row.append(a)
        apply(s, seat, a)
    return days


def tempting_rows(rows: Any, start: Cells, side: int, warmth: float) -> Any:
    """How often each row is laid by who lays card after card what tempts more."""
    pulls, laid = np.zeros((MISSIONS, SOLDIERS)), start.laid[side]
    for mission in range(MISSIONS):
        start.laid[side] = mission
        for soldier in range(SOLDIERS):
            if not exhausted(start, side, soldier):
                pulls[mission, soldier] = laid_worth(start, side, soldier)
    start.laid[side] = laid
    pulls = np.exp((pulls - pulls.max(1, keepdims=True)) / warmth)
    odds, before = np.ones(len(rows)), np.zeros(len(rows), np.int64)
    for mission in range(MISSIONS):
        ways, following = np.unique(before * SOLDIERS + rows[:, mission], return_inverse=True)
        pull = pulls[mission, ways % SOLDIERS]
        _, group = np.unique(ways // SOLDIERS, return_inverse=True)
        odds *= (pull / np.bincount(group, pull)[group])[following]
        before = following
    return odds


def ways_of_laying(day: Solved, laid: Laid, side: int) -> Any:
    """[way, layout]: how likely each way of laying is to have led to each layout that fits what could be seen."""
    tree = day.tree
    fits = (tree.intel == laid.intel) & (tree.tokens == laid.tokens)
    fits &= (tree.rows[tree.row, : len(laid.row)] == laid.row).all(1)
    even = np.full(len(tree.rows), 1.0 / len(tree.rows))
    rows = [even, *(tempting_rows(tree.rows, laid.start, side, warmth) for warmth in WARMTHS)]
    return fits * np.array([day.laid.sum(1), *(one[tree.row] * choices_of(tree) for one in rows)])


def likely_layouts(
    days: Sequence[Laid], side: int, solve: Callable[[Cells], Solved | None]
) -> tuple[Solved, Any] | None:
    """The day as it was solved when it began, and how likely each of its layouts is after all that was seen.

    None where a row is none that the rules allow, which can only be by hand.
    """
    shares = np.array([SOLVED, AT_RANDOM, *WARMTHS.values()])
    for laid in days:
        day = solve(laid.start)
        if day is None:
            return None
        ways = ways_of_laying(day, laid, side)
        told = ways.sum(1)
        if laid is days[-1]:
            odds = shares @ ways
            return (day, odds / odds.sum()) if odds.sum() > 0.0 else None
        if told.sum() > 0.0:
            shares = shares * told
            shares = shares / shares.sum()
    return None


def found_worth(s: Cells, side: int) -> tuple[int, ...]:
    """What it looks worth, at a glance, to find out each soldier of a side."""
    pay = gain_worth(s, 1 - side, RIGHT_GUESS)
    return tuple(int(pay + deed(s, side, soldier)) for soldier in range(SOLDIERS))


def habits_of(days: Sequence[Laid], side: int, solve: Callable[[Cells], Solved | None]) -> tuple[float, ...]:
    """How far each habit of guessing is to be trusted, after all guesses at the rows of a side."""
    shares = np.array([GUESSES_SOLVED, *KEENNESS.values()])
    for laid in days:
        day = solve(laid.start) if laid.guesses else None
        if day is None:
            continue
        ways = [day.guessed, *(by_habit(day.tree, found_worth(laid.start, side), keen) for keen in KEENNESS)]
        for mission, soldier, decoys in laid.guesses:
            known = key(laid.intel, laid.tokens, laid.row[:mission], decoys)
            cases = slice(*np.searchsorted(day.tree.keys, (known, known + 1)))
            if cases.start < cases.stop:
                right = day.tree.soldier[cases] == soldier
                told = np.array([way[cases][right].sum() for way in ways])
                shares = shares * ((1.0 - SLIP) * told + SLIP / SOLDIERS)
                shares = shares / shares.sum()
    trust = TRUST * max(0.0, 1.0 - shares[0] / GUESSES_SOLVED)  # none before anything is seen
    return tuple((trust * shares[1:] / shares[1:].sum()).tolist())
