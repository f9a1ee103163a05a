"""In what is told to them, viewers see which name is theirs; the line itself stays the same for all who hear it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import MOST_SEATS
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.agent_avenue.names import COLOURS
from doppiogioco.web.naming import drawn
from doppiogioco.web.render import STATIC

from .serving import Server
from .test_browser import RESULTS, Screen, press, settled

NAMES = ("Red", "Anna", "Anna 2", "<b>&", "Mission", "1", "Spia", "Éva")  # words of the games, and of HTML
EUPHONIC = re.compile(r"\b([ae])d(?= Giocatore)")  # "ad Anna", but "a Giocatore 2"
ADDED = """what => [...document.querySelectorAll(what)].map((one) =>
  [one.innerText, getComputedStyle(one, '::after').content])"""


def played(game: str, seats: int, names: tuple[str, ...] = ()) -> Match:
    """The same sixty answers, whatever the players are called."""
    match = doppiogioco.new(game, seats=seats, seed=3, names=names)
    for turn in range(60):
        if match.over:
            break
        seat = match.waiting[0]
        legal = [int(answer) for answer in match.legal(seat)]
        match.play(seat, legal[turn % len(legal)])
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_line_knows_whose_its_names_are(game: str, language: str) -> None:
    seats = max(find(game).rules.SEATS)
    match, nameless = played(game, seats, NAMES[:seats]), played(game, seats)
    say, plain = match.voice(language), nameless.voice(language)
    named: set[int] = set()
    for line, numbered in zip(match.log(0, language), nameless.log(0, language), strict=True):
        parts = line.parts()
        assert "".join(text for text, _ in parts) == line
        assert unescape(re.sub(r"</?b( [^>]*)?>", "", drawn(line, say))) == line
        own = [(text, whose[0]) if len(whose) == 1 else (text, None) for text, whose in parts]
        assert all(text == NAMES[seat] for text, seat in own if seat is not None)
        told = "".join(text if seat is None else plain.seat(seat) for text, seat in own)
        assert EUPHONIC.sub(r"\1", told) == numbered, "no more, no less"
        named |= {seat for _, seat in own if seat is not None}
    assert named == {*range(seats)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["agent-avenue", "spies-and-lies"])
def test_a_line_knows_whose_a_side_is(game: str, seats: int) -> None:
    match = played(game, seats, tuple("ABCD"[:seats]))
    sides = {
        (text, whose) for line in match.log(None, "en") for text, whose in line.parts() if whose and text not in "ABCD"
    }
    of = match.view().side
    assert sorted(whose for _, whose in sides) == sorted(
        tuple(seat for seat in range(seats) if of[seat] == side) for side in (0, 1)
    )
    assert len({text for text, _ in sides}) == 2


def test_every_seat_is_marked_by_the_style_sheet() -> None:
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    assert re.findall(r'\[data-seat="(\d)"\] \[data-seat~="\1"\]', style) == [*map(str, range(MOST_SEATS))]


def marks(page: Page, place: str) -> dict[str, set[str]]:
    """Of each name that is told there, what is added to it."""
    found: dict[str, set[str]] = {}
    for name, added in page.evaluate(ADDED, f"{place} b[data-you]:not([data-you=''])"):  # a line says it once
        found.setdefault(name, set()).add(added)
    return found


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("it-IT", "it")])
def test_the_viewers_own_name_is_marked_in_log_strip_and_moments(
    chrome: Any, server: Server, locale: str, language: str
) -> None:
    screen = Screen(chrome, server, locale=locale, speed="fast")
    screen.context.add_init_script(
        "window.heard = []; document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {"
        " for (const name of document.querySelectorAll(':is(#moment, #announce) b[data-you]:not([data-you=\"\"])'))"
        " window.heard.push([name.closest('[id]').id, name.textContent, getComputedStyle(name, '::after').content]);"
        "}).observe(document.querySelector('.table'), { childList: true, subtree: true }));"
    )
    form = {"bots": "1", "seats": "2", "listed": "off", "level": "easy", "name": "Anna"}
    made = screen.context.request.post("/new/agent-avenue", form=form, headers={"origin": server.address})
    page = screen.page
    page.goto(made.url)
    for _ in range(12):
        if settled(page) == RESULTS:
            break
        press(page, "#question :is(button[name=confirm], button[name=answer])", 0)
    settled(page)
    program = {"accept": "application/json", "accept-language": language}
    state = page.context.request.get(page.url, headers=program).json()
    say, you = Voice(language), state["you"]
    own = {state["seats"][you]["name"], say(COLOURS[state["view"]["side"][you]])}
    added = f'" ({say("you")})"'
    told = {place: marks(page, place) for place in ("#log", "#since")}
    for place, name, what in page.evaluate("window.heard"):
        told.setdefault(place, {}).setdefault(name, set()).add(what)
    assert {*told} == {"#log", "#since", "moment", "announce"}
    for place, found in told.items():
        assert found.keys() & own, f"nothing of one's own in {place}"
        assert {name: what for name, what in found.items() if what != {"none"}} == {
            name: {added} for name in found.keys() & own
        }, place
    assert page.locator("#log li span").first.text_content() == state["log"][-1], "the text is as programs get it"
    page.goto(f"{page.url}/replay")
    marked = {name for name, what in marks(page, "#log").items() if what == {added}}
    assert marked and marked <= own
    watcher = Screen(chrome, server, locale=locale)
    watcher.page.goto(made.url)
    expect(watcher.page.locator("#log b[data-you]")).not_to_have_count(0)
    assert {what for added_there in marks(watcher.page, "#log").values() for what in added_there} == {"none"}
    watcher.close()
    screen.close()
