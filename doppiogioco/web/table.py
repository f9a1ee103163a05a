"""A table of players as what happened at it: every change is an event, and a table is its events folded in order.

`Table.check_…` says what event a wish amounts to, or refuses it; `Table.fold` is the only change. Between the two the
event is saved (see `house`), so whatever anybody has been told can be found again after a crash.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.words import N_
from doppiogioco.store import Entry, Row
from doppiogioco.talk import spoken

Event = tuple[str, dict[str, Any]]  # the kind and what goes with it

BOT_NAMES = ("Volpe", "Gufo", "Lince", "Corvo", "Faina", "Vipera", "Airone", "Lupo")  # code names, in any language
PACES = (0, 30, 60, 120, 86_400, 259_200)  # seconds for an answer; 0 is no clock
LONGEST_NAME = 24  # characters


class Refused(DoppiogiocoError):
    """A wish that cannot be granted now; `status` is its HTTP code."""

    status = 409


class Unreadable(Refused):
    """A body in which nothing can be found."""

    status = 400


class NotFound(Refused):
    """No such table, page or seat."""

    status = 404


class Forbidden(Refused):
    """Somebody else may do this."""

    status = 403


@dataclass
class Seat:
    """Who sits where. `nonce` is what a signed seat must name, so a seat can be given anew."""

    name: str = ""
    bot: bool = False
    nonce: str = ""
    stand_in: bool = False  # a bot plays for a person who is away

    @property
    def taken(self) -> bool:
        """Does somebody sit here?"""
        return self.bot or bool(self.nonce)

    @property
    def played_by_bot(self) -> bool:
        """Does a bot answer for this seat?"""
        return self.bot or self.stand_in


@dataclass
class Said:
    """A line of the chat; `claim` marks what was said with one tap."""

    seat: int | None
    name: str
    text: str
    at: float
    claim: bool = False


@dataclass
class Table:
    """A table, from its opening to its end."""

    id: str
    game: Game = field(init=False)
    options: dict[str, bool] = field(default_factory=dict)
    pace: int = 0
    listed: bool = True
    seed: str = ""
    host: int = 0
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    chat: list[Said] = field(default_factory=list)
    votes: dict[int, set[int]] = field(default_factory=dict)  # per absent seat, who wants a bot in its place
    closed: bool = False
    rematch: str = ""
    number: int = 0  # of the next event
    at: float = 0.0  # of the last one
    asked_at: dict[int, float] = field(default_factory=dict)  # since when each seat is waited for

    # Where it stands ------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """One of: open, playing, over, closed."""
        if self.closed:
            return "closed"
        if self.match is None:
            return "open"
        return "over" if self.match.over else "playing"

    @property
    def entry(self) -> Entry:
        """What the lists of tables show."""
        return Entry(self.id, self.game.id, self.stage, self.listed, self.at)

    @property
    def full(self) -> bool:
        """Is every seat taken?"""
        return all(seat.taken for seat in self.seats)

    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.nonce and not seat.bot]

    def waiting_bots(self) -> list[int]:
        """The seats that a bot must answer for now."""
        return [seat for seat in self.playing().waiting if self.seats[seat].played_by_bot] if self.match else []

    def playing(self) -> Match:
        """The match, once there is one."""
        if self.match is None:
            raise Refused(N_("the game has not begun yet"))
        return self.match

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up, if there is a clock."""
        if not self.pace or self.closed or seat not in self.asked_at or self.seats[seat].played_by_bot:
            return None
        return self.asked_at[seat] + self.pace

    # Wishes, and the events they amount to --------------------------------------------------------------------------

    def check_sit(self, number: int, name: str) -> Event:
        """A person takes a free seat."""
        self._check_open()
        seat = self._seat(number)
        if seat.taken:
            raise Refused(N_("somebody else has just taken this seat: choose another one"))
        return "sat", {"seat": number, "name": self._name(name), "nonce": secrets.token_urlsafe(9)}

    def check_stand(self, number: int) -> Event:
        """A person gives up the seat before the game begins."""
        self._check_open()
        self._seat(number)
        return "stood", {"seat": number}

    def check_bot(self, number: int) -> Event:
        """The host puts a bot on a free seat, or in place of somebody who plays."""
        seat = self._seat(number)
        if self.stage == "open":
            if seat.taken:
                raise Refused(N_("somebody else has just taken this seat: choose another one"))
            taken = {other.name.casefold() for other in self.seats}
            name = next(name for name in BOT_NAMES if name.casefold() not in taken)
            return "sat", {"seat": number, "name": name, "bot": True}
        return self.check_stand_in(number, "host")

    def check_stand_in(self, number: int, why: str) -> Event:
        """A bot goes on for a person: because the host says so, time is up, or the others have voted."""
        seat = self._seat(number)
        if self.stage != "playing" or seat.played_by_bot:
            raise Refused(N_("nobody needs to stand in here"))
        return "stand-in", {"seat": number, "why": why}

    def check_back(self, number: int) -> Event:
        """A person takes the seat back from the bot."""
        if not self._seat(number).stand_in:
            raise Refused(N_("this seat is already yours"))
        return "back", {"seat": number}

    def check_vote(self, number: int, by: int) -> Event:
        """A player wants a bot in place of somebody who is away."""
        if (
            self.stage != "playing"
            or number == by
            or number not in self.playing().waiting
            or self.seats[number].played_by_bot
        ):
            raise Refused(N_("nobody needs to stand in here"))
        return "voted", {"seat": number, "by": by}

    def outvoted(self, number: int) -> bool:
        """Do more than half of the other people want a bot there?"""
        others = [seat for seat in self.people() if seat != number and not self.seats[seat].stand_in]
        return 2 * len(self.votes.get(number, set())) > len(others)

    def check_start(self) -> Event:
        """The host begins; free seats go to bots."""
        self._check_open()
        taken = {seat.name.casefold() for seat in self.seats if seat.taken}
        bots = iter(name for name in BOT_NAMES if name.casefold() not in taken)
        return "started", {"bots": {str(n): next(bots) for n, seat in enumerate(self.seats) if not seat.taken}}

    def check_move(self, seat: int, answers: list[int | str], after: int | None, language: str) -> Event:
        """A seat answers."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        return "moved", {"seat": seat, "answers": self.playing().check(seat, *answers, after=after, language=language)}

    def check_say(self, seat: int | None, name: str, text: str, *, claim: bool = False) -> Event:
        """Somebody says something."""
        said = {"seat": seat, "name": name[:LONGEST_NAME], "text": spoken(text)}
        return "said", said | ({"claim": True} if claim else {})

    def check_close(self) -> Event:
        """The host closes the table."""
        if self.stage in ("over", "closed"):
            raise Refused(N_("this table is closed"))
        return "closed", {}

    def check_rematch(self, table: str) -> Event:
        """The same people at a new table."""
        if self.stage != "over":
            raise Refused(N_("the game is not over yet"))
        if self.rematch:
            raise Refused(N_("there is a new table already"))
        return "rematch", {"table": table}

    def _check_open(self) -> None:
        if self.stage != "open":
            raise Refused(N_("this table is closed") if self.closed else N_("the game has already begun"))

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise NotFound(N_("there is no such seat"))
        return self.seats[number]

    def _name(self, name: str) -> str:
        """A name that can be told from the others'."""
        name = " ".join(name.split())[:LONGEST_NAME]
        if not name:
            raise Refused(N_("please say how you want to be called"))
        taken = {seat.name.casefold() for seat in self.seats if seat.taken}
        if name.casefold() in taken:
            raise Refused(N_("somebody at this table is already called {name}"), name=name)
        return name

    # The only change ------------------------------------------------------------------------------------------------

    def fold(self, row: Row) -> None:
        """Take in an event."""
        data: dict[str, Any] = json.loads(row.data)
        match row.kind:
            case "opened":
                self._opened(data)
            case "sat":
                self.seats[data["seat"]] = Seat(data["name"], bool(data.get("bot")), data.get("nonce", ""))
            case "stood":
                self.seats[data["seat"]] = Seat()
            case "started":
                for number, name in data["bots"].items():
                    self.seats[int(number)] = Seat(name, bot=True)
                names = [seat.name for seat in self.seats]
                self.match = new(self.game.id, len(self.seats), self.options, self.seed, names)
            case "moved":
                self.playing().play(data["seat"], *data["answers"])
                self.votes.pop(data["seat"], None)
            case "said":
                self.chat.append(Said(data["seat"], data["name"], data["text"], row.at, bool(data.get("claim"))))
            case "stand-in":
                self.seats[data["seat"]].stand_in = True
                self.votes.pop(data["seat"], None)
            case "back":
                self.seats[data["seat"]].stand_in = False
            case "voted":
                self.votes.setdefault(data["seat"], set()).add(data["by"])
            case "closed":
                self.closed = True
            case "rematch":
                self.rematch = data["table"]
            case kind:
                raise ValueError(f"table {self.id}: nobody knows an event called {kind}")
        self._note_waiting(row)
        self.number, self.at = row.number + 1, row.at

    def _opened(self, data: Mapping[str, Any]) -> None:
        self.game, self.options, self.seed = find(data["game"]), data["options"], data["seed"]
        self.pace, self.listed = data["pace"], data["listed"]
        self.seats = [Seat() for _ in range(data["seats"])]

    def _note_waiting(self, row: Row) -> None:
        """Since when each seat is waited for; chat does not start a clock anew."""
        if self.match is None:
            return
        waiting, moved = self.match.waiting, row.kind in ("moved", "started", "back")
        answered = json.loads(row.data).get("seat") if moved else None
        self.asked_at = {
            seat: self.asked_at[seat] if seat in self.asked_at and seat != answered else row.at for seat in waiting
        }


def opening(
    game: str, seats: int, options: Mapping[str, bool], *, pace: int = 0, listed: bool = True, seed: str | None = None
) -> Event:
    """The first event of a table."""
    found = find(game)
    found.check_seats(seats)
    bits = found.option_bits(options)
    chosen = {name: bool(bits >> bit & 1) for bit, name in enumerate(found.rules.OPTIONS)}
    if pace not in PACES:
        raise Refused(N_("there is no such pace"))
    data = {"game": game, "seats": seats, "options": chosen, "pace": pace, "listed": listed}
    return "opened", data | {"seed": seed or secrets.token_hex(32)}
