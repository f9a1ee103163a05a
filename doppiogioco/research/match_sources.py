"""Where finished matches come from: a server's database, files, or bots that play here. Never a running match."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from doppiogioco import files
from doppiogioco.bots.chance import RandomBot
from doppiogioco.bots.seating import Bots
from doppiogioco.engine.errors import BadRecord, DoppiogiocoError
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.words import N_, Voice
from doppiogioco.store import Row, Store
from doppiogioco.store.places import database_url
from doppiogioco.tables.table import Table

PERSON, BOT, BOTH = "person", "bot", "both"  # who played a seat; both: a bot stood in for a person


@dataclass(frozen=True)
class Finished:
    """A match that is over, its name, and what its record alone does not tell."""

    id: str
    match: Match
    players: tuple[str, ...] | None = None  # by seat: PERSON, BOT or BOTH
    ended: datetime | None = None

    def __post_init__(self) -> None:
        if not self.match.over:  # its record would tell every secret
            raise DoppiogiocoError(N_("{match} is not over yet, and a running match is not exported"), match=self.id)


# A database -----------------------------------------------------------------------------------------------------------


def stored(database: str) -> Iterator[Finished]:
    """The finished matches in the database of a server, the oldest first. It is only read."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():  # SQLite would create it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), database)
    store = Store(create_async_engine(url))
    with waiting_for() as done:
        try:
            # A server that stopped between the last answer and its note has left a finished match among the others.
            for entry in reversed(done(store.entries("over", "playing"))):
                yield from finished_at(entry.table_id, done(store.rows(entry.table_id)))
        except (SQLAlchemyError, ConnectionError) as error:
            text = N_("{database} cannot be read as the database of a server: {error}")
            raise DoppiogiocoError(text, database=database, error=getattr(error, "orig", error)) from error
        finally:
            done(store.close())


@contextmanager
def waiting_for() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Somebody who waits for coroutines in a thread of their own: a notebook has a loop already."""
    runner = asyncio.Runner()
    with ThreadPoolExecutor(1) as thread:
        try:
            yield lambda work: thread.submit(runner.run, work).result()
        finally:
            thread.submit(runner.close).result()


def finished_at(table_id: str, rows: Sequence[Row]) -> Iterator[Finished]:
    """The match of a table, from its events, if it is over."""
    table, ended, stood_in = Table(table_id), 0.0, set[int]()
    try:
        for row in rows:
            table.read(row)
            ended = row.at if row.kind == "moved" else ended  # chat may go on
            stood_in |= {number for number, seat in enumerate(table.seats) if seat.stand_in}
    except DoppiogiocoError as error:
        raise BadRecord(N_("table {name}: {error}"), name=table_id, error=error) from error
    if table.match and table.match.over:
        players = tuple(
            BOT if seat.bot else BOTH if number in stood_in else PERSON for number, seat in enumerate(table.seats)
        )
        yield Finished(table_id, table.match, players, datetime.fromtimestamp(ended, UTC))


# Files ----------------------------------------------------------------------------------------------------------------


def filed(paths: Iterable[Path], say: Voice | None = None) -> Iterator[Finished]:
    """The matches in record files: one a file, or one a line where the name ends in .jsonl."""
    say = say or Voice()
    for path in paths:
        if path.suffix == ".jsonl":
            with path.open("rb") as lines:
                for number, line in enumerate(lines, start=1):
                    if line.strip():
                        yield recorded(files.parsed(line, f"{path}:{number}", say), f"{path}:{number}", say)
        else:
            yield recorded(files.load(path, say), str(path), say)


def recorded(record: Mapping[str, Any], place: str, say: Voice) -> Finished:
    """The match of a record that was found at `place`, which is its name if it has none."""
    match, players, ended = files.replayed(record, place, say), record.get("players"), record.get("ended")
    if not match.over:
        raise BadRecord(f"{place}: {say('The match is not over yet.')}")
    try:
        if players is None and "people" in record:  # saved by somebody who played in the terminal
            players = [PERSON if seat in record["people"] else BOT for seat in range(match.seats)]
        when = ended and datetime.fromisoformat(ended)
        known = players is None or (len(players) == match.seats and {PERSON, BOT, BOTH}.issuperset(players))
    except (TypeError, ValueError):
        known = False
    if not known:
        raise BadRecord(say("{file} is not a match record.", file=place))
    return Finished(str(record.get("match", place)), match, players and tuple(players), when)


# Bots -----------------------------------------------------------------------------------------------------------------


def played(
    game: str, seats: int, options: Mapping[str, bool] | None = None, *, games: int = 1, seed: int | str | None = None
) -> Iterator[Finished]:
    """Matches that bots play here, at random; the same seed gives the same matches."""
    series = secrets.token_hex(8) if seed is None else seed
    for number in range(games):
        name = f"{series}-{number}"
        match = new(game, seats, options, name)
        bots = Bots(lambda seed, *_: RandomBot(seed), name)
        while match.waiting:
            seat = match.waiting[0]
            match.play(seat, bots.choose(match, seat))
        yield Finished(name, match, (BOT,) * seats)
