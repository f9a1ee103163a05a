"""Top Secret Spies for the eye: where everything lies on the board, and what a seat has before it.

Lengths are the units of the board's drawing: 12 x 11 spaces of 80.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice

from .card_phase import playable
from .cards import (
    BUILDINGS,
    CHURCH,
    COLOURS,
    DOSSIER_PAY,
    ENOUGH,
    FINISH,
    HAND_LIMIT,
    KINDS,
    PASS,
    RUINS,
    WORTH,
    Card,
)
from .names import (
    CARD_EFFECTS,
    CARD_NAMES,
    COLOUR_NAMES,
    agent_name,
    agents_in_play,
    building_name,
    face_name,
    full_name,
    signed,
)
from .pictures import BUILDING_ICONS, CARD_ICONS, COLOUR_CLASSES, SPACE_ICONS, icon
from .places import (
    at_ring,
    at_track,
    crowd,
    marker,
    pips,
    spot,
    ways,  # noqa: F401 (a part of the contract)
)
from .scene import Board, Entry, Ghost, HandCard, Mark, Mine, Own, Person, Space, Spy, Tile, Trace, Track
from .sheets import played_card, scoring, shortened, unmasking
from .state import DEALING, TOP_SECRET, Ask, Way
from .telling import given_back, returned, scores_now
from .words import why

CARD_TALK = (  # the questions of the card phase
    Ask.DRAW, Ask.PLAY, Ask.AGENT, Ask.OTHER, Ask.FAR, Ask.WAY, Ask.WHERE, Ask.MARKER, Ask.OTHER_MARKER, Ask.TAKE,
)  # fmt: skip
CARD_PARTS = tuple(
    ask for ask in CARD_TALK if ask not in (Ask.DRAW, Ask.TAKE)
)  # in which a card and its parts are named


# The board ----------------------------------------------------------------------------------------------------------


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Board:
    """What everybody sees; with the view `before` a move that is being put together, ghosts where pawns were."""
    known, over = HIDDEN not in view.owner, bool(view.ask == Ask.OVER)
    was = before.at if before else view.at
    spies = tuple(_spy(view, agent, was, say) for agent in agents_in_play(view))
    gone = [spy for spy in spies if was[spy.number] != view.at[spy.number]]
    tiles = tuple(_tile(view, place, was, say) for place in range(BUILDINGS))
    free = view.agents - sum(view.held_agents[: view.seats])
    free_spies = tuple(spy for spy in spies if known and view.owner[spy.number] == NOBODY)
    die = before or view  # it is passed on when the move is played
    rolled = die.turn != NOBODY and die.ask not in (*DEALING, Ask.ROLL)
    face = face_name(die.roll) if rolled else "?"
    at_die = die.turn != NOBODY and not over
    cards = bool(view.options & TOP_SECRET)
    return Board(
        label=say("The board: a ring of twelve buildings, and along the edge the track of the points"),
        track=_track(frozenset(view.score[agent] % FINISH for agent in agents_in_play(view))),
        tiles=tiles,
        spies=spies,
        ghosts=tuple(Ghost(spy.letter, *spot(view, was, spy.number, was[spy.number])) for spy in gone),
        table=tuple(sorted(spies, key=lambda spy: (-spy.points, spy.number))),
        safe=tiles[view.safe],
        safe_title=say("The safe is here."),
        open=known,
        turn=shortened(say.seat(die.turn)) if at_die else "",
        face=face,
        pips=pips(die.roll + 1) if rolled and die.roll else (),
        die_title=_die_title(die, face, say) if at_die else "",
        left=say.many("{n} point", "{n} points", view.points) if view.ask == Ask.STEP else "",
        cards=cards,
        pile=view.pile,
        pile_title=say.many("Pile: {n} card, face down", "Pile: {n} cards, face down", view.pile),
        played_icon=_played_icon(view),
        spent=sum(view.spent),
        spent_title=_discards(view, say),
        free=len(free_spies) if known else free,
        free_spies=free_spies,
        free_title=_free_title(free, free_spies, say),
        status=say("scoring ahead!") if view.guests and view.ask in CARD_TALK else "",
        people=_people(view, say),
        sheet=unmasking(view, say) if over else None,
    )


def moment(before: View, given: Given, after: View, say: Voice, facing: int = 0) -> Board | None:
    """The board while all look at a scoring, at a card or at the safe on its way: what was where stays in sight.

    Elsewhere the board after the answer tells it: a die, a step.
    """
    card = given.answer if before.ask == Ask.PLAY else before.card
    scored, played = scores_now(before, after), before.ask in CARD_PARTS and card not in (NOBODY, PASS)
    if not scored and not played and before.safe == after.safe:
        return None
    scene = board(_before_the_end(before, after), say, before, facing)
    moved = [agent for agent in agents_in_play(before) if before.score[agent] != after.score[agent]]
    return replace(
        scene,
        status="",
        sheet=scoring(before, after, say) if scored else None,
        played=played_card(given.seat, card, say) if played else None,
        traces=tuple(Trace(*marker(before, agent)[:3]) for agent in moved),
        safe_was=scene.tiles[before.safe] if before.safe != after.safe else None,
    )


def _before_the_end(before: View, after: View) -> View:
    """The table after an answer; where that ends the game, before all cards are turned over and agents given back."""
    if not after.over:
        return after
    vector = [*before.vector]
    for name in ("at", "score"):
        span = before.game.state.spans[name]
        vector[span] = after.vector[span]
    return View(before.game, vector, before.seat)


def _played_icon(view: View) -> str:
    """What lies on the discards, or over them while it is being played."""
    if view.card != NOBODY:
        return CARD_ICONS[view.card]
    return icon("envelope-open") if sum(view.spent) else ""


@lru_cache(1_000)  # points change seldom
def _track(taken: frozenset[int]) -> Track:
    """The track along the edge; these spaces have markers on them."""
    return Track(tuple(_space(number, taken=number in taken) for number in range(FINISH)))


def _space(number: int, *, taken: bool) -> Space:
    x, y = at_track(number)
    kind = "dark" if number in SPACE_ICONS else "five" if number % 5 == 0 else ""
    return Space(number, x, y, kind, SPACE_ICONS.get(number, ""), taken)


def _tile(view: View, place: int, was: list[int], say: Voice) -> Tile:
    x, y = at_ring(place)
    crowded = len(crowd(view, was, place)) > 3
    here = [full_name(agent, say) for agent in range(COLOURS) if view.at[agent] == place]
    title = [_place_title(place, say)]
    title.append(say("Here: {agents}.", agents=say.list(here)) if here else say("Nobody is here."))
    if place == view.safe:
        title.append(say("The safe is here."))
    side = place // 3
    chevron = ((x + 192, y + 82, 0), (x + 92, y + 172, 90), (x - 8, y + 82, 180), (x + 92, y - 8, 270))[side]
    kind = {CHURCH: "church", RUINS: "ruins"}.get(place, "")
    worth = signed(WORTH[place]).removeprefix("+")
    return Tile(f"building-{place}", worth, x, y, kind, BUILDING_ICONS[place], " ".join(title), crowded, chevron)


def _place_title(place: int, say: Voice) -> str:
    if place in (CHURCH, RUINS):
        return say("Church, worth 0.") if place == CHURCH else say("Ruins, worth −3.")
    return say("Building {number}, worth {number}.", number=place)


def _spy(view: View, agent: int, was: list[int], say: Voice) -> Spy:
    known = view.owner[agent] != HIDDEN
    where = building_name(view.at[agent], say)
    x, y, height = spot(view, was, agent, view.at[agent])
    score = view.score[agent]
    marker_x, marker_y, radius, size = marker(view, agent)
    name = full_name(agent, say)
    title = f"{name}: {where}"
    if known and view.owner[agent] != NOBODY:
        title += f", {say.seat(view.owner[agent])}"
    fate = returned(view, agent, say) if view.returned_by[agent] != NOBODY else ""
    if fate:
        title += f", {fate}"
    return Spy(
        number=agent,
        name=agent_name(agent),
        letter=agent_name(agent)[0],
        colour=COLOUR_CLASSES[agent],
        colour_name=say(COLOUR_NAMES[agent]),
        where=where,
        at_safe=bool(view.at[agent] == view.safe),
        points=score,
        player=say.seat(view.owner[agent]) if known and view.owner[agent] != NOBODY else "",
        fate=fate,
        chosen=bool(view.named == agent and view.ask in CARD_TALK and view.ask != Ask.PLAY),
        x=x,
        y=y,
        height=height,
        title=title,
        marker_x=marker_x,
        marker_y=marker_y,
        radius=radius,
        size=size,
        marker_title=say.many("{agent}: {n} point", "{agent}: {n} points", score, agent=name),
        home=bool(score >= FINISH),
    )


def _die_title(view: View, face: str, say: Voice) -> str:
    if face == "?":
        return say("{turn} rolls the die", turn=say.seat(view.turn))
    return say("The die of {seat} shows {face}.", seat=say.seat(view.turn), face=face)


def _discards(view: View, say: Voice) -> str:
    """What lies on the discards is open, so the drawing tells it."""
    names = [say(CARD_NAMES[kind]) for kind in range(KINDS) for _ in range(view.spent[kind])]
    return say("Discards: {cards}", cards=", ".join(names)) if names else say("No discards yet.")


def _free_title(free: int, spies: tuple[Spy, ...], say: Voice) -> str:
    if spies:
        return say("Free agents: {agents}", agents=", ".join(full_name(spy.number, say) for spy in spies))
    return say.many("{n} free agent, and nobody knows who", "{n} free agents, and nobody knows who", free)


def _people(view: View, say: Voice) -> tuple[Person, ...]:
    """What everybody sees of each player; nobody, where there is nothing to tell."""
    people = tuple(Person(say.seat(seat), tuple(_marks(view, seat, say))) for seat in range(view.seats))
    return people if any(person.marks for person in people) else ()


def _marks(view: View, seat: int, say: Voice) -> list[Mark]:
    marks = []
    if view.options & TOP_SECRET and view.ask != Ask.OVER:
        count = view.cards[seat]
        label = say.many("{n} card", "{n} cards", count)
        if HIDDEN not in view.hand[seat] and count:
            kinds = [say(CARD_NAMES[kind]) for kind in range(KINDS) for _ in range(view.hand[seat][kind])]
            label += ": " + ", ".join(kinds)
        marks.append(Mark(icon("envelope"), str(count), label))
    if view.held_agents[seat] > 1:
        agents = view.held_agents[seat]
        told = " ".join(given_back(view, seat, say)) or say.many("secret agent", "{n} secret agents", agents)
        marks.append(Mark(icon("user-secret"), str(agents), told))
    if view.filed and view.ask == Ask.ENTRY:
        told = say("dossier {written} of {all}", written=view.written[seat], all=view.seats - 1)
        marks.append(Mark(icon("folder-open"), f"{view.written[seat]}/{view.seats - 1}", told))
    elif view.filed and view.ask == Ask.OVER:
        paid = signed(view.bonus[seat])
        marks.append(Mark(icon("folder-open"), paid, say("dossier {paid}", paid=paid)))
    return marks


# What a seat has before it ------------------------------------------------------------------------------------------


def mine(view: View, say: Voice) -> Mine:
    """What only this seat sees."""
    seat = view.seat
    own = [agent for agent in range(COLOURS) if view.owner[agent] == seat]
    own.sort(key=lambda agent: view.rank[agent])
    own += [agent for agent in range(COLOURS) if view.returned_by[agent] == seat]
    sits = seat < view.seats  # a spectator has nothing
    over = view.over
    cards = bool(sits and view.options & TOP_SECRET and (view.cards[seat] or not over))
    filed = bool(sits and view.filed)
    return Mine(
        own=tuple(_own(view, agent, say) for agent in own),
        revealed=over,
        cards=cards,
        hand=tuple(_hand(view, say)) if cards else (),
        held=say("{n} of {most}", n=view.cards[seat], most=HAND_LIMIT) if cards else "",
        note=_when(view, say) if cards else "",
        filed=filed,
        entries=tuple(_entries(view, say)) if filed else (),
        written=say("{n} of {most}", n=view.written[seat], most=view.seats - 1) if filed else "",
    )


def _own(view: View, agent: int, say: Voice) -> Own:
    name = agent_name(agent)
    about = say("{colour}, letter {letter}", colour=say(COLOUR_NAMES[agent]), letter=name[0])
    if view.returned_by[agent] != NOBODY:
        about = returned(view, agent, say)
    return Own(name, name[0], COLOUR_CLASSES[agent], about)


def _hand(view: View, say: Voice) -> list[HandCard]:
    hand, my_moment = [], view.ask == Ask.PLAY and view.asked == view.seat
    for kind in range(KINDS):
        count = view.hand[view.seat][kind]
        if count > 0:
            reason = why(view, kind, say)[1] if my_moment and not playable(view.cells, kind) else ""
            effect = say(CARD_EFFECTS[kind])
            hand.append(HandCard(f"card-{kind}", CARD_ICONS[kind], say(CARD_NAMES[kind]), effect, count, reason))
    return hand


def _when(view: View, say: Voice) -> str:
    """Why the cards of the hand wait."""
    if view.ask in CARD_TALK or view.ask == Ask.OVER or not view.cards[view.seat]:
        return ""
    return say("played after the movement")


def _entries(view: View, say: Voice) -> list[Entry]:
    entries, page = [], view.dossier[view.seat]
    done, over = view.written[view.seat] == view.seats - 1, view.over
    for agent in agents_in_play(view):
        if page[agent] == view.seat:
            continue
        who = say.seat(page[agent]) if page[agent] != NOBODY else say("nobody") if done else "…"
        if view.returned_by[agent] != NOBODY:
            who += f" ({returned(view, agent, say)})"
        right = bool(over and page[agent] == view.owner[agent])
        told = "" if not over else f"+{DOSSIER_PAY}" if right else "0"
        name = agent_name(agent)
        entries.append(Entry(f"entry-{agent}", name, name[0], COLOUR_CLASSES[agent], who, told, right))
    return entries


# Where an answer can be clicked -------------------------------------------------------------------------------------


def place(view: View, a: int) -> str | None:
    """The thing on the board or in the hand that stands for an answer."""
    match view.ask:
        case Ask.STEP | Ask.AGENT:
            return f"agent-{a}"
        case Ask.OTHER if a != ENOUGH:
            return f"agent-{a}"
        case Ask.MARKER | Ask.OTHER_MARKER:
            return f"marker-{a}"
        case Ask.PLAY if a != PASS:
            return f"card-{a}"
        case Ask.ENTRY:
            return f"entry-{a}"
        case Ask.WHERE | Ask.STASH:
            return f"building-{a}"
        case Ask.FAR:
            far = a + 1 if view.card == Card.FORWARD_UP_TO_THREE else -a - 1
            return f"building-{(view.at[view.named] + far) % BUILDINGS}"
        case Ask.WAY:
            return f"building-{(view.at[view.named] + (1 if a == Way.FORWARD else -1)) % BUILDINGS}"
    return None
