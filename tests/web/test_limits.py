"""Limits: what is too much is refused kindly, and counted before anything is read for it."""

from __future__ import annotations

import re
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from doppiogioco.cli import app
from doppiogioco.limits import Limits
from doppiogioco.web import limits as limits_module
from doppiogioco.web.limits import Limiter, TooMany
from doppiogioco.web.live import TOO_MANY
from doppiogioco.web.settings import Settings

from .serving import Server
from .test_app import Person, friendly, opened
from .test_crash import Client
from .test_host import Where, asked, served


def limited(database: Where, **limits: int) -> TestClient[Any]:
    """One at which no time passes: a share that is spent stays spent, however long the machine takes to ask for it."""
    client = served(database)
    client.app.state.limiter = Limiter(Limits(**limits), lambda: 0.0)
    return client


@pytest.mark.parametrize(("language", "words"), [("en", "Not so fast"), ("it", "Piano, piano")])
def test_too_many_tables_from_one_address_are_refused_kindly(tmp_path: Path, language: str, words: str) -> None:
    with limited(tmp_path / "tables.db", tables=2) as client:
        for _ in range(2):
            opened(Person(client))
        answer = client.post("/new/secrets", data={"name": "Anna"}, headers={"accept-language": language})
        assert answer.status_code == 429
        assert words in answer.text
        assert int(answer.headers["retry-after"]) > 60
        assert answer.headers["content-security-policy"]
        assert client.get("/").status_code == 200


def test_each_seat_has_its_own_share(tmp_path: Path) -> None:
    with limited(tmp_path / "tables.db", lines=3, moves=4, joins=1) as client:
        anna, bea, carl = Person(client), Person(client), Person(client)
        table = opened(anna)
        assert bea.post(f"{table}/sit", name="Bea").status_code == 303
        friendly(carl.post(f"{table}/sit", name="Carl"), 429, "Not so fast")
        for person in (anna, bea):
            for _ in range(3):
                assert person.post(f"{table}/say", text="hello").status_code == 303
            friendly(person.post(f"{table}/say", text="hello"), 429, "Not so fast")
        for _ in range(4):
            bea.post(f"{table}/vote")
        assert bea.post(f"{table}/vote").status_code == 429
        assert anna.post(f"{table}/start").status_code == 303


def test_a_seat_has_one_share_however_its_token_is_spelled_and_a_made_up_one_has_none(tmp_path: Path) -> None:
    with limited(tmp_path / "tables.db", moves=2) as client:
        anna = Person(client)
        table = opened(anna)
        token = next(value for name, value in anna.cookies.items() if name.startswith("at-"))
        spelled = [token[:-1] + "!!!!" * number + token[-1] for number in range(3)]  # base64 has no "!"
        for tokens in (spelled, [f"{word}.{word}" for word in ("my", "own", "idea")]):
            answers = [client.post(f"{table}/vote", headers={"authorization": f"Bearer {one}"}) for one in tokens]
            assert [answer.status_code == 429 for answer in answers] == [False, False, True]


def test_moves_over_a_socket_count_too(tmp_path: Path) -> None:
    with limited(tmp_path / "tables.db", moves=2) as client:
        anna = Person(client)
        table = opened(anna)
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        with client.websocket_connect(f"{table}/live", headers={"cookie": cookie}) as socket:
            socket.receive_json()
            replies = []
            for said in ('{"answer": 0}', "what cannot be read", "[1]"):
                socket.send_text(said)
                while "reply" not in (told := socket.receive_json()):
                    pass  # who is here
                replies.append(told["error"])
        assert "not so fast" not in replies[0] + replies[1]
        assert "not so fast" in replies[2]


def test_so_many_live_connections_from_one_address(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", limits=Limits(live=1)) as client:
        table = opened(Person(client))
        with client.websocket_connect(f"{table}/live") as socket:
            socket.receive_json()
            assert client.get(f"{table}/events", headers={"accept": "application/json"}).status_code == 429
            with client.websocket_connect(f"{table}/live") as second, pytest.raises(WebSocketDisconnect) as refused:
                second.receive_json()
            assert (refused.value.code, refused.value.detail) == (TOO_MANY, "not so fast: try again in 60 s")
        while client.app.state.limiter.live_now:
            time.sleep(0.01)
        with client.websocket_connect(f"{table}/live") as socket:  # there is room again
            assert socket.receive_json()["number"] == 1


def test_who_has_too_many_live_connections_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", limits=Limits(live=1)) as client:
        table, read = opened(Person(client)), list[str]()
        with client.websocket_connect(f"{table}/live") as socket:
            socket.receive_json()
            client.app.state.tables.table = read.append
            assert client.get(f"{table}/events", headers={"accept": "application/json"}).status_code == 429
            with client.websocket_connect(f"{table}/live") as second, pytest.raises(WebSocketDisconnect):
                second.receive_json()
    assert not read


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_leads_nowhere_and_sockets_count_as_requests(tmp_path: Path, language: str) -> None:
    asking = {"accept-language": language}
    with limited(tmp_path / "tables.db", requests=4) as client:
        table = opened(Person(client))
        assert client.get("/nowhere").status_code == 404
        assert client.post("/t").status_code == 404
        with client.websocket_connect(f"{table}/live") as socket:
            socket.receive_json()
        answer = client.get("/nowhere", headers=asking)
        assert answer.status_code == 429
        assert {"en": "Not so fast", "it": "Piano, piano"}[language] in answer.text
        assert answer.headers["content-security-policy"]
        assert client.head("/nowhere").status_code == 429
        for path in (f"{table}/live", "/nowhere"):
            with (
                client.websocket_connect(path, headers=asking) as socket,
                pytest.raises(WebSocketDisconnect) as refused,
            ):
                socket.receive_json()
            assert refused.value.code == TOO_MANY
            assert {"en": "not so fast", "it": "piano, piano"}[language] in refused.value.detail


def listen(page: ClientConnection) -> None:
    """Until it is closed."""
    while True:
        page.recv(60)


def test_what_is_too_long_for_a_body_is_too_long_for_a_socket(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with Server(tmp_path / "tables.db", "--limits", "--limit-body", "1000", errors=errors) as server:
        table = Client(server, "secrets").table
        with connect(f"{server.address.replace('http', 'ws')}{table}/live") as page:
            page.send("x" * 1_000)
            page.send("x" * 1_001)
            with pytest.raises(ConnectionClosedError):
                listen(page)
        assert page.close_code == 1009
    assert errors.read_text() == ""


def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", limits=Limits(body=1_000)) as client:
        friendly(client.post("/new/secrets", data={"name": "A" * 2_000}), 413, "This is too long")
        assert client.post("/new/secrets", json={"name": "A" * 2_000}).status_code == 413


def test_a_head_that_is_too_large_is_refused(server: Server, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", "--limits", "--limit-body", "8000") as limited:
        assert asked(f"{limited.address}/", Cookie="x=" + "y" * 3_000)[0] == 200
        assert asked(f"{limited.address}/", Cookie="x=" + "y" * 6_000)[0] == 431
    assert asked(f"{server.address}/", Cookie="x=" + "y" * 6_000)[0] == 200


class Somebody:
    """Where a request comes from, as far as limits ask."""

    def __init__(self, host: str) -> None:
        self.client, self.host, self.scope = self, host, {"path": "/"}


def test_a_share_fills_up_again_evenly_and_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    limiter, anna = Limiter(Limits(requests=60), lambda: now[0]), Somebody("192.0.2.1")
    for _ in range(60):
        limiter.request(anna)  # type: ignore[arg-type]
    with pytest.raises(TooMany) as refused:
        limiter.request(anna)  # type: ignore[arg-type]
    assert refused.value.wait == 1
    limiter.request(Somebody("192.0.2.2"))  # type: ignore[arg-type]
    now[0] += 1
    limiter.request(anna)  # type: ignore[arg-type]
    with pytest.raises(TooMany):
        limiter.request(anna)  # type: ignore[arg-type]
    for number in range(60):  # one household has many addresses of the new kind
        limiter.request(Somebody(f"2001:db8::{number:x}"))  # type: ignore[arg-type]
    with pytest.raises(TooMany):
        limiter.request(Somebody("2001:db8::ffff"))  # type: ignore[arg-type]
    monkeypatch.setattr(limits_module, "REMEMBERED", 10)
    for number in range(50):
        limiter.request(Somebody(f"198.51.100.{number}"))  # type: ignore[arg-type]
    assert len(limiter._spent) <= 13 + 1


def test_every_limit_has_a_flag_that_help_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a head half as much may come as of a body, so it has no flag of its own."""
    asked_for: list[Settings] = []
    monkeypatch.setattr("doppiogioco.web.serve.serve", asked_for.append)
    told = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "300", "TERM": "dumb"}).output
    flags = dict.fromkeys(re.findall(r"--limit-[a-z-]+", told))
    assert len(flags) == len(fields(Limits)) - 1
    numbers = {flag: 1_000 + number for number, flag in enumerate(flags)}
    done = CliRunner().invoke(app, ["serve", *(word for pair in numbers.items() for word in map(str, pair))])
    assert done.exit_code == 0, done.output
    limits = asked_for[0].limits
    names = {flag: {"chat": "lines"}.get(name := flag[8:].replace("-", "_"), name) for flag in flags}
    assert {flag: getattr(limits, names[flag]) for flag in flags} == numbers
    assert limits.head == limits.body // 2
