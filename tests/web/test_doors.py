"""Doors that must stay shut, each held by a test, and each test by mutants that break its door open.

Bots are handed what their seat sees. A replay shows what was seen then. Nobody is told what is not saved. Of two
writers one is refused.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import doppiogioco
from doppiogioco.bots import seating
from doppiogioco.bots.chance import RandomBot
from doppiogioco.bots.workers import usual_bot
from doppiogioco.doors.asking import Asking
from doppiogioco.doors.ways import HTML
from doppiogioco.doors.world import T, table_of
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Setup, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay
from doppiogioco.research.match_sources import played
from doppiogioco.research.mcp import HomeSeat
from doppiogioco.research.text import TextMatch
from doppiogioco.store import Store
from doppiogioco.tables.table import Event, Table
from doppiogioco.tables.tables import Tables, Watchers
from doppiogioco.terminal import TerminalMatch
from doppiogioco.web.pages import LINES, TablePage
from doppiogioco.web.replay import ReplayPage

from .mutants import mutate
from .serving import run
from .test_tables import at_home, until

# Bots ---------------------------------------------------------------------------------------------------------------

TAG = re.compile(r"<[^>]*>")
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
    async def play(tables: Tables) -> Match:
        table = await tables.open(*setup, seed="bots")
        await tables.do(table, table.check_start)
        await until(lambda: table.stage == "over")
        return table.playing()

    found: Match = at_home(tmp_path / "tables.db", play)
    return found


def in_the_terminal(setup: Setup, tmp_path: Path) -> Match:
    match = doppiogioco.new(*setup, seed="bots")
    TerminalMatch(match, (), "en").play()
    return match


def with_a_model(setup: Setup, tmp_path: Path) -> Match:
    """A model has the first seat and answers by chance; bots sit at the others."""
    table, chance = TextMatch(*setup, seed="bots"), random.Random(1)
    home = HomeSeat(table, 0)
    while not table.match.over:
        offered = re.findall(r"^  (\d+)\b", home.look(everything=False).rpartition("\n[")[2], re.MULTILINE)
        home.answer(chance.choice(offered))
    return table.match


def for_research(setup: Setup, tmp_path: Path) -> Match:
    return next(played(*setup, seed="bots")).match


HOSTS: dict[str, tuple[Callable[[Setup, Path], Match], tuple[int, ...]]] = {  # and who is no bot there
    "tables": (in_the_house, ()),
    "terminal": (in_the_terminal, ()),
    "model": (with_a_model, (0,)),
    "research": (for_research, ()),
}


def handed_their_own(host: str, setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed, (play, people) = Handed(monkeypatch), HOSTS[host]
    handed.check(play(setup, tmp_path), people)


@pytest.mark.parametrize("setup", PLAYED, ids=label)
@pytest.mark.parametrize("host", HOSTS)
def test_a_bot_is_handed_what_its_seat_sees(
    host: str, setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_their_own(host, setup, tmp_path, monkeypatch)


NEIGHBOUR = "(seat + 1) % match.seats"
BRIBED = {
    "the neighbour's view": ("match.view(seat)", f"match.view({NEIGHBOUR})"),
    "the whole table": ("match.view(seat)", "match.game.sight(match.game.state.vector(match._state), seat, over=True)"),
    "what the neighbour heard": ("match.heard(seat)", f"match.heard({NEIGHBOUR})"),
    "every answer": ("match.heard(seat)", "match.history[:]"),
}


@pytest.mark.parametrize("bribe", BRIBED)
@pytest.mark.parametrize("host", HOSTS)
def test_a_bot_that_is_handed_more_is_found(
    host: str, bribe: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutate(monkeypatch, seating, "handed", *BRIBED[bribe])  # the one place where a bot is handed anything
    with pytest.raises(AssertionError, match="what was the bot"):
        handed_their_own(host, ("spies-and-lies", 4, {}), tmp_path, monkeypatch)


def test_a_bot_is_not_told_the_seed_of_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, honest = list[str](), RandomBot.__init__

    def begin(bot: RandomBot, seed: Any = None) -> None:
        told.append(str(seed))
        honest(bot, seed)

    monkeypatch.setattr(RandomBot, "__init__", begin)
    for name, (play, _) in HOSTS.items():
        told.clear()
        (tmp_path / name).mkdir()
        match = play(("secrets", 4, {}), tmp_path / name)
        assert told
        assert all(match.record(with_seed=True)["seed"] not in one for one in told)


# Watching again -----------------------------------------------------------------------------------------------------


class Kept(NamedTuple):
    """What was on the pages of a moment."""

    boards: dict[int | None, str]
    own: dict[int, str]  # of seats that had nothing to pick
    logs: dict[int | None, list[str]]


def lived_through(asking: Asking, match: Match) -> tuple[Table, dict[int, Kept]]:
    """A match played by chance to its end, and what everybody's page showed on the way."""
    table, chance, kept = table_of(match, T), random.Random(2), dict[int, Kept]()
    while match.waiting:
        if chance.random() < 0.2 or not kept:
            asking.tables._watchers.clear()
            pages = {seat: TablePage(asking.tables, table, seat, "it") for seat in (None, *range(match.seats))}
            idle = [seat for seat in pages if seat not in match.waiting]
            kept[len(match.history)] = Kept(
                {seat: str(pages[seat].region("board")) for seat in idle},
                {seat: str(pages[seat].region("mine")) for seat in idle if seat is not None},
                {seat: [*map(str, match.log(seat, "it"))] for seat in pages},
            )
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))
    asking.tables.in_memory[T] = table
    return table, dict(chance.sample([*kept.items()], min(8, len(kept))))


def shows_what_was_seen(asking: Asking, setup: Setup) -> None:
    """Every moment of a replay, through every pair of eyes, is the page of that moment; `everything` is more."""
    table, kept = lived_through(asking, doppiogioco.new(*setup, seed="again"))
    opened = 0
    for moment, then in kept.items():

        def page(eyes: int | str, moment: int = moment) -> str:
            return asking.ask("GET", f"/t/{T}/replay?as={eyes}&at={moment}", HTML).body

        def log(eyes: str, moment: int = moment) -> list[str]:
            return [unescape(TAG.sub("", str(line.html))) for line in ReplayPage(table, eyes, moment, "it").log_lines]

        assert then.boards[None] in page("table"), f"the table as it was seen at {moment}"
        for seat, mine in then.own.items():
            assert then.boards[seat] in page(seat) and mine in page(seat), f"as seat {seat} saw it at {moment}"
        for hearer, lines in then.logs.items():
            assert log("table" if hearer is None else str(hearer)) == lines[::-1][:LINES], f"as heard at {moment}"
        opened += then.boards[None] not in page("everything")
    assert len(kept) > 3
    assert opened, "with everything there is more to see"


@pytest.mark.parametrize("setup", PLAYED, ids=label)
def test_a_replay_shows_what_was_seen_then(asking: Asking, setup: Setup) -> None:
    shows_what_was_seen(asking, setup)


OPENED: dict[str, tuple[str, str, str]] = {
    "the table unveiled": ("board", "self.eyes == EVERYTHING", "True"),
    "the table at its end": ("__init__", "replay(record, upto=self.at)", "replay(record)"),
    "another seat": ("mine", "self.match.view(self.seat)", "self.match.view((self.seat + 1) % self.match.seats)"),
    "every line": ("log_lines", "self.eyes == EVERYTHING", "True"),
    "the lines of a seat": ("log_lines", "log(self.seat,", "log(self.seat or 0,"),
}


@pytest.mark.parametrize("way", OPENED)
def test_a_replay_that_shows_more_is_found(asking: Asking, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, ReplayPage, *OPENED[way])
    with pytest.raises(AssertionError, match=r"as it was seen|as seat|as heard"):
        shows_what_was_seen(asking, ("secrets", 4, {}))


# Saved, then told ---------------------------------------------------------------------------------------------------


async def opened(tables: Tables) -> Table:
    table = await tables.open("secrets", 4, {}, seed="fixed")
    for seat in range(4):
        await tables.do(table, lambda seat=seat: table.check_sit(seat, f"P{seat}"))  # type: ignore[misc]
    await tables.do(table, table.check_start)
    return table


def moves(table: Table) -> Callable[[], Event]:
    """The next answer of somebody, as the table stands now."""
    match = table.playing()
    seat, after = match.waiting[0], len(match.history)
    answer = match.legal(seat)[0]
    return lambda: table.check_move(seat, [answer], after, "en")


def told_when_saved(database: Path) -> None:
    """While an event is on its way to the disk nobody hears of it and the table is as it was."""

    async def work(tables: Tables) -> None:
        table = await opened(tables)
        before, honest = (table.number, table.playing().history[:]), tables.store.append
        on_its_way, gate = asyncio.Event(), asyncio.Event()

        async def slow(*event: Any) -> bool:
            on_its_way.set()
            await gate.wait()
            return await honest(*event)

        tables.store.append = slow  # type: ignore[method-assign]
        async with tables.watchers(table).watching(None) as bell:
            bell.clear()
            moving = asyncio.create_task(tables.do(table, moves(table)))
            await on_its_way.wait()
            for _ in range(20):
                await asyncio.sleep(0)
            early = bell.is_set() or (table.number, table.playing().history) != before
            gate.set()
            await asyncio.gather(moving, return_exceptions=True)
            assert not early, "told before it was saved"
            assert bell.is_set()
            assert table.number == before[0] + 1

    at_home(database, work)


def every_ring_is_about_what_is_on_the_disk(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a whole game of bots: whenever pages are woken, another reader finds every event of the table."""
    known, ahead = list[Table](), list[int]()
    honest = Watchers.ring

    def ring(watchers: Watchers) -> None:
        for table in known:
            with closing(sqlite3.connect(database)) as reader:
                [(saved,)] = reader.execute("SELECT count(*) FROM event WHERE table_id = ?", (table.id,))
            ahead.append(table.number - saved)
        honest(watchers)

    async def work(tables: Tables) -> None:
        known.append(await tables.open("secrets", 4, {}, seed="fixed"))
        await tables.try_to(known[0], known[0].check_start)
        await until(lambda: known[0].stage == "over" or max(ahead, default=0) > 0)

    monkeypatch.setattr(Watchers, "ring", ring)
    at_home(database, work)
    assert max(ahead) <= 0, "told before it was saved"
    assert len(ahead) > 10


def test_nobody_is_told_what_is_not_saved_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told_when_saved(tmp_path / "slow.db")
    every_ring_is_about_what_is_on_the_disk(tmp_path / "bots.db", monkeypatch)


def test_what_cannot_be_saved_has_not_happened(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        table = await opened(tables)
        number, history, honest = table.number, table.playing().history[:], tables.store.append

        async def failing(*_: Any) -> bool:
            raise OSError("no space left")

        async with tables.watchers(table).watching(None) as bell:
            bell.clear()
            tables.store.append = failing  # type: ignore[method-assign]
            with pytest.raises(OSError, match="no space"):
                await tables.do(table, moves(table))
            assert not bell.is_set()
            assert (table.number, table.playing().history) == (number, history)
            tables.store.append = honest  # type: ignore[method-assign]
            await tables.do(table, moves(table))
            assert bell.is_set()

    at_home(tmp_path / "tables.db", work)


SAVE = "if await self.store.append(row, noted):"
HASTY = {
    "rings first": f"self.watchers(table).ring()\n            {SAVE}",
    "takes it in first": f"table.fold(event, row.at)\n            {SAVE}",
    "tells first": f"table.fold(event, row.at); self.watchers(table).ring()\n            {SAVE}",
}


@pytest.mark.parametrize("haste", HASTY)
def test_who_tells_before_it_is_saved_is_found(haste: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, Tables, "_do", SAVE, HASTY[haste])
    with pytest.raises(AssertionError, match="told before it was saved"):
        told_when_saved(tmp_path / "slow.db")


def test_a_bell_before_the_disk_is_heard_in_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, Tables, "_do", SAVE, HASTY["tells first"])
    with pytest.raises(AssertionError, match="told before it was saved"):
        every_ring_is_about_what_is_on_the_disk(tmp_path / "bots.db", monkeypatch)


# Two writers --------------------------------------------------------------------------------------------------------


def one_is_refused(database: Path) -> None:
    """Two servers on one database: of two moves with the same number one counts, and the other server catches up."""

    async def main() -> None:
        stores = [await Store.open(database) for _ in range(2)]
        here, there = (Tables(store, usual_bot, bot_pause=0) for store in stores)
        try:
            table = await opened(here)
            twin = await there.table(table.id)
            await here.do(table, moves(table))
            stale = await outcome(there.do(twin, moves(twin)))
            assert isinstance(stale, DoppiogiocoError), "who knows too little is refused"
            assert "moved on" in str(stale)
            assert twin.playing().history == table.playing().history, "and knows it all then"
            race = [await asyncio.gather(outcome(here.do(table, moves(table))), outcome(there.do(twin, moves(twin))))]
            assert [result is None for result in race[0]].count(True) == 1, "one of two counts"
            assert twin.playing().history == table.playing().history, "and both know it"
            assert [row.number for row in await stores[0].rows(table.id)] == [*range(table.number)]
        finally:
            for tables, store in zip((here, there), stores, strict=True):
                await tables.close()
                await store.close()

    run(main)


async def outcome(wish: Awaitable[None]) -> BaseException | None:
    """What becomes of a wish: an error, or nothing."""
    return (await asyncio.gather(wish, return_exceptions=True))[0]


def test_of_two_servers_that_write_the_same_number_one_is_refused(tmp_path: Path) -> None:
    one_is_refused(tmp_path / "tables.db")


CARELESS: dict[str, tuple[Any, str, str, str]] = {
    "the store says yes to all": (Store, "append", "await waiting.saved", "[await waiting.saved] != []"),
    "the store counts all as saved": (Store, "_save", "return saved", "return {id(one) for one in batch}"),
    "nobody asks the store": (Tables, "_do", SAVE, SAVE.replace("if await", "if None is not await")),
    "nobody catches up": (Tables, "_do", "await self._catch_up(table)", "pass"),
}


@pytest.mark.parametrize("way", CARELESS)
def test_a_lost_conflict_is_found(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, *CARELESS[way])
    with pytest.raises(AssertionError):
        one_is_refused(tmp_path / "tables.db")
