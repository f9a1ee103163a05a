"""What is looked at in Spywhere: moments on the board, pieces that travel, and the side one sits on."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from drawn import moments
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    ENGLAND,
    FRANCE,
    GAME,
    GERMANY,
    ITALY,
    NAMES,
    NO,
    YES,
    closed,
    settle,
    table,
)
from test_spywhere_drawing import seldom_guessing

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.questions import BEAT, REVEAL
from doppiogioco.engine.words import Voice
from doppiogioco.games.spywhere import drawing
from doppiogioco.games.spywhere.cards import EMPTY
from doppiogioco.games.spywhere.scene import Board, Place
from doppiogioco.games.spywhere.state import Ask
from doppiogioco.web.render import draw_board

SAY = Voice("en", NAMES)
TWO = (BELGIUM, BELGIUM, FRANCE, GERMANY, ENGLAND)


def scenes(match: Match, facing: int = 0) -> list[tuple[Board, Board | None, Board]]:
    """The board before each of the latest answers, while it is looked at, and after it."""
    match.log()
    return [
        (
            drawing.board(one.before, SAY, facing=facing),
            drawing.moment(one.before, one.given, one.after, SAY, facing),
            drawing.board(one.after, SAY, facing=facing),
        )
        for one in match.moments()
    ]


def told(match: Match) -> Match:
    """A match that somebody looks on at, so that its moments are kept."""
    match.log()
    return match


def keys(scene: Board) -> list[str]:
    """What the gliding knows of a scene, in the order of the page."""
    return re.findall(r'data-key="([^"]*)"', draw_board(GAME, scene, {}, SAY))


def place_of(scene: Board, seat: int) -> Place:
    return next(place for place in (*scene.around, scene.near) if place.key == f"seat-{seat}")


# The side one sits on -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_you_are_nearest_and_the_others_sit_clockwise_from_your_left(seats: int) -> None:
    view = doppiogioco.new(GAME, seats, seed=1).view()
    for seat in range(seats):
        scene = drawing.board(view, SAY, facing=drawing.facing(view, seat))
        assert scene.near.name == NAMES[seat]
        assert [place.name for place in scene.around] == [NAMES[(seat + n) % seats] for n in range(1, seats)]
        html = draw_board(GAME, scene, {}, SAY)
        drawn = [found.get("aria-label") for found in ElementTree.fromstring(html).iter() if "place" in classes(found)]
        assert drawn == [*(place.name for place in scene.around), NAMES[seat]]  # one's own last, lowest on a phone


def classes(element: ElementTree.Element) -> list[str]:
    return (element.get("class") or "").split()


# Moments ------------------------------------------------------------------------------------------------------------


def test_what_others_do_is_held_and_what_the_deal_does_is_not() -> None:
    held = {ask.name: ask.question.moment for ask in Ask if ask.question.moment >= BEAT}
    assert held == dict.fromkeys(["CLEAR", "TAKE", "TRIPLE", "GUESS", "FINAL"], BEAT) | {"NAME": REVEAL}
    assert {ask.name for ask in Ask if not ask.question.moment} == {"REMOVE", "FIRST", "PASSPORT", "DEAL", "REGUESS"}


@pytest.mark.clause("3.4")
def test_the_card_taken_flies_to_the_hand_and_the_card_given_to_the_row() -> None:
    match = told(table(row=(FRANCE, FRANCE, GERMANY, ENGLAND, BELGIUM), hands={ANNA: (ITALY, GERMANY)}))
    match.play(ANNA, GERMANY, FRANCE)
    before, during, after = scenes(match, facing=BOB)[-1]
    assert during is not None
    flown = next(card for card in place_of(during, ANNA).hand if card.came)
    assert (flown.code, flown.keys) == ("FR", ("row-1-1",))
    assert flown.keys[0] in keys(before)
    assert flown.keys[0] not in keys(after)
    assert (during.gaps, during.offer) == (1, "Anna gives")
    assert during.given and during.given.pieces == ("row-2-1",)  # the second German card of the row, once it is there
    assert during.given.pieces[0] in keys(after)
    assert during.given.pieces[0] not in {piece for group in during.row for piece in group.pieces}


@pytest.mark.clause("3.4")
def test_an_equal_card_for_an_equal_one_flies_once() -> None:
    match = told(table(hands={ANNA: (FRANCE, ITALY)}))
    match.play(ANNA, FRANCE, FRANCE)
    during = scenes(match)[-1][1]
    assert during is not None
    assert keys(during).count("row-1-0") == 1
    assert during.given and not during.given.pieces


def test_without_a_memory_aid_a_card_taken_goes_among_the_unknown() -> None:
    match = told(table())
    match.play(ANNA, ITALY, FRANCE)
    last = match.moments()[-1]
    scene = drawing.moment(last.before, last.given, last.after, Voice("en", NAMES, reminders=False))
    assert scene is not None
    assert [(card.code, card.keys) for card in place_of(scene, ANNA).hand] == [("", ("row-1-0",))]


@pytest.mark.clause("7.4")
def test_it_is_still_the_turn_of_who_has_exchanged() -> None:
    match = told(table(seats=2, turns=3, chance=[ITALY]))
    match.play(ANNA, ITALY, FRANCE)
    _, during, after = next(scene for scene in scenes(match) if scene[1])
    assert during is not None
    assert (place_of(during, ANNA).turn, place_of(during, BOB).turn) == (True, False)
    assert (place_of(after, ANNA).turn, place_of(after, BOB).turn) == (False, True)


@pytest.mark.clause("4.1")
def test_three_of_a_kind_fly_before_who_takes_them() -> None:
    match = told(table(row=TWO, hands={ANNA: (BELGIUM, ITALY)}, chance=[ITALY, GERMANY, ITALY, ITALY]))
    match.play(ANNA, BELGIUM, ENGLAND)
    match.play(ANNA, YES)
    before, during, after = next(scene for scene in scenes(match) if scene[1] and place_of(scene[1], ANNA).open)
    assert during is not None
    (three,) = place_of(during, ANNA).open
    assert three.came and three.count == 3
    assert set(three.keys) <= set(keys(before))
    assert len(set(three.keys)) == 3
    assert not set(three.keys) & {key for group in during.row for key in group.pieces}
    assert [card.came for card in place_of(after, ANNA).open] == [False]


@pytest.mark.clause("4.1")
def test_left_lying_they_are_on_the_board_anyway() -> None:
    match = told(table(row=TWO, hands={ANNA: (BELGIUM, ITALY)}))
    match.play(ANNA, BELGIUM, ENGLAND)
    match.play(ANNA, NO)
    assert scenes(match)[-1][1] is None


@pytest.mark.clause("4.6")
def test_what_is_cleared_is_seen_before_it_goes_back() -> None:
    coming = [ITALY, FRANCE, FRANCE, ITALY, YES, ENGLAND, ITALY, ENGLAND]
    options = {"clear-triples": True}
    match = told(table(row=TWO, hands={ANNA: (BELGIUM, ITALY)}, chance=coming, options=options))
    match.play(ANNA, BELGIUM, ENGLAND)
    match.play(ANNA, YES)
    cleared = [one for one in told(match).moments() if one.before.ask == Ask.CLEAR]
    assert len(cleared) == 1
    scene = drawing.moment(cleared[0].before, cleared[0].given, cleared[0].after, SAY)
    assert scene is not None
    assert [group.dish.code for group in scene.row if group.three] == ["FR"]
    assert not [group for group in drawing.board(cleared[0].after, SAY).row if group.three]


@pytest.mark.clause("5.1")
def test_an_identification_card_flies_to_whom_it_is_about_and_never_back() -> None:
    match = told(table(ask=Ask.GUESS, chance=[ITALY]))
    match.play(ANNA, CHRIS, GERMANY)
    (before, _, during), (_, _, after) = scenes(match)[-3:-1]
    (card,) = place_of(during, CHRIS).laid
    assert card.came and not card.dish
    assert place_of(before, ANNA).next_paper == card.key
    assert keys(during).count(card.key) == 1
    assert card.key not in keys(after)
    assert [(paper.letter, paper.came) for paper in place_of(after, CHRIS).laid] == [("A", False)]


@pytest.mark.clause("6.6")
def test_passports_are_seen_before_the_guesses_and_the_points() -> None:
    match = told(closed({BOB: (ITALY, None)}))
    settle(match, {ANNA: (FRANCE, GERMANY), BOB: (GERMANY, ITALY), CHRIS: (EMPTY, EMPTY)})
    _, during, after = scenes(match)[-1]
    assert during is not None
    for place in (during.near, *during.around):
        assert len(place.passports) == 1
        assert (place.points, place.won) == ("", False)
        assert all(paper.dish is None and not paper.verdict and "face down" in paper.title for paper in place.laid)
    assert all(place.points for place in (after.near, *after.around))
    assert any(paper.verdict for paper in after.near.laid)


@pytest.mark.parametrize("seats", [2, 6])
def test_every_moment_of_a_game_can_be_drawn_from_every_side(seats: int) -> None:
    begun = doppiogioco.new(GAME, seats, {"clear-triples": True}, seed="all", names=NAMES[:seats])
    seen, drawn = 0, set()
    for match in moments(begun, "moments", seldom_guessing):
        for one in told(match).moments(seen):
            facing = one.number % seats
            scene = drawing.moment(one.before, one.given, one.after, SAY, facing)
            if scene is None:
                continue
            drawn.add(one.before.ask)
            found = keys(scene)
            assert len(set(found)) == len(found), Ask(one.before.ask).name  # nothing is in two places
            ElementTree.fromstring(draw_board(GAME, scene, {}, SAY))
            assert scene.near.key == f"seat-{facing}"
        seen = len(match.history)
    assert {Ask.TAKE, Ask.TRIPLE, Ask.FINAL} <= drawn


def test_a_board_never_has_a_key_twice() -> None:
    for match in moments(doppiogioco.new(GAME, 4, seed="keys", names=NAMES[:4]), "keys", seldom_guessing):
        found = keys(drawing.board(match.view(), SAY))
        assert len(set(found)) == len(found)


@pytest.mark.clause("1.3")
def test_a_hand_has_a_place_for_every_nation_in_play() -> None:
    hand = drawing.mine(table(hands={ANNA: (ITALY, ITALY, BELGIUM)}).view(ANNA), SAY).hand
    assert [(card.dish.code, card.dish.count) for card in hand] == [
        ("IT", 2), ("FR", 0), ("DE", 0), ("EN", 0), ("BE", 1),
    ]  # fmt: skip
