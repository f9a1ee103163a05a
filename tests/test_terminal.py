"""The terminal game: whole matches, people who share a keyboard, leaving and coming back."""

from __future__ import annotations

import json
import signal
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from keyboard import NUMBERS, Person, complaint, read_until, run, started

import doppiogioco
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.match import Match
from doppiogioco.games.top_secret_spies.state import Ask as Spies
from doppiogioco.terminal import CLEAR, TerminalMatch
from doppiogioco.typed_answers import due, labels, understand

SETUPS = [
    ("secrets", 4, {}),
    ("secrets", 7, {}),
    ("top-secret-spies", 2, {}),
    ("top-secret-spies", 3, {"top-secret": True, "dossier": True}),
]
every_setup = pytest.mark.parametrize(
    "number", range(len(SETUPS)), ids=[f"{game}-{seats}" for game, seats, _ in SETUPS]
)


def at_table(match: Match, people: tuple[int, ...], language: str = "en") -> Person:
    """A match played to its end by one person with as many hands as there are people."""
    table = TerminalMatch(match, people, language)
    person = Person(table)
    table.screen = person
    assert table.run() == 0
    return person


@cache
def shared(number: int, language: str) -> Person:
    """A match of people who share one keyboard, played once for all tests."""
    game, seats, options = SETUPS[number]
    match = doppiogioco.new(game, seats, options, seed="shared", names=["Anna", "Bruno", "Carla"][:seats])
    return at_table(match, tuple(range(seats)), language)


def steps(points: int) -> Match:
    """Top Secret Spies: seat 0 has rolled so many points."""
    match = doppiogioco.new("top-secret-spies", 4, seed=1).position(chance=[points - 1], ask=Spies.ROLL, turn=0)
    assert due(match, 0) == points
    return match


# Whole matches ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_whole_match_with_numbers(game: str, language: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    result = run("play", game, "--seed", 3, "--language", language, "--save", path, typed=NUMBERS)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert {"en": "The match is over", "it": "La partita è finita"}[language] in result.stdout
    match = doppiogioco.replay(json.loads(path.read_text()))
    assert match.verdict(language) in " ".join(result.stdout.split())
    assert run("verify", path).exit_code == 0


@pytest.mark.parametrize("language", ["en", "it"])
@every_setup
def test_a_whole_match_on_one_keyboard(number: int, language: str) -> None:
    person = shared(number, language)
    assert person.table.match.over
    assert person.table.match.verdict(language) in " ".join(person.stream.split())


def test_bots_alone_and_the_same_twice() -> None:
    command = ("play", "secrets", "--human", "none", "--seed", 8, "--seats", 5)
    output = run(*command).stdout
    assert "Seat 4 (bot) and Seat 5" in output
    assert CLEAR not in output
    assert run(*command).stdout == output


def test_the_game_is_asked_for() -> None:
    games = doppiogioco.games()
    first, last = (doppiogioco.find(game).words.TITLE for game in (games[0], games[-1]))
    for line, title in (("", first), (str(len(games)), last), ("secrets", "Secrets")):
        result = run("play", typed=f"{line}\n")
        assert result.exit_code == 0
        assert f" {title} ──" in result.stdout
    again = run("play", typed=f"{len(games) + 1}\nchess\n{len(games)}\n")
    assert "no game 'chess'" in again.stdout
    assert f" {last} ──" in again.stdout
    assert run("play", typed="").exit_code == 0  # nobody there: leave


def test_the_commitment_is_told_first_and_the_seed_last() -> None:
    match = doppiogioco.new("secrets", 4, seed="open sesame")
    stream = at_table(match, (0,)).stream
    assert match.commitment
    assert stream.index(match.commitment) < stream.index("Seat 1 looks")
    assert stream.count("open sesame") == 1
    assert stream.index("open sesame") > stream.index("The match is over")


# Secrets on a shared keyboard ---------------------------------------------------------------------------------------


def segments(person: Person) -> list[tuple[str, set[int]]]:
    """What stood between two wipes of the screen, and who was asked there."""
    found, at = [], 0
    for text in person.stream.split(CLEAR):
        end = at + len(text)
        found.append((text, {seat for offset, seat in person.asked if at <= offset <= end and seat is not None}))
        at = end + len(CLEAR)
    return found


def words_of(lines: list[str]) -> set[str]:
    """Lines without what the layout does to them."""
    return {" ".join(line.split()) for line in lines}


@every_setup
def test_nobody_finds_the_secrets_of_another_on_the_screen(number: int) -> None:
    person = shared(number, "en")
    match, seats = person.table.match, person.table.people
    heard = {reader: " ".join(words_of(match.log(reader))) for reader in (None, *seats)}
    secrets = {
        (reader, seat): [line for line in words_of(match.log(seat)) if line not in heard[reader]]
        for reader in heard
        for seat in seats
    }
    assert all(secrets[None, seat] for seat in seats)
    told = 0
    for text, asked in segments(person)[:-1]:
        assert len(asked) <= 1
        reader = next(iter(asked), None)
        flat = " ".join(text.replace("·", " ").split())
        for seat in seats:
            leaks = [line for line in secrets[reader, seat] if line in flat]
            assert not leaks, f"{reader} could read what {seat} heard"
        told += sum(line in flat for line in secrets[None, reader]) if asked else 0
    assert told >= match.seats
    assert not person.leaks


@every_setup
def test_between_two_people_there_is_one_public_sentence(number: int) -> None:
    between = [text for text, asked in segments(shared(number, "en"))[1:-1] if not asked]
    assert between
    for text in between:
        assert text.startswith("Pass the keyboard to")
        assert len(text.splitlines()) == 1
    private = [asked for _, asked in segments(shared(number, "en"))[1:-1]]
    assert all(not one or not other for one, other in pairwise(private))


def test_one_person_is_never_asked_to_pass_the_keyboard() -> None:
    stream = at_table(doppiogioco.new("secrets", 4, seed=2), (1,)).stream
    assert "Pass the keyboard" not in stream
    assert CLEAR not in stream


def test_the_screen_is_wiped_when_people_leave() -> None:
    for typed in ("\nq\n\n", "\n"):
        result = run("play", "secrets", "--human", "all", typed=typed)
        assert result.exit_code == 0
        assert result.stdout.rpartition(CLEAR)[2].strip() == "Good-bye! This match was not saved."


# Typing -------------------------------------------------------------------------------------------------------------


def test_numbers_words_and_beginnings() -> None:
    match = steps(2)
    for line in ("2 4", "2,4", "Perry, Jaques", "perry jaques", "jaq PER", " 4 , perry "):
        assert sorted(understand(match, 0, line, "en")) == [1, 3]


def test_the_rest_of_a_line_answers_the_next_questions() -> None:
    match = doppiogioco.new("top-secret-spies", 4, seed=1).position(chance=[0], ask=Spies.ROLL, turn=0)
    assert list(map(str, match.legal(0))) == ["1 point", "2 points", "3 points"]
    assert understand(match, 0, "2 doyle bucci", "en") == [2, 5, 2]
    with pytest.raises(DoppiogiocoError, match=r"Next comes: .*“nobody”"):
        understand(match, 0, "1 nobody", "en")
    with pytest.raises(DoppiogiocoError, match="after somebody else's"):
        understand(match, 0, "1 doyle doyle", "en")


def test_words_of_several_words() -> None:
    match = doppiogioco.new("secrets", 4, seed=1).position(
        ask=3, active=0, pair=[0, 1], offer=-1, target=-1, claim=-1, un=-1
    )
    assert understand(match, 0, "double agent seat 3 say nothing", "en") == [1, 2, 8]
    assert understand(match, 0, "agente segreto, giocatore 3, psichiatra", "it") == [1, 2, 0]


def test_labels_are_the_numbers_people_expect() -> None:
    spies = doppiogioco.new("top-secret-spies", 4, seed=1).position(ask=Spies.STASH, turn=0, safe=7)
    labelled = {label: str(answer) for label, answer in labels(spies, 0, "en").items()}
    assert labelled == {0: "church", 11: "ruins"} | {n: str(n) for n in (1, 2, 3, 4, 5, 6, 8, 9, 10)}
    secrets = doppiogioco.new("secrets", 4, seed=1, names=["Anna", "Bruno"]).position(ask=12, actor=0)
    labelled = {label: str(answer) for label, answer in labels(secrets, 0, "en").items()}
    assert labelled == {1: "Anna", 2: "Bruno", 3: "Seat 3", 4: "Seat 4", 0: "Centre"}


def test_parts_are_named_one_by_one_and_taken_back() -> None:
    lines = iter(["?", "", "larsson", "nobody", "schulz", "-", "-", "-", "6 6", "2", "q", ""])
    table = TerminalMatch(steps(3), (0,), "en")
    table.screen = Person(table)
    table.screen.ask = lambda prompt: next(lines)  # type: ignore[method-assign]
    table.run()
    stream = table.screen.stream
    assert "Larsson → 1, and 2 more" in stream
    assert "Larsson → 1 and Schulz → 1, and one more" in stream
    assert "Nobody understands “nobody”" in stream
    assert "Doyle → 1 and Doyle → 2, and one more" in stream
    moved = [given.answer for given in table.match.history if given.seat == 0]
    assert moved[:3] == [5, 5, 1]


def test_what_cannot_be_is_explained() -> None:
    match = doppiogioco.new("top-secret-spies", 4, seed=1).position(ask=Spies.STASH, turn=0, safe=7)
    with pytest.raises(DoppiogiocoError, match=r"rule 5\.4"):
        understand(match, 0, "7", "en")


def test_the_rule_is_read_aloud() -> None:
    assert "3.1 The active player" in run("play", "secrets", "--seed", 5, typed="r\n").stdout
    assert "3.1 " in run("play", "secrets", "--seed", 5, "--language", "it", typed="r\n").stdout


# Leaving and coming back --------------------------------------------------------------------------------------------


def test_end_of_input() -> None:
    result = run("play", "secrets", typed="")
    assert result.exit_code == 0
    assert result.stdout.endswith("Good-bye! This match was not saved.\n")


def test_quit_offers_to_save(tmp_path: Path) -> None:
    path, taken = tmp_path / "match.json", tmp_path / "taken.json"
    taken.touch()
    typed = f"q\n/nowhere/at/all.json\n{taken}\n{path}\n"
    result = run("play", "secrets", typed=typed)
    assert "/nowhere/at/all.json: " in result.stdout
    assert "exists already" in " ".join(result.stdout.split())
    assert result.stdout.endswith(f"go on with doppiogioco play --resume {path}\n")
    assert run("play", "--resume", path, typed=NUMBERS).stdout.count("The match is over") == 1


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("precious")
    assert "exists already" in complaint("play", "secrets", "--save", path)
    assert path.read_text() == "precious"


def test_a_match_goes_on_with_its_people_and_its_deal(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    command = ("play", "top-secret-spies", "--human", "1,3", "--name", "Anna", "--seed", 4)
    run(*command, "--save", path, typed="\n1\n1\n")
    saved = json.loads(path.read_text())
    assert saved["people"] == [0, 2]
    assert list(tmp_path.iterdir()) == [path]
    result = run("play", "--resume", path, typed=NUMBERS)
    assert "Pass the keyboard to Anna" in result.stdout
    ended = json.loads(path.read_text())
    assert ended["answers"][: len(saved["answers"])] == saved["answers"]
    assert run("verify", path).exit_code == 0
    assert "The match is over" in run("play", "--resume", path).stdout


def test_a_record_without_its_seed_cannot_go_on(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(doppiogioco.new("secrets", 4).record()))
    assert "no seed" in complaint("play", "--resume", path)


@pytest.mark.parametrize("people", [[9], ["1"], 5, None])
def test_a_record_with_odd_people(people: object, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(doppiogioco.new("secrets", 4).record(with_seed=True) | {"people": people}))
    assert "match.json" in complaint("play", "--resume", path)


def test_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    with started("play", "secrets", "--save", path) as process:
        read_until(process, "Your answer: ")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors == ""
    assert output.splitlines()[-1] == f"The match is saved: go on with doppiogioco play --resume {path}"


def test_killed_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    with started("play", "secrets", "--seed", 5, "--save", path) as process:
        assert process.stdin
        for _ in range(4):
            read_until(process, "Your answer: ")
            process.stdin.write("2\n")
            process.stdin.flush()
        read_until(process, "Your answer: ")
        process.kill()
    match = doppiogioco.replay(json.loads(path.read_text()))
    assert any(given.seat == 0 for given in match.history)
