"""How fast batches and the PettingZoo adapter are, beside peers measured in the same run.

Everybody plays at random, batches on all cores. All take turns, several times round, and the best stretch of each
counts: speed is by the clock on the wall, since several cores work, and whatever else the machine does only slows it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from doppiogioco.engine.compiled import cores
from doppiogioco.engine.game import Setup, find, label
from doppiogioco.engine.shelf import packages
from doppiogioco.research.batch import Batch

from .process import Program
from .report import NotHere, shown, verdict
from .rules import BASE, NO_OPENSPIEL, random_steps

GAMES = 4096  # in a batch
STEPS = 400  # in one call
ROUNDS = 7
WITH_MASKS, WITH_OBSERVATIONS = 20.0, 5.0  # the bars: times the speed of Pgx's fastest game of hidden information,
BESIDE_HANABI = 50.0  # of OpenSpiel's Hanabi from Python,
BESIDE_LEDUC = 10.0  # of PettingZoo's own Leduc poker
TWO_CORES = 1.7  # times the speed of one core
PGX = Path(__file__).parent / "pgx" / "play.py"
PGX_PYTHON = "DOPPIOGIOCO_PGX_PYTHON"

Bars = list[tuple[str, float]]  # which side of ours is how many times as fast, at least


class Side(NamedTuple):
    """Somebody who plays at random for some seconds: steps per second."""

    name: str
    play: Callable[[float], float]
    bars: Bars = []  # noqa: RUF012 (never changed)


def main(seconds: float = 3.0) -> None:
    """Measure everybody for about `seconds` and print the results."""
    console, absent = Console(), list[str]()
    with ExitStack() as stack:
        sides = list(our_sides())
        for peer in (partial(pgx_side, 1), partial(pgx_side, cores()), hanabi_side, *adapter_sides()):
            try:
                sides.append(stack.enter_context(peer()))
            except NotHere as reason:
                absent.append(str(reason))
        found = in_turns(sides, seconds / ROUNDS)
    console.print(speed_table(sides, found))
    console.print(beside_table(sides, found))
    for why in dict.fromkeys(absent):
        console.print(f"Left out: {why}.", markup=False, soft_wrap=True)


# Taking turns -------------------------------------------------------------------------------------------------------


def clocked(play: Callable[[], int]) -> Callable[[float], float]:
    """Play that is timed here."""

    def speed(seconds: float) -> float:
        play()  # to warm up
        steps, spent, start = 0, 0.0, time.perf_counter()
        while spent < seconds:
            steps += play()
            spent = time.perf_counter() - start
        return steps / spent

    return speed


def in_turns(sides: Sequence[Side], seconds: float) -> dict[str, float]:
    """The best speed of each side over all rounds."""
    speeds: dict[str, list[float]] = {side.name: [] for side in sides}
    for side in shown([*sides] * ROUNDS, "playing in turns"):
        speeds[side.name].append(side.play(seconds))
    return {name: max(found) for name, found in speeds.items()}


def speed_table(sides: Sequence[Side], found: dict[str, float]) -> Table:
    """Everybody's speed."""
    table = Table("random play", "M steps/s", title=f"Speed, {cores()} cores")
    for side in sides:
        table.add_row(side.name, f"{found[side.name] / 1e6:.3g}")
    return table


def beside_table(sides: Sequence[Side], found: dict[str, float]) -> Table:
    """How many times as fast ours is."""
    table = Table("ours", "theirs", "ours / theirs", "bar", "", title="Beside")
    for side in sides:
        for ours, bar in side.bars:
            ratio = found[ours] / found[side.name]
            table.add_row(ours, side.name, f"{ratio:.2f}", f"≥ {bar:g}", verdict(ratio >= bar))
    return table


# Our side -----------------------------------------------------------------------------------------------------------


def named(setup: Setup, *more: str) -> str:
    """A set-up and how it is played."""
    return ", ".join([label(setup), *more])


MASKS, OBSERVATIONS, ONE_BY_ONE = "masks", "masks and observations", "step by step from Python"
ONE_CORE, PETTINGZOO = "masks, one core", "PettingZoo adapter"


def our_sides() -> Iterator[Side]:
    """The base of the comparison and the heaviest set-up of every game; the base also step by step and on one core."""
    heaviest = [find(game).setups()[-1] for game in packages()]
    for setup in shown([BASE, *heaviest], "compiling"):
        for how in (MASKS, OBSERVATIONS):
            yield batch_side(setup, how)
    yield batch_side(BASE, f"{OBSERVATIONS}, {ONE_BY_ONE}", one_by_one=True)
    bars = [(named(BASE, MASKS), TWO_CORES)] if cores() == 2 else []
    yield batch_side(BASE, ONE_CORE, cores=1)._replace(bars=bars)


def batch_side(setup: Setup, how: str, *, one_by_one: bool = False, cores: int | None = None) -> Side:
    """A batch that plays at random: many steps in one go, or each by a call."""
    game, seats, options = setup
    batch = Batch(game, GAMES, seats, options, observe=OBSERVATIONS in how, cores=cores)

    def play() -> int:
        if one_by_one:
            for _ in range(STEPS):
                batch.step(batch.sample())
        else:
            batch.play(STEPS)
        return GAMES * STEPS

    return Side(named(setup, how), clocked(play))


# Peers --------------------------------------------------------------------------------------------------------------


@contextmanager
def pgx_side(devices: int) -> Iterator[Side]:
    """The fastest of Pgx's games of hidden information, found by a short trial of each."""
    with pgx_program(pgx_python(), devices) as program:
        try:
            about = json.loads(program.line())
        except RuntimeError as broken:
            raise NotHere(f"Pgx: {PGX.name} could not start") from broken

        def speed(game: str, seconds: float) -> float:
            program.tell(f"{game} {seconds}")
            return float(program.line())

        games = about["games"]
        fastest = max(shown(games, "Pgx's games"), key=lambda game: speed(game, 0.5))
        how = "as it comes" if devices == 1 else "one XLA device per core"
        name = f"Pgx {about['version']}, {how}: {fastest}, the fastest of {len(games)}"
        bars = [(named(BASE, MASKS), WITH_MASKS), (named(BASE, OBSERVATIONS), WITH_OBSERVATIONS)]
        yield Side(name, lambda seconds: speed(fastest, seconds), bars)


def pgx_program(python: str, devices: int) -> Program:
    """The process in which Pgx plays."""
    try:
        return Program(python, str(PGX), str(GAMES), str(devices), folder=Path())  # where its path was typed
    except OSError as missing:
        raise NotHere(f"Pgx: {PGX_PYTHON} names no program ({python})") from missing


def pgx_python() -> str:
    """A Python that has Pgx: the one that was named, or this one."""
    named_one = os.environ.get(PGX_PYTHON)
    if named_one:
        return named_one
    if importlib.util.find_spec("pgx") is None:
        raise NotHere(f"Pgx is not installed, and {PGX_PYTHON} names no Python that has it (see bench/pgx/README.md)")
    return sys.executable


@contextmanager
def hanabi_side() -> Iterator[Side]:
    """OpenSpiel's Hanabi, which is C++, played from Python; its steps include those of chance."""
    try:
        import pyspiel
    except ImportError as missing:
        raise NotHere(NO_OPENSPIEL) from missing
    game = pyspiel.load_game("hanabi")
    play = clocked(lambda: random_steps(game.new_initial_state()))
    yield Side("OpenSpiel from Python: hanabi", play, [(named(BASE, MASKS), BESIDE_HANABI)])


def adapter_sides() -> list[Any]:
    """PettingZoo's own poker and our adapter, both as PettingZoo has them."""

    @contextmanager
    def ours() -> Iterator[Side]:
        try:
            from doppiogioco.research.pettingzoo import env
        except ImportError as missing:
            raise NotHere(f"the PettingZoo adapter: {missing}") from missing
        game, seats, options = BASE
        yield Side(named(BASE, PETTINGZOO), clocked(aec_player(env(game, seats=seats, options=options))))

    @contextmanager
    def leduc() -> Iterator[Side]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it is about to move to another place
                from pettingzoo.classic import leduc_holdem_v4

                table = leduc_holdem_v4.env()
        except ImportError as missing:
            raise NotHere("PettingZoo's poker is not installed (pip install 'doppiogioco[bench]')") from missing
        play = clocked(aec_player(table))
        yield Side("PettingZoo's leduc_holdem_v4", play, [(named(BASE, PETTINGZOO), BESIDE_LEDUC)])

    return [ours, leduc]


def aec_player(env: Any) -> Callable[[], int]:
    """Play one game in PettingZoo's loop: how many actions it took."""

    def play() -> int:
        env.reset(seed=random.getrandbits(30))
        actions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(random.random() * len(legal))]))
                actions += 1
        return actions

    return play
