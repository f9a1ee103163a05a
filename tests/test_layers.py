"""Who may import whom: the engine knows no game, games know only the engine, tables know nothing of the web."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "doppiogioco"
NOT_IMPORTED = {
    "engine": ("games", "bots", "tables", "store", "web", "research", "cli", "terminal"),
    "games": ("bots", "tables", "store", "web", "research", "cli", "terminal"),
    "bots": ("games", "tables", "store", "web", "research", "cli", "terminal"),
    "tables": ("games", "web", "research", "cli", "terminal"),
    "store": ("games", "tables", "web", "research", "cli", "terminal"),
    "research": ("games", "web", "cli", "terminal"),
}
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
            found |= {".".join([*map(str, base), alias.name]) for alias in node.names} | {".".join(map(str, base))}
    return found


def within(module: str, names: tuple[str, ...], prefix: str = "") -> bool:
    return any(module == f"{prefix}{name}" or module.startswith(f"{prefix}{name}.") for name in names)


@pytest.mark.parametrize("room", NOT_IMPORTED)
def test_a_room_opens_only_its_own_doors(room: str) -> None:
    for path in (PACKAGE / room).rglob("*.py"):
        wrong = [module for module in imported(path) if within(module, NOT_IMPORTED[room], "doppiogioco.")]
        if room == "games":  # a game may import itself, and no other game
            own = "doppiogioco.games." + path.relative_to(PACKAGE / "games").parts[0]
            wrong += [m for m in imported(path) if m.startswith("doppiogioco.games.") and not m.startswith(own)]
            wrong = [module for module in wrong if path.parent != PACKAGE / "games"]
        assert not wrong, f"{path.relative_to(PACKAGE)} imports {', '.join(wrong)}"


def test_there_is_no_http_among_the_tables() -> None:
    for path in (PACKAGE / "tables").rglob("*.py"):
        assert not [module for module in imported(path) if within(module, HTTP)], path.name
        assert "status" not in path.read_text(encoding="utf-8"), f"{path.name} speaks of codes"


def test_a_door_that_should_be_shut_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    room = tmp_path / "engine"
    room.mkdir()
    for line in ("from ..games import secrets_game", "import doppiogioco.web.app", "from doppiogioco import games"):
        (room / "wrong.py").write_text(line)
        with pytest.raises(AssertionError, match=r"wrong\.py imports"):
            test_a_room_opens_only_its_own_doors("engine")
