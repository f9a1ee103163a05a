"""Tempers: what makes bots of the same level different people. None of them makes anybody a weaker player.

A temper shows in what a bot prefers among answers that it finds about as good (what tempts at a glance, or what gives
less away of who it is, see `hiding`), how often it speaks, and how readily it lies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from doppiogioco.engine.words import N_

NEAR = 0.02  # chances to win that are as good as equal
STEP = 10.0  # by so much an answer must tempt more to be clearly preferred (see `appeal` in engine/hooks.py)
SURER = 0.05  # by so much it must give less away for the same


@dataclass(frozen=True)
class Temper:
    """How somebody is."""

    name: str  # in words, for a `Voice` to tell
    lean: float = 0.0  # towards what tempts at a glance, or, below 0, away from it
    hides: float = 1.0  # how much it minds that an answer would tell who it is
    lies: float = 0.25  # how many of its claims are none of the truth
    talks: float = 0.2  # of the turns in which there would be something to say

    def pull(self, appeal: float, sure: float) -> float:
        """How strongly an answer pulls among those that are as good: by how it tempts, and how sure somebody who
        only watches would be after it of what the player hides."""
        return self.lean * appeal / STEP - self.hides * sure / SURER


EVEN = Temper(N_("even-tempered"))
TEMPERS = {
    "cautious": Temper(N_("cautious"), lean=-1.0, hides=1.5, lies=0.15, talks=0.15),
    "bold": Temper(N_("bold"), lean=1.0, hides=0.0, lies=0.4, talks=0.25),
    "talkative": Temper(N_("talkative"), lean=0.5, hides=0.5, lies=0.3, talks=0.6),
    "sly": Temper(N_("sly"), lean=-0.5, hides=2.0, lies=0.6, talks=0.35),
    "honest": Temper(N_("honest"), hides=0.5, lies=0.0, talks=0.3),
    "quiet": Temper(N_("quiet"), lean=-0.5, hides=1.5, lies=0.2, talks=0.05),
}
CAST = {
    "Volpe": "sly", "Gufo": "quiet", "Lince": "cautious", "Corvo": "talkative", "Faina": "sly", "Vipera": "bold",
    "Airone": "honest", "Lupo": "bold",
}  # fmt: skip


def drawn_by_name(name: str, what: str, count: int) -> int:
    """A number below `count` that always belongs to this name."""
    return int.from_bytes(hashlib.sha256(f"{what} {name}".encode()).digest()[:4], "big") % count


def temper_of(name: str) -> str:
    """The temper of the bot with this name."""
    return CAST.get(name) or list(TEMPERS)[drawn_by_name(name, "temper", len(TEMPERS))]


def temper(name: str) -> Temper:
    """A temper; without a name, an even one."""
    return TEMPERS[name] if name else EVEN


def near_best(tickets: Sequence[int], wins: Sequence[float | None]) -> list[int]:
    """Which answers are as good as the best; `wins` holds the chance to win after each, None where it was not tried."""
    tried = [win for win, count in zip(wins, tickets, strict=True) if win is not None and count]
    least = max(tried, default=0.0) - NEAR
    return [i for i, win in enumerate(wins) if win is not None and win >= least and tickets[i]]


def dealt_out(tickets: Sequence[int], pulls: Mapping[int, float]) -> list[int]:
    """The same tickets, but those of some answers are dealt out anew among them: the more an answer pulls the more."""
    most, whole = max(pulls.values(), default=0.0), list(tickets)
    strength = {i: tickets[i] * exp(pull - most) for i, pull in pulls.items()}
    total, shares = sum(tickets[i] for i in pulls), sum(strength.values())
    for i, share in strength.items():
        whole[i] = max(1, round(total * share / shares))
    return whole
