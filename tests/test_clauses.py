"""The rules in our own words: both languages number their clauses alike, and each clause is cited by a test."""

import re
from functools import cache
from pathlib import Path

import pytest

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.rulebook import clauses as read_clauses

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tests" / "games"
CITED = re.compile(r"(?<![\w.])(\d+\.\d+)(?![\w.])")


def clauses(game: str, language: str) -> list[str]:
    return [*read_clauses(game, language)]


class Citations:
    """A pytest plugin that notes what the `clause` marks of each test file name."""

    def __init__(self) -> None:
        self.by_file: dict[Path, set[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            cited = self.by_file.setdefault(item.path, set())
            cited.update(*(mark.args for mark in item.iter_markers("clause")))


@cache
def citations() -> dict[Path, set[str]]:
    found = Citations()
    pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", str(GAMES)], plugins=[found])
    return found.by_file


def cited_by_tests(game: str) -> set[str]:
    """What is cited in the test files that import from the game's package."""
    files = [path for path in citations() if find(game).package.name in path.read_text(encoding="utf-8")]
    return set().union(*(citations()[path] for path in files))


@pytest.mark.parametrize("game", doppiogioco.games())
def test_both_languages_have_the_same_clauses_in_order(game):
    english, italian = (clauses(game, language) for language in LANGUAGES)
    assert english == italian
    assert english == sorted(english, key=lambda number: [int(part) for part in number.split(".")])
    assert len(english) == len(set(english)) == find(game).package.module("checks").CLAUSES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", doppiogioco.games())
def test_what_is_in_italics_is_a_ruling_and_not_the_name_of_a_card(game, language):
    for number, clause in read_clauses(game, language).items():
        for ours, text in clause.parts:
            assert not ours or not text.endswith(".") or len(text.split()) > 3, (number, text)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_every_clause_is_cited_by_a_test_and_no_other(game):
    assert set(clauses(game, "en")) == cited_by_tests(game)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_questions_log_lines_and_code_cite_clauses_that_exist(game):
    known = set(clauses(game, "en"))
    found = find(game)
    assert len(found.clauses) == len(found.rules.Ask)
    assert set(found.clauses) <= known
    for path in found.package.rule_files():
        texts = re.findall(r'#[^\n]*|""".*?"""|"[^"\n]*"', path.read_text(encoding="utf-8"), re.DOTALL)  # no numbers
        assert {number for text in texts for number in CITED.findall(text)} <= known, path


# By number: how each ruling in it begins, in both languages
SETTLED_ANEW = {
    ("top-secret-spies", "7.8"): ("As soon as the pile is exhausted", "Appena il mazzo è esaurito"),
    ("top-secret-spies", "9.4"): ("So with dossiers", "Quindi con i dossier"),
}


@pytest.mark.parametrize(("language", "at"), [("en", 0), ("it", 1)])
@pytest.mark.parametrize(("game", "number"), SETTLED_ANEW)
def test_rulings_that_have_changed_stand_in_italics_with_their_reason(game, number, language, at):
    rulings = [text for ours, text in read_clauses(game, language)[number].parts if ours]
    assert [text.startswith(SETTLED_ANEW[game, number][at]) for text in rulings] == [True]
    assert ("the printed rules", "il regolamento stampato")[at] in rulings[0]
