"""What can be chosen for a table, in words: how well bots play, and how long an answer may take."""

from __future__ import annotations

from doppiogioco.bots.levels import NAMES
from doppiogioco.engine.words import Voice


def levels(say: Voice) -> list[tuple[str, str]]:
    """How well bots may play: what is sent, and its words."""
    return [(level, say(name)) for level, name in NAMES.items()]


def reserve_text(seconds: int, say: Voice) -> str:
    """How much time a player may take besides in a whole game, in words."""
    if not seconds:
        return say("no reserve")
    return say.many("{n} minute in reserve", "{n} minutes in reserve", seconds // 60)


def pace_text(seconds: int, say: Voice) -> str:
    """How long an answer may take, in words."""
    if not seconds:
        return say("no clock")
    if seconds < 86_400:
        return say.many("{n} second for each answer", "{n} seconds for each answer", seconds)
    return say.many("{n} day for each answer", "{n} days for each answer", seconds // 86_400)
