"""What looks good at a glance in Spies & Lies: what a soldier does today, and which one a covered card may well be.

Worth is counted in tenths of a space of the Double Agent.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import (
    DAYS,
    DECEPTION_PAY,
    GATE,
    MARSHAL_POINTS,
    MISSIONS,
    POINTS,
    RIGHT_GUESS,
    SCOUTED_GUESS,
    SIX,
    SOLDIERS,
    SPLIT,
    STEPS,
    TRACK,
    Soldier,
)
from .deployment import comes_out_right, exhausted, may_rise, on_intel
from .missions import ahead, countered
from .state import Ask, Choice, Marshal

WIN = 100
SPACE = 10  # what a space of the Double Agent is worth
# What soldiers do beyond points and steps: a Deception token and no Marshal, better guesses, no Bomb, a card retired.
ALSO = (6, 4, 2, 0, 0, 0, 10, 0, 0, 0, 0)
RENOWN = (5, 4, 4, 8, 10, 9, 8, 12, 20, 15)  # what the opponent will miss tomorrow
# Whoever always lays the strongest is always guessed: strength counts for a third, and so much is lost for each soldier
# that is lacking for a free choice on the missions to the right.
MODESTY, CRAMPED, FREE = 3, 3, 2
MISTAKE = -50  # by hand: what the rules punish (11.2, 11.3)
LIE = 3  # of the Sergeant, about intel (4.3)
EAGER = 3  # a guess that would be right for sure is so much more tempting than its worth
# Deception is more tempting for each soldier more that a card may be, from so much doubt on, and on the last day.
DOUBT, ENOUGH_DOUBT, LATE = 3, 12, 6


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.DEPLOY:
            return laid_worth(s, s.side[seat], a)
        case Ask.TOKENS:
            return tokens_worth(s, seat, a)
        case Ask.DECEIVE:
            return deception_worth(s) if a == Choice.YES else 0
        case Ask.GUESS:
            return guess_worth(s, a)
        case Ask.CAPTAIN:
            return 0 if countered(s, a) else deed(s, s.target, a)
        case Ask.MARSHAL:
            return marshal_worth(s, s.target, a)
        case Ask.PICK:
            return RENOWN[a]
    return 0


# What points and soldiers are worth to a side -----------------------------------------------------------------------


@rule
def gain_worth(s: Cells, side: int, points: int) -> int:
    """Ten points move the Double Agent further every day, and what goes beyond them is lost (6.2)."""
    steps = s.day + 1
    a_point = 1 if s.day == DAYS - 1 and s.mission == MISSIONS - 1 else steps  # markers soon count no more (10.3)
    if s.points[side] + points < TRACK:
        return a_point * points
    return steps_worth(s, side, steps) - a_point * s.points[side]


@rule
def steps_worth(s: Cells, side: int, steps: int) -> int:
    """From the gate any step wins, else the Double Agent stops there (6.4, 6.5)."""
    far = ahead(s, side)
    return WIN if far == GATE else SPACE * min(steps, GATE - far)


@rule
def deed(s: Cells, side: int, soldier: int) -> int:
    """What a soldier does for a side now, or a Captain who takes the points."""
    match soldier:
        case Soldier.CAPTAIN:
            return gain_worth(s, side, POINTS[SIX])
        case Soldier.MARSHAL:
            return max(marshal_worth(s, side, Marshal.TEN), marshal_worth(s, side, Marshal.SPLIT))
        case Soldier.COLONEL:  # 7.8: he keeps what goes beyond
            beyond = max(0, s.points[side] + POINTS[soldier] - TRACK)
            return gain_worth(s, side, POINTS[soldier]) + beyond
    worth = ALSO[soldier] + gain_worth(s, side, POINTS[soldier])
    if STEPS[soldier]:
        worth += steps_worth(s, side, STEPS[soldier])
    return worth


@rule
def marshal_worth(s: Cells, side: int, choice: int) -> int:
    """Ten points, or five and the opponent loses five (7.10)."""
    if choice == Marshal.TEN:
        return gain_worth(s, side, MARSHAL_POINTS)
    return gain_worth(s, side, SPLIT) + min(SPLIT, s.points[1 - side])


# Laying cards and tokens --------------------------------------------------------------------------------------------


@rule
def laid_worth(s: Cells, side: int, soldier: int) -> int:
    """A strong soldier, but not a row that can only be read in one way."""
    mission = s.laid[side]
    if not comes_out_right(s, side, mission, soldier):
        return MISTAKE
    worth = deed(s, side, soldier) // MODESTY
    if soldier != Soldier.SERGEANT:
        lacking = MISSIONS - 1 - mission + FREE - higher(s, side, soldier)
        if mission < MISSIONS - 1 and lacking > 0:
            worth -= CRAMPED * lacking
    return worth


@rule
def higher(s: Cells, side: int, rank: int) -> int:
    """How many soldiers above a rank can still be deployed today, the Sergeant not counted."""
    count = 0
    for soldier in range(rank + 1, SOLDIERS):
        if soldier != Soldier.SERGEANT and not exhausted(s, side, soldier):
            count += 1
    return count


@rule
def tokens_worth(s: Cells, seat: int, tokens: int) -> int:
    """Tokens as they should be (11.2), but the Sergeant had better lie."""
    side, worth = s.side[seat], 0
    for mission in range(MISSIONS):
        if s.owner[side][mission] == seat:
            soldier = s.row[side][mission]
            if ((tokens >> mission) & 1 == 1) != on_intel(s, soldier):
                worth += LIE if soldier == Soldier.SERGEANT else MISTAKE
    return worth


# Guessing -----------------------------------------------------------------------------------------------------------


@rule
def guess_worth(s: Cells, soldier: int) -> int:
    """What a right guess brings and spares, times how likely it is."""
    cases = 0
    for other in range(SOLDIERS):
        cases += ways(s, other)
    if cases == 0:
        return 0
    mine = 1 - s.target
    pay = gain_worth(s, mine, SCOUTED_GUESS if s.scouting[mine] else RIGHT_GUESS)
    spared = 0 if s.bomb[mine] or countered(s, soldier) else deed(s, s.target, soldier)
    return EAGER * ways(s, soldier) * (pay + spared) // cases


@rule
def deception_worth(s: Cells) -> int:
    """Four points if the guess is wrong (8.3): the more soldiers the card may be, the better."""
    worth = gain_worth(s, s.target, DECEPTION_PAY) + (LATE if s.day == DAYS - 1 else 0)
    for soldier in range(SOLDIERS):
        if ways(s, soldier) > 0:
            worth += DOUBT
    return worth - ENOUGH_DOUBT


@rule
def ways(s: Cells, soldier: int) -> int:
    """In how many ways a row can have this soldier on the mission in question, as the open cards and its token tell.

    The tokens further to the right are left out: they say little, and this is a glance.
    """
    side, highest, hiding = s.target, NOBODY, not exhausted(s, s.target, Soldier.SERGEANT)
    for mission in range(s.mission):  # these lie open
        if s.row[side][mission] == Soldier.SERGEANT:
            hiding = False
        else:
            highest = max(highest, s.row[side][mission])
    right = MISSIONS - 1 - s.mission
    if soldier == Soldier.SERGEANT:
        return choose(higher(s, side, highest), right) if hiding else 0
    if soldier <= highest or not may_rise(s, side, s.mission, soldier):
        return 0
    above = higher(s, side, soldier)
    return choose(above, right) + (right * choose(above, right - 1) if hiding else 0)


@rule
def choose(things: int, some: int) -> int:
    """In how many ways one can choose so many of these things."""
    if some < 0 or some > things:
        return 0
    found = 1
    for done in range(some):
        found = found * (things - done) // (done + 1)
    return found
