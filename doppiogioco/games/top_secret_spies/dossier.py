"""The secret dossier: who plays which agent, written down before the end (9)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import COLOURS, DOSSIER_AT, DOSSIER_PAY
from .state import DOSSIER, plays


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
def pay_dossiers(s: Cells) -> None:
    """Each right entry pays; an agent given back is nobody's (9.4)."""
    for seat in range(s.seats):
        for agent in range(COLOURS):
            entry = s.dossier[seat][agent]
            if plays(s, agent) and entry != seat and entry == s.owner[agent]:
                s.bonus[seat] += DOSSIER_PAY
