"""A private notebook for each player at a table: what they write down, and a mark for each of the others.

It is kept on the server, so that it is there on another device too, and shown to nobody else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from litestar import MediaType, Response
from litestar.params import FromPath

from doppiogioco.tables.table import Table

from .described import AT_A_TABLE, AWAY, HTML, POSTED, described
from .http import Asked, act, form_of, html, look, on_to, seats_of, tables_of, wants_json
from .pages import TablePage
from .seats import language_of
from .shapes import Jotting, NotebookTold

LONGEST, LONGEST_MARK = 4_000, 40  # letters; what is more is not kept


@dataclass(frozen=True)
class Mark:
    """What somebody has noted about one of the others."""

    seat: int
    name: str
    text: str


@look(
    "/t/{table_id:str}/notebook",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML, NotebookTold)}, refuses=(*AT_A_TABLE, 409), regions=True),
)
async def notebook(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """What whoever asks has written down: a page, a part of the table's page, or data for a program."""
    tables = tables_of(request)
    table = await tables.table(table_id)
    seat = seats_of(request).seated(request, table)
    pages = read(await tables.store.notebook(table.id, table.seats[seat].holder))
    if wants_json(request):
        return Response(pages, media_type=MediaType.JSON)
    page = TablePage(tables, table, seat, language_of(request))
    part = "x-regions" in request.headers
    return html(
        "regions/notebook.html" if part else "notebook-page.html", request, page=page, say=page.say,
        text=pages["text"], marks=marks(table, seat, pages["marks"], page), longest=LONGEST, longest_mark=LONGEST_MARK,
    )  # fmt: skip


@act(
    "/t/{table_id:str}/notebook",
    operation_class=described(
        AWAY | {200: (NotebookTold,)}, refuses=(*POSTED, *AT_A_TABLE), body=Jotting, regions=True
    ),
)
async def write(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Keep what somebody has written down."""
    tables, form = tables_of(request), await form_of(request)
    table = await tables.table(table_id)
    seat = seats_of(request).seated(request, table)
    found = {str(other): form.get(f"mark-{other}", "").strip()[:LONGEST_MARK] for other in range(len(table.seats))}
    pages = {"text": form.get("text", "")[:LONGEST], "marks": {other: text for other, text in found.items() if text}}
    await tables.store.write_notebook(table.id, table.seats[seat].holder, json.dumps(pages))
    if "x-regions" in request.headers or wants_json(request):
        return Response(pages, media_type=MediaType.JSON)
    return on_to(f"/t/{table.id}/notebook")


def read(kept: str) -> dict[str, Any]:
    """A notebook out of what is stored of it."""
    pages: dict[str, Any] = json.loads(kept) if kept else {"text": "", "marks": {}}
    return pages


def marks(table: Table, seat: int, noted: dict[str, str], page: TablePage) -> list[Mark]:
    """A place for a mark for each of the others."""
    table.playing()  # or there is nobody to note anything about
    others = (other for other in range(len(table.seats)) if other != seat)
    return [Mark(other, page.say.seat(other), noted.get(str(other), "")) for other in others]


ROUTES = [notebook, write]
