"""The numbered rules of docs/games, where the documentation lies beside the package."""

from __future__ import annotations

from doppiogioco.engine.words import PACKAGE

PAGES = PACKAGE.parent / "docs" / "games"


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
