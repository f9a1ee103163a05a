"""A table of players as what happened at it: every change is an event, and a table is its events folded in order.

`Table.check_…` says what event a wish amounts to, or refuses it; `Table.fold` is the only change. Between the two the
event is saved (see `tables`), so whatever anybody has been told can be found again after a crash.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from doppiogioco.bots.levels import EASY, USUAL, check_level
from doppiogioco.bots.talk import Claim
from doppiogioco.bots.tempers import temper_of
from doppiogioco.chat import claim_in, claims, spoken
from doppiogioco.engine.agreements import Matter, matters, standing
from doppiogioco.engine.errors import BadRecord
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.match import Match, Move, new
from doppiogioco.engine.words import N_
from doppiogioco.store import Entry, Row

from .names import bot_names, is_among, proper_name, told_apart
from .people import Removed, Said, Seat
from .refusals import BadName, Forbidden, NotFound, Refused, SetAside
from .summoning import Summons

Event = tuple[str, dict[str, Any]]  # the kind and what goes with it

PACES = (0, 30, 60, 120, 86_400, 259_200)  # seconds for an answer; 0 is no clock
RESERVES = (0, 120, 600)  # seconds in a whole game that a player may take besides
CHAT_KEPT = 200  # lines in memory; the store keeps all of them
DAY = 86_400.0  # seconds
AHEAD = 2.0  # seconds that the clock of another machine may be ahead of ours
OPEN_KEPT = DAY  # how long a table waits for players,
PLAYING_KEPT = 30 * DAY  # and how long a game without a clock waits for an answer, until it is closed
REMOVED = N_("the host has removed you from this table and can let you in again; meanwhile you can play at another one")


@dataclass
class Table:
    """A table, from its opening to its end."""

    id: str
    game: Game = field(init=False)
    options: dict[str, bool] = field(default_factory=dict)
    pace: int = 0
    reserve: int = 0
    overtime: dict[int, float] = field(default_factory=dict)  # what each seat has taken of its reserve
    listed: bool = True
    spectators: bool = True  # may those look on who have no seat?
    reminders: bool = True  # does the table keep in mind for everybody what everybody could remember?
    level: str = EASY  # of bots where nothing else was said, and of stand-ins
    hints: bool = False  # may who is to act ask a bot for advice?
    seed: str = ""
    host: int | None = None  # who looks after the table: who opened it; the role passes on
    agreed: dict[str, list[int]] = field(default_factory=dict)  # what is settled before the deal, by name
    seats: list[Seat] = field(default_factory=list)
    removed: dict[int, Removed] = field(default_factory=dict)  # whom the host does not want here, by their event
    renewed: set[str] = field(default_factory=set)  # nonces in whose place their person has a new one
    match: Match | None = None
    by_bot: dict[int, str] = field(default_factory=dict)  # the answers that bots gave, by number, and their level
    chat: deque[Said] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    said: int = 0  # how many lines there have been
    claimed: list[Claim] = field(default_factory=list)  # all that bots may believe
    summons: dict[int, Summons] = field(default_factory=dict)  # per seat, where it wants to be told of its turn
    advised: dict[int, int] = field(default_factory=dict)  # what bots would answer to what they leave to a partner
    votes: dict[int, set[int]] = field(default_factory=dict)  # per absent seat, who wants a bot in its place
    closed: bool = False
    expired: bool = False  # closed because nobody came
    rematch: str = ""
    series: dict[str, int] = field(default_factory=dict)  # by name, games won of those whose rematch this is
    number: int = 0  # of the next event
    at: float = 0.0  # of the last one
    asked_at: dict[int, float] = field(default_factory=dict)  # since when each seat is waited for
    _asked_since: dict[int, int] = field(default_factory=dict)  # and since which answer of the match
    _drafts: dict[int, Move] = field(default_factory=dict)  # what each seat has drafted last: nothing that counts

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
        return Entry(self.id, self.game.id, self.stage, self.listed, self.at, self.number - 1, self.due)

    @property
    def full(self) -> bool:
        """Is every seat taken?"""
        return all(seat.taken for seat in self.seats)

    @property
    def won_so_far(self) -> dict[str, int]:
        """By name, how many games each player has won: this one, and those whose rematch it is."""
        outcome = self.match.outcome if self.match else None
        won = outcome.winners if outcome else []
        return {one.name: self.series.get(one.name, 0) + (seat in won) for seat, one in enumerate(self.seats)}

    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.nonce and not seat.bot]

    def seat_of(self, nonce: str) -> int | None:
        """Where somebody sits now: who moves to another seat keeps the nonce."""
        return next((number for number, seat in enumerate(self.seats) if nonce and seat.nonce == nonce), None)

    def bots(self) -> list[int]:
        """The seats that a bot answers for."""
        return [number for number, seat in enumerate(self.seats) if seat.played_by_bot]

    def level_of(self, number: int) -> str:
        """How well the bot of a seat plays."""
        return self.seats[number].level or self.level

    def temper_of(self, number: int) -> str:
        """How the bot of a seat is besides; who stands in for a person is even-tempered."""
        return temper_of(self.seats[number].name) if self.seats[number].bot else ""

    def check_advice(self, seat: int) -> Match:
        """The match, if this seat may ask for advice now."""
        match = self._going_on()
        if not self.hints:
            raise Forbidden(N_("there are no hints at this table"))
        if seat not in match.waiting or self.seats[seat].played_by_bot:
            raise Refused(N_("it is not your turn"))
        return match

    def claims_made(self, upto: int | None = None) -> list[Claim]:
        """What players have claimed in play, up to an answer of the match."""
        return [claim for claim in self.claimed if upto is None or claim.after <= upto]

    def playing(self) -> Match:
        """The match, once there is one."""
        if self.match is None:
            raise Refused(N_("the game has not begun yet"))
        return self.match

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up, if there is a clock."""
        if not self.pace or self.closed or seat not in self.asked_at or self.seats[seat].played_by_bot:
            return None
        return self._time_up(seat, self.asked_at[seat])

    def _time_up(self, seat: int, asked_at: float) -> float:
        """When the time for an answer is up: the pace, and what is left of the seat's reserve."""
        return asked_at + self.pace + self.reserve - self.overtime.get(seat, 0.0)

    def _take_time(self, seat: int, at: float) -> None:
        """A seat has answered, or time was up: what it took beyond the pace comes out of its reserve."""
        if self.pace and self.reserve and seat in self.asked_at and not self.seats[seat].played_by_bot:
            taken = self.overtime.get(seat, 0.0) + max(0.0, at - self.asked_at[seat] - self.pace)
            self.overtime[seat] = min(taken, float(self.reserve))

    @property
    def minds_itself(self) -> bool:
        """Does something happen here though nobody does anything: do bots play, does a clock run?"""
        return self.stage == "playing" and bool(self.pace or self.bots())

    @property
    def due(self) -> float | None:
        """When somebody has to look at the table: a bot is to answer, time is up, nobody has come for long."""
        match self.stage:
            case "open":
                return self.at + OPEN_KEPT
            case "playing":
                waiting = self.playing().waiting
                if any(self.seats[seat].played_by_bot for seat in waiting):
                    return self.at
                return min(filter(None, map(self.deadline, waiting)), default=self.at + PLAYING_KEPT)
        return None

    def after(self, kind: str, at: float) -> Entry:
        """Where the table will stand after an event, as far as it can be told before the table deals on: it may be due
        later than this says, and the game may be over."""
        stage = {"started": "playing", "closed": "closed"}.get(kind, self.stage)
        due: float | None = None
        if stage == "open":
            due = at + OPEN_KEPT
        elif stage == "playing" and (kind in ("started", "stand-in", "removed") or self.bots()):
            due = at
        elif stage == "playing":
            others = map(self.deadline, self.playing().waiting)
            due = min([at + (self.pace or PLAYING_KEPT), *filter(None, others)])
        return Entry(self.id, self.game.id, stage, self.listed, at, self.number, due)

    # Wishes, and the events they amount to --------------------------------------------------------------------------

    def check_sit(self, number: int, name: str, shown: str = "") -> Event:
        """A person takes a free seat, and shows the secret of an earlier one, if they have any."""
        self._check_open()
        if self.was_removed(shown):
            raise Forbidden(REMOVED)
        self._check_free(number)
        name, unwanted = proper_name(name), [one.name for one in self.removed.values()]
        if is_among(name, unwanted):
            raise BadName(N_("the host has removed somebody of this name from the table: choose another one"))
        return "sat", {"seat": number, "name": told_apart(name, [*self._names, *unwanted]), "nonce": fresh_nonce()}

    def check_change(self, number: int, to: int) -> Event:
        """A person moves to a free seat before the game begins."""
        self._check_open()
        self._seat(number)
        self._check_free(to)
        return "changed", {"seat": number, "to": to}

    def check_remove(self, number: int) -> Event:
        """The host removes another person, who may not sit down here again; before the game begins also a bot."""
        if self._seat(number).bot:
            self._check_open()
        else:
            self._check_guest(number)
        return "removed", {"seat": number}

    def check_readmit(self, removed: int) -> Event:
        """The host lets somebody in again whom this event has removed: in play the seat is theirs as before."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        if removed not in self.removed:
            raise Refused(N_("nobody is waiting to be let in again"))
        return "readmitted", {"removed": removed}

    def was_removed(self, nonce: str) -> bool:
        """Has the host removed the person whose seat had this secret?"""
        return any(one.nonce == nonce for one in self.removed.values())

    def check_renew(self, number: int) -> Event:
        """A person has a new secret for the seat: who knows only the old one, on another device, loses it."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        self._seat(number)
        return "renewed", {"seat": number, "nonce": fresh_nonce()}

    def check_mute(self, number: int, *, muted: bool) -> Event:
        """The host takes the word from a guest in the chat, or gives it back. Claims are part of play, so they stay."""
        self._check_guest(number)
        return "muted", {"seat": number, "muted": muted}

    def check_host(self, number: int) -> Event:
        """The host hands the table over to another person."""
        self._check_guest(number)
        return "handed over", {"seat": number}

    def check_spectators(self, *, allowed: bool) -> Event:
        """The host lets spectators in, or sends them away."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        return "spectators", {"allowed": allowed}

    def may_look(self, seat: int | None) -> bool:
        """May somebody look at the table? Where there are no spectators, only who plays; and before the game whoever
        may still sit down."""
        return seat is not None or self.spectators or (self.stage == "open" and not self.full)

    def check_look(self, seat: int | None, shown: str = "") -> None:
        """Whoever may not look at the table is told so, and who shows the secret of a lost seat why it is lost."""
        if not self.may_look(seat):
            alone = N_("this table has no spectators: only those who play see it")
            raise Forbidden(REMOVED if self.was_removed(shown) else alone)

    def check_stand(self, number: int) -> Event:
        """A person gives up the seat before the game begins."""
        self._check_open()
        self._seat(number)
        return "stood", {"seat": number}

    def check_bot(self, number: int, level: str = "") -> Event:
        """The host puts a bot on a free seat, or in place of somebody who plays."""
        if self.stage == "open":
            self._check_free(number)
            name = next(bot_names(self._names))
            return "sat", {"seat": number, "name": name, "bot": True, "level": check_level(level or self.level)}
        return self.check_stand_in(number, "host")

    def check_stand_in(self, number: int, why: str) -> Event:
        """A bot goes on for a person: because the host says so, time is up, or the others have voted."""
        seat = self._seat(number)
        if self.stage != "playing" or seat.played_by_bot:
            raise Refused(N_("nobody needs to stand in here"))
        return "stand-in", {"seat": number, "why": why}

    def check_back(self, number: int, at: float) -> Event:
        """A person takes the seat back from the bot; the time for the present answer goes on running."""
        if not self._seat(number).stand_in:
            raise Refused(N_("this seat is already yours"))
        if self.pace and self._time_up(number, self.asked_at.get(number, at)) <= at:
            raise Refused(N_("your time for this answer is up: the bot gives it, then the seat is yours again"))
        return "back", {"seat": number}

    def check_set_back(self, at: float) -> Event:
        """The clock of the machine was set back: nobody is waited for since a time that is still to come."""
        if not self.asked_ahead(at):
            raise Refused(N_("the clock goes on as it did"))
        return "set-back", {}

    def asked_ahead(self, at: float) -> bool:
        """Is somebody waited for since a time that is still to come?"""
        return max(self.asked_at.values(), default=at) > at + AHEAD

    def check_vote(self, number: int, by: int) -> Event:
        """A player wants a bot in place of somebody who is away (`Tables` knows who is)."""
        if (
            self.stage != "playing"
            or number == by
            or number not in self.playing().waiting
            or self.seats[number].played_by_bot
        ):
            raise Refused(N_("nobody needs to stand in here"))
        return "voted", {"seat": number, "by": by}

    def voters(self, number: int) -> list[int]:
        """Who is asked whether a bot shall play for somebody: the other people who play themselves."""
        return [seat for seat in self.people() if seat != number and not self.seats[seat].stand_in]

    def outvoted(self, number: int) -> bool:
        """Do more than half of the other people want a bot there?"""
        return 2 * len(self.votes.get(number, set())) > len(self.voters(number))

    def check_start(self) -> Event:
        """The host begins; free seats go to bots."""
        self._check_open()
        bots = bot_names(self._names)
        return "started", {"bots": {str(n): next(bots) for n, seat in enumerate(self.seats) if not seat.taken}}

    def check_move(self, seat: int, answers: Sequence[int | str], after: int | None, language: str) -> Event:
        """A seat answers."""
        return self.check_drafted(self.draft(seat, answers, after, language))

    def check_bots_move(self, seat: int, answer: int, after: int) -> Event:
        """A bot answers, unless the person for whom it stood in has come back while it was thinking."""
        if not self.seats[seat].played_by_bot:
            raise Refused(N_("nobody needs to stand in here"))
        return self.check_move(seat, [answer], after, "en")

    def draft(self, seat: int, answers: Sequence[int | str], after: int | None, language: str) -> Move:
        """What a seat would answer; it need not be the whole of its move yet. Part by part it is checked once."""
        move = self._going_on().check(seat, *answers, after=after, language=language, drafted=self._drafts.get(seat))
        self._drafts[seat] = move
        return move

    def check_drafted(self, move: Move) -> Event:
        """A seat plays what it has put together; it is checked again only if something has happened since then."""
        return "moved", {"seat": move.seat, "answers": self._going_on().still(move)}

    def check_say(self, seat: int | None, name: str, text: str, *, claim: bool = False) -> Event:
        """Somebody says something; a claim is stored in the words that every language has its own for."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        if claim:
            found = claim_in(self.game, text)
            view = self.match.view(seat) if self.match and seat is not None else None
            if found is None or found not in claims(self.game, view):
                raise Refused(N_("this is not one of the claims you can make now"))
            return "said", {"seat": seat, "name": name, "text": found, "claim": True}
        if seat is not None and self.seats[seat].muted:
            raise Forbidden(N_("the host has muted you in the chat; you can still make claims"))
        return "said", {"seat": seat, "name": name, "text": spoken(text)}

    def check_advise(self, seat: int, answer: int, after: int) -> Event:
        """A bot tells the partner to whom it leaves a question what it would answer; nobody else is told."""
        match = self._going_on()
        if len(match.history) != after or not match.first_come or seat not in match.waiting:
            raise Refused(N_("the table has moved on in the meantime: look again"))
        return "advised", {"seat": seat, "answer": answer}

    def check_summons(self, seat: int, address: str, link: str, language: str) -> Event:
        """A player wants to be told elsewhere when it is their turn; at a faster table they would be told all day."""
        if self.pace < DAY:
            raise Refused(N_("word of your turn is sent at tables with a day or more for each answer"))
        return "summons", {"seat": seat, "address": address, "link": link, "language": language}

    def check_close(self) -> Event:
        """The host closes the table."""
        if self.stage in ("over", "closed"):
            raise Refused(N_("this table is closed"))
        return "closed", {}

    def check_expire(self) -> Event:
        """The table is closed because nobody has come for long."""
        kind, data = self.check_close()
        return kind, data | {"expired": True}

    def check_rematch(self, table: str) -> Event:
        """The same people at a new table."""
        if self.stage != "over":
            raise Refused(N_("the game is not over yet"))
        if self.rematch:
            raise Refused(N_("there is a new table already"))
        return "rematch", {"table": table}

    @property
    def matters(self) -> list[Matter]:
        """What the players may settle before the deal."""
        return list(matters(self.game, len(self.seats), self.game.option_bits(self.options), self.agreed))

    def check_agree(self, name: str, answers: Sequence[int]) -> Event:
        """The host settles something before the deal, as the rulebook lets the players; a lot decides the rest."""
        self._check_open()
        bits, wanted = self.game.option_bits(self.options), self.agreed | {name: list(answers)}
        holds = standing(self.game, len(self.seats), bits, wanted)
        if holds.get(name, []) != list(answers):
            raise Refused(N_("this cannot be settled here"))
        return "agreed", {"agreed": holds}

    def _going_on(self) -> Match:
        """The match, at a table where somebody may still answer."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        return self.playing()

    def _check_open(self) -> None:
        if self.stage != "open":
            raise Refused(N_("this table is closed") if self.closed else N_("the game has already begun"))

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise NotFound(N_("there is no such seat"))
        return self.seats[number]

    def _check_guest(self, number: int) -> None:
        """Another person than the host sits there."""
        if self.closed:
            raise Refused(N_("this table is closed"))
        if not self._seat(number).nonce:
            raise Refused(N_("nobody sits there") if not self.seats[number].taken else N_("a bot sits there"))
        if number == self.host:
            raise Refused(N_("you look after this table yourself"))

    def _check_free(self, number: int) -> None:
        if self._seat(number).taken:
            raise Refused(N_("somebody else has just taken this seat: choose another one"))

    @property
    def _names(self) -> list[str]:
        """How those who sit here are called."""
        return [seat.name for seat in self.seats if seat.taken]

    # The only change ------------------------------------------------------------------------------------------------

    def read(self, row: Row) -> None:
        """Take in an event that was stored; none may be missing before it."""
        if row.number != self.number:
            raise BadRecord(N_("event {number} is missing"), number=self.number)
        self.fold((row.kind, json.loads(row.data)), row.at)

    def fold(self, event: Event, at: float) -> None:
        """Take in an event, and when it happened."""
        kind, data = event
        match kind:
            case "opened":
                self._opened(data)
            case "sat":
                nonce = data.get("nonce", "")
                self.seats[data["seat"]] = Seat(
                    data["name"], bool(data.get("bot")), nonce, nonce, level=data.get("level", "")
                )
                if self.host is None and not data.get("bot"):
                    self.host = data["seat"]
            case "stood":
                self._left(data["seat"], Seat())
            case "removed":
                self._removed(data["seat"], at)
            case "readmitted":
                back = self.removed.pop(data["removed"])
                if back.seat is not None:
                    self.seats[back.seat].nonce, self.seats[back.seat].holder = back.nonce, back.holder
            case "changed":
                self.seats[data["to"]], self.seats[data["seat"]] = self.seats[data["seat"]], Seat()
                if data["seat"] in self.summons:
                    self.summons[data["to"]] = self.summons.pop(data["seat"])
                if self.host == data["seat"]:
                    self.host = data["to"]
            case "renewed":
                self.renewed.add(self.seats[data["seat"]].nonce)
                self.seats[data["seat"]].nonce = data["nonce"]
            case "muted":
                self.seats[data["seat"]].muted = data["muted"]
            case "handed over":
                self.host = data["seat"]
                self.seats[data["seat"]].muted = False
            case "spectators":
                self.spectators = data["allowed"]
            case "agreed":
                self.agreed = data["agreed"]
            case "started":
                for number, name in data["bots"].items():
                    self.seats[int(number)] = Seat(name, bot=True)
                names = [seat.name for seat in self.seats]
                self.match = new(
                    self.game.id, len(self.seats), self.options, self.seed, names,
                    agreed=self.agreed, reminders=self.reminders,
                )  # fmt: skip
            case "moved":
                match, answers = self.playing(), data["answers"]
                self._take_time(data["seat"], at)
                if self.seats[data["seat"]].played_by_bot:
                    self.by_bot[len(match.history)] = self.level_of(data["seat"])
                match.make(answers if isinstance(answers, Move) else match.check(data["seat"], *answers))
                self.votes.pop(data["seat"], None)
                self.advised, self._drafts = {}, {}
            case "advised":
                self.advised = self.advised | {data["seat"]: data["answer"]}
            case "summons" if data["address"]:
                self.summons[data["seat"]] = Summons(data["address"], data["link"], data["language"])
            case "summons":
                self.summons.pop(data["seat"], None)
            case "said":
                self.hear(Said(data["seat"], data["name"], data["text"], at, bool(data.get("claim"))))
            case "stand-in":
                self._take_time(data["seat"], at)
                self.seats[data["seat"]].stand_in = True
                self.votes.pop(data["seat"], None)
            case "back":
                self.seats[data["seat"]].stand_in = False
            case "voted":
                self.votes.setdefault(data["seat"], set()).add(data["by"])
            case "closed":
                self.closed, self.expired = True, bool(data.get("expired"))
            case "rematch":
                self.rematch = data["table"]
            case "set-back":
                pass  # since when each seat is waited for is noted after every event
            case _:
                raise ValueError(f"table {self.id}: nobody knows an event called {kind}")
        self._note_waiting(at)
        self.number, self.at = self.number + 1, at

    def hear(self, said: Said) -> None:
        """Take in a line of the chat."""
        self.chat.append(said)
        self.said += 1
        if said.claim and said.seat is not None:
            self.claimed.append(Claim(said.seat, said.text, len(self.match.history) if self.match else 0))

    def _opened(self, data: Mapping[str, Any]) -> None:
        self.game, self.options, self.seed = find(data["game"]), data["options"], data["seed"]
        version = data.get("version", 1)  # the first tables did not say
        if version != self.game.version:
            text = N_("this table was played by version {version} of the rules; this server plays version {ours}")
            raise SetAside(text, version=version, ours=self.game.version)
        self.pace, self.listed, self.reminders = data["pace"], data["listed"], data.get("reminders", True)
        self.reserve = data.get("reserve", 0)  # older tables had none
        self.level = data.get("level", EASY)  # tables that are older than levels had bots of this kind
        self.hints = data.get("hints", False)  # older tables had none
        self.spectators = data.get("spectators", True)  # everybody could watch those
        self.series = data.get("series", {})  # older rematches did not know whose they were
        self.seats = [Seat() for _ in range(data["seats"])]
        if by := data.get("by"):
            self.host, self.seats[by["seat"]] = by["seat"], Seat(by["name"], nonce=by["nonce"], holder=by["nonce"])

    def _removed(self, number: int, at: float) -> None:
        """Somebody is not wanted here: before the game the seat is free, in play a bot goes on."""
        seat, begun = self.seats[number], self.match is not None
        if seat.nonce:
            self.removed[self.number] = Removed(seat.name, seat.nonce, seat.holder, number if begun else None)
        if begun:
            self._take_time(number, at)
            self.votes.pop(number, None)
            for by in self.votes.values():
                by.discard(number)
        self._left(number, Seat(seat.name, stand_in=True) if begun else Seat())

    def _left(self, number: int, seat: Seat) -> None:
        """Somebody is gone: what becomes of the seat. What was kept for the person is nobody else's."""
        self.seats[number] = seat
        self.summons.pop(number, None)
        self._drafts.pop(number, None)
        if self.host == number:
            self.host = next(iter(self.people()), None)

    def _note_waiting(self, at: float) -> None:
        """Since when each seat is waited for: the clock of a seat starts anew when a question is put to it."""
        if self.match is None:
            return
        asked, before = self.match.asked_since, self._asked_since
        since = {seat: when for seat, when in self.asked_at.items() if when <= at + AHEAD}
        self.asked_at = {
            seat: since.get(seat, at) if before.get(seat) == number else at for seat, number in asked.items()
        }
        self._asked_since = asked


def opening(
    game: str,
    seats: int,
    options: Mapping[str, bool],
    *,
    pace: int = 0,
    reserve: int = 0,
    listed: bool = True,
    reminders: bool = True,
    level: str = USUAL,
    hints: bool = False,
    spectators: bool = True,
    seed: str | None = None,
    by: tuple[int, str] | None = None,
    series: Mapping[str, int] | None = None,
) -> Event:
    """The first event of a table. Who opens it sits down with it, so nobody else can look after it first."""
    found = find(game)
    found.check_seats(seats)
    chosen = found.chosen(found.option_bits(options))
    if pace not in PACES or reserve not in RESERVES:
        raise Refused(N_("there is no such pace"))
    data: dict[str, Any] = {"game": game, "version": found.version, "seats": seats, "options": chosen}
    data |= {"pace": pace, "reserve": reserve if pace else 0}
    data |= {"listed": listed, "reminders": reminders, "level": check_level(level), "hints": hints}
    data["spectators"] = spectators
    data["seed"] = seed or secrets.token_hex(32)
    if by is not None:
        data["by"] = {"seat": by[0], "name": proper_name(by[1]), "nonce": fresh_nonce()}
    if series:
        data["series"] = dict(series)
    return "opened", data


def fresh_nonce() -> str:
    """What makes a seat somebody's: nobody can guess it."""
    return secrets.token_urlsafe(9)
