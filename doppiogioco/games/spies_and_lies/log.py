"""The log of Spies & Lies: what each answer did, as one listener heard and saw it."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Cited, Voice

from .asking import answer
from .cards import (
    CLAUSES,
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
from .deduction import Found, found_out
from .deployment import on_intel
from .missions import ahead, countered, out_of_order
from .names import in_numbers, looking, range_text, side_name, soldier_name, team, the_soldier, whose
from .state import BY_HAND, Ask, Choice, Gate, Marshal, Reason

# The rule behind each end.
ENDS = {
    Reason.FLAG: "10.1",
    Reason.MISPLACED: "11.6",
    Reason.TERRITORY: "10.3",
    Reason.POINTS: "10.4",
    Reason.DRAW: "10.5",
}


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing.

    It cites the rule of the last sentence that names one; else that of the question.
    """
    told = [*_told(before, given, after, say), *_consequences(before, after, say)]
    clauses = [sentence.clause for sentence in told if isinstance(sentence, Cited)]
    text = " ".join(told)
    return Cited(text, clauses[-1]) if clauses else text or None


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.RED:
            return [say("{seat} takes Red.", seat=say.seat(a))]
        case Ask.ALONE:
            return [say("{seat} plays alone against the other two.", seat=say.seat(a))]
        case Ask.MISSIONS:
            return [say("{seat} plays Missions 1 and 2.", seat=say.seat(a))]
        case Ask.FIRST:
            return [say("{seat} begins.", seat=say.seat(a)), *(f"{team(after, side, say)}." for side in range(SIDES))]
        case Ask.INTEL if before.day == NOBODY:
            return [Cited(say("The old intel is {range}.", range=range_text(a)), "2.5")]
        case Ask.INTEL:
            return [say("Today's intel is {range}.", range=range_text(a))]
        case Ask.EXHAUST:
            told = say("Exhausted on the side of {side}: {soldier}.", **whose(before, before.to, a, say))
            picked = before.picker[1 - before.to] != NOBODY
            return [Cited(told, "2.6" if before.day == NOBODY else "9.2" if picked else "9.1")]
        case Ask.DEPLOY:
            return _laid(before, given, after, say)
        case Ask.LOOK:
            return _looked(before, given, say)
        case Ask.TOKENS if heard:
            where = _where([mission for mission in range(MISSIONS) if a >> mission & 1], say)
            return [say("{seat} confirms the intel tokens: {where}.", seat=seat, where=where)]
        case Ask.TOKENS:
            return [say("{seat} confirms the intel tokens.", seat=seat)]
        case Ask.SHOW if before.mission == MISSIONS - 1:
            where = _where([mission for mission in range(MISSIONS) if after.token[before.to][mission] == 1], say)
            return [say("Intel tokens of {side}: {where}.", side=side_name(before, before.to, say), where=where)]
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
    return [Cited(sentence, "3.2") for sentence in told]


def _looked(before: View, given: Given, say: Voice) -> list[str]:
    """Card by card for who looks; for the others, and where the log is no memory aid, only that somebody does."""
    if given.answer != HIDDEN and say.reminders:
        parts = {"soldier": the_soldier(given.answer, say), "mission": before.mission + 1}
        return [say("{seat} looks at Mission {mission} of {partner}: {soldier}.", **parts, **looking(before, say))]
    if before.mission < SECOND_HALF - 1:
        return []
    return [say("{seat} looks at the cards of {partner}.", **looking(before, say))]


def _guessed(before: View, after: View) -> bool:
    """Was the card guessed, or does it count as guessed?"""
    return found_out(after, before.target, before.mission) != Found.NO


def _wrong_token(before: View, soldier: int) -> bool:
    return (before.token[before.target][before.mission] == 1) != on_intel(before, soldier)


def _gains(before: View, a: int, after: View) -> tuple[list[int], list[int]]:
    """The points that each side won or lost by an answer, one after the other."""
    side = before.target
    gains: tuple[list[int], list[int]] = ([], [])
    guessed = before.ask == Ask.REVEAL and _guessed(before, after)
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
    if before.guess == a:
        told = [say("Right: it is {soldier}.", soldier=soldier)]
    else:
        told = [Cited(say("Wrong: it is {soldier}.", soldier=soldier), CLAUSES[a])]
    if before.options & BY_HAND:
        told += _mistake(before, a, after, say)
    if not _guessed(before, after):
        told += _effect(before, a, after, say)
    elif before.bomb[other] and after.picker[other] != NOBODY:
        text = N_("Chain explosion! {seat} will pick two soldiers of {side} to be exhausted.")
        parts = {"seat": say.seat(after.picker[other]), "side": side_name(before, side, say)}
        told.append(Cited(say(text, **parts), "7.11"))
    return told


def _mistake(before: View, a: int, after: View, say: Voice) -> list[str]:
    """By hand: what an error in the order costs, or why a card counts as guessed."""
    if out_of_order(after, before.target, before.mission):
        text = N_("It is out of order: {side} goes back to 0 and loses what it gained with the Double Agent today.")
        return [Cited(say(text, side=side_name(before, before.target, say)), "11.3")]
    if a in (before.guess, Soldier.SERGEANT):
        return []
    if before.misplaced[before.target]:
        return [Cited(say("After a card out of order it counts as guessed."), "11.4")]
    if not _wrong_token(before, a):
        return []
    if before.token[before.target][before.mission] == 1:
        return [Cited(say("Its intel token is wrong, so it counts as guessed."), "11.2")]
    return [Cited(say("Its intel token is missing, so it counts as guessed."), "11.2")]


def _effect(before: View, a: int, after: View, say: Voice) -> list[str]:
    """What a card that was not guessed does, as far as the numbers do not tell."""
    side, other = before.target, 1 - before.target
    if before.bomb[other]:
        return [Cited(say("The Bomb of {side} makes it retire.", side=side_name(before, other, say)), "7.7")]
    if countered(before, a) and a == Soldier.MARSHAL:
        return [Cited(say("The Spy of {side} stops the Marshal.", side=side_name(before, other, say)), "7.1")]
    if countered(before, a):
        return [Cited(say("The Miner of {side} defuses the Bomb.", side=side_name(before, other, say)), "7.3")]
    if a == Soldier.SPY and after.deceptions[side] > before.deceptions[side]:
        return [say("{side} gets a Deception token.", side=side_name(before, side, say))]
    if a == Soldier.BOMB and not after.over and (before.mission < MISSIONS - 1 or side != before.day & 1):
        return [say("The next card of {side} will retire.", side=side_name(before, other, say))]
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
        return [
            say("The Double Agent reaches the flag of {side}!", side=side_name(before, 1 if after.agent else 0, say))
        ]
    markers = []
    for side in range(SIDES):
        if gains[side] or before.points[side] != after.points[side]:
            sums = "".join(f" + {gain}" if gain > 0 else f" − {-gain}" for gain in gains[side])
            markers.append(f"{side_name(before, side, say)} {before.points[side]}{sums} → {after.points[side]}")
    told = [say("Infiltration: {markers}.", markers=", ".join(markers))] if markers else []
    told += _agent_moved(before, after, say)
    if after.gate == Gate.LOST:
        told.append(Cited(say("In the same turn it cannot go on to the flag."), "6.5"))
    return told


def _agent_moved(before: View, after: View, say: Voice) -> list[str]:
    if after.agent == before.agent:
        return []
    side = 1 if after.agent > before.agent else 0  # towards whose flag
    steps, parts = abs(after.agent - before.agent), {"side": side_name(before, side, say)}
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
            told.append(say("The row of {side}: {row}.", side=side_name(before, side, say), row=row))
        told.append(Cited(say("The game is over."), ENDS[Reason(after.reason)]))
    return told
