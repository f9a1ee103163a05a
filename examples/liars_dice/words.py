"""The words of Liar's Dice, all made from views."""

from __future__ import annotations

from collections.abc import Iterable

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given, Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Cited, Voice, in_columns

from .rules import Ask, Choice, fitting

TITLE = N_("Liar's Dice")
ABOUT = N_("Everybody rolls in secret and bids on all the dice together: higher and higher, until somebody doubts it.")
MINUTES = 10
OPTIONS = {"wild-ones": N_("Ones are wild: they count as every face.")}
CLAIMS = (N_("I have two of those."), N_("I have none of those."), N_("That bid is too high."), N_("Go on, doubt me!"))

QUESTIONS = {
    Ask.FIRST: N_("Lots are drawn for who begins"),
    Ask.ROLL: N_("The dice are rolled"),
    Ask.COUNT: N_("{bidder} bids: how many dice, at least, show the same face?"),
    Ask.FACE: N_("{bidder} bids: at least {n} show which face?"),
    Ask.CHALLENGE: N_("{bidder} bids {bid}: does anybody doubt it?"),
    Ask.SHOW: N_("All dice are turned up"),
    Ask.OVER: N_("The game is over"),
}


def question(view: View, say: Voice) -> str:
    """The present question in one sentence."""
    return say(QUESTIONS[Ask(view.ask)], bidder=say.seat(view.bidder), n=view.higher, bid=_bid(view, say))


def _bid(view: View, say: Voice) -> str:
    return say("{count} × {face}", count=view.count, face=view.face + 1)


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them."""
    match view.ask:
        case Ask.FIRST:
            return say.seat(a)
        case Ask.COUNT:
            return say.many("{n} die", "{n} dice", a)
        case Ask.CHALLENGE:
            return say("Doubt it") if a == Choice.DOUBT else say("Pass")
    return str(a + 1)


def why(view: View, a: int, say: Voice) -> tuple[str, str]:
    """The number of the rule that forbids an answer, and the reason."""
    if view.ask == Ask.COUNT and a > sum(view.left):
        return "3.3", say.many("there is only {n} die", "there are only {n} dice", sum(view.left))
    return "3.2", say("a bid has more dice than the one before, or as many of a higher face")


# The log ------------------------------------------------------------------------------------------------------------


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """An answer as this viewer heard it."""
    seat, a = say.seat(given.seat), given.answer
    match before.ask:
        case Ask.FIRST:
            return say("{seat} begins.", seat=say.seat(a))
        case Ask.ROLL:
            return _rolled(before, a, after, say)
        case Ask.FACE:
            bid = say("{count} × {face}", count=before.higher, face=a + 1)
            if after.ask == Ask.SHOW:
                doubter = say.seat(after.doubter)
                return Cited(say("{seat} bids {bid}. Nothing is higher, so {doubter} doubts it.",
                                 seat=seat, bid=bid, doubter=doubter), "3.6")  # fmt: skip
            return say("{seat} bids {bid}.", seat=seat, bid=bid)
        case Ask.CHALLENGE:
            return say("{seat} doubts it.", seat=seat) if a == Choice.DOUBT else say("{seat} passes.", seat=seat)
        case Ask.SHOW if before.die == before.left[before.owner] - 1:
            return _shown(before, after, say)
    return None


def _rolled(before: View, a: int, after: View, say: Voice) -> str | None:
    """One's own dice, once the last of them lies; and that everybody has rolled."""
    owner, last = before.owner, before.die == before.left[before.owner] - 1
    told = []
    if a != HIDDEN and last:
        told.append(say("{seat} rolls in secret: {dice}.", seat=say.seat(owner), dice=_faces(after.dice[owner])))
    if after.ask == Ask.COUNT:
        told.append(say.many("{n} die is on the table.", "{n} dice are on the table.", sum(after.left)))
    return " ".join(told) or None


def _shown(before: View, after: View, say: Voice) -> str:
    owner = before.owner
    told = say("{seat} shows {dice}.", seat=say.seat(owner), dice=_faces(after.shown[owner]))
    losers = [seat for seat in range(after.seats) if after.left[seat] < before.left[seat]]
    if not losers:
        return told
    loser, found = losers[0], fitting(after.cells, before.face)
    name, bid = say.seat(loser), _bid(before, say)
    if loser == before.doubter:
        then = say("{bid} holds, for {n} count: {seat} loses a die.", bid=bid, n=found, seat=name)
    else:
        then = say("{bid} does not hold, for only {n} count: {seat} loses a die.", bid=bid, n=found, seat=name)
    gone = [] if after.left[loser] else [say("{seat} has no dice left.", seat=name)]
    return Cited(" ".join([told, then, *gone]), "4.4")


def _faces(dice: Iterable[int]) -> str:
    return ", ".join(str(face + 1) for face in dice if face >= 0)


# The table and the end ----------------------------------------------------------------------------------------------


def describe(view: View, say: Voice) -> list[str]:
    """Everybody's dice, as far as this viewer sees them, and the bid."""
    head = ["", say("Player"), say("Under the cup"), say("Last turned up")]
    rows = [
        [_mark(view, seat), say.seat(seat), _cup(view, seat), _faces(view.shown[seat])] for seat in range(view.seats)
    ]
    bid = [say("The bid: {bid}.", bid=_bid(view, say))] if view.face != NOBODY else []
    return [*in_columns([head, *rows]), *bid]


def _mark(view: View, seat: int) -> str:
    return ">" if seat == view.bidder and not view.over else ""


def _cup(view: View, seat: int) -> str:
    """The dice of a seat: what they show, or a question mark."""
    return ", ".join("?" if face == HIDDEN else str(face + 1) for face in view.dice[seat][: view.left[seat]])


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """Who has won."""
    winner = outcome.winners[0]
    return say.many("{seat} wins with one die left.", "{seat} wins with {n} dice left.", outcome.scores[winner],
                    seat=say.seat(winner))  # fmt: skip
