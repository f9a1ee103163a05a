"""The words of Secrets: questions, answers, log lines, refusals and the table as text, all made from views."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given, Outcome
from doppiogioco.engine.state import EVERYBODY, HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Cited, Voice, figure, in_columns

from .cards import BULLET_WORTH, BULLETS, CHARACTERS, LAST_CARD, NEIGHBOUR_SEEN, SILENCE, WORTH, Card, Side
from .rules import CENTRE, Ask, Choice, Neighbour, Reason, cards_of, points, team, won

TITLE = N_("Secrets")
ABOUT = N_("CIA, KGB or hippie: offer a card, bluff about it, and mind your token, for it may be somebody else's soon.")
MINUTES = 30
OPTIONS: dict[str, str] = {}

SIDES = (N_("CIA"), N_("KGB"), N_("hippie"))
CHARACTER_NAMES = (
    N_("Psychiatrist"),
    N_("Double Agent"),
    N_("Politician"),
    N_("Journalist"),
    N_("Diplomat"),
    N_("Detective"),
    N_("Scientist"),
    N_("Assassin"),
)
WITH_ARTICLE = (  # inside a sentence: Italian has five articles for them
    N_("the Psychiatrist"),
    N_("the Double Agent"),
    N_("the Politician"),
    N_("the Journalist"),
    N_("the Diplomat"),
    N_("the Detective"),
    N_("the Scientist"),
    N_("the Assassin"),
)
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


def question(view: View, say: Voice) -> str:
    """The present question in one sentence."""
    seats = {name: getattr(view, name) for name in ("active", "actor", "target", "un", "other")}
    parts = {name: say.seat(seat) for name, seat in seats.items() if seat != NOBODY}
    cards = zip(("first", "second"), view.pair, strict=True)
    parts |= {name: say(WITH_ARTICLE[card]) for name, card in cards if card != NOBODY}
    return say(QUESTIONS[Ask(view.ask)], **parts)


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
            return say("Left ({seat})", seat=say.seat(_left(view)))
        case Ask.SWITCH:
            return say("Right ({seat})", seat=say.seat(_right(view)))
        case Ask.BULLET:
            return figure(BULLET_WORTH[a])
    return _place(a, say)


def _place(place: int, say: Voice) -> str:
    return say("Centre") if place == CENTRE else say.seat(place)


def _left(view: View) -> int:
    return int(view.actor + 1) % int(view.seats)


def _right(view: View) -> int:
    return int(view.actor - 1) % int(view.seats)


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


# The log ------------------------------------------------------------------------------------------------------------


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing; it cites what the answer led to, if anything."""
    told, then = _told(before, given, after, say), _consequences(before, after, say)
    text = " ".join([*told, *then])
    cited = [part.clause for part in (*reversed(then), *reversed(told)) if isinstance(part, Cited)]
    return Cited(text, cited[0]) if cited else text or None


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """The answer itself. Targets, places and replies are told with what follows them at once."""
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.FIRST if before.seats >= NEIGHBOUR_SEEN:
            text = N_("{seat} begins. Everybody looks at their own token and at the one on their right.")
            return [say(text, seat=say.seat(a))]
        case Ask.FIRST:
            return [say("{seat} begins. Everybody looks at their own token.", seat=say.seat(a))]
        case Ask.TOKEN if heard:
            watchers = EVERYBODY if before.place == CENTRE else 1 << before.seat
            return [_look(before.seat, before.place, watchers, a, say)]
        case Ask.DRAW if after.ask == Ask.OFFER:
            return _drawn(before, after, say)
        case Ask.OFFER if heard:
            return [say("{seat} secretly chooses {card}.", seat=seat, card=say(WITH_ARTICLE[a]))]
        case Ask.CLAIM:
            return [_offered(before, a, say)]
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
            return [_shown(before, a, say)]
        case Ask.SWITCH:
            return [_switched(before, a, say)]
        case Ask.BULLET if heard:
            worth = figure(BULLET_WORTH[a])
            return [say("{seat} draws the bullet worth {worth}.", seat=say.seat(before.actor), worth=worth)]
        case Ask.AIM:
            return [say("{seat} gives the bullet to {other}.", seat=seat, other=say.seat(a))]
    return []


def _drawn(before: View, after: View, say: Voice) -> list[str]:
    first, second = (say(WITH_ARTICLE[card]) for card in after.pair)
    told = [say("{seat} draws {first} and {second}.", seat=say.seat(after.active), first=first, second=second)]
    if before.twins:
        told.append(say.many("One duplicate goes under the deck.", "{n} duplicates go under the deck.", before.twins))
    return told


def _offered(view: View, claim: int, say: Voice) -> str:
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


def _look(looker: int, place: int, watchers: int, side: int, say: Voice) -> str:
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


def _shown(view: View, side: int, say: Voice) -> str:
    """A look that a character brings; what is shown to many cites that character, a look in secret says 4.9."""
    text = _look(view.actor, view.place, view.watchers, side, say)
    if view.watchers == EVERYBODY:
        return Cited(text, "4.5")
    return text if view.watchers >> view.actor & 1 else Cited(text, "4.4")


def _switched(view: View, side: int, say: Voice) -> str:
    actor, left, right = say.seat(view.actor), say.seat(_left(view)), say.seat(_right(view))
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


# The end ------------------------------------------------------------------------------------------------------------


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: who won, and by how much."""
    names = say.list([say.seat(seat) for seat in outcome.winners])
    cia, kgb = (figure(_team(view, side, outcome)) for side in (Side.CIA, Side.KGB))
    match view.reason:
        case Reason.LONE_HIPPIE:
            worth = figure(outcome.scores[outcome.winners[0]])
            return say("{names} wins alone, a hippie with the lowest score of all ({worth}).", worth=worth, names=names)
        case Reason.CIA:
            return say("CIA beats KGB, {cia} to {kgb}. The winners: {names}.", cia=cia, kgb=kgb, names=names)
        case Reason.KGB:
            return say("KGB beats CIA, {kgb} to {cia}. The winners: {names}.", cia=cia, kgb=kgb, names=names)
    return say("CIA and KGB are level, {cia} all: everybody loses.", cia=cia)


def _team(view: View, side: Side, outcome: Outcome) -> int:
    return sum(outcome.scores[seat] for seat in range(view.seats) if view.token[seat] == side)


def signed(worth: int) -> str:
    """Points as they stand on a card."""
    return f"+{worth}" if worth > 0 else figure(worth)


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
        lines.append(_offered(view, view.claim, say))
    elif view.target != NOBODY:
        lines.append(say("The offer is for {seat}.", seat=say.seat(view.target)))
    return lines


def _sights(view: View, say: Voice) -> list[str]:
    """Tokens seen at this moment, and the bullets whose worth the viewer knows."""
    lines = []
    tokens = [(place, view.token[place]) for place in (*range(view.seats), CENTRE)]
    seen = [f"{_place(place, say)} ({say(SIDES[side])})" for place, side in tokens if side >= 0]
    if seen:
        lines.append(say("Tokens in sight: {tokens}.", tokens=", ".join(seen)))
    mine = [bullet for bullet in range(BULLETS) if view.shooter[bullet] == view.seat]
    worths = [
        (say.seat(view.aim[bullet]), figure(BULLET_WORTH[bullet])) for bullet in mine if view.aim[bullet] != NOBODY
    ]
    given = [f"{seat} ({worth})" for seat, worth in worths]
    if given:
        lines.append(say("Bullets given: {bullets}.", bullets=", ".join(given)))
    lines += [say("Bullet drawn: {worth}.", worth=figure(BULLET_WORTH[b])) for b in mine if view.aim[b] == NOBODY]
    return lines


# What bots believe ------------------------------------------------------------------------------------------------


def suspected(view: View, _name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What a bot believes or doubts, in a few words; nothing where it is not worth telling."""
    if value == NOBODY or view.seats <= at[0] < CENTRE:
        return None
    return say("{whose} = {side}", whose=_place(at[0], say), side=say(SIDES[value]))
