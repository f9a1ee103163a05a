"""Somebody at a keyboard, for the tests of the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from io import StringIO
from itertools import cycle, islice
from typing import Any

from rich.console import Console
from typer.testing import CliRunner, Result

from doppiogioco.bots.chance import RandomBot
from doppiogioco.cli import app
from doppiogioco.terminal import CLEAR, Screen, TerminalMatch
from doppiogioco.typed_answers import due, labels

ENGLISH = {"DOPPIOGIOCO_LANGUAGE": "en"}
NUMBERS = "\n".join(
    islice(cycle(map(str, [*range(1, 11), 0])), 60_000)
)  # patient nonsense: some number of it answers every question


def run(*arguments: object, typed: str = "", **environment: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, env=ENGLISH | environment)


def complaint(*arguments: object, **environment: str) -> str:
    """The one sentence of a command that goes wrong."""
    result = run(*arguments, **environment)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("doppiogioco: ")
    return result.stderr.removeprefix("doppiogioco: ").strip()


def started(*arguments: object) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "doppiogioco", *map(str, arguments)]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    # A shell's background job ignores Ctrl+C, and so would its children: a terminal's do not.
    pipes |= {"env": os.environ | ENGLISH, "preexec_fn": partial(signal.signal, signal.SIGINT, signal.SIG_DFL)}
    return subprocess.Popen(command, text=True, encoding="utf-8", **pipes)


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """What a process prints up to a text."""
    assert process.stdout
    seen = ""
    while not seen.endswith(text):
        letter = process.stdout.read(1)
        assert letter, f"it ended after {seen!r}"
        seen += letter
    return seen


class Person(Screen):
    """A screen that keeps everything it was sent, and a keyboard on which chance types labels."""

    def __init__(self, table: TerminalMatch, seed: str = "person") -> None:
        self.console = Console(file=StringIO(), width=100, highlight=False, markup=False, emoji=False)
        self.table, self.chance = table, RandomBot(seed)
        self.asked: list[tuple[int, int | None]] = []  # how much had been printed, and whom a question was for
        self.own: set[str] = set()  # the lines of all tables that who sits here may have seen since the last wipe
        self.leaks: list[str] = []  # lines on the screen that only somebody else's table has

    @property
    def stream(self) -> str:
        """Everything printed so far."""
        assert isinstance(self.console.file, StringIO)
        return self.console.file.getvalue()

    def ask(self, prompt: str) -> str:
        """Press Enter at a hand-over, give any legal answer to a question."""
        self.console.print(prompt, end="")
        question = prompt == self.table.say("Your answer:") + " "
        self.asked.append((self.console.file.tell(), self.table.at_keyboard if question else None))
        return self.answer() if question else ""

    def clear(self) -> None:
        """Wipe the screen."""
        super().clear()
        self.own.clear()

    def look_around(self, seat: int) -> None:
        """Is there anything of somebody else's table on the screen?"""
        match, say = self.table.match, self.table.say
        self.own |= set(match.view(seat).text(say).splitlines())
        others = {line for p in range(match.seats) if p != seat for line in match.view(p).text(say).splitlines()}
        self.leaks += (others - self.own) & set(self.stream.rpartition(CLEAR)[2].splitlines())

    def answer(self) -> str:
        """The label of a legal answer; once in a while a command."""
        match, seat, number = self.table.match, self.table.at_keyboard, len(self.asked)
        assert seat is not None
        self.look_around(seat)
        if number % 19 == 0:
            return "ltr?"[number // 19 % 4]
        labelled = labels(match, seat, self.table.language)
        choice = self.chance.choose(match.view(seat), match.heard(seat), list(labelled.values()))
        label = next(str(label) for label, answer in labelled.items() if answer == choice)
        parts = due(match, seat) if number % 5 else 1
        return ", ".join([label] * parts)
