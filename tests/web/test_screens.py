"""Every screen: the board keeps its place and size whatever is asked, nothing lies under the tray, nothing is too wide.

The most crowded set-up of each game, at the sizes of phones, tablets, laptops and desks.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

import doppiogioco
from doppiogioco.engine.game import Game, find

from .serving import Server
from .test_browser import RESULTS, Screen, press, settled

SIZES = (
    (390, 844), (360, 740), (320, 640), (844, 390), (768, 1024), (1024, 768), (1366, 660), (1280, 800), (1920, 1080),
)  # fmt: skip
QUESTIONS = 7  # different ones that are looked at, at most
ANSWERS = 60  # in which they are to come up
MEASURE = """async () => {
  window.scrollTo(0, 0);
  for (let frames = 3; frames; frames -= 1) await new Promise(requestAnimationFrame);  // the new size has been seen to
  const board = document.querySelector("#board .board") ?? document.querySelector("#board").firstElementChild;
  const tray = document.querySelector("#question .tray").getBoundingClientRect(), box = board.getBoundingClientRect();
  const beside = box.right <= tray.left + 1 || tray.right <= box.left + 1;
  const log = document.querySelector("#log ol");
  return {
    board: [box.left, box.top, box.width, box.height],
    tray: [tray.left, tray.top, tray.width, tray.height],
    under: beside || tray.top < box.top ? 0 : box.bottom - tray.top,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    lines: log.clientHeight / parseFloat(getComputedStyle(log).lineHeight),
  };
}"""


def crowded(game: Game) -> dict[str, str]:
    """The form that opens the most crowded table of a game against bots."""
    _, seats, options = game.setups()[-1]
    return {"bots": "1", "listed": "off", "level": "easy", "seats": str(seats), "options": "1"} | {
        f"option-{name}": "on" for name, chosen in options.items() if chosen
    }


def measured(page: Page) -> dict[tuple[int, int], dict[str, Any]]:
    found = {}
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        found[wide, high] = page.evaluate(MEASURE)
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


@pytest.mark.parametrize("game", doppiogioco.games())
def test_the_board_keeps_its_place_and_nothing_lies_under_the_tray(chrome: Any, server: Server, game: str) -> None:
    screen = Screen(chrome, server)
    page = screen.page
    made = screen.context.request.post(f"/new/{game}", form=crowded(find(game)), headers={"origin": server.address})
    page.goto(made.url)
    at_first: dict[tuple[int, int], dict[str, Any]] = {}
    asked: set[str | None] = set()
    for turn in range(ANSWERS):
        if settled(page) == RESULTS or len(asked) == QUESTIONS:
            break
        ask = page.locator("form[data-move]").get_attribute("data-ask")
        if ask not in asked:
            asked.add(ask)
            for size, here in measured(page).items():
                where = f"{game}, {ask}, {size[0]} x {size[1]}"
                assert here["wide"] <= 0, f"too wide: {where}"
                assert here["under"] <= 1, f"the board lies {here['under']} pixels under the tray: {where}"
                assert size[0] < 1100 or here["lines"] >= 6, f"{here['lines']} lines of the log: {where}"
                then = at_first.setdefault(size, here)
                for part in ("board", "tray"):
                    moved = max(abs(a - b) for a, b in zip(then[part], here[part], strict=True))
                    assert moved <= 1, f"the {part} has moved: {where}: {then[part]}, {here[part]}"
        press(page, "#question :is(button[name=confirm], button[name=answer])", turn)
    assert len(asked) > 1
    screen.close()


LATEST = "Anna lays the Lieutenant (5) on Mission 3."
LONG = f"{LATEST} That is told with all that can be said of it, in one long line which no screen has room for."
FILL = """lines => {
  document.querySelector("#since").innerHTML = `<ol>${lines.map((line) => `<li>${line}</li>`).join("")}</ol>`;
}"""
READ = """() => [...document.querySelectorAll("#since li")].map((line) => {
  const words = document.createRange();
  words.selectNodeContents(line);
  const seen = (x, y) => document.elementFromPoint(x, y)?.closest("#since li") === line;
  const rows = [...words.getClientRects()];
  return rows.every((row) => seen(row.left + 1, row.top + 2) && seen(row.right - 1, row.bottom - 2));
})"""  # of each line: are both ends of each of its rows there to be seen?

BEGINS = """() => {
  const line = document.querySelector("#since li:last-child"), words = document.createRange();
  words.selectNodeContents(line);
  const [row] = words.getClientRects();
  return document.elementFromPoint(row.left + 1, row.top + 2)?.closest("#since li") === line;
}"""


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (320, 640), (844, 390), (1280, 800)])
def test_every_line_of_the_strip_can_be_read(chrome: Any, server: Server, wide: int, high: int) -> None:
    screen = Screen(chrome, server, viewport={"width": wide, "height": high}, has_touch=True)
    page = screen.page
    made = screen.context.request.post(
        "/new/agent-avenue", form=crowded(find("agent-avenue")), headers={"origin": server.address}
    )
    page.goto(made.url)
    settled(page)
    page.evaluate("window.scrollTo(0, 0)")
    page.locator("#since").evaluate("one => one.blur()")
    page.evaluate(FILL, [LONG, LONG, LATEST])
    board = page.locator("#board").bounding_box()
    at_rest = page.evaluate(READ)
    assert at_rest[-1], "the latest line is read in full"
    assert not all(at_rest), "there is more than fits"
    page.evaluate(FILL, [LATEST, LONG, LONG])
    assert page.evaluate(BEGINS), "one that does not fit is read from its beginning on"
    page.evaluate(FILL, [LONG, LONG, LATEST])
    page.locator("#since").tap()
    assert page.evaluate(READ) == [True, True, True], "a tap opens all of them"
    assert page.locator("#board").bounding_box() == board, "nothing has moved"
    page.locator("#since").evaluate("one => one.blur()")
    assert page.evaluate(READ) == at_rest, "and it closes again"
    screen.close()
