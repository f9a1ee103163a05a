"""What bots say at Spywhere."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.game import View

from .cards import NATIONS
from .words import CLAIMS

TO_MISLEAD, NEVER_BEEN_THERE = CLAIMS[0], CLAIMS[2]
CONSPICUOUS = 2  # cards of one nation that everybody has seen somebody take


def worth_claiming(view: View) -> Iterator[tuple[str, bool | None]]:
    """Explain away what everybody has seen one take."""
    seen = view.known[view.seat]
    most = max(range(NATIONS), key=lambda nation: seen[nation])
    if seen[most] >= CONSPICUOUS:
        foreign = not view.passport[view.seat][most]
        yield TO_MISLEAD, foreign
        yield NEVER_BEEN_THERE, foreign
