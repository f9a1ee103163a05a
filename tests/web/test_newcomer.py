"""What somebody missed who sat down today: each of it mended, and held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .serving import Server
from .test_browser import PHONE, Screen

ON_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture
def sit(chrome: Any, server: Server) -> Iterator[Any]:
    opened: list[Screen] = []

    def make(game: str, seats: int = 0, more: dict[str, str] | None = None, **settings: Any) -> Page:
        opened.append(Screen(chrome, server, **settings))
        form = {"bots": "1", "listed": "off", "level": "easy", "name": "Anna"} | (more or {})
        form |= {"seats": str(seats)} if seats else {}
        made = opened[-1].context.request.post(f"/new/{game}", form=form, headers={"origin": server.address})
        opened[-1].page.goto(made.url)
        return opened[-1].page

    yield make
    for screen in opened:
        screen.close()


# What is said -------------------------------------------------------------------------------------------------------

IN_SIGHT = """line => {
  const { left, top, bottom } = line.getBoundingClientRect(), list = line.closest(".said").getBoundingClientRect();
  return top >= list.top - 1 && bottom <= list.bottom + 1;
}"""


@pytest.mark.parametrize("settings", [{}, ON_A_PHONE, {"java_script_enabled": False}])
def test_what_was_said_last_is_in_sight(sit: Any, settings: dict[str, Any]) -> None:
    page = sit("agent-avenue", 2, **settings)
    words = [f"what I say for the {number}th time" for number in range(4, 16)]
    for said in words:
        page.locator("#words").fill(said)
        page.locator(".chat .send").click()
        last = page.locator("#chat li", has_text=said)
        expect(last).to_have_count(1)
        assert last.evaluate(IN_SIGHT)
    assert not page.locator("#chat li", has_text=words[0]).evaluate(IN_SIGHT), "there is more than has room"


def test_who_reads_what_was_said_before_is_not_carried_away(sit: Any) -> None:
    page = sit("agent-avenue", 2)
    for number in range(4, 16):
        page.locator("#words").fill(f"what I say for the {number}th time")
        page.locator(".chat .send").click()
        expect(page.locator("#chat li", has_text=f"the {number}th time")).to_have_count(1)
    page.locator(".said").evaluate("list => { list.scrollTop = -list.scrollHeight; }")
    page.locator("#words").fill("and once more")
    page.locator(".chat .send").click()
    expect(page.locator("#chat li", has_text="and once more")).to_have_count(1)
    assert page.locator("#chat li").first.evaluate(IN_SIGHT)
