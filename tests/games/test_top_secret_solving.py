"""What bots write into a dossier: the entries of which most are expected to be right (9.3, 9.4)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import doppiogioco
from doppiogioco.arena import Contest, game_of
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.thinker import Thinker
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.games.top_secret_spies.cards import COLOURS, DOSSIER_AT
from doppiogioco.games.top_secret_spies.solving import right_entries, solve
from doppiogioco.games.top_secret_spies.state import Ask

ANNA, BRUNO, CARLA = range(3)
ALWAYS = {"effort": 1, "in_time": lambda: True}


def writing(*own: int) -> Match:
    """Three players before their dossiers; Anna, Bruno and Carla have these agents, and Anna writes first."""
    match = doppiogioco.new("top-secret-spies", 3, {"dossier": True}, seed=1)
    owner = [own.index(agent) if agent in own else NOBODY for agent in range(COLOURS)]
    dossier = {seat: [seat if agent == own[seat] else NOBODY for agent in range(COLOURS)] for seat in range(3)}
    cells = {"owner": owner, "dossier": dossier, "ask": Ask.ENTRY, "filed": 1, "score": {0: DOSSIER_AT}}
    return match.position(**cells)


def believing(*worlds: tuple[dict[int, int], float]) -> Any:
    """Beliefs in worlds, each by who has which agent, and its odds."""
    owners = [[owner.get(agent, NOBODY) for agent in range(COLOURS)] for owner, _ in worlds]
    return SimpleNamespace(states={"owner": np.array(owners)}, odds=np.array([odds for _, odds in worlds]))


def chosen(match: Match, beliefs: Any) -> list[int]:
    """The agents that may be written for the next opponent as well as any other."""
    legal = match.legal(ANNA)
    found = solve(match.view(ANNA), match.heard(ANNA), beliefs, legal, **ALWAYS)
    assert found and found[1] is None, "a search tells the chance to win"
    return [int(agent) for agent, often in zip(legal, found[0], strict=True) if often]


@pytest.mark.clause("9.3")
def test_who_is_surest_of_an_agent_leaves_it_to_the_opponent_who_needs_it() -> None:
    """Agent 1 is likelier to be Bruno's than any other, but it is Carla's only likely one."""
    match = writing(0, 1, 2)
    beliefs = believing(
        ({1: BRUNO, 3: CARLA}, 0.10), ({1: BRUNO, 4: CARLA}, 0.10), ({1: BRUNO, 5: CARLA}, 0.18),
        ({2: BRUNO, 1: CARLA}, 0.35), ({1: CARLA, 3: BRUNO}, 0.27),
    )  # fmt: skip
    assert chosen(match, beliefs) == [2]
    match.play(ANNA, 2)
    assert chosen(match, beliefs) == [1]


@pytest.mark.clause("9.4")
def test_a_dash_that_would_be_right_is_not_given_away() -> None:
    """Agents 1 and 2 are Bruno's with the same odds, but 2 is surely not Carla's, so a dash there is the likelier."""
    match = writing(0, 1, 3)
    beliefs = believing(({1: BRUNO, 2: CARLA}, 0.4), ({2: BRUNO, 1: CARLA}, 0.2), ({2: BRUNO, 3: CARLA}, 0.4))
    values = dict(
        zip(map(int, match.legal(ANNA)), right_entries(match.view(ANNA), beliefs, match.legal(ANNA)), strict=True)
    )
    # Bruno 2, Carla 3: 0.6 - 0 and 0.4 - 0.6 are free; Bruno 1, Carla 2: 0.4 - 0.4 and 0.4 - 0.
    assert values[2] == pytest.approx(0.6 + max(0.2 - 0.4, 0.4 - 0.6))
    assert values[1] == pytest.approx((0.4 - 0.4) + (0.4 - 0.0))
    assert chosen(match, beliefs) == [1, 2]


def test_what_is_as_good_is_left_to_a_lot() -> None:
    match = writing(0, 1, 2)
    agents = [*map(int, match.legal(ANNA))]
    assert len(agents) == 5
    assert chosen(match, believing(*(({agent: BRUNO}, 0.2) for agent in agents))) == agents


def test_other_questions_are_searched() -> None:
    match = doppiogioco.new("top-secret-spies", 3, {"dossier": True}, seed=1)
    seat = match.waiting[0]
    assert solve(match.view(seat), match.heard(seat), None, match.legal(seat), **ALWAYS) is None


def test_a_bot_names_as_its_beliefs_say_and_the_arena_counts_it() -> None:
    """Of four players with few tries, all that they name in one game; by chance it would be one in six."""
    contest = Contest("top-secret-spies", 4, (("top-secret", False), ("dossier", True)), "medium", "medium", True)
    right = game_of(contest, 0, (0,)).right
    assert right is not None and right >= 2 / 3
    without = contest._replace(options=(("top-secret", False), ("dossier", False)), challenger="easy", opponents="easy")
    assert game_of(without, 0, (0,)).right is None


def test_the_decision_says_how_the_game_stands_and_not_what_each_entry_would_change() -> None:
    match = doppiogioco.new("top-secret-spies", 3, {"dossier": True}, seed=2)
    bots = [Thinker(seat, budget=Budget(worlds=50, tries=40)) for seat in range(3)]
    while not match.over:
        seat = match.waiting[0]
        made = bots[seat].consider(match.view(seat), match.heard(seat), match.legal(seat))
        if match.view(seat).ask == Ask.ENTRY:
            assert made.wins == {}
            assert made.win is not None and 0 <= made.win <= 1
            assert made.tries == 40
            values = right_entries(match.view(seat), made.beliefs, match.legal(seat))
            assert values[match.legal(seat).index(made.answer)] == pytest.approx(max(values))
            break
        match.play(seat, made.answer)
    else:
        pytest.fail("no dossier was written")
