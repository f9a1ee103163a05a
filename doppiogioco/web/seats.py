"""Who is asking: a seat is a signed secret, kept in a cookie of its table or sent as a token by a program."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

from itsdangerous import BadSignature, URLSafeSerializer
from litestar import Request, WebSocket
from litestar.datastructures import Cookie, State

from doppiogioco.bots.levels import LEVELS, USUAL
from doppiogioco.engine.words import LANGUAGES, N_
from doppiogioco.tables.refusals import Forbidden
from doppiogioco.tables.table import Table

from .place import cookie_path

Connection = Request[Any, Any, State] | WebSocket[Any, Any, State]
LONG = 400 * 86_400  # seconds; what browsers keep at most
LONGEST_TOKEN = 200  # characters; ours have fewer
SEAT = "seat-"  # how the names of cookies that keep a seat begin


class Seats:
    """Signs seats and reads them back."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="seat")
        self._signed = lru_cache(10_000)(self._check)  # a seat is asked for at every move; its signature stays good

    def token(self, table: Table, seat: int) -> str:
        """What proves that somebody sits there: for the cookie, a link to another device, or a program."""
        return self._signer.dumps([table.id, seat, table.seats[seat].nonce])

    def read(self, table: Table, token: str) -> int | None:
        """The seat a token stands for, if it is still good; who has moved to another seat is found there."""
        table_id, nonce = self._named(token)
        seat = table.seat_of(nonce)
        good = table_id == table.id
        return seat if good else None

    def removed(self, connection: Connection, table: Table) -> bool:
        """Has the host freed the seat of whoever asks?"""
        table_id, nonce = self._named(token_of(connection, table.id))
        return table_id == table.id and nonce in table.removed

    def tables(self, connection: Connection) -> list[str]:
        """The tables at which this browser has, or once had, a seat."""
        found = (self._named(value)[0] for name, value in connection.cookies.items() if name.startswith(SEAT))
        return [table_id for table_id in found if table_id]

    def _named(self, token: str) -> tuple[str, str]:
        """The table that a token names, and the nonce; nothing where it is none of ours."""
        if len(token) > LONGEST_TOKEN:
            return "", ""
        try:
            table_id, _, nonce = self._signed(token)
        except (BadSignature, ValueError, TypeError):
            return "", ""
        return table_id, nonce

    def _check(self, token: str) -> tuple[str, int, str]:
        """What was signed: the table, the seat and its nonce. An error, which is not kept, where nothing was."""
        table_id, seat, nonce = self._signer.loads(token)
        return table_id, seat, nonce

    def asking(self, connection: Connection, table: Table) -> int | None:
        """The seat of whoever asks; None is a spectator."""
        return self.read(table, token_of(connection, table.id))

    def seated(self, connection: Connection, table: Table) -> int:
        """The seat of whoever asks, who must have one."""
        seat = self.asking(connection, table)
        if seat is None:
            raise Forbidden(N_("you have no seat at this table"))
        return seat

    def cookie(self, table: Table, seat: int, *, secure: bool) -> Cookie:
        """Keeps a seat in the browser."""
        return kept(cookie_name(table.id), self.token(table, seat), secure=secure)


def cookie_name(table_id: str) -> str:
    """Each table has a cookie of its own: one browser may sit at several."""
    return f"{SEAT}{table_id}"


def token_of(connection: Connection, table_id: str) -> str:
    """What whoever asks shows for a seat at this table: a program's token, or the cookie; empty if nothing."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else connection.cookies.get(cookie_name(table_id), "")


def kept(name: str, value: str, *, secure: bool = False) -> Cookie:
    """A cookie that no script and no other site can read; it holds any text, though cookies travel in Latin-1."""
    return Cookie(
        key=name, value=quote(value), max_age=LONG, httponly=True, samesite="lax", secure=secure, path=cookie_path()
    )


def name_of(connection: Connection) -> str:
    """How whoever asks was called last time."""
    return unquote(connection.cookies.get("name", ""))


def level_of(connection: Connection) -> str:
    """How well the bots played that whoever asks chose last time."""
    level = connection.cookies.get("level", USUAL)
    return level if level in LEVELS else USUAL


def language_of(connection: Connection) -> str:
    """The language chosen with the switch, or the browser's first that we speak."""
    chosen = connection.cookies.get("language") or connection.query_params.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    for part in connection.headers.get("accept-language", "").split(","):
        wanted = part.partition(";")[0].strip().lower().partition("-")[0]
        if wanted in LANGUAGES:
            return wanted
    return LANGUAGES[0]
