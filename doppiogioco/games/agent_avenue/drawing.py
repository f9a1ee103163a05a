"""Agent Avenue for the eye: the street, what both sides have in play, and what a seat has before it.

Lengths are units of the street's drawing (see `street`), with the two cards of a turn inside the loop.
"""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap
from types import SimpleNamespace
from typing import Any

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice

from .cards import (
    BLUE,
    CATCH,
    CORNERS,
    ENOUGH,
    GREEN,
    HOME,
    KINDS,
    MARKET_CARDS,
    SPACES,
    STAYS,
    STEPS,
    Agent,
    Market,
)
from .market import may_hire
from .movement import has, lead, steps_for
from .names import (
    AGENT_NAMES,
    CARD_EFFECTS,
    CARD_NAMES,
    agents_in,
    colour,
    exchanges_left,
    members_of,
    side_name,
    signed,
)
from .scene import (
    Board,
    Gap,
    HandCard,
    MarketCard,
    Mine,
    Move,
    Notice,
    Offered,
    Pawn,
    Person,
    Pile,
    Recruit,
    Side,
    Space,
    StepNumber,
)
from .state import ADVANCED, Ask, Where
from .street import (
    box,
    cell,
    chevron,
    outline,
    plate,
    seen,
    stand,
    ways,  # noqa: F401 (a part of the contract)
)
from .turn import may_cover
from .words import why

PAINTS = ("green", "blue")


def icon(name: str) -> str:
    """A picture's name; the sprite is made of all that are written like this."""
    return name


AGENT_ICONS = (
    icon("masks-theater"), icon("hand-fist"), icon("key"), icon("bomb"), icon("motorcycle"), icon("dove"),
    icon("handshake"), icon("eye-low-vision"),
)  # fmt: skip
CARD_ICONS = (
    icon("video"), icon("car"), icon("map"), icon("paw"), icon("tower-observation"), icon("microchip"),
    icon("bullhorn"), icon("clone"), icon("van-shuttle"), icon("smog"), icon("campground"), icon("user-plus"),
    icon("people-arrows"), icon("umbrella-beach"), icon("brain"),
)  # fmt: skip
MARKET_ICON, HOME_ICON = icon("store"), icon("house-chimney")
NEIGHBOURS = (  # what one sees in the street
    HOME_ICON, icon("tree"), icon("signs-post"), icon("house"), icon("car-side"), icon("tree-city"), icon("dog"),
    HOME_ICON, icon("baby-carriage"), icon("signs-post"), icon("house-chimney-window"), icon("bicycle"),
    icon("tree-city"), icon("cat"),
)  # fmt: skip

CARDS_AT, ROPE = (178, 410), (178, 622)
LONGEST, LONG_NAME, LINE = 30, 11, 27  # letters: of the line of the turn, of a name on a card, of a line of a notice
BROUGHT = (Ask.UNVEIL, Ask.ABLE, Ask.HIRE, Ask.RECALL, Ask.AGAIN, Ask.STEAL)  # a market card is being used


def _paint(view: View, side: int) -> str:
    """The colour of a side, as the style sheet calls it."""
    return PAINTS[colour(view, side)]


# What an agent does -------------------------------------------------------------------------------------------------


def _printed(kind: int, say: Voice) -> tuple[str, ...]:
    """The numbers on an agent's card."""
    steps = [signed(step) for step in STEPS[kind]]
    if kind == Agent.CODEBREAKER:
        steps[2] = say("win")
    if kind == Agent.DAREDEVIL:
        steps[2] = say("lose")
    return tuple(steps[:1] if kind in (Agent.SIDEKICK, Agent.MOLE) else steps)


def _ends(view: Any, side: int, kind: int, copies: int) -> str:
    """Does one copy more than these win or lose the game by itself?"""
    if copies + 1 < ENOUGH or kind not in (Agent.CODEBREAKER, Agent.DAREDEVIL):
        return ""
    wins = kind == Agent.CODEBREAKER or has(view, side, Market.LEADER_OF_THE_PACK)
    return "win" if wins else "lose"


def _steps(view: Any, side: int, kind: int, copies: int) -> str:
    """How far one copy more than these takes a side, with whatever its market cards do to it."""
    held = SimpleNamespace(agents=[[copies] * KINDS] * 2, market=view.market)
    return signed(steps_for(held, side, kind))


def _moves(view: View, kind: int, say: Voice) -> tuple[Move, ...]:
    """What an agent would do now, for each side."""
    found = []
    for side in (GREEN, BLUE):
        copies = view.agents[side][kind]
        end = _ends(view, side, kind, copies)
        text = {"": _steps(view, side, kind, copies), "win": say("win"), "lose": say("lose")}[end]
        found.append(Move(_paint(view, side), side_name(view, side, say), text))
    return tuple(found)


# The street ---------------------------------------------------------------------------------------------------------


def _space(view: View, number: int, say: Voice, facing: int) -> Space:
    there = seen(number, facing)
    x, y, wide, high = box(there)
    kind, title = "plain", [say("Space {number}", number=number)]
    home = HOME.index(number) if number in HOME else NOBODY
    if home != NOBODY:
        kind = "home"
        title.append(say("Home of {side}", side=side_name(view, home, say)))
    elif CORNERS[number] and view.options & ADVANCED:
        kind = "market"
        title.append(say("Black Market"))
    here = [side for side in (GREEN, BLUE) if view.at[side] == number]
    title += [say("{side}'s pawn", side=side_name(view, side, say)) for side in here]
    return Space(
        number=number,
        x=x,
        y=y,
        wide=wide,
        high=high,
        kind=kind,
        outline=outline(there),
        plate_x=plate(there),
        icon=MARKET_ICON if kind == "market" else NEIGHBOURS[number],
        name=side_name(view, home, say) if home != NOBODY else "",
        colour=_paint(view, home) if home != NOBODY else "",
        title=", ".join(title),
        chevron=chevron(there),
        cut=cell(there) == (0, 0),
    )


def _pawn(view: View, side: int, say: Voice, facing: int) -> Pawn:
    count = 2 if view.at[GREEN] == view.at[BLUE] else 1
    name = side_name(view, side, say)
    title = say("{side}'s pawn", side=name)
    where = stand(seen(view.at[side], facing), side ^ facing, count)
    return Pawn(side, name[0], _paint(view, side), *where, title=title)


# The middle ---------------------------------------------------------------------------------------------------------


def _gap(view: View, side: int, say: Voice) -> Gap:
    missing = max(CATCH - lead(view, side), 0)
    parts = {"side": side_name(view, side, say), "other": side_name(view, 1 - side, say)}
    title = say.many(
        "{side} needs {n} space to catch {other}", "{side} needs {n} spaces to catch {other}", missing, **parts
    )
    return Gap(_paint(view, side), parts["side"], missing, title)


def _offered(view: View, say: Voice) -> tuple[Offered, ...]:
    """The two cards of the turn, or the places for them."""
    team = view.opener != view.coverer
    cards = []
    for index, (kind, player, text) in enumerate((
        (view.open, view.opener, say("face up")),
        (view.covered if view.laid else NOBODY, view.coverer, say("face down")),
    )):  # fmt: skip
        name = say(AGENT_NAMES[kind]) if kind >= 0 else ""
        title = text if kind < 0 else f"{text}: {name}"
        moves = _moves(view, kind, say) if kind >= 0 else ()
        title += "".join(f", {move.side} {move.steps}" for move in moves)
        who = say.seat(player) if player != NOBODY else ""
        cards.append(
            Offered(
                key=f"offer-{index}",
                x=CARDS_AT[index],
                shown=kind >= 0,
                back=kind == HIDDEN,
                name=name,
                long=len(name) > LONG_NAME,
                icon=AGENT_ICONS[kind] if kind >= 0 else "",
                steps=_printed(kind, say) if kind >= 0 else (),
                moves=moves,
                caption=_taken_by(view, index, say) or (_shortened(who, 13) if team and who else text),
                title=f"{title} ({who})" if who and (kind >= 0 or kind == HIDDEN) else title,
            )
        )
    return tuple(cards)


def _taken_by(view: View, index: int, say: Voice) -> str:
    """Once the other side has chosen: whom each of the two cards goes to."""
    if view.pick == NOBODY or not view.laid:
        return ""
    return say("to {side}", side=side_name(view, 1 - view.active if index == view.pick else view.active, say))


def _notice(view: View, say: Voice) -> Notice | None:
    """What the middle says when no cards lie there."""
    if view.ask == Ask.OVER:
        names, side = members_of(view, view.winner, say), side_name(view, view.winner, say)
        lines = tuple(wrap(say.list(names), LINE)[:3])
        return Notice(icon("trophy"), say("{side} wins!", side=side), False, lines, _paint(view, view.winner), side[0])
    if view.card != NOBODY and view.ask in BROUGHT:
        name = say(CARD_NAMES[view.card])
        lines = tuple(wrap(say(CARD_EFFECTS[view.card]), LINE))
        return Notice(CARD_ICONS[view.card], name, len(name) > 2 * LONG_NAME, lines)
    if view.ask in (Ask.TAKER, Ask.MARKET, Ask.OFFER) and view.served != NOBODY:
        text = wrap(say("{side} is at the Black Market.", side=side_name(view, view.served, say)), LINE)
        return Notice(MARKET_ICON, say("Black Market"), False, tuple(text))
    return None


def _turn(view: View, say: Voice) -> str:
    parts = {"side": side_name(view, view.active, say), "names": ", ".join(members_of(view, view.active, say))}
    whole = say("{side}'s turn: {names}", **parts)
    return whole if len(whole) <= LONGEST else _shortened(f"{parts['side']}: {parts['names']}", LONGEST)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


# The two sides ------------------------------------------------------------------------------------------------------


def _side(view: View, side: int, say: Voice) -> Side:
    formed = view.first != NOBODY
    return Side(
        number=side,
        colour=_paint(view, side),
        name=side_name(view, side, say),
        state=_doing(view, side, say),
        people=tuple(_person(view, seat, say) for seat in range(view.seats) if formed and view.side[seat] == side),
        recruits=_recruits(side, tuple(view.agents[side]), tuple(view.market), say.language),
        cards=tuple(_card(card, say) for card in range(MARKET_CARDS) if has(view, side, card)),
    )


def _doing(view: View, side: int, say: Voice) -> str:
    """What a side is about, in a word."""
    if view.ask == Ask.OVER:
        return say("wins") if view.winner == side else ""
    if view.ask == Ask.RECRUIT:
        return say("chooses") if view.active != side else ""
    at_work = view.active if view.served == NOBODY else view.served
    return say("on turn") if at_work == side else ""


def _person(view: View, seat: int, say: Voice) -> Person:
    told = []
    if view.ask != Ask.OVER:
        told.append(say.many("{n} card", "{n} cards", view.cards[seat]))
        told.append(exchanges_left(view, seat, say))
    known, hand, gone = (agents_in(row[seat], say) for row in (view.known, view.hand, view.discards))
    if HIDDEN in view.hand[seat]:
        told += [say("known: {agents}", agents=known)] if known and say.reminders else []
    else:
        told += [say("in hand: {agents}", agents=hand)] if hand else []
        told += [say("exchanged: {agents}", agents=gone)] if gone else []
    return Person(f"seat-{seat}", say.seat(seat), tuple(told))


@lru_cache(1_000)  # a side recruits one agent in a turn, and is drawn many times
def _recruits(side: int, agents: tuple[int, ...], market: tuple[int, ...], language: str) -> tuple[Recruit, ...]:
    """The agents of a side in play; what they do depends on its market cards."""
    table, say = SimpleNamespace(market=market), Voice(language)
    return tuple(_recruit(table, side, kind, count, say) for kind, count in enumerate(agents))


def _recruit(view: Any, side: int, kind: int, count: int, say: Voice) -> Recruit:
    name = say(AGENT_NAMES[kind])
    rungs = 1 if kind in (Agent.SIDEKICK, Agent.MOLE) else ENOUGH
    following = min(count, rungs - 1) if rungs > 1 or not count else NOBODY
    steps = []
    for copies in range(rungs):
        end = _ends(view, side, kind, copies)
        text = {"": _steps(view, side, kind, copies), "win": say("win"), "lose": say("lose")}[end]
        picture = {"": "", "win": icon("trophy"), "lose": icon("skull")}[end]
        kinds = ["done"] * (copies < count) + ["next"] * (copies == following)
        steps.append(StepNumber(text, picture, " ".join(kinds)))
    title = say("{agent}: {n} in play", agent=name, n=count)
    if following != NOBODY:
        title += say(", the next one: {steps}", steps=steps[following].text)
    return Recruit(f"recruit-{side}-{kind}", name, AGENT_ICONS[kind], count, tuple(steps), title)


def _card(card: int, say: Voice) -> MarketCard:
    if STAYS[card]:
        sign, lasting = icon("infinity"), say("stays in play")
    else:
        sign, lasting = icon("bolt"), say("acts once")
    name, effect = say(CARD_NAMES[card]), say(CARD_EFFECTS[card])
    return MarketCard(f"market-{card}", name, effect, CARD_ICONS[card], sign, lasting)


# The whole ----------------------------------------------------------------------------------------------------------


def facing(view: View, seat: int) -> int:
    """Each side has its own Home on the left, and what it has in play beside it."""
    return max(view.side[seat], GREEN)


def moment(before: View, given: Given, after: View, say: Voice, facing: int = 0) -> Board | None:
    """The card face down is turned over before the two are recruited."""
    return board(before.but(covered=given.answer), say, facing=facing) if before.ask == Ask.REVEAL else None


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Board:
    """What everybody sees; on the left what belongs to the side that one looks from."""
    near, far = (GREEN, BLUE) if facing == GREEN else (BLUE, GREEN)
    ahead = min(max(lead(view, near), -CATCH), CATCH)
    gaps = tuple(_gap(view, side, say) for side in (near, far))
    offer = tuple(_card(card, say) for card in range(MARKET_CARDS) if view.market[card] == Where.OFFER)
    active = view.active != NOBODY and view.ask != Ask.OVER
    return Board(
        label=say("The street: a loop of fourteen spaces, and the cards of the turn inside"),
        spaces=tuple(_space(view, number, say, facing) for number in range(SPACES)),
        pawns=tuple(_pawn(view, side, say, facing) for side in (GREEN, BLUE)),
        gaps=gaps,
        rope=(_paint(view, near),) * (CATCH + ahead) + (_paint(view, far),) * (CATCH - ahead),
        knot=ROPE[0] + (ROPE[1] - ROPE[0]) * (CATCH + ahead) / SPACES,
        rope_title="; ".join(gap.title for gap in gaps),
        turn=_turn(view, say) if active else "",
        turn_colour=_paint(view, view.active) if active else "",
        offered=_offered(view, say),
        notice=_notice(view, say),
        pile=view.pile,
        pile_title=say.many("{n} card in the deck.", "{n} cards in the deck.", view.pile),
        sides=tuple(_side(view, side, say) for side in (near, far)),
        over=view.ask == Ask.OVER,
        advanced=bool(view.options & ADVANCED),
        market=offer,
        stock=say.many("{n} card to come", "{n} cards to come", view.stock),
    )


def mine(view: View, say: Voice) -> Mine:
    """What only this seat sees."""
    seat = view.seat
    side = view.side[seat]
    partners = [say.seat(other) for other in range(view.seats) if view.side[other] == side and other != seat]
    piles = []
    if view.laid and view.coverer == seat:
        piles.append(Pile(icon("fingerprint"), say("Face down on the table"), say(AGENT_NAMES[view.covered])))
    if sum(view.discards[seat]):
        piles.append(Pile(icon("right-left"), say("You have exchanged"), agents_in(view.discards[seat], say)))
    return Mine(
        side=side_name(view, side, say),
        colour=_paint(view, side),
        letter=side_name(view, side, say)[0],
        partner=say("with {partner}", partner=partners[0]) if partners else "",
        hand=tuple(_held(view, kind, say) for kind in range(KINDS) if view.hand[seat][kind]),
        piles=tuple(piles),
        over=view.over,
    )


def _held(view: View, kind: int, say: Voice) -> HandCard:
    known = view.known[view.seat][kind] and say.reminders
    return HandCard(
        key=f"hand-{kind}",
        name=say(AGENT_NAMES[kind]),
        icon=AGENT_ICONS[kind],
        count=view.hand[view.seat][kind],
        steps=_printed(kind, say),
        moves=_moves(view, kind, say),
        known=say("everybody has seen it") if known else "",
        reason=_not_now(view, kind, say),
    )


def _not_now(view: View, kind: int, say: Voice) -> str:
    """Why a card of the hand will not do for the present question."""
    covers = view.ask == Ask.COVER and view.coverer == view.seat and not may_cover(view, view.seat, kind)
    hires = view.ask == Ask.HIRE and view.taker == view.seat and not may_hire(view, view.seat, kind)
    return why(view, kind, say)[1] if covers or hires else ""


def place(view: View, a: int) -> str | None:
    """The key of the thing that stands for an answer."""
    match view.ask:
        case Ask.OPEN | Ask.COVER | Ask.DISCARD | Ask.HIRE:
            return f"hand-{a}"
        case Ask.RECRUIT:
            return f"offer-{a}"
        case Ask.MARKET:
            return f"market-{a}"
        case Ask.RECALL:
            return f"recruit-{view.served}-{a}"
        case Ask.STEAL:
            return f"recruit-{1 - view.served}-{a}"
        case Ask.LEAD | Ask.TAKER if a < view.seats:
            return f"seat-{a}"
    return None
