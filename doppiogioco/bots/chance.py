"""The bot that leaves everything to chance."""

from __future__ import annotations

from doppiogioco.engine.dealer import Dealer
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given


class RandomBot:
    """Every legal answer is as likely as every other. The same seed at the same point of a match answers the same."""

    def __init__(self, seed: int | str | None = None) -> None:
        """Without a seed nobody can foretell it."""
        self._chance = Dealer(seed)

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:  # noqa: ARG002 (it never looks)
        """One of the legal answers."""
        return legal[self._chance.pick(len(heard), [1] * len(legal))]
