"""The words of Agent Avenue: colours that people choose, claims that partners may not make, clauses of log lines."""

from __future__ import annotations

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CHRIS,
    CODE,
    DAREDEVIL,
    DAVID,
    DOUBLE,
    ENFORCER,
    GAME,
    MOLE,
    NAMES,
    NO,
    OPEN,
    SABOTEUR,
    SENTINEL,
    YES,
    new,
    recruits,
    table,
    turn_of,
)
from market_table import DOUBLE_TROUBLE, MIND, OUTPOST, SECRET, SMOKE, SPYCATION, TRUCK, TWIN, offer_with, takes

from doppiogioco.engine.game import find
from doppiogioco.engine.records import replay, verify
from doppiogioco.engine.state import NOBODY, SPECTATOR
from doppiogioco.engine.words import Voice
from doppiogioco.games.agent_avenue.cards import BLUE, GREEN
from doppiogioco.games.agent_avenue.drawing import board, mine
from doppiogioco.games.agent_avenue.state import EXCHANGE_FIRST, Ask
from doppiogioco.games.agent_avenue.words import ABOUT_COVERED, CLAIMS, may_claim

clause = pytest.mark.clause


# Colours --------------------------------------------------------------------------------------------------------------


@clause("2.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_chosen_green_is_green(seats):
    begun = set()
    for seed in range(8):
        for seat in range(seats):
            match = new(seats, seed=seed, green=[seat])
            view = match.view()
            side, name = view.side[seat], match.names[seat]
            begun.add(side)
            scene, say = board(view, match.voice("en")), match.voice("en")
            assert (scene.sides[side].colour, scene.sides[side].name) == ("green", "Green")
            assert (scene.sides[1 - side].colour, scene.sides[1 - side].name) == ("blue", "Blue")
            assert (scene.pawns[side].colour, scene.pawns[side].letter) == ("green", "G")
            assert [space.colour for space in scene.spaces if space.kind == "home"][side] == "green"
            assert mine(match.view(seat), say).side == "Green"
            assert match.log()[0] == f"{name} plays green."
            assert match.log()[0].clause == "2.6"
            first = "Green" if side == GREEN else "Blue"
            assert [line for line in match.log() if line.startswith(f"{first} begins: ")]
            assert view.side[view.first] == GREEN == view.active  # the rules do not change
    assert begun == {GREEN, BLUE}


@clause("2.6")
def test_without_a_choice_the_side_that_begins_is_green():
    match = new(seed=3)
    assert (match.view().green, match.log()[0].startswith("Green begins: ")) == (NOBODY, True)
    assert [side.colour for side in board(match.view(), Voice()).sides] == ["green", "blue"]


@clause("2.6")
def test_words_of_a_whole_game_use_the_colours_chosen():
    """Anna begins and Bob is green: her third Codebreaker wins for blue."""
    hands, codes = {ANNA: (CODE, SABOTEUR, ENFORCER)}, ([CODE, CODE], ())
    match = turn_of(table(hands, in_play=codes).position(green=BOB), SABOTEUR, CODE, OPEN)
    assert match.verdict() == "Blue has three Codebreakers. Anna wins!"
    assert "Green recruits a Saboteur" in match.log()[-1]
    text = table().position(green=BOB).view().text(Voice("it", NAMES)).splitlines()
    assert [line for line in text if "Anna" in line and "Blu" in line]
    assert "Blu  Verde" in text[0]


@clause("2.6", "2.3")
def test_what_was_agreed_is_in_the_record_and_can_be_verified():
    match = new(3, seed=5, green=[2], alone=[1])
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    record = match.record()
    assert record["agreed"] == {"green": [2], "alone": [1]}
    assert verify(record) > 20
    assert replay(record).view().green == 2


@clause("2.6")
def test_the_questions_that_a_table_agrees_on_are_asked_in_words():
    game = find(GAME)
    view = game.view(game.start(4, 2), SPECTATOR)
    say = Voice("en", NAMES)
    assert (view.ask, game.words.question(view, say)) == (Ask.GREEN, "Who plays green?")
    assert [game.words.answer(view, seat, say) for seat in range(4)] == list(NAMES)
    assert game.words.question(view, Voice("it")) == "Chi gioca con il verde?"


# Claims ---------------------------------------------------------------------------------------------------------------


def said(match, seat):
    """What a seat may say about the card face down."""
    return [claim for claim in ABOUT_COVERED if may_claim(match.view(seat), claim)]


@clause("1.4")
def test_partners_do_not_describe_their_card_face_down():
    match = table(seats=4, spent=[2] * 4 + [0] * 4)
    assert said(match, ANNA) == said(match, CHRIS) == []  # nor the one that will lie there
    match.play(ANNA, ANNA)
    match.play(ANNA, SABOTEUR)
    match.play(CHRIS, ENFORCER)
    assert said(match, ANNA) == said(match, CHRIS) == []
    assert said(match, BOB) == said(match, DAVID) == list(ABOUT_COVERED)  # what to take is theirs to talk about
    assert said(match, None) == list(ABOUT_COVERED)
    match.play(BOB, OPEN)
    assert said(match, ANNA) == list(ABOUT_COVERED)
    assert said(match, DAVID) == []


@clause("1.4")
def test_who_plays_alone_may_say_anything():
    for match, alone in ((table(), ANNA), (turn_of(table(seats=3), SABOTEUR, ENFORCER, OPEN), BOB)):
        assert match.view().active == match.view().side[alone]
        assert said(match, alone) == list(ABOUT_COVERED)
    over = turn_of(table(seats=4, green=6), SABOTEUR, DAREDEVIL, OPEN)
    assert said(over, ANNA) == list(ABOUT_COVERED)


@clause("1.4")
def test_other_claims_are_for_everybody():
    assert set(ABOUT_COVERED) < set(CLAIMS)
    match = table(seats=4)
    others = [claim for claim in CLAIMS if claim not in ABOUT_COVERED]
    assert all(may_claim(match.view(seat), claim) for seat in range(4) for claim in others)


# Each line cites the rule of what it tells ----------------------------------------------------------------------------


def cited(match, beginning, listener=None):
    """The clause of the last line that begins like this."""
    return [line.clause for line in match.log(listener) if line.startswith(beginning)][-1]


@clause("2.3", "2.4", "2.5", "6.1")
def test_clauses_of_the_set_up():
    match = new(3, advanced=True, seed=2)
    alone, begins, offer, *dealt = match.log(ANNA)
    assert [line.clause for line in (alone, begins, offer)] == ["2.3", "2.5", "6.1"]
    assert {line.clause for line in dealt} == {"2.4"}


@clause("3.2", "3.3", "3.8", "4.1", "4.2")
def test_clauses_of_a_turn():
    match = table(ask=Ask.EXCHANGE)
    match.play(ANNA, YES)
    match.play(ANNA, SABOTEUR)
    match.play(ANNA, NO)
    match.play(ANNA, *match.legal(ANNA)[:1])
    match.play(ANNA, *match.legal(ANNA)[:1])
    assert [line.clause for line in match.log(ANNA)] == ["3.3", "3.3", "3.2", "3.2", "3.8", "3.8"]
    assert [line.clause for line in match.log(BOB)] == ["3.3", "3.2", "3.2"]
    match.play(BOB, OPEN)
    assert [line.clause for line in match.log()[-2:]] == ["4.1", "4.2"]


@clause("3.2", "3.8")
def test_clauses_of_partners_and_of_an_empty_deck():
    match = table(seats=4, deck=[MOLE, SENTINEL])
    match.play(ANNA, EXCHANGE_FIRST)
    match.play(ANNA, ENFORCER)
    match.play(ANNA, CHRIS)
    assert cited(match, "Chris plays face up") == "3.2"
    match.play(CHRIS, NO)
    match.play(CHRIS, SABOTEUR)
    match.play(ANNA, NO)
    match.play(ANNA, DAREDEVIL)
    assert cited(match, "The deck is empty.", BOB) == "3.8"


@clause("6.3", "6.4", "6.8", "6.9")
def test_clauses_at_the_market():
    match = takes(DOUBLE_TROUBLE, rest=(SENTINEL, SENTINEL, CODE, DOUBLE), chance=[TWIN, YES, MOLE])
    assert cited(match, "New on the market") == "6.4"
    match.play(ANNA, SENTINEL)
    assert cited(match, "Anna shows a pair") == "8.5"
    assert cited(match, "Anna draws", ANNA) == "6.9"
    assert cited(match, "Anna takes") == "6.3"
    unused = takes(OUTPOST, rest=(ENFORCER, SABOTEUR, CODE, DOUBLE))
    assert cited(unused, "It cannot be used") == "6.8"


@clause("8.1", "8.2", "8.3", "8.4", "8.6", "8.7")
@pytest.mark.parametrize(
    ("card", "told", "number"),
    [
        (SMOKE, "Green recruits", "8.2"),
        (OUTPOST, "Green recruits", "8.3"),
        (SECRET, "Green recruits", "8.4"),
        (SPYCATION, "Anna takes back", "8.6"),
        (MIND, "Anna takes a", "8.7"),
    ],
)
def test_clauses_of_market_cards(card, told, number):
    match = takes(card)
    while match.view().served == GREEN:
        match.play(ANNA, match.legal(ANNA)[0])
    assert cited(match, told) == number


@clause("6.3", "5.1")
def test_clauses_of_what_follows_from_a_hidden_card():
    """Anna draws after a chain: others hear only that green is at the market again, or that it is over."""
    match = recruits(DAREDEVIL, CODE, offer=offer_with(SECRET), rest=(ENFORCER, CODE, SENTINEL, DOUBLE), owned={})
    match = match.position(chance=[TRUCK, YES, MOLE], at=[4, 7], due=[0, 0], ahead=132)
    match.play(ANNA, SECRET)
    match.play(ANNA, ENFORCER)  # from 4 to the corner 5
    assert cited(match, "Green is at the Black Market.", BOB) == "6.3"
