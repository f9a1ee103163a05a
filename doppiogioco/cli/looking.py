"""Commands that list: the games, what they remember, their set-ups."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table as Grid

from doppiogioco.engine.game import Game
from doppiogioco.engine.words import Voice

from .shared import Language, MaybeGame, chosen_games, console, examples, spoken

commands = typer.Typer()


@commands.command(epilog=examples("games", "games secrets", "games top-secret-spies --state", "games --language it"))
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


@commands.command(epilog=examples("setups", "setups top-secret-spies"))
def setups(game: MaybeGame = None, language: Language = None) -> None:
    """List every set-up the rules allow: a game, a number of seats, options."""
    say = Voice(language or spoken())
    every = [setup for found in chosen_games(game) for setup in found.setups()]
    table = Grid(say("Game"), say("Seats"), say("Options"))
    for name, seats, options in every:
        table.add_row(name, str(seats), ", ".join(option for option, chosen in options.items() if chosen))
    console().print(table)
    console().print(say.many("{n} set-up", "{n} set-ups", len(every)))
