"""Whose agent is whose."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import COLOURS


@rule
def agents_of(s: Cells, seat: int) -> int:
    count = 0
    for agent in range(COLOURS):
        if s.owner[agent] == seat:
            count += 1
    return count


@rule
def own(s: Cells, seat: int, agent: int) -> None:
    s.rank[agent] = agents_of(s, seat)
    s.owner[agent] = seat
    if s.rank[agent] < s.signed[seat]:  # dealt again: it was this seat's when the dossiers were written
        s.dossier[seat][agent] = seat


@rule
def best_agent(s: Cells, seat: int) -> int:
    """The agent that counts for a seat: its farthest, of equals the one received first (8.11)."""
    best = NOBODY
    for agent in range(COLOURS):
        if s.owner[agent] == seat:
            if (
                best == NOBODY
                or s.score[agent] > s.score[best]
                or (s.score[agent] == s.score[best] and s.rank[agent] < s.rank[best])
            ):
                best = agent
    return best
