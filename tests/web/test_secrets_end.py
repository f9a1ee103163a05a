"""The end of Secrets on the screen: no seat is cut off, whatever the results above the table need."""

from __future__ import annotations

from typing import Any

import pytest

from .serving import Server
from .test_browser import RESULTS, Screen, press, settled

SIZES = ((1280, 800), (1366, 660), (1920, 1080))
CUT_OFF = """async () => {
  for (let frames = 3; frames; frames -= 1) await new Promise(requestAnimationFrame);
  const board = document.querySelector("#board"), end = board.getBoundingClientRect().bottom;
  return [...board.querySelectorAll(".plate")].map((plate) => plate.getBoundingClientRect().bottom - end);
}"""


@pytest.mark.parametrize("seats", [5, 8])
def test_every_seat_is_seen_whole_at_the_end(chrome: Any, server: Server, seats: int) -> None:
    screen = Screen(chrome, server)
    page = screen.page
    form = {"bots": "1", "listed": "off", "level": "easy", "seats": str(seats)}
    page.goto(screen.context.request.post("/new/secrets", form=form, headers={"origin": server.address}).url)
    page.evaluate("localStorage.setItem('speed', 'none')")
    for turn in range(200):
        if settled(page) == RESULTS:
            break
        press(page, "#question button[name=answer]", turn)
    assert page.locator(RESULTS).count() and page.locator("#board .plate").count() == seats
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        below = page.evaluate(CUT_OFF)
        assert max(below) <= 1, f"{wide} x {high}: {below}"
    screen.close()
