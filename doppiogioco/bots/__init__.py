"""Players that are programs, and which of them sit down where nobody has asked for others."""

from __future__ import annotations

import os
from collections.abc import Callable

from doppiogioco.engine.errors import DoppiogiocoError

from .bot import Bot
from .chance import RandomBot
from .judging import Judge

KINDS: dict[str, Callable[[str], Bot]] = {"judge": Judge, "random": RandomBot}


def usual_bot(seed: str) -> Bot:
    """A bot of the kind that `DOPPIOGIOCO_BOTS` names; by default one that judges at a glance."""
    kind = os.environ.get("DOPPIOGIOCO_BOTS", "judge")
    if kind not in KINDS:
        raise DoppiogiocoError(f"DOPPIOGIOCO_BOTS is {kind!r}; there are {', '.join(KINDS)}")
    return KINDS[kind](seed)
