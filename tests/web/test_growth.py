"""However many tables there are: a start reads none, a list reads few, the memory holds some, and what nobody comes to
is closed. Counted, not timed; `doppiogioco bench tables` says how long it takes."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.match import new
from doppiogioco.store import Entry, Row, Store
from doppiogioco.tables import keeping
from doppiogioco.tables import tables as tables_module
from doppiogioco.tables.keeping import IDLE_ENDED, Keep
from doppiogioco.tables.refusals import Gone
from doppiogioco.tables.table import DAY, OPEN_KEPT, PLAYING_KEPT, Table
from doppiogioco.tables.tables import LISTED, Tables
from doppiogioco.web.app import create_app
from doppiogioco.web.pages import TablePage

from .serving import run
from .test_tables import started, until

Where = Path | str
MANY = 200


class Counting(Store):
    """A store that counts how often a table is read."""

    read = 0

    async def rows(self, table_id: str, start: int = 0) -> list[Row]:
        self.read += 1
        return await super().rows(table_id, start)


def with_keep(database: Where, work: Callable[[Tables], Awaitable[Any]], keep: Keep | None = None) -> Any:
    async def main() -> Any:
        store = await Counting.open(database)
        tables = Tables(store, usual_bot, bot_pause=0, keep=keep)
        try:
            return await work(tables)
        finally:
            await tables.close()
            await store.close()

    return run(main)


async def left_in_play(tables: Tables, count: int, **more: Any) -> Table:
    """A game of a person and bots that waits for the person, and as many more like it."""
    table = await started(tables, people=1, **more)
    await until(lambda: 0 in table.playing().waiting and not tables.busy(table.id))
    rows = await tables.store.rows(table.id)
    entries = [table.entry._replace(table_id=f"copy{number}") for number in range(count)]
    saved = [tables.store.append(row, entry._replace(number=row.number)) for entry in entries for row in rows]
    assert all(await asyncio.gather(*saved))
    return table


# A start, and lists ---------------------------------------------------------------------------------------------------


def test_a_start_reads_no_game_that_waits_for_a_person(database: Where) -> None:
    with_keep(database, lambda tables: left_in_play(tables, MANY))

    async def start(tables: Tables) -> None:
        assert isinstance(tables.store, Counting)
        await tables.wake()
        await tables.keeper.wake()
        assert tables.store.read == 0
        assert len(await tables.store.entries("playing")) == MANY + 1
        listed = await tables.listed()
        assert len(listed) == LISTED
        assert tables.store.read == LISTED
        await tables.listed()
        assert tables.store.read == LISTED, "what is in memory is not read again"

    with_keep(database, start)


def test_bots_that_were_cut_off_go_on_after_a_start_though_nobody_looks(database: Where) -> None:
    async def begin(tables: Tables) -> str:
        tables.bot_pause = 600
        return (await started(tables, people=0)).id

    name = with_keep(database, begin)

    async def start(tables: Tables) -> None:
        await tables.wake()
        await until(lambda: name in tables.in_memory and tables.in_memory[name].stage == "over")

    with_keep(database, start)


def test_a_list_shows_what_is_young_and_found_by_anybody(database: Where) -> None:
    async def look(tables: Tables) -> list[str]:
        store, now = tables.store, time.time()
        for name, stage, listed, at in (
            ("old", "playing", True, now - 7_200),
            ("hidden", "playing", False, now),
            ("young", "playing", True, now),
            ("over", "over", True, now),
        ):
            await store.append(Row(0, "opened", "{}", at), Entry(name, "secrets", stage, listed, at))
        return [entry.table_id for entry in await store.listed("playing", 10, now - 3_600)]

    assert with_keep(database, look) == ["young"]


def test_the_lists_are_read_along_an_index(tmp_path: Path) -> None:
    async def explain(tables: Tables) -> list[str]:
        queries: list[str] = []
        sa.event.listen(
            tables.store._engine.sync_engine, "before_cursor_execute",
            lambda _line, _cursor, statement, *_: queries.append(statement),
        )  # fmt: skip
        await tables.store.listed("open", 10)
        await tables.store.due(1.0, 10)
        plans = []
        async with tables.store._engine.connect() as line:
            for query in queries[:2]:
                count = query.count("?")
                rows = await line.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", (1,) * count)
                plans.append(" ".join(str(row[-1]) for row in rows))
        return plans

    lists, due = with_keep(tmp_path / "tables.db", explain)
    assert "USING INDEX ix_entry_stage_listed_at" in lists
    assert "ix_entry_due" in due
    assert "TEMP B-TREE" not in lists + due


def test_an_upgraded_database_looks_once_at_every_game(database: Where) -> None:
    table = with_keep(database, lambda tables: left_in_play(tables, 0))

    async def older(tables: Tables) -> None:
        async with tables.store._engine.begin() as line:  # as the migration leaves it
            await line.execute(sa.text("UPDATE entry SET due = at"))
        assert await tables.store.due(time.time(), 10) == [table.id]
        await tables.keeper.wake()
        await tables.store.append(Row(0, "opened", "{}", 1.0), Entry("x", "secrets", "closed", True, 1.0))  # a moment
        assert await tables.store.due(time.time(), 10) == []
        assert await tables.store.due(table.at + PLAYING_KEPT, 10) == [table.id]

    with_keep(database, older)


# Clocks ---------------------------------------------------------------------------------------------------------------


def test_a_long_clock_keeps_nothing_in_memory_and_runs_out_all_the_same(
    database: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(tables: Tables) -> None:
        tables.bot_pause = 600
        table = await started(tables, pace=86_400)
        late = table.playing().waiting[0]
        await until(lambda: not tables.busy(table.id))
        tables.forget(table)
        while await tables.store.due(time.time() + 80_000, 10):
            await asyncio.sleep(0.01)  # when it is really due is noted in a moment
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + 86_401)
        await tables.keeper.wake()
        again = await tables.table(table.id)
        await until(lambda: again.seats[late].stand_in)

    with_keep(database, play)


# Memory ---------------------------------------------------------------------------------------------------------------


def test_the_memory_holds_so_many_tables_and_those_in_use(database: Where) -> None:
    async def open_many(tables: Tables) -> None:
        first = await tables.open("secrets", 4, {})
        async with tables.watchers(first).watching(None):
            for _ in range(30):
                await tables.open("secrets", 4, {})
                assert len(tables.in_memory) <= 11
            assert first.id in tables.in_memory, "somebody watches it"
            latest = list(tables.in_memory)[-3:]
            await tables.table(latest[0])
            assert next(reversed(tables.in_memory)) == latest[0], "what is used stays longest"
        for _ in range(12):
            await tables.open("secrets", 4, {})
        assert first.id not in tables.in_memory
        assert first.id not in tables._watchers
        assert (await tables.table(first.id)).number == 1

    with_keep(database, open_many, Keep(in_memory=10))


class Circle:
    """Something that only the collector of circles finds."""

    def __init__(self) -> None:
        self.own = self


def test_what_was_drawn_goes_with_the_last_who_watches(database: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch(tables: Tables) -> None:
        table = await started(tables, people=0)
        watchers = tables.watchers(table)
        async with watchers.watching(None), watchers.watching(None):
            await until(lambda: table.stage == "over")
            TablePage(tables, table, None, "en").regions()
            assert watchers.drawings is not None
        assert watchers.drawings is None
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + IDLE_ENDED + 1)
        monkeypatch.setattr(keeping, "FEW", 0)
        gc.disable()  # by itself it would come sooner or later
        left = ref(Circle())
        await tables.keeper.put_away()
        gc.enable()
        assert table.id not in tables.in_memory
        assert left() is None, "and so is what closed connections leave"

    with_keep(database, watch)


def test_what_was_found_out_for_a_moment_goes_when_everybody_has_been_told(database: Where) -> None:
    async def watch(tables: Tables) -> None:
        table = await started(tables)
        async with tables.watchers(table).watching(0):
            page = TablePage(tables, table, 0, "en")
            before, standing = page.regions(), ref(page.now)
            del page
            tables.rest()
            assert standing() is not None, "they were woken a moment ago"
            tables.rest()
            assert standing() is None
            assert TablePage(tables, table, 0, "en").regions() == before
            tables.watchers(table).ring()
            standing = ref(TablePage(tables, table, 0, "en").now)
            tables.rest()
            assert standing() is not None, "and again"

    with_keep(database, watch)


def test_what_was_drawn_for_a_page_that_is_not_live_goes_too(database: Where) -> None:
    async def look(tables: Tables) -> None:
        table = await started(tables)
        before = TablePage(tables, table, 0, "en").regions()
        drawings = ref(tables.watchers(table).drawings)
        assert drawings() is not None
        for _ in range(2):
            tables.rest()
        assert drawings() is None
        assert TablePage(tables, table, 0, "en").regions() == before

    with_keep(database, look)


def test_the_story_of_a_game_that_is_over_goes_with_the_last_who_watches_and_can_be_told_again(database: Where) -> None:
    async def watch(tables: Tables) -> None:
        table = await started(tables, people=0)
        async with tables.watchers(table).watching(None):
            await until(lambda: table.stage == "over")
            match = table.playing()
            log, heard = match.log(), match.heard()
            story = ref(match._story)
            for _ in range(2):
                tables.rest()
            assert story() is not None
        for _ in range(2):
            tables.rest()
        assert story() is None
        assert (match.log(), match.heard()) == (log, heard)

    with_keep(database, watch)


def test_of_recent_answers_only_the_tables_are_kept_and_not_what_each_listener_saw() -> None:
    match = new("secrets", 4, seed=1)
    chance = random.Random(1)
    match.log(0)
    while len(match.history) < 30:
        seat = match.waiting[0]
        match.play(seat, chance.choice(match.legal(seat)))
        latest = len(match.history) - 3
        for listener in (0, None):
            match.log(listener)
        seen = [(moment.before.as_dict(), moment.after.as_dict()) for moment in match.moments(latest)]
        assert seen == [(moment.before.as_dict(), moment.after.as_dict()) for moment in match.moments(latest)]
        assert seen[-1][1] == match.view().as_dict()
    assert not any(answer.before._seen for answer in match._story._seen)


def test_what_is_left_behind_is_looked_for_when_more_has_gone_than_stays(
    database: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a pause of all tables, the longer the more there are."""
    given_back, let_go = list[int](), list[int]()
    monkeypatch.setattr(keeping, "FEW", 1)

    async def leave(tables: Tables) -> None:
        monkeypatch.setattr(keeping, "give_back", lambda: given_back.append(len(tables.in_memory)))
        tables.keeper.let_go.append(lambda: let_go.append(len(given_back)))
        staying = [await started(tables) for _ in range(2)]
        for number in range(3):
            gone = await started(tables, people=0)
            await until(lambda gone=gone: gone.stage == "over" and not tables.busy(gone.id))
            monkeypatch.setattr(tables_module, "now", lambda: time.time() + IDLE_ENDED + 1)
            await tables.keeper.put_away()
            monkeypatch.setattr(tables_module, "now", time.time)
            assert given_back == ([] if number < 2 else [len(staying)])
            assert let_go == ([] if number < 2 else [0]), "before"

    with_keep(database, leave)


# Tables that nobody comes back to -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("begun", "after"), [(False, OPEN_KEPT), (True, PLAYING_KEPT)])
def test_a_table_that_nobody_comes_to_is_closed_with_a_word(
    database: Where, monkeypatch: pytest.MonkeyPatch, begun: bool, after: float
) -> None:
    async def leave(tables: Tables) -> str:
        table = await started(tables) if begun else await tables.open("secrets", 4, {})
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + after - 60)
        await tables.keeper.wake()
        assert table.stage == ("playing" if begun else "open")
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + after + 60)
        async with tables.watchers(table).watching(None):
            await tables.keeper.wake()
            assert not table.closed, "somebody looks at it"
        for _ in range(600):  # where the table stands may be noted a moment later, over this
            async with tables.store._engine.begin() as line:
                await line.execute(sa.text("UPDATE entry SET due = at"))
            await tables.keeper.wake()
            if table.closed:
                break
            await asyncio.sleep(0.1)
        assert table.closed
        with pytest.raises(Gone, match="nobody came"):
            await tables.table(table.id)
        return table.id

    name = with_keep(database, leave)
    monkeypatch.setattr(tables_module, "now", time.time)
    with TestClient(create_app(database)) as client:
        for language, words in (("en", "Nobody came to this table"), ("it", "A questo tavolo non è venuto")):
            answer = client.get(f"/t/{name}", headers={"accept-language": language})
            assert answer.status_code == 410
            assert words in answer.text


def test_a_finished_game_is_not_closed_though_its_end_was_not_noted(database: Where) -> None:
    async def end(tables: Tables) -> None:
        table = await started(tables, people=0)
        await until(lambda: table.stage == "over")
        async with tables.store._engine.begin() as line:  # the server had stopped before it could
            await line.execute(sa.text("UPDATE entry SET stage = 'playing', due = 1.0"))
        await tables.keeper.wake()
        await tables.store.append(Row(0, "opened", "{}", 1.0), Entry("x", "secrets", "closed", True, 1.0))  # a moment
        assert [entry.table_id for entry in await tables.store.entries("over")] == [table.id]
        assert not table.closed

    with_keep(database, end)


def test_the_host_says_how_long_finished_tables_are_kept(database: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def end(tables: Tables) -> None:
        table, running = await started(tables, people=0), await started(tables)
        await until(lambda: table.stage == "over" and not tables.busy(table.id))
        await tables.keeper.clear_away()
        monkeypatch.setattr(tables_module, "now", lambda: time.time() + 8 * DAY)
        await tables.keeper.put_away()
        await tables.keeper.clear_away()
        assert await tables.store.rows(running.id)
        if tables.keeper.keep.ended is None:
            assert (await tables.table(table.id)).stage == "over"
        else:
            assert await tables.store.rows(table.id) == []
            with pytest.raises(Gone, match="cleared away"):
                await tables.table(table.id)

    with_keep(database, end)
    monkeypatch.setattr(tables_module, "now", time.time)
    with_keep(database, end, Keep(ended=7 * DAY))
