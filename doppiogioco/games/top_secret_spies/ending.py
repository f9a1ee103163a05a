"""The end of the game (6)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .agents import best_agent
from .cards import COLOURS
from .dossier import pay_dossiers
from .state import DOSSIER, Reason


@rule
def finish(s: Cells) -> None:
    """Give second agents back, pay the dossiers, find the farthest marker (6, 8.11, 9.4)."""
    for agent in range(COLOURS):
        if s.owner[agent] != NOBODY and best_agent(s, s.owner[agent]) != agent:
            s.returned_by[agent], s.owner[agent], s.rank[agent] = s.owner[agent], NOBODY, 0
    if s.filed:
        pay_dossiers(s)
    most, winners = top(s), 0
    for seat in range(s.seats):
        if total(s, seat) == most:
            winners += 1
    s.reason = Reason.FREE_AGENT if winners == 0 else (Reason.FARTHEST if winners == 1 else Reason.SHARED)


@rule
def total(s: Cells, seat: int) -> int:
    """A seat's marker with what its dossier paid."""
    agent = best_agent(s, seat)
    return s.bonus[seat] + (s.score[agent] if agent != NOBODY else 0)


@rule
def top(s: Cells) -> int:
    """How far one must be to win: level with free agents too (6.3), but with dossiers only with players (9.4)."""
    most = 0 if s.options & DOSSIER else max(s.score)
    for seat in range(s.seats):
        most = max(most, total(s, seat))
    return most


@rule
def scores(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = total(s, seat)


@rule
def returns(s: Cells, out: list[int]) -> None:
    most = top(s)
    for seat in range(s.seats):
        out[seat] = 1 if total(s, seat) == most else -1
