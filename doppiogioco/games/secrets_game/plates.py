"""The pieces on the table of Secrets: characters, tokens, and the plate with what lies in front of a player.

While an answer is being looked at, a `Stage` says what it brings before the table goes on.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import mul
from typing import NamedTuple

from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, figure

from .cards import BULLET_WORTH, BULLETS, CHARACTERS, COPIES, LAST_CARD, WORTH, Card
from .names import CHARACTER_NAMES, EFFECTS, SIDES, signed
from .rules import CENTRE, Ask, cards_of, points, won
from .scene import Characters, Disc, Face, Plate, Strip, Tab

ICONS = (
    "icons.svg#user-doctor", "icons.svg#user-secret", "icons.svg#user-tie", "icons.svg#newspaper",
    "icons.svg#handshake-simple", "icons.svg#magnifying-glass", "icons.svg#flask", "icons.svg#crosshairs",
)  # fmt: skip
SIDE_COLOURS = ("blue", "red", "yellow")
SIDE_ICONS = ("icons.svg#star", "icons.svg#star", "icons.svg#peace")
IN_EFFECT = {
    Ask.HAND_ON: Card.POLITICIAN, Ask.SWAP: Card.PSYCHIATRIST, Ask.SWAP_WITH: Card.PSYCHIATRIST,
    Ask.EXAMINE: Card.DETECTIVE, Ask.SWITCH: Card.DIPLOMAT, Ask.BULLET: Card.ASSASSIN, Ask.AIM: Card.ASSASSIN,
}  # fmt: skip
# Before these answers end every token has a key, so that those that change places are seen to travel.
MAY_SWAP = (Ask.UN, Ask.REPLY, Ask.REVEAL, Ask.SWAP, Ask.SWAP_WITH)
BULLET = CHARACTERS  # a gift that is no character

TABS = {
    "turn": N_("turn"),
    "target": N_("target"),
    "effect": N_("effect"),
    "swap": N_("swap"),
    "maybe": N_("swap?"),
    "gets": N_("gets it"),
    "won": N_("wins"),
}
UN_TOKEN = N_("UN token: whoever has it may take an offer made to somebody else")


class Stage(NamedTuple):
    """What an answer brings on the table, while it is being looked at."""

    turned: int = NOBODY  # the offered card, which turns over
    swapped: tuple[int, ...] = ()  # two places whose tokens change over
    looked_at: int = NOBODY  # the place of a token that somebody looks at
    gift: tuple[int, int] = (NOBODY, NOBODY)  # who gets something, and the character or BULLET
    tabs: tuple[tuple[int, str], ...] = ()  # why else a seat matters
    caption: str = ""
    stamps: tuple[str, ...] = ()


AS_IT_IS = Stage()


def face(view: View, card: int, say: Voice) -> Face:
    """A character with all that is printed on it, and how many of it nobody has seen."""
    return _face(card, f"{view.deck[card]}/{COPIES[card]}" if say.reminders else "", say.language)


@cache
def _face(card: int, unseen: str, language: str) -> Face:
    say = Voice(language)
    name, worth, effect = say(CHARACTER_NAMES[card]), signed(WORTH[card]), say(EFFECTS[card])
    title = f"{name} ({worth}). {effect}"
    return Face(f"card-{card}", name, worth, ICONS[card], effect, unseen, title)


def characters(view: View, under: str, say: Voice) -> Characters:
    """All characters; while the table counts them, with how many of each nobody has seen."""
    return _characters(tuple(view.deck) if say.reminders else (), under, say.language, counted=not view.over)


@lru_cache(1_000)
def _characters(unseen: tuple[int, ...], under: str, language: str, *, counted: bool) -> Characters:
    say = Voice(language)
    counts = [f"{left}/{copies}" for left, copies in zip(unseen, COPIES, strict=True)] if unseen else [""] * CHARACTERS
    faces = tuple(_face(card, count, language) for card, count in enumerate(counts))
    return Characters(say("Characters"), say("points · unseen") if unseen and counted else "", faces, under)


def disc(view: View, at: int, say: Voice, stage: Stage = AS_IT_IS) -> Disc:
    """The token at a place, as this view has it."""
    side, owner = view.token[at], say.seat(at)
    if side >= 0:
        word, text = (
            say(SIDES[side]),
            N_("Token in the centre: {side}.") if at == CENTRE else N_("Token of {owner}: {side}"),
        )
        title = say(text, owner=owner, side=word)
        return Disc(f"token-{at}", SIDE_COLOURS[side], word, SIDE_ICONS[side], title, dealt=True)
    dealt, seen, moved = side == HIDDEN and view.active != NOBODY, stage.looked_at == at, at in stage.swapped
    key = _token_key(view, at, stage)
    return _face_down(at, owner, say.language, dealt=dealt, seen=seen, moved=moved, key=key)


@lru_cache(1_000)
def _face_down(at: int, owner: str, language: str, *, dealt: bool, seen: bool, moved: bool, key: str) -> Disc:
    text = N_("Token in the centre, face down") if at == CENTRE else N_("Token of {owner}, face down")
    title = Voice(language)(text, owner=owner)
    return Disc(f"token-{at}", "", "", "", title, dealt=dealt, seen=seen, moved=moved, key=key)


def _token_key(view: View, at: int, stage: Stage) -> str:
    """The token that lies here, known by the place where the turn found it; no turn knows the tokens of another."""
    if view.ask not in MAY_SWAP:
        return ""
    found = next((other for other in stage.swapped if other != at), at) if at in stage.swapped else at
    return f"token-{view.active}-{found}"


def side_disc(side: int, say: Voice) -> Disc:
    """A side by itself, not the token at a place."""
    return Disc("", SIDE_COLOURS[side], say(SIDES[side]), SIDE_ICONS[side], say(SIDES[side]), dealt=True)


def plate(view: View, seat: int, say: Voice, stage: Stage = AS_IT_IS) -> Plate:
    """A seat, its token and its cards."""
    over, row = view.ask == Ask.OVER, tuple(view.up[seat])
    gift = stage.gift[1] if stage.gift[0] == seat else NOBODY
    if gift != NOBODY:
        row = tuple(copies + (card == gift) for card, copies in enumerate(row))
    if over:
        bullets = tuple(signed(BULLET_WORTH[bullet]) for bullet in range(BULLETS) if view.aim[bullet] == seat)
        total = figure(points(view, seat))
    else:
        bullets = ("?",) * (view.bullets[seat] + (gift == BULLET))
        total = figure(sum(map(mul, row, WORTH))) + "?" * bool(bullets)
    place = Place(
        seat=seat,
        name=say.seat(seat),
        held=cards_of(view, seat) + (gift != NOBODY),
        last=LAST_CARD[view.seats],
        up=row,
        fresh=gift if gift != NOBODY else _just_come(view, seat),
        down=tuple(view.down[seat]) if say.reminders or over else (),
        covered=0 if say.reminders or over else sum(view.down[seat]),
        bullets=bullets,
        total=total,
        token=disc(view, seat, say, stage),
        tabs=(*_tabs(view, seat), *(kind for at, kind in stage.tabs if at == seat)),
        un=view.un == seat,
        won=over and won(view, seat),
    )
    return _plate(place, say.language)


def _just_come(view: View, seat: int) -> int | None:
    """The character whose effect is due at a seat; a Politician does not stay there."""
    return IN_EFFECT.get(view.ask) if seat == view.actor and view.ask != Ask.HAND_ON else None


class Place(NamedTuple):
    """Everything a plate is drawn from: what lies at a seat, as far as it is open."""

    seat: int
    name: str
    held: int
    last: int
    up: tuple[int, ...]
    fresh: int | None  # the card that has just come, or BULLET; it glides here from the middle
    down: tuple[int, ...]  # by character, as far as they are named
    covered: int  # cards face down that are not
    bullets: tuple[str, ...]
    total: str
    token: Disc
    tabs: tuple[str, ...]
    un: bool
    won: bool


@lru_cache(4_000)  # most places are as they were after most answers
def _plate(at: Place, language: str) -> Plate:
    """A place put into words and strips of cards."""
    say = Voice(language)
    strips = (*_open(at, say), *_covered(at, say), *_bullets(at, say))
    counted = say("{n} of {last} cards", n=at.held, last=at.last)
    told = [f"{at.name}: {counted}", say("open points: {n}", n=at.total)]
    told += [f"{strip.name} ({strip.worth})" for strip in strips if strip.kind == "up"]
    told += [say("{card} (face down)", card=strip.name) for strip in strips if strip.kind == "down" and strip.icon]
    told += [strip.name for strip in strips if strip.kind == "down" and not strip.icon]
    return Plate(
        seat=at.seat,
        place=f"seat-{at.seat}",
        name=at.name,
        cards=counted,
        pips=tuple(pip < at.held for pip in range(at.last)),
        total=at.total,
        points_word=say("pts"),
        token=at.token,
        strips=strips,
        tabs=tuple(Tab(kind, say(TABS[kind])) for kind in at.tabs),
        un=say("UN") if at.un else "",
        un_title=say(UN_TOKEN),
        won=at.won,
        title=". ".join(told),
    )


def _open(at: Place, say: Voice) -> list[Strip]:
    """One strip for each open card."""
    return [
        Strip("up", say(CHARACTER_NAMES[card]), signed(WORTH[card]), ICONS[card], _key(at, card, copy))
        for card in range(CHARACTERS)
        for copy in range(at.up[card])
    ]


def _covered(at: Place, say: Voice) -> list[Strip]:
    """Cards face down, with their names: everybody saw them (5.3). Where people have to remember, only how many."""
    if at.covered:
        words = say.many("{n} card face down", "{n} cards face down", at.covered)
        return [Strip("down", words, "", "", f"down-{at.seat}")]
    return [
        Strip(
            "down",
            say(CHARACTER_NAMES[card]),
            f"×{copies}" if copies > 1 else "",
            ICONS[card],
            f"down-{at.seat}-{card}",
        )
        for card, copies in enumerate(at.down)
        if copies
    ]


def _bullets(at: Place, say: Voice) -> list[Strip]:
    last = len(at.bullets) - 1
    return [
        Strip("bullet", say("Bullet"), worth, "", _key(at, BULLET, last - number))
        for number, worth in enumerate(at.bullets)
    ]


def _key(at: Place, card: int, copy: int) -> str:
    """What a card is known by, so that it is seen to travel; what has just come is what lay in the middle."""
    if card == at.fresh and copy == 0:
        return "shot" if card == BULLET else "offer"
    return f"card-{at.seat}-{card}-{copy}"


def _tabs(view: View, seat: int) -> tuple[str, ...]:
    """Why this seat matters now."""
    if view.ask == Ask.OVER:
        return ("won",) if won(view, seat) else ()
    reasons = {
        "turn": seat == view.active,
        "target": seat == view.target,
        "effect": seat == view.actor and view.ask in IN_EFFECT,
        "swap": seat == view.other and view.ask == Ask.SWAP_WITH,
    }
    return tuple(kind for kind, holds in reasons.items() if holds)
