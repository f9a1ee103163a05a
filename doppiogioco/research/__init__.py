"""The same rules for programs that learn: PettingZoo, OpenSpiel, batches, text, data. Each by its own name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from doppiogioco.engine.errors import MissingExtra
from doppiogioco.engine.words import N_


@contextmanager
def needs(package: str, extra: str) -> Iterator[None]:
    """Import inside this: a missing package is an error that says what to install."""
    try:
        yield
    except ImportError as missing:
        if isinstance(missing, MissingExtra):
            raise
        text = N_("this needs {package}: pip install 'doppiogioco[{extra}]'")
        raise MissingExtra(text, package=package, extra=extra) from missing
