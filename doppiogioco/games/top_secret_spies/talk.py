"""What bots say at Top Secret Spies."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.game import View

from .names import agents_in_play
from .words import CLAIMS

FAR_BEHIND, STOP_THE_LEADER = CLAIMS[2], CLAIMS[4]
UNDER_WAY = 12  # spaces that the first has gone before there is anything to talk about
FAR = 8  # spaces


def worth_claiming(view: View) -> Iterator[tuple[str, bool | None]]:
    """Complain of one's own agent, or of whoever leads."""
    agents = agents_in_play(view)
    leader = max(agents, key=lambda agent: view.score[agent])
    mine = [agent for agent in agents if view.owner[agent] == view.seat]
    if not mine or view.score[leader] < UNDER_WAY:
        return
    yield FAR_BEHIND, bool(max(view.score[agent] for agent in mine) <= view.score[leader] - FAR)
    if leader not in mine:
        yield STOP_THE_LEADER, None
