"""Looking back: a match answer by answer, as the table saw it, as one seat saw it, or with everything.

While it is still being played one looks back through one's own eyes only: that is what one has seen anyway.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from litestar.serialization import encode_json

from doppiogioco.bots.exposure import has_identities
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay
from doppiogioco.engine.state import CHANCE
from doppiogioco.engine.words import N_, Voice
from doppiogioco.revealed import whole_log
from doppiogioco.tables.refusals import NotFound, Refused
from doppiogioco.tables.table import Table

from .afterwards import Afterwards
from .naming import drawn
from .page_cache import Piece
from .pages import LINES
from .render import draw_board, render

TABLE_SAW, EVERYTHING = "table", "everything"
REGIONS = ("question", "board", "mine", "log")


@dataclass(frozen=True)
class LogLine:
    """A line of the log, the rule behind it, and the number of the answer it tells: one can go back to it."""

    html: str
    clause: str
    number: int


class ReplayPage(Afterwards):
    """One moment of a match, through somebody's eyes."""

    def __init__(self, table: Table, eyes: str, at: int | None, language: str, asking: int | None = None) -> None:
        self.own = TABLE_SAW if asking is None else str(asking)
        self.over = table.stage == "over"
        if table.match is None or not (self.over or table.stage == "playing"):
            raise Refused(N_("a game can be watched again once it is over"))
        if not (self.over or table.reminders):
            raise Refused(N_("at a table without a memory aid one looks back when the game is over"))
        self.eyes = eyes or self.own
        if not (self.over or self.eyes in (TABLE_SAW, self.own)):
            raise Refused(N_("while it is being played you can look back through your own eyes only"))
        self.table, self.language = table, language
        self._record = record = table.match.record()
        self.last = len(record["answers"])
        self.at = self._beginning(record["answers"]) if at is None else max(0, min(at, self.last))
        self.match: Match = replay(record, upto=self.at)
        self.seat = int(self.eyes) if self.eyes.isdecimal() and int(self.eyes) < self.match.seats else None
        if self.seat is None and self.eyes not in (TABLE_SAW, EVERYTHING):
            raise NotFound(N_("there is no such seat"))
        self.match.reminders = table.reminders
        self.say = Voice(language, self.match.names, reminders=table.reminders)

    def _beginning(self, answers: list[list[int]]) -> int:
        """Where one begins to look: when all was dealt; in a match that goes on, at the present."""
        dealt = next((number for number, (seat, _) in enumerate(answers) if seat != CHANCE), 0)
        return dealt if self.over else self.last

    @property
    def game(self) -> str:
        """The name of the game in addresses."""
        return self.table.game.id

    @property
    def identities(self) -> bool:
        """Does anybody hide who they are in this game?"""
        return has_identities(self.table.game)

    @cached_property
    def viewers(self) -> list[tuple[str, str]]:
        """Through whose eyes one can look."""
        seats = range(self.match.seats) if self.over else [int(self.own)] if self.own.isdecimal() else []
        named = [(str(seat), self.say("as {name} saw it", name=self.say.seat(seat))) for seat in seats]
        whole = [(EVERYTHING, self.say("everything"))] if self.over else []
        return [(TABLE_SAW, self.say("as the table saw it")), *named, *whole]

    @property
    def question(self) -> str:
        """What was asked at this moment."""
        return self.match.verdict(self.language) if self.match.over else self.match.question(self.seat, self.language)

    @property
    def clause(self) -> str:
        """The rule behind it."""
        return self.match.clause

    @property
    def held(self) -> int:
        """How long the eye stays here before it goes on by itself, in milliseconds."""
        lines = self.match.log(self.seat, self.language)
        return lines[-1].held if lines and lines[-1].number == self.at - 1 else 0

    def board(self) -> str:
        """The drawing of the table."""
        view = self.match.everything() if self.eyes == EVERYTHING else self.match.view(None)
        scene = self.table.game.drawing.board(view, self.say, facing=self._facing)
        return draw_board(self.table.game.id, scene, {}, self.say)

    @property
    def _facing(self) -> int:
        chair = self.seat if self.seat is not None else self.table.host or 0
        return self.table.game.drawing.facing(self.match.view(None), chair)

    def ways(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Where pieces passed with the latest answer, as everybody saw it."""
        if not self.at:
            return {}
        before = replay(self._record, upto=self.at - 1).view(None)
        return self.table.game.drawing.ways(before, self.match.view(None), self._facing)

    def mine(self) -> str:
        """What only the seat saw."""
        if self.seat is None:
            return ""
        scene = self.table.game.drawing.mine(self.match.view(self.seat), self.say)
        return render(f"games/{self.table.game.id}/mine.html", mine=scene, picks={}, say=self.say)

    @property
    def log_lines(self) -> list[LogLine]:
        """What had been heard by then, the latest first."""
        lines = (
            whole_log(self.match, self.language)
            if self.eyes == EVERYTHING
            else self.match.log(self.seat, self.language)
        )
        return [LogLine(drawn(line, self.say), line.clause, line.number) for line in reversed(lines[-LINES:])]

    def told(self) -> str:
        """This moment for the script, as JSON."""
        drawn = ", ".join([f'"{name}": {Piece(self.region(name)).quoted}' for name in REGIONS])
        ways = f', "ways": {encode_json(found).decode()}' if (found := self.ways()) else ""
        return f'{{"at": {self.at}, "last": {self.last}, "held": {self.held}, "regions": {{{drawn}}}{ways}}}'

    def region(self, name: str) -> str:
        """One part of the page that changes from moment to moment."""
        match name:
            case "board":
                return self.board()
            case "mine":
                return self.mine()
        return render(f"replay/{name}.html", page=self, say=self.say)
