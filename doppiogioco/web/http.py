"""What every route needs: who asks, in which language, forms, pages, and what becomes of an error."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, urlsplit

from litestar import MediaType, Request, Response, post, route
from litestar.datastructures import Cookie, State
from litestar.enums import HttpMethod
from litestar.exceptions import HTTPException, InternalServerException, SerializationException
from litestar.response import Redirect
from litestar.serialization import decode_json

from doppiogioco import __version__
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_, Voice
from doppiogioco.store import Away, fault
from doppiogioco.tables.refusals import NotYet, Refused
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables

from .boards import Board
from .cookies import Connection, token_of
from .limits import Limiter, TooMany
from .logs import shown_path
from .moments import Beat
from .page_cache import Piece
from .pages import TablePage
from .place import own
from .preview import of_site
from .render import render
from .seats import Seats, language_of
from .statuses import Unreadable, status_of

Asked = Request[Any, Any, State]
Form = dict[str, str]  # the fields of a form
logger = logging.getLogger("doppiogioco")

look = partial(route, http_method=[HttpMethod.GET, HttpMethod.HEAD])  # a page: who only wants its head gets that
act = partial(post, status_code=200)  # something is done; where a seat comes of it, the answer says 201

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # with no-referrer a browser would not say where a form came from either
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def tables_of(connection: Connection) -> Tables:
    """The tables of this server."""
    tables: Tables = connection.app.state.tables
    return tables


def seats_of(connection: Connection) -> Seats:
    """Who signs and reads seats."""
    seats: Seats = connection.app.state.seats
    return seats


async def looked_at(connection: Connection, table_id: str) -> tuple[Table, int | None]:
    """A table, and the seat of whoever looks at it; some tables have no spectators."""
    table, seats = await tables_of(connection).table(table_id), seats_of(connection)
    seat = seats.asking(connection, table)
    table.check_look(seat, seats.shown(token_of(connection, table.id), table))
    return table, seat


def limiter_of(connection: Connection) -> Limiter:
    """Who counts how much is asked for."""
    limiter: Limiter = connection.app.state.limiter
    return limiter


def wants_json(connection: Connection) -> bool:
    """Is a program asking?"""
    accept = connection.headers.get("accept", "")
    return "application/json" in accept and "text/html" not in accept


def site_of(request: Asked) -> str:
    """Where whoever asks has found this server: what absolute addresses begin with."""
    return str(request.base_url).rstrip("/") + own("")


def html(template: str, request: Asked, status: int = 200, **context: Any) -> Response[str]:
    """A whole page."""
    language = language_of(request)
    context.setdefault("say", Voice(language))
    context.setdefault("preview", of_site(context["say"]))
    theme = request.cookies.get("theme", "auto")
    draft = request.query_params.get("draft", "")
    path = f"{request.url.path}?draft={draft}" if draft else request.url.path  # a move that is being put together stays
    site = site_of(request)
    text = render(
        template, language=language, theme=theme, path=quote(own(path)), site=site,
        address=site + quote(request.url.path), version=__version__, **context,
    )  # fmt: skip
    return Response(text, media_type=MediaType.HTML, status_code=status, cookies=seats_of(request).moved(request))


def answered(request: Asked, page: TablePage, where: str | None = None) -> Response[Any]:
    """The answer to a wish: JSON for a program, fresh regions for the script, else back to the page.

    The script says `X-Regions: live` if its page is being told of every change anyway, so only a draft needs drawing.
    """
    if wanted := request.headers.get("x-regions"):
        return regions_of(page, {} if wanted == "live" and not page.draft else page.regions())
    if wants_json(request):
        return Response(page.as_json(), media_type=MediaType.JSON)
    return on_to(where or f"/t/{page.id}")


def on_to(path: str, cookies: Sequence[Cookie] = ()) -> Redirect:
    """On to a page of ours."""
    return Redirect(own(path), status_code=303, cookies=cookies)


async def form_of(request: Asked) -> Form:
    """The fields of a form, or of a JSON body."""
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            return fields_of(await request.body())
        return {name: str(value) for name, value in (await request.form()).items()}
    except (UnicodeError, InternalServerException) as error:  # the latter where the line was cut in the middle of it
        raise Unreadable(N_("this cannot be read")) from error


def fields_of(text: str | bytes) -> Form:
    """The fields of a JSON object."""
    return {name: field(value) for name, value in object_of(text).items()}


def object_of(text: str | bytes) -> dict[str, Any]:
    """A JSON object, of a depth that anybody could mean."""
    try:
        body = decode_json(text)
    except (SerializationException, RecursionError, UnicodeError) as error:
        raise Unreadable(N_("this cannot be read")) from error
    if not isinstance(body, dict):
        raise Unreadable(N_("this cannot be read"))
    return body


def field(value: Any) -> str:
    """A value of a JSON body as a form would send it."""
    if value is None or isinstance(value, bool):
        return "on" if value else ""
    return value if isinstance(value, str) else json.dumps(value)


def numbers(text: str) -> list[int]:
    """Numbers in a row: 3,5 or [3, 5]."""
    try:
        return [int(part) for part in text.strip("[] ").split(",") if part.strip()]
    except ValueError:
        raise Refused(N_("nobody understands “{words}”"), words=text[:80]) from None


def number(text: str) -> int:
    """One number."""
    found = numbers(text)
    if len(found) != 1:
        raise Refused(N_("nobody understands “{words}”"), words=text[:80])
    return found[0]


def regions_of(page: TablePage, regions: Mapping[str, Piece]) -> Response[bytes]:
    """Some regions, for the script."""
    return Response(live_message(page, regions).encode(), media_type=MediaType.JSON)


def live_message(
    page: TablePage,
    regions: Mapping[str, Piece],
    lines: Sequence[Piece] = (),
    beats: Sequence[Beat] = (),
    *,
    board: Board | None = None,
    before: Board | None = None,
    reply: bool = False,
) -> str:
    """What the script needs to bring a page up to date, as JSON; the pieces have been quoted when they were drawn.

    Instead of the whole log only its latest lines may be told, with how many there are now; before the page goes on,
    what is to be looked at; and boards in pieces, for a page that has been told of one before.
    """
    draft = ",".join(map(str, page.draft.answers)) if page.draft else ""
    turn = "true" if page.to_act else "false"
    about = f'"number": {page.table.number}, "stage": "{page.stage}", "turn": {turn}, "draft": "{draft}"'
    drawn = ", ".join([f'"{name}": "{piece.sent}"' for name, piece in regions.items()])
    news = f', "lines": [{", ".join([line.quoted for line in lines])}], "count": {len(page.lines())}' if lines else ""
    told = [beat.told(lambda picture: page.board_told(picture, before)) for beat in beats]
    seen = f', "beats": [{", ".join(told)}]' if beats else ""
    seen += f', "board": {page.board_told(board, before)}' if board else ""
    answer = ', "reply": true' if reply else ""
    return f'{{{about}, "regions": {{{drawn}}}{news}{seen}{answer}}}'


def another_site(connection: Connection) -> bool:
    """Does a page from another place make a browser send this? (A program sends no such headers.)

    A browser names the place a page came from. Another port, or a sibling of our host, is another place too, though
    a browser would send our cookies from there.
    """
    origin = connection.headers.get("origin")
    if origin is not None and _place(origin) != _place(f"//{connection.headers.get('host', '')}", origin):
        return True
    return connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def _place(address: str, like: str = "") -> tuple[str | None, int | None]:
    """The host and port of an address; without a port, the usual one of its scheme or of an address like it."""
    try:
        parts = urlsplit(address)
        usual = {"https": 443, "http": 80}.get(urlsplit(like or address).scheme)
        return parts.hostname, parts.port or usual
    except ValueError:
        return None, None


async def add_nosniff(response: Response[Any]) -> Response[Any]:
    """A file is what it says it is."""
    response.headers["X-Content-Type-Options"] = SECURITY["X-Content-Type-Options"]
    return response


def sentence(text: str) -> str:
    """What an error says, as the beginning of a line."""
    return text[:1].upper() + text[1:]


def refusal(request: Asked, error: Exception) -> Response[Any]:
    """A friendly page, in the right language, with a way on; nothing has changed."""
    say = Voice(language_of(request))
    status = status_of(error)
    text = error.told(say) if isinstance(error, DoppiogiocoError) else say("Something went wrong here, not with you.")
    ways = dict[str, str]()
    if isinstance(error, HTTPException):
        words = {
            404: say("there is nothing here"), 405: say("this cannot be done here"), 413: say("this is too long")
        }  # fmt: skip
        status, text = error.status_code, words.get(error.status_code, say("this cannot be read"))
        ways = {"Allow": allowed} if (allowed := (error.headers or {}).get("allow")) else {}
    elif isinstance(error, Away):  # only its kind is logged, and no trace: every request meets it now
        text = say("the tables cannot be reached at the moment: try again in a few seconds")
        logger.warning("%s %s: %s", request.method, shown_path(request.url.path), fault(error))
    elif not isinstance(error, DoppiogiocoError):
        logger.error("%s %s", request.method, shown_path(request.url.path), exc_info=error)
    headers = SECURITY | ways | ({"Retry-After": str(error.wait)} if isinstance(error, TooMany | NotYet | Away) else {})
    if wants_json(request) or request.headers.get("x-regions"):
        return Response({"error": text}, media_type=MediaType.JSON, status_code=status, headers=headers)
    parts = request.url.path.split("/")
    table = parts[2] if len(parts) > 3 and parts[1] == "t" and status != 404 else ""
    again = error.wait if isinstance(error, NotYet | Away) and request.method == "GET" else 0
    lost = status == 404 and request.method == "GET"  # a link that leads nowhere, not a wish that cannot be met
    page = html("message.html", request, status, text=sentence(text), table=table, again=again, lost=lost)
    page.headers.update(headers)  # what goes wrong does not pass where the app adds them
    return page
