"""Before the game: invitations, choosing a seat, freeing one, talk, and who is still waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Page, expect

import doppiogioco
from doppiogioco.web.app import create_app
from doppiogioco.web.lobby import qr_code

from .serving import Server
from .test_app import Person, friendly, opened
from .test_browser import PHONE, Screen, screens  # noqa: F401 (a fixture)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as found:
        yield found


def waited_for(person: Person, table: str) -> list[str]:
    found = re.search(r'<ul class="waited-for">(.*?)</ul>', person.get(table).text)
    assert found
    return [unescape(line) for line in re.findall(r"<li>(.*?)</li>", found[1])]


def names(person: Person, table: str) -> list[str]:
    return [seat["name"] if seat["taken"] else "" for seat in person.state(table)["seats"]]


# Asked without a script ---------------------------------------------------------------------------------------------


def test_the_address_can_be_read_scanned_and_copied(client: TestClient[Any]) -> None:
    anna = Person(client)
    table = opened(anna)
    page = unescape(anna.get(table).text)
    link = f"http://testserver.local{table}"
    assert f'<a class="share" href="{link}">' in page
    assert unescape(qr_code(link)) in page
    assert re.search(rf'<button[^>]*data-copy="{link}"[^>]*hidden>', page), "only a script can copy"


def test_a_person_chooses_another_seat_and_stays_who_they_are(client: TestClient[Any]) -> None:
    host, guest, stranger = Person(client), Person(client), Person(client)
    table = opened(host)
    guest.post(f"{table}/sit", name="Bruno", seat=1)
    device = dict(guest.cookies)  # another device with the same seat
    assert guest.post(f"{table}/change", seat=3).status_code == 303
    assert names(host, table) == ["Anna", "", "", "Bruno"]
    assert guest.state(table)["you"] == 3
    guest.cookies = device
    assert guest.state(table)["you"] == 3
    friendly(guest.post(f"{table}/change", seat=0), 409, "taken this seat")
    friendly(stranger.post(f"{table}/change", seat=2), 403, "no seat")
    host.post(f"{table}/change", seat=2)
    assert (host.state(table)["host"], names(host, table)) == (2, ["", "", "Anna", "Bruno"])
    assert host.post(f"{table}/start").status_code == 303, "who looks after the table goes on doing so"
    friendly(guest.post(f"{table}/change", seat=0), 409, "already begun")


def test_the_host_removes_a_guest_who_is_told(client: TestClient[Any]) -> None:
    host, guest, other = Person(client), Person(client, "it"), Person(client)
    table = opened(host)
    guest.post(f"{table}/sit", name="Bruno", seat=1)
    other.post(f"{table}/sit", name="Carla", seat=2)
    friendly(other.post(f"{table}/remove", seat=1), 403, "Only Anna can do this")
    friendly(host.post(f"{table}/remove", seat=3), 409, "Nobody sits there")
    assert host.post(f"{table}/remove", seat=1).status_code == 303
    assert names(host, table) == ["Anna", "", "Carla", ""]
    assert "Chi ospita ti ha tolto il posto a questo tavolo" in guest.get(table).text
    assert "has removed you" not in Person(client).get(table).text, "nobody else's business"
    friendly(guest.post(f"{table}/start"), 403, "ti ha tolto il posto")
    host.post(f"{table}/bot", seat=1)
    host.post(f"{table}/remove", seat=1)
    assert names(host, table) == ["Anna", "", "Carla", ""], "a bot leaves as well"


def test_who_is_waited_for_is_told_in_words(client: TestClient[Any]) -> None:
    host, guest, stranger = Person(client), Person(client, "it"), Person(client)
    table = opened(host)
    guest.post(f"{table}/sit", name="Bruno", seat=1)
    assert waited_for(host, table) == ["2 seats are still free.", "Bruno is not at the table.", "Begin when you like."]
    assert waited_for(guest, table) == [
        "2 posti sono ancora liberi.", "Anna non è al tavolo.", "A dare il via è Anna.",
    ]  # fmt: skip
    assert waited_for(stranger, table)[1] == "Anna and Bruno are not at the table."
    guest.get(table)
    with client.websocket_connect(f"{table}/live") as line:
        line.receive_text()
        assert waited_for(host, table) == ["2 seats are still free.", "Begin when you like."]
    host.post(f"{table}/bot", seat=2)
    host.post(f"{table}/bot", seat=3)
    assert waited_for(host, table) == ["Bruno is not at the table.", "Begin when you like."]


@pytest.mark.parametrize("game", ["agent-avenue", "spies-and-lies"])
def test_who_chooses_a_seat_chooses_a_side(client: TestClient[Any], game: str) -> None:
    """The letters in the lobby are the sides of the match, whoever begins."""
    host = Person(client)
    table = opened(host, game, seats=4)
    letters = re.findall(r"· side ([AB])", host.get(table).text)
    assert letters == ["A", "B", "A", "B"]
    for seed in range(10):
        side = doppiogioco.new(game, 4, seed=seed).view().as_dict()["side"]
        assert [side[seat] == side[0] for seat in range(4)] == [letter == "A" for letter in letters]
    assert "· side" not in host.get(opened(host, game, seats=3)).text, "there somebody plays alone"


def test_guests_talk_before_the_game(client: TestClient[Any]) -> None:
    host, guest = Person(client), Person(client)
    table = opened(host)
    guest.post(f"{table}/sit", name="Bruno")
    assert guest.post(f"{table}/say", text="ready?").status_code == 303
    assert "<b>Bruno</b> ready?" in host.get(table).text
    assert 'action="' + f"{table}/say" in unescape(host.get(table).text)
    assert f"{table}/say" not in unescape(Person(client).get(table).text), "who has no seat listens"


# In a real browser --------------------------------------------------------------------------------------------------


def opens(screen: Screen, game: str = "secrets", name: str = "Anna") -> str:
    """Somebody opens a table in a browser that speaks Italian."""
    screen.page.goto(f"/new/{game}")
    screen.page.get_by_label("Il tuo nome").fill(name)
    screen.page.get_by_role("button", name="Apri il tavolo").click()
    screen.page.wait_for_url("**/t/*")
    return str(screen.page.url)


def sits(page: Page, link: str, name: str, seat: int) -> None:
    page.goto(link)
    page.get_by_label("Il tuo nome").fill(name)
    page.locator(f'button[form=sit][value="{seat}"]').click()
    expect(page.locator(".tag-you")).to_be_visible()


def test_the_link_is_copied_and_shared(screens: Any) -> None:  # noqa: F811
    anna = screens()
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.context.add_init_script("navigator.share = async (what) => { document.title = JSON.stringify(what); };")
    link = opens(anna)
    anna.page.get_by_role("button", name="Copia il link").click()
    expect(anna.page.get_by_role("button", name="Copiato")).to_be_visible()
    expect(anna.page.get_by_role("status")).to_have_text("Copiato")
    assert anna.page.evaluate("navigator.clipboard.readText()") == link
    anna.page.get_by_role("button", name="Condividi").click()
    expect(anna.page).to_have_title(re.compile(re.escape(f'"url":"{link}"')))


def test_where_the_browser_cannot_share_it_does_not_offer_it(screens: Any) -> None:  # noqa: F811
    anna, without = screens(), screens(java_script_enabled=False)
    anna.context.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined });")
    link = opens(anna)
    expect(anna.page.get_by_role("button", name="Copia il link")).to_be_visible()
    expect(anna.page.locator("[data-share]")).to_be_hidden()
    without.page.goto(link)
    expect(without.page.locator("[data-copy]")).to_be_hidden()
    expect(without.page.locator("svg.qr")).to_be_visible()


def test_on_a_plain_line_the_link_is_copied_too(screens: Any) -> None:  # noqa: F811
    """Browsers give the clipboard only to encrypted pages; in a house the server often has no certificate."""
    anna = screens()
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    link = opens(anna)
    anna.page.get_by_role("button", name="Copia il link").click()
    expect(anna.page.get_by_role("button", name="Copiato")).to_be_visible()
    tab = anna.new_page()
    tab.goto(link)
    tab.locator("#words").press("Control+V")
    expect(tab.locator("#words")).to_have_value(link)


def test_lobby_talk_and_a_moved_seat_reach_the_other_browser(screens: Any) -> None:  # noqa: F811
    anna, bruno = screens(), screens(viewport=PHONE)
    link = opens(anna)
    sits(bruno.page, link, "Bruno", 1)
    anna.page.locator("#words").fill("mezza fr")
    bruno.page.locator("#words").fill("eccomi")
    bruno.page.keyboard.press("Enter")
    expect(anna.page.locator("#chat li")).to_have_text("Bruno eccomi")
    expect(anna.page.locator("#words")).to_have_value("mezza fr")
    bruno.page.locator("form[action$=change] button[value='3']").click()
    expect(anna.page.locator(".seats li").nth(3)).to_contain_text("Bruno")
    expect(bruno.page.locator(".seats li").nth(3).locator(".tag-you")).to_be_visible()
    expect(anna.page.locator(".seats li").nth(3)).to_contain_text("al tavolo")


def test_a_guest_who_is_removed_is_told_at_once_and_may_be_let_in_again(screens: Any) -> None:  # noqa: F811
    anna, bruno = screens(), screens()
    link = opens(anna)
    sits(bruno.page, link, "Bruno", 1)
    anna.page.get_by_role("button", name=re.compile("Allontana dal tavolo.*Bruno")).click()
    expect(bruno.page.get_by_role("alert")).to_contain_text("Chi ospita ti ha tolto il posto")
    expect(bruno.page.get_by_role("button", name="Siediti qui")).to_have_count(0)
    anna.page.locator("details.hosting summary").click()
    anna.page.get_by_role("button", name=re.compile("Riammetti.*Bruno")).click()
    expect(bruno.page.get_by_role("alert")).to_have_count(0)
    sits(bruno.page, link, "Bruno", 2)
    expect(anna.page.locator(".seats li").nth(2)).to_contain_text("Bruno")


@pytest.mark.parametrize("script", [True, False])
def test_a_name_that_is_none_is_told_beside_the_field(screens: Any, script: bool) -> None:  # noqa: F811
    anna, guest = screens(), screens(java_script_enabled=script)
    link = opens(anna)
    guest.page.goto(link)
    guest.page.get_by_label("Il tuo nome").fill("\u00ad")
    guest.page.locator("button[form=sit]").first.click()
    field = guest.page.get_by_label("Il tuo nome")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("Scrivi come vuoi farti chiamare")
    expect(field).to_be_focused()
    guest.wrong.clear()  # the refusal itself
    field.fill("Anna")
    guest.page.locator("button[form=sit]").first.click()
    expect(guest.page.locator(".seats li").nth(1)).to_contain_text("Anna 2")


@pytest.mark.parametrize("script", [True, False])
def test_a_new_table_without_a_name_keeps_what_was_chosen(screens: Any, script: bool) -> None:  # noqa: F811
    anna = screens(java_script_enabled=script)
    page = anna.page
    page.goto("/new/top-secret-spies")
    page.get_by_label("Il tuo nome").fill("\u200b")
    page.get_by_label("6", exact=True).check()
    page.get_by_label("Privato: solo con il link").check()
    page.get_by_label("difficile").check()
    page.get_by_text("Altre scelte").click()
    page.locator("#pace").select_option("120")
    page.get_by_label("Chi è di turno può chiedere un suggerimento").check()
    page.get_by_role("button", name="Apri il tavolo").click()
    expect(page.get_by_label("Il tuo nome")).to_have_accessible_description("Scrivi come vuoi farti chiamare")
    anna.wrong.clear()  # the refusal itself
    for label in ("6", "Privato: solo con il link", "difficile", "Chi è di turno può chiedere un suggerimento"):
        expect(page.get_by_label(label, exact=True)).to_be_checked()
    expect(page.locator("#pace")).to_have_value("120")
    page.get_by_label("Il tuo nome").fill("Anna")
    page.get_by_role("button", name="Apri il tavolo").click()
    expect(page.locator(".seats li")).to_have_count(6)


def test_a_wrong_code_can_be_mended(screens: Any, server: Server) -> None:  # noqa: F811
    anna, guest = screens(), screens(viewport=PHONE)
    link = opens(anna)
    guest.page.goto("/")
    guest.page.get_by_label("Codice o link del tavolo").fill("nowhere2")
    guest.page.get_by_role("button", name="Entra").click()
    field = guest.page.get_by_label("Codice o link del tavolo")
    expect(field).to_have_value("nowhere2")
    expect(field).to_have_accessible_description("Non c’è nessun tavolo nowhere2")
    guest.wrong.clear()  # the refusal itself
    field.fill(link.rpartition("/")[2].upper())
    field.press("Enter")
    guest.page.wait_for_url(f"{server.address}/t/*")
    expect(guest.page.locator("#lobby")).to_be_visible()
