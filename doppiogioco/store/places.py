"""Where a database is, whose it is, and its shape: everything before the first row is read."""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from doppiogioco.engine.errors import DoppiogiocoError, MissingExtra
from doppiogioco.engine.words import N_

PRIVATE = 0o600  # of the file: it holds the key that signs seats, and every hidden answer
FIRST = {"event", "entry", "setting"}  # the tables of our first version: a database that has them is ours
MIGRATING = 0x446F7070  # a lock of the database that nobody else asks for


def database_url(where: str | Path) -> URL:
    """A file name or the URL of a database, with the driver that we use."""
    name = str(where)
    if "://" not in name:
        return URL.create("sqlite+aiosqlite", database=name)
    refused = DoppiogiocoError(N_("no database {name}; a file name or postgresql://…"), name=repr(shown(name)))
    try:
        url = make_url(name)
    except (ArgumentError, ValueError):  # no URL at all, or a port that is no number
        raise refused from None
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":  # as hosts of databases often write it
            try:
                import asyncpg  # noqa: F401
            except ImportError as missing:
                raise MissingExtra(N_("PostgreSQL needs asyncpg: pip install 'doppiogioco[postgres]'")) from missing
            query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}  # asyncpg's word
            return url.set(drivername="postgresql+asyncpg", query=query)
    raise refused


def shown(where: str | Path) -> str:
    """A database as it may be printed: without its passwords, before the host or among what is asked of it."""
    place, mark, query = re.sub(r"(://[^:/@]*:).*@", r"\1***@", str(where)).partition("?")
    return place + mark + re.sub(r"([^&=]+)=[^&]*", _without_password, query)


def _without_password(said: re.Match[str]) -> str:
    return f"{said[1]}=***" if "pass" in unquote(said[1]).casefold() else said[0]


def file_of(url: URL) -> Path | None:
    """The file of an embedded database."""
    name = url.database or ""
    embedded = url.get_backend_name() == "sqlite" and name not in ("", ":memory:") and not name.startswith("file:")
    return Path(name) if embedded else None


def make_private(file: Path) -> None:
    """Make the file of a database where there is none; nobody else may read it."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=PRIVATE)


def hold(file: Path) -> int:
    """Keep every other server away from a file until the result, an open file, is closed.

    Servers that share a database tell each other what happens; a file has no way to do that. The lock is one that
    SQLite itself does not use, and it goes with the process, however that ends.
    """
    held = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        text = N_("another server is using it; several servers can share a PostgreSQL database, not a file")
        raise DoppiogiocoError(text) from None
    return held


def check_ours(connection: Connection) -> None:
    """Refuse the database of another program before anything is written to it."""
    there = set(inspect(connection).get_table_names())
    if there and not there >= FIRST:
        raise DoppiogiocoError(N_("it belongs to another program"))


def reason_of(error: Exception) -> str:
    """What is wrong, in the database's own words, without the statement."""
    words = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return re.sub(r"^<class '[^']*'>: ", "", words) or type(error).__name__


def prepare_sqlite(connection: Any, _record: object) -> None:
    """How every connection to a file works."""
    cursor = connection.cursor()
    for setting in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def migrate(connection: Connection, version: str = "head") -> None:
    """Bring the tables of a database up to date, or up to a version."""
    if connection.dialect.name == "postgresql":  # processes that start at the same moment do it one after the other
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, version)
