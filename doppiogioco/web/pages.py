"""What a page shows, as a function of (table, seat, language, draft): the same facts for HTML, JSON and live events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from doppiogioco.engine.game import Game
from doppiogioco.engine.match import Answer, Match
from doppiogioco.engine.words import N_, Voice
from doppiogioco.games import drawing
from doppiogioco.store.store import now

from .house import ABSENT_AFTER, House
from .render import render
from .table import Table

LINES = 60  # of the log on a page; the rest is in the record
REGIONS = ("question", "board", "mine", "players", "log", "chat")  # of a table in play, in reading order


@dataclass(frozen=True)
class Draft:
    """A move being put together: answers that are drawn, but not yet played."""

    match: Match  # the table as it would be
    seat: int
    answers: tuple[int, ...]
    texts: tuple[str, ...]
    more: bool  # is a further answer part of the same move?


def drafted(match: Match, seat: int, answers: Sequence[int], language: str) -> Draft:
    """Draw some answers of a seat; an error where one cannot be given."""
    texts, ahead = [], match
    for count in range(len(answers)):
        ahead = match.ahead(seat, *answers[:count]) if count else match
        texts.append(next((str(a) for a in ahead.legal(seat, language) if a == answers[count]), ""))
    drawn = match.ahead(seat, *answers) if answers else match
    if drawn.over:  # the end opens everything, so it is not drawn before it is played
        drawn = ahead
    return Draft(drawn, seat, tuple(answers), tuple(texts), more=drawn is not ahead and continues(drawn, seat))


def continues(match: Match, seat: int) -> bool:
    """Is a further answer of the seat part of the same move?"""
    return seat in match.waiting and match.view(seat).ask in match.game.rules.COMPOSED


@dataclass(frozen=True)
class Player:
    """A row of the list of players."""

    number: int
    name: str
    you: bool
    bot: bool
    stand_in: bool
    taken: bool
    acting: bool
    state: str  # how they are there, in words
    deadline: float | None
    may_vote: bool


@dataclass(frozen=True)
class Button:
    """A legal answer: its words, and the place on the table that stands for it."""

    value: int
    text: str
    place: str | None


@dataclass(frozen=True)
class LogLine:
    """A line of the log and the rule behind it."""

    text: str
    clause: str


class TablePage:
    """A table as one viewer sees it."""

    def __init__(self, house: House, table: Table, seat: int | None, language: str, draft: Sequence[int] = ()) -> None:
        self.house, self.table, self.seat, self.language = house, table, seat, language
        names = [player.name for player in table.seats] if table.match is None else table.match.names
        self.say = Voice(language, names)
        self.draft: Draft | None = None
        if draft and table.match and seat is not None:
            self.draft = drafted(table.match, seat, draft, language)

    # Plain facts ----------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.table.id

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.game

    @property
    def title(self) -> str:
        """The game's name."""
        return self.say(self.game.words.TITLE)

    @property
    def stage(self) -> str:
        """One of: open, playing, over, closed."""
        return self.table.stage

    @property
    def host(self) -> bool:
        """Does the viewer look after the table?"""
        return self.seat is not None and self.seat == self.table.host

    @property
    def after(self) -> int:
        """How many answers the viewer has seen."""
        return len(self.table.match.history) if self.table.match else 0

    @property
    def seen(self) -> Match:
        """The match as it is drawn: with the draft, where there is one."""
        return self.draft.match if self.draft else self.table.playing()

    @property
    def my_turn(self) -> bool:
        """Is the viewer to answer?"""
        return self.seat is not None and self.stage == "playing" and self.seat in self.table.playing().waiting

    @property
    def stand_in(self) -> bool:
        """Does a bot play for the viewer?"""
        return self.seat is not None and self.table.seats[self.seat].stand_in

    @property
    def options(self) -> list[str]:
        """The options that are on, in words."""
        return [self.say(self.game.words.OPTIONS[name]) for name, on in self.table.options.items() if on]

    @property
    def pace(self) -> str:
        """How long an answer may take, in words."""
        return pace_text(self.table.pace, self.say)

    @property
    def question(self) -> str:
        """The present question, or how it ended."""
        match = self.seen
        if self.draft and not self.draft.more:
            return self.say("Is that your move?")
        if match.over:
            return match.verdict(self.language)
        return match.question(self.seat, self.language)

    @property
    def clause(self) -> str:
        """The rule behind the question."""
        return self.seen.clause

    @cached_property
    def buttons(self) -> list[Button]:
        """What the viewer may answer now."""
        if not self.my_turn or self.seat is None or self.stand_in or (self.draft and not self.draft.more):
            return []
        view = self.seen.view(self.seat)
        place = drawing(self.game.id).place
        return [Button(int(a), str(a), place(view, int(a))) for a in self.seen.legal(self.seat, self.language)]

    @property
    def picks(self) -> dict[str, Button]:
        """Legal answers by the place that stands for them."""
        return {button.place: button for button in self.buttons if button.place}

    @cached_property
    def players(self) -> list[Player]:
        """Everybody at the table."""
        table = self.table
        waiting = table.match.waiting if table.match and table.stage == "playing" else ()
        return [
            Player(
                number=number,
                name=seat.name or self.say.seat(number),
                you=number == self.seat,
                bot=seat.bot,
                stand_in=seat.stand_in,
                taken=seat.taken,
                acting=number in waiting,
                state=self._presence(number),
                deadline=table.deadline(number),
                may_vote=number in waiting and self._may_vote(number),
            )
            for number, seat in enumerate(table.seats)
        ]

    def _presence(self, number: int) -> str:
        """How a player is there, in words."""
        say, seat, watchers = self.say, self.table.seats[number], self.house.watchers(self.table)
        if not seat.taken:
            return say("free seat")
        if seat.played_by_bot:
            return say("a bot") if seat.bot else say("away: a bot plays on")
        if watchers.present[number]:
            return say("here")
        return say("away") if watchers.away_since(number) else say("not here yet")

    def _may_vote(self, number: int) -> bool:
        """May the viewer ask for a bot in place of this player, who is waited for and has been away for long?"""
        away = self.house.watchers(self.table).away_since(number)
        return (
            self.seat not in (None, number)
            and not self.stand_in
            and not self.table.seats[number].played_by_bot
            and away is not None
            and now() - away > ABSENT_AFTER
            and self.seat not in self.table.votes.get(number, set())
        )

    @property
    def log_lines(self) -> list[LogLine]:
        """What the viewer has heard, the latest first."""
        lines = self.table.playing().log(self.seat, self.language)[-LINES:]
        return [LogLine(str(line), line.clause) for line in reversed(lines)]

    @property
    def claims(self) -> list[str]:
        """What can be said with one tap."""
        own = getattr(self.game.words, "CLAIMS", ())
        return [self.say(text) for text in (*own, *CLAIMS)]

    @property
    def reckoning(self) -> list[tuple[str, list[str]]]:
        """At the end: for each player, line by line, how the result came about."""
        found: list[tuple[str, list[str]]] = self.game.words.reckoning(self.table.playing().view(), self.say)
        return found

    @property
    def results(self) -> list[tuple[str, int, bool]]:
        """At the end: name, points, and who has won; the best first."""
        outcome = self.table.playing().outcome
        if outcome is None:
            return []
        rows = [
            (self.say.seat(seat), outcome.scores[seat], seat in outcome.winners) for seat in range(len(outcome.scores))
        ]
        return sorted(rows, key=lambda row: (not row[2], -row[1]))

    # Pieces of HTML -------------------------------------------------------------------------------------------------

    def board(self) -> str:
        """The drawing of the table, which everybody shares who has nothing to click on it."""
        if self.picks or self.draft:
            return self._board(self.picks)
        key = (self.table.number, self.language)
        kept = self.table.__dict__.setdefault("boards", {})
        if key not in kept:
            if len(kept) > 4:
                kept.clear()
            kept[key] = self._board({})
        return str(kept[key])

    def _board(self, picks: dict[str, Button]) -> str:
        view = self.seen.view(None)  # what everybody sees; own secrets have a place of their own
        before = self.table.playing().view(None) if self.draft else None
        scene = drawing(self.game.id).board(view, self.say, before)
        return render(f"games/{self.game.id}/board.html", board=scene, picks=picks, say=self.say)

    def mine(self) -> str:
        """What only the viewer sees."""
        if self.seat is None:
            return ""
        view = self.seen.view(self.seat)
        scene = drawing(self.game.id).mine(view, self.say)
        return render(f"games/{self.game.id}/mine.html", mine=scene, picks=self.picks, say=self.say)

    def region(self, name: str) -> str:
        """One part of the page."""
        match name:
            case "board":
                return self.board()
            case "mine":
                return self.mine()
        return render(f"regions/{name}.html", page=self, say=self.say)

    def regions(self) -> dict[str, str]:
        """All parts of the page that can change: before the game, and in play."""
        return {name: self.region(name) for name in (REGIONS if self.table.match else ("lobby",))}

    # JSON -----------------------------------------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        """The same facts for a program."""
        table, match = self.table, self.table.match
        data: dict[str, Any] = {
            "table": table.id,
            "game": self.game.id,
            "stage": table.stage,
            "options": table.options,
            "pace": table.pace,
            "you": self.seat,
            "seats": [
                {"seat": p.number, "name": p.name, "taken": p.taken, "bot": p.bot or p.stand_in, "deadline": p.deadline}
                for p in self.players
            ],
            "chat": [{"name": said.name, "text": said.text, "claim": said.claim} for said in table.chat],
            "rematch": table.rematch or None,
            "number": table.number,
        }  # fmt: skip
        if match is None:
            return data
        outcome = match.outcome
        legal: list[Answer] = match.legal(self.seat, self.language) if self.seat is not None else []
        return data | {
            "commitment": match.commitment,
            "question": match.verdict(self.language) if match.over else match.question(self.seat, self.language),
            "clause": match.clause,
            "waiting": match.waiting,
            "after": len(match.history),
            "legal": [{"answer": int(a), "text": str(a)} for a in legal],
            "view": match.view(self.seat).as_dict(),
            "heard": [list(given) for given in match.heard(self.seat)],
            "log": [str(line) for line in match.log(self.seat, self.language)],
            "outcome": None if outcome is None else {
                "winners": outcome.winners, "scores": outcome.scores, "reason": outcome.reason
            },
        }  # fmt: skip


CLAIMS = (
    N_("Trust me."),
    N_("I don't believe you."),
    N_("You are up to something."),
    N_("Well played!"),
)


def pace_text(seconds: int, say: Voice) -> str:
    """How long an answer may take, in words."""
    if not seconds:
        return say("no clock")
    if seconds < 86_400:
        return say.many("{n} second for each answer", "{n} seconds for each answer", seconds)
    return say.many("{n} day for each answer", "{n} days for each answer", seconds // 86_400)
