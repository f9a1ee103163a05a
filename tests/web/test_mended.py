"""What people ran into at the table, each reproduced in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import doppiogioco
from doppiogioco.games.agent_avenue.state import Ask, Reason

from .serving import Server
from .test_browser import CONFIRM, PHONE, Screen, settled

OVERLAP = """([one, other]) => {
  const a = document.querySelector(one).getBoundingClientRect(), b = document.querySelector(other).getBoundingClientRect();
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}"""  # noqa: E501


@pytest.fixture
def sit(chrome: Any, server: Server) -> Iterator[Any]:
    opened: list[Screen] = []

    def make(game: str, seats: int = 0, **settings: Any) -> Page:
        screen = Screen(chrome, server, **settings)
        opened.append(screen)
        form = {"bots": "1", "listed": "off", "level": "easy", "name": "Anna"} | (
            {"seats": str(seats)} if seats else {}
        )
        made = screen.context.request.post(f"/new/{game}", form=form, headers={"origin": server.address})
        screen.page.goto(made.url)
        return screen.page

    yield make
    for screen in opened:
        screen.close()


def answers(page: Page, seat: int = 0) -> int:
    """How many answers a seat has given."""
    state = page.context.request.get(page.url.partition("?")[0], headers={"accept": "application/json"}).json()
    return sum(given[0] == seat for given in state["heard"])


def test_a_change_of_theme_or_language_keeps_the_draft(sit: Any) -> None:
    page = sit("top-secret-spies", 2)
    settled(page)
    page.locator("#question button[name=answer]").first.click()
    expect(page.locator(".steps li")).to_have_count(1)
    page.get_by_role("button", name="Scuro").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    expect(page.locator(".steps li")).to_have_count(1)
    page.get_by_role("button", name="English").click()
    expect(page.locator("html[lang=en]")).to_have_count(1)
    expect(page.locator(".steps li")).to_have_count(1)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_double_click_gives_one_answer(sit: Any, game: str) -> None:
    page = sit(game)
    for _ in range(3):
        settled(page)
        before, parts = answers(page), page.locator(".steps li").count()
        page.locator("#question button[name=answer]").first.dblclick(force=True)
        page.locator("body:not(.sending)").wait_for()
        page.wait_for_timeout(200)  # the second click would have been sent by now
        page.locator("body:not(.sending)").wait_for()
        given, drafted = answers(page) - before, page.locator(".steps li").count() - parts
        assert given <= 1 + parts and drafted <= 1, "one click, one answer"
        settled(page)
        while page.locator(CONFIRM).count() == 0 and page.locator(".steps li").count():
            page.locator("#question button[name=answer]").first.click()
            settled(page)
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).click()


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_the_stamp_of_who_is_to_act_covers_no_words(sit: Any, language: str) -> None:
    page = sit("agent-avenue", 2, locale=language)
    settled(page)
    assert not page.evaluate(OVERLAP, ["#players .now .stamp", "#players .now small"])
    assert not page.evaluate(OVERLAP, ["#players .now .stamp", "#players .now b"])


def test_who_watches_is_told_so(sit: Any, chrome: Any, server: Server) -> None:
    page = sit("secrets")
    watcher = Screen(chrome, server, viewport=PHONE)
    watcher.page.goto(page.url)
    expect(watcher.page.locator("#question .watching")).to_have_text("Stai guardando la partita.")
    watcher.close()


def test_giving_a_present_players_seat_to_a_bot_asks_first(chrome: Any, server: Server) -> None:
    anna, bruno = Screen(chrome, server), Screen(chrome, server)
    origin = {"origin": server.address}
    form = {"seats": "2", "name": "Anna", "listed": "off"}
    table = anna.context.request.post("/new/top-secret-spies", form=form, headers=origin).url
    bruno.context.request.post(f"{table}/sit", form={"name": "Bruno"}, headers=origin)
    anna.context.request.post(f"{table}/start", headers=origin)
    bruno.page.goto(table)
    anna.page.goto(table)
    asks = anna.page.locator("details.ask-first")
    expect(asks.get_by_role("button", include_hidden=True)).to_have_count(1)
    expect(asks.locator("form button")).to_be_hidden()
    asks.locator("summary").click()
    expect(asks).to_contain_text("Bruno è al tavolo")
    asks.locator("form button").click()
    expect(bruno.page.locator("#question")).to_contain_text("Un bot")
    for screen in (anna, bruno):
        screen.close()


def test_a_winner_is_shown_with_what_decided() -> None:
    """Three Codebreakers win though the pawn is far behind: points would tell another story."""
    match = doppiogioco.new("agent-avenue", 2, seed=3).position(ask=Ask.OVER, reason=Reason.CODEBREAKERS, winner=0)
    words, say, view = match.game.words, match.voice("en"), match.view()
    shown = {view.side[seat]: words.result(view, seat, -6, say) for seat in range(2)}
    assert shown == {0: "three Codebreakers", 1: "–"}
