"""The shelf and the contract: what is no game is refused with a sentence that names what is missing."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine import shelf
from doppiogioco.engine.errors import BadGame
from doppiogioco.engine.hooks import checks_of, solving_of, talk_of

EXAMPLE = Path(__file__).parent.parent / "examples" / "liars_dice"


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes packages like the example with one thing wrong."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)

    def copied(name: str, file: str, old: str, new: str) -> Any:
        shutil.copytree(EXAMPLE, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (tmp_path / name).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert path.name != file or old in text
            changed = text.replace(old, new) if path.name == file else text
            path.write_text(changed, encoding="utf-8")
        return import_module(name)

    yield copied
    for name in set(sys.modules) - before:
        if name.startswith("wrong_"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "sentence"),
    [
        ("apply", "rules.py", "def apply(", "def applied(", "liars-dice: its rules lack apply"),
        ("words", "words.py", "def question(", "def asked(", "liars-dice: its words lack question"),
        ("field", "rules.py", 'asks("bidder", Face', 'asks("nobody_here", Face', "FACE asks 'nobody_here', which"),
        ("told", "rules.py", 'told="owner"', 'told="count"', "ROLL is told to 'count', which is no field of seats"),
        ("state", "rules.py", '    "liars-dice",', '    "secrets",', "its state is declared as that of secrets"),
        ("ending", "rules.py", "    reason=public(Reason),\n", "", "liars-dice: its state lacks reason"),
        ("dealing", "rules.py", "    again=public(2)", "    anew=public(2)", "liars-dice: its state lacks again"),
        ("crowd", "rules.py", "5, 6)", "5, 9)", "liars-dice: 9 seats are too many, 8 may play"),
        ("option", "words.py", '"wild-ones"', '"wild"', "liars-dice: its words lack the option wild-ones"),
        ("misspelt", "__init__.py", "LONGEST", "LONGST", "nobody asks its package for LONGST: is LONGEST meant?"),
        ("single", "__init__.py", '("bot",)', '("bot")', "its NOT_RULES cannot be 'bot'"),
        ("file", "__init__.py", '("bot",)', '("robot",)', "NOT_RULES names 'robot', and there is no robot.py"),
        ("who", "__init__.py", "LONGEST = 512", 'IDENTITY = ("dye",)', "IDENTITY names 'dye', which is no field of"),
        ("why", "__init__.py", "LONGEST = 512", 'BELIEVED = ("dye",)', "BELIEVED names 'dye', which is no field of"),
        ("styles", "styles.py", "STYLES", "HABITS", "its styles lack STYLES (see engine/hooks.py)"),
        ("glance", "judgement.py", "def appeal(", "def appeals(", "its judgement lack appeal"),
        ("checks", "checks.py", "MUTANTS", "MUTATIONS", "its checks lack MUTANTS"),
        ("last", "rules.py", "OVER", "DONE", "its last question is DONE, not OVER"),
    ],
)  # fmt: skip
def test_a_game_that_lacks_something_is_refused(
    copies: Any, name: str, file: str, old: str, new: str, sentence: str
) -> None:
    doppiogioco.register(copies(f"wrong_{name}", file, old, new))
    with pytest.raises(BadGame, match=re.escape(sentence)):
        doppiogioco.find("liars-dice")


@pytest.mark.parametrize(
    ("module", "text", "sentence"),
    [
        ("solving", "import numba\ndef solved(): ...", "its solving lack solve"),
        ("training", "FILE, PIECES = 'x', 1", "its training lack train"),
        ("logic", "def logic(seed): ...", "its logic lack Logic"),
        ("foresight", "def foreseen(s, ahead, out): ...", "its foresight lack foreseeable, ahead_of"),
        ("intent", "from .judgement import appeal", "its intent lack intent"),
        ("talk", "def worth_saying(view): ...", "its talk have none of worth_claiming, claimed, stated, proved"),
    ],
)
def test_a_module_for_bots_without_its_hooks_is_refused(
    copies: Any, tmp_path: Path, module: str, text: str, sentence: str
) -> None:
    """When the game is loaded, though the module is run only when a bot needs it."""
    package = copies(f"wrong_{module}_hook", "__init__.py", "", "")
    (tmp_path / package.__name__ / f"{module}.py").write_text(text, encoding="utf-8")
    doppiogioco.register(package)
    with pytest.raises(BadGame, match=re.escape(f"liars-dice: {sentence}")):
        doppiogioco.find("liars-dice")
    assert f"{package.__name__}.{module}" not in sys.modules


def test_hooks_have_defaults(copies: Any, tmp_path: Path) -> None:
    package = copies("wrong_nothing_at_all", "__init__.py", "", "")
    (tmp_path / package.__name__ / "talk.py").write_text("def proved(s, answer): ...", encoding="utf-8")
    doppiogioco.register(package)
    found = doppiogioco.find("liars-dice")
    talk, checks = talk_of(found.package), checks_of(found.package)
    assert talk and talk.claimed is None and talk.stated(None, 0) == "" and talk.worth_claiming(None) == ()
    assert checks and checks.named is None and checks.MUTANTS == 8
    assert solving_of(found.package) is None and set(found.styles) == set(checks.REACHED[0][1:2])


def test_a_package_without_a_name_or_that_is_none_is_refused(copies: Any, tmp_path: Path) -> None:
    with pytest.raises(BadGame, match="wrong_id has no ID like 'top-secret-spies', so it is no game"):
        doppiogioco.register(copies("wrong_id", "__init__.py", "ID =", "IDEA ="))
    (tmp_path / "wrong_module.py").write_text('ID = "one-file"\n')
    with pytest.raises(BadGame, match="one-file: a game is a package, and wrong_module is none"):
        doppiogioco.register(import_module("wrong_module"))


def test_a_package_without_rules_is_refused(copies: Any, tmp_path: Path) -> None:
    module = copies("wrong_files", "__init__.py", "", "")
    (tmp_path / "wrong_files" / "rules.py").unlink()
    doppiogioco.register(module)
    with pytest.raises(BadGame, match=r"liars-dice: there is no rules.py in wrong_files"):
        doppiogioco.find("liars-dice")


def test_two_games_of_one_name_are_refused(copies: Any) -> None:
    doppiogioco.register(copies("wrong_one", "__init__.py", "", ""))
    with pytest.raises(BadGame, match="there are two games called liars-dice: wrong_one and wrong_other"):
        doppiogioco.register(copies("wrong_other", "__init__.py", "", ""))


def test_a_game_that_cannot_be_loaded_does_not_spoil_the_others(copies: Any, tmp_path: Path) -> None:
    wheel = tmp_path / "two_games-1.dist-info"
    wheel.mkdir()
    (wheel / "METADATA").write_text("Metadata-Version: 2.1\nName: two-games\nVersion: 1\n")
    (wheel / "entry_points.txt").write_text("[doppiogioco.games]\na = no_such_package\nb = wrong_nothing\n")
    good = copies("wrong_nothing", "__init__.py", "", "")
    with pytest.warns(UserWarning, match="the game a of no_such_package cannot be loaded"):
        found = list(shelf._installed())
    assert found == [good]
