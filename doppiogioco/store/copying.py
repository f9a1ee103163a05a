"""A copy of a database that is in use, and a database from such a copy: one file, whatever kind of database it is."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_

from .dumping import dump, undump
from .places import FIRST, PRIVATE, database_url, file_of, shown


def backup(database: str, copy: Path) -> int:
    """Copy the database of a server, which may be running, into a file that is not there yet. How many events it holds.

    What is in the copy is the database as it was at one moment, with everything that had been acknowledged by then.
    """
    if copy.exists():
        raise DoppiogiocoError(N_("{name} is there already, and a backup replaces nothing"), name=str(copy))
    file = _file(database)
    if file:
        check(file)
    part = copy.with_name(copy.name + ".part")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    try:
        events = _copy_file(file, part) if file else dump(database, part)
        part.rename(copy)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return events


def restore(database: str, copy: Path, *, replace: bool = False) -> int:
    """Make a database from a copy, in a place where there is none yet. How many events it holds.

    `replace`: a PostgreSQL database may hold tables already, if they are ours and no server uses them; not everybody
    may make a new one. A file can be moved away.
    """
    target = _file(database)
    if target is None:
        if not copy.is_file():
            raise DoppiogiocoError(N_("there is no file {name}"), name=str(copy))
        return undump(database, copy, replace=replace)
    if target.exists():
        text = N_("{name} is there already: move it away first, nothing is replaced")
        raise DoppiogiocoError(text, name=shown(database))
    check(copy)
    return backup(str(copy), target)


def _copy_file(file: Path, part: Path) -> int:
    with closing(_reading(file)) as line, closing(sqlite3.connect(part)) as into:
        line.backup(into)
        into.execute("PRAGMA journal_mode = DELETE")  # one file, wherever it is taken
    return check(part)


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


def _file(database: str) -> Path | None:
    """The file of a database; None where that is a PostgreSQL server's affair."""
    if "://" not in database:
        return Path(database).expanduser()
    url = database_url(database)
    file = file_of(url)
    if file is None and url.get_backend_name() == "sqlite":
        raise DoppiogiocoError(N_("there is no file {name}"), name=shown(database))
    return file
