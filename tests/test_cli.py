"""The command line: what it lists, what it refuses, what it writes and reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from keyboard import NUMBERS, complaint, run
from typer.main import get_command

import doppiogioco
from doppiogioco import playthroughs
from doppiogioco.cli import app, measuring
from doppiogioco.engine.words import PACKAGE

COMMANDS: Any = get_command(app).commands


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished match."""
    path = tmp_path / "match.json"
    run("play", "secrets", "--seats", 4, "--human", "none", "--seed", 5, "--save", path)
    return path


def changed(record: Path, **fields: Any) -> Path:
    """The record with some of its data replaced."""
    record.write_text(json.dumps(json.loads(record.read_text()) | fields))
    return record


# Lists --------------------------------------------------------------------------------------------------------------


def test_games() -> None:
    output = run("games").stdout
    assert "secrets" in output
    assert "4–8" in output
    assert "--option dossier" in output
    assert "Top Secret Spies" not in run("games", "secrets").stdout
    assert "Giocatori" in run("games", "--language", "it").stdout


def test_the_declared_state() -> None:
    output = run("games", "secrets", "--state").stdout
    assert "token_seen" in output
    assert "the seat in `active`" in output


def test_setups() -> None:
    assert f"{len(doppiogioco.setups())} set-ups" in run("setups").stdout
    assert "5 set-ups" in run("setups", "secrets").stdout


@pytest.mark.parametrize(
    "command",
    ["", "games", "setups", "play", "replay", "verify", "perft", "golden", "laws", "doors", "mcp", "bench rules"],
)
def test_help(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert f"doppiogioco {command.split(maxsplit=1)[0] if command else 'play'}" in result.stdout


@pytest.mark.parametrize("command", ["play", "export", "arena", "calibration"])
def test_help_says_how_many_play_if_nobody_says_it(command: str) -> None:
    """Which is not four: a game says itself for how many it is good."""
    assert doppiogioco.find("secrets").usual_seats == 5 and doppiogioco.find("agent-avenue").usual_seats == 2
    option = next(one for one in COMMANDS[command].params if one.name == "seats")
    assert option.help == "How many play; if not said, a good number for this game."


def test_bare_command_and_version() -> None:
    assert "Usage" in run().stdout
    assert run("--version").stdout == f"{doppiogioco.__version__}\n"


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"DOPPIOGIOCO_LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "it_IT.UTF-8"}, "preparazioni"),
        ({"DOPPIOGIOCO_LANGUAGE": "", "LC_ALL": "C", "LC_MESSAGES": "", "LANG": "it_IT.UTF-8"}, "set-ups"),
        ({"DOPPIOGIOCO_LANGUAGE": "en", "LC_ALL": "it_IT.UTF-8"}, "set-ups"),
        ({"DOPPIOGIOCO_LANGUAGE": "it", "LC_ALL": "C"}, "preparazioni"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], word: str) -> None:
    assert word in run("setups", **environment).stdout


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("plya", "plya"),
        ("games chess", "chess"),
        ("play chess", "chess"),
        ("play secrets --seats 3", "4 to 8"),
        ("play secrets --seats many", "--seats"),
        ("play secrets --option dossier", "dossier"),
        ("play secrets --seats 4 --human 5", "from 1 to 4"),
        ("play secrets --human ,", "from 1 to 5"),
        ("play secrets --human some", "all or none"),
        ("play secrets --language fr", "fr"),
        ("play secrets --save /nowhere/at/all.json", "/nowhere/at/all.json"),
        ("play secrets --seats 4 --name A --name B --name C --name D --name E", "5 names for 4"),
        ("play secrets --name Anna --name anna", "same name"),
        ("play secrets --name Anna,Bruno", "Anna,Bruno"),
        ("play secrets --resume match.json", "--resume"),
        ("play --resume nowhere.json", "nowhere.json"),
        ("replay nowhere.json", "nowhere.json"),
        ("verify nowhere.json", "nowhere.json"),
        ("perft secrets --seats 9 --depth 2", "4 to 8"),
        ("perft secrets --seats 4 --depth 0", "depth"),
        ("golden --check --folder nowhere", "nowhere"),
        ("bench", "command"),
    ],
)
def test_one_sentence_for_each_mistake(command: str, words: str) -> None:
    assert words in complaint(*command.split())


def test_an_unknown_language_in_the_environment() -> None:
    assert "xx" in complaint("setups", DOPPIOGIOCO_LANGUAGE="xx")


@pytest.mark.parametrize("command", ["replay", "verify", "play --resume"])
@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", "{}", '{"game": []}', "[" * 10_000, '{"game": "secrets"}', "\x00"]
)
def test_files_that_are_no_records(command: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text(text)
    assert "no.json" in complaint(*command.split(), tmp_path / "no.json")


@pytest.mark.parametrize("command", ["replay", "verify", "play --resume"])
@pytest.mark.parametrize(
    "fields",
    [
        {"version": 99},
        {"format": 99},
        {"game": "chess"},
        {"seats": 3},
        {"seats": "4"},
        {"options": []},
        {"options": {"dossier": True}},
        {"names": 5},
        {"answers": [[0, 0]]},
        {"answers": [[8, 99]]},
        {"answers": [[8]]},
        {"answers": None},
        {"position": {"nothing": 1}},
        {"position": []},
    ],
    ids=str,
)
def test_records_that_follow_no_rules(command: str, fields: dict[str, Any], record: Path) -> None:
    assert "match.json" in complaint(*command.split(), changed(record, **fields))


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    assert str(tmp_path) in complaint("replay", tmp_path)


# Records ------------------------------------------------------------------------------------------------------------


def test_verify(record: Path) -> None:
    assert "fair deal" in run("verify", record).stdout
    assert "regolare" in run("verify", record, "--language", "it").stdout


def test_verify_finds_another_seed(record: Path) -> None:
    assert "promised" in complaint("verify", changed(record, seed="6"))


def test_verify_finds_another_card(record: Path) -> None:
    answers = json.loads(record.read_text())["answers"]
    answers[0][1] = (answers[0][1] + 1) % 4
    assert complaint("verify", changed(record, answers=answers))


def test_verify_needs_a_seed(tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    path.write_text(json.dumps(doppiogioco.new("secrets", 4).record()))
    assert "seed" in complaint("verify", path)


def test_replay_tells_each_listener_their_own(record: Path) -> None:
    match = doppiogioco.replay(json.loads(record.read_text()))
    looks = f"Seat 2 looks at their own token: {match.log(1)[1].rpartition(' ')[2]}"
    assert looks in run("replay", record, "--seat", 2).stdout
    assert looks not in run("replay", record, "--seat", 1).stdout
    assert looks not in run("replay", record).stdout
    assert looks in run("replay", record, "--everything").stdout
    assert "La partita è finita" in run("replay", record, "--language", "it").stdout


def test_replay_up_to_an_answer(record: Path) -> None:
    assert "The table after 9 answers" in run("replay", record, "--upto", 9).stdout
    hidden, shown = (run("replay", record, "--upto", 9, *more).stdout for more in ((), ("--everything",)))
    assert "Face down lies" not in hidden
    assert "Face down lies" in shown
    assert "999" in complaint("replay", record, "--upto", 999)
    assert complaint("replay", record, "--upto", -1)


def test_replay_of_a_seat_that_is_not_there(record: Path) -> None:
    assert "seat 5" in complaint("replay", record, "--seat", 5)
    assert "either" in complaint("replay", record, "--seat", 1, "--everything")


# Golden files -------------------------------------------------------------------------------------------------------


def test_golden_files_are_the_same_twice(tmp_path: Path) -> None:
    assert "5 files written" in run("golden", "secrets", "--folder", tmp_path).stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"secrets-{seats}.txt" for seats in range(4, 9)]
    assert "5 files agree" in run("golden", "secrets", "--folder", tmp_path, "--check").stdout


def test_golden_check_names_the_first_difference(tmp_path: Path) -> None:
    run("golden", "secrets", "--folder", tmp_path)
    path = tmp_path / "secrets-5.txt"
    path.write_text(path.read_text().replace("heard by seat 0\n", "heard by nobody\n"))
    sentence = complaint("golden", "secrets", "--folder", tmp_path, "--check")
    assert "secrets-5.txt, line" in sentence
    assert "heard by nobody" in sentence


def test_golden_file_names() -> None:
    options = {"top-secret": True, "dossier": True}
    path = playthroughs.place(("top-secret-spies", 4, options), Path("golden"))
    assert path.name == "top-secret-spies-4-top-secret-dossier.txt"


# Counting -----------------------------------------------------------------------------------------------------------


def test_perft() -> None:
    output = run("perft", "secrets", "--seats", 4, "--depth", 2).stdout
    assert [line.split()[1::2] for line in output.splitlines() if "│" in line] == [["1", "4"], ["2", "12"]]


# Measuring ----------------------------------------------------------------------------------------------------------


def test_a_checkout_finds_its_measurements_wherever_one_stands(tmp_path: Path) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "__init__.py").write_text("raise RuntimeError('a stranger')")
    program = """
from doppiogioco.cli.measuring import measurement
for name in ("rules", "server", "research"):
    print(measurement(name).main.__doc__)
"""
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, "-c", program]  # it looks in the present folder first
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.parametrize("command", ["rules", "server", "research"])
def test_an_installed_package_has_no_measurements(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "REPOSITORY", tmp_path)
    assert "in a checkout of the repository" in complaint("bench", command)
    assert "copia del repository" in complaint("bench", command, DOPPIOGIOCO_LANGUAGE="it")


# A process of its own -----------------------------------------------------------------------------------------------


def test_no_compiler_is_needed_to_play() -> None:
    program = f"""
import sys
from typer.testing import CliRunner
from doppiogioco import playthroughs
from doppiogioco.cli import app
for command in ("--help", "games", "play secrets --human none", "play secrets"):
    assert CliRunner().invoke(app, command.split(), input={NUMBERS[:400]!r}).exit_code == 0
assert not {{"numpy", "numba"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("command", ["perft secrets --seats 4 --depth 2", "bench rules"])
def test_what_needs_the_compiler_says_so(command: str) -> None:
    program = f"""
import sys
sys.modules["numba"] = None
sys.argv[1:] = {command.split()!r}
from doppiogioco.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "doppiogioco[fast]" in done.stderr


def test_errors_have_no_traceback() -> None:
    command = [sys.executable, "-m", "doppiogioco", "play", "chess"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "doppiogioco: no game 'chess'; there are " + ", ".join(doppiogioco.games()) + "\n"
