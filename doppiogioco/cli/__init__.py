"""The command line."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from doppiogioco import __version__, files
from doppiogioco.engine.errors import DoppiogiocoError

from . import fighting, keeping, looking, measuring, playing, serving, studying
from .shared import asked_for, error_voice

WRONG = 2  # the exit code of every error


class Sentences(TyperGroup):
    """All commands; an error is one sentence on standard error."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and exit."""
        asked_for["language"] = None  # whatever the command before it spoke, in the same process
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except typer.TyperException as error:
            code = complain(error.format_message())
        except (DoppiogiocoError, OSError) as error:
            code = complain(files.sentence(error, error_voice()))
        sys.exit(code if isinstance(code, int) else 0)


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
for section in (looking, serving, keeping, playing, fighting, studying):
    app.add_typer(section.commands)
app.add_typer(measuring.breaking)
app.add_typer(measuring.commands, name="bench")


def main() -> None:
    """Run the command line."""
    app()


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Without a command, help."""
    if version:
        print(__version__)
    elif context.invoked_subcommand is None:
        print(context.get_help())
