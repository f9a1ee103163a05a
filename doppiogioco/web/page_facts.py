"""What a page shows, as plain facts of (table, seat, language, draft): for pieces of HTML, and for programs as JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from doppiogioco.bots.exposure import has_identities
from doppiogioco.chat import claims
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Line, Match, Move
from doppiogioco.engine.notes import Note
from doppiogioco.engine.words import Voice
from doppiogioco.revealed import deal_checked
from doppiogioco.tables.people import Said
from doppiogioco.tables.table import DAY, Table
from doppiogioco.tables.tables import Tables

from .choices import levels, pace_text, reserve_text
from .lobby import Agreement, agreements, sides, waited_for
from .moments import LATELY, in_short, last_answer, last_turn, latest
from .naming import kept_drawn
from .page_cache import PageCache, Piece, cache_of
from .players import Player
from .standing import lazily, standing

CHAT = 40  # lines of the chat, on a page and for programs


class Draft:
    """A move being put together: answers that are drawn, but not yet played."""

    def __init__(self, move: Move) -> None:
        ends = move.match.game.over(move.table)
        self.move, self.answers, self.texts, self.more = move, tuple(move), move.parts, move.more
        # The table as it would be. The end opens everything, so it is not drawn before it is played.
        self.match: Match = move.match.as_if(move.back() if ends else move)


@dataclass(frozen=True)
class Button:
    """A legal answer: its words, what it does, and the place on the table that stands for it."""

    value: int
    text: str
    place: str | None
    effect: str = ""
    spent: str = ""  # why it cannot come true, as everybody could remember


class PageFacts:
    """A table as one viewer sees it."""

    def __init__(
        self, tables: Tables, table: Table, seat: int | None, language: str, draft: Move | None = None
    ) -> None:
        self.tables, self.table, self.seat, self.language = tables, table, seat, language
        self._watchers = tables.watchers(table)
        self._kept: PageCache = cache_of(self._watchers)
        self.now = now = standing(self._kept, table, self._watchers, language)
        self.id, self.game = table.id, table.game  # its name in addresses, and what is played
        self.say, self.stage = now.say, now.stage  # one of: open, playing, over, closed
        self.after = now.after  # how many answers the viewer has seen
        self.draft = None if draft is None else Draft(draft)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.say(self.game.words.TITLE)

    @property
    def host(self) -> bool:
        """Does the viewer look after the table?"""
        return self.seat is not None and self.seat == self.table.host

    @property
    def guests(self) -> list[Player]:
        """The other people at the table, for the host."""
        return [player for player in self.players if player.taken and not player.bot and not player.you]

    @property
    def unwanted(self) -> list[tuple[int, str]]:
        """Whom the host has removed, told to the host alone: the number of the event, and the name."""
        return [(number, one.name) for number, one in self.table.removed.items()] if self.host else []

    @property
    def muted(self) -> bool:
        """Has the host taken the word from the viewer?"""
        return self.seat is not None and self.table.seats[self.seat].muted

    @property
    def seen(self) -> Match:
        """The match as it is drawn: with the draft, where there is one."""
        return self.draft.match if self.draft else self.now.playing

    @lazily
    def my_turn(self) -> bool:
        """Is the viewer to answer?"""
        return self.seat in self.now.waiting

    @property
    def to_act(self) -> bool:
        """Is the viewer to answer, and no bot for them?"""
        return self.my_turn and not self.stand_in

    @lazily
    def stand_in(self) -> bool:
        """Does a bot play for the viewer?"""
        return self.seat is not None and self.table.seats[self.seat].stand_in

    @property
    def options(self) -> list[str]:
        """The options that are on, in words."""
        chosen = [self.say(self.game.words.OPTIONS[name]) for name, on in self.table.options.items() if on]
        return chosen if self.table.reminders else [*chosen, self.say("No memory aid: remember it yourself")]

    @property
    def levels(self) -> list[tuple[str, str]]:
        """How well a bot may play, in words; the table's own level first chosen."""
        return levels(self.say)

    @property
    def pace(self) -> str:
        """How long an answer may take, in words."""
        pace, reserve = pace_text(self.table.pace, self.say), self.table.reserve
        return f"{pace}, {reserve_text(reserve, self.say)}" if reserve else pace

    @lazily
    def question(self) -> str:
        """The present question, or how it ended."""
        match = self.seen
        if self.draft and not self.draft.more:
            return self.say("Is that your move?")
        if self.stage == "over":
            return match.verdict(self.language)
        return match.question(self.seat, self.language)

    @property
    def ask(self) -> str:
        """What the buttons answer: a doubled click on one question must not answer the next."""
        if self.draft and not self.draft.more:
            return "confirm"
        return str(self.game.rules.Ask(self.seen.view().ask).name)

    @property
    def clause(self) -> str:
        """The rule behind the question."""
        return self.seen.clause

    @lazily
    def buttons(self) -> list[Button]:
        """What the viewer may answer now."""
        if not self.my_turn or self.stand_in or (self.draft and not self.draft.more):
            return []
        facts = self.draft.answers if self.draft else (), self.seat, self.language
        return self._kept.now(self.after, "buttons", facts, self._buttons)

    def _buttons(self) -> list[Button]:
        assert self.seat is not None
        view, words, place = self.view, self.game.words, self.game.drawing.place
        spent = words.spent if self.say.reminders else no_words
        return [
            Button(a, text, place(view, a), words.effect(view, a, self.say), spent(view, a, self.say))
            for a, text in ((int(answer), str(answer)) for answer in self.seen.legal(self.seat, self.language))
        ]

    @property
    def advice(self) -> list[tuple[str, Button]]:
        """What bots would answer with whom the viewer decides: their names, and the buttons that they would press."""
        advised = self.table.advised.items()
        return [(self.say.seat(seat), one) for seat, answer in advised for one in self.buttons if one.value == answer]

    @lazily
    def shortcuts(self) -> list[tuple[str, str]]:
        """Several answers that can be given at one stroke: what is sent, and its words."""
        if not self.buttons or self.draft:
            return []
        found = self.game.words.shortcuts(self.view, self.say)
        return [(",".join(map(str, answers)), text) for text, answers in found]

    @lazily
    def goal(self) -> str:
        """What one plays for, and what ends the game."""
        if self.stage == "over":
            return ""
        words = partial(self.game.words.goal, say=self.say)
        look = self.now.look
        return words(self.view) if self.draft else self._kept.seen("goal", self._viewer, look(self.seat), words)

    @lazily
    def view(self) -> View:
        """What the viewer sees, with the draft, where there is one."""
        return self.draft.match.view(self.seat) if self.draft else self.now.view(self.seat)

    @lazily
    def _viewer(self) -> tuple[int | None, str]:
        return self.seat, self.language

    @lazily
    def _lately(self) -> list[Line]:
        """What has happened since the viewer's last turn, or lately, in a few lines."""
        heard = self.now.log(self.seat)
        return in_short(latest(heard, last_turn(self.now.playing.history, self.seat)) or heard[-LATELY:])

    @property
    def since(self) -> list[Piece]:
        """The same as HTML."""
        return [kept_drawn(self._kept, line, self.say) for line in self._lately]

    @lazily
    def _shown(self) -> list[Line]:
        """What only the viewer has been shown since their last answer, and may want to look at in peace."""
        if self.seat is None or self.stage != "playing":
            return []
        news = latest(self.now.log(self.seat), last_answer(self.now.playing.history, self.seat))
        return [line for line in news if line.shown]

    @property
    def to_look_at(self) -> list[Piece]:
        """The same as HTML."""
        return [kept_drawn(self._kept, line, self.say) for line in self._shown]

    @property
    def looked_at(self) -> int:
        """The number of the latest of these answers: a template sees of a line only its text."""
        return self._shown[-1].number

    @lazily
    def facing(self) -> int:
        """From which side the viewer looks at the table; a spectator sits where the host sits."""
        chair = self.seat if self.seat is not None else self.table.host or 0
        return self.game.drawing.facing(self.now.view(None), chair)

    @property
    def memory(self) -> list[Note]:
        """What the viewer can remember."""
        return self.table.playing().recall(self.seat, self.language)

    @property
    def remembers(self) -> bool:
        """Is there anything to remember at this table?"""
        return self.game.memory is not None and self.table.reminders

    @property
    def identities(self) -> bool:
        """Does anybody hide who they are in this game?"""
        return has_identities(self.game)

    @property
    def only_bots(self) -> bool:
        """Does nobody else sit here whom a pause would keep waiting?"""
        return set(self.table.people()) <= {self.seat}

    @property
    def summonable(self) -> bool:
        """Can the viewer be sent word when it is their turn?"""
        return self.seat is not None and self.table.pace >= DAY and bool(self.tables.messenger.hosts)

    @property
    def summons(self) -> str:
        """Where to: the viewer's own address."""
        found = self.table.summons.get(-1 if self.seat is None else self.seat)
        return found.address if found else ""

    @property
    def deadline(self) -> float | None:
        """When the time of whoever is waited for is up: the viewer's own first."""
        return self.now.deadlines.get(-1 if self.seat is None else self.seat, self.now.soonest)

    @lazily
    def picks(self) -> dict[str, Button]:
        """Legal answers by the place that stands for them."""
        return {button.place: button for button in self.buttons if button.place}

    @lazily
    def players(self) -> list[Player]:
        """Everybody at the table."""
        everybody = [*self.now.players]
        if self.seat is not None:
            everybody[self.seat] = replace(everybody[self.seat], you=True)
        for number in self._votes:
            everybody[number] = replace(everybody[number], may_vote=True)
        return everybody

    @property
    def _votes(self) -> list[int]:
        """For whom the viewer may ask for a bot."""
        return [number for number in self.now.waiting if self._may_vote(number)]

    def _may_vote(self, number: int) -> bool:
        """May the viewer ask for a bot in place of this player, who is waited for and has been away for long?"""
        return (
            self.seat not in (None, number)
            and not self.stand_in
            and not self.table.seats[number].played_by_bot
            and self._watchers.absent(number)
            and self.seat not in self.table.votes.get(number, set())
        )

    @property
    def claims(self) -> list[str]:
        """What the viewer can say with one tap."""
        return [self.say(claim) for claim in self._sayable]

    @lazily
    def _sayable(self) -> tuple[str, ...]:
        if self.seat is None or self.stage == "closed":
            return ()
        if self.table.match is None or self.game.words.may_claim is None:
            return claims(self.game)
        look = self.now.look(self.seat)
        return self._kept.seen("claims", self.seat, look, lambda view: claims(self.game, view))

    @property
    def chat(self) -> list[Said]:
        """The latest lines of the chat; a claim in the viewer's own language."""
        if self.seat is None and not self.table.spectators:
            return []
        latest = list(self.table.chat)[-CHAT:]
        return [replace(said, text=self.say(said.text)) if said.claim else said for said in latest]

    @property
    def sides(self) -> list[str]:
        """Before the game: on which side each seat plays, in words, where that follows from the seat."""
        return sides(self.game, len(self.table.seats), self.say)

    @property
    def waited_for(self) -> list[str]:
        """Before the game: who is still waited for, in words."""
        return waited_for(self)

    @property
    def agreements(self) -> list[Agreement]:
        """What can be settled before the deal, and what has been."""
        return agreements(self.table, self.say)

    @property
    def seal(self) -> str:
        """The hash that binds the dealer to its seed, told before the first card."""
        return self.table.playing().commitment or ""

    @property
    def seed(self) -> str:
        """The dealer's seed, once the game is over."""
        return self.table.seed if self.stage == "over" else ""

    @property
    def fair_deal(self) -> str:
        """What checking the deal against its seal has shown, once the game is over."""
        return deal_checked(self.table.playing(), self.say)

    @property
    def reckoning(self) -> list[tuple[str, list[str]]]:
        """At the end: for each player, line by line, how the result came about."""
        found: list[tuple[str, list[str]]] = self.game.words.reckoning(self.table.playing().view(), self.say)
        return found

    @property
    def results(self) -> list[tuple[str, str, bool]]:
        """At the end: name, points, and who has won; the best first."""
        outcome = self.table.playing().outcome
        if outcome is None:
            return []
        won, points = outcome.winners, outcome.scores
        order = sorted(range(len(points)), key=lambda seat: (seat not in won, -points[seat]))
        view, result = self.table.playing().view(), self.game.words.result
        return [(self.say.seat(seat), result(view, seat, points[seat], self.say), seat in won) for seat in order]

    @property
    def won_so_far(self) -> str:
        """After a rematch: how many games each player has won by now, in words; the best first."""
        if not self.table.series:
            return ""
        won = sorted(self.table.won_so_far.items(), key=lambda one: -one[1])
        return self.say("Games won so far: {tally}", tally=", ".join(f"{name} {count}" for name, count in won))

    def as_json(self) -> dict[str, Any]:
        """The same facts for a program."""
        table, match = self.table, self.table.match
        data: dict[str, Any] = {
            "table": table.id,
            "game": self.game.id,
            "stage": table.stage,
            "options": table.options,
            "pace": table.pace,
            "reserve": table.reserve,
            "you": self.seat,
            "seats": [
                {"seat": p.number, "name": p.name, "taken": p.taken, "bot": p.bot or p.stand_in, "muted": p.muted,
                 "level": table.level_of(p.number) if p.bot or p.stand_in else None, "deadline": p.deadline}
                for p in self.players
            ],
            "chat": [{"name": said.name, "text": said.text, "claim": said.claim} for said in self.chat],
            "host": table.host,
            "removed": [{"removed": number, "name": name} for number, name in self.unwanted],
            "spectators": table.spectators,
            "agreed": table.agreed,
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
            "advice": [{"name": name, "answer": button.value} for name, button in self.advice],
            "view": match.view(self.seat).as_dict(),
            "heard": [list(given) for given in match.heard(self.seat)],
            "log": [str(line) for line in match.log(self.seat, self.language)],
            "outcome": None if outcome is None else {
                "winners": outcome.winners, "scores": outcome.scores, "reason": outcome.reason
            },
        }  # fmt: skip


def no_words(view: View, a: int, say: Voice) -> str:  # noqa: ARG001
    """What is said where nothing is to be said."""
    return ""
