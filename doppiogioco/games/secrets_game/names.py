"""What everything in Secrets is called: sides, characters and what is printed on them, places."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.words import N_, Voice, figure

from .rules import CENTRE

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
EFFECTS = (  # at most 60 characters: they stand on the cards
    N_("Two others swap tokens."),
    N_("Swap your token with the centre, then look at it."),
    N_("Give it away and look at that token."),
    N_("Show your token to all the others."),
    N_("Show the centre, then swap it with a neighbour."),
    N_("Look at any one token."),
    N_("A second one turns all your characters down."),
    N_("Give somebody a bullet."),
)


def signed(worth: int) -> str:
    """Points as they stand on a card."""
    return f"+{worth}" if worth > 0 else figure(worth)


def place_name(place: int, say: Voice) -> str:
    """A seat by its name, or the centre."""
    return say("Centre") if place == CENTRE else say.seat(place)


def left_of(view: View) -> int:
    """Who sits at the left of whoever applies the effect."""
    return int(view.actor + 1) % int(view.seats)


def right_of(view: View) -> int:
    """Who sits at their right."""
    return int(view.actor - 1) % int(view.seats)
