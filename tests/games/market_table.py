"""Tables of Agent Avenue with the Black Market that tests begin from."""

from __future__ import annotations

from avenue_table import (
    ANNA,
    BOB,
    CHRIS,
    CODE,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    MOLE,
    OPEN,
    SABOTEUR,
    SENTINEL,
    recruits,
    table,
    turn_of,
)  # fmt: skip

from doppiogioco.games.agent_avenue.cards import GREEN, Market
from doppiogioco.games.agent_avenue.state import Ask

SIDES = (ANNA, BOB)
(
    SECURITY, CAR, PLAN, PACK, TOWER, COMPUTER, DEVICE, TWIN,
    TRUCK, SMOKE, OUTPOST, SECRET, DOUBLE_TROUBLE, SPYCATION, MIND,
) = Market  # fmt: skip
DULL = (PLAN, PACK, SECURITY)  # cards that seldom do anything


def offer_with(*cards):
    return [*cards, *(card for card in DULL if card not in cards)][:3]


def at_market(*cards, rest=(ENFORCER, SABOTEUR, SENTINEL, DOUBLE), blue=0, **position):
    """Green has just come to the corner 2 with a Daredevil, and these cards are on offer; Anna holds `rest`."""
    match = recruits(DAREDEVIL, CODE, rest=rest, blue=blue, offer=offer_with(*cards), **position)
    assert match.view().at[GREEN] == 2
    assert (match.view().ask, match.waiting) == (Ask.MARKET, (ANNA,))
    return match


def takes(card, *, chance=(), **position):
    """Green takes this card there; `chance` says what comes to the market and what is drawn then."""
    match = at_market(card, **position).position(chance=chance)
    match.play(ANNA, card)
    return match


def partners_at_market(card, hands=None, **fields):
    """Anna plays a Codebreaker face up for blue, Chris a Daredevil that takes green to the corner 2."""
    held = {ANNA: (CODE, ENFORCER, ENFORCER, DOUBLE, MOLE), CHRIS: (DAREDEVIL, SENTINEL, SENTINEL, SABOTEUR, ENFORCER)}
    match = table(held | (hands or {}), seats=4, offer=(card, *DULL[:2]), spent=[2] * 4 + [0] * 4, **fields)
    return turn_of(match, CODE, DAREDEVIL, OPEN)
