"""Secrets: what looks good at a glance."""

from typing import Any

import pytest
from judged import appeals, judged_without_peeking, tempting
from test_secrets import (
    ANNA,
    ASSASSIN,
    BRUNO,
    CARLA,
    CIA,
    DARIO,
    DETECTIVE,
    DIPLOMAT,
    HIPPIE,
    JOURNALIST,
    NO,
    POLITICIAN,
    PSYCHIATRIST,
    SCIENTIST,
    YES,
    drawn,
    offered,
    table,
)

from doppiogioco.engine.state import NOBODY
from doppiogioco.games.secrets_game.cards import SILENCE
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Neighbour


def test_points_are_accepted_and_losses_refused():
    assert tempting(offered(SCIENTIST), BRUNO) == {YES}
    assert tempting(offered(DETECTIVE, pair=(DETECTIVE, PSYCHIATRIST)), BRUNO) == {NO}


def test_what_would_turn_down_ones_own_points_is_refused():
    pair: dict[str, Any] = {"pair": (SCIENTIST, JOURNALIST)}
    assert tempting(offered(SCIENTIST, **pair), BRUNO) == {YES}
    assert tempting(offered(SCIENTIST, **pair, up={BRUNO: {SCIENTIST: 1, JOURNALIST: 1}}), BRUNO) == {NO}


def test_the_un_player_takes_points_too():
    assert tempting(offered(SCIENTIST, ask=Ask.UN, un=CARLA), CARLA) == {YES}


def test_an_agent_offers_points_that_may_come_back_and_a_hippie_would_rather_not_have_them():
    own_token = {"token_seen": {ANNA: 1 << ANNA}}
    agent, hippie = (drawn(SCIENTIST, DETECTIVE, token={ANNA: side}, **own_token) for side in (CIA, HIPPIE))
    assert tempting(agent, ANNA) == {SCIENTIST}
    assert tempting(hippie, ANNA) == {DETECTIVE}
    unseen = drawn(SCIENTIST, DETECTIVE, token={ANNA: HIPPIE})
    assert appeals(unseen, ANNA) == appeals(agent, ANNA)


def test_a_loss_is_offered_to_who_may_take_it_for_points():
    fields: dict[str, Any] = {"ask": Ask.TARGET, "pair": (DETECTIVE, SCIENTIST), "offer": DETECTIVE}
    reluctant = {BRUNO: {SCIENTIST: 1}, DARIO: {SCIENTIST: 1}}
    assert tempting(table(**fields, up=reluctant), ANNA) == {CARLA}


def test_a_loss_is_praised_and_points_are_talked_down():
    fields: dict[str, Any] = {"ask": Ask.CLAIM, "pair": (DETECTIVE, SCIENTIST), "target": BRUNO}
    assert tempting(table(**fields, offer=DETECTIVE), ANNA) == {SCIENTIST}
    talk = appeals(table(**fields, offer=SCIENTIST), ANNA)
    assert talk[DETECTIVE] > talk[SILENCE] > talk[SCIENTIST]


def test_a_politician_goes_to_who_loses_one_by_it():
    assert tempting(table(ask=Ask.HAND_ON, actor=ANNA, up={CARLA: {POLITICIAN: 1}}), ANNA) == {CARLA}


def test_ones_own_token_is_the_one_to_know():
    looks = appeals(table(ask=Ask.EXAMINE, actor=ANNA), ANNA)
    assert looks[ANNA] > looks[BRUNO] == looks[DARIO] > looks[CENTRE]


def test_a_hippies_token_spoils_the_richer_neighbour_and_an_agents_the_poorer_ones_hopes():
    rich_at_the_left = {BRUNO: {SCIENTIST: 1}, DARIO: {DIPLOMAT: 1}}
    for side, neighbour in ((HIPPIE, Neighbour.LEFT), (CIA, Neighbour.RIGHT)):
        everybody = {"token": {CENTRE: side}, "token_seen": {CENTRE: 0b1111}}
        assert tempting(table(ask=Ask.SWITCH, actor=ANNA, up=rich_at_the_left, **everybody), ANNA) == {neighbour}


def test_a_bullet_is_for_who_has_most():
    fields: dict[str, Any] = {"ask": Ask.AIM, "actor": ANNA, "up": {ANNA: {ASSASSIN: 1}, DARIO: {SCIENTIST: 1}}}
    drawn_bullet = {"aim": [NOBODY] * 4}
    assert tempting(table(**fields, shooter={3: ANNA}, **drawn_bullet), ANNA) == {DARIO}
    assert tempting(table(**fields, shooter={0: ANNA}, **drawn_bullet), ANNA) == {BRUNO, CARLA, DARIO}


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_nothing_is_judged_by_what_a_seat_does_not_see(seats):
    asked = set[int]().union(*(judged_without_peeking("secrets", seats, {}, seed) for seed in range(6)))
    assert {Ask.OFFER, Ask.TARGET, Ask.CLAIM, Ask.UN, Ask.REPLY, Ask.EXAMINE, Ask.SWITCH, Ask.AIM} <= asked
