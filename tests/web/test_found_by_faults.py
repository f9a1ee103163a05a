"""What `doppiogioco faults` has found, each by itself: every one of these failed before it was mended."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from doppiogioco.bots.chance import RandomBot
from doppiogioco.doors.asking import Asking, scope_of
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given
from doppiogioco.store import Row
from doppiogioco.tables import tables as tables_module
from doppiogioco.tables.refusals import Refused, SetAside
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables
from doppiogioco.web.app import create_app
from doppiogioco.web.pages import TablePage

from .databases import Cluster
from .test_tables import Where, at_home, started, until
from .test_together import answered, at_two


class Slow(RandomBot):
    """A bot that thinks until it is told to answer."""

    thinks, answers = threading.Event(), threading.Event()

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        Slow.thinks.set()
        Slow.answers.wait(60)
        return super().choose(view, heard, legal)


def test_a_bot_does_not_answer_for_who_came_back_while_it_was_thinking(database: Where) -> None:
    async def play(tables: Tables) -> None:
        Slow.thinks.clear()
        Slow.answers.clear()
        tables.make_bot = lambda seed, *_: Slow(seed)
        table = await started(tables)
        late = table.playing().waiting[0]
        await tables.do(table, lambda: table.check_stand_in(late, "host"))
        await asyncio.to_thread(Slow.thinks.wait, 60)
        await tables.do(table, lambda: table.check_back(late, time.time()))
        Slow.answers.set()
        await until(lambda: not tables.busy(table.id))
        assert late in table.playing().waiting
        assert [row.kind for row in await tables.store.rows(table.id)][-1] == "back"

    at_home(database, play)


def test_nobody_is_turned_away_while_a_seat_is_free(database: Where) -> None:
    async def play(tables: Tables) -> None:
        table = await tables.open("secrets", 4, {}, by=(0, "Host"))
        wishes = (tables.sit(table, None, f"Racer {number}") for number in range(5))
        became = await asyncio.gather(*wishes, return_exceptions=True)
        assert sorted(seat for seat in became if isinstance(seat, int)) == [1, 2, 3]
        assert [str(one) for one in became if isinstance(one, Refused)] == [
            "every seat is taken; you can watch once the game has begun"
        ] * 2

    at_home(database, play)


async def elsewhere(tables: Tables, table: Table, kind: str, data: str) -> int:
    """Another process has saved an event of a table, and this one is told its number."""
    row = Row(table.number, kind, data, time.time())
    assert await tables.store.append(row, table.entry._replace(number=row.number))
    tables.behind(table.id, row.number)
    return row.number


def test_a_page_waits_however_long_the_database_is_away(database: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "PATIENCE", 0.01)

    async def play(tables: Tables) -> None:
        table = await started(tables)
        rows, away = tables.store.rows, 12

        async def at_last(*which: Any) -> list[Row]:
            nonlocal away
            if away:
                away -= 1
                raise ConnectionError
            return await rows(*which)

        monkeypatch.setattr(tables.store, "rows", at_last)
        async with tables.watchers(table).watching(0) as bell:
            bell.clear()
            number = await elsewhere(tables, table, "said", '{"seat": 0, "name": "P0", "text": "hello"}')
            await asyncio.wait_for(bell.wait(), 120)
            assert away == 0
            assert table.number == number + 1
            assert tables.knows(table)

    at_home(database, play)


def test_who_watches_a_table_that_cannot_be_followed_looks_anew_and_hears_why(database: Where) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables)
        async with tables.watchers(table).watching(0) as bell:
            bell.clear()
            await elsewhere(tables, table, "danced", "{}")  # as a later version might
            await asyncio.wait_for(bell.wait(), 120)
            assert not tables.knows(table)
            with pytest.raises(SetAside):
                await tables.table(table.id)

    at_home(database, play)


def test_a_live_page_of_a_table_that_left_the_memory_is_closed(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as client:
        opened = client.post("/new/secrets", json={"seats": 4}, headers={"accept": "application/json"}).json()
        tables: Tables = client.app.state.tables

        def leave() -> None:
            table = tables.in_memory[opened["table"]]
            watchers = tables.watchers(table)
            tables.forget(table)
            watchers.ring()

        with client.websocket_connect(f"/t/{opened['table']}/live") as line:
            line.receive_json(timeout=60)
            client.blocking_portal.call(leave)
            with pytest.raises(WebSocketDisconnect):
                listen(line)


def test_a_clock_that_is_set_back_gives_nobody_an_hour(database: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables, pace=30)
        late = table.playing().waiting[0]
        set_back = 3_600.0
        monkeypatch.setattr(tables_module, "now", lambda: time.time() - set_back)
        await until(lambda: table.asked_at[late] <= tables_module.now())
        assert not table.seats[late].stand_in
        rows, again = await tables.store.rows(table.id), Table(table.id)
        assert [row.kind for row in rows].count("set-back") == 1
        for row in rows:
            again.read(row)
        assert again.asked_at == table.asked_at  # as every other process has it
        set_back -= 31
        await until(lambda: table.seats[late].stand_in)

    at_home(database, play)


def test_an_answer_that_cannot_be_saved_cuts_the_line_of_its_page_and_is_one_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    program = {"accept": "application/json"}
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=600)) as client:
        told = [client.post("/new/secrets", json={"seats": 4, "name": "P0"}, headers=program).json()]
        path = f"/t/{told[0]['table']}"
        told += [client.post(f"{path}/sit", json={"name": f"P{seat}"}, headers=program).json() for seat in (1, 2, 3)]
        seats = [program | {"authorization": f"Bearer {one['token']}"} for one in told]
        client.post(f"{path}/start", headers=seats[0])
        client.app.state.tables.store.append = _full
        state, seat = next((state, seat) for seat in seats if (state := client.get(path, headers=seat).json())["legal"])
        with client.websocket_connect(f"{path}/live", headers=seat) as line:
            line.receive_json(timeout=60)
            line.send_json({"answer": str(state["legal"][0]["answer"]), "after": str(state["after"])})
            with pytest.raises(WebSocketDisconnect):
                listen(line)
    [logged] = [record.getMessage() for record in caplog.records if "could not be saved" in record.getMessage()]
    assert logged == f"an answer at table {state['table']} could not be saved: OSError"


def test_who_comes_goes_and_comes_at_once_is_there_at_every_process(cluster: Cluster) -> None:
    async def play(one: Tables, other: Tables) -> None:
        table = await started(one)
        same = await other.table(table.id)
        here, there = one.watchers(table), other.watchers(same)
        async with here.watching(1):
            await until(lambda: there.here(1))
        await until(lambda: not there.here(1))  # nothing is left to be said
        async with here.watching(2):
            pass
        async with here.watching(2):  # before anything of it was told
            await until(lambda: there.came(2))
            await until(lambda: there.here(2), seconds=20)

    at_two(cluster.fresh(), play)


async def one_line_more(tables: Tables, table: Table) -> None:
    """People answer until everybody hears something."""
    before = len(table.playing().log())
    while len(table.playing().log()) == before:
        await answered(tables, table)


def test_who_reads_slowly_is_told_every_line(tmp_path: Path) -> None:
    heard = list[dict[str, Any]]()

    async def play(asking: Asking, table: Table) -> None:
        said, begun, reads = asyncio.Queue[dict[str, Any]](), asyncio.Event(), asyncio.Event()

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                begun.set()
                await reads.wait()
                heard.append(json.loads(message["text"]))

        reads.set()
        said.put_nowait({"type": "websocket.connect"})
        page = asyncio.ensure_future(asking.answer(scope_of("websocket", f"/t/{table.id}/live", {}), said.get, send))
        while not heard:
            await asyncio.sleep(0.01)
        begun.clear()
        reads.clear()
        await one_line_more(asking.tables, table)
        await begun.wait()
        await one_line_more(asking.tables, table)
        TablePage(asking.tables, table, None, "en").lines()  # somebody else is told everything meanwhile
        reads.set()
        while heard[-1]["number"] < table.number:
            await asyncio.sleep(0.01)
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await page

    with Asking(tmp_path / "tables.db") as asking:
        table = asking.do(lambda: started(asking.tables))
        asking.do(lambda: play(asking, table))
    told = sum(len(message.get("lines", [])) for message in heard)
    assert f'data-lines="{len(table.playing().log()) - told}"' in heard[0]["regions"]["log"]


def listen(line: Any) -> None:
    """Until it is closed: that somebody is there may be told before."""
    while True:
        line.receive_json(timeout=60)


async def _full(*_: object) -> bool:
    raise OSError("a hidden answer")
