"""What somebody missed who sat down today: each of it mended, and held."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.spies_and_lies.names import IN_SHORT
from doppiogioco.games.top_secret_spies.cards import COLOURS
from doppiogioco.games.top_secret_spies.names import agent_name
from doppiogioco.games.top_secret_spies.state import Ask
from doppiogioco.web.render import render

from .serving import Server
from .test_browser import PHONE, Screen, boxes, press, settled
from .test_stranger import OUT_OF_SIGHT, trays

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


# How it is played ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        *[(game, ON_A_PHONE) for game in doppiogioco.games()],
        ("top-secret-spies", {}),
        ("secrets", {"viewport": {"width": 320, "height": 640}}),
    ],
)
def test_who_has_just_sat_down_is_shown_at_the_table_how_to_play(sit: Any, game: str, settings: dict[str, Any]) -> None:
    page = sit(game, **settings)
    expect(page.locator(".top .to-replay")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".top .how-to").click()
    box = page.locator("dialog[open]")
    expect(box.locator(".lesson ol > li > svg")).to_have_count(3)
    assert box.evaluate("one => one.scrollWidth <= one.clientWidth")
    box.locator(".btn").click()  # there is one: back to the table
    expect(box).to_have_count(0)
    assert "/t/" in page.url and len(page.context.pages) == 1, "one has not left the table"


def test_who_has_answered_can_look_back_instead(sit: Any) -> None:
    page = sit("agent-avenue", 2)
    how, back = page.locator(".top .how-to"), page.locator(".top .to-replay")
    while how.count():
        settled(page)
        press(page, "#question :is(button[name=confirm], button[name=answer])", 0)
        page.locator("body:not(.sending)").wait_for()
    expect(back).to_be_visible()
    page.reload()
    expect(back).to_be_visible()
    expect(how).to_have_count(0)


def test_without_a_script_how_to_play_is_a_link_to_the_rules(sit: Any) -> None:
    page = sit("secrets", 4, java_script_enabled=False)
    with page.context.expect_page() as opened:
        page.locator(".top .how-to").click()
    assert opened.value.url.endswith("/rules/secrets#lesson")
    expect(opened.value.locator("#lesson ol > li > svg")).to_have_count(3)


# Answers in sight ---------------------------------------------------------------------------------------------------


QUESTION_IS_WHOLE = """() => {
  const [question, tray] = ["h1", ".tray"].map((what) => document.querySelector(`#question ${what}`).getBoundingClientRect());
  const parts = document.querySelector("#question .steps")?.getBoundingClientRect();
  return question.top >= tray.top && question.height < 60 && (!parts || question.right <= parts.left || question.bottom <= parts.top);
}"""  # noqa: E501


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", doppiogioco.games())
def test_beside_a_board_every_answer_is_in_sight_too(sit: Any, game: str, language: str) -> None:
    page = sit(game, viewport={"width": 1280, "height": 800}, locale=language)
    settled(page)
    asked = trays(game, language)
    assert len(asked) > 3
    for stage, html in asked.items():
        assert page.evaluate(OUT_OF_SIGHT, html) == [], stage
        assert page.evaluate(QUESTION_IS_WHOLE), stage


VARIANTS = [("agent-avenue", {"advanced": True}), ("top-secret-spies", {"top-secret": True, "dossier": True})]


@pytest.mark.parametrize("settings", [ON_A_PHONE, {"viewport": {"width": 1280, "height": 800}}])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_every_answer_is_in_sight_in_variants_too(
    sit: Any, game: str, options: dict[str, bool], language: str, settings: dict[str, Any]
) -> None:
    chosen = {"options": "1"} | {f"option-{name}": "on" for name in options}
    page = sit(game, find(game).usual_seats, chosen, **settings | {"locale": language})
    settled(page)
    cut = {stage: page.evaluate(OUT_OF_SIGHT, html) for stage, html in trays(game, language, options).items()}
    assert {stage: answers for stage, answers in cut.items() if answers} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_what_a_soldier_does_is_read_to_its_end(sit: Any, language: str) -> None:
    page = sit("spies-and-lies", 2, **ON_A_PHONE | {"locale": language})
    settled(page)
    say, small = Voice(language), "(button, text) => { button.querySelector('small').textContent = text; }"
    first = page.locator("#question .opts button", has=page.locator("small")).first
    for text in IN_SHORT:
        first.evaluate(small, say(text))
        cut = first.locator("small").evaluate("one => one.scrollHeight - one.clientHeight")
        assert cut <= 1, text


@pytest.mark.parametrize(("language", "ruins"), [("en", "ruins"), ("it", "rovine")])
def test_a_movement_says_who_goes_where_with_each_point(language: str, ruins: str) -> None:
    match = doppiogioco.new("top-secret-spies", 4, seed=7).position(at=[8, 0, 10, 0, 0, 0, 0], points=3, ask=Ask.STEP)
    move = match.check(match.waiting[0], "Schulz", "Bucci", "Schulz", language=language)
    assert list(move.parts) == ["Schulz → 9", f"Bucci → {ruins}", "Schulz → 10"]
    assert list(move.texts) == ["Schulz", "Bucci", "Schulz"], "the words of the answers stay as they are"


def test_who_writes_a_dossier_sees_who_moved_whom(sit: Any) -> None:
    page = sit("top-secret-spies", 4, {"options": "1", "option-dossier": "on"}, viewport={"width": 1280, "height": 800})
    settled(page)
    memory, column = page.locator("details.memory").first, page.locator(".left").bounding_box()
    agents = page.locator(".field").bounding_box()
    page.locator("#question [data-ask]").evaluate("form => { form.dataset.ask = 'ENTRY'; }")
    box, now = memory.bounding_box(), page.locator(".left").bounding_box()
    assert column and agents and box and now
    assert now["height"] >= column["height"] + agents["height"], "the list of the agents has made room"
    assert now["y"] + now["height"] - box["y"] > 250
    hidden = page.locator(".field").evaluate("one => getComputedStyle(one).display === 'none'")
    assert not hidden, "who listens still has the list"


# One answer to one question -----------------------------------------------------------------------------------------


def test_what_has_been_answered_is_not_asked_again_by_news_that_was_waiting(sit: Any) -> None:
    page = sit("agent-avenue", 2)
    settled(page)
    asked = page.evaluate("""() => {
      const now = Number(table.dataset.number), ask = (text) => ({ question: `<p class="now">${text}</p>` });
      const news = { stage: "playing", turn: true, beats: [] };
      const shown = () => document.querySelector("#question .now")?.textContent ?? "";
      played = now + 2;  // one's own answer, while something else was still to be shown
      told({ ...news, number: now + 1, regions: ask("the same question") });
      const before = shown();
      told({ ...news, number: now + 2, regions: ask("what comes of it") });
      return [before, shown()];
    }""")
    assert asked == ["", "what comes of it"]


@pytest.mark.parametrize("how", ["a key", "a place on the board", "its button"])
def test_until_the_answer_has_been_shown_nothing_answers_once_more(sit: Any, how: str) -> None:
    page = sit("top-secret-spies", 4)
    settled(page)
    sends = """how => {
      const press = {
        "a key": () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true })),
        "a place on the board": () => document.querySelector("#board [data-answer]").dispatchEvent(new MouseEvent("click", { bubbles: true })),
        "its button": () => document.querySelector("[data-move] button[name=answer]").click(),
      };
      const sent = () => { press[how](); return document.body.classList.contains("sending"); };
      document.querySelector("[data-move]").inert = true;
      const again = sent();
      document.querySelector("[data-move]").inert = false;
      return [again, sent()];
    }"""  # noqa: E501
    assert page.evaluate(sends, how) == [False, True]
    page.locator("body:not(.sending)").wait_for()


# Small screens, and afterwards --------------------------------------------------------------------------------------


def test_on_the_smallest_phone_five_players_stand_in_one_row(sit: Any) -> None:
    page = sit("secrets", 5, viewport={"width": 320, "height": 640}, locale="it-IT")
    rows = {round(box["y"]) for box in boxes(page, ".people li")}
    assert len(boxes(page, ".people li")) == 5
    assert len(rows) == 1


def test_without_a_script_one_need_not_ask_again_and_again_whose_turn_it_is(sit: Any) -> None:
    """A page that waits for others looks again by itself, and stays as it is when it is one's turn."""
    page = sit("secrets", 4, java_script_enabled=False)
    again = page.locator("noscript meta[http-equiv=refresh]")
    expect(page.locator("[data-shown]")).to_be_visible()
    expect(page.locator("[data-seen]")).to_be_hidden()  # a button that would do nothing
    for _ in range(3):
        expect(page.locator("#question .answers button").first).to_be_visible()
        assert not again.count()
        page.locator("#question .answers button").first.click()


@pytest.mark.parametrize(("language", "nobody"), [("en", "nobody"), ("it", "nessuno")])
def test_what_a_dossier_said_is_read_whole_beside_what_it_brought(sit: Any, language: str, nobody: str) -> None:
    page = sit("top-secret-spies", 4, viewport={"width": 1280, "height": 800}, locale=language)
    agents = [agent_name(agent) for agent in range(COLOURS)]
    entries = [
        SimpleNamespace(key="", colour="grey", letter=name[0], name=name, who=nobody, told="+5", right=True)
        for name in agents
    ]
    mine = SimpleNamespace(own=[], revealed=True, cards=False, filed=True, written="3 / 3", entries=entries)
    html = render("games/top-secret-spies/mine.html", mine=mine, picks={}, say=Voice(language))
    cut = """html => {
      document.getElementById("mine").innerHTML = html;
      const words = [...document.querySelectorAll(".entry b, .entry span")];
      return [words.length, ...words.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)];
    }"""
    assert page.evaluate(cut, html) == [3 * len(agents)]


def test_who_has_read_how_to_play_can_play_at_once(chrome: Any, server: Server) -> None:
    screen = Screen(chrome, server, locale="en-GB")
    screen.page.goto("/rules/agent-avenue")
    screen.page.locator("#lesson").get_by_role("button", name="Play now against bots").click()
    screen.page.wait_for_url("**/t/**")
    expect(screen.page.locator("#board svg").first).to_be_visible()
    screen.close()
