"""Requests that do not come: a connection whose request is not there in time is closed, and only so many may wait.

uvicorn waits for ever for a head or a body that was begun, or for the first byte; its `timeout_keep_alive` is for the
time between two requests only. And it keeps a head that does not end, however long that is, or what
stands instead of one after a body in pieces.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .observed import size_of

TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HalfOpen:
    """The connections whose request is still to come, in whole or in part; first who has been waited for longest."""

    def __init__(self, seconds: int, most: int) -> None:
        """0 is without a limit."""
        self._seconds, self._most = seconds, most
        self._since: dict[Patient, int] = {}
        self._now = 0

    def __len__(self) -> int:
        return len(self._since)

    def add(self, connection: Patient) -> None:
        """A request is waited for."""
        self._since.setdefault(connection, self._now)
        if self._most and len(self._since) > self._most:
            self._close(next(iter(self._since)))

    def discard(self, connection: Patient) -> None:
        """It is there, or nobody is."""
        self._since.pop(connection, None)

    def second(self) -> None:
        """A second has gone by: who was too slow is cut off.

        Seconds are counted, not read off a clock: while a busy server reads nothing, nobody is slow.
        """
        self._now += 1
        if self._seconds:
            late = self._now - self._seconds
            for connection in [one for one, since in self._since.items() if since <= late]:
                self._close(connection)

    def _close(self, connection: Patient) -> None:
        self.discard(connection)
        connection.transport.close()


class Patient(HttpToolsProtocol):
    """A connection that is waited for, but not for ever."""

    def __init__(self, *args: Any, half_open: HalfOpen, largest_head: int = 0, **more: Any) -> None:
        """0 is without a limit."""
        super().__init__(*args, **more)
        self._half_open, self._largest = half_open, largest_head
        self._head = 0  # bytes of the request that is coming, without its body
        self._ended = False  # in what was read last a request came to its end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._half_open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """And is gone."""
        self._half_open.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came: after an answer it is the beginning of the next request, be it only an empty line."""
        if self.cycle is not None and self.cycle.response_complete:
            self._half_open.add(self)
        self._ended = False
        super().data_received(data)
        if not self._ended:  # else nobody knows how much of it is of the next one
            self._head += len(data)
            if 0 < self._largest < self._head:
                self._refuse()

    def _refuse(self) -> None:
        """Nothing more is read of such a request; the answer to the one before it would be cut by a word of it."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(TOO_LARGE)
        self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins, perhaps while another is being answered."""
        self._half_open.add(self)
        self._head = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Some of a body, which the app counts."""
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is there as a whole."""
        self._half_open.discard(self)
        self._head, self._ended = 0, True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a socket, which is asked for a sign of life."""
        if 0 < self._largest < size_of(self.headers):
            self._refuse()
            return
        self._half_open.discard(self)
        super().handle_websocket_upgrade()
        del self.parser  # it holds this connection, so both would stay until somebody looks for such circles
