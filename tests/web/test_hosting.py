"""How a host looks after a table: takes the word from somebody, hands the table over, sends spectators away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import expect

import doppiogioco
from doppiogioco.doors.asking import Asking
from doppiogioco.doors.ways import AT_THE_TABLE, HTML, REGIONS, asked_for
from doppiogioco.doors.world import World
from doppiogioco.tables.table import Table, opening
from doppiogioco.tables.tables import Tables
from doppiogioco.web import hosting, live, table_routes
from doppiogioco.web.app import create_app
from doppiogioco.web.cookies import SEAT

from .mutants import mutate
from .test_app import JSON, Person, friendly, opened
from .test_browser import PHONE, screens  # noqa: F401 (a fixture)
from .test_home import mine, rows, to_the_end
from .test_seats import closed
from .test_tables import at_home

SMALL = {"width": 320, "height": 640}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as found:
        yield found


def three(client: TestClient[Any], **more: Any) -> tuple[str, Person, Person, Person]:
    """A table with a host, a guest, and a stranger beside it."""
    host, guest, stranger = Person(client), Person(client, "it"), Person(client)
    table = opened(host, **more)
    guest.post(f"{table}/sit", name="Bruno", seat=1)
    return table, host, guest, stranger


def said(person: Person, table: str) -> list[str]:
    return [line["text"] for line in person.state(table)["chat"]]


# The chat -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_who_is_muted_makes_claims_and_says_nothing_else(client: TestClient[Any], *, begun: bool) -> None:
    table, host, guest, _ = three(client)
    if begun:
        host.post(f"{table}/start")
    guest.post(f"{table}/say", text="uno")
    assert host.post(f"{table}/mute", seat=1).status_code == 303
    friendly(guest.post(f"{table}/say", text="due"), 403, "Chi ospita ti ha tolto la parola in chat")
    guest.post(f"{table}/say", claim="Fidati di me.")
    page = unescape(guest.get(table).text)
    assert "Chi ospita ti ha tolto la parola in chat." in page
    assert 'id="words"' not in page and 'name="claim"' in page
    assert [seat["muted"] for seat in host.state(table)["seats"]] == [False, True, False, False]
    assert "muted" in host.get(table).text
    host.post(f"{table}/say", text="tre")
    host.post(f"{table}/mute", seat=1, muted="off")
    guest.post(f"{table}/say", text="quattro")
    assert [text for text in said(host, table) if text != "Trust me."] == ["uno", "tre", "quattro"]
    assert 'id="words"' in guest.get(table).text


def test_the_word_goes_with_the_person(client: TestClient[Any]) -> None:
    table, host, guest, _ = three(client)
    host.post(f"{table}/mute", seat=1)
    guest.post(f"{table}/change", seat=3)
    friendly(guest.post(f"{table}/say", text="due"), 403, "tolto la parola")
    Person(client).post(f"{table}/sit", name="Carla", seat=1)
    assert [seat["muted"] for seat in host.state(table)["seats"]] == [False, False, False, True]


# The host -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_a_table_is_handed_over(client: TestClient[Any], *, begun: bool) -> None:
    table, host, guest, stranger = three(client)
    if begun:
        host.post(f"{table}/start")
    assert "Affida il tavolo" not in guest.get(table).text
    assert "Hand over the table" in host.get(table).text
    host.post(f"{table}/mute", seat=1)
    assert host.post(f"{table}/host", seat=1).status_code == 303
    assert stranger.state(table)["host"] == 1
    friendly(host.post(f"{table}/close"), 403, "Only Bruno can do this")
    assert guest.post(f"{table}/say", text="eccomi").status_code == 303, "who looks after a table has the word"
    assert "Affida il tavolo" in guest.get(table).text
    assert "Hand over the table" not in host.get(table).text
    assert guest.post(f"{table}/close").status_code == 303


@pytest.mark.parametrize("wish", ["mute", "host"])
def test_it_is_done_to_another_person(client: TestClient[Any], wish: str) -> None:
    table, host, *_ = three(client)
    host.post(f"{table}/bot", seat=2)
    friendly(host.post(f"{table}/{wish}", seat=0), 409, "You look after this table yourself")
    friendly(host.post(f"{table}/{wish}", seat=2), 409, "A bot sits there")
    friendly(host.post(f"{table}/{wish}", seat=3), 409, "Nobody sits there")
    friendly(host.post(f"{table}/{wish}", seat=9), 404, "no such seat")
    host.post(f"{table}/close")
    friendly(host.post(f"{table}/{wish}", seat=1), 409, "closed")
    friendly(host.post(f"{table}/spectators", allowed="off"), 409, "closed")


@pytest.mark.parametrize("wish", hosting.WISHES)
def test_only_the_host_may(client: TestClient[Any], wish: str) -> None:
    table, host, guest, stranger = three(client)
    before = host.state(table)
    friendly(guest.post(f"{table}/{wish}", seat=1), 403, "Può farlo solo Anna")
    friendly(stranger.post(f"{table}/{wish}", seat=1), 403, "no seat")
    assert host.state(table) == before


# Spectators ---------------------------------------------------------------------------------------------------------


class Stranger(World):
    """Somebody who has no seat at a table without spectators."""

    def __init__(self, asking: Asking) -> None:
        super().__init__(asking, doppiogioco.new("secrets", 4, seed=1), listener=-1)
        self.seat = None
        self.table.spectators = False


def nothing_is_told(asking: Asking) -> None:
    """At every door of a table without spectators: no name, no board, no number of the game."""
    world = Stranger(asking)
    shut = [path for path in asked_for(world, AT_THE_TABLE) if path.startswith("/t/")]
    assert len(shut) > 12
    for _, browser, program in world.viewers():
        for path in shut:
            for headers in (HTML | browser, REGIONS | browser, {**JSON, **program}):
                told = asking.ask("GET", path, headers)
                assert told.status == 403, f"shut: {path}"
                assert "P0" not in told.body and "P1" not in told.body, f"shut: {path}"
        told = asking.listen(f"/t/{world.table.id}/live", HTML | browser)
        assert json.loads(told[0]).get("type") == "websocket.close", "shut: live"
        for path in ("/", f"/join?code={world.table.id}"):
            for headers in (HTML | browser, {**JSON, **program}):
                assert "P0" not in asking.ask("GET", path, headers).body, f"shut: {path}"


def test_a_table_without_spectators_is_shut_to_strangers(asking: Asking) -> None:
    nothing_is_told(asking)


GUARD, NONE = "await looked_at(request, table_id)", "(await tables_of(request).table(table_id), None)"
AJAR: dict[str, list[tuple[Any, str, str, str]]] = {
    "the table itself": [(table_routes, "page_of", GUARD, NONE)],
    "the memory": [(table_routes, "memory_page", GUARD, NONE)],
    "the replay": [(table_routes, "replay_page", GUARD, NONE)],
    "the record": [(table_routes, "match_record", GUARD, NONE)],
    "live": [(live, "looked_at", "table.check_look(", "str(")],
    "every one": [(Table, "may_look", "seat is not None", 'self.stage == "playing"')],
}


@pytest.mark.parametrize("door", AJAR)
def test_a_door_that_is_ajar_is_found(tmp_path: Path, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for mutant in AJAR[door]:
        mutate(monkeypatch, *mutant)
    with Asking(tmp_path / "tables.db") as asking, pytest.raises(AssertionError, match="shut"):
        nothing_is_told(asking)


def test_before_the_game_who_may_sit_down_sees_who_is_there_and_not_what_is_said(client: TestClient[Any]) -> None:
    table, host, guest, stranger = three(client, spectators="off", seats=4)
    host.post(f"{table}/say", text="a word among us")
    page = stranger.get(table)
    assert page.status_code == 200 and "Bruno" in page.text and "a word among us" not in page.text
    assert "No spectators: only those who play see the game." in page.text
    assert said(stranger, table) == [] and said(guest, table) == ["a word among us"]
    Person(client).post(f"{table}/sit", name="Carla")
    Person(client).post(f"{table}/sit", name="Dora")
    friendly(stranger.get(table), 403, "This table has no spectators")
    friendly(stranger.post(f"{table}/sit", name="Eva"), 403, "This table has no spectators")
    host.post(f"{table}/start")
    assert (guest.get(table).status_code, stranger.get(table).status_code) == (200, 403)
    assert stranger.get(table, headers=JSON).json() == {
        "error": "this table has no spectators: only those who play see it"
    }
    assert Person(client, "it").get(table).text.count("A questo tavolo non ci sono spettatori") == 1
    assert rows(Person(client), "open-tables") == []


def test_the_host_sends_spectators_away_and_lets_them_in_again(client: TestClient[Any]) -> None:
    table, host, _, stranger = three(client)
    host.post(f"{table}/start")
    client.cookies.clear()
    own = {"cookie": "; ".join(f"{k}={v}" for k, v in host.cookies.items() if k.startswith(SEAT))}
    with (
        client.websocket_connect(f"{table}/live") as socket,
        client.websocket_connect(f"{table}/live", headers=own) as mine_,
    ):
        assert "regions" in socket.receive_text()
        mine_.receive_text()
        host.post(f"{table}/spectators", allowed="off")
        client.cookies.clear()
        assert closed(socket) == live.LOOK_AGAIN
        while "Let spectators in" not in mine_.receive_text():
            pass  # who plays goes on
    friendly(stranger.get(f"{table}/replay"), 403, "no spectators")
    assert table.removeprefix("/t/") not in stranger.get("/").text
    assert table.removeprefix("/t/") not in stranger.get("/", headers=JSON).text
    assert len(mine(host)) == 1
    host.post(f"{table}/spectators", allowed="on")
    assert stranger.get(table).status_code == 200
    assert table.removeprefix("/t/") in stranger.get("/", headers=JSON).text


def test_it_stays_so_after_the_end_and_at_the_next_table(client: TestClient[Any]) -> None:
    host, stranger = Person(client), Person(client)
    table = opened(host, "agent-avenue", seats=2, bots=1, spectators="off")
    to_the_end(table, host)
    for path in ("", "/replay", "/record.json", "/why"):
        friendly(stranger.get(f"{table}{path}"), 403, "no spectators")
    assert host.get(f"{table}/record.json").status_code == 200
    again = host.post(f"{table}/rematch").headers["location"]
    assert again != table and not host.state(again)["spectators"]
    friendly(stranger.get(again), 403, "no spectators")


def test_older_tables_have_spectators() -> None:
    kind, data = opening("secrets", 4, {}, by=(0, "Anna"))
    del data["spectators"]
    table = Table("old")
    table.fold((kind, data), 1.0)
    assert table.may_look(None)


def test_all_of_it_outlives_a_restart(database: Path | str) -> None:
    async def begin(tables: Tables) -> str:
        table = await tables.open("secrets", 4, {}, by=(0, "Anna"))
        for seat in (1, 2):
            await tables.do(table, lambda seat=seat: table.check_sit(seat, f"P{seat}"))  # type: ignore[misc]
        for wish in (
            lambda: table.check_mute(1, muted=True),
            lambda: table.check_mute(2, muted=True),
            lambda: table.check_mute(2, muted=False),
            lambda: table.check_host(2),
            lambda: table.check_spectators(allowed=False),
            table.check_start,
        ):
            await tables.do(table, wish)
        return table.id

    async def go_on(tables: Tables) -> None:
        table = await tables.table(name)
        assert [seat.muted for seat in table.seats] == [False, True, False, False]
        assert (table.host, table.spectators, table.may_look(None), table.may_look(0)) == (2, False, False, True)

    name = at_home(database, begin)
    at_home(database, go_on)


# In a browser -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_a_host_finds_it_on_a_phone(screens: Any, *, begun: bool) -> None:  # noqa: F811
    host = screens(locale="it-IT", viewport=PHONE)
    guest, watcher = screens(locale="en-GB", viewport=SMALL), screens(locale="en-GB")
    host.page.goto("/new/secrets")
    host.page.fill("#name", "Massimiliana Bartolomea")
    host.page.click("main .btn.go")
    host.page.wait_for_url("**/t/*")
    table = host.page.url
    for screen, sits in ((guest, True), (watcher, False)):
        screen.page.goto(table)
        if sits:
            screen.page.fill("#name", "Bartholomew Featherstone")
            screen.page.get_by_role("button", name="Sit here").first.click()
            expect(screen.page.locator("#words")).to_be_visible()
    if begun:
        host.page.get_by_role("button", name="Comincia").click()
        expect(host.page.locator("#question")).to_be_visible()
        expect(guest.page.locator("#question")).to_be_visible()
    looking_after = host.page.locator("details.hosting")
    looking_after.locator("summary").first.click()
    host.fits()
    looking_after.get_by_role("button", name=re.compile("Togli la parola in chat.*Bartholomew")).click()
    expect(guest.page.get_by_text("The host has muted you in the chat.")).to_be_visible()
    guest.fits()
    if not begun:
        host.page.locator("details.hosting summary").first.click()  # the page was loaded anew
    expect(looking_after.get_by_role("button", name="Ridai la parola")).to_be_visible()
    if begun:
        expect(looking_after.get_by_role("button", name="Ridai la parola")).to_be_focused()
        looking_after.get_by_role("button", name="Manda via gli spettatori").click()
        expect(watcher.page.get_by_text("This table has no spectators")).to_be_visible()
        watcher.wrong.clear()  # the browser notes that the page was refused
    looking_after.get_by_role("button", name=re.compile("Affida il tavolo.*Bartholomew")).click()
    expect(host.page.locator("details.hosting")).to_have_count(0)
    guest.page.locator("details.hosting summary").first.click()
    expect(guest.page.get_by_role("button", name=re.compile("Hand over the table.*Massimiliana"))).to_be_visible()
    guest.fits()
