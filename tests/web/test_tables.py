"""The tables: bots play on, clocks run out, votes count, and what was stored goes on after a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from doppiogioco.bots.chance import RandomBot
from doppiogioco.bots.talk import Claim, Speaker
from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given
from doppiogioco.engine.state import CHANCE, HIDDEN
from doppiogioco.store import Store
from doppiogioco.tables import tables as tables_module
from doppiogioco.tables.keeping import IDLE
from doppiogioco.tables.refusals import NotFound
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables
from doppiogioco.tables.watchers import ABSENT_AFTER
from doppiogioco.web.pages import TablePage

from .serving import run

Where = Path | str


def at_home(database: Where, work: Callable[[Tables], Awaitable[Any]]) -> Any:
    """Do something in the tables of a server, and close it."""

    async def main() -> Any:
        store = await Store.open(database)
        tables = Tables(store, usual_bot, bot_pause=0)
        await tables.wake()
        try:
            return await work(tables)
        finally:
            await tables.close()
            await store.close()

    return run(main)


async def started(tables: Tables, people: int = 4, **more: Any) -> Table:
    table = await tables.open("secrets", 4, {}, **more)
    for seat in range(people):
        await tables.do(table, lambda seat=seat: table.check_sit(seat, f"P{seat}"))  # type: ignore[misc]
    await tables.do(table, table.check_start)
    return table


async def until(true: Callable[[], bool], seconds: float = 120) -> None:
    for _ in range(int(seconds * 50)):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come about")


def test_bots_alone_play_to_the_end(database: Where) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables, people=0)
        await until(lambda: table.stage == "over")

    at_home(database, play)


def test_when_time_is_up_a_bot_stands_in_and_the_person_comes_back(
    database: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables, pace=30)
        late = table.playing().waiting[0]
        assert not table.seats[late].stand_in
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + 31)
        await until(lambda: table.seats[late].stand_in)
        await until(lambda: late not in table.playing().waiting or table.stage == "over")
        if table.stage == "playing":
            monkeypatch.setattr(tables_module, "now", time.time)
            await tables.do(table, lambda: table.check_back(late, time.time()))
            assert not table.seats[late].played_by_bot

    at_home(database, play)


def test_who_is_away_for_long_can_be_replaced_by_vote(database: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables)
        away = table.playing().waiting[0]
        voter = (away + 1) % 4
        async with tables.watchers(table).watching(away):
            pass  # was here, and is gone
        page = TablePage(tables, table, voter, "en")
        assert not page.players[away].may_vote
        assert page.players[away].state == "away"
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + 61)
        assert TablePage(tables, table, voter, "en").players[away].may_vote
        assert not TablePage(tables, table, away, "en").players[away].may_vote
        assert not TablePage(tables, table, None, "en").players[away].may_vote

    at_home(database, play)


def test_after_a_restart_every_table_is_where_it_was_and_bots_go_on(database: Where) -> None:
    async def begin(tables: Tables) -> tuple[str, list[Any]]:
        table = await started(tables, people=1)
        await until(lambda: 0 in table.playing().waiting)
        return table.id, table.playing().history[:]

    async def go_on(tables: Tables) -> None:
        table = await tables.table(name)
        assert table.playing().history == history
        while table.stage == "playing":
            match = table.playing()
            if 0 in match.waiting:
                answer = match.legal(0)[0]
                await tables.do(table, lambda answer=answer: table.check_move(0, [answer], None, "en"))  # type: ignore[misc]
            await asyncio.sleep(0)
        while not (ended := await tables.store.entries("over")):  # noted right after the last answer
            await asyncio.sleep(0.01)
        assert [entry.table_id for entry in ended] == [name]

    name, history = at_home(database, begin)
    at_home(database, go_on)


def test_an_unknown_table_is_not_there(database: Where) -> None:
    async def look(tables: Tables) -> None:
        with pytest.raises(NotFound):
            await tables.table("nowhere")

    at_home(database, look)


def test_tables_that_nobody_watches_leave_the_memory_and_come_back(
    database: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        old = await started(tables)
        await tables.close()
        history = old.playing().history[:]
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + 2 * IDLE)
        await tables.keeper.put_away()
        assert old.id not in tables.in_memory
        assert (await tables.table(old.id)).playing().history == history

    at_home(database, work)


async def with_a_partner(tables: Tables) -> Table:
    """Agent Avenue in pairs: a person and a bot are to say together who plays face up."""
    for seed in range(50):
        table = await tables.open("agent-avenue", 4, {}, seed=str(seed))
        await tables.do(table, lambda table=table: table.check_sit(0, "Anna"))  # type: ignore[misc]
        tables.watchers(table).present[0] = 1
        await tables.do(table, table.check_start)
        if table.playing().waiting == (0, 2):
            return table
    raise AssertionError("the pair never begins")


def test_a_bot_leaves_to_a_partner_who_is_there_what_both_decide(
    database: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(tables: Tables) -> None:
        table = await with_a_partner(tables)
        assert tables._bots_to_answer(table) == []
        tables.watchers(table).present[0] = 0
        assert tables._bots_to_answer(table) == []  # a moment away is not away
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + ABSENT_AFTER)
        assert tables._bots_to_answer(table) == [2]
        await until(lambda: table.playing().waiting != (0, 2), seconds=60)

    at_home(database, play)


def test_a_bot_goes_on_where_its_partner_has_given_the_seat_to_a_bot(database: Where) -> None:
    async def play(tables: Tables) -> None:
        table = await with_a_partner(tables)
        await tables.do(table, lambda: table.check_stand_in(0, "host"))
        await until(lambda: table.stage == "over", seconds=60)

    at_home(database, play)


def test_each_bot_of_a_table_stays_itself_and_is_handed_no_seed(database: Where) -> None:
    made: list[str] = []

    async def play(tables: Tables) -> None:
        def make(seed: str, *_: str) -> RandomBot:
            made.append(seed)
            return RandomBot(seed)

        tables.make_bot = make
        table = await started(tables, people=0)
        await until(lambda: table.stage == "over", seconds=60)
        assert len(set(made)) == len(made) == 4
        assert not any(table.seed in seed or seed in table.seed for seed in made)

    at_home(database, play)


def test_without_memory_aid_a_table_leaves_out_what_people_could_remember(database: Where) -> None:
    async def play(tables: Tables) -> None:
        aided, bare = await started(tables, seed="same"), await started(tables, seed="same", reminders=False)
        for _ in range(20):
            seat = aided.playing().waiting[0]
            answers: list[int | str] = [int(aided.playing().legal(seat)[-1])]
            for table in (aided, bare):
                await tables.do(table, partial(table.check_move, seat, answers, None, "en"))
        boards = [str(TablePage(tables, table, None, "en").region("board")) for table in (aided, bare)]
        assert aided.playing().history == bare.playing().history
        assert boards[0] != boards[1]
        assert len(boards[1]) < len(boards[0])

    at_home(database, play)


def test_what_is_saved_last_wakes_no_bot_of_a_server_that_closes(database: Where) -> None:
    async def main() -> None:
        store = await Store.open(database)
        tables = Tables(store, usual_bot, bot_pause=0)
        saving, go_on, append = asyncio.Event(), asyncio.Event(), store.append

        async def slowly(*row: Any) -> bool:
            saving.set()
            await go_on.wait()
            return await append(*row)

        table = await started(tables, people=0)
        store.append = slowly  # type: ignore[method-assign]
        await saving.wait()  # a bot's answer is on its way to the disk
        number = table.number
        closing = asyncio.create_task(tables.close())
        await asyncio.sleep(0)
        go_on.set()
        await closing
        assert table.number == number + 1, "what had begun was finished"
        assert all(task.done() for task in tables._busy.values())
        await store.close()

    run(main)


class Chatty:
    """A bot that hears, and would say something whenever it may."""

    def __init__(self, seed: str, *_: str) -> None:
        self.bot, self.said = RandomBot(seed), list[Claim]()

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        return self.bot.choose(view, heard, legal)

    def overhear(self, said: Sequence[Claim], public: Sequence[Given]) -> None:
        self.said = list(said)
        assert all(given.seat == CHANCE or given.answer == HIDDEN or given.answer >= 0 for given in public)


def test_bots_talk_once_a_turn_and_hear_each_other_but_never_for_a_person(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Speaker, "before", lambda *_: "I am KGB.")
    monkeypatch.setattr(Speaker, "after", lambda *_: "Trust me.")

    async def play(tables: Tables) -> None:
        made: dict[str, Chatty] = {}
        tables.make_bot = lambda seed, *_: made.setdefault(seed, Chatty(seed))
        table = await started(tables, people=1)
        await tables.do(table, lambda: table.check_stand_in(0, "host"))
        await until(lambda: table.stage == "over")
        match, said = table.playing(), table.claims_made()
        assert said
        assert {claim.seat for claim in said} == {1, 2, 3}, "nobody speaks for the person of seat 0"
        assert {claim.text for claim in said} == {"I am KGB.", "Trust me."}
        for seat in (1, 2, 3):
            own = [claim.after for claim in said if claim.seat == seat]
            for one, other in pairwise(own):
                between = [given.seat for given in match.history[one:other] if given.seat != CHANCE]
                assert len(between) >= 8
        assert len(max((bot.said for bot in made.values()), key=len)) > 2
        again = await tables.store.rows(table.id)
        assert [row.kind for row in again].count("said") == len(said)

    at_home(database, play)


def test_bots_that_do_not_listen_do_not_speak(database: Path) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables, people=0)
        await until(lambda: table.stage == "over")
        assert not table.chat

    at_home(database, play)
