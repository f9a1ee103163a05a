"""What one plays for in Secrets, and what each answer does, in a few words."""

from __future__ import annotations

from operator import mul

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import LAST_CARD, SILENCE, WORTH, Card
from .names import EFFECTS, SIDES, signed
from .rules import CENTRE, Ask, Choice, cards_of

WISHES = (  # what a side wants, to somebody who sees right now that they are on it
    N_("You are CIA: more points together than the KGB."),
    N_("You are KGB: more points together than the CIA."),
    N_("You are a hippie: fewer points than anybody else."),
)
YOU_GET, GETS = N_("you get {cards}, and its effect"), N_("{seat} gets {cards}, and its effect")


def goal(view: View, say: Voice) -> str:
    """What the sides want and what ends the game. Whose token lies open to them right now reads what they want."""
    if view.over:
        return ""
    own = view.token[view.seat] if 0 <= view.seat < view.seats else NOBODY
    wish = say(WISHES[own]) if own >= 0 else say("CIA and KGB: most points. Hippie: alone the fewest.")
    most = max(cards_of(view, seat) for seat in range(view.seats))
    end = say("Ends at {last} cards (now {n}).", last=LAST_CARD[view.seats], n=most)
    return f"{wish} {end}"


def effect(view: View, a: int, say: Voice) -> str:
    """What an answer does, as far as whoever gives it can know; what all of them do is said in the question."""
    match view.ask:
        case Ask.OFFER:
            return f"{signed(WORTH[a])}: {say(EFFECTS[a])}"
        case Ask.TARGET:
            return _if_taken(view, a, say)
        case Ask.CLAIM if a == SILENCE:
            return say("nobody hears a name")
        case Ask.CLAIM:
            return say("the truth") if a == view.offer else say("a bluff")
        case Ask.UN if a == Choice.NO:
            return say("{seat} decides", seat=say.seat(view.target))
        case Ask.UN | Ask.REPLY if a == Choice.YES:
            ends = N_("you get {cards}, and the game ends")
            return say(ends if _would_end(view, view.seat) else YOU_GET, cards=_either(view, view.seat, say))
        case Ask.REPLY:
            ends, who = N_("{seat} gets {cards}, and the game ends"), view.active
            text = ends if _would_end(view, who) else GETS
            return say(text, seat=say.seat(who), cards=_either(view, who, say))
        case Ask.HAND_ON:
            text = N_("{worth}, and the game ends") if _ends(view, a) else N_("{worth} for them")
            return say(text, worth=signed(gain(view, a, Card.POLITICIAN)))
        case Ask.EXAMINE if a == view.seat:
            return say("your own")
        case Ask.SWITCH:
            return _from_the_centre(view, say)
        case Ask.AIM if _ends(view, a):
            return say("the game ends")
    return ""


def gain(view: View, seat: int, card: int) -> int:
    """By how much the open points of a seat change with a card: a second one takes the first along (4.7, 5.2)."""
    row = view.up[seat]
    if not row[card]:
        return WORTH[card]
    return -sum(map(mul, row, WORTH)) if card == Card.SCIENTIST else -WORTH[card]


def _ends(view: View, seat: int) -> bool:
    """Would one more card be the last?"""
    return bool(cards_of(view, seat) + 1 >= LAST_CARD[view.seats])


def _would_end(view: View, seat: int) -> bool:
    """Does the game end if this seat gets the covered card, whichever it is? A Politician goes on to somebody."""
    return Card.POLITICIAN not in view.pair and _ends(view, seat)


def _if_taken(view: View, seat: int, say: Voice) -> str:
    if view.offer == Card.POLITICIAN:
        return say("hands it on, if it is taken")
    worth = signed(gain(view, seat, view.offer))
    text = N_("{worth} if taken, and the game ends") if _ends(view, seat) else N_("{worth} if taken")
    return say(text, worth=worth)


def _either(view: View, seat: int, say: Voice) -> str:
    """What the covered card may bring to a seat: one of the two."""
    worths = [signed(gain(view, seat, card)) for card in view.pair]
    told = [
        say("{worth} to hand on", worth=signed(WORTH[card])) if card == Card.POLITICIAN else worth
        for card, worth in zip(view.pair, worths, strict=True)
    ]
    return say("{one} or {other}", one=told[0], other=told[1])


def _from_the_centre(view: View, say: Voice) -> str:
    side = view.token[CENTRE]
    if side < 0:
        return say("gets the token from the centre; only you know")
    return say("gets {side} from the centre; only you know", side=say(SIDES[side]))
