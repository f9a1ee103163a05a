"""What the repository must not hold."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


# Who has a copy of the files is told so; in CI a missing checkout is a failure.
NO_CHECKOUT = not (ROOT / ".git").exists() and "CI" not in os.environ


@pytest.mark.skipif(NO_CHECKOUT, reason="this is no checkout, but a copy of its files")
def test_no_database_is_in_it() -> None:
    """A server makes one wherever it is told to, and its signing key lies in it."""
    git = shutil.which("git")
    assert git, "a checkout without git"
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    files = [ROOT / name for name in listed.decode().split("\0") if name]
    assert len(files) > 100
    begins = [(path, path.read_bytes()[:16]) for path in files if path.is_file()]
    assert not [path.name for path, begin in begins if begin.startswith(b"SQLite format 3")]
    assert not [path.name for path in files if path.name.endswith(("-wal", "-shm"))]
