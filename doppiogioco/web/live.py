"""Live: one generator per open page, behind a WebSocket for browsers and server-sent events for programs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from litestar import WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.response import ServerSentEvent

from doppiogioco.engine.errors import DoppiogiocoError

from .http import Asked, house_of, live_message, seats_of
from .pages import TablePage
from .seats import Connection, language_of


async def live(connection: Connection, table_id: str) -> AsyncGenerator[TablePage]:
    """The table at every change, as whoever asks sees it. If several changes come at once, the last one."""
    house = house_of(connection)
    table = await house.table(table_id)
    async with house.watchers(table).watching(seats_of(connection).asking(connection, table)) as bell:
        while True:
            yield TablePage(house, table, seats_of(connection).asking(connection, table), language_of(connection))
            await bell.wait()
            bell.clear()


@websocket("/t/{table_id:str}/live")
async def live_socket(socket: WebSocket[Any, Any, State], table_id: FromPath[str]) -> None:
    """For browsers: only the regions that have changed."""
    await socket.accept()
    reader = asyncio.create_task(_until_gone(socket))
    try:
        told: dict[str, str] = {}
        stream = live(socket, table_id)
        while True:
            step = asyncio.ensure_future(anext(stream))
            done, _ = await asyncio.wait({step, reader}, return_when=asyncio.FIRST_COMPLETED)
            if reader in done:
                step.cancel()
                await asyncio.gather(step, return_exceptions=True)
                break
            message = live_message(step.result())
            regions = message.get("regions", {})
            message["regions"] = {name: text for name, text in regions.items() if told.get(name) != text}
            told = regions
            await socket.send_json(message)
        await stream.aclose()
    except (WebSocketDisconnect, DoppiogiocoError):
        pass
    finally:
        reader.cancel()


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    """Ends when the browser goes; what it says is not listened to, moves are posted."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
        return


@get("/t/{table_id:str}/events")
async def live_events(request: Asked, table_id: FromPath[str]) -> ServerSentEvent:
    """For programs: the table as JSON at every change. With `?as=page` the regions, for a browser without WebSocket."""
    await house_of(request).table(table_id)
    as_page = request.query_params.get("as") == "page"

    async def messages() -> AsyncIterator[str]:
        async for page in live(request, table_id):
            yield json.dumps(live_message(page) if as_page else page.as_json())

    return ServerSentEvent(messages(), headers={"X-Accel-Buffering": "no"})
