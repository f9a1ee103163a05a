"""The decorator of the rules, and the few words that all rules share.

A rule is a plain Python function of a carrier and numbers. Marked with `@rule` it runs as it is on the plain carrier,
and `engine.compiled` can hand it to Numba for the record carrier: one source, two carriers. No recursion, no classes,
strings, dictionaries or random numbers in a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .state import CHANCE, Cells

F = TypeVar("F", bound=Callable[..., object])

RULES: list[Callable[..., object]] = []  # the rules that were imported and that the compiler has not been told of
CHANCE_WAITS = 1 << CHANCE  # what `waiting` says when the table itself is to answer


def rule(function: F) -> F:
    """Mark a function as a rule that both carriers run."""
    RULES.append(function)
    return function


@rule
def among(bits: int, seat: int) -> bool:
    """Is this seat in the bit set?"""
    return (bits >> seat) & 1 == 1


@rule
def lowest(bits: int) -> int:
    """The first seat of a bit set."""
    seat = 0
    for half in (8, 4, 2, 1):  # always four steps: a loop of unforeseeable length is slower
        if not bits & ((1 << half) - 1):
            bits, seat = bits >> half, seat + half
    return seat


@rule
def all_seats(seats: int) -> int:
    """The bit set of the seats in play."""
    return (1 << seats) - 1


@rule
def all_alike(s: Cells, seat: int, a: int) -> int:  # noqa: ARG001
    """The judgement of who knows nothing of a game."""
    return 0


@rule
def nothing_foreseeable(s: Cells) -> bool:  # noqa: ARG001
    """Where who has worked nothing out beforehand should look it up."""
    return False


@rule
def nothing_foreseen(s: Cells, ahead: object, out: object) -> bool:  # noqa: ARG001
    """What can be told of the end by who has worked nothing out beforehand."""
    return False
