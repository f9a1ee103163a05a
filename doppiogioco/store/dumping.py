"""A copy of a PostgreSQL database that is in use, and a database from such a copy, by PostgreSQL's own programs.

They are told where the database is, and its password, in their environment: what stands in a command every user of the
machine can read.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_

from . import schema
from .company import ALIVE
from .places import FIRST, database_url, reason_of, shown

ENVIRONMENT = {  # what asyncpg calls it, and PostgreSQL's own programs
    "host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "passfile": "PGPASSFILE",
    "database": "PGDATABASE", "ssl": "PGSSLMODE",
}  # fmt: skip
PLAIN = "--no-owner", "--no-privileges", "--no-password"  # good for every user; a password is known or not, never asked
EVENTS = select(func.count()).select_from(schema.event)


class Failed(Exception):
    """A program could not do what it was asked to; its own words."""


def dump(database: str, copy: Path) -> int:
    """Write a database into a file, as it is at one moment. How many events that holds."""

    async def work(line: AsyncConnection, run: Callable[..., str]) -> int:
        await line.execution_options(isolation_level="REPEATABLE READ")
        if not await line.run_sync(_tables) >= FIRST:
            raise DoppiogiocoError(N_("{name} holds no tables of Doppiogioco"), name=shown(database))
        moment = (await line.execute(text("SELECT pg_export_snapshot()"))).scalar_one()
        events = int((await line.execute(EVENTS)).scalar_one())
        run("pg_dump", "--format=custom", f"--snapshot={moment}", f"--file={copy}")
        return events

    return _on(database, work)


def undump(database: str, copy: Path, *, replace: bool) -> int:
    """Bring what such a file holds into a database, all of it or nothing. How many events those are."""

    async def work(line: AsyncConnection, run: Callable[..., str]) -> int:
        there = await line.run_sync(_tables)
        if there and not replace:
            words = N_("{name} holds tables already: --replace puts the copy in their place")
            raise DoppiogiocoError(words, name=shown(database))
        if there and not there >= FIRST:
            raise DoppiogiocoError(N_("{name} holds no tables of Doppiogioco"), name=shown(database))
        if "process" in there and (await line.execute(ALIVE)).first():
            raise DoppiogiocoError(N_("a server is using {name}"), name=shown(database))
        try:
            listed = run("pg_restore", "--list", str(copy))
        except Failed as reason:
            raise DoppiogiocoError(N_("{name} is damaged: {reason}"), name=str(copy), reason=reason) from None
        held = set(re.findall(r" TABLE DATA \S+ (\S+) ", listed))
        if not held >= FIRST:
            raise DoppiogiocoError(N_("{name} holds no tables of Doppiogioco"), name=str(copy))
        name = (await line.execute(text("SELECT current_database()"))).scalar_one()
        await line.rollback()  # what was looked at is not held: it may have to go
        clean = ("--clean", "--if-exists") if there else ()
        run("pg_restore", "--single-transaction", f"--dbname={name}", *clean, str(copy))
        newer = [table for table in schema.metadata.sorted_tables if table.name not in held]
        await line.run_sync(schema.metadata.drop_all, newer)  # or they would be in the way of being made again
        await line.commit()
        return int((await line.execute(EVENTS)).scalar_one())

    return _on(database, work)


def _on(database: str, work: Callable[[AsyncConnection, Callable[..., str]], Awaitable[int]]) -> int:
    """Some work on a line to a database, and with what runs PostgreSQL's programs on it; one sentence if it fails."""

    async def main() -> int:
        engine = create_async_engine(database_url(database), hide_parameters=True)
        try:
            async with engine.connect() as line:
                return await work(line, partial(_run, engine))
        finally:
            await engine.dispose()

    try:
        return asyncio.run(main())
    except DoppiogiocoError:
        raise
    except Exception as error:
        words = N_("cannot use the database {name}: {reason}")
        raise DoppiogiocoError(words, name=shown(database), reason=reason_of(error)) from error


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def _run(engine: AsyncEngine, program: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs, which has to be as new as the server; what it printed."""
    needed = int((engine.dialect.server_version_info or (0,))[0])
    found = shutil.which(program)
    if found is None:
        words = N_("there is no {program} here: install the client programs of PostgreSQL {version}")
        raise DoppiogiocoError(words, program=program, version=needed)
    environment = os.environ | _environment(engine)

    def told(*line: str) -> str:
        done = subprocess.run(  # noqa: S603 (the program is PostgreSQL's)
            [found, *line], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Failed(done.stderr.strip().partition("\n")[0])
        return done.stdout

    version = int(re.findall(r"\) (\d+)", told("--version"))[0])
    if version < needed:
        words = N_("{program} is of PostgreSQL {version}, too old for a server of PostgreSQL {needed}")
        raise DoppiogiocoError(words, program=program, version=version, needed=needed)
    return told(*PLAIN, *arguments)


def _environment(engine: AsyncEngine) -> dict[str, str]:
    """Where a database is, as PostgreSQL's programs are told; of several hosts all."""
    given = engine.dialect.create_connect_args(engine.url)[1]
    each = {ENVIRONMENT[name]: value for name, value in given.items() if name in ENVIRONMENT}
    return {name: ",".join(map(str, value)) if isinstance(value, list) else str(value) for name, value in each.items()}
