"""Connections whose request does not come: closed after a while, and only so many are waited for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from websockets.sync.client import connect

from doppiogioco.limits import Limits
from doppiogioco.web.patience import HalfOpen

from .serving import PATIENCE, Server

pytestmark = pytest.mark.xdist_group("half open")

HEAD = b"GET /credits HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POSTED = b"POST /new/secrets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %b\r\nContent-Length: 100\r\n\r\n{"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for two seconds."""
    folder = tmp_path_factory.mktemp("quick")
    with Server(folder / "tables.db", "--limits", "--limit-wait", "2", errors=folder / "errors") as started:
        yield started
    assert "error" not in (folder / "errors").read_text(encoding="utf-8")


def line_to(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE / 1_000)


def heard_until_closed(line: socket.socket) -> bytes:
    """Everything that comes until the server closes the line; if it never does, this fails by its timeout."""
    heard = b""
    try:
        while some := line.recv(65_536):
            heard += some
    except ConnectionResetError:
        pass
    return heard


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        HEAD,
        b"\r\n",
        POSTED % b"application/json",
        POSTED % b"application/x-www-form-urlencoded",
    ],
    ids=["nothing", "a letter", "half a head", "an empty line", "half a body", "half a form"],
)
def test_who_does_not_go_on_is_cut_off(quick: Server, sent: bytes) -> None:
    with closing(line_to(quick)) as line:
        line.sendall(sent)
        assert b"200 OK" not in heard_until_closed(line)


def test_who_sends_a_little_now_and_then_is_cut_off_too(quick: Server) -> None:
    gone = threading.Event()

    def drip(line: socket.socket) -> None:
        try:
            for letter in b"X-Slow: " + b"x" * 100_000:
                if gone.wait(0.05):
                    return
                line.send(bytes([letter]))
        except OSError:  # as it should be
            pass

    with closing(line_to(quick)) as line:
        line.sendall(HEAD)
        dripping = threading.Thread(target=drip, args=(line,))
        dripping.start()
        assert heard_until_closed(line) == b""
        gone.set()
        dripping.join()


def test_so_is_who_begins_a_second_request_and_does_not_end_it(quick: Server) -> None:
    for more in (HEAD, b"\r\n"):
        with closing(line_to(quick)) as line:
            line.sendall(HEAD + b"\r\n")
            heard = line.recv(65_536)
            assert b"200 OK" in heard
            line.sendall(more)
            heard += heard_until_closed(line)
            assert heard.count(b"HTTP/1.1 200") == 1


def test_who_has_asked_is_answered_as_long_as_it_takes(quick: Server) -> None:
    """Live pages stay open though they say nothing."""
    with Client(base_url=quick.address, timeout=PATIENCE / 1_000) as client:
        table = client.post("/new/secrets", json={"name": "Anna"}, headers={"accept": "application/json"}).json()
        address = f"ws://127.0.0.1:{quick.port}/t/{table['table']}/live"
        with (
            client.stream("GET", f"/t/{table['table']}/events") as events,
            connect(address) as page,
        ):
            lines = events.iter_lines()
            assert "Anna" in next(lines)
            assert "regions" in page.recv()
            for _ in range(3):  # each longer than the server waits for who does not ask
                with closing(line_to(quick)) as line:
                    heard_until_closed(line)
            said = {"authorization": f"Bearer {table['token']}", "accept": "application/json"}
            assert client.post(f"/t/{table['table']}/say", json={"text": "Ciao!"}, headers=said).status_code == 200
            assert "Ciao!" in page.recv()
            assert any("Ciao!" in line for line in lines)


def test_of_too_many_the_one_that_was_waited_for_longest_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", "--limits", "--limit-wait", "0", "--limit-half-open", "3") as server:
        lines = [line_to(server) for _ in range(3)]
        try:
            lines[0].sendall(HEAD + b"\r\n")  # who asks no longer counts
            assert b"200 OK" in lines[0].recv(65_536)
            lines += [line_to(server), line_to(server)]
            assert heard_until_closed(lines[1]) == b""
            for line in lines[2:]:
                line.sendall(HEAD + b"\r\n")
                assert b"200 OK" in line.recv(65_536)
        finally:
            for line in lines:
                line.close()


UPGRADE = HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %b\r\n"
SOCKET = UPGRADE % b"dGhlIHNhbXBsZSBub25jZQ=="
CHUNKED = b"POST /new/secrets HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"


@pytest.mark.parametrize(
    ("begun", "ended"),
    [(HEAD, b""), (HEAD, b"\r\n\r\n"), (SOCKET, b""), (SOCKET, b"\r\n\r\n"), (CHUNKED, b""), (b"", b"")],
    ids=["a head", "a whole head", "half a handshake", "a handshake", "after a body", "no request"],
)
def test_a_head_that_does_not_end_is_refused_before_all_of_it_is_there(
    quick: Server, begun: bytes, ended: bytes
) -> None:
    """Sent is no more than what the server has to read before it can say so: what it leaves unread cuts its answer."""
    largest = Limits().head
    long = b"X-Long: " + b"y" * (largest + 1) if ended else b"X-Long: ".ljust(largest + 1 - len(begun), b"y")
    with closing(line_to(quick)) as line:
        line.sendall(begun + (long if begun else b"\r\n" * (largest // 2 + 1)) + ended)
        heard = heard_until_closed(line)
        assert heard.startswith(b"HTTP/1.1 431 ") == (begun != CHUNKED)  # where it had begun to answer


def test_a_body_is_no_head_and_the_next_head_begins_anew(quick: Server) -> None:
    body = b"name=" + b"y" * 50_000
    posted = b"POST /new/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    whole = posted + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with closing(line_to(quick)) as line:
        line.sendall(whole + whole + HEAD + b"Connection: close\r\n\r\n")
        heard = heard_until_closed(line)
        assert (heard.count(b"HTTP/1.1 404 "), heard.count(b"HTTP/1.1 200 ")) == (2, 1)


@pytest.mark.parametrize("what", [b"X-Long: " + b"y" * 10_000, b"X-Many: y\r\n" * 200, b"X-\xff: y"])
def test_a_handshake_that_nobody_can_read_is_refused(quick: Server, what: bytes) -> None:
    with closing(line_to(quick)) as line:
        line.sendall(SOCKET + what + b"\r\n\r\n")
        assert heard_until_closed(line).startswith(b"HTTP/1.1 400 ")


class Line:
    """A connection, as far as it is waited for."""

    def __init__(self) -> None:
        self.transport, self.closed = self, False

    def close(self) -> None:
        self.closed = True


def test_seconds_in_which_the_server_was_busy_are_not_counted() -> None:
    waited: Any = HalfOpen(seconds=3, most=0)
    early, late = Line(), Line()
    waited.add(early)
    waited.second()
    waited.add(late)
    waited.add(early)  # again: it has been waited for since then all the same
    waited.second()
    assert not early.closed
    waited.second()
    assert early.closed and not late.closed
    waited.discard(late)
    waited.second()
    assert not late.closed
    assert len(waited) == 0


def test_without_limits_nobody_is_closed() -> None:
    waited: Any = HalfOpen(seconds=0, most=0)
    lines = [Line() for _ in range(50)]
    for line in lines:
        waited.add(line)
        waited.second()
    assert not any(line.closed for line in lines)
