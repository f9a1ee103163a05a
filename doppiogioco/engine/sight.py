"""What a seat sees and hears, for compiled loops: the twins of `Declaration.masked` and `Game.hears`.

`sees` shows one cell to one listener, for the laws and the filter of worlds. `observe` shows a whole table to programs
that learn: a seat's view with every seat named by its distance from the observer, so that one network can sit
anywhere; answers that name a seat are turned in the same way. Everything derives from the state's declaration, and
`tests/test_sight.py` holds the twins against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from .compiled import choices, heard, inner, legal, np
from .game import find
from .state import HIDDEN, PLACE, SEAT, SEATS, Cell, Declaration, Kind, Values, size

PLAIN, NAMES_SEAT, NAMES_SEATS = range(3)  # what a value is about
COUNT = np.uint16  # of cells: Numba asks of every index that has a sign whether it is negative
AS_RULED, DEAF, WIDE_OPEN = -1, 0, 1  # how a listener's ears work for a question; only the laws' mutants bend them


# One cell, one answer -----------------------------------------------------------------------------------------------


class Sight:
    """A declaration's visibility as arrays for compiled loops, and how well listeners hear each question."""

    def __init__(self, declaration: Declaration, questions: int) -> None:
        kinds = list(Kind)
        self.kinds = np.array([kinds.index(cell.field.kind) for cell in declaration.cells], np.int8)
        self.guards = np.array([cell.guard for cell in declaration.cells], np.int16)
        self.ears = np.full(questions, AS_RULED, np.int8)


def sight_of(game: str) -> Sight:
    """What a game's declaration and rules let a listener see and hear."""
    return Sight(find(game).state, len(find(game).answers))


_MINE, _HELD, _SHOWN, _SIGHT, _HIDDEN = (
    list(Kind).index(kind) for kind in (Kind.MINE, Kind.HELD, Kind.SHOWN, Kind.SIGHT, Kind.HIDDEN)
)


@inner
def sees(row: Any, cell: int, kinds: Any, guards: Any, seat: int) -> Any:
    """A cell as a seat sees it: the compiled twin of Declaration.masked."""
    kind, guard = kinds[cell], guards[cell]
    if kind == _SIGHT:
        return row[cell] & (1 << seat)
    if (
        kind == _HIDDEN
        or (kind == _MINE and guard != seat)
        or (kind == _HELD and row[guard] != seat)
        or (kind == _SHOWN and not (row[guard] >> seat) & 1)
    ):
        return HIDDEN
    return row[cell]


@inner
def hears(s: Any, seat: int, listener: int, ears: Any) -> Any:
    """Does a listener hear what a seat answers now? A seat always hears itself."""
    if seat == listener:
        return True
    return heard(s, seat, listener) if ears[s.ask] == AS_RULED else ears[s.ask] == WIDE_OPEN


# Whole observations --------------------------------------------------------------------------------------------------


class Lens(NamedTuple):
    """How every seat of a set-up looks at the table: arrays for compiled loops.

    Seen from any seat the same cells of an observation are veiled in the same way, so they are sorted here, once.
    """

    source: Any  # by seat: which cell of the state each cell of the observation shows
    about: Any  # of each cell: PLAIN, NAMES_SEAT or NAMES_SEATS
    keep: Any  # of each cell: all bits where it shows every seat the same cell of the state, else none,
    veil: Any  # and HIDDEN where it does not
    moved: Any  # the cells that show every seat another cell of the state,
    origin: Any  # and by seat which one
    held: Any  # the cells for one seat,
    holder: Any  # and by seat which cell of the state names it
    shown: Any  # the cells for some seats,
    viewers: Any  # and by seat which cell of the state has their bits
    sight: Any  # these bits, of which a seat sees its own
    seat: Any  # the cells that name a seat,
    several: Any  # and those that name several
    answers: Any  # of each question: does its answer name a seat?


@cache
def lens(game: str, seats: int) -> Lens:
    """How a game is observed by so many seats."""
    return lens_of(find(game).state, find(game).answers, seats)


def lens_of(state: Declaration, questions: Sequence[Values], seats: int) -> Lens:
    """What follows from a declaration and the kinds of its answers."""
    source = np.array([state.turned_from(-seat, seats) for seat in range(seats)], COUNT)
    guards = np.array([cell.guard for cell in state.cells], COUNT)[source]
    about = np.array([about_what(cell.field.values) for cell in state.cells], np.int8)
    ever = np.array([not _never_seen(cell) for cell in state.cells])
    stays = ever & (source == source[0]).all(axis=0)
    moved = _where(ever & ~stays)
    held, shown, sight = (
        _where([cell.field.kind is kind for cell in state.cells]) for kind in (Kind.HELD, Kind.SHOWN, Kind.SIGHT)
    )
    return Lens(
        source, about, np.where(stays, -1, 0).astype(np.int16), np.where(stays, 0, HIDDEN).astype(np.int16),
        moved, source[:, moved].copy("C"), held, guards[:, held].copy("C"), shown, guards[:, shown].copy("C"), sight,
        _where(ever & (about == NAMES_SEAT)), _where(ever & (about == NAMES_SEATS)),
        np.array([about_what(values) == NAMES_SEAT for values in questions], np.bool_),
    )  # fmt: skip


def _never_seen(cell: Cell) -> bool:
    """Is this cell of an observation dark to everybody? An observer's own rows are the first ones."""
    return cell.field.kind is Kind.HIDDEN or (cell.field.kind is Kind.MINE and cell.at[0] != 0)


def _where(chosen: Any) -> Any:
    return np.flatnonzero(chosen).astype(COUNT)


def about_what(values: Values) -> int:
    """What a range of values is about."""
    return NAMES_SEATS if values is SEATS else NAMES_SEAT if values in (SEAT, PLACE) else PLAIN


def actions(game: str) -> int:
    """How many answers the longest question has: the size of an action mask."""
    return max(map(size, find(game).answers))


def bounds(state: Declaration) -> tuple[Any, Any]:
    """The lowest and highest value of every cell of an observation."""
    high = np.array([size(cell.field.values) - 1 for cell in state.cells], np.int16)
    return np.full(len(high), HIDDEN, np.int16), high


def one_hot(game: str, observations: Any) -> Any:
    """Observations as zeros and ones: one place for HIDDEN, for NOBODY and for each value (`Declaration.layout`)."""
    state = find(game).state
    rows = np.atleast_2d(np.asarray(observations))
    flat = np.zeros((len(rows), sum(state.layout[-1])), np.float32)
    every = np.arange(len(rows))
    for column, ((at, width), cell) in enumerate(zip(state.layout, state.cells, strict=True)):
        values = rows[:, column]
        if cell.field.values is SEATS:
            bits = values[:, None] >> np.arange(width - 1) & 1
            flat[:, at + 1 : at + width] = np.where(values[:, None] >= 0, bits, 0)
            flat[:, at] = values == HIDDEN
        else:
            flat[every, at + values - HIDDEN] = 1.0
    return flat if np.ndim(observations) > 1 else flat[0]


# Compiled -----------------------------------------------------------------------------------------------------------


@inner
def turn(value: int, by: int, seats: int) -> Any:
    """A seat that was turned; what is no seat of this table stays."""
    if value < 0 or value >= seats:
        return value
    value += by
    return value - seats if value >= seats else value


@inner
def turn_bits(bits: int, by: int, seats: int) -> Any:
    """A bit set of seats that was turned; the bits above the seats stay."""
    if bits <= 0:
        return bits
    low = bits & ((1 << seats) - 1)
    low = (low << by | low >> (seats - by)) & ((1 << seats) - 1)
    return (bits >> seats << seats) | low


@inner
def observe(row: Any, seat: int, seats: int, over: bool, lens: Any, out: Any) -> None:
    """Write what `seat` sees of a state's row of cells, with every seat by its distance."""
    by = seats - seat if seat else 0
    if over:
        observe_open(row, seat, seats, by, lens, out)
    else:
        observe_veiled(row, seat, seats, by, lens, out)


@inner
def observe_open(row: Any, seat: int, seats: int, by: int, lens: Any, out: Any) -> None:
    """What everybody sees when the game is over: everything."""
    for cell in range(len(out)):
        value = row[lens.source[seat, cell]]
        if lens.about[cell] == NAMES_SEAT:
            value = turn(value, by, seats)
        elif lens.about[cell] == NAMES_SEATS:
            value = turn_bits(value, by, seats)
        out[cell] = value


@inner
def observe_veiled(row: Any, seat: int, seats: int, by: int, lens: Any, out: Any) -> None:
    """What a seat sees while the game goes on: one short loop for each way in which a cell is veiled or turned."""
    for cell in range(len(out)):
        out[cell] = (row[cell] & lens.keep[cell]) | lens.veil[cell]
    for i in range(len(lens.moved)):
        out[lens.moved[i]] = row[lens.origin[seat, i]]
    for i in range(len(lens.held)):
        if row[lens.holder[seat, i]] != seat:
            out[lens.held[i]] = HIDDEN
    for i in range(len(lens.shown)):
        if not (row[lens.viewers[seat, i]] >> seat) & 1:
            out[lens.shown[i]] = HIDDEN
    for cell in lens.sight:
        out[cell] &= 1 << seat
    for cell in lens.seat:  # also where there is nothing to turn: asking would cost more
        out[cell] = turn(out[cell], by, seats)
    for cell in lens.several:
        out[cell] = turn_bits(out[cell], by, seats)


@inner
def absolute(s: Any, seat: int, seats: int, action: int, lens: Any) -> Any:
    """The answer that an action of a seat stands for."""
    return turn(action, seat, seats) if lens.answers[s.ask] else action


@inner
def write_mask(s: Any, seat: int, seats: int, lens: Any, out: Any) -> None:
    """Which actions of a seat are legal now."""
    n = choices(s)
    for action in range(n):
        out[action] = legal(s, seat, absolute(s, seat, seats, action, lens))
    out[n:] = False
