"""The bot that judges at a glance: what tempts it more it does more often."""

from __future__ import annotations

from math import exp

from doppiogioco.engine.dealer import Dealer
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given

from .decision import Decision

TICKETS = 10_000  # of the most tempting answer; an answer with none is never given


class Judge:
    """It takes each legal answer for what it looks like (`appeal`), and is the harder to read the warmer its temper.

    The same seed at the same point of a match answers the same.
    """

    def __init__(self, seed: int | str | None = None, *, temper: float = 3.0) -> None:
        """With a temper of 3 an answer that is 10 less tempting is given one time in 28; with 0, never."""
        self._chance, self._temper = Dealer(seed), temper

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        """One of the legal answers."""
        return legal[self._chance.pick(len(heard), self._all_tickets(view, legal))]

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        """The same answer, with how often it would give each; a glance tells nothing of the chance to win."""
        tickets = self._all_tickets(view, legal)
        chances = {one: count / sum(tickets) for one, count in zip(legal, tickets, strict=True)}
        return Decision(legal[self._chance.pick(len(heard), tickets)], chances, None)

    def _all_tickets(self, view: View, legal: list[Answer]) -> list[int]:
        appeals = [view.game.appeal(view.cells, view.seat, int(answer)) for answer in legal]
        return [self._tickets(max(appeals) - appeal) for appeal in appeals]

    def _tickets(self, less: float) -> int:
        if not self._temper:
            return int(less == 0)
        return round(TICKETS * exp(-less / self._temper))
