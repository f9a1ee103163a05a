"""Secrets: what players mean to do who remember their own side, as bots imagine them."""

from random import Random
from typing import Any

import pytest
from test_secrets import (
    ANNA,
    BRUNO,
    CARLA,
    CIA,
    DARIO,
    DETECTIVE,
    DIPLOMAT,
    HIPPIE,
    KGB,
    NO,
    POLITICIAN,
    PSYCHIATRIST,
    SCIENTIST,
    YES,
    drawn,
    offered,
    table,
)

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.games.secrets_game.cards import NEIGHBOUR_SEEN, Side
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Neighbour

ELSA = 4  # at Anna's right, at a table for five


def intents(match: Match, seat: int) -> dict[int, int]:
    """How tempting each legal answer is to a seat that remembers."""
    state = match.everything().cells
    return {int(answer): match.game.intent(state, seat, int(answer)) for answer in match.legal(seat)}


def meant(match: Match, seat: int) -> set[int]:
    """The most tempting answers."""
    found = intents(match, seat)
    return {answer for answer, intent in found.items() if intent == max(found.values())}


def test_an_agent_accepts_points_and_a_hippie_losses():
    assert meant(offered(SCIENTIST, token={BRUNO: KGB}), BRUNO) == {YES}
    assert meant(offered(SCIENTIST, token={BRUNO: HIPPIE}), BRUNO) == {NO}
    losses: dict[str, Any] = {"pair": (DETECTIVE, PSYCHIATRIST)}
    assert meant(offered(DETECTIVE, token={BRUNO: KGB}, **losses), BRUNO) == {NO}
    assert meant(offered(DETECTIVE, token={BRUNO: HIPPIE}, **losses), BRUNO) == {YES}


def test_a_politician_goes_to_ones_own_side_and_not_to_the_other():
    """Anna remembers the token at her right; of the others she knows nothing."""
    rich = {seat: {DIPLOMAT: 1} for seat in (BRUNO, CARLA, DARIO, ELSA)}
    for side, liked in ((CIA, True), (KGB, False)):
        hands_on = table(5, ask=Ask.HAND_ON, actor=ANNA, up=rich, token={ANNA: CIA, ELSA: side})
        assert (ELSA in meant(hands_on, ANNA)) is liked


def test_an_agent_keeps_points_and_a_hippie_offers_what_costs_some():
    assert meant(drawn(SCIENTIST, DETECTIVE, token={ANNA: CIA}), ANNA) == {SCIENTIST}
    assert intents(drawn(SCIENTIST, DETECTIVE, token={ANNA: HIPPIE}), ANNA)[SCIENTIST] < 0


def test_the_token_of_the_other_side_is_brought_to_who_has_few_points():
    """The neighbours of Anna swap with a KGB token in the centre: rather the poor one gets it."""
    few = {BRUNO: {SCIENTIST: 1}, DARIO: {DETECTIVE: 1}}
    switch = table(ask=Ask.SWITCH, actor=ANNA, up=few, token={ANNA: CIA, CENTRE: KGB})
    assert meant(switch, ANNA) == {Neighbour.RIGHT}


def test_the_game_is_ended_by_who_is_ahead():
    full: dict[str, Any] = {"ask": Ask.HAND_ON, "actor": ANNA, "down": {CARLA: {POLITICIAN: 4}}}
    ahead = intents(table(5, **full, up={ANNA: {SCIENTIST: 1}}, token={ANNA: CIA}), ANNA)
    behind = intents(table(5, **full, up={BRUNO: {SCIENTIST: 1, DIPLOMAT: 1}}, token={ANNA: CIA}), ANNA)
    assert ahead[CARLA] > behind[CARLA]
    assert behind[CARLA] == min(behind.values())


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_nothing_is_meant_by_what_a_player_cannot_remember(seats):
    """Other tokens than one's own and the one at the right, and bullets that others drew, make no difference."""
    game, asked = find("secrets"), set[int]()
    for seed in range(6):
        match, lots = doppiogioco.new("secrets", seats, seed=seed), Random(seed)
        while not match.over:
            seat, state = match.waiting[0], match.everything().cells
            asked.add(state.ask)
            other = game.state.copy(state)
            known = {seat, (seat - 1) % seats if seats >= NEIGHBOUR_SEEN else seat}
            for place in (*range(seats), *([CENTRE] if state.ask != Ask.SWITCH else [])):
                if place not in known:
                    other.token[place] = lots.choice(list(Side))
            for bullet, drew in enumerate(state.shooter):
                if drew != seat:
                    other.aim[bullet] = lots.randrange(seats)
            if state.active != seat and state.ask in (Ask.UN, Ask.REPLY):
                other.offer = lots.choice(list(state.pair))
            for answer in match.legal(seat):
                told = game.intent(state, seat, int(answer)), game.intent(other, seat, int(answer))
                assert told[0] == told[1], (state.ask, seat, answer)
            match.play(seat, lots.choice(match.legal(seat)))
    assert {Ask.OFFER, Ask.TARGET, Ask.CLAIM, Ask.UN, Ask.REPLY, Ask.HAND_ON, Ask.SWITCH, Ask.AIM} <= asked
