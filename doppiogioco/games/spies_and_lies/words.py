"""The words of Spies & Lies: questions, answers, log lines, refusals and the table as text, all made from views."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given, Outcome
from doppiogioco.engine.record import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, in_columns

from .cards import (
    DAYS,
    DECEPTION_PAY,
    FLAG,
    GATE,
    MARSHAL_POINTS,
    MISSIONS,
    POINTS,
    RIGHT_GUESS,
    SCOUTED_GUESS,
    SECOND_HALF,
    SIDES,
    SIX,
    SPLIT,
    Soldier,
)
from .deployment import fresh, next_owners, on_intel
from .missions import ahead, countered, out_of_order, pickers
from .names import BULLET, EFFECTS, NAMES, in_numbers, members, range_text, side_name, soldier_name, team, the_soldier
from .state import BY_HAND, Ask, Choice, Marshal, Reason

TITLE = N_("Spies & Lies: A Stratego Story")
ABOUT = N_("Send four soldiers on missions in secret, guess the enemy's, and lead the Double Agent to the enemy flag.")
MINUTES = 30
OPTIONS = {
    "by-hand": N_(
        "By hand: nobody stops you from laying cards or intel tokens wrongly, and every mistake is punished."
    ),
}

CLAUSES = (
    "2.2", "2.3", "3.2", "4.2", "9.2", "4.1", "9.1", "3.3", "4.4",
    "4.5", "8.1", "5.4", "5.5", "7.6", "7.10", "9.2", "10.1",
)  # fmt: skip

QUESTIONS = {
    Ask.ALONE: N_("Lots are drawn for who plays alone"),
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


# Questions and answers ----------------------------------------------------------------------------------------------


def question(view: View, say: Voice) -> str:
    """The present question in one sentence."""
    match view.ask:
        case Ask.DEPLOY:
            return _deploying(view, say)
        case Ask.TOKENS:
            return _confirming(view, say)
        case Ask.PICK:
            return _picking(view, say)
    parts = {}
    if view.to != NOBODY:
        parts["to"] = side_name(view.to, say)
    if view.target != NOBODY:
        owner, guesser = view.owner[view.target][view.mission], view.owner[1 - view.target][view.mission]
        parts |= {"owner": say.seat(owner), "guesser": say.seat(guesser), "mission": str(view.mission + 1)}
        parts["other"] = side_name(1 - view.target, say)
    return say(QUESTIONS[Ask(view.ask)], **parts)


def _seats(bits: int, view: View, say: Voice) -> str:
    return say.list([say.seat(seat) for seat in range(view.seats) if bits >> seat & 1])


def _deploying(view: View, say: Voice) -> str:
    """For whoever lays a card, on which mission; the others only know who is still at it."""
    deploying = next_owners(view)
    if not deploying >> view.seat & 1:
        return say("Still deploying: {seats}", seats=_seats(deploying, view, say))
    mission = view.laid[view.side[view.seat]] + 1
    return say("{seat} lays a soldier on Mission {mission}", seat=say.seat(view.seat), mission=mission)


def _confirming(view: View, say: Voice) -> str:
    waited = (1 << view.seats) - 1 & ~view.confirmed
    if not waited >> view.seat & 1:
        return say("Still laying intel tokens: {seats}", seats=_seats(waited, view, say))
    text = N_("{seat} lays the intel tokens and confirms; today's intel is {range}")
    return say(text, seat=say.seat(view.seat), range=range_text(view.intel[view.day + 1]))


def _picking(view: View, say: Voice) -> str:
    waited = pickers(view)
    if not waited >> view.seat & 1:
        return say("Still picking: {seats}", seats=_seats(waited, view, say))
    side = view.side[view.seat]
    text = N_("{seat} picks a soldier of {side} to be exhausted tomorrow ({number} of 2)")
    return say(text, seat=say.seat(view.seat), side=side_name(1 - side, say), number=view.picks[side] + 1)


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them; a soldier's begin with the rank, which can be typed."""
    match view.ask:
        case Ask.ALONE | Ask.FIRST:
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
            return say(text, points=SPLIT, side=side_name(1 - view.target, say))
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
            return "7.6", say("{soldier} is not one of the exhausted soldiers of {side}", **_whose(view.target, a, say))
    side = 1 - view.side[view.seat]
    if a in view.row[side]:
        return "9.2", say("{soldier} has been picked already", soldier=the_soldier(a, say))
    return "9.2", say("{soldier} was not on a mission of {side} today", **_whose(side, a, say))


def _whose(side: int, soldier: int, say: Voice) -> dict[str, str]:
    return {"soldier": the_soldier(soldier, say), "side": side_name(side, say)}


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
    for mission in range(MISSIONS):
        owner, token = view.owner[side][mission], a >> mission & 1
        if owner != view.seat and token:
            text = N_("Mission {mission} belongs to {seat}")
            return "4.2", say(text, mission=mission + 1, seat=say.seat(owner))
        soldier = view.row[side][mission]
        if owner == view.seat and soldier != Soldier.SERGEANT and bool(token) != on_intel(view, soldier):
            parts = {"soldier": the_soldier(soldier, say), "mission": mission + 1}
            if token:
                return "4.2", say("{soldier} on Mission {mission} is not on the intel card", **parts)
            return "4.2", say("{soldier} on Mission {mission} is on the intel card", **parts)
    raise AssertionError("nothing forbids these tokens")


# The log ------------------------------------------------------------------------------------------------------------


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing."""
    return " ".join([*_told(before, given, after, say), *_consequences(before, after, say)]) or None


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.ALONE:
            return [say("{seat} plays alone against the other two.", seat=say.seat(a))]
        case Ask.FIRST:
            return [say("{seat} begins.", seat=say.seat(a)), *(f"{team(after, side, say)}." for side in range(SIDES))]
        case Ask.INTEL if before.day == NOBODY:
            return [say("The old intel is {range}.", range=range_text(a))]
        case Ask.INTEL:
            return [say("Today's intel is {range}.", range=range_text(a))]
        case Ask.EXHAUST:
            return [say("Exhausted on the side of {side}: {soldier}.", **_whose(before.to, a, say))]
        case Ask.DEPLOY:
            return _laid(before, given, after, say)
        case Ask.TOKENS if heard:
            where = _where([mission for mission in range(MISSIONS) if a >> mission & 1], say)
            return [say("{seat} confirms the intel tokens: {where}.", seat=seat, where=where)]
        case Ask.TOKENS:
            return [say("{seat} confirms the intel tokens.", seat=seat)]
        case Ask.SHOW if before.mission == MISSIONS - 1:
            where = _where([mission for mission in range(MISSIONS) if after.token[before.to][mission] == 1], say)
            return [say("Intel tokens of {side}: {where}.", side=side_name(before.to, say), where=where)]
        case Ask.DECEIVE if a == Choice.YES:
            return [say("{seat} lays a Deception token on Mission {mission}.", seat=seat, mission=before.mission + 1)]
        case Ask.GUESS:
            parts = {"mission": before.mission + 1, "owner": say.seat(before.owner[before.target][before.mission])}
            return [
                say(
                    "{seat} guesses {soldier} on Mission {mission} of {owner}.",
                    seat=seat,
                    soldier=the_soldier(a, say),
                    **parts,
                )
            ]
        case Ask.REVEAL:
            return [*_revealed(before, a, after, say), *_moved(before, after, _gains(before, a, after), say)]
        case Ask.CAPTAIN:
            return [*_captain(before, given, after, say), *_moved(before, after, _gains(before, a, after), say)]
        case Ask.MARSHAL:
            chosen = say("{seat} chooses: {choice}.", seat=seat, choice=answer(before, a, say))
            return [chosen, *_moved(before, after, _gains(before, a, after), say)]
        case Ask.PICK if heard:
            return [say("{seat} picks {soldier}.", seat=seat, soldier=the_soldier(a, say))]
        case Ask.PICK if after.picks[before.side[given.seat]] == 2:
            return [say("{seat} has picked.", seat=seat)]
    return []


def _where(missions: list[int], say: Voice) -> str:
    if not missions:
        return say("on no mission")
    parts = {"missions": in_numbers(missions, say)}
    return say.many("on Mission {missions}", "on Missions {missions}", len(missions), **parts)


def _laid(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """Each card for those who see it, and for everybody when a player has laid the last."""
    side, seat, told = before.side[given.seat], say.seat(given.seat), []
    if given.answer != HIDDEN:
        parts = {"soldier": the_soldier(given.answer, say), "mission": before.laid[side] + 1}
        told.append(say("{seat} lays {soldier} on Mission {mission}.", seat=seat, **parts))
    if given.seat not in after.owner[side][after.laid[side] :]:
        told.append(say("{seat} has deployed.", seat=seat))
    return told


def _guessed(before: View, soldier: int, after: View) -> bool:
    """Was the card guessed, or does it count as guessed?"""
    if soldier in (before.guess, Soldier.SERGEANT) or not before.options & BY_HAND:
        return bool(before.guess == soldier)
    return bool(after.misplaced[before.target]) or _wrong_token(before, soldier)


def _wrong_token(before: View, soldier: int) -> bool:
    return (before.token[before.target][before.mission] == 1) != on_intel(before, soldier)


def _gains(before: View, a: int, after: View) -> tuple[list[int], list[int]]:
    """The points that each side won or lost by an answer, one after the other."""
    side = before.target
    gains: tuple[list[int], list[int]] = ([], [])
    guessed = before.ask == Ask.REVEAL and _guessed(before, a, after)
    if before.ask == Ask.MARSHAL:
        gains[side].append(MARSHAL_POINTS if a == Marshal.TEN else SPLIT)
        gains[1 - side].extend([-SPLIT] * (a == Marshal.SPLIT))
    elif guessed:
        gains[1 - side].append(SCOUTED_GUESS if before.scouting[1 - side] else RIGHT_GUESS)
    elif not after.retired[side][before.mission] and POINTS[a]:
        gains[side].append(POINTS[a])
    if before.decoy and not guessed and after.ask not in (Ask.CAPTAIN, Ask.MARSHAL):
        gains[side].append(DECEPTION_PAY)
    return gains


def _revealed(before: View, a: int, after: View, say: Voice) -> list[str]:
    """What the card is, and what becomes of it."""
    side, other, soldier = before.target, 1 - before.target, the_soldier(a, say)
    right = before.guess == a
    told = [
        say("Right: it is {soldier}.", soldier=soldier) if right else say("Wrong: it is {soldier}.", soldier=soldier)
    ]
    if before.options & BY_HAND:
        told += _mistake(before, a, after, say)
    if not _guessed(before, a, after):
        told += _effect(before, a, after, say)
    elif before.bomb[other] and before.day < DAYS - 1:
        text = N_("Chain explosion! {seat} will pick two soldiers of {side} to be exhausted.")
        told.append(say(text, seat=say.seat(before.owner[other][before.mission]), side=side_name(side, say)))
    return told


def _mistake(before: View, a: int, after: View, say: Voice) -> list[str]:
    """By hand: what an error in the order costs, or why a card counts as guessed."""
    if out_of_order(after, before.target, before.mission):
        text = N_("It is out of order: {side} goes back to 0 and loses what it gained with the Double Agent today.")
        return [say(text, side=side_name(before.target, say))]
    if a in (before.guess, Soldier.SERGEANT):
        return []
    if before.misplaced[before.target]:
        return [say("After a card out of order it counts as guessed.")]
    return [say("Its intel token is wrong, so it counts as guessed.")] if _wrong_token(before, a) else []


def _effect(before: View, a: int, after: View, say: Voice) -> list[str]:
    """What a card that was not guessed does, as far as the numbers do not tell."""
    side, other = before.target, 1 - before.target
    if before.bomb[other]:
        return [say("The Bomb of {side} makes it retire.", side=side_name(other, say))]
    if countered(before, a) and a == Soldier.MARSHAL:
        return [say("The Spy of {side} stops the Marshal.", side=side_name(other, say))]
    if countered(before, a):
        return [say("The Miner of {side} defuses the Bomb.", side=side_name(other, say))]
    if a == Soldier.SPY and after.deceptions[side] > before.deceptions[side]:
        return [say("{side} gets a Deception token.", side=side_name(side, say))]
    if a == Soldier.BOMB and (before.mission < MISSIONS - 1 or side != before.day & 1):
        return [say("The next card of {side} will retire.", side=side_name(other, say))]
    return []


def _captain(before: View, given: Given, after: View, say: Voice) -> list[str]:
    seat, a = say.seat(given.seat), given.answer
    if a == SIX:
        return [say("{seat} chooses: {choice}.", seat=seat, choice=answer(before, SIX, say))]
    sent = say("{seat} sends the Captain in the place of {soldier}.", seat=seat, soldier=the_soldier(a, say))
    return [sent, *_effect(before, a, after, say)]


def _moved(before: View, after: View, gains: tuple[list[int], list[int]], say: Voice) -> list[str]:
    """Markers with what was won and lost, and the Double Agent."""
    if after.agent in (0, 2 * FLAG):
        return [say("The Double Agent reaches the flag of {side}!", side=side_name(1 if after.agent else 0, say))]
    markers = []
    for side in range(SIDES):
        if gains[side] or before.points[side] != after.points[side]:
            sums = "".join(f" + {gain}" if gain > 0 else f" − {-gain}" for gain in gains[side])
            markers.append(f"{side_name(side, say)} {before.points[side]}{sums} → {after.points[side]}")
    told = [say("Infiltration: {markers}.", markers=", ".join(markers))] if markers else []
    return [*told, *_agent_moved(before, after, say)]


def _agent_moved(before: View, after: View, say: Voice) -> list[str]:
    if after.agent == before.agent:
        return []
    side = 1 if after.agent > before.agent else 0  # towards whose flag
    steps, parts = abs(after.agent - before.agent), {"side": side_name(side, say)}
    told = say.many(
        "The Double Agent goes {n} space towards the flag of {side}.",
        "The Double Agent goes {n} spaces towards the flag of {side}.",
        steps,
        **parts,
    )
    return [told, say("It stops at the gate.")] if ahead(after, 1 - side) == GATE else [told]


def _consequences(before: View, after: View, say: Voice) -> list[str]:
    """What the rules did after the answer, as everybody sees it on the table."""
    told = []
    if after.day != before.day:
        told.append(say("Day {day} begins.", day=after.day + 1))
    if before.ask in (Ask.REVEAL, Ask.CAPTAIN, Ask.MARSHAL) and after.ask in (Ask.PICK, Ask.EXHAUST):
        told.append(say("Day {day} is over.", day=after.day + 1))
    if after.ask == Ask.OVER:
        if after.reason in (Reason.FLAG, Reason.MISPLACED):
            side = after.winner if after.reason == Reason.FLAG else 1 - after.winner
            row = ", ".join(soldier_name(soldier, say) for soldier in after.row[side])
            told.append(say("The row of {side}: {row}.", side=side_name(side, say), row=row))
        told.append(say("The game is over."))
    return told


# The end ------------------------------------------------------------------------------------------------------------


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: who won, and why."""
    if view.reason == Reason.DRAW:
        text = N_("A draw: the Double Agent is in the centre, and both sides have the same infiltration ({points}).")
        return say(text, points=view.points[0])
    side = view.winner
    names = say.list([say.seat(seat) for seat in members(view, side)])
    parts = {"names": names, "side": side_name(side, say), "other": side_name(1 - side, say)}
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
    return f"{side_name(0, say)} {' '.join(spaces)} {side_name(1, say)}"


def _players(view: View, say: Voice) -> list[list[str]]:
    """The sides and who plays them; where there is a pair, a row for each half of the missions."""
    sides = ["", *(side_name(side, say) for side in range(SIDES))]
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
    asked = view.mission == mission and Ask.DECEIVE <= view.ask < Ask.PICK
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
    lines = [say("Side: {side}", side=side_name(side, say)), _distance(view, side, say), _decided(view, side, say)]
    if view.winner == NOBODY:
        return [*lines, say("A draw")]
    return [*lines, say("Won") if view.winner == side else say("Lost")]


def _distance(view: View, side: int, say: Voice) -> str:
    """The score is how far the Double Agent stands beyond the centre (10.6)."""
    far = ahead(view, side)
    if far == 0:
        return say("The Double Agent in the centre: {score}", score=0)
    parts = {"side": side_name(1 - side if far > 0 else side, say), "score": f"+{far}" if far > 0 else f"−{-far}"}
    return say.many(
        "The Double Agent {n} space inside the territory of {side}: {score}",
        "The Double Agent {n} spaces inside the territory of {side}: {score}",
        abs(far),
        **parts,
    )


def _decided(view: View, side: int, say: Voice) -> str:
    match view.reason:
        case Reason.FLAG:
            return say("The flag of {side} was reached", side=side_name(1 - view.winner, say))
        case Reason.MISPLACED:
            return say("{side} reached the flag with a card out of order", side=side_name(1 - view.winner, say))
        case Reason.TERRITORY:
            return say("After three days the territory decides")
    return say(
        "In the centre infiltration decides: {own} to {other}", own=view.points[side], other=view.points[1 - side]
    )


CLAIMS = (
    N_("My intel tokens tell the truth."),
    N_("That one is the Sergeant."),
    N_("Your Deception token is a bluff."),
    N_("I know exactly whom you sent."),
    N_("Careful, there may be a Bomb."),
    N_("Bring out your Marshal, my Spy is waiting."),
    N_("The Double Agent is on our side."),
)
