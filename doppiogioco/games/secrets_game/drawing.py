"""Secrets as a picture: plates round an oval table, cards and tokens in the middle, secrets in a place of their own.

The board is made from a spectator's view and is the same for everybody; `mine` is what one seat sees besides. Nothing
here remembers a token: what somebody has looked at is told in the log (1.5).
"""

from __future__ import annotations

from functools import cache
from operator import mul
from typing import NamedTuple

from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, figure

from .cards import BULLET_WORTH, BULLETS, CHARACTERS, COPIES, LAST_CARD, SILENCE, WORTH, Card, Side
from .rules import CENTRE, Ask, Choice, Neighbour, Reason, cards_of, points, team, won
from .scene import Characters, Disc, Face, Mine, Offer, Plate, Scene, Shot, Sight, Strip, Tab, Tally
from .words import CHARACTER_NAMES, SIDES, WITH_ARTICLE, deck_size, signed, under_the_deck

ICONS = (
    "icons.svg#user-doctor", "icons.svg#user-secret", "icons.svg#user-tie", "icons.svg#newspaper",
    "icons.svg#handshake-simple", "icons.svg#magnifying-glass", "icons.svg#flask", "icons.svg#crosshairs",
)  # fmt: skip
EFFECTS = (  # at most 60 characters: they stand on the cards
    N_("Two others swap tokens."),
    N_("Swap your token with the centre, then look at it."),
    N_("Give it away and look at that token."),
    N_("Show your token to all the others."),
    N_("Show the centre, then swap it with a neighbour."),
    N_("Look at any one token."),
    N_("A second one turns all your characters down."),
    N_("Give somebody a bullet."),
)
SIDE_COLOURS = ("blue", "red", "yellow")
SIDE_ICONS = ("icons.svg#star", "icons.svg#star", "icons.svg#peace")
IN_EFFECT = {
    Ask.HAND_ON: Card.POLITICIAN, Ask.SWAP: Card.PSYCHIATRIST, Ask.SWAP_WITH: Card.PSYCHIATRIST,
    Ask.EXAMINE: Card.DETECTIVE, Ask.SWITCH: Card.DIPLOMAT, Ask.BULLET: Card.ASSASSIN, Ask.AIM: Card.ASSASSIN,
}  # fmt: skip
INVITATIONS = {  # what a click does
    Ask.OFFER: N_("offer this"),
    Ask.TARGET: N_("offer it"),
    Ask.CLAIM: N_("say this"),
    Ask.UN: N_("take it"),
    Ask.REPLY: N_("take it"),
    Ask.HAND_ON: N_("hand it on"),
    Ask.SWAP: N_("swap"),
    Ask.SWAP_WITH: N_("swap"),
    Ask.EXAMINE: N_("look"),
    Ask.SWITCH: N_("swap"),
    Ask.AIM: N_("give it"),
}

TABS = {"turn": N_("turn"), "target": N_("target"), "effect": N_("effect"), "swap": N_("swap"), "won": N_("wins")}
UN_TOKEN = N_("UN token: whoever has it may take an offer made to somebody else")


def place(view: View, a: int) -> str | None:
    """What on the table stands for an answer: a card, a seat, a token; words alone stand for silence and refusal."""
    match view.ask:
        case Ask.OFFER | Ask.CLAIM:
            return None if a == SILENCE else f"card-{a}"
        case Ask.TARGET | Ask.HAND_ON | Ask.SWAP | Ask.SWAP_WITH | Ask.AIM:
            return f"seat-{a}"
        case Ask.SWITCH:
            return f"seat-{(view.actor + (1 if a == Neighbour.LEFT else -1)) % view.seats}"
        case Ask.EXAMINE:
            return f"token-{a}"
        case Ask.UN | Ask.REPLY if a == Choice.YES:
            return "offer"
    return None


# Pieces ---------------------------------------------------------------------------------------------------------------


def face(view: View, card: int, say: Voice) -> Face:
    """A character with all that is printed on it, and how many of it nobody has seen."""
    return _face(card, f"{view.deck[card]}/{COPIES[card]}" if say.reminders else "", say.language)


@cache
def _face(card: int, unseen: str, language: str) -> Face:
    say = Voice(language)
    name, worth, effect = say(CHARACTER_NAMES[card]), signed(WORTH[card]), say(EFFECTS[card])
    title = f"{name} ({worth}). {effect}"
    return Face(f"card-{card}", name, worth, ICONS[card], effect, unseen, title)


def disc(view: View, at: int, say: Voice) -> Disc:
    """The token at a place, as this view has it."""
    side, owner = view.token[at], say.seat(at)
    if side >= 0:
        word, text = (
            say(SIDES[side]),
            N_("Token in the centre: {side}.") if at == CENTRE else N_("Token of {owner}: {side}"),
        )
        title = say(text, owner=owner, side=word)
        return Disc(f"token-{at}", SIDE_COLOURS[side], word, SIDE_ICONS[side], title, dealt=True)
    text = N_("Token in the centre, face down") if at == CENTRE else N_("Token of {owner}, face down")
    return Disc(f"token-{at}", "", "", "", say(text, owner=owner), dealt=side == HIDDEN and view.active != NOBODY)


# The board ----------------------------------------------------------------------------------------------------------


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Scene:
    """Everything that all can see."""
    left = BULLETS - sum(view.bullets) - (view.ask == Ask.AIM)  # one is in a hand
    return Scene(
        label=say("The table of {n}: seats, deck, and the token in the centre", n=view.seats),
        seats=view.seats,
        plates=[plate(view, seat, say) for seat in range(view.seats)],
        centre=disc(view, CENTRE, say),
        un_in_centre=view.un == NOBODY,
        un=say("UN"),
        deck=sum(view.deck) + view.below,
        deck_title=" ".join([deck_size(view, say), *under_the_deck(view, say)]),
        bullets=left,
        bullets_title=say.many("{n} bullet left", "{n} bullets left", left),
        offer=offer(view, say),
        tallies=tallies(view, say) if view.ask == Ask.OVER else [],
        over=view.ask == Ask.OVER,
        invitation=say(INVITATIONS[view.ask]) if view.ask in INVITATIONS else "",
        words={
            "deck": say("Deck"),
            "centre": say("Centre"),
            "bullets": say("Bullets"),
            "bullet": say("a bullet, face down"),
            "covered": say("face down"),
            "wins": say("wins"),
            "shown": say("shown"),
            "un": say(UN_TOKEN),
        },
    )


def plate(view: View, seat: int, say: Voice) -> Plate:
    """A seat, its token and its cards."""
    over, row = view.ask == Ask.OVER, view.up[seat]
    if over:
        bullets = tuple(signed(BULLET_WORTH[bullet]) for bullet in range(BULLETS) if view.aim[bullet] == seat)
        total = figure(points(view, seat))
    else:
        bullets = ("?",) * view.bullets[seat]
        total = figure(sum(map(mul, row, WORTH))) + "?" * bool(bullets)
    place = Place(
        seat=seat,
        name=say.seat(seat),
        held=cards_of(view, seat),
        last=LAST_CARD[view.seats],
        up=tuple(row),
        fresh=IN_EFFECT.get(view.ask) if seat == view.actor else None,
        down=tuple(view.down[seat]) if say.reminders or over else (),
        covered=0 if say.reminders or over else sum(view.down[seat]),
        bullets=bullets,
        total=total,
        token=disc(view, seat, say),
        tabs=_tabs(view, seat),
        un=view.un == seat,
        won=over and won(view, seat),
    )
    return _plate(place, say)


class Place(NamedTuple):
    """Everything a plate is drawn from: what lies at a seat, as far as it is open."""

    seat: int
    name: str
    held: int
    last: int
    up: tuple[int, ...]
    fresh: int | None  # the card whose effect is due; it glides here from the middle
    down: tuple[int, ...]  # by character, as far as they are named
    covered: int  # cards face down that are not
    bullets: tuple[str, ...]
    total: str
    token: Disc
    tabs: tuple[str, ...]
    un: bool
    won: bool


def _plate(at: Place, say: Voice) -> Plate:
    """A place put into words and strips of cards."""
    strips = (*_open(at, say), *_covered(at, say), *(Strip("bullet", say("Bullet"), worth, "") for worth in at.bullets))
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
        Strip("up", say(CHARACTER_NAMES[card]), signed(WORTH[card]), ICONS[card], card == at.fresh and copy == 0)
        for card in range(CHARACTERS)
        for copy in range(at.up[card])
    ]


def _covered(at: Place, say: Voice) -> list[Strip]:
    """Cards face down, with their names: everybody saw them (5.3). Where people have to remember, only how many."""
    if at.covered:
        return [Strip("down", say.many("{n} card face down", "{n} cards face down", at.covered), "", "")]
    return [
        Strip("down", say(CHARACTER_NAMES[card]), f"×{copies}" if copies > 1 else "", ICONS[card])
        for card, copies in enumerate(at.down)
        if copies
    ]


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


def offer(view: View, say: Voice) -> Offer:
    """The middle of the table."""
    card = IN_EFFECT.get(view.ask)
    faces = [face(view, drawn, say) for drawn in view.pair if drawn != NOBODY]
    silent = view.claim == SILENCE
    speech = say("says nothing") if silent else ""
    if view.claim != NOBODY and not silent:
        speech = say("“It is {card}.”", card=say(WITH_ARTICLE[view.claim]))
    caption = say("{seat} has drawn", seat=say.seat(view.active)) if faces else ""
    if card is not None:
        caption = say("{seat} has to do this", seat=say.seat(view.actor))
    return Offer(
        faces=faces,
        covered=view.ask in (Ask.TARGET, Ask.CLAIM, Ask.UN, Ask.REPLY, Ask.REVEAL),
        caption=caption,
        giver=say.seat(view.active),
        receiver=say.seat(view.target) if view.target != NOBODY else "",
        speech=speech,
        silent=silent,
        effect=None if card is None else face(view, card, say),
        bullet=view.ask == Ask.AIM,
    )


def tallies(view: View, say: Voice) -> list[Tally]:
    """The two sides, then each hippie (6.4, 6.5)."""
    found = []
    for side, reason in ((Side.CIA, Reason.CIA), (Side.KGB, Reason.KGB)):
        names = say.list([say.seat(seat) for seat in range(view.seats) if view.token[seat] == side])
        found.append(Tally(side_disc(side, say), names or "–", figure(team(view, side)), view.reason == reason))
    for seat in range(view.seats):
        if view.token[seat] == Side.HIPPIE:
            total = figure(points(view, seat))
            found.append(Tally(side_disc(Side.HIPPIE, say), say.seat(seat), total, won(view, seat)))
    return found


def side_disc(side: int, say: Voice) -> Disc:
    """A side by itself, not the token at a place."""
    return Disc("", SIDE_COLOURS[side], say(SIDES[side]), SIDE_ICONS[side], say(SIDES[side]), dealt=True)


# What only one seat sees --------------------------------------------------------------------------------------------


def mine(view: View, say: Voice) -> Mine:
    """What this seat sees now; older looks stand in the log."""
    over = view.over
    own = [at for at in range(view.seats) if at == view.seat]  # nothing, for a spectator
    places = own if over else [*own, *(at for at in range(view.seats) if at != view.seat), CENTRE]
    bullets = [bullet for bullet in range(BULLETS) if view.shooter[bullet] == view.seat]
    return Mine(
        sights=[Sight(_owner(view, at, say), disc(view, at, say)) for at in places if view.token[at] >= 0],
        covered=face(view, view.offer, say) if view.offer >= 0 else None,
        shots=[Shot(_receiver(view, bullet, say), signed(BULLET_WORTH[bullet])) for bullet in bullets],
        characters=Characters(
            title=say("Characters"),
            columns=say("points · unseen") if say.reminders and not over else "",
            faces=tuple(face(view, card, say) for card in range(CHARACTERS)),
            under="" if over else " ".join(under_the_deck(view, say)),
        ),
        over=over,
        words={
            "title": say("Your side") if over else say("Your secrets"),
            "cover": say("cover"),
            "secret": say("Secret"),
            "sight": say("At the end") if over else say("In sight now"),
            "blind": say("No token is in sight now."),
            "memories": say("What you have seen stands in the log, and tokens may have moved since."),
            "covered": say("You have laid face down"),
            "shots": say("Bullets you drew"),
        },
    )


def _owner(view: View, at: int, say: Voice) -> str:
    return say("Your token") if at == view.seat else say("Centre") if at == CENTRE else say.seat(at)


def _receiver(view: View, bullet: int, say: Voice) -> str:
    return say("in your hand") if view.aim[bullet] == NOBODY else say.seat(view.aim[bullet])
