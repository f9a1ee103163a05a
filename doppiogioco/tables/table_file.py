"""One table as a file that can be read, kept, sent to who mends it, and brought into another database."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from doppiogioco import __version__
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_
from doppiogioco.store import Entry, Row, Store
from doppiogioco.store.places import PRIVATE
from doppiogioco.store.store import now

from .refusals import NotFound, Refused
from .table import DAY, Table
from .tables import NAME

KIND, FORMAT = "table", 1  # of the file
Links = list[tuple[str, str]]  # the name of a person, and the code that brings them back to their seat


async def export_table(store: Store, table_id: str, file: Path) -> int:
    """Write all that is stored of a table into a file that is not there yet, as it is: also of a table that cannot be
    read. How many events there are."""
    entry, rows = await store.entry(table_id), await store.rows(table_id)
    if entry is None or not rows:
        raise NotFound(N_("there is no table {name}"), name=table_id[:32])
    content = {
        "doppiogioco": KIND, "format": FORMAT, "version": __version__, "entry": entry._asdict(),
        "events": [_told(row) for row in rows],
        "notebooks": [{"holder": holder, "pages": pages} for holder, pages in await store.notebooks(table_id)],
    }  # fmt: skip
    try:
        opened = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)  # it holds every hidden answer
    except FileExistsError:
        raise DoppiogiocoError(N_("{name} is there already, and a table replaces nothing"), name=str(file)) from None
    with os.fdopen(opened, "w", encoding="utf-8") as out:
        json.dump(content, out, ensure_ascii=False, indent=1)
        out.write("\n")
    return len(rows)


def _told(row: Row) -> dict[str, Any]:
    """An event as it can be read; one whose data is damaged word for word."""
    told: dict[str, Any] = {"number": row.number, "kind": row.kind, "at": row.at}
    try:
        data = json.loads(row.data)
    except ValueError:
        return told | {"text": row.data}
    return told | ({"data": data} if json.dumps(data) == row.data else {"text": row.data})


async def import_table(store: Store, file: Path) -> tuple[str, Links | None]:
    """Bring a table from a file into a database that has none of this name. Its name, and for each person a code for
    their seat, good once and for a day; None where the table cannot be read, and is kept as it is.

    Seats are signed with the key of a database: in one with another key only these codes bring people back.
    """
    entry, rows, notebooks = _read(file)
    if entry.stage in ("open", "playing"):  # who was away has a day to come
        entry = entry._replace(due=now() + DAY)
    if not await store.adopt(entry, rows, notebooks):
        raise Refused(N_("there is a table {name} already: nothing is replaced"), name=entry.table_id)
    table = Table(entry.table_id)
    try:
        for row in rows:
            table.read(row)
    except Exception:  # whatever a damaged row may lead to
        return entry.table_id, None
    people = [table.seats[seat] for seat in table.people()]
    return table.id, [(seat.name, await store.codes.make(table.id, seat.nonce, now(), DAY)) for seat in people]


def _data(told: dict[str, Any]) -> str:
    """The data of an event as it is stored."""
    return str(told["text"]) if "text" in told else json.dumps(told["data"])


def _read(file: Path) -> tuple[Entry, list[Row], list[tuple[str, str]]]:
    """What a file holds; an error if it is no table of ours."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content["doppiogioco"] != KIND or content["format"] != FORMAT:
            raise ValueError
        stands = content["entry"]
        entry = Entry(
            str(stands["table_id"]), str(stands["game"]), str(stands["stage"]), bool(stands["listed"]),
            float(stands["at"]), int(stands["number"]),
        )  # fmt: skip
        rows = [Row(int(one["number"]), str(one["kind"]), _data(one), float(one["at"])) for one in content["events"]]
        notebooks = [(str(one["holder"]), str(one["pages"])) for one in content["notebooks"]]
        if not NAME.fullmatch(entry.table_id) or not rows or len({row.number for row in rows}) < len(rows):
            raise ValueError
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise DoppiogiocoError(N_("{name} holds no table that this version can read"), name=str(file)) from error
    return entry, rows, notebooks
