"""Compiled rules: the disk cache hits in a new process and is never stale, bounds hold, a match needs none of it."""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import doppiogioco
from doppiogioco.engine import laws, loops
from doppiogioco.engine.compiled import blank, body, legal, np, outer

PACKAGE = Path(doppiogioco.__file__).parent


def python(code: str, package: Path = PACKAGE, **environment: str) -> str:
    """What a new process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(package.parent)} | environment,
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


COUNT = "from doppiogioco.engine import loops; print(loops.perft('secrets', 4, 0, 3))"


def test_the_cache_hits_in_a_new_process_and_an_edit_starts_a_new_one(tmp_path):
    package = tmp_path / "doppiogioco"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    first = python(COUNT, package, DOPPIOGIOCO_CACHE=str(cache))
    files = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb*")}
    assert files
    assert python(COUNT, package, DOPPIOGIOCO_CACHE=str(cache)) == first
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb*")} == files  # nothing was compiled again
    cards = package / "games" / "secrets_game" / "cards.py"
    cards.write_text(cards.read_text().replace("COPIES = (2, 3, 4", "COPIES = (0, 3, 4"))
    assert python(COUNT, package, DOPPIOGIOCO_CACHE=str(cache)) == first  # three answers in, nothing is drawn yet
    later = COUNT.replace("3))", "7))")
    changed = python(later, package, DOPPIOGIOCO_CACHE=str(cache))
    assert changed != python(later)
    assert len(list((cache / "doppiogioco").iterdir())) == 1  # the engine is the same: other games need not be compiled


def test_a_rule_is_compiled_once_whatever_calls_it_with_which_numbers():
    """Numba by itself compiles it for each width of its numbers, and again for each way that a loop was compiled."""
    game = laws.find("secrets")

    @outer
    def asked_inside(s, seat, a):
        return legal(s, np.int32(seat), a)

    @numba.njit(error_model="numpy")
    def asked_in_three_ways(states):
        s = states[0]
        return legal(s, 1, s.ask), legal(s, s.seats, np.int8(2)), asked_inside(s, 0, 0)

    states = blank(game.state, 1)
    asked_in_three_ways(states)
    assert len(body(game.rules.legal, numba.from_dtype(states.dtype)).signatures) == 1


def test_an_unwritable_cache_folder_is_no_obstacle(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from doppiogioco.engine.compiled import cache_folder; print(cache_folder())"
    assert "doppiogioco" in python(code, DOPPIOGIOCO_CACHE=str(blocked), TMPDIR=str(tmp_path))


@pytest.mark.xdist_group("kept together")
def test_tests_that_are_marked_to_stay_together_do(request):
    """Else two processes compile the same: pytest 9.2 with xdist 3.8 scattered them all without a word."""
    grouped = getattr(request.config.option, "loadgroup", False)  # as ./test runs them
    assert not grouped or request.node.nodeid.endswith("@kept together")


@pytest.mark.parametrize("game", doppiogioco.games())
def test_compiled_rules_keep_their_bounds(game, tmp_path):
    """Unchecked, an index out of range would silently change the neighbouring field."""
    code = f"""
import doppiogioco
from doppiogioco.engine import laws
from doppiogioco.law_runs import ways_to_play
for setup in doppiogioco.setups():
    if setup[0] == {game!r}:
        for seed in range(6):
            laws.legality_and_liveness(laws.random_trial(setup, seed, ways_to_play(setup[0], seed)))
print("kept")
"""
    assert python(code, NUMBA_BOUNDSCHECK="1", DOPPIOGIOCO_CACHE=str(tmp_path)) == "kept\n"


def test_compiling_is_told_on_a_terminal(tmp_path):
    """A pseudo-terminal as standard error; compiling takes seconds, so somebody may be waiting."""
    parent, child = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "DOPPIOGIOCO_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", COUNT], env=environment, stderr=child, stdout=subprocess.PIPE, check=True)
    os.close(child)
    told = os.read(parent, 10_000).decode()
    assert "compiling count_paths for secrets" in told


NO_COMPILER = """
import sys
for name in ("numba", "numpy"):
    sys.modules[name] = None
import doppiogioco
match = doppiogioco.new("secrets", seats=4, seed=1)
while match.waiting:
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0])
print(match.outcome.reason, len(match.log(0, "it")) > 20)
try:
    import doppiogioco.engine.loops
except ImportError as error:
    print(error)
"""


def test_a_match_needs_no_compiler_and_what_does_says_so():
    outcome, complaint = python(NO_COMPILER).splitlines()
    assert outcome.endswith("True")
    assert "pip install 'doppiogioco[fast]'" in complaint


def test_random_play_is_fair():
    rng, counts = loops.generators(1).view(np.recarray)[0], np.zeros(7, int)
    with np.errstate(over="ignore"):
        for _ in range(7000):
            counts[loops.below(rng, 7)] += 1
    assert counts.min() > 850
    assert counts.max() < 1150


@pytest.mark.parametrize("game", doppiogioco.games())
def test_play_outs_count_about_as_many_answers_as_traces(game):
    seats = laws.find(game).rules.SEATS[0]
    states = blank(laws.find(game).state, 2)
    answers = loops.play_outs(states, seats, 0, loops.generators(5), 20)
    lengths = [len(laws.random_trial((game, seats, {}), seed).answers) for seed in range(20)]
    assert 0.5 < answers / sum(lengths) < 2
