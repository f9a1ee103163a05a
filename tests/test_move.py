"""A move: checked once, put together part by part, played as it was checked, refused where the table has moved on."""

from __future__ import annotations

import json
from typing import Any

import pytest

import doppiogioco
from doppiogioco.bots.chance import RandomBot
from doppiogioco.bots.seating import Bots
from doppiogioco.engine.errors import BadRecord, NotWaiting, StaleAnswer, UnknownAnswer
from doppiogioco.engine.match import Match, Move


def stepping(points: int = 3) -> Match:
    """Top Secret Spies, where a seat moves agents by so many points, one after the other."""
    match = doppiogioco.new("top-secret-spies", seats=3, seed=2)
    while match.view().ask != match.game.rules.Ask.STEP or match.view().points != points:
        match.play(match.waiting[0], match.legal(match.waiting[0])[-1])
    return match


def deploying() -> Match:
    """Spies and Lies, where both sides answer at the same time."""
    match = doppiogioco.new("spies-and-lies", seats=2, seed=7)
    assert match.waiting == (0, 1) and not match.first_come
    return match


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[int | str]:
    """The parts of moves that are checked from now on."""
    checked, then = list[int | str](), Move.then

    def counted(move: Move, part: int | str) -> Move:
        checked.append(part)
        return then(move, part)

    monkeypatch.setattr(Move, "then", counted)
    return checked


def test_a_move_is_its_answers_with_their_words() -> None:
    match = stepping()
    seat = match.waiting[0]
    move = match.check(seat, "Perry", 1, "schulz", language="it")
    assert move == [1, 1, 0] and json.dumps(move) == "[1, 1, 0]"
    assert (move.seat, move.after, move.texts) == (seat, len(match.history), ("Perry", "Perry", "Schulz"))


def test_a_draft_grows_and_shrinks_part_by_part(checks: list[Any]) -> None:
    match = stepping()
    checks.clear()
    draft = match.draft(match.waiting[0])
    assert (draft, draft.more) == ([], True)
    one = draft.then(1)
    two = one.then(0)
    whole = two.then(1)
    assert (one, two, whole, whole.back()) == ([1], [1, 0], [1, 0, 1], two)
    assert (two.more, whole.more, whole.asked) == (True, False, False)
    with pytest.raises(NotWaiting):
        whole.then(0)
    assert match.as_if(whole.back()).view() == match.as_if(two).view() != match.view()
    assert checks == [1, 0, 1, 0]


def test_a_checked_move_is_played_without_being_checked_again(checks: list[Any]) -> None:
    match, other = stepping(), stepping()
    seat = match.waiting[0]
    checks.clear()
    move = match.check(seat, 1, 0, 1)
    assert match.still(move) is move
    match.make(move)
    assert checks == [1, 0, 1]
    other.play(seat, 1, 0, 1)
    assert match.record() == other.record() and match.view(seat) == other.view(seat)


def test_a_draft_without_an_answer_cannot_be_made() -> None:
    match = stepping()
    before = match.record()
    with pytest.raises(UnknownAnswer):
        match.make(match.draft(match.waiting[0]))
    assert match.record() == before


def test_a_move_is_made_once() -> None:
    match = stepping()
    move = match.check(match.waiting[0], 1, 0, 1)
    match.make(move)
    before = match.record()
    with pytest.raises((NotWaiting, StaleAnswer)):
        match.make(move)
    assert match.record() == before


def test_a_move_for_a_question_that_has_been_put_again_is_refused() -> None:
    match = stepping()
    seat = match.waiting[0]
    move, bots = match.check(seat, 1, 0, 1, language="it"), Bots(lambda seed, *_: RandomBot(seed), "others")
    match.play(seat, 0, 0, 0)
    while seat not in match.waiting:
        match.play(match.waiting[0], bots.choose(match, match.waiting[0]))
    before = match.record()
    with pytest.raises(StaleAnswer, match="guarda di nuovo"):
        match.make(move)
    assert match.record() == before


def test_an_answer_of_somebody_else_in_the_meantime_has_the_move_checked_again(checks: list[Any]) -> None:
    match = deploying()
    mine, theirs = (match.check(seat, match.legal(seat)[0]) for seat in (0, 1))
    match.make(theirs)
    assert len(checks) == 2
    match.make(mine)
    assert len(checks) == 3, "the table is another one now"
    assert [given.seat for given in match.history[-2:]] == [1, 0]


def test_a_move_of_another_match_is_checked_before_it_is_made(checks: list[Any]) -> None:
    match, other = stepping(), stepping()
    checks.clear()
    move = other.check(match.waiting[0], 1, 0, 1)
    match.make(move)
    assert len(checks) == 6
    assert match.history == [*other.history, *match.history[len(other.history) :]]


def test_what_nobody_could_deal_after_can_be_made_once_somebody_deals() -> None:
    match = doppiogioco.replay(stepping().record())
    move = match.check(match.waiting[0], 1, 0, 1)
    before, view = match.record(), match.view(move.seat)
    for _ in range(2):
        with pytest.raises(BadRecord, match="no seed"):
            match.make(move)
        assert (match.record(), match.view(move.seat)) == (before, view)
        assert match.still(move) == move and match.still(move) is not move, "it has been dealt on: checked again"
