"""Hints for who is to act, and the why of bots' answers: who may ask, when, and what comes back."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

import doppiogioco
from doppiogioco.bots.decision import Decision, Reason, Suspicion
from doppiogioco.doors.asking import Asking, Reply
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given
from doppiogioco.engine.records import replay
from doppiogioco.games.agent_avenue.state import Ask
from doppiogioco.tables.table import Table, opening
from doppiogioco.web.cookies import cookie_name
from doppiogioco.web.reasons import Thoughts

HTML, JSON, SCRIPT = {"accept": "text/html"}, {"accept": "application/json"}, {"x-regions": "hint"}


class Sage:
    """An adviser that says what it was shown."""

    def __init__(self, *_: str) -> None:
        self.shown: list[tuple[View, list[Given]]] = []

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        return self.consider(view, heard, legal).answer

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        self.shown.append((view, heard))
        chances = {one: 1 / len(legal) for one in legal}
        number = next(n for n, given in enumerate(heard) if given.seat < view.seats)
        one = Suspicion("token", (heard[number].seat,), 1, 0.75)
        reason = Reason(heard[number].seat, number, number, "", "token", one.at, 1, 0.3, 0.75)
        return Decision(legal[-1], chances, 0.6, dict.fromkeys(legal, 0.5), None, (one,), (reason,))


def seated(asking: Asking, game: str = "secrets", **form: Any) -> tuple[Table, dict[str, str]]:
    """A table that somebody has opened, and what shows that they sit there."""
    told = asking.ask("POST", f"/new/{game}", JSON, {"name": "Anna", "seats": 4, **form})
    data = json.loads(told.body)
    table = asking.do(lambda: asking.tables.table(data["table"]))
    return table, {"cookie": f"{cookie_name(table.id)}={data['token']}"}


def to_act(asking: Asking, table: Table) -> None:
    """Let the bots play until the person is asked."""
    while table.playing().waiting != (0,):
        assert not table.playing().over
        time.sleep(0.02)


def answered(asking: Asking, table: Table, me: dict[str, str]) -> None:
    legal = table.playing().legal(0)
    asking.ask("POST", f"/t/{table.id}/move", JSON | me, {"answer": int(legal[0])})


def played_on(asking: Asking, table: Table, me: dict[str, str]) -> None:
    """Until somebody else than the table has answered and the person is asked again."""
    to_act(asking, table)
    answered(asking, table, me)
    to_act(asking, table)


def ask(asking: Asking, table: Table, what: str, *headers: dict[str, str]) -> Reply:
    merged = {name: value for some in headers for name, value in some.items()}
    return asking.ask("GET", f"/t/{table.id}/{what}", merged)


def test_who_plays_now_may_ask_for_a_hint_and_who_opens_a_table_decides(asking: Asking) -> None:
    assert seated(asking, bots=1)[0].hints
    assert not seated(asking)[0].hints
    assert seated(asking, hints="on")[0].hints
    assert not seated(asking, bots=1, hints="off")[0].hints


def test_tables_from_before_have_no_hints() -> None:
    kind, data = opening("secrets", 4, {}, seed="old", hints=True)
    table = Table("t")
    table.fold((kind, {name: value for name, value in data.items() if name != "hints"}), 0.0)
    assert not table.hints


def test_a_hint_names_the_three_best_answers_in_the_words_of_who_asks(asking: Asking) -> None:
    table, me = seated(asking, bots=1)
    to_act(asking, table)
    page = ask(asking, table, "", HTML, me, {"accept-language": "it"})
    assert f'data-hint href="/t/{table.id}/hint"' in page.body
    told = json.loads(ask(asking, table, "hint", JSON, me).body)
    legal = table.playing().legal(0)
    assert told["glance"] is True
    assert told["win"] is None
    texts = {int(one): str(one) for one in legal}
    assert all(texts[one["answer"]] == one["text"] for one in told["best"])
    assert len(told["best"]) == min(3, len(legal))
    assert [one["chance"] for one in told["best"]] == sorted((one["chance"] for one in told["best"]), reverse=True)
    for headers in (HTML, SCRIPT):
        body = ask(asking, table, "hint", headers, me, {"accept-language": "it"}).body
        for one in table.playing().legal(0, "it"):
            if int(one) in {best["answer"] for best in told["best"]}:
                assert str(one) in body
        assert "Solo un'occhiata" in body.replace("&#x27;", "'")


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        ((0.9, 0.1), "“{0}” looks clearly better than anything else"),
        ((0.7, 0.3), "“{0}” looks a little better than “{1}”"),
        ((0.5, 0.5), "“{0}” and “{1}” look much alike"),
    ],
)
def test_a_glance_says_what_tempts_and_what_each_answer_does(odds: tuple[float, ...], told: str) -> None:
    match = doppiogioco.new("agent-avenue", 2, seed=1)
    while match.view().ask != Ask.RECRUIT:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    seat = match.waiting[0]
    legal = match.legal(seat, "en")
    made = Decision(legal[0], dict(zip(legal, odds, strict=True)), None)
    thoughts = Thoughts(made, match, seat, "en")
    assert told.format(*legal) in thoughts.tempted
    effects = [match.game.words.effect(match.view(seat), int(one), match.voice("en")) for one in legal]
    assert [one.effect for one in thoughts.choices()] == effects
    assert all(effects)
    thought = Decision(legal[0], dict.fromkeys(legal, 0.5), 0.5)
    assert Thoughts(thought, match, seat, "en").tempted == "", "who has thought says how likely it is to win"


def test_a_glance_is_not_kept_for_who_asks_again(asking: Asking) -> None:
    """Until a game is compiled a hint is a glance; a minute later the same question can be thought through."""
    table, me = seated(asking, bots=1)
    to_act(asking, table)

    class Glancer(Sage):
        def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
            return replace(super().consider(view, heard, legal), win=None)

    for make, glance in ((Glancer, True), (Sage, False)):
        asking.tables.advice.make = make
        assert json.loads(ask(asking, table, "hint", JSON, me).body)["glance"] == glance


def test_a_hint_is_only_for_who_is_to_act_where_the_host_allows_it(asking: Asking) -> None:
    table, me = seated(asking, bots=1)
    to_act(asking, table)
    assert ask(asking, table, "hint", JSON).status == 403
    other, mine = seated(asking, bots=1, hints="off")
    to_act(asking, other)
    assert ask(asking, other, "hint", JSON, mine).status == 403
    assert "data-hint" not in ask(asking, other, "", HTML, mine).body
    open_table, host = seated(asking, hints="on")
    assert ask(asking, open_table, "hint", JSON, host).status == 409
    asking.do(lambda: asking.tables.do(table, lambda: table.check_stand_in(0, "host")))
    assert ask(asking, table, "hint", JSON, me).status == 409


def test_who_advises_is_shown_what_the_seat_sees_and_has_heard_once_for_all_who_ask(asking: Asking) -> None:
    table, me = seated(asking, bots=1)
    played_on(asking, table, me)
    sage = Sage()
    asking.tables.advice.make = lambda *_: sage
    bodies = {ask(asking, table, "hint", JSON, me).body for _ in range(3)}
    match = table.playing()
    assert sage.shown == [(match.view(0), match.heard(0))]
    assert len(bodies) == 1
    told = json.loads(bodies.pop())
    assert told["win"] == 0.6
    assert told["beliefs"][0]["odds"] == 0.75
    assert "2.5 times as likely, 75 %" in told["beliefs"][0]["reasons"][0]
    assert "2,5 volte più probabile" in ask(asking, table, "hint", HTML, me, {"accept-language": "it"}).body


def test_pages_are_served_while_a_hint_is_thought_out(asking: Asking) -> None:
    table, me = seated(asking, bots=1)
    to_act(asking, table)
    begun, go_on = threading.Event(), threading.Event()

    class Slow(Sage):
        def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
            begun.set()
            assert go_on.wait(120)
            return Decision(legal[0], {legal[0]: 1.0}, None)

    asking.tables.advice.make = Slow
    told: list[Reply] = []
    waiting = threading.Thread(target=lambda: told.append(ask(asking, table, "hint", JSON, me)))
    waiting.start()
    assert begun.wait(120)
    assert ask(asking, table, "", HTML, me).status == 200
    assert not told
    go_on.set()
    waiting.join(120)
    assert told[0].status == 200


def test_a_thought_that_failed_is_thought_again(asking: Asking) -> None:
    table, me = seated(asking, bots=1)
    to_act(asking, table)

    class Broken(Sage):
        def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
            raise RuntimeError("a worker died")

    asking.tables.advice.make = Broken
    assert ask(asking, table, "hint", JSON, me).status == 500
    asking.tables.advice.make = lambda *_: Sage()
    played_on(asking, table, me)
    assert ask(asking, table, "hint", JSON, me).status == 200


def finished(asking: Asking, game: str = "secrets", **form: Any) -> tuple[Table, dict[str, str]]:
    """A match to its end; the person's answers are their own."""
    table, me = seated(asking, game, bots=1, **form)
    while table.stage == "playing":
        if 0 in table.playing().waiting:
            answered(asking, table, me)
        else:
            time.sleep(0.01)
    return table, me


def test_after_the_game_every_answer_of_a_bot_says_why(asking: Asking) -> None:
    table, me = finished(asking)
    match = table.playing()
    bots = [number for number, given in enumerate(match.history) if given.seat in (1, 2, 3)]
    assert sorted(table.by_bot) == bots
    for number in (bots[0], bots[len(bots) // 2], bots[-1]):
        given = match.history[number]
        before = replay(match.record(), upto=number)
        body = ask(asking, table, f"why?at={number}", HTML, {"accept-language": "en"}).body
        assert f"Why did {match.names[given.seat]} answer like this?" in body
        text = next(str(one) for one in before.legal(given.seat) if int(one) == given.answer)
        assert text in body
        assert f"/t/{table.id}/replay?as={given.seat}&amp;at={number}" in body
    person = next(number for number, given in enumerate(match.history) if given.seat == 0)
    following = next(number for number in bots if number > person)
    assert f"number {following + 1} of the match" in ask(asking, table, f"why?at={person}", HTML).body
    assert f"number {bots[-1] + 1} of the match" in ask(asking, table, "why", HTML).body, "what it came to in the end"
    assert "why?at=20" in ask(asking, table, "replay?at=20", HTML, me).body


def test_beliefs_are_told_with_what_was_true(asking: Asking) -> None:
    table, _ = finished(asking)
    asking.tables.advice.make = lambda *_: Sage()
    truth, number = table.playing().everything(), max(table.by_bot)
    body = ask(asking, table, f"why?at={number}", HTML).body
    first = next(given.seat for given in table.playing().history if given.seat < 4)
    assert ("so it was" in body) == (truth.token[first] == 1)
    assert ("it was not so" in body) == (truth.token[first] != 1)
    assert "2.5 times as likely" in body


def test_nothing_is_told_of_a_game_that_goes_on(asking: Asking) -> None:
    table, me = seated(asking, bots=1)
    played_on(asking, table, me)
    assert table.by_bot
    assert ask(asking, table, f"why?at={min(table.by_bot)}", HTML, me).status == 409


def test_without_bots_there_is_no_why(asking: Asking) -> None:
    table, _ = finished(asking)
    table.by_bot.clear()
    assert ask(asking, table, "why", HTML).status == 404
    assert "/why" not in ask(asking, table, "replay", HTML).body
