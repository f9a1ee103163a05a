"""One side of a day as a game of two: who lays a row, its tokens and decoys, against who guesses card after card.

A guess does not change what is turned over, so a plan of the side and a guess for all that can lie open are all there
is. Both are improved against each other by regret matching (CFR+), and their averages come ever closer to an
equilibrium: a row that nobody can read better than chance allows.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import compiled, inner, np

from .cards import MISSIONS, RANGES, SIDES, SOLDIERS, Soldier
from .deduction import Row, all_rows, ranks_on
from .worth import ASSETS, BOMB, CARDS, IS_GUESSED, SPLITS, TABLES, TOKEN, chance_after, target_of, worth
from .worth import GUESSED as USUALLY_GUESSED

EVERY_TOKEN = (1 << MISSIONS) - 1


# What is at stake ---------------------------------------------------------------------------------------------------


class Stakes(NamedTuple):
    """What each card of a side that is still covered is worth to it, as chances to win."""

    acts: Any  # [mission, soldier]: if it acts, more than if nothing happened
    caught: Any  # [mission]: what a right guess costs
    pays: Any  # [mission, soldier]: what a Deception token brings if the guess is wrong


@inner
def of_side(chance: Any, side: int) -> Any:
    """A chance of side 0 as one of this side."""
    return chance if side == 0 else 1.0 - chance


@compiled
def fill_stakes(
    after: Any, assets: Any, chance: Any, usual: Any, first: int, table: int, held: int, target: int,
    acts: Any, caught: Any, pays: Any,
) -> None:  # fmt: skip
    """Walk through the day's cards from this one on, as it usually goes from this table."""
    day, blasts = first // CARDS, (held >> ((1 - target) * ASSETS + BOMB)) & 1 == 1
    odds, following = np.zeros(TABLES), np.zeros(TABLES)
    odds[table] = 1.0
    for card in range(first, (day + 1) * CARDS):
        mission, side = card % CARDS // SIDES, target_of(card)
        for at in range(TABLES):
            part = odds[at]
            if part == 0.0 or side != target:
                continue
            nothing = of_side(chance_after(card, day, side, BOMB, at, 0, held, after, assets, chance), side)
            found = of_side(chance_after(card, day, side, ASSETS, at, IS_GUESSED, held, after, assets, chance), side)
            for soldier in range(SOLDIERS):
                best, paid = 0.0, 0.0
                for deed in (soldier, SPLITS if soldier == Soldier.MARSHAL else soldier):
                    does = of_side(chance_after(card, day, side, ASSETS, at, deed, held, after, assets, chance), side)
                    best = max(best, does)
                    does = of_side(chance_after(card, day, side, TOKEN, at, deed, held, after, assets, chance), side)
                    paid = max(paid, does)
                pays[mission, soldier] += part * (paid - best)
                for asset in range(TOKEN):
                    if (held >> ((1 - side) * ASSETS + asset)) & 1 and (asset != BOMB or blasts):
                        does = chance_after(card, day, side, asset, at, soldier, held, after, assets, chance)
                        best = min(best, of_side(does, side))
                        does = chance_after(card, day, side, asset, at, IS_GUESSED, held, after, assets, chance)
                        found = min(found, of_side(does, side))
                acts[mission, soldier] += part * (best - nothing)
            caught[mission] += part * (nothing - found)
        blasts = blasts and side != target
        following[:] = 0.0
        for at in range(TABLES):
            if odds[at] > 0.0:
                for deed in range(SOLDIERS):
                    to = after[day, side, ASSETS, at, deed]
                    if to >= 0:
                        following[to] += odds[at] * usual[mission, deed] * (1.0 - USUALLY_GUESSED)
                to = after[day, side, ASSETS, at, IS_GUESSED]
                if to >= 0:
                    following[to] += odds[at] * USUALLY_GUESSED
        odds[:] = following


def stakes_of(first: int, table: int, held: int, target: int, exhausted: frozenset[int]) -> Stakes:
    """What is at stake for a side from a card of the day on; a Captain can do what the exhausted would do."""
    acts, caught, pays = np.zeros((MISSIONS, SOLDIERS)), np.zeros(MISSIONS), np.zeros((MISSIONS, SOLDIERS))
    fill_stakes(*worth(), first, table, held, target, acts, caught, pays)
    for soldier in exhausted:
        acts[:, Soldier.CAPTAIN] = np.maximum(acts[:, Soldier.CAPTAIN], acts[:, soldier])
    return Stakes(acts, caught, pays)


# The tree -----------------------------------------------------------------------------------------------------------


class Tree(NamedTuple):
    """What a side can do and who guesses can know; a *layout* is a row with its tokens, under one intel card.

    A *case* is a soldier that a card may be, after all that is known before the guess.
    """

    rows: Any  # [row, mission]
    intel: Any  # of each layout: the intel card,
    chance: Any  # how likely that card is,
    row: Any  # its row,
    tokens: Any  # its intel tokens as bits,
    twin: Any  # and is it the second of two layouts that differ by the Sergeant's token?
    decoys: Any  # the ways to lay Deception tokens, as bits
    case: Any  # [layout, decoys, mission]
    keys: Any  # of each case: what is known,
    soldier: Any  # and the soldier,
    mission: Any  # on this mission,
    decoy: Any  # under a Deception token or not
    begin: Any  # the first case of all that is known, and the end


@lru_cache(maxsize=64)
def tree_of(exhausted: frozenset[int], intel: tuple[float, ...], before: Row, tokens: int) -> Tree | None:
    """The day of a side without these soldiers, after these open cards, with so many Deception tokens left."""
    fits = [row for row in all_rows() if row[: len(before)] == before and not exhausted.intersection(row)]
    if not fits:
        return None
    rows = np.array(fits)
    bits, sergeant = 1 << np.arange(MISSIONS), rows == Soldier.SERGEANT
    row = np.repeat(np.arange(len(rows)), 1 + sergeant.any(1))
    twin = np.append(0, row[1:] == row[:-1])
    cards = [card for card in range(RANGES) if intel[card]]
    shown = [np.where(sergeant[row], twin[:, None], np.isin(rows, ranks_on(card))[row]) @ bits for card in cards]
    ways = [places for count in range(tokens + 1) for places in combinations(range(len(before), MISSIONS), count)]
    decoys = np.array([sum(1 << place for place in places) for places in ways])
    layouts, card = np.tile(row, len(cards)), np.repeat(cards, len(row))
    on_missions, laid = rows[layouts], np.concatenate(shown)
    cases = np.empty((len(layouts), len(decoys), MISSIONS), np.int64)
    for place in range(MISSIONS):
        known = key(card[:, None], laid[:, None], on_missions[:, :place].T[:, :, None], decoys)
        cases[:, :, place] = known * SOLDIERS + on_missions[:, place, None]
    found, case = np.unique(cases, return_inverse=True)
    keys, soldier = found // SOLDIERS, found % SOLDIERS
    mission = keys % MISSIONS
    begin = np.append(np.flatnonzero(np.append(True, keys[1:] != keys[:-1])), len(keys))
    return Tree(
        rows, card, np.array(intel)[card], layouts, laid, np.tile(twin, len(cards)), decoys,
        case.reshape(cases.shape).astype(np.int32), keys, soldier, mission,
        keys // MISSIONS % (EVERY_TOKEN + 1) >> mission & 1, begin,
    )  # fmt: skip


def key(intel: Any, tokens: Any, before: Any, decoys: Any) -> Any:
    """What is known before a guess, as one number: intel card, tokens, open cards, and decoys up to this one."""
    code = intel * (EVERY_TOKEN + 1) + tokens
    for card in before:
        code = code * SOLDIERS + card
    mission = len(before)
    return (code * (EVERY_TOKEN + 1) + (decoys & ((2 << mission) - 1))) * MISSIONS + mission


# Solving ------------------------------------------------------------------------------------------------------------


class Mix(NamedTuple):
    """How far a day is solved. Of each choice: what not having made it is regretted by now, and what it will be if the
    next round is like the last, which is what one goes by: so it takes far fewer rounds."""

    of_row: Any  # [regretted and expected, row],
    of_layout: Any  # [.., layout],
    of_decoys: Any  # [.., layout, decoys],
    of_guess: Any  # and [.., case]
    guess: Any  # [case]: how often it is guessed now
    laid: Any  # averages: how often [layout, decoys] is laid under its intel card,
    guessed: Any  # and [case] is guessed


def unsolved(tree: Tree) -> Mix:
    """Before the first thought all is alike."""
    layouts, decoys, _ = tree.case.shape
    many, cases = np.diff(tree.begin), len(tree.keys)
    return Mix(
        np.zeros((2, len(tree.rows))), np.zeros((2, layouts)), np.zeros((2, layouts, decoys)), np.zeros((2, cases)),
        np.repeat(1.0 / many, many), np.zeros((layouts, decoys)), np.zeros(cases),
    )  # fmt: skip


@inner
def regret(regrets: Any, at: Any, more: float) -> None:
    """Take in how much better a choice would have been."""
    regrets[0][at] = max(0.0, regrets[0][at] + more)
    regrets[1][at] = max(0.0, regrets[0][at] + more)


@inner
def brought(tree: Any, missed: Any, layout: int, way: int) -> Any:
    """What a layout with its decoys brings, if each case brings so much."""
    found = 0.0
    for mission in range(MISSIONS):
        found += missed[tree.case[layout, way, mission]]
    return found


@compiled
def improve(tree: Any, takes: Any, habit: Any, trust: float, mix: Any, begun: int, times: int) -> None:
    """So many rounds in which first who lays and then who guesses regrets what would have been better.

    `takes` is what a right guess takes from a side in each case; what it gets back by being missed is all it plays for.
    Who lays trusts so far that guesses are made by habit.
    """
    layouts, ways, _ = tree.case.shape
    share, worth, gains = np.empty((layouts, ways)), np.empty(layouts), np.empty(ways)
    of_row, rows = np.empty(len(tree.rows)), np.empty(len(tree.rows))
    hits, missed = np.empty(len(takes)), np.empty(len(takes))
    for number in range(begun, begun + times):
        of_row[:] = 0.0
        missed[:] = takes * (1.0 - trust * habit - (1.0 - trust) * mix.guess)
        for layout in range(layouts):
            total, mean = 0.0, 0.0
            for way in range(ways):
                total += mix.of_decoys[1, layout, way]
            for way in range(ways):
                share[layout, way] = mix.of_decoys[1, layout, way] / total if total > 0.0 else 1.0 / ways
                gains[way] = brought(tree, missed, layout, way)
                mean += share[layout, way] * gains[way]
            for way in range(ways):
                regret(mix.of_decoys, (layout, way), gains[way] - mean)
            worth[layout] = mean
        layout = 0
        while layout < layouts:
            two = layout + 1 < layouts and tree.twin[layout + 1] == 1
            mean = worth[layout]
            if two:
                here = token_share(mix.of_layout[1], layout)
                mean = here * worth[layout] + (1.0 - here) * worth[layout + 1]
                for one in (layout, layout + 1):
                    regret(mix.of_layout, one, worth[one] - mean)
                    for way in range(ways):
                        share[one, way] *= here if one == layout else 1.0 - here
            of_row[tree.row[layout]] += tree.chance[layout] * mean
            layout += 2 if two else 1
        total, mean = mix.of_row[1].sum(), 0.0
        for row in range(len(rows)):
            rows[row] = mix.of_row[1, row] / total if total > 0.0 else 1.0 / len(rows)
            mean += rows[row] * of_row[row]
        for row in range(len(rows)):
            regret(mix.of_row, row, of_row[row] - mean)
        weight = (number + 1.0) ** 2
        hits[:] = 0.0
        for layout in range(layouts):
            for way in range(ways):
                part = rows[tree.row[layout]] * share[layout, way]
                if part > 0.0:
                    mix.laid[layout, way] += weight * part
                    for mission in range(MISSIONS):
                        hits[tree.case[layout, way, mission]] += part * tree.chance[layout]
        for known in range(len(tree.begin) - 1):
            begin, end = tree.begin[known], tree.begin[known + 1]
            mean, total = 0.0, 0.0
            for case in range(begin, end):
                hits[case] *= takes[case]
                mean += mix.guess[case] * hits[case]
            for case in range(begin, end):
                mix.guessed[case] += weight * mix.guess[case]
                regret(mix.of_guess, case, hits[case] - mean)
                total += mix.of_guess[1, case]
            for case in range(begin, end):
                mix.guess[case] = mix.of_guess[1, case] / total if total > 0.0 else 1.0 / (end - begin)


@inner
def token_share(expected: Any, layout: int) -> Any:
    """How often the Sergeant has no token: the first of two layouts."""
    total = expected[layout] + expected[layout + 1]
    return expected[layout] / total if total > 0.0 else 0.5


class Solved(NamedTuple):
    """A day of a side, solved: how it is laid and guessed, and how much either could still be answered better."""

    tree: Tree
    takes: Any  # [case]: what a right guess takes from the side
    laid: Any  # [layout, decoys]: how often, under its intel card
    guessed: Any  # [case]: how often, by who guesses best
    met: Any  # [case]: how often, by habit or not

    @property
    def rows(self) -> Any:
        """How often each row is laid: the same whatever the intel card will be."""
        return np.bincount(self.tree.row, self.laid.sum(1) * self.tree.chance, len(self.tree.rows))

    @property
    def brings(self) -> Any:
        """[layout, decoys]: what it brings against these guesses, beside being guessed everywhere."""
        return (self.takes * (1.0 - self.met))[self.tree.case].sum(2)

    @property
    def by_row(self) -> Any:
        """[row]: the same, with the tokens and decoys that are best for it."""
        tree, first = self.tree, np.flatnonzero(self.tree.twin == 0)
        best = np.maximum.reduceat(self.brings.max(1), first) * tree.chance[first]
        return np.bincount(tree.row[first], best, len(tree.rows))

    @property
    def least(self) -> float:
        """What is laid brings at least so much: against who knows how often what is laid, and guesses best."""
        laid = self.laid * self.tree.chance[:, None]
        often = np.bincount(self.tree.case.ravel(), np.repeat(laid.ravel(), MISSIONS), len(self.takes)) * self.takes
        return float(often.sum() - np.maximum.reduceat(often, self.tree.begin[:-1]).sum())

    @property
    def most(self) -> float:
        """Nobody can lay anything that brings more against these guesses."""
        return float(self.by_row.max())


def takes_of(tree: Tree, stakes: Stakes) -> Any:
    """What a right guess takes from a side in each case."""
    found = stakes.acts[tree.mission, tree.soldier] + stakes.caught[tree.mission]
    return found + tree.decoy * stakes.pays[tree.mission, tree.soldier]


def solved(tree: Tree, takes: Any, habit: Any, trust: float, mix: Mix) -> Solved:
    """The averages as they are by now."""
    laid = mix.laid / np.bincount(tree.intel, mix.laid.sum(1))[tree.intel][:, None]
    guessed = mix.guessed / in_all(tree, mix.guessed)
    return Solved(tree, takes, laid, guessed, trust * habit + (1.0 - trust) * guessed)


def in_all(tree: Tree, values: Any) -> Any:
    """The sum over all that a card may be, for each case of it."""
    return np.repeat(np.add.reduceat(values, tree.begin[:-1]), np.diff(tree.begin))


def by_habit(tree: Tree, worth: Any, keen: float) -> Any:
    """How often each case is guessed by who finds all layouts alike and prefers, more or less keenly, what gains most.

    `worth` is what finding out each soldier looks worth.
    """
    often = np.bincount(tree.case.ravel(), np.repeat(choices_of(tree), tree.case[0].size), len(tree.keys))
    gains = often * np.asarray(worth)[tree.soldier]
    most = np.repeat(np.maximum.reduceat(gains, tree.begin[:-1]), np.diff(tree.begin))
    pull = np.exp(keen * (gains - most) / np.maximum(most, 1.0))
    return pull / in_all(tree, pull)


def choices_of(tree: Tree) -> Any:
    """[layout]: one half where the Sergeant's token was a choice of two."""
    return np.where((tree.rows[tree.row] == Soldier.SERGEANT).any(1), 0.5, 1.0)
