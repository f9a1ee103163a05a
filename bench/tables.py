"""What a server costs that has many tables left in play: its start, its home page, its memory.

Nobody has come back to these games. They wait for a person, as most games that are left do, and the youngest of them
fill the lists of the home page.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table
from sqlalchemy import text

from doppiogioco.bots.chance import RandomBot
from doppiogioco.store import Store
from doppiogioco.tables.table import PLAYING_KEPT
from doppiogioco.tables.tables import Tables

from .process import Program, on_core, our_server
from .report import verdict
from .screens import HOST

GAME, SEATS = "secrets", 4
SLOWEST_START = 3.0  # the bars: seconds until the server answers,
SLOWEST_HOME = 50.0  # milliseconds of its home page,
MOST_MEMORY = 200.0  # megabytes after that
LOOKS = 21
APART = 17.0  # seconds between two games that were left

EVENTS = text("""
    INSERT INTO event (table_id, number, kind, data, at)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
    SELECT 'left' || i, number, kind, data, at - i * :apart FROM event, n WHERE table_id = :model
""")
ENTRIES = text("""
    INSERT INTO entry (table_id, game, stage, listed, at, number, due)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
    SELECT 'left' || i, game, stage, listed, at - i * :apart, number, at - i * :apart + :kept FROM entry, n
    WHERE table_id = :model
""")


def main(count: int = 100_000, database: str = "") -> None:
    """Leave so many tables, in a new file or an empty database, then measure a server on it and print it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        where = database or str(Path(folder) / "tables.db")
        asyncio.run(leave(where, count))
        stack.enter_context(on_core(1))
        with started(str(Path(folder) / "none.db")) as (_, _, without):
            pass
        server, port, start = stack.enter_context(started(where))
        looks = [look(port) for _ in range(LOOKS)]
        memory = server.memory()
    table = Table("many tables", "measured", "bar", "", title=f"{count:,} tables left in play")
    quick = start.seconds <= SLOWEST_START
    table.add_row("start until it answers", f"{start.seconds:.2f} s", f"≤ {SLOWEST_START:g} s", verdict(quick))
    table.add_row("the same without any table", f"{without.seconds:.2f} s", "", "")
    table.add_row("processor time of both", f"{start.processor:.2f} s, {without.processor:.2f} s", "", "")
    table.add_row("home page, the first look", f"{looks[0]:.0f} ms", "", "")
    home = median(looks)
    table.add_row("home page", f"{home:.0f} ms", f"≤ {SLOWEST_HOME:g} ms", verdict(home <= SLOWEST_HOME))
    if memory is not None:
        table.add_row("memory after that", f"{memory:.0f} MB", f"≤ {MOST_MEMORY:g} MB", verdict(memory <= MOST_MEMORY))
    Console().print(table)


async def leave(database: str, count: int) -> None:
    """Play a game until it waits for its only person, and leave many like it."""
    store = await Store.open(database)
    tables = Tables(store, lambda seed, *_: RandomBot(seed), bot_pause=0)
    model = await tables.open(GAME, SEATS, {}, by=(0, "Anna"))
    await tables.do(model, model.check_start)
    while 0 not in model.playing().waiting or tables.busy(model.id):
        await asyncio.sleep(0.01)
    await tables.close()
    facts = {"count": count, "apart": APART, "model": model.id}
    async with store._engine.begin() as line:
        await line.execute(EVENTS, facts)
        await line.execute(ENTRIES, facts | {"kept": PLAYING_KEPT})
    await store.close()


class Start(NamedTuple):
    """What it took until a server answered; on a busy machine the processor time says more."""

    seconds: float
    processor: float


@contextmanager
def started(database: str) -> Iterator[tuple[Program, int, Start]]:
    """A server, its port, and what its start took."""
    start = time.perf_counter()
    with on_core(0):
        server = our_server(database)
    with server:
        port = server.port()
        yield server, port, Start(time.perf_counter() - start, server.processor())


def look(port: int) -> float:
    """Milliseconds until the whole home page is there."""
    start = time.perf_counter()
    with urlopen(f"http://{HOST}:{port}/") as page:
        assert "left0" in page.read().decode()
    return 1_000 * (time.perf_counter() - start)
