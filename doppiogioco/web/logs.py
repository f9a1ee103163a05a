"""What a server says about itself: lines with a time and the request they belong to, and without anybody's secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

logger = logging.getLogger("doppiogioco")

request_id: ContextVar[str] = ContextVar("request_id", default="")  # of what is being answered

_SEAT = re.compile(r"(/seat/).+")  # what follows is the secret of a seat


def shown_path(path: str) -> str:
    """A path as it may be written down: in one line, without the secret of a seat, and not too long."""
    return _SEAT.sub(r"\1…", path)[:120].encode("unicode_escape").decode("ascii")


class Lines(logging.Formatter):
    """One JSON object in a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        return json.dumps(self.fields(record), ensure_ascii=False)

    @staticmethod
    def fields(record: logging.LogRecord) -> dict[str, object]:
        """What is told of a record. Of an error only its kind and where it came up: its words may hold a secret."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        told: dict[str, object] = {"time": time, "level": record.levelname.lower(), "message": record.getMessage()}
        if request := request_id.get():
            told["request"] = request
        told |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0]:
            told["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            told["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return told


class Words(Lines):
    """The same for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line, and where an error came up below it."""
        told = self.fields(record)
        where = "".join(f"\n    {place}" for place in told.pop("at", []))  # type: ignore[attr-defined]
        head = f"{told.pop('time')} {told.pop('level')} {told.pop('message')}"
        return " ".join([head, *(f"{name}={value}" for name, value in told.items())]) + where


def nobody_waited(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Something failed in a task or a callback that nobody waits for: asyncio would tell it with all its values."""
    logger.error("something has failed that nobody waited for", exc_info=context.get("exception"))


def write_logs(kind: str) -> None:
    """From now on everything is written to standard error, as `json` or as `text`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if kind == "json" else Words())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("doppiogioco").setLevel(logging.INFO)
