"""Commands that keep what a server has: a copy of its database, and a database from a copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .shared import examples

commands = typer.Typer()

Database = Annotated[
    str, typer.Option(envvar="DOPPIOGIOCO_DATABASE", metavar="FILE-OR-URL", help="The database of the server.")
]
Copy = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")]


@commands.command(epilog=examples("backup tables-today.db", "backup /backup/today.db --database /var/lib/tables.db"))
def backup(copy: Copy, database: Database = "doppiogioco.db") -> None:
    """Copy the database of a server, also of one that is running. The copy holds every secret: only you may read it."""
    from doppiogioco.store.copying import backup as copied

    print(f"{copied(database, copy)} events in {copy}")


@commands.command(epilog=examples("restore tables-today.db --database doppiogioco.db"))
def restore(copy: Copy, database: Database = "doppiogioco.db") -> None:
    """Make a database from a copy, where there is none yet."""
    from doppiogioco.store.copying import restore as restored

    print(f"{restored(database, copy)} events in {database}")
