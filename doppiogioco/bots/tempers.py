"""Tempers: what makes bots of the same level different people. None of them makes anybody a weaker player.

A temper shows in what a bot prefers among answers that it finds about as good, how often it speaks, and how readily it
lies. Who reads others takes tempting answers for what gives a player away (`beliefs`), so who leans away from them is
harder to read, and who leans towards them is quicker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from doppiogioco.engine.words import N_

NEAR = 0.02  # chances to win that are as good as equal
STEP = 10.0  # by so much an answer must tempt more to be clearly preferred (see `appeal` in engine/contract.py)


@dataclass(frozen=True)
class Temper:
    """How somebody is."""

    name: str  # in words, for a `Voice` to tell
    lean: float = 0.0  # towards what tempts at a glance, or, below 0, away from it
    lies: float = 0.25  # how many of its claims are none of the truth
    talks: float = 0.2  # of the turns in which there would be something to say


EVEN = Temper(N_("even-tempered"))
TEMPERS = {
    "cautious": Temper(N_("cautious"), lean=-1.0, lies=0.15, talks=0.15),
    "bold": Temper(N_("bold"), lean=1.0, lies=0.4, talks=0.25),
    "talkative": Temper(N_("talkative"), lean=0.5, lies=0.3, talks=0.6),
    "sly": Temper(N_("sly"), lean=-0.5, lies=0.6, talks=0.35),
    "honest": Temper(N_("honest"), lies=0.0, talks=0.3),
    "quiet": Temper(N_("quiet"), lean=-0.5, lies=0.2, talks=0.05),
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


def leaning(tickets: Sequence[int], wins: Sequence[float | None], appeals: Sequence[float], lean: float) -> list[int]:
    """The same tickets, but those of answers that are as good as the best are dealt out by temper.

    `wins` holds the chance to win after each answer, None where it was not tried; `appeals` how tempting it looks.
    """
    tried = [win for win, count in zip(wins, tickets, strict=True) if win is not None and count]
    if not lean or not tried:
        return list(tickets)
    least = max(tried) - NEAR
    near = [i for i, win in enumerate(wins) if win is not None and win >= least and tickets[i]]
    pulls = [exp(lean * (appeals[i] - max(appeals[j] for j in near)) / STEP) for i in near]
    strength = [tickets[i] * pull for i, pull in zip(near, pulls, strict=True)]
    total, whole = sum(tickets[i] for i in near), list(tickets)
    for i, share in zip(near, strength, strict=True):
        whole[i] = max(1, round(total * share / sum(strength)))
    return whole
