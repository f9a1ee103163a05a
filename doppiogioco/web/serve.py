"""Start the server: one process or several, one database, an address that a person can click."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn

from doppiogioco.bots.workers import only_kind, workers
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_
from doppiogioco.store import Store
from doppiogioco.store.places import database_url, shown

from .app import create_app
from .logs import nobody_waited, write_logs
from .observed import Observed, Rooted
from .patience import HalfOpen, Patient
from .place import here, root_in
from .processes import supervise
from .settings import Settings
from .sockets import Socket
from .told_together import Board

# Seconds. An event loop minds its timers before it reads: on a busy machine the answer of a page that is well and there
# lies unread when a short deadline is over, and the line would be cut. Who is really gone is noticed a little later.
PING_EVERY, PONG_WITHIN = 20, 60

# After how many new objects it is looked for circles among them, and after how many such looks among older ones. Nearly
# everything goes without. A look is a pause for everybody, the longer the more it looks at: so it looks at few new
# ones, and what has outlived that is looked through when tables leave the memory (`give_back`).
LOOK_FOR_CIRCLES = 3_000, 3_000, 10


def serve(settings: Settings) -> None:
    """Serve until somebody stops it."""
    database = settings.database
    if database.startswith("-"):
        raise DoppiogiocoError(N_("{name} looks like a flag, not like a database"), name=repr(database))
    if "://" not in database:
        database = str(Path(database).expanduser())
    if settings.processes > 1 and database_url(database).get_backend_name() == "sqlite":
        raise DoppiogiocoError(N_("several processes need a database that they can share: --database postgresql://…"))
    root = root_in(settings.root_path)
    only_kind()  # a kind of bots that there is not is found out now
    listening = listen(settings.host, settings.port)
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104
    address = f"http://{host}:{listening.getsockname()[1]}{root}/"

    def announce() -> None:
        print(f"Doppiogioco: {address}  (Ctrl+C stops it; tables are kept in {shown(database)})", flush=True)
        if settings.open_browser and sys.stdout.isatty():
            webbrowser.open(address)

    settings = replace(settings, database=database, root_path=root)
    if settings.processes > 1:
        write_logs(settings.log)  # what this process says of the others is read by the same programs
        asyncio.run(_found(database))
        with TemporaryDirectory(prefix="doppiogioco-") as folder:
            settings = replace(settings, numbers_in=folder)
            supervise(settings.processes, serve_here, settings, listening, announce)
    else:
        serve_here(settings, listening, announce)


async def _found(database: str) -> None:
    """See to it that there is a database, before processes are started that need it."""
    await (await Store.open(database)).close()


def serve_here(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve in this process."""
    here.root = settings.root_path  # before any page is drawn
    thinks = not only_kind()

    async def served() -> None:
        store = await Store.open(settings.database, hold_file=True)
        app = create_app(store, settings)
        gc.freeze()  # what is loaded now stays: no need to look again and again whether it can go
        gc.set_threshold(*LOOK_FOR_CIRCLES)
        write_logs(settings.log)
        asyncio.get_running_loop().set_exception_handler(nobody_waited)
        observed = Observed(Rooted(app), app.state.metrics, settings.log_requests, settings.limits.head)
        board = Board(settings.numbers_in, settings.number)

        def leave_numbers() -> None:
            if board.shared:
                board.leave(app.state.metrics.families(app.state.tables, app.state.limiter))

        half_open = HalfOpen(settings.limits.wait, settings.limits.half_open)
        patient = partial(Patient, half_open=half_open, largest_head=settings.limits.head)
        config = uvicorn.Config(
            observed, http=patient,  # type: ignore[arg-type]  # a class, as it were
            log_config=None, log_level="warning", access_log=False,
            ws=Socket, ws_max_size=settings.limits.body or sys.maxsize,  # one message may be as long as a body
            ws_per_message_deflate=False, ws_ping_interval=PING_EVERY, ws_ping_timeout=PONG_WITHIN,
            timeout_graceful_shutdown=2, lifespan="on",
            proxy_headers=bool(settings.trusted_proxies), forwarded_allow_ips=settings.trusted_proxies,
        )  # fmt: skip
        try:
            if thinks:
                workers().start()
            await Server(config, announce, [half_open.second, leave_numbers]).serve(sockets=[listening])
        finally:  # also where the server never came to start
            if thinks:
                workers().close()
            await to_its_end(store.close())

    with asyncio.Runner(loop_factory=uvicorn.Config(None).get_loop_factory()) as runner:  # type: ignore[arg-type]
        runner.run(served())


async def to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Do it all, whoever stops this task meanwhile: a server that has ended passes on the Ctrl+C that ended it."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


class Server(uvicorn.Server):
    """Says where it is once it answers there, not before; and does some things once a second."""

    def __init__(
        self, config: uvicorn.Config, announce: Callable[[], None], every_second: Sequence[Callable[[], None]]
    ) -> None:
        super().__init__(config)
        self._announce, self._every_second = announce, every_second

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._announce()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End when a signal asks for it. uvicorn then sends itself the same signal once more, which for SIGTERM is the
        end of the process before the database is closed: who was only asked to end has done so."""
        with super().capture_signals():
            yield
            self._captured_signals = [sign for sign in self._captured_signals if sign != signal.SIGTERM]

    async def on_tick(self, counter: int) -> bool:
        """Ten times in a second."""
        for do in self._every_second if counter % 10 == 0 else ():
            do()
        return await super().on_tick(counter)


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
