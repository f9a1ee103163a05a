"""Commands for matches in the terminal: play one, tell it again, check its deal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from doppiogioco import files
from doppiogioco.bots.levels import USUAL, check_level
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.words import Voice
from doppiogioco.revealed import fair_deal, whole_log
from doppiogioco.terminal import Screen, TerminalMatch

from .shared import Language, MaybeGame, Options, Record, Seats, chosen_options, console, examples, seats_of, spoken

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "play",
        "play secrets --seats 5 --name Anna --language it",
        "play top-secret-spies --option top-secret --human 1,3 --save match.json",
        "play --resume match.json",
        "play agent-avenue --seats 2 --level hard",
        "play secrets --human none --seed 7",
    )
)
def play(
    *,
    game: MaybeGame = None,
    seats: Seats = None,
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
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="How well the bots play: easy, medium, hard or master.")
    ] = USUAL,
    language: Language = None,
) -> None:
    """Play in the terminal: people who share the keyboard, and bots.

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
    table = TerminalMatch(match, people, say.language, path, check_level(level))
    if resume:
        table.catch_up()
    raise typer.Exit(table.run())


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


@commands.command(
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


@commands.command(epilog=examples("verify match.json"))
def verify(file: Record, language: Language = None) -> None:
    """Check a finished match: every move was legal, every card and die came from the seed that was promised."""
    say = Voice(language or spoken())
    console().print(fair_deal(files.checked(file, say), say))
    if not files.opened(file, say).over:
        console().print(say("The match is not over yet."))
