"""Are bots fair? Two matches that a seat cannot tell apart, played side by side: its bot must decide the same in both.

Everything that the seat hears is the same in both; everything it does not hear is drawn anew in each. At every question
to the seat, one bot of the same seed and budget is asked in either match. Answer, chances, chance to win, beliefs,
reasons, what it might say, and how many games it tried must be equal, to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import NamedTuple

from .bots.bot import Bot
from .bots.decision import Decision
from .bots.seating import considered
from .engine.dealer import Dealer, one_way
from .engine.errors import DoppiogiocoError
from .engine.game import Setup, find, label
from .engine.match import Match
from .engine.state import CHANCE
from .engine.words import N_
from .pools import pool

Make = Callable[[str], Bot]  # of a seed
OTHERWISE = 3  # one hidden answer in so many is drawn anew in each match; with more, they part too soon
LONG_ENOUGH = 160  # answers of a match that are looked at
TRIES, WORLDS = 12, 40  # of a bot that thinks: fairness is no matter of how long


class Unfair(DoppiogiocoError):
    """A bot has decided by what its seat cannot know."""


class Pair(NamedTuple):
    """Two matches that a seat cannot tell apart, just before it answers."""

    one: Match
    other: Match
    seat: int

    @property
    def differs(self) -> bool:
        """Is there anything that the seat cannot see and that is not the same?"""
        state = self.one.game.state
        return state.vector(self.one._state) != state.vector(self.other._state)


class Chance:
    """Draws one thing after the other."""

    def __init__(self, seed: str) -> None:
        self._dealer, self._drawn = Dealer(seed), 0

    def choice(self, options: Sequence[int]) -> int:
        """One of them, each as likely as the others."""
        self._drawn += 1
        return options[self._dealer.pick(self._drawn, [1] * len(options))]


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
    """Two matches side by side, at every question to the seat; who asks may let it answer in both."""
    game, chance = find(setup[0]), Chance(f"{label(setup)} {seat} {seed}")
    start = game.start(setup[1], game.option_bits(setup[2]))
    one, other = (Match(game, game.state.copy(start), None) for _ in range(2))
    pair = Pair(one, other, seat)
    while not one.over and len(one.history) < LONG_ENOUGH:
        asked = CHANCE if game.chance_answers(one._state) else chance.choice(one.waiting)
        if asked == seat:
            yield pair
        here, there = (game.possible(match._state, asked) for match in pair[:2])
        answers, both = (chance.choice(here), chance.choice(there)), [answer for answer in here if answer in there]
        heard = game.hears(one._state, asked, seat)
        if heard and not both:  # what is different would show itself now
            return
        if both and (heard or chance.choice(range(OTHERWISE))):
            answers = (chance.choice(both),) * 2
        for match, answer in zip(pair[:2], answers, strict=True):
            match.give(asked, answer)


def compared(setup: Setup, seed: int, make: Make) -> Iterator[bool]:
    """Every position of a pair of matches in which a bot has decided; False where nothing hidden was different."""
    seat = seed % setup[1]
    bots = [make(f"{label(setup)} {seed}") for _ in range(2)]
    for pair in pairs(setup, seat, seed):
        if len(pair.one.legal(seat)) < 2:
            continue
        made = [considered(bot, match, seat)() for bot, match in zip(bots, pair[:2], strict=True)]
        here, there = (replace(one, beliefs=None) for one in made)
        if here != there:
            raise Unfair(
                N_("{setup}, game {seed}, after {n} answers: the bot decides by what it cannot know ({parts})"),
                setup=label(setup), seed=seed, n=len(pair.one.history), parts=", ".join(different(here, there)),
            )  # fmt: skip
        yield pair.differs


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
