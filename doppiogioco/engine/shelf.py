"""The shelf: every game there is. A game is a package that says everything about itself, and nothing else lists it.

Ours stand in `doppiogioco.games`. A package of somebody else is found by its entry point,

    [project.entry-points."doppiogioco.games"]
    my-game = "my_game"

or is put here by hand: `doppiogioco.register(my_game)`.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from symtable import symtable
from types import ModuleType
from typing import Any

from .errors import BadGame

GROUP = "doppiogioco.games"  # of entry points
# What tells, draws or tests a game; every other file of its package is taken for a part of the rules.
NOT_RULES = (
    "__init__", "words", "names", "styles", "checks", "drawing", "scene", "memory", "talk", "solving", "training",
    "logic",
)  # fmt: skip


class Package:
    """A game's package: what it is called, where its files are, and what it says of itself."""

    def __init__(self, module: ModuleType) -> None:
        """A package with an `ID`."""
        self.id: str = getattr(module, "ID", "")
        if not isinstance(self.id, str) or not self.id.replace("-", "").isalnum() or self.id != self.id.lower():
            raise BadGame(f"{module.__name__} has no ID like 'top-secret-spies', so it is no game")
        if not module.__file__ or not hasattr(module, "__path__"):
            raise BadGame(f"{self.id}: a game is a package, and {module.__name__} is none")
        self.name, self.folder, self._module = module.__name__, Path(module.__file__).parent, module

    def __repr__(self) -> str:
        return f"<the package {self.name} of {self.id}>"

    def says(self, name: str, default: Any) -> Any:
        """What the package says of itself under a name that it need not have."""
        return getattr(self._module, name, default)

    def sayings(self) -> dict[str, Any]:
        """Everything that the package says of itself: its names in capitals."""
        return {name: value for name, value in vars(self._module).items() if name.isupper() and name[0] != "_"}

    def has(self, module: str) -> bool:
        """Is there such a module in it?"""
        return find_spec(f"{self.name}.{module}") is not None

    def module(self, name: str) -> ModuleType:
        """One of its modules."""
        if not self.has(name):
            raise BadGame(f"{self.id}: there is no {name}.py in {self.name}")
        return import_module(f"{self.name}.{name}")

    def names_in(self, name: str) -> set[str]:
        """What one of its modules defines or imports, read and not run; where that cannot be seen, it is run."""
        path = self.folder / f"{name}.py"
        text = path.read_text(encoding="utf-8") if path.is_file() else "import *"
        if "import *" in text:
            return set(dir(self.module(name)))
        symbols = symtable(text, str(path), "exec").get_symbols()
        return {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}

    def rule_files(self) -> list[Path]:
        """The files that its rules are made of."""
        told = (*NOT_RULES, *self.says("NOT_RULES", ()))
        return sorted(path for path in self.folder.glob("*.py") if path.stem not in told)

    @cached_property
    def digest(self) -> str:
        """Of its rules: compiled code of other rules, or of these before an edit, is never taken for theirs."""
        found = hashlib.sha256()
        for path in self.rule_files():
            found.update(path.name.encode() + path.read_bytes())
        return found.hexdigest()[:12]


_packages: dict[str, Package] = {}
_looked: list[bool] = []  # have the entry points of installed packages been looked through?


def register(module: ModuleType) -> None:
    """Put a game on the shelf. The same package may be put there twice, another one of the same name may not."""
    package = Package(module)
    there = _packages.setdefault(package.id, package)
    if there.name != package.name:
        raise BadGame(f"there are two games called {package.id}: {there.name} and {package.name}")


def packages() -> dict[str, Package]:
    """Every game there is: ours, then those of others in the order in which they came."""
    if not _looked:
        _looked.append(True)
        for found in _installed():
            register(found)
    return _packages


def package_of(game: str) -> Package | None:
    """The package of a game, or None; installed packages are looked through only for what is not on the shelf."""
    return _packages.get(game) or packages().get(game)


def _installed() -> Iterator[ModuleType]:
    """The games of installed packages. One that cannot be loaded must not spoil the others."""
    for point in entry_points(group=GROUP):
        try:
            yield point.load()
        except Exception as error:  # whatever somebody else's package may do
            warnings.warn(f"the game {point.name} of {point.value} cannot be loaded: {error!r}", stacklevel=2)
