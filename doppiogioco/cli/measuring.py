"""Commands that measure and break. What they run stands beside the package, in the repository."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Literal

import typer

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.words import N_, PACKAGE

from .shared import examples

REPOSITORY = PACKAGE.parent

commands = typer.Typer(help="Measure speed.", rich_markup_mode="markdown")
breaking = typer.Typer()


@commands.command(epilog=examples("bench rules", "bench rules --seconds 0.5", "bench rules --cold"))
def rules(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure, about.")] = 2.0,
    cold: Annotated[bool, typer.Option("--cold", help="Also compile each game anew.")] = False,
) -> None:
    """Measure random play, beside peers that are measured in the same run."""
    measurement("rules").main(seconds, cold)


@commands.command(epilog=examples("bench server", "bench server --seconds 15 --game top-secret-spies"))
def server(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each server plays, about.")] = 6.0,
    tables: Annotated[int, typer.Option(min=1, help="How many tables play at once.")] = 200,
    game: Annotated[str, typer.Option(help="What they play; the peer plays something like Secrets.")] = "secrets",
) -> None:
    """Measure the server: start, memory, how soon a move is on every screen, and moves per second beside a peer."""
    measurement("server").main(seconds, tables, find(game).id)


@commands.command(epilog=examples("bench tables", "bench tables --count 1000 --database postgresql://…"))
def tables(
    count: Annotated[int, typer.Option(min=1, help="How many games are left in play.")] = 100_000,
    database: Annotated[
        str, typer.Option(metavar="URL", show_default="a file", help="An empty database that may be filled.")
    ] = "",
) -> None:
    """Measure a server that has many tables left in play: its start, its home page, its memory."""
    measurement("tables").main(count, database)


@commands.command(epilog=examples("bench crowd", "bench crowd --tables 100 --watched 100"))
def crowd(
    tables: Annotated[int, typer.Option(min=2, help="How many tables have a live connection for every seat.")] = 1_000,
    rate: Annotated[float, typer.Option(min=1, help="Moves per second at all of them.")] = 100.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long they play.")] = 20.0,
    watched: Annotated[int, typer.Option(min=1, help="How many games are watched to their end.")] = 1_000,
) -> None:
    """Measure thousands of live connections to one server, and its memory after many watched games."""
    measurement("crowd").main(tables, rate, seconds, watched)


@commands.command(epilog=examples("bench waiting", "bench waiting --game secrets --minutes 2"))
def waiting(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long pages are looked at while bots think.")] = 30.0,
    minutes: Annotated[
        float, typer.Option(min=0, help="How long a first game goes on at most, where nothing is compiled; 0: none.")
    ] = 5.0,
    game: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this game; repeat it for several.")
    ] = None,
) -> None:
    """Measure how long people wait for bots: in a new process, on a new machine, and for pages while bots think."""
    measurement("waiting").main(seconds, minutes, [find(name).id for name in game or ()])


@commands.command(epilog=examples("bench processes", "bench processes --seconds 15 --tables 50"))
def processes(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each side plays, about.")] = 6.0,
    tables: Annotated[int, typer.Option(min=2, help="How many tables play at once.")] = 200,
) -> None:
    """Measure two server processes on one PostgreSQL beside one."""
    measurement("processes").main(seconds, tables)


@commands.command(epilog=examples("bench growth", "bench growth --seconds 30"))
def growth(
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each part plays.")] = 10.0,
    tables: Annotated[int, typer.Option(min=2, help="How many tables play at each of two processes.")] = 60,
) -> None:
    """Measure what each part costs, and reckon what 100,000 and 10,000,000 players would need."""
    measurement("growth").main(seconds, tables)


@commands.command(epilog=examples("bench research", "bench research --seconds 10"))
def research(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each side plays, about.")] = 3.0,
) -> None:
    """Measure batches and the PettingZoo adapter, beside peers that are measured in the same run."""
    measurement("research").main(seconds)


@commands.command(epilog=examples("bench search", "bench search --seconds 10"))
def search(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each side searches, about.")] = 2.0,
) -> None:
    """Measure how fast bots search, beside OpenSpiel's search in the same run."""
    measurement("search").main(seconds)


@breaking.command(
    epilog=examples(
        "faults",
        "faults --only kill-server --rounds 50 --database both",
        "faults --rounds 10 --write docs/reliability.md --json faults.json",
    )
)
def faults(
    *,
    rounds: Annotated[int, typer.Option(min=1, help="How often each fault is tried on each database.")] = 3,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this fault; repeat it for several.")
    ] = None,
    database: Annotated[
        Literal["sqlite", "postgres", "both"], typer.Option(help="PostgreSQL is started in a folder of its own.")
    ] = "both",
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the results into the table of this page.")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures here.")] = None,
) -> None:
    """Kill, starve and crowd a server under load, and see that nothing acknowledged is lost and everybody goes on.

    The exit code is not 0 if anything was lost or wrong. How it is tried is told in docs/reliability.md.
    """
    beside("faults", "report").main(rounds, only or [], database, write, json_file)


def measurement(name: str) -> ModuleType:
    """A module of `bench`."""
    return beside("bench", name)


def beside(folder: str, name: str) -> ModuleType:
    """A module that is found beside the package wherever one stands; an installed package has none."""
    if not (REPOSITORY / folder / f"{name}.py").is_file():
        raise DoppiogiocoError(N_("The measurements are not installed: run this in a checkout of the repository."))
    sys.path.insert(0, str(REPOSITORY))
    return import_module(f"{folder}.{name}")
