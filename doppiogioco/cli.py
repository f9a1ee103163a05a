"""The command line."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import typer
from rich.console import Console
from rich.progress import track as tracked
from rich.table import Table as Grid
from typer.core import TyperGroup

from doppiogioco import __version__, files, playthroughs
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, find, label
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.words import Voice
from doppiogioco.revealed import fair_deal, whole_log
from doppiogioco.terminal import Screen, Table

WRONG = 2  # the exit code of every error
Work = TypeVar("Work")
PLEASANT = 4  # seats, where the rules allow it and nobody asked for another number


class Sentences(TyperGroup):
    """All commands; an error is one sentence on standard error."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and exit."""
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except typer.TyperException as error:
            code = complain(error.format_message())
        except (DoppiogiocoError, OSError) as error:
            code = complain(files.sentence(error, error_voice()))
        sys.exit(code if isinstance(code, int) else 0)


def error_voice() -> Voice:
    """Who speaks when something is wrong, be it the language itself."""
    try:
        return Voice(spoken())
    except DoppiogiocoError:
        return Voice()


def complain(sentence: str) -> int:
    """Say what is wrong; the exit code for it."""
    print("doppiogioco:", " ".join(sentence.split()), file=sys.stderr)
    return WRONG


app = typer.Typer(
    cls=Sentences,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Games of hidden identity: play them in the browser or the terminal, replay, check, study and measure them.",
    epilog="Begin with `doppiogioco serve`, or in the terminal with `doppiogioco games` and `doppiogioco play`. "
    "Every command has its own --help with examples.",
)
bench = typer.Typer(help="Measure speed.", rich_markup_mode="markdown")
app.add_typer(bench, name="bench")


def main() -> None:
    """Run the command line."""
    app()


# What commands share ------------------------------------------------------------------------------------------------


asked_for: dict[str, str | None] = {"language": None}  # --language, so that errors speak it too


def remember(language: str | None) -> str | None:
    """Note the language a command was asked to speak."""
    asked_for["language"] = language
    return language


def spoken() -> str:
    """The language of the command, of DOPPIOGIOCO_LANGUAGE, or of the locale if there is a catalogue for it."""
    chosen = asked_for["language"] or os.environ.get("DOPPIOGIOCO_LANGUAGE")
    if chosen:
        return Voice(chosen).language
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "it" if locale.casefold().startswith("it") else "en"


def examples(*lines: str) -> str:
    """The examples under a command's help."""
    return "\n".join(["Examples:\n", *(f"- `doppiogioco {line}`" for line in lines)])


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `doppiogioco games` lists them.")]
MaybeGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's id, as `doppiogioco games` lists them.")
]
Language = Annotated[
    Literal["en", "it"] | None,
    typer.Option(
        help="The language of the words; by default that of DOPPIOGIOCO_LANGUAGE or of the locale.",
        callback=remember,
        is_eager=True,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME", help="An option of the game, no-NAME to switch it off; repeat it for several."
    ),
]
Record = Annotated[Path, typer.Argument(metavar="FILE", help="A match record, as `play --save` writes it.")]


def console() -> Console:
    """Where tables go."""
    return Console(highlight=False, markup=False, emoji=False)


def chosen_games(game: str | None) -> list[Game]:
    """One game, or all of them."""
    return [find(name) for name in ([game] if game else packages())]


def chosen_options(names: Sequence[str] | None) -> dict[str, bool]:
    """Options as `new` takes them; `no-NAME` switches one off that is on by default."""
    return {name.removeprefix("no-"): not name.startswith("no-") for name in names or ()}


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Without a command, help."""
    if version:
        print(__version__)
    elif context.invoked_subcommand is None:
        print(context.get_help())


# Looking ------------------------------------------------------------------------------------------------------------


@app.command(epilog=examples("games", "games secrets", "games top-secret-spies --state", "games --language it"))
def games(
    game: MaybeGame = None,
    state: Annotated[bool, typer.Option("--state", help="Show what the game remembers and who may see it.")] = False,
    language: Language = None,
) -> None:
    """List the games: seats, minutes, what they are about, their options."""
    say = Voice(language or spoken())
    if state:
        for found in chosen_games(game):
            console().print(state_table(found, say))
        return
    table = Grid(show_lines=True)
    for heading in (say("Game"), say("Seats"), say("Minutes"), say("About")):
        table.add_column(heading, no_wrap=heading == say("Game"))
    for found in chosen_games(game):
        seats, words = found.rules.SEATS, found.words
        about = [say(words.ABOUT), *(option_line(name, found, say) for name in found.rules.OPTIONS)]
        table.add_row(
            f"{found.id}\n{say(words.TITLE)}", f"{seats[0]}–{seats[-1]}", str(words.MINUTES), "\n".join(about)
        )
    console().print(table)


def option_line(name: str, game: Game, say: Voice) -> str:
    """An option, and how to switch it on or off."""
    about = say(game.words.OPTIONS[name])
    if game.rules.OPTIONS[name]:
        return say("--option no-{name} switches this off: {about}", name=name, about=about)
    return f"--option {name}: {about}"


def state_table(game: Game, say: Voice) -> Grid:
    """The declared state of a game."""
    table = Grid(say("Field"), say("Shape"), say("Values"), say("Who sees it"), title=say(game.words.TITLE))
    for row in game.state.table():
        table.add_row(*row)
    return table


@app.command(epilog=examples("setups", "setups top-secret-spies"))
def setups(game: MaybeGame = None, language: Language = None) -> None:
    """List every set-up the rules allow: a game, a number of seats, options."""
    say = Voice(language or spoken())
    every = [setup for found in chosen_games(game) for setup in found.setups()]
    table = Grid(say("Game"), say("Seats"), say("Options"))
    for name, seats, options in every:
        table.add_row(name, str(seats), ", ".join(option for option, chosen in options.items() if chosen))
    console().print(table)
    console().print(say.many("{n} set-up", "{n} set-ups", len(every)))


# Serving ------------------------------------------------------------------------------------------------------------


@app.command(epilog=examples("serve", "serve --host 0.0.0.0 --port 80 --database /var/lib/doppiogioco.db"))
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
    """Serve the tables in the browser: five games with friends and bots, on one file."""
    from doppiogioco.web.serve import serve as run_server

    run_server(host, port, database, open_browser=open_browser, bot_pause=bot_pause)


@app.command(epilog=examples("mcp", "mcp --language it", "mcp --table http://localhost:8000/t/abcd2345 --name Robot"))
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


# Playing ------------------------------------------------------------------------------------------------------------


@app.command(
    epilog=examples(
        "play",
        "play secrets --seats 5 --name Anna --language it",
        "play top-secret-spies --option top-secret --human 1,3 --save match.json",
        "play --resume match.json",
        "play secrets --human none --seed 7",
    )
)
def play(
    *,
    game: MaybeGame = None,
    seats: Annotated[int | None, typer.Option(help="How many play; 4 where the game allows it.")] = None,
    human: Annotated[
        str | None,
        typer.Option(
            metavar="SEATS", help="Who is a person: 1, or 1,3, or all, or none; the others are bots. By default 1."
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[str | None, typer.Option(help="Deal from this seed, to play the same deal again.")] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A player's name, from seat 1 on; repeat it for several.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the match here after every move. It will hold every secret."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved match, and save it there.")
    ] = None,
    language: Language = None,
) -> None:
    """Play in the terminal: people who share the keyboard, and bots that play at random.

    With several people the screen is wiped before the keyboard is passed on. Answers are typed as numbers or words,
    several at once with spaces or commas between them; ? explains more.
    """
    say = Voice(language or spoken())
    if resume:
        if game or seats or option or seed or name:
            raise DoppiogiocoError(
                say("A saved match goes on as it began: --resume takes only --human, --save and --language.")
            )
        match, people = resumed(resume, say)
    else:
        game = game or asked_game(say)
        seats = seats_of(game, seats)
        match = new(game, seats, chosen_options(option), seed, told_apart(name or (), seats, say))
        people = (0,)
    path = files.fresh(save, say) if save else resume
    if human is not None:
        people = seated(human, match.seats, say)
    table = Table(match, people, say.language, path)
    if resume:
        table.catch_up()
    raise typer.Exit(table.run())


def seats_of(game: str, seats: int | None) -> int:
    """How many play, also if nobody has said so."""
    allowed = find(game).rules.SEATS
    if seats is None:
        return PLEASANT if PLEASANT in allowed else int(allowed[0])
    find(game).check_seats(seats)
    return seats


def told_apart(names: Sequence[str], seats: int, say: Voice) -> Sequence[str]:
    """The same names, if everybody at the table can be told from everybody else."""
    if len(names) > seats:
        raise DoppiogiocoError(say("There are {n} names for {seats} seats.", n=len(names), seats=seats))
    for name in names:
        if not name.strip() or not name.isprintable() or "," in name:
            raise DoppiogiocoError(say("{name} cannot be a player's name.", name=repr(name)))
    everybody = {Voice(say.language, names).seat(seat).casefold() for seat in range(seats)}
    if len(everybody) < seats:
        raise DoppiogiocoError(say("Two players have the same name."))
    return names


def resumed(path: Path, say: Voice) -> tuple[Match, tuple[int, ...]]:
    """A saved match and the seats of its people."""
    match, people = files.opened(path, say), files.load(path, say).get("people", [0])
    if "seed" not in match.record(with_seed=True):
        raise DoppiogiocoError(say("{file} holds no seed, so nobody can deal on.", file=path))
    if not isinstance(people, list) or not all(seat in range(match.seats) for seat in people):
        raise DoppiogiocoError(say("{file} is not a match record.", file=path))
    return match, tuple(sorted(set(people)))


def asked_game(say: Voice) -> str:
    """Ask which game; Enter takes the first."""
    screen, ids = Screen(), list(packages())
    for number, game in enumerate(ids, start=1):
        screen.print(f"{number}  {say(find(game).words.TITLE)} ({game})")
    while True:
        try:
            line = screen.ask(say("Which game? Enter takes the first:") + " ")
        except (EOFError, KeyboardInterrupt):
            screen.print()
            raise typer.Exit from None
        if line.isdecimal() and 1 <= int(line) <= len(ids):
            return ids[int(line) - 1]
        if not line or line in ids:
            return line or ids[0]
        screen.print(say("no game {game}; there are {games}", game=repr(line), games=", ".join(ids)), style="yellow")


def seated(human: str, seats: int, say: Voice) -> tuple[int, ...]:
    """The seats of the people: “1,3”, “all” or “none”."""
    match human.strip().casefold():
        case "all":
            return tuple(range(seats))
        case "none":
            return ()
    numbers = human.replace(",", " ").split()
    if not numbers or not all(number.isdecimal() and 1 <= int(number) <= seats for number in numbers):
        raise DoppiogiocoError(
            say("--human takes seats from 1 to {seats}, all or none, not {human}.", seats=seats, human=repr(human))
        )
    return tuple(sorted({int(number) - 1 for number in numbers}))


# Records ------------------------------------------------------------------------------------------------------------


@app.command(
    epilog=examples("replay match.json", "replay match.json --seat 2", "replay match.json --everything --upto 30")
)
def replay(
    file: Record,
    seat: Annotated[int | None, typer.Option(help="As this seat heard and saw it, counted from 1.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="With every secret.")] = False,
    upto: Annotated[int | None, typer.Option(help="Stop after this many answers, the table's included.")] = None,
    language: Language = None,
) -> None:
    """Tell a recorded match line by line, then show the table: as spectators saw it, or as a seat did."""
    say = Voice(language or spoken())
    if seat is not None and everything:
        raise DoppiogiocoError(say("Choose either --seat or --everything."))
    match = files.opened(file, say, upto)
    if seat is not None and not 1 <= seat <= match.seats:
        raise DoppiogiocoError(say("There is no seat {seat}: this match has {seats}.", seat=seat, seats=match.seats))
    screen, voice, listener = Screen(), match.voice(say.language), None if seat is None else seat - 1
    lines = whole_log(match, say.language) if everything else match.log(listener, say.language)
    screen.rows((f"{line.number + 1:>4}", line) for line in lines)
    screen.heading(say("The match is over") if match.over else say("The table after {n} answers", n=len(match.history)))
    screen.picture((match.everything() if everything else match.view(listener)).text(voice))
    if match.over:
        screen.print(match.verdict(say.language), style="bold")


@app.command(epilog=examples("verify match.json"))
def verify(file: Record, language: Language = None) -> None:
    """Check a finished match: every move was legal, every card and die came from the seed that was promised."""
    say = Voice(language or spoken())
    console().print(fair_deal(files.checked(file, say), say))
    if not files.opened(file, say).over:
        console().print(say("The match is not over yet."))


# Data ---------------------------------------------------------------------------------------------------------------


@app.command(
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
    seats: Annotated[int | None, typer.Option(help="How many play; 4 where the game allows it.")] = None,
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


# Counting and measuring ---------------------------------------------------------------------------------------------


@app.command(
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


@app.command(epilog=examples("golden", "golden secrets", "golden --check"))
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


@app.command(epilog=examples("laws secrets --games 50 --secrecy 5", "laws --games 0 --secrecy 0 --ends 16400"))
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


@bench.command(epilog=examples("bench rules", "bench rules --seconds 0.5", "bench rules --cold"))
def rules(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure, about.")] = 2.0,
    cold: Annotated[bool, typer.Option("--cold", help="Also compile each game anew.")] = False,
) -> None:
    """Measure random play, beside peers that are measured in the same run."""
    from bench.rules import main as measure

    measure(seconds, cold)


@bench.command(epilog=examples("bench server", "bench server --seconds 15 --tables 50"))
def server(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each server plays, about.")] = 6.0,
    tables: Annotated[int, typer.Option(min=1, help="How many tables play at once.")] = 200,
) -> None:
    """Measure the server: start, memory, how soon a move is on every screen, and moves per second beside a peer."""
    from bench.server import main as measure

    measure(seconds, tables)


@bench.command(epilog=examples("bench research", "bench research --seconds 10"))
def research(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each side plays, about.")] = 3.0,
) -> None:
    """Measure batches and the PettingZoo adapter, beside peers that are measured in the same run."""
    from bench.research import main as measure

    measure(seconds)


def track(work: Iterable[Work], description: str, total: int | None = None) -> Iterable[Work]:
    """Work with a progress bar, on standard error so that output can be piped."""
    errors = Console(stderr=True)
    return tracked(work, description, total, console=errors, transient=True, disable=not errors.is_terminal)
