"""Commands that serve: tables in the browser, a seat for a language model."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from doppiogioco.limits import LIMITS, Limits

from .shared import Language, examples, spoken

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "serve",
        "serve --host 0.0.0.0 --port 80 --database /var/lib/doppiogioco.db",
        "serve --processes 4 --database postgresql://doppiogioco@localhost/doppiogioco",
    )
)
def serve(
    *,
    host: Annotated[
        str, typer.Option(envvar="DOPPIOGIOCO_HOST", help="The address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="DOPPIOGIOCO_PORT", help="The port; 0 takes any that is free.")] = 8000,
    database: Annotated[
        str,
        typer.Option(
            envvar="DOPPIOGIOCO_DATABASE",
            metavar="FILE-OR-URL",
            help="Where tables are kept: a file, or postgresql://…, which several servers can share.",
        ),
    ] = "doppiogioco.db",
    processes: Annotated[
        int,
        typer.Option(min=1, envvar="DOPPIOGIOCO_PROCESSES", help="How many processes answer; they share PostgreSQL."),
    ] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    bot_pause: Annotated[
        float, typer.Option(min=0, envvar="DOPPIOGIOCO_BOT_PAUSE", help="Seconds before a bot answers.")
    ] = 0.9,
    tables_in_memory: Annotated[
        int,
        typer.Option(
            min=1,
            envvar="DOPPIOGIOCO_TABLES_IN_MEMORY",
            help="Beyond so many tables those that nobody has used for longest are read from the database again.",
        ),
    ] = 2_000,
    keep_days: Annotated[
        float | None,
        typer.Option(
            min=0,
            envvar="DOPPIOGIOCO_KEEP_DAYS",
            show_default="for ever",
            help="Clear finished and closed tables away after so many days.",
        ),
    ] = None,
    limits: Annotated[
        bool, typer.Option(envvar="DOPPIOGIOCO_LIMITS", help="Whether anything is limited at all.")
    ] = True,
    limit_requests: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_REQUESTS", help="Requests of an address in a minute.")
    ] = LIMITS.requests,
    limit_tables: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_TABLES", help="Tables opened by an address in an hour.")
    ] = LIMITS.tables,
    limit_joins: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_JOINS", help="Seats taken by an address in an hour.")
    ] = LIMITS.joins,
    limit_moves: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_MOVES", help="Answers and wishes of a seat in a minute.")
    ] = LIMITS.moves,
    limit_chat: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_CHAT", help="Lines that a seat says in a minute.")
    ] = LIMITS.lines,
    limit_live: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_LIVE", help="Live pages that an address has open at once.")
    ] = LIMITS.live,
    limit_body: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_BODY", help="Bytes of a request; of its headers half of it.")
    ] = LIMITS.body,
    limit_wait: Annotated[
        int, typer.Option(min=0, envvar="DOPPIOGIOCO_LIMIT_WAIT", help="Seconds until a request is there as a whole.")
    ] = LIMITS.wait,
    limit_half_open: Annotated[
        int,
        typer.Option(
            min=0,
            envvar="DOPPIOGIOCO_LIMIT_HALF_OPEN",
            help="Connections whose request is still to come; beyond them the one waited for longest is closed.",
        ),
    ] = LIMITS.half_open,
    log: Annotated[
        Literal["text", "json"], typer.Option(envvar="DOPPIOGIOCO_LOG", help="How lines of the log are written.")
    ] = "text",
    log_requests: Annotated[
        bool, typer.Option(envvar="DOPPIOGIOCO_LOG_REQUESTS", help="Write a line for every request.")
    ] = False,
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="DOPPIOGIOCO_METRICS_TOKEN",
            show_default=False,
            help="Who shows it may read /metrics from anywhere; without one only this machine may.",
        ),
    ] = "",
    word_to: Annotated[
        str,
        typer.Option(
            envvar="DOPPIOGIOCO_WORD_TO",
            show_default="none",
            help="Hosts, with commas, to which players may have word of their turn sent (ntfy, Discord).",
        ),
    ] = "",
    root_path: Annotated[
        str,
        typer.Option(
            envvar="DOPPIOGIOCO_ROOT_PATH",
            metavar="PATH",
            show_default="none",
            help="What stands before all addresses, such as /games/, where a proxy passes only that part on.",
        ),
    ] = "",
    trusted_proxies: Annotated[
        str,
        typer.Option(
            envvar="DOPPIOGIOCO_TRUSTED_PROXIES",
            show_default="none",
            help="Addresses or networks, with commas, whose X-Forwarded-For and -Proto are believed.",
        ),
    ] = "",
) -> None:
    """Serve the tables in the browser: every game with friends and bots, on one file or one PostgreSQL database.

    A table that nobody joins is closed after a day, a game without a clock after thirty days without an answer. Limits
    are per process; 0 is no limit.
    """
    from doppiogioco.tables.keeping import Keep
    from doppiogioco.tables.table import DAY
    from doppiogioco.web.serve import serve as run_server
    from doppiogioco.web.settings import Settings

    allowed = Limits(
        limit_requests, limit_tables, limit_joins, limit_moves, limit_chat, limit_live, limit_body, limit_body // 2,
        limit_wait, limit_half_open,
    )  # fmt: skip
    keep = Keep(tables_in_memory, None if keep_days is None else keep_days * DAY)
    run_server(
        Settings(
            host=host, port=port, database=database, processes=processes, open_browser=open_browser,
            bot_pause=bot_pause, keep=keep, limits=allowed if limits else Limits.none(), log=log,
            log_requests=log_requests, metrics_token=metrics_token, word_to=tuple(filter(None, word_to.split(","))),
            root_path=root_path, trusted_proxies=trusted_proxies,
        )
    )  # fmt: skip


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
