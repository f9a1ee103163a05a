"""Commands that keep what a server has: a copy of its database, a database from a copy, and one table as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .shared import examples

if TYPE_CHECKING:
    from doppiogioco.store import Store

commands = typer.Typer()

Database = Annotated[
    str, typer.Option(envvar="DOPPIOGIOCO_DATABASE", metavar="FILE-OR-URL", help="The database of the server.")
]
Found = TypeVar("Found")
Copy = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")]


@commands.command(epilog=examples("backup tables-today.db", "backup /backup/today.db --database /var/lib/tables.db"))
def backup(copy: Copy, database: Database = "doppiogioco.db") -> None:
    """Copy the database of a server, also of one that is running. The copy holds every secret: only you may read it."""
    from doppiogioco.store.copying import backup as copied

    print(f"{copied(database, copy)} events in {copy}")


@commands.command(epilog=examples("restore tables-today.db --database doppiogioco.db"))
def restore(
    copy: Copy,
    database: Database = "doppiogioco.db",
    replace: Annotated[
        bool, typer.Option("--replace", help="On PostgreSQL: in place of the tables that are there.")
    ] = False,
) -> None:
    """Make a database from a copy, where there is none yet."""
    from doppiogioco.store.copying import restore as restored
    from doppiogioco.store.places import shown

    print(f"{restored(database, copy, replace=replace)} events in {shown(database)}")


@commands.command(epilog=examples("export-table abcd2345 table.json", "import-table table.json --database other.db"))
def export_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name, as its address shows it.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    database: Database = "doppiogioco.db",
) -> None:
    """Write all that is stored of one table into a file, also of a table that cannot be read.

    It holds every hidden answer of the game and what players wrote down: only you may read it.
    """
    from doppiogioco.store.copying import check_there
    from doppiogioco.tables.table_file import export_table as exported

    check_there(database)
    print(f"{_with_store(database, lambda store: exported(store, table, file))} events in {file}")


@commands.command(epilog=examples("import-table table.json", "import-table table.json --database other.db"))
def import_table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export-table` has written.")],
    database: Database = "doppiogioco.db",
) -> None:
    """Bring a table from a file into a database, under the same name, if there is none of it yet.

    A seat is signed with the key of its database: where that is another one, browsers and programs lose their seats.
    For each person a link is printed that takes the seat again, good once and for a day.
    """
    from doppiogioco.tables.table_file import import_table as imported

    name, links = _with_store(database, lambda store: imported(store, file))
    print(f"table {name}: /t/{name}")
    if links is None:
        print("It cannot be read by this version, and is kept as it is.")
    for person, code in links or ():
        print(f"{person}: /t/{name}/seat/{code}")


def _with_store(database: str, work: Callable[[Store], Awaitable[Found]]) -> Found:
    """Some work on a database, which is closed after it; a server may be using it meanwhile."""
    from doppiogioco.store import Store

    async def main() -> Found:
        store = await Store.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(main())
