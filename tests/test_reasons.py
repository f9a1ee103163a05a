"""Why bots believe what they believe: the ledger, that it can be worked out again, and its words."""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod

import pytest

import doppiogioco
from doppiogioco.bots import Judge
from doppiogioco.bots.beliefs import Beliefs
from doppiogioco.bots.decision import Decision, Reason, Suspicion
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.reasons import Reading
from doppiogioco.bots.seating import asked, considered
from doppiogioco.bots.telling import belief, evidence, percent, suspected, times
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import LANGUAGES, Voice

SPIES = pytest.mark.xdist_group("thinking top-secret-spies")
TOKENS = pytest.mark.xdist_group("thinking secrets")
QUICK = Budget(worlds=60, tries=24)


def played(game: str, seats: int, seed: int, answers: int) -> Match:
    """A match between players who are easy to read."""
    match = doppiogioco.new(game, seats, seed=seed)
    bots = [Judge(f"{seed} {seat}", temper=1.0) for seat in range(seats)]
    while len(match.history) < answers and not match.over:
        seat = match.waiting[0]
        match.play(seat, asked(bots[seat], match, seat)())
    assert not match.over
    return match


def read(match: Match, listener: int, unread: range | tuple[int, ...] = ()) -> Reading:
    """What a seat believes of a match."""
    beliefs = Reading(match.game.id, match.seats, match.option_bits, listener, limit=20_000, unread=unread)
    for given in match.heard(listener):
        beliefs.hear(*given)
    return beliefs


def odds(beliefs: Beliefs, one: Suspicion | Reason) -> float:
    """How likely something is, counted in the worlds themselves."""
    cell = beliefs.states[one.name][(slice(None), *one.at)]
    return float(beliefs.odds[cell == one.value].sum())


@SPIES
def test_every_probability_is_what_the_worlds_say_and_what_the_ledger_multiplies_to() -> None:
    """The agents of others stay theirs: their odds at the deal times all factors are their odds now."""
    told = 0
    for seed in range(4):
        match = played("top-secret-spies", 4, seed, 50)
        beliefs = read(match, 1)
        assert beliefs.exact
        suspicions = beliefs.suspicions(match.view(1))
        for one in suspicions:
            assert one.odds == pytest.approx(odds(beliefs, one), abs=1e-12)
            spot = match.game.state.offset(one.name, one.at)
            which, value = beliefs.spots.index(spot), one.value + 1
            entries = beliefs.evidence(spot)
            factors = [entry.told[which, value] / entry.before[which, value] for entry in entries]
            assert entries[0].before[which, value] * prod(factors) == pytest.approx(one.odds, abs=1e-9)
            told += len(factors)
    assert told > 100


@SPIES
def test_every_reason_is_worked_out_again_from_the_beliefs_before_and_after() -> None:
    match = played("top-secret-spies", 3, 2, 50)
    beliefs = read(match, 0)
    reasons = beliefs.reasons(beliefs.suspicions(match.view(0)))
    assert reasons
    heard, again = match.heard(0), Beliefs("top-secret-spies", 3, 0, 0, limit=20_000)
    before: dict[int, list[float]] = {}
    for number, given in enumerate(heard):
        before[number] = [odds(again, reason) for reason in reasons]
        again.hear(*given)
    before[len(heard)] = [odds(again, reason) for reason in reasons]
    for which, reason in enumerate(reasons):
        assert heard[reason.first].seat == heard[reason.last].seat == reason.seat
        assert before[reason.first][which] == pytest.approx(reason.before, abs=1e-9)
        assert before[reason.last + 1][which] == pytest.approx(reason.after, abs=1e-9)
        assert reason.factor == pytest.approx(reason.after / reason.before)


@SPIES
@pytest.mark.parametrize("seats", [3, 4])
def test_without_the_cited_evidence_a_suspicion_is_weaker(seats: int) -> None:
    """What was only behaviour is taken for chance."""
    weaker, others = 0, 0
    for seed in range(6):
        match = played("top-secret-spies", seats, seed, 45)
        beliefs = read(match, 0)
        for reason in beliefs.reasons(beliefs.suspicions(match.view(0))):
            without = odds(read(match, 0, unread=range(reason.first, reason.last + 1)), reason)
            weaker, others = weaker + (without < odds(beliefs, reason)), others + (without >= odds(beliefs, reason))
    assert weaker >= 15
    assert not others


@TOKENS
def test_what_was_known_of_a_token_is_not_cited_once_another_may_lie_there() -> None:
    """A swap is no evidence: what was told of that place before says nothing of what lies there now."""
    cut = 0
    for seed in range(6):
        beliefs = read(played("secrets", 5, seed, 60), 0)
        for which, spot in enumerate(beliefs.spots):
            moves = [entry.number for entry in beliefs.ledger if entry.moved[which]]
            entries = beliefs.evidence(spot)
            assert all(entry.number > max(moves, default=-1) for entry in entries)
            told = [e for e in beliefs.ledger if (e.before[which] != e.told[which]).any() and not e.moved[which]]
            cut += len(told) > len(entries)
    assert cut


@SPIES
def test_a_decision_says_why_and_so_do_its_words() -> None:
    match = played("top-secret-spies", 4, 5, 50)
    seat = match.waiting[0]
    view, heard, legal = match.view(seat), match.heard(seat), match.legal(seat)
    made = Thinker("why", budget=QUICK).consider(view, heard, legal)
    assert made.suspicions
    assert made.reasons
    assert [one.odds for one in made.suspicions] == sorted((one.odds for one in made.suspicions), reverse=True)
    assert {(r.name, r.at, r.value) for r in made.reasons} <= {(s.name, s.at, s.value) for s in made.suspicions}
    for language in LANGUAGES:
        say = match.voice(language)
        for one in made.suspicions:
            assert percent(one.odds) in belief(one, view, say)
        for reason in made.reasons:
            text = evidence(reason, view, match.log(seat, language), say)
            assert say.seat(reason.seat) in text
            assert times(reason.factor, say) in text or reason.after == 1
    assert re.search(r"Seat \d moves", evidence(made.reasons[0], view, match.log(seat), Voice()))
    assert "volte più probabile" in evidence(made.reasons[0], view, match.log(seat, "it"), match.voice("it"))


def test_the_best_answers_come_first() -> None:
    one, two, three = (doppiogioco.new("secrets", 4, seed=1).legal(0) or [3, 1, 2])[:3]
    made = Decision(two, {one: 0.2, two: 0.5, three: 0.3}, 0.4, {one: 0.9, two: 0.5, three: 0.4})  # type: ignore[dict-item, arg-type]
    assert made.best(2) == [two, three]


def test_only_what_is_certain_is_certain() -> None:
    assert [percent(odds) for odds in (0, 0.004, 0.5, 0.996, 1)] == ["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]
    assert times(2.34, Voice()) == "2.3"
    assert times(2.34, Voice("it")) == "2,3"
    assert times(12.6, Voice("it")) == "13"


@pytest.mark.parametrize("game", doppiogioco.games())
def test_every_game_has_words_for_what_bots_believe(game: str) -> None:
    found = find(game)
    names = found.package.says("BELIEVED", found.package.says("IDENTITY", ()))
    assert names
    match = doppiogioco.new(game, found.usual_seats, seed="words")
    said = set()
    while not match.over and len(match.history) < 60:
        seat = match.waiting[0]
        view = match.view(seat)
        for cell in found.state.cells:
            if cell.name in names:
                values = range(NOBODY, 3)
                said |= {suspected(view, cell.name, cell.at, value, match.voice("it")) for value in values}
        match.play(seat, asked(Judge("words"), match, seat)())
    assert len(said - {None}) > 2


def test_a_game_that_has_no_words_for_it_is_told_plainly(sixth: Game) -> None:
    match = doppiogioco.new(sixth.id, sixth.usual_seats, seed=1)
    assert suspected(match.view(0), "cup", (1, 2), 3, Voice()) == "cup 1 2 = 3"
    assert suspected(match.view(0), "cup", (1, 2), NOBODY, Voice()) is None


@TOKENS
def test_thought_through_once_more_from_the_same_point_it_is_the_same() -> None:
    """A bot that has played on is asked why: it can be made anew and comes to the same answer for the same reasons."""
    match = doppiogioco.new("secrets", 5, seed=11)
    bots = [Thinker(f"seat {seat}", budget=QUICK, temper="sly") for seat in range(5)]
    for _ in range(30):
        seat = match.waiting[0]
        made = considered(bots[seat], match, seat)()
        again = considered(Thinker(f"seat {seat}", budget=QUICK, temper="sly"), match, seat)()
        assert replace(made, beliefs=None) == replace(again, beliefs=None)
        match.play(seat, made.answer)
