"""The house: bots play on, clocks run out, votes count, and what was stored goes on after a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from doppiogioco.bots.chance import RandomBot
from doppiogioco.store import Store
from doppiogioco.web import house as houses
from doppiogioco.web.house import House
from doppiogioco.web.pages import TablePage
from doppiogioco.web.table import NotFound, Table

from .serving import run


def at_home(database: Path, work: Callable[[House], Awaitable[Any]]) -> Any:
    """Do something in a house, and close it."""

    async def main() -> Any:
        store = await Store.open(database)
        house = House(store, RandomBot, bot_pause=0)
        await house.wake()
        try:
            return await work(house)
        finally:
            await house.close()
            await store.close()

    return run(main)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


async def started(house: House, people: int = 4, **more: Any) -> Table:
    table = await house.open("secrets", 4, {}, **more)
    for seat in range(people):
        await house.do(table, lambda seat=seat: table.check_sit(seat, f"P{seat}"))  # type: ignore[misc]
    await house.do(table, table.check_start)
    return table


async def until(true: Callable[[], bool], seconds: float = 120) -> None:
    for _ in range(int(seconds * 50)):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come about")


def test_bots_alone_play_to_the_end(database: Path) -> None:
    async def play(house: House) -> None:
        table = await started(house, people=0)
        await until(lambda: table.stage == "over")

    at_home(database, play)


def test_when_time_is_up_a_bot_stands_in_and_the_person_comes_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: House) -> None:
        table = await started(house, pace=30)
        late = table.playing().waiting[0]
        assert not table.seats[late].stand_in
        monkeypatch.setattr(houses, "now", lambda: time.time() + 31)
        await until(lambda: table.seats[late].stand_in)
        await until(lambda: late not in table.playing().waiting or table.stage == "over")
        if table.stage == "playing":
            monkeypatch.setattr(houses, "now", time.time)
            await house.do(table, lambda: table.check_back(late, time.time()))
            assert not table.seats[late].played_by_bot

    at_home(database, play)


def test_who_is_away_for_long_can_be_replaced_by_vote(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(house: House) -> None:
        table = await started(house)
        away = table.playing().waiting[0]
        voter = (away + 1) % 4
        async with house.watchers(table).watching(away):
            pass  # was here, and is gone
        page = TablePage(house, table, voter, "en")
        assert not page.players[away].may_vote
        assert page.players[away].state == "away"
        monkeypatch.setattr(houses, "now", lambda: time.time() + 61)
        assert TablePage(house, table, voter, "en").players[away].may_vote
        assert not TablePage(house, table, away, "en").players[away].may_vote
        assert not TablePage(house, table, None, "en").players[away].may_vote

    at_home(database, play)


def test_after_a_restart_every_table_is_where_it_was_and_bots_go_on(database: Path) -> None:
    async def begin(house: House) -> tuple[str, list[Any]]:
        table = await started(house, people=1)
        await until(lambda: 0 in table.playing().waiting)
        return table.id, table.playing().history[:]

    async def go_on(house: House) -> None:
        table = await house.table(name)
        assert table.playing().history == history
        while table.stage == "playing":
            match = table.playing()
            if 0 in match.waiting:
                answer = match.legal(0)[0]
                await house.do(table, lambda answer=answer: table.check_move(0, [answer], None, "en"))  # type: ignore[misc]
            await asyncio.sleep(0)
        while not (ended := await house.store.entries("over")):  # noted right after the last answer
            await asyncio.sleep(0.01)
        assert [entry.table_id for entry in ended] == [name]

    name, history = at_home(database, begin)
    at_home(database, go_on)


def test_an_unknown_table_is_not_there(database: Path) -> None:
    async def look(house: House) -> None:
        with pytest.raises(NotFound):
            await house.table("nowhere")

    at_home(database, look)


def test_tables_that_nobody_watches_leave_the_memory_and_come_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: House) -> None:
        old = await started(house)
        await house.close()
        history = old.playing().history[:]
        monkeypatch.setattr(houses, "now", lambda: time.time() + 2 * houses.IDLE)
        await house.open("secrets", 4, {})
        assert old.id not in house.tables
        assert (await house.table(old.id)).playing().history == history

    at_home(database, work)


async def with_a_partner(house: House) -> Table:
    """Agent Avenue in pairs: a person and a bot are to say together who plays face up."""
    for seed in range(50):
        table = await house.open("agent-avenue", 4, {}, seed=str(seed))
        await house.do(table, lambda table=table: table.check_sit(0, "Anna"))  # type: ignore[misc]
        house.watchers(table).present[0] = 1
        await house.do(table, table.check_start)
        if table.playing().waiting == (0, 2):
            return table
    raise AssertionError("the pair never begins")


def test_a_bot_leaves_to_a_partner_who_is_there_what_both_decide(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: House) -> None:
        table = await with_a_partner(house)
        assert house._bots_to_answer(table) == []
        house.watchers(table).present[0] = 0
        assert house._bots_to_answer(table) == []  # a moment away is not away
        monkeypatch.setattr(houses, "now", lambda: time.time() + houses.ABSENT_AFTER)
        assert house._bots_to_answer(table) == [2]
        await until(lambda: table.playing().waiting != (0, 2), seconds=60)

    at_home(database, play)


def test_a_bot_goes_on_where_its_partner_has_given_the_seat_to_a_bot(database: Path) -> None:
    async def play(house: House) -> None:
        table = await with_a_partner(house)
        await house.do(table, lambda: table.check_stand_in(0, "host"))
        await until(lambda: table.stage == "over", seconds=60)

    at_home(database, play)


def test_each_bot_of_a_table_stays_itself_and_is_handed_no_seed(database: Path) -> None:
    made: list[str] = []

    async def play(house: House) -> None:
        def make(seed: str) -> RandomBot:
            made.append(seed)
            return RandomBot(seed)

        house.make_bot = make
        table = await started(house, people=0)
        await until(lambda: table.stage == "over", seconds=60)
        assert len(set(made)) == len(made) == 4
        assert not any(table.seed in seed or seed in table.seed for seed in made)

    at_home(database, play)


def test_without_memory_aid_a_table_leaves_out_what_people_could_remember(database: Path) -> None:
    async def play(house: House) -> None:
        aided, bare = await started(house, seed="same"), await started(house, seed="same", reminders=False)
        for _ in range(20):
            seat = aided.playing().waiting[0]
            answers: list[int | str] = [int(aided.playing().legal(seat)[-1])]
            for table in (aided, bare):
                await house.do(table, partial(table.check_move, seat, answers, None, "en"))
        boards = [str(TablePage(house, table, None, "en").region("board")) for table in (aided, bare)]
        assert aided.playing().history == bare.playing().history
        assert boards[0] != boards[1]
        assert len(boards[1]) < len(boards[0])

    at_home(database, play)
