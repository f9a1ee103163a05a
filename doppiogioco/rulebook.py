"""The numbered rules of docs/games: inside an installed package, or beside it in the repository."""

from __future__ import annotations

from doppiogioco.engine.words import PACKAGE

PAGES = next(
    (folder for folder in (PACKAGE / "docs" / "games", PACKAGE.parent / "docs" / "games") if folder.is_dir()), PACKAGE
)


def page(game: str, language: str) -> str | None:
    """All rules of a game, or None where the documentation is not at hand."""
    path = PAGES / f"{game}.{language}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def clause(game: str, number: str, language: str) -> str | None:
    """The text of one rule, or None."""
    beginning = f"**{number}** "
    for line in (page(game, language) or "").splitlines():
        if line.startswith(beginning):
            return f"{number} {line.removeprefix(beginning).replace('*', '')}"
    return None
