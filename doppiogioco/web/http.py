"""What every route needs: who asks, in which language, forms, pages, and what becomes of an error."""

from __future__ import annotations

import json
import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from doppiogioco import __version__
from doppiogioco.engine.errors import DoppiogiocoError, UnknownGame
from doppiogioco.engine.words import N_, Voice

from .house import House
from .pages import TablePage
from .render import render
from .seats import Connection, Seats, language_of
from .table import Forbidden, Refused

Asked = Request[Any, Any, State]
logger = logging.getLogger("doppiogioco")

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def house_of(connection: Connection) -> House:
    """The tables of this server."""
    house: House = connection.app.state.house
    return house


def seats_of(connection: Connection) -> Seats:
    """Who signs and reads seats."""
    seats: Seats = connection.app.state.seats
    return seats


def wants_json(connection: Connection) -> bool:
    """Is a program asking?"""
    accept = connection.headers.get("accept", "")
    return "application/json" in accept and "text/html" not in accept


def html(template: str, request: Asked, status: int = 200, **context: Any) -> Response[str]:
    """A whole page."""
    language = language_of(request)
    context.setdefault("say", Voice(language))
    theme = request.cookies.get("theme", "auto")
    text = render(template, language=language, theme=theme, path=request.url.path, version=__version__, **context)
    return Response(text, media_type=MediaType.HTML, status_code=status)


def answered(request: Asked, page: TablePage, where: str | None = None) -> Response[Any]:
    """The answer to a wish: JSON for a program, fresh regions for the script, else back to the page."""
    if request.headers.get("x-regions"):
        return Response(live_message(page), media_type=MediaType.JSON)
    if wants_json(request):
        return Response(page.as_json(), media_type=MediaType.JSON)
    return Redirect(where or f"/t/{page.id}", status_code=303)


async def form_of(request: Asked) -> dict[str, str]:
    """The fields of a form, or of a JSON body."""
    if request.headers.get("content-type", "").startswith("application/json"):
        body = await request.json()
        return (
            {str(k): v if isinstance(v, str) else json.dumps(v) for k, v in body.items()}
            if isinstance(body, dict)
            else {}
        )
    return {name: str(value) for name, value in (await request.form()).items()}


def numbers(text: str) -> list[int]:
    """Numbers in a row: 3,5 or [3, 5]."""
    try:
        return [int(part) for part in text.strip("[] ").split(",") if part.strip()]
    except ValueError:
        raise Refused(N_("nobody understands “{words}”"), words=text) from None


def number(text: str) -> int:
    """One number."""
    found = numbers(text)
    if len(found) != 1:
        raise Refused(N_("nobody understands “{words}”"), words=text)
    return found[0]


def live_message(page: TablePage) -> dict[str, Any]:
    """What the script needs to bring a page up to date."""
    return {
        "number": page.table.number,
        "stage": page.stage,
        "turn": page.my_turn and not page.stand_in,
        "draft": ",".join(map(str, page.draft.answers)) if page.draft else "",
        "regions": page.regions(),
    }


def same_site(request: Asked) -> Response[Any] | None:
    """Refuse what another site makes a browser send (a program sends no such headers)."""
    if request.method == "POST" and request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return refusal(request, Forbidden(N_("this came from another site")))
    return None


def refusal(request: Asked, error: Exception) -> Response[Any]:
    """A friendly page, in the right language, with a way on; nothing has changed."""
    say = Voice(language_of(request))
    status = error.status if isinstance(error, Refused) else 404 if isinstance(error, UnknownGame) else 409
    text = error.told(say) if isinstance(error, DoppiogiocoError) else say("Something went wrong here, not with you.")
    if isinstance(error, HTTPException):
        status, text = (
            error.status_code,
            say("there is nothing here") if error.status_code == 404 else say("this cannot be read"),
        )
    elif not isinstance(error, DoppiogiocoError):
        status = 500
        logger.error("%s %s", request.method, request.url.path, exc_info=error)
    if wants_json(request) or request.headers.get("x-regions"):
        return Response({"error": text}, media_type=MediaType.JSON, status_code=status)
    parts = request.url.path.split("/")
    table = parts[2] if len(parts) > 2 and parts[1] == "t" and status != 404 else ""
    return html("message.html", request, status, text=text[:1].upper() + text[1:], table=table)
