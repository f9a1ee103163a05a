"""The drawn table of Top Secret Spies: whole, clickable, without secrets, and right about the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from drawn import board_of, clickable, mine_of, moments, picks_of, sampled

import doppiogioco
from doppiogioco.engine.game import View, find, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY, SPECTATOR
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.top_secret_spies import drawing, names, words
from doppiogioco.games.top_secret_spies.cards import BUILDINGS, ENOUGH, KINDS, PASS, RUINS, Card
from doppiogioco.games.top_secret_spies.places import PAWN
from doppiogioco.games.top_secret_spies.state import Ask, Reason
from doppiogioco.web.render import icon_names, sprite

GAME = "top-secret-spies"
BOTH = {"top-secret": True, "dossier": True}
SETUPS = find(GAME).setups()


def played(seats: int, options: dict[str, bool], seed: str = "drawing") -> Iterator[Match]:
    """The moments of a random game, the end included."""
    return moments(doppiogioco.new(GAME, seats, options, seed=seed), seed)


def test_a_spectator_has_nothing_and_can_be_told_so() -> None:
    match = doppiogioco.new(GAME, 3, BOTH, seed=1)
    mine = drawing.mine(match.view(None), Voice())
    assert (mine.own, mine.cards, mine.hand, mine.filed) == ((), False, (), False)
    assert "No agent is yours." in mine_of(match, None)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_setup_is_drawn_at_many_moments(setup: tuple[str, int, dict[str, bool]]) -> None:
    _, seats, options = setup
    seen = set[int]()
    for match in sampled(played(seats, options), 30):
        seen.add(match.view().ask)
        for language in LANGUAGES:
            for seat in (None, *range(seats)):
                may = picks_of(match, seat, language)
                if may or seat is None:  # everybody else has the spectator's board
                    ElementTree.fromstring(f"<div>{board_of(match, may, language)}</div>")  # nothing left open
                assert "<details" in mine_of(match, seat, may, language)
    assert Ask.OVER in seen


def unplaced(view: View, a: int) -> bool:
    """What is no thing on the table: a number of points, and saying that it is enough."""
    return view.ask == Ask.PACE or (view.ask, a) in ((Ask.PLAY, PASS), (Ask.OTHER, ENOUGH))


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_every_answer_with_a_place_can_be_clicked_there(seats: int) -> None:
    matches = (match for seed in ("one", "two") for match in played(seats, BOTH, seed))
    asked = clickable(matches, unplaced)
    assert asked >= {Ask.STEP, Ask.PLAY, Ask.AGENT, Ask.OTHER, Ask.FAR, Ask.WAY, Ask.WHERE, Ask.ENTRY, Ask.STASH}


def test_far_and_forward_or_back_are_clicked_where_they_lead() -> None:
    tried = set()
    for match in played(5, BOTH, "far"):
        view = match.view()
        if view.ask in (Ask.FAR, Ask.WAY):
            for a in match.legal(match.waiting[0]):
                there = match.ahead(match.waiting[0], int(a)).view().at[view.named]
                assert drawing.place(view, int(a)) == f"building-{there}"
                tried.add((view.ask, int(a)))
    assert tried >= {(Ask.FAR, 0), (Ask.FAR, 1), (Ask.FAR, 2), (Ask.WAY, 0), (Ask.WAY, 1)}


def test_the_board_is_the_same_for_everybody_and_whatever_is_hidden() -> None:
    say = Voice()
    for number, match in enumerate(played(4, BOTH, "hidden")):
        if match.over or number % 10:
            continue
        view = match.view(None)
        scene = drawing.board(view, say)
        for seat in range(4):
            assert drawing.board(View(view.game, view.vector, seat), say) == scene
        other = match.position(**reshuffled(match, number))
        assert board_of(other) == board_of(match)
        assert drawing.board(other.view(None), say) == scene


def reshuffled(match: Match, seed: int) -> dict[str, Any]:
    """The same table with other secrets: who plays whom, the hands, the dossiers."""
    state, chance = match.game.state.as_dict(match.game.state.vector(match._state)), Random(seed)
    order = chance.sample(range(7), 7)
    hands = chance.sample(range(KINDS), KINDS)
    return {
        "owner": [state["owner"][agent] for agent in order],
        "rank": [state["rank"][agent] for agent in order],
        "hand": [[row[kind] for kind in hands] for row in state["hand"]],
        "dossier": [[row[agent] for agent in order] for row in state["dossier"]],
    }


def test_secrets_are_shown_to_their_owner_only() -> None:
    match = doppiogioco.new(GAME, 5, BOTH, seed="mine")
    for seat in range(5):
        view, mine = match.view(seat), drawing.mine(match.view(seat), Voice())
        assert [own.name for own in mine.own] == [names.agent_name(a) for a in range(7) if view.owner[a] == seat]
        assert sum(card.count for card in mine.hand) == view.cards[seat] == 2
        assert "data-answer" not in mine_of(match, seat)


def test_two_agents_and_unplayable_cards_are_told() -> None:
    match = doppiogioco.new(GAME, 4, BOTH, seed="two")
    seat = match.waiting[0]
    hand = [0] * KINDS
    hand[Card.SWAP], hand[Card.RUINS_TO_CHURCH] = 1, 2
    match = match.position(
        ask=Ask.PLAY, asked=seat, hand={seat: hand}, cards={seat: 3}, held_agents={seat: 2},
        owner=[seat, NOBODY, seat, *[other for other in range(4) if other != seat], NOBODY], rank={0: 1, 2: 0},
    )  # fmt: skip
    mine = drawing.mine(match.view(seat), Voice())
    assert [own.name for own in mine.own] == ["Bucci", "Schulz"]  # in the order in which they came
    assert [(card.key, card.count, card.reason) for card in mine.hand] == [
        ("card-7", 1, ""),
        ("card-12", 2, "no agent is in the ruins"),
    ]
    assert "card-12" not in picks_of(match, seat)


def test_pawns_stand_in_their_buildings_and_cover_nobody() -> None:
    chance, start = Random(7), doppiogioco.new(GAME, 7, BOTH, seed=7)
    for spread in (1, 2, 3, 5, 12) * 8:
        at = [chance.randrange(spread) for _ in range(7)]
        view = start.position(at=at, safe=chance.randrange(BUILDINGS)).view(None)
        scene = drawing.board(view, Voice())
        boxes = [(spy.x, spy.y, spy.x + spy.height / PAWN, spy.y + spy.height) for spy in scene.spies]
        for spy, (left, upper, right, lower) in zip(scene.spies, boxes, strict=True):
            tile = scene.tiles[at[spy.number]]
            assert tile.x <= left < right <= tile.x + 184 and tile.y <= upper < lower <= tile.y + 164
        assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_markers_lie_on_their_spaces_and_cover_nobody() -> None:
    chance, start = Random(8), doppiogioco.new(GAME, 7, BOTH, seed=8)
    for spread in (1, 2, 3, 5, 64) * 8:
        score = [chance.randrange(spread) for _ in range(7)]
        scene = drawing.board(start.position(score=score).view(None), Voice())
        for spy in scene.spies:
            space = scene.track.spaces[score[spy.number] % 42]
            assert space.taken
            assert max(abs(spy.marker_x - space.x - 40), abs(spy.marker_y - space.y - 40)) + spy.radius <= 40
            level = [other for other in scene.spies if (other.points - spy.points) % 42 == 0 and other != spy]
            for other in level:
                far = (spy.marker_x - other.marker_x) ** 2 + (spy.marker_y - other.marker_y) ** 2
                assert far >= (2 * spy.radius - 6) ** 2  # a pair may overlap a little
        assert sum(space.taken for space in scene.track.spaces) == len({points % 42 for points in score})


Box = tuple[float, float, float, float]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_move_in_the_making_leaves_ghosts() -> None:
    match = doppiogioco.new(GAME, 5, {}, seed="ghost", names=["A", "B", "C", "D", "E"])
    match = match.position(ask=Ask.STEP, points=3, at=[4, 4, 6, 6, 6, 6, RUINS])
    before, ahead = match.view(None), match.ahead(match.waiting[0], 0, 6).view(None)
    scene = drawing.board(ahead, Voice(), before)
    assert [ghost.letter for ghost in scene.ghosts] == ["S", "L"]
    still = drawing.board(before, Voice())
    assert (scene.ghosts[0].x, scene.ghosts[0].y) == (still.spies[0].x, still.spies[0].y)
    assert scene.spies[1] == still.spies[1]  # who did not move stays where it is
    assert drawing.board(ahead, Voice()).ghosts == ()


def test_an_open_view_shows_who_plays_whom() -> None:
    match = doppiogioco.new(GAME, 5, BOTH, seed="open", names=["Ada", "Bea", "Cleo", "Dora", "Eva"])
    assert not drawing.board(match.view(None), Voice()).open
    everything = View(match.game, match.game.state.vector(match._state), SPECTATOR)
    scene = drawing.board(everything, Voice("en", match.names))
    assert sorted(spy.player for spy in scene.spies if spy.player) == list(match.names)
    assert len(scene.free_spies) == 2


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_reckoning_adds_up_to_the_outcome(setup: tuple[str, int, dict[str, bool]]) -> None:
    _, seats, options = setup
    *_, match = played(seats, options, "end")
    view, outcome = match.view(), match.outcome
    assert outcome
    for language in LANGUAGES:
        told = words.reckoning(view, Voice(language, match.names))
        assert [name for name, _ in told] == [Voice(language).seat(seat) for seat in range(seats)]
        for (_, lines), score in zip(told, outcome.scores, strict=True):
            marker = int(re.findall(r"\d+", lines[0])[-1])
            paid = sum(int(found) for line in lines for found in re.findall(r"\(\+(\d+)\)", line))
            assert int(re.findall(r"\d+", lines[-1])[-1]) == marker + paid == score
    scene = drawing.board(view, Voice("en", [f"Player {seat}" for seat in range(seats)]))
    assert scene.open and scene.sheet
    assert len(scene.sheet.rows) == view.agents
    won = sorted(int(row.name[-1]) for row in scene.sheet.rows if row.ahead and row.name != "free")
    assert won == list(outcome.winners)
    totals = {int(row.name[-1]): row.total for row in scene.sheet.rows if row.name != "free"}
    assert totals == dict(enumerate(outcome.scores))
    assert scene.sheet.rows[0].ahead


def test_nobody_wins_and_the_free_agent_is_shown() -> None:
    match = doppiogioco.new(GAME, 2, {}, seed="free")
    match = match.position(
        ask=Ask.STEP, points=1, owner=[0, 1, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY], at=[6, 3, 10, 0, 0, -1, -1],
        score={2: 40}, safe=7,
    )  # fmt: skip
    match.play(match.waiting[0], 0)
    assert match.view().reason == Reason.FREE_AGENT
    scene = drawing.board(match.view(), Voice())
    assert scene.sheet
    assert scene.sheet.title == "nobody wins"
    assert [(row.letter, row.name, row.total) for row in scene.sheet.rows if row.ahead] == [("B", "free", 50)]
    assert "Bucci" in board_of(match)


def test_every_picture_is_in_the_sprite() -> None:
    used = {*drawing.BUILDING_ICONS, *drawing.CARD_ICONS, *drawing.SPACE_ICONS.values()}
    for match in played(4, BOTH, "icons"):
        if match.view().ask in (Ask.STEP, Ask.PLAY, Ask.STASH, Ask.OVER):
            used |= set(re.findall(r"icons\.svg#([a-z0-9-]+)", board_of(match)))
    assert used <= set(icon_names())
    assert all(f'id="{name}"' in sprite() for name in used)
