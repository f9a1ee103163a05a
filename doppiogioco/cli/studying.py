"""Commands that study: matches as data, ways a match can begin, play-throughs, the laws, also on the wire."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from doppiogioco import playthroughs
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find, label
from doppiogioco.engine.words import N_, Voice

from .shared import (
    GameName,
    Language,
    MaybeGame,
    Options,
    Seats,
    chosen_games,
    chosen_options,
    console,
    examples,
    seats_of,
    spoken,
    track,
)

commands = typer.Typer()
SHOWN_DIFFERENCES = 20  # of all that were found


@commands.command(
    epilog=examples(
        "export --database doppiogioco.db --to matches.jsonl",
        "export match.json matches.jsonl --to data",
        "export --play top-secret-spies --seats 3 --games 1000 --seed 7 --observations --to random.parquet",
    )
)
def export(
    *,
    file: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Match records: one a file, or one a line if the name ends in .jsonl."),
    ] = None,
    to: Annotated[
        Path,
        typer.Option(
            help="A file that ends in .jsonl (matches to replay) or .parquet (answers with their match), or a folder "
            "(matches.parquet and answers.parquet)."
        ),
    ],
    database: Annotated[
        str | None, typer.Option(metavar="FILE-OR-URL", help="Take the finished matches of this server.")
    ] = None,
    play: Annotated[str | None, typer.Option(metavar="GAME", help="Let bots play this game at random.")] = None,
    seats: Seats = None,
    option: Options = None,
    games: Annotated[int | None, typer.Option(min=1, help="How many matches the bots play; by default 100.")] = None,
    seed: Annotated[str | None, typer.Option(help="Play from this seed, to get the same matches again.")] = None,
    names: Annotated[bool, typer.Option("--names", help="With the players' names.")] = False,
    observations: Annotated[
        bool, typer.Option("--observations", help="In Parquet, also what each seat observed when it answered.")
    ] = False,
    odds: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD",
            help="In Parquet, also the odds of this hidden field to every seat; `games GAME --state` lists fields.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    language: Language = None,
) -> None:
    """Write finished matches as data: JSON Lines to replay them, Parquet to load them as tables.

    A match that is still being played is never exported.
    """
    say = Voice(language or spoken())
    from doppiogioco.research import export as data

    if sum(map(bool, (file, database, play))) != 1:
        raise DoppiogiocoError(say("Matches come from files, from --database or from --play: choose one."))
    if play:
        games = games or 100
        matches = data.played(play, seats_of(play, seats), chosen_options(option), games=games, seed=seed)
    elif seats or option or games or seed:
        raise DoppiogiocoError(say("--seats, --option, --games and --seed are for --play."))
    else:
        matches = data.stored(database) if database else data.filed(file or (), say)
    count = data.export(
        track(matches, "exporting", games),
        to,
        names=names,
        observations=observations,
        odds_of=odds,
        force=force,
    )
    print(say.many("{n} match in {place}", "{n} matches in {place}", count, place=to))


@commands.command(
    epilog=examples(
        "perft secrets --seats 4 --depth 8", "perft top-secret-spies --seats 2 --depth 6 --option top-secret"
    )
)
def perft(
    game: GameName,
    seats: Annotated[int, typer.Option(help="How many play.")],
    depth: Annotated[int, typer.Option(min=1, help="How many answers deep, the table's included.")],
    option: Options = None,
) -> None:
    """Count the different ways a match can begin: how many lists of 1, 2, ... answers the rules allow."""
    found = find(game)
    found.check_seats(seats)
    options = found.option_bits(chosen_options(option))
    from doppiogioco.engine import loops

    table = Grid("depth", "answers")
    for deep in track(range(1, depth + 1), "counting"):
        table.add_row(str(deep), str(loops.perft(game, seats, options, deep)))
    console().print(table)


@commands.command(epilog=examples("golden", "golden secrets", "golden --check"))
def golden(
    game: MaybeGame = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; name the first difference.")] = False,
    folder: Annotated[Path, typer.Option(help="Where the files are.")] = Path("tests/golden"),
) -> None:
    """Write one play-through per set-up: what every seat heard and saw, so that no rule changes unnoticed."""
    every = [setup for found in chosen_games(game) for setup in found.setups()]
    for setup in track(every, "checking" if check else "writing"):
        if check:
            playthroughs.check(setup, folder)
        else:
            playthroughs.write(setup, folder)
    print(f"{len(every)} files {'agree' if check else 'written'} in {folder}")


@commands.command(epilog=examples("laws secrets --games 50 --secrecy 5", "laws --games 0 --secrecy 0 --ends 16400"))
def laws(
    game: MaybeGame = None,
    games: Annotated[int, typer.Option(min=0, help="Random games of each set-up for the laws of play.")] = 100,
    secrecy: Annotated[int, typer.Option(min=0, help="Random games of each set-up for the laws of knowledge.")] = 10,
    ends: Annotated[int, typer.Option(min=0, help="Random games of each set-up to play, check and replay, fast.")] = 0,
    processes: Annotated[int | None, typer.Option(min=1, help="How many at once; by default one per core.")] = None,
) -> None:
    """Prove the laws on random games of every set-up: nobody is stuck, nothing leaks, both carriers agree."""
    from doppiogioco.law_runs import plan, prove

    every = [setup for found in chosen_games(game) for setup in found.setups()]
    done: Counter[str] = Counter()
    by_setup: dict[str, Counter[str]] = {label(setup): Counter() for setup in every}
    work = plan(every, games, secrecy, ends)
    for setup, counts in track(prove(work, processes), "proving", len(work)):
        by_setup[label(setup)] += counts
        done += counts
    table = Grid("set-up", *done)
    for name, counts in by_setup.items():
        table.add_row(name, *(f"{counts[what]:,}" for what in done))
    table.add_section()
    table.add_row(f"all {len(every)}", *(f"{count:,}" for count in done.values()))
    console().print(table)
    console().print("No law was broken.")


@commands.command(
    epilog=examples(
        "doors --responses 100000",
        "doors secrets --seats 5 --seed 3 --responses 1",
        "doors top-secret-spies --option dossier --processes 2",
    )
)
def doors(
    *,
    game: MaybeGame = None,
    seats: Annotated[int | None, typer.Option(help="Only set-ups with so many seats.")] = None,
    option: Options = None,
    responses: Annotated[int, typer.Option(min=1, help="Compare so many about tables, over all set-ups.")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="The number of the first match of each set-up.")] = 0,
    processes: Annotated[int | None, typer.Option(min=1, help="How many at once; by default one per core.")] = None,
) -> None:
    """Prove that nothing leaks on the wire: two worlds that somebody cannot tell apart, the same answer at every door.

    In every set-up, as every seat, as a spectator and as a stranger, all routes of the server are asked, by every
    method, and live connections are listened to. The exit code is not 0 if a single byte differs.
    """
    from doppiogioco.doors.law import Found, prove

    chosen = chosen_options(option)
    every = [
        setup
        for found in chosen_games(game)
        for setup in found.setups()
        if seats in (None, setup[1]) and chosen.items() <= setup[2].items()
    ]
    if not every:
        raise DoppiogiocoError(N_("there is no set-up like this"))
    total, start, by_setup = Found(), time.monotonic(), {label(setup): Found() for setup in every}
    for setup, found in track(prove(every, responses, seed, processes or os.cpu_count() or 1), "asking", len(every)):
        by_setup[label(setup)] = found
        total.take_in(found)
    by_door = Grid("door", "responses compared")
    for door, count in sorted(total.by_door.items(), key=lambda one: (one[0].partition(" ")[2], one[0])):
        by_door.add_row(door, f"{count:,}")
    table = Grid("set-up", "moments", "responses compared", "about the table", "refusals", "different")
    for name, found in by_setup.items():
        table.add_row(name, *found.figures)
    table.add_section()
    table.add_row(f"all {len(every)}", *total.figures)
    console().print(by_door)
    console().print(table)
    for difference in total.differences[:SHOWN_DIFFERENCES]:
        console().print(str(difference), soft_wrap=True)
    compared = total.by_door.total()
    rate = 2 * compared / (time.monotonic() - start)
    console().print(f"{compared:,} responses compared with those of another world, {rate:,.0f} responses per second.")
    if total.differences:
        raise typer.Exit(1)
    console().print("Nobody can tell the worlds apart.")
