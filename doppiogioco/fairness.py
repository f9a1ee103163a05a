"""Are bots fair? Two matches that a seat cannot tell apart, played side by side: its bot must decide the same in both.

Everything that the seat hears is the same in both; everything it does not hear is drawn anew in each. At every question
to the seat, one bot of the same seed and budget is asked in either match. Answer, chances, chance to win, beliefs,
reasons, what it might say, and how many games it tried must be equal, to the last digit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from math import inf

from .bots.bot import Bot
from .bots.decision import Decision
from .bots.seating import considered
from .doors.pairs import OTHERWISE, Pair, alike, differ
from .engine.dealer import one_way
from .engine.errors import DoppiogiocoError
from .engine.game import Setup, find, label
from .engine.match import Match
from .engine.words import N_
from .pools import pool

Make = Callable[[str], Bot]  # of a seed
LOOKED_AT = 160  # answers of a match
TRIES, WORLDS = 12, 40  # of a bot that thinks: fairness is no matter of how long


class Unfair(DoppiogiocoError):
    """A bot has decided by what its seat cannot know."""


def judge(seed: str) -> Bot:
    """A bot that judges at a glance, the same for every level until a game is compiled."""
    from .bots import Judge

    return Judge(seed)


def thinker(seed: str) -> Bot:
    """A bot that thinks, with a budget that only iterations bound: a clock would make a difference of its own."""
    from .bots.levels import Budget
    from .bots.thinker import Thinker

    forgets = int(one_way(seed, "memory")[:2], 16) % 2  # in every other match: who forgets solves less
    budget = Budget(worlds=WORLDS, tries=TRIES, memory=30 if forgets else inf)
    return Thinker(seed, budget=budget, temper="sly")


def pairs(setup: Setup, seat: int, seed: int) -> Iterator[Pair]:
    """Two matches side by side, at every question to the seat."""
    game, chance = find(setup[0]), random.Random(f"{label(setup)} {seat} {seed}")  # noqa: S311
    start = game.start(setup[1], game.option_bits(setup[2]))
    pair = Pair(*(Match(game, game.state.copy(start), None) for _ in range(2)))
    for asked, here, there in islice(alike(pair, seat, chance, OTHERWISE), LOOKED_AT):
        if asked == seat:
            yield pair
        pair.one.give(asked, here)
        pair.other.give(asked, there)


def compared(setup: Setup, seed: int, make: Make) -> Iterator[bool]:
    """Every position of a pair of matches in which a bot has decided; False where nothing hidden was different."""
    seat = seed % setup[1]
    bots = [make(f"{label(setup)} {seed}") for _ in range(2)]
    for pair in pairs(setup, seat, seed):
        if len(pair.one.legal(seat)) < 2:
            continue
        made = [considered(bot, match, seat)() for bot, match in zip(bots, pair, strict=True)]
        here, there = (replace(one, beliefs=None) for one in made)
        if here != there:
            raise Unfair(
                N_("{setup}, game {seed}, after {n} answers: the bot decides by what it cannot know ({parts})"),
                setup=label(setup), seed=seed, n=len(pair.one.history), parts=", ".join(different(here, there)),
            )  # fmt: skip
        yield differ(pair)


def different(one: Decision, other: Decision) -> list[str]:
    """In what two decisions differ."""
    return [name for name in one.__dataclass_fields__ if getattr(one, name) != getattr(other, name)]


def positions(setup: Setup, wanted: int, make: Make = thinker) -> Counter[str]:
    """So many positions of a set-up in which something hidden was different, and how many matches that took."""
    done: Counter[str] = Counter()
    while done["positions"] < wanted:
        for differs in compared(setup, done["matches"], make):
            done["positions" if differs else "alike"] += 1
            if done["positions"] == wanted:
                break
        done["matches"] += 1
    return done


def prove(
    setups: list[Setup], each: int, make: Make = thinker, workers: int = 1
) -> Iterator[tuple[Setup, Counter[str]]]:
    """The same for many set-ups, as each is done; raises `Unfair` at the first bot that is."""
    work = partial(positions, wanted=each, make=make)
    if workers == 1:
        yield from zip(setups, map(work, setups), strict=True)
        return
    with pool(workers) as processes:
        yield from zip(setups, processes.map(work, setups), strict=True)
