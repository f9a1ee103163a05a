"""What bots think, as pages: the hint for who is to act, and after the game the why of a bot's answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from litestar import MediaType, Response
from litestar.params import FromPath

from doppiogioco.bots.decision import Decision
from doppiogioco.bots.levels import NAMES
from doppiogioco.bots.telling import evidence, percent, suspected
from doppiogioco.bots.tempers import temper
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay
from doppiogioco.engine.words import N_
from doppiogioco.tables.refusals import Refused
from doppiogioco.tables.table import Table

from .afterwards import Afterwards
from .described import AT_A_TABLE, HTML, described
from .http import Asked, html, look, looked_at, number, seats_of, tables_of, wants_json
from .render import render
from .seats import language_of
from .shapes import HintDrawn, HintTold

BEST = 3  # answers that are shown
TELLING = 0.02  # by so much less sure is worth a word
CLEARLY, A_LITTLE = 4.0, 1.5  # so many times as often as the next best: then an answer looks better, at a glance


@dataclass(frozen=True)
class Choice:
    """An answer that was thought of."""

    answer: int
    text: str
    odds: str  # how often it would be given
    share: int  # the same out of a hundred, for a bar
    win: str  # the chance to win after it, empty where a glance had to do
    effect: str  # what it does at once, in a few words
    sure: str  # how sure who only watches could be, after it, of what the seat hides; empty where that is not known
    given: bool = False  # it is the one that was given


@dataclass(frozen=True)
class Belief:
    """Something a bot believes, and what it goes by."""

    text: str
    odds: str
    reasons: tuple[str, ...]
    true: bool | None = None  # was it so? Only told when the game is over


class Thoughts:
    """A decision in the words of one language, from the point of view of the seat that made it."""

    def __init__(self, made: Decision, match: Match, seat: int, language: str) -> None:
        self.made, self.match, self.seat, self.language = made, match, seat, language
        self.say, self.view = match.voice(language), match.view(seat)
        self._texts = {int(one): str(one) for one in match.legal(seat, language)}

    @property
    def glance(self) -> bool:
        """Was it only a glance?"""
        return self.made.win is None

    @property
    def win(self) -> str:
        """The chance to win, all in all."""
        return "" if self.made.win is None else percent(self.made.win)

    @property
    def tempted(self) -> str:
        """Where a glance had to do: how much more the best answer tempts than the next one, in a sentence."""
        if not self.glance or len(self.made.chances) < 2:
            return ""
        best, other = self.made.best(2)
        parts = {"answer": self._texts[int(best)], "other": self._texts[int(other)]}
        more = self.made.chances[best] / max(self.made.chances[other], 1e-9)
        if more >= CLEARLY:
            return self.say("“{answer}” looks clearly better than anything else.", **parts)
        if more >= A_LITTLE:
            return self.say("“{answer}” looks a little better than “{other}”.", **parts)
        return self.say("“{answer}” and “{other}” look much alike.", **parts)

    def choices(self, given: int | None = None) -> list[Choice]:
        """The best answers, and the one that was given."""
        best = self.made.best(BEST)
        best += [one for one in self.made.chances if int(one) == given and one not in best]
        return [
            Choice(
                int(one), self._texts[int(one)], percent(self.made.chances[one]), round(100 * self.made.chances[one]),
                percent(self.made.wins[one]) if one in self.made.wins else "",
                self.match.game.words.effect(self.view, int(one), self.say),
                percent(self.made.sure[one]) if one in self.made.sure else "", int(one) == given,
            )
            for one in best
        ]  # fmt: skip

    def not_the_best(self, given: int) -> str:
        """Why an answer was given that is not the first of the best, in a sentence; nothing where it is."""
        best, one = self.made.best(1)[0], next((one for one in self.made.chances if int(one) == given), None)
        if one is None or one == best:
            return ""
        if round(100 * self.made.chances[one]) == 0:
            return self.say("With more time to think it would have answered differently.")
        if self.made.sure.get(one, 1.0) < self.made.sure.get(best, 0.0) - TELLING:
            return self.say("It took one that is about as good and gives less away.")
        return self.say("It does not always give the best one, so that nobody can count on it.")

    def beliefs(self, truth: Match | None = None) -> list[Belief]:
        """What is believed of what the seat cannot see, with the evidence for it."""
        found, log = [], self.match.log(self.seat, self.language)
        for one in self.made.suspicions:
            text = suspected(self.view, one.name, one.at, one.value, self.say) or ""
            reasons = [r for r in self.made.reasons if (r.name, r.at, r.value) == (one.name, one.at, one.value)]
            told = tuple(evidence(reason, self.view, log, self.say) for reason in reasons)
            state = self.match.game.state
            true = None if truth is None else truth.everything().vector[state.offset(one.name, one.at)] == one.value
            found.append(Belief(text, percent(one.odds), told, true))
        return found

    def as_json(self) -> dict[str, Any]:
        """The same for a program."""
        return {
            "win": self.made.win,
            "glance": self.glance,
            "best": [
                {"answer": int(one), "text": self._texts[int(one)], "chance": self.made.chances[one],
                 "win": self.made.wins.get(one), "sure": self.made.sure.get(one)}
                for one in self.made.best(BEST)
            ],
            "beliefs": [
                {"text": belief.text, "odds": one.odds, "reasons": list(belief.reasons)}
                for one, belief in zip(self.made.suspicions, self.beliefs(), strict=True)
            ],
        }  # fmt: skip


@look(
    "/t/{table_id:str}/hint",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML, HintTold, HintDrawn)}, refuses=(*AT_A_TABLE, 409), regions=True),
)
async def hint(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """How a bot would answer in the seat of whoever asks, and why: a page, a piece of one for the script, or JSON."""
    tables, language = tables_of(request), language_of(request)
    table = await tables.table(table_id)
    seat = seats_of(request).seated(request, table)
    match = table.check_advice(seat)
    after = len(match.history)
    made = await tables.advice.hint(table, seat)
    if len(match.history) != after:
        raise Refused(N_("the table has moved on in the meantime: look again"))
    thoughts = Thoughts(made, match, seat, language)
    if request.headers.get("x-regions"):
        piece = render("regions/hinted.html", hint=thoughts, say=thoughts.say)
        return Response({"hint": piece}, media_type=MediaType.JSON)
    if wants_json(request):
        return Response(thoughts.as_json(), media_type=MediaType.JSON)
    return html("hint.html", request, hint=thoughts, table=table, say=thoughts.say)


class WhyPage(Afterwards):
    """One answer of a bot, and what led to it."""

    def __init__(self, table: Table, at: int | None, language: str) -> None:
        if table.stage != "over":
            raise Refused(N_("a game can be watched again once it is over"))
        self.table, self.language = table, language
        self.numbers = sorted(table.by_bot)
        later = [one for one in self.numbers if at is not None and one >= at]
        self.number = (later or self.numbers[-1:] or [0])[0]  # who has just lost asks about the end
        self.say = table.playing().voice(language)

    @cached_property
    def match(self) -> Match:
        """The match as it was when the answer was given."""
        return replay(self.table.playing().record(), upto=self.number)

    @cached_property
    def seat(self) -> int:
        """Whose answer it was."""
        return self.table.playing().history[self.number].seat

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.say.seat(self.seat)

    @property
    def level(self) -> str:
        """How well it played, in words."""
        return self.say(NAMES[self.table.by_bot[self.number]])

    @property
    def temper(self) -> str:
        """How it is, in words."""
        return self.say(temper(self.table.temper_of(self.seat)).name)

    @property
    def question(self) -> str:
        """What it was asked."""
        return self.match.question(self.seat, self.language)

    @property
    def given(self) -> int:
        """What it answered."""
        return self.table.playing().history[self.number].answer

    @property
    def earlier(self) -> int | None:
        """The answer of a bot before this one."""
        return max((one for one in self.numbers if one < self.number), default=None)

    @property
    def later(self) -> int | None:
        """And the one after it."""
        return min((one for one in self.numbers if one > self.number), default=None)


@look(
    "/t/{table_id:str}/why",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML,)}, refuses=(*AT_A_TABLE, 409), query={"at": "the number of the answer"}),
)
async def why(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Why a bot answered as it did, once the game is over: number `at`, or the next of a bot; else the last."""
    tables, at = tables_of(request), request.query_params.get("at", "")
    table, _ = await looked_at(request, table_id)
    page = WhyPage(table, number(at) if at else None, language_of(request))
    made = await tables.advice.why(table, page.number)
    thoughts = Thoughts(made, page.match, page.seat, page.language)
    return html("why.html", request, page=page, thoughts=thoughts, truth=table.playing(), say=page.say)


ROUTES = [hint, why]
