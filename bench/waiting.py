"""How long people wait for bots, and for everything else while bots think.

On a machine that has never compiled bots judge at a glance while a process compiles in the background, and nobody may
notice when they begin to think. Where they think, they do it beside the server, which has to stay quick and small.
Nothing is pinned to a core here: server, workers and players share the machine as they do anywhere.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import doppiogioco
from doppiogioco.bots.levels import ADVISES, USUAL
from doppiogioco.web.settings import Settings

from .process import PROCESSES, Program, children_of, most_memory_of, our_server
from .report import shown
from .screens import AgainstBots, Connection, Party, new_loop
from .server import GAME, SEATS, gone, under

SLOWEST_ANSWER = 2.0  # the bars: seconds from the start of a process to the first answer of a bot that is compiled,
LONGEST_PAUSE = 3.0  # seconds in which nothing happens where nothing is compiled yet, beside the pause of every bot,
SLOWEST_PAGE = 100.0  # milliseconds for a page of another table while bots think,
MOST_OF_SERVER, MOST_OF_WORKER = 150.0, 350.0  # and megabytes meanwhile
THINKER, AT_ONCE = "master", 4  # who thinks longest, and how many of them do at the same time
STARTS = 3
GOES_ON = 20.0  # seconds that somebody plays on after the bots have begun to think
LOOKS_EVERY = 0.1  # seconds
MOVES_EVERY = 10  # looks at a page of another table
EVERY_LEVEL = {"DOPPIOGIOCO_BOTS": ""}  # also where this environment has only one kind of bots, as in tests

FIRST_ANSWER = """
import doppiogioco
match = doppiogioco.new({game!r}, doppiogioco.find({game!r}).usual_seats, seed=1)
seat = match.waiting[0]
bot = doppiogioco.bot({game!r}, {level!r}, seed=1)
bot.consider(match.view(seat), match.heard(seat), match.legal(seat))
print("answered", flush=True)
"""


def main(seconds: float = 30.0, minutes: float = 5.0, games: Sequence[str] = ()) -> None:
    """Measure everything and print it: first games for so many minutes at most, pages for some seconds."""
    chosen, console = list(games) or doppiogioco.games(), Console()
    table = Table("who waits, and for what", "measured", "bar", "", title="Waiting for bots")
    for game in shown(chosen, "first answers"):
        took, processor = first_answer(game)
        table.add_row(f"{game}: the first answer of a new process", *under(took, SLOWEST_ANSWER, "s"))
        table.add_row("of these, processor", f"{processor:.1f} s", "", "")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        runner = stack.enter_context(asyncio.Runner(loop_factory=new_loop()))
        for game in shown(chosen if minutes else [], "first games, nothing compiled"):
            empty = {"DOPPIOGIOCO_CACHE": str(folder / game)}
            with our_server(folder / f"{game}.db", **EVERY_LEVEL, **empty) as server:
                add_first_game(table, game, runner.run(first_game(server, game, 60 * minutes)))
        with our_server(folder / "thinking.db", "--bot-pause", "0", **EVERY_LEVEL) as server:
            runner.run(beside_thinkers(table, server, chosen, seconds))
    console.print(table)
    if not PROCESSES.exists():
        console.print("Memory and the moment when bots begin to think are left out: this system does not tell them.")


# A first answer -----------------------------------------------------------------------------------------------------


def first_answer(game: str) -> tuple[float, float]:
    """Seconds from the start of a process to the first answer of a bot, and how many of them it was at work.

    It is the best of several, after one that may have had to compile.
    """
    return min([answered(game) for _ in range(1 + STARTS)][1:])


def answered(game: str) -> tuple[float, float]:
    """The same, once. It is no `master`, who thinks for as long as the bar allows in all."""
    start = time.perf_counter()
    with Program(sys.executable, "-c", FIRST_ANSWER.format(game=game, level=ADVISES)) as process:
        process.line()
        return time.perf_counter() - start, process.processor()


# A first game -------------------------------------------------------------------------------------------------------


class FirstGame(NamedTuple):
    """What somebody met who played on a machine that had never compiled."""

    page: float  # seconds from the first click to a page that is live
    pauses: list[float]  # seconds in which nothing happened, without the pause that every bot makes
    thought: float | None  # seconds from the first click until bots began to think
    compiler: float  # megabytes of the process that compiles, at most


async def first_game(server: Program, game: str, seconds: float) -> FirstGame:
    """Play against the usual bots, game after game, until they have thought for a while or the time is over."""
    person = AgainstBots(server.port(), game, USUAL)
    start = time.perf_counter()
    await person.open()
    page, pauses, thought, compiler = time.perf_counter() - start, list[float](), None, 0.0
    while (lasts := time.perf_counter() - start) < seconds or not pauses:
        pauses += [took - Settings.bot_pause for took in await person.look_on()]
        await (person.again() if person.over else person.move())
        compiler = max([compiler, *map(most_memory_of, workers(server, polite=True))])
        if thought is None and workers(server, polite=False):
            thought, seconds = lasts, min(seconds, lasts + GOES_ON)
    await gone([person])
    return FirstGame(page, pauses, thought, compiler)


def workers(server: Program, *, polite: bool) -> list[int]:
    """The processes of a server that compile, behind whoever plays; or those that think."""
    found = []
    for pid in children_of(server.pid):
        with suppress(OSError):  # it has ended meanwhile
            spawned = b"spawn_main" in (PROCESSES / str(pid) / "cmdline").read_bytes()
            behind = os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, server.pid)
            if spawned and behind == polite:
                found.append(pid)
    return found


def add_first_game(table: Table, game: str, found: FirstGame) -> None:
    """The rows of a first game."""
    table.add_row(f"{game}, never compiled: the first page", *under(found.page, LONGEST_PAUSE, "s"))
    name = f"{game}, never compiled: the longest pause of {len(found.pauses):,}"
    table.add_row(name, *under(max(found.pauses), LONGEST_PAUSE, "s"))
    if found.compiler:
        thought = "later" if found.thought is None else f"{found.thought:.0f} s"
        table.add_row(f"{game}, never compiled: bots think after", thought, "", "")
        table.add_row(f"{game}, never compiled: memory of the compiler", f"{found.compiler:.0f} MB", "", "")


# While bots think ---------------------------------------------------------------------------------------------------


async def beside_thinkers(table: Table, server: Program, games: Sequence[str], seconds: float) -> None:
    """How soon a page of another table is there while bots think at several, and what all of them need."""
    port = server.port()
    people = [AgainstBots(port, game, THINKER) for game in islice(cycle(games), max(len(games), AT_ONCE + 1))]
    others = Party(port, GAME, SEATS)
    await others.open()
    await asyncio.gather(*map(ready, people))
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(play_on(person)) for person in people]
        took = await pages(others, people, time.perf_counter() + seconds)
        for task in playing:
            task.cancel()
    thinking = f"while {AT_ONCE} of {THINKER} think"
    table.add_row(f"a page of another table {thinking}, the median", *under(median(took), SLOWEST_PAGE, "ms"))
    table.add_row(f"the slowest of {len(took):,}", f"{max(took):.1f} ms", "", "")
    if PROCESSES.exists():
        largest = max(map(most_memory_of, workers(server, polite=False)), default=0.0)
        table.add_row("memory of the server, at most", *under(most_memory_of(server.pid), MOST_OF_SERVER, "MB"))
        table.add_row("memory of a worker, at most", *under(largest, MOST_OF_WORKER, "MB"))
    await gone([*people, others])


async def ready(person: AgainstBots) -> None:
    """A table at which bots do not judge at a glance any more."""
    await person.open()
    await person.look_on()
    while not await person.gets_a_thought():
        await asyncio.sleep(1.0)
        await person.look_on()


async def play_on(person: AgainstBots) -> None:
    """Answer at once, game after game, so that it is always for the bots to think."""
    while True:
        await person.look_on()
        await (person.again() if person.over else person.move())


async def pages(others: Party, people: Sequence[AgainstBots], until: float) -> list[float]:
    """Milliseconds until a page is there of a table where people play, each while bots think at enough other tables."""
    took = list[float]()
    with closing(await Connection.open(others.port)) as connection:
        for look in count():
            if took and time.perf_counter() > until:
                break
            await asyncio.sleep(LOOKS_EVERY)
            if look % MOVES_EVERY == 0:
                await (others.again() if others.over else others.move())
            thinking, start = at_work(people), time.perf_counter()
            await connection.get(f"/t/{others.table}", "Accept-Encoding: gzip", f"Cookie: {others.cookies[0]}")
            if min(thinking, at_work(people)) >= AT_ONCE:
                took.append(1_000 * (time.perf_counter() - start))
    return took


def at_work(people: Sequence[AgainstBots]) -> int:
    """At how many tables it is for a bot to answer."""
    return sum(not (person.asked or person.over) for person in people)
