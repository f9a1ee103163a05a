"""Who could be read, and from when on: after the game, how far each player had given themselves away to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import MediaType, Response
from litestar.params import FromPath

from doppiogioco.bots.exposure import READ, Exposure, Secret, Watched, found_out
from doppiogioco.bots.telling import evidence, percent, suspected
from doppiogioco.tables.table import Table

from .afterwards import Afterwards
from .described import AT_A_TABLE, HTML, described
from .http import Asked, html, look, looked_at, tables_of, wants_json
from .seats import language_of
from .shapes import ExposureTold

WIDE, HIGH, EDGE = 300, 60, 4  # of the picture of a course, and what stays free above and below it
POINTS = 150  # of it, at most


@dataclass(frozen=True)
class Course:
    """How likely the truth about a player looked, from the deal to the last answer."""

    seat: int
    name: str
    bot: bool
    you: bool
    what: str  # the truth, in words
    odds: Sequence[float]
    line: str  # the course as the points of a line
    since: int | None  # the answers after which it was as good as known
    last: str  # how likely it looked at the end,
    most: str  # and at most
    reasons: tuple[str, ...]


class ExposedPage(Afterwards):
    """How far everybody could be read."""

    height, width, read = HIGH, WIDE, percent(READ)

    def __init__(self, table: Table, seat: int | None, language: str, watched: Watched, found: Exposure) -> None:
        self.table, self.seat, self._watched, self._found = table, seat, watched, found
        self.match = table.playing()
        self.say = self.match.voice(language)
        self.answers = len(self.match.history)
        self.sure = height_of(READ)  # where those stand who were found out

    @property
    def lost(self) -> int | None:
        """After how many answers the bystander lost the thread, if they did."""
        told = self._watched.dealt + min((len(course) for course in self._found.courses), default=0) - 1
        return told if told < self.answers else None

    @property
    def courses(self) -> list[Course]:
        """Of every secret its course: who was found out first comes first."""
        pairs = zip(self._watched.secrets, self._found.courses, strict=True)
        made = [self._course(secret, course) for secret, course in pairs if course]
        never = self.answers + 1
        return sorted(made, key=lambda one: (never if one.since is None else one.since, one.seat))

    def _course(self, secret: Secret, course: Sequence[float]) -> Course:
        view, log, value = self.match.view(), self.match.log(None, self.say.language), secret.held[-1]
        since, dealt = found_out(course), self._watched.dealt
        cited = [one for one in self._found.reasons if (one.name, one.at, one.value) == (*secret[1:3], value)]
        return Course(
            secret.seat,
            self.say.seat(secret.seat),
            self.table.seats[secret.seat].bot,
            secret.seat == self.seat,
            suspected(view, secret.name, secret.at, value, self.say) or "",
            course,
            self._line(course),
            None if since is None else since + dealt,
            percent(course[-1]),
            percent(max(course)),
            tuple(evidence(one, view, log, self.say) for one in cited),
        )

    def _line(self, course: Sequence[float]) -> str:
        """The points of a line through a course: every so many answers, and the last."""
        step, last = -(-len(course) // POINTS), max(self.answers - self._watched.dealt, 1)
        places = sorted({*range(0, len(course), step), len(course) - 1})
        return " ".join(f"{WIDE * place / last:.1f},{height_of(course[place])}" for place in places)

    def as_json(self) -> dict[str, Any]:
        """The same for a program, answer by answer."""
        players = [
            {"seat": one.seat, "text": one.what, "since": one.since, "course": list(one.odds)} for one in self.courses
        ]
        return {"answers": self.answers, "dealt": self._watched.dealt, "read": READ, "players": players}


def height_of(odds: float) -> float:
    """Where odds stand in the picture: what is certain is at the top."""
    return round(EDGE + (HIGH - 2 * EDGE) * (1 - odds), 1)


@look(
    "/t/{table_id:str}/exposed",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML, ExposureTold)}, refuses=(*AT_A_TABLE, 409)),
)
async def exposed(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """How far each player could be read by who only watched, once the game is over."""
    table, seat = await looked_at(request, table_id)
    page = ExposedPage(table, seat, language_of(request), *await tables_of(request).advice.exposure(table))
    if wants_json(request):
        return Response(page.as_json(), media_type=MediaType.JSON)
    return html("exposed.html", request, page=page, say=page.say)


ROUTES = [exposed]
