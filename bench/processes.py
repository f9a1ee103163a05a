"""Moves per second of one and of two processes on one PostgreSQL, by turns.

Servers, database and players share the cores of one machine, so two processes show what they gain only where there are
cores enough for all; processor time per move is told beside it, which does not depend on that.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from functools import partial
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from faults.cluster import Cluster

from .process import Program, our_server
from .report import shown, verdict
from .screens import Party, new_loop
from .server import GAME, SEATS, gone, seated

GAIN = 1.6  # the bar: times the moves of one process
ROUNDS = 3


class Side(NamedTuple):
    """Servers on a database of their own, and the people at their tables."""

    servers: list[Program]
    parties: list[Party]


def main(seconds: float = 6.0, tables: int = 200) -> None:
    """Measure both and print it."""
    with ExitStack() as stack:
        cluster = stack.enter_context(Cluster())
        runner = stack.enter_context(asyncio.Runner(loop_factory=new_loop()))
        sides = []
        for count in (1, 2):
            address = cluster.fresh()
            servers = [stack.enter_context(our_server(address)) for _ in range(count)]
            ports = [server.port() for server in servers]
            parties = [Party(ports[number % count], GAME, SEATS) for number in range(tables)]
            stack.callback(partial(leave, runner, parties))
            runner.run(seated(parties))
            sides.append(Side(servers, parties))
        found: list[list[tuple[float, float]]] = [[] for _ in sides]
        for number in shown(range(ROUNDS + 1), "playing in turns"):
            for side, stretches in zip(sides, found, strict=True):
                stretch = runner.run(measured(side, seconds / ROUNDS))
                if number:  # the first round is to warm up
                    stretches.append(stretch)
    table = Table(f"{tables} tables, {SEATS} seats", "moves/s", "processor µs/move", "times one", "bar", "")
    one = median(moves for moves, _ in found[0])
    for count, stretches in zip((1, 2), found, strict=True):
        moves, cost = (median(column) for column in zip(*stretches, strict=True))
        row = [f"{count} on PostgreSQL", f"{moves:,.0f}", f"{1e6 * cost:,.0f}"]
        if count > 1:
            row += [f"{moves / one:.2f}", f"≥ {GAIN:g}", verdict(moves / one >= GAIN)]
        table.add_row(*row)
    Console().print(table)


def leave(runner: asyncio.Runner, parties: list[Party]) -> None:
    """Everybody goes."""
    runner.run(gone(parties))


async def measured(side: Side, seconds: float) -> tuple[float, float]:
    """Moves per second, and processor seconds of the servers per move."""
    used, start = sum(server.processor() for server in side.servers), time.perf_counter()
    took = await asyncio.gather(*(party.play(start + seconds) for party in side.parties))
    count, lasted = sum(map(len, took)), time.perf_counter() - start
    return count / lasted, (sum(server.processor() for server in side.servers) - used) / count
