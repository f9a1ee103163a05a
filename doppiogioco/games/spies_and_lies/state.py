"""What is on the table in Spies & Lies: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.record import SEAT, held, public, record, shown
from doppiogioco.engine.record import SEATS as SEAT_SET

from .cards import DAYS, FLAG, MISSIONS, MOST_DECEPTIONS, RANGES, SIDES, SOLDIERS, TRACK, Soldier

VERSION = 1
SEATS = (2, 3, 4)
OPTIONS = {"by-hand": False}
BY_HAND = 1  # the bit of the option


class Ask(IntEnum):
    """The questions, in the order of the rulebook."""

    ALONE = 0  # table: which of three plays alone
    FIRST = 1  # table: who begins
    REDEPLOY = 2  # table: a covered soldier that somebody cannot see (only after `forget`)
    REMARK = 3  # table: a hidden intel token (only after `forget`)
    REPICK = 4  # table: a hidden pick of a chain explosion (only after `forget`)
    INTEL = 5  # table: the next intel card
    EXHAUST = 6  # table: which soldier of side `to` is exhausted
    DEPLOY = 7  # which soldier goes on the next mission
    TOKENS = 8  # on which of one's missions intel tokens lie
    SHOW = 9  # table: does an intel token lie on this mission of side `to`?
    DECEIVE = 10  # does a Deception token go on the card?
    GUESS = 11  # which soldier is it?
    REVEAL = 12  # table: the card is turned over
    CAPTAIN = 13  # six points, or which exhausted soldier
    MARSHAL = 14  # ten points, or five and the opponent loses five
    PICK = 15  # chain explosion: which used soldier of the opponent is exhausted
    OVER = 16


Choice = IntEnum("Choice", "NO YES", start=0)
Marshal = IntEnum("Marshal", "TEN SPLIT", start=0)
Reason = IntEnum("Reason", "NONE FLAG MISPLACED TERRITORY POINTS DRAW", start=0)

ANSWERS = (
    SEAT, SEAT, Soldier, Choice, Soldier, RANGES, Soldier, Soldier, 1 << MISSIONS,
    Choice, Choice, Soldier, Soldier, SOLDIERS + 1, Marshal, Soldier, 0,
)  # fmt: skip
COMPOSED = (Ask.DEPLOY, Ask.PICK)
REDEALT = (Ask.REDEPLOY, Ask.REMARK, Ask.REPICK)

# Side 0 is the side of whoever begins the first day.
State = record(
    "spies-and-lies",
    ask=public(Ask),
    seats=public(9),
    options=public(2),
    alone=public(SEAT),  # with three players, who plays alone
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
    to=public(SIDES),  # whose soldier is exhausted, whose tokens are shown
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
    gained=public(3 * MISSIONS * DAYS + 1, SIDES),  # spaces each side has moved the Double Agent on today
    misplaced=public(2, SIDES),  # by hand: a card out of order has been revealed today
    winner=public(SIDES),
    reason=public(Reason),
)
