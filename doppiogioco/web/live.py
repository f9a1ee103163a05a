"""Live: every open page is told of every change, over a WebSocket for browsers, server-sent events for programs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from litestar import Response, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.serialization import encode_json

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_, Voice
from doppiogioco.tables.refusals import Forbidden

from .boards import Board
from .cookies import Connection, token_of
from .described import AT_A_TABLE, EVENTS, described
from .http import Asked, another_site, fields_of, limiter_of, live_message, look, looked_at, seats_of, tables_of
from .limits import TooMany
from .pages import TablePage
from .seats import language_of
from .table_routes import moved

logger = logging.getLogger("doppiogioco")

QUIET = 20.0  # seconds
LOOK_AGAIN, FORBIDDEN, TOO_MANY = 4401, 4403, 4429  # why a socket was closed


@asynccontextmanager
async def watching(
    connection: Connection, table_id: str
) -> AsyncIterator[tuple[Callable[[], TablePage | None], asyncio.Event]]:
    """The table as whoever asks sees it now, and a bell that rings at every change.

    Several changes that come at once are one ring: only the last state of the table is worth drawing. There is none if
    the table could not be followed: who asks for it anew hears how it stands, or why that cannot be told. It ends when
    the person of the seat has a new secret for it, which may open it again, or when the host sends spectators away.
    """
    tables, token, language = tables_of(connection), token_of(connection, table_id), language_of(connection)
    table, first = await looked_at(connection, table_id)
    seats = seats_of(connection)

    def page() -> TablePage | None:
        if not tables.knows(table):
            return None
        seat = seats.read(table, token)
        lost = seat is None and first is not None and seats.renewed(connection, table)
        if lost or not table.may_look(seat):
            raise Forbidden(N_("you have no seat at this table"))
        return TablePage(tables, table, seat, language)

    with limiter_of(connection).live(connection):
        async with tables.watchers(table).watching(first) as bell:
            yield page, bell


@websocket("/t/{table_id:str}/live")
async def live_socket(socket: WebSocket[Any, Any, State], table_id: FromPath[str]) -> None:
    """For browsers: only the regions that have changed, and the moves the page makes."""
    if another_site(socket):  # before anything is told: a page from elsewhere would read the hand
        await socket.close(code=FORBIDDEN)
        return
    await socket.accept()
    reader = asyncio.create_task(_listen(socket, table_id))
    try:
        async with watching(socket, table_id) as (page, bell):
            reader.add_done_callback(lambda _: bell.set())
            told = Told()
            while not reader.done():
                latest = await _tell(socket, page, told)
                if latest is None:
                    break
                told = latest
                await bell.wait()
                bell.clear()
            with suppress(RuntimeError):  # whoever it was has gone already
                await socket.close()
    except TooMany:
        await socket.close(code=TOO_MANY)
    except Forbidden:  # what was shown until now is not, or no longer, for who looks
        await socket.close(code=LOOK_AGAIN)
    except (WebSocketDisconnect, DoppiogiocoError):
        pass
    finally:
        reader.cancel()


class Told(NamedTuple):
    """What a page has been told: whose it is, a mark of each region, the board and from which side, lines of the log,
    how many answers. A page that waits keeps no more than this, and the board is kept once for all who see the same."""

    seat: int | None = None
    marks: Mapping[str, int] = {}
    board: Board | None = None
    side: int = 0
    lines: int = 0
    answers: int = 0


async def _tell(socket: WebSocket[Any, Any, State], page: Callable[[], TablePage | None], told: Told) -> Told | None:
    """Tell a page what is new to it; what it has been told then, or None if there is no table to tell of."""
    now = page()
    if now is None:
        return None
    if now.seat != told.seat:  # who sits down hears another log
        told = Told(now.seat)
    regions, log = now.regions("board", "log" if told.marks else ""), now.lines()
    marks = {name: hash(piece) for name, piece in regions.items()}
    fresh = {name: piece for name, piece in regions.items() if told.marks.get(name) != marks[name]}
    lines, beats = (log[told.lines :], now.beats(told.answers)) if told.marks else ((), ())
    board, side = (now.board, now.side) if now.table.match else (None, 0)
    changed = board if board and not (side == told.side and board.looks_like(told.board)) else None
    message = live_message(now, fresh, lines, beats, board=changed, before=told.board)
    latest = Told(now.seat, marks, board if changed else told.board, side, len(log), now.after)
    try:  # who reads slowly may let the table go on meanwhile
        await socket.send_text(message)
    except RuntimeError:
        raise WebSocketDisconnect(detail="the line was cut a moment ago") from None
    return latest


async def _listen(socket: WebSocket[Any, Any, State], table_id: str) -> None:
    """Play what the page answers, as a posted form would be; ends when the browser goes, or one cannot be saved."""
    try:
        while True:
            reply = await _reply(socket, table_id, await socket.receive_text())
            await socket.send_text(reply)
    except (WebSocketDisconnect, RuntimeError):
        pass
    except Exception as error:  # the page sends it again when its line is back; only the kind of a fault is logged
        logger.error("an answer at table %s could not be saved: %s", table_id, type(error).__name__)


async def _reply(socket: WebSocket[Any, Any, State], table_id: str, text: str) -> str:
    """What became of a move: a refusal, a draft to draw, or nothing more, for all are told of the change."""
    language = language_of(socket)
    try:
        form, tables = fields_of(text), tables_of(socket)
        limiter_of(socket).move(socket, table_id)
        table = await tables.table(table_id)
        page = await moved(tables, table, seats_of(socket).seated(socket, table), form, language, whole=False)
    except DoppiogiocoError as error:
        return encode_json({"reply": True, "error": error.told(Voice(language))}).decode()
    return live_message(page, page.regions() if page.draft else {}, reply=True)


async def rung(bell: asyncio.Event) -> bool:
    """Wait for the bell, but not so long that a line on which nothing is said is cut."""
    try:
        await asyncio.wait_for(bell.wait(), QUIET)
    except TimeoutError:
        return False
    return True


@look(
    "/t/{table_id:str}/events",
    operation_class=described(
        {200: (EVENTS,)}, refuses=AT_A_TABLE, query={"as": "page: for a browser without WebSocket"}
    ),
)
async def live_events(request: Asked, table_id: FromPath[str]) -> ServerSentEvent | Response[None]:
    """For programs: the table as JSON at every change. With `?as=page` the regions, for a browser without WebSocket."""
    await looked_at(request, table_id)
    with limiter_of(request).live(request):
        pass  # a stream that has begun cannot be refused any more
    if request.method == "HEAD":
        return Response(None, media_type=EVENTS)
    as_page = request.query_params.get("as") == "page"

    async def messages() -> AsyncIterator[str | ServerSentEventMessage]:
        with suppress(Forbidden):  # who opens it again is shown what is theirs to see
            async with watching(request, table_id) as (page, bell):
                while now := page():
                    yield live_message(now, now.regions()) if as_page else encode_json(now.as_json()).decode()
                    while not await rung(bell):
                        yield ServerSentEventMessage(comment="nothing new")
                    bell.clear()

    return ServerSentEvent(messages(), headers={"X-Accel-Buffering": "no"})


ROUTES = [live_socket, live_events]
