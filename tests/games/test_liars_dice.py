"""Liar's Dice by its rules, clause by clause. It is no game of the package: `sixth` puts it on the shelf."""

from __future__ import annotations

from itertools import permutations

import pytest
from liars_dice.dice import Face
from liars_dice.rules import Ask, Choice

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer, NotWaiting
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import HIDDEN

pytestmark = pytest.mark.usefixtures("sixth")
PASS, DOUBT = Choice


def rolled(*cups: str, wild: bool = False) -> Match:
    """A round that seat 0 begins, with these dice under the cups."""
    match = doppiogioco.new("liars-dice", max(2, len(cups)), {"wild-ones": wild}, seed=1)
    dice = [int(face) - 1 for cup in cups for face in cup]
    left = {seat: len(cup) for seat, cup in enumerate(cups)}
    return match.position(ask=Ask.FIRST, left=left, chance=[0, *dice])


def bid(match: Match, count: int, face: int) -> Match:
    """Whoever is to bid says so."""
    match.play(match.waiting[0], count, face - 1)
    return match


def passed(match: Match) -> Match:
    """Everybody lets the bid pass."""
    for seat in match.waiting:
        match.play(seat, PASS)
    return match


def counts(match: Match) -> list[int]:
    """How many dice the next bid may have."""
    return [int(count) for count in match.legal(match.waiting[0])]


@pytest.mark.clause("1.1", "2.1")
@pytest.mark.parametrize("seats", [2, 6])
def test_everybody_begins_with_three_dice_and_has_rolled_them(seats: int) -> None:
    match = doppiogioco.new("liars-dice", seats, seed=1)
    view = match.everything()
    assert view.left[:seats] == view.rolled[:seats] == [3] * seats
    assert all(face >= 0 for cup in view.dice[:seats] for face in cup)


@pytest.mark.clause("1.2")
def test_a_lot_decides_who_begins_and_play_goes_to_the_left() -> None:
    begins = {doppiogioco.new("liars-dice", 3, seed=seed).waiting for seed in range(30)}
    assert begins == {(0,), (1,), (2,)}
    assert passed(bid(rolled("123", "123", "123"), 1, 1)).waiting == (1,)


@pytest.mark.clause("2.2")
def test_everybody_sees_their_own_dice_only() -> None:
    match = rolled("123", "456")
    assert match.view(1).dice[1] == [3, 4, 5]
    assert match.view(1).dice[0] == [HIDDEN] * 3
    assert match.view().dice[1] == [HIDDEN] * 3
    assert "Seat 1 rolls in secret: 1, 2, 3." in match.log(0)
    assert "in secret" not in " ".join(match.log(1)[:1] + match.log())
    assert "?, ?, ?" in str(match)


@pytest.mark.clause("3.1", "3.3")
def test_a_bid_has_at_least_one_die_and_at_most_all_and_need_not_be_true() -> None:
    match = rolled("11", "111")
    assert counts(match) == [1, 2, 3, 4, 5]
    with pytest.raises(IllegalAnswer, match=r"there are only 5 dice \(rule 3\.3\)"):
        match.play(0, 6)
    with pytest.raises(IllegalAnswer, match=r"a bid has more dice than the one before"):
        match.play(0, 0)
    assert bid(match, 5, 4).waiting == (1,)


@pytest.mark.clause("3.2")
def test_every_bid_is_higher_than_the_one_before() -> None:
    match = passed(bid(rolled("123", "123"), 2, 5))
    assert counts(match) == [2, 3, 4, 5, 6]
    match.play(1, 2)
    assert [str(face) for face in match.legal(1)] == ["6"]
    with pytest.raises(IllegalAnswer, match=r"as many of a higher face \(rule 3\.2\)"):
        match.play(1, "5")
    match.play(1, Face.SIX)
    assert counts(passed(match)) == [3, 4, 5, 6]
    match.play(0, 3)
    assert len(match.legal(0)) == 6


@pytest.mark.clause("3.4")
def test_all_the_others_are_asked_at_once_and_passes_commute() -> None:
    ends = []
    for order in permutations((0, 2, 3)):
        match = bid(passed(bid(rolled("1", "2", "3", "4"), 1, 1)), 1, 2)
        assert match.waiting == (0, 2, 3)
        for seat in order[:2]:
            match.play(seat, PASS)
            with pytest.raises(NotWaiting):
                match.play(seat, DOUBT)
        match.play(order[2], PASS)
        ends.append(match.everything().vector)
    assert all(end == ends[0] for end in ends)


@pytest.mark.clause("3.4")
def test_one_doubt_settles_it_for_all() -> None:
    match = bid(rolled("12", "12", "12", "12"), 8, 3)
    match.play(3, PASS)
    match.play(2, DOUBT)
    assert match.waiting == (0,)
    assert match.everything().doubter == -1, "the next round has begun"
    assert match.everything().left[:4] == [1, 2, 2, 2]
    with pytest.raises(NotWaiting):
        match.play(1, PASS)


@pytest.mark.clause("3.4", "4.5")
def test_a_pass_keeps_the_others_waiting_and_a_doubt_puts_everything_anew() -> None:
    """Clocks run by this: who had not answered yet is not charged for the round that follows."""
    match = bid(rolled("123", "3", "123", "123"), 1, 1)
    asked = match.asked_since
    match.play(3, PASS)
    assert match.asked_since == {seat: asked[seat] for seat in (1, 2)}
    match.play(1, DOUBT)  # wrongly, and that was the last die
    assert match.waiting == (2,)
    assert match.asked_since[2] == len(match.history) > asked[2]


@pytest.mark.clause("3.5", "5.1")
def test_who_has_no_dice_is_passed_over() -> None:
    match = bid(rolled("12", "", "12", "12"), 1, 1)
    assert match.waiting == (2, 3)
    assert passed(match).waiting == (2,)


@pytest.mark.clause("3.6")
def test_the_highest_bid_is_doubted_by_the_next_player() -> None:
    match = bid(rolled("66", "", "66"), 4, 6)
    assert match.everything().left[:3] == [2, 0, 1]
    assert "Seat 1 bids 4 × 6. Nothing is higher, so Seat 3 doubts it." in match.log()
    assert bid(rolled("66", "", "66"), 4, 5).waiting == (2,)


@pytest.mark.clause("4.1")
def test_all_dice_are_turned_up_clockwise_from_who_began() -> None:
    match = bid(passed(bid(rolled("12", "34", "56"), 1, 1)), 2, 2)
    match.play(2, DOUBT)
    shown = [line for line in match.log() if " shows " in line]
    assert [line.partition(".")[0] for line in shown] == [
        "Seat 1 shows 1, 2", "Seat 2 shows 3, 4", "Seat 3 shows 5, 6",
    ]  # fmt: skip
    assert match.view().shown[:3] == [[0, 1, -1], [2, 3, -1], [4, 5, -1]]


@pytest.mark.parametrize(
    ("count", "face", "wild", "holds"),
    [
        pytest.param(2, 2, False, True, marks=pytest.mark.clause("4.2")),
        pytest.param(3, 2, False, False, marks=pytest.mark.clause("4.2")),
        pytest.param(1, 2, False, True, marks=pytest.mark.clause("4.2")),
        pytest.param(4, 2, True, True, marks=pytest.mark.clause("1.3", "4.3")),
        pytest.param(5, 2, True, False, marks=pytest.mark.clause("4.3")),
        pytest.param(2, 1, True, True, marks=pytest.mark.clause("4.3")),
        pytest.param(3, 1, True, False, marks=pytest.mark.clause("4.3")),
    ],
)
@pytest.mark.clause("4.4")
def test_who_was_wrong_loses_a_die(count: int, face: int, wild: bool, holds: bool) -> None:
    """There are two ones and two twos."""
    match = bid(rolled("123", "", "126", wild=wild), count, face)
    match.play(2, DOUBT)
    assert match.everything().left[:3] == ([3, 0, 2] if holds else [2, 0, 3])


@pytest.mark.clause("4.5")
@pytest.mark.parametrize(("cups", "begins"), [(("1", "22", "33"), 1), (("11", "22", "33"), 0)])
def test_the_loser_begins_or_else_the_next_player(cups: tuple[str, ...], begins: int) -> None:
    match = bid(rolled(*cups), 5, 5)
    match.play(2, DOUBT)
    assert match.waiting == (begins,)


@pytest.mark.clause("5.2")
def test_the_last_player_with_dice_wins() -> None:
    match = bid(rolled("1", "", "66"), 3, 1)
    match.play(2, DOUBT)
    outcome = match.outcome
    assert outcome
    assert (outcome.winners, outcome.scores, outcome.returns) == ((2,), (0, 0, 2), (-1, -1, 1))
    assert (outcome.reason, match.verdict()) == ("last_with_dice", "Seat 3 wins with 2 dice left.")
