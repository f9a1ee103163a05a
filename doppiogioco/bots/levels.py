"""How strong a bot plays: weaker by shorter thought and a shorter memory, never by silly moves."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_


@dataclass(frozen=True)
class Budget:
    """How hard a bot thinks about an answer. The clock is only a cap: what decides is how many games it tries."""

    worlds: int  # kept at most, where hidden hands are too many to list
    tries: int  # games tried out
    more_worlds: int = 0  # for each player beyond the fourth: every hand makes more of them
    seconds: float = inf
    cores: int = 1  # on which the games are tried out side by side
    glances: int = 3  # answers looked at before one is given in a game that is tried out
    judges: bool = True  # does it expect what tempts at a glance, or any answer as readily as any other?
    deep: bool = True  # does it think about what is asked after its answer, or only of the answer itself?
    reads: bool = True  # does it read others by how they play, or take every world that is possible for as likely?
    solves: bool = True  # what its game's package can solve, instead of searching
    memory: float = inf  # answers after which half is forgotten of what only it saw, where that is shown no more
    plans: bool = True  # does it think of what players mean to do, or judge at a glance in all that it tries out?
    hides: bool = True  # does it mind what can be read of it: in what it lays covered, and between answers as good?


EASY = "easy"  # judges at a glance and remembers nothing
BUDGETS = {
    "medium": Budget(worlds=200, tries=300, seconds=0.02, memory=30, plans=False, hides=False),
    "hard": Budget(worlds=600, tries=8_000, more_worlds=600, seconds=0.25),
    "master": Budget(worlds=1_500, tries=60_000, more_worlds=1_500, seconds=2.0),
}
LEVELS = (EASY, *BUDGETS)
USUAL = "medium"
ADVISES = "hard"  # who gives hints
NAMES = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard"), "master": N_("master")}


def check_level(level: str, known: Collection[str] = LEVELS) -> str:
    """A level, or another kind of bot, that there is."""
    if level not in known:
        raise DoppiogiocoError(N_("no bot {level}; there are {known}"), level=repr(level), known=", ".join(known))
    return level
