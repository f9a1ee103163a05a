"""Players for our server: bare protocols on asyncio, so that the server is measured and not its clients.

A seat is what a browser is to the server: a WebSocket, opened with the seat's cookie, that hears of every change and
carries the moves. The next move of a table starts when every seat has heard of the last one.
"""

from __future__ import annotations

import asyncio
import base64
import random
import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, cast
from urllib.parse import urlencode

import msgspec

HOST = "127.0.0.1"
TEXT, PING, PONG, MASKED = 0x81, 0x89, 0x8A, 0x80  # of WebSocket frames
ANSWER = re.compile(r'name="answer" value="(\d+)"')
AFTER = re.compile(r'name="after" value="(\d+)"')
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


class Update(msgspec.Struct):
    """What a browser hears of a change, as far as it matters here."""

    number: int
    stage: str
    turn: bool
    regions: dict[str, str]
    draft: str = ""
    reply: bool = False


decode = msgspec.json.Decoder(Update).decode


def new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of the server, which is faster than the usual one; not every system has it."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


class LivePage(asyncio.Protocol):
    """The live page of a seat."""

    def __init__(self, table: str, cookie: str, heard: Callable[[], None]) -> None:
        self.number, self.at = -1, 0.0  # of the table as it is on this screen, and since when
        self.stage, self.turn, self.question, self.lost = "", False, "", False
        self.draft = ""  # the move that is being put together
        self._table, self._cookie, self._heard = table, cookie, heard
        self._data, self._open = bytearray(), False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's own are no subclass
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = (
            f"GET /t/{self._table}/live HTTP/1.1", f"Host: {HOST}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", f"Cookie: {self._cookie}",
        )  # fmt: skip
        self.transport.write("\r\n".join([*head, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come. The server neither masks nor splits them."""
        self._data += data
        if not self._open:
            head, end, _ = bytes(self._data).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                raise ConnectionError(head.decode())
            self._open = True
            del self._data[: len(head + end)]
        while len(self._data) >= 2:
            start, size = 2, self._data[1]
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self._data[2:start], "big")
            if len(self._data) < start + size:
                return
            self._frame(self._data[0], bytes(self._data[start : start + size]))
            del self._data[: start + size]

    def connection_lost(self, _: Exception | None) -> None:
        """Nobody waits for a dead screen."""
        self.lost = True
        self._heard()

    def send(self, **fields: str) -> None:
        """Say something on the stream."""
        text = msgspec.json.encode(fields)
        assert len(text) < 126, "a short frame"
        self.transport.write(bytes([TEXT, MASKED | len(text), 0, 0, 0, 0]) + text)  # zeros mask nothing

    def _frame(self, kind: int, text: bytes) -> None:
        if kind == PING:
            self.transport.write(bytes([PONG, MASKED | len(text), 0, 0, 0, 0]) + text)
        elif kind == TEXT:
            update = decode(text)
            if update.reply:
                if update.draft:
                    self.draft, self.question = update.draft, update.regions["question"]
                    self._heard()
                return
            self.draft = ""
            self.number, self.stage, self.turn, self.at = update.number, update.stage, update.turn, time.perf_counter()
            self.question = update.regions.get("question", self.question)
            self._heard()


class Refusal(ConnectionError):
    """The server does not do what it was asked for, and says why."""


class Connection:
    """A connection for requests, one after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Connect."""
        return cls(*await asyncio.open_connection(HOST, port))

    async def post(self, path: str, *headers: str, **form: Any) -> bytes:
        """Post a form; the answer, which must not be a refusal."""
        body = urlencode(form).encode()
        kind = "Content-Type: application/x-www-form-urlencoded"
        return await self._ask(f"POST {path}", (*headers, kind, f"Content-Length: {len(body)}"), body)

    async def get(self, path: str, *headers: str) -> bytes:
        """Look at something; the answer as it comes, which must not be a refusal."""
        return await self._ask(f"GET {path}", headers)

    async def _ask(self, what: str, headers: Sequence[str], body: bytes = b"") -> bytes:
        head = (f"{what} HTTP/1.1", f"Host: {HOST}", *headers)
        self._writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        size = LENGTH.search(answer)
        text = await self._reader.readexactly(int(size[1]) if size else 0)
        if int(answer[9:12]) >= 400:
            raise Refusal(f"{what}: {text.decode()}")
        return text

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Party:
    """People around one table after the other: when a game is over they begin a new one."""

    def __init__(self, port: int, game: str, seats: int) -> None:
        self.port, self.game, self.seats = port, game, seats
        self.table = ""
        self.screens: list[LivePage] = []
        self.cookies: list[str] = []
        self._changed = asyncio.Event()
        self._chance = random.Random(1)

    async def open(self) -> None:
        """A table with everybody in their seats and a screen for each."""
        with closing(await Connection.open(self.port)) as connection:
            tokens = await self._sit_down(connection)
        self.cookies = list(map(self._cookie, tokens))
        loop, self.screens = asyncio.get_running_loop(), []
        for cookie in self.cookies:
            screen = partial(LivePage, self.table, cookie, self._changed.set)
            self.screens.append((await loop.create_connection(screen, HOST, self.port))[1])
        await self._until(0)

    async def _sit_down(self, connection: Connection) -> list[str]:
        """Open the table and begin; the tokens of those who have a screen."""
        opened = await self._ask(connection, f"/new/{self.game}", seats=self.seats, name="Player 1", listed="no")
        self.table, tokens = opened["table"], [opened["token"]]
        for number in range(2, self.seats + 1):
            sat = await self._ask(connection, f"/t/{self.table}/sit", name=f"Player {number}")
            tokens.append(sat["token"])
        await connection.post(f"/t/{self.table}/start", f"Cookie: {self._cookie(tokens[0])}")
        return tokens

    def _cookie(self, token: str) -> str:
        return f"at-{self.table}={token}"

    async def _ask(self, connection: Connection, path: str, *headers: str, **form: Any) -> Any:
        return msgspec.json.decode(await connection.post(path, "Accept: application/json", *headers, **form))

    async def _until(self, number: int) -> None:
        """Wait until every screen shows the table with this number or a later one."""
        while any(screen.number < number for screen in self.screens):
            self._check_whole()
            self._changed.clear()
            await self._changed.wait()

    async def play(self, until: float) -> list[float]:
        """Move after move until a time, one at least; the seconds until each was on every screen."""
        took: list[float] = []
        while not took or time.perf_counter() < until:
            if self.over:
                await self.again()
            took.append(await self.move())
        return took

    async def again(self) -> None:
        """A new table for the same people."""
        self.leave()
        await self.open()

    @property
    def over(self) -> bool:
        """Has the game come to its end?"""
        return self.screens[0].stage == "over"

    @property
    def cut(self) -> int:
        """How many of the connections the server has cut."""
        return sum(screen.lost for screen in self.screens)

    def _check_whole(self) -> None:
        if self.cut:
            raise ConnectionError("the server has hung up")

    async def move(self) -> float:
        """Somebody whose turn it is answers as a browser does whose page is live."""
        self._check_whole()
        screen = next(screen for screen in self.screens if screen.turn)
        number, after = screen.number + 1, AFTER.findall(screen.question)[0]
        start = time.perf_counter()
        screen.send(after=after, answer=self._chance.choice(ANSWER.findall(screen.question)))
        while part := await self._drafted(screen, number):
            answers = ANSWER.findall(screen.question)
            chosen = {"answer": self._chance.choice(answers)} if answers else {"confirm": "1"}
            start = time.perf_counter()
            screen.send(after=after, draft=part, **chosen)
        await self._until(number)
        return max(screen.at for screen in self.screens) - start

    async def _drafted(self, screen: LivePage, number: int) -> str:
        """The move so far of a screen that has just sent a part of it, once that is drawn; empty when it was played."""
        before = screen.draft
        while screen.draft == before and screen.number < number and not screen.lost:
            self._changed.clear()
            await self._changed.wait()
        return screen.draft

    def leave(self) -> None:
        """Everybody goes."""
        for screen in self.screens:
            screen.transport.abort()


class AgainstBots(Party):
    """One person at a table of the usual size, whose other seats are bots of a level."""

    def __init__(self, port: int, game: str, level: str) -> None:
        super().__init__(port, game, 1)
        self.level = level

    async def _sit_down(self, connection: Connection) -> list[str]:
        form = {"bots": "1", "level": self.level, "name": "Player 1", "listed": "no"}
        opened = await self._ask(connection, f"/new/{self.game}", **form)
        self.table = opened["table"]
        return [opened["token"]]

    @property
    def asked(self) -> bool:
        """Is it this person who is to answer?"""
        return self.screens[0].turn

    async def move(self) -> float:
        """Answer as a program does, for which a part of a longer move need not be drafted."""
        question = self.screens[0].question
        answer, after = self._chance.choice(ANSWER.findall(question)), AFTER.findall(question)[0]
        start = time.perf_counter()
        cookie = f"Cookie: {self.cookies[0]}"
        with closing(await Connection.open(self.port)) as connection:  # an open one may have been cut since the last
            told = await self._ask(connection, f"/t/{self.table}/move", cookie, answer=answer, after=after)
        await self._until(told["number"])  # where bots answer at the same time the next change may be theirs
        return self.screens[0].at - start

    async def look_on(self) -> list[float]:
        """Until this person is asked or the game is over: the seconds from each thing that happens to the next."""
        screen, took = self.screens[0], list[float]()
        while not (self.asked or self.over):
            since = screen.at
            await self._until(screen.number + 1)
            took.append(screen.at - since)
        return took

    async def gets_a_thought(self) -> bool:
        """Is this person, who is asked, given a hint that is more than a glance? None where the table just goes on."""
        path, headers = f"/t/{self.table}/hint", ("Accept: application/json", f"Cookie: {self.cookies[0]}")
        with closing(await Connection.open(self.port)) as connection:
            try:
                return not msgspec.json.decode(await connection.get(path, *headers))["glance"]
            except Refusal:
                return False
