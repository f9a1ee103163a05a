"""axe-core finds nothing serious on any page, in light and dark, at a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import doppiogioco

from .serving import Server
from .test_browser import DESKTOP, PHONE, Screen, press, settled

LOOKS = [("light", DESKTOP), ("dark", DESKTOP), ("dark", PHONE)]
SERIOUS = ("serious", "critical")


def serious(page: Any) -> list[str]:
    """What axe holds against a page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:200]}" for one in found if one["impact"] in SERIOUS for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS, ids=["light", "dark", "phone"])
def test_pages_around_the_games(chrome: Any, server: Server, scheme: str, viewport: dict[str, int]) -> None:
    screen = Screen(chrome, server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    tables = [
        screen.page.request.post("/new/agent-avenue", form={"name": "Anna", "seats": "4"} | more).url
        for more in ({}, {"bots": "1"})
    ]
    screen.page.request.post(f"{tables[0]}/bot", form={"seat": "1"})
    wrong = "/join?code=nowhere2"
    for path in ("/", wrong, "/new/spywhere", tables[0], "/rules/agent-avenue", "/credits", "/t/nowhere"):
        screen.page.goto(path)
        assert serious(screen.page) == [], path
    screen.context.clear_cookies()
    screen.page.goto(tables[0])  # as somebody who has no seat yet
    assert serious(screen.page) == []
    screen.wrong.clear()  # the pages that are not there
    screen.close()


@pytest.mark.parametrize("game", doppiogioco.games())
@pytest.mark.parametrize(("scheme", "viewport"), LOOKS, ids=["light", "dark", "phone"])
def test_tables(chrome: Any, server: Server, game: str, scheme: str, viewport: dict[str, int]) -> None:
    """The first question, some moments on the way, and whatever is there then."""
    screen = Screen(chrome, server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    screen.against_bots(game)
    page = screen.page
    for turn in range(13):
        settled(page)
        if turn % 6 == 0:
            assert serious(page) == [], f"after {turn} answers"
        press(page, "#question .answers button", turn)
    screen.close()


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS, ids=["light", "dark", "phone"])
def test_hints(chrome: Any, server: Server, scheme: str, viewport: dict[str, int]) -> None:
    """Above the table, and on the page that the link leads to without a script; the focus goes in and comes back."""
    screen = Screen(chrome, server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    screen.against_bots("secrets")
    page = screen.page
    settled(page)
    page.locator("[data-hint]").click()
    box = page.locator("dialog.hinted[open]")
    box.wait_for()
    assert box.locator(".best tbody tr").count() >= 2
    assert serious(page) == []
    box.locator("button").click()
    box.wait_for(state="detached")
    assert page.evaluate("document.activeElement.hasAttribute('data-hint')")
    page.goto(page.locator("[data-hint]").get_attribute("href"))
    assert serious(page) == []
    screen.close()
