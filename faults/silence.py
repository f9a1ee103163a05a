"""What the log of a server must never hold: who sits where, what was answered or said, how a database is opened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from doppiogioco.store import Row

ANSWERED = re.compile(r"answers?\W{1,4}\d|drafts?\W{1,4}\d", re.IGNORECASE)  # in JSON, in a form, in what Python shows
TOLD = re.compile(r'"(?:nonce|seed|text|address)": "([^"]+)"')  # of the events of a table


def secrets_of(rows: Iterable[Row]) -> Iterator[str]:
    """What the events of a table hold that is nobody else's matter."""
    for row in rows:
        yield from TOLD.findall(row.data)
        if row.kind == "moved":
            yield row.data


def found_in(log: str, hidden: Iterable[str]) -> list[str]:
    """What of all this stands in a log; of a token already what was signed."""
    parts = {part for secret in hidden for part in (secret, secret.partition(".")[0]) if part}
    return [*(part for part in sorted(parts) if part in log), *(match[0] for match in ANSWERED.finditer(log))]
