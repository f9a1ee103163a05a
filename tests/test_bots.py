"""Bots at a table: what they are handed, that they stay themselves, and what they leave to people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from keyboard import run

import doppiogioco
from doppiogioco.bots import Judge, RandomBot
from doppiogioco.bots.seating import Bots, may_answer
from doppiogioco.bots.workers import Distant, usual_bot
from doppiogioco.engine.dealer import Dealer, one_way
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import View, find
from doppiogioco.engine.match import Answer, Given, Match
from doppiogioco.engine.rule import all_alike
from doppiogioco.engine.state import CHANCE
from doppiogioco.research import mcp
from doppiogioco.terminal import TerminalMatch


class Nosy:
    """A bot that tries what it was handed: can it deal the cards again?"""

    made: list[Nosy]

    def __init__(self, seed: str, _level: str, _temper: str) -> None:
        self.seed, self.answers = seed, 0
        Nosy.made.append(self)

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        self.answers += 1
        return legal[0]


@pytest.fixture
def nosy(monkeypatch: pytest.MonkeyPatch) -> type[Nosy]:
    Nosy.made = []
    monkeypatch.setattr("doppiogioco.terminal.usual_bot", Nosy)
    monkeypatch.setattr("doppiogioco.research.mcp.usual_bot", Nosy)
    return Nosy


def dealt_again(seed: str, match: Match) -> bool:
    """Does this seed give the deal of the match?"""
    again = doppiogioco.new(match.game.id, match.seats, match.options, seed)
    dealt = [given for given in match.history[: len(again.history)] if given.seat == CHANCE]
    return [given for given in again.history if given.seat == CHANCE] == dealt


def in_the_terminal() -> Match:
    match = doppiogioco.new("secrets", 4, seed="the deal")
    table = TerminalMatch(match, (), "en")
    while not match.over:
        seat = table.next_seat()
        match.play(seat, table.bots.choose(match, seat))
    return match


def beside_a_model() -> Match:
    words = mcp.TextMatch("secrets", 4, seed="the deal")
    table = mcp.HomeSeat(words, 0)
    while not words.match.over:
        table.answer(str(words.match.legal(0)[0]))
    return words.match


@pytest.mark.parametrize("play", [in_the_terminal, beside_a_model])
def test_no_bot_can_deal_again_and_each_stays_the_same_to_the_end(nosy: type[Nosy], play: Callable[[], Match]) -> None:
    match = play()
    bots = 4 if play is in_the_terminal else 3
    assert len(nosy.made) == bots
    assert len({bot.seed for bot in nosy.made}) == bots
    assert all(bot.answers > 1 for bot in nosy.made)
    assert dealt_again("the deal", match)
    for bot in nosy.made:
        assert "the deal" not in bot.seed
        assert not dealt_again(bot.seed, match)


def test_what_a_bot_gets_is_the_same_for_the_same_seat_and_no_draw_of_the_dealer() -> None:
    assert one_way("s", "bot 1") == one_way("s", "bot 1") != one_way("s", "bot 2")
    draws = {Dealer("s").pick(number, [1] * 10_000) for number in range(50)}
    assert int(one_way("s", "bot 1"), 16) % 10_000 not in draws


def shared_question(seats: int = 4) -> Match:
    """Partners are to say who plays face up."""
    for seed in range(50):
        match = doppiogioco.new("agent-avenue", seats, seed=seed)
        if len(match.waiting) == 2:
            return match
    raise AssertionError("nobody leads")


def test_what_partners_decide_together_is_left_to_the_person_among_them() -> None:
    match = shared_question()
    person, bot = match.waiting
    assert match.first_come
    others = [seat for seat in range(4) if seat != person]
    assert may_answer(match, others, [person]) == []
    assert may_answer(match, others, []) == [bot]
    assert may_answer(match, range(4), []) == [person, bot]
    match.play(person, person)
    assert not match.first_come
    match.play(person, match.legal(person)[0])


def test_in_the_terminal_the_person_decides_for_the_pair() -> None:
    seed = next(s for s in range(50) if 0 in (m := doppiogioco.new("agent-avenue", 4, seed=s)).waiting and m.first_come)
    told = run("play", "agent-avenue", "--seats", 4, "--seed", seed, typed="q\n").stdout
    assert "Seat 1 (you)" in told
    assert "plays face up" in told


def test_at_a_table_of_the_terminal_no_bot_comes_first_at_a_shared_question() -> None:
    match = shared_question()
    person = match.waiting[1]  # a bot on the lower seat would be asked first otherwise
    assert TerminalMatch(match, (person,), "en").next_seat() == person


def test_bots_are_made_only_where_they_play() -> None:
    made: list[str] = []

    def make(seed: str, *_: str) -> Any:
        made.append(seed)
        return Nosy.__new__(Nosy)

    bots = Bots(make, "s")
    assert bots[2] is bots[2]
    assert len(made) == 1


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_judge_plays_every_game_to_its_end_and_the_same_twice(game: str) -> None:
    records = []
    for _ in range(2):
        match = doppiogioco.new(game, find(game).usual_seats, seed="judged")
        bots = Bots(lambda seed, *_: Judge(seed), "judges")
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots.choose(match, seat))
        records.append(match.record())
    assert records[0] == records[1]


def test_a_judge_follows_what_tempts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a temper always, with one mostly."""
    match = doppiogioco.new("secrets", 4, seed="tempting")
    seat = match.waiting[0]
    view, heard, legal = match.view(seat), match.heard(seat), match.legal(seat)
    monkeypatch.setattr(match.game, "appeal", lambda s, seat, a: 10 if a == legal[-1] else 0)
    assert {Judge(seed, temper=0).choose(view, heard, legal) for seed in range(50)} == {legal[-1]}
    chosen = [Judge(seed).choose(view, heard, legal) for seed in range(300)]
    assert 250 < chosen.count(legal[-1]) < 300


def test_a_game_that_says_nothing_of_temptation_is_judged_evenly() -> None:
    assert all_alike(None, 0, 3) == all_alike(None, 1, 5) == 0


def test_who_sits_down_where_nobody_asked_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(usual_bot("seed", "hard"), RandomBot), "tests play with random bots"
    monkeypatch.delenv("DOPPIOGIOCO_BOTS")
    assert isinstance(usual_bot("seed", "hard"), Distant)
    monkeypatch.setenv("DOPPIOGIOCO_BOTS", "clever")
    with pytest.raises(DoppiogiocoError, match="there are random, greedy, easy"):
        usual_bot("seed", "hard")
