"""For whoever looks after the server: does it work, and how much does it do."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import NotFoundException

from doppiogioco.store import fault

from .described import TEXT, described
from .http import Asked, limiter_of, look, tables_of
from .metrics import Metrics, may_watch, text_of
from .shapes import Health
from .told_together import Board

logger = logging.getLogger("doppiogioco")


@look("/health", media_type=MediaType.JSON, operation_class=described({200: (Health,), 503: (Health,)}))
async def health(request: Asked) -> Response[Any]:
    """Is the server well? It is if it can write to its database; 503 if it cannot."""
    tables = tables_of(request)
    try:
        await tables.store.can_write()
    except Exception as error:  # whatever is wrong with it
        logger.error("the database cannot be written to: %s", fault(error))
        return Response({"ok": False, "database": "cannot be written to"}, status_code=503)
    return Response({"ok": True, "database": "can be written to", "process": tables.store.company.name})


@look("/metrics", media_type=MediaType.TEXT, operation_class=described({200: (TEXT,)}, refuses=(404,)))
async def metrics(request: Asked) -> Response[str]:
    """Numbers for Prometheus, of all processes at this address; for the machine itself, or with the token of
    `--metrics-token`."""
    state = request.app.state
    if not may_watch(request, state.settings.metrics_token):
        raise NotFoundException
    counted: Metrics = state.metrics
    board = Board(state.settings.numbers_in, state.settings.number)
    text = text_of(board.all(counted.families(tables_of(request), limiter_of(request))))
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = [health, metrics]
