"""What sides, agents and market cards are called."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import BLUE, GREEN
from .turn import exchange_limit

COLOURS = (N_("Green"), N_("Blue"))
AGENT_NAMES = (
    N_("Double agent"),
    N_("Enforcer"),
    N_("Codebreaker"),
    N_("Saboteur"),
    N_("Daredevil"),
    N_("Sentinel"),
    N_("Sidekick"),
    N_("Mole"),
)
WITH_ARTICLE = (  # inside a sentence: Italian has several articles for them
    N_("a Double agent"),
    N_("an Enforcer"),
    N_("a Codebreaker"),
    N_("a Saboteur"),
    N_("a Daredevil"),
    N_("a Sentinel"),
    N_("the Sidekick"),
    N_("the Mole"),
)
CARD_NAMES = (
    N_("Security System"),
    N_("Getaway Car"),
    N_("Masterplan"),
    N_("Leader of the Pack"),
    N_("Watchtower"),
    N_("Supercomputer"),
    N_("Distraction Device"),
    N_("Sinister Twin"),
    N_("Surveillance Truck"),
    N_("Smoke Screen"),
    N_("Outpost"),
    N_("Secret Recruit"),
    N_("Double Trouble"),
    N_("Spycation"),
    N_("Mind Control"),
)
CARD_EFFECTS = (
    N_("the other pawn on your Home at the end of a turn: you win"),
    N_("whenever your pawn stops on a Home, it goes 3 further"),
    N_("7 different agents in play at the end of a turn: you win"),
    N_("3 Daredevils make you win instead of lose"),
    N_("each Enforcer takes you 2 further"),
    N_("each Codebreaker takes you 3 forward"),
    N_("each Saboteur takes you forward instead of back"),
    N_("each Double agent takes you twice as far"),
    N_("you go 1 forward at once"),
    N_("you recruit the top card of the deck"),
    N_("you recruit a Sentinel from your hand"),
    N_("you recruit from your hand an agent you have not in play"),
    N_("you show a pair from your hand and recruit one of the two"),
    N_("you take an agent back and may recruit it again"),
    N_("you take an agent in play from the other side"),
)


def colour(view: View, side: int) -> int:
    """The colour of a side's pawn: green for the side that begins, unless people have chosen (2.6)."""
    if view.green == NOBODY or view.first == NOBODY:
        return side
    return GREEN if view.side[view.green] == side else BLUE


def side_name(view: View, side: int, say: Voice) -> str:
    """What a side is called: its colour."""
    return say.side(say(COLOURS[colour(view, side)]), (seat for seat in range(view.seats) if view.side[seat] == side))


def members_of(view: View, side: int, say: Voice) -> list[str]:
    """Who plays for a side."""
    return [say.seat(seat) for seat in range(view.seats) if view.side[seat] == side]


def agents_in(counts: list[int], say: Voice) -> str:
    """Some agents in a row: the name, and how many where there are several."""
    found = [(say(AGENT_NAMES[kind]), n) for kind, n in enumerate(counts) if n > 0]
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in found)


def exchanges_left(view: View, seat: int, say: Voice) -> str:
    """How often a player may still exchange a card in this game."""
    return say("exchanges left: {n}", n=exchange_limit(view, seat) - view.spent[seat])


def signed(number: int) -> str:
    """A number of steps, with its sign."""
    return f"{number:+}".replace("-", "−") if number else "0"
