"""What a browser keeps: each seat in a cookie of its own table, and the list of its tables, which opens nothing.

A browser sends a seat only to its table: cookies that are sent everywhere pile up, and a hundred of them are more than
proxies take. So that the home page knows a browser's tables all the same, one cookie names the latest of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from .place import cookie_path

Connection = ASGIConnection[Any, Any, Any, State]  # a request or a WebSocket
LONG = 400 * 86_400  # seconds; what browsers keep at most
SEAT = "at-"  # how the names of cookies that keep a seat begin
OLD_SEAT = "seat-"  # and once began, when they were sent everywhere
MOVED = 5  # old ones that are sent to their places at once: the head of an answer has its limits too
LIST = "tables"  # the cookie with the list
LONGEST_LIST = 1_700  # characters: a hundred tables
MARK = 8  # characters after the name of a table that show that somebody sits there
LISTED = re.compile(rf"([a-z0-9]{{1,32}})([\w-]{{{MARK}}})", re.ASCII)


def kept(connection: Connection, name: str, value: str, path: str = "/") -> Cookie:
    """A cookie that no script and no other site can read; it holds any text, though cookies travel in Latin-1."""
    return Cookie(
        key=name, value=quote(value), max_age=LONG, httponly=True, samesite="lax",
        secure=connection.url.scheme == "https", path=cookie_path(path),
    )  # fmt: skip


def dropped(name: str, path: str = "/") -> Cookie:
    """What opens no door any more need not be carried about."""
    return Cookie(key=name, value="", max_age=0, expires=0, path=cookie_path(path))


def cookie_name(table_id: str) -> str:
    """Each table has a cookie of its own: one browser may sit at several."""
    return f"{SEAT}{table_id}"


def seat_cookie(connection: Connection, table_id: str, token: str) -> Cookie:
    """Keeps a seat in the browser, for its table alone."""
    return kept(connection, cookie_name(table_id), token, f"/t/{table_id}")


def token_of(connection: Connection, table_id: str) -> str:
    """What whoever asks shows for a seat at this table: a program's token, or the cookie; empty if nothing."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token
    cookies = connection.cookies
    return cookies.get(cookie_name(table_id)) or cookies.get(f"{OLD_SEAT}{table_id}", "")


def old_seats(connection: Connection) -> dict[str, str]:
    """The cookies that are still sent everywhere, by name."""
    return {name: value for name, value in connection.cookies.items() if name.startswith(OLD_SEAT)}


def listed(connection: Connection) -> dict[str, str]:
    """The list of a browser's tables, the latest last, each with what shows that somebody sits there."""
    text = connection.cookies.get(LIST, "")[-LONGEST_LIST:]
    found = (LISTED.fullmatch(part) for part in text.split("."))
    return {one[1]: one[2] for one in found if one}


def list_cookie(connection: Connection, tables: Mapping[str, str]) -> Cookie:
    """Keeps the list; what does not fit into it any more is the oldest."""
    text = ".".join(f"{table_id}{mark}" for table_id, mark in tables.items())
    if len(text) > LONGEST_LIST:
        text = text[-LONGEST_LIST:].partition(".")[2]
    return kept(connection, LIST, text)
