"""How to play, above the rules: three pictures for every game, in both languages, on every screen, in both themes."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from litestar.testing import TestClient

import doppiogioco
from doppiogioco import rulebook
from doppiogioco.web.app import create_app
from doppiogioco.web.render import icon_names

from .serving import Server
from .test_accessibility import serious
from .test_browser import DESKTOP, PHONE, Screen

GAMES = doppiogioco.games()
LANGUAGES = ("en", "it")
NARROW = {"width": 320, "height": 640}


def bottom(found: Any) -> float:
    """Where something on a page ends."""
    box: dict[str, float] = found.bounding_box()
    return box["y"] + box["height"]


class Lesson(HTMLParser):
    """What the page has between the title of the lesson and its button: paragraphs, steps, pictures and their icons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.paragraphs: list[str] = []
        self.path: list[str] = []
        self.pictures: list[tuple[str, ...]] = []  # where each drawing stands
        self.icons: list[str] = []
        self.feed(re.findall(r'<h2 id="lesson-heading">.*?</h2>(.*?)<p class="acts">', text, re.DOTALL)[0])
        assert self.path == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "svg" and "svg" not in self.path:
            assert found["aria-hidden"] == "true", "the words beside it say it all"
            self.pictures.append(tuple(self.path))
        if tag == "use" and (found["href"] or "").startswith("/icons.svg#"):
            self.icons.append((found["href"] or "").partition("#")[2])
        if tag == "p":
            self.paragraphs.append("")
        self.path.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.path.pop() == tag

    def handle_data(self, data: str) -> None:
        if "p" in self.path:
            self.paragraphs[-1] += data


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """The page of the rules of each game in each language."""
    with TestClient(create_app(tmp_path_factory.mktemp("lessons") / "tables.db", bot_pause=0)) as client:
        return {
            (game, language): client.get(f"/rules/{game}", headers={"accept-language": language}).text
            for game in GAMES
            for language in LANGUAGES
        }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_goal_three_pictures_and_end(pages: dict[tuple[str, str], str], game: str, language: str) -> None:
    lesson = Lesson(pages[game, language])
    assert lesson.pictures == [("ol", "li")] * 3
    assert len(lesson.paragraphs) == 5, "the goal, a line for each picture, the end"
    assert all(text.strip().endswith(".") for text in lesson.paragraphs)
    assert set(lesson.icons) <= set(icon_names()), "an icon that is not in the file would be a hole in the picture"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_in_english(pages: dict[tuple[str, str], str], game: str) -> None:
    english, italian = (Lesson(pages[game, language]) for language in LANGUAGES)
    assert not set(english.paragraphs) & set(italian.paragraphs)
    assert english.icons == italian.icons
    numbers = [[sorted(re.findall(r"\d+", text)) for text in lesson.paragraphs] for lesson in (english, italian)]
    assert numbers[0] == numbers[1], "both languages teach the same game"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_italics_are_italic(pages: dict[tuple[str, str], str], game: str, language: str) -> None:
    source = rulebook.page(game, language)
    assert source
    slanted = re.findall(r"\*([^*\n]+)\*", re.sub(r"\*\*.*?\*\*", "", source.read_text(encoding="utf-8")))
    assert slanted
    article = unescape(pages[game, language].partition("<article")[2].partition("</article>")[0])
    assert re.findall(r"<em>(.*?)</em>", article) == slanted
    assert "*" not in article


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_a_lesson_fits_every_screen(chrome: Any, server: Server, game: str, locale: str) -> None:
    """At a desk all of it is seen with the introduction, on a phone it is one screen and a half at most."""
    screen = Screen(chrome, server, locale=locale)
    page: Any = screen.page
    page.goto(f"/rules/{game}")
    lesson = page.locator(".lesson")
    assert bottom(lesson) <= DESKTOP["height"]
    page.set_viewport_size(PHONE)
    assert bottom(lesson) <= 1.5 * PHONE["height"]
    for viewport in (PHONE, NARROW):
        page.set_viewport_size(viewport)
        screen.fits()
        for picture in lesson.locator("li > svg").all():
            box = picture.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"]
    screen.close()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESKTOP), ("dark", PHONE)], ids=["light", "dark"])
def test_everybody_can_read_it(chrome: Any, server: Server, game: str, scheme: str, viewport: dict[str, int]) -> None:
    screen = Screen(chrome, server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    screen.page.goto(f"/rules/{game}")
    assert serious(screen.page) == []
    screen.close()
