"""As a new user would: a real browser, from the home page to the end of a game, by mouse, by keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.words import Voice

from .serving import PATIENCE, Server

GAMES = doppiogioco.games()
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


class Screen:
    """A browser of their own: cookies, size, language; and whatever went wrong on its pages."""

    def __init__(self, chrome: Any, server: Server, **settings: Any) -> None:
        self.wrong: list[str] = []
        settings = {"viewport": DESKTOP, "locale": "it-IT", "reduced_motion": "reduce"} | settings
        self.context: BrowserContext = chrome.new_context(base_url=server.address, **settings)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self.note)
        return page

    def note(self, message: Any) -> None:
        """Keep what a page complains of. That a partner was quicker (409) is part of the game."""
        if message.type == "error" and "409" not in message.text:
            self.wrong.append(message.text)

    def against_bots(self, game: str) -> None:
        self.page.goto("/")
        title = Voice("it")(find(game).words.TITLE)
        self.page.locator("article", has=self.page.get_by_role("heading", name=title)).locator("form button").click()
        self.page.wait_for_url("**/t/*")

    def fits(self) -> None:
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} pixels too wide"

    def close(self) -> None:
        self.context.close()
        assert self.wrong == []


@pytest.fixture
def screens(chrome: Any, server: Server) -> Iterator[Any]:
    opened: list[Screen] = []

    def make(**settings: Any) -> Screen:
        opened.append(Screen(chrome, server, **settings))
        return opened[-1]

    yield make
    for screen in opened:
        screen.close()


BOXES = """what => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height };
})"""


def boxes(page: Page, what: str) -> list[dict[str, float]]:
    """Where everything is that is seen of these, in one look: a live page may be drawn anew between two."""
    found: list[dict[str, float]] = page.evaluate(BOXES, what)
    return found


RESULTS = "#question table.results"
MINE = "#question .answers button, #question .answers [data-draft]"
CONFIRM = "#question button[name=confirm]"
SEEN = "#question [data-seen]"  # something was shown to this player alone
MOST_PRESSES = 200  # of anything, until something must have come of it: a test that waits in vain says so


def settled(page: Page) -> str:
    """Wait until there is something to do: to confirm, to answer, or to read the results."""
    for _ in range(MOST_PRESSES):
        page.locator(f"body:not(.sending) :is({RESULTS}, {MINE}, {SEEN})").first.wait_for()
        if not page.locator(SEEN).count():
            break
        press(page, SEEN, 0)  # the game may end in this very moment, and take it away
    else:
        raise AssertionError("what was shown does not go away")
    for what in (RESULTS, CONFIRM):
        if page.locator(what).count():
            return what
    return MINE


def sent(page: Page) -> None:
    """Wait until what was clicked has been answered, and the page shows it."""
    page.locator("body:not(.sending)").wait_for()


def press(page: Page, what: str, turn: int, how: str = "click") -> bool:
    """Click or tap one of these. A partner's answer may change the page in the same moment: then look again."""
    found = page.locator(what)
    try:
        getattr(found.nth(turn % found.count()), how)(timeout=2_000)
    except (Error, ZeroDivisionError):
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(screens: Any, game: str) -> None:
    """Where an answer has a place on the table, that is clicked; else its button."""
    screen = screens()
    page, clicked, drawn = screen.page, 0, find(game).package.has("drawing")
    for again in range(10):  # the shortest games are over soon: then another one, with other answers
        screen.against_bots(game)
        for turn in range(again, 2_000):
            if (what := settled(page)) == RESULTS:
                break
            places = "#board [data-answer], #mine [data-answer]"
            if what != CONFIRM and page.locator(places).count():
                clicked += press(page, places, turn)
            else:
                press(page, CONFIRM if what == CONFIRM else "#question button[name=answer]", turn)
        expect(page.locator(RESULTS)).to_be_visible()
        if clicked > 2 or not drawn:
            break
    assert clicked > 2 or not drawn
    screen.fits()
    page.get_by_role("link", name="Rivedi la partita").click()
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(screens: Any, game: str) -> None:
    """Tab, Enter and arrows only, from the first page on."""
    screen = screens()
    page = screen.page
    page.goto("/")
    title = Voice("it")(find(game).words.TITLE)
    button = page.locator("article", has=page.get_by_role("heading", name=title)).locator("form button")
    for _ in range(60):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    for turn in range(3_000):
        if settled(page) == RESULTS:
            break
        for _ in range(40):
            if page.evaluate("document.activeElement.closest('#question .answers') !== null"):
                break
            page.keyboard.press("Tab")
        else:  # where many places can be picked it stands on one of them
            if not page.evaluate("document.activeElement.matches('[data-answer]')"):
                continue  # a partner has answered meanwhile, or the game is over: Enter would lead elsewhere
        if page.locator(CONFIRM).count():
            page.locator(CONFIRM).evaluate("one => one.focus()")
        elif turn % 3:
            page.keyboard.press("Tab")
            if not page.evaluate("document.activeElement.matches('#question button[name=answer]')"):
                page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        page.wait_for_timeout(15)
    expect(page.locator(RESULTS)).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_a_phone(screens: Any, game: str) -> None:
    screen = screens(viewport=PHONE, has_touch=True)
    screen.against_bots(game)
    page = screen.page
    for turn in range(2_000):
        if (what := settled(page)) == RESULTS:
            break
        if turn % 7 == 0:
            screen.fits()
        press(page, CONFIRM if what == CONFIRM else "#question button[name=answer]", turn * 5, "tap")
    expect(page.locator(RESULTS)).to_be_visible()
    screen.fits()


def two_at_a_table(screens: Any) -> tuple[Screen, Screen]:
    """Anna opens a table of Top Secret Spies for two, Bruno follows the link, Anna begins."""
    anna, bruno = screens(), screens(locale="en-GB")
    anna.page.goto("/new/top-secret-spies")
    anna.page.get_by_label("Il tuo nome").fill("Anna")
    anna.page.get_by_label("2", exact=True).check()
    anna.page.get_by_role("button", name="Apri il tavolo").click()
    anna.page.wait_for_url("**/t/*")
    bruno.page.goto(anna.page.locator("a.share").get_attribute("href"))
    bruno.page.get_by_label("Your name").fill("Bruno")
    bruno.page.get_by_role("button", name="Sit here").click()
    expect(anna.page.locator(".seats").get_by_text("Bruno", exact=True)).to_be_visible()
    anna.page.get_by_role("button", name="Comincia").click()
    for screen in (anna, bruno):
        expect(screen.page.locator("#board")).to_be_visible()
    return anna, bruno


def acting(*screens: Screen) -> Screen:
    """Whose turn it is."""
    for _ in range(PATIENCE // 50):
        for screen in screens:
            if screen.page.locator(MINE).count():
                return screen
        screens[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to act")


def test_two_browsers_have_different_secrets_and_see_each_others_moves(screens: Any) -> None:
    anna, bruno = two_at_a_table(screens)
    assert anna.page.locator("#mine").inner_text() != bruno.page.locator("#mine").inner_text()
    mover = acting(anna, bruno)
    other = bruno if mover is anna else anna
    before = other.page.locator("#log li").count()
    while mover.page.locator(MINE).count() and not mover.page.locator(CONFIRM).count():
        mover.page.locator("#question button[name=answer]").first.click()
        sent(mover.page)
    if mover.page.locator(CONFIRM).count():
        assert other.page.locator("#log li").count() == before, "a draft is nobody else's business"
        mover.page.locator(CONFIRM).click()
    expect(other.page.locator("#log li")).not_to_have_count(before)


def test_reload_several_tabs_and_another_device_in_mid_turn(screens: Any) -> None:
    anna, bruno = two_at_a_table(screens)
    mover = acting(anna, bruno)
    secret, question = mover.page.locator("#mine").inner_text(), mover.page.locator("#asked").inner_text()
    mover.page.reload()
    assert (mover.page.locator("#mine").inner_text(), mover.page.locator("#asked").inner_text()) == (secret, question)
    tab = mover.new_page()
    tab.goto(mover.page.url)
    assert tab.locator("#mine").inner_text() == secret
    tab.goto(mover.page.url + "/seat")
    link = tab.locator("a.share").get_attribute("href")
    phone = screens(viewport=PHONE, locale="it-IT" if mover is anna else "en-GB")
    phone.page.goto(link)
    phone.page.locator("main button").click()
    expect(phone.page.locator("#asked")).to_have_text(question)
    phone.page.locator("#question button[name=answer]").first.click()
    sent(phone.page)
    if phone.page.locator(CONFIRM).count():
        phone.page.locator(CONFIRM).click()
    expect(phone.page.locator("#mine")).to_be_visible()


def test_talk_reaches_the_other_browser_and_the_words_being_typed_stay(screens: Any) -> None:
    anna, bruno = two_at_a_table(screens)
    bruno.page.locator("#words").fill("half a sent")
    anna.page.locator("#words").fill("ciao <b>Bruno</b>")
    anna.page.keyboard.press("Enter")
    expect(bruno.page.locator("#chat li")).to_have_text("Anna ciao <b>Bruno</b>")
    expect(bruno.page.locator("#words")).to_have_value("half a sent")
    expect(bruno.page.locator("#words")).to_be_focused()
    expect(anna.page.locator("#words")).to_have_value("")


def test_without_a_script_a_move_can_be_made(screens: Any) -> None:
    screen = screens(java_script_enabled=False)
    screen.against_bots("secrets")
    page = screen.page
    for _ in range(PATIENCE // 50):
        if page.locator("#question button[name=answer]").count():
            break
        page.wait_for_timeout(50)
        page.reload()
    before = page.locator("#log li").count()
    page.locator("#question button[name=answer]").first.click()
    expect(page.locator("#board")).to_be_visible()
    assert page.locator("#log li").count() >= before


def test_the_page_comes_back_by_itself_after_a_restart(screens: Any, tmp_path: Any, chrome: Any) -> None:
    with Server(tmp_path / "own.db") as own:
        screen = Screen(chrome, own)
        screen.against_bots("secrets")
        settled(screen.page)
        question = screen.page.locator("#asked").inner_text()
        own.kill()
        expect(screen.page.locator("body.offline")).to_have_count(1)
        own.start()
        expect(screen.page.locator("body.offline")).to_have_count(0)
        expect(screen.page.locator("#asked")).to_have_text(question)
        screen.page.locator("#question button[name=answer]").first.click()
        settled(screen.page)
        screen.wrong.clear()  # the browser complains of the connection that was cut
        screen.close()


def test_a_refused_move_says_why(screens: Any) -> None:
    screen = screens()
    screen.against_bots("secrets")
    settled(screen.page)
    screen.page.locator("#question button[name=answer]").first.evaluate("one => { one.value = '99'; }")
    screen.page.locator("#question button[name=answer]").first.click()
    expect(screen.page.locator("#question .error")).to_contain_text("99")
    assert screen.page.locator("#question button[name=answer]").count(), "and one can go on"
    screen.wrong.clear()  # the refusal itself


def test_the_double_of_a_click_does_not_answer_the_next_question(screens: Any) -> None:
    """In Secrets the card to offer and who gets it are asked one after the other, at the same place."""
    screen = screens()
    screen.against_bots("secrets")
    page, form = screen.page, screen.page.locator("form[data-move]")
    settled(page)
    for _ in range(MOST_PRESSES):
        if form.get_attribute("data-ask") == "OFFER":
            break
        press(page, "#question button[name=answer]", 0)
        settled(page)
    box = boxes(page, "#question button[name=answer]")[0]
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    expect(form).not_to_have_attribute("data-ask", "OFFER")  # the page has been drawn anew under the mouse
    asked, after = form.get_attribute("data-ask"), page.locator("input[name=after]").input_value()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.reload()  # whatever the second click may have sent has been answered by now
    assert form.get_attribute("data-ask") == asked
    assert page.locator("input[name=after]").input_value() == after
    page.mouse.move(box["x"] + 10, box["y"] + 9)
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    expect(form).not_to_have_attribute("data-ask", asked)
