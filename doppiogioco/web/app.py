"""The server: its routes, its database, its bots."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from doppiogioco import __version__
from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.store import Store
from doppiogioco.tables.keeping import Keep
from doppiogioco.tables.tables import Tables

from . import live, public_routes, table_routes
from .http import SECURITY, add_nosniff, refusal, same_site
from .render import STATIC
from .seats import Seats


def create_app(database: str | Path | Store, *, bot_pause: float = 0.9, keep: Keep | None = None) -> Litestar:
    """The server on a database. One that is open already is closed by who opened it."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = database if isinstance(database, Store) else await Store.open(database)
        app.state.tables = Tables(store, usual_bot, bot_pause=bot_pause, keep=keep)
        app.state.seats = Seats(await store.key())
        await app.state.tables.wake()
        try:
            yield
        finally:
            await app.state.tables.close()
            if store is not database:
                await store.close()

    return Litestar(
        route_handlers=[
            *public_routes.ROUTES,
            *table_routes.ROUTES,
            *live.ROUTES,
            create_static_files_router(
                path="/static", directories=[STATIC], cache_control=None, after_request=add_nosniff
            ),
        ],
        lifespan=[lifespan],
        before_request=same_site,
        logging_config=None,  # the server says what it has to say by itself
        response_headers=SECURITY,
        exception_handlers={DoppiogiocoError: refusal, HTTPException: refusal, Exception: refusal},
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000),
        openapi_config=OpenAPIConfig(
            title="Doppiogioco",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )
