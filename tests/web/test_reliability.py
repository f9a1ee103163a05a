"""The short form of `doppiogioco faults`: every fault on each database, and a harness that notices what is lost."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from doppiogioco.store import Row, Store
from doppiogioco.store.company import Heard
from doppiogioco.store.store import Entry
from doppiogioco.tables.table import Table, opening
from faults import breaking, house, report
from faults.checks import missing
from faults.house import POSTGRESQL, SQLITE, House, Times, Wrong
from faults.party import Party, Setting
from faults.report import FAULTS, HEAD, Result, house_on, on_a_page, tried
from faults.screen import Seat, Wish
from faults.takeover import minders, taken_over

from .databases import Cluster, program
from .serving import command, run

ROOT = Path(__file__).parents[2]
PATIENCE = 900  # seconds
SHORT = 3.0  # seconds for which the database is locked
# One server for all faults of a database: they are tried one after the other, by one process.
KINDS = [pytest.param(kind, marks=pytest.mark.xdist_group(f"faults {kind}")) for kind in (SQLITE, POSTGRESQL)]
PAIRS = [
    pytest.param(kind, name, marks=pytest.mark.xdist_group(f"faults {kind}"))
    for kind in (SQLITE, POSTGRESQL)
    for name, fault in FAULTS.items()
    if kind in fault.databases
]


class Lasting:
    """A house that stays open over several tests, in a thread and a loop of its own."""

    def __init__(self, kind: str, folder: Path) -> None:
        self._kind, self._folder, self._thread = kind, folder, ThreadPoolExecutor(1)
        self._open = Future[tuple[asyncio.AbstractEventLoop, asyncio.Event, House]]()
        self._served = self._thread.submit(lambda: asyncio.run(self._serve()))
        self._served.add_done_callback(lambda done: done.exception() and self._open.set_exception(done.exception()))
        self._loop, self._closing, self._house = self._open.result(PATIENCE)

    async def _serve(self) -> None:
        closing = asyncio.Event()
        async with house_on(self._kind, self._folder) as opened:
            self._open.set_result((asyncio.get_running_loop(), closing, opened))
            await closing.wait()

    def once(self, name: str) -> Result:
        work = tried(self._house, name, 2 if name == "clock-jump" else 1)  # forward, and back
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._served.result(PATIENCE)
        self._thread.shutdown()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    opened: dict[str, Lasting] = {}

    def at(kind: str) -> Lasting:
        if kind == POSTGRESQL:
            program("postgres")
        if kind not in opened:
            opened[kind] = Lasting(kind, tmp_path_factory.mktemp("faults"))
        return opened[kind]

    yield at
    for lasting in opened.values():
        lasting.close()


@pytest.mark.parametrize(("kind", "name"), PAIRS)
def test_nothing_is_lost_and_everybody_goes_on(
    houses: Any, kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaking, "LOCKED", SHORT)
    result = houses(kind).once(name)
    assert result.wrong == []
    assert result.lost == 0
    assert result.acknowledged > 0
    assert len(result.times) == result.tried > 0


def tried_on_sqlite(fault: str, folder: Path) -> Result:
    """One round of a fault, away from the loops of other tests."""

    async def main() -> Result:
        async with house_on(SQLITE, folder) as opened:
            return await tried(opened, fault, 1)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(main())).result(PATIENCE)


# A server that says that it has saved what it saves two seconds later.
FORGETFUL = """
import asyncio
from doppiogioco.store import Store
append, late = Store.append, []
async def later(self, row, entry):
    async def save():
        await asyncio.sleep(2)
        await append(self, row, entry)
    late.append(asyncio.create_task(save()))
    return True
Store.append = later
"""


@pytest.mark.xdist_group("faults sqlite")
def test_a_server_that_acknowledges_what_it_has_not_saved_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "HOOKS", house.HOOKS + FORGETFUL)
    monkeypatch.setattr(house, "SETTINGS", house.SETTINGS[:2])
    monkeypatch.setattr(house, "PATIENCE", 20.0)  # where a whole table is lost its people wait for it in vain

    result = tried_on_sqlite("kill-server", tmp_path)
    assert result.lost or result.wrong


# A server that writes down what it saves.
TALKATIVE = """
import sys
from doppiogioco.store import Store
append = Store.append
async def told(self, row, entry):
    print(row, file=sys.stderr, flush=True)
    return await append(self, row, entry)
Store.append = told
"""


@pytest.mark.xdist_group("faults sqlite")
def test_a_server_that_writes_down_a_hidden_answer_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "HOOKS", house.HOOKS + TALKATIVE)
    monkeypatch.setattr(house, "SETTINGS", house.SETTINGS[:1])

    result = tried_on_sqlite("terminate", tmp_path)
    assert result.wrong and "holds what nobody may read" in result.wrong[0]


# What is counted ------------------------------------------------------------------------------------------------------


def rows() -> list[Row]:
    """A table of Secrets at which somebody has answered once."""
    table, found = Table("t"), list[Row]()

    def happens(kind: str, data: Any) -> None:
        found.append(Row(table.number, kind, json.dumps(data), 1.0))
        table.read(found[-1])

    happens(*opening("secrets", 4, {}, seed="5eed", by=(0, "P0")))
    for seat in (1, 2, 3):
        happens(*table.check_sit(seat, f"P{seat}"))
    happens(*table.check_start())
    seat = table.playing().waiting[0]
    happens("moved", {"seat": seat, "answers": [int(table.playing().legal(seat)[0])]})
    return found


def test_what_is_missing_is_counted_and_what_nobody_gave_is_an_error() -> None:
    saved = rows()
    [data] = [json.loads(row.data) for row in saved if row.kind == "moved"]
    number, [answer] = saved[-1].number, data["answers"]
    seat = Seat([], "t", data["seat"], "", [Wish(answer, 0, number, told=number + 1)])
    assert missing(seat, "t", saved) == 0
    assert missing(seat, "t", saved[:-1]) == 1
    seat.wishes.append(Wish(answer, 0, number, told=number + 1))
    assert missing(seat, "t", saved) == 1, "two were acknowledged, and one is there"
    seat.wishes = [Wish(answer, 0, number)]
    assert missing(seat, "t", saved) == 0, "the line was cut: it may be there"
    assert missing(seat, "t", saved[:-1]) == 0, "or not"
    seat.wishes = [Wish(answer, 0, number, refused=True)]
    with pytest.raises(Wrong, match="did not give"):
        missing(seat, "t", saved)


def test_a_takeover_is_counted_from_the_kill_to_what_goes_on_by_itself(cluster: Cluster, tmp_path: Path) -> None:
    database = cluster.fresh()

    async def main() -> list[float]:
        opened = House(POSTGRESQL, database, tmp_path)
        party = Party([], Setting("secrets"), 0)
        party.tables = {name: [Seat([], name, 0, "")] for name in ("orphan", "ended", "minded")}
        opened.parties = [party]
        one, other = await Store.open(database), await Store.open(database)
        await asyncio.gather(one.company.join(Heard()), other.company.join(Heard()))
        for name, process in (("orphan", one), ("ended", one), ("minded", other)):
            assert await process.append(Row(0, "opened", "{}", 0.0), Entry(name, "secrets", "playing", False, 0.0))
            assert await process.company.claim(name)
        before = await minders(opened)
        assert sorted(before) == ["ended", "minded", "orphan"]
        await one.company.leave()
        killed, wall = time.monotonic(), time.time()
        for name in ("orphan", "minded"):
            happened = [
                ("moved", {"seat": 2}, -1.0),  # before the kill
                ("moved", {"seat": 0}, 0.5),  # a person
                ("stand-in", {"seat": 0, "why": "time"}, 2.0),
                ("moved", {"seat": 2}, 9.0),
            ]
            for number, (kind, data, after) in enumerate(happened, 1):
                row = Row(number, kind, json.dumps(data), wall + after)
                await other.append(row, Entry(name, "secrets", "playing", False, wall, number))
        found = await taken_over(opened, before, killed)
        await other.company.leave()
        await asyncio.gather(one.close(), other.close())
        return found

    assert run(main) == [pytest.approx(2.0, abs=0.1)]


# What is told ---------------------------------------------------------------------------------------------------------


def results() -> list[Result]:
    times = [Times(1.0, 0.25), Times(2.0, 0.5), Times(9.0, 0.5)]
    return [
        Result("terminate", SQLITE, 3, 40, 0, [], times),
        Result("kill-server", POSTGRESQL, 3, 50, 2, ["a page differs"], times[:1], [2.4, 3.1, 2.5]),
    ]


def test_results_are_put_on_a_page_and_others_stay() -> None:
    page = "before\n<!-- faults -->\n<!-- end of faults -->\nafter\n"
    page = on_a_page(page, results())
    assert page.splitlines() == [
        "before",
        "<!-- faults -->",
        f"| {' | '.join(HEAD)} |",
        "|---|---|---|---|---|---|---|---|---|---|",
        "| kill -9 of a server | postgresql | 3 | 50 | 2 | 1 | 1.0 s, 1.0 s | 0.2 s, 0.2 s | 2.5 s, 3.1 s"
        " | not reached: lost, wrong, take over |",
        "| SIGTERM | sqlite | 3 | 40 | 0 | 0 | 2.0 s, 9.0 s | 0.5 s, 0.5 s | – | not reached: answer |",
        "<!-- end of faults -->",
        "after",
    ]
    again = on_a_page(page, [Result("terminate", SQLITE, 1, 7)])
    assert "| SIGTERM | sqlite | 1 | 7 | 0 | 0 | – | – | – | – |" in again
    assert "| kill -9 of a server | postgresql | 3 |" in again
    assert Result("terminate", SQLITE, 1, 7, times=[Times(3.0, 1.0)]).verdict == "reached"


def test_the_page_has_a_row_for_every_fault_and_nothing_was_lost() -> None:
    text = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    table = text.partition(report.BEGUN)[2].partition(report.ENDED)[0].strip().splitlines()
    assert table[0] == f"| {' | '.join(HEAD)} |"
    assert "bar 3 s" in table[0] and "bar 1 s" in table[0]
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table[2:]]
    assert [cell[:2] for cell in cells] == [[f.title, kind] for f in FAULTS.values() for kind in f.databases]
    assert all(cell[4:6] == ["0", "0"] for cell in cells)


def test_the_command_says_what_it_did_and_fails_where_something_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def found(pairs: Any, rounds: int, keep: Callable[[Result], None]) -> None:
        assert pairs == [(SQLITE, "terminate")]
        assert rounds == 4
        keep(results()[0])
        assert "| SIGTERM | sqlite | 3 |" in page.read_text(), "it is there though somebody breaks off the rest"

    monkeypatch.setattr(report, "all_tried", found)
    page, data = tmp_path / "page.md", tmp_path / "faults.json"
    page.write_text("<!-- faults -->\n<!-- end of faults -->\n")
    words = ["faults", "--only", "terminate", "--database", "sqlite", "--rounds", "4", "--write", str(page)]
    done = command(*words, "--json", str(data), COLUMNS="200")
    assert done.exit_code == 0, done.output
    assert "SIGTERM" in done.stdout
    assert "| SIGTERM | sqlite | 3 |" in page.read_text()
    assert json.loads(data.read_text())[0]["answered"] == [1.0, 2.0, 9.0]

    async def lost(_pairs: Any, _rounds: int, keep: Callable[[Result], None]) -> None:
        keep(Result("terminate", SQLITE, 1, 5, 2))

    monkeypatch.setattr(report, "all_tried", lost)
    done = command(*words)
    assert done.exit_code != 0
    assert "2 acknowledged answers are missing" in done.stderr
    assert command("faults", "--only", "weather").exit_code != 0
