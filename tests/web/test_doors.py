"""Doors that must stay shut, each held by a test, and each test by mutants that break its door open.

Bots are handed what their seat sees. A replay shows what was seen then. Nobody is told what is not saved. Of two
writers one is refused.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import doppiogioco
from doppiogioco.bots import seating
from doppiogioco.bots.chance import RandomBot
from doppiogioco.engine.game import Setup, find, label
from doppiogioco.engine.match import Match, replay
from doppiogioco.research.finished import played
from doppiogioco.research.mcp import HomeTable
from doppiogioco.research.text import Table as TextTable
from doppiogioco.store import Row, Store
from doppiogioco.terminal import Screen
from doppiogioco.terminal import Table as TerminalTable
from doppiogioco.web import house as houses
from doppiogioco.web.house import House, Watchers
from doppiogioco.web.pages import TablePage
from doppiogioco.web.replay import ReplayPage
from doppiogioco.web.table import Refused, Table

from .asking import Asking
from .mutants import mutate
from .serving import run
from .test_house import at_home, until
from .test_two_worlds import HTML, T, table_of

# Bots ---------------------------------------------------------------------------------------------------------------

PLAYED: list[Setup] = [
    ("agent-avenue", 4, {"advanced": True}),
    ("secrets", 5, {}),
    ("spies-and-lies", 4, {}),
    ("spywhere", 3, {}),
    ("top-secret-spies", 3, {"top-secret": True, "dossier": True}),
]


class Handed:
    """What every bot was handed when it had to choose, by how many answers it had heard of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by_moment: dict[int, tuple[object, ...]] = {}
        honest = RandomBot.choose

        def choose(bot: RandomBot, view: Any, heard: Any, legal: Any, **more: Any) -> Any:
            assert not more, "a bot is handed three things"
            self.by_moment[len(heard)] = view.seat, view.vector, [*heard], [(int(a), str(a)) for a in legal]
            return honest(bot, view, heard, legal)

        monkeypatch.setattr(RandomBot, "choose", choose)

    def check(self, match: Match, people: tuple[int, ...] = ()) -> None:
        """Held against the match, played again: what the seat saw that answered then, and nothing else."""
        record, asked = match.record(with_seed=True), 0
        for moment, given in enumerate(match.history):
            if given.seat >= match.seats or given.seat in people:
                continue
            then, seat = replay(record, upto=moment), given.seat
            legal = [(int(a), str(a)) for a in then.legal(seat)]
            expected = seat, then.view(seat).vector, then.heard(seat), legal
            assert self.by_moment[moment] == expected, f"what was the bot of seat {seat} handed at answer {moment}?"
            asked += 1
        assert asked > 5


def in_the_house(setup: Setup, tmp_path: Path) -> Match:
    async def play(house: House) -> Match:
        table = await house.open(*setup, seed="bots")
        await house.do(table, table.check_start)
        await until(lambda: table.stage == "over")
        return table.playing()

    found: Match = at_home(tmp_path / "tables.db", play)
    return found


def in_the_terminal(setup: Setup, tmp_path: Path) -> Match:
    match = doppiogioco.new(*setup, seed="bots")
    TerminalTable(match, (), "en").play()
    return match


def with_a_model(setup: Setup, tmp_path: Path) -> Match:
    """A model has a seat: it plays by chance, the bots at the others see to the rest."""
    table, chance = TextTable(setup[0], setup[1], setup[2], "bots"), random.Random(1)
    home = HomeTable(table, 0)
    while not table.match.over:
        home.answer(int(chance.choice(table.match.legal(0))) if False else table.match.legal(0)[0].text)
    return table.match


def for_research(setup: Setup, tmp_path: Path) -> Match:
    return next(played(*setup, seed="bots")).match


HOSTS = {"house": in_the_house, "terminal": in_the_terminal, "research": for_research}


@pytest.mark.parametrize("setup", PLAYED, ids=label)
@pytest.mark.parametrize("host", HOSTS)
def test_a_bot_is_handed_what_its_seat_sees(host: str, setup: Setup, tmp_path: Path, monkeypatch: Any) -> None:
    handed = Handed(monkeypatch)
    handed.check(HOSTS[host](setup, tmp_path))
