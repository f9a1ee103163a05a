"""What a bot decides, and why: plain numbers, so that they can travel between processes and be put into words later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from doppiogioco.engine.match import Answer


class Suspicion(NamedTuple):
    """How likely it is that a cell which the seat does not see has some value."""

    name: str  # of the field,
    at: tuple[int, ...]  # and where in it
    value: int
    odds: float


class Reason(NamedTuple):
    """What somebody answered, in one go or as a claim, and how it moved a suspicion."""

    seat: int
    first: int  # the number of their first answer, among all that were heard,
    last: int  # and of their last one; for a claim, the answers heard before it
    claim: str  # what they said, where it was no answer
    name: str
    at: tuple[int, ...]
    value: int
    before: float  # how likely it was,
    after: float  # and became

    @property
    def factor(self) -> float:
        """How many times as likely it became."""
        return self.after / self.before


@dataclass(frozen=True)
class Decision:
    """An answer and what led to it."""

    answer: Answer
    chances: dict[Answer, float]  # how often it would give each answer
    win: float | None  # its chance to win, as it thinks
    wins: dict[Answer, float] = field(default_factory=dict)  # after each answer that it has tried
    beliefs: Any = None
    suspicions: tuple[Suspicion, ...] = ()  # what it believes of what it cannot see, the likeliest first
    reasons: tuple[Reason, ...] = ()  # which answer of whom moved which of them, the strongest first

    claims: tuple[tuple[str, float], ...] = ()  # what it might say of itself, and how likely that is to it
    doubts: tuple[int, ...] = ()  # whose latest claim it finds incredible
    tries: int = 0  # games it has tried out
    sure: dict[Answer, float] = field(default_factory=dict)  # after some answers, how sure who only watches would be
    # of what it hides

    def best(self, count: int = 3) -> list[Answer]:
        """The answers it would most often give, the first of them first."""
        return sorted(self.chances, key=lambda one: (-self.chances[one], -self.wins.get(one, 0.0), int(one)))[:count]
