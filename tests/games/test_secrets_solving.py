"""Offers of Secrets, solved: games of two by two known by hand, tables at which an answer is right, and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest
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
    KGB,
    NO,
    PSYCHIATRIST,
    SCIENTIST,
    YES,
    drawn,
    offered,
)

import doppiogioco
from doppiogioco import fairness
from doppiogioco.bots.decision import Decision
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.reasons import Reading
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.compiled import cells
from doppiogioco.engine.match import Match
from doppiogioco.fairness import Unfair, positions
from doppiogioco.games.secrets_game import solving
from doppiogioco.games.secrets_game.rules import Ask
from doppiogioco.games.secrets_game.solving import Bit, match_regrets, played, solve

pytestmark = pytest.mark.xdist_group("thinking secrets")
ERROR = 0.02  # of a mix, after as many rounds as are played
SOLVED = {Ask.OFFER, Ask.TARGET, Ask.UN, Ask.REPLY}


# Two by two ---------------------------------------------------------------------------------------------------------


def mixes(mine: Any, theirs: Any) -> tuple[Any, Any]:
    """How often each choice is made by who is asked, and by each kind of the other."""
    own, other = np.zeros(2), np.zeros((len(mine), 2))
    match_regrets(np.array(mine, float), np.array(theirs, float), solving.ROUNDS, own, other)
    return own, other


def test_a_game_in_which_both_have_to_mix_is_solved_as_by_hand() -> None:
    """Who is asked wins by the same choice: 0.9 by the first, 0.4 by the second. So 0.9 p = 0.4 (1 - p)."""
    mine = np.array([[[0.9, 0.0], [0.0, 0.4]]])
    own, other = mixes(mine, -mine)
    assert own == pytest.approx([4 / 13, 9 / 13], abs=ERROR)
    assert other[0] == pytest.approx([4 / 13, 9 / 13], abs=ERROR)


def test_nobody_wins_much_against_the_solution_of_any_game_of_two() -> None:
    lots = np.random.default_rng(1)
    for _ in range(200):
        mine = lots.random((1, 2, 2))
        own, (other,) = mixes(mine, -mine)
        assert (mine[0] @ other).max() - (own @ mine[0]).min() < ERROR


def test_each_kind_of_the_other_plays_its_own_best() -> None:
    """One kind gains by the first choice whatever happens, one by the second; the likelier one decides the answer."""
    theirs = np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]])
    same = np.array([[1.0, 0.0], [0.0, 1.0]])
    own, other = mixes(np.array([0.7 * same, 0.3 * same]), theirs)
    assert other[:, 0] == pytest.approx([1.0, 0.0], abs=ERROR)
    assert own[0] == pytest.approx(1.0, abs=ERROR)


def bit(trust: float, read: tuple[float, float]) -> Bit:
    """Two cards that mirror each other: who is asked wants to do the one thing with one, the other with the other."""
    mine = np.tile([[0.6, 0.4], [0.4, 0.6]], (10, 1, 1))
    return Bit(mine, 1.0 - mine, np.zeros(10, int), np.tile(read, (10, 1)), trust)


def test_where_cards_mirror_each_other_both_are_as_likely_to_who_plays_the_solution() -> None:
    often, wins = played(bit(1.0, (0.9, 0.1)))
    assert often == pytest.approx([0.5, 0.5], abs=ERROR)
    assert wins == pytest.approx([0.5, 0.5], abs=ERROR)


def test_who_does_not_play_the_solution_is_read() -> None:
    _, wins = played(bit(0.0, (0.9, 0.1)))
    assert wins == pytest.approx([0.58, 0.42])
    _, half = played(bit(0.5, (0.9, 0.1)))
    assert wins[0] > half[0] > 0.5


# At tables made by hand ---------------------------------------------------------------------------------------------


def believing(seat: int, **likely: tuple[Match, float]) -> Reading:
    """The beliefs of a seat that holds these tables for so likely."""
    matches, odds = zip(*likely.values(), strict=True)
    beliefs = Reading("secrets", matches[0].seats, 0, seat)
    states = np.repeat(beliefs.states[:1], len(matches))
    for row, match in zip(cells(states), matches, strict=True):
        row[:] = match.game.state.vector(match._state)
    beliefs.states, beliefs.odds, beliefs.notes = states, np.array(odds), np.repeat(beliefs.notes, len(matches), axis=0)
    beliefs.shown[:] = -1  # everybody has seen every token
    return beliefs


def answered(
    match: Match, seat: int, beliefs: Reading, effort: int = 400, in_time: Callable[[], bool] = lambda: True
) -> dict[int, tuple[float, float]]:
    """How often each answer is given, and the chance to win after it."""
    legal = match.legal(seat)
    found = solve(match.view(seat), match.heard(seat), beliefs, legal, effort=effort, in_time=in_time)
    assert found
    often, wins = found
    return {int(a): (one / sum(often), win) for a, one, win in zip(legal, often, wins, strict=True)}


LAST = {ANNA: {DIPLOMAT: 1}, BRUNO: {DIPLOMAT: 1}}  # open; three more lie face down, and the next card is the last
DOWN = {ANNA: {ASSASSIN: 3}, BRUNO: {ASSASSIN: 3}}


def at_the_end(card: Any, other: Any, **fields: Any) -> Match:
    return offered(card, pair=(card, other), up=fields.pop("up", LAST), down=DOWN, **fields)


def test_points_that_win_at_once_are_accepted_and_by_a_hippie_refused() -> None:
    """Five or three points end the game: for Bruno's side if he takes them, for Anna's if he does not."""
    match = at_the_end(SCIENTIST, JOURNALIST)
    found = answered(match, BRUNO, believing(BRUNO, one=(match, 1.0)))
    assert found[YES] == pytest.approx((1.0, 1.0))
    assert found[NO] == pytest.approx((0.0, 0.0))
    poor = {ANNA: {DIPLOMAT: 1}, BRUNO: {PSYCHIATRIST: 1}, CARLA: {SCIENTIST: 1}, DARIO: {SCIENTIST: 1}}
    match = at_the_end(SCIENTIST, JOURNALIST, token={BRUNO: HIPPIE}, up=poor)
    found = answered(match, BRUNO, believing(BRUNO, one=(match, 1.0)))
    assert found[NO] == pytest.approx((1.0, 1.0))
    assert found[YES][1] == 0.0


@pytest.mark.parametrize(("good", "right"), [(0.9, YES), (0.1, NO)])
def test_which_card_is_likely_to_lie_there_decides(good: float, right: int) -> None:
    """With a Scientist Bruno's side wins, with a Detective it loses, and the other way round where Anna gets it."""
    one, two = (at_the_end(SCIENTIST, DETECTIVE, offer=card) for card in (SCIENTIST, DETECTIVE))
    beliefs = believing(BRUNO, one=(one, good), two=(two, 1.0 - good))
    found = answered(one, BRUNO, beliefs)
    assert found == answered(two, BRUNO, beliefs), "what really lies there makes no difference"
    assert found[right][0] > 0.99
    assert found[right][1] == pytest.approx(0.9, abs=0.05)
    assert found[NO + YES - right][1] == pytest.approx(0.1, abs=0.05)


def test_who_offers_gives_the_last_points_to_a_partner_and_not_to_an_opponent() -> None:
    """Whoever gets a card ends the game. Anna and Carla are CIA, and Carla accepts what brings points."""
    down = {seat: {ASSASSIN: 3} for seat in (ANNA, BRUNO, CARLA, DARIO)}
    up = {seat: {DIPLOMAT: 1} for seat in (ANNA, BRUNO, CARLA, DARIO)}
    match = drawn(SCIENTIST, JOURNALIST, up=up, down=down)
    found = answered(match, ANNA, believing(ANNA, one=(match, 1.0)))
    assert all(win > 0.95 for _, win in found.values())
    match.play(ANNA, SCIENTIST)
    found = answered(match, ANNA, believing(ANNA, one=(match, 1.0)))
    assert found[CARLA][0] > 0.99
    assert found[CARLA][1] == pytest.approx(1.0)
    assert max(found[BRUNO][1], found[DARIO][1]) < 0.95


def test_who_does_not_know_their_token_plays_all_worlds_alike() -> None:
    one, other = (offered(SCIENTIST, token={ANNA: side, CARLA: CIA + KGB - side}) for side in (CIA, KGB))
    beliefs = believing(BRUNO, one=(one, 0.5), two=(other, 0.5))
    assert solving.kinds_of(one.view(BRUNO), beliefs, beliefs.states, ANNA).tolist() == [CIA, KGB]
    beliefs.shown[ANNA] = 1 << BRUNO
    assert len(set(solving.kinds_of(one.view(BRUNO), beliefs, beliefs.states, ANNA).tolist())) == 1


def test_how_much_is_tried_depends_on_the_effort_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, match = Counter[str](), offered(SCIENTIST)
    beliefs = believing(BRUNO, one=(match, 1.0))
    play_out = solving.turned_up

    def counting(*args: Any) -> Any:
        worlds = play_out(*args)
        tried[stage] += len(worlds)
        return worlds

    monkeypatch.setattr(solving, "turned_up", counting)
    stage = "in time"
    answered(match, BRUNO, beliefs, effort=400)
    stage = "too late"
    answered(match, BRUNO, beliefs, effort=400, in_time=lambda: False)
    stage = "little"
    answered(match, BRUNO, beliefs, effort=2)
    assert tried == {"in time": 400, "too late": 4 * solving.AT_ONCE, "little": 4}


# Bots ---------------------------------------------------------------------------------------------------------------


def thinker(seed: str, **more: Any) -> Thinker:
    return Thinker(seed, budget=Budget(worlds=40, tries=40, **more))


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_bots_solve_offers_at_every_table(seats: int) -> None:
    match, asked = doppiogioco.new("secrets", seats, seed=5), set()
    bots, twin = [thinker(f"{seat}") for seat in range(seats)], thinker("0")
    while not match.over:
        seat = match.waiting[0]
        sight = match.view(seat), match.heard(seat), match.legal(seat)
        made = bots[seat].consider(*sight)
        assert sum(made.chances.values()) == pytest.approx(1)
        assert made.win is not None
        assert all(0 <= win <= 1 for win in (made.win, *made.wins.values()))
        assert (made.tries == 0) == (sight[0].ask in SOLVED)
        asked |= {Ask(sight[0].ask)} & SOLVED
        if seat == 0:
            assert twin.consider(*sight).chances == made.chances
        match.play(seat, made.answer)
    assert asked >= {Ask.OFFER, Ask.TARGET, Ask.REPLY}


@pytest.mark.parametrize("weaker", [{"solves": False}, {"memory": 30}])
def test_who_shall_not_solve_or_forgets_searches(weaker: dict[str, Any]) -> None:
    match = doppiogioco.new("secrets", 5, seed=2)
    seat = match.waiting[0]
    assert thinker("a", **weaker).consider(match.view(seat), match.heard(seat), match.legal(seat)).tries == 40


def remembering(seed: str) -> Thinker:
    """One that solves: who forgets searches instead."""
    return Thinker(seed, budget=Budget(worlds=40, tries=12, memory=inf))


def test_two_matches_that_sound_the_same_are_solved_the_same() -> None:
    assert positions(("secrets", 5, {}), 30, remembering)["positions"] == 30


def test_a_solver_that_peeks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody whispers to it which card lies there."""
    whispered, considered = [0], fairness.considered

    def whispering(bot: Any, match: Match, seat: int) -> Callable[[], Decision]:
        decide, offer = considered(bot, match, seat), int(match._state.offer)

        def decided() -> Decision:
            whispered[0] = offer
            return decide()

        return decided

    def peeking(view: Any, beliefs: Any, worlds: Any) -> Any:
        return np.tile(np.array(view.pair) == whispered[0], (len(worlds), 1)).astype(float)

    monkeypatch.setattr(fairness, "considered", whispering)
    monkeypatch.setattr(solving, "covered", peeking)
    with pytest.raises(Unfair, match="decides by what it cannot know"):
        positions(("secrets", 5, {}), 200, remembering)
