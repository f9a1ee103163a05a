"""Requests that do not come: a connection whose request is not there in time is closed, and only so many may wait.

uvicorn waits for ever for a head or a body that was begun, or for the first byte; its `timeout_keep_alive` is for the
time between two requests only.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


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

    def __init__(self, *args: Any, half_open: HalfOpen, **more: Any) -> None:
        super().__init__(*args, **more)
        self._half_open = half_open

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
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins, perhaps while another is being answered."""
        self._half_open.add(self)
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """A request is there as a whole."""
        self._half_open.discard(self)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a socket, which is asked for a sign of life."""
        self._half_open.discard(self)
        super().handle_websocket_upgrade()
        del self.parser  # it holds this connection, so both would stay until somebody looks for such circles
