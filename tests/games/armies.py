"""Two armies on the table, for the tests of Spies & Lies: Anna plays Red and begins, Bob plays Blue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Match, Outcome
from doppiogioco.engine.state import EVERYBODY, NOBODY
from doppiogioco.games.spies_and_lies.cards import FLAG, MISSIONS, Soldier
from doppiogioco.games.spies_and_lies.state import Ask

GAME = "spies-and-lies"
NAMES = ("Anna", "Bob", "Chris", "David")
ANNA, BOB, CHRIS, DAVID = range(4)
RED, BLUE = range(2)
LOW, MIDDLE, HIGH = range(3)  # intel 1-4, 4-7, 7-10
NONE = (NOBODY, NOBODY)
OWNERS = {
    2: ([ANNA] * 4, [BOB] * 4),
    3: ([ANNA] * 4, [BOB, BOB, CHRIS, CHRIS]),
    4: ([ANNA, ANNA, CHRIS, CHRIS], [BOB, BOB, DAVID, DAVID]),
}
Row = Sequence[int]


def table(seats: int = 2, *, by_hand: bool = False, **fields: Any) -> Match:
    """The first day begins; nobody is exhausted, and the Double Agent stands in the centre."""
    owners = OWNERS[seats]
    side = [RED if seat in owners[RED] else BLUE for seat in range(seats)] + [NOBODY] * (8 - seats)
    start = {
        "ask": Ask.DEPLOY,
        "alone": ANNA if seats == 3 else NOBODY,
        "side": side,
        "owner": owners,
        "day": 0,
        "intel": (LOW, NOBODY, NOBODY, NOBODY),
        "exhausted": (NONE, NONE),
    }
    match = doppiogioco.new(GAME, seats, {"by-hand": by_hand}, seed=1, names=NAMES[:seats])
    return match.position(**start | fields)


def deploy(match: Match, row: Row, side: int) -> Match:
    """Lay a row, each card by whoever plays the mission."""
    for soldier, owner in zip(row, match.view().owner[side], strict=True):
        match.play(owner, soldier)
    return match


def deploy_both(match: Match, red: Row, blue: Row) -> Match:
    """Lay both rows, each card by whoever is waited for."""
    while match.view().ask == Ask.DEPLOY:
        view, seat = match.view(), match.waiting[0]
        side = view.side[seat]
        match.play(seat, (red, blue)[side][view.laid[side]])
    return match


def is_rising(row: Row) -> bool:
    """Do the ranks rise, the Sergeant left out?"""
    ranks = [soldier for soldier in row if soldier != Soldier.SERGEANT]
    return ranks == sorted(set(ranks))


def tokens_for(row: Row, intel: int) -> list[int]:
    """The tokens that the cards demand."""
    return [int(3 * intel <= soldier <= 3 * intel + 3) for soldier in row]


def missions(red: Row, blue: Row, *, target: int = RED, at: int = 0, **fields: Any) -> Match:
    """The rows lie there, those before mission `at` open; the card of `target` there is to be guessed.

    Nobody has a Deception token, intel is 1-4, and the tokens are right, unless the fields say otherwise.
    """
    seats, day = fields.get("seats", 2), fields.get("day", 0)
    first = 1 - (day & 1)  # whose card of a mission is turned over first
    seen, retired = [], []
    for side in (RED, BLUE):
        opened = at + (1 if side == first != target else 0)
        seen.append([EVERYBODY if m < opened else 1 << OWNERS[seats][side][m] for m in range(MISSIONS)])
        retired.append([0 if m < opened else NOBODY for m in range(MISSIONS)])
    intel = fields.get("intel", [MIDDLE] * day + [HIGH, LOW])
    start = {
        "ask": Ask.GUESS,
        "intel": (*intel, *[NOBODY] * (4 - len(intel))),
        "row": (red, blue),
        "row_seen": seen,
        "retired": retired,
        "laid": (4, 4),
        "token": [tokens_for(row, intel[-1]) for row in (red, blue)],
        "confirmed": (1 << seats) - 1,
        "deceptions": (0, 0),
        "mission": at,
        "target": target,
    }
    return table(**start | fields | {"intel": start["intel"]})


def confirming(red: Row, blue: Row, intel: int, seats: int = 2, **fields: Any) -> Match:
    """All cards lie there, and today's intel card has been turned over."""
    looks = [
        card for row, owners in zip((red, blue), OWNERS[seats], strict=True) if len(set(owners)) > 1 for card in row[:2]
    ]
    start = {"intel": ((LOW + 1) % 3, NOBODY, NOBODY, NOBODY), "chance": [*looks, intel], "deceptions": (0, 0)}
    match = table(seats, **start | fields)
    return deploy_both(match, red, blue)


def card(soldier: int, *, at: int = 0, side: int = RED, **fields: Any) -> Match:
    """This soldier of Red (or of `side`) is to be guessed; the other seven cards are of no account."""
    others = [other for other in (Soldier.SERGEANT, Soldier.COLONEL, Soldier.SCOUT, Soldier.MINER) if other != soldier]
    row = others[:3]
    row.insert(at, soldier)
    rows = [row, row] if side == RED else [row[::-1], row]
    return missions(*rows, target=side, at=at, **fields)


def guess(match: Match, *soldiers: int) -> Match:
    """Whoever is asked guesses; Deception is declined on the way."""
    for soldier in soldiers:
        while match.view().ask == Ask.DECEIVE:
            match.play(match.waiting[0], 0)
        match.play(match.waiting[0], soldier)
    return match


def right(match: Match) -> Match:
    """The card in question is guessed."""
    view = opened(match)
    return guess(match, view.row[view.target][view.mission])


def wrong(match: Match) -> Match:
    """The card in question is not guessed: whoever is asked names a Lieutenant, or a Spy if it is one."""
    view = opened(match)
    lieutenant = view.row[view.target][view.mission] == Soldier.LIEUTENANT
    return guess(match, Soldier.SPY if lieutenant else Soldier.LIEUTENANT)


def opened(match: Match) -> View:
    """The table with all its secrets."""
    return match.position(ask=Ask.OVER).view()


def ahead(match: Match) -> int:
    """How far the Double Agent stands towards the flag of Blue."""
    return int(match.view().agent) - FLAG


def agent(far: int) -> int:
    """The field `agent`, so far towards the flag of Blue."""
    return FLAG + far


def points(match: Match) -> tuple[int, int]:
    red, blue = match.view().points
    return red, blue


def result(match: Match) -> Outcome:
    assert match.outcome, "the game goes on"
    return match.outcome


def broken(match: Match, seat: int, answer: int, language: str = "en") -> str:
    """The clause that an answer breaks."""
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, answer, language=language)
    return str(error.value.clause)


def obtained(match: Match, seat: int | None) -> list[Any]:
    """What a listener can get hold of."""
    texts = [(match.question(seat, language), match.log(seat, language)) for language in ("en", "it")]
    return [
        match.view(seat).as_dict(),
        match.heard(seat),
        match.waiting,
        match.view(seat).text(match.voice("en")),
        texts,
    ]
