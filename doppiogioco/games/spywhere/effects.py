"""What one plays for in Spywhere, what each answer does, and which cannot come true: made from views, in few words.

Nothing here speaks of the own nation: it stands in one place of the page only, where it can be covered.
"""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.words import Voice

from .cards import CLOSING_PAY, EMPTY, GUESSES, NO_GUESS, QUIET_TURNS, THREE
from .guesses import opponent
from .names import card_name, nation_name, some
from .state import Ask, Choice


def goal(view: View, say: Voice) -> str:
    """How points multiply, and how near the end is."""
    if view.ask in (Ask.FINAL, Ask.OVER):
        return say("Own dishes in hand × (1 + right guesses), +{pay} for closing the game.", pay=CLOSING_PAY)
    return say("Own dishes × (1 + right guesses).") + " " + _end(view, say)


def _end(view: View, say: Voice) -> str:
    if view.pile == 0:
        return say("The deck is empty: this turn is the last.")
    parts = {"pile": view.pile, "most": GUESSES[view.seats], "pay": CLOSING_PAY}
    if view.seats == 2 and view.turns <= QUIET_TURNS * 2:
        return say(
            "Ends in {pile} cards, or {most} guesses by one (from lap {lap}): +{pay}.", lap=QUIET_TURNS + 1, **parts
        )
    laid = max(sum(view.laid[seat]) for seat in range(view.seats))
    return say("Ends in {pile} cards, or {most} guesses by one (now {laid}): +{pay}.", laid=laid, **parts)


def effect(view: View, a: int, say: Voice) -> str:
    """What a legal answer does."""
    match view.ask:
        case Ask.GIVE:
            return _given(view, a, say)
        case Ask.TAKE:
            return _taken(view, a, say)
        case Ask.TRIPLE if a == Choice.YES:
            reward = say("+1 card") if view.pile else say("no reward")
            return reward + "; " + say("shows that they are not yours")
        case Ask.TRIPLE:
            if not view.pile:
                return say("the game ends")
            # Who is asked about their own nation has no other answer. The reason stands there whosever they are (4.2).
            following = (view.turn + 1) % view.seats
            return say("{seat} may take them next; your own must stay", seat=say.seat(following))
        case Ask.GUESS if a == NO_GUESS:
            return say("your turn ends") if view.pile else say("the game ends, nobody closes it")
        case Ask.GUESS:
            if sum(view.laid[view.seat]) + 1 == GUESSES[view.seats]:
                return say("your last one closes the game: +{pay}", pay=CLOSING_PAY)
            return say("if right, dishes multiply")
        case Ask.FINAL if a == EMPTY:
            return say("brings nothing, costs nothing")
        case Ask.NAME | Ask.FINAL:
            return _seen(view, a, say)
    return ""


def part(view: View, a: int, say: Voice) -> str:
    """Of an exchange, what goes and what comes; of a guess, who is what."""
    match view.ask:
        case Ask.GIVE:
            return say("give {card}", card=card_name(a, say))
        case Ask.TAKE:
            return say("take {card}", card=card_name(a, say))
        case Ask.GUESS if a != NO_GUESS:
            return say("identify {seat}", seat=say.seat(a))
        case Ask.NAME:
            return say("as {nation}", nation=nation_name(a, say))
    return ""


def _given(view: View, a: int, say: Voice) -> str:
    """Where the equal cards are then."""
    kept, lying = view.hand[view.seat][a] - 1, view.row[a] + 1
    told = say("in hand {kept}, in the row {lying}", kept=kept, lying=lying)
    return told + ": " + say("three of a kind") if lying >= THREE else told


def _taken(view: View, a: int, say: Voice) -> str:
    """The own hand afterwards, and three of a kind in the row."""
    told = say("{cards} in hand", cards=some(a, view.hand[view.seat][a] + 1))
    for nation, count in enumerate(view.row):
        lying = count + (nation == view.given) - (nation == a)
        if lying >= THREE:
            return told + "; " + say("{cards} in the row", cards=some(nation, lying))
    return told


def _seen(view: View, a: int, say: Voice) -> str:
    """What speaks for a guess: cards of the nation that everybody saw the other take and not give away again."""
    known = view.known[_about(view)][a] if say.reminders else 0
    return say.many("{n} known in that hand", "{n} known in that hand", known) if known else ""


def _about(view: View) -> int:
    """Whom the nation that is asked for is about."""
    return int(view.whom if view.ask == Ask.NAME else opponent(view.cells, view.seat, view.settled[view.seat]))


def spent(view: View, a: int, say: Voice) -> str:
    """Nobody takes three of their own nation (4.2): who has some lying open is of another."""
    if view.ask in (Ask.NAME, Ask.FINAL) and a != EMPTY and view.open[_about(view)][a]:
        return say("took three of them")
    return ""
