"""What a bot is: somebody who sees what a seat sees, has heard what it heard, and picks one of its legal answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given

from .decision import Decision
from .talk import Claim


class Bot(Protocol):
    """A player that is a program. It never gets a match, so it cannot look at what its seat may not see."""

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        """One of the legal answers."""
        ...


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can say why."""

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        """An answer with its reasons."""
        ...


@runtime_checkable
class Hearing(Protocol):
    """A bot that minds what is said at the table."""

    def overhear(self, said: Sequence[Claim], public: Sequence[Given]) -> None:
        """Before it is asked: what everybody has claimed so far, and the answers as who only watches heard them."""
        ...
