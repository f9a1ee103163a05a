"""What commands share: languages, arguments, and where the output goes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer
from rich.console import Console
from rich.progress import track as tracked

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.words import Voice

Work = TypeVar("Work")


# Languages ----------------------------------------------------------------------------------------------------------


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


def error_voice() -> Voice:
    """Who speaks when something is wrong, be it the language itself."""
    try:
        return Voice(spoken())
    except DoppiogiocoError:
        return Voice()


# Arguments ----------------------------------------------------------------------------------------------------------


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
Seats = Annotated[int | None, typer.Option(help="How many play; if not said, a good number for this game.")]
Record = Annotated[Path, typer.Argument(metavar="FILE", help="A match record, as `play --save` writes it.")]


def chosen_games(game: str | None) -> list[Game]:
    """One game, or all of them."""
    return [find(name) for name in ([game] if game else packages())]


def chosen_options(names: Sequence[str] | None) -> dict[str, bool]:
    """Options as `new` takes them; `no-NAME` switches one off that is on by default."""
    return {name.removeprefix("no-"): not name.startswith("no-") for name in names or ()}


def seats_of(game: str, seats: int | None) -> int:
    """How many play, also if nobody has said so."""
    found = find(game)
    if seats is None:
        return found.usual_seats
    found.check_seats(seats)
    return seats


# Output -------------------------------------------------------------------------------------------------------------


def console() -> Console:
    """Where tables go."""
    return Console(highlight=False, markup=False, emoji=False)


def track(work: Iterable[Work], description: str, total: int | None = None) -> Iterable[Work]:
    """Work with a progress bar, on standard error so that output can be piped."""
    errors = Console(stderr=True)
    return tracked(work, description, total, console=errors, transient=True, disable=not errors.is_terminal)
