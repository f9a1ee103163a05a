"""The table of Spies & Lies as text, and how a game ended: all made from views."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, in_columns

from .cards import DAYS, GATE, MISSIONS, SECOND_HALF, SIDES, Soldier
from .deployment import fresh, next_owners
from .missions import ahead
from .names import BULLET, EFFECTS, NAMES, members, range_text, side_name, soldier_name
from .state import Ask, Reason

# The end ------------------------------------------------------------------------------------------------------------


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: who won, and why."""
    if view.reason == Reason.DRAW:
        text = N_("A draw: the Double Agent is in the centre, and both sides have the same infiltration ({points}).")
        return say(text, points=view.points[0])
    side = view.winner
    names = say.list([say.seat(seat) for seat in members(view, side)])
    parts = {"names": names, "side": side_name(view, side, say), "other": side_name(view, 1 - side, say)}
    won = say.many("{names} wins for {side}:", "{names} win for {side}:", len(outcome.winners), **parts)
    match view.reason:
        case Reason.FLAG:
            why_won = say("the Double Agent has reached the flag of {other}.", **parts)
        case Reason.MISPLACED:
            why_won = say("{other} has reached the flag, but with a card out of order.", **parts)
        case Reason.TERRITORY:
            why_won = say("the Double Agent ends in the territory of {other}.", **parts)
        case _:
            numbers = {"most": view.points[side], "least": view.points[1 - side]}
            why_won = say("the Double Agent is in the centre, and infiltration is {most} to {least}.", **numbers)
    return f"{won} {why_won}"


# The table as text --------------------------------------------------------------------------------------------------


def describe(view: View, say: Voice) -> list[str]:
    """The table for a terminal: day and intel, the way between the flags, then the two sides beside each other."""
    if view.owner[0][0] == NOBODY:
        return [say("The sides are not known yet.")]
    rows = [*_players(view, say), *_figures(view, say), *(_mission(view, mission, say) for mission in range(MISSIONS))]
    lines = [_today(view, say), _way(view, say), "", *in_columns(rows)]
    if any(BULLET in text for row in rows for text in row):
        lines.append(say("{token} is an intel token.", token=BULLET))
    if view.decoy:
        owner = say.seat(view.owner[view.target][view.mission])
        text = N_("A Deception token lies on Mission {mission} of {owner}.")
        lines.append(say(text, mission=view.mission + 1, owner=owner))
    return [*lines, *_hand(view, say)]


def _today(view: View, say: Voice) -> str:
    shown = [range_text(kind) for kind in view.intel if kind != NOBODY]
    if view.day == NOBODY:
        return say("Before the first day.") + (" " + say("Old intel: {old}.", old=", ".join(shown)) if shown else "")
    told = say("Day {day} of {days}.", day=view.day + 1, days=DAYS)
    if len(shown) > view.day + 1:
        told += " " + say("Intel: {range}.", range=shown.pop())
    return told + " " + say("Old intel: {old}.", old=", ".join(shown))


def _way(view: View, say: Voice) -> str:
    """The spaces between the flags, the Double Agent's in brackets."""
    half = [say("flag"), say("gate"), *(str(far) for far in range(GATE - 1, 0, -1))]
    spaces = [*half, say("centre"), *reversed(half)]
    spaces[view.agent] = f"[{spaces[view.agent]}]"
    return f"{side_name(view, 0, say)} {' '.join(spaces)} {side_name(view, 1, say)}"


def _players(view: View, say: Voice) -> list[list[str]]:
    """The sides and who plays them; where there is a pair, a row for each half of the missions."""
    sides = ["", *(side_name(view, side, say) for side in range(SIDES))]
    halves = (0, SECOND_HALF) if view.seats > SIDES else (0,)
    rows = [[say.seat(view.owner[side][mission]) for side in range(SIDES)] for mission in halves]
    names = [_half(mission, say) for mission in halves] if view.seats > SIDES else [say("Player")]
    return [sides, *([name, *row] for name, row in zip(names, rows, strict=True))]


def _half(mission: int, say: Voice) -> str:
    return say("Missions {first}-{last}", first=mission + 1, last=mission + SECOND_HALF)


def _figures(view: View, say: Voice) -> list[list[str]]:
    rows = [
        [say("Infiltration"), *map(str, view.points)],
        [say("Deception"), *map(str, view.deceptions)],
        [say("Exhausted"), *(_exhausted(view, side, say) for side in range(SIDES))],
    ]
    active = [_active(view, side, say) for side in range(SIDES)]
    return [*rows, [say("Active"), *active]] if any(active) else rows


def _exhausted(view: View, side: int, say: Voice) -> str:
    return ", ".join(soldier_name(soldier, say) for soldier in view.exhausted[side] if soldier != NOBODY) or "–"


def _active(view: View, side: int, say: Voice) -> str:
    """The soldiers whose ability still counts today."""
    marks = zip(
        (Soldier.SPY, Soldier.SCOUT, Soldier.MINER, Soldier.BOMB),
        (view.spying, view.scouting, view.mining, view.bomb),
        strict=True,
    )
    return ", ".join(say(NAMES[soldier]) for soldier, active in marks if active[side])


def _mission(view: View, mission: int, say: Voice) -> list[str]:
    """The two cards of a mission, behind a mark if one of them is in question."""
    asked = view.mission == mission and view.ask in (Ask.DECEIVE, Ask.GUESS, Ask.REVEAL, Ask.CAPTAIN, Ask.MARSHAL)
    name = say("Mission {mission}", mission=mission + 1)
    return [f"{'>' if asked else ' '} {name}", *(_card(view, side, mission, say) for side in range(SIDES))]


def _card(view: View, side: int, mission: int, say: Voice) -> str:
    """A card as the viewer sees it, behind a bullet if an intel token lies on it."""
    if mission >= view.laid[side]:
        return "–"
    soldier = view.row[side][mission]
    token = view.mark[side][mission] if view.token[side][mission] == NOBODY else view.token[side][mission]
    text = say("face down") if soldier in (HIDDEN, NOBODY) else soldier_name(soldier, say)
    if view.retired[side][mission] != NOBODY:
        text += ", " + (say("retired") if view.retired[side][mission] else say("in action"))
    elif soldier not in (HIDDEN, NOBODY):
        text += ", " + say("face down")
    return f"{BULLET if token == 1 else ' '} {text}"


def _hand(view: View, say: Voice) -> list[str]:
    """For whoever is deploying, the soldiers that are left and what they do."""
    if view.ask != Ask.DEPLOY or not next_owners(view) >> view.seat & 1:
        return []
    side = view.side[view.seat]
    left = [soldier for soldier in Soldier if fresh(view, side, soldier)]
    hand = [f"  {soldier + 1:2} {say(NAMES[soldier])}: {say(EFFECTS[soldier])}" for soldier in left]
    return ["", say("Soldiers to deploy:"), *hand]


def reckoning(view: View, say: Voice) -> list[tuple[str, list[str]]]:
    """How each player's result came about: the side, where the Double Agent stands, what decided, who won."""
    return [(say.seat(seat), _reckoned(view, view.side[seat], say)) for seat in range(view.seats)]


def _reckoned(view: View, side: int, say: Voice) -> list[str]:
    lines = [
        say("Side: {side}", side=side_name(view, side, say)),
        _distance(view, side, say),
        _decided(view, side, say),
    ]
    if view.winner == NOBODY:
        return [*lines, say("A draw")]
    return [*lines, say("Won") if view.winner == side else say("Lost")]


def _distance(view: View, side: int, say: Voice) -> str:
    """The score is how far the Double Agent stands beyond the centre (10.6)."""
    far = ahead(view, side)
    if far == 0:
        return say("The Double Agent in the centre: {score}", score=0)
    parts = {"side": side_name(view, 1 - side if far > 0 else side, say), "score": f"+{far}" if far > 0 else f"−{-far}"}
    return say.many(
        "The Double Agent {n} space inside the territory of {side}: {score}",
        "The Double Agent {n} spaces inside the territory of {side}: {score}",
        abs(far),
        **parts,
    )


def _decided(view: View, side: int, say: Voice) -> str:
    match view.reason:
        case Reason.FLAG:
            return say("The flag of {side} was reached", side=side_name(view, 1 - view.winner, say))
        case Reason.MISPLACED:
            return say("{side} reached the flag with a card out of order", side=side_name(view, 1 - view.winner, say))
        case Reason.TERRITORY:
            return say("After three days the territory decides")
    return say(
        "In the centre infiltration decides: {own} to {other}", own=view.points[side], other=view.points[1 - side]
    )
