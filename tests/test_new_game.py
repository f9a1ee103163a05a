"""A sixth game without touching the package: all of `docs/new-game.md`, and everything that a game gets for free."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import test_words
from keyboard import NUMBERS, run
from litestar.testing import TestClient

import doppiogioco
from doppiogioco import playthroughs
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game
from doppiogioco.engine.words import LANGUAGES, PACKAGE
from doppiogioco.law_runs import prove_ends, ways_to_play
from doppiogioco.rulebook import clauses, page
from doppiogioco.web.app import create_app

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "liars_dice"
DOC = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```", DOC, re.MULTILINE | re.DOTALL)
COMMANDS = [line.split() for kind, _, text in BLOCKS if kind == "sh" for line in text.splitlines()]
# What every game is held against; of the six games only the sixth is chosen, at two and at three seats.
FOR_EVERY_GAME = [
    "test_clauses.py", "test_laws.py", "test_perft.py", "test_secrecy.py", "test_terminal.py",
    "test_words.py", "research/test_batch.py", "research/test_openspiel.py", "research/test_pettingzoo.py",
    "research/test_text.py", "web/test_page_cache.py", "web/test_page_secrets.py", "web/test_two_worlds.py",
]  # fmt: skip
CHOSEN = "liars-dice and not (liars-dice-4 or liars-dice-5 or liars-dice-6)"

pytestmark = pytest.mark.xdist_group("new game")  # compiled once


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the game as an installed package, by its entry point."""
    folder = tmp_path_factory.mktemp("site")
    point = next(text for kind, _, text in BLOCKS if kind == "toml")
    wheel = folder / "liars_dice-1.dist-info"
    wheel.mkdir()
    (wheel / "METADATA").write_text("Metadata-Version: 2.1\nName: liars-dice\nVersion: 1\n")
    written = point.replace('project.entry-points."doppiogioco.games"', "doppiogioco.games").replace('"', "")
    (wheel / "entry_points.txt").write_text(written)
    path = os.pathsep.join(map(str, (folder, ROOT / "examples", ROOT)))
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return outside | {"PYTHONPATH": path, "DOPPIOGIOCO_LANGUAGE": "en"}


def in_a_process(environment: dict[str, str], *arguments: str, typed: str = "", folder: Path = ROOT) -> str:
    """What Python prints, if all goes well."""
    done = subprocess.run(
        [sys.executable, *arguments], input=typed, env=environment, cwd=folder, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# The page -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [(name, text) for _, name, text in BLOCKS if name])
def test_what_the_page_shows_of_a_file_is_in_the_file(name: str, text: str) -> None:
    assert text in (EXAMPLE / name).read_text(encoding="utf-8")


def test_the_page_tells_of_every_file() -> None:
    files = {path.name for path in EXAMPLE.iterdir() if path.is_file()}
    assert files == {name for name in files if f"`{name}`" in DOC}
    assert {"__init__.py", "rules.py", "words.py", "it.po", "styles.py", "bot.py"} <= {name for _, name, _ in BLOCKS}


def test_its_commands_run(installed: dict[str, str], tmp_path: Path) -> None:
    told = {}
    for _, command, *arguments in COMMANDS:
        if command != "serve":  # which does not end; its pages are asked below
            typed = NUMBERS if command == "play" else ""
            told[command] = in_a_process(
                installed, "-m", "doppiogioco", command, *arguments, typed=typed, folder=tmp_path
            )
    assert list(told) == ["play", "verify", "laws", "golden"]
    assert "The match is over" in told["play"]
    assert "A fair deal" in told["verify"]
    assert "No law was broken." in told["laws"]
    assert "10 files agree" in told["golden"]


def test_its_openspiel_example_runs(installed: dict[str, str]) -> None:
    example = next(text for kind, _, text in BLOCKS if kind == "python" and text.startswith("import pyspiel"))
    assert in_a_process(installed, "-c", f"{example}print(state.num_players())") == "3\n"


def test_what_holds_for_every_game_holds_for_it(installed: dict[str, str]) -> None:
    """Laws, secrecy and its mutants, words, terminal, pages, PettingZoo, OpenSpiel, batch: all find it."""
    files = [str(ROOT / "tests" / name) for name in FOR_EVERY_GAME]
    told = in_a_process(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN, *files)
    passed = re.search(r"^(\d+) passed, \d+ deselected", told, re.MULTILINE)
    assert passed and int(passed[1]) > 80, told


def test_a_whole_game_in_a_real_browser(installed: dict[str, str]) -> None:
    """By mouse, from the home page to the results, on a server that finds the game as an installed package."""
    by_mouse = f"{ROOT / 'tests' / 'web' / 'test_browser.py'}::test_a_whole_game_by_mouse[liars-dice]"
    told = in_a_process(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", by_mouse)
    if "1 skipped" in told:  # which in CI it never is
        pytest.skip("no Chromium")
    assert re.search(r"^1 passed", told, re.MULTILINE), told


def test_nothing_in_the_package_knows_it() -> None:
    for path in PACKAGE.rglob("*"):
        if path.suffix in {".py", ".html", ".css", ".js", ".po", ".md"}:
            assert not re.search(r"liar.?s.?dice", path.read_text(encoding="utf-8"), re.IGNORECASE), path


# On the shelf -------------------------------------------------------------------------------------------------------


def test_it_comes_after_ours_and_goes_away_again(sixth: Game) -> None:
    assert doppiogioco.games()[-1] == "liars-dice"
    assert len([setup for setup in doppiogioco.setups() if setup[0] == "liars-dice"]) == 10
    doppiogioco.register(import_module("liars_dice"))  # twice is once
    assert doppiogioco.games().count("liars-dice") == 1


def test_the_command_line_lists_it(sixth: Game) -> None:
    assert "Dadi bugiardi" in run("games", "--language", "it").stdout
    assert "the seat of its row" in run("games", "liars-dice", "--state").stdout


def test_a_person_plays_it_in_the_terminal(sixth: Game, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    result = run("play", "liars-dice", "--option", "wild-ones", "--seed", 3, "--save", path, typed=NUMBERS)
    assert result.exit_code == 0
    match = doppiogioco.replay(json.loads(path.read_text()))
    assert match.over and match.options == {"wild-ones": True}
    assert match.verdict() in " ".join(result.stdout.split())
    assert "A fair deal" in run("verify", path).stdout


def test_both_languages_have_all_its_texts(sixth: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = EXAMPLE / "it.po"
    ours = test_words.CATALOGUES
    monkeypatch.setattr(test_words, "PACKAGE", EXAMPLE)
    monkeypatch.setattr(test_words, "CATALOGUES", [catalogue])
    test_words.test_every_text_is_translated_and_nothing_else(catalogue)
    test_words.test_translations_keep_their_placeholders(catalogue)
    test_words.test_catalogues_say_what_they_are(catalogue)
    monkeypatch.setattr(test_words, "PACKAGE", ROOT)
    monkeypatch.setattr(test_words, "CATALOGUES", [*ours, catalogue])
    test_words.test_catalogues_do_not_contradict_each_other()


def test_its_clauses_are_numbered_alike_in_both_languages(sixth: Game) -> None:
    english, italian = (list(clauses("liars-dice", language)) for language in LANGUAGES)
    assert english == italian
    assert set(sixth.clauses) <= set(english)
    assert page("liars-dice", "it") == EXAMPLE / "rules.it.md"


def test_a_play_through_is_written_and_a_change_is_noticed(sixth: Game, tmp_path: Path) -> None:
    setup = sixth.setups()[3]
    playthroughs.write(setup, tmp_path)
    playthroughs.check(setup, tmp_path)
    path = playthroughs.place(setup, tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("CHALLENGE", "CHALLANGE", 1), encoding="utf-8")
    with pytest.raises(DoppiogiocoError, match=r"the file has .*CHALLANGE"):
        playthroughs.check(setup, tmp_path)


def test_without_styles_the_laws_leave_everything_to_chance(sixth: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sixth, "styles", {})
    assert {ways_to_play("liars-dice", seed) for seed in range(4)} == {None}
    assert prove_ends(sixth.setups()[0], range(10))["games end to end"] == 10


# In the browser -----------------------------------------------------------------------------------------------------


@pytest.fixture
def browser(sixth: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Any]]:
    monkeypatch.setattr("secrets.token_hex", lambda size=32: "5eed" * (size // 2))
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as client:
        client.headers["accept"] = "text/html"
        yield client


def test_it_is_on_the_home_page_and_its_rules_have_a_page(browser: TestClient[Any]) -> None:
    home = browser.get("/").text
    assert 'action="/new/liars-dice"' in home
    assert "Everybody rolls in secret" in home
    rules = browser.get("/rules/liars-dice", headers={"accept-language": "it"}).text
    assert "Dadi bugiardi" in rules
    for number in clauses("liars-dice", "it"):
        assert f'id="r{number}"' in rules


def test_a_whole_game_against_bots(browser: TestClient[Any]) -> None:
    table = browser.post("/new/liars-dice", data={"seats": 3, "name": "Anna", "bots": 1}).url.path
    assert "Under the cup" in browser.get(table).text
    pressed = 0
    while 'class="results"' not in (text := browser.get(table).text):
        answers = re.findall(r'name="answer" value="(\d+)"', text)
        fields = dict(re.findall(r'<input type="hidden" name="(after|draft)" value="([^"]*)"', text))
        if not answers:
            time.sleep(0.01)  # the bots are at it, however long that takes
            continue
        moved = browser.post(f"{table}/move", data={"answer": answers[len(text) % len(answers)], **fields})
        assert moved.status_code in (200, 409)  # a bot may have been quicker to doubt
        pressed += 1
        assert pressed < 1_000, "the game does not end"
    record = browser.get(f"{table}/record.json").json()
    assert doppiogioco.verify(record) > 0
    assert doppiogioco.replay(record).over
    for eyes in ("table", "0", "everything"):
        seen = browser.get(f"{table}/replay?as={eyes}&at=13").text
        assert ("?, ?, ?" in seen) == (eyes != "everything")


# Bots ---------------------------------------------------------------------------------------------------------------


def test_the_bot_of_the_page_beats_chance(sixth: Game) -> None:
    from liars_dice.bot import Reckoner

    from doppiogioco.bots.chance import RandomBot

    won = 0
    for seed in range(20):
        match = doppiogioco.new("liars-dice", 2, {"wild-ones": seed % 2 == 0}, seed=seed)
        bots = [Reckoner(""), RandomBot(seed)]
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match.view(seat), match.heard(seat), match.legal(seat)))
        won += match.outcome is not None and match.outcome.winners == (0,)
    assert won > 15
