"""A bot leaves to its partner what they decide together; after a while it says what it would do, to nobody else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import doppiogioco
from doppiogioco.bots.decision import Decision
from doppiogioco.doors.asking import Asking
from doppiogioco.doors.ways import HTML, JSON, REGIONS
from doppiogioco.doors.world import T, World
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given, Match
from doppiogioco.engine.state import HIDDEN, SPECTATOR
from doppiogioco.games.agent_avenue.state import EXCHANGE_FIRST, Ask, Pick
from doppiogioco.tables import tables as tables_module
from doppiogioco.tables.advice import Advice
from doppiogioco.tables.table import Table, opening
from doppiogioco.tables.tables import LEFT_TO_PARTNER, Tables
from doppiogioco.web.pages import TablePage

from .serving import Server, run
from .test_browser import MOST_PRESSES, Screen, boxes, press, settled
from .test_tables import at_home, until

ANNA, PARTNER = 0, 2  # a person and a bot
clause = pytest.mark.clause


class Certain:
    """An adviser who would give an answer so often."""

    def __init__(self, answer: int, often: float = 1.0) -> None:
        self.answer, self.often, self.shown = answer, often, list[View]()

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        return self.consider(view, heard, legal).answer

    def consider(self, view: View, _: list[Given], legal: list[Answer]) -> Decision:
        self.shown.append(view)
        rest = (1 - self.often) / (len(legal) - 1)
        chances = {one: self.often if int(one) == self.answer else rest for one in legal}
        return Decision(next(one for one in legal if int(one) == self.answer), chances, None)


def played_to(ask: Ask) -> Match:
    """Four at the table, until Anna and her partner are asked this together."""
    match = doppiogioco.new("agent-avenue", 4, seed="partners")
    for _ in range(200):
        if match.view().ask == ask and set(match.waiting) == {ANNA, PARTNER}:
            return match
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    raise AssertionError(f"nobody asked {ask}")


def advised(match: Match, adviser: Certain) -> int | None:
    """What the partner says at a table where this match is played."""
    table = Table(T)
    table.fold(opening("agent-avenue", 4, {}), 1.0)
    for seat in range(4):
        sat = {"nonce": f"n{seat}"} if seat == ANNA else {"bot": True}
        table.fold(("sat", {"seat": seat, "name": f"P{seat}", **sat}), 1.0)
    table.match = match
    return run(lambda: Advice(lambda *_: adviser).of_partner(table, PARTNER))


@clause("1.4")
def test_a_bot_leaves_the_choice_to_its_partner_and_says_after_a_while_what_it_would_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(tables: Tables) -> None:
        tables.advice = Advice(lambda *_: Certain(Pick.COVERED))
        table = await tables.open("agent-avenue", 4, {})
        await tables.do(table, lambda: table.check_sit(ANNA, "Anna"))
        await tables.do(table, table.check_start)
        async with tables.watchers(table).watching(ANNA):
            match = table.playing()
            while match.view().ask != Ask.RECRUIT or ANNA not in match.waiting:
                await until(lambda: ANNA in match.waiting)
                if match.view().ask != Ask.RECRUIT:
                    answer = int(match.legal(ANNA)[0])
                    await tables.do(table, lambda answer=answer: table.check_move(ANNA, [answer], None, "en"))  # type: ignore[misc]
            after = len(match.history)
            assert set(match.waiting) == {ANNA, PARTNER}
            assert not table.advised
            monkeypatch.setattr(tables_module, "now", lambda: time.time() + LEFT_TO_PARTNER + 1)
            await until(lambda: bool(table.advised))
            assert table.advised == {PARTNER: Pick.COVERED}
            assert len(match.history) == after, "it does not answer"
            told = {seat: TablePage(tables, table, seat, "en") for seat in (ANNA, 1, PARTNER, 3, None)}
            assert [(name, one.value) for name, one in told[ANNA].advice] == [(match.names[PARTNER], Pick.COVERED)]
            assert f"{match.names[PARTNER]} would choose: The card face down" in str(told[ANNA].region("since"))
            assert told[ANNA].as_json()["advice"] == [{"name": match.names[PARTNER], "answer": Pick.COVERED}]
            for seat in (1, 3, None):
                assert told[seat].advice == []
                assert "would choose" not in str(told[seat].region("since"))
            await tables.do(table, lambda: table.check_move(ANNA, [int(Pick.OPEN)], after, "en"))
            assert not table.advised

    at_home(tmp_path / "tables.db", play)


@clause("1.4")
def test_advice_comes_from_what_the_bot_sees_and_is_only_what_the_partner_can_do_as_well() -> None:
    match = played_to(Ask.RECRUIT)
    adviser = Certain(Pick.OPEN)
    assert advised(match, adviser) == Pick.OPEN
    assert adviser.shown == [match.view(PARTNER)]
    assert HIDDEN in adviser.shown[0].hand[ANNA]
    lead = played_to(Ask.LEAD)
    assert advised(lead, Certain(PARTNER)) == PARTNER  # who plays face up: the same whoever says so
    assert advised(lead, Certain(EXCHANGE_FIRST)) is None  # that would be a card of the bot's own hand


def test_who_does_not_mind_says_nothing() -> None:
    assert advised(played_to(Ask.RECRUIT), Certain(Pick.OPEN, 0.5)) is None


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with Asking(tmp_path_factory.mktemp("partner") / "tables.db") as found:
        yield found


def fetched(asking: Asking, listener: int, answer: int) -> list[object]:
    """All that somebody is told of a table at which the bot has said this to Anna."""
    world = World(asking, played_to(Ask.RECRUIT), listener)
    world.table.fold(("advised", {"seat": PARTNER, "answer": answer}), 1.0)
    _, browser, program = next(world.viewers())
    found: list[object] = [asking.ask("GET", f"/t/{T}", headers | browser) for headers in (HTML, REGIONS)]
    found.append(asking.ask("GET", f"/t/{T}", JSON | program))
    found += [asking.ask("GET", f"/t/{T}/events{query}", JSON | program) for query in ("", "?as=page")]
    return [*found, *asking.listen(f"/t/{T}/live", HTML | browser)]


@clause("1.4")
@pytest.mark.parametrize("listener", [1, 3, SPECTATOR])
def test_nobody_else_can_tell_what_a_bot_has_said_to_its_partner(asking: Asking, listener: int) -> None:
    assert fetched(asking, listener, Pick.OPEN) == fetched(asking, listener, Pick.COVERED)


def test_the_partner_can_tell(asking: Asking) -> None:
    told, other = fetched(asking, ANNA, Pick.OPEN), fetched(asking, ANNA, Pick.COVERED)
    assert all(one != two for one, two in zip(told, other, strict=True))


def test_advice_comes_to_the_page_and_moves_nothing(chrome: Any, server: Server) -> None:
    screen = Screen(chrome, server, locale="en-GB")
    page = screen.page
    form = {"bots": "1", "seats": "4", "listed": "off", "level": "easy"}
    page.goto(screen.context.request.post("/new/agent-avenue", form=form, headers={"origin": server.address}).url)
    for _ in range(MOST_PRESSES):
        settled(page)
        if page.locator("form[data-ask=RECRUIT]").count():
            break
        press(page, "#question :is(button[name=confirm], button[name=answer])", 0)
    places = boxes(page, "#question button, #board .board")
    advice = page.locator("#since .advice")
    expect(advice).to_contain_text("would choose: ")
    expect(page.locator("#announce")).to_have_text(advice.inner_text())  # told once to who listens
    assert boxes(page, "#question button, #board .board") == places
    page.locator("#question button[name=answer]").first.click()
    expect(advice).to_have_count(0)
    screen.close()
