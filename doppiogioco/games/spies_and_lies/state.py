"""What is on the table in Spies & Lies: the questions, and the state declared once."""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.questions import BEAT, BLINK, Questions, agreements, asks, bits, chance, over
from doppiogioco.engine.questions import REVEAL as LONG  # a question below has its name
from doppiogioco.engine.state import NOBODY, SEAT, held, public, shown, state
from doppiogioco.engine.state import SEATS as SEAT_SET

from .cards import DAYS, FLAG, MISSIONS, MOST_DECEPTIONS, RANGES, SIDES, SOLDIERS, TRACK, Soldier

VERSION = 2
SEATS = (2, 3, 4)
OPTIONS = {"by-hand": False}
TOKEN_SETS = 1 << MISSIONS  # a bit for each mission: does an intel token lie there?


Choice = IntEnum("Choice", "NO YES", start=0)
Marshal = IntEnum("Marshal", "TEN SPLIT", start=0)
Gate = IntEnum("Gate", "NO REACHED LOST", start=0)
Reason = IntEnum("Reason", "NONE FLAG MISPLACED TERRITORY POINTS DRAW", start=0)


class Ask(Questions):
    """The questions, in the order of the rulebook."""

    RED = chance(SEAT, "2.3", agreed="red", moment=0)  # who has chosen Red (only if people choose)
    ALONE = chance(SEAT, "2.2", agreed="alone", moment=0)  # which of three plays alone
    # Who of a pair plays Missions 1 and 2 (only if people choose).
    MISSIONS = chance(SEAT, "2.3", agreed="missions", moment=0)
    FIRST = chance(SEAT, "2.3", moment=0)  # who begins
    REDEPLOY = chance(Soldier, "3.2", told=NOBODY, redealt=True)  # a covered soldier that somebody cannot see
    REMARK = chance(Choice, "4.2", told=NOBODY, redealt=True)  # a hidden intel token
    REPICK = chance(Soldier, "9.2", told=NOBODY, redealt=True)  # a hidden pick of a chain explosion
    INTEL = chance(RANGES, "4.1", moment=BEAT)  # the next intel card
    EXHAUST = chance(Soldier, "9.1", moment=BEAT)  # which soldier of side `to` is exhausted
    DEPLOY = asks("next_owners", Soldier, "3.3", told=NOBODY, composed=True)  # which soldier goes on the next mission
    LOOK = chance(Soldier, "3.6", told="second_member")  # the card on this mission of side `to`
    # On which of one's missions intel tokens lie.
    TOKENS = asks("unconfirmed", TOKEN_SETS, "4.4", told=NOBODY, moment=BLINK)
    SHOW = chance(Choice, "4.5", moment=BEAT)  # does an intel token lie on this mission of side `to`?
    DECEIVE = asks("owner_of_card", Choice, "8.1")  # does a Deception token go on the card?
    GUESS = asks("guesser", Soldier, "5.4")  # which soldier is it?
    REVEAL = chance(Soldier, "5.5", moment=LONG)  # the card is turned over
    CAPTAIN = asks("owner_of_card", SOLDIERS + 1, "7.6", moment=LONG)  # six points, or which exhausted soldier
    # Ten points, or five and the opponent loses five.
    MARSHAL = asks("owner_of_card", Marshal, "7.10", moment=LONG)
    # Chain explosion: which used soldier of the opponent is exhausted.
    PICK = asks("pickers", Soldier, "9.2", told=NOBODY, composed=True)
    OVER = over("10.1")


# Side 0 is the side of whoever begins the first day.
BY_HAND, CHOOSE_RED, _, CHOOSE_MISSIONS = bits(OPTIONS, Ask)  # of three one is always alone

State = state(
    "spies-and-lies",
    ask=public(Ask),
    seats=public(9),
    options=public(1 << len(OPTIONS) + len(agreements(Ask))),
    red=public(SEAT),  # whose side is called Red, where that was chosen; else side 0 is
    alone=public(SEAT),  # with three players, who plays alone
    leading=public(SEAT_SET),  # who plays Missions 1 and 2 of a pair, where that was chosen
    side=public(SIDES, SEAT, start=NOBODY),
    owner=public(SEAT, SIDES, MISSIONS),  # who plays which mission
    resume=public(Ask, start=NOBODY),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    day=public(DAYS, start=NOBODY),
    intel=public(RANGES, DAYS + 1, start=NOBODY),  # the old intel card, then one for each day
    agent=public(2 * FLAG + 1),  # the Double Agent between the flags: side 0's, ..., the centre, ..., side 1's
    points=public(TRACK, SIDES),
    deceptions=public(MOST_DECEPTIONS + 1, SIDES),
    exhausted=public(Soldier, SIDES, 2, start=NOBODY),
    to=public(SIDES, start=NOBODY),  # whose soldier is exhausted, whose cards or tokens are shown
    laid=public(MISSIONS + 1, SIDES),  # how many cards each side has deployed today
    row=shown(Soldier, SIDES, MISSIONS),
    retired=public(2, SIDES, MISSIONS),  # of each revealed card: has it been turned sideways?
    mark=held(2, SIDES, MISSIONS, by="owner"),  # intel tokens chosen but not shown yet
    confirmed=public(SEAT_SET),  # who has chosen
    token=public(2, SIDES, MISSIONS),  # intel tokens shown to all
    mission=public(MISSIONS, start=NOBODY),  # the mission in question,
    target=public(SIDES, start=NOBODY),  # and whose card on it is guessed
    decoy=public(2),  # a Deception token lies on it
    guess=public(Soldier, start=NOBODY),
    choice=public(SOLDIERS + 1, start=NOBODY),  # what a Captain or Marshal chose last
    spying=public(2, SIDES),  # activated today: a Spy,
    scouting=public(2, SIDES),  # a Scout,
    mining=public(2, SIDES),  # a Miner,
    bomb=public(2, SIDES),  # and a Bomb that waits for the next opposing card
    picker=public(SEAT, SIDES),  # who has set off a chain explosion
    picks=public(3, SIDES),
    picked=held(Soldier, SIDES, 2, by="picker", start=NOBODY),
    gate=public(Gate),  # in the last reveal: has the Double Agent come to a gate, and was a move beyond it lost?
    gained=public(3 * MISSIONS * DAYS + 1, SIDES),  # spaces each side has moved the Double Agent on today
    misplaced=public(2, SIDES),  # by hand: a card out of order has been revealed today
    winner=public(SIDES, start=NOBODY),
    reason=public(Reason),
)
