"""Live: every open page is told of every change, over a WebSocket for browsers, server-sent events for programs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Self

from litestar import Response, WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.serialization import encode_json

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_, Voice
from doppiogioco.store import Away, fault
from doppiogioco.tables.refusals import Forbidden
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables
from doppiogioco.tables.watchers import Bell

from .boards import Board
from .cookies import Connection, token_of
from .described import AT_A_TABLE, EVENTS, described
from .http import Asked, fields_of, live_message, look, looked_at
from .limits import Limiter, TooMany, address_of
from .observed import GOES_ON, Message, Receive, Send
from .pages import DRAFTED, TablePage
from .seats import Seats, language_of
from .table_routes import moved

logger = logging.getLogger("doppiogioco")

QUIET = 20.0  # seconds
GOODBYE, LOOK_AGAIN, FORBIDDEN, TOO_MANY, FAULT, AWAY = 1000, 4401, 4403, 4429, 4500, 4503  # why a socket was closed


@dataclass(frozen=True, slots=True)
class Follower:
    """Whoever follows a table: all that has to be known of the request as long as its live connection lasts."""

    server: State
    table_id: str
    token: str
    address: str
    language: str

    @classmethod
    def asking(cls, connection: Connection, table_id: str) -> Self:
        """Who asks for a live connection."""
        token, address = token_of(connection, table_id), address_of(connection)
        return cls(connection.app.state, table_id, token, address, language_of(connection))

    @property
    def tables(self) -> Tables:
        """The tables of this server."""
        tables: Tables = self.server.tables
        return tables

    @property
    def seats(self) -> Seats:
        """Who reads seats."""
        seats: Seats = self.server.seats
        return seats

    @property
    def limiter(self) -> Limiter:
        """Who counts how much is asked for."""
        limiter: Limiter = self.server.limiter
        return limiter

    def page(self, table: Table, first: int | None, unwanted: bool) -> TablePage | None:
        """The table as it is seen now by who had this seat at first, or whom the host had removed.

        There is none if the table could not be followed: who asks for it anew hears how it stands, or why that cannot
        be told. It ends when the person of the seat has a new secret for it, which may open it again, when the host
        removes them or lets them in again, or sends spectators away.
        """
        if not self.tables.knows(table):
            return None
        seat = self.seats.read(table, self.token)
        lost = seat is None and first is not None and self.seats.renewed(self.token, table)
        if lost or unwanted != self.seats.removed(self.token, table) or not table.may_look(seat):
            raise Forbidden(N_("you have no seat at this table"))
        return TablePage(self.tables, table, seat, self.language)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[tuple[Callable[[], TablePage | None], Bell]]:
        """The table as it is seen now, and a bell that rings at every change.

        Several changes that come at once are one ring: only the last state of the table is worth drawing.
        """
        with self.limiter.live(self.address):
            table = await self.tables.table(self.table_id)
            first = self.seats.read(table, self.token)
            table.check_look(first)
            async with self.tables.watchers(table).watching(first) as bell:
                yield partial(self.page, table, first, self.seats.removed(self.token, table)), bell

    async def reply(self, text: str, screen: Screen) -> str:
        """What becomes of a move: a refusal, a draft to draw, or nothing more, for all are told of the change."""
        try:
            self.limiter.move(self.seats.person(self.token) or self.address)  # before it is read: that is work, too
            form = fields_of(text)
            table = await self.tables.table(self.table_id)
            seat = self.seats.seat(self.token, table)
            page = await moved(self.tables, table, seat, form, self.language, whole=False)
        except DoppiogiocoError as error:
            return encode_json({"reply": True, "error": error.told(Voice(self.language))}).decode()
        return drafted(page, screen) if page.draft else live_message(page, {}, reply=True)


class Cut(Exception):
    """Nobody is at the other end any more."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A WebSocket that has been accepted."""

    receive: Receive
    send: Send

    async def hear(self) -> str:
        """What is said next."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise Cut
        return message.get("text") or ""

    async def say(self, text: str) -> None:
        """Say something; it waits for who reads slowly."""
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int = GOODBYE, reason: str = "") -> None:
        """Say why nothing more is said."""
        with suppress(Cut):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def _send(self, message: Message) -> None:
        try:
            await self.send(message)
        except (RuntimeError, OSError, WebSocketDisconnect):  # it was cut, or closed, a moment ago
            raise Cut from None


@websocket("/t/{table_id:str}/live")
async def live_socket(socket: WebSocket[Any, Any, State], table_id: FromPath[str]) -> None:
    """For browsers: only the regions that have changed, and the moves the page makes."""
    await socket.accept()
    scope: Message = socket.scope  # type: ignore[assignment]  # to us a plain dict
    page = partial(live, Follower.asking(socket, table_id))
    if GOES_ON in scope:
        scope[GOES_ON].append(page)
        socket.receive, socket.send = empty_receive, empty_send  # they hold the socket, and it holds them
    else:  # another server, as in tests
        await page(socket.receive, socket.send)  # type: ignore[arg-type]  # the same in other words


class Told(NamedTuple):
    """What a page has been told: whose it is, a mark of each region, the board and from which side, lines of the log,
    how many answers. A page that waits keeps no more than this, and the board is kept once for all who see the same."""

    seat: int | None = None
    marks: Mapping[str, int] = {}
    board: Board | None = None
    side: int = 0
    lines: int = 0
    answers: int = 0


@dataclass(slots=True)
class Screen:
    """An open page, as far as the server knows: what it is told next begins there. It is noted before it is said, for
    who reads slowly is told of other things, too, while it waits."""

    told: Told = field(default_factory=Told)


async def live(follower: Follower, receive: Receive, send: Send) -> None:
    """The life of a live page: it is told of every change, and says what it answers."""
    wire, screen = Wire(receive, send), Screen()
    reader = asyncio.create_task(_listen(wire, follower, screen))
    try:
        async with follower.watching() as (page, bell):
            reader.add_done_callback(lambda _: bell.set())
            while not reader.done() and await _told(wire, page(), screen):
                await bell.wait()
                bell.clear()
            await wire.close()
    except TooMany as error:
        await wire.close(TOO_MANY, error.told(Voice(follower.language)))
    except Forbidden:  # what was shown until now is not, or no longer, for who looks
        await wire.close(LOOK_AGAIN)
    except Away:  # the page tries again by itself
        await wire.close(AWAY)
    except (Cut, DoppiogiocoError):
        pass
    except Exception as error:  # what is to be mended: only where it came up is logged
        logger.error("the live page of table %s", follower.table_id, exc_info=error)
        await wire.close(FAULT, "Internal Server Error")
    finally:
        reader.cancel()


async def _told(wire: Wire, now: TablePage | None, screen: Screen) -> bool:
    """Tell a page what is new to it; is there a table to tell of? A page that waits then holds nothing of the table."""
    if now:
        await wire.say(news(now, screen))
    return now is not None


def news(now: TablePage, screen: Screen) -> str:
    """What is new to a page, as a message that it is told next."""
    told = screen.told
    if now.seat != told.seat:  # who sits down hears another log
        told = Told(now.seat)
    regions, log = now.regions("board", "log" if told.marks else ""), now.lines()
    marks = {name: hash(piece) for name, piece in regions.items()}
    fresh = {name: piece for name, piece in regions.items() if told.marks.get(name) != marks[name]}
    lines, beats = (log[told.lines :], now.beats(told.answers)) if told.marks else ((), ())
    board, side = (now.board, now.side) if now.table.match else (None, 0)
    changed = board if board and not (side == told.side and board.looks_like(told.board)) else None
    screen.told = Told(now.seat, marks, board if changed else told.board, side, len(log), now.after)
    return live_message(now, fresh, lines, beats, board=changed, before=told.board)


def drafted(page: TablePage, screen: Screen) -> str:
    """A move that is put together, as a message to who does. It goes by: the next news begin where the last ended."""
    regions = {name: page.region(name) for name in DRAFTED if name != "board"}
    return live_message(page, regions, board=page.board, before=screen.told.board, reply=True)


async def _listen(wire: Wire, follower: Follower, screen: Screen) -> None:
    """Play what the page answers, as a posted form would be; ends when the browser goes, or one cannot be saved."""
    try:
        while True:
            await wire.say(await follower.reply(await wire.hear(), screen))
    except Cut:
        pass
    except Exception as error:  # the page sends it again when its line is back; only the kind of a fault is logged
        logger.error("an answer at table %s could not be saved: %s", follower.table_id, fault(error))


async def rung(bell: Bell) -> bool:
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
    follower = Follower.asking(request, table_id)
    with follower.limiter.live(follower.address):  # a stream that has begun cannot be refused any more
        await looked_at(request, table_id)
    if request.method == "HEAD":
        return Response(None, media_type=EVENTS)
    as_page = request.query_params.get("as") == "page"

    async def messages() -> AsyncIterator[str | ServerSentEventMessage]:
        with suppress(Forbidden):  # who opens it again is shown what is theirs to see
            async with follower.watching() as (page, bell):
                while now := page():
                    yield live_message(now, now.regions()) if as_page else encode_json(now.as_json()).decode()
                    while not await rung(bell):
                        yield ServerSentEventMessage(comment="nothing new")
                    bell.clear()

    return ServerSentEvent(messages(), headers={"X-Accel-Buffering": "no"})


ROUTES = [live_socket, live_events]
