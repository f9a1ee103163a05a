"""Looking back at a match in a real browser: by slider, keys, log and by itself; while it is played, with own eyes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .serving import Server
from .test_browser import RESULTS, Screen, press, settled


@pytest.fixture
def screen(chrome: Any, server: Server) -> Any:
    found = Screen(chrome, server, locale="en-GB")
    yield found
    found.close()


def begun(screen: Screen) -> Page:
    """A duel of Agent Avenue, some answers into it."""
    made = screen.context.request.post(
        "/new/agent-avenue",
        form={"bots": "1", "seats": "2", "listed": "off", "level": "easy"},
        headers={"origin": screen.context.request.get("/").url.rstrip("/")},
    )
    screen.page.goto(made.url)
    for turn in range(4):
        settled(screen.page)
        press(screen.page, "#question :is(button[name=confirm], button[name=answer])", turn)
    settled(screen.page)
    return screen.page


def at(page: Page) -> int:
    return int(page.locator("[data-replay]").get_attribute("data-at") or 0)


def test_a_running_game_is_looked_back_at_through_ones_own_eyes(screen: Screen) -> None:
    page = begun(screen)
    table = page.url
    hand = page.locator("#mine").inner_text()
    page.get_by_role("link", name="Look back").click()
    last = int(page.locator("#at").get_attribute("max") or 0)
    assert at(page) == last > 0, "it opens at the present"
    assert page.locator("#mine").inner_text().split()[:2] == hand.split()[:2]
    assert page.locator("#as option").count() == 2, "one's own eyes and the table's"
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-replay]")).to_have_attribute("data-at", str(last - 1))
    assert page.url.endswith(f"at={last - 1}"), "the address names the moment"
    page.locator("#log .then").last.click()
    expect(page.locator("#log li")).to_have_count(1)
    page.locator("#at").fill("3")
    expect(page.locator("[data-replay]")).to_have_attribute("data-at", "3")
    page.reload()
    assert at(page) == 3
    for eyes in ("1", "everything"):
        assert page.context.request.get(f"{table}/replay?as={eyes}").status == 409
    page.goto(table)
    settled(page)


def test_a_finished_game_opens_at_the_start_and_plays_by_itself(screen: Screen) -> None:
    page = begun(screen)
    page.evaluate("localStorage.setItem('speed', 'none')")
    for turn in range(2_000):
        if settled(page) == RESULTS:
            break
        press(page, "#question :is(button[name=confirm], button[name=answer])", turn)
    page.get_by_role("link", name="Watch it again").click()
    first = at(page)
    assert 0 < first < int(page.locator("#at").get_attribute("max") or 0), "when all was dealt"
    assert page.locator("#as option").count() == 4
    page.get_by_role("button", name="Play it by itself").click()
    page.locator(f"[data-replay]:not([data-at='{first}']):not([data-at='{first + 1}'])").wait_for()
    page.keyboard.press("Space")
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")
    expect(page.locator("#asked")).to_contain_text("win")


def test_a_table_without_a_memory_aid_is_looked_back_at_when_it_is_over(chrome: Any, server: Server) -> None:
    screen = Screen(chrome, server)
    made = screen.context.request.post(
        "/new/secrets",
        form={"bots": "1", "reminders": "off", "listed": "off"},
        headers={"origin": server.address},
    )
    screen.page.goto(made.url)
    expect(screen.page.locator("a[href$='/replay']")).to_have_count(0)
    assert screen.context.request.get(f"{made.url}/replay").status == 409
    screen.close()
