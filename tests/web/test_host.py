"""What a host needs: is it well, what does it do, what does it write down, a copy of it, and limits."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import sqlalchemy as sa
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from doppiogioco.cli import app
from doppiogioco.limits import Limits
from doppiogioco.store import Store
from doppiogioco.web import limits as limits_module
from doppiogioco.web.app import create_app
from doppiogioco.web.limits import Limiter, TooMany
from doppiogioco.web.live import TOO_MANY
from doppiogioco.web.logs import shown_path
from doppiogioco.web.metrics import Family, Sample, text_of
from doppiogioco.web.settings import Settings
from doppiogioco.web.told_together import Board

from .databases import Cluster, program
from .serving import Server, run
from .test_app import Person, friendly, opened
from .test_crash import Client

Where = Path | str


def served(database: Where, **settings: Any) -> TestClient[Any]:
    return TestClient(create_app(database, Settings(**{"bot_pause": 0, "limits": Limits.none()} | settings)))


def limited(database: Where, **limits: int) -> TestClient[Any]:
    """One at which no time passes: a share that is spent stays spent, however long the machine takes to ask for it."""
    client = served(database)
    client.app.state.limiter = Limiter(Limits(**limits), lambda: 0.0)
    return client


def command(*words: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "doppiogioco", *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)


# Is it well? ----------------------------------------------------------------------------------------------------------


def test_health_says_whether_it_can_write(database: Where) -> None:
    with served(database) as client:
        answer = client.get("/health")
        assert answer.status_code == 200
        assert answer.json()["ok"] is True

        async def full() -> None:
            raise sqlite3.OperationalError("database or disk is full")

        client.app.state.tables.store.can_write = full
        answer = client.get("/health")
        assert answer.status_code == 503
        assert answer.json() == {"ok": False, "database": "cannot be written to"}


def numbers(text: str) -> dict[str, float]:
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            assert re.fullmatch(r'doppiogioco_\w+(\{\w+="[^"]+"(,\w+="[^"]+")?\})?', name)
            found[name] = float(value)
    return found


def test_metrics_are_for_who_may_read_them(database: Where) -> None:
    token = {"authorization": "Bearer open sesame"}
    with served(database, metrics_token="open sesame") as client:
        assert client.get("/metrics").status_code == 404
        assert client.get("/metrics", headers={"authorization": "Bearer closed"}).status_code == 404
        before = numbers(client.get("/metrics", headers=token).text)
        opened(Person(client))
        text = client.get("/metrics", headers=token).text
        after = numbers(text)
        assert after["doppiogioco_events_saved_total"] == before["doppiogioco_events_saved_total"] + 1
        assert after["doppiogioco_tables_in_memory"] == 1
        described = set(re.findall(r"# TYPE (\w+) ", text))
        assert {re.sub(r"(_bucket|_sum|_count)?(\{.*)?$", "", name) for name in after} <= described | {
            "doppiogioco_request_seconds"
        }
    with served(database) as client:
        assert client.get("/metrics").status_code == 404  # the client of a test is no machine of ours


def asked(address: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    try:
        with urlopen(Request(address, headers=headers), timeout=60) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except HTTPError as error:
        return error.code, error.read().decode(), dict(error.headers)


def test_metrics_of_a_server_are_for_its_machine_and_not_for_who_comes_through_a_proxy(server: Server) -> None:
    status, text, headers = asked(f"{server.address}/metrics")
    assert status == 200
    assert headers["x-request-id"]
    assert numbers(text)["doppiogioco_memory_bytes"] > 1e6
    assert asked(f"{server.address}/metrics", **{"X-Forwarded-For": "203.0.113.9"})[0] == 404


def test_the_numbers_of_several_processes_are_told_by_each(tmp_path: Path) -> None:
    boards = [Board(str(tmp_path), number) for number in (1, 2)]
    each = [[Family("commits_total", "counter", "Commits.", [Sample("", {}, count)])] for count in (3, 4)]
    boards[1].leave(each[1])
    head = "# HELP doppiogioco_commits_total Commits.\n# TYPE doppiogioco_commits_total counter\n"
    three, four = (f'doppiogioco_commits_total{{process="{one}"}} {count}\n' for one, count in ((1, 3), (2, 4)))
    assert text_of(boards[0].all(each[0])) == head + three + four
    assert text_of(boards[1].all(each[1])) == head + four, "the first has left none yet"
    os.utime(tmp_path / "2.json", (time.time() - 60, time.time() - 60))
    assert text_of(boards[0].all(each[0])) == head + three, "nothing is told of one that is gone"
    assert text_of(Board("", 0).all(each[0])) == head + "doppiogioco_commits_total 3\n", "who is alone needs no name"
    Board(str(tmp_path / "nowhere"), 1).leave(each[0])  # nothing else suffers


# What it writes down --------------------------------------------------------------------------------------------------


def test_the_log_of_a_whole_game_has_times_and_names_and_no_secrets(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Server(tmp_path / "tables.db", "--log", "json", "--log-requests", errors=log) as server:
        client = Client(server, "secrets")
        client.ask(f"{client.table}/say", {"text": "a word among friends"})
        link = client.ask(f"{client.table}/seat")["link"]
        assert asked(link)[0] == 200
        assert asked(f"{server.address}{client.table}?draft=3,5")[0] == 200
        assert asked(f"{server.address}/t/%0aforged")[0] == 404
        while client.state["stage"] == "playing":
            client.step()
        record = client.ask(f"{client.table}/record.json")
    with sqlite3.connect(tmp_path / "tables.db") as line:
        [key] = line.execute("SELECT value FROM setting WHERE name = 'key'").fetchone()
        nonces = re.findall(r'"nonce": "([^"]+)"', " ".join(data for (data,) in line.execute("SELECT data FROM event")))
    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) > 20
    for told in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["time"])
        assert told["level"] in ("info", "warning", "error")
    answers = [told for told in lines if told["message"] == "answered"]
    assert len({told["request"] for told in answers}) == len(answers)
    assert {told["status"] for told in answers} >= {200, 201, 404}
    assert nonces
    for hidden in (
        client.token,
        client.token.split(".")[0],
        link.rpartition("/")[2],
        key,
        *nonces,
        record["seed"],
        "friends",
        "draft",
        'answer":',
    ):
        assert hidden not in text


def test_of_an_error_only_its_kind_and_place_are_written_down(tmp_path: Path) -> None:
    import logging

    from doppiogioco.web.logs import Lines, Words

    try:
        raise ValueError("seat 2 hides card 7")
    except ValueError:
        record = logging.LogRecord("doppiogioco", logging.ERROR, "", 0, "GET %s", ("/t/x",), sys.exc_info())
    for kind in (Lines(), Words()):
        text = kind.format(record)
        assert "ValueError" in text
        assert "test_host.py" in text
        assert "hides" not in text
    assert "\n" not in Lines().format(record)
    assert shown_path("/t/abc/seat/SECRET") == "/t/abc/seat/\\u2026"
    assert shown_path("/t/a\nb") == "/t/a\\nb"


FAILING = """
import asyncio
from doppiogioco.tables.tables import Tables
wake = Tables.wake
async def fail():
    raise ValueError("seat 2 hides card 7")
async def and_fail(self):
    await wake(self)
    asyncio.get_running_loop().call_soon(int, "seat 2 hides card 7")
    asyncio.ensure_future(fail())
Tables.wake = and_fail
"""


def test_what_fails_though_nobody_waits_for_it_is_written_down_without_its_words(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Server(tmp_path / "tables.db", "--log", "json", errors=log, hooks=FAILING) as server:
        asked(f"{server.address}/health")
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(one["message"], one["error"]) for one in told] == [
        ("something has failed that nobody waited for", "ValueError")
    ] * 2
    assert "hides" not in log.read_text()


# Proxies --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trusted", [False, True])
def test_only_a_trusted_proxy_says_where_somebody_comes_from(tmp_path: Path, trusted: bool) -> None:
    flags = ["--trusted-proxies", "127.0.0.1"] if trusted else []
    with Server(tmp_path / "tables.db", *flags) as server:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Accept": "application/json"}
        request = Request(f"{server.address}/new/secrets", b"name=Anna", headers)
        with urlopen(request, timeout=60) as answer:
            assert ("secure" in answer.headers["set-cookie"].lower()) is trusted
        assert asked(f"{server.address}/metrics")[0] == 200


# Copies ---------------------------------------------------------------------------------------------------------------


def test_a_table_in_play_is_copied_while_moves_go_on_and_goes_on_elsewhere(
    database: Where, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copy"
    again = tmp_path / "again.db" if isinstance(database, Path) else request.getfixturevalue("cluster").fresh()
    with Server(database) as server:
        client, other = Client(server, "secrets"), Client(server, "spies-and-lies")
        while client.acknowledged < 3:
            client.step()
        stop = threading.Event()
        thread = threading.Thread(target=other.play, args=(stop,))
        thread.start()
        done = command("backup", copy, "--database", database)
        stop.set()
        thread.join()
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy"]
        acknowledged, heard = client.acknowledged, list(client.heard)
    done = command("restore", copy, "--database", again)
    assert done.returncode == 0, done.stderr
    with Server(again) as server:
        client.server = other.server = server
        found = other.ask(other.table)["heard"]
        assert found == other.heard[: len(found)] or found[: len(other.heard)] == other.heard
        client.step()
        assert client.state["heard"][:acknowledged] == heard[:acknowledged]
        while other.state["stage"] == "playing":  # from wherever the copy found it
            other.step()
        assert other.state["heard"][: len(found)] == found


def test_a_copy_replaces_nothing_and_is_one(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with served(database) as client:
        opened(Person(client))
    assert command("backup", copy, "--database", database).returncode == 0
    kept = copy.read_bytes()
    for words, complaint in (
        (("backup", copy, "--database", database), "a backup replaces nothing"),
        (("restore", copy, "--database", database), "move it away first"),
        (("backup", tmp_path / "new.db", "--database", tmp_path / "nowhere.db"), "there is no file"),
        (("backup", tmp_path / "new.db", "--database", "postgresql://anna:geheim@127.0.0.1:1/tables"), "anna:***@"),
    ):
        done = command(*words)
        assert done.returncode == 2
        assert complaint in done.stderr
        assert "geheim" not in done.stderr
    assert copy.read_bytes() == kept
    copy.write_bytes(kept[:5_000])
    assert "is damaged" in command("restore", copy, "--database", tmp_path / "new.db").stderr
    copy.write_text("Dear diary, ...")
    assert "is damaged" in command("restore", copy, "--database", tmp_path / "new.db").stderr
    with sqlite3.connect(tmp_path / "other.db") as line:
        line.execute("CREATE TABLE recipe (name TEXT)")
    assert (
        "no tables of Doppiogioco"
        in command("restore", tmp_path / "other.db", "--database", tmp_path / "new.db").stderr
    )
    assert not (tmp_path / "new.db").exists()


def events_of(database: str) -> int:
    async def count() -> int:
        store = await Store.open(database)
        try:
            async with store._engine.connect() as line:
                return int((await line.execute(sa.text("SELECT count(*) FROM event"))).scalar_one())
        finally:
            await store.close()

    found: int = run(count)
    return found


def test_a_postgresql_database_that_holds_tables_is_replaced_only_where_that_was_said(
    cluster: Cluster, tmp_path: Path
) -> None:
    database, copy = cluster.fresh(), tmp_path / "copy"
    with served(database) as client:
        first = opened(Person(client))
        assert command("backup", copy, "--database", database).stdout == f"1 events in {copy}\n"
        second = opened(Person(client))
        used = command("restore", copy, "--database", database, "--replace")
        assert (used.returncode, "a server is using" in used.stderr) == (2, True)
    refused = command("restore", copy, "--database", database)
    assert (refused.returncode, "--replace" in refused.stderr) == (2, True)
    assert events_of(database) == 2
    damaged = tmp_path / "damaged"
    damaged.write_bytes(copy.read_bytes()[:-200])  # its list of contents is whole
    failed = command("restore", damaged, "--database", database, "--replace")
    assert failed.returncode == 2, failed.stdout
    assert events_of(database) == 2
    assert command("restore", copy, "--database", database, "--replace").returncode == 0
    with served(database) as client:
        assert client.get(first).status_code == 200
        assert client.get(second).status_code == 404


def test_what_is_no_copy_or_no_database_of_ours_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    database, copy = cluster.fresh(), tmp_path / "copy"
    copy.write_text("Dear diary, ...")
    assert "is damaged" in command("restore", copy, "--database", database).stderr
    assert "there is no file" in command("restore", tmp_path / "nowhere", "--database", database).stderr
    assert "holds no tables" in command("backup", tmp_path / "new", "--database", database).stderr
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "new.part").exists()


def test_the_password_of_postgresql_is_in_no_command_and_in_no_line(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The programs are told it by their environment; theirs are noted here by programs of the same name before them."""
    with served(plain := cluster.fresh()) as client:
        opened(Person(client))
    database, noted, folder = plain.replace("@", ":geheim@"), tmp_path / "noted", tmp_path / "bin"
    folder.mkdir()
    for name in ("pg_dump", "pg_restore"):
        (folder / name).write_text(f'#!/bin/sh\necho "$PGPASSWORD: $*" >> {noted}\nexec {program(name)} "$@"\n')
        (folder / name).chmod(0o700)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    again = cluster.fresh().replace("@", ":geheim@")
    told = [command("backup", tmp_path / "copy", "--database", database)]
    told += [command("restore", tmp_path / "copy", "--database", again) for _ in range(2)]
    assert [done.returncode for done in told] == [0, 0, 2]
    assert "geheim" not in "".join(done.stdout + done.stderr for done in told)
    for line in noted.read_text().splitlines():
        password, _, rest = line.partition(": ")
        assert password == "geheim"
        assert "geheim" not in rest


def test_a_program_that_is_missing_or_too_old_is_named(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(database := cluster.fresh()) as client:
        opened(Person(client))
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = ("backup", tmp_path / "copy", "--database", database)
    assert "there is no pg_dump here: install the client programs of PostgreSQL" in command(*asked).stderr
    (tmp_path / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    (tmp_path / "pg_dump").chmod(0o700)
    assert "pg_dump is of PostgreSQL 9, too old for a server of PostgreSQL" in command(*asked).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["pg_dump"]


# Limits ---------------------------------------------------------------------------------------------------------------


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


# Several processes ----------------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that answer, of a server with several."""
    names = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(name) for name in names if b"spawn_main" in Path(f"/proc/{name}/cmdline").read_bytes()]


def names_until(server: Server, enough: int, known: set[str]) -> set[str]:
    """The names of processes that answer, until there are so many."""
    until = time.monotonic() + 120
    while len(known) < enough and time.monotonic() < until:
        try:
            known.add(json.loads(asked(f"{server.address}/health")[1])["process"])
        except OSError:  # the one that was asked has just died
            time.sleep(0.05)
    assert len(known) >= enough
    return known


def test_several_processes_answer_at_one_address_and_one_that_dies_is_started_again(
    cluster: Cluster, tmp_path: Path
) -> None:
    errors = tmp_path / "errors"
    with Server(cluster.fresh(), "--processes", "2", "--log", "json", errors=errors) as server:
        names = names_until(server, 2, set())
        first, second = children(server.pid)
        client = Client(server, "secrets")
        os.kill(first, signal.SIGKILL)
        while client.state["stage"] == "playing":
            try:
                client.step()
            except OSError:
                time.sleep(0.05)
        assert client.state["stage"] == "over"
        names_until(server, 3, names)
        there = children(server.pid)
        assert len(there) == 2
        assert second in there
        pid = server.pid
    assert not Path(f"/proc/{pid}").exists()
    assert not any(Path(f"/proc/{child}").exists() for child in there)
    told = [json.loads(line)["message"] for line in errors.read_text().splitlines()]  # one object in a line
    assert "a process has ended (-9) and is started again" in told


def test_whichever_process_is_asked_tells_the_numbers_of_all(cluster: Cluster) -> None:
    with Server(cluster.fresh(), "--processes", "2") as server:
        names_until(server, 2, set())
        for _ in range(5):
            asked(f"{server.address}/credits")

        def answered() -> float:
            found = numbers(asked(f"{server.address}/metrics")[1])
            assert {name for name in found if name.startswith("doppiogioco_start_time_seconds")} <= {
                f'doppiogioco_start_time_seconds{{process="{number}"}}' for number in (1, 2)
            }
            return sum(
                count for name, count in found.items() if re.fullmatch(r"doppiogioco_requests_total.*process.*", name)
            )

        until, told = time.monotonic() + 120, 0.0
        while told < 7 and time.monotonic() < until:  # what each was told of the other is a moment old
            told = answered()
        assert told >= 7, "two for the names, five for the page, whoever answered them"


def test_processes_end_with_the_one_that_started_them(cluster: Cluster) -> None:
    server = Server(cluster.fresh(), "--processes", "2")
    server.start()
    there = children(server.pid)
    server.kill()
    until = time.monotonic() + 120
    while any(Path(f"/proc/{child}").exists() for child in there) and time.monotonic() < until:
        time.sleep(0.05)
    assert len(there) == 2
    assert not any(Path(f"/proc/{child}").exists() for child in there)
