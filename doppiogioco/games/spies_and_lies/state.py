"""What is on the table in Spies & Lies: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.state import SEAT, held, public, shown, state
from doppiogioco.engine.state import SEATS as SEAT_SET

from .cards import DAYS, FLAG, MISSIONS, MOST_DECEPTIONS, RANGES, SIDES, SOLDIERS, TRACK, Soldier

VERSION = 2
SEATS = (2, 3, 4)
OPTIONS = {"by-hand": False}
BY_HAND = 1  # the bit of the option
CHOOSE_RED, CHOOSE_MISSIONS = 2, 8  # bits of AGREEMENTS: put only where people choose; three always need one alone


class Ask(IntEnum):
    """The questions, in the order of the rulebook."""

    RED = 0  # table: who has chosen Red (only if people choose)
    ALONE = 1  # table: which of three plays alone
    MISSIONS = 2  # table: who of a pair plays Missions 1 and 2 (only if people choose)
    FIRST = 3  # table: who begins
    REDEPLOY = 4  # table: a covered soldier that somebody cannot see (only after `forget`)
    REMARK = 5  # table: a hidden intel token (only after `forget`)
    REPICK = 6  # table: a hidden pick of a chain explosion (only after `forget`)
    INTEL = 7  # table: the next intel card
    EXHAUST = 8  # table: which soldier of side `to` is exhausted
    DEPLOY = 9  # which soldier goes on the next mission
    LOOK = 10  # table: the card on this mission of side `to`, for the second member of the pair
    TOKENS = 11  # on which of one's missions intel tokens lie
    SHOW = 12  # table: does an intel token lie on this mission of side `to`?
    DECEIVE = 13  # does a Deception token go on the card?
    GUESS = 14  # which soldier is it?
    REVEAL = 15  # table: the card is turned over
    CAPTAIN = 16  # six points, or which exhausted soldier
    MARSHAL = 17  # ten points, or five and the opponent loses five
    PICK = 18  # chain explosion: which used soldier of the opponent is exhausted
    OVER = 19


Choice = IntEnum("Choice", "NO YES", start=0)
Marshal = IntEnum("Marshal", "TEN SPLIT", start=0)
Gate = IntEnum("Gate", "NO REACHED LOST", start=0)
Reason = IntEnum("Reason", "NONE FLAG MISPLACED TERRITORY POINTS DRAW", start=0)

ANSWERS = (
    SEAT, SEAT, SEAT, SEAT, Soldier, Choice, Soldier, RANGES, Soldier, Soldier, Soldier, 1 << MISSIONS,
    Choice, Choice, Soldier, Soldier, SOLDIERS + 1, Marshal, Soldier, 0,
)  # fmt: skip
AGREEMENTS = {"red": Ask.RED, "alone": Ask.ALONE, "missions": Ask.MISSIONS}
COMPOSED = (Ask.DEPLOY, Ask.PICK)
REDEALT = (Ask.REDEPLOY, Ask.REMARK, Ask.REPICK)

# Side 0 is the side of whoever begins the first day.
State = state(
    "spies-and-lies",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS) + len(AGREEMENTS)),
    red=public(SEAT),  # whose side is called Red, where that was chosen; else side 0 is
    alone=public(SEAT),  # with three players, who plays alone
    leading=public(SEAT_SET),  # who plays Missions 1 and 2 of a pair, where that was chosen
    side=public(SIDES, SEAT),
    owner=public(SEAT, SIDES, MISSIONS),  # who plays which mission
    resume=public(Ask),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    day=public(DAYS),
    intel=public(RANGES, DAYS + 1),  # the old intel card, then one for each day
    agent=public(2 * FLAG + 1),  # the Double Agent between the flags: side 0's, ..., the centre, ..., side 1's
    points=public(TRACK, SIDES),
    deceptions=public(MOST_DECEPTIONS + 1, SIDES),
    exhausted=public(Soldier, SIDES, 2),
    to=public(SIDES),  # whose soldier is exhausted, whose cards or tokens are shown
    laid=public(MISSIONS + 1, SIDES),  # how many cards each side has deployed today
    row=shown(Soldier, SIDES, MISSIONS),
    retired=public(2, SIDES, MISSIONS),  # of each revealed card: has it been turned sideways?
    mark=held(2, SIDES, MISSIONS, by="owner"),  # intel tokens chosen but not shown yet
    confirmed=public(SEAT_SET),  # who has chosen
    token=public(2, SIDES, MISSIONS),  # intel tokens shown to all
    mission=public(MISSIONS),  # the mission in question,
    target=public(SIDES),  # and whose card on it is guessed
    decoy=public(2),  # a Deception token lies on it
    guess=public(Soldier),
    choice=public(SOLDIERS + 1),  # what a Captain or Marshal chose last
    spying=public(2, SIDES),  # activated today: a Spy,
    scouting=public(2, SIDES),  # a Scout,
    mining=public(2, SIDES),  # a Miner,
    bomb=public(2, SIDES),  # and a Bomb that waits for the next opposing card
    picker=public(SEAT, SIDES),  # who has set off a chain explosion
    picks=public(3, SIDES),
    picked=held(Soldier, SIDES, 2, by="picker"),
    gate=public(Gate),  # in the last reveal: has the Double Agent come to a gate, and was a move beyond it lost?
    gained=public(3 * MISSIONS * DAYS + 1, SIDES),  # spaces each side has moved the Double Agent on today
    misplaced=public(2, SIDES),  # by hand: a card out of order has been revealed today
    winner=public(SIDES),
    reason=public(Reason),
)
