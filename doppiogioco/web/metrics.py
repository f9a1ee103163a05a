"""Numbers for whoever watches a server, in the text that Prometheus reads."""

from __future__ import annotations

import os
import resource
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from doppiogioco.tables.tables import Tables

from .cookies import Connection
from .limits import Limiter

LOOPBACK = ("127.0.0.1", "::1")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Sample(NamedTuple):
    """A number, what its name has behind that of its family, and what tells it from the others there."""

    more: str
    labels: dict[str, str]
    value: float


class Family(NamedTuple):
    """Numbers that are about the same."""

    name: str
    kind: str
    words: str
    samples: list[Sample]


class Metrics:
    """What has been counted since the start of this process."""

    def __init__(self) -> None:
        self.started = time.time()
        self.requests: Counter[int] = Counter()  # by status
        self._took: Counter[float] = Counter()  # by the bound that a request was within
        self._seconds = 0.0

    def request(self, status: int, seconds: float) -> None:
        """A request was answered."""
        self.requests[status] += 1
        self._seconds += seconds
        self._took[next((bound for bound in BOUNDS if seconds <= bound), float("inf"))] += 1

    def families(self, tables: Tables, limiter: Limiter) -> list[Family]:
        """Everything about this process."""
        return list(self._families(tables, limiter))

    def _families(self, tables: Tables, limiter: Limiter) -> Iterator[Family]:
        requests = [Sample("", {"status": str(status)}, count) for status, count in sorted(self.requests.items())]
        yield Family("requests_total", "counter", "Requests answered, by status.", requests)
        yield Family("request_seconds", "histogram", "Time until a request was answered.", list(self._times()))
        counted = tables.store.counted
        for name, kind, words, value in (
            ("events_saved_total", "counter", "Events of tables that were saved.", counted.events),
            ("commits_total", "counter", "Transactions that saved them.", counted.commits),
            ("commit_failures_total", "counter", "Transactions that failed.", counted.failures),
            ("commit_seconds_total", "counter", "Time spent in transactions.", round(counted.seconds, 6)),
            ("events_waiting", "gauge", "Events that wait to be saved.", tables.store.waiting),
            ("tables_in_memory", "gauge", "Tables in memory.", len(tables.in_memory)),
            ("tables_minded", "gauge", "Tables whose bots or clock are at work.", tables.busy_count),
            ("tables_set_aside", "gauge", "Tables that could not be read.", tables.set_aside_count),
            ("live_connections", "gauge", "Open pages and streams.", limiter.live_now),
            ("memory_bytes", "gauge", "Memory of the process.", memory()),
            ("processor_seconds_total", "counter", "Processor time of the process.", round(time.process_time(), 3)),
            ("start_time_seconds", "gauge", "When the process started.", round(self.started, 3)),
        ):
            yield Family(name, kind, words, [Sample("", {}, value)])

    def _times(self) -> Iterator[Sample]:
        so_far = 0
        for bound in BOUNDS:
            so_far += self._took[bound]
            yield Sample("_bucket", {"le": str(bound)}, so_far)
        yield Sample("_bucket", {"le": "+Inf"}, self._took.total())
        yield Sample("_sum", {}, round(self._seconds, 6))
        yield Sample("_count", {}, self._took.total())


def text_of(processes: Mapping[str, Sequence[Family]]) -> str:
    """The numbers of one process or several as Prometheus reads them; one without a name stands alone."""
    lines: dict[str, list[str]] = {}
    for process, families in processes.items():
        for name, kind, words, samples in families:
            whole = f"doppiogioco_{name}"
            family = lines.setdefault(name, [f"# HELP {whole} {words}", f"# TYPE {whole} {kind}"])
            for more, labels, value in samples:
                named = {**labels, "process": process} if process else labels
                shown = ",".join(f'{label}="{of}"' for label, of in named.items())
                family.append(f"{whole}{more}{{{shown}}} {value}" if shown else f"{whole}{more} {value}")
    return "".join(f"{line}\n" for family in lines.values() for line in family)


def memory() -> int:
    """Bytes in memory now; where the system does not tell, the most there have been."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def may_watch(connection: Connection, token: str) -> bool:
    """Numbers are for the machine itself, or for who has the token. What a proxy passes on comes from elsewhere."""
    shown = connection.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        return secrets.compare_digest(shown.encode(), token.encode())
    client: Any = connection.client
    return bool(client and client.host in LOOPBACK and "x-forwarded-for" not in connection.headers)
