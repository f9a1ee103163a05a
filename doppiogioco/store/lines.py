"""Lines to a database, and what is told where it is away: always the same, whichever driver finds out and how."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoLineFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .places import reason_of

# How the names of SQLite's errors and the codes of PostgreSQL's begin where it is not our statement that is wrong:
# a file that is locked, full or broken; a server that is away, ends, has no room or lets nobody in.
SQLITE_AWAY = tuple(f"SQLITE_{kind}" for kind in ("BUSY", "LOCKED", "FULL", "IOERR", "CANTOPEN", "READONLY", "CORRUPT"))
POSTGRES_AWAY = ("08", "25006", "28", "3D", "40", "53", "55", "57", "58", "XX")


class Away(Exception):
    """The database does not answer, or takes nothing; `wait` says after how many seconds it is worth trying again."""

    wait = 5


class Lines:
    """The lines to one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    def connect(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A line, to read."""
        return _told(self._engine.connect())

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A line, and a transaction that is saved at the end."""
        return _told(self._engine.begin())


@asynccontextmanager
async def _told(line: AbstractAsyncContextManager[AsyncConnection]) -> AsyncIterator[AsyncConnection]:
    try:
        async with line as connection:
            yield connection
    except Exception as error:
        if is_away(error):
            raise Away(reason_of(error)) from error
        raise


def fault(error: Exception) -> str:
    """What kind of fault it is, for the log: its words may hold a hidden answer."""
    return type(error.__cause__ if isinstance(error, Away) else error).__name__


def is_away(error: Exception) -> bool:
    """Is it the database that is in trouble, and not what it was asked?"""
    if isinstance(error, OSError | NoLineFree) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return True
    told = error.orig if isinstance(error, DBAPIError) else error  # of a line that cannot be had it is not wrapped
    if isinstance(told, sqlite3.Error):
        return getattr(told, "sqlite_errorname", "").startswith(SQLITE_AWAY)
    return str(getattr(told, "sqlstate", None) or "").startswith(POSTGRES_AWAY)
