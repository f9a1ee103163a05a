"""A match: checked play, nothing lost on bad input, replay, and deals that can be verified."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import doppiogioco
from doppiogioco.engine.errors import (
    BadRecord,
    DoppiogiocoError,
    IllegalAnswer,
    NotWaiting,
    StaleAnswer,
    UnknownAnswer,
    UnknownGame,
)
from doppiogioco.engine.hooks import checks_of
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import verify
from doppiogioco.engine.state import CHANCE, HIDDEN
from doppiogioco.engine.words import Voice

SETUPS = doppiogioco.setups()


def play_on(match: Match, answers: int | None = None, step: int = 0) -> Match:
    """Play a match on, to its end or for some answers, with choices that depend on `step`."""
    for number in range(answers or 100_000):
        if not match.waiting:
            break
        seat = match.waiting[(number + step) % len(match.waiting)]
        legal = match.game.legal(match._state, seat)
        match.play(seat, legal[(number * 7 + step) % len(legal)])
    return match


def snapshot(match: Match) -> object:
    return match.record(with_seed=True), match.game.state.vector(match._state)


def test_every_set_up_is_listed_and_plays_to_its_end():
    games = doppiogioco.games()
    assert len(SETUPS) == len({(game, seats, tuple(options.items())) for game, seats, options in SETUPS})
    checks = {game: checks_of(doppiogioco.find(game).package) for game in games}
    allowed = {game: told.SETUPS for game, told in checks.items() if told and told.SETUPS is not None}
    assert len(allowed) >= 5 and allowed.items() <= Counter(game for game, _, _ in SETUPS).items()
    for game, seats, options in SETUPS:
        match = play_on(doppiogioco.new(game, seats=seats, options=options, seed=1))
        assert match.over and match.outcome is not None
        assert len(match.outcome.scores) == len(match.outcome.returns) == seats
        assert match.options == options


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess", 2), f"no game 'chess'; there are {', '.join(doppiogioco.games())}"),
        (("secrets", 3), "4 to 8 seats, not 3"),
        (("secrets", True), "seats, not True"),
        (("secrets", 4, {"dossier": True}), "no option 'dossier'; its options: -"),
        (("top-secret-spies", 4, {"secret": True}), "its options: top-secret, dossier"),
        (("top-secret-spies", 4, {"dossier": "yes"}), "True or False, not 'yes'"),
    ],
)
def test_a_set_up_that_does_not_exist_is_refused(arguments, complaint):
    with pytest.raises(UnknownGame, match=complaint):
        doppiogioco.new(*arguments)


def test_answers_are_numbers_with_words():
    match = doppiogioco.new("secrets", seats=4, seed=3)
    seat = match.waiting[0]
    first = match.legal(seat)[0]
    assert isinstance(first, int) and str(first) == first.text
    assert match.legal((seat + 1) % 4) == []
    assert [int(a) for a in match.legal(seat, language="it")] == [int(a) for a in match.legal(seat)]


@pytest.mark.parametrize("language", ["en", "it"])
def test_words_are_answers_too(language):
    match = doppiogioco.new("secrets", seats=4, seed=3)
    seat = match.waiting[0]
    second = match.legal(seat, language)[1]
    match.play(seat, f"  {str(second).upper()} ")
    assert match.history[-1] == (seat, int(second))


WRONG = st.one_of(
    st.integers(-(10**6), 10**6),
    st.text(max_size=12),
    st.none(),
    st.booleans(),
    st.floats(allow_nan=False),
    st.lists(st.integers(), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(
    setup=st.sampled_from(SETUPS),
    answers=st.integers(0, 60),
    step=st.integers(0, 20),
    seat=st.one_of(st.integers(-3, 12), st.booleans(), st.just(CHANCE)),
    wrong=st.lists(WRONG, max_size=4),
)
def test_whatever_is_played_is_legal_or_changes_nothing(setup, answers, step, seat, wrong):
    game, seats, options = setup
    match = play_on(doppiogioco.new(game, seats=seats, options=options, seed=step), answers, step)
    before, waiting = snapshot(match), match.waiting
    allowed = set(map(int, match.legal(seat))) if seat in waiting and seat is not True and seat is not False else set()
    try:
        match.play(seat, *wrong)
    except DoppiogiocoError as error:
        assert str(error)
        assert snapshot(match) == before
    else:
        assert seat in waiting
        assert match.history[len(before[0]["answers"])].answer in allowed


def test_errors_say_what_was_expected_in_both_languages():
    match = doppiogioco.new("secrets", seats=4, seed=3, names=("Anna", "Bob", "Carla", "Dino"))
    seat = match.waiting[0]
    illegal = next(a for a in range(8) if a not in match.legal(seat))
    with pytest.raises(NotWaiting, match=r"not the turn of .*: waiting for"):
        match.play((seat + 1) % 4, 0)
    with pytest.raises(NotWaiting, match=r"Non tocca a .*: si aspetta"):
        match.play((seat + 1) % 4, 0, language="it")
    with pytest.raises(NotWaiting, match="no seat 7"):
        match.play(7, 0)
    with pytest.raises(UnknownAnswer, match="from 0 to 7"):
        match.play(seat, 8)
    with pytest.raises(UnknownAnswer, match="Nobody understands “xyz”"):
        match.play(seat, "xyz")
    with pytest.raises(UnknownAnswer):
        match.play(seat)
    with pytest.raises(IllegalAnswer, match=r"\(rule \d+\.\d+\)\. Possible: ") as error:
        match.play(seat, illegal)
    assert error.value.clause in str(error.value)
    with pytest.raises(IllegalAnswer, match=r"\(regola \d+\.\d+\)"):
        match.play(seat, illegal, language="it")


def test_a_list_is_played_as_a_whole_or_not_at_all():
    match = doppiogioco.new("secrets", seats=4, seed=3)
    seat = match.waiting[0]
    offer, target = int(match.legal(seat)[0]), (seat + 1) % 4
    before = snapshot(match)
    with pytest.raises(IllegalAnswer):
        match.play(seat, offer, seat)  # a card cannot be offered to oneself
    assert snapshot(match) == before
    match.play(seat, offer, target)
    assert [g.answer for g in match.history[-2:]] == [offer, target]


def test_a_list_cannot_reach_past_somebody_else():
    match = doppiogioco.new("secrets", seats=4, seed=3)
    seat = match.waiting[0]
    before = snapshot(match)
    with pytest.raises(NotWaiting, match="after somebody else's"):
        match.play(seat, int(match.legal(seat)[0]), (seat + 1) % 4, 8, 1)
    assert snapshot(match) == before


def test_a_stale_answer_is_refused_though_its_number_would_fit():
    match = doppiogioco.new("top-secret-spies", seats=2, seed=3)
    seat = match.waiting[0]
    looked = len(match.history)
    match.play(seat, match.legal(seat)[-1], after=looked)
    if seat not in match.waiting:
        seat = match.waiting[0]
    before = snapshot(match)
    with pytest.raises(StaleAnswer, match="look again"):
        match.play(seat, match.legal(seat)[0], after=looked)
    with pytest.raises(StaleAnswer, match="guarda di nuovo"):
        match.play(seat, match.legal(seat)[0], after=looked, language="it")
    assert snapshot(match) == before
    match.play(seat, match.legal(seat)[0], after=len(match.history))


def test_an_answer_is_not_stale_because_somebody_else_was_quicker():
    start = doppiogioco.new("top-secret-spies", seats=3, options={"dossier": True}, seed=3)
    dossiers = start.position(ask=start.game.rules.Ask.ENTRY, filed=1, score={0: 30})
    assert dossiers.waiting == (0, 1, 2)
    looked = len(dossiers.history)
    dossiers.play(1, dossiers.legal(1)[0], after=looked)
    dossiers.play(0, dossiers.legal(0)[0], after=looked)
    with pytest.raises(StaleAnswer):
        dossiers.play(1, dossiers.legal(1)[0], after=looked)


def test_what_cannot_be_dealt_is_as_if_it_had_not_been_played():
    match = doppiogioco.replay(doppiogioco.new("top-secret-spies", 2, seed=9).record())
    while True:
        before = snapshot(match)
        try:
            match.play(match.waiting[0], match.legal(match.waiting[0])[0])
        except BadRecord:
            break
    assert snapshot(match) == before
    with pytest.raises(BadRecord):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0], after=len(match.history))


def test_a_position_is_nobodys_deal():
    match = play_on(doppiogioco.new("secrets", seats=4, seed=1).position())
    with pytest.raises(BadRecord, match="nobody dealt it"):
        verify(match.record())


@pytest.mark.parametrize("names", [["A", "B", "C", "D", "E"], ["Anna", "anna"]])
def test_names_must_tell_players_apart(names):
    with pytest.raises(UnknownGame, match="each different"):
        doppiogioco.new("secrets", seats=4, names=names)


def test_a_finished_match_takes_no_more_answers():
    match = play_on(doppiogioco.new("secrets", seats=4, seed=3))
    assert match.waiting == ()
    with pytest.raises(NotWaiting, match="over"):
        match.play(0, 0)


def test_replay_gives_the_same_match_at_its_end_and_at_any_answer():
    match = play_on(
        doppiogioco.new("top-secret-spies", 3, {"top-secret": True, "dossier": True}, seed=5, names=["A", "B", "C"])
    )
    record = json.loads(json.dumps(match.record()))
    again = doppiogioco.replay(record)
    assert again.record() == match.record()
    assert again.outcome == match.outcome
    assert again.log(1, "it") == match.log(1, "it")
    half = doppiogioco.replay(record, upto=17)
    assert half.history == match.history[:17]
    with pytest.raises(BadRecord, match="no position after"):
        doppiogioco.replay(record, upto=len(match.history) + 1)


def test_the_seed_is_told_only_when_the_match_is_over():
    match = doppiogioco.new("secrets", seats=4)
    assert "seed" not in match.record() and match.record()["commitment"] == match.commitment
    assert len(match.record(with_seed=True)["seed"]) == 64
    assert "seed" in play_on(match).record()
    assert "seed" not in match.record(with_seed=False)


def test_a_stored_match_goes_on_where_it_stood():
    match = doppiogioco.new("top-secret-spies", 4, {"top-secret": True}, seed=9)
    play_on(match, 20)
    other = doppiogioco.replay(match.record(with_seed=True))
    assert other.waiting == match.waiting
    assert play_on(other, 30).record() == play_on(match, 30).record()


def test_a_record_without_seed_cannot_be_dealt_on():
    match = doppiogioco.new("top-secret-spies", 4, seed=9)
    other = doppiogioco.replay(match.record())
    with pytest.raises(BadRecord, match="no seed"):
        play_on(other)


def test_the_deal_can_be_verified_and_tampering_shows():
    match = play_on(doppiogioco.new("secrets", seats=5, seed="verified"))
    record = match.record()
    assert verify(record) == sum(seat == CHANCE for seat, _ in match.history)
    with pytest.raises(BadRecord, match="not the one that was promised"):
        verify(record | {"seed": "another"})
    with pytest.raises(BadRecord, match="holds no seed"):
        verify(doppiogioco.new("secrets", seats=5).record())
    first = record["answers"][0]
    swapped = [[first[0], (first[1] + 1) % 5], *record["answers"][1:]]
    with pytest.raises(BadRecord):
        verify(record | {"answers": swapped})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": None}, "no game"),
        ({"version": 99}, "version 99"),
        ({"format": 0}, "format 0"),
        ({"answers": [[0, 0]]}, "not waiting for seat 0"),
        ({"answers": [[8, 7]]}, "7 is not possible"),
        ({"answers": "x"}, "not a match record"),
        ({"answers": 3}, "not a match record"),
    ],
)
def test_a_broken_record_says_what_is_wrong(change, complaint):
    record = doppiogioco.new("secrets", seats=4, seed=1).record() | change
    with pytest.raises(ValueError, match=complaint):
        doppiogioco.replay(record)


@pytest.mark.parametrize("game", ["agent-avenue", "spies-and-lies", "spywhere", "top-secret-spies"])
def test_a_record_of_the_rules_as_they_were_is_refused_with_both_versions(game):
    match = doppiogioco.new(game, seats=2, seed=1)
    ours = match.game.version
    assert ours > 1
    assert doppiogioco.replay(match.record()).history == match.history
    for again in (doppiogioco.replay, verify):
        with pytest.raises(BadRecord) as refused:
            again(match.record() | {"seed": "1", "version": 1})
        assert str(refused.value) == f"a record of {game} version 1, format 1; this is version {ours}, format 1"
        assert f"una partita di {game} versione 1" in refused.value.told(Voice("it"))


def test_a_position_is_a_match_of_its_own_and_can_be_replayed():
    match = doppiogioco.new("top-secret-spies", seats=4, seed=2)
    before = snapshot(match)
    there = match.position(safe=4, at={0: 3}, chance=[2])
    assert snapshot(match) == before
    assert there.view(None).safe == 4
    play_on(there, 5)
    assert doppiogioco.replay(there.record(with_seed=True)).record() == there.record()


def test_chance_set_by_hand_must_be_possible():
    match = doppiogioco.new("secrets", seats=4, seed=2)
    with pytest.raises(DoppiogiocoError, match="cannot answer 9 to DRAW"):
        match.position(ask=match.game.rules.Ask.DRAW, chance=[9])


def test_a_seat_sees_what_it_may_and_a_spectator_only_what_is_public():
    match = doppiogioco.new("top-secret-spies", seats=4, seed=7)
    owners = [match.view(seat).as_dict()["owner"] for seat in range(4)]
    for seat, row in enumerate(owners):
        assert row.count(seat) == 1 and set(row) == {seat, -2}
    assert set(match.view().as_dict()["owner"]) == {-2}
    with pytest.raises(NotWaiting):
        match.view(4)


def test_heard_answers_hide_what_was_not_heard():
    match = doppiogioco.new("top-secret-spies", seats=4, seed=7)
    deals = [given for given in match.heard(2) if given.seat == CHANCE][1:5]
    assert sorted(given.answer == -2 for given in deals) == [False, True, True, True]
    assert len(match.heard(2)) == len(match.heard()) == len(match.history)


def test_reprs_tell_what_they_are():
    match = doppiogioco.new("secrets", seats=4, seed=1)
    assert repr(match).startswith("<secrets, 4 seats")
    assert "as seat 1 sees it" in repr(match.view(1))
    assert repr(match.legal(match.waiting[0])[0]).startswith("Answer(")


def test_looking_ahead_plays_nothing_and_deals_nothing():
    match = doppiogioco.new("top-secret-spies", seats=3, seed=2)
    seat = match.waiting[0]
    while match.view().ask != match.game.rules.Ask.STEP:
        match.play(seat, match.legal(seat)[-1])
        seat = match.waiting[0]
    before, points = snapshot(match), match.view().points
    ahead = match.ahead(seat, *[0] * points)
    assert ahead.view(seat).at[0] == (match.view(seat).at[0] + points) % 12
    assert ahead.waiting == () and not ahead.over, "the table would roll now, and does not"
    assert match.ahead(seat).view(seat) == match.view(seat)
    assert match.check(seat, *["Perry"] * points) == [1] * points
    with pytest.raises(NotWaiting):
        match.ahead(seat, *[0] * (points + 1))
    assert snapshot(match) == before


def test_the_second_partner_is_too_late():
    """Partners agree by the first answer; one meant for that question is not taken for the next one."""
    match = doppiogioco.new("agent-avenue", 4, seed=3)
    one, other = match.waiting
    asked = len(match.history)
    match.play(one, other, after=asked)
    assert match.waiting == (other,)
    with pytest.raises(StaleAnswer):
        match.play(other, 0, after=asked)


def test_a_match_and_a_view_speak_when_printed() -> None:
    match = doppiogioco.new("secrets", 4, seed=1, names=["Anna", "Bob", "Carla", "Dino"])
    assert str(match).endswith(match.question())
    assert "Anna" in str(match)
    assert str(match.view(0)) == match.view(0).text("en") != match.view(0).text("it")


def test_everything_is_the_table_with_nothing_hidden() -> None:
    match = doppiogioco.new("secrets", 4, seed=1)
    assert HIDDEN in match.view().vector
    assert HIDDEN not in match.everything().vector
    seen = match.view(2)
    assert all(mine in (HIDDEN, true) for mine, true in zip(seen.token, match.everything().token, strict=True))
    match.everything().vector.clear()  # a copy: nobody can change the table by it
    assert match.view(2) == seen


def test_errors_and_verify_are_at_the_top() -> None:
    match = doppiogioco.new("secrets", 4, seed=1)
    with pytest.raises(doppiogioco.NotWaiting):
        match.play((match.waiting[0] + 1) % 4, 0)
    with pytest.raises(doppiogioco.BadRecord):
        doppiogioco.verify(match.record())
