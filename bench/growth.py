"""What many more players than one machine can serve would need, from what each part costs here.

Measured are the costs of a move, of hearing of a move at another process, of a live connection, of a saved event and of
a bot's answer. How busy two processes will be at a rate of moves is foretold from them, and measured as well. The rest
is arithmetic, and said to be: nobody has run it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import ceil

from rich.console import Console
from rich.table import Table

import doppiogioco
from doppiogioco.bots.levels import BUDGETS
from doppiogioco.bots.thinker import Thinker, warm
from doppiogioco.engine.game import find
from faults.cluster import Cluster

from .crowd import at_a_rate, more_files
from .process import Program, our_server, processor_of
from .screens import Party, new_loop
from .server import GAME, SEATS, gone, seated

GENTLE = 60.0  # moves a second while costs are measured
PLAYERS = (100_000, 10_000_000)  # at tables at the same time
ANSWERS_EVERY = 20.0  # seconds between two answers of a player
BOTS = 0.4  # of the seats, who think as `medium` does
AT_WORK = 0.7  # of a core: more, and people wait
HEARING = 0.2  # of a core of each process may go into hearing of the others
BUSY = 8 * 3_600  # seconds of a day at this rate
TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds


@dataclass(frozen=True)
class Costs:
    """Seconds of a processor, and bytes."""

    move: float  # of the server, with all screens of its table
    database: float  # of PostgreSQL for the same move
    heard: float  # of every other process that hears of it
    connection: float
    event: float
    answer: float  # of a bot


def main(seconds: float = 10.0, tables: int = 60) -> None:
    """Measure, foretell, check, and print it."""
    more_files()
    console = Console()
    with ExitStack() as stack:
        cluster = stack.enter_context(Cluster())
        runner = stack.enter_context(asyncio.Runner(loop_factory=new_loop()))
        address = cluster.fresh()
        servers = [stack.enter_context(our_server(address)) for _ in range(2)]
        ports = [server.port() for server in servers]
        alone = [Party(ports[0], GAME, SEATS) for _ in range(tables)]
        stack.callback(lambda: runner.run(gone(alone)))
        costs = runner.run(measured(cluster, servers, alone, seconds))
        console.print(cost_table(costs))
        rate = 0.5 * AT_WORK / (costs.move + costs.heard)  # of each process; the database and the players need theirs
        others = [Party(ports[1], GAME, SEATS) for _ in range(tables)]
        stack.callback(lambda: runner.run(gone(others)))
        console.print(runner.run(checked(servers, costs, [*alone, *others], 2 * rate, seconds)))
    console.print(need_table(costs))


# What each part costs -----------------------------------------------------------------------------------------------


async def measured(cluster: Cluster, servers: Sequence[Program], parties: Sequence[Party], seconds: float) -> Costs:
    """Play at one of two processes for a while."""
    await parties[0].open()
    before = servers[0].memory() or 0.0
    await seated(parties[1:])
    connection = 1e6 * ((servers[0].memory() or 0.0) - before) / (SEATS * (len(parties) - 1))
    await at_a_rate(parties, GENTLE, seconds / 4)  # to warm up
    size, used = cluster.size(), [server.processor() for server in servers]
    stored = processor_of(cluster.pids())
    moves = len(await at_a_rate(parties, GENTLE, seconds))  # under full load a move costs less: many are saved at once
    busy, idle = (counted(server.processor() - then) for server, then in zip(servers, used, strict=True))
    stored = counted(processor_of(cluster.pids()) - stored)
    return Costs(
        move=busy / moves,
        database=stored / moves,
        heard=idle / moves,
        connection=connection,
        event=(cluster.size() - size) / moves,
        answer=await asyncio.to_thread(bots_answer),
    )


def counted(seconds: float) -> float:
    """Time of a processor as far as the system counts it: what is less than a tick of its clock may be a whole one."""
    return max(seconds, TICK)


def bots_answer() -> float:
    """Processor seconds of an answer of a `medium` bot, the mean over the first answers of a match of every game."""
    used, count = 0.0, 0
    for game in doppiogioco.games():
        warm(game)
        match = doppiogioco.new(game, seats=find(game).usual_seats, seed="growth")
        bots = [Thinker(f"growth {seat}", budget=BUDGETS["medium"]) for seat in range(match.seats)]
        for _ in range(40):
            if match.over:
                break
            seat = match.waiting[0]
            view, heard, legal = match.view(seat), match.heard(seat), match.legal(seat)
            start = time.thread_time()
            answer = bots[seat].choose(view, heard, legal)
            used, count = used + time.thread_time() - start, count + 1
            match.play(seat, answer)
    return used / count


def cost_table(costs: Costs) -> Table:
    """The costs in a table."""
    table = Table("what", "costs", title="Measured")
    table.add_row(f"a move with {SEATS} screens, the server", f"{1e6 * costs.move:,.0f} µs")
    table.add_row("the same, PostgreSQL", f"{1e6 * costs.database:,.0f} µs")
    table.add_row("hearing of it at another process", f"{1e6 * costs.heard:,.0f} µs")
    table.add_row("a live connection, with its share of the table", f"{costs.connection / 1e3:,.0f} KB")
    table.add_row("a saved event, with its index", f"{costs.event:,.0f} bytes")
    table.add_row("an answer of a medium bot", f"{1e6 * costs.answer:,.0f} µs")
    return table


# Foretold and checked -----------------------------------------------------------------------------------------------


async def checked(
    servers: Sequence[Program], costs: Costs, parties: Sequence[Party], rate: float, seconds: float
) -> Table:
    """Two processes at a rate of moves: how busy they should be, and how busy they are."""
    await seated([party for party in parties if not party.screens])
    used, start = sum(server.processor() for server in servers), time.perf_counter()
    took = await at_a_rate(parties, rate, seconds)
    lasted = time.perf_counter() - start
    busy = (sum(server.processor() for server in servers) - used) / lasted
    foretold = len(took) / lasted * (costs.move + costs.heard)
    table = Table("two processes", "foretold", "measured", title=f"At {len(took) / lasted:.0f} moves/s")
    table.add_row("cores", f"{foretold:.2f}", f"{busy:.2f}")
    return table


# Arithmetic ---------------------------------------------------------------------------------------------------------


def island(costs: Costs) -> int:
    """How many processes can share one PostgreSQL until each hears too much of the others."""
    each = AT_WORK / costs.move  # moves a second
    return max(1, int(HEARING / (each * costs.heard)))


def need_table(costs: Costs) -> Table:
    """What so many players would need."""
    table = Table("players at the same time", *(f"{players:,}" for players in PLAYERS), title="Foretold, not run")
    rates = [players / ANSWERS_EVERY for players in PLAYERS]
    together = island(costs)
    processes = [ceil(rate * costs.move / AT_WORK) for rate in rates]
    people = [(1 - BOTS) * players for players in PLAYERS]
    rows = {
        "answers a second": [f"{rate:,.0f}" for rate in rates],
        "server processes, one core each": [f"{count:,}" for count in processes],
        f"islands of at most {together} processes on one PostgreSQL": [f"{ceil(n / together):,}" for n in processes],
        "cores for PostgreSQL": [f"{ceil(rate * costs.database / AT_WORK):,}" for rate in rates],
        "cores for bots": [f"{ceil(BOTS * rate * costs.answer / AT_WORK):,}" for rate in rates],
        "memory for live connections": [f"{count * costs.connection / 1e9:,.0f} GB" for count in people],
        "saved on a day": [f"{rate * BUSY * costs.event / 1e9:,.0f} GB" for rate in rates],
    }
    for name, cells in rows.items():
        table.add_row(name, *cells)
    return table
