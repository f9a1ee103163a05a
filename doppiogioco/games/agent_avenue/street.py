"""Where things lie in the drawing of the street: a loop of 800 x 1040 units, a Home left, the other right."""

from __future__ import annotations

from functools import cache

from doppiogioco.engine.game import View

from .cards import BLUE, CORNERS, GREEN, KINDS, SPACES
from .movement import steps_for
from .words import STREET

ACROSS, DOWN = (6, 156, 400, 644, 794), (6, 156, 400, 640, 884, 1034)  # the lines between the spaces
CUT, PLATE = 46, 54
PAWN = 52 / 66  # how wide for its height

Box = tuple[int, int, int, int]  # left, top, width, height


def seen(number: int, facing: int) -> int:
    """The space in whose place one is drawn: each side sees its own Home on the left, so the loop is turned about."""
    return (number + facing * (SPACES // 2)) % SPACES


@cache
def cell(number: int) -> tuple[int, int]:
    """The row and the column of a space."""
    return next((row, spaces.index(number)) for row, spaces in enumerate(STREET) if number in spaces)


@cache
def box(number: int) -> Box:
    """What a space covers."""
    row, column = cell(number)
    x, y = ACROSS[column] + 3, DOWN[row] + 3
    return x, y, ACROSS[column + 1] - 3 - x, DOWN[row + 1] - 3 - y


@cache
def outline(number: int) -> str:
    """The path round a space. The outer corner of a corner space is cut: there the street turns."""
    x, y, wide, high = box(number)
    cut = CUT if CORNERS[number] else 0
    nw, ne, se, sw = (cut * (cell(number) == corner) for corner in ((0, 0), (0, 3), (4, 3), (4, 0)))
    right, low = x + wide, y + high
    points = (
        (x, y + nw), (x + nw, y), (right - ne, y), (right, y + ne),
        (right, low - se), (right - se, low), (x + sw, low), (x, low - sw),
    )  # fmt: skip
    return "M" + "L".join(f"{px} {py}" for px, py in dict.fromkeys(points)) + "Z"


@cache
def plate(number: int) -> int:
    """Where the number's plate begins: at the left, unless that corner is cut."""
    x, _, wide, _ = box(number)
    return x + wide - PLATE if cell(number) == (0, 0) else x


@cache
def chevron(number: int) -> tuple[int, int, int]:
    """An arrow on the line to the next space: where, and turned how far."""
    (row, column), (row2, column2) = cell(number), cell((number + 1) % SPACES)
    x, y, wide, high = box(number)
    if row == row2:
        return ACROSS[max(column, column2)], y + high // 2, 0 if column2 > column else 180
    return x + wide // 2, DOWN[max(row, row2)], 90 if row2 > row else 270


def stand(number: int, index: int, count: int) -> tuple[float, float, float]:
    """Where a pawn stands and how high it is: one in the middle, two side by side under the number."""
    x, y, wide, high = box(number)
    height = 86 if count == 2 or CORNERS[number] else 108
    width, middle = height * PAWN, x + wide / 2
    left = middle - width / 2 if count == 1 else middle + (2 * index - 1) * (width / 2 + 1) - width / 2
    return left, y + high - 8 - height, height


def ways(before: View, after: View, facing: int = 0) -> dict[str, list[tuple[int, int]]]:
    """Where pawns pass with an answer: along the street, forward or back. Two on one space stand side by side."""
    count, found = 2 if after.at[GREEN] == after.at[BLUE] else 1, {}
    for side in (GREEN, BLUE):
        spaces = _passed(before, after, side)
        if spaces:
            alone = [stand(seen(space, facing), 0, 1) for space in spaces[:-1]]
            stops = stand(seen(after.at[side], facing), side ^ facing, count)
            found[f"pawn-{side}"] = [_middle(*place) for place in (*alone, stops)]
    return found


def _passed(before: View, after: View, side: int) -> list[int]:
    """The spaces that a pawn comes to one after the other: by an agent, forward or back, and by a car or a truck."""
    came = [kind for kind in range(KINDS) if after.agents[side][kind] > before.agents[side][kind]]
    at, steps = before.at[side], steps_for(before, side, came[0]) if came else 0
    driven = (after.at[side] - at - steps) % SPACES
    way = 1 if steps > 0 else -1
    spaces = [at + way * step for step in range(1, abs(steps) + 1)]
    spaces += [at + steps + step for step in range(1, driven + 1)]
    return [space % SPACES for space in spaces]


def _middle(left: float, top: float, height: float) -> tuple[int, int]:
    return round(left + height * PAWN / 2), round(top + height / 2)
