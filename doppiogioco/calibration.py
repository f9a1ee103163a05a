"""How good the beliefs of bots are: what they held likely, beside what was so.

Players who judge at a glance, each with a temper of its own, play whole matches while somebody at every seat listens.
At each question to a listener, every hidden cell that says who is who (`IDENTITY` of a package, else `BELIEVED`) is one
case: how likely the listener held each value, and which it was. Beside our beliefs stand those of two others who heard
the same: one who reads nobody (hard evidence only), and one who was told everybody's temper beforehand, which nobody
can beat by reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import log
from typing import Any, NamedTuple

from .bots.beliefs import Beliefs, manners_of
from .bots.judging import Judge
from .bots.seating import asked
from .bots.thinking import ALIKE, AT_A_GLANCE, AT_RANDOM, TEMPERS
from .engine.compiled import cells, np
from .engine.dealer import Dealer, one_way
from .engine.game import Setup, find
from .engine.match import Match, new
from .engine.state import HIDDEN
from .engine.words import N_
from .pools import pool

BINS = 10  # of how sure somebody was
LEAST = 1e-6  # who held the truth for less likely is charged for this
WORLDS = 1_500  # kept of hidden hands, as `master` does


class Case(NamedTuple):
    """A hidden cell: how likely its likeliest value was held, whether that was the true one, and the charge for how
    likely the true one was held."""

    sure: float
    right: bool
    loss: float


class ToldTempers(Beliefs):
    """Beliefs of somebody who was told every player's temper."""

    def __init__(self, *where: Any, tempers: Sequence[int], **more: Any) -> None:
        super().__init__(*where, **more)
        kinds = np.eye(len(TEMPERS), dtype=np.float32)  # chances too small to be written as a number are none
        self._told = np.concatenate([(1 - LEAST) * kinds[temper] + LEAST * kinds[AT_RANDOM] for temper in tempers])
        self.notes = self._told[None]

    def hear(self, seat: int, answer: int) -> None:
        """There is nothing to learn of how somebody plays."""
        super().hear(seat, answer)
        self.notes[:] = self._told


LISTENERS = (N_("reads"), N_("reads nobody"), N_("was told"))


def listeners(match: Match, seat: int, tempers: Sequence[int]) -> dict[str, Beliefs]:
    """Three who listen at one seat."""
    where: tuple[Any, ...] = match.game.id, match.seats, match.option_bits, seat
    seed = int(one_way("calibration", f"{seat}")[:12], 16)
    limit = WORLDS if match.game.forgets else 20_000
    made = (
        Beliefs(*where, limit=limit, seed=seed),
        Beliefs(*where, limit=limit, seed=seed, reads=False),
        ToldTempers(*where, limit=limit, seed=seed, tempers=tempers),
    )
    return dict(zip(LISTENERS, made, strict=True))


def tempers_at_a_glance(match: Match) -> list[int]:
    """Which tempers those have who judge at a glance; where others remember or plan they are the last ones."""
    manners, stranger = manners_of(match.game.id, plans=True)
    kinds = range(AT_RANDOM + 1, AT_A_GLANCE) if manners == ALIKE else range(AT_A_GLANCE, len(TEMPERS))
    return [kind for kind in kinds if stranger[kind]]


def spots_of(match: Match) -> list[int]:
    """The cells that say who is who."""
    package, state = match.game.package, match.game.state
    names = package.says("IDENTITY", package.says("BELIEVED", ()))
    return [number for name in names for number in range(*state.spans[name].indices(state.width))]


def cases(beliefs: Beliefs, spots: Sequence[int], seen: Sequence[int], truth: Sequence[int]) -> Iterator[Case]:
    """What a listener holds of each cell that it does not see."""
    values = cells(beliefs.states)
    for spot in spots:
        if seen[spot] != HIDDEN:
            continue
        held: dict[int, float] = {}
        for value, odds in zip(values[:, spot].tolist(), beliefs.odds.tolist(), strict=True):
            held[value] = held.get(value, 0.0) + odds
        if len(held) > 1:  # what there is no doubt of says nothing about beliefs
            likeliest = max(held, key=lambda value: held[value])
            yield Case(held[likeliest], likeliest == truth[spot], -log(max(held.get(truth[spot], 0.0), LEAST)))


def match_of(setup: Setup, deal: int) -> dict[str, list[Case]]:
    """One match, with somebody listening at every seat."""
    game, seats, options = setup
    match = new(game, seats, options, seed=f"calibration {deal}")
    lots, known = Dealer(f"tempers {deal}"), tempers_at_a_glance(match)
    tempers = [known[lots.pick(seat, [1] * len(known))] for seat in range(seats)]
    players = [Judge(one_way(f"{deal}", f"bot {seat}"), temper=float(TEMPERS[tempers[seat]])) for seat in range(seats)]
    ears = [listeners(match, seat, tempers) for seat in range(seats)]
    heard, spots = [0] * seats, spots_of(match)
    found: dict[str, list[Case]] = {name: [] for name in LISTENERS}
    while not match.over:
        seat = match.waiting[0]
        view, told = match.view(seat), match.heard(seat)
        for name, beliefs in ears[seat].items():
            for given in told[heard[seat] :]:
                beliefs.hear(*given)
            found[name] += cases(beliefs, spots, view.vector, match.everything().vector)
        heard[seat] = len(told)
        match.play(seat, asked(players[seat], match, seat)())
    return found


class Account(NamedTuple):
    """Of many cases: how far being sure was from being right, the mean charge, how often the likeliest was right."""

    cases: int
    error: float  # expected calibration error
    loss: float
    right: float


def account(found: Sequence[Case]) -> Account:
    """What came of these cases."""
    bins: list[list[Case]] = [[] for _ in range(BINS)]
    for case in found:
        bins[min(int(case.sure * BINS), BINS - 1)].append(case)
    count = len(found)
    off = [abs(sum(case.sure for case in some) - sum(case.right for case in some)) for some in bins]
    loss, right = sum(case.loss for case in found), sum(case.right for case in found)
    return Account(count, sum(off) / count, loss / count, right / count)


def measure(setup: Setup, deals: int, workers: int = 1) -> Iterator[dict[str, list[Case]]]:
    """Match after match of a set-up."""
    find(setup[0])
    play = partial(match_of, setup)
    if workers == 1:
        yield from map(play, range(deals))
        return
    with pool(workers) as processes:
        yield from processes.map(play, range(deals))
