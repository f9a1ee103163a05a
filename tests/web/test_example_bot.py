"""The example bot plays whole games from outside, by HTTP and server-sent events."""

from __future__ import annotations

import importlib.util
import json
import threading
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from .serving import PATIENCE, Server


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_bot", Path("examples/bot.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_opens_a_table_and_plays_to_the_end(server: Server, example: Any) -> None:
    state = example.main(server.address, "secrets")
    assert state["stage"] == "over"
    assert state["outcome"]["scores"]


def test_it_takes_a_free_seat(server: Server, example: Any) -> None:
    fields = {"name": "Host", "seats": 2}
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    with urlopen(Request(f"{server.address}/new/agent-avenue", json.dumps(fields).encode(), headers)) as answer:
        host = json.load(answer)
    found: list[Any] = []
    guest = threading.Thread(target=lambda: found.append(example.main(f"{server.address}/t/{host['table']}")))
    guest.start()
    table = f"{server.address}/t/{host['table']}"
    while not example.ask(table, token=host["token"])["seats"][1]["taken"]:
        pass
    example.ask(f"{table}/start", {}, host["token"])
    example.ask(f"{table}/bot", {"seat": 0}, host["token"])  # the host lets a bot play on
    guest.join(timeout=PATIENCE / 1_000)
    assert found[0]["stage"] == "over"
