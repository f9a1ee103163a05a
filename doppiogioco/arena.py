"""The arena: bots against bots, on equal deals and in every seat, so that what differs is how they play.

A challenger sits at one seat, or at all seats of one side where partners play together, and opponents at the others.
Every deal is played from each seat, with the same seed of the dealer. What is reported is the challenger's share of the
wins, divided where several win together, with a 95 % interval over deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import inf, log10, sqrt
from typing import Any, NamedTuple

from doppiogioco.bots import bot
from doppiogioco.bots.seating import asked
from doppiogioco.engine.dealer import one_way
from doppiogioco.engine.match import Match, new

STANDARD_ERRORS = 1.96  # of a 95 % interval


class Contest(NamedTuple):
    """One challenger, or one side of them, against the same opponents everywhere else."""

    game: str
    seats: int
    options: tuple[tuple[str, bool], ...]
    challenger: str
    opponents: str


class Played(NamedTuple):
    """A deal from every seat: the challenger's mean share of the wins, the share it would have by its seats, and in how
    many of the games it was among those who won."""

    share: float
    fair: float
    won: float


def mean(played: Sequence[Played]) -> Played:
    """Of games or of deals."""
    return Played(*(sum(column) / len(played) for column in zip(*played, strict=True)))


@dataclass(frozen=True)
class Result:
    """How a contest went, deal by deal."""

    contest: Contest
    deals: tuple[Played, ...]

    @cached_property
    def mean(self) -> Played:
        """Over all deals."""
        return mean(self.deals)

    @property
    def error(self) -> float:
        """Half of the 95 % interval; deals, not games, are what is independent."""
        count = len(self.deals)
        if count < 2:
            return inf
        spread = sum((deal.share - self.mean.share) ** 2 for deal in self.deals) / (count - 1)
        return STANDARD_ERRORS * sqrt(spread / count)

    @property
    def rating(self) -> float:
        """By how many points the challenger is rated above its opponents: 400 for ten times their odds of winning.

        Who has won or lost everything is taken to have done otherwise in half a game.
        """
        least = 0.5 / (len(self.deals) * self.contest.seats)
        share, fair = min(max(self.mean.share, least), 1 - least), self.mean.fair
        return 400 * log10(share / (1 - share) * (1 - fair) / fair)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        game, seats, options, challenger, opponents = self.contest
        return {
            "game": game, "seats": seats, "options": dict(options), "challenger": challenger, "opponents": opponents,
            "deals": len(self.deals), "games": len(self.deals) * seats, **self.mean._asdict(),
            "error": self.error, "rating": self.rating,
        }  # fmt: skip


def side_of(match: Match, seat: int) -> tuple[int, ...]:
    """The seats that play together with this one, itself included."""
    if "side" not in match.game.state.fields:
        return (seat,)
    side = match.view(seat).side
    return tuple(other for other in range(match.seats) if side[other] == side[seat])


def game_of(contest: Contest, deal: int, seat: int) -> Played:
    """One game, with the challenger at this seat and at those of its partners."""
    seed = f"arena {deal}"
    match = new(contest.game, contest.seats, dict(contest.options), seed)
    side = side_of(match, seat)
    bots = {}
    for other in range(contest.seats):
        level = contest.challenger if other in side else contest.opponents
        bots[other] = bot(contest.game, level, one_way(seed, f"bot {other}"))
    while not match.over:
        asks = match.waiting[0]
        match.play(asks, asked(bots[asks], match, asks)())
    assert match.outcome
    winners, fair = match.outcome.winners, len(side) / contest.seats
    ours = sum(winner in side for winner in winners)
    return Played(ours / len(winners) if winners else fair, fair, float(ours > 0))


def deal_of(work: tuple[Contest, int]) -> Played:
    """One deal from every seat."""
    contest, deal = work
    return mean([game_of(contest, deal, seat) for seat in range(contest.seats)])


def play(contest: Contest, deals: int, *, workers: int = 1) -> Iterator[Played]:
    """Deal after deal; by iterations the same whatever the number of workers, only time can make a difference."""
    work = [(contest, deal) for deal in range(deals)]
    if workers == 1:
        yield from map(deal_of, work)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(deal_of, work)
