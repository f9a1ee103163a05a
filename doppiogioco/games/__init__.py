"""Our games: each is a package here, found by being here."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from ..engine.shelf import register

for _found in iter_modules(__path__):
    register(import_module(f"{__name__}.{_found.name}"))
