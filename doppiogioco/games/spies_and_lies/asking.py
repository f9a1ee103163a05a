"""Questions of Spies & Lies, the answers to them, and why some are refused: all made from views."""

from __future__ import annotations

from collections.abc import Sequence

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import MARSHAL_POINTS, MISSIONS, POINTS, SIX, SPLIT, Soldier
from .deployment import on_intel
from .names import NAMES, in_numbers, looking, range_text, side_name, the_soldier, whose
from .state import Ask, Choice, Marshal

QUESTIONS = {
    Ask.RED: N_("Who takes Red?"),
    Ask.ALONE: N_("Who plays alone against the other two?"),
    Ask.FIRST: N_("Lots are drawn for who begins"),
    Ask.REDEPLOY: N_("A covered soldier is dealt again"),
    Ask.REMARK: N_("A hidden intel token is dealt again"),
    Ask.REPICK: N_("A hidden pick is dealt again"),
    Ask.INTEL: N_("An intel card is turned over"),
    Ask.EXHAUST: N_("A soldier of {to} is exhausted"),
    Ask.SHOW: N_("The intel tokens are shown"),
    Ask.DECEIVE: N_("{owner} may lay a Deception token on Mission {mission}"),
    Ask.GUESS: N_("{guesser} guesses which soldier {owner} has on Mission {mission}"),
    Ask.REVEAL: N_("Mission {mission} of {owner} is turned over"),
    Ask.CAPTAIN: N_("{owner} uses the Captain: 6 points, or what an exhausted soldier does?"),
    Ask.MARSHAL: N_("{owner} uses the Marshal: 10 points, or 5 points and {other} loses 5?"),
    Ask.OVER: N_("The game is over"),
}
# The same, said to whoever is asked; and a guess, said to whose card it is about.
TO_YOU = {
    Ask.DECEIVE: N_("You may lay a Deception token on your Mission {mission}"),
    Ask.GUESS: N_("You guess: which soldier has {owner} on Mission {mission}?"),
    Ask.CAPTAIN: N_("You use the Captain: 6 points, or what an exhausted soldier does?"),
    Ask.MARSHAL: N_("You use the Marshal: 10 points, or 5 points and {other} loses 5?"),
}
YOUR_CARD = N_("{guesser} guesses which soldier you have on Mission {mission}")


# Questions and answers ----------------------------------------------------------------------------------------------


def question(view: View, say: Voice) -> str:
    """The present question in one sentence."""
    match view.ask:
        case Ask.MISSIONS if view.leading:
            return say("Who plays Missions 1 and 2 in the other pair?")
        case Ask.MISSIONS:
            return say("Who plays Missions 1 and 2?")
        case Ask.DEPLOY:
            return _deploying(view, say)
        case Ask.LOOK:
            return say("{seat} looks at the cards of {partner}", **looking(view, say))
        case Ask.TOKENS:
            return _confirming(view, say)
        case Ask.PICK:
            return _picking(view, say)
    parts, text = {}, QUESTIONS[Ask(view.ask)]
    if view.to != NOBODY:
        parts["to"] = side_name(view, view.to, say)
    if view.target != NOBODY:
        owner, guesser = view.owner[view.target][view.mission], view.owner[1 - view.target][view.mission]
        parts |= {"owner": say.seat(owner), "guesser": say.seat(guesser), "mission": str(view.mission + 1)}
        parts["other"] = side_name(view, 1 - view.target, say)
        if view.sits(guesser if view.ask == Ask.GUESS else owner):
            text = TO_YOU.get(Ask(view.ask), text)
        elif view.ask == Ask.GUESS and view.sits(owner):
            text = YOUR_CARD
    return say(text, **parts)


def _seats(seats: Sequence[int], say: Voice) -> str:
    return say.list([say.seat(seat) for seat in seats])


def _deploying(view: View, say: Voice) -> str:
    """For whoever lays a card, on which mission; the others only know who is still at it."""
    deploying = view.game.waiting(view)
    if not view.sits(*deploying):
        return say("Still deploying: {seats}", seats=_seats(deploying, say))
    mission = view.laid[view.side[view.seat]] + 1
    return say("You lay a soldier on Mission {mission}", mission=mission)


def _confirming(view: View, say: Voice) -> str:
    waited = view.game.waiting(view)
    if not view.sits(*waited):
        return say("Still laying intel tokens: {seats}", seats=_seats(waited, say))
    text = N_("You lay your intel tokens and confirm; today's intel is {range}")
    return say(text, range=range_text(view.intel[view.day + 1]))


def _picking(view: View, say: Voice) -> str:
    waited = view.game.waiting(view)
    if not view.sits(*waited):
        return say("Still picking: {seats}", seats=_seats(waited, say))
    side = view.side[view.seat]
    text = N_("You pick a soldier of {side} to be exhausted tomorrow ({number} of 2)")
    return say(text, side=side_name(view, 1 - side, say), number=view.picks[side] + 1)


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them; a soldier's begin with the rank, which can be typed."""
    match view.ask:
        case Ask.RED | Ask.ALONE | Ask.MISSIONS | Ask.FIRST:
            return say.seat(a)
        case Ask.INTEL:
            return range_text(a)
        case Ask.TOKENS:
            return _tokens([mission for mission in range(MISSIONS) if a >> mission & 1], say)
        case Ask.SHOW | Ask.REMARK:
            return say("A token") if a == Choice.YES else say("No token")
        case Ask.DECEIVE:
            return say("Lay a Deception token") if a == Choice.YES else say("Lay none")
        case Ask.CAPTAIN if a == SIX:
            return say.many("{n} point", "{n} points", POINTS[SIX])
        case Ask.MARSHAL if a == Marshal.TEN:
            return say.many("{n} point", "{n} points", MARSHAL_POINTS)
        case Ask.MARSHAL:
            text = N_("{points} points, and {side} loses {points}")
            return say(text, points=SPLIT, side=side_name(view, 1 - view.target, say))
    return f"{a + 1} {say(NAMES[a])}"


def _tokens(missions: list[int], say: Voice) -> str:
    if not missions:
        return say("No token")
    parts = {"missions": in_numbers(missions, say)}
    return say.many("A token on Mission {missions}", "Tokens on Missions {missions}", len(missions), **parts)


# Why not ------------------------------------------------------------------------------------------------------------


def why(view: View, a: int, say: Voice) -> tuple[str, str]:
    """The number of the rule that forbids an answer, and the reason."""
    match view.ask:
        case Ask.DEPLOY:
            return _not_deployed(view, a, say)
        case Ask.TOKENS:
            return _not_marked(view, a, say)
        case Ask.CAPTAIN:
            return "7.6", say(
                "{soldier} is not one of the exhausted soldiers of {side}", **whose(view, view.target, a, say)
            )
    side = 1 - view.side[view.seat]
    if a in view.row[side]:
        return "9.2", say("{soldier} has been picked already", soldier=the_soldier(a, say))
    return "9.2", say("{soldier} was not on a mission of {side} today", **whose(view, side, a, say))


def _not_deployed(view: View, a: int, say: Voice) -> tuple[str, str]:
    side, soldier = view.side[view.seat], the_soldier(a, say)
    row = view.row[side][: view.laid[side]]
    if a in view.exhausted[side]:
        return "3.2", say("{soldier} is exhausted today", soldier=soldier)
    if a in row:
        return "3.2", say("{soldier} is already on Mission {mission}", soldier=soldier, mission=row.index(a) + 1)
    if any(a <= card != Soldier.SERGEANT for card in row) and a != Soldier.SERGEANT:
        return "3.3", say("ranks have to rise from left to right, but for the Sergeant")
    return "3.4", say("too few soldiers would be left for the missions after it")


def _not_marked(view: View, a: int, say: Voice) -> tuple[str, str]:
    side = view.side[view.seat]
    for mission, owner in enumerate(view.owner[side]):
        if owner != view.seat and a >> mission & 1:
            text = N_("Mission {mission} belongs to {seat}")
            return "4.2", say(text, mission=mission + 1, seat=say.seat(owner))
    for mission, owner in enumerate(view.owner[side]):
        token, soldier = a >> mission & 1, view.row[side][mission]
        if owner == view.seat and soldier != Soldier.SERGEANT and bool(token) != on_intel(view, soldier):
            parts = {"soldier": the_soldier(soldier, say), "mission": mission + 1}
            if token:
                return "4.2", say("{soldier} on Mission {mission} is not on the intel card", **parts)
            return "4.2", say("{soldier} on Mission {mission} is on the intel card", **parts)
    raise AssertionError("nothing forbids these tokens")
