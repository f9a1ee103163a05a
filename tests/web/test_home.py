"""The home page: own tables, a code to join with, tables to watch; how a link looks elsewhere; the installed app."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import doppiogioco
from doppiogioco.engine.game import Game, find
from doppiogioco.store.store import now
from doppiogioco.tables.tables import Tables
from doppiogioco.web import lists
from doppiogioco.web.app import create_app
from doppiogioco.web.preview import SIZE

from .test_app import JSON, Person, friendly, opened

GAMES = doppiogioco.games()
USUAL = {"agent-avenue": 2, "secrets": 5, "spies-and-lies": 2, "spywhere": 4, "top-secret-spies": 4}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as found:
        yield found


def tables_of(client: TestClient[Any]) -> Tables:
    tables: Tables = client.app.state.tables
    return tables


def mine(person: Person) -> list[str]:
    """The own tables on the home page: each as it reads."""
    page = person.get("/").text
    section = re.search(r'<section class="mine-tables".*?</section>', page, re.DOTALL)
    rows = re.findall(r"<li.*?</li>", section[0], re.DOTALL) if section else []
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in rows]


def rows(person: Person, which: str) -> list[str]:
    """A list of public tables: each as it reads."""
    section = re.search(rf'<section class="panel" id="{which}".*?</section>', person.get("/").text, re.DOTALL)
    assert section
    found = re.findall(r'<span class="listed">(.*?)</span> <a', section[0], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in found]


def to_the_end(table: str, *people: Person) -> None:
    while (state := people[0].state(table))["stage"] == "playing":
        for person in people:
            legal = person.state(table)["legal"]
            if legal and not state["outcome"]:
                person.ask("POST", f"{table}/move", json={"answer": legal[0]["answer"]}, headers=JSON)


# Own tables ---------------------------------------------------------------------------------------------------------


def test_own_tables_say_with_whom_and_whose_turn_it_is(client: TestClient[Any]) -> None:
    anna, bruno = Person(client), Person(client, "it")
    over = opened(anna, "agent-avenue", seats=2, listed="off")
    bruno.post(f"{over}/sit", name="Bruno")
    anna.post(f"{over}/start")
    to_the_end(over, anna, bruno)
    waiting = opened(anna, "spywhere", seats=3, listed="off")
    playing = opened(anna, "secrets", seats=4, listed="off")
    bruno.post(f"{playing}/sit", name="Bruno")
    for seat in (2, 3):
        Person(client).post(f"{playing}/sit", name=f"P{seat}", seat=seat)
    anna.post(f"{playing}/start")
    first = anna.state(playing)["waiting"]
    names = ["Anna", "Bruno", "P2", "P3"]
    turn = "Your turn" if 0 in first else f"waiting for {names[first[0]]}"
    winners = anna.state(over)["outcome"]["winners"]
    assert mine(anna) == [
        f"Secrets with Bruno, P2 and P3 {turn}",
        "Spywhere 2 free seats",
        f"Agent Avenue with Bruno {'You have won' if winners == [0] else 'Bruno has won'}",
    ]
    assert mine(bruno) == [
        f"Secrets con Anna, P2 e P3 {'Tocca a te' if 1 in first else f'si aspetta {names[first[0]]}'}",
        f"La Via delle Spie con Anna {'Hai vinto' if winners == [1] else 'Ha vinto Anna'}",
    ]
    assert mine(Person(client)) == []
    anna.post(f"{waiting}/close")
    assert len(mine(anna)) == 2, "a closed table is nobody's any more"


def test_your_turn_comes_first_and_a_stand_in_is_told(client: TestClient[Any]) -> None:
    anna = Person(client)
    turns = []
    for _ in range(8):
        table = opened(anna, "agent-avenue", seats=2, listed="off")
        Person(client).post(f"{table}/sit", name="Bruno")
        anna.post(f"{table}/start")
        turns.append(0 in anna.state(table)["waiting"])
    told = mine(anna)
    order = ["Your turn" in row for row in told]
    assert order == sorted(order, reverse=True)
    assert order.count(True) == turns.count(True)
    anna.post(f"{table}/bot", seat=0)
    assert sum("A bot is playing for you." in row for row in mine(anna)) == 1


def test_of_a_hundred_seats_twelve_are_read(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    anna, tables, read = Person(client), tables_of(client), list[str]()
    for number in range(100):
        opened(anna, GAMES[number % 5], seats=find(GAMES[number % 5]).rules.SEATS[0], listed="off")
    assert len([name for name in anna.cookies if name.startswith("at-")]) == 100
    tables.in_memory.clear()
    honest = Tables._folded
    monkeypatch.setattr(Tables, "_folded", lambda *args: read.append(args[1]) or honest(*args))  # type: ignore[func-returns-value]
    page = anna.get("/")
    assert len(read) == lists.MOST == 12
    assert "88 older tables are not shown." in page.text
    assert len(mine(anna)) == 12
    assert len(read) == 12, "what has been read once is known"


def test_own_tables_that_are_being_played_are_shown_before_finished_ones(client: TestClient[Any]) -> None:
    anna = Person(client)
    begun = opened(anna, "secrets", listed="off")
    tables = tables_of(client)
    for _ in range(lists.MOST):
        over = opened(anna, "agent-avenue", seats=2, bots=1, listed="off")
        to_the_end(over, anna)
    assert tables.in_memory[begun.removeprefix("/t/")].stage == "open"
    assert mine(anna)[0].startswith("Secrets")
    assert len(mine(anna)) == lists.MOST


def test_who_has_given_up_a_seat_has_no_table_there(client: TestClient[Any]) -> None:
    anna, bruno = Person(client), Person(client)
    table = opened(anna)
    bruno.post(f"{table}/sit", name="Bruno")
    assert len(mine(bruno)) == 1
    answer = bruno.post(f"{table}/stand")
    assert "Max-Age=0" in answer.headers["set-cookie"], "and the browser need not carry it about"
    assert mine(bruno) == []
    bruno.cookies["seat-nonsense"] = "nonsense"
    assert mine(bruno) == []


# A code to join with ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["{code}", " {code} ", "{CODE}", "{co}-{de}", "{link}", "see {link}?x=1", "{link}/seat"]
)
def test_a_code_or_a_link_leads_to_its_table(client: TestClient[Any], typed: str) -> None:
    code = opened(Person(client)).removeprefix("/t/")
    text = typed.format(
        code=code, CODE=code.upper(), co=code[:4], de=code[4:], link=f"http://testserver.local/t/{code}"
    )
    answer = Person(client).get("/join", params={"code": text})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")


@pytest.mark.parametrize(
    ("typed", "status", "english", "italian"),
    [
        ("nowhere2", 404, "There is no table nowhere2", "Non c’è nessun tavolo nowhere2"),
        (
            "",
            400,
            "Type the code of a table, or paste its link",
            "Scrivi il codice di un tavolo, o incolla il suo link",
        ),
        ('"><b>', 404, "There is no table b", "Non c’è nessun tavolo b"),
    ],
)
def test_a_wrong_code_is_told_beside_the_field(
    client: TestClient[Any], typed: str, status: int, english: str, italian: str
) -> None:
    for person, words in ((Person(client), english), (Person(client, "it"), italian)):
        answer = person.get("/join", params={"code": typed})
        friendly(answer, status, words)
        assert re.search(rf'role="alert">{words}</strong>', answer.text)
        field = re.search(r'<input id="code"[^>]*value="([^"]*)"[^>]*aria-invalid="true"', answer.text)
        assert field and unescape(field[1]) == typed
        assert 'action="/new/secrets"' in answer.text, "the games are still there"
    assert Person(client).get("/join", params={"code": typed}, headers=JSON).json()["error"]


# Tables to watch, tables to join ------------------------------------------------------------------------------------


def test_public_tables_have_names_and_deserted_ones_are_not_listed(client: TestClient[Any]) -> None:
    anna, watcher, tables = Person(client), Person(client), tables_of(client)
    playing = opened(anna, "agent-avenue", seats=3)
    Person(client).post(f"{playing}/sit", name="Bruno", seat=2)
    anna.post(f"{playing}/start")
    daily = opened(anna, "spywhere", seats=3, pace=86_400)
    assert rows(watcher, "watch-tables") == ["Agent Avenue Anna, Bruno and 1 bot"]
    assert rows(watcher, "open-tables") == ["Spywhere Anna 2 free seats"]
    assert rows(anna, "watch-tables") == rows(anna, "open-tables") == [], "own tables have a list of their own"
    for path in (playing, daily):
        tables.in_memory[path.removeprefix("/t/")].at = now() - lists.DESERTED - 1
    assert rows(watcher, "watch-tables") == [], "nobody is there and nothing has happened"
    assert rows(watcher, "open-tables") == ["Spywhere Anna 2 free seats"], "an answer may take a day"
    tables.in_memory[daily.removeprefix("/t/")].at = now() - 86_400 - 1
    assert rows(watcher, "open-tables") == []
    anna.get(playing)
    with client.websocket_connect(f"{playing}/live") as line:
        line.receive_text()
        assert rows(watcher, "watch-tables") == ["Agent Avenue Anna, Bruno and 1 bot"], "somebody is there"


def test_a_full_table_waits_for_nobody(client: TestClient[Any]) -> None:
    table = opened(Person(client), "agent-avenue", seats=2)
    assert len(rows(Person(client), "open-tables")) == 1
    Person(client).post(f"{table}/sit", name="Bruno")
    assert rows(Person(client), "open-tables") == []


# Quick play ---------------------------------------------------------------------------------------------------------


def test_the_usual_number_of_seats_is_one_fact(client: TestClient[Any]) -> None:
    assert {game: find(game).usual_seats for game in USUAL} == USUAL
    for game, seats in USUAL.items():
        person = Person(client)
        table = str(person.post(f"/new/{game}", bots=1, listed="off").headers["location"])
        assert len(person.state(table)["seats"]) == seats
        assert f'name="seats" value="{seats}" checked' in person.get(f"/new/{game}").text


# Elsewhere ----------------------------------------------------------------------------------------------------------


def told_elsewhere(person: Person, path: str) -> dict[str, str]:
    """What other programs read about a page."""
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', person.get(path).text)
    return {name: unescape(text) for name, text in found}


def test_a_link_has_a_preview_with_the_picture_of_its_game(client: TestClient[Any]) -> None:
    anna, stranger = Person(client), Person(client, "it")
    assert told_elsewhere(stranger, "/")["image"] == "http://testserver.local/static/previews/doppiogioco.png"
    table = opened(anna, "agent-avenue", seats=2, name='Anna "<b>"')
    told = told_elsewhere(stranger, table)
    assert told["title"] == "La Via delle Spie · Doppiogioco"
    assert told["description"] == 'Anna "<b>" ti invita al tavolo: siediti, basta un nome.'
    assert told["url"] == f"http://testserver.local{table}"
    assert told["image"] == "http://testserver.local/static/previews/agent-avenue.png"
    assert told["locale"] == "it_IT"
    anna.post(f"{table}/start")
    assert told_elsewhere(stranger, table)["description"] == 'A questo tavolo: Anna "<b>" e un bot.'
    for path in ("/new/agent-avenue", "/rules/agent-avenue"):
        assert told_elsewhere(stranger, path)["image"].endswith("/agent-avenue.png")
    elsewhere = unescape(anna.get(table, headers={"host": "games.example:8080"}).text)
    assert f'content="http://games.example:8080{table}"' in elsewhere, "the host that was asked"


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.mark.parametrize("name", ["doppiogioco", *GAMES])
def test_every_game_has_a_picture(client: TestClient[Any], name: str) -> None:
    answer = client.get(f"/static/previews/{name}.png")
    assert answer.headers["content-type"] == "image/png"
    assert png_size(answer.content) == SIZE
    assert len(answer.content) < 60_000


def test_a_game_of_somebody_else_has_the_sites_picture(client: TestClient[Any], sixth: Game) -> None:
    assert told_elsewhere(Person(client), f"/new/{sixth.id}")["image"].endswith("/previews/doppiogioco.png")


def test_a_picture_of_its_own_lies_in_its_package(
    client: TestClient[Any], sixth: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sixth.package, "folder", tmp_path)
    (tmp_path / "preview.png").write_bytes(b"dice")
    address = told_elsewhere(Person(client), f"/new/{sixth.id}")["image"]
    assert address.endswith(f"/static/previews/{sixth.id}.png")
    shown = client.get(address)
    assert (shown.content, shown.headers["content-type"]) == (b"dice", "image/png")
    assert client.get("/static/previews/chess.png").status_code == 404


def test_the_app_can_be_installed(client: TestClient[Any]) -> None:
    page = Person(client).get("/").text
    where = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert where
    answer = client.get(where[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text)
    assert (manifest["name"], manifest["short_name"], manifest["display"]) == (
        "Doppiogioco",
        "Doppiogioco",
        "standalone",
    )
    assert manifest["start_url"] == "../", "as the manifest sees it"
    kinds = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert kinds >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            size = int(icon["sizes"].partition("x")[0])
            assert png_size(client.get(f"/static/{icon['src']}").content) == (size, size)
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert touch and png_size(client.get(touch[1]).content) == (180, 180)
