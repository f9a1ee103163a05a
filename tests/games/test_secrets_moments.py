"""Secrets while one looks on: cards turn over, tokens travel where all see it, everybody has a place of their own."""

from __future__ import annotations

import re

from drawn import moments
from test_secrets import (
    ANNA,
    ASSASSIN,
    BRUNO,
    CARLA,
    DARIO,
    DIPLOMAT,
    DOUBLE_AGENT,
    HIPPIE,
    NAMES,
    NO,
    SCIENTIST,
    YES,
    clause,
    every_table,
    offered,
    table,
)

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.questions import BEAT, REVEAL
from doppiogioco.engine.story import Moment
from doppiogioco.games.secrets_game import drawing
from doppiogioco.games.secrets_game.cards import LAST_CARD, Card
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Neighbour
from doppiogioco.games.secrets_game.scene import Plate, Scene
from doppiogioco.web.render import draw_board

Pictures = list[tuple[Moment, Scene]]


def pictures(match: Match, since: int) -> Pictures:
    """What a page shows of the answers after so many of them."""
    say, held = match.voice("en"), {line.number: line.held for line in match.log(None)}
    seen = [moment for moment in match.moments(since) if held.get(moment.number, 0) >= BEAT]
    return [
        (one, drawing.moment(one.before, one.given, one.after, say) or drawing.board(one.after, say)) for one in seen
    ]


def looked_at(match: Match, seat: int, *answers: int) -> Pictures:
    """What is seen of these answers and of what follows from them."""
    match.log(None)  # somebody listens
    since = len(match.history)
    match.play(seat, *answers)
    return pictures(match, since)


def plate(scene: Scene, seat: int) -> Plate:
    return next(one for one in scene.plates if one.seat == seat)


def tabs(scene: Scene, seat: int) -> list[str]:
    return [tab.kind for tab in plate(scene, seat).tabs]


def tokens(scene: Scene) -> dict[str, str]:
    """Where each token that is known by a key lies."""
    return {disc.key: disc.place for disc in (*(one.token for one in scene.plates), scene.middle.centre) if disc.key}


def cards(scene: Scene, seat: int) -> list[tuple[str, str]]:
    return [(strip.name, strip.key) for strip in plate(scene, seat).strips]


# One's own place ------------------------------------------------------------------------------------------------------


@every_table
def test_everybody_sits_nearest_to_themselves(seats: int) -> None:
    match = doppiogioco.new("secrets", seats, seed=1, names=NAMES[:seats])
    view, say = match.view(None), match.voice("en")
    usual = drawing.board(view, say)
    for seat in range(seats):
        side = drawing.facing(view, seat)
        scene = drawing.board(view, say, facing=side)
        assert [one.seat for one in scene.plates] == [(seat + step) % seats for step in range(seats)]
        assert sorted(scene.plates, key=lambda one: one.seat) == usual.plates  # nothing else is different
        drawn = draw_board("secrets", scene, {}, say)
        assert re.findall(r'class="chair c(\d)"><div class="plate', drawn) == [str(step) for step in range(seats)]
        names = re.findall(r'class="plate[^>]*aria-label="([^"]+)"', drawn)
        assert names == [NAMES[(seat + step) % seats] for step in range(seats)]


# The offer ------------------------------------------------------------------------------------------------------------


@clause("3.5", "3.6", "3.7")
def test_the_offered_card_turns_over_before_it_goes() -> None:
    taken = ({"ask": Ask.REPLY}, BRUNO, YES, "accepted", BRUNO)
    refused = ({"ask": Ask.REPLY}, BRUNO, NO, "refused", ANNA)
    stolen = ({"ask": Ask.UN, "un": CARLA}, CARLA, YES, "UN", CARLA)
    for fields, seat, answer, stamp, actor in (taken, refused, stolen):
        match = offered(ASSASSIN, **fields)
        (turned, scene), *_ = looked_at(match, seat, answer)
        assert turned.before.ask == Ask.REVEAL and match.game.questions[Ask.REVEAL].moment == REVEAL
        assert scene.middle.offer.turned and scene.middle.offer.turned.name == "Assassin" and scene.middle.offer.covered
        assert scene.middle.offer.stamps == (stamp,) and "gets" in tabs(scene, actor)
        assert not any(name == "Assassin" for name, _ in cards(scene, actor))  # it lies there only afterwards
        board = draw_board("secrets", scene, {}, match.voice("en"))
        shown = re.search(r'<div class="turned" data-key="offer">.*?<strong>([^<]*)', board, re.DOTALL)
        assert shown and shown[1] == "Assassin"
        assert board.count("<strong>Assassin</strong>") == board.count("<strong>Diplomat</strong>") == 1
        assert "backcard" not in board


@clause("4.3", "4.8")
def test_what_is_handed_on_is_seen_to_travel() -> None:
    match = table(ask=Ask.HAND_ON, actor=BRUNO)
    before = draw_board("secrets", drawing.board(match.view(), match.voice("en")), {}, match.voice("en"))
    assert '<div class="due" data-key="offer">' in before
    (_, scene), *_ = looked_at(match, BRUNO, DARIO)
    assert ("Politician", "offer") in cards(scene, DARIO) and plate(scene, DARIO).total == "3"
    assert scene.middle.offer.effect is None
    match = table(ask=Ask.AIM, actor=BRUNO, shooter={2: BRUNO}, bullets={DARIO: 1})
    before = draw_board("secrets", drawing.board(match.view(), match.voice("en")), {}, match.voice("en"))
    assert '<span class="shot" data-key="shot"' in before
    (_, scene), *_ = looked_at(match, BRUNO, DARIO)
    assert [key for name, key in cards(scene, DARIO) if name == "Bullet"] == ["card-3-8-1", "shot"]
    assert not scene.middle.offer.bullet and plate(scene, DARIO).total == "0?"


# Tokens ---------------------------------------------------------------------------------------------------------------


@clause("4.1", "4.2")
def test_tokens_travel_where_all_can_see_it() -> None:
    match = table(ask=Ask.SWAP_WITH, actor=ANNA, other=BRUNO)
    before = tokens(drawing.board(match.view(), match.voice("en")))
    (_, scene), *_ = looked_at(match, ANNA, DARIO)
    after = tokens(scene)
    moved = {before[key]: after[key] for key in before if before[key] != after[key]}
    assert moved == {"token-1": "token-3", "token-3": "token-1"}
    assert "swap" in tabs(scene, BRUNO) and "swap" in tabs(scene, DARIO)
    match = offered(DOUBLE_AGENT)
    before = tokens(drawing.board(match.view(), match.voice("en")))
    (_, scene), *_ = looked_at(match, BRUNO, YES)
    after = tokens(scene)
    moved = {before[key]: after[key] for key in before if before[key] != after[key]}
    assert moved == {"token-1": f"token-{CENTRE}", f"token-{CENTRE}": "token-1"}


@clause("4.5")
def test_a_secret_swap_is_the_same_picture_for_both_neighbours() -> None:
    scenes = []
    for way in Neighbour:
        match = offered(DIPLOMAT, pair=(DIPLOMAT, ASSASSIN), chance=(DIPLOMAT, HIPPIE, SCIENTIST, ASSASSIN))
        match.log(None)
        match.play(BRUNO, YES)
        (_, scene), *_ = looked_at(match, BRUNO, way)
        scenes.append(scene)
    one, other = scenes
    assert one == other
    assert "maybe" in tabs(one, ANNA) and "maybe" in tabs(one, CARLA) and "maybe" not in tabs(one, DARIO)
    assert one.middle.centre.word == "hippie" and not tokens(one)


@clause("4.9")
def test_who_looks_where_is_seen_and_the_side_is_not() -> None:
    for place in (BRUNO, CENTRE):
        match = table(ask=Ask.EXAMINE, actor=ANNA)
        (_, scene), *_ = looked_at(match, ANNA, place)
        discs = [*(one.token for one in scene.plates), scene.middle.centre]
        assert [disc.place for disc in discs if disc.seen] == [f"token-{place}"]
        assert not any(disc.colour for disc in discs)
        assert scene.middle.offer.caption.startswith("Anna looks at the token")


@every_table
def test_no_token_glides_but_where_it_was_swapped(seats: int) -> None:
    """From one picture to the next a key is found at another place only if all have seen the swap."""
    swaps = 0
    for seed in range(3):
        match = doppiogioco.new("secrets", seats, seed=seed, names=NAMES[:seats])
        match.log(None)
        shown = drawing.board(match.view(), match.voice("en"))
        after = len(match.history)
        for now in moments(match, seed):
            for moment, scene in pictures(now, after):
                old, new = tokens(shown), tokens(scene)
                moved = {old[key] for key in old.keys() & new.keys() if old[key] != new[key]}
                ask, answer = moment.before.ask, moment.given.answer
                wanted = set[int]()
                if ask == Ask.SWAP_WITH:
                    wanted = {moment.before.other, answer}
                elif ask == Ask.REVEAL and answer == Card.DOUBLE_AGENT:
                    wanted = {moment.before.actor, CENTRE}
                assert moved == {f"token-{at}" for at in wanted}
                swaps += bool(moved)
                shown = scene
            board = drawing.board(now.view(), now.voice("en"))
            old, new = tokens(shown), tokens(board)
            assert all(old[key] == new[key] for key in old.keys() & new.keys())
            shown, after = board, len(now.history)
    assert swaps


# The end --------------------------------------------------------------------------------------------------------------


@clause("6.1")
@every_table
def test_the_last_card_is_seen_before_all_tokens_turn_over(seats: int) -> None:
    stamped = 0
    for seed in range(4):
        match = doppiogioco.new("secrets", seats, seed=seed, names=NAMES[:seats])
        match.log(None)
        *_, match = moments(match, seed)
        for moment, scene in pictures(match, len(match.history) - 40):
            html = draw_board("secrets", scene, {}, match.voice("en"))
            keys = re.findall(r'data-key="([^"]+)"', html)
            assert len(keys) == len(set(keys)) and "style=" not in html
            discs = [one.token for one in scene.plates]
            assert not any(disc.colour for disc in discs) and not scene.over
            assert all(s.worth == "?" for one in scene.plates for s in one.strips if s.kind == "bullet")
            assert ("last card" in scene.middle.offer.stamps) == moment.after.over
            stamped += moment.after.over
        assert max(sum(one.pips) for one in drawing.board(match.view(), match.voice("en")).plates) >= LAST_CARD[seats]
    assert stamped == 4
