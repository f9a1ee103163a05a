"""Processes that think for bots, so that the web server stays quick and small, and nobody waits for a compiler.

Compiling a game's loops takes a minute or two, once on a machine: a process of its own does it in the background, the
game that is asked for most first. Until then the bots of a game judge at a glance.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, cast

from doppiogioco.engine.game import View, find
from doppiogioco.engine.match import Answer, Given
from doppiogioco.engine.shelf import packages

from . import KINDS, bot
from .bot import Adviser, Bot, Hearing
from .decision import Decision, Reason, Suspicion
from .exposure import Exposure, Watched, watch
from .judging import Judge
from .levels import ADVISES, BUDGETS, check_level
from .queueing import AT_ONCE, Queue
from .talk import Claim

logger = logging.getLogger("doppiogioco")

REMEMBERED = 64  # bots that a process keeps in mind; another one has to hear its match from the beginning
POLITE = 10  # how far the compiler steps back behind whoever is playing
FIRST_WISH = 15.0  # seconds in which somebody may choose a game before one is compiled that nobody has asked for


class Thought(NamedTuple):
    """What a seat has before it when it is to answer, in plain numbers."""

    bot: str  # which bot: its seed
    game: str
    level: str
    temper: str
    fresh: bool  # think as if for the first time, and remember nothing of it
    seat: int
    table: list[int]  # as the seat sees it
    heard: list[tuple[int, int]]
    legal: list[int]
    said: list[tuple[int, str, int]]  # the claims that everybody has made
    public: list[tuple[int, int]]  # what who only watches has heard


class Considered(NamedTuple):
    """A decision in plain numbers."""

    answer: int
    chances: dict[int, float]
    win: float | None
    wins: dict[int, float]
    suspicions: tuple[Suspicion, ...]
    reasons: tuple[Reason, ...]
    claims: tuple[tuple[str, float], ...]
    doubts: tuple[int, ...]
    tries: int
    sure: dict[int, float]

    @classmethod
    def of(cls, made: Decision) -> Considered:
        """What a bot has decided."""
        chances, wins, sure = (
            {int(one): odds for one, odds in some.items()} for some in (made.chances, made.wins, made.sure)
        )
        return cls(
            int(made.answer), chances, made.win, wins, made.suspicions, made.reasons, made.claims, made.doubts,
            made.tries, sure,
        )  # fmt: skip

    def among(self, legal: Sequence[Answer]) -> Decision:
        """The decision again, about these answers."""
        known = {int(one): one for one in legal}
        chances, wins, sure = (
            {known[one]: odds for one, odds in some.items()} for some in (self.chances, self.wins, self.sure)
        )
        return Decision(
            known[self.answer], chances, self.win, wins, None, self.suspicions, self.reasons, self.claims, self.doubts,
            self.tries, sure,
        )  # fmt: skip


class Worker:
    """A process that works on one thing at a time. It is started when it is needed, and again when it has died."""

    def __init__(self, work: Callable[..., Any], nice: int = 0) -> None:
        self._work, self._nice = work, nice
        self._queue = Queue()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._closed = False

    def ask(self, *task: Any, seconds: float = 0.0) -> Any:
        """What comes of a task that takes about so long. A process that dies over it is started once more."""
        with self._queue.turn(seconds):
            try:
                return self._done(task)
            except (EOFError, OSError):
                self._stop()
                if self._closed:
                    raise
                return self._done(task)

    def _done(self, task: tuple[Any, ...]) -> Any:
        if self._pipe is None:
            spawn = multiprocessing.get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            process = spawn.Process(target=_serve, args=(theirs, self._work, self._nice), daemon=True)
            with uninterrupted():
                process.start()
            theirs.close()
            self._process = process  # only now can it be ended
            if self._closed:  # meanwhile: nobody else ends it, and nobody wants its answer
                raise EOFError
        self._pipe.send(task)
        done, result = self._pipe.recv()
        if not done:
            raise RuntimeError(result)
        return result

    def rest(self) -> None:
        """End the process until it is needed again: only then all that it has taken is given back."""
        with self._queue.turn():
            self._stop()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        if (process := self._process) is not None:
            with suppress(ValueError):  # it has just been ended by whoever asked it
                process.terminate()
        with self._queue.turn(AT_ONCE):
            self._stop()

    def _stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._process.terminate()
            self._process.join()
            with suppress(ValueError):  # at the very end of a program Python ends it too, and that counts as not ended
                self._process.close()
        self._pipe = self._process = None


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that are started here never hear Ctrl+C, not even while they begin: who stops the server ends them too,
    without their words."""
    resource_tracker.ensure_running()  # where the first process is started, starting this one would let Ctrl+C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_server() -> None:
    """A server that is killed ends nobody, and a worker that compiles would not notice for a minute."""
    server = multiprocessing.parent_process()
    assert server is not None, "this is no worker"
    server.join()
    os._exit(0)


def _serve(pipe: Connection, work: Callable[..., Any], nice: int) -> None:
    """The life of a worker: it ends with the server."""
    os.nice(nice)
    threading.Thread(target=_end_with_server, name="ending with the server", daemon=True).start()
    while True:
        try:
            task = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        try:
            pipe.send((True, work(*task)))
        except BrokenPipeError:  # the server has gone meanwhile
            return
        except Exception as error:  # the server hears of it; only the kind of it, its words may hold a secret
            pipe.send((False, type(error).__name__))


_bots: OrderedDict[str, Adviser] = OrderedDict()  # of this process


def think(thought: Thought) -> Considered:
    """In a worker: the decision of a bot."""
    player = None if thought.fresh else _bots.pop(thought.bot, None)
    if player is None:
        player = cast(Adviser, bot(thought.game, thought.level, thought.bot, temper=thought.temper))
    if not thought.fresh:
        _bots[thought.bot] = player
        if len(_bots) > REMEMBERED:
            _bots.popitem(last=False)
    view = View(find(thought.game), thought.table, thought.seat)
    heard, legal = [Given(*given) for given in thought.heard], [Answer(a, "") for a in thought.legal]
    if isinstance(player, Hearing):
        player.overhear([Claim(*claim) for claim in thought.said], [Given(*given) for given in thought.public])
    return Considered.of(player.consider(view, heard, legal))


def compile_for(game: str) -> None:
    """In a worker: compile everything that bots need for a game, onto the disk, or load it from there."""
    from .thinker import warm

    warm(game)


def think_or_load(task: Thought | str) -> Considered | None:
    """In a worker that thinks: a decision, or get ready to think about a game."""
    if isinstance(task, Thought):
        return think(task)
    compile_for(task)
    return None


class Workers:
    """The processes of one server."""

    def __init__(self, count: int | None = None) -> None:
        """By default one core is left to the server itself."""
        self._thinkers = [Worker(think_or_load) for _ in range(count or max(1, (os.cpu_count() or 1) - 1))]
        self._compiler = Worker(compile_for, POLITE)
        self._ready: set[str] = set()
        self._wanted: Counter[str] = Counter()
        self._wish = threading.Event()  # somebody wants a game, or all is over
        self._closed = False
        self._compiling: threading.Thread | None = None
        self._watching = threading.Lock()

    def start(self) -> None:
        """Begin to compile, in the background."""
        if self._compiling is None:
            self._compiling = threading.Thread(target=self._compile_in_time, name="compiling for bots", daemon=True)
            self._compiling.start()

    def _compile_in_time(self) -> None:
        self._wish.wait(FIRST_WISH)
        self._compile_all()

    def _compile_all(self) -> None:
        missing = list(packages())
        while missing and not self._closed:
            game = max(missing, key=lambda name: (self._wanted[name], -missing.index(name)))
            missing.remove(game)
            try:
                self._compiler.ask(game)
                self._compiler.rest()
                if self._wanted[game]:  # it is being played: its bots judge at a glance until workers have it at hand
                    for thinker in self._thinkers:
                        thinker.ask(game)
                self._ready.add(game)
            except Exception as error:  # without Numba, or a game that only this process knows: bots judge at a glance
                if not self._closed:
                    logger.warning("bots of %s judge at a glance only: %s", game, error)
        self._compiler.close()

    def ready(self, game: str) -> bool:
        """Can bots think about this game yet? To ask for it has it compiled sooner."""
        self._wanted[game] += 1
        self._wish.set()
        self.start()
        return game in self._ready

    def think(self, thought: Thought) -> Considered:
        """The decision of a bot; the same bot is always with the same process, which remembers it."""
        worker, seconds = self._thinkers[hash(thought.bot) % len(self._thinkers)], BUDGETS[thought.level].seconds
        found: Considered = worker.ask(thought, seconds=seconds)
        return found

    def watch(self, watched: Watched) -> Exposure:
        """What a bystander could tell of a match; one match at a time, in a process that keeps no bot waiting."""
        with self._watching:
            bystander = Worker(watch, POLITE)
            try:
                found: Exposure = bystander.ask(watched)
                return found
            finally:
                bystander.close()

    def close(self) -> None:
        """End all of them."""
        self._closed = True
        self._wish.set()
        for worker in (*self._thinkers, self._compiler):
            worker.close()


class Distant:
    """A bot that thinks in a worker process; it is told what its seat sees, and nothing else."""

    def __init__(self, workers: Workers, level: str, seed: str, temper: str = "", *, fresh: bool = False) -> None:
        self._workers, self._level, self._seed, self._temper, self._fresh = workers, level, seed, temper, fresh
        self._meanwhile = Judge(seed)
        self._talk: tuple[Sequence[Claim], Sequence[Given]] = (), ()

    def overhear(self, said: Sequence[Claim], public: Sequence[Given]) -> None:
        """What everybody has claimed so far, and the answers as who only watches heard them."""
        self._talk = said, public

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        """One of the legal answers."""
        return legal[0] if len(legal) == 1 else self.consider(view, heard, legal).answer

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        """An answer with its reasons; at a glance until the game is compiled."""
        if self._level not in BUDGETS or not self._workers.ready(view.game.id):
            return self._meanwhile.consider(view, heard, legal)
        return self._workers.think(self._thought(view, heard, legal)).among(legal)

    def _thought(self, view: View, heard: Sequence[Given], legal: Sequence[Answer]) -> Thought:
        plain, (said, public) = [(given.seat, given.answer) for given in heard], self._talk
        return Thought(
            self._seed, view.game.id, self._level, self._temper, self._fresh, view.seat, view.vector, plain,
            [int(a) for a in legal], [(*claim,) for claim in said], [(given.seat, given.answer) for given in public],
        )  # fmt: skip


@cache
def workers() -> Workers:
    """The workers of this process."""
    return Workers()


def only_kind() -> str:
    """The kind of bots that `DOPPIOGIOCO_BOTS` puts at every table in place of all levels, if any: for tests."""
    kind = os.environ.get("DOPPIOGIOCO_BOTS", "")
    return check_level(kind, KINDS) if kind else ""


def usual_bot(seed: str, level: str, temper: str = "") -> Bot:
    """A bot of a level and a temper for a table where people play."""
    kind = only_kind()
    return KINDS[kind](seed) if kind else Distant(workers(), level, seed, temper)


def usual_adviser(seed: str, level: str = ADVISES, temper: str = "") -> Adviser:
    """Somebody who says how they would answer and why, each time as if for the first time."""
    return Judge(seed) if only_kind() else Distant(workers(), level, seed, temper, fresh=True)


def usual_bystander(watched: Watched) -> Exposure | None:
    """What a bystander could tell of a match; None while nobody can think about its game."""
    return None if only_kind() or not workers().ready(watched.game) else workers().watch(watched)
