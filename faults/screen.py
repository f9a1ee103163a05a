"""A browser at a seat, as far as the server can tell: a live page that comes back by itself, and what it was told.

An answer whose line is cut is sent again until somebody says what became of it, as the page does.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from doppiogioco.web.boards import BoardReader

ANSWER = re.compile(r'name="answer" value="(\d+)"')
AFTER = re.compile(r'name="after" value="(\d+)"')
LOG = re.compile(r'data-lines="(\d+)">(.*)</ol>', re.DOTALL)
PATIENCE = 60.0  # seconds for an answer
SOONEST, LATEST = 0.3, 0.8  # seconds until a page whose line was cut tries again, as in `static/table.js`
SMALL = 4_096  # bytes of the buffer of who reads nothing, and a segment that lets the server's buffer stay small too
SEGMENT = 536
LARGE = 1_000_000  # bytes

opener = build_opener(ProxyHandler({}))
threads = ThreadPoolExecutor(64, thread_name_prefix="asking")


class Refused(Exception):
    """The server has answered, and the answer is no."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status} {text}")
        self.status = status


class Cut(Exception):
    """Nobody knows what became of it: the line was cut, or the server could not save it."""


def asked(address: str, path: str, fields: dict[str, Any] | None = None, token: str = "", **headers: str) -> Any:
    """A request of a program, or with `X-Regions` of a page; posted if there are fields."""
    headers = {"Accept": "application/json", "Accept-Language": "en", **headers}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    body = None if fields is None else json.dumps(fields).encode()
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        status, text = answered(Request(address + path, body, headers))
        data = json.loads(text)
    except (OSError, HTTPException, ValueError) as error:
        raise Cut(type(error).__name__) from None
    if status >= 500:
        raise Cut(f"{status} {text[:200]}")
    if status >= 400:
        raise Refused(status, text[:200])
    return data


def answered(request: Request) -> tuple[int, str]:
    """What a server answers, whatever it thinks of it; all of it is read, and that may fail at any point."""
    try:
        answer = opener.open(request, timeout=PATIENCE)
    except HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.read().decode()


async def ask(address: str, path: str, fields: dict[str, Any] | None = None, token: str = "", **headers: str) -> Any:
    """The same without making others wait."""
    work = lambda: asked(address, path, fields, token, **headers)  # noqa: E731
    return await asyncio.get_running_loop().run_in_executor(threads, work)


@dataclass
class Wish:
    """An answer that a seat has sent."""

    answer: int
    after: int
    shown: int  # the number of the table on the screen when it was sent,
    told: int | None = None  # and in the word that it is saved: then it must never be missing
    refused: bool = False  # it was not saved, and the server has said so


@dataclass
class Seat:
    """Somebody at a table: in one tab or in several, it is the same person."""

    hosts: Sequence[str]
    table: str
    number: int
    token: str
    wishes: list[Wish] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """How many answers the server has said to be saved."""
        return sum(wish.told is not None for wish in self.wishes)


class Screen:
    """A live page of a seat."""

    def __init__(self, seat: Seat, host: int, *, by_socket: bool, small: bool = False) -> None:
        """Answers go over the socket or are posted; with `small` buffers who does not read is soon noticed."""
        self.seat, self.by_socket, self._small = seat, by_socket, small
        self.regions: dict[str, str] = {}
        self.lines: list[str] = []  # of the log, the latest first
        self.count, self.number, self.stage, self.turn = 0, -1, "", False
        self.back_at = 0.0  # since when the page is live
        self.changed = asyncio.Event()
        self.reading = asyncio.Event()
        self.reading.set()
        self._host, self._chance = host, random.Random(seat.number)
        self._line: ClientConnection | None = None
        self._reply: asyncio.Future[dict[str, Any]] | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def host(self) -> str:
        """The server that it speaks to; where one does not answer it goes to the next."""
        return self.seat.hosts[self._host % len(self.seat.hosts)]

    @property
    def live(self) -> bool:
        """Is the line open, and has the page been told how the table stands?"""
        return self._line is not None and self.back_at > 0

    # The line -------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the page."""
        self.task = asyncio.create_task(self._run(), name=f"screen {self.seat.table} {self.seat.number}")

    async def close(self) -> None:
        """Close the page."""
        if self.task:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
            self.task = None

    def hang(self) -> None:
        """Read nothing from now on."""
        self.reading.clear()

    def read_on(self) -> None:
        """Read again what has come, with room for it: through a small buffer it would come drop by drop."""
        if self._small and self._line:
            self._line.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LARGE)
        self.reading.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self._line, self.back_at = None, 0.0
                if self._reply and not self._reply.done():
                    self._reply.set_exception(Cut("the line was cut"))
            self._host += 1
            await asyncio.sleep(self._chance.uniform(SOONEST, LATEST))

    async def _listen(self) -> None:
        address = self.host.replace("http", "ws", 1)
        headers = {"Authorization": f"Bearer {self.seat.token}", "Accept-Language": "en"}
        more: dict[str, Any] = {"sock": small_socket(address), "max_queue": 1} if self._small else {}
        async with connect(
            f"{address}/t/{self.seat.table}/live", additional_headers=headers, proxy=None, compression=None,
            max_size=None, open_timeout=PATIENCE, close_timeout=1.0, ping_interval=None, **more,
        ) as line:  # fmt: skip
            self._line, reader = line, BoardReader()
            while True:
                await self.reading.wait()
                self._hear(reader.read(await line.recv()))

    def _hear(self, message: dict[str, Any]) -> None:
        """Bring the page up to date, as `told` and `tell` of the script do."""
        if message.get("reply"):
            if self._reply and not self._reply.done():
                self._reply.set_result(message)
            return
        self.number, self.stage, self.turn = message["number"], message["stage"], message["turn"]
        self.regions |= message["regions"]
        if "log" in message["regions"]:
            self.count, self.lines = lines_of(self.regions.pop("log"))
        elif "lines" in message:
            fresh = message["count"] - self.count
            self.lines = [*reversed(message["lines"][len(message["lines"]) - fresh :]), *self.lines]
            self.count = message["count"]
        self.back_at = self.back_at or time.monotonic()
        self.changed.set()

    # Answers --------------------------------------------------------------------------------------------------------

    def asks(self) -> bool:
        """Is there something to answer on this page?"""
        return self.turn and self.live and bool(ANSWER.search(self.regions.get("question", "")))

    def choice(self) -> Wish:
        """One of the answers that are on the page, by chance."""
        question = self.regions["question"]
        answer = self._chance.choice(ANSWER.findall(question))
        return Wish(int(answer), int(AFTER.findall(question)[0]), self.number)

    async def answer(self, wish: Wish) -> None:
        """Send an answer, again and again until it is known what became of it."""
        self.seat.wishes.append(wish)
        send, once = self.say if self.by_socket else self.post, True
        while True:
            try:
                wish.told = await send(wish)
            except Refused:
                wish.refused = once  # one that was sent before may have been saved, and then this one comes too late
            except Cut:
                send, once = self.post, False
                await asyncio.sleep(SOONEST)
                continue
            return

    async def post(self, wish: Wish) -> int:
        """Post an answer; the number of the table once it is saved."""
        path, fields = f"/t/{self.seat.table}/move", {"answer": wish.answer, "after": wish.after}
        return int((await ask(self.host, path, fields, self.seat.token))["number"])

    async def say(self, wish: Wish) -> int:
        """The same over the socket."""
        if not self._line:
            raise Cut("no line")
        self._reply = asyncio.get_running_loop().create_future()
        try:
            await self._line.send(json.dumps({"answer": str(wish.answer), "after": str(wish.after)}))
            reply = await asyncio.wait_for(self._reply, PATIENCE)
        except (OSError, WebSocketException, TimeoutError):
            self._reply.cancel()
            raise Cut("the line was cut") from None
        if "error" in reply:
            raise Refused(409, reply["error"])
        return int(reply["number"])


def lines_of(log: str) -> tuple[int, list[str]]:
    """How many lines a log has, and those that are shown, the latest first."""
    found = LOG.search(log)
    assert found, log
    return int(found[1]), [f"<li{line}" for line in found[2].split("<li")[1:]]


def small_socket(address: str) -> socket.socket:
    """A connection whose buffers hold little, on both sides."""
    place = urlsplit(address)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    line.connect((place.hostname, place.port))
    line.setblocking(False)
    return line
