"""What a server writes down while people play over live lines, and while its database fails: nothing that is hidden."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import doppiogioco
from doppiogioco.store import Row, Store
from faults.house import ENVIRONMENT, PASSWORD
from faults.screen import AFTER, ANSWER
from faults.silence import found_in, secrets_of

from .serving import Server, run
from .test_crash import Client

ENOUGH = 4  # answers in each game
SAID = "a word among friends"
# What a line of the log may hold beside its time and its message; `at` are places in our source.
FACTS = {"time", "level", "message", "request", "method", "path", "status", "ms", "error", "at"}
MESSAGES = re.compile(
    r"answered|an answer at table \w+ could not be saved: \w+|table \w+: \w+; trying again|POST /t/\w+/move"
    r"|looking after the tables: \w+; trying again"
)
PATHS = re.compile(r"/|/new/[a-z-]+|/t/\w+(/say|/move)?")


class Page:
    """A person's page, as far as it answers what it is asked: over its line, part by part."""

    def __init__(self, server: Server, game: str, line: ExitStack) -> None:
        self.client, self.chance = Client(server, game), random.Random(game)
        address = f"{server.address.replace('http', 'ws')}{self.client.table}/live"
        seat = {"Authorization": f"Bearer {self.client.token}"}
        self.line: ClientConnection = line.enter_context(connect(address, additional_headers=seat, max_size=None))
        self.told: dict[str, Any] = {"stage": ""}
        self.question = ""

    def hear(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.line.recv(60))
        self.question = told["regions"].get("question", self.question) if "regions" in told else self.question
        if "reply" not in told:
            self.told = told
        return told

    def is_asked(self) -> bool:
        """Wait until something is asked; is the game not over before?"""
        while not (self.told.get("turn") and ANSWER.search(self.question)) and self.told["stage"] != "over":
            self.hear()
        return self.told["stage"] != "over"

    def answer(self) -> None:
        """Put a move together, and play it."""
        after, draft, number = AFTER.findall(self.question)[0], "", self.told["number"]
        while True:
            answers = ANSWER.findall(self.question)
            part = {"answer": self.chance.choice(answers)} if answers else {"confirm": "on"}
            self.line.send(json.dumps({"after": after, "draft": draft} | part))
            while "reply" not in (reply := self.hear()):
                pass
            assert "error" not in reply, reply
            if not (draft := reply["draft"]):
                break
        while self.told["number"] <= number:
            self.hear()


def break_down(database: Path | str) -> None:
    """No answer can be saved any more. PostgreSQL says in its error what it could not save."""
    if isinstance(database, Path):
        with sqlite3.connect(database) as line:
            line.execute(
                "CREATE TRIGGER full BEFORE INSERT ON event WHEN NEW.kind = 'moved' "
                "BEGIN SELECT RAISE(ABORT, 'there is no room left'); END"
            )
        return

    async def forbid() -> None:
        line = await asyncpg.connect(database)
        await line.execute("ALTER TABLE event ADD CONSTRAINT full_up CHECK (kind <> 'moved') NOT VALID")
        await line.close()

    run(forbid)


def saved(database: Path | str, tables: list[str]) -> tuple[str, list[Row]]:
    """The key that signs seats, and the events of some tables."""

    async def read() -> tuple[str, list[Row]]:
        store = await Store.open(database)
        try:
            return await store.key(), [row for table in tables for row in await store.rows(table)]
        finally:
            await store.close()

    found: tuple[str, list[Row]] = run(read)
    return found


def test_of_a_game_of_each_over_live_lines_and_a_database_that_fails_nothing_hidden_is_written_down(
    database: Path | str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    if isinstance(database, str):
        database = database.replace("@", f":{PASSWORD}@", 1)
    flags = ("--log", "json", "--log-requests")
    with Server(database, *flags, errors=log, environment=ENVIRONMENT) as server, ExitStack() as lines:
        pages = [Page(server, game, lines) for game in doppiogioco.games()]
        for page in pages:
            page.client.ask(f"{page.client.table}/say", {"text": SAID})
            for _ in range(ENOUGH):
                if page.is_asked():
                    page.answer()
        asked = [page for page in pages if page.is_asked()]
        assert len(asked) > 2
        break_down(database)
        for page in asked:
            with pytest.raises(ConnectionClosed):
                page.answer()
            with pytest.raises(HTTPError, match="500"):
                page.client.step()
    key, rows = saved(database, [page.client.state["table"] for page in pages])
    text = log.read_text()
    hidden = {key, PASSWORD, SAID, *(page.client.token for page in pages), *secrets_of(rows)}
    assert len([row for row in rows if row.kind == "moved"]) > ENOUGH * len(pages)
    assert found_in(text, hidden) == []
    told = [json.loads(line) for line in text.splitlines()]
    errors = {re.sub(r"(table |/t/)\w+", r"\1x", one["message"]) for one in told if one["level"] == "error"}
    assert errors >= {"an answer at table x could not be saved: IntegrityError", "POST /t/x/move"}
    for one in told:
        assert set(one) <= FACTS
        assert MESSAGES.fullmatch(one["message"]), one
        assert PATHS.fullmatch(one.get("path", "/"))


@pytest.mark.parametrize(
    "line",
    [
        '[parameters: ("x", 7, "moved", \'{"seat": 0, "answers": [7]}\')]',
        "Row(number=7, kind='moved', data='{...}', answers=[7])",
        'heard {"answer": "7", "after": "3"}',
        "GET /t/x?draft=3,5",
        "answer=7&after=3",
        'DETAIL: Failing row contains (x, 9, said, {"text": "between us"})',
        "bearer c2VhdA",
    ],
)
def test_what_would_tell_is_found(line: str) -> None:
    rows = [Row(0, "said", '{"seat": 0, "text": "between us"}', 0.0)]
    hidden = {*secrets_of(rows), "c2VhdA.signature"}
    assert found_in(line, hidden)
    assert not found_in("an answer at table c7 could not be saved: OSError", hidden)
