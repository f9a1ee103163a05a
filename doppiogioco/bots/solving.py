"""Answers that need no search because a game's package can solve them: its module `solving`, where it has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol, cast

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given
from doppiogioco.engine.shelf import Package

Chances = tuple[Sequence[float], Sequence[float] | None]


class Solving(Protocol):
    """What a package can solve."""

    def solve(
        self, view: View, heard: Sequence[Given], beliefs: Any, legal: Sequence[Answer],
        *, effort: int, in_time: Callable[[], bool],
    ) -> Chances | None:  # fmt: skip
        """Of each legal answer: how often to give it (any scale), and the chance to win then, or None where only a
        search can tell that. None: search instead.

        It may go by what the seat sees, what it has heard, and its beliefs: `states` that fit all that, their `odds`,
        and `shares`, what it thinks of each player's temper; by `trying` it can have games tried out from worlds of
        its own making. `effort` is how many games a search would try; how much is done must depend on it alone, and
        stop when it is no longer `in_time`.
        """


def to_solve(view: View, *, hides: bool) -> Solving | None:
    """What may solve a question, if anything does.

    A package in which something is laid covered, and solved so that nobody can read it, says by `covers(view)` whether
    that is the question. Who does not hide searches for an answer to it instead.
    """
    solving = solving_of(view.game.package)
    covers = getattr(solving, "covers", None)
    return None if covers and not hides and covers(view) else solving


@cache
def solving_of(package: Package) -> Solving | None:
    """What a game's package can solve, if anything."""
    return cast(Solving, package.module("solving")) if package.has("solving") else None
