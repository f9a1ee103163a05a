"""Your side of the table, in a real browser: you sit nearest, the goal is in sight, each button says what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import doppiogioco

from .serving import Server
from .test_browser import RESULTS, Screen, press, settled

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elsa")
SEATS = {"agent-avenue": 2, "secrets": 5, "spies-and-lies": 2, "spywhere": 4}  # games in which somebody has a side


class Company:
    """People around one table, each with a browser, and somebody who watches."""

    def __init__(self, chrome: Any, server: Server, game: str, seats: int) -> None:
        self.screens = {name: Screen(chrome, server, locale="en-GB") for name in (*NAMES[:seats], "watcher")}
        origin = {"origin": server.address}
        host, *guests = NAMES[:seats]
        form = {"name": host, "seats": str(seats), "listed": "off"}
        self.table = self.request(host).post(f"/new/{game}", form=form, headers=origin).url
        for name in guests:
            self.request(name).post(f"{self.table}/sit", form={"name": name}, headers=origin)
        self.request(host).post(f"{self.table}/start", headers=origin)

    def request(self, name: str) -> Any:
        return self.screens[name].context.request

    def page(self, name: str) -> Page:
        """The table as somebody sees it."""
        page = self.screens[name].page
        page.goto(self.table)
        expect(page.locator("#board")).to_be_visible()
        return page

    def close(self) -> None:
        for screen in self.screens.values():
            screen.close()


@pytest.fixture
def gather(chrome: Any, server: Server) -> Iterator[Any]:
    met: list[Company] = []

    def make(game: str, seats: int) -> Company:
        met.append(Company(chrome, server, game, seats))
        return met[-1]

    yield make
    for company in met:
        company.close()


# What lies nearest, looked up at one moment: a board may be drawn anew between two questions to the browser.
NEAREST = """([place, name]) => {
  const places = [...document.querySelectorAll(place)], low = (one) => one.getBoundingClientRect().bottom;
  return places.reduce((one, other) => low(other) > low(one) ? other : one).querySelector(name).textContent;
}"""
LEFT = """() => {
  const homes = [...document.querySelectorAll("#board .hn")], x = (one) => one.getBoundingClientRect().x;
  return homes.reduce((one, other) => x(other) < x(one) ? other : one).textContent;
}"""


def nearest(page: Page, game: str) -> str:
    """Whose things lie nearest to who looks: their name, or that of their side."""
    if game == "agent-avenue":  # the own Home is on the left, and beside it what the own side has in play
        left: str = page.evaluate(LEFT)
        expect(page.locator(".side.near h2")).to_have_text(re.compile(f"^{re.escape(left)}"))
        return left
    places = {
        "secrets": ("#board .plate", ".name > b"),
        "spywhere": ("#board .place", ".name b"),
        "spies-and-lies": ("#board g:has(> .plate)", ".side"),
    }
    found: str = page.evaluate(NEAREST, places[game])
    return found


@pytest.mark.parametrize("game", SEATS)
def test_who_looks_at_a_table_sits_nearest_and_a_spectator_where_the_host_does(gather: Any, game: str) -> None:
    seats = SEATS[game]
    company = gather(game, seats)
    seen = {name: nearest(company.page(name), game) for name in NAMES[:seats]}
    assert len(set(seen.values())) == seats, "everybody has a side of their own"
    if seats > 2:
        assert seen == {name: name for name in NAMES[:seats]}
    for name in NAMES[:seats] if seats == 2 else ():
        expect(company.screens[name].page.locator("#mine")).to_contain_text(seen[name])
    assert nearest(company.page("watcher"), game) == seen[NAMES[0]]


def test_a_ring_without_sides_looks_the_same_to_all(gather: Any) -> None:
    company = gather("top-secret-spies", 2)
    tiles = "all => all.map(one => one.getBoundingClientRect().toJSON())"
    rings = [company.page(name).locator("#board .tile").evaluate_all(tiles) for name in ("Anna", "Bruno")]
    assert len(rings[0]) == 12 and rings[0] == rings[1]


@pytest.mark.parametrize("game", doppiogioco.games())
def test_the_goal_is_in_sight_and_buttons_say_what_their_answers_do(chrome: Any, server: Server, game: str) -> None:
    screen = Screen(chrome, server, locale="en-GB")
    page = screen.page
    form = {"bots": "1", "listed": "off", "level": "easy"}
    page.goto(screen.context.request.post(f"/new/{game}", form=form, headers={"origin": server.address}).url)
    told = set[str]()
    for turn in range(12):
        if settled(page) == RESULTS:
            break
        goal = page.locator("#goal")
        expect(goal).to_be_visible()
        assert len(goal.inner_text()) > 20
        told |= set(page.locator("#question .answers button small").all_inner_texts())
        press(page, "#question :is(button[name=confirm], button[name=answer])", turn)
    assert len(told) > 2, "different answers do different things"
    screen.close()
