"""What somebody ran into who met the five games for the first time, each reproduced."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Page, expect

import doppiogioco
from doppiogioco.doors.world import table_of
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match, Move
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.secrets_game.cards import CHARACTERS
from doppiogioco.tables.tables import Watchers
from doppiogioco.web.app import create_app
from doppiogioco.web.moments import STRIP, in_short, last_turn, latest
from doppiogioco.web.naming import drawn
from doppiogioco.web.pages import TablePage
from doppiogioco.web.render import render

from .serving import Server
from .test_app import Person, opened
from .test_browser import CONFIRM, PHONE, RESULTS, Screen, boxes, press, settled
from .test_home import to_the_end

NAMES = ("Guglielmo", "Volpe", "Gufo", "Lince", "Corvo")
PHONE_IN_ITALIAN = {"viewport": PHONE, "locale": "it-IT", "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


@pytest.fixture
def sit(chrome: Any, server: Server) -> Iterator[Any]:
    opened: list[Screen] = []

    def make(game: str, seats: int = 0, **settings: Any) -> Page:
        opened.append(Screen(chrome, server, **settings))
        form = {"bots": "1", "listed": "off", "level": "easy", "name": "Anna"} | (
            {"seats": str(seats)} if seats else {}
        )
        made = opened[-1].context.request.post(f"/new/{game}", form=form, headers={"origin": server.address})
        opened[-1].page.goto(made.url)
        return opened[-1].page

    yield make
    for screen in opened:
        screen.close()


# What is put together -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "lies"), [("en-GB", ["face up: ", "face down: "]), ("it-IT", ["scoperta: ", "coperta: "])]
)
def test_a_draft_says_which_card_lies_face_up_and_which_face_down(sit: Any, locale: str, lies: list[str]) -> None:
    page = sit("agent-avenue", 2, locale=locale)
    while settled(page) != CONFIRM:
        page.locator("#question button[name=answer]").first.click()
        page.locator("body:not(.sending)").wait_for()
    expect(page.locator(".steps li span")).to_have_text([re.compile(f"^{lie}") for lie in ["", *lies]])


def test_a_draft_says_which_card_is_given_and_which_is_taken() -> None:
    match = doppiogioco.new("spywhere", 4, seed=5, names=["Anna", "Bob", "Carla", "Dino"])
    seat = match.waiting[0]
    move = match.check(seat, int(match.legal(seat)[0]))
    move = move.then(next(a for a in range(6) if move.match.game.rules.legal(move.table, seat, a)))
    assert [part.split()[0] for part in move.parts] == ["give", "take"]
    assert [part.split(" ", 1)[1] for part in move.parts] == [*move.texts], "the words of the answers stay as they are"


# Whose name it is ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_line_says_once_who_you_are(game: str, language: str) -> None:
    """Not: Green (you) begins: Anna (you)."""
    seats = min(find(game).rules.SEATS)
    match = doppiogioco.new(game, seats, seed=3, names=["Anna", "Bob", "Carla", "Dino"][:seats])
    for turn in range(80):
        if match.over:
            break
        legal = match.legal(match.waiting[0])
        match.play(match.waiting[0], int(legal[turn % len(legal)]))
    for line in match.log(0, language):
        marked = re.findall(r'data-seat="([\d ]+)" data-you="[^"]', drawn(line, match.voice(language)))
        named = {" ".join(map(str, seats)) for _, seats in line.parts() if seats}
        assert sorted(marked) == sorted(named), line


# What has just happened ---------------------------------------------------------------------------------------------

RECRUITED = (
    "La carta coperta è un Doppiogiochista. Blu recluta un Picciotto: la pedina resta ferma. "
    "Verde recluta un Doppiogiochista, numero 2: +6, alla casella 13."
)
FILL = """lines => {
  document.querySelector("#since").innerHTML = `<ol>${lines.map((line) => `<li>${line}</li>`).join("")}</ol>`;
}"""
ROWS = """() => [...document.querySelectorAll("#since li")].map((line) => {
  const strip = document.querySelector("#since").getBoundingClientRect(), box = line.getBoundingClientRect();
  const there = box.left < strip.right && box.bottom > strip.top && box.top < strip.bottom;
  const rows = Math.round(box.height / parseFloat(getComputedStyle(line).lineHeight));
  return { shown: there ? rows : 0, cut: there && (box.top < strip.top || box.bottom > strip.bottom) };
})"""  # of each line: how many of its rows are in the strip, and does its edge go through them?


def test_on_a_phone_no_line_of_the_strip_is_cut_across(sit: Any) -> None:
    page = sit("agent-avenue", 2, **PHONE_IN_ITALIAN)
    settled(page)
    page.evaluate(FILL, ["Volpe sceglie un Picciotto.", RECRUITED, "Volpe gioca una carta coperta."])
    first, recruited, latest = page.evaluate(ROWS)
    assert latest == {"shown": 1, "cut": False}
    assert recruited == {"shown": 2, "cut": False}, "what was turned over is worth more than one row"
    assert first["shown"] == 0, "what finds no room is not there at all"
    page.evaluate(FILL, [RECRUITED, RECRUITED, RECRUITED])
    assert page.evaluate(ROWS)[-1] == {"shown": 3, "cut": False}


def test_on_a_phone_the_strip_has_all_its_width_when_it_is_your_turn(sit: Any) -> None:
    page = sit("agent-avenue", 2, **PHONE_IN_ITALIAN)
    settled(page)
    strip, since = (page.locator(what).bounding_box() for what in (".strip", "#since"))
    assert strip and since
    assert since["width"] > strip["width"] - 30


@pytest.mark.parametrize("text", [RECRUITED[:78], RECRUITED, f"{RECRUITED} {RECRUITED}"])
@pytest.mark.parametrize("settings", [PHONE_IN_ITALIAN, {}])
def test_a_moment_is_read_to_its_end(sit: Any, settings: dict[str, Any], text: str) -> None:
    page = sit("agent-avenue", 2, **settings)
    settled(page)
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate("text => caption(text)", text)
    moment = page.locator("#moment")
    assert moment.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, "all of it is there"
    seen = """one => { const { left, bottom } = one.getBoundingClientRect();
      return document.elementFromPoint(left + 12, bottom - 6) === one; }"""
    assert moment.evaluate(seen), "and nothing lies over its last row"


def test_the_strip_tells_what_was_scored_before_it_tells_of_dice() -> None:
    match = doppiogioco.new("top-secret-spies", 4, seed=5)
    chance, scored = Random(5), 0
    while not match.over:
        if 0 in match.waiting and match.history[-1].seat != 0:
            news = latest(match.log(0, "en"), last_turn(match.history, 0))
            scorings = [line for line in news if "Scoring:" in line]
            assert {*scorings[-STRIP:]} <= {*in_short(news)}
            scored += bool(scorings)
        seat = match.waiting[0]
        match.play(seat, int(chance.choice(match.legal(seat))))
    assert scored


# Names that are read whole ------------------------------------------------------------------------------------------

TOO_LONG = """html => {
  document.getElementById("board").innerHTML = html;
  const cut = (name) => name.scrollWidth > name.clientWidth || name.offsetHeight > name.parentNode.offsetHeight;
  return [...document.querySelectorAll(".lying span")].filter(cut).map((name) => name.textContent);
}"""


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (320, 640), (1280, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_all_characters_are_read_whole(sit: Any, language: str, wide: int, high: int) -> None:
    page = sit("secrets", 5, viewport={"width": wide, "height": high}, locale=language)
    settled(page)
    for first in range(0, CHARACTERS, 4):  # in front of one's own seat, which has two columns everywhere
        some = range(first, min(first + 4, CHARACTERS))
        for row in ("up", "down"):
            lying = {"up": {0: dict.fromkeys(some, 1)}} if row == "up" else {"down": {0: dict.fromkeys(some, 2)}}
            match = doppiogioco.new("secrets", 5, seed=5).position(**lying)
            say = match.voice(language)
            html = render(
                "games/secrets/board.html", board=match.game.drawing.board(match.view(), say), picks={}, say=say
            )
            assert page.evaluate(TOO_LONG, html) == []
            assert page.locator(".lying").count() == len(some)


# How it ended -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "words"), [("en", "Games won so far: "), ("it", "Partite vinte finora: ")])
def test_a_rematch_counts_who_has_won(tmp_path: Path, language: str, words: str) -> None:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as client:
        person = Person(client, language)
        table = opened(person, "agent-avenue", seats=2, bots=1)
        won, names = Counter[str](), []
        for number in range(3):
            to_the_end(table, person)
            state = person.state(table)
            names = [seat["name"] for seat in state["seats"]]
            won.update(names[seat] for seat in state["outcome"]["winners"])
            page = unescape(person.get(table).text)
            if number:
                tally = ", ".join(f"{name} {won[name]}" for name in sorted(names, key=lambda one: -won[one]))
                assert words + tally in page
            else:
                assert words not in page, "one game is no series"
            table = person.post(f"{table}/rematch").headers["location"]
    assert won.total() == 3


@pytest.mark.parametrize("game", doppiogioco.games())
def test_on_a_phone_the_end_is_told_whole_and_three_ways_on_stand_side_by_side(sit: Any, game: str) -> None:
    page = sit(game, **PHONE_IN_ITALIAN)
    while settled(page) != RESULTS:
        press(page, "#question :is(button[name=confirm], button[name=answer])", 0)
    told = page.locator("#since li").last
    assert told.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    assert page.locator("#since").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    ways = boxes(page, "#question .acts > .btn, #question .acts > form > .btn")
    assert len(ways) == 3
    tops = [way["y"] for way in ways]
    assert max(tops) - min(tops) < 4, "in one row; the one under the pointer may be lifted"
    assert all(way["y"] + way["height"] <= PHONE["height"] for way in ways)


# Answers in sight ---------------------------------------------------------------------------------------------------

OUT_OF_SIGHT = """html => {
  const region = document.getElementById("question");
  region.innerHTML = html;
  region.querySelector(".shown")?.remove();  // it has been seen
  const edge = region.querySelector(".tray").getBoundingClientRect().bottom;
  const below = (button) => button.checkVisibility() && button.getBoundingClientRect().bottom > edge + 1;
  return [...region.querySelectorAll(".btn")].filter(below).map((button) => button.textContent);
}"""


def trays(game: str, language: str, options: dict[str, bool] | None = None) -> dict[tuple[str, int], str]:
    """Of every question that comes up in a few games, and of every stage of a move, the tray with most answers."""
    found: dict[tuple[str, int], tuple[int, str]] = {}
    tables: Any = SimpleNamespace(watchers=lambda _, watchers=Watchers(): watchers)  # noqa: B008
    seats = find(game).usual_seats

    def look(match: Match, move: Move | None) -> None:
        page = TablePage(tables, table_of(match, "t"), 0, language, move)
        stage = page.ask, len(move or ())
        if found.get(stage, (-1, ""))[0] < len(page.buttons):
            found[stage] = len(page.buttons), str(page.region("question"))

    for seed in range(3):
        match, chance = doppiogioco.new(game, seats, options, seed=seed, names=NAMES[:seats]), Random(seed)
        while not match.over:
            seat = match.waiting[0]
            if seat == 0:
                look(match, None)
            move = match.check(seat, int(chance.choice(match.legal(seat))))
            while move.more:
                if seat == 0:
                    look(match, move)
                move = move.then(chance.choice(match.game.legal(move.table, seat)))
            if seat == 0 and len(move) > 1:
                look(match, move)
            match.make(move)
    return {stage: html for stage, (_, html) in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", doppiogioco.games())
def test_on_a_phone_every_answer_is_in_sight(sit: Any, game: str, language: str) -> None:
    page = sit(game, **PHONE_IN_ITALIAN | {"locale": language})
    settled(page)
    asked = trays(game, language)
    assert len(asked) > 3
    for stage, html in asked.items():
        assert page.evaluate(OUT_OF_SIGHT, html) == [], stage


# Before and beside the game -----------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as found:
        yield found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_waits_says_what_is_played_there(client: TestClient[Any], language: str) -> None:
    for game in doppiogioco.games():
        person = Person(client, language)
        page = unescape(person.get(opened(person, game, seats=find(game).usual_seats)).text)
        assert Voice(language)(find(game).words.ABOUT) in page
        assert '<svg class="art"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_follows_a_broken_link_may_type_the_code_of_the_table(client: TestClient[Any], language: str) -> None:
    person = Person(client, language)
    table = opened(person)
    for lost in ("/nowhere", "/t/zzzzzzzz"):
        answer = person.get(lost)
        assert answer.status_code == 404
        assert 'action="/join"' in answer.text and 'name="code"' in answer.text
    assert person.get(f"/join?code={table.removeprefix('/t/')}").headers["location"] == table


def test_on_a_phone_the_page_of_a_broken_link_is_read_from_top_to_bottom(chrome: Any, server: Server) -> None:
    page = chrome.new_context(base_url=server.address, **PHONE_IN_ITALIAN).new_page()
    page.goto("/nowhere")
    parts = boxes(page, ".lost > :is(svg, h1, p, form)")
    assert len(parts) >= 5
    assert [part["y"] for part in parts] == sorted({part["y"] for part in parts}), "one below the other"
    page.context.close()
