"""A finished match, step by step, on the same drawing: as the table saw it, as one seat saw it, or with everything."""

from __future__ import annotations

from functools import cached_property

from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay
from doppiogioco.engine.words import N_, Voice
from doppiogioco.revealed import whole_log
from doppiogioco.tables.refusals import NotFound, Refused
from doppiogioco.tables.table import Table

from .pages import LINES, LogLine
from .render import draw_board, render

TABLE_SAW, EVERYTHING = "table", "everything"


class ReplayPage:
    """One moment of a finished match, through somebody's eyes."""

    def __init__(self, table: Table, eyes: str, at: int | None, language: str) -> None:
        if table.stage != "over":
            raise Refused(N_("a game can be watched again once it is over"))
        self.table, self.language = table, language
        record = table.playing().record()
        self.last = len(record["answers"])
        self.at = self.last if at is None else max(0, min(at, self.last))
        self.match: Match = replay(record, upto=self.at)
        self.eyes = eyes
        self.seat = int(eyes) if eyes.isdecimal() and int(eyes) < self.match.seats else None
        if self.seat is None and eyes not in (TABLE_SAW, EVERYTHING):
            raise NotFound(N_("there is no such seat"))
        self.say = Voice(language, self.match.names)

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.table.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.say(self.table.game.words.TITLE)

    @cached_property
    def viewers(self) -> list[tuple[str, str]]:
        """Through whose eyes one can look."""
        seats = [
            (str(seat), self.say("as {name} saw it", name=self.say.seat(seat))) for seat in range(self.match.seats)
        ]
        return [(TABLE_SAW, self.say("as the table saw it")), *seats, (EVERYTHING, self.say("everything"))]

    @property
    def question(self) -> str:
        """What was asked at this moment."""
        return self.match.verdict(self.language) if self.match.over else self.match.question(self.seat, self.language)

    @property
    def clause(self) -> str:
        """The rule behind it."""
        return self.match.clause

    def board(self) -> str:
        """The drawing of the table."""
        view = self.match.everything() if self.eyes == EVERYTHING else self.match.view(None)
        drawing = self.table.game.drawing
        chair = self.seat if self.seat is not None else self.table.host or 0
        scene = drawing.board(view, self.say, facing=drawing.facing(self.match.view(None), chair))
        return draw_board(self.table.game.id, scene, {}, self.say)

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
        return [LogLine(str(line), line.clause) for line in reversed(lines[-LINES:])]
