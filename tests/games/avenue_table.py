"""Positions of Agent Avenue for its tests: Anna (and Chris) are green, Bob (and David) are blue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.games.agent_avenue.cards import BLUE, COPIES, GREEN, LEVEL, Agent, Market
from doppiogioco.games.agent_avenue.state import Ask, Choice, Pick, Where

GAME = "agent-avenue"
NAMES = ("Anna", "Bob", "Chris", "David")
ANNA, BOB, CHRIS, DAVID = range(4)
SIDE_OF = (GREEN, BLUE, GREEN, BLUE)
NO, YES = Choice
OPEN, COVERED = Pick
DOUBLE, ENFORCER, CODE, SABOTEUR, DAREDEVIL, SENTINEL, SIDEKICK, MOLE = Agent
HAND = (ENFORCER, SABOTEUR, DAREDEVIL, SENTINEL)  # what somebody holds where it does not matter

Hands = Mapping[int, Iterable[Agent]]


def row(agents: Iterable[int]) -> list[int]:
    """How many of each kind."""
    found = list(agents)
    return [found.count(kind) for kind in range(len(Agent))]


def new(seats: int = 2, *, advanced: bool = False, seed: int | str = 1, **agreed: list[int]) -> Match:
    return doppiogioco.new(GAME, seats, {"advanced": advanced}, seed=seed, names=NAMES[:seats], agreed=agreed)


def table(
    hands: Hands | None = None,
    *,
    seats: int = 2,
    turn: int = GREEN,
    green: int = 0,
    blue: int = 0,
    in_play: tuple[Iterable[Agent], Iterable[Agent]] = ((), ()),
    deck: Iterable[Agent] | None = None,
    offer: Iterable[Market] | None = None,
    owned: Mapping[int, Iterable[Market]] | None = None,
    stock: Iterable[Market] | None = None,
    **fields: Any,
) -> Match:
    """A side is about to play: somebody alone face up, partners are asked who does. With three seats Bob is alone.

    `green` and `blue` are how far the pawns have gone from their Homes. With an offer the Black Market is open: `owned`
    are cards in play by side, `stock` those still to come (all others if not given).
    """
    held = [row((hands or {}).get(seat, HAND) if seat < seats else ()) for seat in range(8)]
    agents = [row(side) for side in in_play]
    rest = [copies - sum(found) for copies, *found in zip(COPIES, *held, *agents, strict=True)]
    left = rest if deck is None else row(deck)
    alone = seats == 2 or (seats == 3 and turn == BLUE)
    player = SIDE_OF.index(turn)
    state = {
        "ask": Ask.OPEN if alone else Ask.LEAD,
        "alone": BOB if seats == 3 else NOBODY,
        "first": ANNA,
        "side": [*SIDE_OF[:seats], *[0] * (8 - seats)],
        "active": turn,
        "at": [green % 14, (7 + blue) % 14],
        "ahead": LEVEL + green - blue,
        "agents": agents,
        "hand": held,
        "cards": [sum(hand) for hand in held],
        "deck": left,
        "pile": sum(left),
        "opener": player if alone else NOBODY,
        "coverer": player if alone else NOBODY,
        "asked": player if alone else NOBODY,
        "last": int(sum(left) == 1 and not alone),
    }
    if offer is not None:
        state |= market(offer, owned or {}, stock)
    return new(seats, advanced=offer is not None).position(**state | fields)


def market(
    offer: Iterable[Market], owned: Mapping[int, Iterable[Market]], stock: Iterable[Market] | None
) -> dict[str, Any]:
    where = [Where.STOCK if stock is None or card in list(stock) else Where.SPENT for card in Market]
    for card in offer:
        where[card] = Where.OFFER
    for side, cards in owned.items():
        for card in cards:
            where[card] = Where(Where.GREEN + side)
    return {"market": where, "stock": where.count(Where.STOCK)}


def turn_of(match: Match, shown: Agent, hidden: Agent, pick: Pick) -> Match:
    """Play two cards and let the other side choose; partners whose turn it is let the first of them play face up."""
    if match.view().ask == Ask.LEAD:
        match.play(match.waiting[0], match.waiting[0])
    for ask, card in ((Ask.OPEN, shown), (Ask.COVER, hidden)):
        while match.view().ask == Ask.EXCHANGE:
            match.play(match.waiting[0], NO)
        assert match.view().ask == ask
        match.play(match.waiting[0], card)
    match.play(match.waiting[0], pick)
    return match


def recruits(for_green: Agent, for_blue: Agent, *, turn: int = GREEN, **position: Any) -> Match:
    """A turn at the end of which green has recruited one agent and blue another."""
    seat = SIDE_OF.index(turn)
    mine, theirs = (for_green, for_blue) if turn == GREEN else (for_blue, for_green)
    hands = {seat: (mine, theirs, *position.pop("rest", (ENFORCER, SABOTEUR)))} | position.pop("hands", {})
    return turn_of(table(hands, turn=turn, **position), theirs, mine, OPEN)


def lead_of(match: Match) -> int:
    """By how many spaces green leads."""
    return match.view().ahead - LEVEL


def ended(match: Match) -> tuple[str, tuple[int, ...]] | None:
    """Why it ended and who won, or None while it goes on."""
    return (match.outcome.reason, match.outcome.winners) if match.outcome else None


def clause_of(match: Match, seat: int, *answers: int) -> str:
    """The rule that forbids an answer."""
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, *answers)
    return error.value.clause


def agents_in_play(match: Match, side: int) -> list[int]:
    return list(match.view().agents[side])
