"""The table of Spywhere as text, made from views."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice, in_columns

from .cards import CLOSING_PAY, EMPTY, GUESSES, NATIONS, THREE
from .guesses import opponent, own_cards, points, right_guesses
from .names import card_name, cards_named, nation_name, passports_named
from .state import Ask


def describe(view: View, say: Voice) -> list[str]:
    """The table for a terminal: row and hands by nation, then what lies in front of the players."""
    lines = [_head(view, say), "", *in_columns(_counts(view, say)), *_legend(view, say), ""]
    for seat in range(view.seats):
        lines += _in_front(view, seat, say)
    if view.ask == Ask.OVER:
        lines += ["", *in_columns(_reckoning(view, seat, say) for seat in range(view.seats))]
    return lines


def _head(view: View, say: Voice) -> str:
    lap = -(-view.turns // view.seats)
    parts = [say.many("Deck: {n} card.", "Deck: {n} cards.", view.pile)]
    if lap:
        parts.append(say("Lap {lap}.", lap=lap))
    if view.removed != NOBODY:
        parts.append(say("In the box: {nation}.", nation=nation_name(view.removed, say)))
    return " ".join(parts)


def _counts(view: View, say: Voice) -> Iterator[list[str]]:
    """One line for the row and one for each hand, one column for each nation in play."""
    nations = [nation for nation in range(NATIONS) if nation != view.removed]
    yield ["", "", "", *(nation_name(nation, say) for nation in nations)]
    yield ["", say("row"), "", *(_number(view.row[nation], "") for nation in nations)]
    for seat in range(view.seats):
        turn = ">" if seat == view.turn and view.ask not in (Ask.FINAL, Ask.OVER) else ""
        cards = say.many("{n} card", "{n} cards", view.cards[seat])
        numbers = [_held(view, seat, nation, say) for nation in nations]
        yield [turn, say.seat(seat), cards, *numbers]


def _held(view: View, seat: int, nation: int, say: Voice) -> str:
    """How many cards of a nation a hand has: exactly where the viewer sees it, else how many at least."""
    if view.hand[seat][nation] != HIDDEN:
        return _number(view.hand[seat][nation], "")
    return _number(view.known[seat][nation], "+") if say.reminders else ""


def _number(cards: int, mark: str) -> str:
    return f"{cards}{mark}" if cards else "·"


def _legend(view: View, say: Voice) -> list[str]:
    """What the plus signs mean, where there are any."""
    hidden = [seat for seat in range(view.seats) if view.hand[seat][0] == HIDDEN]
    if not say.reminders or not any(any(view.known[seat]) for seat in hidden):
        return []
    return [say("+: everybody saw these being taken from the row; there may be more.")]


def _in_front(view: View, seat: int, say: Voice) -> Iterator[str]:
    """The passports, threes of a kind and guesses of a seat, as far as the viewer sees them."""
    name = say.seat(seat)
    if HIDDEN not in view.passport[seat] and any(view.passport[seat]):
        parts = {"seat": name, "papers": passports_named(view, seat, say)}
        yield say.many(
            "Passport of {seat}: {papers}", "Passports of {seat}: {papers}", sum(view.passport[seat]), **parts
        )
    if view.given != NOBODY and view.ask == Ask.TAKE and seat == view.turn:
        yield say("{seat} gives {given}", seat=name, given=card_name(view.given, say))
    if any(view.open[seat]):
        cards = cards_named([THREE * threes for threes in view.open[seat]], say)
        yield say("Open in front of {seat}: {cards}", seat=name, cards=cards)
    guesses = [text for slot in range(GUESSES[view.seats]) for text in _guess(view, seat, slot, say)]
    if guesses:
        yield say("Guesses of {seat}: {guesses}", seat=name, guesses=", ".join(guesses))


def _guess(view: View, seat: int, slot: int, say: Voice) -> Iterator[str]:
    """A guess that was made; what was settled at the end in secret may also be none."""
    nation = view.guess[seat][slot]
    about = say.seat(opponent(view, seat, slot))
    if nation == HIDDEN and view.laid[seat][slot]:
        yield f"{about} = ?"
    elif nation == HIDDEN and slot < view.settled[seat]:
        yield f"{about} ?"
    elif nation == EMPTY:
        yield f"{about} –"
    elif nation >= 0:
        yield f"{about} = {nation_name(nation, say)}"


def _reckoning(view: View, seat: int, say: Voice) -> list[str]:
    """How the points of a seat come about."""
    cards, right = own_cards(view, seat), right_guesses(view, seat)
    pay = f" + {CLOSING_PAY}" if view.closer == seat else ""
    sum_of = f"{cards} × (1 + {right}){pay} = {points(view, seat)}"
    return [say.seat(seat), passports_named(view, seat, say), sum_of]
