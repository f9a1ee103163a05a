"""A real PostgreSQL for tests."""

from __future__ import annotations

import os

import pytest

from faults import cluster
from faults.cluster import UNSAFE


def program(name: str) -> str:
    """One of PostgreSQL's programs. In CI a missing one is a failure; elsewhere the test says what to install."""
    try:
        return cluster.program(name)
    except cluster.NoPostgres as missing:
        pytest.fail(str(missing)) if os.environ.get("CI") else pytest.skip(str(missing))


class Cluster(cluster.Cluster):
    """One that need not wait for the disk: nothing here outlives the machine."""

    def __init__(self) -> None:
        program("postgres")
        super().__init__(UNSAFE)
