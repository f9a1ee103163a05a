"""Decisions in words: what a bot believes and why, for whoever may know it."""

from __future__ import annotations

from collections.abc import Sequence

from babel.numbers import format_decimal

from doppiogioco.engine.game import View
from doppiogioco.engine.story import Line
from doppiogioco.engine.words import Voice

from .decision import Reason, Suspicion

LINES = 3  # of the log that one reason quotes, at most


def suspected(view: View, name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What it means that a hidden cell has a value, in the words of the game; None where it is not worth telling."""
    return view.game.words.suspected(view, name, at, value, say)


def percent(odds: float) -> str:
    """A chance as people say it; only what is certain is certain."""
    shown = round(100 * odds)
    if 0 < odds < 1 and shown in (0, 100):
        return "< 1 %" if shown == 0 else "> 99 %"
    return f"{shown} %"


def times(factor: float, say: Voice) -> str:
    """How many times as likely something became."""
    return format_decimal(factor, "0.0" if factor < 9.95 else "0", locale=say.language)


def belief(one: Suspicion, view: View, say: Voice) -> str:
    """A suspicion in a sentence."""
    what = suspected(view, one.name, one.at, one.value, say)
    return say("{what}: {odds}", what=what, odds=percent(one.odds))


def evidence(reason: Reason, view: View, log: Sequence[Line], say: Voice) -> str:
    """What moved a suspicion, and by how much; the log is that of the seat that reasons."""
    what = suspected(view, reason.name, reason.at, reason.value, say)
    parts = {"told": _told(reason, log, say), "what": what, "odds": percent(reason.after)}
    if reason.after == 1:
        return say("{told} → {what}: certain from then on.", told=parts["told"], what=what)
    return say("{told} → {what}: {times} times as likely, {odds}.", times=times(reason.factor, say), **parts)


def _told(reason: Reason, log: Sequence[Line], say: Voice) -> str:
    """What somebody did or said, as the log has it."""
    seat = say.seat(reason.seat)
    if reason.claim:
        return say("{seat}: “{claim}”", seat=seat, claim=say(reason.claim))
    lines = [str(line) for line in log if reason.first <= line.number <= reason.last]
    if not lines:  # some answers are told with what follows them at once
        lines = [str(line) for line in log if line.number > reason.last][:1]
    return " ".join(lines[:LINES]) or say("{seat} has answered.", seat=seat)
