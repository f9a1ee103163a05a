"""What is to be looked at before a page goes on: beats, and what has happened since the viewer's last turn.

A beat is an answer that others have given, or the table: a line, how long the eye stays with it, and where it is worth
it the board as it was just then. Beats are a matter of the page, which queues and skips them: nobody waits for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from litestar.serialization import encode_json

from doppiogioco.engine.match import Given, Line, Match
from doppiogioco.engine.questions import BLINK
from doppiogioco.engine.state import CHANCE
from doppiogioco.engine.story import Moment

from .assembly import board
from .boards import Board
from .naming import kept_drawn
from .page_cache import Made, PageCache, Piece
from .render import turns

STRIP = 3  # lines of what has happened since one's last turn
NUMBER, WEIGHT = attrgetter("number"), attrgetter("weight")
LATELY = 12  # lines of the log out of which they are chosen while nothing has happened since then


class Beat(NamedTuple):
    """An answer to be looked at."""

    text: Piece  # as HTML
    held: int
    board: Board | None  # None: the board as it was before, or as the page brings it anyway
    ways: str = ""  # as JSON: where pieces pass with it, which may stand for a picture

    def told(self, tell: Callable[[Board], str]) -> str:
        """The same as JSON, where the page says how it is told of a board."""
        board = f', "board": {tell(self.board)}' if self.board is not None else ""
        ways = f', "ways": {self.ways}' if self.ways else ""
        return f'{{"text": "{self.text.sent}", "held": {self.held}{board}{ways}}}'


@dataclass(frozen=True)
class Onlooker:
    """Somebody who looks at a match: whose log they hear, in which language, from which side of the table."""

    match: Match
    seat: int | None
    language: str
    facing: int
    kept: PageCache

    def beats(self, since: int) -> list[Beat]:
        """What is to be looked at after the first `since` answers.

        What one does oneself needs no looking at, unless the rules make more of it: a step that brings a scoring.
        """
        return self.beats_of(latest(self.match.log(self.seat, self.language), since), since)

    def beats_of(self, news: list[Line], since: int) -> list[Beat]:
        """The same for who knows already what the onlooker has heard of these answers."""
        lines = {line.number: line for line in news if line.held}
        if not lines:
            return []
        moments: list[Moment] = self._now("moments", since, lambda: self.match.moments(since))
        told = [(moment, lines[moment.number]) for moment in moments if moment.number in lines]
        others = [(one, line) for one, line in told if line.for_all or one.given.seat != self.seat]
        drawn_from = 0 if turns(self.match.game.id) else self.facing  # who turns the board shares its pictures
        return [
            self._now(
                "beat", (line.named, one.number, self.language, drawn_from), partial(self._beat, one, line, drawn_from)
            )
            for one, line in others
        ]

    def _beat(self, moment: Moment, line: Line, drawn_from: int) -> Beat:
        """An answer to be looked at from a side, as all see it who hear of it in these words."""
        text = kept_drawn(self.kept, line, self.match.voice(self.language))
        picture = self._picture(moment, drawn_from) if line.held > BLINK else None
        found = self.match.game.drawing.ways(moment.before, moment.after, drawn_from)
        return Beat(text, line.held, picture, encode_json(found).decode() if found else "")

    def _picture(self, moment: Moment, drawn_from: int) -> Board | None:
        """The board while an answer is looked at; None where it is the board that everybody sees next."""
        last = moment.number + 1 == len(self.match.history)

        def draw() -> Board | None:
            say, game, drawing = self.match.voice(self.language), self.match.game.id, self.match.game.drawing
            scene = drawing.moment(moment.before, moment.given, moment.after, say, drawn_from)
            if scene is None and not last:
                scene = drawing.board(moment.after, say, facing=drawn_from)
            return None if scene is None else board(game, scene, {}, say, self.kept)

        return self._now("picture", (moment.number, self.language, drawn_from), draw)

    def _now(self, kind: str, facts: Hashable, make: Callable[[], Made]) -> Made:
        return self.kept.now(len(self.match.history), kind, facts, make)


def latest(log: list[Line], since: int) -> list[Line]:
    """The lines of a log that tell of answers after the first `since`."""
    return log[bisect_left(log, since, key=NUMBER) :]


def last_answer(history: Sequence[Given], seat: int | None) -> int:
    """After how many answers a viewer gave their last one; 0 where they have given none."""
    if seat is None:
        return 0
    return next((number for number in range(len(history), 0, -1) if history[number - 1].seat == seat), 0)


def last_turn(history: Sequence[Given], seat: int | None) -> int:
    """After how many answers a viewer's last turn ended, 0 before the first: what they have answered since another
    player did belongs to the turn they are at."""
    if seat is None:
        return 0
    others = False
    for number in range(len(history), 0, -1):
        if history[number - 1].seat == seat and others:
            return number
        others = others or history[number - 1].seat not in (seat, CHANCE)
    return 0


def in_short(news: list[Line]) -> list[Line]:
    """News in a few lines: what turned over before all else, then what players did, then the latest of the rest."""
    return sorted(sorted(news, key=WEIGHT)[-STRIP:], key=NUMBER)
