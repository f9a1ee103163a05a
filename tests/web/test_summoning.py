"""Word of one's turn, to an address of one's own: only where the host allows it, only to who is elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from doppiogioco.bots.workers import usual_bot
from doppiogioco.store import Store
from doppiogioco.tables.refusals import Refused
from doppiogioco.tables.summoning import LONGEST, Messenger, Summons
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Tables
from doppiogioco.web.delivery import deliver

from .serving import run
from .test_table import Played

HERE = "127.0.0.1"


class Mailbox:
    """Somebody's address on this machine, and what has come there."""

    def __init__(self) -> None:
        letters: list[tuple[str, str]] = []

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                letters.append((self.path, self.rfile.read(int(self.headers["Content-Length"])).decode()))
                self.send_response(302 if self.path == "/elsewhere" else 200)
                self.send_header("Location", "/caught")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.letters, self._server = letters, HTTPServer((HERE, 0), Door)
        self.address = f"http://{HERE}:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    found = Mailbox()
    yield found
    found.close()


def played_over_days(folder: Path, address: str, *, here: bool = False) -> None:
    """A duel of Spywhere at a day's pace: the second player wants word, the first one moves until it is their turn."""

    async def play() -> None:
        store = await Store.open(str(folder / "tables.db"))
        tables = Tables(store, usual_bot, messenger=Messenger([HERE], deliver))
        table = await tables.open("spywhere", 2, {}, pace=86_400, by=(0, "Anna"), seed="fixed")
        await tables.do(table, lambda: table.check_sit(1, "Bruno"))
        await tables.do(table, table.check_start)
        wanted = tables.messenger.checked(address)
        await tables.do(table, lambda: table.check_summons(1, wanted, "http://table", "it"))
        if here:
            async with tables.watchers(table).watching(1):
                await until_asked(tables, table)
        else:
            await until_asked(tables, table)
        await tables.close()
        await store.close()

    run(play)


async def until_asked(tables: Tables, table: Table) -> None:
    """Play on until the second player has answered once and is asked again."""
    turns = 0
    while turns < 2:
        seat = table.playing().waiting[0]
        answer = int(table.playing().legal(seat)[0])
        await tables.do(table, lambda seat=seat, answer=answer: table.check_move(seat, [answer], None, "en"))
        turns += table.playing().waiting[0] == 1 != seat


def test_who_is_elsewhere_is_sent_word_in_their_language(mailbox: Mailbox, tmp_path: Path) -> None:
    played_over_days(tmp_path, f"{mailbox.address}/topic")
    assert ("/topic", "Tocca a te: Spywhere. http://table") in mailbox.letters


def test_a_chat_room_gets_json(mailbox: Mailbox, tmp_path: Path) -> None:
    played_over_days(tmp_path, f"{mailbox.address}/api/webhooks/1/x")
    assert json.loads(mailbox.letters[0][1]) == {"content": "Tocca a te: Spywhere. http://table"}


def test_who_is_at_the_table_needs_none(mailbox: Mailbox, tmp_path: Path) -> None:
    played_over_days(tmp_path, f"{mailbox.address}/topic", here=True)
    assert mailbox.letters == []


def test_nobody_is_sent_on_to_another_place(mailbox: Mailbox, tmp_path: Path) -> None:
    played_over_days(tmp_path, f"{mailbox.address}/elsewhere")
    assert {path for path, _ in mailbox.letters} == {"/elsewhere"}


@pytest.mark.parametrize("wrong", [f"http://{HERE}/my room", f"http://{HERE}:room/", "http://127.0.0.1/r\u00f3om"])
def test_an_address_that_nobody_can_speak_to_is_one_line_of_the_log_without_it(wrong: str, caplog: Any) -> None:
    messenger = Messenger([HERE], deliver)
    run(lambda: messenger.tell(Summons(messenger.checked(wrong), "http://table", "en"), "Spywhere"))
    [logged] = [record.getMessage() for record in caplog.records]
    assert logged.startswith("word of a turn could not be sent: ")
    assert "oom" not in logged


def test_only_the_hosts_that_the_host_names() -> None:
    messenger = Messenger([" ntfy.example ", ""])
    assert messenger.checked(" https://NTFY.example/topic ") == "https://NTFY.example/topic"
    assert messenger.checked("") == ""
    for wrong in ("https://elsewhere.example/x", "file:///etc/passwd", "ftp://ntfy.example/x", "http://[", "x" * 9,
                  "https://ntfy.example@elsewhere.example/", f"https://ntfy.example/{'x' * LONGEST}"):  # fmt: skip
        with pytest.raises(Refused):
            messenger.checked(wrong)
    with pytest.raises(Refused):
        Messenger().checked("https://ntfy.example/topic")


def test_at_a_fast_table_there_is_no_word() -> None:
    played = Played(pace=30).people("Anna", "Bruno", "Carla", "Dario").started()
    with pytest.raises(Refused):
        played.table.check_summons(0, "https://ntfy.example/x", "http://table", "en")
