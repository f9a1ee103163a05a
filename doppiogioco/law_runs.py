"""Prove the laws on many random games: the work behind `doppiogioco laws`, spread over processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from functools import partial
from itertools import pairwise
from typing import TypeVar

from .engine.game import Setup, find
from .pools import pool

CAREFUL = 10  # of so many games, the first two are also held against the careful laws

Found = TypeVar("Found")
Piece = tuple[Callable[[Setup, range], "Counter[str]"], Setup, range]  # of work: the proof, and which games


def plan(setups: list[Setup], play_games: int, secret_games: int, end_games: int) -> list[Piece]:
    """The work of proving: so many games of each set-up for the laws of play, of knowledge, and from end to end."""
    kinds = ((prove_secrecy, secret_games, 10), (prove_play, play_games, 10), (prove_ends, end_games, 2_000))
    return [
        (proof, setup, range(begin, min(begin + together, games)))
        for proof, games, together in kinds
        for setup in setups
        for begin in range(0, games, together)
    ]


def prove(work: list[Piece], processes: int | None = None) -> Iterator[tuple[Setup, Counter[str]]]:
    """Yields what was checked as each piece of work ends; raises `laws.Broken` at the first game that breaks a law."""
    yield from as_they_end([(setup, partial(proof, setup, seeds)) for proof, setup, seeds in work], processes)


def as_they_end(
    work: Sequence[tuple[Setup, Callable[[], Found]]], processes: int | None = None
) -> Iterator[tuple[Setup, Found]]:
    """What came of each piece of work, done by several processes, or by this one; the first error ends all of it."""
    if processes == 1:
        yield from ((setup, piece()) for setup, piece in work)
        return
    with pool(processes) as others:
        jobs = {others.submit(piece): setup for setup, piece in work}
        try:
            for job in as_completed(jobs):
                yield jobs[job], job.result()
        except BaseException:
            others.shutdown(wait=False, cancel_futures=True)
            raise


def ways_to_play(game: str, seed: int) -> str | None:
    """Every other game is played by chance alone, the rest by the game's styles in turn."""
    names = list(find(game).styles)
    return None if seed % 2 == 0 or not names else names[seed // 2 % len(names)]


def prove_play(setup: Setup, seeds: range) -> Counter[str]:
    """The laws of play on some games of a set-up."""
    from .engine import laws

    done: Counter[str] = Counter()
    for seed in seeds:
        trial = laws.random_trial(setup, seed, ways_to_play(setup[0], seed))
        for law in (*laws.PLAY_LAWS, *(laws.CAREFUL_LAWS if seed % CAREFUL < 2 else ())):
            law(trial)
        done += Counter(games=1, answers=len(trial.answers))
    return done


def prove_ends(setup: Setup, seeds: range) -> Counter[str]:
    """Games from end to end and again, half of them by chance alone, the rest by the game's styles."""
    from .engine import laws

    styles = list(find(setup[0]).styles)
    half, share = len(seeds) // 2, len(seeds) // 2 // max(1, len(styles))
    bounds = [0, *(half + share * number for number in range(len(styles))), len(seeds)]
    done: Counter[str] = Counter()
    for way, (begin, end) in zip([None, *styles], pairwise(bounds), strict=True):
        answers = laws.end_to_end(setup, seeds[begin:end], way)
        done += Counter({"games end to end": end - begin, "answers end to end": answers})
    return done


def prove_secrecy(setup: Setup, seeds: range) -> Counter[str]:
    """The laws of knowledge on some games of a set-up, for every seat and a spectator."""
    from .engine import laws, secrecy
    from .engine.state import SPECTATOR

    done: Counter[str] = Counter()
    for seed in seeds:
        trial = laws.random_trial(setup, seed, ways_to_play(setup[0], seed))
        done["secret games"] += 1
        for listener in [*range(trial.seats), SPECTATOR]:
            secrecy.two_worlds_and_trace(trial, listener)
            secrecy.two_worlds_in_words(trial, listener)
            done["listeners"] += 1
            if trial.game.forgets:
                done["odds compared"] += secrecy.spread(trial, listener)
    return done
