"""Tempers: each bot is somebody, and nobody plays worse for it."""

from __future__ import annotations

import pytest

from doppiogioco.bots.tempers import CAST, EVEN, NEAR, TEMPERS, leaning, temper, temper_of
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.tables.names import BOT_NAMES


def test_every_bot_has_a_temper_that_goes_with_its_name() -> None:
    assert set(CAST) == set(BOT_NAMES)
    assert set(CAST.values()) == set(TEMPERS)
    assert all(temper_of(name) == temper_of(name) in TEMPERS for name in ("Volpe", "Mario", "Ada", ""))
    assert temper("") is EVEN
    for language in LANGUAGES:
        assert len({Voice(language)(one.name) for one in (EVEN, *TEMPERS.values())}) == len(TEMPERS) + 1


@pytest.mark.parametrize("lean", [one.lean for one in TEMPERS.values()])
def test_only_answers_that_are_as_good_as_the_best_change_hands(lean: float) -> None:
    tickets, wins, appeals = [1000, 900, 300, 0, 20], [0.50, 0.50 - NEAR / 2, 0.40, 0.9, None], [0, 30, 90, 90, 90]
    leant = leaning(tickets, wins, appeals, lean)
    assert leant[2:] == tickets[2:], "what is clearly worse, forbidden or was not tried stays as it was"
    assert abs(sum(leant) - sum(tickets)) <= 1
    assert (leant[1] > leant[0]) == (lean > 0)
    assert (leant == tickets) == (lean == 0)


def test_the_bold_take_what_tempts_and_the_cautious_what_does_not() -> None:
    even, tempting = [500, 500], [0.0, 20.0]
    bold, cautious = (leaning(even, [0.6, 0.6], tempting, TEMPERS[name].lean) for name in ("bold", "cautious"))
    assert bold[1] > 800
    assert cautious[0] > 800
    assert leaning([3, 1], [None, None], tempting, 1.0) == [3, 1]
