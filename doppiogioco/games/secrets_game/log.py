"""The log of Secrets: an answer as one listener heard it, between two of their views."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import EVERYBODY, HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Cited, Shown, Voice, figure

from .cards import BULLET_WORTH, CHARACTERS, LAST_CARD, NEIGHBOUR_SEEN, SILENCE, Card
from .names import CHARACTER_NAMES, SIDES, WITH_ARTICLE, left_of, right_of
from .rules import CENTRE, Ask, Choice, Neighbour, cards_of, diplomacy


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing; it cites what the answer led to, if anything."""
    told, then = _told(before, given, after, say), _consequences(before, after, say)
    text = " ".join([*told, *then])
    cited = [part.clause for part in (*reversed(then), *reversed(told)) if isinstance(part, Cited)]
    if not cited:
        return text or None
    return (Shown if any(isinstance(part, Shown) for part in told) else Cited)(text, cited[0])


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """The answer itself. Targets, places and replies are told with what follows them at once."""
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.FIRST if before.seats >= NEIGHBOUR_SEEN:
            text = N_("{seat} begins. Everybody looks at their own token and at the one on their right.")
            return [Cited(say(text, seat=say.seat(a)), "1.4")]
        case Ask.FIRST:
            return [Cited(say("{seat} begins. Everybody looks at their own token.", seat=say.seat(a)), "1.4")]
        case Ask.TOKEN if heard:
            return [_first_look(before, a, say)]
        case Ask.DRAW if after.ask == Ask.OFFER:
            return _drawn(before, after, say)
        case Ask.OFFER if heard:
            return [say("{seat} secretly chooses {card}.", seat=seat, card=say(WITH_ARTICLE[a]))]
        case Ask.CLAIM:
            return [offered(before, a, say)]
        case Ask.UN if a == Choice.NO:
            return [say("{seat} has the UN token and lets the card pass.", seat=say.seat(before.un))]
        case Ask.REVEAL:
            return _received(before, a, say)
        case Ask.HAND_ON:
            return [say("{seat} hands the Politician on to {other}.", seat=seat, other=say.seat(a))]
        case Ask.SWAP_WITH:
            one, other = say.seat(before.other), say.seat(a)
            return [say("{seat} swaps the tokens of {one} and {other}.", seat=seat, one=one, other=other)]
        case Ask.LOOK:
            return [_look(before, a, say)]
        case Ask.SWITCH:
            return [_switched(before, a, say)]
        case Ask.BULLET if heard:
            worth = figure(BULLET_WORTH[a])
            text = say("{seat} draws the bullet worth {worth}.", seat=say.seat(before.actor), worth=worth)
            return [Shown(text, Ask.BULLET.question.clause)]
        case Ask.AIM:
            return [say("{seat} gives the bullet to {other}.", seat=seat, other=say.seat(a))]
    return []


def _drawn(before: View, after: View, say: Voice) -> list[str]:
    first, second = (say(WITH_ARTICLE[card]) for card in after.pair)
    told = [say("{seat} draws {first} and {second}.", seat=say.seat(after.active), first=first, second=second)]
    if before.twins:
        text = say.many("One duplicate goes under the deck.", "{n} duplicates go under the deck.", before.twins)
        told.append(Cited(text, "2.2"))
    return told


def offered(view: View, claim: int, say: Voice) -> str:
    """An offer, with what is said about it."""
    active, target = say.seat(view.active), say.seat(view.target)
    if claim == SILENCE:
        return say("{seat} offers {target} one of the two cards and says nothing.", seat=active, target=target)
    card = say(WITH_ARTICLE[claim])
    return say("{seat} offers {target} one of the two cards: “It is {card}.”", seat=active, target=target, card=card)


def _received(before: View, card: int, say: Voice) -> list[str]:
    actor, target, name = say.seat(before.actor), say.seat(before.target), say(WITH_ARTICLE[card])
    told: list[str] = []
    if before.actor == before.target:
        told.append(Cited(say("{seat} accepts and gets {card}.", seat=actor, card=name), "3.6"))
    elif before.actor == before.active:
        told.append(Cited(say("{target} refuses: {seat} gets {card}.", seat=actor, target=target, card=name), "3.6"))
    else:
        told.append(Cited(say("The UN steps in: {seat} takes {card}.", seat=actor, card=name), "3.5"))
    if card == Card.DOUBLE_AGENT:
        told.append(Cited(say("{seat} swaps their own token with the one in the centre.", seat=actor), "4.2"))
    if _second_scientist(before, card):
        told.append(Cited(say("It is the second one: {seat} turns all their characters face down.", seat=actor), "4.7"))
    return told


def _second_scientist(before: View, card: int) -> bool:
    return card == Card.SCIENTIST and bool(before.up[before.actor][Card.SCIENTIST] == 1)


def look(looker: int, place: int, watchers: int, side: int, say: Voice) -> str:
    """A look, with the side for those who saw it."""
    seat = say.seat(looker)
    if watchers == EVERYBODY:
        told = say("Everybody sees the token in the centre")
    elif not watchers >> looker & 1 and side == HIDDEN:
        told = say("{seat} shows their own token to all the others, without looking at it", seat=seat)
    elif not watchers >> looker & 1:
        told = say("{seat} shows their own token to all the others", seat=seat)
    elif place == looker:
        told = say("{seat} looks at their own token", seat=seat)
    elif place == CENTRE:
        told = say("{seat} looks at the token in the centre", seat=seat)
    else:
        told = say("{seat} looks at the token of {owner}", seat=seat, owner=say.seat(place))
    return f"{told}." if side == HIDDEN else f"{told}: {say(SIDES[side])}."


def _first_look(view: View, side: int, say: Voice) -> str:
    """A look while the tokens are dealt: at one's own, at a neighbour's, or of all at the centre."""
    if view.place == CENTRE:
        return look(view.seat, view.place, EVERYBODY, side, say)
    return Shown(look(view.seat, view.place, 1 << view.seat, side, say), Ask.TOKEN.question.clause)


def _look(view: View, side: int, say: Voice) -> str:
    """A look that a character brings; what is shown to many cites that character, a look in secret says 4.9.

    Whoever is shown what not all can see gets the time to look at it.
    """
    text = look(view.actor, view.place, view.watchers, side, say)
    if diplomacy(view):
        return Cited(text, "4.5")
    clause = Ask.LOOK.question.clause if view.watchers >> view.actor & 1 else "4.4"
    return Cited(text, clause) if side == HIDDEN else Shown(text, clause)


def _switched(view: View, side: int, say: Voice) -> str:
    actor, left, right = say.seat(view.actor), say.seat(left_of(view)), say.seat(right_of(view))
    if side == HIDDEN:
        text = N_("{seat} secretly swaps the token in the centre with that of {left} or {right}.")
        return say(text, seat=actor, left=left, right=right)
    other = left if side == Neighbour.LEFT else right
    return say("{seat} secretly swaps the token in the centre with that of {other}.", seat=actor, other=other)


def _consequences(before: View, after: View, say: Voice) -> list[str]:
    """What the end of a turn brings, as everybody sees it on the table."""
    told: list[str] = []
    for seat in range(after.seats):
        for card in range(CHARACTERS):
            if after.down[seat][card] >= before.down[seat][card] + 2 and not _all_down(before, after, seat):
                name = say(CHARACTER_NAMES[card])
                text = say("{seat} turns a pair face down: {card}.", seat=say.seat(seat), card=name)
                told.append(Cited(text, "5.2"))
    if after.un != before.un and after.un == NOBODY:
        told.append(Cited(say("The UN token goes back to the centre."), "5.4"))
    elif after.un != before.un:
        told.append(Cited(say("{seat} gets the UN token.", seat=say.seat(after.un)), "5.4"))
    if after.ask == Ask.OVER:
        last = LAST_CARD[after.seats]
        full = say.list([say.seat(seat) for seat in range(after.seats) if cards_of(after, seat) >= last])
        told.append(Cited(say("{n} cards in front of {seats}: the game is over.", n=last, seats=full), "6.1"))
    return told


def _all_down(before: View, after: View, seat: int) -> bool:
    """Was it the second Scientist (told already) rather than a pair?"""
    return bool(before.ask == Ask.REVEAL and after.down[seat][Card.SCIENTIST] > before.down[seat][Card.SCIENTIST])
