"""The app itself, asked without a network: whole answers, the first message of a stream, and what a socket says."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote, urlencode

from litestar import Litestar

from doppiogioco.limits import Limits
from doppiogioco.store import Store
from doppiogioco.tables.tables import Tables
from doppiogioco.web.app import create_app
from doppiogioco.web.observed import Observed
from doppiogioco.web.seats import Seats
from doppiogioco.web.settings import Settings

Done = TypeVar("Done")
Change = Callable[[], int]  # something that happens at a table, and its number from then on
NUMBER = re.compile(r'"number": ?(\d+)')
PATIENCE = 300  # seconds; who waits so long waits for ever
NOISE = {"date"}  # headers that tell of the clock


class Reply(NamedTuple):
    """Everything that comes back, and from which route of the app."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    route: str


class Asking:
    """The app on a database, in a thread and a loop of its own: Playwright may keep one in this thread. With limits, if
    any are given."""

    app: Litestar

    def __init__(self, database: Path, store: type[Store] = Store, limits: Limits | None = None) -> None:
        self._database, self._store, self._limits = database, store, limits or Limits.none()
        self._thread, self._open = ThreadPoolExecutor(1), Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]]()

    def __enter__(self) -> Asking:
        self._served = self._thread.submit(lambda: asyncio.run(self._serve()))
        self._served.add_done_callback(self._tell_failure)
        self._loop, self._closing = self._open.result()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._served.result()
        self._thread.shutdown()

    def _tell_failure(self, served: Future[None]) -> None:
        if not self._open.done() and (error := served.exception()):
            self._open.set_exception(error)

    async def _serve(self) -> None:
        closing, store = asyncio.Event(), await self._store.open(self._database)
        self.app = create_app(store, Settings(limits=self._limits), bot_pause=0)
        try:
            async with self.app.lifespan():
                self._open.set_result((asyncio.get_running_loop(), closing))
                await closing.wait()
        finally:
            await store.close()

    def do(self, work: Callable[[], Coroutine[Any, Any, Done]]) -> Done:
        """Some work in the loop of the app."""
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(PATIENCE)

    @property
    def tables(self) -> Tables:
        """The tables of the app."""
        tables: Tables = self.app.state.tables
        return tables

    @property
    def seats(self) -> Seats:
        """Who signs seats there."""
        seats: Seats = self.app.state.seats
        return seats

    def ask(self, method: str, path: str, headers: dict[str, str], form: dict[str, Any] | None = None) -> Reply:
        """A request. Of a stream only the first message: then whoever asks goes away."""
        content = b"" if form is None else urlencode(form).encode()
        if form is not None:
            headers = headers | {"content-type": "application/x-www-form-urlencoded"}
        return self.send(method, path, headers, content)

    def send(self, method: str, path: str, headers: dict[str, str], content: bytes) -> Reply:
        """The same with any body."""
        return self.do(lambda: self._ask(method, path, headers, content, ()))

    def follow(self, path: str, headers: dict[str, str], changes: Sequence[Change]) -> Reply:
        """A stream of events, until it has told of the last of some changes."""
        return self.do(lambda: self._ask("GET", path, headers, b"", changes))

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], content: bytes, changes: Sequence[Change]
    ) -> Reply:
        asked = [{"type": "http.request", "body": content, "more_body": False}]
        start: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        parts, gone = asyncio.Queue[bytes](), asyncio.Event()

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.set_result(message)
            else:
                parts.put_nowait(message.get("body", b""))

        scope = scope_of("http", path, headers, method=method)
        answering = asyncio.ensure_future(self.answer(scope, receive, send))
        both: list[asyncio.Future[Any]] = [answering, start]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        body = b""
        if _streams(start.result()) and method == "GET":
            body += await parts.get()
            for change in changes:
                number = change()
                while not _tells(body.decode(), number):
                    body += await parts.get()
            gone.set()
            answering.cancel()
        with suppress(asyncio.CancelledError):
            await answering
        while not parts.empty():
            body += parts.get_nowait()
        head, text = start.result(), body.decode("utf-8", "replace")
        return Reply(head["status"], _told_headers(head), text, str(scope.get("path_template", "")))

    def listen(
        self, path: str, headers: dict[str, str], says: Sequence[dict[str, Any]] = (), changes: Sequence[Change] = ()
    ) -> list[str]:
        """What a socket tells: at first, in reply to each thing that is said, and after each change."""
        return self.do(lambda: self._listen(path, headers, says, changes))

    async def _listen(
        self, path: str, headers: dict[str, str], says: Sequence[dict[str, Any]], changes: Sequence[Change]
    ) -> list[str]:
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        heard: asyncio.Queue[str] = asyncio.Queue()
        said.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] != "websocket.accept":
                heard.put_nowait(message.get("text") or json.dumps(message))

        answering = asyncio.ensure_future(self.answer(scope_of("websocket", path, headers), said.get, send))
        messages = [await heard.get()]
        for words in says:
            said.put_nowait({"type": "websocket.receive", "text": json.dumps(words)})
            messages.append(await heard.get())
        for change in changes:
            number = change()
            while not _tells(messages[-1], number):
                messages.append(await heard.get())
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await answering
        return messages

    async def answer(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Let the app answer, in its own loop; where the head of a request may not be long, as it is served."""
        app: Any = self.app
        if self._limits.head:
            app = Observed(app, self.app.state.metrics, log_requests=False, largest_head=self._limits.head)
        await app(scope, receive, send)


def scope_of(kind: str, path: str, headers: dict[str, str], **more: Any) -> dict[str, Any]:
    """What a server tells the app of a request; the app adds which route answers."""
    path, _, query = path.partition("?")
    named = {"host": "testserver", **headers}
    return {
        "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "",
        "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(), "subprotocols": [],
        "server": ("testserver", 80), "client": ("testclient", 1), "extensions": {},
        "headers": [(name.encode(), value.encode()) for name, value in named.items()], **more,
    }  # fmt: skip


def _tells(text: str, number: int) -> bool:
    """Does a text tell of the table with this number?"""
    return number in map(int, NUMBER.findall(text))


def _streams(start: dict[str, Any]) -> bool:
    return any(name == b"content-type" and b"event-stream" in value for name, value in start["headers"])


def _told_headers(start: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    named = [(name.decode().lower(), value.decode()) for name, value in start["headers"]]
    return tuple(sorted(pair for pair in named if pair[0] not in NOISE))
