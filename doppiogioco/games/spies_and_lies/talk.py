"""What bots say at Spies & Lies."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.game import View

from .cards import Soldier
from .state import Ask
from .words import CLAIMS

THE_SERGEANT, MAYBE_A_BOMB = CLAIMS[1], CLAIMS[4]


def worth_claiming(view: View) -> Iterator[tuple[str, bool | None]]:
    """While others guess at one's own card: what it might be."""
    if view.ask == Ask.GUESS and view.owner[view.target][view.mission] == view.seat:
        card = view.row[view.target][view.mission]
        yield THE_SERGEANT, bool(card == Soldier.SERGEANT)
        yield MAYBE_A_BOMB, bool(card == Soldier.BOMB)
