"""Moving agents, scoring and the safe (3 to 5)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import COLOURS, FINISH, RUINS, WORTH
from .dossier import file_dossiers
from .ending import finish
from .state import Ask, plays


@rule
def move(s: Cells, agent: int, building: int) -> None:
    """An agent that really moves may come to the safe or to the ruins, and leaves them if it was there (4.2, 7.12)."""
    if s.at[agent] != building:
        s.at[agent] = building
        bit = 1 << agent
        s.guests = s.guests | bit if building == s.safe else s.guests & ~bit
        s.arrived = s.arrived | bit if building == RUINS else s.arrived & ~bit


@rule
def settle(s: Cells) -> None:
    """Score if an agent came to the safe and is still there, then hide the safe anew; else pass the die (5)."""
    s.card, s.asked = NOBODY, NOBODY
    if s.guests == 0:
        pass_die(s)
        return
    s.ask = Ask.STASH
    for agent in range(COLOURS):
        if plays(s, agent):
            s.score[agent] = max(0, s.score[agent] + WORTH[s.at[agent]])
            if s.score[agent] >= FINISH:
                s.ask = Ask.OVER
    if s.ask == Ask.OVER:
        finish(s)
    elif file_dossiers(s):
        s.ask = Ask.ENTRY


@rule
def pass_die(s: Cells) -> None:
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0  # not by division, which is slower
    s.ask, s.guests, s.arrived, s.last, s.asked = Ask.ROLL, 0, 0, NOBODY, NOBODY
    s.card, s.named, s.where, s.quiet, s.played = NOBODY, NOBODY, NOBODY, 0, 0
