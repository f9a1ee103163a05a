"""kill -9 under load: whatever was acknowledged is there after the restart, and everybody goes on by themselves."""

from __future__ import annotations

import json
import threading
import time
from http.client import HTTPException
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import doppiogioco

from .serving import Server

TABLES = 6


class Client:
    """A program at one table that answers whenever it is asked, and remembers what was acknowledged."""

    def __init__(self, server: Server, game: str) -> None:
        self.server, self.acknowledged, self.heard = server, 0, list[Any]()
        self.state = self.ask(f"/new/{game}", {"name": "Robo", "bots": "1"})
        self.token, self.table = self.state["token"], f"/t/{self.state['table']}"

    def ask(self, path: str, fields: dict[str, Any] | None = None) -> Any:
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        body = None if fields is None else json.dumps(fields).encode()
        with urlopen(Request(self.server.address + path, body, headers), timeout=60) as answer:
            return json.load(answer)

    def step(self) -> None:
        """Look, and answer if it is our turn."""
        self.state = self.ask(self.table)
        if self.state["legal"]:
            move = {"answer": self.state["legal"][0]["answer"], "after": self.state["after"]}
            self.state = self.ask(f"{self.table}/move", move)
            self.acknowledged, self.heard = self.state["after"], self.state["heard"]

    def play(self, stop: threading.Event) -> None:
        """Until the end of the game, through every cut connection."""
        while not stop.is_set() and self.state["stage"] != "over":
            try:
                self.step()
            except (HTTPError, URLError, HTTPException, OSError, json.JSONDecodeError):
                time.sleep(0.05)


def wait_for_answers(clients: list[Client]) -> None:
    """Until every client that still plays has had some answers acknowledged."""
    before = [client.acknowledged for client in clients]
    for _ in range(60_000):
        pairs = zip(clients, before, strict=True)
        if all(client.acknowledged > count + 3 or client.state["stage"] == "over" for client, count in pairs):
            return
        time.sleep(0.01)
    raise AssertionError("nobody is answered any more")


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    games = islice(cycle(doppiogioco.games()), TABLES)
    with Server(tmp_path / "tables.db") as server:
        clients = [Client(server, game) for game in games]
        stop = threading.Event()
        threads = [threading.Thread(target=client.play, args=(stop,)) for client in clients]
        for thread in threads:
            thread.start()
        for _ in range(2):
            wait_for_answers(clients)
            server.kill()
            saved = [(client.acknowledged, list(client.heard)) for client in clients]
            server.start()
            for client, (count, heard) in zip(clients, saved, strict=True):
                state = client.ask(client.table)
                assert state["after"] >= count
                assert state["heard"][:count] == heard[:count]
        for thread in threads:
            thread.join(timeout=900)
        stop.set()
        assert [client.state["stage"] for client in clients] == ["over"] * TABLES
        assert all(client.acknowledged > 0 for client in clients)
