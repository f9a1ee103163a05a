"""What stays in memory of a live page: not the request that it was opened with, nor anything that only circles hold."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from httpx import Client
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from doppiogioco.doors.asking import Asking, scope_of
from doppiogioco.tables.table import Table
from doppiogioco.web.observed import Observed, Rooted
from doppiogioco.web.pages import TablePage
from doppiogioco.web.sockets import FLOWING, Inbox, Socket

from .serving import Server, run
from .test_tables import started


@contextmanager
def nobody_looks_for_circles() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def live_page(asking: Asking, table: Table, said: Any, heard: Any) -> None:
    """A stranger's page, until it is closed."""
    app = Observed(Rooted(asking.app), asking.app.state.metrics, False, 0)  # type: ignore[arg-type]
    said.put_nowait({"type": "websocket.connect"})
    await app(scope_of("websocket", f"/t/{table.id}/live", {}), said.get, heard.put)


class Request(dict[str, Any]):
    """A scope that can be missed."""


def test_a_page_that_is_live_holds_nothing_of_its_request(tmp_path: Path) -> None:
    async def play(asking: Asking, table: Table) -> None:
        said, heard = asyncio.Queue[dict[str, Any]](), asyncio.Queue[dict[str, Any]]()
        app = Observed(Rooted(asking.app), asking.app.state.metrics, False, 0)  # type: ignore[arg-type]
        request = Request(scope_of("websocket", f"/t/{table.id}/live", {}))
        left = ref(request)
        said.put_nowait({"type": "websocket.connect"})
        page = asyncio.ensure_future(app(request, said.get, heard.put))
        del request
        assert (await heard.get())["type"] == "websocket.accept"
        assert (await heard.get())["type"] == "websocket.send"
        assert left() is None
        assert not page.done()
        said.put_nowait({"type": "websocket.receive", "text": "{}"})
        assert "error" in (await heard.get())["text"], "it is answered all the same"
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await page

    with Asking(tmp_path / "tables.db") as asking, nobody_looks_for_circles():
        table = asking.do(lambda: started(asking.tables))
        asking.do(lambda: play(asking, table))


def test_a_page_that_waits_holds_nothing_of_what_it_was_told_from(tmp_path: Path) -> None:
    drawn = list[ref[TablePage]]()

    class Page(TablePage):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            drawn.append(ref(self))

    async def play(asking: Asking, table: Table) -> None:
        said, heard = asyncio.Queue[dict[str, Any]](), asyncio.Queue[dict[str, Any]]()
        page = asyncio.ensure_future(live_page(asking, table, said, heard))
        for _ in range(2):
            await heard.get()  # that it was accepted, and how the table stands
        asking.tables.watchers(table).ring()
        await heard.get()
        assert [left() for left in drawn] == [None, None]
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await page

    with Asking(tmp_path / "tables.db") as asking, nobody_looks_for_circles(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("doppiogioco.web.live.TablePage", Page)
        table = asking.do(lambda: started(asking.tables))
        asking.do(lambda: play(asking, table))


def test_a_fault_in_drawing_closes_a_page_and_says_where_it_came_up(
    tmp_path: Path, monkeypatch: Any, caplog: Any
) -> None:
    async def play(asking: Asking, table: Table) -> dict[str, Any]:
        said, heard = asyncio.Queue[dict[str, Any]](), asyncio.Queue[dict[str, Any]]()
        await live_page(asking, table, said, heard)
        assert (await heard.get())["type"] == "websocket.accept"
        return await heard.get()

    monkeypatch.setattr("doppiogioco.web.live.TablePage", lambda *_: 1 / 0)
    with Asking(tmp_path / "tables.db") as asking:
        table = asking.do(lambda: started(asking.tables))
        closed = asking.do(lambda: play(asking, table))
    assert closed == {"type": "websocket.close", "code": 4500, "reason": "Internal Server Error"}
    [logged] = [record for record in caplog.records if "the live page of table" in record.getMessage()]
    assert logged.exc_info[0] is ZeroDivisionError


def test_what_is_said_is_heard_in_its_order_and_once() -> None:
    async def talk() -> None:
        inbox = Inbox()
        inbox.put_nowait(1)
        inbox.put_nowait(2)
        assert [await inbox.get(), await inbox.get()] == [1, 2]
        assert inbox.empty()
        waiting = asyncio.ensure_future(inbox.get())
        await asyncio.sleep(0)
        waiting.cancel()  # who no longer listens takes nothing with them
        await asyncio.sleep(0)
        inbox.put_nowait(3)
        assert await inbox.get() == 3
        later = asyncio.ensure_future(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait(4)
        inbox.put_nowait(5)
        assert [await later, await inbox.get()] == [4, 5]

    run(talk)


def test_only_who_reads_slowly_is_waited_for() -> None:
    async def talk() -> None:
        fast, slow = (Socket.__new__(Socket) for _ in range(2))
        fast.writable = slow.writable = FLOWING
        slow.pause_writing()
        assert fast.writable.is_set()
        waits = asyncio.ensure_future(slow.writable.wait())
        await asyncio.sleep(0)
        assert not waits.done()
        slow.resume_writing()
        await waits
        assert slow.writable is FLOWING
        assert FLOWING.is_set()

    run(talk)


def test_pages_and_answers_go_over_the_sockets_of_a_server_and_either_side_may_close_them(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db") as server, Client(base_url=server.address, timeout=60) as client:
        table = client.post("/new/secrets", json={"name": "Anna"}, headers={"accept": "application/json"}).json()
        seat = {"Authorization": f"Bearer {table['token']}"}
        address = f"ws://127.0.0.1:{server.port}/t"
        with connect(f"{address}/{table['table']}/live", additional_headers=seat) as page:
            assert "regions" in page.recv(60)
            for text in ("[]", "no move", "{}"):
                page.send(text)
                while "error" not in page.recv(60):
                    pass  # that somebody has come is told as well
            assert page.ping().wait(60)
        assert page.close_code == 1000
        with connect(f"{address}/nowhere/live") as page, pytest.raises(ConnectionClosedError):
            page.recv(60)
