"""A seat for a language model: a real client plays whole games, and is told what its seat is told."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.cli import app
from doppiogioco.research.mcp import HomeSeat, Tools, server
from doppiogioco.research.text import TextMatch
from faults.server import run as in_a_thread

Call = Callable[..., Awaitable[str]]
ENDS = {"en": "\nTHE END\n", "it": "\nLA FINE\n"}


class Refused(Exception):
    """A tool has said why not."""


def with_client(place: Any, work: Callable[[Call], Awaitable[Any]]) -> Any:
    """Do some work with the tools of a server: one in this process, or one to be started."""

    async def run() -> Any:
        async with Client(place) as client:

            async def call(tool: str, **fields: Any) -> str:
                result = await client.call_tool(tool, fields)
                [content] = result.content
                if result.is_error:
                    raise Refused(content.text)
                return str(content.text)

            return await work(call)

    return in_a_thread(run)


def numbers(text: str) -> list[str]:
    """The answers that a text offers."""
    return re.findall(r"^  (\d+)\b", text.rpartition("\n[")[2], re.MULTILINE)


async def played(call: Call, text: str, language: str) -> list[str]:
    """Everything that a player is told who answers at random until the end."""
    chance, told = random.Random(2), [text]
    while ENDS[language] not in told[-1]:
        told.append(await call("answer", answer=chance.choice(numbers(told[-1]))))
    return told


def test_a_client_starts_the_command_and_plays_a_game_to_its_end() -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "doppiogioco", "mcp", "--language", "it", "--seed", "4"]
    )

    async def work(call: Call) -> list[str]:
        assert "top-secret-spies (2–7)" in await call("games")
        told = await played(call, await call("new_game", game="secrets", seats=5, seat=2), "it")
        with pytest.raises(Refused, match=r"^La partita è finita\.$"):
            await call("answer", answer=1)
        return told

    told = with_client(command, work)
    assert told[0].startswith("Secrets, 5 giocatori. Tu sei Giocatore 2.\n")
    assert len(told) > 5
    match = doppiogioco.new("secrets", 5, seed="4 0")
    assert all(match.commitment not in text and "seed" not in text for text in told)
    assert told[0].startswith(TextMatch.of(match, "it").prompt(1)[:40])


@pytest.mark.parametrize("game", doppiogioco.games())
def test_every_game_can_be_played(game: str) -> None:
    async def work(call: Call) -> None:
        await played(call, await call("new_game", game=game, seats=4, seat=4), "en")

    with_client(server(Tools(seed="every")), work)


def test_what_is_refused_is_a_sentence() -> None:
    async def work(call: Call) -> None:
        for tool, fields in (("look", {}), ("answer", {"answer": "1"}), ("say", {"words": "Hm."}), ("rules", {})):
            with pytest.raises(Refused, match=r"^You sit at no table yet: begin with new_game\.$"):
                await call(tool, **fields)
        for fields, why in (
            ({"game": "chess", "seats": 2}, "no game 'chess'"),
            ({"game": "secrets", "seats": 3}, "secrets is for 4 to 8 seats, not 3"),
            ({"game": "secrets", "seats": 4, "options": {"cheat": True}}, "has no option 'cheat'"),
            ({"game": "secrets", "seats": 4, "seat": 5}, "There is no seat 5"),
            ({"game": "secrets", "seats": 4, "language": "de"}, "no language 'de'"),
        ):
            with pytest.raises(Refused, match=f"^.*{why}"):
                await call("new_game", **fields)
        await call("new_game", game="secrets", seats=5)
        with pytest.raises(Refused, match=r"^Seat 1 cannot answer “Assassin”: .* \(rule 3\.1\)\. Possible: "):
            await call("answer", answer="Assassin")
        with pytest.raises(Refused, match=r"^there is nothing to say in that$"):
            await call("say", words=" ")
        with pytest.raises(Refused, match=r"^secrets has no rule '99\.1'$"):
            await call("rules", clause="99.1")

    with_client(server(Tools(seed="4")), work)


def test_looking_speaking_and_reading() -> None:
    async def work(call: Call) -> None:
        first = await call("new_game", game="secrets", seats=5)
        assert await call("look") == first
        assert await call("say", words="I am KGB.") == "The whole table has heard it."
        fresh = await call("answer", answer=1)
        assert "Seat 1 says: “I am KGB.”" in fresh
        assert "[1.4]" in first
        assert "[1.4]" not in fresh
        assert "[1.4]" in await call("look")
        assert (await call("rules", clause="3.2")).startswith("3.2 The active player")
        assert (await call("rules", game="spywhere")).startswith("# Spywhere")
        assert await call("new_game", game="secrets", seats=5) != first  # nobody plays a deal again that they know

    with_client(server(Tools(seed="4")), work)


def test_bots_leave_to_the_model_what_it_is_asked() -> None:
    """Partners are asked together, and the first to answer decides for both."""
    table, chance = TextMatch("agent-avenue", 4, seed=1), random.Random(1)
    home = HomeSeat(table, 2)
    while not table.match.over:
        home.answer(chance.choice(numbers(home.look(everything=False))))
    record = json.loads(json.dumps(table.match.record()))
    asked = [moment for moment in range(len(record["answers"])) if 2 in doppiogioco.replay(record, moment).waiting]
    assert asked
    assert all(record["answers"][moment][0] == 2 for moment in asked)


def test_without_the_package_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "doppiogioco.research.mcp")
    result = CliRunner().invoke(app, ["mcp"])
    assert result.exit_code == 2
    assert "doppiogioco[mcp]" in result.stderr
    assert "Traceback" not in result.output
