"""What only one seat of Spies & Lies has before it: its row, its hand while it deploys, else the other side's list."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import Voice

from . import scene
from .asking import why
from .cards import MISSIONS, SECOND_HALF, SOLDIERS, Soldier
from .deployment import fits, fresh, next_owners, on_intel
from .names import EFFECTS, NAMES, colour, side_name
from .pieces import COLOURS, ICONS, how_it_lies, known, token_of
from .scene import Later, Mine, Own
from .state import BY_HAND, Ask

UNKNOWN = {Ask.RED, Ask.ALONE, Ask.MISSIONS, Ask.FIRST}  # the sides are still unknown


def mine(view: View, say: Voice) -> Mine:
    """What only this seat sees: its row, its hand while it deploys, else the list of the other side."""
    side = view.side[view.seat] if view.side[view.seat] != NOBODY else 0
    deploying = view.ask == Ask.DEPLOY and bool(next_owners(view) >> view.seat & 1)
    hand, later = _hand(view, side, say) if deploying else ((), ())
    return Mine(
        known=view.ask not in UNKNOWN,
        over=bool(view.ask == Ask.OVER),
        side=side_name(view, side, say),
        letter=side_name(view, side, say)[0],
        colour=COLOURS[colour(view, side)],
        part=_part(view, side, say),
        deceptions=f"{say('Deception')}: {view.deceptions[side]}",
        row=tuple(_own(view, side, mission, deploying, say) for mission in range(MISSIONS)),
        note=_note(view, side, deploying, say),
        deploying=deploying,
        hand=hand,
        later=later,
        enemy=side_name(view, 1 - side, say),
        enemies=tuple(_soldier(view, 1 - side, soldier, say) for soldier in range(SOLDIERS)),
    )


def _part(view: View, side: int, say: Voice) -> str:
    """Which missions the seat plays."""
    own = [mission for mission in range(MISSIONS) if view.owner[side][mission] == view.seat]
    return say("Missions {first}-{last}", first=own[0] + 1, last=own[-1] + 1) if own else ""


def _own(view: View, side: int, mission: int, deploying: bool, say: Voice) -> Own:
    soldier, kind = view.row[side][mission], how_it_lies(view, side, mission)
    own = view.owner[side][mission] == view.seat
    token = token_of(view, side, mission) in ("on", "mark")
    word = {"face": say("in action"), "retired": say("retired")}.get(kind, "")
    seen = kind in ("face", "retired", "open")
    if kind == "empty" and deploying and mission == view.laid[side]:
        kind = "next"
    elif kind == "open":
        kind, word = "face", _demand(view, soldier, say) if own and view.ask == Ask.TOKENS else ""
    if not word and not own and view.owner[side][mission] != NOBODY:
        word = say.seat(view.owner[side][mission])
    title = say("Mission {mission}", mission=mission + 1)
    if not seen:
        return Own(mission + 1, kind, 0, "", "", word, token, title)
    title += f": {say(NAMES[soldier])}, {say(EFFECTS[soldier])}"
    return Own(mission + 1, kind, soldier + 1, ICONS[soldier], say(NAMES[soldier]), word, token, title)


def _demand(view: View, soldier: int, say: Voice) -> str:
    """Before the tokens lie there: what the card asks for. Who plays by hand has to see it alone."""
    if view.options & BY_HAND or view.confirmed >> view.seat & 1:
        return ""
    if soldier == Soldier.SERGEANT:
        return say("token: as you like")
    return say("token: yes") if on_intel(view, soldier) else say("token: no")


def _note(view: View, side: int, deploying: bool, say: Voice) -> str:
    """A line under the row, where there is something to say."""
    picked = [soldier for soldier in view.picked[side] if soldier >= 0]
    if picked and view.ask in (Ask.PICK, Ask.EXHAUST):
        names = [f"{say(NAMES[soldier])} ({soldier + 1})" for soldier in picked]
        return say("You have picked: {soldiers}", soldiers=say.list(names))
    partner = view.owner[side][0]
    if deploying and partner != view.seat and view.laid[side] >= SECOND_HALF:
        return say("You see the cards of {seat} only while you deploy: remember them.", seat=say.seat(partner))
    return ""


def _hand(view: View, side: int, say: Voice) -> tuple[tuple[scene.Soldier, ...], tuple[Later, ...]]:
    """The soldiers that can be laid now, and the others by the reason that keeps them."""
    hand: list[scene.Soldier] = []
    later: dict[str, list[str]] = {}
    for soldier in range(SOLDIERS):
        if fits(view, side, view.laid[side], soldier):
            parts = (soldier + 1, ICONS[soldier], say(NAMES[soldier]), say(EFFECTS[soldier]))
            hand.append(scene.Soldier(*parts, "", "", f"soldier-{soldier}"))
        elif fresh(view, side, soldier):
            later.setdefault(why(view, soldier, say)[1], []).append(f"{soldier + 1} {say(NAMES[soldier])}")
    return tuple(hand), tuple(Later(", ".join(names), reason) for reason, names in later.items())


def _soldier(view: View, side: int, soldier: int, say: Voice) -> scene.Soldier:
    kind, word = known(view, side, soldier, say)
    return scene.Soldier(soldier + 1, ICONS[soldier], say(NAMES[soldier]), say(EFFECTS[soldier]), word, kind, "")
