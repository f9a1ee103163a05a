"""What a player of Agent Avenue can remember: which agents are still to come, and what was offered and taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import HIDDEN
from doppiogioco.engine.words import Voice

from .cards import BLUE, COPIES, GREEN, KINDS
from .names import AGENT_NAMES, side_name
from .state import Ask, Pick

TURNS = 8  # offers that are listed: more than most games have


class Offer(NamedTuple):
    """The two cards of a turn, and which of them the other side took."""

    side: int
    open: int
    covered: int
    pick: int


@dataclass
class Notes:
    """What has been noted so far."""

    offers: list[Offer] = field(default_factory=list)


def blank(view: View) -> Notes:
    """Nothing has happened yet."""
    return Notes()


def note(notes: Notes, before: View, given: Given, after: View) -> None:
    """The card face down turns over: now both cards of a turn are known."""
    if before.ask == Ask.REVEAL:
        notes.offers.append(Offer(before.active, before.open, given.answer, before.pick))


def recall(notes: Notes, view: View, say: Voice) -> list[Note]:
    """The cards that are gone, and the latest offers."""
    sides = [side_name(view, side, say) for side in (GREEN, BLUE)]
    found = [Note(say("Agents: where they are"), head=("", *sides, *_own_columns(view, say)), rows=_rows(view, say))]
    if notes.offers:
        lines = tuple(_told(view, offer, say) for offer in reversed(notes.offers[-TURNS:]))
        found.append(Note(say("Offers, the latest first"), lines))
    return found


def _own_columns(view: View, say: Voice) -> tuple[str, ...]:
    plays = view.seat < view.seats
    return (*((say("yours"),) if plays else ()), say("not seen"))


def _rows(view: View, say: Voice) -> tuple[tuple[str, ...], ...]:
    rows = []
    for kind in range(KINDS):
        seen = [view.agents[side][kind] for side in (GREEN, BLUE)]
        if view.seat < view.seats:
            seen.append(view.hand[view.seat][kind] + view.discards[view.seat][kind])
        lying = [agent for agent in (view.open, view.covered if view.laid else HIDDEN) if agent == kind]
        unseen = COPIES[kind] - sum(seen) - len(lying)
        rows.append((say(AGENT_NAMES[kind]), *(str(n or "·") for n in seen), str(unseen)))
    return tuple(rows)


def _told(view: View, offer: Offer, say: Voice) -> str:
    names = [say(AGENT_NAMES[agent]) for agent in (offer.open, offer.covered)]
    parts = {"side": side_name(view, offer.side, say), "open": names[0], "covered": names[1]}
    parts["other"] = side_name(view, 1 - offer.side, say)
    if offer.pick == Pick.OPEN:
        return say("{side}: {open} open, {covered} face down; {other} took the open one", **parts)
    return say("{side}: {open} open, {covered} face down; {other} took the hidden one", **parts)
