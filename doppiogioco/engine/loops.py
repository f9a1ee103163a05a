"""Generic compiled loops: random play, play-outs, batches and perft for any game.

Every loop takes an array of records. Random play guesses until an answer is legal (the liveness law is its licence) and draws
the table's answers by their weights. The generator is one 64-bit word per game (splitmix64), so runs repeat exactly.
"""

from __future__ import annotations

from typing import Any

import numba

from .compiled import apply, choices, compiled, legal, np, setup, waiting, weight
from .record import TABLE
from .rule import TABLE_WAITS, lowest, rule

LIMIT = 20_000  # answers; random games of every set-up end long before


@rule
def draw_bits(rng: Any) -> Any:
    """The next 64 random bits (splitmix64)."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@rule
def below(rng: Any, n: int) -> int:
    """A random number from 0 to n - 1 (n far below 2 to the 31)."""
    return np.int64(((draw_bits(rng) >> np.uint64(33)) * np.uint64(n)) >> np.uint64(31))


@rule
def random_answer(s: Any, seat: int, rng: Any) -> int:
    """A uniformly random legal answer of a seat, or the table's answer by its weights."""
    n = choices(s)
    if seat != TABLE:
        a = below(rng, n)
        while not legal(s, seat, a):
            a = below(rng, n)
        return a
    total = 0
    for a in range(n):
        total += weight(s, a)
    ticket = below(rng, total)
    a = 0
    ticket -= weight(s, 0)
    while ticket >= 0:
        a += 1
        ticket -= weight(s, a)
    return a


@rule
def who_answers(waits: int) -> int:
    """The table, or the lowest seat that is waited for."""
    return TABLE if waits == TABLE_WAITS else lowest(waits)


@compiled
def play_outs(states: Any, seats: int, options: int, rng: Any, games: int) -> int:
    """Play `games` random games in states[0], one after the other; how many answers they took."""
    answers = 0
    blank = states[1]
    for _ in range(games):
        states[0] = blank
        s = states[0]
        setup(s, seats, options)
        waits = waiting(s)
        while waits:
            seat = who_answers(waits)
            apply(s, seat, random_answer(s, seat, rng))
            answers += 1
            waits = waiting(s)
    return answers
