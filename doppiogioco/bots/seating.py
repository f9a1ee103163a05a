"""Bots at a table: one for each seat and match, made so that it cannot know the deal, and when they may answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from doppiogioco.engine.dealer import one_way
from doppiogioco.engine.match import Answer, Match

from .bot import Adviser, Bot
from .decision import Decision
from .levels import USUAL

Make = Callable[[str, str, str], Bot]  # of a seed, a level and a temper


class Bots:
    """The bots of one match. Each stays the same to the end, so it may remember; none is handed the dealer's seed."""

    def __init__(
        self, make: Make, seed: int | str, level: Callable[[int], str] = lambda _: USUAL,
        temper: Callable[[int], str] = lambda _: "",
    ) -> None:  # fmt: skip
        """`level` tells how strong the bot of a seat is to play, `temper` how it is besides."""
        self._make, self._seed, self._level, self._temper = make, seed, level, temper
        self._bots: dict[int, Bot] = {}

    def __getitem__(self, seat: int) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = self._make(seed_of(self._seed, seat), self._level(seat), self._temper(seat))
        return self._bots[seat]

    def choose(self, match: Match, seat: int) -> Answer:
        """What the bot of a seat answers."""
        return self.asked(match, seat)()

    def asked(self, match: Match, seat: int) -> Callable[[], Answer]:
        """The answer of a seat's bot, still to be thought out: a thread can do it while the match goes on."""
        return asked(self[seat], match, seat)


def seed_of(seed: int | str, seat: int) -> str:
    """The own seed of the bot of a seat, from which nobody finds the dealer's."""
    return one_way(seed, f"bot {seat}")


def asked(bot: Bot, match: Match, seat: int) -> Callable[[], Answer]:
    """A bot about to answer. It is handed what its seat sees, has heard and may answer, and nothing else."""
    return partial(bot.choose, match.view(seat), match.heard(seat), match.legal(seat))


def considered(bot: Adviser, match: Match, seat: int) -> Callable[[], Decision]:
    """The same for a bot that is to say why."""
    return partial(bot.consider, match.view(seat), match.heard(seat), match.legal(seat))


def may_answer(match: Match, bots: Collection[int], people: Collection[int]) -> list[int]:
    """The seats whose bots are to answer now. What partners decide together is left to the people among them."""
    if match.first_come and any(seat in people for seat in match.waiting):
        return []
    return [seat for seat in match.waiting if seat in bots]
