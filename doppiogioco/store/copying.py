"""A copy of a database that is in use, and a database from such a copy."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_

from .places import FIRST, PRIVATE, database_url, file_of, shown


def backup(database: str, copy: Path) -> int:
    """Copy the file of a server, which may be running, into a file that is not there yet. How many events it holds.

    What is in the copy is the database as it was at one moment, with everything that had been acknowledged by then.
    """
    source = _source(database)
    part = copy.with_name(copy.name + ".part")
    if copy.exists():
        raise DoppiogiocoError(N_("{name} is there already, and a backup replaces nothing"), name=str(copy))
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    try:
        with closing(_reading(source)) as line, closing(sqlite3.connect(part)) as into:
            line.backup(into)
            into.execute("PRAGMA journal_mode = DELETE")  # one file, wherever it is taken
        events = check(part)
        part.rename(copy)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return events


def restore(database: str, copy: Path) -> int:
    """Make a database from a copy, in a place where there is none yet. How many events it holds."""
    target = _file(database)
    if target.exists():
        text = N_("{name} is there already: move it away first, nothing is replaced")
        raise DoppiogiocoError(text, name=shown(database))
    check(copy)
    return backup(str(copy), target)


def check(file: Path) -> int:
    """How many events a copy holds; an error if it is no whole database of ours."""
    if not file.is_file():
        raise DoppiogiocoError(N_("there is no file {name}"), name=str(file))
    try:
        with closing(_reading(file)) as line:
            names = {name for (name,) in line.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names >= FIRST:
                raise DoppiogiocoError(N_("{name} holds no tables of Doppiogioco"), name=str(file))
            [verdict] = line.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise DoppiogiocoError(N_("{name} is damaged: {reason}"), name=str(file), reason=verdict)
            [events] = line.execute("SELECT count(*) FROM event").fetchone()
            return int(events)
    except sqlite3.Error as error:
        raise DoppiogiocoError(N_("{name} is damaged: {reason}"), name=str(file), reason=error) from error


def _reading(file: Path) -> sqlite3.Connection:
    """Only to read: also what a running server has not yet brought from its journal into the file."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def check_there(database: str) -> None:
    """An error if there is no file where the one of a database should be: who only reads does not make one."""
    url = database_url(database)
    file = file_of(url)
    if url.get_backend_name() == "sqlite" and (file is None or not file.is_file()):
        raise DoppiogiocoError(N_("there is no file {name}"), name=shown(database))


def _source(database: str) -> Path:
    file = _file(database)
    check(file)
    return file


def _file(database: str) -> Path:
    """The file of a database; another kind of database has its own tools."""
    url = make_url(database) if "://" in database else None
    if url is not None and url.get_backend_name() != "sqlite":
        text = N_("{name} is copied with pg_dump and brought back with pg_restore; docs/host.md shows how")
        raise DoppiogiocoError(text, name=shown(database))
    file = Path(database).expanduser() if url is None else file_of(url)
    if file is None:
        raise DoppiogiocoError(N_("there is no file {name}"), name=shown(database))
    return file
