"""The board in a notebook: it needs nothing from outside, fits its frame, and shows what the viewer may see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine import laws, secrecy
from doppiogioco.engine.game import View, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.notebook import framed

from .serving import PATIENCE

SETUPS = doppiogioco.setups()
HEAVIEST = [doppiogioco.find(game).setups()[-1] for game in doppiogioco.games()]


def page(html: str) -> str:
    """What stands in the frame."""
    return unescape(re.findall(r'srcdoc="([^"]*)"', html)[0])


def under_way(setup: Any, answers: int = 12) -> Match:
    """A match in which some answers have been given, always the first that is legal."""
    match = doppiogioco.new(*setup, seed=7)
    for _ in range(answers):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    return match


# What is in it ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", HEAVIEST, ids=label)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_it_needs_is_inside(setup: Any, language: str) -> None:
    match = under_way(setup)
    for view in [match.view(), match.everything(), *map(match.view, range(match.seats))]:
        drawn = page(framed(view, match.voice(language), "?"))
        links = re.findall(r'(?:href|src|action)="([^"]*)"', drawn)
        assert links
        assert all(link[0] == "#" and f'id="{link[1:]}"' in drawn for link in links), links
        assert "url(" not in drawn
        assert "@import" not in drawn


def test_the_makers_of_the_icons_are_named() -> None:
    assert "Font Awesome" in page(framed(doppiogioco.new("secrets", 4, seed=1).view()))


def test_names_are_words_and_no_marks() -> None:
    match = doppiogioco.new("secrets", 4, seed=1, names=['<b>"Anna"</b>'])
    html = match._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;" in page(html)


def test_a_notebook_shows_a_match_as_spectators_see_it_and_what_is_asked() -> None:
    match = doppiogioco.new("secrets", 4, seed=7)
    html = match._repr_html_()
    assert html == framed(match.view(), "en", match.question())
    assert match.question() in page(html)
    assert html._repr_html_() == html
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    assert match.verdict() in page(match._repr_html_())


def test_a_notebook_shows_a_view_with_what_is_its_own() -> None:
    match = under_way(("top-secret-spies", 3, {}), 0)
    agents = [page(match.view(seat)._repr_html_()).count("idcard") for seat in range(3)]
    nobody = page(match.view()._repr_html_()).count("idcard")
    assert all(drawn > nobody for drawn in agents)


# What is not in it --------------------------------------------------------------------------------------------------


def shown(match: Match, listener: int) -> Iterator[object]:
    """What a notebook shows a listener."""
    view = match.view(None if listener == SPECTATOR else listener)
    for language in LANGUAGES:
        yield framed(view, language)
    yield match._repr_html_()


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_boards_are_the_same_in_two_worlds(setup: Any) -> None:
    trial = laws.random_trial(setup, 3)
    for listener in [*range(trial.seats), SPECTATOR]:
        secrecy.two_worlds_in_words(trial, listener, length=3, told=shown)


def test_a_board_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = laws.random_trial(("secrets", 5, {}), 4)
    honest = Match.view

    def leaking(self: Match, seat: int | None = None) -> View:
        return self.everything() if seat is None else honest(self, seat)

    monkeypatch.setattr(Match, "view", leaking)
    with pytest.raises(laws.Broken, match="two worlds"):
        secrecy.two_worlds_in_words(trial, SPECTATOR, told=shown)


# In a browser -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", HEAVIEST, ids=label)
def test_it_asks_nobody_for_anything_and_is_as_high_as_its_board(setup: Any, tmp_path: Path, chrome: Any) -> None:
    file = tmp_path / "notebook.html"
    match = under_way(setup)
    file.write_text(f"<!doctype html><meta charset=utf-8>{match.view(0)._repr_html_()}", "utf-8")
    context = chrome.new_context(viewport={"width": 1000, "height": 700})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(file.as_uri())
    tab.wait_for_function("document.querySelector('iframe').parentNode.style.height")
    heights = tab.evaluate(
        "[document.querySelector('iframe').parentNode.offsetHeight,"
        " document.querySelector('iframe').contentDocument.body.offsetHeight]"
    )
    context.close()
    assert heights[0] == heights[1] > 300
    assert all(url.startswith(("file:", "about:")) for url in asked)
