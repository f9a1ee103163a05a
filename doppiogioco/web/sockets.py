"""WebSockets of which little stays in memory while nothing is said on them, for there may be thousands.

uvicorn keeps the request, three queues and what may once have to be waited for. All of this is a third of what an open
page costs; what is done with it stays uvicorn's.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from doppiogioco.tables.watchers import Bell

FLOWING = asyncio.Event()  # nobody waits for it: it is set, and the same for all who read as fast as they are told
FLOWING.set()
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Inbox:
    """What has been said and not yet been heard, of an `asyncio.Queue` as much as is used of it."""

    __slots__ = ("_bell", "_said")

    def __init__(self) -> None:
        self._said: list[Any] = []
        self._bell = Bell()

    def put_nowait(self, message: Any) -> None:
        """Something is said."""
        self._said.append(message)
        self._bell.set()

    async def get(self) -> Any:
        """What was said first."""
        while not self._said:
            self._bell.clear()
            await self._bell.wait()
        return self._said.pop(0)

    def empty(self) -> bool:
        """Has everything been heard?"""
        return not self._said


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket of a page that waits."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Inbox()  # type: ignore[assignment]
        self.writable = FLOWING

    def data_received(self, data: bytes) -> None:
        """Something came, first of all how the socket is asked for: who asks so that nobody can read it is told."""
        super().data_received(data)
        if not self.handshake_initiated:  # uvicorn would leave the line as it is, for ever
            self.transport.write(UNREADABLE)
            self.transport.close()

    def pause_writing(self) -> None:
        """Whoever it is reads too slowly: what is said next waits."""
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        """And has read it."""
        self.writable.set()
        self.writable = FLOWING

    def start_keepalive(self) -> None:
        """The socket has just been accepted: from now on nobody asks how it was asked for."""
        super().start_keepalive()
        self.request.headers.clear()  # the parser holds on to the request
        del self.request, self.response, self.scope
