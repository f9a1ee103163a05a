"""The numbered rules of a game: beside its own files, or in docs/games of the repository or the installed package."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from doppiogioco.engine.shelf import package_of
from doppiogioco.engine.words import PACKAGE

PAGES = next(
    (folder for folder in (PACKAGE / "docs" / "games", PACKAGE.parent / "docs" / "games") if folder.is_dir()), PACKAGE
)
CLAUSE = re.compile(r"\*\*(\d+\.\d+)\*\* (\S.*)")


def cut(text: str) -> list[tuple[bool, str]]:
    """A text cut at its asterisks: (does it stand between two of them?, text)."""
    return [(bool(at % 2), part) for at, part in enumerate(text.split("*")) if part.strip()]


@dataclass
class Clause:
    """A numbered rule."""

    number: str
    text: str  # what stands between asterisks is our reading of it

    @property
    def parts(self) -> list[tuple[bool, str]]:
        """The text cut into rule and remark."""
        return cut(self.text)

    def __str__(self) -> str:
        return f"{self.number} {self.text.replace('*', '')}"


@dataclass
class Chapter:
    """A heading and what stands below it."""

    title: str
    clauses: list[Clause] = field(default_factory=list)
    table: list[list[str]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    @property
    def paragraphs(self) -> list[list[tuple[bool, str]]]:
        """The text, cut into what is said and what is stressed."""
        return [cut(text) for text in self.text]


def page(game: str, language: str) -> Path | None:
    """The file of a game's rules, or None where it is not at hand."""
    package = package_of(game)
    own = [package.folder / f"rules.{language}.md"] if package else []
    return next((path for path in (*own, PAGES / f"{game}.{language}.md") if path.is_file()), None)


def where(game: str, language: str) -> str:
    """Where a person finds the rules of a game: among ours, or in its own package."""
    path = page(game, language)
    return f"docs/games/{game}.{language}.md" if path is None or path.parent == PAGES else path.name


@cache
def chapters(game: str, language: str) -> list[Chapter]:
    """The chapters of a game's rules; the first one has the game's name. Empty where there is no page."""
    found: list[Chapter] = []
    path = page(game, language)
    for line in path.read_text(encoding="utf-8").splitlines() if path else []:
        clause = CLAUSE.match(line)
        if line.startswith("#"):
            found.append(Chapter(line.lstrip("# ")))
        elif clause:
            found[-1].clauses.append(Clause(clause[1], clause[2]))
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not set("".join(cells)) <= set("-: "):
                found[-1].table.append(cells)
        elif line.strip():
            found[-1].text.append(line.strip())
    return found


def clauses(game: str, language: str) -> dict[str, Clause]:
    """Every rule of a game by its number."""
    return {clause.number: clause for chapter in chapters(game, language) for clause in chapter.clauses}
