"""What the nations, their dishes and the players are called."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.words import N_, Voice

CODES = ("IT", "FR", "DE", "EN", "BE", "ES")  # the letters on the cards, in every language
NATION_NAMES = (N_("Italy"), N_("France"), N_("Germany"), N_("England"), N_("Belgium"), N_("Spain"))
BOXED = (  # whole sentences: Italian has three articles for them
    N_("Italy stays in the box"),
    N_("France stays in the box"),
    N_("Germany stays in the box"),
    N_("England stays in the box"),
    N_("Belgium stays in the box"),
    N_("Spain stays in the box"),
)
DISHES = (N_("pizza"), N_("cheese"), N_("sauerkraut"), N_("pudding"), N_("mussels"), N_("paella"))


def nation_name(nation: int, say: Voice) -> str:
    """A nation in one word."""
    return say(NATION_NAMES[nation])


def card_name(nation: int, say: Voice) -> str:
    """A nationality card: the nation, and its dish."""
    return f"{say(NATION_NAMES[nation])} ({say(DISHES[nation])})"


def some(nation: int, count: int) -> str:
    """Some equal cards, as short as it can be said: ES ×3."""
    return f"{CODES[nation]} ×{count}"


def initial(view: View, seat: int, say: Voice) -> str:
    """What stands on a player's identification cards: the initial, with the seat's number where two have the same."""
    letters = [say.seat(other)[:1].upper() for other in range(view.seats)]
    return letters[seat] if letters.count(letters[seat]) == 1 else f"{letters[seat]}{seat + 1}"
