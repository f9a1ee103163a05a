"""Prove the laws on many random games: the work behind `doppiogioco laws`, spread over processes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from .engine.game import Setup
from .games import leans

CHUNK = 10  # games a process takes at a time; the first two are also held against the careful laws


def prove(
    setups: list[Setup], play_games: int, secret_games: int, processes: int | None = None
) -> Iterator[tuple[Setup, Counter[str]]]:
    """Hold `play_games` games of each set-up against the laws of play and `secret_games` against those of knowledge.

    Yields what was checked as each piece of work ends; raises `laws.Broken` at the first game that breaks a law.
    """
    work: list[tuple[Callable[[Setup, range], Counter[str]], Setup, range]] = []
    for games, proof in ((secret_games, prove_secrecy), (play_games, prove_play)):
        for setup in setups:
            work += [(proof, setup, range(n * CHUNK, min((n + 1) * CHUNK, games))) for n in range(pieces(games))]
    with ProcessPoolExecutor(processes or os.cpu_count()) as pool:
        jobs = {pool.submit(proof, setup, seeds): setup for proof, setup, seeds in work}
        try:
            for job in as_completed(jobs):
                yield jobs[job], job.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def pieces(games: int) -> int:
    """In how many pieces the work on so many games is cut."""
    return -(-games // CHUNK)


def ways_to_play(game: str, seed: int) -> str | None:
    """Every other game is played by chance alone, the rest by the game's leans in turn."""
    names = list(leans(game))
    return None if seed % 2 == 0 else names[seed // 2 % len(names)]


def prove_play(setup: Setup, seeds: range) -> Counter[str]:
    """The laws of play on some games of a set-up."""
    from .engine import laws

    done: Counter[str] = Counter()
    for seed in seeds:
        trial = laws.random_trial(setup, seed, ways_to_play(setup[0], seed))
        for law in (*laws.PLAY_LAWS, *(laws.CAREFUL_LAWS if seed % CHUNK < 2 else ())):
            law(trial)
        done += Counter(games=1, answers=len(trial.answers))
    return done


def prove_secrecy(setup: Setup, seeds: range) -> Counter[str]:
    """The laws of knowledge on some games of a set-up, for every seat and a spectator."""
    from .engine import laws, secrecy
    from .engine.record import SPECTATOR

    done: Counter[str] = Counter()
    for seed in seeds:
        trial = laws.random_trial(setup, seed, ways_to_play(setup[0], seed))
        done["secret games"] += 1
        for listener in [*range(trial.seats), SPECTATOR]:
            secrecy.two_worlds_and_trace(trial, listener)
            secrecy.two_worlds_in_words(trial, listener)
            done["listeners"] += 1
            if hasattr(trial.game.rules, "forget"):
                done["odds compared"] += secrecy.spread(trial, listener)
    return done
