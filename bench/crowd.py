"""What a crowd costs one server: live connections by the thousand, and many games that are watched to their end.

Moves come at a steady rate, whether the server keeps up or not, each at a table that waits for one. So what is told is
how long people wait, and not how long a server can take that sets the pace itself.
"""

from __future__ import annotations

import asyncio
import random
import resource
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.table import Table

from .process import Program, on_core
from .report import shown, verdict
from .screens import Party, new_loop
from .server import GAME, SEATS, gone, seated, started

MOST_MEMORY = 40.0  # the bars: kilobytes for each live connection, with its share of the table,
SLOWEST = 50.0  # milliseconds until a move is on every screen of its table, in 99 of 100 cases,
MOST_KEPT = 1.2  # and times the memory at first, when every watched game is over and everybody has gone
AT_ONCE = 50  # watched games
SETTLED = 95.0  # seconds until tables that have ended have left the memory


def main(tables: int = 1_000, rate: float = 100.0, seconds: float = 20.0, watched: int = 1_000) -> None:
    """Measure everything and print it."""
    more_files()
    table = Table("one server", "measured", "bar", "", title="A crowd")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.enter_context(on_core(1))
        runner = stack.enter_context(asyncio.Runner(loop_factory=new_loop()))
        with started(folder / "crowd.db") as server:
            runner.run(crowded(table, server, tables, rate, seconds))
        with started(folder / "watched.db") as server:
            runner.run(watched_to_the_end(table, server, watched))
    Console().print(table)


def more_files() -> None:
    """Let this process, and the server it starts, have as many connections as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def crowded(table: Table, server: Program, tables: int, rate: float, seconds: float) -> None:
    """So many tables with a live connection for each seat, and moves at a rate."""
    port = server.port()
    parties = [Party(port, GAME, SEATS) for _ in range(tables)]
    await parties[0].open()  # what a first table needs is no part of what each needs
    before = server.memory()
    await seated(parties[1:])
    after, live = server.memory(), (tables - 1) * SEATS
    used, start = server.processor(), time.perf_counter()
    took = await at_a_rate(parties, rate, seconds)
    lasted, used = time.perf_counter() - start, server.processor() - used
    cut = sum(party.cut for party in parties)
    await gone(parties)
    if before is not None and after is not None:
        each = 1_000 * (after - before) / live
        row = (f"{each:.0f} KB", f"≤ {MOST_MEMORY:g} KB", verdict(each <= MOST_MEMORY))
        table.add_row(f"memory for each of {live + SEATS:,} live connections at {tables:,} tables", *row)
        table.add_row("memory of the server with all of them", f"{after:.0f} MB", "", "")
    table.add_row("live connections that the server has cut", f"{cut}", "none", verdict(cut == 0))
    late = 1_000 * quantiles(took, n=100)[98]
    row = (f"{late:.0f} ms", f"≤ {SLOWEST:g} ms", verdict(late <= SLOWEST))
    table.add_row(f"a move to all {SEATS} screens at {rate:g} moves/s, 99 of 100", *row)
    table.add_row("the same, the median", f"{1_000 * median(took):.0f} ms", "", "")
    table.add_row("moves that were made", f"{len(took) / lasted:.0f}/s", "", "")
    table.add_row("processor of the server", f"{used / lasted:.0%} of a core", "", "")


async def at_a_rate(parties: Sequence[Party], rate: float, seconds: float) -> list[float]:
    """Moves at tables that wait for one, so many a second; the seconds until each was on every screen. A table that has
    lost a connection is left alone: `cut` counts it."""
    chance, idle, begun = random.Random(1), list(parties), list[asyncio.Task[list[float]]]()
    start = time.perf_counter()

    async def move(party: Party) -> list[float]:
        try:
            took = await party.move()
            if party.over:
                await party.again()
        except ConnectionError:
            if not party.cut:
                raise
            return []
        idle.append(party)
        return [took]

    for number in shown(range(int(rate * seconds)), "moves"):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        if idle:
            begun.append(asyncio.create_task(move(idle.pop(chance.randrange(len(idle))))))
    return [took for found in await asyncio.gather(*begun) for took in found]


async def watched_to_the_end(table: Table, server: Program, games: int) -> None:
    """Games that are played to their end with every seat looking on, some at once; the memory before and after."""
    port = server.port()
    parties = [Party(port, GAME, SEATS) for _ in range(AT_ONCE)]
    await to_the_end(parties)  # the first of them warm everything up
    before = await at_rest(server)
    most = before
    for _ in shown(range(games // AT_ONCE), "watched games"):
        await to_the_end(parties)
        most = max(most, server.memory() or 0.0)
    after = await at_rest(server)
    kept = after / before if before else 0.0
    row = (f"{before:.0f} → {after:.0f} MB", f"≤ {MOST_KEPT:g} ×", verdict(kept <= MOST_KEPT))
    table.add_row(f"memory before and after {games // AT_ONCE * AT_ONCE:,} watched games", *row)
    table.add_row("the most meanwhile", f"{most:.0f} MB", "", "")


async def to_the_end(parties: Sequence[Party]) -> None:
    """Everybody sits down, plays a game to its end and goes."""

    async def one(party: Party) -> None:
        await party.open()
        while not party.over:
            await party.move()

    await asyncio.gather(*map(one, parties))
    await gone(parties)


async def at_rest(server: Program) -> float:
    """The memory of a server from which everybody has gone."""
    await asyncio.sleep(SETTLED)
    return server.memory() or 0.0
