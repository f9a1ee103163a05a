"""The words of Secrets: questions, answers, log lines, refusals and the table as text, all made from views."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, figure, in_columns

from .cards import BULLET_WORTH, BULLETS, CHARACTERS, SILENCE, WORTH, Side
from .effects import effect, goal
from .log import line, offered
from .names import CHARACTER_NAMES, SIDES, WITH_ARTICLE, left_of, place_name, right_of, signed
from .rules import CENTRE, Ask, Choice, Neighbour, Reason, cards_of, points, team, won

__all__ = [
    "ABOUT",
    "CLAIMS",
    "MINUTES",
    "OPTIONS",
    "TITLE",
    "answer",
    "describe",
    "effect",
    "goal",
    "line",
    "question",
    "reckoning",
    "verdict",
    "why",
]

TITLE = N_("Secrets")
ABOUT = N_("CIA, KGB or hippie: offer a card, bluff about it, and mind your token, for it may be somebody else's soon.")
MINUTES = 30
OPTIONS: dict[str, str] = {}

CLAIMS = (
    N_("I am CIA."),
    N_("I am KGB."),
    N_("I am a hippie."),
    N_("I no longer know which side I am on."),
    N_("That card is good for you."),
    N_("Do not take that card!"),
    N_("That is not the card you say."),
    N_("I know which side you are on."),
)

QUESTIONS = {
    Ask.FIRST: N_("Lots are drawn for who begins"),
    Ask.TOKEN: N_("The tokens are dealt"),
    Ask.DRAW: N_("{active} draws from the deck"),
    Ask.OFFER: N_("{active} chooses which of the two to offer: {first} or {second}"),
    Ask.TARGET: N_("{active} chooses who gets the offer"),
    Ask.CLAIM: N_("{active} tells {target} what the card is, or says nothing"),
    Ask.UN: N_("{un} has the UN token and may take the card or let it pass"),
    Ask.REPLY: N_("{target} accepts or refuses the card offered by {active}"),
    Ask.REVEAL: N_("The offered card is turned over"),
    Ask.HAND_ON: N_("{actor} chooses who gets the Politician"),
    Ask.SWAP: N_("{actor} names the first of two players who will swap tokens"),
    Ask.SWAP_WITH: N_("{actor} names the player who swaps tokens with {other}"),
    Ask.EXAMINE: N_("{actor} chooses a token to look at"),
    Ask.LOOK: N_("A token is looked at"),
    Ask.SWITCH: N_("{actor} secretly swaps the token in the centre with the one on the left or on the right"),
    Ask.BULLET: N_("{actor} draws a bullet"),
    Ask.AIM: N_("{actor} chooses who gets the bullet"),
    Ask.OVER: N_("The game is over"),
}
YOUR_QUESTIONS = {  # the same, to whoever is asked
    Ask.OFFER: N_("You choose which of the two to offer: {first} or {second}"),
    Ask.TARGET: N_("You choose who gets your offer"),
    Ask.CLAIM: N_("You tell {target} what the card is, or say nothing"),
    Ask.UN: N_("You have the UN token: do you take the card offered to {target}?"),
    Ask.REPLY: N_("{active} offers you a card: do you take it?"),
    Ask.HAND_ON: N_("You choose who gets the Politician, and look at their token"),
    Ask.SWAP: N_("You name the first of two players who will swap tokens"),
    Ask.SWAP_WITH: N_("You name the player who swaps tokens with {other}"),
    Ask.EXAMINE: N_("You choose a token to look at; only you will see it"),
    Ask.SWITCH: N_("You secretly swap the token in the centre with your left or right neighbour's"),
    Ask.AIM: N_("You choose who gets the bullet worth {worth}; only you know it"),
}


def question(view: View, say: Voice) -> str:
    """The present question in one sentence; it speaks to whoever is asked."""
    ask = Ask(view.ask)
    yours = ask in YOUR_QUESTIONS and view.sits(getattr(view, ask.question.asked))
    seats = {name: getattr(view, name) for name in ("active", "actor", "target", "un", "other")}
    parts = {name: say.seat(seat) for name, seat in seats.items() if seat != NOBODY}
    cards = zip(("first", "second"), sorted(view.pair), strict=True)  # as their buttons stand
    parts |= {name: say(WITH_ARTICLE[card]) for name, card in cards if card != NOBODY}
    parts["worth"] = ", ".join(figure(BULLET_WORTH[bullet]) for bullet in _in_hand(view)) if yours else ""
    return say((YOUR_QUESTIONS if yours else QUESTIONS)[ask], **parts)


def _in_hand(view: View) -> list[int]:
    """Bullets that the viewer has drawn and not yet given."""
    return [b for b in range(BULLETS) if view.shooter[b] == view.seat and view.aim[b] == NOBODY]


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them."""
    match view.ask:
        case Ask.TOKEN | Ask.LOOK:
            return say(SIDES[a])
        case Ask.CLAIM if a == SILENCE:
            return say("Say nothing")
        case Ask.DRAW | Ask.OFFER | Ask.CLAIM | Ask.REVEAL:
            return say(CHARACTER_NAMES[a])
        case Ask.UN:
            return say("Take the card") if a == Choice.YES else say("Let it pass")
        case Ask.REPLY:
            return say("Accept") if a == Choice.YES else say("Refuse")
        case Ask.SWITCH if a == Neighbour.LEFT:
            return say("Left ({seat})", seat=say.seat(left_of(view)))
        case Ask.SWITCH:
            return say("Right ({seat})", seat=say.seat(right_of(view)))
        case Ask.BULLET:
            return figure(BULLET_WORTH[a])
    return place_name(a, say)


# Why not ------------------------------------------------------------------------------------------------------------


def why(view: View, a: int, say: Voice) -> tuple[str, str]:
    """The number of the rule that forbids an answer, and the reason."""
    return Ask(view.ask).question.clause, _reason(view, a, say)


def _reason(view: View, a: int, say: Voice) -> str:
    match view.ask:
        case Ask.OFFER:
            return say("the offer is one of the two characters drawn")
        case Ask.CLAIM:
            return say("only the two characters drawn can be named")
        case _ if a >= view.seats:
            return say("nobody sits there")
        case Ask.TARGET:
            return say("the offer goes to another player")
        case Ask.HAND_ON:
            return say("the Politician goes to another player")
        case Ask.AIM:
            return say("the bullet goes to another player")
        case Ask.SWAP | Ask.SWAP_WITH if a == view.seat:
            return say("the Psychiatrist swaps the tokens of two other players")
        case Ask.SWAP_WITH:
            return say("two different players are needed")
    return say("this is not possible now")


# The end ------------------------------------------------------------------------------------------------------------


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: who won, and by how much."""
    names = say.list([say.seat(seat) for seat in outcome.winners])
    cia, kgb = (figure(team(view, side)) for side in (Side.CIA, Side.KGB))
    match view.reason:
        case Reason.LONE_HIPPIE:
            worth = figure(outcome.scores[outcome.winners[0]])
            return say("{names} wins alone, a hippie with the lowest score of all ({worth}).", worth=worth, names=names)
        case Reason.CIA:
            return say("CIA beats KGB, {cia} to {kgb}. The winners: {names}.", cia=cia, kgb=kgb, names=names)
        case Reason.KGB:
            return say("KGB beats CIA, {kgb} to {cia}. The winners: {names}.", cia=cia, kgb=kgb, names=names)
    return say("CIA and KGB are level, {cia} all: everybody loses.", cia=cia)


def reckoning(view: View, say: Voice) -> list[tuple[str, list[str]]]:
    """At the end, for each seat: what every card in front of it was worth, and what that meant for its side."""
    return [
        (
            say.seat(seat),
            [*_worths(view, seat, say), f"{say('Points')}: {figure(points(view, seat))}", _share(view, seat, say)],
        )
        for seat in range(view.seats)
    ]


def _worths(view: View, seat: int, say: Voice) -> list[str]:
    up, down = view.up[seat], view.down[seat]
    lines = [f"{say(CHARACTER_NAMES[c])}: {signed(up[c] * WORTH[c])}" for c in range(CHARACTERS) if up[c]]
    piles = [_pile([copies if c == card else 0 for c in range(CHARACTERS)], say) for card, copies in enumerate(down)]
    lines += [say("{card}, face down: 0", card=pile) for pile in piles if pile]
    shots = [bullet for bullet in range(BULLETS) if view.aim[bullet] == seat]
    return lines + [f"{say('Bullet')}: {signed(BULLET_WORTH[bullet])}" for bullet in shots]


def _share(view: View, seat: int, say: Voice) -> str:
    """What the points of a seat were good for."""
    side = view.token[seat]
    if side == Side.HIPPIE and won(view, seat):
        return say("A hippie alone with the fewest points wins.")
    if side == Side.HIPPIE:
        return say("A hippie who is not alone with the fewest points loses.")
    parts = {"side": say(SIDES[side]), "n": figure(team(view, side))}
    if view.reason == Reason.LONE_HIPPIE:
        return say("{side}: {n} in all, but a hippie wins alone.", **parts)
    if won(view, seat):
        return say("{side}: {n} in all, and wins.", **parts)
    return say("{side}: {n} in all, and loses.", **parts)


# The table as text --------------------------------------------------------------------------------------------------


def describe(view: View, say: Voice) -> list[str]:
    """The table for a terminal: what lies in front of each player, then the deck, the offer and what is in sight."""
    if view.ask == Ask.OVER:
        return [*in_columns(_rows(view, say)), say("Token in the centre: {side}.", side=say(SIDES[view.token[CENTRE]]))]
    return [*in_columns(_rows(view, say)), *_deck(view, say), *_offer(view, say), *_sights(view, say)]


def _rows(view: View, say: Voice) -> list[list[str]]:
    head = ["", say("Player"), say("Cards"), say("Points"), say("Open"), say("Face down"), say("Bullets")]
    if view.ask == Ask.OVER:
        head.append(say("Token"))
    return [head, *(_row(view, seat, say) for seat in range(view.seats))]


def _row(view: View, seat: int, say: Voice) -> list[str]:
    row = [_marks(view, seat, say), say.seat(seat), str(cards_of(view, seat)), _score(view, seat)]
    row.append(_pile(view.up[seat], say))
    if view.ask == Ask.OVER:
        return [*row, _pile(view.down[seat], say), _bullets(view, seat), say(SIDES[view.token[seat]])]
    down = view.down[seat]
    return [*row, _pile(down, say) if say.reminders else str(sum(down) or ""), str(view.bullets[seat] or "")]


def _score(view: View, seat: int) -> str:
    """What lies open; before the end a question mark stands for bullets."""
    if view.ask == Ask.OVER:
        return figure(points(view, seat))
    shown = figure(sum(view.up[seat][card] * WORTH[card] for card in range(CHARACTERS)))
    return f"{shown}?" if view.bullets[seat] else shown


def _marks(view: View, seat: int, say: Voice) -> str:
    turn = ">" if seat == view.active and view.ask != Ask.OVER else " "
    return turn + (" " + say("UN") if seat == view.un else "")


def _pile(row: list[int], say: Voice) -> str:
    names = [say(CHARACTER_NAMES[card]) + f" ×{copies}" * (copies > 1) for card, copies in enumerate(row) if copies]
    return ", ".join(names)


def _bullets(view: View, seat: int) -> str:
    return ", ".join(figure(BULLET_WORTH[bullet]) for bullet in range(BULLETS) if view.aim[bullet] == seat)


def _deck(view: View, say: Voice) -> list[str]:
    return [deck_size(view, say), *under_the_deck(view, say)]


def deck_size(view: View, say: Voice) -> str:
    """How many cards of the deck nobody has seen; who has to remember that sees how many there are."""
    if say.reminders:
        return say("Unseen cards in the deck: {n}.", n=sum(view.deck))
    return say("Cards in the deck: {n}.", n=sum(view.deck) + view.below)


def under_the_deck(view: View, say: Voice) -> list[str]:
    """What was put there, which everybody could remember."""
    names = ", ".join(say(CHARACTER_NAMES[card]) for card in view.under[: view.below])
    return [say("Under the deck, in order: {names}.", names=names)] if names and say.reminders else []


def _offer(view: View, say: Voice) -> list[str]:
    lines = []
    if view.pair[1] != NOBODY:
        names = say.list([say(WITH_ARTICLE[card]) for card in view.pair])
        lines.append(say("Drawn by {seat}: {names}.", seat=say.seat(view.active), names=names))
    if view.offer not in (HIDDEN, NOBODY):
        lines.append(say("Face down lies {card}.", card=say(WITH_ARTICLE[view.offer])))
    if view.claim != NOBODY:
        lines.append(offered(view, view.claim, say))
    elif view.target != NOBODY:
        lines.append(say("The offer is for {seat}.", seat=say.seat(view.target)))
    return lines


def _sights(view: View, say: Voice) -> list[str]:
    """Tokens seen at this moment, and the bullets whose worth the viewer knows."""
    lines = []
    tokens = [(place, view.token[place]) for place in (*range(view.seats), CENTRE)]
    seen = [f"{place_name(place, say)} ({say(SIDES[side])})" for place, side in tokens if side >= 0]
    if seen:
        lines.append(say("Tokens in sight: {tokens}.", tokens=", ".join(seen)))
    mine = [bullet for bullet in range(BULLETS) if view.shooter[bullet] == view.seat]
    worths = [
        (say.seat(view.aim[bullet]), figure(BULLET_WORTH[bullet])) for bullet in mine if view.aim[bullet] != NOBODY
    ]
    given = [f"{seat} ({worth})" for seat, worth in worths]
    if given:
        lines.append(say("Bullets given: {bullets}.", bullets=", ".join(given)))
    lines += [say("Bullet drawn: {worth}.", worth=figure(BULLET_WORTH[bullet])) for bullet in _in_hand(view)]
    return lines


# What bots believe ------------------------------------------------------------------------------------------------


def suspected(view: View, _name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What a bot believes or doubts, in a few words; nothing where it is not worth telling."""
    if value == NOBODY or view.seats <= at[0] < CENTRE:
        return None
    return say("{whose} = {side}", whose=place_name(at[0], say), side=say(SIDES[value]))
