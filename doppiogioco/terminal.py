"""The terminal game: people who share one keyboard, and bots."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from doppiogioco import files, rulebook
from doppiogioco.bots.levels import USUAL
from doppiogioco.bots.seating import Bots, may_answer
from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.match import Line, Match, Move
from doppiogioco.engine.notes import remembered
from doppiogioco.engine.words import N_
from doppiogioco.typed_answers import begins_with, due, labels, understand

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, then what has scrolled away: some terminals scroll away what they clear


INTERRUPTED = 130  # the exit code after Ctrl-C
RECENT = 12  # lines of the log for somebody who comes back to a saved match


class Leave(Exception):
    """Somebody wants to stop here."""


def command() -> str:
    """What to type for this program: its name, or its path where the shell would not find it."""
    program = Path(sys.argv[0])
    here = program.name == "doppiogioco" and program.is_file() and not shutil.which("doppiogioco")
    return os.path.relpath(program) if here else "doppiogioco"


class Screen:
    """Text out, lines in."""

    def __init__(self) -> None:
        """Standard output and input."""
        self.console = Console(highlight=False, markup=False, emoji=False)

    def print(self, text: RenderableType = "", style: str | None = None) -> None:
        """Print on lines of its own, wrapped between words."""
        self.console.print(text, style=style)

    def picture(self, text: str) -> None:
        """Print columns of text; what is too wide for the screen goes on below, between words, further in."""
        for line in text.split("\n"):
            inset = " " * (len(line) - len(line.lstrip()) + 4)
            rows = wrap(line, self.console.width, subsequent_indent=inset, break_long_words=False) or [""]
            self.console.print("\n".join(rows), soft_wrap=True)

    def line(self, text: str) -> None:
        """Print one line as it is, for somebody to copy."""
        self.console.print(text, soft_wrap=True)

    def rows(self, rows: Iterable[tuple[str, str]]) -> None:
        """Print texts with something before each; what wraps stays behind it."""
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        for before, text in rows:
            grid.add_row(Text(before), Text(text))
        if grid.rows:
            self.console.print(grid)

    def heading(self, text: str) -> None:
        """A line across the screen."""
        self.console.print(Rule(Text(text, style="bold")))

    def ask(self, prompt: str) -> str:
        """A line from the keyboard. It is kept nowhere: the next player must not find it with the arrow keys."""
        return self.console.input(prompt, markup=False, emoji=False).strip()

    def clear(self) -> None:
        """Leave nothing on the screen or above it."""
        self.console.file.write(CLEAR)
        self.console.file.flush()


class TerminalMatch:
    """A match at one terminal."""

    def __init__(
        self, match: Match, people: Sequence[int], language: str, path: Path | None = None, level: str = USUAL
    ) -> None:
        """The seats of `people` are asked here, bots sit at the others; with a path every move is saved."""
        self.match, self.people, self.language, self.path = match, tuple(people), language, path
        self.say = match.voice(language)
        self.screen = Screen()
        self.told: dict[int | None, int] = {}  # how many lines of the log each listener has read
        self.pictures: dict[int, str] = {}  # the table as each seat last saw it printed
        self.at_keyboard: int | None = None
        self.bots = Bots(usual_bot, match.record(with_seed=True)["seed"], lambda _: level)

    @property
    def shared(self) -> bool:
        """Do several people use this keyboard?"""
        return len(self.people) > 1

    # The way of a match ---------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the match is over or somebody leaves; the exit code."""
        try:
            self.play()
        except Leave:
            self.leave()
        except (EOFError, KeyboardInterrupt) as end:
            self.screen.print()
            self.leave()
            return INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0
        return 0

    def play(self) -> None:
        """Play to the end, saving before anybody is told."""
        self.save()
        self.welcome()
        while not self.match.over:
            seat = self.next_seat()
            if seat in self.people:
                self.turn(seat)
            else:
                self.match.play(seat, self.bots.choose(self.match, seat))
                self.save()
            if not self.people:
                self.tell(None)
        self.farewell()

    def next_seat(self) -> int:
        """Of those who are waited for, bots and who is at the keyboard first, so that it is passed on less often."""
        others = [seat for seat in range(self.match.seats) if seat not in self.people]
        asked = may_answer(self.match, others, self.people) or [s for s in self.match.waiting if s in self.people]
        return self.at_keyboard if self.at_keyboard in asked else min(asked)

    def save(self) -> None:
        """Write the record, with the seed: the file is the only dealer when the match goes on."""
        if self.path:
            files.save(self.path, self.match.record(with_seed=True) | {"people": list(self.people)})

    # Before and after -----------------------------------------------------------------------------------------------

    def welcome(self) -> None:
        """What everybody may know before the first card."""
        say, match, screen = self.say, self.match, self.screen
        screen.heading(say(match.game.words.TITLE))
        screen.print(say("At the table: {seats}.", seats=say.list([self.who(seat) for seat in range(match.seats)])))
        options = [name for name, chosen in match.options.items() if chosen]
        if options:
            screen.print(say("Options: {options}.", options=say.list(options)))
        screen.print(say("The deal is bound to this hash, and its seed is told at the end:"))
        screen.picture(f"  {match.commitment}")
        if self.path:
            screen.print(say("Every move is saved in {file}, secrets included.", file=self.path))
        if self.people:
            screen.print(say("Type ? at any question for help."))
        screen.print()

    def who(self, seat: int) -> str:
        """A seat's name, and whether a bot sits there."""
        name = self.say.seat(seat)
        if seat not in self.people:
            return self.say("{seat} (bot)", seat=name)
        return name if self.shared else self.say("{seat} (you)", seat=name)

    def catch_up(self) -> None:
        """In a match that goes on, tell everybody only what happened last."""
        for listener in (None, *range(self.match.seats)):
            self.told[listener] = max(0, len(self.match.log(listener, self.language)) - RECENT)

    def farewell(self) -> None:
        """The end: everything is open now."""
        say, match, screen, outcome = self.say, self.match, self.screen, self.match.outcome
        assert outcome
        if self.shared:
            screen.clear()
        self.tell(self.people[0] if len(self.people) == 1 else None)
        screen.heading(say("The match is over"))
        screen.picture(match.view().text(say))
        screen.print()
        screen.print(match.verdict(self.language), style="bold")
        for seat, score in enumerate(outcome.scores):
            screen.print(f"  {'*' if seat in outcome.winners else ' '} {say.seat(seat)}: {score}")
        screen.print()
        seed = match.record(with_seed=True)["seed"]
        screen.print(say("The seed of the deal was {seed}; its SHA-256 is the hash told at the start.", seed=seed))
        if self.path:
            screen.line(say("Check every card with: {command} verify {file}", command=command(), file=self.path))
        else:
            text = say("Play with --save FILE, and {command} verify FILE will check every card.", command=command())
            screen.print(text)

    def leave(self) -> None:
        """Stop here: one sentence, and nothing private left on a shared screen."""
        if self.shared:
            self.screen.clear()
        if self.path:
            text = N_("The match is saved: go on with {command} play --resume {file}")
            text = self.say(text, command=command(), file=self.path)
            self.screen.line(text)
        else:
            self.screen.print(self.say("Good-bye! This match was not saved."))

    # A person's turn ------------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> None:
        """Show a person what they may see, and ask until they have answered."""
        self.hand_over(seat)
        self.tell(seat)
        self.show(seat)
        needed = due(self.match, seat)
        self.put_question(seat, needed)
        move = self.match.draft(seat, self.language)
        while len(move) < needed:
            move = self.hear(seat, move, needed)
        self.match.make(move)
        self.save()

    def hand_over(self, seat: int) -> None:
        """Between two people there is nothing on the screen but one public sentence."""
        before, self.at_keyboard = self.at_keyboard, seat
        if not self.shared or before == seat:
            return
        if before is not None:
            self.screen.clear()
        self.pictures.pop(seat, None)
        self.screen.ask(self.say("Pass the keyboard to {seat}, then press Enter.", seat=self.say.seat(seat)) + " ")
        self.screen.clear()

    def tell(self, listener: int | None) -> None:
        """The lines of the log that this listener has not read yet."""
        lines = self.match.log(listener, self.language)
        self.print_log(lines[self.told.get(listener, 0) :])
        self.told[listener] = len(lines)
        self.told[None] = len(self.match.log(None, self.language))

    def print_log(self, lines: Sequence[Line]) -> None:
        """Lines of a log."""
        self.screen.rows(("·", line) for line in lines)

    def show(self, seat: int) -> None:
        """The table, if it has changed since this seat saw it printed."""
        picture = self.match.view(seat).text(self.say)
        if self.pictures.get(seat) != picture:
            self.pictures[seat] = picture
            self.screen.heading(self.say.seat(seat))
            self.screen.picture(picture)

    def put_question(self, seat: int, needed: int) -> None:
        """The question, the rule behind it, and what may be answered."""
        say, labelled = self.say, labels(self.match, seat, self.language)
        question = Text(self.match.question(seat, self.language), style="bold")
        clause = Text(say("(rule {clause})", clause=self.match.clause), style="dim")
        self.screen.print()
        self.screen.print(question + " " + clause)
        wide = len(str(max(labelled)))
        rows = [
            Text(" " * (wide - len(str(label))) + (str(answer) if begins_with(label, answer) else f"{label}  {answer}"))
            for label, answer in labelled.items()
        ]
        self.screen.print(Padding(Columns(rows, padding=(0, 3)), (0, 0, 0, 2)))
        if needed > 1:
            self.screen.print(say("{n} answers make this move: name them in one line, or one at a time.", n=needed))

    def hear(self, seat: int, named: Move, needed: int) -> Move:
        """One line from a person: a command, or answers that join those they have already named."""
        line = self.screen.ask(self.say("Your answer:") + " ")
        match line.casefold():
            case "?":
                self.help()
            case "q":
                self.quit()
            case "l":
                self.print_log(self.match.log(seat, self.language))
            case "t":
                self.screen.picture(self.match.view(seat).text(self.say))
            case "m":
                self.screen.picture(remembered(self.match.recall(seat, self.language), self.say))
            case "r":
                self.rule()
            case "-" if named:
                return self.so_far(seat, named.back(), needed)
            case "" | "-":
                self.put_question(seat, needed)
            case _:
                try:
                    return self.so_far(seat, understand(self.match, seat, line, self.language, named), needed)
                except DoppiogiocoError as error:
                    self.screen.print(str(error), style="yellow")
        return named

    def so_far(self, seat: int, named: Move, needed: int) -> Move:
        """Say what has been named when there is more to name."""
        if not named:
            self.put_question(seat, needed)
        elif len(named) < needed:
            self.screen.print(
                self.say.many(
                    "{named}, and one more (- takes the last one back).",
                    "{named}, and {n} more (- takes the last one back).",
                    needed - len(named),
                    named=self.say.list(named.parts),
                )
            )
        return named

    # Commands -------------------------------------------------------------------------------------------------------

    def help(self) -> None:
        """What can be typed."""
        say = self.say
        self.screen.print(say("Type the number of an answer, or its words, or only the beginning of them."))
        self.screen.print(say("Several at once: put spaces or commas between them. If one cannot be, none is played."))
        commands = (
            ("?", say("this help")),
            ("l", say("everything you have heard so far")),
            ("t", say("the table again")),
            ("m", say("what you can remember")),
            ("r", say("the rule behind the question")),
            ("q", say("leave the match")),
            ("-", say("take back the last part of a move that is not complete")),
        )
        self.screen.rows((f"  {key}", meaning) for key, meaning in commands)

    def rule(self) -> None:
        """The rule behind the question, if the documentation is at hand."""
        clause, game = self.match.clause, self.match.game.id
        text = rulebook.clauses(game, self.language).get(clause)
        page = rulebook.where(game, self.language)
        self.screen.print(str(text) if text else self.say("Rule {clause} stands in {page}.", clause=clause, page=page))

    def quit(self) -> None:
        """Leave, and save first if the match has no file yet."""
        while not self.path:
            name = self.screen.ask(self.say("A file name to save the match in, or Enter to leave without:") + " ")
            if not name:
                break
            try:
                self.path = files.fresh(Path(name), self.say)
                self.save()
            except (DoppiogiocoError, OSError) as error:
                self.path = None
                self.screen.print(files.sentence(error, self.say), style="yellow")
        raise Leave
