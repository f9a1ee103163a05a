"""A turn as a game of its own: one side lays two cards, one of them face down, and the other side chooses.

Who chooses knows nothing of the hand but how likely each is, so a way of choosing is, for every open card, how often
it is taken. Against it a hand has a best pair. Regrets teach how to choose (regret matching, later rounds count more),
and what was laid meanwhile is, on average, as good a way to lay: the chance to win lies between what the one
allows and what the other makes sure of.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from doppiogioco.engine.compiled import inner, np, outer

from .cards import KINDS

PAIRS = list(combinations(range(KINDS), 2))
TRIPLES = list(combinations(range(KINDS), 3))
QUADS = list(combinations(range(KINDS), 4))
# Hands differ by the agents they hold, not by how many of each. Of two: which; of three and of four: the parts they are
# put together from, pairs of the last agent with each other one and the hand without it, and which they are.
TWO = np.array(PAIRS)
THREE = np.array([(PAIRS.index((a, b)), PAIRS.index((a, c)), PAIRS.index((b, c)), a, b, c) for a, b, c in TRIPLES])
FOUR = np.array([(TRIPLES.index((a, b, c)), PAIRS.index((a, d)), PAIRS.index((b, d)), PAIRS.index((c, d)), a, b, c, d)
                 for a, b, c, d in QUADS])  # fmt: skip
ROUNDS = 200  # at most, if the two bounds stay apart


@inner
def blank_turn() -> Any:
    """Room for `chance_of_turn`: how likely each hand is, how good and how often each pair is the best, and the best
    pairs of three agents; then, of each open card, regrets and sums."""
    likely = np.empty(len(TWO)), np.empty(len(THREE)), np.empty(len(FOUR))
    pairs = np.empty(len(TWO)), np.empty(len(TWO)), np.empty(len(TWO), np.bool_)
    triples = np.empty(len(THREE)), np.empty(len(THREE), np.int64)
    return likely, pairs, triples, np.empty((7, KINDS))


@inner
def list_hands(left: Any, likely: Any) -> Any:
    """How likely each hand of four is, drawn from what is left; the number of all such hands."""
    two, three, four = likely
    count = 0.0
    for kind in range(KINDS):
        count += left[kind]
    total = count * (count - 1) * (count - 2) * (count - 3) / 24.0
    for i in range(len(TWO)):
        a, b = left[TWO[i, 0]], left[TWO[i, 1]]
        ways = a * b * ((a - 1) * (a - 2) / 6.0 + (a - 1) * (b - 1) / 4.0 + (b - 1) * (b - 2) / 6.0)
        two[i] = ways / total
    for i in range(len(THREE)):
        a, b, c = left[THREE[i, 3]], left[THREE[i, 4]], left[THREE[i, 5]]
        three[i] = a * b * c * (a + b + c - 3) / 2.0 / total
    for i in range(len(FOUR)):
        a, b, c, d = left[FOUR[i, 4]], left[FOUR[i, 5]], left[FOUR[i, 6]], left[FOUR[i, 7]]
        four[i] = a * b * c * d / total
    return total


@inner
def best_pairs(gets: Any, takes: Any, likely: Any, pairs: Any, triples: Any) -> None:
    """The best pair of every hand, against who takes each open card so often; how often it is each pair."""
    two, three, four = likely
    worth, often, swapped = pairs
    worth_of_three, best_of_three = triples
    for i in range(len(TWO)):
        a, b = TWO[i, 0], TWO[i, 1]
        straight = takes[a] * gets[b, a] + (1.0 - takes[a]) * gets[a, b]
        other = takes[b] * gets[a, b] + (1.0 - takes[b]) * gets[b, a]
        swapped[i] = other > straight  # the second agent lies open
        worth[i] = max(straight, other)
        often[i] = two[i]
    for i in range(len(THREE)):
        best = THREE[i, 0]
        for part in range(1, 3):
            if worth[THREE[i, part]] > worth[best]:
                best = THREE[i, part]
        worth_of_three[i], best_of_three[i] = worth[best], best
        often[best] += three[i]
    for i in range(len(FOUR)):
        best = best_of_three[FOUR[i, 0]]
        for part in range(1, 4):
            if worth[FOUR[i, part]] > worth[best]:
                best = FOUR[i, part]
        often[best] += four[i]


@outer
def chance_of_turn(gets: Any, left: Any, close: float, room: Any) -> Any:
    """The chance to win of who lays two cards of a hand drawn from `left`, the agents that are in play nowhere.

    `gets[a, b]` is that chance when one's own side gets `a` and the other side `b`; `close` is how far apart
    the two bounds may lie.
    """
    likely, pairs, triples, sums = room
    worth, often, swapped = pairs
    takes, open_now, down_now, open_sum, down_sum, regret_open, regret_down = sums
    total = list_hands(left, likely)
    alike = 0.0  # hands of one agent leave no choice
    for kind in range(KINDS):
        c = left[kind]
        alike += c * (c - 1) * (c - 2) * (c - 3) / 24.0 / total * gets[kind, kind]
        takes[kind] = 0.5
        open_sum[kind], down_sum[kind], regret_open[kind], regret_down[kind] = 0.0, 0.0, 0.0, 0.0
    weights, allowed, most, least = 0.0, 0.0, 1.0, 0.0
    for number in range(ROUNDS):
        best_pairs(gets, takes, likely, pairs, triples)
        now = alike
        for kind in range(KINDS):
            open_now[kind], down_now[kind] = 0.0, 0.0
        for i in range(len(TWO)):
            shown, covered = (TWO[i, 1], TWO[i, 0]) if swapped[i] else (TWO[i, 0], TWO[i, 1])
            now += often[i] * worth[i]
            open_now[shown] += often[i] * gets[covered, shown]
            down_now[shown] += often[i] * gets[shown, covered]
        weight = (number + 1.0) * (number + 1.0)
        weights += weight
        allowed += weight * now
        most, least = allowed / weights, alike
        for kind in range(KINDS):
            open_sum[kind] += weight * open_now[kind]
            down_sum[kind] += weight * down_now[kind]
            least += min(open_sum[kind], down_sum[kind]) / weights
        if most - least < close:
            break
        for kind in range(KINDS):
            usual = takes[kind] * open_now[kind] + (1.0 - takes[kind]) * down_now[kind]
            regret_open[kind] = max(0.0, regret_open[kind] + usual - open_now[kind])
            regret_down[kind] = max(0.0, regret_down[kind] + usual - down_now[kind])
            regrets = regret_open[kind] + regret_down[kind]
            if regrets > 0.0:
                takes[kind] = regret_open[kind] / regrets
    return 0.5 * (most + least)
