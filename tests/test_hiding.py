"""A bot that has somebody to hide knows what its answers give away, and prefers those that tell less."""

from __future__ import annotations

from dataclasses import replace

import pytest

import doppiogioco
from doppiogioco.arena import Contest, Result, play
from doppiogioco.bots import Judge, tempers
from doppiogioco.bots.exposure import to_watch, watch
from doppiogioco.bots.hiding import Bystander, has_to_hide
from doppiogioco.bots.levels import BUDGETS, Budget
from doppiogioco.bots.reasons import Reading
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import SPECTATOR

GAME, SEATS = "top-secret-spies", 3
pytestmark = pytest.mark.xdist_group(GAME)
QUICK = Budget(worlds=200, tries=60, hides=True)


def played(seed: int, answers: int) -> Match:
    """A match of players who judge at a glance, until somebody has a choice."""
    match = doppiogioco.new(GAME, SEATS, seed=seed)
    players = [Judge(f"{seed} {seat}", temper=1.0) for seat in range(SEATS)]
    while len(match.history) < answers or len(match.legal(match.waiting[0])) < 3:
        seat = match.waiting[0]
        match.play(seat, players[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
    return match


def truth(match: Match, reading: Reading, seat: int) -> float:
    """How likely a reading holds the agent of a seat to be the one that it is."""
    agent = match.view(seat).owner.index(seat)
    return float(reading.odds_of_spots()[reading.spots.index(match.game.state.offset("owner", (agent,))), seat + 1])


def test_how_sure_a_bystander_would_be_is_how_sure_they_are_once_it_was_answered() -> None:
    match = played(4, 25)
    seat = match.waiting[0]
    made = Thinker("hides", budget=QUICK).consider(match.view(seat), match.heard(seat), match.legal(seat))
    assert len(made.sure) >= 3
    assert len(set(made.sure.values())) > 1, "answers tell different things"
    for answer, sure in made.sure.items():
        reading = Reading(GAME, SEATS, match.option_bits, SPECTATOR, limit=20_000)
        for given in match.heard(None):
            reading.hear(*given)
        reading.hear(seat, int(answer))
        assert truth(match, reading, seat) == pytest.approx(sure, abs=1e-6)


def test_who_hides_prefers_what_gives_less_away_and_the_bold_do_not_care(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempers, "NEAR", 1.0)  # whatever is tried is as good
    told = {}
    for temper in ("sly", "bold"):
        monkeypatch.setitem(tempers.TEMPERS, temper, replace(tempers.TEMPERS[temper], lean=0.0))
        found = []
        for seed in range(6):
            match = played(seed, 20)
            seat = match.waiting[0]
            thinker = Thinker(f"hides {seed}", budget=QUICK, temper=temper)
            made = thinker.consider(match.view(seat), match.heard(seat), match.legal(seat))
            found.append(sum(chance * made.sure.get(one, 0.0) for one, chance in made.chances.items()))
        told[temper] = found
    assert all(less <= more for less, more in zip(told["sly"], told["bold"], strict=True))
    assert sum(told["sly"]) < sum(told["bold"])


def test_whole_games_of_hiders_are_harder_to_read() -> None:
    """The same deals and random numbers; what differs is whether it minds what its answers tell."""

    def read(hides: bool) -> float:
        sure, count = 0.0, 0
        for seed in range(2):
            match = doppiogioco.new(GAME, SEATS, seed=seed)
            bots = [Thinker(f"{seed} {seat}", budget=replace(QUICK, hides=hides)) for seat in range(SEATS)]
            while not match.over:
                seat = match.waiting[0]
                match.play(seat, bots[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
            for course in watch(to_watch(match)).courses:
                sure, count = sure + sum(course), count + len(course)
        return sure / count

    assert read(hides=True) < read(hides=False)


def test_only_who_thinks_hard_hides_and_only_where_there_is_something_to_hide() -> None:
    assert [level for level, budget in BUDGETS.items() if budget.hides] == ["hard", "master"]
    match = played(4, 25)
    seat = match.waiting[0]
    here = match.view(seat), match.heard(seat), match.legal(seat)
    assert not Thinker("careless", budget=replace(QUICK, hides=False)).consider(*here).sure


def test_there_is_something_to_hide_where_one_goes_on_seeing_it() -> None:
    found = {game for game in doppiogioco.games() if has_to_hide(find(game))}
    assert {"spywhere", "top-secret-spies"} <= found
    assert not found & {"agent-avenue", "secrets"}


def test_a_bystander_who_has_lost_the_thread_says_nothing() -> None:
    match = played(4, 25)
    seat = match.waiting[0]
    bystander = Bystander(match.view(), 1)
    assert bystander.sure_after(match.view(), range(3)) == {}, "who only watches has nothing to hide"
    bystander.hear(seat, 5)  # no world fits: at first the table is asked
    assert bystander.sure_after(match.view(seat), range(3)) == {}


def test_the_arena_tells_for_how_long_somebody_stayed_hidden() -> None:
    def hidden(game: str, who: str) -> float | None:
        contest = Contest(game, SEATS, (), who, "random", watched=True)
        return Result(contest, tuple(play(contest, 2))).mean.hidden

    open_book, nobody_knows = hidden(GAME, "greedy"), hidden(GAME, "random")
    assert open_book is not None and nobody_knows is not None
    assert 0 < open_book < nobody_knows <= 1
    assert hidden("agent-avenue", "greedy") is None, "nobody hides who they are there"
