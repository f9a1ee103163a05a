"""A private notebook for each player: kept, the same on another device, and nobody else's business."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from doppiogioco.doors.asking import Asking
from doppiogioco.web.notebook_routes import LONGEST, LONGEST_MARK

from .serving import Server
from .test_browser import Screen, settled

JSON = {"accept": "application/json", "content-type": "application/json"}


def test_a_notebook_is_its_writers_alone_and_outlives_a_restart(tmp_path: Path) -> None:
    with Asking(tmp_path / "tables.db") as asking:
        opened = asking.do(lambda: asking.tables.open("secrets", 4, {}, by=(0, "Anna"), seed="fixed"))
        asking.do(lambda: asking.tables.do(opened, lambda: opened.check_sit(1, "Bruno")))
        asking.do(lambda: asking.tables.do(opened, opened.check_start))
        tokens = [asking.seats.token(opened, seat) for seat in range(2)]
        mine, theirs = (JSON | {"authorization": f"Bearer {token}"} for token in tokens)
        book = f"/t/{opened.id}/notebook"
        wrote = asking.ask("POST", book, mine, {"text": "Bruno bluffs", "mark-1": "KGB?"})
        assert wrote.status == 200
        assert "Bruno bluffs" in asking.ask("GET", book, mine).body and "KGB?" in asking.ask("GET", book, mine).body
        assert asking.ask("GET", book, theirs).body == '{"text":"","marks":{}}'
        assert asking.ask("GET", book, JSON).status == 403
        assert asking.ask("POST", book, JSON, {"text": "mine now"}).status == 403
        asking.ask("POST", book, mine, {"text": "x" * (LONGEST + 9), "mark-1": "y" * 99, "mark-77": "nobody"})
        kept = asking.ask("GET", book, mine).body
        assert "x" * LONGEST in kept and "x" * (LONGEST + 1) not in kept
        assert "y" * LONGEST_MARK in kept and "y" * (LONGEST_MARK + 1) not in kept and "nobody" not in kept
    with Asking(tmp_path / "tables.db") as again:
        table = again.do(lambda: again.tables.table(opened.id))
        token = again.seats.token(table, 0)
        assert "y" * LONGEST_MARK in again.ask("GET", book, JSON | {"authorization": f"Bearer {token}"}).body


def test_it_keeps_itself_while_one_plays(chrome: Any, server: Server) -> None:
    screen = Screen(chrome, server)
    screen.against_bots("secrets")
    page = screen.page
    settled(page)
    page.locator("details.notebook summary").click()
    page.locator("#jotted").fill("la prima impressione")
    page.locator("#mark-1").fill("CIA")
    expect(page.locator(".kept")).to_be_visible()
    page.locator("body").press("1")  # not a key of the table while one writes
    page.reload()
    if not page.locator("details.notebook[open]").count():
        page.locator("details.notebook summary").click()
    expect(page.locator("#jotted")).to_have_value("la prima impressione")
    expect(page.locator("#mark-1")).to_have_value("CIA")
    screen.close()
