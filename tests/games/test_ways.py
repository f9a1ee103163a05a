"""Where pieces pass with an answer: pawns along the street and the ring, markers along the track, step by step."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

import avenue_table as avenue
import pytest
import top_secret_table as spies
from drawn import moments

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.games.agent_avenue.cards import BLUE, GREEN, SPACES, Market
from doppiogioco.games.agent_avenue.state import Ask as AvenueAsk
from doppiogioco.games.agent_avenue.street import box, seen
from doppiogioco.games.top_secret_spies.cards import BUILDINGS, Card
from doppiogioco.games.top_secret_spies.places import at_ring
from doppiogioco.games.top_secret_spies.state import Ask

Point = tuple[int, int]
STEP = 262  # units: the farthest that two spaces which follow each other lie apart, in either drawing


def walked(match: Match, begun: int, facing: int = 0) -> dict[str, list[Point]]:
    """The ways of all answers after some."""
    found: dict[str, list[Point]] = {}
    for one in match.moments(begun):
        for key, way in match.game.drawing.ways(one.before, one.after, facing).items():
            found.setdefault(key, []).extend(way)
    return found


def spaces(way: list[Point], facing: int = 0) -> list[int]:
    """The spaces of the street that a way leads through."""
    boxes = {number: box(seen(number, facing)) for number in range(SPACES)}
    return [
        number
        for x, y in way
        for number, (left, top, wide, high) in boxes.items()
        if left <= x <= left + wide and top <= y <= top + high
    ]


def buildings(way: list[Point]) -> list[int]:
    """The buildings that a way leads through."""
    corners = {place: at_ring(place) for place in range(BUILDINGS)}
    return [
        place
        for x, y in way
        for place, (left, top) in corners.items()
        if left <= x <= left + 184 and top <= y <= top + 164
    ]


@pytest.mark.parametrize("facing", [GREEN, BLUE])
def test_a_pawn_goes_along_the_street_forward_and_back(facing: int) -> None:
    hand = (avenue.SIDEKICK, avenue.MOLE, avenue.ENFORCER, avenue.SABOTEUR)
    match = avenue.table({avenue.ANNA: hand}, green=4)
    match.log()
    avenue.turn_of(match, avenue.MOLE, avenue.SIDEKICK, avenue.OPEN)  # green gets the Sidekick, blue the Mole
    ways = walked(match, 0, facing)
    assert spaces(ways["pawn-0"], facing) == [5, 6, 7, 8]
    assert spaces(ways["pawn-1"], facing) == [6, 5, 4]


def test_a_getaway_car_drives_on_along_the_street() -> None:
    hand = (avenue.SIDEKICK, avenue.CODE, avenue.ENFORCER, avenue.SABOTEUR)
    offer, owned = (Market.MASTERPLAN,), {GREEN: (Market.GETAWAY_CAR,)}
    match = avenue.table({avenue.ANNA: hand}, green=3, offer=offer, owned=owned)
    match.log()
    avenue.turn_of(match, avenue.CODE, avenue.SIDEKICK, avenue.OPEN)
    assert spaces(walked(match, 0)["pawn-0"]) == [4, 5, 6, 7, 8, 9, 10]


def test_a_truck_takes_a_pawn_to_the_next_space() -> None:
    match = avenue.table(green=5, offer=(Market.SURVEILLANCE_TRUCK,), stock=())
    match = match.position(ask=AvenueAsk.MARKET, served=GREEN, taker=avenue.ANNA, due=[0, 0])
    match.log()
    match.play(avenue.ANNA, Market.SURVEILLANCE_TRUCK)
    assert spaces(walked(match, 0)["pawn-0"]) == [6]


@pytest.mark.parametrize(
    ("card", "far", "passed"),
    [(Card.FORWARD_UP_TO_THREE, 2, [11, 0, 1]), (Card.BACK_ONE_OR_TWO, 1, [9, 8])],
)
def test_a_card_takes_an_agent_from_building_to_building(card: Card, far: int, passed: list[int]) -> None:
    match = spies.table({spies.ANNA: [card]}, at={spies.DOYLE: 10})
    match.log()
    match.play(spies.ANNA, card, spies.DOYLE, far)
    assert buildings(walked(match, 0)[f"pawn-{spies.DOYLE}"]) == passed


def test_who_makes_room_moves_aside_and_nobody_else_moves() -> None:
    at = {spies.DOYLE: 3, spies.PERRY: 4, spies.SCHULZ: 7}
    match = doppiogioco.new(spies.GAME, 4, seed=1).position(ask=Ask.ROLL, turn=0, safe=9, at=at, chance=[1])
    match.log()
    match.play(0, spies.DOYLE, spies.DOYLE)
    steps = [one for one in match.moments(0) if one.before.ask == Ask.STEP]
    ways = [match.game.drawing.ways(one.before, one.after) for one in steps]
    doyle, perry = f"pawn-{spies.DOYLE}", f"pawn-{spies.PERRY}"
    assert [{key: buildings(way) for key, way in one.items()} for one in ways] == [
        {doyle: [4], perry: [4]},
        {doyle: [5], perry: [4]},
    ]


@pytest.mark.parametrize("game", ["agent-avenue", "top-secret-spies"])
def test_in_a_whole_game_every_way_leads_by_steps_to_where_the_piece_is_drawn(game: str) -> None:
    match = doppiogioco.new(game, 2, dict.fromkeys(find(game).rules.OPTIONS, True), seed="ways")
    match.log()
    told = found = 0
    for _ in moments(match, "ways"):
        for one in match.moments(told):
            for key, way in match.game.drawing.ways(one.before, one.after).items():
                found += 1
                assert dist(way[-1], middle(match.game.drawing.board(one.after, match.voice("en")), key)) < 1
                assert all(dist(here, there) <= STEP for here, there in pairwise(way))
        told = len(match.history)
    assert found > 10


def middle(board: Any, key: str) -> tuple[float, float]:
    """Where a piece is drawn."""
    kind, _, number = key.partition("-")
    if kind == "marker":
        marked = next(spy for spy in board.spies if spy.number == int(number))
        return marked.marker_x, marked.marker_y
    pieces = getattr(board, "pawns", None) or board.spies
    piece = next(piece for piece in pieces if getattr(piece, "side", getattr(piece, "number", None)) == int(number))
    return piece.x + piece.height * 52 / 66 / 2, piece.y + piece.height / 2
