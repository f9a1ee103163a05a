"""What a page shows, drawn: the parts of the page of a table, each anew only where something in it has changed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Line

from . import assembly
from .boards import Board
from .moments import Beat, Onlooker, latest
from .naming import kept_drawn
from .page_cache import Piece
from .page_facts import PageFacts
from .render import GAP, escaped, mentions, render, turns
from .standing import lazily

LINES = 60  # of the log on a page; the rest is in the record
REGIONS = (
    "goal",
    "question",
    "since",
    "board",
    "mine",
    "players",
    "hosting",
    "log",
    "chat",
)  # of a table in play, as one reads
DRAFTED = ("goal", "question", "board", "mine")  # of these, what a move that is being put together can change
BEFORE = ("lobby", "chat")  # and before the game


class TablePage(PageFacts):
    """The same as HTML, for whole pages and live events."""

    def region(self, name: str) -> Piece:
        """One part of the page, drawn anew only where something in it has changed."""
        if self.draft and name in DRAFTED:
            return self._draw(name)
        match name:
            case "board" | "log":  # of parts that are kept: it is quickly put together, and large
                return self._draw(name)
            case "mine" if self.seat is not None and not (self.picks and self._mine_has_picks):
                return self._kept.own(self._viewer, self.now.look(self.seat), self._my_scene, self._mine)
            case "mine":
                facts = self.language, self.seat, *self.picks.values()
                return self._kept.now(self.after, name, facts, lambda: self._draw(name))
        return self._kept.get(name, (self.language, *self._facts(name)), lambda: self._draw(name))

    def _facts(self, name: str) -> tuple[Hashable, ...]:
        """Everything that a region is drawn from: viewers with the same facts are shown the same."""
        match name:
            case "goal":
                return (self.goal,)
            case "since":
                return self.my_turn, *self.advice, *[line.named for line in self._lately]
            case "question" if self.my_turn:
                facts = self.question, self.after, self.deadline, self.stand_in
                return *facts, *self._shown_facts, *self.buttons, *self.shortcuts
            case "question":
                return self.question, self.table.rematch, *self._waiting_facts
            case "chat":
                hears = self.seat is not None or self.table.spectators
                return self.table.said, self.seat is None, hears, self.muted, self.stage == "closed", self._sayable
            case "hosting":
                may_watch = self.table.spectators
                return (self.now.people, self.stage, self.seat, may_watch, *self.unwanted) if self.host else ()
        agreed = () if self.table.match else (*self.agreements, *self.unwanted)
        return self.now.people, self.stage, self.table.host, self.table.spectators, self.seat, *self._votes, agreed

    @lazily
    def _waiting_facts(self) -> tuple[Hashable, ...]:
        """What the tray shows to those who are not asked, but for the words of the question."""
        return self.stage, self.deadline, self.stand_in, self.seat is None, *self._shown_facts

    @property
    def _shown_facts(self) -> list[tuple[int, str]]:
        """What was shown, and by which answers: who has looked at it may be shown the same again."""
        return [(line.number, line.named) for line in self._shown]

    def _draw(self, name: str) -> Piece:
        match name:
            case "board":
                return self.board.facing(self.side)
            case "mine":
                mine = self.seat is not None and self._my_scene(self.view)
                return self._mine(mine) if mine else Piece("")
            case "log":
                return self._log()
            case "question" if self.stage == "playing" and not self.my_turn:
                facts = self.language, *self._waiting_facts
                before, after = self._kept.get("tray", facts, lambda: self._around(name, question=GAP))
                return Piece.joined([before, Piece(escaped(self.question)), after])
            case "question":
                return piece("regions/question.html", page=self, question=self.question, say=self.say)
            case "since" if self._lately and not self.advice:
                facts = self.language, self.my_turn, len(self._lately)
                first, *others = self._kept.get("strip", facts, lambda: self._around(name, since=[GAP] * facts[-1]))
                lines = [part for pair in zip(self.since, others, strict=True) for part in pair]
                return Piece.joined([first, *lines])
            case "since":
                return piece("regions/since.html", page=self, since=self.since, say=self.say)
        return piece(f"regions/{name}.html", page=self, say=self.say)

    def _around(self, name: str, **gaps: Any) -> list[Piece]:
        """A region with gaps in it: what stands before, between and after them."""
        return [Piece(part) for part in render(f"regions/{name}.html", page=self, say=self.say, **gaps).split(GAP)]

    @property
    def _drawn_from(self) -> int:
        """The side from which the board is drawn; where it can be turned, one drawing serves all who look at it."""
        return 0 if turns(self.game.id) else self.facing

    @property
    def side(self) -> int:
        """The side of this drawing from which the viewer looks at it."""
        return self.facing - self._drawn_from

    @lazily
    def board(self) -> Board:
        """What everybody sees; own secrets have a place of their own."""
        facts = self.language, self._drawn_from, *self.picks.values()
        return self._board() if self.draft else self._kept.now(self.after, "drawn", facts, self._board)

    def board_told(self, board: Board, before: Board | None) -> str:
        """A board as it is told to the viewer, whose page has been told another one before, or none."""
        sections = self._kept.now(self.after, "told", (board, before), lambda: board.told_after(before))
        return f'{{"side": {self.side}, "sections": {sections}}}'

    def _board(self) -> Board:
        facts = self.language, self._drawn_from
        scene = self._scene() if self.draft else self._kept.now(self.after, "scene", facts, self._scene)
        return assembly.board(self.game.id, scene, self.picks, self.say, self._kept)

    def _scene(self) -> Any:
        before = self.table.playing().view(None) if self.draft else None
        return self.game.drawing.board(self.seen.view(None), self.say, before, self._drawn_from)

    def _my_scene(self, view: View) -> Any:
        """What only the viewer sees."""
        return self.game.drawing.mine(view, self.say)

    @property
    def _mine_has_picks(self) -> bool:
        """Can anything be picked among what only the viewer sees? In some games never."""
        return mentions(f"games/{self.game.id}/mine.html", "picks")

    def _mine(self, scene: Any) -> Piece:
        return assembly.mine(self.game.id, scene, self.picks, self.say, self._kept)

    def _log(self) -> Piece:
        """What the viewer has heard, the latest first."""
        drawn = self.lines()
        head, foot = self._kept.get("log frame", self.language, lambda: self._frame("regions/log.html", "</ol>"))
        count = Piece(f' data-lines="{len(drawn)}">')
        return Piece.joined([head, count, *reversed(drawn[-LINES:]), foot])

    def beats(self, since: int) -> list[Beat]:
        """What the viewer is to look at after the first `since` answers."""
        if not self.table.match:
            return []
        news = latest(self.now.log(self.seat), since)
        return Onlooker(self.table.match, self.seat, self.language, self.facing, self._kept).beats_of(news, since)

    def lines(self) -> list[Piece]:
        """The whole log as far as it has been told, the latest last. Each line is drawn once, for all who hear it."""
        if not self.table.match:
            return []
        drawn = self._kept.lines(self.seat, self.language)
        for told in self.now.log(self.seat)[len(drawn) :]:
            facts = self.language, told.clause, told.named
            drawn.append(self._kept.get("line", facts, lambda told=told: self._line(told)))  # type: ignore[misc]
        return drawn

    def _line(self, told: Line) -> Piece:
        facts = self.language, told.clause
        before, after = self._kept.get("line frame", facts, lambda: self._around("line", clause=told.clause, html=GAP))
        return Piece.joined([before, kept_drawn(self._kept, told, self.say), after])

    def _frame(self, template: str, end: str) -> tuple[Piece, Piece]:
        """What stands before and after the lines of a list, whose own mark is left open."""
        head, _, foot = render(template, say=self.say).partition(f">{end}")
        return Piece(head), Piece(end + foot)

    def regions(self, *but: str) -> dict[str, Piece]:
        """All parts of the page that can change: before the game, and in play."""
        return {name: self.region(name) for name in (REGIONS if self.table.match else BEFORE) if name not in but}


def piece(template: str, **context: Any) -> Piece:
    """A piece of a page."""
    return Piece(render(template, **context))
