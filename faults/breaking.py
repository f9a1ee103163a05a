"""Faults below the server: it is killed, its database is, its disk is full, its clock is set."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text

from .house import SQLITE, House, Wrong
from .screen import Cut, Refused, Screen, ask

LOCKED = 15.0  # seconds for which another program holds the database
CROWD = 60  # connections beyond what the server may have
SPARE = 10  # files that it may still open before that
STARVED = 5.0  # seconds without a free file, at most
ENOUGH = 5  # answers that are given meanwhile
DAMAGED = '{"seat": 0, "ans'


async def kill_server(house: House, number: int) -> float:
    """kill -9 of a server; where there is another one people go there."""
    server = house.servers[number % len(house.servers)]
    await asyncio.to_thread(server.kill)
    house.meanwhile(server.start)
    return time.monotonic()


async def kill_database(house: House, _: int) -> float:
    """kill -9 of PostgreSQL, of its first process: all others end when it is gone."""
    assert house.cluster
    await asyncio.to_thread(house.cluster.stop, signal.SIGKILL)
    house.meanwhile(house.cluster.start)
    return time.monotonic()


async def terminate(house: House, number: int) -> float:
    """SIGTERM, as at every upgrade; counted from the end of the old process."""
    server = house.servers[number % len(house.servers)]
    await asyncio.to_thread(server.stop, signal.SIGTERM)
    house.meanwhile(server.start)
    return time.monotonic()


async def disk_full(house: House, _: int) -> float:
    """The server cannot write beyond the middle of its journal, until it has said so; then there is room again.

    A limit of the process (RLIMIT_FSIZE) and no small disk: nobody needs to be root, and it can be set while the server
    runs. What it exercises is the same: a write that the system refuses, in the middle of a page where it has to be, in
    SQLite's own code and in ours. The system says EFBIG, not ENOSPC, so SQLite speaks of an error, not of a full disk.
    """
    [server] = house.servers
    journal = Path(f"{house.database}-wal")
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    middle = journal.stat().st_size // 2 + 100
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (middle, before[1]))
    try:

        async def says_so() -> bool:
            try:
                await ask(server.address, "/health")
            except Cut as cut:
                return "cannot be written to" in str(cut)
            return False

        await house.until(says_so, "a server that says that it cannot write")
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
    return time.monotonic()


async def locked(house: House, _: int) -> float:
    """Another program holds the whole database."""
    if house.kind == SQLITE:
        await asyncio.to_thread(_hold_file, Path(house.database))
    else:
        async with house.store() as store, store._engine.begin() as line:
            await line.execute(text("LOCK TABLE event, entry, setting, process IN ACCESS EXCLUSIVE MODE"))
            await asyncio.sleep(LOCKED)
    return time.monotonic()


def _hold_file(path: Path) -> None:
    line = sqlite3.connect(path, isolation_level=None, timeout=60)
    try:
        line.execute("BEGIN EXCLUSIVE")
        time.sleep(LOCKED)
        line.execute("ROLLBACK")
    finally:
        line.close()


async def unreadable(house: House, number: int) -> float:
    """The last answer at one table is damaged: that table says so, all others go on. Then it is as it was."""
    party = house.untimed[number % len(house.untimed)]
    table, seat = party.table, party.tables[party.table][0]
    await party.pause()
    await house.stop_all()
    kept = await _last_answer(house, table)
    await _write(house, table, kept[0], DAMAGED)
    await house.start_all()
    try:
        await ask(house.hosts[0], f"/t/{table}", None, seat.token)
        raise Wrong(f"table {table} can be read though it is damaged")
    except Refused as refused:
        if refused.status != 410:
            raise Wrong(f"table {table} is damaged and says {refused}") from None
    await house.played(2, [other for other in house.parties if other is not party])
    await house.stop_all()
    await _write(house, table, *kept)
    over_at = time.monotonic()
    await house.start_all()
    party.go_on()
    return over_at


async def _last_answer(house: House, table: str) -> tuple[int, str]:
    async with house.store() as store:
        row = next(row for row in reversed(await store.rows(table)) if row.kind == "moved")
    return row.number, row.data


async def _write(house: House, table: str, number: int, data: str) -> None:
    change = text("UPDATE event SET data = :data WHERE table_id = :table AND number = :number")
    async with house.store() as store, store._engine.begin() as line:
        await line.execute(change, {"data": data, "table": table, "number": number})


async def clock_jump(house: House, number: int) -> float:
    """The clock of the machine goes an hour forward, and the next time back, while somebody's time runs."""
    for party in house.parties:
        if party.setting.pace:
            await house.until(lambda party=party: _asked(party.screens[-1]), "somebody whose time runs")  # type: ignore[misc]
    for server in house.servers:
        os.kill(server.pid, signal.SIGUSR2 if number % 2 else signal.SIGUSR1)
    return time.monotonic()


async def _asked(screen: Screen) -> bool:
    return screen.asks()


async def no_files_left(house: House, _: int) -> float:
    """More connections than the server may have open files; pages that are open go on meanwhile."""
    before = {server.pid: resource.prlimit(server.pid, resource.RLIMIT_NOFILE) for server in house.servers}
    crowd: list[asyncio.StreamWriter] = []
    acknowledged, until = house.acknowledged, time.monotonic() + STARVED
    try:
        for server in house.servers:
            most = len(os.listdir(f"/proc/{server.pid}/fd")) + SPARE
            resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (most, before[server.pid][1]))
            crowd += [(await asyncio.open_connection("127.0.0.1", server.port))[1] for _ in range(CROWD)]
        while house.acknowledged < acknowledged + ENOUGH and time.monotonic() < until:
            await asyncio.sleep(0.05)
    finally:
        for pid, limit in before.items():
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limit)
        for writer in crowd:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    return time.monotonic()
