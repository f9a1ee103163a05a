"""What bots say at Agent Avenue."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.game import View

from .cards import Agent
from .state import Ask
from .words import CLAIMS

TAKE_THE_OPEN_ONE, NOT_THE_MOLE, WOULD_I = CLAIMS[2], CLAIMS[3], CLAIMS[4]


def worth_claiming(view: View) -> Iterator[tuple[str, bool | None]]:
    """While the others choose between one's own two cards."""
    if view.ask == Ask.RECRUIT and view.coverer == view.seat:
        yield NOT_THE_MOLE, bool(view.covered != Agent.MOLE)
        yield TAKE_THE_OPEN_ONE, None
        yield WOULD_I, None
