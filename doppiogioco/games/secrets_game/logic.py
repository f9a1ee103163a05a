"""A player of Secrets who deduces everything, believes nobody and never lies: one of the arena's frozen league.

It keeps every deal of tokens that fits what it has heard, as likely as chance makes it, and gives the answer after
which its side would have the best points on average, if whoever is asked next answered either way as often.
"""

from __future__ import annotations

from doppiogioco.engine.compiled import cells
from doppiogioco.engine.dealer import Dealer, one_way
from doppiogioco.engine.game import View, find
from doppiogioco.engine.match import Answer, Given
from doppiogioco.engine.state import CHANCE, Cells
from doppiogioco.engine.worlds import Worlds

from .cards import Side
from .rules import Ask, Choice, apply, legal, points, team, weight

GAME = "secrets"
LIMIT = 5_000  # worlds it keeps
LOOKS = 24  # worlds in which it tries an answer
FAR = 99  # more than anybody's points


class Logic:
    """One seat of one match."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._chance = Dealer(seed)
        self._worlds: Worlds | None = None
        self._heard = 0

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        """One of the legal answers; of what it offers it says the truth."""
        if self._worlds is None:
            seed = int(one_way(self._chance.seed, "worlds")[:12], 16)
            self._worlds = Worlds(GAME, view.seats, view.options, view.seat, limit=LIMIT, seed=seed)
        for given in heard[self._heard :]:
            self._worlds.hear(*given)
        self._heard = len(heard)
        if view.ask == Ask.CLAIM:
            return next(answer for answer in legal if answer == view.offer)
        drawn = [find(GAME).state.plain(row.tolist()) for row in cells(self._worlds.draw(LOOKS))]
        worth = {answer: sum(tried(world, view.seat, int(answer)) for world in drawn) for answer in legal}
        best = [int(worth[answer] == max(worth.values())) for answer in legal]
        return legal[self._chance.pick(len(heard), best)]


def tried(world: Cells, seat: int, answer: int) -> float:
    """How good the table is for a seat after an answer of its, in a world."""
    table = find(GAME).state.copy(world)
    apply(table, seat, answer)
    return foreseen(table, seat)


def foreseen(s: Cells, seat: int) -> float:
    """How good the table is for a seat once the offer on it is taken or not; what an effect will do is left out."""
    copy = find(GAME).state.copy
    match s.ask:
        case Ask.TARGET:
            return max(tried(s, seat, other) for other in range(s.seats) if legal(s, seat, other))
        case Ask.CLAIM:
            return answered(copy(s), s.active, s.offer, seat)
        case Ask.UN:
            return answered(copy(s), s.un, Choice.NO, seat)
        case Ask.REPLY:
            return sum(answered(copy(s), s.target, choice, seat) for choice in Choice) / len(Choice)
        case Ask.REVEAL | Ask.LOOK:
            certain = next(a for a in range(len(s.deck)) if weight(s, a))
            return answered(copy(s), CHANCE, certain, seat)
    return standing(s, seat)


def answered(s: Cells, who: int, answer: int, seat: int) -> float:
    """The same after somebody's answer."""
    apply(s, who, answer)
    return foreseen(s, seat)


def standing(s: Cells, seat: int) -> float:
    """By how many points a seat's side is ahead; a hippie's, by how many less it has than anybody (6.4)."""
    side = s.token[seat]
    if side == Side.HIPPIE:
        return min(points(s, other) if other != seat else FAR for other in range(s.seats)) - points(s, seat)
    return team(s, side) - team(s, Side.KGB if side == Side.CIA else Side.CIA)
