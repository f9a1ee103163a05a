"""Every fault, tried so often on each database, and what came of it: shown, written to a file, put on a page."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_

from . import breaking, crowding
from .checks import check
from .cluster import Cluster, NoPostgres
from .house import PASSWORD, POSTGRESQL, SQLITE, House, Times, Wrong
from .screen import Refused
from .takeover import minders, taken_over

ANSWER_WITHIN, RESUME_WITHIN, TAKEN_OVER_WITHIN = 3, 1, 3  # seconds: the bars
BEGUN, ENDED = "<!-- faults -->", "<!-- end of faults -->"  # the table on a page stands between these
HEAD = (
    "fault", "database", "times tried", "moves acknowledged", "lost", "wrong",
    f"tables answer after (median, longest; bar {ANSWER_WITHIN} s)",
    f"clients resume after (median, longest; bar {RESUME_WITHIN} s)",
    f"another process takes over after (median, longest; bar {TAKEN_OVER_WITHIN} s)", "bars",
)  # fmt: skip


class Fault(NamedTuple):
    """Something that goes wrong."""

    title: str
    bring: Callable[[House, int], Awaitable[float]]  # do it for the so-manieth time; when it was over
    databases: tuple[str, ...] = (SQLITE, POSTGRESQL)
    orphans: bool = False  # tables are left behind by the process that minded them


FAULTS = {
    "kill-server": Fault("kill -9 of a server", breaking.kill_server, orphans=True),
    "kill-database": Fault("kill -9 of PostgreSQL", breaking.kill_database, (POSTGRESQL,)),
    "terminate": Fault("SIGTERM", breaking.terminate),
    "disk-full": Fault("disk full", breaking.disk_full, (SQLITE,)),
    "locked": Fault("database locked for 15 s", breaking.locked),
    "unreadable": Fault("one unreadable table", breaking.unreadable),
    "hung": Fault("clients that read nothing", crowding.hung),
    "old-number": Fault("a client comes back with an old number", crowding.old_number),
    "two-tabs": Fault("two tabs of one seat", crowding.two_tabs),
    "races": Fault("races for a seat", crowding.races),
    "doubled": Fault("doubled and delayed posts", crowding.doubled),
    "clock-jump": Fault("the clock jumps by an hour", breaking.clock_jump),
    "no-files-left": Fault("connections beyond the limit of open files", breaking.no_files_left),
}


@dataclass
class Result:
    """What came of a fault on a database."""

    fault: str
    database: str
    tried: int = 0
    acknowledged: int = 0
    lost: int = 0
    wrong: list[str] = field(default_factory=list)  # what must never be, in words
    times: list[Times] = field(default_factory=list)
    takeovers: list[float] = field(default_factory=list)  # seconds, of each table that lost its process

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {
            "fault": self.fault, "database": self.database, "tried": self.tried, "acknowledged": self.acknowledged,
            "lost": self.lost, "wrong": self.wrong, "answered": [time.answered for time in self.times],
            "resumed": [time.resumed for time in self.times], "taken over": self.takeovers,
        }  # fmt: skip

    @property
    def row(self) -> list[str]:
        """As a row of a table."""
        counts = map(str, (self.tried, self.acknowledged, self.lost, len(self.wrong)))
        spans = [_span(seconds) for seconds, _ in self._bars.values()]
        return [FAULTS[self.fault].title, self.database, *counts, *spans, self.verdict]

    @property
    def verdict(self) -> str:
        """Whether the bars are reached, by the longest time of each kind; else which are not."""
        missed = [name for name, count in (("lost", self.lost), ("wrong", len(self.wrong))) if count]
        missed += [name for name, (seconds, bar) in self._bars.items() if seconds and max(seconds) > bar]
        return f"not reached: {', '.join(missed)}" if missed else "reached" if self.times else "–"

    @property
    def _bars(self) -> dict[str, tuple[list[float], int]]:
        """The times that have a bar, each with it."""
        return {
            "answer": ([time.answered for time in self.times], ANSWER_WITHIN),
            "resume": ([time.resumed for time in self.times], RESUME_WITHIN),
            "take over": (self.takeovers, TAKEN_OVER_WITHIN),
        }


def _span(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.1f} s, {max(seconds):.1f} s" if seconds else "–"


def main(rounds: int, only: Sequence[str], database: str, page: Path | None, json_file: Path | None) -> None:
    """Try everything that was asked for, show it and write it down; an error if anything was lost or wrong."""
    for name in only:
        if name not in FAULTS:
            raise DoppiogiocoError(N_("there is no fault {name}: {known}"), name=name, known=", ".join(FAULTS))
    names = [name for name in FAULTS if not only or name in only]
    kinds = {"sqlite": [SQLITE], "postgres": [POSTGRESQL], "both": [SQLITE, POSTGRESQL]}[database]
    pairs = [(kind, name) for kind in kinds for name in names if kind in FAULTS[name].databases]
    text = page.read_text(encoding="utf-8") if page else on_a_page(f"{BEGUN}\n{ENDED}", [])
    on_a_page(text, [])  # an error now, not after an hour
    results: list[Result] = []

    def keep(result: Result) -> None:  # after each fault: what was found is there though somebody breaks off the rest
        results.append(result)
        if json_file:
            data = [result.as_dict() for result in results]
            json_file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        if page:
            page.write_text(on_a_page(text, results), encoding="utf-8")

    try:
        asyncio.run(all_tried(pairs, rounds, keep))
    except NoPostgres as missing:
        raise DoppiogiocoError(str(missing)) from None
    Console().print(shown(results))
    if wrong := [f"{result.fault} on {result.database}: {text}" for result in results for text in result.wrong]:
        raise DoppiogiocoError("; ".join(wrong))
    if lost := sum(result.lost for result in results):
        raise DoppiogiocoError(N_("{n} acknowledged answers are missing"), n=lost)


# Trying ---------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def house_on(kind: str, folder: Path) -> AsyncIterator[House]:
    """A house on a new database of this kind, in a folder that may be filled."""
    with ExitStack() as stack:
        if kind == SQLITE:
            house = House(kind, folder / "tables.db", folder)
        else:
            cluster = await asyncio.to_thread(stack.enter_context, Cluster())
            address = await asyncio.to_thread(cluster.fresh)
            house = House(kind, address.replace("@", f":{PASSWORD}@", 1), folder, cluster)
        async with house.opened():
            yield house


async def tried(house: House, name: str, rounds: int, done: Callable[[Result], None] = lambda _: None) -> Result:
    """Bring a fault so often; `done` hears after each time how it went so far."""
    result, acknowledged, fault = Result(name, house.kind), house.acknowledged, FAULTS[name]
    checked = {table for party in house.parties for table in party.tables}
    for number in range(rounds):
        try:
            await house.played(2)
            before = await minders(house) if fault.orphans else {}
            over_at = await fault.bring(house, number)
            result.times.append(await house.well_again(over_at))
            await house.mended()
            await house.bots_and_clocks()
            result.takeovers += await taken_over(house, before, over_at) if before else []
            there = [(party, table) for party in house.parties for table in party.tables]
            every = number == rounds - 1
            result.lost += await check(house, [pair for pair in there if every or pair[1] not in checked])
            checked |= {table for party, table in there if table != party.table}
        except (Wrong, Refused) as wrong:
            result.wrong.append(str(wrong))
        for party in house.parties:
            party.go_on()
            await party.close_tabs()
        result.tried += 1
        result.acknowledged = house.acknowledged - acknowledged
        done(result)
    return result


async def all_tried(pairs: Sequence[tuple[str, str]], rounds: int, keep: Callable[[Result], None]) -> None:
    """Faults on databases, those of one database after each other; how it goes is told on standard error."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=rounds * len(pairs))

        def done(result: Result) -> None:
            progress.advance(task)
            progress.console.print(", ".join(result.row), *result.wrong, sep="\n  ", markup=False, soft_wrap=True)

        for kind, wanted in groupby(pairs, key=lambda pair: pair[0]):
            with tempfile.TemporaryDirectory() as folder:
                async with house_on(kind, Path(folder)) as house:
                    for _, name in wanted:
                        progress.update(task, description=f"{FAULTS[name].title}, {kind}")
                        keep(await tried(house, name, rounds, done))


# Telling --------------------------------------------------------------------------------------------------------------


def shown(results: Sequence[Result]) -> Table:
    """The results as a table."""
    table = Table(*HEAD, title="Faults")
    for result in results:
        table.add_row(*result.row)
    return table


def on_a_page(page: str, results: Sequence[Result]) -> str:
    """The text of a page with these results in its table: rows of the same fault and database give way, others stay."""
    before, begun, rest = page.partition(BEGUN)
    table, ended, after = rest.partition(ENDED)
    if not ended:
        raise DoppiogiocoError(N_("the page has no table of faults"))
    rows = {tuple(row.split("|")[1:3]): row for row in table.strip().splitlines()[2:]}
    for result in results:
        row = _line(result.row)
        rows[tuple(row.split("|")[1:3])] = row
    order = [(f" {fault.title} ", f" {kind} ") for fault in FAULTS.values() for kind in fault.databases]
    lines = [_line(HEAD), "|---" * len(HEAD) + "|", *(rows[key] for key in order if key in rows)]
    return "\n".join([before + begun, *lines, ended + after])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
