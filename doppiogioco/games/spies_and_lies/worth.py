"""How likely a side is to win as the table stands: the rules played through card by card, backwards from the end.

The rest of a game is taken to go as it usually does: soldiers as common on a mission as in all rows, some of them
guessed. What stays for a while besides markers and the Double Agent (an active Spy, Scout, Miner or Bomb, a Deception
token) counts by how much it alone would change.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import apply, compiled, inner, np
from doppiogioco.engine.loops import started
from doppiogioco.engine.state import NOBODY

from .cards import DAYS, FLAG, MISSIONS, SIDES, SIX, SOLDIERS, TRACK, Soldier
from .deduction import all_rows
from .missions import finish
from .state import Ask, Marshal

CARDS = SIDES * MISSIONS  # turned over on a day
AGENTS = 2 * FLAG + 1
TABLES = TRACK * TRACK * AGENTS  # both markers and the Double Agent
GUESSED = 0.4  # how often a card usually is
TEMPTED = 0.3  # how often a Deception token usually goes on a card

# What can happen to a card: the soldier acts, a Marshal splits, or it has been guessed.
SPLITS, IS_GUESSED, DEEDS = SOLDIERS, SOLDIERS + 1, SOLDIERS + 2
# What a side can have besides points: today's Scout, Spy, Miner and Bomb, and a Deception token.
SCOUT, SPY, MINER, BOMB, TOKEN, ASSETS = range(6)
WON, LOST = -1, -2  # in place of a table: side 0 has


class Worth(NamedTuple):
    """What follows from each card, and the chance of side 0 to win."""

    after: Any  # [day, target, asset that counts here or none, table, deed]: the next table,
    assets: Any  # and the assets that are there then, as bits
    chance: Any  # [cards turned over so far, asset of a side or none, table]
    usual: Any  # [mission, soldier]: how common it is there


@inner
def put(s: Any, table: int) -> None:
    """Set the markers and the Double Agent."""
    s.points[0], s.points[1], s.agent = table // AGENTS // TRACK, table // AGENTS % TRACK, table % AGENTS


@inner
def table_of(s: Any) -> Any:
    """The markers and the Double Agent as one number, or who has won."""
    if s.ask == Ask.OVER:
        return WON if s.winner == 0 else LOST
    return (s.points[0] * TRACK + s.points[1]) * AGENTS + s.agent


@inner
def assets_of(s: Any) -> Any:
    """What both sides have besides points, as bits."""
    bits = 0
    for side in range(SIDES):
        own = (s.scouting[side] << SCOUT) | (s.spying[side] << SPY) | (s.mining[side] << MINER) | (s.bomb[side] << BOMB)
        bits |= (own | ((s.deceptions[side] > 0) << TOKEN)) << (side * ASSETS)
    return bits


@compiled
def list_effects(states: Any, after: Any, assets: Any) -> None:
    """Play every card by the rules, on every table; `states[1]` is a day before its first card."""
    s = states[0]
    for day in range(DAYS):
        for target in range(SIDES):
            other = 1 - target
            for asset in range(ASSETS + 1):
                for table in range(TABLES):
                    for deed in range(DEEDS):
                        states[0] = states[1]
                        put(s, table)
                        s.day, s.mission, s.target, s.ask = day, 0, target, Ask.REVEAL
                        s.scouting[other], s.spying[other] = asset == SCOUT, asset == SPY
                        s.mining[other], s.bomb[other], s.decoy = asset == MINER, asset == BOMB, asset == TOKEN
                        soldier = deed if deed < SOLDIERS else Soldier.MARSHAL
                        s.guess = soldier if deed == IS_GUESSED else NOBODY
                        apply(s, 0, soldier)
                        if s.ask == Ask.CAPTAIN:
                            apply(s, 0, SIX)
                        elif s.ask == Ask.MARSHAL:
                            apply(s, 0, Marshal.SPLIT if deed == SPLITS else Marshal.TEN)
                        after[day, target, asset, table, deed] = table_of(s)
                        assets[day, target, asset, table, deed] = assets_of(s)


@inner
def chance_at(chance: Any, card: int, table: int, assets: int) -> Any:
    """The chance of side 0 with all these assets, each counted by itself; what is of today ends with the day."""
    if table < 0:
        return 1.0 if table == WON else 0.0
    plain = chance[card, SIDES * ASSETS, table]
    found = plain
    for asset in range(SIDES * ASSETS):
        if (assets >> asset) & 1 and (card % CARDS or asset % ASSETS == TOKEN):
            found += chance[card, asset, table] - plain
    return min(max(found, 0.0), 1.0)


@inner
def target_of(card: int) -> int:
    """Whose card it is: the sides take turns, and in beginning too (5.1)."""
    return 1 - (card // CARDS + card) % SIDES


@compiled
def fill_chances(states: Any, after: Any, assets: Any, usual: Any, chance: Any) -> None:
    """From the last card back to the first."""
    s = states[0]
    for table in range(TABLES):
        states[0] = states[1]
        put(s, table)
        finish(s)
        at_end = 0.5 if s.winner == NOBODY else 1.0 - s.winner
        for asset in range(SIDES * ASSETS + 1):
            chance[DAYS * CARDS, asset, table] = at_end
    for card in range(DAYS * CARDS - 1, -1, -1):
        target = target_of(card)
        for kept in range(SIDES * ASSETS, -1, -1):
            side, asset = kept // ASSETS, kept % ASSETS
            counts = kept < SIDES * ASSETS and (side == target) == (asset == TOKEN)
            bit = 0 if kept == SIDES * ASSETS else 1 << kept
            for table in range(TABLES):
                found = 0.0
                if counts:
                    found = usual_chance(
                        card, asset, table, 0 if asset in (TOKEN, BOMB) else bit, after, assets, usual, chance
                    )
                if not counts or asset == TOKEN:
                    without = usual_chance(card, ASSETS, table, bit, after, assets, usual, chance)
                    found = TEMPTED * found + (1.0 - TEMPTED) * without if counts else without
                chance[card, kept, table] = found


@inner
def usual_chance(card: int, asset: int, table: int, bit: int, after: Any, assets: Any, usual: Any, chance: Any) -> Any:
    """The chance of side 0 before a card, by what usually happens."""
    day, target, mission = card // CARDS, target_of(card), card % CARDS // SIDES
    found = 0.0
    for soldier in range(SOLDIERS):
        acts = chance_after(card, day, target, asset, table, soldier, bit, after, assets, chance)
        if soldier == Soldier.MARSHAL:
            splits = chance_after(card, day, target, asset, table, SPLITS, bit, after, assets, chance)
            acts = max(acts, splits) if target == 0 else min(acts, splits)
        found += (1.0 - GUESSED) * usual[mission, soldier] * acts
    return found + GUESSED * chance_after(card, day, target, asset, table, IS_GUESSED, bit, after, assets, chance)


@inner
def chance_after(
    card: int, day: int, target: int, asset: int, table: int, deed: int, bit: int, after: Any, assets: Any, chance: Any
) -> Any:
    return chance_at(
        chance, card + 1, after[day, target, asset, table, deed], assets[day, target, asset, table, deed] | bit
    )


@cache
def worth() -> Worth:
    """The same for every match: worked out once."""
    states = started("spies-and-lies", 2, 0)[[0, 0]]
    states["owner"], states["deceptions"], states["ask"] = 0, 0, Ask.REVEAL
    shape = DAYS, SIDES, ASSETS + 1, TABLES, DEEDS
    after, assets = np.zeros(shape, np.int16), np.zeros(shape, np.int16)
    list_effects(states, after, assets)
    rows = np.array(all_rows())
    usual = np.stack([np.bincount(rows[:, mission], minlength=SOLDIERS) / len(rows) for mission in range(MISSIONS)])
    chance = np.zeros((DAYS * CARDS + 1, SIDES * ASSETS + 1, TABLES))
    fill_chances(states, after, assets, usual, chance)
    return Worth(after, assets, chance, usual)
