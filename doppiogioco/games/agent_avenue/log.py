"""The log of Agent Avenue: an answer as one listener heard it, between two of their views."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Cited, Voice

from .cards import BLUE, CAR_STEPS, GREEN, HOME, MARKET_CARDS, ON_OFFER, PRINTED, SPACES, TRUCK_STEPS, Market
from .movement import has, steps_for
from .names import AGENT_NAMES, CARD_NAMES, WITH_ARTICLE, members_of, side_name, signed
from .state import EXCHANGE_FIRST, Ask, Choice, Pick, Where
from .turn import exchange_limit


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing. It cites the clause of its first sentence."""
    told = [*_told(before, given, after, say), *_consequences(before, after, say)]
    if not told:
        return None
    text, first = " ".join(told), told[0]
    return Cited(text, first.clause) if isinstance(first, Cited) else text


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """The answer itself."""
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.GREEN:
            return [say("{seat} plays green.", seat=say.seat(a))]
        case Ask.ALONE:
            return [say("{seat} plays alone against the other two.", seat=say.seat(a))]
        case Ask.FIRST:
            parts = {"first": side_name(after, GREEN, say), "second": side_name(after, BLUE, say)}
            ours, theirs = (say.list(members_of(after, side, say)) for side in (GREEN, BLUE))
            return [say("{first} begins: {ours}. {second}: {theirs}.", ours=ours, theirs=theirs, **parts)]
        case Ask.OFFER:
            return _offered(before, a, after, say)
        case Ask.DEAL | Ask.REDRAW | Ask.DRAW:
            return [*_drawn(before, given, say), *_led(before, after, say)]
        case Ask.LEAD if a != EXCHANGE_FIRST:
            return [say("{seat} plays face up this time.", seat=say.seat(a))]
        case Ask.DISCARD:
            return [_exchanged(before, given, say)]
        case Ask.OPEN:
            return [say("{seat} plays {agent} face up.", seat=seat, agent=say(WITH_ARTICLE[a]))]
        case Ask.COVER if heard:
            return [Cited(say("{seat} lays {agent} face down.", seat=seat, agent=say(WITH_ARTICLE[a])), "3.2")]
        case Ask.COVER:
            return [Cited(say("{seat} lays a card face down.", seat=seat), "3.2")]
        case Ask.RECRUIT if a == Pick.OPEN:
            return [say("{seat} chooses {agent}.", seat=seat, agent=say(WITH_ARTICLE[before.open]))]
        case Ask.RECRUIT:
            return [say("{seat} chooses the card face down.", seat=seat)]
        case Ask.REVEAL:
            return _both_recruited(before, a, say)
        case Ask.MARKET:
            return [say("{seat} takes “{card}”.", seat=seat, card=say(CARD_NAMES[a])), *_used(before, a, after, say)]
        case Ask.ABLE if a == Choice.NO:
            return [say("It cannot be used: the hand of {seat} does not fit.", seat=say.seat(before.taker))]
        case Ask.HIRE if before.card == Market.DOUBLE_TROUBLE:
            shown = say("{seat} shows a pair: {agent}.", seat=seat, agent=say(AGENT_NAMES[a]))
            return [Cited(shown, "8.5"), _recruited(before, before.served, a, say)]
        case Ask.HIRE:
            return [Cited(_recruited(before, before.served, a, say), PRINTED[before.card].clause)]
        case Ask.UNVEIL:
            return [_recruited(before, before.served, a, say)]
        case Ask.RECALL:
            return [say("{seat} takes back {agent}.", seat=seat, agent=say(WITH_ARTICLE[a]))]
        case Ask.AGAIN if a == Choice.YES:
            return [_recruited(before, before.served, before.named, say)]
        case Ask.AGAIN:
            return [say("{seat} keeps the card in hand.", seat=seat)]
        case Ask.STEAL:
            side = side_name(before, 1 - before.served, say)
            return [say("{seat} takes {agent} from {side}.", seat=seat, agent=say(WITH_ARTICLE[a]), side=side)]
    return []


def _drawn(before: View, given: Given, say: Voice) -> list[str]:
    """A card from the deck, for those who see it; after a market card it is drawn by another rule."""
    if given.answer == HIDDEN:
        return []
    seat, agent = before.to if before.ask == Ask.DEAL else before.asked, say(WITH_ARTICLE[given.answer])
    text = say("{seat} draws {agent}.", seat=say.seat(seat), agent=agent)
    return [Cited(text, "6.9") if before.ask == Ask.DRAW and not before.laid else text]


def _led(before: View, after: View, say: Voice) -> list[str]:
    """Who has exchanged for the last card plays face up."""
    if before.ask != Ask.REDRAW or before.opener == after.opener:
        return []
    text = say("{seat} has taken the last card and so plays face up.", seat=say.seat(after.opener))
    return [Cited(text, "3.9")]


def _offered(before: View, card: int, after: View, say: Voice) -> list[str]:
    """The first offer is told as a whole, later ones card by card."""
    if before.card != NOBODY:
        return [
            say("New on the market: “{card}”.", card=say(CARD_NAMES[card])),
            *_used(before, before.card, after, say),
        ]
    if _on_offer(after) < ON_OFFER:
        return []
    cards = [say(CARD_NAMES[card]) for card in range(MARKET_CARDS) if after.market[card] == Where.OFFER]
    return [Cited(say("On the market: {cards}.", cards=say.list(cards)), "6.1")]


def _on_offer(view: View) -> int:
    return list(view.market).count(Where.OFFER)


def _exchanged(before: View, given: Given, say: Voice) -> str:
    parts = {
        "seat": say.seat(given.seat),
        "done": before.spent[given.seat] + 1,
        "all": exchange_limit(before, given.seat),
    }
    if given.answer == HIDDEN:
        return say("{seat} exchanges a card ({done} of {all}).", **parts)
    return say("{seat} exchanges {agent} ({done} of {all}).", agent=say(WITH_ARTICLE[given.answer]), **parts)


def _both_recruited(before: View, turned: int, say: Voice) -> list[str]:
    chosen, left = (before.open, turned) if before.pick == Pick.OPEN else (turned, before.open)
    return [
        say("The card face down is {agent}.", agent=say(WITH_ARTICLE[turned])),
        _recruited(before, 1 - before.active, chosen, say),
        _recruited(before, before.active, left, say),
    ]


def _recruited(before: View, side: int, agent: int, say: Voice) -> str:
    """An agent comes into play: the how-manieth copy, and where the pawn goes."""
    copies, steps = before.agents[side][agent] + 1, steps_for(before, side, agent)
    parts = {"side": side_name(before, side, say), "agent": say(WITH_ARTICLE[agent])}
    parts["move"] = _moved(before, side, steps, say)
    if copies == 1:
        return say("{side} recruits {agent}: {move}.", **parts)
    return say("{side} recruits {agent}, number {copies}: {move}.", copies=copies, **parts)


def _moved(before: View, side: int, steps: int, say: Voice) -> str:
    if steps == 0:
        return say("the pawn stays")
    there = (before.at[side] + steps) % SPACES
    text = say("{steps}, to space {there}", steps=signed(steps), there=there)
    if there in HOME and has(before, side, Market.GETAWAY_CAR):
        further = (there + CAR_STEPS) % SPACES
        text += say(", and by Getaway Car to {further}", further=further)
    return text


def _used(before: View, card: int, after: View, say: Voice) -> list[str]:
    """What a card that has just been taken did without further questions, if it is its moment."""
    side, waits = before.served, {Market.SMOKE_SCREEN: Ask.UNVEIL, Market.SPYCATION: Ask.RECALL}
    if before.ask == Ask.MARKET and after.ask == Ask.OFFER:
        return []  # first the market is filled up
    match card:
        case Market.SURVEILLANCE_TRUCK:
            move = _moved(before, side, TRUCK_STEPS, say)
            return [say("{side} moves {move}.", side=side_name(before, side, say), move=move)]
        case Market.SMOKE_SCREEN | Market.SPYCATION | Market.MIND_CONTROL:
            if after.ask != waits.get(Market(card), Ask.STEAL):
                return [say("It has no effect.")]
    return []


def _consequences(before: View, after: View, say: Voice) -> list[str]:
    """What the rules did after the answer, as everybody sees it on the table."""
    told: list[str] = []
    if before.pile > 0 == after.pile:
        told.append(Cited(say("The deck is empty."), "3.8"))
    if after.ask in (Ask.TAKER, Ask.MARKET) and before.ask != Ask.TAKER:
        told.append(Cited(say("{side} is at the Black Market.", side=side_name(after, after.served, say)), "6.3"))
    if after.ask == Ask.OVER:
        told.append(Cited(say("The game is over."), "5.1"))
    return told
