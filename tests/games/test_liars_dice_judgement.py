"""Liar's Dice: what looks good at a glance."""

from __future__ import annotations

import pytest
from judged import appeals, judged_without_peeking, tempting
from liars_dice.dice import Face
from liars_dice.judgement import CERTAIN
from liars_dice.rules import Ask, Choice
from test_liars_dice import bid, rolled

pytestmark = pytest.mark.usefixtures("sixth")
PASS, DOUBT = Choice


def test_the_face_one_has_most_of_is_named() -> None:
    match = rolled("446", "123")
    match.play(0, 2)
    assert tempting(match, 0) == {Face.FOUR}


def test_a_low_bid_is_better_than_a_high_one() -> None:
    found = appeals(rolled("446", "123"), 0)
    assert found[2] == CERTAIN
    assert found[2] > found[3] > found[4] > found[6]


def test_of_as_many_dice_only_a_higher_face_is_thought_of() -> None:
    match = bid(rolled("446", "123"), 2, 5)
    match.play(1, PASS)
    assert appeals(match, 1)[2] < 0  # two sixes, since two of a lower face would not be higher


def test_a_bid_that_cannot_be_true_is_doubted_and_one_that_must_be_is_not() -> None:
    assert tempting(bid(rolled("123", "123"), 5, 6), 1) == {DOUBT}
    assert appeals(bid(rolled("123", "123"), 5, 6), 1)[DOUBT] == CERTAIN
    assert tempting(bid(rolled("123", "166"), 2, 6), 1) == {PASS}
    assert appeals(bid(rolled("123", "166"), 2, 6), 1)[DOUBT] == -CERTAIN


def test_ones_count_for_every_face_where_they_are_wild() -> None:
    for wild, answer in ((False, DOUBT), (True, PASS)):
        assert tempting(bid(rolled("123", "112", wild=wild), 2, 6), 1) == {answer}


def test_who_need_not_bid_next_leaves_the_doubt_to_others() -> None:
    match = bid(rolled("123", "123", "123"), 3, 6)
    next_bidder, other = appeals(match, 1)[DOUBT], appeals(match, 2)[DOUBT]
    assert next_bidder > other


@pytest.mark.parametrize("seats", [2, 4])
def test_only_what_is_seen_is_judged(seats: int) -> None:
    met = judged_without_peeking("liars-dice", seats, {"wild-ones": seats == 4}, 1)
    assert met == {Ask.COUNT, Ask.FACE, Ask.CHALLENGE}
