"""Tempers: each bot is somebody, and nobody plays worse for it."""

from __future__ import annotations

import pytest

from doppiogioco.bots.tempers import CAST, EVEN, NEAR, TEMPERS, dealt_out, near_best, temper, temper_of
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.tables.names import BOT_NAMES


def test_every_bot_has_a_temper_that_goes_with_its_name() -> None:
    assert set(CAST) == set(BOT_NAMES)
    assert set(CAST.values()) == set(TEMPERS)
    assert all(temper_of(name) == temper_of(name) in TEMPERS for name in ("Volpe", "Mario", "Ada", ""))
    assert temper("") is EVEN
    for language in LANGUAGES:
        assert len({Voice(language)(one.name) for one in (EVEN, *TEMPERS.values())}) == len(TEMPERS) + 1


def test_only_answers_that_are_as_good_as_the_best_change_hands() -> None:
    tickets, wins = [1000, 900, 300, 0, 20], [0.50, 0.50 - NEAR / 2, 0.40, 0.9, None]
    near = near_best(tickets, wins)
    assert near == [0, 1], "what is clearly worse, forbidden or was not tried stays as it was"
    assert near_best([3, 1], [None, None]) == []
    dealt = dealt_out(tickets, {0: 0.0, 1: 2.0})
    assert dealt[2:] == tickets[2:]
    assert abs(sum(dealt) - sum(tickets)) <= 1
    assert dealt[1] > tickets[1]
    assert dealt_out(tickets, {0: 1.0, 1: 1.0}) == tickets == dealt_out(tickets, {})


def test_the_bold_take_what_tempts_and_the_cautious_what_does_not() -> None:
    bold, cautious = ([TEMPERS[name].pull(appeal, 0.5) for appeal in (0.0, 20.0)] for name in ("bold", "cautious"))
    assert dealt_out([500, 500], dict(enumerate(bold)))[1] > 800
    assert dealt_out([500, 500], dict(enumerate(cautious)))[0] > 800


@pytest.mark.parametrize("name", ["", *TEMPERS])
def test_what_gives_less_away_is_preferred_by_all_but_the_bold(name: str) -> None:
    tells, hides = (temper(name).pull(0.0, sure) for sure in (0.9, 0.2))
    assert (hides > tells) == (name != "bold")
    assert temper("sly").hides == max(one.hides for one in TEMPERS.values())
