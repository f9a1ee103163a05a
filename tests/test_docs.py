"""The documentation is true: its examples run, its links lead somewhere, its commands exist."""

import doctest
import inspect
import re
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import doppiogioco
from doppiogioco import rulebook
from doppiogioco.cli import app
from doppiogioco.engine.words import PACKAGE
from doppiogioco.tables.table import Table

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/**/*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
COMMANDS = get_command(app).commands


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_examples_run(page):
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0


def test_the_readme_plays():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).attempted > 8


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_no_page_is_empty(page):
    assert len(page.read_text(encoding="utf-8")) > 400


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_the_readme_names_every_command_and_game():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"`{name}" in readme, name
    for game in doppiogioco.games():
        assert doppiogioco.find(game).package.says("ROW", "?") in readme


def test_what_the_page_for_hosts_names_is_there():
    told = [(ROOT / "docs" / "host.md").read_text(encoding="utf-8")]
    told += [path.read_text(encoding="utf-8") for path in (ROOT / "deploy").iterdir()]
    options = [option for name in ("serve", "backup", "restore") for option in COMMANDS[name].params]
    flags = {flag for option in options for flag in (*option.opts, *option.secondary_opts)}
    flags.add("--help")
    variables = {option.envvar for option in options if getattr(option, "envvar", None)}
    named = set(re.findall(r"\bDOPPIOGIOCO_\w+", "".join(told)))
    assert len(named) > 5
    assert named <= variables
    named = set(re.findall(r"`(--[a-z-]+)|doppiogioco (?:serve|backup|restore) [^`\n]*?(--[a-z-]+)", told[0]))
    named = {flag for pair in named for flag in pair if flag}
    assert len(named) > 5
    assert named <= flags


def test_the_page_about_tables_names_every_event():
    told = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    named = re.search(r"events\*\* \(`tables/table.py`\): ([^.]*)\.", told).group(1)
    kinds = re.findall(r'"([^"]+)"', " ".join(re.findall(r"case (.*?)(?: if .*)?:", inspect.getsource(Table.fold))))
    assert set(re.split(r",\s+", named)) == set(kinds)


def test_help_shows_every_command():
    shown = CliRunner().invoke(app, ["--help"]).output
    assert COMMANDS
    for command in COMMANDS:
        assert command in shown


def test_what_is_installed_is_the_package_with_its_rulebooks_and_no_measurements():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = told["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == [PACKAGE.name]
    assert (PACKAGE / "py.typed").exists()
    assert wheel["force-include"] == {str(rulebook.PAGES.relative_to(ROOT)): f"{PACKAGE.name}/docs/games"}


def test_an_image_holds_what_the_server_is_installed_from_and_nothing_else():
    """A checkout also holds databases with their keys, and the password in deploy/.env: they are not copied."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = told["tool"]["hatch"]["build"]["targets"]["wheel"]
    project = told["project"]
    needed = {"pyproject.toml", "requirements.lock", project["readme"], *project["license-files"]}
    needed |= {*wheel["packages"], *wheel["force-include"]}
    lines = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").splitlines()
    copied = [words.split()[1:-1] for words in lines if words.startswith(("COPY", "ADD"))]
    assert {path for paths in copied for path in paths} == needed
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_changelog_begins_with_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changelog, re.MULTILINE).group(1) == doppiogioco.__version__


def test_no_machine_paths_or_package_hosts_in_the_tree():
    """The project speaks of itself alone."""
    forbidden = re.compile("/" + r"(?:work|tmp|root|home)/\w|files\." + "pythonhosted|pypi" + r"\.org")
    for path in ROOT.rglob("*"):
        inside = not any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(ROOT).parts)
        if inside and path.suffix in {".py", ".md", ".toml", ".lock", ".po", ".c"}:
            assert not forbidden.search(path.read_text(encoding="utf-8")), path
