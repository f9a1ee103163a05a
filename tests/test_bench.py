"""The measurements: the C program plays our game, and every row is there or its absence is explained."""

import os
import shutil
import sys
from collections import Counter

import pytest

from bench import rules as bench
from doppiogioco.engine.compiled import blank
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import generators, play_outs

GAME = find("top-secret-spies")
SEATS = GAME.rules.SEATS
GAMES = 2_000

# A person without a C compiler is told so; in CI a missing part is a failure.
NO_COMPILER = not any(map(shutil.which, bench.COMPILERS)) and "CI" not in os.environ
needs_compiler = pytest.mark.skipif(NO_COMPILER, reason="no C compiler: install gcc or clang")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return bench.c_program(tmp_path_factory.mktemp("c"))


@pytest.fixture
def printed(monkeypatch, capsys):
    """Run the bench in a moment; what it printed."""

    def run(**options):
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(bench, "ROUNDS", 1)
        monkeypatch.setattr(bench, "FIRST_CALLS", 1)
        bench.main(seconds=0.01, **options)
        return capsys.readouterr().out

    return run


@pytest.fixture
def quick_starts(monkeypatch):
    """New processes that start in no time when the rules are compiled, and slowly when they are not."""
    monkeypatch.setattr(bench, "first_call", lambda game, **cache: (99.0, 9.0) if cache else (0.5, 0.4))


def our_games(seats):
    """What the C program prints, less the time, from our side."""
    states, rng = blank(GAME.state, 2), generators(seats)
    answers = tops = 0
    reasons = Counter()
    for _ in range(GAMES):
        answers += play_outs(states, seats, 0, rng, 1)
        tops += int(max(states[0]["score"]))
        reasons[int(states[0]["reason"])] += 1
    return [answers, tops, *(reasons[reason] for reason in list(GAME.rules.Reason)[1:])]


@needs_compiler
@pytest.mark.parametrize("seats", SEATS)
def test_the_c_program_plays_the_same_games(program, seats):
    answers, _, *results = bench.c_games(program, seats, GAMES, seed=seats)
    assert [answers, *results] == our_games(seats)


@needs_compiler
def test_every_row_is_printed(printed):
    text = printed()
    for setup in bench.worth_naming():
        assert f"{setup[0]}, {setup[1]} seats" in text
    for row in ("OpenSpiel from Python", "IS-MCTS in C++: hearts", "IS-MCTS in C++: leduc_poker", "by hand in C"):
        assert row in text
    for game in bench.packages():
        assert f"{game}, compiled before" in text
    assert "compiled anew" not in text
    assert "Left out" not in text
    bars = text.count("≥") + text.count("≤")
    assert text.count("reached") == bars == len(bench.worth_naming()) + 2 + len(bench.packages())


def test_worth_naming_takes_the_lightest_and_the_heaviest_set_up_of_every_game():
    setups = bench.worth_naming()
    for game in map(find, bench.packages()):
        seats = game.rules.SEATS
        assert (game.id, seats[0], dict.fromkeys(game.rules.OPTIONS, False)) in setups
        assert (game.id, seats[-1], dict.fromkeys(game.rules.OPTIONS, True)) in setups


@pytest.mark.usefixtures("quick_starts")
def test_missing_peers_are_explained(printed, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    text = printed()
    assert "Left out: OpenSpiel is not installed (pip install 'doppiogioco[bench]')." in text
    assert "Left out: there is no C compiler (cc, gcc, clang)." in text
    assert text.count("Left out") == 2
    assert "top-secret-spies, 4 seats" in text


@needs_compiler
def test_a_compiler_that_fails_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "SOURCE", tmp_path / "broken.c")
    bench.SOURCE.write_text("this is not C")
    with pytest.raises(bench.NotHere, match=r"could not compile broken\.c"):
        bench.c_program(tmp_path)


@pytest.mark.usefixtures("quick_starts")
def test_cold_starts_are_measured_only_when_asked_for(printed, monkeypatch):
    monkeypatch.setattr(bench, "present", lambda *looks: ([], []))
    text = printed(cold=True)
    assert text.count("compiled before") == text.count("compiled anew") == len(bench.packages())
    assert text.count("not reached") == len(bench.packages())
