"""The two-world law on what a page shows between two tables, in every set-up: beats, memory, goal, effects."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import doppiogioco
from doppiogioco.doors.pairs import apart, copied, played_on
from doppiogioco.doors.world import table_of
from doppiogioco.engine.game import Setup, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.tables.tables import Watchers
from doppiogioco.web.pages import TablePage


def told(match: Match, seat: int | None, language: str, since: int) -> list[object]:
    """All that this page adds to the table and its log."""
    tables: Any = SimpleNamespace(watchers=lambda _, watchers=Watchers(): watchers)  # noqa: B008
    page = TablePage(tables, table_of(match, "t"), seat, language)
    page.lines()
    return [
        [(beat.text, beat.held, beat.board and str(beat.board.facing(page.side))) for beat in page.beats(since)],
        page.since,
        page.to_look_at,
        page.memory,
        page.goal,
        page.facing,
        page.buttons,
    ]


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=label)
def test_moments_memory_and_effects_are_the_same_in_two_worlds(setup: Setup) -> None:
    for listener in (0, setup[1] - 1, SPECTATOR):
        seat = None if listener == SPECTATOR else listener
        pair = apart(setup, listener)
        ahead = [copied(match) for match in pair]
        for match in ahead:
            for language in LANGUAGES:
                match.log(seat, language)  # somebody looks on
        since = len(ahead[0].history)
        for here, there in zip(*played_on(pair, listener), strict=True):
            ahead[0].give(*here)
            ahead[1].give(*there)
        for language in LANGUAGES:
            here, there = (told(match, seat, language, since) for match in ahead)
            assert here == there
