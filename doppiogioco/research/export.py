"""Finished matches as data: JSON Lines from which every match can be replayed, Parquet for tables of numbers.

Where the matches come from is in `match_sources`; what the columns mean is in docs/research.md.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import IO, Any

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game
from doppiogioco.engine.state import CHANCE, SPECTATOR, turn_value
from doppiogioco.engine.words import N_, Voice
from doppiogioco.revealed import Step, steps

from . import needs
from .match_sources import Finished, filed, played, stored

__all__ = ["Finished", "answer_rows", "export", "filed", "match_row", "played", "stored"]

Row = dict[str, Any]
CHUNK = 50_000  # rows that are put into a file at once

# The columns of the tables, and their types as Arrow spells them.
MATCH_COLUMNS = {
    "match": "string",
    "game": "string",
    "version": "int16",
    "seats": "int8",
    "options": "list<string>",
    "names": "list<string>",
    "players": "list<string>",
    "ended": "timestamp",
    "length": "int32",
    "winners": "list<int8>",
    "scores": "list<int16>",
    "returns": "list<int8>",
    "reason": "string",
    "seed": "string",
    "commitment": "string",
}
ANSWER_COLUMNS = {
    "match": "string",
    "number": "int32",
    "question": "string",
    "waiting": "list<int8>",
    "seat": "int8",
    "answer": "int16",
    "text": "string",
    "legal": "list<int16>",
    "ways": "list<int32>",
    "heard": "list<int8>",
    "public": "bool",
}
OBSERVATION_COLUMNS = {"observation": "list<int16>", "action": "int16", "actions": "list<int16>"}
ODDS_COLUMNS = {"odds": "list<list<list<float>>>"}


def export(
    matches: Iterable[Finished], to: str | Path, *,
    names: bool = False, observations: bool = False, odds_of: str | None = None, force: bool = False,
) -> int:  # fmt: skip
    """Write matches to a .jsonl file, a .parquet file or a folder of two; how many there were.

    Names of players stay out unless asked for. In Parquet, answers can come with the observation of the seat that gave
    them, and with the odds that every seat can give to the values of a field.
    """
    to = Path(to)
    with ExitStack() as files:
        if to.suffix == ".jsonl":
            if observations or odds_of:
                raise DoppiogiocoError(N_("observations and odds are columns of Parquet; a record can be replayed"))
            sheets: list[Sheet | Lines] = [Lines(files.enter_context(fresh(to, force)), names)]
        else:
            more = {"names": names, "observations": observations, "odds_of": odds_of}
            sheets = list(tables(to, files, force, more))
        seen = set[str]()
        for finished in matches:
            if finished.id in seen:
                raise DoppiogiocoError(N_("two matches are called {name}"), name=finished.id)
            seen.add(finished.id)
            for sheet in sheets:
                sheet.add(finished)
        if not seen:
            raise DoppiogiocoError(N_("there is no finished match to export"))
        for sheet in sheets:
            sheet.finish()
    return len(seen)


@contextmanager
def fresh(path: Path, force: bool) -> Iterator[IO[bytes]]:
    """A file under another name, which takes this name once everything is written; else nothing is left of it."""
    if path.exists() and not force:
        raise DoppiogiocoError(N_("{file} exists already: choose another name, or --force"), file=path)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        file = unfinished.open("xb")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


# JSON Lines -----------------------------------------------------------------------------------------------------------


class Lines:
    """A file with one match a line."""

    def __init__(self, file: IO[bytes], names: bool) -> None:
        self.file, self.names = file, names

    def add(self, finished: Finished) -> None:
        """Write a match."""
        line = json.dumps(record(finished, names=self.names), ensure_ascii=False, separators=(",", ":"))
        self.file.write(line.encode() + b"\n")

    def finish(self) -> None:
        """Nothing waits to be written."""


def record(finished: Finished, *, names: bool = False) -> Row:
    """A match as `doppiogioco.replay` and `verify` read it, with its name and how it ended."""
    match, ended = finished.match, finished.ended
    return {
        "match": finished.id,
        **match.record(),
        "names": list(match.names) if names else [],
        "players": finished.players and list(finished.players),
        "ended": ended and ended.isoformat(),
        "outcome": match.outcome and asdict(match.outcome),
    }


# Parquet --------------------------------------------------------------------------------------------------------------


class Sheet:
    """A Parquet file: rows are collected and written many at a time."""

    def __init__(
        self,
        path: Path,
        files: ExitStack,
        force: bool,
        columns: dict[str, str],
        rows: Callable[[Finished], Iterable[Row]],
    ) -> None:
        with needs("PyArrow", "parquet"):
            import pyarrow as pa
            import pyarrow.parquet as pq

        self._arrow, self._rows = pa, rows
        self.schema = pa.schema([(name, arrow_type(pa, kind)) for name, kind in columns.items()])
        self._file = files.enter_context(pq.ParquetWriter(files.enter_context(fresh(path, force)), self.schema))
        self._waiting: list[Row] = []

    def add(self, finished: Finished) -> None:
        """Take in the rows of a match."""
        self._waiting += self._rows(finished)
        if len(self._waiting) >= CHUNK:
            self.finish()

    def finish(self) -> None:
        """Write what waits."""
        self._file.write_table(self._arrow.Table.from_pylist(self._waiting, schema=self.schema))
        self._waiting = []


def arrow_type(arrow: Any, name: str) -> Any:
    """An Arrow type by its name."""
    if name == "timestamp":
        return arrow.timestamp("ms", tz="UTC")
    if name.startswith("list<"):
        return arrow.list_(arrow_type(arrow, name.removeprefix("list<").removesuffix(">")))
    return arrow.type_for_alias(name)


def tables(to: Path, files: ExitStack, force: bool, more: Row) -> Iterator[Sheet]:
    """The matches and their answers in two files of a folder, or both in the rows of one file."""
    columns = ANSWER_COLUMNS | (OBSERVATION_COLUMNS if more["observations"] else {})
    columns |= ODDS_COLUMNS if more["odds_of"] else {}

    def matches(finished: Finished) -> Iterator[Row]:
        yield match_row(finished, names=more["names"])

    def answers(finished: Finished) -> Iterator[Row]:
        return answer_rows(finished, **more)

    def both(finished: Finished) -> Iterator[Row]:
        match = match_row(finished, names=more["names"])
        return (match | row for row in answers(finished))

    if to.suffix == ".parquet":
        yield Sheet(to, files, force, MATCH_COLUMNS | columns, both)
    elif to.suffix and not to.is_dir():
        text = N_("{file} would be of no kind we know: a name that ends in .jsonl or .parquet, or a folder")
        raise DoppiogiocoError(text, file=to)
    else:
        files.enter_context(folder(to))
        yield Sheet(to / "matches.parquet", files, force, MATCH_COLUMNS, matches)
        yield Sheet(to / "answers.parquet", files, force, columns, answers)


@contextmanager
def folder(path: Path) -> Iterator[None]:
    """A folder, made if it is missing, which goes away again if nothing comes of it."""
    missing = not path.exists()
    path.mkdir(exist_ok=True)
    try:
        yield
    except BaseException:
        if missing:
            path.rmdir()
        raise


def match_row(finished: Finished, *, names: bool = False) -> Row:
    """A match as a row."""
    match = finished.match
    record, outcome = match.record(), match.outcome
    assert outcome
    return {
        "match": finished.id,
        "game": match.game.id,
        "version": match.game.version,
        "seats": match.seats,
        "options": [name for name, chosen in match.options.items() if chosen],
        "names": list(match.names) if names else None,
        "players": finished.players,
        "ended": finished.ended,
        "length": len(match.history),
        "winners": outcome.winners,
        "scores": outcome.scores,
        "returns": outcome.returns,
        "reason": outcome.reason,
        "seed": record.get("seed"),
        "commitment": match.commitment,
    }


def answer_rows(
    finished: Finished, *, names: bool = False, observations: bool = False, odds_of: str | None = None
) -> Iterator[Row]:
    """Every answer of a match as a row, the table's included."""
    match = finished.match
    known = None
    if odds_of:
        from .odds import odds  # needs the compiler, which the rest does not

        known = odds(match, odds_of)
    game, say = match.game, Voice("en", match.names if names else ())
    for step in steps(match):
        seat, s = step.given.seat, step.before
        dealt, legal = seat == CHANCE, game.possible(s, seat)
        row = {
            "match": finished.id,
            "number": step.number,
            "question": game.rules.Ask(s.ask).name.lower(),
            "waiting": game.waiting(s),
            "seat": seat,
            "answer": step.given.answer,
            "text": None if dealt else game.words.answer(game.view(s, seat), step.given.answer, say),
            "legal": legal,
            "ways": [game.rules.weight(s, answer) for answer in legal] if dealt else None,
            "heard": [listener for listener in range(match.seats) if game.hears(s, seat, listener)],
            "public": game.hears(s, seat, SPECTATOR),
        }
        if observations and not dealt:
            row |= observed(game, match.seats, step, legal)
        if known:
            row["odds"] = next(known)
        yield row


def observed(game: Game, seats: int, step: Step, legal: list[int]) -> Row:
    """What the seat that answers sees, does and may do, with every seat by its distance (see `engine.sight`)."""
    seat, ask = step.given.seat, step.before.ask
    view, source = game.view(step.before, seat).vector, turned_from(game, seat, seats)
    values = game.answers[ask]
    return {
        "observation": [
            turn_value(view[at], cell.field.values, -seat, seats)
            for at, cell in zip(source, game.state.cells, strict=True)
        ],
        "action": turn_value(step.given.answer, values, -seat, seats),
        "actions": sorted(turn_value(answer, values, -seat, seats) for answer in legal),
    }


@cache
def turned_from(game: Game, seat: int, seats: int) -> list[int]:
    """Which cell of a view each cell of an observation shows."""
    return game.state.turned_from(-seat, seats)
