"""Secrets as a picture: plates round an oval table, cards and tokens in the middle, secrets in a place of their own.

The board is made from a spectator's view and is the same for everybody; `mine` is what one seat sees besides. Nothing
here remembers a token: what somebody has looked at is told in the log (1.5).
"""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, figure

from .cards import BULLET_WORTH, BULLETS, SILENCE, Card, Side
from .log import look
from .names import WITH_ARTICLE, left_of, right_of, signed
from .plates import AS_IT_IS, BULLET, IN_EFFECT, Stage, characters, disc, face, plate, side_disc
from .rules import CENTRE, Ask, Choice, Neighbour, Reason, diplomacy, points, team, won
from .scene import Known, Middle, Mine, Offer, Scene, Shot, Sight, Tally
from .words import deck_size, under_the_deck

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
REMEMBERED = N_("What you have seen is noted under “What you remember”; tokens may have moved since.")
IN_THE_LOG = N_("What you have seen stands in the log, and tokens may have moved since.")


def place(view: View, a: int) -> str | None:
    """What on the table stands for an answer: a card, a seat, a token; words alone stand for silence and refusal."""
    match view.ask:
        case Ask.OFFER | Ask.CLAIM:
            return None if a == SILENCE else f"card-{a}"
        case Ask.TARGET | Ask.HAND_ON | Ask.SWAP | Ask.SWAP_WITH | Ask.AIM:
            return f"seat-{a}"
        case Ask.SWITCH:
            return f"seat-{left_of(view) if a == Neighbour.LEFT else right_of(view)}"
        case Ask.EXAMINE:
            return f"token-{a}"
        case Ask.UN | Ask.REPLY if a == Choice.YES:
            return "offer"
    return None


# The board ----------------------------------------------------------------------------------------------------------


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Scene:
    """Everything that all can see; the seat that it faces is drawn first, which is nearest."""
    return _scene(view, say, facing)


def facing(view: View, seat: int) -> int:
    """Everybody looks at the table from their own place."""
    return seat if seat < view.seats else 0


def _scene(view: View, say: Voice, facing: int, stage: Stage = AS_IT_IS) -> Scene:
    left = BULLETS - sum(view.bullets) - (view.ask == Ask.AIM)  # one is in a hand
    return Scene(
        label=say("The table of {n}: seats, deck, and the token in the centre", n=view.seats),
        seats=view.seats,
        plates=[plate(view, (facing + step) % view.seats, say, stage) for step in range(view.seats)],
        middle=Middle(
            centre=disc(view, CENTRE, say, stage),
            un_in_centre=view.un == NOBODY,
            deck=sum(view.deck) + view.below,
            deck_title=" ".join([deck_size(view, say), *under_the_deck(view, say)]),
            bullets=left,
            bullets_title=say.many("{n} bullet left", "{n} bullets left", left),
            offer=offer(view, say, stage),
            tallies=tallies(view, say) if view.ask == Ask.OVER else (),
            over=view.ask == Ask.OVER,
        ),
        over=view.ask == Ask.OVER,
        invitation=say(INVITATIONS[view.ask]) if view.ask in INVITATIONS else "",
    )


def offer(view: View, say: Voice, stage: Stage = AS_IT_IS) -> Offer:
    """The middle of the table."""
    card = IN_EFFECT.get(view.ask) if stage.gift[1] != Card.POLITICIAN else None  # or it is on its way
    faces = tuple(face(view, drawn, say) for drawn in sorted(view.pair) if drawn != NOBODY)  # as their buttons stand
    silent = view.claim == SILENCE
    speech = say("says nothing") if silent else ""
    if view.claim != NOBODY and not silent:
        speech = say("“It is {card}.”", card=say(WITH_ARTICLE[view.claim]))
    caption = say("{seat} has drawn", seat=say.seat(view.active)) if faces else ""
    if card is not None:
        caption = say("{seat} has to do this", seat=say.seat(view.actor))
    turned = None if stage.turned == NOBODY else face(view, stage.turned, say)
    return Offer(
        faces=faces,
        covered=view.ask in (Ask.TARGET, Ask.CLAIM, Ask.UN, Ask.REPLY, Ask.REVEAL),
        turned=turned,
        caption=stage.caption or caption,
        giver=say.seat(view.active),
        receiver=say.seat(view.target) if view.target != NOBODY else "",
        speech=speech,
        silent=silent,
        effect=None if card is None else face(view, card, say),
        passed_on=view.ask == Ask.HAND_ON,
        bullet=view.ask == Ask.AIM and stage.gift[1] != BULLET,
        stamps=stage.stamps,
    )


# What is being looked at ---------------------------------------------------------------------------------------------


def moment(before: View, given: Given, after: View, say: Voice, facing: int = 0) -> Scene | None:
    """The table as an answer finds it, with what it brings: cards and tokens on their way, and none of the sequel.

    So the last card is seen before the end opens all tokens. Where nothing moves the next table will do.
    """
    stage = _stage(before, given.answer, say)
    if stage and after.over:
        stage = stage._replace(stamps=(*stage.stamps, say("last card")))
    return _scene(before, say, facing, stage) if stage else None


def _stage(view: View, a: int, say: Voice) -> Stage | None:
    match view.ask:
        case Ask.REVEAL:
            swapped = (view.actor, CENTRE) if a == Card.DOUBLE_AGENT else ()
            return Stage(turned=a, swapped=swapped, tabs=((view.actor, "gets"),), stamps=(_reply(view, say),))
        case Ask.HAND_ON:
            return Stage(gift=(a, Card.POLITICIAN))
        case Ask.SWAP_WITH:
            return Stage(swapped=(view.other, a), tabs=((a, "swap"),))
        case Ask.LOOK if not diplomacy(view):
            return Stage(looked_at=view.place, caption=look(view.actor, view.place, view.watchers, HIDDEN, say))
        case Ask.SWITCH:
            return Stage(tabs=((left_of(view), "maybe"), (right_of(view), "maybe")))
        case Ask.AIM:
            return Stage(gift=(a, BULLET))
    return None


def _reply(view: View, say: Voice) -> str:
    """How the offer was answered, on a stamp."""
    if view.actor == view.target:
        return say("accepted")
    return say("refused") if view.actor == view.active else say("UN")


# The end ------------------------------------------------------------------------------------------------------------


def tallies(view: View, say: Voice) -> tuple[Tally, ...]:
    """The two sides, then each hippie (6.4, 6.5)."""
    found = list[Tally]()
    for side, reason in ((Side.CIA, Reason.CIA), (Side.KGB, Reason.KGB)):
        names = say.list([say.seat(seat) for seat in range(view.seats) if view.token[seat] == side])
        found.append(Tally(side_disc(side, say), names or "–", figure(team(view, side)), view.reason == reason))
    for seat in range(view.seats):
        if view.token[seat] == Side.HIPPIE:
            total = figure(points(view, seat))
            found.append(Tally(side_disc(Side.HIPPIE, say), say.seat(seat), total, won(view, seat)))
    return tuple(found)


# What only one seat sees --------------------------------------------------------------------------------------------


def mine(view: View, say: Voice) -> Mine:
    """What this seat sees now; older looks stand in the log."""
    over = view.over
    own = [at for at in range(view.seats) if at == view.seat]  # nothing, for a spectator
    places = own if over else [*own, *(at for at in range(view.seats) if at != view.seat), CENTRE]
    bullets = [bullet for bullet in range(BULLETS) if view.shooter[bullet] == view.seat]
    known = Known(
        title=say("Your side") if over else say("Your secrets"),
        sights=tuple(Sight(_owner(view, at, say), disc(view, at, say)) for at in places if view.token[at] >= 0),
        in_sight=say("At the end") if over else say("In sight now"),
        memories="" if over else say(REMEMBERED if say.reminders else IN_THE_LOG),
        covered=face(view, view.offer, say) if view.offer >= 0 else None,
        shots=tuple(Shot(_receiver(view, bullet, say), signed(BULLET_WORTH[bullet])) for bullet in bullets),
        over=over,
    )
    under = "" if over else " ".join(under_the_deck(view, say))
    return Mine(known, characters(view, under, say))


def _owner(view: View, at: int, say: Voice) -> str:
    return say("Your token") if at == view.seat else say("Centre") if at == CENTRE else say.seat(at)


def _receiver(view: View, bullet: int, say: Voice) -> str:
    return say("in your hand") if view.aim[bullet] == NOBODY else say.seat(view.aim[bullet])
