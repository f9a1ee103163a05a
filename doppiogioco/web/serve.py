"""Start the server: one process, one database, an address that a person can click."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from doppiogioco.bots.workers import only_kind, workers
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_
from doppiogioco.store import Store
from doppiogioco.store.places import shown

from .app import create_app

# Seconds. An event loop minds its timers before it reads: on a busy machine the answer of a page that is well and there
# lies unread when a short deadline is over, and the line would be cut. Who is really gone is noticed a little later.
PING_EVERY, PONG_WITHIN = 20, 60


def serve(host: str, port: int, database: str, *, open_browser: bool = False, bot_pause: float = 0.9) -> None:
    """Serve until somebody stops it."""
    if database.startswith("-"):
        raise DoppiogiocoError(N_("{name} looks like a flag, not like a database"), name=repr(database))
    if "://" not in database:
        database = str(Path(database).expanduser())
    thinks = not only_kind()
    listening = listen(host, port)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{listening.getsockname()[1]}/"  # noqa: S104

    def announce() -> None:
        print(f"Doppiogioco: {address}  (Ctrl+C stops it; tables are kept in {shown(database)})", flush=True)
        if open_browser and sys.stdout.isatty():
            webbrowser.open(address)

    async def served() -> None:
        store = await Store.open(database)
        app = create_app(store, bot_pause=bot_pause)
        gc.freeze()  # what is loaded now stays: no need to look again and again whether it can go
        gc.set_threshold(100_000, 50, 100)  # most goes by itself, without being looked for
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, ws="websockets-sansio", ws_per_message_deflate=False,
            ws_ping_interval=PING_EVERY, ws_ping_timeout=PONG_WITHIN, timeout_graceful_shutdown=2, lifespan="on",
        )  # fmt: skip
        try:
            if thinks:
                workers().start()
            await Server(config, announce).serve(sockets=[listening])
        finally:  # also where the server never came to start
            await store.close()
            if thinks:
                workers().close()

    with asyncio.Runner(loop_factory=uvicorn.Config(None).get_loop_factory()) as runner:  # type: ignore[arg-type]
        runner.run(served())


class Server(uvicorn.Server):
    """Says where it is once it answers there, not before."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._announce()


def listen(host: str, port: int) -> socket.socket:
    """The socket, taken before anything else starts, so that a port in use is a clear sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1_000)  # who comes before the server is ready waits a moment
    except OSError as error:
        listening.close()
        text = N_("cannot listen on {host}:{port} ({error}); choose another with --port")
        raise DoppiogiocoError(text, host=host, port=port, error=error.strerror) from error
    return listening
