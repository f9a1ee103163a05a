"""Several processes on one PostgreSQL: what happens at one is seen at all, and whatever dies, another goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from urllib.request import Request, urlopen

import pytest
import sqlalchemy as sa

from doppiogioco.bots.workers import usual_bot
from doppiogioco.store import Store, company
from doppiogioco.store.company import packed
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables

from .databases import Cluster
from .serving import Server, run
from .test_crash import Client
from .test_tables import started, until


@asynccontextmanager
async def a_process(database: str, bot_pause: float = 0) -> AsyncIterator[Tables]:
    """The tables of one process, as they would be in one of their own."""
    store = await Store.open(database)
    tables = Tables(store, usual_bot, bot_pause=bot_pause)
    await tables.wake()
    try:
        yield tables
    finally:
        await tables.close()
        await store.close()


def at_two(database: str, work: Callable[[Tables, Tables], Awaitable[None]], bot_pause: float = 0) -> None:
    """Do something at two processes."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(a_process(database, bot_pause))
            other = await stack.enter_async_context(a_process(database, bot_pause))
            await work(one, other)

    run(main)


async def answered(tables: Tables, table: Table) -> None:
    """Whoever is waited for first gives the first legal answer."""
    seat = table.playing().waiting[0]
    answer = int(table.playing().legal(seat)[0])
    await tables.do(table, lambda: table.check_move(seat, [answer], None, "en"))


async def bots_moved(tables: Tables, table: Table, since: int) -> bool:
    """Has anybody but the first seat answered?"""
    moved = [json.loads(row.data) for row in await tables.store.rows(table.id, since) if row.kind == "moved"]
    return any(move["seat"] for move in moved)


async def die(tables: Tables) -> None:
    """What is left of a process after kill -9: its lines are cut, and nobody hears of it again."""
    tables._closing = True
    company = tables.store.company
    for task in (tables.keeper._task, company._following, *tables._busy.values()):  # type: ignore[attr-defined]
        if task:
            task.cancel()
    company._following = tables.keeper._task = None  # type: ignore[attr-defined]


# What is seen elsewhere -----------------------------------------------------------------------------------------------


def test_what_happens_at_one_is_told_at_the_other(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one)
        same = await other.table(table.id)
        async with other.watchers(same).watching(None) as bell:
            for _ in range(5):
                await answered(one, table)
                await until(lambda: same.number == table.number)
            assert bell.is_set()
            await answered(other, same)
            await until(lambda: same.number == table.number)
        assert same.playing().history == table.playing().history

    at_two(cluster.fresh(), play)


def test_a_table_that_is_told_of_while_it_is_read_is_up_to_date(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one)
        rows, held, go_on = other.store.rows, asyncio.Event(), asyncio.Event()

        async def slowly(*which: Any) -> Any:
            found = await rows(*which)
            held.set()
            await go_on.wait()
            return found

        other.store.rows = slowly  # type: ignore[method-assign]
        reading = asyncio.create_task(other.table(table.id))
        await held.wait()
        await answered(one, table)
        await until(lambda: other._reading.get(table.id, -1) == table.number - 1)
        other.store.rows = rows  # type: ignore[method-assign]
        go_on.set()
        same = await reading
        await until(lambda: same.number == table.number)

    at_two(cluster.fresh(), play)


def test_a_race_between_processes_has_one_order_and_nobody_is_turned_away(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one)
        same = await other.table(table.id)
        lines = [(one, table), (other, same)] * 10
        await asyncio.gather(
            *(
                at.do(here, lambda n=n, here=here: here.check_say(0, "P0", f"line {n}"))
                for n, (at, here) in enumerate(lines)
            )  # type: ignore[misc]
        )
        await until(lambda: table.said == same.said == 20)
        assert [said.text for said in table.chat] == [said.text for said in same.chat]

    at_two(cluster.fresh(), play)


def test_who_is_there_at_one_process_is_there_at_all(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one)
        async with one.watchers(table).watching(2):
            same = await other.table(table.id)  # who looks later asks
            there = other.watchers(same)
            await until(lambda: there.here(2))
            assert not there.absent(2)
            assert not there.here(1)
            async with one.watchers(table).watching(1):
                await until(lambda: there.here(1))
            await until(lambda: not there.here(1))
            assert there.came(1)
            rung = there.rung
            await die(one)
            await until(lambda: not there.here(2))  # with its process everybody who was there has gone
            assert there.rung > rung

    at_two(cluster.fresh(), play)


def test_a_line_that_was_cut_is_taken_up_again_and_the_log_is_read(cluster: Cluster) -> None:
    listening = "query LIKE '%process%' AND datname = current_database() AND pid <> pg_backend_pid()"
    cut = sa.text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}")

    async def play(one: Tables, other: Tables) -> None:
        table = await started(one)
        same = await other.table(table.id)
        unheard: list[str] = []
        hear = other.store.company._hear  # type: ignore[attr-defined]
        other.store.company._hear = unheard.append  # type: ignore[attr-defined]
        await answered(one, table)
        await until(lambda: bool(unheard))
        assert same.number < table.number
        other.store.company._hear = hear  # type: ignore[attr-defined]
        async with one.store._engine.connect() as line:
            assert len((await line.execute(cut)).all()) >= 2
        await until(lambda: same.number == table.number)
        await answered(one, table)
        await until(lambda: same.number == table.number)

    at_two(cluster.fresh(), play)


def test_messages_are_as_long_as_the_database_takes() -> None:
    words = [f"table{n}:{n}" for n in range(2_000)]
    messages = packed("me saved", words)
    assert max(map(len, messages)) <= company.LONGEST
    assert [word for message in messages for word in message.split(" ")[2:]] == words
    assert packed("me saved", []) == []


# Who minds a table ----------------------------------------------------------------------------------------------------


def test_a_table_is_minded_by_one_process_at_a_time(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one, people=1)
        await until(lambda: not one.busy(table.id) and 0 in table.playing().waiting)
        assert await one.claim(table.id)
        same = await other.table(table.id)
        await until(lambda: table.id in other._others)
        assert not other.busy(table.id)
        number = same.number
        while not await bots_moved(other, same, number):  # the person is at the other process, the bots at the first
            if 0 in same.playing().waiting:
                await answered(other, same)
            await asyncio.sleep(0.02)
        assert table.id not in other._mine

    at_two(cluster.fresh(), play)


def test_when_a_process_dies_another_plays_its_bots(cluster: Cluster) -> None:
    assert company.LEASE + 2 * company.BEAT <= 3

    async def play(one: Tables, other: Tables) -> None:
        table = await started(one, people=0)  # its bots are in the middle of the game
        await until(lambda: one.busy(table.id) and table.id in one._mine)
        other.bot_pause = 0
        await die(one)
        assert table.stage == "playing"
        assert table.id not in other.in_memory  # nobody has to look
        await until(lambda: table.id in other.in_memory and other.in_memory[table.id].stage == "over")

    at_two(cluster.fresh(), play, bot_pause=600)


def test_when_a_process_dies_another_minds_its_clocks(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one, pace=30)
        late = table.playing().waiting[0]
        await until(lambda: one.busy(table.id))
        await die(one)
        async with other.store._engine.begin() as line:  # the clock has run out meanwhile
            await line.execute(sa.text("UPDATE event SET at = at - 60"))
            await line.execute(sa.text("UPDATE entry SET due = due - 60"))
        await until(lambda: table.id in other.in_memory and other.in_memory[table.id].seats[late].stand_in)

    at_two(cluster.fresh(), play, bot_pause=600)


def test_a_process_that_was_taken_for_gone_asks_anew_who_minds_its_tables(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one, people=0)
        await until(lambda: one.busy(table.id) and table.id in one._mine)
        async with other.store._engine.begin() as line:  # as if it had been asleep: the other has taken over
            await line.execute(sa.text("UPDATE entry SET minder = :name"), {"name": other.store.company.name})
        one.store.company._seen -= 2 * company.LEASE  # type: ignore[attr-defined]
        await until(lambda: table.id in one._others)
        assert not one.busy(table.id)

    at_two(cluster.fresh(), play, bot_pause=600)


def test_a_table_that_leaves_the_memory_may_be_minded_by_any(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one, people=1)
        await until(lambda: not one.busy(table.id) and table.id in one._mine)
        assert not await other.claim(table.id)
        one.forget(table)
        await one.release()
        assert await other.claim(table.id)

    at_two(cluster.fresh(), play)


# Processes of their own -----------------------------------------------------------------------------------------------


def say(server: Server, table: str, token: str, words: str) -> Any:
    headers = {"Accept": "application/json", "Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = Request(f"{server.address}{table}/say", json.dumps({"text": words}).encode(), headers)
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_a_move_made_at_one_is_on_the_screen_of_a_viewer_of_the_other(cluster: Cluster, chrome: Any) -> None:
    from playwright.sync_api import expect

    database = cluster.fresh()
    with Server(database) as one, Server(database) as other:
        client = Client(one, "secrets")
        context = chrome.new_context()
        page = context.new_page()
        page.goto(other.address + client.table)
        lines = page.locator("[data-lines] li")
        expect(lines.first).to_be_visible()
        told = lines.count()
        say(one, client.table, client.token, "a word from the first process")
        expect(page.locator("body")).to_contain_text("a word from the first process")

        def public() -> int:
            """How many lines everybody has heard: who only watches hears fewer than a player."""
            asked = Request(one.address + client.table, headers={"Accept": "application/json"})
            with urlopen(asked, timeout=60) as seen:
                return len(json.load(seen)["log"])

        while public() <= told or not client.state["legal"]:
            client.step()
            client.state = client.ask(client.table)
        expect(lines).to_have_count(public())
        assert lines.count() > told
        context.close()


def test_kill_minus_nine_of_the_process_that_minds_the_bots(cluster: Cluster) -> None:
    database = cluster.fresh()
    with Server(database) as one, Server(database) as other:
        client = Client(one, "secrets")  # the first process minds its bots
        client.server = other
        while client.acknowledged < 3:
            client.step()
        one.kill()
        acknowledged, heard = client.acknowledged, list(client.heard)
        while client.state["stage"] == "playing":
            client.step()
        assert client.state["stage"] == "over"
        assert client.acknowledged > acknowledged
        assert client.state["heard"][:acknowledged] == heard[:acknowledged]


@pytest.mark.parametrize("sign", ["SIGKILL", "SIGINT"])
def test_a_database_that_ends_and_comes_back_loses_nothing(cluster: Cluster, sign: str) -> None:
    """By kill -9, or as its own host would end it. It is another cluster, so that no other test misses it."""
    import signal
    import threading

    with Cluster() as own:
        database = own.fresh()
        with Server(database) as one, Server(database) as other:
            clients = [Client(one, "secrets"), Client(other, "spies-and-lies")]
            clients[1].server = one
            stop = threading.Event()
            threads = [threading.Thread(target=client.play, args=(stop,)) for client in clients]
            for thread in threads:
                thread.start()
            while not all(client.acknowledged > 3 for client in clients):
                threads[0].join(0.05)
            own.stop(getattr(signal, sign))
            saved = [(client.acknowledged, list(client.heard)) for client in clients]
            own.start()
            for thread in threads:
                thread.join(timeout=900)
            stop.set()
            for client, (count, heard) in zip(clients, saved, strict=True):
                assert client.state["stage"] == "over"
                assert client.state["heard"][:count] == heard[:count]
