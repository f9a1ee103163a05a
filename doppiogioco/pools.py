"""Processes that do pieces of work side by side."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context

from .engine.shelf import packages, register


def pool(count: int | None = None) -> ProcessPoolExecutor:
    """So many processes, or one for each core.

    Each begins anew. A copy of this one would be quicker, but it would have the locks of all threads that run here and
    none of the threads that could open them, and may wait for ever.
    """
    games = [package.name for package in packages().values()]
    return ProcessPoolExecutor(count, get_context("spawn"), _know, (games,))


def _know(games: Sequence[str]) -> None:
    """In a new process: put those games on the shelf, too, that were put there by hand, but for what only lives in the
    process that did."""
    for name in games:
        with suppress(ImportError):
            register(import_module(name))
