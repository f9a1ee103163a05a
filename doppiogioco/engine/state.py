"""Declare a game's state once: record, plain carrier, view, JSON, turning and tensor all derive from it.

    State = state("coin", ask=public(Ask), seats=public(3), turn=public(SEAT), side=held(2, by="turn"))

A field is a kind (who may see it), the values of a cell, and any number of axes. Every cell is a 16-bit integer, so a
state is also a flat vector; the same rules run on a compiled NumPy record and on the plain object made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import cached_property
from itertools import product
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

NOBODY = -1  # an empty cell
HIDDEN = -2  # what a viewer gets in place of a cell it may not see
CHANCE = 8  # the seat of chance
SPECTATOR = 9  # the seat of somebody who only watches
MOST_SEATS = 8
MIDDLE = MOST_SEATS  # the one PLACE that is no seat: the middle of the table, or an answer that names nobody
EVERYBODY = (1 << MOST_SEATS) - 1 | 1 << SPECTATOR

Cells = Any  # a record or a plain carrier: rules use only `s.field` and `s.field[i]`
Vector = list[int]


class Range(Enum):
    """The ranges that are about seats; every other range is a number or an enum."""

    SEAT = MOST_SEATS  # as values: one seat; as an axis: one cell per seat
    PLACE = MOST_SEATS + 1  # the seats, and MIDDLE
    SEATS = 1 << SPECTATOR + 1  # as values: a bit set of listeners


SEAT, PLACE, SEATS = Range.SEAT, Range.PLACE, Range.SEATS
Values = int | type[IntEnum] | Range


def size(values: Values) -> int:
    """How many values a range has (NOBODY and HIDDEN not counted)."""
    if isinstance(values, int):
        return values
    return values.value if isinstance(values, Range) else len(values)


class Kind(Enum):
    """Who may see a cell. Whatever is not declared open is hidden; when a game is over everything is open."""

    PUBLIC = "everybody"
    MINE = "the seat of its row"
    HELD = "the seat named by another cell"
    SHOWN = "the seats whose bit is set beside it"
    SIGHT = "each seat its own bit only"  # the bits beside a SHOWN cell
    HIDDEN = "nobody"


@dataclass(frozen=True)
class Field:
    """One declared field."""

    kind: Kind
    values: Values
    axes: tuple[Values, ...] = ()
    by: str | None = None
    start: int = 0  # what its cells hold on a blank table

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How long each axis is."""
        return tuple(size(axis) for axis in self.axes)


def public(values: Values, *axes: Values, start: int | None = None) -> Field:
    """Everybody sees it."""
    return Field(Kind.PUBLIC, values, axes, start=_start(values, start))


def mine(values: Values, *axes: Values, start: int | None = None) -> Field:
    """Row p is seen by seat p."""
    return Field(Kind.MINE, values, axes, start=_start(values, start))


def held(values: Values, *axes: Values, by: str | None = None, start: int | None = None) -> Field:
    """Seen by the seat that the field `by` names at the same place; by default the cell names its own viewer."""
    return Field(Kind.HELD, values, axes, by, _start(values, start))


def shown(values: Values, *axes: Values, start: int | None = None) -> Field:
    """Seen by the seats whose bit is set in `<name>_seen`, a field that comes with it."""
    return Field(Kind.SHOWN, values, axes, start=_start(values, start))


def hidden(values: Values, *axes: Values, start: int | None = None) -> Field:
    """Seen by nobody before the end."""
    return Field(Kind.HIDDEN, values, axes, start=_start(values, start))


def _start(values: Values, start: int | None) -> int:
    """A seat is nobody's at first; everything else begins at 0, unless the declaration says otherwise."""
    if start is not None:
        return start
    return NOBODY if values in (SEAT, PLACE) else 0


class Cell(NamedTuple):
    """One cell of the flat vector."""

    name: str
    at: tuple[int, ...]
    field: Field
    guard: int  # which cell decides who sees it: the `by` cell, the bits beside it; for MINE the seat; else 0


class Veiled(NamedTuple):
    """The cells that not everybody sees, by what decides it."""

    never: list[list[tuple[slice, Vector]]]  # by viewer: what this viewer never sees before the end, and what instead
    held: list[tuple[int, int]]  # a cell, and the one that names its viewer
    shown: list[tuple[int, int]]  # a cell, and the bits of its viewers
    sight: list[int]  # these bits: everybody sees their own


class Plain:
    """The plain carrier: an object with the declared fields as attributes, rows as lists."""


def state(game: str, **fields: Field) -> Declaration:
    """Declare the state of `game`; the fields must begin with `ask` and include `seats`."""
    return Declaration(game, fields)


class Declaration:
    """What follows from a declared state."""

    def __init__(self, game: str, fields: Mapping[str, Field]) -> None:
        if next(iter(fields)) != "ask" or "seats" not in fields:
            raise TypeError("a state begins with the field ask and has a field seats")
        self.game = game
        self.digest = ""  # of the rules' sources, so that no compiled code of others fits the record
        self.fields: dict[str, Field] = {}
        for name, field in fields.items():
            self.fields[name] = field
            if field.kind is Kind.SHOWN:
                self.fields[f"{name}_seen"] = Field(Kind.SIGHT, SEATS, field.axes)
        # Numba tells record types apart by their field names, so the last cell carries the game's.
        self.fields[game.replace("-", "_")] = Field(Kind.PUBLIC, 1)
        self.offsets: dict[str, int] = {}
        at = 0
        for name, field in self.fields.items():
            self.offsets[name] = at
            at += _volume(field.shape)
        self.width = at
        self._values = attrgetter(*self.fields)
        self._depths = [len(field.shape) for field in self.fields.values()]
        self.cells: list[Cell] = [
            Cell(name, index, field, self._guard(name, field, index))
            for name, field in self.fields.items()
            for index in product(*map(range, field.shape))
        ]

    @cached_property
    def start(self) -> Vector:
        """The cells of a blank table."""
        return [cell.field.start for cell in self.cells]

    def with_kind(self, name: str, kind: Kind) -> Declaration:
        """The same cells with one field seen differently: the mutants of the laws are made with it."""
        mutant = copy(self)
        for derived in ("veiled", "public"):
            mutant.__dict__.pop(derived, None)
        mutant.fields = self.fields | {name: replace(self.fields[name], kind=kind)}
        mutant.cells = [cell._replace(field=mutant.fields[cell.name]) for cell in self.cells]
        return mutant

    def offset(self, name: str, index: Sequence[int] = ()) -> int:
        """Where a cell lies in the flat vector."""
        at = 0
        for position, length in zip(index, self.fields[name].shape, strict=True):
            at = at * length + position
        return self.offsets[name] + at

    def _guard(self, name: str, field: Field, index: tuple[int, ...]) -> int:
        match field.kind:
            case Kind.MINE:
                return index[0]
            case Kind.HELD:
                by = field.by or name
                return self.offset(by, index[: len(self.fields[by].shape)])
            case Kind.SHOWN:
                return self.offset(f"{name}_seen", index)
        return 0

    # Carriers -------------------------------------------------------------------------------------------------------

    def blank(self) -> Cells:
        """The table before anything is set up: seats are NOBODY, what was declared to be empty is empty, the rest 0."""
        return self.plain(self.start)

    def plain(self, vector: Sequence[int]) -> Cells:
        """A plain carrier with these cells."""
        s = Plain()
        for name, field in self.fields.items():
            setattr(s, name, _unflatten(vector, self.offsets[name], field.shape))
        return s

    def vector(self, s: Cells) -> Vector:
        """The cells of a plain carrier in declared order."""
        flat: Vector = []
        for value, axes in zip(self._values(s), self._depths, strict=True):
            if not axes:
                flat.append(value)
            elif axes == 1:
                flat += value
            else:
                for row in value:
                    flat += row
        return flat

    def copy(self, s: Cells) -> Cells:
        """A plain carrier with the same cells, sharing none of its rows."""
        twin = Plain()
        twin.__dict__ = {
            name: value if not axes else value[:] if axes == 1 else [row[:] for row in value]
            for name, value, axes in zip(self.fields, self._values(s), self._depths, strict=True)
        }
        return twin

    @cached_property
    def dtype(self) -> Any:
        """The NumPy type of a compiled record."""
        import numpy as np

        *fields, (game, mark) = self.fields.items()
        named = [*fields, (f"{game}__{self.digest}", mark)]
        return np.dtype([(name, np.int16, field.shape) for name, field in named])

    # Views ----------------------------------------------------------------------------------------------------------

    @cached_property
    def veiled(self) -> Veiled:
        """The cells that not everybody sees."""
        cells = {kind: [(at, c.guard) for at, c in enumerate(self.cells) if c.field.kind is kind] for kind in Kind}
        nobody = [at for at, _ in cells[Kind.HIDDEN]]
        others = [[at for at, owner in cells[Kind.MINE] if owner != seat] for seat in range(SPECTATOR + 1)]
        sight = [at for at, _ in cells[Kind.SIGHT]]
        never = [_runs(nobody + cells) for cells in others]
        return Veiled(never, cells[Kind.HELD], cells[Kind.SHOWN], sight)

    def masked(self, vector: Sequence[int], seat: int, over: bool) -> Vector:
        """The vector as `seat` sees it."""
        view = list(vector)
        if over:
            return view
        veiled, bit = self.veiled, 1 << seat
        for run, covered in veiled.never[seat]:
            view[run] = covered
        for at, guard in veiled.held:
            if vector[guard] != seat:
                view[at] = HIDDEN
        for at, guard in veiled.shown:
            if not vector[guard] & bit:
                view[at] = HIDDEN
        for at in veiled.sight:
            view[at] = vector[at] & bit
        return view

    def field(self, vector: Vector, name: str) -> Any:
        """One field of a vector: a number or (nested) lists of numbers."""
        return self.readers[name](vector)

    @cached_property
    def readers(self) -> dict[str, Callable[[Vector], Any]]:
        """How each field is read from a vector: as a number or (nested) lists of numbers. Views read all the time, so
        numbers and single rows are read without a function of our own."""
        return {name: _reader(at, self.fields[name].shape) for name, at in self.offsets.items()}

    @cached_property
    def public(self) -> frozenset[str]:
        """The fields that everybody sees."""
        return frozenset(name for name, field in self.fields.items() if field.kind is Kind.PUBLIC)

    @cached_property
    def spans(self) -> dict[str, slice]:
        """Where each field lies in the flat vector."""
        return {name: slice(at, at + _volume(self.fields[name].shape)) for name, at in self.offsets.items()}

    def as_dict(self, vector: Sequence[int]) -> dict[str, Any]:
        """Plain JSON data: a number or (nested) lists of numbers per field."""
        return {
            name: _unflatten(vector, self.offsets[name], field.shape)
            for name, field in self.fields.items()
            if name != self.game.replace("-", "_")
        }

    def from_dict(self, data: Mapping[str, Any]) -> Vector:
        """The vector behind `as_dict`."""
        return self.vector(self.changed(self.blank(), data))

    def changed(self, s: Cells, fields: Mapping[str, Any]) -> Cells:
        """A copy with some fields set. A field with axes takes all its rows, or {index: value} for some of them."""
        s = self.copy(s)
        for name, value in fields.items():
            if name not in self.fields:
                raise ValueError(f"{self.game} has no field {name!r}; it has {', '.join(list(self.fields)[:-1])}")
            setattr(s, name, _fill(getattr(s, name), value, self.fields[name], name))
        return s

    # Turning the seats ----------------------------------------------------------------------------------------------

    def turned(self, vector: Sequence[int], by: int, seats: int) -> Vector:
        """The same table with every seat moved `by` places on: what stood at seat p now stands at seat p + by."""
        return [
            turn_value(vector[at], cell.field.values, by, seats)
            for at, cell in zip(self.turned_from(by, seats), self.cells, strict=True)
        ]

    def turned_from(self, by: int, seats: int) -> list[int]:
        """Where each cell of the turned table comes from."""
        return [
            self.offset(cell.name, [
                turn_seat(i, -by, seats) if axis in (SEAT, PLACE) else i
                for i, axis in zip(cell.at, cell.field.axes, strict=True)
            ])
            for cell in self.cells
        ]  # fmt: skip

    # Documentation and tensor ---------------------------------------------------------------------------------------

    def table(self) -> Iterator[tuple[str, str, str, str]]:
        """One row per field for the documentation: name, shape, values, who sees it."""
        for name, field in self.fields.items():
            if name == self.game.replace("-", "_"):
                continue
            sees = f"the seat in `{field.by}`" if field.by else field.kind.value
            if field.kind is Kind.HELD and not field.by:
                sees = "the seat it names"
            yield name, " × ".join(map(_label, field.axes)), _label(field.values), sees

    @cached_property
    def layout(self) -> list[tuple[int, int]]:
        """Where each cell begins in a tensor and how wide it is: NOBODY, HIDDEN and each value are one place each.

        A bit set is one place for HIDDEN and one per listener.
        """
        places, at = [], 0
        for cell in self.cells:
            wide = SPECTATOR + 2 if cell.field.values is SEATS else size(cell.field.values) + 2
            places.append((at, wide))
            at += wide
        return places

    def tensor(self, view: Sequence[int]) -> list[float]:
        """A view as zeros and ones (see `layout`)."""
        wide = sum(self.layout[-1])
        ones = [0.0] * wide
        for (at, width), value, cell in zip(self.layout, view, self.cells, strict=True):
            if cell.field.values is SEATS and value >= 0:
                for bit in range(width - 1):
                    ones[at + 1 + bit] = float(value >> bit & 1)
            elif value == HIDDEN:
                ones[at] = 1.0
            elif value == NOBODY:
                ones[at + 1] = 1.0
            else:
                ones[at + 2 + value] = 1.0
        return ones


def turn_seat(seat: int, by: int, seats: int) -> int:
    """Where a seat stands after turning; the table and idle rows stay."""
    return (seat + by) % seats if 0 <= seat < seats else seat


def turn_value(value: int, values: Values, by: int, seats: int) -> int:
    """A cell's value or an answer after turning."""
    if values is SEAT or values is PLACE:
        return turn_seat(value, by, seats)
    if values is SEATS and value > 0:
        return sum(1 << turn_seat(bit, by, seats) for bit in range(SPECTATOR + 1) if value >> bit & 1)
    return value


def _volume(shape: Sequence[int]) -> int:
    volume = 1
    for length in shape:
        volume *= length
    return volume


def _runs(cells: list[int]) -> list[tuple[slice, Vector]]:
    """Cells as runs of neighbours, each with what covers it: so they are covered at one stroke."""
    first = [at for at in cells if at - 1 not in cells]
    ends = [at + 1 for at in cells if at + 1 not in cells]
    runs = zip(sorted(first), sorted(ends), strict=True)
    return [(slice(start, end), [HIDDEN] * (end - start)) for start, end in runs]


def _reader(at: int, shape: tuple[int, ...]) -> Callable[[Vector], Any]:
    match shape:
        case ():
            return itemgetter(at)
        case (length,):
            return itemgetter(slice(at, at + length))
        case (rows, length):
            spans = [slice(at + row * length, at + (row + 1) * length) for row in range(rows)]
            return lambda vector: [vector[span] for span in spans]
    return lambda vector: _unflatten(vector, at, shape)


def _unflatten(vector: Sequence[int], at: int, shape: tuple[int, ...]) -> Any:
    if not shape:
        return int(vector[at])
    step = _volume(shape[1:])
    if not shape[1:]:
        return [int(value) for value in vector[at : at + shape[0]]]
    return [_unflatten(vector, at + i * step, shape[1:]) for i in range(shape[0])]


def _fill(old: Any, new: Any, field: Field, name: str) -> Any:
    """The cells of one field after `position()`: a value, a whole row, or some indices of it."""
    if not isinstance(old, list):
        if not isinstance(new, int) or not NOBODY <= new < size(field.values):
            raise ValueError(f"{name} takes {NOBODY} to {size(field.values) - 1}, not {new!r}")
        return int(new)
    items = new.items() if isinstance(new, Mapping) else enumerate(new)
    if not isinstance(new, Mapping) and len(new) != len(old):
        raise ValueError(f"{name} has {len(old)} rows, not {len(new)}")
    row = list(old)
    for index, value in items:
        if not 0 <= index < len(old):
            raise ValueError(f"{name} has rows 0 to {len(old) - 1}, not {index}")
        row[index] = _fill(old[index], value, field, name)
    return row


def _label(values: Values) -> str:
    if isinstance(values, int):
        return str(values)
    return values.name.lower() if isinstance(values, Range) else values.__name__
