"""Commands that serve: tables in the browser, a seat for a language model."""

from __future__ import annotations

from typing import Annotated

import typer

from .shared import Language, examples, spoken

commands = typer.Typer()


@commands.command(epilog=examples("serve", "serve --host 0.0.0.0 --port 80 --database /var/lib/doppiogioco.db"))
def serve(
    *,
    host: Annotated[
        str, typer.Option(envvar="DOPPIOGIOCO_HOST", help="The address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="DOPPIOGIOCO_PORT", help="The port; 0 takes any that is free.")] = 8000,
    database: Annotated[
        str,
        typer.Option(
            envvar="DOPPIOGIOCO_DATABASE", metavar="FILE-OR-URL", help="Where tables are kept: a file, or a database."
        ),
    ] = "doppiogioco.db",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    bot_pause: Annotated[
        float, typer.Option(min=0, envvar="DOPPIOGIOCO_BOT_PAUSE", help="Seconds before a bot answers.")
    ] = 0.9,
) -> None:
    """Serve the tables in the browser: every game with friends and bots, on one file."""
    from doppiogioco.web.serve import serve as run_server

    run_server(host, port, database, open_browser=open_browser, bot_pause=bot_pause)


@commands.command(
    epilog=examples("mcp", "mcp --language it", "mcp --table http://localhost:8000/t/abcd2345 --name Robot")
)
def mcp(
    *,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="LINK", help="A table of a running server, or the link to a seat there; else one of its own."
        ),
    ] = None,
    token: Annotated[
        str, typer.Option(envvar="DOPPIOGIOCO_TOKEN", help="The token of a seat at that table.", show_default=False)
    ] = "",
    name: Annotated[str, typer.Option(help="Without a token: the name under which to take a free seat.")] = "Robot",
    seed: Annotated[
        str | None, typer.Option(help="Deal the same games at every start; the model is not told the seed.")
    ] = None,
    language: Language = None,
) -> None:
    """Give a language model a seat: a Model Context Protocol server on standard input and output."""
    from doppiogioco.research.mcp import serve as run_server
    from doppiogioco.research.remote_seat import RemoteSeat

    spoken_here = language or spoken()
    run_server(spoken_here, seed, RemoteSeat(table, token, name, spoken_here) if table else None)
