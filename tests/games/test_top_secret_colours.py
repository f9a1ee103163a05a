"""Top Secret Spies with 2 or 3 players who choose the colours: clause 2.1 of docs/games/top-secret-spies."""

from random import Random

import pytest
from top_secret_table import (
    ANNA,
    BOB,
    BUCCI,
    DOYLE,
    GAME,
    JAQUES,
    LARSSON,
    MIRKOV,
    NAMES,
    PERRY,
    SCHULZ,
    row,
)

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer, UnknownGame
from doppiogioco.engine.game import View, find
from doppiogioco.engine.records import replay, verify
from doppiogioco.engine.state import NOBODY, SPECTATOR
from doppiogioco.engine.words import Voice
from doppiogioco.games.top_secret_spies import drawing
from doppiogioco.games.top_secret_spies.cards import CHURCH, Agent, Card
from doppiogioco.games.top_secret_spies.state import CHOSEN_COLOURS, Ask

BOTH = {"top-secret": True, "dossier": True}
BOXED = {2: (SCHULZ, JAQUES), 3: (PERRY,)}  # neither the first nor the last of the list alone


def chosen(seats, options=BOTH, seed=1, boxed=None):
    agreed = {"colours": list(BOXED[seats] if boxed is None else boxed)}
    return doppiogioco.new(GAME, seats, options, seed, NAMES[:seats], agreed=agreed)


def left(seats):
    return [agent for agent in Agent if agent not in BOXED[seats]]


@pytest.mark.clause("2.1")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_players_choose_who_stays_in_the_box(seats):
    match = chosen(seats)
    assert match.view().at == [NOBODY if agent in BOXED[seats] else CHURCH for agent in Agent]
    assert match.view().agents == 7 - len(BOXED[seats])
    assert [line for line in match.log() if "box" in line] == [
        f"{name} stays in the box." for name in {2: ("Schulz (grey)", "Jaques (red)"), 3: ("Perry (yellow)",)}[seats]
    ]
    assert match.log()[0].clause == "2.1"
    assert "resta nella scatola" in match.log(None, "it")[0]


@pytest.mark.clause("2.1")
@pytest.mark.parametrize("seats", range(2, 8))
def test_without_a_choice_nobody_is_asked(seats):
    start = find(GAME).start(seats, 0)
    assert start.ask == Ask.FIRST
    assert start.at == [CHURCH] * min(seats + 3, 7) + [NOBODY] * max(4 - seats, 0)


@pytest.mark.clause("2.1")
@pytest.mark.parametrize("seats", range(4, 8))
def test_with_all_agents_there_is_nothing_to_choose(seats):
    assert find(GAME).start(seats, CHOSEN_COLOURS).ask == Ask.FIRST
    with pytest.raises(UnknownGame):
        chosen(seats, boxed=[LARSSON])


@pytest.mark.clause("2.1")
def test_each_agent_is_asked_for_once_and_as_likely():
    game = find(GAME)
    state = game.start(2, CHOSEN_COLOURS)
    assert game.weights(state) == [1] * 7
    game.rules.apply(state, 8, SCHULZ)
    assert (state.ask, game.weights(state)) == (Ask.BOX, [0, 1, 1, 1, 1, 1, 1])
    game.rules.apply(state, 8, JAQUES)
    assert state.ask == Ask.FIRST
    with pytest.raises(UnknownGame):
        chosen(2, boxed=[SCHULZ, SCHULZ])


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(
    ("language", "questions", "answer"),
    [
        ("en", ("Which agent stays in the box?", "Which other agent stays in the box?"), "Doyle (blue)"),
        ("it", ("Quale agente resta nella scatola?", "Quale altro agente resta nella scatola?"), "Doyle (blu)"),
    ],
)
def test_a_host_can_be_asked(language, questions, answer):
    game = find(GAME)
    state = game.start(2, CHOSEN_COLOURS)
    for asked in questions:
        view = View(game, game.state.vector(state), SPECTATOR)
        assert game.words.question(view, Voice(language)) == asked
        assert game.words.answer(view, DOYLE, Voice(language)) == answer
        game.rules.apply(state, 8, SCHULZ)


@pytest.mark.clause("2.1")
def test_in_which_order_two_are_left_out_makes_no_difference():
    tables = [chosen(2, boxed=order) for order in ((SCHULZ, JAQUES), (JAQUES, SCHULZ))]
    assert len({str([table.view(seat).as_dict() for seat in (None, 0, 1)]) for table in tables}) == 1


@pytest.mark.clause("2.1", "2.4", "3.3")
@pytest.mark.parametrize("seats", [2, 3])
def test_agents_in_the_box_are_neither_dealt_nor_moved(seats):
    dealt = set()
    for seed in range(40):
        match = chosen(seats, {}, seed)
        dealt |= {match.view(seat).owner.index(seat) for seat in range(seats)}
    assert dealt == set(left(seats))
    match = match.position(ask=Ask.STEP, turn=ANNA, points=2)
    assert [int(answer) for answer in match.legal(ANNA)] == left(seats)
    with pytest.raises(IllegalAnswer) as error:
        match.play(ANNA, BOXED[seats][0])
    assert error.value.clause == "2.1"


@pytest.mark.clause("2.1", "5.1", "6.2")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", [{}, {"top-secret": True}, {"dossier": True}, BOTH], ids=str)
def test_a_whole_game_leaves_the_box_closed(seats, options):
    """Whatever happens, whoever is in the box has no place, no points, no player and no line anywhere."""
    for seed in range(3):
        match, chance = chosen(seats, options, seed), Random(seed)
        while not match.over:
            seat = chance.choice(match.waiting)
            match.play(seat, chance.choice(match.legal(seat)))
        view, say = match.view(), match.voice("en")
        for agent in BOXED[seats]:
            assert (view.at[agent], view.score[agent], view.owner[agent]) == (NOBODY, 0, NOBODY)
            assert {page[agent] for page in view.dossier} == {NOBODY}
            assert agent.name.title() not in view.text(say)
            assert agent.name.title() not in str(match.game.words.reckoning(view, say))
            assert not [line for line in match.log() if agent.name.title() in line and "box" not in line]
        assert len(drawing.board(view, say).spies) == len(left(seats))
        assert view.owner.count(NOBODY) == 7 - seats
        assert verify(match.record()) == sum(given.seat == 8 for given in match.history)
        assert replay(match.record()).view().vector == view.vector


@pytest.mark.clause("2.1", "9.4")
def test_a_dossier_is_not_paid_for_the_box():
    match = chosen(2, {"dossier": True}).position(
        ask=Ask.STEP, turn=ANNA, points=1, safe=1, score={DOYLE: 41}, filed=1, written={ANNA: 1, BOB: 1},
        owner=(-1, 0, 1, -1, -1, -1, -1), dossier={ANNA: {PERRY: ANNA, BUCCI: BOB}, BOB: {BUCCI: BOB, LARSSON: ANNA}},
    )  # fmt: skip
    match.play(ANNA, DOYLE)
    assert match.view().bonus[:2] == [20, 10]  # Bob and three free agents; two of them


@pytest.mark.clause("2.1", "8.5", "8.10", "8.11")
def test_cards_know_who_is_in_the_box():
    hand = [Card.ALL_TO_CHURCH, Card.JOIN, Card.SECOND_AGENT]
    fields = {"ask": Ask.PLAY, "turn": ANNA, "asked": ANNA, "hand": {ANNA: row(hand)}, "cards": {ANNA: 3}}
    match = chosen(2).position(**fields, owner=(-1, 0, 1, -1, -1, -1, -1), chance=[DOYLE])
    assert Card.JOIN not in match.legal(ANNA)  # all agents in play are in the church
    match.play(ANNA, Card.ALL_TO_CHURCH)
    assert [match.view().at[agent] for agent in BOXED[2]] == [NOBODY, NOBODY]
    match.play(ANNA, Card.SECOND_AGENT)
    assert match.view(ANNA).owner[DOYLE] == ANNA
    all_taken = {"owner": (-1, 0, 1, -1, 0, 0, 1), "held_agents": {ANNA: 3, BOB: 2}, "rank": {MIRKOV: 1, DOYLE: 2}}
    none_left = match.position(**fields | all_taken, chance=[Card.SWAP])
    none_left.play(ANNA, Card.SECOND_AGENT)
    assert none_left.view().gone == 1


@pytest.mark.clause("2.1", "2.4")
@pytest.mark.parametrize("ask", [Ask.DEAL, Ask.TAKE])
def test_every_agent_in_play_is_as_likely_to_be_dealt(ask):
    match = chosen(3).position(ask=Ask.PLAY, turn=0, asked=0, owner={SCHULZ: 1, MIRKOV: 0})
    game = match.game
    state = game.state.changed(match._state, {"ask": ask, "owner": (1, -1, -1, -1, 0, -1, -1)})
    assert game.weights(state) == [0, 0, 1, 1, 0, 1, 1]
