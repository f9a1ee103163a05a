"""A seat at a table of a running server, in text: the same words as at home, and the server's own refusals."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from typer.testing import CliRunner

from doppiogioco.cli import app
from doppiogioco.engine.errors import DoppiogiocoError, NotWaiting, UnknownAnswer
from doppiogioco.research.mcp import Tools
from doppiogioco.research.remote_seat import RemoteSeat

from .serving import Server, example_bot


@pytest.fixture(scope="module")
def ask() -> Any:
    return example_bot().ask


def opened(server: Server, ask: Any, **fields: Any) -> tuple[str, str]:
    """The link of a new table and the token of its first seat."""
    found = ask(f"{server.address}/new/secrets", {"name": "Anna", "seats": 4} | fields)
    return f"{server.address}/t/{found['table']}", found["token"]


def test_a_game_to_its_end(server: Server, ask: Any) -> None:
    link, token = opened(server, ask, bots="1")
    tools, chance = Tools("it", player=RemoteSeat(link, token, language="it")), random.Random(3)
    assert [tool.__name__ for tool in tools.offered()] == ["look", "answer", "say", "memory", "rules"]
    text = tools.look()
    assert text.startswith("Secrets, 4 giocatori. Tu sei Anna.\n")
    assert tools.say("Fidati di me.") == "Ti hanno sentito tutti."
    while "\nLA FINE\n" not in text:
        numbers = re.findall(r"^  (\d+)\b", text.rpartition("\n[")[2], re.MULTILINE)
        with pytest.raises(UnknownAnswer, match="Nessuno capisce «99»"):
            tools.answer(99)
        text = tools.answer(f"RISPOSTA: {chance.choice(numbers)}")
    assert "Anna dice: «Fidati di me.»" in tools.look()
    assert ask(link, token=token)["outcome"]
    with pytest.raises(NotWaiting, match="La partita è finita"):
        tools.answer(1)
    assert tools.rules(clause="3.2").startswith("3.2 ")


def test_a_free_seat_by_name_and_the_seat_of_a_link(server: Server, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doppiogioco.research.remote_seat.PATIENCE", 0)
    link, token = opened(server, ask)
    robot = RemoteSeat(link, name="Robot")
    assert robot.look(everything=True) == "The game has not begun yet."
    with pytest.raises(DoppiogiocoError, match="not begun"):
        robot.answer(1)
    RemoteSeat(link, name="Robot")
    assert [seat["name"] for seat in ask(link)["seats"]][:3] == ["Anna", "Robot", "Robot 2"]
    ask(f"{link}/start", {}, token)
    robot._state = robot._ask() | {"view": {}}
    with pytest.raises(DoppiogiocoError, match="another version of secrets"):
        robot.answer(1)
    assert "You are Robot." in robot.look(everything=True)
    another_device = ask(f"{link}/seat", token=token)["link"]
    host = RemoteSeat(another_device)
    with pytest.raises(DoppiogiocoError, match="no longer good"):
        RemoteSeat(another_device)
    assert "You are Anna." in host.look(everything=True)
    assert sum("waiting for" in seat.look(everything=False) for seat in (robot, host)) >= 1
    ask(f"{link}/close", {}, token)
    assert robot.look(everything=True) == "This table is closed."


def test_who_looks_takes_the_seat_back_from_a_bot(server: Server, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doppiogioco.research.remote_seat.PATIENCE", 0)
    link, token = opened(server, ask)
    robot = RemoteSeat(link, name="Robot")
    ask(f"{link}/start", {}, token)
    ask(f"{link}/bot", {"seat": 1}, token)
    assert ask(link)["seats"][1]["bot"]
    robot.look(everything=True)
    assert not ask(link)["seats"][1]["bot"]


def test_what_is_no_seat(server: Server, ask: Any) -> None:
    link, token = opened(server, ask)
    with pytest.raises(DoppiogiocoError, match="not the link of a table"):
        RemoteSeat("file:///etc/t/abcd", token)
    with pytest.raises(DoppiogiocoError, match="good for no seat") as refused:
        RemoteSeat(link, f"{token}x")
    assert token not in str(refused.value)
    with pytest.raises(DoppiogiocoError, match="there is no table nowhere1"):
        RemoteSeat(f"{server.address}/t/nowhere1", token)
    with pytest.raises(DoppiogiocoError, match="does not answer"):
        RemoteSeat("http://127.0.0.1:9/t/abcd2345", token)
    result = CliRunner().invoke(app, ["mcp", "--table", link, "--token", "x", "--language", "it"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"doppiogioco: questo codice non vale per nessun posto a {link}\n"
