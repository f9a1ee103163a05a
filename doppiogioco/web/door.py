"""The door of the server: what is too much, or what another site makes a browser send, comes no further."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from doppiogioco.engine.words import N_, Voice
from doppiogioco.tables.refusals import Forbidden

from .cookies import Connection
from .http import Asked, another_site, limiter_of, refusal
from .limits import TooMany
from .live import FORBIDDEN, TOO_MANY
from .seats import language_of


class Door:
    """An app, and whom it lets in. Everybody comes this way, also who wants a socket or what there is not: Litestar's
    `before_request` sees neither."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in, or say why not."""
        try:
            check(ASGIConnection(scope))  # a WebSocket holds itself, and would stay for as long as its line is open
        except (TooMany, Forbidden) as error:
            if scope["type"] == ScopeType.WEBSOCKET:
                await _close(WebSocket(scope, receive, send), error)
            else:
                await _answer(Asked(scope, receive, send), error)
        else:
            await self._app(scope, receive, send)


def check(who: Connection) -> None:
    """Is it not too much, and does it come from here? (A page from elsewhere would press buttons, or read the hand.)"""
    limiter_of(who).request(who)
    if who.scope.get("method", "") in ("POST", "") and another_site(who):  # a WebSocket has no method
        raise Forbidden(N_("this came from another site"))


async def _answer(request: Asked, error: Exception) -> None:
    answer = refusal(request, error).to_asgi_response(None, request)
    await answer(request.scope, request.receive, request.send)


async def _close(socket: WebSocket[Any, Any, State], error: TooMany | Forbidden) -> None:
    """A page hears why only on a line that was open."""
    if isinstance(error, TooMany):
        await socket.accept()
        await socket.close(TOO_MANY, error.told(Voice(language_of(socket))))
    else:
        await socket.close(FORBIDDEN)
