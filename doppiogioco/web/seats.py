"""Who is asking: a seat is a signed secret, kept in a cookie of its table or sent as a token by a program."""

from __future__ import annotations

from functools import lru_cache
from hmac import compare_digest
from itertools import islice
from urllib.parse import unquote

from itsdangerous import BadSignature, Signer, URLSafeSerializer
from litestar.datastructures import Cookie

from doppiogioco.bots.levels import LEVELS, USUAL
from doppiogioco.engine.words import LANGUAGES, N_
from doppiogioco.tables.refusals import Forbidden
from doppiogioco.tables.table import REMOVED, Table

from .cookies import (
    MARK,
    MOVED,
    OLD_SEAT,
    Connection,
    cookie_name,
    dropped,
    list_cookie,
    listed,
    old_seats,
    seat_cookie,
    token_of,
)

LONGEST_TOKEN = 200  # characters; ours have fewer


class Seats:
    """Signs seats and reads them back."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="seat")
        self._marker = Signer(key, salt="list")
        self._signed = lru_cache(10_000)(self._check)  # a seat is asked for at every move; its signature stays good

    def forget(self) -> None:
        """Whose signatures were good is found out again when they come."""
        self._signed.cache_clear()

    def token(self, table: Table, seat: int) -> str:
        """What proves that somebody sits there: for the cookie, a link to another device, or a program."""
        return self._signer.dumps([table.id, seat, table.seats[seat].nonce])

    def read(self, table: Table, token: str) -> int | None:
        """The seat a token stands for, if it is still good; who has moved to another seat is found there."""
        table_id, nonce = self._named(token)
        seat = table.seat_of(nonce)
        good = table_id == table.id
        return seat if good else None

    def person(self, token: str) -> str:
        """Whose token it is, however it is spelled: its signature may be spelled in many ways."""
        return self._named(token)[1]

    def shown(self, token: str, table: Table) -> str:
        """The secret of a seat at this table that a token names, whether it is still good or not; empty if none."""
        table_id, nonce = self._named(token)
        return nonce if table_id == table.id else ""

    def removed(self, token: str, table: Table) -> bool:
        """Has the host removed whoever shows this?"""
        return table.was_removed(self.shown(token, table))

    def renewed(self, token: str, table: Table) -> bool:
        """Has the person of a seat a new secret for it, and whoever asks only the old one?"""
        return self.shown(token, table) in table.renewed

    def _named(self, token: str) -> tuple[str, str]:
        """The table that a token names, and the nonce; nothing where it is none of ours."""
        if not 0 < len(token) <= LONGEST_TOKEN:  # who only looks on shows none, and looks often
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
        return self.seat(token_of(connection, table.id), table)

    def seat(self, token: str, table: Table) -> int:
        """The seat that a token stands for, which it must."""
        seat = self.read(table, token)
        if seat is None:
            raise Forbidden(REMOVED if self.removed(token, table) else N_("you have no seat at this table"))
        return seat

    # What the browser keeps -----------------------------------------------------------------------------------------

    def keep(self, connection: Connection, table: Table, seat: int) -> list[Cookie]:
        """Keeps a seat in the browser, and its table in the list."""
        return [seat_cookie(connection, table.id, self.token(table, seat)), *self.note(connection, table, seat)]

    def note(self, connection: Connection, table: Table, seat: int) -> list[Cookie]:
        """The list with a table at its end, where it does not have it: another tab may have written it meanwhile."""
        known, mark = listed(connection), self._mark(table.id, table.seats[seat].nonce)
        if known.pop(table.id, "") == mark:
            return []
        return [list_cookie(connection, known | {table.id: mark})]

    def drop(self, connection: Connection, table: Table) -> list[Cookie]:
        """Who has no seat at a table any more has no cookie for it."""
        others = {table_id: mark for table_id, mark in listed(connection).items() if table_id != table.id}
        return [dropped(cookie_name(table.id), f"/t/{table.id}"), list_cookie(connection, others)]

    def moved(self, connection: Connection) -> list[Cookie]:
        """Some of the seats that are still sent everywhere, to their places; what is none is dropped."""
        old, known, cookies = old_seats(connection), listed(connection), list[Cookie]()
        for name, token in islice(old.items(), MOVED):
            table_id, nonce = self._named(token)
            if table_id and name == f"{OLD_SEAT}{table_id}":
                cookies.append(seat_cookie(connection, table_id, token))
                known.setdefault(table_id, self._mark(table_id, nonce))
            cookies.append(dropped(name))
        return [*cookies, list_cookie(connection, known)] if cookies else []

    def tables(self, connection: Connection) -> list[str]:
        """The tables at which this browser has, or once had, a seat, as far as it remembers."""
        old = (self._named(token)[0] for token in old_seats(connection).values())
        return [*dict.fromkeys([*listed(connection), *filter(None, old)])]

    def at(self, connection: Connection, table: Table) -> int | None:
        """Where a browser says that it sits at a table, for a list of its tables; it opens nothing."""
        mark = listed(connection).get(table.id, "")
        for seat in table.people() if mark else ():
            if compare_digest(mark, self._mark(table.id, table.seats[seat].nonce)):
                return seat
        return self.asking(connection, table)

    def _mark(self, table_id: str, nonce: str) -> str:
        """What shows in a list that somebody sits at a table: nobody else can make it, and it is not the seat."""
        return self._marker.get_signature(f"{table_id} {nonce}").decode()[:MARK]


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
