"""When one's turn comes, in a real browser: a phone shakes, who asked for it gets a message, a draft is not lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .serving import Server
from .test_browser import CONFIRM, PHONE, Screen, settled

# What the browser would do, noted instead of done; and a page that is in the background when a test says so.
STUBS = """
window.done = { shaken: [], asked: 0, shown: [] };
Object.defineProperty(navigator, "vibrate", { value: (time) => { done.shaken.push(time); return true; } });
window.Notification = class {
  static permission = "default";
  static async requestPermission() { done.asked += 1; return Notification.permission = "granted"; }
  constructor(title) { done.shown.push(title); }
};
Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
"""
PROGRAM = {"accept": "application/json"}


class Two:
    """Anna looks at the table in a browser; Bruno answers as a program would."""

    def __init__(self, chrome: Any, server: Server, **settings: Any) -> None:
        self.anna, self.bruno = Screen(chrome, server, **settings), Screen(chrome, server)
        self.anna.context.add_init_script(STUBS)
        self.origin = {"origin": server.address}
        form = {"name": "Anna", "seats": "2", "listed": "off"}
        self.table = self.anna.context.request.post("/new/agent-avenue", form=form, headers=self.origin).url
        self.bruno.context.request.post(f"{self.table}/sit", form={"name": "Bruno"}, headers=self.origin)
        self.anna.context.request.post(f"{self.table}/start", headers=self.origin)
        self.page: Page = self.anna.page
        self.page.goto(self.table)

    def state(self, who: Screen) -> dict[str, Any]:
        found: dict[str, Any] = who.context.request.get(self.table, headers=PROGRAM).json()
        return found

    def play(self, who: Screen, seat: int) -> None:
        """Answer until somebody else is asked."""
        for _ in range(20):
            state = self.state(who)
            if seat not in state["waiting"]:
                return
            form = {"answer": str(state["legal"][0]["answer"]), "after": str(state["after"])}
            who.context.request.post(f"{self.table}/move", form=form, headers=self.origin | PROGRAM)
        raise AssertionError("the turn does not end")

    def until_brunos_turn(self) -> None:
        self.play(self.anna, 0)
        expect(self.page.locator("#question .tray:not(.acting)")).to_have_count(1)

    def until_annas_turn(self) -> None:
        self.play(self.bruno, 1)
        expect(self.page.locator("#question .tray.acting")).to_have_count(1)

    def done(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("window.done")
        return found

    def close(self) -> None:
        for screen in (self.anna, self.bruno):
            screen.close()


@pytest.fixture
def two(chrome: Any, server: Server) -> Iterator[Any]:
    met: list[Two] = []

    def make(**settings: Any) -> Two:
        met.append(Two(chrome, server, **settings))
        return met[-1]

    yield make
    for one in met:
        one.close()


def test_a_phone_shakes_when_ones_turn_comes_and_nothing_else_does(two: Any) -> None:
    on_phone, at_desk = two(viewport=PHONE, has_touch=True, is_mobile=True), two()
    for table in (on_phone, at_desk):
        table.page.locator("#question h1").click()  # a browser lets nobody shake a phone that was never touched
        table.until_brunos_turn()
        assert table.done()["shaken"] == []
        table.until_annas_turn()
    on_phone.page.wait_for_function("window.done.shaken.length")
    assert (on_phone.done()["shaken"], at_desk.done()["shaken"]) == ([120], [])


def test_a_message_is_asked_for_by_a_click_only_and_comes_when_one_is_elsewhere(two: Any) -> None:
    table = two()
    page = table.page
    table.until_brunos_turn()
    page.evaluate("window.away = true")
    table.until_annas_turn()
    assert (table.done()["asked"], table.done()["shown"]) == (0, [])  # nobody has wished for it
    page.evaluate("window.away = false")
    page.locator(".comforts > summary").click()
    page.locator("#notify").check()
    page.wait_for_function("window.done.asked")
    expect(page.locator("#notify")).to_be_checked()
    table.until_brunos_turn()
    table.until_annas_turn()
    assert table.done()["shown"] == []  # who is at the table sees it
    table.until_brunos_turn()
    page.evaluate("window.away = true")
    table.until_annas_turn()
    page.wait_for_function("window.done.shown.length")
    told = table.done()
    assert told["asked"] == 1
    assert len(told["shown"]) == 1 and told["shown"][0].startswith("● Tocca a te")


def test_who_refuses_the_browsers_question_gets_no_messages(two: Any) -> None:
    table = two()
    page = table.page
    page.evaluate("Notification.requestPermission = async () => { done.asked += 1; return 'denied'; }")
    page.locator(".comforts > summary").click()
    page.locator("#notify").click()
    page.wait_for_function("window.done.asked")
    expect(page.locator("#notify")).not_to_be_checked()


def at_the_clock(chrome: Any, server: Server) -> Screen:
    """Top Secret Spies with two minutes for each answer, in a browser whose clock can be put forward."""
    screen = Screen(chrome, server)
    screen.page.clock.install(time=time.time())
    form = {"bots": "1", "seats": "2", "listed": "off", "level": "easy", "pace": "120", "name": "Anna"}
    made = screen.context.request.post("/new/top-secret-spies", form=form, headers={"origin": server.address})
    screen.page.goto(made.url)
    settled(screen.page)
    expect(screen.page.locator("#question .clock")).not_to_be_empty()
    return screen


def given(page: Page) -> int:
    """How many answers Anna has given."""
    state = page.context.request.get(page.url.partition("?")[0], headers=PROGRAM).json()
    return sum(seat == 0 for seat, _ in state["heard"])


def test_a_complete_draft_is_played_when_time_runs_out(chrome: Any, server: Server) -> None:
    screen = at_the_clock(chrome, server)
    page = screen.page
    while settled(page) != CONFIRM:
        page.locator("#question button[name=answer]").last.click()
        page.locator("body:not(.sending)").wait_for()
    parts = page.locator(".steps li").count()
    assert parts > 1 and given(page) == 0
    page.clock.fast_forward(119_000)
    expect(page.locator(CONFIRM)).to_have_count(0)
    assert given(page) == parts
    screen.close()


def test_half_a_draft_is_not_played(chrome: Any, server: Server) -> None:
    screen = at_the_clock(chrome, server)
    page = screen.page
    page.locator("#question button[name=answer]").last.click()
    expect(page.locator(".steps li")).to_have_count(1)
    page.clock.fast_forward(119_000)
    expect(page.locator("#question .clock.late")).to_have_count(1)
    expect(page.locator(".steps li")).to_have_count(1)
    assert given(page) == 0
    screen.close()
