"""Home, new table, lobby and rules on real screens: what is above the fold, how far the fifth game is, no overflow."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

import doppiogioco

from .test_browser import DESKTOP, PHONE, boxes, screens  # noqa: F401 (a fixture)
from .test_lobby import sits

LANGUAGES = ("it-IT", "en-GB")
SMALL = {"width": 320, "height": 640}
WIDE_FONT = "* { font-family: 'DejaVu Sans', sans-serif !important; }"  # the widest that a system may have


def box(page: Page, what: str) -> dict[str, float]:
    """Where the first of these is on the page."""
    found = next(iter(boxes(page, what)), None)
    assert found, what
    return {"left": found["x"], "right": found["x"] + found["width"], "top": found["y"],
            "bottom": found["y"] + found["height"]}  # fmt: skip


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["right"] <= other["left"]
        or other["right"] <= one["left"]
        or one["bottom"] <= other["top"]
        or other["bottom"] <= one["top"]
    )


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("seats", [0, 3, 9])
def test_at_a_desk_the_first_game_can_be_played_without_scrolling(screens: Any, locale: str, seats: int) -> None:  # noqa: F811
    """Also for who has tables of their own, which come first."""
    screen = screens(viewport=DESKTOP, locale=locale)
    page = screen.page
    for _ in range(seats):
        page.request.post("/new/secrets", form={"name": "Anna", "listed": "off"})
    page.goto("/")
    assert page.locator(".mine-tables li").count() == seats
    buttons = boxes(page, ".dossier form .btn.go")
    assert buttons
    for found in buttons:
        assert found["y"] + found["height"] <= DESKTOP["height"]
        assert found["height"] <= 48, "its words stand in one line"
    hero = box(page, ".hero")
    assert hero["bottom"] - hero["top"] < DESKTOP["height"] / 3


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, SMALL, {"width": 768, "height": 1024}])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_nothing_lies_over_anything_else_in_the_hero(screens: Any, viewport: dict[str, int], locale: str) -> None:  # noqa: F811
    page = screens(viewport=viewport, locale=locale).page
    page.goto("/")
    parts = [".pitch h1", ".pitch p", "#code", ".join button", ".heroart"]
    if page.locator(".pitch .stamp").is_visible():
        parts.append(".pitch .stamp")
    boxes = {part: box(page, part) for part in parts}
    hero = box(page, ".hero")
    for part, where in boxes.items():
        assert all(apart(where, other) for name, other in boxes.items() if name != part), part
        assert hero["left"] <= where["left"] and where["right"] <= hero["right"] + 1, part
        assert hero["top"] <= where["top"] and where["bottom"] <= hero["bottom"] + 1, part


@pytest.mark.parametrize("locale", LANGUAGES)
def test_on_a_phone_the_fifth_game_is_within_two_screens(screens: Any, locale: str) -> None:  # noqa: F811
    page = screens(viewport=PHONE, locale=locale, has_touch=True).page
    page.goto("/")
    buttons = boxes(page, ".dossier form .btn.go")
    assert len(buttons) == len(doppiogioco.games())
    assert buttons[-1]["y"] + buttons[-1]["height"] <= 2 * PHONE["height"]
    assert all(found["height"] >= 44 for found in boxes(page, ".ways .btn"))
    whole = "all => all.every((one) => one.scrollHeight <= one.clientHeight + 1)"
    assert page.locator(".dbody p").evaluate_all(whole), "what a game is about is read to its end"


@pytest.mark.parametrize("font", ["own", "wide"])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_at_320_pixels_nothing_is_too_wide(screens: Any, locale: str, font: str) -> None:  # noqa: F811
    screen = screens(viewport=SMALL, locale=locale, bypass_csp=True)
    guest = screens(viewport=SMALL, locale="it-IT")
    page = screen.page
    opened = page.request.post("/new/agent-avenue", form={"name": "Annamariabianchiniverdi", "seats": "4"})
    sits(guest.page, opened.url, "Wwwwwwwwwwwwwwwwwwwwwwww", 3)
    page.request.post(f"{opened.url}/bot", form={"seat": "2"})
    rules = [f"/rules/{game}" for game in doppiogioco.games()]
    for path in ("/", "/join?code=nowhere2", "/new/top-secret-spies", opened.url, *rules):
        page.goto(path)
        if font == "wide":
            page.add_style_tag(content=WIDE_FONT)
        screen.fits()
        for found in boxes(page, "main .btn"):
            assert found["x"] >= 0 and found["x"] + found["width"] <= SMALL["width"], path
    guest.page.goto(opened.url)
    guest.fits()
    screen.wrong.clear()  # the code that is none
