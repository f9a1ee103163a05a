"""Bots at a table: one for each seat and match, made so that it cannot know the deal, and when they may answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from doppiogioco.engine.dealer import one_way
from doppiogioco.engine.match import Answer, Match

from .bot import Bot
from .levels import USUAL

Make = Callable[[str, str], Bot]  # of a seed and a level


class Bots:
    """The bots of one match. Each stays the same to the end, so it may remember; none is handed the dealer's seed."""

    def __init__(self, make: Make, seed: int | str, level: Callable[[int], str] = lambda _: USUAL) -> None:
        """`level` tells how strong the bot of a seat is to play."""
        self._make, self._seed, self._level = make, seed, level
        self._bots: dict[int, Bot] = {}

    def __getitem__(self, seat: int) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = self._make(one_way(self._seed, f"bot {seat}"), self._level(seat))
        return self._bots[seat]

    def choose(self, match: Match, seat: int) -> Answer:
        """What the bot of a seat answers."""
        return self.asked(match, seat)()

    def asked(self, match: Match, seat: int) -> Callable[[], Answer]:
        """The answer of a seat's bot, still to be thought out: a thread can do it while the match goes on."""
        return asked(self[seat], match, seat)


def asked(bot: Bot, match: Match, seat: int) -> Callable[[], Answer]:
    """A bot about to answer. It is handed what its seat sees, has heard and may answer, and nothing else."""
    return partial(bot.choose, match.view(seat), match.heard(seat), match.legal(seat))


def may_answer(match: Match, bots: Collection[int], people: Collection[int]) -> list[int]:
    """The seats whose bots are to answer now. What partners decide together is left to the people among them."""
    if match.first_come and any(seat in people for seat in match.waiting):
        return []
    return [seat for seat in match.waiting if seat in bots]
