"""What others do can be followed: looked at one thing after the other, skipped, paused, marked, remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from .serving import Server
from .test_browser import SEEN, Screen, settled

TURNED = "body[data-moment='2600']"  # something is turned over before everybody's eyes
# How long each moment was held, and how many backs and faces of offered cards lay there meanwhile.
WATCH = """
window.held = [];
const lie = (what) => document.querySelectorAll(`#board .offer ${what}`).length;
document.addEventListener("DOMContentLoaded", () => {
  let begun = null;
  new MutationObserver(() => {
    const moment = document.body.dataset.moment;
    if (moment && !begun) begun = { asked: Number(moment), at: performance.now(), back: lie(".cardback"), face: lie(".nameplate") };
    if (!moment && begun) { window.held.push({ ...begun, for: performance.now() - begun.at }); begun = null; }
  }).observe(document.body, { attributes: true, attributeFilter: ["data-moment"] });
});
"""  # noqa: E501


@pytest.fixture
def duel(chrome: Any, server: Server) -> Iterator[Any]:
    """Agent Avenue for two against a bot, at the usual speed."""
    opened: list[Screen] = []

    def make(speed: str = "normal", **settings: Any) -> Page:
        screen = Screen(chrome, server, locale="en-GB", speed=speed, **settings)
        opened.append(screen)
        screen.context.add_init_script(WATCH)
        made = screen.context.request.post(
            "/new/agent-avenue",
            form={"bots": "1", "seats": "2", "listed": "off", "level": "easy"},
            headers={"origin": server.address},
        )
        screen.page.goto(made.url)
        return screen.page

    yield make
    for screen in opened:
        screen.close()


def until(page: Page, ask: str) -> None:
    """Answer with the first button until this is asked."""
    for _ in range(60):
        settled(page)
        form = page.locator("form[data-move]:not([inert])")
        form.wait_for()
        if form.get_attribute("data-ask") == ask:
            return
        page.locator("#question :is(button[name=confirm], button[name=answer])").first.click()
    raise AssertionError(f"nobody asked {ask}")


def test_the_card_face_down_is_seen_turned_over_before_it_is_recruited(duel: Any) -> None:
    page = duel()
    until(page, "RECRUIT")
    page.locator("#question").get_by_role("button", name="The card face down").click()
    page.locator(TURNED).wait_for(state="attached")
    expect(page.locator("#moment")).to_contain_text("The card face down is")
    expect(page.locator("form[data-move]:not([inert])")).to_have_count(0)  # nothing to answer meanwhile
    assert "Look at the table" in page.evaluate(
        "getComputedStyle(document.getElementById('question'), '::before').content"
    )
    page.locator("body:not([data-moment])").wait_for()
    turned = next(held for held in page.evaluate("window.held") if held["asked"] == 2600)
    assert turned["for"] >= 1500
    assert (turned["back"], turned["face"]) == (0, 2)
    settled(page)
    expect(page.locator("#since li").last).not_to_be_empty()


def test_a_key_or_a_tap_goes_on_and_a_pause_waits(duel: Any) -> None:
    page = duel("slow")
    until(page, "RECRUIT")
    page.get_by_role("button", name="Pause").click()
    page.locator("#question").get_by_role("button", name="The card face down").click()
    page.locator(TURNED).wait_for(state="attached")
    page.wait_for_timeout(300)
    assert page.locator(TURNED).count(), "it waits"
    page.keyboard.press("Space")
    page.locator(f"body:not({TURNED.removeprefix('body')})").wait_for()
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("Escape")
    settled(page)


def test_a_page_that_shows_everything_at_once_holds_nothing(duel: Any) -> None:
    page = duel("none")
    until(page, "RECRUIT")
    page.locator("#question").get_by_role("button", name="The card face down").click()
    until(page, "RECRUIT")
    assert page.evaluate("window.held") == []


def test_what_has_changed_since_ones_last_answer_is_marked(duel: Any) -> None:
    page = duel("none")
    offered = page.locator("#board .changed[data-key=offer-0]")
    until(page, "OPEN")  # something has been answered before, so it is known what has come since
    until(page, "RECRUIT")
    expect(offered).to_have_count(1)
    page.locator("#question").get_by_role("button", name="The card face down").click()
    settled(page)
    expect(offered).to_have_count(0)


def test_keys_answer_take_back_and_confirm(duel: Any) -> None:
    page = duel("none")
    until(page, "OPEN")
    parts = page.locator(".steps li")
    drafted = parts.count()
    page.locator("body").press("1")
    expect(parts).to_have_count(drafted + 1)
    page.locator("body").press("Backspace")
    expect(parts).to_have_count(drafted)
    page.locator("body").press("2")
    expect(parts).to_have_count(drafted + 1)
    page.locator("body").press("1")
    expect(page.locator("#question button[name=confirm]")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator("#question button[name=confirm]")).to_have_count(0)


def test_what_one_remembers_is_on_the_page_and_at_its_own_address(duel: Any) -> None:
    page = duel("none")
    until(page, "RECRUIT")
    page.locator("#question").get_by_role("button", name="The card face down").click()
    settled(page)
    notes = page.locator("details.memory .note")
    expect(notes).to_have_count(2)
    expect(notes.last.locator("li").first).to_contain_text("took the hidden one")
    told = page.context.request.get(f"{page.url}/memory", headers={"accept": "application/json"}).json()["memory"]
    assert [note["title"] for note in told] == notes.locator("h3").all_inner_texts()
    page.goto(f"{page.url}/memory")
    expect(page.locator("main .note")).to_have_count(2)


def test_an_answer_waits_for_a_server_that_is_gone(chrome: Any, tmp_path: Any) -> None:
    with Server(tmp_path / "own.db") as own:
        screen = Screen(chrome, own)
        screen.against_bots("secrets")
        page = screen.page
        settled(page)
        question = page.locator("#asked").inner_text()
        own.kill()
        expect(page.locator("body.offline")).to_have_count(1)
        expect(page.locator(".gone")).to_be_visible()
        page.locator("#question button[name=answer]").first.click()
        expect(page.locator(".gone")).to_be_visible()
        own.start()
        expect(page.locator(".gone")).to_be_hidden()
        expect(page.locator("#asked")).not_to_have_text(question)  # it was sent, and counts
        screen.wrong.clear()  # the browser complains of the connection that was cut
        screen.close()


# How long a page waits until it listens again; here nobody does.
PAUSES = """
const later = window.setTimeout;
window.setTimeout = (work, pause, ...more) => {
  if (work.name !== "listen") return later(work, pause, ...more);
  document.body.dataset.pauses = `${document.body.dataset.pauses ?? ""}${Math.round(pause)} `;
  return later(work, 0, ...more);
};
"""


@pytest.mark.parametrize(("language", "words"), [("en-GB", "tries again by itself"), ("it-IT", "riprova da sola")])
def test_a_page_that_is_one_too_many_says_so_and_asks_less_and_less_often(
    chrome: Any, tmp_path: Any, language: str, words: str
) -> None:
    with Server(tmp_path / "own.db", "--limits", "--limit-live", "1", "--limit-requests", "0") as own:
        screen = Screen(chrome, own, locale=language)
        screen.context.add_init_script(PAUSES)
        form = {"bots": "1", "listed": "off", "level": "easy"}
        made = screen.context.request.post("/new/secrets", form=form, headers={"origin": own.address})
        with connect(f"{made.url.replace('http', 'ws')}/live") as other:
            other.recv(60)
            screen.page.goto(made.url)
            body = screen.page.locator("body")
            expect(body).to_have_attribute("data-pauses", re.compile(r"^(\d+ ){8}"))
            pauses = map(int, (body.get_attribute("data-pauses") or "").split())
            assert all(1_000 * min(60, 2**number) <= pause <= 90_000 for number, pause in enumerate(pauses))
            expect(screen.page.locator(".crowded")).to_have_text(re.compile(words))
            expect(screen.page.locator(".crowded")).to_be_visible()
        expect(screen.page.locator(".crowded")).to_be_hidden()
        expect(screen.page.locator("body.offline")).to_have_count(0)
        screen.close()


def test_what_only_one_player_is_shown_stays_until_they_have_seen_it(chrome: Any, server: Server) -> None:
    screen = Screen(chrome, server)
    screen.against_bots("secrets")
    page = screen.page
    page.locator(SEEN).wait_for()
    shown = page.locator("[data-shown]")
    expect(shown).to_be_visible()
    program = {"accept": "application/json", "accept-language": "it"}
    log = page.context.request.get(page.url, headers=program).json()["log"]
    own = next(line for line in log if "guarda il proprio segnalino: " in line)
    expect(shown).to_contain_text(own)  # one's own side, in words
    page.reload()
    expect(shown).to_contain_text(own)
    expect(page.locator("#question .answers button:visible")).to_have_count(0)
    page.locator(SEEN).click()
    expect(page.locator("[data-shown]")).to_have_count(0)
    page.reload()
    settled(page)
    expect(page.locator("[data-shown]")).to_have_count(0)
    screen.close()
