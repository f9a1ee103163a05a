"""Bots against bots: equal deals, shares of wins with their intervals, and the league they meet."""

import math
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.arena import BEGUN, ENDED, LEAGUE, Contest, Played, Result, contender, on_a_page, play
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.seating import asked
from doppiogioco.bots.thinker import Thinker
from doppiogioco.bots.thinking import new_tree
from doppiogioco.cli import app
from doppiogioco.engine.game import find


def test_the_arena_is_the_same_with_more_workers_and_fair_to_equals():
    contest = Contest("secrets", 4, (), "greedy", "greedy")
    alone, together = (list(play(contest, 6, workers=workers)) for workers in (1, 2))
    assert alone == together
    assert list(play(contest, 2, first=4)) == alone[4:]
    result = Result(contest, tuple(alone))
    assert result.mean.fair == 0.25
    assert result.as_dict()["games"] == 24


def test_partners_play_together_in_the_arena():
    result = Result(contest := Contest("spies-and-lies", 4, (), "greedy", "random"), tuple(play(contest, 6)))
    assert result.mean.fair == 0.5
    assert result.mean.share > 0.5
    assert result.rating > 0
    assert result.games == 12, "from the seat of a partner it would be the same game once more"
    assert result.as_dict()["games"] == 12


def test_all_won_or_lost_still_has_a_rating():
    contest = Contest("agent-avenue", 2, (), "greedy", "random")
    for share, sign in ((1.0, 1), (0.0, -1)):
        rating = Result(contest, (Played(share, 0.5, share),) * 3).rating
        assert math.isfinite(rating)
        assert math.copysign(1, rating) == sign


@pytest.mark.xdist_group("thinking secrets")
def test_the_logic_bot_deduces_tells_the_truth_and_is_for_secrets():
    """It is better than who judges at a glance, and what it says about an offer is so."""
    result = Result(contest := Contest("secrets", 5, (), "logic", "greedy"), tuple(play(contest, 5)))
    assert result.mean.share > result.mean.fair
    match = doppiogioco.new("secrets", 5, seed=4)
    bots = [contender("secrets", "logic", f"seat {seat}") for seat in range(5)]
    claims = 0
    while not match.over:
        seat = match.waiting[0]
        view, answer = match.view(seat), asked(bots[seat], match, seat)()
        if find("secrets").rules.Ask(view.ask).name == "CLAIM":
            assert answer == view.offer
            claims += 1
        match.play(seat, answer)
    assert claims
    with pytest.raises(doppiogioco.DoppiogiocoError, match="there is no bot 'logic' for spywhere"):
        contender("spywhere", "logic", "seed")


@pytest.mark.xdist_group("thinking secrets")
def test_a_patient_contest_does_not_depend_on_time(monkeypatch):
    """However slow the clock makes a machine look, the same games are played."""
    monkeypatch.setattr("doppiogioco.arena.LEAGUE", {"uniform": Budget(worlds=60, tries=400, seconds=0, reads=False)})
    seen = {}
    for patient in (True, False):
        player = contender("secrets", "uniform", "seed", patient=patient)
        match = doppiogioco.new("secrets", 4, seed=1)
        seat = match.waiting[0]
        made = player.consider(match.view(seat), match.heard(seat), match.legal(seat))
        seen[patient] = made.wins
    assert seen[True] != seen[False], "one of them had no time"
    contest = Contest("secrets", 4, (), "uniform", "greedy", patient=True)
    assert list(play(contest, 2)) == list(play(contest, 2))


def test_shares_and_wins_have_intervals_of_their_own():
    """Of 0 and 1 the mean varies by the root of one half, over the root of two deals."""
    contest = Contest("secrets", 5, (), "hard", "easy")
    result = Result(contest, (Played(0.5, 0.2, 1.0), Played(0.5, 0.2, 0.0)))
    assert (result.error, result.won_error) == (0.0, pytest.approx(1.96 * math.sqrt(0.5 / 2)))
    assert Result(contest, (Played(0.5, 0.2, 1.0),)).won_error == math.inf


def test_results_go_into_the_table_of_a_page():
    def result(challenger, opponents, share):
        contest = Contest("secrets", 5, (), challenger, opponents)
        return Result(contest, (Played(share, 0.2, share),) * 3)

    empty = f"before\n{BEGUN}\n| game | challenger | opponents |\n|---|---|---|\n{ENDED}\nafter\n"
    page = on_a_page(empty, [result("hard", "medium", 0.5), result("hard", "greedy", 0.4)])
    page = on_a_page(page, [result("medium", "easy", 0.3), result("hard", "medium", 0.6)])
    rows = [line for line in page.splitlines() if line.startswith("| Secrets")]
    assert [row.split("|")[2:4] for row in rows] == [
        [" hard ", " greedy "],
        [" medium ", " easy "],
        [" hard ", " medium "],
    ]
    assert "60.0% ± 0.0%" in rows[2]
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    with pytest.raises(doppiogioco.DoppiogiocoError, match="no table of the arena"):
        on_a_page("nothing", [])


def test_the_arena_crosses_everybody_and_writes_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"{BEGUN}\n| game | challenger | opponents |\n|---|---|---|\n{ENDED}\n", encoding="utf-8")
    words = ["arena", "secrets", "--seats", "4", "--cross", "greedy", "--cross", "random", "--deals", "2", "--patient"]
    found = CliRunner().invoke(app, [*words, "--page", str(page)])
    assert found.exit_code == 0, found.output
    table = [line for line in found.stdout.splitlines() if line.startswith("│")]
    assert [line.count("%") for line in table] == [1, 1], "nobody plays against themselves"
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| Secrets, 4 seats")]
    assert [row.split("|")[2:4] for row in rows] == [[" random ", " greedy "], [" greedy ", " random "]]
    assert all(row.endswith("| tries |") for row in rows)


# The league ---------------------------------------------------------------------------------------------------------


@pytest.mark.xdist_group("thinking agent-avenue")
def test_who_is_measured_may_try_another_number_of_games():
    match = doppiogioco.new("agent-avenue", 2, seed="tries")
    seat = match.waiting[0]
    made = contender("agent-avenue", "plain:70", "").consider(match.view(seat), match.heard(seat), match.legal(seat))
    assert made.tries == 70
    for wrong in ("greedy:5", "logic:5", "hard:0", "hard:some", "nobody:5"):
        with pytest.raises(doppiogioco.DoppiogiocoError):
            contender("secrets", wrong, "")


@pytest.mark.xdist_group("thinking top-secret-spies")
@pytest.mark.parametrize(
    ("kind", "one_node", "alike"),
    [("uniform", False, False), ("earlier", False, False), ("flat", True, False), ("plain", False, True)],
)
def test_what_peers_of_the_league_do_without(monkeypatch, kind, one_node, alike):
    """`flat` has no tree beyond its own answers, and to `plain` they are all alike at first."""
    trees = []

    def kept(tries):
        trees.append(new_tree(tries))
        return trees[-1]

    monkeypatch.setattr("doppiogioco.bots.thinker.new_tree", kept)
    match = doppiogioco.new("top-secret-spies", 2, seed="league")
    seat = match.waiting[0]
    player = Thinker("peer", budget=replace(LEAGUE[kind], tries=200, seconds=math.inf))
    made = player.consider(match.view(seat), match.heard(seat), match.legal(seat))
    assert made.tries == 200
    assert (trees[0].used[0] == 1) == one_node
    first_guesses = trees[0].prior[: trees[0].many[0]]
    assert (max(first_guesses) - min(first_guesses) < 1e-6) == alike
