"""What the nations, their dishes and the players are called."""

from __future__ import annotations

from collections.abc import Sequence

from doppiogioco.engine.game import View
from doppiogioco.engine.words import N_, Voice

from .cards import NATIONS

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


def cards_named(counts: Sequence[int], say: Voice) -> str:
    """Cards by nation, those there are."""
    names = [card_name(nation, say) + f" ×{copies}" * (copies > 1) for nation, copies in enumerate(counts) if copies]
    return ", ".join(names)


def passports_named(view: View, seat: int, say: Voice) -> str:
    """A player's nation, or both."""
    return " + ".join(nation_name(nation, say) for nation in range(NATIONS) if view.passport[seat][nation])


def some(nation: int, count: int) -> str:
    """Some equal cards, as short as it can be said: ES ×3."""
    return f"{CODES[nation]} ×{count}"


def initial(view: View, seat: int, say: Voice) -> str:
    """What stands on a player's identification cards: the initial, with the seat's number where two have the same."""
    letters = [say.seat(other)[:1].upper() for other in range(view.seats)]
    return letters[seat] if letters.count(letters[seat]) == 1 else f"{letters[seat]}{seat + 1}"
