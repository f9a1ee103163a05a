"""Whose agent is whose: the secret dossier (9) and the end of the game (6)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import COLOURS, DOSSIER_AT, DOSSIER_PAY
from .state import DOSSIER, Reason, plays


@rule
def unwritten(s: Cells) -> int:
    """The seats whose dossier is not finished: one entry for each opponent (9.3)."""
    seats = 0
    for seat in range(s.seats):
        if s.written[seat] < s.seats - 1:
            seats |= 1 << seat
    return seats


@rule
def entries(s: Cells, seat: int) -> int:
    """How many opponents a dossier names."""
    count = 0
    for agent in range(COLOURS):
        if s.dossier[seat][agent] != NOBODY and s.dossier[seat][agent] != seat:
            count += 1
    return count


@rule
def next_opponent(s: Cells, seat: int) -> int:
    """Whose agent a dossier names next: the opponents clockwise."""
    return (seat + 1 + entries(s, seat)) % s.seats


@rule
def write(s: Cells, seat: int, agent: int) -> None:
    s.dossier[seat][agent] = next_opponent(s, seat)


@rule
def file_dossiers(s: Cells) -> bool:
    """The first marker on 29 or beyond makes everybody write; an own agent is marked, not written (9.1, 9.3)."""
    if s.options & DOSSIER == 0 or s.filed or max(s.score) < DOSSIER_AT:
        return False
    s.filed = 1
    for seat in range(s.seats):
        s.signed[seat] = s.held_agents[seat]
    for agent in range(COLOURS):
        if s.owner[agent] != NOBODY:
            s.dossier[s.owner[agent]][agent] = s.owner[agent]
    return True


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
def finish(s: Cells) -> None:
    """Give second agents back, pay the dossiers, find the farthest marker (6, 8.11, 9.4)."""
    for agent in range(COLOURS):
        if s.owner[agent] != NOBODY and best_agent(s, s.owner[agent]) != agent:
            s.returned_by[agent], s.owner[agent], s.rank[agent] = s.owner[agent], NOBODY, 0
    if s.filed:
        for seat in range(s.seats):
            for agent in range(COLOURS):
                entry = s.dossier[seat][agent]
                if plays(s, agent) and entry != seat and entry == s.owner[agent]:
                    s.bonus[seat] += DOSSIER_PAY
    most, winners = top(s), 0
    for seat in range(s.seats):
        if total(s, seat) == most:
            winners += 1
    s.reason = Reason.FREE_AGENT if winners == 0 else (Reason.FARTHEST if winners == 1 else Reason.SHARED)


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
