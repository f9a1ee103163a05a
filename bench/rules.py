"""How fast the compiled rules are, beside peers measured in the same run.

Everybody plays at random on one core. All take turns, several times round, and the median counts; speed is per second
of processor time. So the ratios hold on a busy machine too, where the numbers themselves do not.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from doppiogioco.engine.compiled import blank
from doppiogioco.engine.game import Setup, find
from doppiogioco.engine.loops import generators, play_outs
from doppiogioco.engine.shelf import packages

from .process import ROOT
from .report import NotHere, shown, verdict

Bout = tuple[float, float]  # answers given, processor seconds taken

SOURCE = Path(__file__).with_name("top_secret_spies.c")
COMPILERS = ("cc", "gcc", "clang")

BASE: Setup = ("top-secret-spies", 4, {})  # what the peers are compared with
SLOWEST = 5.0  # the bars: million answers per second in every set-up,
BESIDE_OPENSPIEL = 20.0  # times the speed of OpenSpiel's fastest game,
BESIDE_C = 0.4  # times the speed of the C program,
WARM, COLD = 1.5, 20.0  # seconds until a new process has played its first games

OPENSPIEL = (
    "backgammon", "catch", "connect_four", "dark_hex", "euchre", "hanabi", "hearts", "kuhn_poker", "leduc_poker",
    "liars_dice", "nim", "phantom_ttt", "pig", "spades", "tic_tac_toe", "tiny_hanabi",
)  # fmt: skip
SEARCHED = ("hearts", "leduc_poker")  # the search needs games that can deal again what a player does not see
NO_OPENSPIEL = "OpenSpiel is not installed (pip install 'doppiogioco[bench]')"
CHANCE, TERMINAL = -1, -4  # OpenSpiel's numbers for who is to move
SIMULATIONS = 500
ROUNDS = 5
FIRST_CALLS = 3


class Contender(NamedTuple):
    """Somebody who plays at random, a bout at a time."""

    name: str
    play: Callable[[], Bout]
    bar: float | None = None


def main(seconds: float = 2.0, cold: bool = False) -> None:
    """Measure everybody for about `seconds` and print the results; with `cold` also compile each game anew."""
    ours = [our_player(setup) for setup in shown(worth_naming(), "compiling")]
    with tempfile.TemporaryDirectory() as folder:
        peers, absent = present(partial(openspiel_players, seconds / 10), partial(c_players, Path(folder)))
        speeds = measured([*ours, *peers], seconds / ROUNDS)
    console = Console()
    console.print(speed_table(ours, peers, speeds))
    for reason in absent:
        console.print(f"Left out: {reason}.", markup=False)
    console.print(first_call_table(cold))


# Taking turns -------------------------------------------------------------------------------------------------------


def timed(play: Callable[[], float]) -> Callable[[], Bout]:
    """Play that is timed here; what the processor does for others does not count."""

    def bout() -> Bout:
        start = time.thread_time()
        return play(), time.thread_time() - start

    return bout


def speed(player: Contender, seconds: float) -> float:
    """Million answers per second."""
    answers, spent = player.play()
    while spent < seconds:
        more, longer = player.play()
        answers, spent = answers + more, spent + longer
    return answers / spent / 1e6


def measured(players: Sequence[Contender], seconds: float) -> dict[str, float]:
    """The median speed of each player over all rounds."""
    found: dict[str, list[float]] = {player.name: [] for player in players}
    for player in shown([*players] * ROUNDS, "playing in turns"):
        found[player.name].append(speed(player, seconds))
    return {name: median(speeds) for name, speeds in found.items()}


def speed_table(ours: Sequence[Contender], peers: Sequence[Contender], speeds: dict[str, float]) -> Table:
    """Our speeds, then those of the peers and how many times as fast our base game is."""
    table = Table("random play, one core", "M answers/s", "ours / theirs", "bar", "", title="Speed")
    for player in ours:
        found = speeds[player.name]
        table.add_row(player.name, f"{found:.1f}", "", f"≥ {SLOWEST:g} M/s", verdict(found >= SLOWEST))
    table.add_section()
    for player in peers:
        found = speeds[player.name]
        ratio = speeds[ours[0].name] / found
        bar = ("", "") if player.bar is None else (f"≥ {player.bar:g}", verdict(ratio >= player.bar))
        table.add_row(player.name, f"{found:.1f}", f"{ratio:.2f}", *bar)
    return table


def first_call_table(cold: bool) -> Table:
    """How soon a new process plays: with the compiled rules on disk and, if asked for, without."""
    table = Table("first games of a new process", "seconds", "processor", "bar", "", title="Start")
    for game in shown(list(packages()), "starting new processes"):
        starts = [(f"{game}, compiled before", WARM, min(first_call(game) for _ in range(FIRST_CALLS)))]
        if cold:
            with tempfile.TemporaryDirectory() as cache:
                starts.append((f"{game}, compiled anew", COLD, first_call(game, DOPPIOGIOCO_CACHE=cache)))
        for name, bar, (took, spent) in starts:
            table.add_row(name, f"{took:.1f}", f"{spent:.1f}", f"≤ {bar:g} s", verdict(took <= bar))
    return table


# Our side -----------------------------------------------------------------------------------------------------------


def worth_naming() -> list[Setup]:
    """The base of the comparison, and of each game the lightest and the heaviest set-up."""
    setups = [BASE]
    for game in packages():
        every = find(game).setups()
        setups += [every[0], every[-1]]
    return setups


def our_player(setup: Setup) -> Contender:
    """The compiled rules; they are ready when this returns."""
    name, seats, options = setup
    game = find(name)
    bits, states, rng = game.option_bits(options), blank(game.state, 2), generators(1)
    play = timed(lambda: play_outs(states, seats, bits, rng, 500))
    play()
    chosen = [option for option, taken in options.items() if taken]
    return Contender(", ".join([name, f"{seats} seats", *chosen]), play)


def first_call(game: str, **environment: str) -> tuple[float, float]:
    """How long a new process takes from its start until it has played its first games, and its processor time."""
    code = f"from bench.rules import find, our_player; our_player(find({game!r}).setups()[0])"
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, check=True)
    after = os.times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    return time.perf_counter() - start, spent


# Peers --------------------------------------------------------------------------------------------------------------


def present(*looks: Callable[[], list[Contender]]) -> tuple[list[Contender], list[str]]:
    """The peers that can be measured here, and why others cannot."""
    peers, absent = [], []
    for look in looks:
        try:
            peers += look()
        except NotHere as reason:
            absent.append(str(reason))
    return peers, absent


def openspiel_players(seconds: float) -> list[Contender]:
    """OpenSpiel's C++ games driven from Python, and its search for games of hidden information, in C++ throughout."""
    try:
        import pyspiel
    except ImportError as missing:
        raise NotHere(NO_OPENSPIEL) from missing
    return [fastest_loop(pyspiel, seconds), *(searcher(pyspiel, name) for name in SEARCHED)]


def fastest_loop(library: Any, seconds: float) -> Contender:
    """The fastest of the games, found by a short trial of each."""
    names = sorted(set(OPENSPIEL) & set(library.registered_names()))
    players = [Contender(name, timed(partial(random_games, library.load_game(name)))) for name in names]
    fastest = max(shown(players, "OpenSpiel's games"), key=lambda player: speed(player, seconds))
    name = f"OpenSpiel from Python: {fastest.name}, the fastest of {len(players)}"
    return Contender(name, fastest.play, BESIDE_OPENSPIEL)


def random_games(game: Any) -> int:
    """Play ten games of OpenSpiel; how many steps they took."""
    return sum(random_steps(game.new_initial_state()) for _ in range(10))


def random_steps(state: Any) -> int:
    """Play a state of OpenSpiel to its end; how many steps it took, those of chance included."""
    steps, action, draw = 0, 0, random.random
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            ticket = draw()
            for action, chance in state.chance_outcomes():  # noqa: B007 (the last one looked at is taken)
                ticket -= chance
                if ticket < 0:
                    break
        else:
            legal = state.legal_actions()
            action = legal[int(draw() * len(legal))]
        state.apply_action(action)
        steps += 1
    return steps


def searcher(library: Any, name: str) -> Contender:
    """One simulation counts as many steps as a random game has from the first decision on."""
    state = library.load_game(name).new_initial_state()
    luck = random.Random(1)
    while len(actions := state.legal_actions()) == 1 or state.is_chance_node():  # nobody thinks about a forced move
        state.apply_action(luck.choice(actions))
    steps = SIMULATIONS * mean(random_steps(state.clone()) for _ in range(200))
    bot = library.ISMCTSBot(1, library.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS)

    def search() -> float:
        bot.step(state)
        return steps

    return Contender(f"OpenSpiel's IS-MCTS in C++: {name}", timed(search))


def c_players(folder: Path) -> list[Contender]:
    """The base game by hand in C, which times itself."""
    program, seats = c_program(folder), BASE[1]

    def bout() -> Bout:
        answers, spent, *_ = c_games(program, seats, 20_000, seed=1)
        return answers, spent

    return [Contender("the base game by hand in C", bout, BESIDE_C)]


def c_program(folder: Path) -> Path:
    """Compile the C program into a folder."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise NotHere(f"there is no C compiler ({', '.join(COMPILERS)})")
    program = folder / SOURCE.stem
    command = [compiler, "-O3", "-march=native", str(SOURCE), "-o", str(program)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise NotHere(f"{compiler} could not compile {SOURCE.name}")
    return program


def c_games(program: Path, seats: int, games: int, seed: int) -> list[float]:
    """What the C program prints: answers, seconds, sum of the farthest markers, games by the three reasons."""
    command = [str(program), str(seats), str(games), str(seed)]
    return [float(n) for n in subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()]
