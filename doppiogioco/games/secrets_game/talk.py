"""What bots say at Secrets, and what claims say of a hidden token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from doppiogioco.engine.game import View

from .cards import SILENCE, WORTH, Side
from .rules import Ask
from .words import CLAIMS

SIDE_CLAIMS = dict(zip(CLAIMS, Side, strict=False))  # the first three say which side one is on
GOOD_FOR_YOU, DO_NOT_TAKE = CLAIMS[4], CLAIMS[5]


def claimed(claim: str, seat: int) -> tuple[str, tuple[int, ...], int] | None:
    """What somebody who says this says of a hidden field."""
    side = SIDE_CLAIMS.get(claim)
    return None if side is None else ("token", (seat,), int(side))


def worth_claiming(view: View) -> Iterator[tuple[str, bool | None]]:
    """While one's own offer lies there: what may move its target."""
    if view.ask not in (Ask.UN, Ask.REPLY) or view.active != view.seat:
        return
    good = WORTH[view.offer] > 0 and not view.up[view.target][view.offer]
    yield GOOD_FOR_YOU, good
    yield DO_NOT_TAKE, not good


def stated(s: Any, answer: int) -> str:
    """The hidden field that the answer to a question says it is the value of: what is said of an offer (3.3)."""
    return "offer" if s["ask"] == Ask.CLAIM and answer != SILENCE else ""


def proved(s: Any, answer: int) -> tuple[int, bool] | None:
    """Whose word the answer to a question proves true, or false: the character turns over (3.7)."""
    spoken = s["ask"] == Ask.REVEAL and s["claim"] != SILENCE
    return (int(s["active"]), bool(s["claim"] == answer)) if spoken else None
