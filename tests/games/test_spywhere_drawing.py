"""The drawn table of Spywhere: whole, clickable, without secrets, and right about the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from drawn import at_random, board_of, clickable, mine_of, moments, picks_of, sampled

import doppiogioco
from doppiogioco.engine.game import View, find, label
from doppiogioco.engine.match import Answer, Match
from doppiogioco.engine.state import HIDDEN, NOBODY, SPECTATOR
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.spywhere import drawing, words
from doppiogioco.games.spywhere.cards import EMPTY, NATIONS, NO_GUESS
from doppiogioco.games.spywhere.scene import Board, Place
from doppiogioco.games.spywhere.state import Ask, Choice
from doppiogioco.web.render import icon_names, sprite

GAME = "spywhere"
SETUPS = find(GAME).setups()
NAMES = ["Anna", "Bruno", "Carla", "Dario", "Bea", "Zoë"]


def seldom_guessing(chance: Random, match: Match, seat: int) -> Answer:
    """A random answer with few guesses, so that the game lasts."""
    if match.view().ask == Ask.GUESS and chance.random() < 0.8:
        return next(a for a in match.legal(seat) if a == NO_GUESS)
    return at_random(chance, match, seat)


def played(seats: int, options: dict[str, bool], seed: str = "drawing") -> Iterator[Match]:
    """The moments of a random game, the end included."""
    return moments(doppiogioco.new(GAME, seats, options, seed=seed, names=NAMES[:seats]), seed, seldom_guessing)


def whole(match: Match) -> View:
    """Everything, as when a game is watched again."""
    return View(match.game, match.game.state.vector(match._state), SPECTATOR)


def seated(scene: Board) -> list[Place]:
    """The players by their seats, on a board that is seen from the first one's side."""
    return [scene.near, *scene.around]


def test_a_spectator_has_nothing_and_can_be_told_so() -> None:
    match = doppiogioco.new(GAME, 3, seed=1)
    mine = drawing.mine(match.view(None), Voice())
    assert (mine.passports, mine.sits, mine.hand, mine.papers) == ((), False, (), ())
    assert "No passport is yours." in mine_of(match, None)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_setup_is_drawn_at_many_moments(setup: tuple[str, int, dict[str, bool]]) -> None:
    _, seats, options = setup
    seen = set[int]()
    for match in sampled(played(seats, options), 40):
        seen.add(match.view().ask)
        for language in LANGUAGES:
            ElementTree.fromstring(board_of(match, language=language, view=whole(match)))
            for seat in (None, *range(seats)):
                may = picks_of(match, seat, language)
                if may or seat is None:  # everybody else has the spectator's board
                    ElementTree.fromstring(board_of(match, may, language))  # nothing left open
                assert "<details" in mine_of(match, seat, may, language)
    assert {Ask.GIVE, Ask.TAKE, Ask.FINAL, Ask.OVER} <= seen


def unplaced(view: View, a: int) -> bool:
    """What is no thing on the table: leaving something out."""
    return (view.ask, a) in ((Ask.TRIPLE, Choice.NO), (Ask.GUESS, NO_GUESS), (Ask.FINAL, EMPTY))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_answer_with_a_place_can_be_clicked_there(seats: int) -> None:
    matches = (match for seed in ("one", "two", "three") for match in played(seats, {}, seed))
    assert {Ask.GIVE, Ask.TAKE, Ask.TRIPLE, Ask.GUESS, Ask.NAME, Ask.FINAL} <= clickable(matches, unplaced)


def test_the_board_is_the_same_for_everybody_and_whatever_is_hidden() -> None:
    say = Voice("en", NAMES)
    for number, match in enumerate(played(4, {}, "hidden")):
        if match.over or number % 7:
            continue
        view = match.view(None)
        scene = drawing.board(view, say)
        for seat in range(4):
            assert drawing.board(View(view.game, view.vector, seat), say) == scene
        other = match.position(**reshuffled(match, number))
        assert drawing.board(other.view(None), say) == scene
        assert board_of(other) == board_of(match, view=view)


def reshuffled(match: Match, seed: int) -> dict[str, Any]:
    """The same table with other secrets: passports, guesses, and the unknown cards of hands and deck."""
    state, chance = match.game.state.as_dict(match.game.state.vector(match._state)), Random(seed)
    seats, known = state["seats"], state["known"]
    papers = [nation for nation in range(NATIONS) if nation != state["removed"]]
    rest = [nation for nation in range(NATIONS) for _ in range(state["deck"][nation])]
    for seat in range(seats):
        rest += [n for n in range(NATIONS) for _ in range(state["hand"][seat][n] - known[seat][n])]
    for pile in (papers, rest):
        chance.shuffle(pile)
    passport, hand, guess = {}, {}, {}
    for seat in range(seats):
        drawn = [rest.pop() for _ in range(sum(state["hand"][seat]) - sum(known[seat]))]
        passport[seat] = [int(nation == papers[seat]) for nation in range(NATIONS)]
        hand[seat] = [known[seat][nation] + drawn.count(nation) for nation in range(NATIONS)]
        turn = chance.randrange(NATIONS)
        guess[seat] = [(nation + turn) % NATIONS if nation >= 0 else nation for nation in state["guess"][seat]]
    deck = [rest.count(nation) for nation in range(NATIONS)]
    return {"passport": passport, "hand": hand, "guess": guess, "deck": deck}


def test_what_is_known_of_a_hand_and_what_is_not() -> None:
    say = Voice("en", NAMES)
    for match in played(5, {}, "known"):
        view = match.view(None)
        for seat, player in enumerate(seated(drawing.board(view, say))):
            assert player.key == f"seat-{seat}"
            assert sum(card.count for card in player.hand) == player.cards == view.cards[seat]
            if not match.over:
                assert sum(card.count for card in player.hand if card.code) == sum(view.known[seat])
                assert not player.passports and not player.points
                assert all(laid.dish is None for laid in player.laid)
        if view.ask == Ask.TAKE and not match.over:
            assert drawing.board(view, say).given is not None


def test_everything_can_be_drawn_in_the_middle_of_the_game() -> None:
    match = next(m for m in played(3, {}, "all") if m.view().ask == Ask.GIVE and sum(map(sum, m.view().laid)) >= 2)
    scene = drawing.board(whole(match), Voice("en", NAMES))
    players = seated(scene)
    assert all(len(player.passports) == 1 and all(card.code for card in player.hand) for player in players)
    assert any(laid.dish and laid.verdict for player in players for laid in player.laid)
    assert len(scene.unseen) == NATIONS - 1 - 3
    assert "×" in scene.pile_title


def test_the_same_initial_gets_the_number_of_the_seat() -> None:
    match = doppiogioco.new(GAME, 5, seed=1)
    scene = drawing.board(match.view(None), Voice("en", NAMES))
    assert [player.letter for player in seated(scene)] == ["A", "B2", "C", "D", "B5"]


def test_three_of_a_kind_are_one_place() -> None:
    match = doppiogioco.new(GAME, 3, seed="three")
    turn = match.waiting[0]
    free = next(n for n in range(NATIONS) if n != match.view().removed and not match.view(turn).passport[turn][n])
    match = match.position(ask=Ask.TRIPLE, triple=free, row=[5 if n == free else 0 for n in range(NATIONS)])
    may = picks_of(match, turn)
    assert set(may) == {"triple"}
    assert board_of(match, may).count("data-answer=") == 1
    group = drawing.board(match.view(None), Voice()).row[0]
    assert group.three and len(group.pieces) == 5


def test_the_card_given_glides_to_its_place_in_the_row() -> None:
    for match in played(4, {}, "glide"):
        view = match.view(None)
        if view.ask == Ask.TAKE:
            given = drawing.board(view, Voice()).given
            seat = match.waiting[0]
            for a in match.legal(seat):
                if given and a != view.given:
                    later = drawing.board(match.ahead(seat, int(a)).view(None), Voice())
                    assert given.pieces[0] in [piece for group in later.row for piece in group.pieces]


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reckoning_adds_up(seats: int, language: str) -> None:
    for seed in ("sum", "of", "all"):
        *_, match = played(seats, {}, seed)
        outcome, view, say = match.outcome, match.view(), Voice(language, NAMES)
        assert outcome is not None
        told = words.reckoning(view, say)
        assert [name for name, _ in told] == NAMES[:seats]
        for (_, lines), score in zip(told, outcome.scores, strict=True):
            cards = int(re.findall(r"\d+", lines[0])[-1])
            paid = sum(int(found) for line in lines for found in re.findall(r"\+(\d+)$", line))
            assert int(re.findall(r"\d+", lines[-1])[-1]) == cards + paid == score
        scene = drawing.board(view, say)
        players = seated(scene)
        assert [seat for seat, player in enumerate(players) if player.won] == list(outcome.winners)
        assert all(str(score) in p.points for score, p in zip(outcome.scores, players, strict=True))


def test_own_guesses_are_told_and_judged_at_the_end() -> None:
    for match in played(4, {"change-guesses": False}, "judged"):
        for seat in range(4):
            view = match.view(seat)
            mine = drawing.mine(view, Voice("en", NAMES))
            made = [paper for paper in mine.papers if paper.whom]
            assert len(made) == sum(0 <= nation < NATIONS for nation in view.guess[seat])
            assert all(bool(paper.verdict) == match.over for paper in made)
            assert HIDDEN not in view.guess[seat]
            assert bool(mine.missing) == any(nation in (NOBODY, EMPTY) for nation in view.guess[seat][:3])


def test_every_picture_is_in_the_sprite() -> None:
    used = set(drawing.ICONS)
    for match in played(4, {}, "icons"):
        if match.view().ask in (Ask.TAKE, Ask.NAME, Ask.FINAL, Ask.OVER):
            used |= set(re.findall(r"icons\.svg#([a-z0-9-]+)", board_of(match)))
    assert used <= set(icon_names())
    assert all(f'id="{name}"' in sprite() for name in used)
