"""Doors broken open on purpose: a test that does not notice stands there for nothing."""

from __future__ import annotations

import re
from inspect import getsource
from textwrap import dedent
from typing import Any

import pytest

from doppiogioco.web.standing import lazily

HEAD = re.compile(r"^(?:async )?def ", re.MULTILINE)


def mutate(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, old: str, new: str) -> None:
    """Change one thing in the source of a function, a method, a property or a route."""
    found = vars(owner)[name]
    function = found.fget if isinstance(found, property) else getattr(found, "fn", found)
    function = found.find if isinstance(found, lazily) else function
    source = dedent(getsource(function))
    source = source[HEAD.search(source).start() :]  # type: ignore[union-attr]
    assert source.count(old) == 1, f"{name} has no {old!r} to break, or several: has it been written anew?"
    made: dict[str, Any] = {}
    exec(compile(source.replace(old, new), getsource.__module__, "exec", dont_inherit=True), function.__globals__, made)
    mutant = made[function.__name__]
    mutant.__module__, mutant.__annotations__ = function.__module__, function.__annotations__
    if hasattr(found, "fn"):
        monkeypatch.setattr(found, "_fn", mutant)
    else:
        monkeypatch.setattr(owner, name, property(mutant) if isinstance(found, property | lazily) else mutant)
