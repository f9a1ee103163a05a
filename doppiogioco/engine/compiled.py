"""The door to Numba: hands the rules to the compiler and keeps its disk cache fresh.

Generic loops call `setup`, `waiting`, `legal`, ... of this module; Numba replaces each call by the rule of the game
whose record is passed. So a loop is written once, compiled per game, and found again on disk by the next process.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any

from .errors import MissingExtra
from .game import Game, find
from .rule import RULES
from .state import Cells, Declaration, size
from .words import N_

try:
    import numba
    import numpy as np
    from numba import prange, types
    from numba.core import event
    from numba.extending import overload, register_jitable
except ImportError as missing:
    raise MissingExtra(N_("compiled rules need Numba: pip install 'doppiogioco[fast]'")) from missing

__all__ = [
    "appeal", "apply", "blank", "cells", "choices", "compiled", "compiled_parallel", "cores", "foreseeable", "foreseen",
    "forget", "heard", "inner", "intent", "legal", "np", "on_cores", "outer", "prange", "returns", "setup", "waiting",
    "weight",
]  # fmt: skip

config: Any = numba.config  # its settings come from the environment, so no type checker knows them


def cache_folder() -> Path:
    """The folder of the compiled code, named by a digest of the engine and of what changes its meaning.

    A game's rules have a digest of their own in the name of its record type: an edit there compiles one game anew.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    digest.update(f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK}".encode())
    home = os.environ.get("DOPPIOGIOCO_CACHE") or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(home) / "doppiogioco" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass  # a home that cannot be written to: compile into the temporary folder instead
    # Compiled code is loaded from there, so it must be a folder that nobody else can have filled.
    private = Path(tempfile.gettempdir()) / f"doppiogioco-{os.getuid()}"
    private.mkdir(mode=0o700, exist_ok=True)
    if private.stat().st_uid != os.getuid() or private.stat().st_mode & 0o077:
        private = Path(tempfile.mkdtemp(prefix="doppiogioco-"))
    folder = private / digest.hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    return folder


# Threads that wait for work sleep: by default they spin, and where other programs run too everybody waits for those.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
config.CACHE_DIR = str(cache_folder())  # the environment variable is read only once, when numba is imported


class Narrator(event.Listener):
    """Says on a terminal that a loop is being compiled, which happens once and takes seconds."""

    def on_start(self, event: Any) -> None:
        """Name the loop and the game."""
        loop = event.data["dispatcher"].py_func
        if loop in LOOPS and sys.stderr.isatty():
            fields = [getattr(getattr(argument, "dtype", None), "fields", ()) for argument in event.data["args"]]
            game = next((_name(list(names)) for names in fields if "ask" in names), "all games")
            print(f"compiling {loop.__name__} for {game}, once ...", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Say no more."""


event.register("numba:compile", Narrator())  # type: ignore[no-untyped-call]
LOOPS: list[Callable[..., Any]] = []


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a generic loop and keep it on disk."""
    _tell_compiler()
    LOOPS.append(function)
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


def compiled_parallel(function: Callable[..., Any]) -> Any:
    """The same for a loop over `prange`, which runs on all cores."""
    _tell_compiler()
    LOOPS.append(function)
    return numba.njit(cache=True, parallel=True, error_model="numpy")(function)


def cores() -> int:
    """How many cores a parallel loop can run on."""
    return int(config.NUMBA_NUM_THREADS)


@contextmanager
def on_cores(count: int) -> Iterator[None]:
    """Run parallel loops on so many cores."""
    before = numba.get_num_threads()
    numba.set_num_threads(count)
    try:
        yield
    finally:
        numba.set_num_threads(before)


inner = register_jitable(forceinline=True)  # a helper of compiled loops: small, so a call would cost more than its work
outer = register_jitable  # a large one, which would make every loop that calls it large, and minutes to compile


def game_of(record: Any) -> Game:
    """The game whose record Numba is looking at."""
    return find(_name(list(record.fields)))


def _name(fields: Sequence[str]) -> str:
    """The game of a record, which its last field is named after."""
    return fields[-1].partition("__")[0].replace("_", "-")


def _tell_compiler() -> None:
    """Let compiled loops call rules."""
    while RULES:
        rule = RULES.pop()
        overload(rule, strict=False)(partial(_called, rule))


def _called(rule: Callable[..., Any], *given: Any) -> Any:
    """A call of a rule with arguments of these types, written as text: there are rules of one argument and of five."""
    record = next((one for one in given if isinstance(one, types.Record)), None)
    names = ", ".join("abcdefgh"[: len(given)])
    return eval(f"lambda {names}: body({names})", {"body": body(rule, record)})  # noqa: S307 (made of letters)


@cache
def body(rule: Any, record: Any) -> Any:
    """A rule for the record of a game, compiled once whoever calls it.

    Left to itself Numba compiles a rule anew for every width of the numbers that it is called with, and for every loop
    that was itself compiled in another way: three times as many functions, and twice the time.
    """
    called = {one.argval for one in dis.get_instructions(rule) if one.opname == "LOAD_GLOBAL"}
    space = {name: _as_read(value, record) for name, value in rule.__globals__.items() if name in called}
    read = FunctionType(rule.__code__, space, rule.__name__, rule.__defaults__)
    read.__module__ = rule.__module__
    widths = {"Cells": record, "int": numba.int64, "bool": numba.boolean}
    arguments = [widths.get(str(one.annotation)) for one in inspect.signature(rule).parameters.values()]
    signature = tuple(arguments) if all(arguments) else None  # what is no number is told by who calls
    inside: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # only compiled loops call it
    return numba.njit(signature, error_model="numpy", **inside)(read)


def _as_read(value: Any, record: Any) -> Any:
    """What a name in a rule stands for, to the compiler."""
    if isinstance(value, FunctionType):  # a rule calls nothing else that Numba does not know
        return body(value, record)
    return np.array(value) if _is_table(value) else value


SHORT = 4  # a tuple up to here may be a value that is handed on and taken apart, which an array cannot be


def _is_table(value: Any) -> bool:
    """A long tuple of numbers. A tuple of tuples stays: a row of an array, then a number in it, is slower."""
    return isinstance(value, tuple) and len(value) > SHORT and all(isinstance(one, int) for one in value)


# What generic loops call. The stubs only carry the names; Numba puts the rules of the record's game in their place.


def setup(s: Cells, seats: int, options: int) -> None:
    """The table before the first question."""


def waiting(s: Cells) -> int:  # type: ignore[empty-body]
    """Who may answer now."""


def legal(s: Cells, seat: int, a: int) -> bool:  # type: ignore[empty-body]
    """May this seat answer this?"""


def weight(s: Cells, a: int) -> int:  # type: ignore[empty-body]
    """How many ways the table has to answer this."""


def apply(s: Cells, seat: int, a: int) -> None:
    """The only change."""


def heard(s: Cells, seat: int, listener: int) -> bool:  # type: ignore[empty-body]
    """May this listener hear the answer being given?"""


def forget(s: Cells, seat: int) -> None:
    """Put back what this seat cannot see."""


def returns(s: Cells, out: Any) -> None:
    """What each seat has won, at the end."""


def appeal(s: Cells, seat: int, a: int) -> int:  # type: ignore[empty-body]
    """How tempting a legal answer is at a glance."""


def intent(s: Cells, seat: int, a: int) -> int:  # type: ignore[empty-body]
    """How tempting a legal answer is to who remembers or plans."""


def foreseeable(s: Cells) -> bool:  # type: ignore[empty-body]
    """May it be known by now what each seat can hope for?"""


def foreseen(s: Cells, ahead: Any, out: Any) -> bool:  # type: ignore[empty-body]
    """Is it known by now what each seat can hope for?"""


def choices(s: Cells) -> int:  # type: ignore[empty-body]
    """How many answers the present question has, legal or not."""


def _stands_for(stub: Callable[..., Any], rule: Callable[[Game], Callable[..., Any]]) -> None:
    overload(stub, strict=False)(lambda *given: _called(rule(game_of(given[0])), *given))


_stands_for(setup, lambda game: game.rules.setup)
_stands_for(waiting, lambda game: game.waits_for)
_stands_for(legal, lambda game: game.rules.legal)
_stands_for(weight, lambda game: game.rules.weight)
_stands_for(apply, lambda game: game.rules.apply)
_stands_for(heard, lambda game: game.told)
_stands_for(forget, lambda game: game.rules.forget)
_stands_for(returns, lambda game: game.rules.returns)
_stands_for(appeal, lambda game: game.appeal)
_stands_for(intent, lambda game: game.intent)
_stands_for(foreseeable, lambda game: game.foreseeable)
_stands_for(foreseen, lambda game: game.foreseen)


@overload(choices, strict=False)
def _choices(s: Any) -> Any:
    sizes = np.array([size(values) for values in game_of(s).answers], np.int16)

    def sized(s: Any) -> Any:
        return sizes[s.ask]

    return sized


def blank(declaration: Declaration, count: int) -> Any:
    """An array of records as they are before anything is set up."""
    states = np.empty(count, declaration.dtype)
    cells(states)[:] = declaration.start
    return states


def cells(states: Any) -> Any:
    """The same memory as rows of 16-bit numbers."""
    return states.view(np.int16).reshape(len(states), states.dtype.itemsize // 2)
