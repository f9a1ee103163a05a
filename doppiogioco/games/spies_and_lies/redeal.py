"""What a seat cannot know, put back and dealt again by the table."""

from __future__ import annotations

from doppiogioco.engine.rule import among, rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import MISSIONS, SIDES
from .deployment import demanded, deployed, fits
from .state import Ask

NOWHERE = SIDES * MISSIONS  # no place is left where something has to be dealt again


@rule
def forget(s: Cells, seat: int) -> None:
    """Put back the covered cards, tokens and picks that this seat does not know, for the table to deal again.

    A second member has looked at what the partner laid, and knows it even when the cards are out of sight.
    """
    if s.ask == Ask.OVER:
        return
    for side in range(SIDES):
        for mission in range(s.laid[side]):
            remembered = s.owner[side][MISSIONS - 1] == seat and s.laid[side] == MISSIONS
            if not among(s.row_seen[side][mission], seat) and not remembered:
                s.row[side][mission] = NOBODY
            if s.owner[side][mission] != seat:
                s.mark[side][mission] = NOBODY
        if s.picker[side] != seat:
            for pick in range(shown_picks(s, side), s.picks[side]):
                s.picked[side][pick] = NOBODY
    s.resume, s.again = s.ask, 1
    go_on(s)


@rule
def go_on(s: Cells) -> None:
    """Deal the next thing that is missing; when nothing is, go on with the question that waits."""
    if bare_mission(s) != NOWHERE:
        s.ask = Ask.REDEPLOY
    elif unmarked_mission(s) != NOWHERE:
        s.ask = Ask.REMARK
    elif lost_pick(s) != NOWHERE:
        s.ask = Ask.REPICK
    else:
        s.ask, s.resume, s.again = s.resume, NOBODY, 0


@rule
def bare_mission(s: Cells) -> int:
    """The first mission, counted through both sides, whose card has been put back."""
    for side in range(SIDES):
        for mission in range(s.laid[side]):
            if s.row[side][mission] == NOBODY:
                return side * MISSIONS + mission
    return NOWHERE


@rule
def unmarked_mission(s: Cells) -> int:
    """The first mission whose owner has chosen about a token that nobody else has seen and that has been put back."""
    for side in range(SIDES):
        for mission in range(s.laid[side]):
            if among(s.confirmed, s.owner[side][mission]):
                if s.token[side][mission] == NOBODY and s.mark[side][mission] == NOBODY:
                    return side * MISSIONS + mission
    return NOWHERE


@rule
def shown_picks(s: Cells, side: int) -> int:
    """How many of a side's picks lie open: while any are made, no other soldier of the opponent is exhausted."""
    shown = 0
    for place in range(2):
        if s.exhausted[1 - side][place] != NOBODY:
            shown += 1
    return shown


@rule
def lost_pick(s: Cells) -> int:
    """The first pick that has been put back, two for each side."""
    for side in range(SIDES):
        for pick in range(s.picks[side]):
            if s.picked[side][pick] == NOBODY:
                return side * 2 + pick
    return NOWHERE


@rule
def redealt(s: Cells, a: int) -> int:
    """The table's chances when it deals again."""
    match s.ask:
        case Ask.REDEPLOY:
            place = bare_mission(s)
            return 1 if fits(s, place // MISSIONS, place % MISSIONS, a) else 0
        case Ask.REMARK:
            place = unmarked_mission(s)
            return 1 if demanded(s, place // MISSIONS, place % MISSIONS, a) else 0
        case Ask.REPICK:
            side = lost_pick(s) // 2
            return 1 if deployed(s, 1 - side, a) and a != s.picked[side][0] and a != s.picked[side][1] else 0
    return 0


@rule
def redeal(s: Cells, a: int) -> None:
    match s.ask:
        case Ask.REDEPLOY:
            place = bare_mission(s)
            s.row[place // MISSIONS][place % MISSIONS] = a
        case Ask.REMARK:
            place = unmarked_mission(s)
            s.mark[place // MISSIONS][place % MISSIONS] = a
        case Ask.REPICK:
            place = lost_pick(s)
            s.picked[place // 2][place % 2] = a
    go_on(s)
