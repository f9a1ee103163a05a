"""What agents, cards and buildings are called."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.words import N_, Voice

from .cards import CHURCH, COLOURS, RUINS, Agent
from .state import plays

COLOUR_NAMES = (N_("grey"), N_("yellow"), N_("orange"), N_("red"), N_("green"), N_("blue"), N_("violet"))
CARD_NAMES = (
    N_("Second thoughts"),
    N_("False lead"),
    N_("Leaked files"),
    N_("Sidestep"),
    N_("Sunday service"),
    N_("Lockpick"),
    N_("Retreat"),
    N_("Mistaken identity"),
    N_("Arm in arm"),
    N_("Shadowing"),
    N_("Double game"),
    N_("Alarm"),
    N_("Rescue"),
    N_("Removal van"),
    N_("Taxi ride"),
)
CARD_EFFECTS = (
    N_("one agent goes 1 or 2 buildings back"),
    N_("one agent goes to the ruins"),
    N_("two markers go 3 spaces forward, but not beyond 40"),
    N_("one agent goes 1 building forward or back"),
    N_("all agents go to the church"),
    N_("one agent goes to the safe"),
    N_("two agents go 1 building back each"),
    N_("two agents change places"),
    N_("two agents go 1 building forward each"),
    N_("one agent joins another agent in its building"),
    N_("a free agent becomes yours as well"),
    N_("an agent at the safe goes 1 building forward or back"),
    N_("one or two agents go from the ruins to the church"),
    N_("the safe goes to another building"),
    N_("one agent goes 1, 2 or 3 buildings forward"),
)


def agents_in_play(view: View) -> list[int]:
    """The agents that are not in the box."""
    return [agent for agent in range(COLOURS) if plays(view, agent)]


def agent_name(agent: int) -> str:
    return Agent(agent).name.title()  # the same in every language


def full_name(agent: int, say: Voice) -> str:
    return f"{agent_name(agent)} ({say(COLOUR_NAMES[agent])})"


def way_to(place: int, say: Voice) -> str:
    """The way to a building, to be put after a verb."""
    if place in (CHURCH, RUINS):
        return say("to the church") if place == CHURCH else say("to the ruins")
    return say("to building {number}", number=place)


def face_name(roll: int) -> str:
    return str(roll + 1) if roll else "1-3"


def building_name(place: int, say: Voice) -> str:
    if place in (CHURCH, RUINS):
        return say("church") if place == CHURCH else say("ruins")
    return str(place)


def signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "0"
