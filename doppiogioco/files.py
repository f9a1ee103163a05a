"""Match records on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from doppiogioco.engine.errors import BadRecord, DoppiogiocoError
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay, verify
from doppiogioco.engine.words import Voice


def save(path: Path, record: Mapping[str, Any]) -> None:
    """Write a record so that a crash leaves the old file or the new one, never half of either."""
    try:
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                json.dump(record, file, ensure_ascii=False)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def fresh(path: Path, say: Voice) -> Path:
    """The same path, if nothing would be lost by writing there."""
    if path.exists():
        raise DoppiogiocoError(say("{file} exists already: go on with --resume, or choose another name.", file=path))
    return path


def sentence(error: Exception, say: Voice) -> str:
    """An error for people."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return error.told(say) if isinstance(error, DoppiogiocoError) else str(error)


def load(path: Path, say: Voice) -> dict[str, Any]:
    """Read a record; whether it follows the rules is for `opened` and `checked` to find out."""
    return parsed(path.read_bytes(), path, say)


def parsed(text: bytes, place: object, say: Voice) -> dict[str, Any]:
    """The record in a text; `place` says where the text was found."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord(say("{file} is not a match record: it is not JSON.", file=place)) from None
    if not isinstance(record, dict):
        raise BadRecord(say("{file} is not a match record.", file=place))
    return record


def opened(path: Path, say: Voice, upto: int | None = None) -> Match:
    """The match in a file, after all its answers or the first `upto`."""
    return replayed(load(path, say), path, say, upto)


def replayed(record: Mapping[str, Any], place: object, say: Voice, upto: int | None = None) -> Match:
    """The match of a record that was found at `place`."""
    try:
        return replay(record, upto)
    except DoppiogiocoError as error:
        raise BadRecord(f"{place}: {error.told(say)}") from error


def checked(path: Path, say: Voice) -> int:
    """How many answers of the table were checked against the seed and found right."""
    record = load(path, say)
    try:
        return verify(record)
    except DoppiogiocoError as error:
        raise BadRecord(f"{path}: {error.told(say)}") from error
