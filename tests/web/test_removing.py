"""Whom the host does not want at the table: removed at any time, told so, kept out, and let in again."""

from __future__ import annotations

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
from doppiogioco.doors.ways import AT_THE_TABLE, asked_for, kinds
from doppiogioco.doors.world import World
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.store import Row
from doppiogioco.tables.refusals import BadName, Forbidden, Refused
from doppiogioco.tables.table import REMOVED, Table
from doppiogioco.tables.tables import Tables
from doppiogioco.web import live
from doppiogioco.web.app import create_app
from doppiogioco.web.cookies import SEAT

from .test_app import JSON, Person, friendly, opened
from .test_browser import PHONE, screens  # noqa: F401 (a fixture)
from .test_home import mine
from .test_seats import closed
from .test_table import Played
from .test_tables import at_home, started, until
from .test_together import at_two


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """Bots take their time here, so that nobody is ahead of a test."""
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=3_600)) as found:
        yield found


def three(client: TestClient[Any], **more: Any) -> tuple[str, Person, Person, Person]:
    """A table with a host and two guests, of whom the first reads Italian."""
    host, bruno, carla = Person(client), Person(client, "it"), Person(client)
    table = opened(host, **more)
    bruno.post(f"{table}/sit", name="Bruno", seat=1)
    carla.post(f"{table}/sit", name="Carla", seat=2)
    return table, host, bruno, carla


def only_seat(person: Person) -> dict[str, str]:
    return {"cookie": "; ".join(f"{k}={v}" for k, v in person.cookies.items() if k.startswith(SEAT))}


# As events ----------------------------------------------------------------------------------------------------------


def read_again(played: Played) -> Table:
    again = Table("t")
    for row in played.rows:
        again.read(Row(*row))
    return again


def test_in_play_a_bot_goes_on_and_the_seat_is_kept() -> None:
    played = Played(pace=60, level="medium").people("Anna", "Bruno", "Carla").started()
    table = played.table
    was = table.seats[1]
    table.votes[2] = {0, 1}
    played.take(table.check_remove(1))
    seat = table.seats[1]
    assert (seat.name, seat.nonce, seat.stand_in, seat.bot, table.level_of(1)) == ("Bruno", "", True, False, "medium")
    assert (table.people(), table.bots(), table.voters(2), table.votes) == ([0, 2], [1, 3], [0], {2: {0}})
    assert (table.seat_of(was.nonce), table.deadline(1)) == (None, None)
    for seat in (1, 3):
        with pytest.raises(Refused, match=r"a bot sits there|already begun"):
            table.check_remove(seat)
    with pytest.raises(Refused, match="look after this table yourself"):
        table.check_remove(0)
    while table.stage == "playing":
        played.move()
    record = table.playing().record(with_seed=True)
    again = read_again(played)
    assert (again.seats, again.removed, again.by_bot) == (table.seats, table.removed, table.by_bot)
    assert again.playing().record(with_seed=True) == record
    assert set(table.by_bot.values()) == {"medium"}


def test_who_is_let_in_again_has_the_seat_the_notebook_and_the_clock_as_before() -> None:
    played = Played(pace=86_400).people("Anna", "Bruno").started()
    table, was = played.table, played.table.seats[1]
    played.take(table.check_summons(1, "https://ntfy.example/bruno", "", "en"))
    played.take(table.check_remove(1))
    number = table.number - 1
    assert list(table.removed) == [number]
    assert table.summons == {}, "nobody else's business"
    with pytest.raises(Refused, match="nobody is waiting"):
        table.check_readmit(number + 1)
    played.take(table.check_readmit(number))
    seat = table.seats[1]
    assert (seat.nonce, seat.holder, seat.stand_in, table.removed) == (was.nonce, was.holder, True, {})
    assert (table.people(), table.seat_of(was.nonce)) == ([0, 1], 1)
    played.take(table.check_back(1, table.at))
    assert not table.seats[1].played_by_bot
    assert read_again(played).seats == table.seats
    with pytest.raises(Refused, match="nobody is waiting"):
        table.check_readmit(number)


def test_neither_the_secret_nor_the_name_sits_down_again() -> None:
    played = Played(seats=8).people("Anna", "Bruno")
    table, nonce = played.table, played.table.seats[1].nonce
    played.take(table.check_renew(1))
    nonce = table.seats[1].nonce
    played.take(table.check_remove(1))
    with pytest.raises(Forbidden, match="the host has removed you"):
        table.check_sit(1, "Zoe", nonce)
    for name in ("Bruno", " brunO", "\u0412runo"):
        with pytest.raises(BadName, match="somebody of this name"):
            table.check_sit(1, name)
    played.take(table.check_sit(1, "Bruna"))
    played.take(table.check_readmit(table.number - 2))
    played.take(table.check_sit(2, "Bruno", nonce))
    assert [seat.name for seat in table.seats[:3]] == ["Anna", "Bruna", "Bruno"]


def test_nobody_is_given_the_name_of_who_was_removed() -> None:
    played = Played(seats=8).people("Anna", "Bruno", "Bruno")
    played.take(played.table.check_remove(2))
    assert played.table.check_sit(2, "Bruno")[1]["name"] == "Bruno 3"


def test_a_host_who_has_handed_the_table_over_can_be_removed_and_an_old_log_passes_the_role_on() -> None:
    played = Played().people("Anna", "Bruno", "Carla")
    table = played.table
    played.take(table.check_host(1))
    played.take(table.check_remove(0))
    assert (table.host, table.people()) == (1, [1, 2])
    played.take(("removed", {"seat": 1}))  # older servers let hosts free their own seats
    assert (table.host, table.people()) == (2, [2])


def test_what_was_kept_for_a_seat_goes_with_the_person() -> None:
    played = Played(pace=86_400).people("Anna", "Bruno")
    table = played.table
    for seat in (0, 1):
        played.take(table.check_summons(seat, f"https://ntfy.example/{seat}", "", "en"))
    played.take(table.check_change(1, 3))
    assert {seat: one.address[-1] for seat, one in table.summons.items()} == {0: "0", 3: "1"}
    played.take(table.check_stand(3))
    assert list(table.summons) == [0]


# As pages -----------------------------------------------------------------------------------------------------------


def test_who_is_removed_in_play_is_told_and_kept_out(client: TestClient[Any]) -> None:
    table, host, bruno, carla = three(client)
    host.post(f"{table}/start")
    assert bruno.get(f"{table}/notebook").status_code == 200
    friendly(carla.post(f"{table}/remove", seat=1), 403, "Only Anna can do this")
    assert host.post(f"{table}/remove", seat=1).status_code == 303
    page = unescape(bruno.get(table).text)
    assert "Chi ospita ti ha tolto il posto a questo tavolo" in page
    assert '<a href="/">A tutti i giochi</a>' in page
    assert "ti ha tolto" not in unescape(Person(client, "it").get(table).text)
    for path, fields in (("move", {"answer": 0}), ("say", {"text": "ciao"}), ("back", {}), ("remove", {"seat": 0})):
        friendly(bruno.post(f"{table}/{path}", **fields), 403, "ti ha tolto il posto")
    for path in ("notebook", "seat"):
        friendly(bruno.get(f"{table}/{path}"), 403, "ti ha tolto il posto")
    state = carla.state(table)
    assert (state["seats"][1]["name"], state["seats"][1]["bot"], state["seats"][1]["level"]) == (
        "Bruno",
        True,
        "medium",
    )
    assert "removed: a bot plays on" in carla.get(table).text
    assert (bruno.state(table)["you"], state["removed"]) == (None, [])
    assert [one["name"] for one in host.state(table)["removed"]] == ["Bruno"]
    assert (mine(bruno), len(mine(carla))) == ([], 1)


def test_who_is_let_in_again_in_play_takes_the_seat_back(client: TestClient[Any]) -> None:
    table, host, bruno, _ = three(client)
    host.post(f"{table}/start")
    bruno.post(f"{table}/notebook", text="Carla bluffs")
    host.post(f"{table}/remove", seat=1)
    [removed] = host.state(table)["removed"]
    assert "Bruno" in unescape(host.get(table).text).partition("You have removed:")[2]
    friendly(bruno.post(f"{table}/readmit", removed=removed["removed"]), 403, "ti ha tolto")
    assert host.post(f"{table}/readmit", removed=removed["removed"]).status_code == 303
    friendly(host.post(f"{table}/readmit", removed=removed["removed"]), 409, "Nobody is waiting to be let in")
    assert bruno.state(table)["you"] == 1
    assert bruno.post(f"{table}/back").status_code == 303
    assert "Carla bluffs" in bruno.get(f"{table}/notebook").text
    assert "ti ha tolto" not in bruno.get(table).text


def test_before_the_game_they_may_not_sit_down_again(client: TestClient[Any]) -> None:
    table, host, bruno, _ = three(client)
    host.post(f"{table}/remove", seat=1)
    page = bruno.get(table)
    assert "ti ha tolto" in page.text and 'id="sit"' not in page.text
    again = bruno.post(f"{table}/sit", name="Zeno", seat=1)
    assert again.status_code == 403 and again.text.count("ti ha tolto") == 1
    elsewhere = Person(client)
    answer = elsewhere.post(f"{table}/sit", name="BRUNO", seat=1)
    assert answer.status_code == 409
    assert "The host has removed somebody of this name from the table: choose another one" in unescape(answer.text)
    token = elsewhere.ask("POST", f"{table}/sit", json={"name": "Zoe", "seat": 1}, headers=JSON).json()["token"]
    host.post(f"{table}/remove", seat=1)
    shown = JSON | {"authorization": f"Bearer {token}"}
    told = Person(client).ask("POST", f"{table}/sit", json={"name": "Zita"}, headers=shown)
    assert (told.status_code, told.json()) == (403, {"error": REMOVED})


def test_after_the_end_nobody_need_read_what_somebody_writes(client: TestClient[Any]) -> None:
    table, host, bruno, _ = three(client)
    host.post(f"{table}/start")
    playing: Table = client.app.state.tables.in_memory[table.removeprefix("/t/")]
    while not (match := playing.playing()).over:
        seat = match.waiting[0]
        playing.fold(playing.check_move(seat, [match.legal(seat)[0]], None, "en"), playing.at)
    assert "Remove from the table" in host.get(table).text
    client.app.state.tables.watchers(playing).ring()
    wanted = ("removed", {"seat": 1})
    assert playing.check_remove(1) == wanted
    playing.fold(wanted, playing.at)
    friendly(bruno.post(f"{table}/say", text="!"), 403, "ti ha tolto")
    friendly(bruno.post(f"{table}/rematch"), 403, "ti ha tolto")


def test_a_table_without_spectators_says_why_it_is_shut(client: TestClient[Any]) -> None:
    table, host, bruno, _ = three(client, spectators="off")
    host.post(f"{table}/start")
    host.post(f"{table}/remove", seat=1)
    friendly(bruno.get(table), 403, "Chi ospita ti ha tolto il posto")
    friendly(Person(client, "it").get(table), 403, "A questo tavolo non ci sono spettatori")


@pytest.mark.parametrize("begun", [False, True])
def test_the_live_page_ends_at_once_and_again_when_they_are_let_in(client: TestClient[Any], *, begun: bool) -> None:
    table, host, bruno, _ = three(client)
    if begun:
        host.post(f"{table}/start")
    client.cookies.clear()
    with client.websocket_connect(f"{table}/live", headers=only_seat(bruno)) as socket:
        socket.receive_text()
        host.post(f"{table}/remove", seat=1)
        assert closed(socket) == live.LOOK_AGAIN
    client.cookies.clear()
    with client.websocket_connect(f"{table}/live", headers=only_seat(bruno)) as socket:
        socket.receive_text()
        host.post(f"{table}/readmit", removed=host.state(table)["removed"][0]["removed"])
        assert closed(socket) == live.LOOK_AGAIN


def test_a_host_alone_with_removed_people_begins_anew_at_once(client: TestClient[Any]) -> None:
    host, bruno = Person(client), Person(client)
    table = opened(host, "agent-avenue", seats=2)
    bruno.post(f"{table}/sit", name="Bruno")
    host.post(f"{table}/start")
    assert "data-pause" not in host.get(table).text
    host.post(f"{table}/remove", seat=1)
    assert "data-pause" in host.get(table).text, "nobody else is kept waiting"


# Secrets ------------------------------------------------------------------------------------------------------------


def test_who_was_removed_sees_what_a_stranger_sees(asking: Asking) -> None:
    """At every door of a game in play, byte for byte, but for the sentence that tells them: and what a stranger sees
    is held against two worlds (test_two_worlds)."""
    world = World(asking, doppiogioco.new("secrets", 4, seed=1), SPECTATOR)
    event = world.table.check_remove(1)
    token = world.token(world.table, 1)
    world.table.fold(event, 2.0)
    world.match.give(world.match.waiting[0], world.match.legal(world.match.waiting[0])[0])
    viewers = {viewer.name: viewer for viewer in world.viewers()}
    stranger, someone = viewers["a spectator"], viewers["who was removed"]
    cookie = someone.browser["cookie"].partition("; ")[2]
    lost = someone._replace(
        browser={"cookie": f"at-{world.table.id}={token}; {cookie}"}, program={"authorization": f"Bearer {token}"}
    )
    nothing = stranger._replace(browser={"cookie": cookie})
    paths = [path for path in asked_for(world, AT_THE_TABLE) if "/seat" not in path]
    assert len(paths) > 15
    for path in paths:
        for theirs, nobodys in zip(kinds(lost), kinds(nothing), strict=True):
            told, other = asking.ask("GET", path, theirs), asking.ask("GET", path, nobodys)
            if told.status == 403 and other.status == 403:
                continue  # each is told why
            assert (told.status, plain(told.body)) == (other.status, plain(other.body)), path


def plain(page: str) -> str:
    return re.sub(r'<p class="error" role="alert">Chi ospita ti ha tolto.*?</p>', "", page)


# It lasts -----------------------------------------------------------------------------------------------------------


def test_it_outlives_a_restart(database: Path | str) -> None:
    async def begin(tables: Tables) -> str:
        table = await started(tables, people=2)
        await tables.do(table, lambda: table.check_remove(1))
        return table.id

    async def go_on(tables: Tables) -> None:
        table = await tables.table(name)
        assert [one.name for one in table.removed.values()] == ["P1"]
        assert (table.people(), table.seats[1].stand_in) == ([0], True)

    name = at_home(database, begin)
    at_home(database, go_on)


def test_a_bot_goes_on_for_who_was_removed(database: Path | str) -> None:
    async def play(tables: Tables) -> None:
        table = await started(tables)
        seat = table.playing().waiting[0]
        assert seat != table.host, "the deal is always the same"
        await tables.do(table, lambda: table.check_remove(seat))
        await until(lambda: bool(table.by_bot))
        assert set(table.by_bot.values()) == {table.level}

    at_home(database, play)


def test_another_process_hears_of_it(cluster: Any) -> None:
    async def play(one: Tables, other: Tables) -> None:
        here = await started(one)
        there = await other.table(here.id)
        nonce = here.seats[1].nonce
        await one.do(here, lambda: here.check_remove(1))
        await until(lambda: there.was_removed(nonce))
        assert there.seat_of(nonce) is None
        await other.do(there, lambda: there.check_readmit(next(iter(there.removed))))
        await until(lambda: here.seat_of(nonce) == 1)

    at_two(cluster.fresh(), play, bot_pause=3_600)


# In a browser -------------------------------------------------------------------------------------------------------


def test_a_host_removes_somebody_in_play_on_a_phone(screens: Any) -> None:  # noqa: F811
    host, guest = screens(locale="it-IT", viewport=PHONE), screens(locale="en-GB", viewport=PHONE)
    host.page.goto("/new/secrets")
    host.page.fill("#name", "Anna")
    host.page.click("main .btn.go")
    host.page.wait_for_url("**/t/*")
    guest.page.goto(host.page.url)
    guest.page.fill("#name", "Bartholomew Featherstone")
    guest.page.get_by_role("button", name="Sit here").first.click()
    expect(guest.page.locator("#words")).to_be_visible()
    host.page.get_by_role("button", name="Comincia").click()
    expect(guest.page.locator("#question")).to_be_visible()
    looking_after = host.page.locator("details.hosting")
    looking_after.locator("summary").first.click()
    looking_after.get_by_text("Allontana dal tavolo").click()
    host.fits()
    looking_after.get_by_role("button", name="Sì, allontana").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("The host has removed you from this table")
    guest.fits()
    looking_after.get_by_role("button", name=re.compile("Riammetti.*Bartholomew")).click()
    expect(guest.page.get_by_role("alert")).to_have_count(0)
    guest.page.get_by_role("button", name="I am back: give me my seat").click()
    expect(host.page.locator("#players")).not_to_contain_text("fuori dal tavolo")
    host.fits()
