"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from collections.abc import Set

from .cards import MISSIONS, RANGES, SIX, SOLDIERS, Soldier
from .state import Ask, Choice

MASKS = 1 << MISSIONS


def only(wanted: Set[int], answers: int) -> dict[int, int]:
    """Seek nothing but these answers."""
    return {a: 0 for a in range(answers) if a not in wanted}


BLASTED = {Soldier.SERGEANT, Soldier.COLONEL, Soldier.GENERAL}
COUNTERS = {Soldier.SPY, Soldier.MINER, Soldier.CAPTAIN, Soldier.BOMB, Soldier.MARSHAL}
LOW = {Soldier.SPY, Soldier.SCOUT, Soldier.SERGEANT}
BOMB_AND_LOWER = {Soldier.SCOUT, Soldier.MINER, Soldier.LIEUTENANT, Soldier.BOMB}

STYLES = {
    # A Bomb in every row, and its neighbours are often guessed: chain explosions.
    "blasting": {Ask.DEPLOY: only(BLASTED | {Soldier.BOMB}, SOLDIERS), Ask.GUESS: only(BLASTED, SOLDIERS)},
    # Soldiers that stop each other are never guessed, Captains use the exhausted ones, and Deception tokens are saved.
    "countering": {
        Ask.EXHAUST: only({Soldier.BOMB, Soldier.MARSHAL}, SOLDIERS),
        Ask.DEPLOY: only(COUNTERS, SOLDIERS),
        Ask.GUESS: only({Soldier.LIEUTENANT}, SOLDIERS),
        Ask.CAPTAIN: {SIX: 0},
        Ask.DECEIVE: {Choice.YES: 0},
    },
    # By hand: three low cards without tokens that are due, then any: rows come out right, and flags are won.
    "tidy": {
        Ask.INTEL: {0: 0},
        Ask.DEPLOY: only(LOW, SOLDIERS),
        Ask.TOKENS: only({0}, MASKS),
        Ask.DECEIVE: {Choice.NO: 0},
        Ask.GUESS: only({Soldier.COLONEL}, SOLDIERS),
    },
    # By hand: tokens everywhere, but only the Bomb's is right: after it a card counts as guessed, often on both sides.
    "sloppy": {
        Ask.INTEL: only({RANGES - 1}, RANGES),
        Ask.EXHAUST: {Soldier.BOMB: 0},
        Ask.DEPLOY: only(BOMB_AND_LOWER, SOLDIERS),
        Ask.TOKENS: only({MASKS - 1}, MASKS),
    },
}
