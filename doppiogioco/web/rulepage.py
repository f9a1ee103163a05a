"""The rules of a game as a page: the text of docs/games, each clause with a place of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from doppiogioco.rulebook import PAGES

CLAUSE = re.compile(r"\*\*(\d+(?:\.\d+)*)\*\* (.*)")


@dataclass
class Clause:
    """A numbered rule."""

    number: str
    parts: list[tuple[bool, str]]  # (is it a remark?, text)


@dataclass
class Chapter:
    """A heading and what stands below it."""

    title: str
    clauses: list[Clause] = field(default_factory=list)
    table: list[list[str]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


@cache
def rule_page(game: str, language: str) -> list[Chapter]:
    """The chapters of a game's rules; the first one has the game's name."""
    chapters: list[Chapter] = []
    for line in (PAGES / f"{game}.{language}.md").read_text(encoding="utf-8").splitlines():
        found = CLAUSE.match(line)
        if line.startswith("#"):
            chapters.append(Chapter(line.lstrip("# ")))
        elif found:
            chapters[-1].clauses.append(Clause(found[1], remarks(found[2])))
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not set("".join(cells)) <= set("-: "):
                chapters[-1].table.append(cells)
        elif line.strip():
            chapters[-1].text.append(line.strip())
    return chapters


def remarks(text: str) -> list[tuple[bool, str]]:
    """A text cut into rule and remark: what stands between asterisks is our reading of it."""
    return [(bool(at % 2), part.strip("*")) for at, part in enumerate(text.split("*")) if part.strip()]
