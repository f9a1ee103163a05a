"""What a player or a stranger may try: nobody loses a seat, a turn, a host or the server by it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from doppiogioco.chat import CLAIMS as TALK
from doppiogioco.chat import claims
from doppiogioco.games.agent_avenue.words import ABOUT_COVERED, CLAIMS
from doppiogioco.tables import tables as tables_module
from doppiogioco.tables.names import proper_name, told_apart
from doppiogioco.tables.refusals import BadName
from doppiogioco.tables.watchers import ABSENT_AFTER
from doppiogioco.web import table_routes
from doppiogioco.web.app import create_app
from doppiogioco.web.seats import LONGEST_TOKEN, Seats

from .test_app import JSON, Person, friendly, opened


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return create_app(tmp_path_factory.mktemp("abuse") / "tables.db", bot_pause=0)


@pytest.fixture
def client(app: Any) -> Iterator[TestClient[Any]]:
    with TestClient(app) as started:
        yield started


def table_of(client: TestClient[Any], address: str) -> Any:
    """The table itself, as only the server sees it."""
    return client.app.state.tables.in_memory[address.removeprefix("/t/")]


def seated(client: TestClient[Any], people: int, game: str = "secrets", **fields: Any) -> tuple[str, list[Person]]:
    """A table with so many people at it, not begun yet; the first is the host."""
    everybody = [Person(client) for _ in range(people)]
    table = opened(everybody[0], game, **fields)
    for seat, person in enumerate(everybody[1:], start=1):
        assert person.post(f"{table}/sit", name=f"P{seat}", seat=seat).status_code == 303
    return table, everybody


def playing(client: TestClient[Any], people: int, game: str = "secrets", **fields: Any) -> tuple[str, list[Person]]:
    table, everybody = seated(client, people, game, **fields)
    assert everybody[0].post(f"{table}/start").status_code == 303
    return table, everybody


def to_the_end(table: str, everybody: list[Person]) -> None:
    while (now := everybody[0].state(table))["stage"] == "playing":
        for seat in now["waiting"]:
            if seat < len(everybody) and (legal := everybody[seat].state(table)["legal"]):
                everybody[seat].post(f"{table}/move", answer=legal[0]["answer"])
                break


# Votes, clocks, hosts -----------------------------------------------------------------------------------------------


def test_a_vote_replaces_nobody_who_is_there(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    table, everybody = playing(client, 2, "spies-and-lies", seats=2)
    victim = everybody[0].state(table)["waiting"][0]
    tables, voter = client.app.state.tables, everybody[1 - victim]
    watchers = tables.watchers(table_of(client, table))
    friendly(voter.post(f"{table}/vote", seat=victim), 409, "is here, or was a moment ago")
    watchers.present[victim] += 1  # a page is open
    monkeypatch.setattr(tables_module, "now", lambda: time.time() + 2 * ABSENT_AFTER)
    friendly(voter.post(f"{table}/vote", seat=victim), 409, "is here, or was a moment ago")
    assert not table_of(client, table).seats[victim].stand_in
    watchers.present[victim] -= 1  # and now it is not, since long
    friendly(voter.post(f"{table}/vote", seat=99), 409, "Nobody needs to stand in here")
    assert voter.post(f"{table}/vote", seat=victim).status_code == 303
    assert table_of(client, table).seats[victim].stand_in


def test_coming_back_again_and_again_does_not_stop_the_clock(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, everybody = playing(client, 4, pace=30)
    client.app.state.tables.bot_pause = 600.0  # the bot would answer later than this test ends
    found, late = table_of(client, table), everybody[0].state(table)["waiting"][0]
    asked, host = found.asked_at[late], everybody[0]
    for _ in range(3):
        if late == 0:
            found.seats[late].stand_in = True
        else:
            assert host.post(f"{table}/bot", seat=late).status_code == 303
        assert everybody[late].post(f"{table}/back").status_code == 303
        assert found.asked_at[late] == asked
    found.seats[late].stand_in = True
    monkeypatch.setattr(table_routes, "now", lambda: time.time() + 31)
    friendly(everybody[late].post(f"{table}/back"), 409, "time for this answer is up")


def test_the_host_is_who_opened_and_the_role_passes_on(client: TestClient[Any]) -> None:
    anna, bea, stranger = Person(client), Person(client), Person(client)
    table = opened(anna)
    bea.post(f"{table}/sit", name="Bea")
    assert anna.post(f"{table}/stand").status_code == 303
    assert bea.state(table)["host"] == 1
    stranger.post(f"{table}/sit", name="Eve", seat=0)
    friendly(stranger.post(f"{table}/close"), 403, "Only Bea can do this")
    assert bea.post(f"{table}/close").status_code == 303


def test_who_asks_for_a_rematch_first_is_its_host_and_there_is_one_table(client: TestClient[Any]) -> None:
    table, everybody = playing(client, 2)
    to_the_end(table, everybody)
    with ThreadPoolExecutor(12) as pool:
        wishes = [pool.submit(everybody[1].client.post, f"{table}/rematch", follow_redirects=False,
                              headers={"cookie": "; ".join(f"{k}={v}" for k, v in everybody[1].cookies.items())})
                  for _ in range(12)]  # fmt: skip
        answers = [wish.result() for wish in wishes]
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["location"] for answer in answers}) == 1
    again = answers[0].headers["location"]
    state = Person(client).state(again)
    assert (state["host"], state["seats"][1]["name"]) == (1, "P1")
    stranger = Person(client)
    assert stranger.post(f"{again}/sit", name="Eve", seat=0).status_code == 303
    friendly(stranger.post(f"{again}/close"), 403, "Only P1 can do this")


def test_a_rematch_without_a_free_seat_can_be_watched(client: TestClient[Any]) -> None:
    table, everybody = playing(client, 2)
    to_the_end(table, everybody)
    again = everybody[0].post(f"{table}/rematch").headers["location"]
    for seat in (1, 2, 3):
        Person(client).post(f"{again}/sit", name=f"Q{seat}", seat=seat)
    late = everybody[1].post(f"{table}/rematch")
    assert (late.status_code, late.headers["location"]) == (303, again)
    assert everybody[1].state(again)["you"] is None


# Names, tokens, other places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Łukasz", "Мария", "李雷", "😀", "D’Angelo", "ᎪᏂᏴ", "Օհան", 'Ana; Bo,"c" 100%'])
def test_a_person_may_have_any_name(client: TestClient[Any], name: str) -> None:
    person, guest = Person(client), Person(client)
    table = opened(person, name=name)
    state = person.state(table)
    assert (state["you"], state["seats"][0]["name"]) == (0, name)
    assert name.replace('"', "&quot;") in person.get("/new/secrets").text.replace("&#34;", "&quot;")  # remembered
    other = opened(guest)
    assert person.post(f"{other}/sit").status_code == 303
    assert person.state(other)["seats"][1]["name"] == name


def test_names_that_look_alike_are_alike(client: TestClient[Any]) -> None:
    anna = Person(client)
    table = opened(anna, name="Anna", seats=7)
    for name in ("anna", "Anna\u00ad", "\u200bAnna", "Ａnna", "An\x00na"):
        assert Person(client).post(f"{table}/sit", name=name).status_code == 303
    names = [seat["name"] for seat in anna.state(table)["seats"]]
    assert names == ["Anna", "anna 2", "Anna 3", "Anna 4", "Ａnna 5", "Anna 6", "Seat 7"]
    refused = Person(client).post(f"{table}/sit", name="\u200b\u00ad")
    assert refused.status_code == 409
    assert "how you want to be called" in refused.text


ALIKE = [
    ("Anna", "\u0410nna"),  # a Cyrillic A
    ("Anna", "\u0410\u039dN\u0430"),  # and a Greek N
    ("Anna", "An\u200dna"),  # joined by nothing
    ("Anna", "An\u00adna"),  # a hyphen that is not there
    ("Anna", "\uff21\uff4e\uff4e\uff41"),  # letters of full width
    ("Anna", "A\u0301nna"),  # an accent of its own
    ("Anna", "\u00c1nna"),  # or in the letter
    ("Anna", "Anna\u0336"),  # struck out
    ("Anna", "An\u034fna"),  # marks and letters that nobody sees
    ("Anna", "Anna\ufe0f"),
    ("Anna", "Anna\u3164"),
    ("Anna", "\U0001d400nna"),  # a letter of mathematics
    ("Anna", "\u1d00\u0274\u0274\u1d00"),  # small capitals
    ("Alice", "AIice"),
    ("Bob", "B0b"),
    ("Ivan", "1van"),
    ("Jos\u00e9", "Jose\u0301"),
    ("\u0410\u043d\u043d\u0430", "\u0430\u043d\u043d\u0430"),
    ("\u041a\u0430\u0442\u044f", "\u043a\u0430\u0442\u044f"),  # whatever small Cyrillic letters look like
    ("Anna", "\u13aann\u0430"),  # Cherokee, a large letter
    ("anna", "\uab7ann\uab7a"),  # and small ones
    ("Otto", "\u0555tt\u0585"),  # Armenian
    ("Silvia", "S\u13a5lvia"),
    ("Teresa", "\ua4d4eresa"),  # Lisu
    ("Carla", "\u2ca4arla"),  # Coptic
    ("Mario", "\u039cari\u0b66"),  # Greek, and a digit of Odia
    ("D'Angelo", "D\u2019Angelo"),
    ("\u041c\u0430\u0440\u0438\u044f", "Map\u0438\u044f"),  # Latin letters in a Cyrillic name
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_who_looks_like_another_gets_a_number(name: str, other: str) -> None:
    assert told_apart(proper_name(other), [proper_name(name)]).endswith(" 2")
    assert told_apart(proper_name(name), [proper_name(other)]).endswith(" 2")


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Anne"),
        ("Marco", "Mirco"),
        ("\u0918\u093e", "\u0918"),
        ("\u674e", "\u738b"),
        ("Anna 2", "Anna 3"),
        ("Nina", "Vina"),  # a large Greek N looks like the first, a small one like the second
        ("\U0001f600", "\U0001f603"),
        ("Anna", "\u0410\u043d\u043d\u0430"),
        ("\u674e\u96f7", "\u674e\u7535"),
    ],
)
def test_who_does_not_look_like_another_keeps_the_name(names: tuple[str, str]) -> None:
    assert told_apart(names[1], [names[0]]) == names[1]
    assert told_apart(names[0], [names[1]]) == names[0]


@pytest.mark.parametrize("nothing", ["\u3164", "\u2800 \u115f", "\ufe0f", "\u200d\u00ad", "\U000e0100"])
def test_what_nobody_sees_is_no_name(nothing: str) -> None:
    with pytest.raises(BadName):
        proper_name(nothing)


def test_what_cannot_be_a_token_is_not_kept(client: TestClient[Any]) -> None:
    table = opened(Person(client))
    seats: Seats = client.app.state.seats
    kept = seats._signed.cache_info().currsize
    for token in ("x" * 4_000_000, "x" * (LONGEST_TOKEN + 1), "x.y", "", "WyJhIiwwLCJiIl0.bad"):
        answer = client.get(table, headers=JSON | {"authorization": f"Bearer {token}"})
        assert answer.json()["you"] is None
    assert seats._signed.cache_info().currsize == kept


ELSEWHERE = [
    "http://testserver.local:8213",
    "http://evil.testserver.local",
    "https://other.example",
    "null",
    "nonsense",
]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_another_place_can_neither_press_buttons_nor_listen(client: TestClient[Any], origin: str) -> None:
    table, (anna, *_) = playing(client, 1)
    answer = anna.ask("POST", f"{table}/close", headers={"origin": origin})
    friendly(answer, 403, "another site")
    anna.get(table)  # the cookies of the page
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{table}/live", headers={"origin": origin}) as line,
    ):
        line.receive_text()


def test_its_own_place_can(client: TestClient[Any]) -> None:
    table, (anna, *_) = playing(client, 1)
    anna.get(table)
    with client.websocket_connect(f"{table}/live", headers={"origin": "http://testserver.local"}) as line:
        assert '"regions"' in line.receive_text()
    assert anna.ask("POST", f"{table}/close", headers={"origin": "http://testserver.local:80"}).status_code == 303


# Bad input ----------------------------------------------------------------------------------------------------------

DEEP = b"[" * 3_000 + b"]" * 3_000
BODIES = [
    (b'{"options": "{bad"}', "application/json", 400),
    (b'{"options": ' + DEEP + b"}", "application/json", 400),
    (b'{"options": "{\\"x\\": ' + DEEP + b'}"}', "application/json", 400),
    (b'{"name": "\xff\xfe"}', "application/json", 400),
    (b"no form", "multipart/form-data", 400),
    (b"seats=%ff%00", "application/x-www-form-urlencoded", 409),
    (b"name=%ff%00&seats=4", "application/x-www-form-urlencoded", 201),
    (b'{"name": "\\ud800Anna", "seats": 4}', "application/json", 400),
]


@pytest.mark.parametrize(("body", "kind", "status"), BODIES)
def test_a_body_that_cannot_be_meant_is_refused_in_words(
    client: TestClient[Any], body: bytes, kind: str, status: int
) -> None:
    answer = client.post("/new/secrets", content=body, headers=JSON | {"content-type": kind})
    assert answer.status_code == status
    assert answer.json().get("error", "") or status == 201


@pytest.mark.parametrize("path", ["/t/a%00b", "/t/%ff", "/t/x%0Aforged", "/rules/%00", "/new/%ff", f"/t/{'x' * 900}"])
def test_an_address_that_cannot_be_meant_is_not_there(client: TestClient[Any], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/rules/secrets", "/static/table.js", "/icons.svg", "/new/secrets", "/nowhere"])
def test_who_only_wants_the_head_of_a_page_gets_it(client: TestClient[Any], path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert head.status_code == whole.status_code
    assert head.content == b""
    assert head.headers["x-content-type-options"] == whole.headers["x-content-type-options"] == "nosniff"


def test_the_head_of_a_live_stream_ends(client: TestClient[Any]) -> None:
    assert client.head(f"{opened(Person(client))}/events").status_code == 200


# Talk ---------------------------------------------------------------------------------------------------------------


def test_a_claim_is_one_of_the_games_and_reaches_each_listener_in_their_language(client: TestClient[Any]) -> None:
    table, (anna, bruno) = playing(client, 2)
    bruno.language = "it"
    friendly(anna.post(f"{table}/say", claim="I have seen the KGB token of P1"), 409, "not one of the claims")
    assert anna.post(f"{table}/say", claim="Trust me.").status_code == 303
    assert bruno.post(f"{table}/say", claim="Non ti credo.").status_code == 303
    said = [(line["text"], line["claim"]) for line in anna.state(table)["chat"]]
    assert said == [("Trust me.", True), ("I don't believe you.", True)]
    assert [line["text"] for line in bruno.state(table)["chat"]] == ["Fidati di me.", "Non ti credo."]
    assert "Fidati di me." in bruno.get(table).text
    assert "Trust me." in claims(table_of(client, table).game)


@pytest.mark.clause("1.4")
def test_who_may_not_make_a_claim_now_has_no_button_for_it_and_is_refused(client: TestClient[Any]) -> None:
    """Partners do not describe their side's card face down, on the page or past it; everybody else may talk of it."""
    table, everybody = playing(client, 4, "agent-avenue")
    waiting, anything = table_of(client, table).match.waiting, [*CLAIMS, *TALK]
    assert len(waiting) == 2, "two partners who are about to offer two cards"
    for seat, person in enumerate(everybody):
        page = unescape(person.get(table).text)
        offered = [claim for claim in anything if f'name="claim" value="{claim}"' in page]
        said = [claim for claim in anything if person.post(f"{table}/say", claim=claim).status_code == 303]
        others = [claim for claim in anything if claim not in ABOUT_COVERED]
        assert offered == said == (others if seat in waiting else anything)
        if seat in waiting:
            friendly(person.post(f"{table}/say", claim=ABOUT_COVERED[0]), 409, "not one of the claims you can make now")


def test_nobody_talks_at_a_closed_table(client: TestClient[Any]) -> None:
    table, (anna,) = playing(client, 1)
    anna.post(f"{table}/close")
    friendly(anna.post(f"{table}/say", text="hello?"), 409, "closed")
    assert 'name="text"' not in anna.get(table).text


def test_programs_get_a_page_of_the_chat(client: TestClient[Any]) -> None:
    table, (anna,) = playing(client, 1)
    found = table_of(client, table)
    for number in range(300):
        found.fold(("said", {"seat": 0, "name": "Anna", "text": str(number)}), 1.0)
    chat = anna.state(table)["chat"]
    assert [line["text"] for line in chat] == [str(number) for number in range(260, 300)]
    assert len(found.chat) == 200
