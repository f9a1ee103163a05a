"""Whose seat it is: what a browser keeps of it, how it goes to another device, and how others lose it."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from playwright.sync_api import expect

from doppiogioco.doors.asking import Asking, scope_of
from doppiogioco.store import Store
from doppiogioco.store.codes import LIFE
from doppiogioco.tables.refusals import Refused
from doppiogioco.tables.tables import Tables
from doppiogioco.web import device_routes, live
from doppiogioco.web.app import create_app
from doppiogioco.web.cookies import LIST, LONGEST_LIST, MOVED, OLD_SEAT, SEAT
from doppiogioco.web.place import here

from .serving import run
from .test_app import JSON, Person, friendly, opened
from .test_browser import PHONE, screens  # noqa: F401 (a fixture)
from .test_home import mine
from .test_tables import at_home, until

MANY = 300
HEAD = 4_096  # bytes of a request's head: less than any proxy takes
BROWSER = {  # about what a browser says besides
    "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en-GB,en;q=0.9,it-IT;q=0.8,it;q=0.7",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "referer": "https://games.example.org/t/abcdefgh",
    "upgrade-insecure-requests": "1",
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A browser that sends each cookie where it belongs; several `Person`s on it send all of theirs everywhere."""
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as found:
        found.headers.update(BROWSER)
        yield found


def head(answer: Any) -> int:
    """How long the head of a request was."""
    return sum(len(name) + len(value) + 4 for name, value in answer.request.headers.raw)


def shown(answer: Any) -> list[str]:
    """The own tables on the home page."""
    section = re.search(r'<section class="mine-tables".*?</section>', answer.text, re.DOTALL)
    return re.findall(r'href="(/t/\w+)"', section[0]) if section else []


# What a browser keeps -----------------------------------------------------------------------------------------------


def test_three_hundred_tables_do_not_pile_up(client: TestClient[Any]) -> None:
    name = "Ж" * 24  # the longest in a cookie
    tables = []
    for _ in range(MANY):
        answer = client.post("/new/secrets", data={"name": name, "seats": 4, "listed": "off"}, follow_redirects=False)
        assert head(answer) < HEAD
        tables.append(answer.headers["location"])
    home = client.get("/")
    assert head(home) < HEAD
    assert shown(home) == tables[: -1 - len(shown(home)) : -1], "the latest first"
    assert "88 older tables are not shown." in home.text
    for table in tables:
        answer = client.get(table)
        assert head(answer) < HEAD
        assert client.get(table, headers=JSON).json()["you"] == 0
    assert shown(client.get("/")) == shown(home)
    assert client.post(f"{tables[-1]}/start", headers=JSON).status_code == 200, "and each can be played at"


def test_a_cookie_of_a_seat_goes_to_its_table_and_nowhere_else(client: TestClient[Any]) -> None:
    one, other = (
        client.post("/new/secrets", data={"name": "Anna"}, follow_redirects=False).headers["location"] for _ in "12"
    )
    for path, sent in (("/", []), (one, [one]), (f"{other}/seat", [other]), ("/rules/secrets", [])):
        cookies = client.get(path).request.headers["cookie"]
        assert re.findall(rf"\b{SEAT}(\w+)=", cookies) == [table.removeprefix("/t/") for table in sent]


def test_below_a_folder_cookies_stay_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here, "root", "/games")
    with TestClient(create_app(tmp_path / "tables.db")) as client:
        answer = client.post("/new/secrets", data={"name": "Anna"}, follow_redirects=False)
        paths = set(re.findall(r"Path=([^;,]+)", answer.headers["set-cookie"]))
        assert paths == {"/games", answer.headers["location"]}
        assert answer.headers["location"].startswith("/games/t/")


def test_seats_that_were_sent_everywhere_go_to_their_places(client: TestClient[Any]) -> None:
    """Who has played before finds every table, and after a few pages carries nothing about any more."""
    anna = Person(client)
    tables = [opened(anna, listed="off").removeprefix("/t/") for _ in range(2 * MOVED + 1)]
    client.cookies.clear()
    for table in tables:
        client.cookies.set(f"{OLD_SEAT}{table}", anna.cookies[f"{SEAT}{table}"], domain="testserver.local", path="/")
    client.cookies.set(f"{OLD_SEAT}nonsense", "nonsense", domain="testserver.local", path="/")
    assert client.get(f"/t/{tables[0]}", headers=JSON).json()["you"] == 0, "it still opens its table"
    for _ in range(3):
        home = client.get("/")
        assert sorted(shown(home)) == sorted(f"/t/{table}" for table in tables)
        assert sum(map(len, home.headers.get_list("set-cookie"))) < HEAD
    names = {(cookie.name, cookie.path) for cookie in client.cookies.jar}
    assert names == {(LIST, "/"), *((f"{SEAT}{table}", f"/t/{table}") for table in tables)}
    assert all(client.get(f"/t/{table}", headers=JSON).json()["you"] == 0 for table in tables)
    assert len(shown(client.get("/"))) == len(tables)


def test_two_tabs_that_sit_down_at_once_lose_no_seat(client: TestClient[Any]) -> None:
    """Both write the list that they knew; the next look at the table puts it right."""
    anna = Person(client)
    before = dict(anna.cookies)
    one = opened(anna, listed="off")
    first, anna.cookies = dict(anna.cookies), before
    other = opened(anna, listed="off")
    anna.cookies = first | anna.cookies
    assert len(mine(anna)) == 1
    assert {anna.state(table)["you"] for table in (one, other)} == {0}
    anna.get(one)
    assert len(mine(anna)) == 2
    assert LIST not in dict(anna.get(one).cookies), "it is written only where something is new"


def test_a_made_up_list_tells_nothing(client: TestClient[Any]) -> None:
    anna, stranger, guest = Person(client), Person(client), Person(client)
    table, other = (opened(anna, listed="off").removeprefix("/t/") for _ in "12")
    guest.post(f"/t/{table}/sit", name="Bruno", seat=1)
    mark = anna.cookies[LIST].split(".")[0].removeprefix(table)
    lists = [f"{table}AAAAAAAA", f"{other}{mark}", table, "." * 5_000, "é", f"{table}{mark[:-1]}é", f"x{table}{mark}"]
    for text in [*lists, ".".join(["abcdefghAAAAAAAA"] * 1_000)]:
        stranger.cookies[LIST] = quote(text)
        assert mine(stranger) == []
    stranger.cookies[LIST] = f"{table}{mark}"
    assert len(mine(stranger)) == 1, "what a browser's list says is taken for true,"
    assert stranger.state(f"/t/{table}")["you"] is None, "but it opens nothing"
    assert len(anna.cookies[LIST]) <= LONGEST_LIST


def test_a_real_browser_at_three_hundred_tables(screens: Any) -> None:  # noqa: F811
    """A browser keeps fewer cookies than that: what it lets go of are the oldest, and the latest can be played at."""
    page = screens(locale="en-GB").page
    page.goto("/")
    tables = page.evaluate(
        """async (many) => {
            const opened = [];
            for (let n = 0; n < many; n += 1) {
                const body = new URLSearchParams({ name: "Anna", seats: 4, listed: "off" });
                const headers = { Accept: "application/json" };
                const answer = await fetch("/new/secrets", { method: "POST", body, headers });
                opened.push((await answer.json()).table);
            }
            return opened;
        }""",
        MANY,
    )
    page.goto("/")
    found = page.locator(".mine-tables li a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert found == [f"/t/{table}" for table in tables[: -1 - len(found) : -1]]
    assert len(found) == 12
    ask = (
        "async (table) => (await (await fetch(`/t/${table}`, { headers: { Accept: 'application/json' } })).json()).you"
    )
    assert [page.evaluate(ask, table) for table in tables[-100:]] == [0] * 100


# Another device -----------------------------------------------------------------------------------------------------


@pytest.fixture
def many_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes are drawn one by one, as they are outside of tests."""
    drawn = iter(range(10**6))
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: f"{next(drawn):0{2 * size}x}")


def link_of(person: Person, table: str) -> str:
    found: str = person.get(f"{table}/seat", headers=JSON).json()["link"]
    return found.removeprefix("http://testserver.local")


@pytest.mark.usefixtures("many_codes")
def test_a_link_is_good_once_and_only_the_latest(client: TestClient[Any]) -> None:
    anna, phone, thief = Person(client), Person(client), Person(client, "it")
    table = opened(anna)
    early, late = link_of(anna, table), link_of(anna, table)
    assert early != late
    assert anna.cookies[f"{SEAT}{table.removeprefix('/t/')}"] not in anna.get(f"{table}/seat").text
    late = link_of(anna, table)
    friendly(phone.get(early), 403, "no longer good")
    for _ in range(3):
        assert "Play as Anna on this device?" in phone.get(late).text, "looking takes nothing"
    assert phone.post(late).status_code == 303
    assert phone.state(table)["you"] == 0
    friendly(thief.get(late), 403, "non vale più")
    friendly(thief.post(late), 403, "non vale più")
    assert thief.ask("POST", late, headers=JSON).status_code == 403
    assert thief.state(table)["you"] is None


@pytest.mark.usefixtures("many_codes")
def test_a_link_is_good_for_ten_minutes_for_its_table_and_as_long_as_the_seat(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno, phone = Person(client), Person(client), Person(client)
    table, other = opened(anna), opened(anna)
    link, present = link_of(anna, table), device_routes.now()
    friendly(phone.post(link.replace(table, other)), 403, "no longer good")
    monkeypatch.setattr(device_routes, "now", lambda: present + LIFE - 5)
    assert phone.get(link).status_code == 200
    monkeypatch.setattr(device_routes, "now", lambda: present + LIFE + 5)
    friendly(phone.get(link), 403, "no longer good")
    friendly(phone.post(link), 403, "no longer good")
    monkeypatch.undo()
    bruno.post(f"{table}/sit", name="Bruno", seat=1)
    link = link_of(bruno, table)
    bruno.post(f"{table}/stand")
    friendly(phone.post(link), 403, "no longer good")


def test_of_two_processes_one_takes_a_code_and_a_restart_forgets_none(database: Path | str) -> None:
    async def main() -> None:
        here, there = await Store.open(database), await Store.open(database)
        try:
            code = await here.codes.make("abcd", "nonce", 1_000.0)
            assert await there.codes.read("abcd", code, 1_001.0) == "nonce"
            assert await there.codes.read("abcd", code, 1_000.0 + LIFE) == ""
            assert await there.codes.read("efgh", code, 1_001.0) == ""
            taken = await asyncio.gather(*(store.codes.take("abcd", code, 1_001.0) for store in (here, there) * 4))
            assert sorted(taken) == [""] * 7 + ["nonce"]
            code = await here.codes.make("abcd", "nonce", 1_002.0)
        finally:
            await here.close()
            await there.close()
        again = await Store.open(database)
        try:
            assert await again.codes.take("abcd", code, 1_003.0) == "nonce"
        finally:
            await again.close()

    run(main)


@pytest.mark.usefixtures("many_codes")
def test_a_database_holds_few_codes_and_none_in_plain_words(tmp_path: Path) -> None:
    def kept() -> list[tuple[str, str]]:
        with closing(sqlite3.connect(tmp_path / "tables.db")) as line:
            return line.execute("SELECT hash, nonce FROM code ORDER BY nonce").fetchall()

    async def main() -> None:
        store = await Store.open(tmp_path / "tables.db")
        try:
            codes = [await store.codes.make("abcd", f"nonce {n % 3}", 1_000.0 + n) for n in range(30)]
            assert [nonce for _, nonce in kept()] == ["nonce 0", "nonce 1", "nonce 2"], "one for each seat"
            assert not [code for code in codes if any(code in one for one, _ in kept())]
            await store.codes.make("efgh", "another", 1_100.0 + LIFE)
            assert [nonce for _, nonce in kept()] == ["another"], "whose time is up is forgotten"
        finally:
            await store.close()

    run(main)


# A new secret -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("many_codes")
def test_other_devices_lose_a_seat_whose_secret_is_new(client: TestClient[Any]) -> None:
    anna, phone, late = Person(client), Person(client), Person(client)
    table = opened(anna, bots=1)
    phone.post(link_of(anna, table))
    assert phone.state(table)["you"] == 0
    anna.post(f"{table}/notebook", text="for myself")
    link, old = link_of(anna, table), anna.cookies[f"{SEAT}{table.removeprefix('/t/')}"]
    assert "Other devices lose this seat" in anna.get(f"{table}/seat").text
    link = link_of(anna, table)
    assert anna.post(f"{table}/renew").status_code == 303
    assert anna.state(table)["you"] == 0
    assert "for myself" in anna.get(f"{table}/notebook").text, "whose seat it is has not changed"
    assert len(mine(anna)) == 1
    assert phone.state(table)["you"] is None
    assert "here it is no longer yours" in unescape(phone.get(table).text)
    assert mine(phone) == []
    friendly(late.get(link), 403, "no longer good")
    friendly(late.post(link), 403, "no longer good")
    friendly(phone.post(f"{table}/renew"), 403, "no seat")
    headers = JSON | {"authorization": f"Bearer {old}"}
    assert phone.get(table, headers=headers).json()["you"] is None
    assert phone.ask("POST", f"{table}/move", headers=headers, data={"answer": 0}).status_code == 403
    token = anna.ask("POST", f"{table}/renew", headers=JSON).json()["token"]
    stranger = Person(client)
    assert stranger.get(table, headers=JSON | {"authorization": f"Bearer {token}"}).json()["you"] == 0
    assert not stranger.get(table).text.count("no longer yours")


def closed(socket: Any) -> int:
    """Why a socket was closed, after all that it had to tell."""
    try:
        while True:
            socket.receive_text()
    except WebSocketDisconnect as end:
        return end.code


def test_a_live_connection_ends_with_the_secret_that_opened_it(client: TestClient[Any]) -> None:
    anna = Person(client)
    table = opened(anna, bots=1)
    mine_alone = {"cookie": f"{SEAT}{table.removeprefix('/t/')}={anna.cookies[SEAT + table.removeprefix('/t/')]}"}
    client.cookies.clear()
    with client.websocket_connect(f"{table}/live", headers=mine_alone) as socket:
        assert json.loads(socket.receive_text())["regions"]["mine"]
        assert anna.post(f"{table}/renew").status_code == 303
        client.cookies.clear()
        assert closed(socket) == live.LOOK_AGAIN
    with client.websocket_connect(f"{table}/live", headers=mine_alone) as socket:
        assert not json.loads(socket.receive_text())["regions"]["mine"]


def test_a_stream_ends_with_the_secret_that_opened_it(tmp_path: Path) -> None:
    with Asking(tmp_path / "tables.db") as asking:
        table = asking.do(lambda: asking.tables.open("secrets", 4, {}, by=(0, "Anna"), seed="fixed"))
        program = JSON | {"authorization": f"Bearer {asking.seats.token(table, 0)}"}

        told, over = list[bytes](), asyncio.Event()

        async def stays() -> dict[str, Any]:
            await over.wait()  # whoever listens does not go away by themselves
            return {"type": "http.disconnect"}

        async def hears(message: dict[str, Any]) -> None:
            told.append(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                over.set()

        async def follow() -> None:
            path = f"/t/{table.id}/events"
            stream = asyncio.ensure_future(asking.answer(scope_of("http", path, program, method="GET"), stays, hears))
            await until(lambda: b'"you":0' in b"".join(told))
            await asking.tables.do(table, lambda: table.check_renew(0))
            await stream

        asking.do(follow)
        assert b'"you":null' not in b"".join(told)


def test_everywhere_the_same_after_a_restart_and_at_another_process(database: Path | str) -> None:
    async def begin(tables: Tables) -> tuple[str, str, str]:
        table = await tables.open("secrets", 4, {}, by=(0, "Anna"))
        old = table.seats[0].nonce
        await tables.do(table, lambda: table.check_renew(0))
        return table.id, old, table.seats[0].nonce

    async def go_on(tables: Tables) -> None:
        table = await tables.table(name)
        assert (table.seat_of(old), table.seat_of(new)) == (None, 0)
        assert (table.seats[0].holder, table.renewed) == (old, {old})
        await tables.do(table, lambda: table.check_change(0, 3))
        assert table.seat_of(new) == 3
        await tables.do(table, table.check_close)
        with pytest.raises(Refused, match="closed"):
            await tables.do(table, lambda: table.check_renew(3))

    name, old, new = at_home(database, begin)
    at_home(database, go_on)


def test_on_open_pages_too_and_the_own_other_tab_stays(screens: Any) -> None:  # noqa: F811
    anna, phone = screens(locale="en-GB"), screens(locale="en-GB", viewport=PHONE)
    anna.page.goto("/new/secrets")
    anna.page.fill("#name", "Anna")
    anna.page.click("button[name=bots]")
    anna.page.wait_for_url("**/t/*")
    table = anna.page.url
    seat = anna.new_page()
    seat.goto(f"{table}/seat")
    phone.page.goto(seat.locator("a.share").inner_text())
    phone.page.get_by_role("button", name="Yes, take the seat").click()
    expect(phone.page.locator("#mine")).not_to_be_empty()
    for page in (anna.page, phone.page):
        expect(page.locator("#chat form").first).to_be_visible()
    seat.get_by_role("button", name="Other devices lose this seat").click()
    seat.wait_for_url(table)
    expect(seat.locator("#mine")).not_to_be_empty()
    expect(phone.page.get_by_text("here it is no longer yours")).to_be_visible()
    expect(phone.page.locator("#mine")).to_be_empty()
    phone.fits()
    expect(anna.page.locator("#mine")).not_to_be_empty()
    words = anna.page.locator("#words")
    words.fill("still me")
    words.press("Enter")
    expect(seat.get_by_text("still me")).to_be_visible()
