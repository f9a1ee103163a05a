"""Laying soldiers on missions (3) and intel tokens on soldiers (4)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import EVERYBODY, NOBODY, Cells

from .cards import MISSIONS, RANGE_LENGTH, RANGE_STEP, SECOND_HALF, SIDES, SOLDIERS, Soldier
from .state import BY_HAND


@rule
def exhausted(s: Cells, side: int, soldier: int) -> bool:
    return s.exhausted[side][0] == soldier or s.exhausted[side][1] == soldier


@rule
def deployed(s: Cells, side: int, soldier: int) -> bool:
    for mission in range(MISSIONS):
        if s.row[side][mission] == soldier:
            return True
    return False


@rule
def on_intel(s: Cells, soldier: int) -> bool:
    """Is this soldier's rank one of the four on today's intel card?"""
    lowest = RANGE_STEP * s.intel[s.day + 1]
    return lowest <= soldier < lowest + RANGE_LENGTH


@rule
def fresh(s: Cells, side: int, soldier: int) -> bool:
    """Has a side this soldier in hand?"""
    return not exhausted(s, side, soldier) and not deployed(s, side, soldier)


@rule
def suits(s: Cells, side: int, mission: int, soldier: int) -> bool:
    """Does a soldier agree with the intel token shown on a mission, if any is shown yet? The Sergeant always does."""
    token = s.token[side][mission]
    return token == NOBODY or soldier == Soldier.SERGEANT or (token == 1) == on_intel(s, soldier)


@rule
def fits(s: Cells, side: int, mission: int, soldier: int) -> bool:
    """May this soldier lie on this mission? By hand any fresh one may; else the row must still come out right."""
    if not fresh(s, side, soldier):
        return False
    if s.options & BY_HAND:
        return True
    return suits(s, side, mission, soldier) and comes_out_right(s, side, mission, soldier)


@rule
def comes_out_right(s: Cells, side: int, mission: int, soldier: int) -> bool:
    """With this soldier on this mission, can the ranks of the row still rise from left to right (3.3, 3.4)?"""
    places = MISSIONS if soldier != Soldier.SERGEANT and fresh(s, side, Soldier.SERGEANT) else 0
    for aside in range(NOBODY, places):  # without the Sergeant, then with it on any mission
        if rises(s, side, mission, soldier, aside):
            return True
    return False


@rule
def rises(s: Cells, side: int, mission: int, soldier: int, aside: int) -> bool:
    """Do the ranks rise, with this soldier on this mission and the Sergeant on mission `aside`?

    Where no card lies, the lowest that may stand there is the best one.
    """
    highest = NOBODY
    for place in range(MISSIONS):
        card = soldier if place == mission else s.row[side][place]
        if place == aside:
            if card != NOBODY:
                return False
        elif card == NOBODY:
            card = highest + 1
            while card < SOLDIERS and not may_rise(s, side, place, card):
                card += 1
            if card >= SOLDIERS:
                return False
            highest = card
        elif card != Soldier.SERGEANT:
            if card <= highest:
                return False
            highest = card
    return True


@rule
def may_rise(s: Cells, side: int, mission: int, soldier: int) -> bool:
    """Can this soldier fill an empty mission of a rising row?"""
    return soldier != Soldier.SERGEANT and not exhausted(s, side, soldier) and suits(s, side, mission, soldier)


@rule
def paired(s: Cells, side: int) -> bool:
    """Do two players share this side?"""
    return s.owner[side][0] != s.owner[side][MISSIONS - 1]


@rule
def firsts(s: Cells) -> int:
    """The first members of pairs, and players without a partner, who still lay cards."""
    seats = 0
    for side in range(SIDES):
        first, laid = s.owner[side][0], s.laid[side]
        if laid < MISSIONS and s.owner[side][laid] == first:
            seats |= 1 << first
    return seats


@rule
def next_owners(s: Cells) -> int:
    """Who lays a card now: both sides at the same time, the second members of pairs when all others have (3.5)."""
    seats = firsts(s)
    if seats == 0:
        for side in range(SIDES):
            if s.laid[side] < MISSIONS:
                seats |= 1 << s.owner[side][MISSIONS - 1]
    return seats


@rule
def lay(s: Cells, seat: int, soldier: int) -> None:
    """Lay a soldier face down; a second member sees the partner's cards no longer when their own lie there (3.6)."""
    side = s.side[seat]
    mission = s.laid[side]
    s.row[side][mission] = soldier
    s.row_seen[side][mission] = 1 << seat
    s.laid[side] += 1
    if s.laid[side] == MISSIONS:
        for earlier in range(SECOND_HALF):
            s.row_seen[side][earlier] = 1 << s.owner[side][earlier]


@rule
def begin_looks(s: Cells) -> None:
    """Now the second member of each pair sees the two cards of the first (3.6)."""
    s.to, s.mission = 0 if paired(s, 0) else 1, 0


@rule
def look(s: Cells) -> None:
    """Show a card to the second member of its side; then comes the next one, if any."""
    side = s.to
    s.row_seen[side][s.mission] |= 1 << s.owner[side][MISSIONS - 1]
    s.mission += 1
    if s.mission == SECOND_HALF:
        s.to, s.mission = (1, 0) if side == 0 and paired(s, 1) else (NOBODY, NOBODY)


@rule
def demanded(s: Cells, side: int, mission: int, token: int) -> bool:
    """Does a token, or none, agree with the card (4.2)? The Sergeant may lie (4.3), by hand anybody may err (11.1)."""
    soldier = s.row[side][mission]
    if s.options & BY_HAND or soldier == Soldier.SERGEANT:
        return True
    return (token == 1) == on_intel(s, soldier)


@rule
def may_mark(s: Cells, seat: int, tokens: int) -> bool:
    """Tokens are answered as one number, a bit for each mission of the side; only one's own missions count."""
    side = s.side[seat]
    for mission in range(MISSIONS):
        token = (tokens >> mission) & 1
        if s.owner[side][mission] != seat:
            if token:
                return False
        elif not demanded(s, side, mission, token):
            return False
    return True


@rule
def mark(s: Cells, seat: int, tokens: int) -> None:
    side = s.side[seat]
    for mission in range(MISSIONS):
        if s.owner[side][mission] == seat:
            s.mark[side][mission] = (tokens >> mission) & 1
    s.confirmed |= 1 << seat


@rule
def show_token(s: Cells) -> None:
    """Show whether a token lies on a mission, one mission after the other (4.5)."""
    side, mission = s.to, s.mission
    s.token[side][mission], s.mark[side][mission] = s.mark[side][mission], NOBODY
    s.mission = mission + 1 if mission < MISSIONS - 1 else 0
    if s.mission == 0:
        s.to = 1 if side == 0 else NOBODY


@rule
def clear_missions(s: Cells) -> None:
    """Take all cards and tokens off the missions."""
    s.confirmed = 0
    for side in range(SIDES):
        s.laid[side] = 0
        for mission in range(MISSIONS):
            s.row[side][mission], s.row_seen[side][mission] = NOBODY, EVERYBODY
            s.mark[side][mission], s.token[side][mission], s.retired[side][mission] = NOBODY, NOBODY, NOBODY
