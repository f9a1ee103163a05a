"""What one plays for and what each answer does, in a few words, and which guesses cannot come true."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import (
    DAYS,
    DECEPTION_PAY,
    FLAG,
    GATE,
    MARSHAL_POINTS,
    POINTS,
    RIGHT_GUESS,
    SCOUTED_GUESS,
    SIDES,
    SIX,
    SPLIT,
    TRACK,
    Soldier,
)
from .deduction import possible
from .deployment import on_intel
from .missions import ahead, countered
from .names import IN_SHORT, side_name
from .state import BY_HAND, Ask, Choice, Gate, Marshal

# The goal -----------------------------------------------------------------------------------------------------------


def goal(view: View, say: Voice) -> str:
    """How far the flag and the next step are; who looks on is told of both sides."""
    if view.side[0] == NOBODY:
        return say("In three days the Double Agent must come to the enemy flag, or end in enemy territory.")
    if view.over:
        return ""
    day = max(view.day, 0) + 1
    side = view.side[view.seat] if 0 <= view.seat < view.seats else NOBODY
    if side == NOBODY:
        way = say("Spaces to the flag: {spaces}.", spaces=_of_both(view, _ways(view), say))
        points = say("Points of {track}: {points}.", track=TRACK, points=_of_both(view, view.points, say))
    else:
        flag, n = side_name(view, 1 - side, say), _ways(view)[side]
        way = say.many("{n} space to the flag of {side}.", "{n} spaces to the flag of {side}.", n, side=flag)
        text = N_("{points} of {track} points to go {steps} on.")
        points = say(text, points=view.points[side], track=TRACK, steps=day)
    end = N_("Day {day} of {days}.") if day < DAYS else N_("Day {day} of {days}, then territory decides.")
    return f"{way} {points} {say(end, day=day, days=DAYS)}"


def _ways(view: View) -> list[int]:
    """How many spaces each side is away from the flag it wants."""
    return [FLAG - ahead(view, side) for side in range(SIDES)]


def _of_both(view: View, numbers: list[int], say: Voice) -> str:
    return ", ".join(f"{side_name(view, side, say)} {number}" for side, number in enumerate(numbers))


# Effects ------------------------------------------------------------------------------------------------------------


def effect(view: View, a: int, say: Voice) -> str:
    """What an answer does, as far as whoever is asked can tell."""
    match view.ask:
        case Ask.DEPLOY | Ask.PICK:
            return say(IN_SHORT[a])
        case Ask.TOKENS:
            return _of_tokens(view, a, say)
        case Ask.DECEIVE if a == Choice.YES:
            return say("+{points} if the guess is wrong, gone either way", points=DECEPTION_PAY)
        case Ask.DECEIVE:
            return say("you keep it for a later card")
        case Ask.GUESS:
            points = SCOUTED_GUESS if view.scouting[1 - view.target] else RIGHT_GUESS
            return say("right: +{points}", points=points)
        case Ask.CAPTAIN if a == SIX:
            return _gain(view, view.target, POINTS[SIX], say)
        case Ask.CAPTAIN:
            return _of_copy(view, a, say)
        case Ask.MARSHAL if a == Marshal.TEN:
            return _gain(view, view.target, MARSHAL_POINTS, say)
        case Ask.MARSHAL:
            other, left = 1 - view.target, max(0, view.points[1 - view.target] - SPLIT)
            loss = f"{side_name(view, other, say)} {view.points[other]} → {left}"
            return f"{_gain(view, view.target, SPLIT, say)}, {loss}"
    return ""


def _of_tokens(view: View, tokens: int, say: Voice) -> str:
    """Only the Sergeant's token is a choice; by hand everybody has to see to it alone."""
    side = view.side[view.seat]
    if view.options & BY_HAND or Soldier.SERGEANT not in view.row[side]:
        return ""
    mission = view.row[side].index(Soldier.SERGEANT)
    if view.owner[side][mission] != view.seat:
        return ""
    honest = bool(tokens >> mission & 1) == on_intel(view, Soldier.SERGEANT)
    return say("the Sergeant tells the truth") if honest else say("the Sergeant lies")


def _of_copy(view: View, soldier: int, say: Voice) -> str:
    if not countered(view, soldier):
        return say(IN_SHORT[soldier])
    other = side_name(view, 1 - view.target, say)
    if soldier == Soldier.MARSHAL:
        return say("nothing: the Spy of {side} stops it", side=other)
    return say("nothing: the Miner of {side} defuses it", side=other)


def _gain(view: View, side: int, points: int, say: Voice) -> str:
    """What a gain does to a side's marker, or to the Double Agent (6.2 to 6.5)."""
    name, total, far = side_name(view, side, say), view.points[side] + points, ahead(view, side)
    if total < TRACK:
        return f"{name} {view.points[side]} → {total}"
    if far == GATE and view.gate == Gate.NO:
        return say("the Double Agent reaches the flag")
    moved = say("the Double Agent stays at the gate")
    if steps := min(far + view.day + 1, GATE) - far:
        moved = say.many("the Double Agent goes {n} space on", "the Double Agent goes {n} spaces on", steps)
    return f"{moved}, {name} → 0"


# Guesses ------------------------------------------------------------------------------------------------------------


def spent(view: View, a: int, say: Voice) -> str:
    """Why a guess cannot come true: whoever has kept an eye on the table knows it."""
    if view.ask != Ask.GUESS:
        return ""
    side, mission = view.target, view.mission
    if a in view.exhausted[side]:
        return say("exhausted card")
    if a in view.row[side]:  # whoever guesses sees only what lies open
        return say("seen already")
    return "" if a in possible(view, side, {})[mission] else say("impossible")
