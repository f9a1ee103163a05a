"""A server that is stopped by Ctrl+C ends like any other: its workers first, then its database, and without a word."""

from __future__ import annotations

import signal
from pathlib import Path

from .serving import Server

# A shell may start what it starts in the background with Ctrl+C switched off. What is closed leaves a word.
WATCHED = """
import signal, sys
from doppiogioco.bots.workers import Workers
from doppiogioco.store import Store

signal.signal(signal.SIGINT, signal.default_int_handler)
end, close = Workers.close, Store.close

def ended(workers):
    end(workers)
    print("workers", file=sys.stderr)

async def closed(store):
    await close(store)
    print("store", file=sys.stderr)

Workers.close, Store.close = ended, closed
"""


def test_ctrl_c_closes_everything(tmp_path: Path) -> None:
    errors = tmp_path / "errors.txt"
    server = Server(tmp_path / "tables.db", errors=errors, hooks=WATCHED, environment={"DOPPIOGIOCO_BOTS": ""})
    server.start()
    server.stop(signal.SIGINT)
    assert errors.read_text(encoding="utf-8").split() == ["workers", "store"]
