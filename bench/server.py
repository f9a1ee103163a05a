"""How fast the server is, beside a boardgame.io server measured in the same run.

Servers run on one core, players on another. Both servers take turns, several times round, and the median counts: so the
ratio holds on a busy machine too, where the numbers themselves do not.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from rich.console import Console
from rich.table import Table

from doppiogioco.engine.game import find

from .boardgame_io import BoardgameIo, boardgame_io
from .process import Program, on_core, our_server
from .report import NotHere, shown, verdict
from .screens import HOST, Party, new_loop

GAME, SEATS = "secrets", 5  # every answer is a move of its own, as with the peer
SLOWEST_START = 5.0  # the bars: seconds from the start of the server to a page that can be played,
MOST_MEMORY = 150.0  # megabytes of a server that waits,
SLOWEST_SCREEN = 30.0  # milliseconds until a move is on every screen of its table,
BESIDE_PEER = 1.0  # times the moves per second of the peer, also where it keeps its matches in memory alone,
MOST_PROCESSOR = 850.0  # and microseconds of processor for a move
STARTS, ROUNDS = 3, 3


class ServerSide(NamedTuple):
    """A server and its players: let them play for some seconds, and what both have used of the processor so far."""

    name: str
    play: Callable[[float], Awaitable[list[float]]]  # the seconds until each move was on every screen
    used: Callable[[], tuple[float, float]]


class Stretch(NamedTuple):
    """How a side has played."""

    moves: float  # per second
    processor: float  # seconds of the server per move
    reach: float  # seconds until a move was on every screen, the median
    load: float  # how busy the players were, from 0 to 1: near 1 they are what is measured


def main(seconds: float = 6.0, tables: int = 200, game: str = GAME) -> None:
    """Measure everything and print it; each side plays for about `seconds`."""
    console, absent, seats = Console(), "", SEATS if game == GAME else find(game).usual_seats
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        stack.enter_context(on_core(1))
        starts = [first_page(folder / f"{number}.db") for number in shown(range(STARTS), "starting the server")]
        server = stack.enter_context(started(folder / "tables.db"))
        port = server.port()
        look(port)
        memory = server.memory()
        runner = stack.enter_context(asyncio.Runner(loop_factory=new_loop()))
        reach = runner.run(one_table(port, game, seats, seconds / ROUNDS))
        console.print(own_table(min(starts), memory, reach, seats))
        parties = [Party(port, game, seats) for _ in range(tables)]
        stack.callback(lambda: runner.run(gone(parties)))
        runner.run(seated(parties))
        sides = [our_side(server, parties)]
        peers = boardgame_io(folder / "peer", tables, SEATS)
        try:  # in a thread: installing takes a while, and a screen that does not answer is taken for gone
            if game != GAME:
                raise NotHere(f"boardgame.io: what it plays is like {find(GAME).words.TITLE}")
            sides += map(peer_side, runner.run(asyncio.to_thread(stack.enter_context, peers)))
        except NotHere as reason:
            absent = str(reason)
        found = runner.run(in_turns(sides, seconds / ROUNDS))
    console.print(beside_table(sides, found, tables, seats))
    if absent:
        console.print(f"Left out: {absent}.", markup=False)


# One server ---------------------------------------------------------------------------------------------------------


def started(database: Path) -> Program:
    """Our server, on the core of servers."""
    with on_core(0):
        return our_server(database)


def first_page(database: Path) -> float:
    """Seconds from the start of the server until a table against bots is open and its page is there."""
    start = time.perf_counter()
    with started(database) as server:
        look(server.port())
        return time.perf_counter() - start


def look(port: int) -> None:
    """Open a table against bots, which leads to its page."""
    form = urlencode({"bots": "1", "name": "Anna"}).encode()
    browser = build_opener(HTTPCookieProcessor())
    with browser.open(f"http://{HOST}:{port}/new/{GAME}", form) as page:
        assert page.status == 200, page.url


async def one_table(port: int, game: str, seats: int, seconds: float) -> float:
    """Seconds until a move is on every screen of the only table, the median."""
    party = Party(port, game, seats)
    await party.open()
    took = await party.play(time.perf_counter() + seconds)
    await gone([party])
    return median(took)


def own_table(start: float, memory: float | None, reach: float, seats: int) -> Table:
    """What is measured without a peer."""
    table = Table("one server", "measured", "bar", "", title="Server")
    table.add_row("start to a page that can be played", *under(start, SLOWEST_START, "s"))
    if memory is None:
        table.add_row("memory while it waits", "this system does not tell", f"≤ {MOST_MEMORY:g} MB", "")
    else:
        table.add_row("memory while it waits", *under(memory, MOST_MEMORY, "MB"))
    table.add_row(f"a move to all {seats} screens of its table", *under(1000 * reach, SLOWEST_SCREEN, "ms"))
    return table


def under(found: float, bar: float, unit: str) -> tuple[str, str, str]:
    """What was measured, the bar it must not exceed, and whether it does not."""
    return f"{found:.1f} {unit}", f"≤ {bar:g} {unit}", verdict(found <= bar)


# Many tables, beside the peer ---------------------------------------------------------------------------------------


async def seated(parties: Sequence[Party]) -> None:
    """Everybody sits down."""
    for party in shown(parties, "opening tables"):
        await party.open()


async def gone(parties: Sequence[Party]) -> None:
    """Everybody has left."""
    for party in parties:
        party.leave()
    await asyncio.sleep(0)  # the loop lets go of their connections


def our_side(server: Program, parties: Sequence[Party]) -> ServerSide:
    """Our server: every move is safe on disk before anybody is told."""

    async def play(seconds: float) -> list[float]:
        until = time.perf_counter() + seconds
        return [took for party in await asyncio.gather(*(party.play(until) for party in parties)) for took in party]

    return ServerSide("ours, saved before it is told", play, lambda: (server.processor(), time.process_time()))


def peer_side(peer: BoardgameIo) -> ServerSide:
    """The peer. Its players are a process of their own; meanwhile our screens still answer our server."""

    async def play(seconds: float) -> list[float]:
        return await asyncio.to_thread(peer.play, seconds)

    return ServerSide(peer.name, play, lambda: (peer.server.processor(), peer.players.processor()))


async def in_turns(sides: Sequence[ServerSide], seconds: float) -> list[Stretch]:
    """Let everybody play in turns, the first round to warm up; the medians of each."""
    found: list[list[Stretch]] = [[] for _ in sides]
    for count in shown(range(ROUNDS + 1), "playing in turns"):
        for side, stretches in zip(sides, found, strict=True):
            stretch = await measured(side, seconds)
            if count:
                stretches.append(stretch)
    return [Stretch(*map(median, zip(*stretches, strict=True))) for stretches in found]


async def measured(side: ServerSide, seconds: float) -> Stretch:
    """Some seconds of one side."""
    used, start = side.used(), time.perf_counter()
    took = await side.play(seconds)
    lasted = time.perf_counter() - start
    server, players = (after - before for before, after in zip(used, side.used(), strict=True))
    return Stretch(len(took) / lasted, server / len(took), median(took), players / lasted)


def beside_table(sides: Sequence[ServerSide], found: Sequence[Stretch], tables: int, seats: int) -> Table:
    """Moves per second of both, and how many times as many ours has."""
    table = Table(
        f"{tables} tables, {seats} seats", "moves/s", "processor µs/move", "ms to the last screen", "players busy",
        "ours / theirs", "bar", "", title="Under load",
    )  # fmt: skip
    for number, (side, stretch) in enumerate(zip(sides, found, strict=True)):
        row = [side.name, f"{stretch.moves:,.0f}", f"{1e6 * stretch.processor:,.0f}", f"{1000 * stretch.reach:.0f}"]
        row.append(f"{stretch.load:.0%}")
        if number:
            ratio = found[0].moves / stretch.moves
            row += [f"{ratio:.2f}", f"≥ {BESIDE_PEER:g}", verdict(ratio >= BESIDE_PEER)]
        elif stretch.processor:  # where the system tells
            row += ["", *under(1e6 * stretch.processor, MOST_PROCESSOR, "µs")[1:]]
        table.add_row(*row)
    return table
