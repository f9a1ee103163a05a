"""What people ran into at the table, each reproduced in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import doppiogioco
from doppiogioco.games.agent_avenue.state import Ask, Reason

from .serving import Server
from .test_browser import CONFIRM, PHONE, Screen, boxes, settled

DEAL = "5eed" * 16  # the seed of every table of the tests' server
OVERLAP = """([one, other]) => {
  const a = document.querySelector(one).getBoundingClientRect(), b = document.querySelector(other).getBoundingClientRect();
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}"""  # noqa: E501


# Counts from now on how often the mouse button has been let go, and how many wishes the page has sent: it knows both at
# once, so that nothing has to be waited for that ought not to come.
COUNTING = """() => {
  window.clicks = window.wishes = 0;
  addEventListener("mouseup", () => { window.clicks += 1; }, true);
  const say = WebSocket.prototype.send, ask = window.fetch;
  WebSocket.prototype.send = function (text) { window.wishes += 1; return say.call(this, text); };
  window.fetch = (to, how) => { window.wishes += how?.method === "POST"; return ask(to, how); };
}"""


@pytest.fixture
def sit(chrome: Any, server: Server) -> Iterator[Any]:
    opened: list[Screen] = []

    def make(game: str, seats: int = 0, **settings: Any) -> Page:
        screen = Screen(chrome, server, **settings)
        opened.append(screen)
        form = {"bots": "1", "listed": "off", "level": "easy", "name": "Anna"} | (
            {"seats": str(seats)} if seats else {}
        )
        made = screen.context.request.post(f"/new/{game}", form=form, headers={"origin": server.address})
        screen.page.goto(made.url)
        return screen.page

    yield make
    for screen in opened:
        screen.close()


def answers(page: Page, seat: int = 0) -> int:
    """How many answers a seat has given."""
    state = page.context.request.get(page.url.partition("?")[0], headers={"accept": "application/json"}).json()
    return sum(given[0] == seat for given in state["heard"])


def test_a_change_of_theme_or_language_keeps_the_draft(sit: Any) -> None:
    page = sit("top-secret-spies", 2)
    settled(page)
    page.locator("#question button[name=answer]").first.click()
    expect(page.locator(".steps li")).to_have_count(1)
    page.get_by_role("button", name="Scuro").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    expect(page.locator(".steps li")).to_have_count(1)
    page.get_by_role("button", name="English").click()
    expect(page.locator("html[lang=en]")).to_have_count(1)
    expect(page.locator(".steps li")).to_have_count(1)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_double_click_gives_one_answer(sit: Any, game: str) -> None:
    page = sit(game)
    settled(page)
    page.evaluate(COUNTING)
    for _ in range(3):
        settled(page)
        before, parts = answers(page), page.locator(".steps li").count()
        page.evaluate("window.clicks = window.wishes = 0")
        page.locator("#question button[name=answer]").first.dblclick(force=True)
        page.wait_for_function("window.clicks === 2")
        settled(page)  # what was sent has been answered
        assert page.evaluate("window.wishes") == 1, "one click, one answer"
        if given := answers(page) - before:
            assert given == 1 + parts, "the last part of a move"
        else:
            expect(page.locator(".steps li")).to_have_count(parts + 1)
        assert page.evaluate("window.wishes") == 1
        while page.locator(CONFIRM).count() == 0 and page.locator(".steps li").count():
            page.locator("#question button[name=answer]").first.click()
            settled(page)
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).click()


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_the_stamp_of_who_is_to_act_covers_no_words(sit: Any, language: str) -> None:
    page = sit("agent-avenue", 2, locale=language)
    settled(page)
    assert not page.evaluate(OVERLAP, ["#players .now .stamp", "#players .now small"])
    assert not page.evaluate(OVERLAP, ["#players .now .stamp", "#players .now b"])


def test_who_watches_is_told_so(sit: Any, chrome: Any, server: Server) -> None:
    page = sit("secrets")
    watcher = Screen(chrome, server, viewport=PHONE)
    watcher.page.goto(page.url)
    expect(watcher.page.locator("#question .watching")).to_have_text("Stai guardando la partita.")
    watcher.close()


def test_giving_a_present_players_seat_to_a_bot_asks_first(chrome: Any, server: Server) -> None:
    anna, bruno = Screen(chrome, server), Screen(chrome, server)
    origin = {"origin": server.address}
    form = {"seats": "2", "name": "Anna", "listed": "off"}
    table = anna.context.request.post("/new/top-secret-spies", form=form, headers=origin).url
    bruno.context.request.post(f"{table}/sit", form={"name": "Bruno"}, headers=origin)
    anna.context.request.post(f"{table}/start", headers=origin)
    bruno.page.goto(table)
    anna.page.goto(table)
    asks = anna.page.locator("#players details.ask-first")
    expect(asks.get_by_role("button", include_hidden=True)).to_have_count(1)
    expect(asks.locator("form button")).to_be_hidden()
    asks.locator("summary").click()
    expect(asks).to_contain_text("Bruno è al tavolo")
    asks.locator("form button").click()
    expect(bruno.page.locator("#question")).to_contain_text("Un bot")
    for screen in (anna, bruno):
        screen.close()


def test_a_winner_is_shown_with_what_decided() -> None:
    """Three Codebreakers win though the pawn is far behind: points would tell another story."""
    match = doppiogioco.new("agent-avenue", 2, seed=3).position(ask=Ask.OVER, reason=Reason.CODEBREAKERS, winner=0)
    words, say, view = match.game.words, match.voice("en"), match.view()
    shown = {view.side[seat]: words.result(view, seat, -6, say) for seat in range(2)}
    assert shown == {0: "three Codebreakers", 1: "–"}


def after_codebreakers() -> list[tuple[int, int]]:
    """Answers of the two players that end the tests' deal of Agent Avenue with three Codebreakers."""
    for seed in range(400):
        match, chance, given = doppiogioco.new("agent-avenue", 2, seed=DEAL), Random(seed), list[tuple[int, int]]()
        while not match.over:
            seat = match.waiting[0]
            given.append((seat, int(chance.choice(match.legal(seat)))))
            match.play(*given[-1])
        if match.view().reason == Reason.CODEBREAKERS:
            return given
    raise AssertionError("nobody wins so")


def test_a_winner_by_codebreakers_is_not_shown_with_points(chrome: Any, server: Server) -> None:
    players, origin = [Screen(chrome, server, locale="en-GB") for _ in range(2)], {"origin": server.address}
    anna, bruno = players
    form = {"seats": "2", "name": "Anna", "listed": "off"}
    table = anna.context.request.post("/new/agent-avenue", form=form, headers=origin).url
    bruno.context.request.post(f"{table}/sit", form={"name": "Bruno"}, headers=origin)
    anna.context.request.post(f"{table}/start", headers=origin)
    for seat, answer in after_codebreakers():
        move = players[seat].context.request.post(
            f"{table}/move", form={"answer": str(answer)}, headers=origin | {"accept": "application/json"}
        )
        assert move.ok
    anna.page.goto(table)
    rows = anna.page.locator("#question table.results tbody tr")
    expect(rows.first.locator("td")).to_have_text("three Codebreakers")
    expect(rows.last.locator("td")).to_have_text("–")
    for screen in players:
        screen.close()


# What a stranger ran into -------------------------------------------------------------------------------------------


def test_on_a_phone_the_question_stays_in_sight_where_a_guest_can_be_given_to_a_bot(
    chrome: Any, server: Server
) -> None:
    anna, bruno = Screen(chrome, server, viewport=PHONE, has_touch=True, is_mobile=True), Screen(chrome, server)
    origin, form = {"origin": server.address}, {"seats": "2", "name": "Anna", "listed": "off"}
    table = anna.context.request.post("/new/agent-avenue", form=form, headers=origin).url
    bruno.context.request.post(f"{table}/sit", form={"name": "Bruno"}, headers=origin)
    anna.context.request.post(f"{table}/start", headers=origin)
    anna.page.goto(table)
    expect(anna.page.locator("#players details.ask-first summary")).to_be_visible()
    anna.fits()
    asked = anna.page.locator("#asked").bounding_box()
    assert asked and asked["y"] + asked["height"] <= PHONE["height"]
    for screen in (anna, bruno):
        screen.close()


@pytest.mark.parametrize("game", ["top-secret-spies", "spies-and-lies"])
@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_a_whole_move_is_seen_beside_its_question(sit: Any, language: str, game: str) -> None:
    page = sit(game, locale=language)
    while settled(page) != CONFIRM:
        page.locator("#question button[name=answer]").last.click()
        page.locator("body:not(.sending)").wait_for()
    assert page.locator(".steps li").count() > 3
    assert not page.evaluate(OVERLAP, ["#asked", ".steps"])
    assert page.locator(".steps").evaluate("list => list.scrollWidth - list.clientWidth") <= 1, "no part is hidden"
    if game == "top-secret-spies":
        expect(page.locator("#board .name").first).to_have_text("Anna")  # the die is passed on when it is played


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, {"width": 768, "height": 1024}, PHONE])
def test_the_un_lies_beside_the_token_in_the_centre(sit: Any, viewport: dict[str, int]) -> None:
    page = sit("secrets", 5, viewport=viewport)
    settled(page)
    assert not page.evaluate(OVERLAP, [".hub .disc", ".hub .un"])


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_all_ten_guesses_are_in_sight(sit: Any, language: str) -> None:
    page = sit("spies-and-lies", 2, locale=language)
    for _ in range(20):
        settled(page)
        if page.locator("form[data-ask=GUESS]").count():
            break
        page.locator("#question :is(button[name=confirm], button[name=answer])").first.click()
    (tray,), guesses = boxes(page, "#question .tray"), boxes(page, "#question .opts button")
    assert len(guesses) == 10
    assert all(box["y"] + box["height"] <= tray["y"] + tray["height"] for box in guesses)


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_seven_markers_stand_on_their_space(sit: Any, viewport: dict[str, int]) -> None:
    page = sit("top-secret-spies", 7, viewport=viewport)
    settled(page)
    outside = page.evaluate("""() => {
      const space = document.querySelector("#board .cell").getBoundingClientRect();
      const coins = [...document.querySelectorAll("#board .coin")].map((coin) => coin.getBoundingClientRect());
      return coins.map((coin) => Math.max(space.left - coin.left, coin.right - space.right, space.top - coin.top, coin.bottom - space.bottom));
    }""")  # noqa: E501
    assert len(outside) == 7
    at_start = page.locator(".panel.field tbody td.n").all_inner_texts().count("0")
    assert sorted(outside)[at_start - 1] <= 1


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_the_word_under_the_discards_touches_no_building(chrome: Any, server: Server, language: str) -> None:
    screen = Screen(chrome, server, locale=language)
    form = {"bots": "1", "listed": "off", "level": "easy", "seats": "4", "options": "1", "option-top-secret": "on"}
    made = screen.context.request.post("/new/top-secret-spies", form=form, headers={"origin": server.address})
    screen.page.goto(made.url)
    settled(screen.page)
    gap = screen.page.evaluate("""() => {
      const words = [...document.querySelectorAll("#board .cap")].map((word) => word.getBoundingClientRect());
      const tiles = [...document.querySelectorAll("#board .tile .body")].map((tile) => tile.getBoundingClientRect());
      const apart = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
      return Math.min(...words.flatMap((word) => tiles.map((tile) => apart(word, tile))));
    }""")
    assert gap > 1
    screen.close()
