"""What an answer of Top Secret Spies does, in a few words, and what everybody plays for. Only public facts are told."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import Voice

from .cards import (
    BUILDINGS,
    CHURCH,
    COLOURS,
    DOSSIER_AT,
    DOSSIER_PAY,
    ENOUGH,
    FAR,
    FINISH,
    HAND_LIMIT,
    NUDGE,
    NUDGE_LIMIT,
    PASS,
    RUINS,
    WORTH,
    Card,
)
from .names import CARD_EFFECTS, agent_name, agents_in_play, building_name, signed, way_to
from .state import DOSSIER, TOP_SECRET, Ask, Way

# What everybody plays for -------------------------------------------------------------------------------------------


def goal(view: View, say: Voice) -> str:
    """What wins and what ends the game, and whose marker is ahead: nothing that hints at anybody's agent."""
    if view.over:
        return ""
    return f"{_aim(view, say)} {_ahead(view, say)}"


def _aim(view: View, say: Voice) -> str:
    if not view.options & DOSSIER:
        return say("The agent farthest ahead wins; {finish} ends the game.", finish=FINISH)
    if view.filed:
        return say("Marker and dossier (+{paid} a hit) count; {finish} ends the game.", paid=DOSSIER_PAY, finish=FINISH)
    return say("The farthest ahead wins; {space} brings dossiers, {finish} the end.", space=DOSSIER_AT, finish=FINISH)


def _ahead(view: View, say: Voice) -> str:
    best = max(view.score)
    agents = [agent_name(agent) for agent in agents_in_play(view) if view.score[agent] == best]
    if not best:
        return say("Nobody has points yet.")
    if len(agents) > 2:
        return say("Ahead: {n} agents, {best}.", n=len(agents), best=best)
    return say("Ahead: {agents}, {best}.", agents=say.list(agents), best=best)


# What an answer does ------------------------------------------------------------------------------------------------


def effect(view: View, a: int, say: Voice) -> str:
    """What an answer does, where its own words do not say it."""
    match view.ask:
        case Ask.PACE if a == 0:
            return say("nobody moves, you draw a card") if _may_draw(view) else say("nobody moves")
        case Ask.STEP:
            return _arrival(view, a, (view.at[a] + 1) % BUILDINGS, say)
        case Ask.PLAY if a == PASS:
            return _passing(view, say)
        case Ask.PLAY:
            return say(CARD_EFFECTS[a])
        case Ask.AGENT | Ask.OTHER if a != ENOUGH:
            return _by_card(view, a, say)
        case Ask.FAR:
            return _arrival(view, view.named, _far(view, a + 1 if FAR[view.card] > 0 else -a - 1), say)
        case Ask.WAY:
            return _arrival(view, view.named, _far(view, 1 if a == Way.FORWARD else -1), say)
        case Ask.WHERE if view.card == Card.JOIN:
            return _arrival(view, view.named, a, say)
        case Ask.WHERE if view.guests:
            return say("calls the scoring off")
        case Ask.WHERE | Ask.STASH:
            return _company(view, a, say)
        case Ask.MARKER | Ask.OTHER_MARKER:
            return _nudged(view, a, say)
        case Ask.ENTRY:
            return say("+{paid} if it is right", paid=DOSSIER_PAY)
    return ""


def part(view: View, a: int, say: Voice) -> str:
    """Of a movement that is put together: who goes where with each point."""
    if view.ask == Ask.STEP:
        return f"{agent_name(a)} → {building_name((view.at[a] + 1) % BUILDINGS, say)}"
    return ""


def _far(view: View, steps: int) -> int:
    """Where the agent that was named comes with so many steps."""
    return int((view.at[view.named] + steps) % BUILDINGS)


def _to(place: int, say: Voice) -> str:
    """The way to a building, as short as it can be said."""
    return way_to(place, say) if place in (CHURCH, RUINS) else say("to {number}", number=place)


def _at(place: int, say: Voice) -> str:
    name = building_name(place, say)
    return name if place in (CHURCH, RUINS) else say("building {number}", number=name)


def _arrival(view: View, agent: int, place: int, say: Voice) -> str:
    """What it means that an agent goes somewhere: a scoring, a card, or so many points if one comes."""
    parts = {"to": _to(place, say), "worth": signed(WORTH[place])}
    if place == view.at[agent]:
        return say("is there already: nothing changes")
    if place == view.safe and view.ask == Ask.STEP and view.points > 1:
        return say("{to}, the safe: a scoring if it stays", **parts)
    if place == view.safe:
        return say("{to}, the safe: brings a scoring", **parts)
    if view.guests == 1 << agent:
        return say("{to}: the scoring is off", **parts)
    if place == RUINS and _may_draw(view):
        return say("{to}: {worth}, you draw a card", **parts)
    return say("{to}: {worth} if scored", **parts)


def _may_draw(view: View) -> bool:
    """Would whoever answers draw a card now (7.5 to 7.8)? A card that is being played has left the hand."""
    drawer = view.asked if view.asked != NOBODY else view.turn
    return bool(
        view.options & TOP_SECRET
        and drawer == view.turn
        and view.cards[drawer] < HAND_LIMIT
        and (view.pile or sum(view.spent))
    )


def _by_card(view: View, agent: int, say: Voice) -> str:
    """What a card does with an agent that is named for it, or where that agent is, if the card asks on."""
    match view.card:
        case Card.TO_RUINS:
            return _arrival(view, agent, RUINS, say)
        case Card.TO_SAFE:
            return _arrival(view, agent, view.safe, say)
        case Card.RUINS_TO_CHURCH:
            return _arrival(view, agent, CHURCH, say)
        case Card.TWO_BACK | Card.TWO_FORWARD:
            return _arrival(view, agent, (view.at[agent] + FAR[view.card]) % BUILDINGS, say)
        case Card.SWAP if view.ask == Ask.OTHER:
            return _swapped(view, agent, say)
    return say("now: {place}", place=_at(view.at[agent], say))


def _swapped(view: View, agent: int, say: Voice) -> str:
    here, there = view.at[view.named], view.at[agent]
    if here == there:
        return say("is there already: nothing changes")
    named, other = agent_name(view.named), agent_name(agent)
    return say("{named} {to}, {other} {back}", named=named, to=way_to(there, say), other=other, back=way_to(here, say))


def _passing(view: View, say: Voice) -> str:
    if view.played:
        return say("asked once more after the others")
    if view.quiet < view.seats - 1:
        return say("asked again if somebody plays")
    return say("the last pass: now the scoring") if view.guests else say("the last pass: no scoring")


def _company(view: View, place: int, say: Voice) -> str:
    """Who is where the safe goes; putting it down there causes nothing."""
    count = sum(view.at[agent] == place for agent in range(COLOURS))
    return say.many("{n} agent there", "{n} agents there", count) if count else say("nobody there")


def _nudged(view: View, marker: int, say: Voice) -> str:
    score = view.score[marker]
    if score >= NUDGE_LIMIT:
        return say("stays on {space}", space=score)
    there = min(score + NUDGE, NUDGE_LIMIT)
    way = f"{score} → {there}"
    if view.options & DOSSIER and not view.filed and there >= DOSSIER_AT:
        return say("{way}: everybody writes a dossier", way=way)
    return way
