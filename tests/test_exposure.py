"""How far a table could be read by who only watched it."""

from __future__ import annotations

import pytest

import doppiogioco
from doppiogioco.bots import Judge
from doppiogioco.bots.exposure import READ, Exposure, Watched, found_out, has_identities, to_watch, watch
from doppiogioco.bots.workers import Workers, usual_bystander
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay
from doppiogioco.engine.state import CHANCE, HIDDEN, NOBODY

WITH_IDENTITIES = ["secrets", "spywhere", "top-secret-spies"]


def played(game: str, seats: int, seed: int = 5, **options: bool) -> Match:
    """A match of players who judge at a glance, each with a temper of their own."""
    match = doppiogioco.new(game, seats, options, seed=seed)
    players = [Judge(f"{seed} {seat}", temper=1.0 + seat) for seat in range(seats)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, players[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
    return match


def test_in_some_games_players_hide_who_they_are() -> None:
    assert all(has_identities(find(game)) for game in WITH_IDENTITIES)
    assert not has_identities(find("agent-avenue"))


@pytest.mark.parametrize("game", WITH_IDENTITIES)
def test_what_there_is_to_find_out_is_what_was_so_at_every_moment(game: str) -> None:
    match = played(game, 4)
    watched = to_watch(match)
    assert {secret.seat for secret in watched.secrets} == {0, 1, 2, 3}
    assert [given.seat for given in match.history[: watched.dealt]] == [CHANCE] * watched.dealt
    assert match.history[watched.dealt].seat != CHANCE
    assert list(watched.heard) == [tuple(given) for given in match.heard(None)]
    assert HIDDEN in [answer for _, answer in watched.heard[: watched.dealt]], "a bystander does not see the deal"
    for upto in range(watched.dealt, len(match.history) + 1, 7):
        view = replay(match.record(), upto=upto).everything()
        for secret in watched.secrets:
            place = match.game.state.offset(secret.name, secret.at)
            assert secret.held[upto - watched.dealt] == view.vector[place]


def test_a_token_that_is_swapped_is_another_secret_from_then_on() -> None:
    seeds = iter(range(50))
    while True:
        watched = to_watch(played("secrets", 5, next(seeds)))
        if any(len(set(secret.held)) > 1 for secret in watched.secrets):
            break
    assert all(NOBODY not in secret.held for secret in watched.secrets)


def test_before_the_end_nobody_is_told() -> None:
    with pytest.raises(AssertionError):
        to_watch(doppiogioco.new("secrets", 4, seed=1))


@pytest.mark.parametrize(
    ("course", "since"),
    [([1.0, 1.0], 0), ([0.2, READ, 1.0], 1), ([0.2, 0.95, 0.5, 0.91], 3), ([0.2, 0.95, 0.5], None), ([], None)],
)
def test_who_is_found_out_stays_so(course: list[float], since: int | None) -> None:
    assert found_out(course) == since


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_a_bystander_begins_with_even_odds_and_reads_who_plays_for_themselves() -> None:
    match = played("top-secret-spies", 3, seed=4)
    watched = to_watch(match)
    found = watch(watched)
    assert isinstance(found, Exposure)
    assert {len(course) for course in found.courses} == {len(match.history) - watched.dealt + 1}
    assert [course[0] for course in found.courses] == pytest.approx([1 / 6] * 3)  # of six agents
    assert all(0 <= odds <= 1 for course in found.courses for odds in course)
    assert found.courses[0][-1] > READ, "the keenest of them gives itself away"
    names = {(reason.name, reason.at, reason.value) for reason in found.reasons}
    assert names <= {(secret.name, secret.at, secret.held[-1]) for secret in watched.secrets}
    assert names


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_what_a_bystander_holds_likely_does_not_depend_on_what_is_so() -> None:
    """The same was heard: if somebody else had the agent, just that would have looked as likely."""
    watched = to_watch(played("top-secret-spies", 3, seed=4))
    odds = []
    for owner in (*range(3), NOBODY):
        secrets = [secret._replace(held=(owner,) * len(secret.held)) for secret in watched.secrets]
        odds.append(watch(watched._replace(secrets=tuple(secrets))).courses)
    for of_each in zip(*odds, strict=True):
        assert [sum(one) for one in zip(*of_each, strict=True)] == pytest.approx([1.0] * len(of_each[0]))


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_who_loses_the_thread_says_how_far_they_came() -> None:
    watched = to_watch(played("top-secret-spies", 3, seed=4))
    later = len(watched.heard) // 2
    while watched.heard[later][0] == CHANCE:
        later += 1
    seat, _ = watched.heard[later]
    impossible = (*watched.heard[:later], ((seat + 1) % 3, 0), *watched.heard[later + 1 :])
    found = watch(Watched(*watched[:3], impossible, *watched[4:]))
    assert {len(course) for course in found.courses} == {later - watched.dealt + 1}


@pytest.mark.xdist_group("thinking top-secret-spies")
def test_it_is_worked_out_in_a_process_of_its_own() -> None:
    watched = to_watch(played("top-secret-spies", 3, seed=4))
    assert usual_bystander(watched) is None, "where tests put other bots at the tables, nobody thinks"
    workers = Workers(1)
    try:
        assert workers.watch(watched) == watch(watched)
    finally:
        workers.close()
