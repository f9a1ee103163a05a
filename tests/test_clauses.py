"""The rules in our own words: both languages number their clauses alike, and each clause is cited by a test."""

import ast
import re
from pathlib import Path

import pytest

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.games import PACKAGES

ROOT = Path(__file__).parent.parent
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* \S", re.MULTILINE)
CITED = re.compile(r"(?<![\w.])(\d+\.\d+)(?![\w.])")


def clauses(game: str, language: str) -> list[str]:
    return CLAUSE.findall((ROOT / "docs" / "games" / f"{game}.{language}.md").read_text(encoding="utf-8"))


def cited_by_tests(game: str) -> set[str]:
    """What the `clause` marks name in the test files that import from the game's package."""
    cited: set[str] = set()
    for path in (ROOT / "tests" / "games").glob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        if f"doppiogioco.games.{PACKAGES[game]}" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "clause":
                cited |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return cited


@pytest.mark.parametrize("game", doppiogioco.games())
def test_both_languages_have_the_same_clauses_in_order(game):
    english, italian = (clauses(game, language) for language in LANGUAGES)
    assert english == italian
    assert english == sorted(english, key=lambda number: [int(part) for part in number.split(".")])
    assert len(english) == len(set(english)) > 20


@pytest.mark.parametrize("game", doppiogioco.games())
def test_every_clause_is_cited_by_a_test_and_no_other(game):
    assert set(clauses(game, "en")) == cited_by_tests(game)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_questions_log_lines_and_code_cite_clauses_that_exist(game):
    known = set(clauses(game, "en"))
    found = find(game)
    assert len(found.words.CLAUSES) == len(found.rules.Ask)
    assert set(found.words.CLAUSES) <= known
    for path in Path(found.rules.__file__).parent.glob("*.py"):
        if path.name != "words.py":
            comments = re.findall(r'#.*|""".*?"""', path.read_text(encoding="utf-8"), re.DOTALL)
            assert {number for text in comments for number in CITED.findall(text)} <= known, path
