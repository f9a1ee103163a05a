"""The two-world law on pages and events: in worlds that a seat cannot tell apart, every byte it is sent is the same."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine import laws, secrecy
from doppiogioco.engine.game import label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.tables.people import Seat
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Watchers
from doppiogioco.web.http import live_message
from doppiogioco.web.page_cache import Piece
from doppiogioco.web.pages import TablePage

SETUPS = doppiogioco.setups()


def table_of(match: Match) -> Table:
    """A table on which this match is being played."""
    table = Table("t")
    table.game, table.options = match.game, match.options
    table.seats = [Seat(f"P{seat}", nonce="n") for seat in range(match.seats)]
    table.match = match
    return table


def pages(match: Match, listener: int) -> Iterator[object]:
    """Everything the server sends a listener: regions, JSON, live messages, and every draft of one answer."""
    seat = None if listener == SPECTATOR else listener
    watchers, table = Watchers(), table_of(match)
    tables: Any = SimpleNamespace(watchers=lambda _: watchers)
    for language in LANGUAGES:
        page = TablePage(tables, table, seat, language)
        yield live_message(page, page.regions())
        yield page.as_json()
        for button in page.buttons:
            draft = TablePage(tables, table, seat, language, page.seen.check(seat, button.value, language=language))
            yield live_message(draft, draft.regions())


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_pages_are_the_same_in_two_worlds(setup: tuple[str, int, dict[str, bool]]) -> None:
    trial = laws.random_trial(setup, 3)
    for listener in [*range(trial.seats), SPECTATOR]:
        secrecy.two_worlds_in_words(trial, listener, length=3, told=pages)


def test_a_page_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A region made from the state in place of the view breaks the law."""
    trial = laws.random_trial(("secrets", 5, {}), 4)
    honest = TablePage.region

    def leaking(self: TablePage, name: str) -> Piece:
        return Piece(str(honest(self, name)) + (str(self.table.playing()._state.token) if name == "log" else ""))

    monkeypatch.setattr(TablePage, "region", leaking)
    with pytest.raises(laws.Broken, match="two worlds"):
        secrecy.two_worlds_in_words(trial, 0, told=pages)
