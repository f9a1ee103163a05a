"""The numbers of several processes at one address: whichever is asked tells those of all.

Each leaves its own in a folder that they share, once a second, under its number among them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .metrics import Family, Sample

SILENT = 10.0  # seconds after which the numbers of a process are old: it has ended, or does nothing any more


class Board:
    """Where the numbers are; without a folder there is one process, which needs no name."""

    def __init__(self, folder: str, number: int) -> None:
        self.shared, self._folder, self._own = bool(folder), Path(folder), str(number)

    def leave(self, families: Iterable[Family]) -> None:
        """Tell the others one's own numbers; nobody reads half of them. Where that cannot be, nothing else suffers."""
        fresh = self._folder / f"{self._own}.new"
        with suppress(OSError):
            fresh.write_text(json.dumps(list(families)), encoding="ascii")
            fresh.replace(self._folder / f"{self._own}.json")

    def all(self, own: list[Family]) -> dict[str, list[Family]]:
        """The numbers of every process: one's own as they are now, those of the others as they were left."""
        if not self.shared:
            return {"": own}
        there = {file.stem: file for file in self._folder.glob("*.json") if time.time() - file.stat().st_mtime < SILENT}
        found = {name: _read(file) for name, file in there.items() if name != self._own}
        return dict(sorted((found | {self._own: own}).items(), key=lambda one: int(one[0])))


def _read(file: Path) -> list[Family]:
    told = json.loads(file.read_text(encoding="ascii"))
    return [Family(name, kind, words, [Sample(*one) for one in samples]) for name, kind, words, samples in told]
