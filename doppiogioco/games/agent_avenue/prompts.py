"""What helps a player of Agent Avenue to choose: the goal, what each answer would do, and what decided in the end."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import CATCH, ENOUGH, Agent, Market
from .movement import has, lead, steps_for
from .names import AGENT_NAMES, CARD_EFFECTS, agents_in, exchanges_left, side_name, signed
from .state import EXCHANGE_FIRST, Ask, Choice, Pick, Reason

BY_DISTANCE = (Reason.CAUGHT, Reason.NEARER, Reason.LEVEL)  # ends that the two pawns decided
DECIDED = {  # the others, in two words beside the winner's name
    Reason.CODEBREAKERS: N_("three Codebreakers"),
    Reason.DAREDEVILS: N_("the other side has three Daredevils"),
    Reason.PACK: N_("a pack of three Daredevils"),
    Reason.MASTERPLAN: N_("the Masterplan"),
    Reason.SECURITY: N_("the Security System"),
    Reason.TIE: N_("both at once, on turn"),
}


def goal(view: View, say: Voice) -> str:
    """How to win, and how far one is from it."""
    if view.seat >= view.seats or view.side[view.seat] == NOBODY:
        return say("Catch the other pawn, or recruit three Codebreakers; three Daredevils lose.")
    side = view.side[view.seat]
    parts = {"other": side_name(view, 1 - side, say), "breakers": view.agents[side][Agent.CODEBREAKER], "all": ENOUGH}
    return say.many(
        "{n} space to catch {other}, or Codebreakers: {breakers} of {all}. Three Daredevils lose.",
        "{n} spaces to catch {other}, or Codebreakers: {breakers} of {all}. Three Daredevils lose.",
        max(CATCH - lead(view, side), 0),
        **parts,
    )


def effect(view: View, a: int, say: Voice) -> str:
    """What an answer does, in a few words."""
    match view.ask:
        case Ask.OPEN | Ask.COVER:
            return say(
                "{theirs} if taken, else {ours}",
                theirs=_step(view, 1 - view.active, a, say),
                ours=_step(view, view.active, a, say),
            )
        case Ask.RECRUIT if a == Pick.OPEN:
            return say(
                "{ours}; the other card goes to {side}",
                ours=_step(view, 1 - view.active, view.open, say),
                side=side_name(view, view.active, say),
            )
        case Ask.RECRUIT:
            return say("you see it when you have it; {theirs}", theirs=_step(view, view.active, view.open, say))
        case Ask.EXCHANGE if a == Choice.NO:
            return say("you hold: {agents}", agents=agents_in(view.hand[view.seat], say))
        case Ask.EXCHANGE | Ask.LEAD if a == (Choice.YES if view.ask == Ask.EXCHANGE else EXCHANGE_FIRST):
            return exchanges_left(view, view.seat, say)
        case Ask.MARKET:
            return say(CARD_EFFECTS[a])
        case Ask.HIRE:
            return _step(view, view.served, a, say)
        case Ask.AGAIN if a == Choice.YES:
            return _step(view, view.served, view.named, say)
        case Ask.RECALL | Ask.STEAL:
            return say("into your hand; no pawn moves")
    return ""


def part(view: View, a: int, say: Voice) -> str:
    """Of the two cards that are played together: which one lies how."""
    match view.ask:
        case Ask.OPEN:
            return say("face up: {agent}", agent=say(AGENT_NAMES[a]))
        case Ask.COVER:
            return say("face down: {agent}", agent=say(AGENT_NAMES[a]))
    return ""


def _step(view: View, side: int, agent: int, say: Voice) -> str:
    """What recruiting an agent now would do for a side."""
    name, copies = side_name(view, side, say), view.agents[side][agent] + 1
    if copies >= ENOUGH and agent == Agent.CODEBREAKER:
        return say("{side} wins", side=name)
    if copies >= ENOUGH and agent == Agent.DAREDEVIL:
        wins = has(view, side, Market.LEADER_OF_THE_PACK)
        return say("{side} wins", side=name) if wins else say("{side} loses", side=name)
    return f"{name} {signed(steps_for(view, side, agent))}"


def result(view: View, seat: int, points: int, say: Voice) -> str:
    """What decided: the distance between the pawns, or else what the winner had."""
    if view.reason in BY_DISTANCE:
        return say("lead {steps}", steps=signed(points))
    return say(DECIDED[Reason(view.reason)]) if view.side[seat] == view.winner else "–"
