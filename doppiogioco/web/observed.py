"""Around the app: every request has a name, is counted and can be written down; a head that is too large is refused.

And where the server lives below a path, that path is taken off.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from .logs import request_id, shown_path
from .metrics import Metrics
from .place import here, own

logger = logging.getLogger("doppiogioco")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

# What an app may leave in the scope of a WebSocket: what is to go on when it has answered. Then the request, and all
# that the app has put around it, need not stay in memory for as long as somebody looks at a page.
GOES_ON = "doppiogioco.goes_on"
GoesOn = list[Callable[[Receive, Send], Awaitable[None]]]

TOO_LARGE = 431


class Observed:
    """An app, and what is told of its requests. What was asked behind a question mark may be a secret, and is not."""

    def __init__(self, app: App, metrics: Metrics, log_requests: bool, largest_head: int) -> None:
        self._app, self._metrics, self._log, self._largest = app, metrics, log_requests, largest_head

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        name, start, status = secrets.token_urlsafe(6), time.perf_counter(), 0
        request_id.set(name)
        if scope["type"] == "websocket":
            goes_on: GoesOn = []
            scope[GOES_ON] = goes_on
            await self._app(scope, receive, send)
            del scope
            for talk in goes_on:
                await talk(receive, send)
            return

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", name.encode())]
            await send(message)

        try:
            if self._too_large(scope):
                await _refuse(noted)
            else:
                await self._app(scope, receive, noted)
        finally:
            if scope["type"] == "http":
                took = time.perf_counter() - start
                self._metrics.request(status, took)
                if self._log:
                    facts = {"method": scope["method"], "path": shown_path(scope["path"]), "status": status}
                    logger.info("answered", extra={"facts": facts | {"ms": round(1_000 * took, 1)}})

    def _too_large(self, scope: Message) -> bool:
        return scope["type"] == "http" and 0 < self._largest < size_of(scope["headers"])


def size_of(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Bytes of the head of a request."""
    return sum([len(name) + len(value) for name, value in headers])


async def _refuse(send: Send) -> None:
    """Nothing more is read of such a request."""
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": [(b"connection", b"close")]})
    await send({"type": "http.response.body", "body": b""})


class Rooted:
    """An app that is asked for addresses as browsers know them, or without the path if the proxy takes it off.

    `root_path` is left empty: Litestar would look for it anywhere in an address.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if here.root and scope["type"] != "lifespan":
            path: str = scope["path"]
            if path == here.root or path.startswith(own("/")):
                scope = {**scope, "path": path.removeprefix(here.root) or "/"}
        await self._app(scope, receive, send)
