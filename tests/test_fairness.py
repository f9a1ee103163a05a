"""Bots decide by nothing that their seat cannot know: a sample of `doppiogioco fairness`, and that it can fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import doppiogioco
from doppiogioco import fairness
from doppiogioco.bots import Judge
from doppiogioco.bots.decision import Decision
from doppiogioco.engine.game import View, find, label
from doppiogioco.engine.match import Answer, Given, Match
from doppiogioco.fairness import Unfair, pairs, positions


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=label)
def test_two_matches_that_a_seat_cannot_tell_apart_are_judged_the_same(setup: fairness.Setup) -> None:
    assert positions(setup, 3, fairness.judge)["positions"] == 3


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.xdist_group(f"thinking {game}")) for game in doppiogioco.games()]
)
def test_and_thought_through_the_same(game: str) -> None:
    """Answer, chances, beliefs, reasons, what might be said, and how long it thought."""
    setup = find(game).setups()[-1]
    assert positions(setup, 4, fairness.thinker)["positions"] == 4


def test_the_pairs_sound_the_same_to_the_seat_and_are_not_the_same() -> None:
    different = 0
    for seed in range(20):
        seat = seed % 5
        for one, other in pairs(("secrets", 5, {}), seat, seed):
            assert one.view(seat) == other.view(seat)
            assert one.heard(seat) == other.heard(seat)
            assert one.legal(seat) == other.legal(seat)
            different += one.history != other.history
    assert different > 20


class Peeking(Judge):
    """A bot that goes by every cell of what it is handed, as a bot may that is handed no more than its view."""

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        answer = legal[hash(tuple(view.vector)) % len(legal)]
        return Decision(answer, {answer: 1.0}, None)


def handed_everything(bot: Peeking, match: Match, seat: int) -> Callable[[], Decision]:
    """The whole table in place of the seat's view."""
    everything = View(match.game, match.everything().vector, seat)
    return partial(bot.consider, everything, match.heard(seat), match.legal(seat))


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_bot_that_peeks_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = find(game).setups()[-1]
    assert positions(setup, 20, Peeking)["positions"] == 20, "with what a bot is handed there is nothing to peek at"
    monkeypatch.setattr(fairness, "considered", handed_everything)
    with pytest.raises(Unfair, match="decides by what it cannot know"):
        positions(setup, 20, Peeking)


def test_who_hears_what_was_hidden_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Eavesdropping(Judge):
        def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
            answer = legal[hash(tuple(heard)) % len(legal)]
            return Decision(answer, {answer: 1.0}, None)

    def told_everything(bot: Eavesdropping, match: Match, seat: int) -> Callable[[], Decision]:
        return partial(bot.consider, match.view(seat), match.history, match.legal(seat))

    monkeypatch.setattr(fairness, "considered", told_everything)
    with pytest.raises(Unfair, match="answer, chances"):
        positions(("secrets", 5, {}), 20, Eavesdropping)


def test_a_budget_that_depends_on_what_is_hidden_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def longer(bot: Judge, match: Match, seat: int) -> Callable[[], Decision]:
        tries = hash(tuple(match.everything().vector))
        return lambda: Decision(match.legal(seat)[0], {}, None, tries=tries)

    monkeypatch.setattr(fairness, "considered", longer)
    with pytest.raises(Unfair, match=r"\(tries\)"):
        positions(("secrets", 5, {}), 20, fairness.judge)
