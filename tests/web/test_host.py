"""What a host needs: is it well, what does it do, what does it write down, proxies and processes."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from litestar.testing import TestClient

from doppiogioco.limits import Limits
from doppiogioco.web.app import create_app
from doppiogioco.web.logs import shown_path
from doppiogioco.web.metrics import Family, Sample, text_of
from doppiogioco.web.settings import Settings
from doppiogioco.web.told_together import Board

from .databases import Cluster
from .serving import Server
from .test_app import Person, opened
from .test_crash import Client

Where = Path | str


def served(database: Where, **settings: Any) -> TestClient[Any]:
    return TestClient(create_app(database, Settings(**{"bot_pause": 0, "limits": Limits.none()} | settings)))


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
