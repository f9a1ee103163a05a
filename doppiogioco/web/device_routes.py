"""A seat on another device: a link that is good once and not for long."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response
from litestar.params import FromPath

from doppiogioco.engine.words import N_
from doppiogioco.store.codes import LIFE
from doppiogioco.store.store import now
from doppiogioco.tables.refusals import Forbidden

from .described import AT_A_TABLE, HTML, POSTED, described
from .http import Asked, act, html, look, on_to, seats_of, site_of, tables_of, wants_json
from .lobby import qr_code
from .shapes import DeviceLink
from .table_routes import SEATED, sat_down


@look(
    "/t/{table_id:str}/seat",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML, DeviceLink)}, refuses=AT_A_TABLE),
)
async def seat_link(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """A link and a QR code that take the seat to another device; an earlier link is no longer good."""
    tables = tables_of(request)
    table = await tables.table(table_id)
    seat = seats_of(request).seated(request, table)
    code = await tables.store.codes.make(table.id, table.seats[seat].nonce, now())
    link = f"{site_of(request)}/t/{table.id}/seat/{code}"
    if wants_json(request):
        return Response({"link": link, "seconds": LIFE}, media_type=MediaType.JSON)
    return html(
        "seat.html", request, table=table, name=table.seats[seat].name, link=link, code=qr_code(link),
        minutes=round(LIFE / 60),
    )  # fmt: skip


@look(
    "/t/{table_id:str}/seat/{code:str}",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML,)}, refuses=AT_A_TABLE),
)
async def seat_offer(request: Asked, table_id: FromPath[str], code: FromPath[str]) -> Response[str]:
    """Asks before it takes the seat, so that a preview of the link takes nothing."""
    tables = tables_of(request)
    table = await tables.table(table_id)
    seat = table.seat_of(await tables.store.codes.read(table.id, code, now()))
    if seat is None:
        raise Forbidden(N_("this link is no longer good: ask for a new one on the other device"))
    return html("take-seat.html", request, table=table, code=code, name=table.seats[seat].name)


@act("/t/{table_id:str}/seat/{code:str}", operation_class=described(SEATED, refuses=(*POSTED, *AT_A_TABLE)))
async def seat_taken(request: Asked, table_id: FromPath[str], code: FromPath[str]) -> Response[Any]:
    """From now on this browser has the seat too, and the link is used up."""
    tables = tables_of(request)
    table = await tables.table(table_id)
    seat = table.seat_of(await tables.store.codes.take(table.id, code, now()))
    if seat is None and seats_of(request).asking(request, table) is not None and not wants_json(request):
        return on_to(f"/t/{table.id}")  # the second of two clicks
    if seat is None:
        raise Forbidden(N_("this link is no longer good: ask for a new one on the other device"))
    return sat_down(request, table, seat)


ROUTES = [seat_link, seat_offer, seat_taken]
