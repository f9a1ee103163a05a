"""Players that are programs: four levels, and two that others are measured against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from doppiogioco.engine.game import find

from .bot import Bot
from .chance import RandomBot
from .judging import Judge
from .levels import BUDGETS, EASY, LEVELS, USUAL, check_level

__all__ = ["BUDGETS", "EASY", "KINDS", "LEVELS", "USUAL", "Bot", "Judge", "RandomBot", "bot"]

KINDS: dict[str, Callable[[int | str | None], Bot]] = {
    "random": RandomBot,
    "greedy": lambda seed: Judge(seed, temper=0.0),
    EASY: Judge,
}


def bot(game: str, level: str = USUAL, seed: int | str | None = None, *, temper: str = "", cores: int = 1) -> Bot:
    """A player for one seat of one match: of a level, or `random` or `greedy` (always what tempts most at a glance).

    The number of seats and the options come from what it is shown. Every level but the first needs compiled rules.
    A temper (`tempers.TEMPERS`) decides between answers that are about as good. On several cores it tries its games
    sooner, or more of them before its time is up; another number of cores may lead to another answer.
    """
    find(game)
    check_level(level, (*LEVELS, *(name for name in KINDS if name not in LEVELS)))
    if level in KINDS:
        return KINDS[level](seed)
    from .thinker import Thinker  # needs Numba, which takes a while to load

    return Thinker(seed, budget=replace(BUDGETS[level], cores=cores), temper=temper)
