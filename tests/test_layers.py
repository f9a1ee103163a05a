"""Who may import whom: the engine knows nothing else of ours, games know only the engine, tables nothing of the web.

A file beside the rooms is no way around: what it may import is told as well.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "doppiogioco"
# Of each room, and of the files beside the rooms that several of these share, what it may import.
IMPORTED = {
    "engine": (),
    "games": ("engine",),
    "bots": ("engine",),
    "store": ("engine",),
    "chat": ("engine",),
    "files": ("engine",),
    "limits": (),
    "notebook": ("engine", "web"),  # draws the board of a page: handed to the engine by the package
    "pools": ("engine",),
    "revealed": ("engine",),
    "rulebook": ("engine",),
    "typed_answers": ("engine",),
    "tables": ("engine", "bots", "store", "chat", "__version__"),
    "research": (
        "engine", "bots", "store", "tables", "chat", "files", "notebook", "revealed", "rulebook", "typed_answers",
        "__version__",
    ),
    "web": ("engine", "bots", "store", "tables", "chat", "limits", "revealed", "rulebook", "__version__"),
}  # fmt: skip
HTTP = (
    "litestar", "uvicorn", "starlette", "minijinja", "http", "urllib.request", "urllib.error", "websockets", "httpx",
    "requests", "socket",
)  # fmt: skip


def imported(path: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    found, here = set(), ["doppiogioco", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [*here[: len(here) - node.level + 1], *filter(None, [node.module])] if node.level else [node.module]
            found |= {".".join([*map(str, base), alias.name]) for alias in node.names}
    return found


def within(module: str, names: tuple[str, ...], prefix: str = "") -> bool:
    return any(module == f"{prefix}{name}" or module.startswith(f"{prefix}{name}.") for name in names)


def files_of(room: str) -> list[Path]:
    """A room's files, or the one file that it is."""
    return [*(PACKAGE / room).rglob("*.py"), *PACKAGE.glob(f"{room}.py")]


@pytest.mark.parametrize("room", IMPORTED)
def test_a_room_opens_only_its_own_doors(room: str) -> None:
    files = files_of(room)
    assert files, room
    for path in files:
        allowed = (room, *IMPORTED[room])
        if room == "games" and path.parent != PACKAGE / "games":  # a game may import itself, and no other game
            allowed = (f"games.{path.relative_to(PACKAGE / 'games').parts[0]}", *IMPORTED[room])
        ours = [module for module in imported(path) if within(module, ("doppiogioco",))]
        wrong = [module for module in ours if not within(module, allowed, "doppiogioco.")]
        assert not wrong, f"{path.relative_to(PACKAGE)} imports {', '.join(wrong)}"


def test_there_is_no_http_among_the_tables() -> None:
    for path in (PACKAGE / "tables").rglob("*.py"):
        assert not [module for module in imported(path) if within(module, HTTP)], path.name
        assert "status" not in path.read_text(encoding="utf-8"), f"{path.name} speaks of codes"


def test_a_door_that_should_be_shut_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    room = tmp_path / "engine"
    room.mkdir()
    for line in (
        "from ..games import secrets_game", "import doppiogioco.web.app", "from doppiogioco import games",
        "import doppiogioco", "from doppiogioco.notebook import framed", "from .. import arena",
    ):  # fmt: skip
        (room / "wrong.py").write_text(line)
        with pytest.raises(AssertionError, match=r"wrong\.py imports"):
            test_a_room_opens_only_its_own_doors("engine")
