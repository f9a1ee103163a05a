"""The server: its routes, its database, its bots."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.static_files import create_static_files_router

from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.limits import Limits
from doppiogioco.store import Store
from doppiogioco.tables.summoning import Messenger
from doppiogioco.tables.tables import Tables

from . import device_routes, exposed, live, notebook_routes, public_routes, reasons, table_routes, watch_routes
from .delivery import deliver
from .described import description
from .door import Door
from .http import SECURITY, add_nosniff, refusal
from .limits import Limiter
from .metrics import Metrics
from .render import STATIC, forget_parts
from .seats import Seats
from .settings import Settings


def create_app(
    database: str | Path | Store, settings: Settings | None = None, *, bot_pause: float | None = None
) -> Litestar:
    """The server on a database. One that is open already is closed by who opened it."""
    chosen = settings or Settings(limits=Limits.none())
    pause = chosen.bot_pause if bot_pause is None else bot_pause

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = database if isinstance(database, Store) else await Store.open(database)
        messenger = Messenger(chosen.word_to, deliver)
        app.state.tables = Tables(store, usual_bot, bot_pause=pause, keep=chosen.keep, messenger=messenger)
        app.state.seats = Seats(await store.key())
        # Litestar keeps routes with the names of tables in them; a version that does not has nothing to let go.
        routes = getattr(app.asgi_router.handle_routing, "cache_clear", lambda: None)
        app.state.tables.keeper.let_go += [forget_parts, app.state.seats.forget, routes]
        await app.state.tables.wake()
        try:
            yield
        finally:
            await app.state.tables.close()
            if store is not database:
                await store.close()

    app = Litestar(
        route_handlers=[
            *public_routes.ROUTES,
            *table_routes.ROUTES,
            *device_routes.ROUTES,
            *notebook_routes.ROUTES,
            *reasons.ROUTES,
            *exposed.ROUTES,
            *live.ROUTES,
            *watch_routes.ROUTES,
            create_static_files_router(
                path="/static", directories=[STATIC], cache_control=None, after_request=add_nosniff
            ),
        ],
        lifespan=[lifespan],
        state=State({"settings": chosen, "metrics": Metrics(), "limiter": Limiter(chosen.limits)}),
        request_max_body_size=chosen.limits.body or None,
        logging_config=None,  # the server says what it has to say by itself
        response_headers=SECURITY,
        exception_handlers={DoppiogiocoError: refusal, HTTPException: refusal, Exception: refusal},
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000),
        openapi_config=description(),
    )
    app.asgi_handler = Door(app.asgi_handler)
    return app
