"""Answers of Spies & Lies that are solved: rows, tokens, decoys and guesses of a day, and what Captain and Marshal do.

Rows, tokens and decoys are laid as an equilibrium of the day has it (`day`), so that nobody can read them. A guess goes
by how likely each soldier is: in part as in the equilibrium, in part as what has been learnt of this opponent tells.
It is solved again before every guess, with what is at stake by then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import NOBODY, Cells

from .cards import INTEL_COPIES, MISSIONS, RANGES, SIDES, TRACK, Soldier
from .day import Solved, by_habit, improve, key, of_side, solved, stakes_of, takes_of, tree_of, unsolved
from .deduction import Row
from .reading import KEENNESS, Laid, days_of, found_worth, habits_of, likely_layouts
from .rules import apply
from .state import Ask, Choice
from .worth import AGENTS, ASSETS, BOMB, CARDS, MINER, SCOUT, SPY, TOKEN, chance_at, worth

ROUNDS = 8  # of solving, for each square root of the games that a search would try
AT_ONCE = 8  # rounds between two looks at the clock
LOOKING_BACK = 100  # rounds for a day that others have laid or guessed
KEPT = 16  # solved days that are remembered
KEEN = 20.0  # how seldom a guess is made that is worth less than the best one
WAVER = 0.1  # how much one departs from how often an equilibrium guesses what
LEAST = 1e-9  # less than this is as good as never laid

Answers = tuple[list[float], list[float]]  # of each legal answer: how often it is given, and the chance to win then


class Standing(NamedTuple):
    """How a day stands: all that it is solved by, and everybody knows it."""

    first: int  # the card, counted through the days, from which on things are at stake,
    table: int
    assets: int
    target: int  # whose row it is
    exhausted: frozenset[int]
    intel: tuple[float, ...]  # how likely each card was
    before: Row  # the cards of the row that lie open
    tokens: int  # Deception tokens that are left
    rounds: int
    habits: tuple[float, ...] = ()  # of who guesses, and how far each is trusted,
    glance: tuple[int, ...] = ()  # and what finding out each soldier looks worth to them


class Asked(NamedTuple):
    """Who is asked, and how long they may think."""

    view: View
    heard: Sequence[Given]
    beliefs: Any
    rounds: int
    in_time: Callable[[], bool]

    def days(self, side: int) -> list[Laid]:
        """Of a side, as far as they were seen."""
        return days_of(self.view.game, self.view.seats, self.view.options, self.heard, side)

    def as_it_began(self, side: int, start: Cells) -> Solved | None:
        """A day of a side solved, not too long, from its first card on."""
        return day_of(standing(start, side, min(self.rounds, LOOKING_BACK)), self.in_time)


def solve(
    view: View, heard: Sequence[Given], beliefs: Any, legal: Sequence[int],
    *, effort: int, in_time: Callable[[], bool],
) -> Answers | None:  # fmt: skip
    """How often to give each answer, and the chance to win after it; None for what is not solved."""
    asked = Asked(view, heard, beliefs, max(1, round(ROUNDS * sqrt(effort))), in_time)
    if view.ask in (Ask.CAPTAIN, Ask.MARSHAL):
        return acting(view, beliefs, legal)
    if view.ask not in WAYS:
        return None
    target = view.side[view.seat] if view.target == NOBODY else view.target
    at = standing(view, target, asked.rounds)
    if target == view.side[view.seat]:
        habits = habits_of(asked.days(target), target, partial(asked.as_it_began, target))
        at = at._replace(habits=habits, glance=found_worth(view.cells, target)) if any(habits) else at
    day = day_of(at, in_time)
    return WAYS[view.ask](asked, legal, day) if day else None


def covers(view: View) -> bool:
    """Is it about one's own row, its tokens and decoys?"""
    return view.ask in (Ask.DEPLOY, Ask.TOKENS, Ask.DECEIVE)


# What everybody knows -----------------------------------------------------------------------------------------------


def card_of(view: View) -> int:
    """The card in question, or the first of the day, counted through the days."""
    if view.mission == NOBODY or view.target == NOBODY:
        return int(view.day) * CARDS
    return int(view.day) * CARDS + int(view.mission) * SIDES + int(view.target != 1 - view.day % SIDES)


def table_and_assets(s: Any) -> tuple[int, int]:
    """As `worth` counts them."""
    bits = 0
    for side in range(SIDES):
        has = {SCOUT: s.scouting, SPY: s.spying, MINER: s.mining, BOMB: s.bomb, TOKEN: s.deceptions}
        bits |= sum(1 << asset + side * ASSETS for asset, of in has.items() if of[side] > 0)
    return (int(s.points[0]) * TRACK + int(s.points[1])) * AGENTS + int(s.agent), bits


def standing(view: View | Cells, target: int, rounds: int) -> Standing:
    """How the present day stands for the row of a side."""
    table, assets = table_and_assets(view)
    left = [INTEL_COPIES - list(view.intel[: view.day + 1]).count(card) for card in range(RANGES)]
    exhausted = frozenset(int(soldier) for soldier in view.exhausted[target] if soldier != NOBODY)
    tokens = int(view.deceptions[target]) + int(view.decoy)
    intel = tuple(count / sum(left) for count in left)
    before = tuple(int(card) for card in view.row[target][: max(view.mission, 0)])
    return Standing(card_of(view), table, assets, target, exhausted, intel, before, tokens, rounds)


_days: dict[Standing, Solved] = {}


def day_of(at: Standing, in_time: Callable[[], bool]) -> Solved | None:
    """The day solved from here, or remembered; None after open cards that the rules do not allow (by hand)."""
    if at in _days:
        return _days[at]
    tree = tree_of(at.exhausted, at.intel, at.before, at.tokens)
    if tree is None:
        return None
    takes = takes_of(tree, stakes_of(at.first, at.table, at.assets, at.target, at.exhausted))
    habit, trust = np.zeros(len(takes)), sum(at.habits, 0.0)  # no whole number: for those `improve` is compiled anew
    for keen, part in zip(KEENNESS, at.habits, strict=False):
        habit += part / max(trust, LEAST) * by_habit(tree, at.glance, keen)
    mix, done = unsolved(tree), 0
    while done < at.rounds and (not done or in_time()):
        now = min(AT_ONCE, at.rounds - done)
        improve(tree, takes, habit, trust, mix, done, now)
        done += now
    found = solved(tree, takes, habit, trust, mix)
    if done == at.rounds:
        if len(_days) >= KEPT:
            del _days[next(iter(_days))]
        _days[at] = found
    return found


def chance_now(view: View) -> float:
    """The chance to win of who is asked, as the table stands."""
    table, assets = table_and_assets(view)
    return float(of_side(chance_at(worth().chance, card_of(view), table, assets), view.side[view.seat]))


# Laying -------------------------------------------------------------------------------------------------------------


def laying(asked: Asked, legal: Sequence[int], day: Solved) -> Answers | None:
    """The next soldier of a row that fits those that lie there."""
    view = asked.view
    side = view.side[view.seat]
    lie = list(view.row[side][: view.laid[side]])
    fits = (day.tree.rows[:, : len(lie)] == lie).all(1)
    following, often, brings, now = day.tree.rows[:, len(lie)], day.rows, day.by_row, chance_now(view)
    here = [fits & (following == int(soldier)) for soldier in legal]
    wins = [now + (float(brings[rows].max() - brings.max()) if rows.any() else -1.0) for rows in here]
    chances = [float(often[rows].sum()) for rows in here]
    if sum(chances) < LEAST:  # nobody would have laid what lies there: go on with what brings most
        chances = [float(win == max(wins)) for win in wins]
    return chances, wins


def own_layouts(view: View, beliefs: Any, day: Solved) -> Any:
    """How likely each layout of today's intel card is to be on one's own side, as far as one knows its row.

    Tokens that lie open must fit; where none do yet, all do.
    """
    side = view.side[view.seat]
    tree, row = day.tree, np.asarray(beliefs.states["row"][:, side])
    likely = np.zeros(len(tree.rows))
    for i, one in enumerate(tree.rows):
        likely[i] = beliefs.odds[(row == one).all(1)].sum()
    shown = np.asarray(view.token[side])
    bits = (tree.tokens[:, None] >> np.arange(MISSIONS)) & 1
    fits = ((shown == NOBODY) | (bits == shown)).all(1) & (tree.intel == view.intel[view.day + 1])
    return likely[tree.row] * fits


def marking(asked: Asked, legal: Sequence[int], day: Solved) -> Answers | None:
    """On which of one's missions tokens lie: only the Sergeant has a choice."""
    view = asked.view
    own = own_layouts(view, asked.beliefs, day)
    mask = sum(1 << m for m in range(MISSIONS) if view.owner[view.side[view.seat]][m] == view.seat)
    laid, brings, now = day.laid.sum(1), day.brings.max(1), chance_now(view)
    of_row = np.bincount(day.tree.row, laid * (own > 0), len(day.tree.rows))[day.tree.row]
    share = np.where(of_row > LEAST, laid / np.maximum(of_row, LEAST), 0.5)
    often, wins = [], []
    for answer in legal:
        here = own * ((day.tree.tokens & mask) == int(answer))
        often.append(float((here * share).sum()))
        wins.append(
            now + float((here * brings).sum() / max(here.sum(), LEAST) - (own * brings).max() / max(own.max(), LEAST))
        )
    return (often, wins) if sum(often) > LEAST else None


def deceiving(asked: Asked, legal: Sequence[int], day: Solved) -> Answers | None:
    """Whether a Deception token goes on the card in question."""
    view = asked.view
    own = own_layouts(view, asked.beliefs, day)
    if own.sum() < LEAST:
        return None
    yes = (day.tree.decoys >> view.mission) & 1 == 1
    laid, brings, now = day.laid.sum(1), day.brings, chance_now(view)
    likely = np.where(laid > LEAST, day.laid[:, yes].sum(1) / np.maximum(laid, LEAST), 0.5)
    best = {Choice.YES: brings[:, yes].max(1), Choice.NO: brings[:, ~yes].max(1)}
    likely = np.where(laid > LEAST, likely, best[Choice.YES] > best[Choice.NO])
    chance = float((own * likely).sum() / own.sum())
    most = np.maximum(*best.values())
    often = [chance if int(answer) == Choice.YES else 1.0 - chance for answer in legal]
    wins = [now + float((own * (best[Choice(int(answer))] - most)).sum() / own.sum()) for answer in legal]
    return often, wins


# Guessing and acting ------------------------------------------------------------------------------------------------


def guessing(asked: Asked, legal: Sequence[int], day: Solved) -> Answers | None:
    """Which soldier it is: how likely each is, times what a right guess gains and spares."""
    view, tree, mission, target = asked.view, day.tree, int(asked.view.mission), int(asked.view.target)
    tokens = sum(int(token) << place for place, token in enumerate(view.token[target]))
    wanted = key(int(view.intel[view.day + 1]), tokens, view.row[target][:mission], int(view.decoy) << mission)
    cases = slice(*np.searchsorted(tree.keys, (wanted, wanted + 1)))
    read = likely_layouts(asked.days(target), target, partial(asked.as_it_began, target))
    if cases.start == cases.stop or read is None:
        return None  # by hand, tokens that the rules do not allow
    began, odds = read
    likely = np.bincount(began.tree.rows[began.tree.row, mission], odds, len(Soldier))
    gains, guessed = np.zeros(len(Soldier)), np.zeros(len(Soldier))  # a guess that cannot be right gains nothing
    here = tree.soldier[cases]
    gains[here], guessed[here] = likely[here] * day.takes[cases], day.guessed[cases]
    keen = (guessed + WAVER) * np.exp(KEEN * (gains - gains.max()) / max(np.abs(gains).max(), LEAST))
    now, mean = chance_now(view), float((gains * keen).sum() / keen.sum())
    return [float(keen[int(a)]) for a in legal], [now + float(gains[int(a)]) - mean for a in legal]


def acting(view: View, beliefs: Any, legal: Sequence[int]) -> Answers:
    """What Captain and Marshal do: the rules say what follows, and nothing that is hidden matters to it."""
    state, card, side = view.game.state, card_of(view), view.side[view.seat]
    here = cells(beliefs.states[:1])[0].tolist()
    wins = []
    for answer in legal:
        s = state.plain(here)
        apply(s, view.seat, int(answer))
        if s.ask == Ask.OVER:
            wins.append(0.5 if s.winner == NOBODY else float(s.winner == side))
        else:
            table, assets = table_and_assets(s)
            wins.append(float(of_side(chance_at(worth().chance, card + 1, table, assets), side)))
    return [float(win == max(wins)) for win in wins], wins


WAYS = {Ask.DEPLOY: laying, Ask.TOKENS: marking, Ask.DECEIVE: deceiving, Ask.GUESS: guessing}
