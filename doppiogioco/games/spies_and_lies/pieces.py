"""What the board and a player's own row share: pictures, colours, and how things lie there."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice

from .cards import MISSIONS, Soldier

COLOURS = ("red", "blue")


def icon(name: str) -> str:
    """A picture's name; the sprite is made of all that are written like this."""
    return name


ICONS = (
    icon("user-secret"), icon("binoculars"), icon("hammer"), icon("comment-slash"), icon("medal"), icon("copy"),
    icon("bomb"), icon("coins"), icon("ranking-star"), icon("star"),
)  # fmt: skip
LOOKS = {"exhausted": icon("bed"), "active": icon("bolt")}  # in place of the soldier's own picture


def known(view: View, side: int, soldier: int, say: Voice) -> tuple[str, str]:
    """What everybody knows of a soldier today, as a kind and in words."""
    if soldier in view.exhausted[side]:
        return "exhausted", say("exhausted")
    seen = [mission for mission in range(MISSIONS) if _lies_open(view, side, mission, soldier)]
    word = say("seen on Mission {mission}", mission=seen[0] + 1) if seen else ""
    if _active(view, side, soldier):
        return "active", f"{word}, {say('active')}" if word else say("active")
    return ("seen" if seen else ""), word


def _lies_open(view: View, side: int, mission: int, soldier: int) -> bool:
    return bool(view.row[side][mission] == soldier and view.retired[side][mission] != NOBODY)


def _active(view: View, side: int, soldier: int) -> bool:
    """Does this soldier's ability still count today?"""
    lasting = {
        Soldier.SPY: view.spying, Soldier.SCOUT: view.scouting, Soldier.MINER: view.mining, Soldier.BOMB: view.bomb,
    }  # fmt: skip
    return soldier in lasting and bool(lasting[Soldier(soldier)][side])


def how_it_lies(view: View, side: int, mission: int) -> str:
    """How a mission's card lies there, as far as the viewer knows it."""
    if mission >= view.laid[side]:
        return "empty"
    if view.retired[side][mission] != NOBODY:
        return "retired" if view.retired[side][mission] else "face"
    return "back" if view.row[side][mission] in (HIDDEN, NOBODY) else "open"


def token_of(view: View, side: int, mission: int) -> str:
    if view.token[side][mission] != NOBODY:
        return "on" if view.token[side][mission] else "off"
    return "mark" if view.mark[side][mission] == 1 else ""
