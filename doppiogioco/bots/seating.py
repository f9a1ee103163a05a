"""Bots at a table: one for each seat and match, made so that it cannot know the deal, and when they may answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from doppiogioco.engine.dealer import one_way
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given, Match
from doppiogioco.engine.state import CHANCE

from .bot import Adviser, Bot, Hearing
from .decision import Decision
from .levels import USUAL
from .talk import Claim, Speaker
from .tempers import temper

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
        return asked(self[seat], match, seat)()

    def considered(self, match: Match, seat: int, said: Sequence[Claim]) -> Callable[[], Decision]:
        """The decision of a seat's bot, still to be thought out: a thread can do it while the match goes on."""
        return considered(self[seat], match, seat, said)

    def speaker(self, seat: int) -> Speaker | None:
        """Who speaks for the bot of a seat; one that does not listen does not speak either."""
        own = seed_of(self._seed, seat)
        return Speaker(own, temper(self._temper(seat)), seat) if isinstance(self[seat], Hearing) else None


def seed_of(seed: int | str, seat: int) -> str:
    """The own seed of the bot of a seat, from which nobody finds the dealer's."""
    return one_way(seed, f"bot {seat}")


def handed(match: Match, seat: int) -> tuple[View, list[Given], list[Answer]]:
    """All that a bot is ever handed of a match: what its seat sees, has heard and may answer."""
    return match.view(seat), match.heard(seat), match.legal(seat)


def asked(bot: Bot, match: Match, seat: int) -> Callable[[], Answer]:
    """A bot about to answer."""
    return partial(bot.choose, *handed(match, seat))


def considered(bot: Bot, match: Match, seat: int, said: Sequence[Claim] = ()) -> Callable[[], Decision]:
    """The same for a bot that is to say why, if it can; it also hears what was said at the table."""
    if isinstance(bot, Hearing):
        bot.overhear(said, match.heard(None))
    return partial(decided, bot, *handed(match, seat))


def decided(bot: Bot, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
    """What a bot decides: with its reasons, or the bare answer of one that has none."""
    if len(legal) > 1 and isinstance(bot, Adviser):
        return bot.consider(view, heard, legal)
    answer = bot.choose(view, heard, legal)
    return Decision(answer, {answer: 1.0}, None)


def may_answer(match: Match, bots: Collection[int], people: Collection[int]) -> list[int]:
    """The seats whose bots are to answer now. What partners decide together is left to the people among them."""
    if match.first_come and any(seat in people for seat in match.waiting):
        return []
    return [seat for seat in match.waiting if seat in bots]


def silent_long_enough(match: Match, seat: int, said: Sequence[Claim]) -> bool:
    """May a bot speak again? Once a turn at most, and never twice before everybody could have answered."""
    last = max((claim.after for claim in said if claim.seat == seat), default=None)
    if last is None:
        return True
    since = [given.seat for given in match.history[last:] if given.seat != CHANCE]
    return len(since) >= 2 * match.seats and any(other != seat for other in since)
