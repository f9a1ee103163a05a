"""Guessing, revealing and what soldiers do (5 to 8), the end of a day (9) and of the game (10)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import EVERYBODY, NOBODY, Cells

from .cards import (
    DAYS,
    DECEPTION_PAY,
    FLAG,
    GATE,
    MARSHAL_POINTS,
    MISSIONS,
    MOST_DECEPTIONS,
    POINTS,
    RIGHT_GUESS,
    SCOUTED_GUESS,
    SIDES,
    SPLIT,
    STEPS,
    TRACK,
    Soldier,
)
from .deployment import clear_missions, on_intel
from .state import BY_HAND, Ask, Gate, Marshal, Reason

# The Double Agent and the markers -----------------------------------------------------------------------------------


@rule
def ahead(s: Cells, side: int) -> int:
    """How far the Double Agent stands beyond the centre, seen from a side."""
    return s.agent - FLAG if side == 0 else FLAG - s.agent


@rule
def put_agent(s: Cells, side: int, far: int) -> None:
    s.agent = FLAG + far if side == 0 else FLAG - far


@rule
def advance(s: Cells, side: int, steps: int) -> None:
    """The Double Agent stops at the gate; from there any step wins, but not in the reveal that led there (6.4, 6.5)."""
    far = ahead(s, side)
    if far == GATE and s.gate == Gate.NO:
        put_agent(s, side, FLAG)
        win(s, side, Reason.FLAG)
    elif far == GATE:
        s.gate = Gate.LOST
    else:
        reached = min(far + steps, GATE)
        s.gained[side] += reached - far
        put_agent(s, side, reached)
        if reached == GATE:
            s.gate = Gate.REACHED


@rule
def gain(s: Cells, side: int, points: int) -> None:
    """One gain moves the Double Agent once at most, and what is beyond 10 is lost (6.2)."""
    total = s.points[side] + points
    s.points[side] = total if total < TRACK else 0
    if total >= TRACK:
        advance(s, side, s.day + 1)


@rule
def win(s: Cells, side: int, reason: int) -> None:
    s.ask, s.winner, s.reason = Ask.OVER, side, reason


# One card -----------------------------------------------------------------------------------------------------------


@rule
def first_card(s: Cells) -> None:
    """The sides take turns in beginning a day (5.1)."""
    s.mission = 0
    s.target = 1 - (s.day & 1)
    ask_guess(s)


@rule
def ask_guess(s: Cells) -> None:
    """Whether a side has a Deception token is public, so without one nothing is asked (5.3)."""
    s.ask = Ask.DECEIVE if s.deceptions[s.target] > 0 else Ask.GUESS


@rule
def out_of_order(s: Cells, side: int, mission: int) -> bool:
    """Is a card not above every one before it? The Sergeant does not count (3.3)."""
    soldier = s.row[side][mission]
    if soldier != Soldier.SERGEANT:
        for earlier in range(mission):
            other = s.row[side][earlier]
            if other != Soldier.SERGEANT and other >= soldier:
                return True
    return False


@rule
def given_away(s: Cells) -> bool:
    """By hand: does the card in question count as guessed because of its place or its token (11.2 to 11.4)?"""
    if s.row[s.target][s.mission] == Soldier.SERGEANT:
        return False
    return s.misplaced[s.target] == 1 or wrong_token(s)


@rule
def wrong_token(s: Cells) -> bool:
    return (s.token[s.target][s.mission] == 1) != on_intel(s, s.row[s.target][s.mission])


@rule
def countered(s: Cells, soldier: int) -> bool:
    """Has the other side activated what stops this soldier (7.1, 7.3)?"""
    other = 1 - s.target
    if soldier == Soldier.MARSHAL:
        return s.spying[other] == 1
    return soldier == Soldier.BOMB and s.mining[other] == 1


@rule
def resolve(s: Cells, a: int) -> None:
    """A card is turned over, or its owner has chosen how to use it: do what follows, then go on to the next card."""
    soldier = NOBODY
    match s.ask:
        case Ask.REVEAL:
            soldier = reveal(s, a)
        case Ask.CAPTAIN:  # 7.6: what is copied can be countered like the soldier itself
            s.choice = a
            soldier = NOBODY if countered(s, a) else a
        case Ask.MARSHAL:
            marshal(s, a)
    if soldier == Soldier.CAPTAIN:
        s.ask = Ask.CAPTAIN
    elif soldier == Soldier.MARSHAL:
        s.ask = Ask.MARSHAL
    else:
        if soldier != NOBODY:
            activate(s, soldier)
        end_card(s)


@rule
def reveal(s: Cells, soldier: int) -> int:
    """The soldier whose ability is used, or nobody if the card is guessed or retires (5.5 to 5.7)."""
    side, other = s.target, 1 - s.target
    s.row_seen[side][s.mission], s.choice, s.gate = EVERYBODY, NOBODY, Gate.NO
    blasted = s.bomb[other] == 1
    s.bomb[other] = 0
    guessed = s.guess == soldier
    if s.options & BY_HAND:
        if out_of_order(s, side, s.mission):
            undo(s, side)
        guessed = guessed or given_away(s)
    retires = guessed or blasted or countered(s, soldier)
    s.retired[side][s.mission] = 1 if retires else 0
    if guessed:
        s.decoy = 0
        gain(s, other, SCOUTED_GUESS if s.scouting[other] else RIGHT_GUESS)
        if blasted and s.ask != Ask.OVER and s.day < DAYS - 1:  # 7.11: a chain explosion, picked by who has guessed
            s.picker[other] = s.owner[other][s.mission]
    return NOBODY if retires else soldier


@rule
def undo(s: Cells, side: int) -> None:
    """A card out of order takes back the marker, and the Double Agent too, but not past the side's own gate (11.3)."""
    far = ahead(s, side)
    back = max(far - s.gained[side], -GATE)
    put_agent(s, side, back)
    if back == -GATE and far != -GATE:  # 6.5 holds here too
        s.gate = Gate.REACHED
    s.gained[side], s.points[side], s.misplaced[side] = 0, 0, 1


@rule
def activate(s: Cells, soldier: int) -> None:
    """What a soldier does for the side in question (7): first the points and steps, for a win stops the rest (6.6)."""
    side = s.target
    rest = s.points[side] + POINTS[soldier] - TRACK
    gain(s, side, POINTS[soldier])
    if STEPS[soldier]:
        advance(s, side, STEPS[soldier])
    if s.ask == Ask.OVER:
        return
    match soldier:
        case Soldier.SPY:
            s.spying[side] = 1
            s.deceptions[side] = min(s.deceptions[side] + 1, MOST_DECEPTIONS)
        case Soldier.SCOUT:
            s.scouting[side] = 1
        case Soldier.MINER:
            s.mining[side] = 1
        case Soldier.BOMB:
            s.bomb[side] = 1
        case Soldier.COLONEL if rest > 0:  # 7.8: the only one who keeps what is beyond 10
            s.points[side] = rest


@rule
def marshal(s: Cells, a: int) -> None:
    """Ten points, or five and the opponent loses five (7.10)."""
    s.choice = a
    gain(s, s.target, MARSHAL_POINTS if a == Marshal.TEN else SPLIT)
    if a == Marshal.SPLIT and s.ask != Ask.OVER:
        s.points[1 - s.target] = max(0, s.points[1 - s.target] - SPLIT)


@rule
def end_card(s: Cells) -> None:
    """A Deception that worked is paid last (8.3); then comes the next card, unless somebody has won (6.6)."""
    if s.decoy and s.ask != Ask.OVER:
        gain(s, s.target, DECEPTION_PAY)
    s.decoy = 0
    if s.ask == Ask.OVER:
        check_flag(s)
    elif s.target != (s.day & 1):  # the other card of this mission
        s.target = 1 - s.target
        ask_guess(s)
    elif s.mission < MISSIONS - 1:
        s.mission, s.target = s.mission + 1, 1 - s.target
        ask_guess(s)
    else:
        end_day(s)


@rule
def check_flag(s: Cells) -> None:
    """By hand the winner of a flag shows the row, and one card out of order gives the game away (11.6)."""
    if s.options & BY_HAND:
        for mission in range(MISSIONS):
            if out_of_order(s, s.winner, mission):
                s.winner, s.reason = 1 - s.winner, Reason.MISPLACED
                return


# Days ---------------------------------------------------------------------------------------------------------------


@rule
def begin_day(s: Cells) -> None:
    s.day, s.ask, s.to = s.day + 1, Ask.DEPLOY, NOBODY
    s.mission, s.target, s.guess, s.choice = NOBODY, NOBODY, NOBODY, NOBODY
    clear_missions(s)
    for side in range(SIDES):
        s.spying[side], s.scouting[side], s.mining[side], s.bomb[side] = 0, 0, 0, 0
        s.picker[side], s.picks[side], s.picked[side][0], s.picked[side][1] = NOBODY, 0, NOBODY, NOBODY
        s.gained[side], s.misplaced[side] = 0, 0


@rule
def end_day(s: Cells) -> None:
    """The exhausted soldiers come back, and of those used today new ones are exhausted (9)."""
    if s.day == DAYS - 1:
        finish(s)
        return
    for side in range(SIDES):
        s.exhausted[side][0], s.exhausted[side][1] = NOBODY, NOBODY
    s.to = 0
    s.ask = Ask.PICK if pickers(s) else Ask.EXHAUST


@rule
def pickers(s: Cells) -> int:
    """Who still has to pick for a chain explosion."""
    seats = 0
    for side in range(SIDES):
        if s.picker[side] != NOBODY and s.picks[side] < 2:
            seats |= 1 << s.picker[side]
    return seats


@rule
def exhaust(s: Cells, soldier: int) -> None:
    """Both sides in turn: one soldier drawn blindly, or the two that a chain explosion picked."""
    side = s.to
    place = 0 if s.exhausted[side][0] == NOBODY else 1
    s.exhausted[side][place] = soldier
    if place == 0 and s.picker[1 - side] != NOBODY:
        return
    if side == 0:
        s.to = 1
    else:
        begin_day(s)


@rule
def may_be_exhausted(s: Cells, soldier: int) -> bool:
    """At the start any soldier, later one of those used; after a chain explosion only the one picked."""
    side, other = s.to, 1 - s.to
    if s.picker[other] != NOBODY:
        return s.picked[other][0 if s.exhausted[side][0] == NOBODY else 1] == soldier
    if s.day == NOBODY:
        return True
    for mission in range(MISSIONS):
        if s.row[side][mission] == soldier:
            return True
    return False


@rule
def finish(s: Cells) -> None:
    """After the last day the territory decides, then the markers (10.3 to 10.5)."""
    if ahead(s, 0) != 0:
        win(s, 0 if ahead(s, 0) > 0 else 1, Reason.TERRITORY)
    elif s.points[0] != s.points[1]:
        win(s, 0 if s.points[0] > s.points[1] else 1, Reason.POINTS)
    else:
        win(s, NOBODY, Reason.DRAW)


@rule
def scores(s: Cells, out: list[int]) -> None:
    """How far the Double Agent stands in the opponent's territory."""
    for seat in range(s.seats):
        out[seat] = ahead(s, s.side[seat])


@rule
def returns(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 0 if s.winner == NOBODY else (1 if s.side[seat] == s.winner else -1)
