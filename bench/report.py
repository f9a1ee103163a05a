"""What every measurement shares: peers that may be missing, progress, and bars in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import track

Work = TypeVar("Work")


class NotHere(Exception):
    """A peer cannot be measured on this machine; the message says why."""


def shown(work: Sequence[Work], what: str) -> Any:
    """Work with a progress bar, on standard error so that the tables can be piped."""
    return track(work, what, console=Console(stderr=True), transient=True)


def verdict(reached: bool) -> str:
    """A bar in words."""
    return "reached" if reached else "[bold]not reached"
