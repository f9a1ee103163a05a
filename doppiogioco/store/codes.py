"""Codes that are good once: whoever has one may take a seat with it, within a short time, at any process.

Only the hash of a code is stored. A seat has one code at most, and those whose time is up go when the next one is made.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from sqlalchemy import delete, or_, select

from . import schema
from .lines import Lines

LIFE = 600.0  # seconds in which a code must be used


class Codes:
    """The codes of a database."""

    def __init__(self, lines: Lines, insert: Any) -> None:
        self._lines, self._insert = lines, insert

    async def make(self, table_id: str, nonce: str, now: float, life: float = LIFE) -> str:
        """A code for a seat, by its secret; an earlier one for the same seat is not good any more."""
        code, columns = secrets.token_hex(8), schema.code.c
        fresh = {"table_id": table_id, "nonce": nonce, "until": now + life}
        earlier = or_(columns.until <= now, (columns.table_id == table_id) & (columns.nonce == nonce))
        add = self._insert(schema.code).values(hash=_hash(table_id, code), **fresh)
        async with self._lines.begin() as line:
            await line.execute(delete(schema.code).where(earlier))
            await line.execute(add.on_conflict_do_update(index_elements=["hash"], set_=fresh))
        return code

    async def read(self, table_id: str, code: str, now: float) -> str:
        """The secret of the seat that a code is for, empty if it is good for none; the code stays good."""
        async with self._lines.connect() as line:
            query = select(schema.code.c.nonce).where(*_good(table_id, code, now))
            return str((await line.execute(query)).scalar_one_or_none() or "")

    async def take(self, table_id: str, code: str, now: float) -> str:
        """The same, and the code is used up: of two who take it at once only one has it."""
        async with self._lines.begin() as line:
            used = delete(schema.code).where(*_good(table_id, code, now)).returning(schema.code.c.nonce)
            return str((await line.execute(used)).scalar_one_or_none() or "")


def _good(table_id: str, code: str, now: float) -> tuple[Any, ...]:
    columns = schema.code.c
    return columns.hash == _hash(table_id, code), columns.table_id == table_id, columns.until > now


def _hash(table_id: str, code: str) -> str:
    return hashlib.sha256(f"{table_id} {code}".encode("utf-8", "surrogatepass")).hexdigest()
