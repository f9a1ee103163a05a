"""The numbered rules of docs/games: inside an installed package, or beside it in the repository."""

from __future__ import annotations

from doppiogioco.engine.words import PACKAGE

PAGES = next(
    (folder for folder in (PACKAGE / "docs" / "games", PACKAGE.parent / "docs" / "games") if folder.is_dir()), PACKAGE
)


def clause(game: str, number: str, language: str) -> str | None:
    """The text of one rule, or None."""
    page = PAGES / f"{game}.{language}.md"
    if not page.is_file():
        return None
    beginning = f"**{number}** "
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith(beginning):
            return f"{number} {line.removeprefix(beginning).replace('*', '')}"
    return None
