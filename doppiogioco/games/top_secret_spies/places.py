"""Where everything lies on the board of Top Secret Spies, in the units of its drawing: 12 x 11 spaces of 80."""

from __future__ import annotations

from doppiogioco.engine.game import View

from .cards import BUILDINGS, COLOURS, FAR, FINISH
from .names import agents_in_play
from .state import Ask

# Markers on one space: the radius, the size of the letter, and where the middles lie from the middle of the space. Many
# may overlap a little, so that their letters stay large; none leaves its space.
CLUSTERS: tuple[tuple[float, int, tuple[tuple[float, float], ...]], ...] = (
    (0, 0, ()),
    (31, 37, ((0, 0),)),
    (24, 30, ((-15, -15), (15, 15))),
    (20, 28, ((0, -19), (-19, 17), (19, 17))),
    (20, 28, ((-19, -19), (19, -19), (-19, 19), (19, 19))),
    (16.5, 25, ((-22.5, -22.5), (22.5, -22.5), (0, 0), (-22.5, 22.5), (22.5, 22.5))),
    (14.5, 24, ((-13, -24.5), (13, -24.5), (-24.5, 0), (24.5, 0), (-13, 24.5), (13, 24.5))),
    (14.5, 24, ((-13, -24.5), (13, -24.5), (-24.5, 0), (0, 0), (24.5, 0), (-13, 24.5), (13, 24.5))),
)
PAWN = 66 / 52  # how much higher than wide
PIPS = {2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}  # the nine places of a die's face are a to i


def at_track(number: int) -> tuple[int, int]:
    """The corner of a space: clockwise from the start, top left."""
    if number <= 11:
        return 80 * number, 0
    if number <= 21:
        return 880, 80 * (number - 11)
    return (80 * (32 - number), 800) if number <= 32 else (0, 80 * (FINISH - number))


def marker(view: View, agent: int) -> tuple[float, float, float, int]:
    """The middle of a marker on its space, its radius and the size of its letter."""
    space = view.score[agent] % FINISH
    level = [other for other in agents_in_play(view) if view.score[other] % FINISH == space]
    radius, size, middles = CLUSTERS[len(level)]
    (x, y), (dx, dy) = at_track(space), middles[level.index(agent)]
    return x + 40 + dx, y + 40 + dy, radius, size


def at_ring(place: int) -> tuple[int, int]:
    """The corner of a building: clockwise from the church, top left."""
    side, step = divmod(place, 3)
    column, row = ((step, 0), (3, step), (3 - step, 3), (0, 3 - step))[side]
    return 88 + 200 * column, 88 + 180 * row


def spot(view: View, was: list[int], agent: int, place: int) -> tuple[float, float, float]:
    """Where a pawn or its ghost stands in a building, and how high it is.

    Up to three stand in a row, more in two rows beside the number. A ghost keeps its room, so nobody else moves up.
    """
    x, y = at_ring(place)
    here = crowd(view, was, place)
    index, count = here.index(agent), len(here)
    if count < 4:
        width = (0, 70, 66, 56)[count]
        left = (0, 92, 22, 7)[count] + index * (0, 0, 76, 57)[count]
        return x + left, y + 159 - width * PAWN, width * PAWN
    height = 43 * PAWN
    if index < 4:
        return x + 5 + 44 * index, y + 159 - height, height
    return x + 181 - 44 * (count - index), y + 104 - height, height


def crowd(view: View, was: list[int], place: int) -> list[int]:
    """Who needs room in a building, ghosts included."""
    return [agent for agent in range(COLOURS) if place in (view.at[agent], was[agent])]


def ways(before: View, after: View, facing: int = 0) -> dict[str, list[tuple[int, int]]]:
    """Where pawns and markers pass with an answer: along the ring and along the track. Who makes room moves aside."""
    found = {}
    for agent in agents_in_play(before):
        was, now = (spot(view, view.at, agent, view.at[agent]) for view in (before, after))
        if was != now:
            found[f"pawn-{agent}"] = [*(_entrance(place) for place in _passed(before, after, agent)), _middle(*now)]
        if before.score[agent] != after.score[agent]:
            x, y, *_ = marker(after, agent)
            found[f"marker-{agent}"] = [
                *_along_the_track(before.score[agent], after.score[agent]),
                (round(x), round(y)),
            ]
    return found


def _passed(before: View, after: View, agent: int) -> list[int]:
    """The buildings between where an agent was and where it comes to, where it goes farther than to the next one."""
    if before.ask != Ask.FAR or agent != before.named:
        return []
    way = 1 if FAR[before.card] > 0 else -1
    far = way * (after.at[agent] - before.at[agent]) % BUILDINGS
    return [(before.at[agent] + way * step) % BUILDINGS for step in range(1, far)]


def _along_the_track(was: int, now: int) -> list[tuple[int, int]]:
    spaces = range(was + 1, now) if now > was else range(was - 1, now, -1)
    return [(x + 40, y + 40) for x, y in (at_track(space % FINISH) for space in spaces)]


def _entrance(place: int) -> tuple[int, int]:
    """Where somebody goes through a building, in front of whoever is there."""
    x, y = at_ring(place)
    return x + 92, y + 115


def _middle(left: float, top: float, height: float) -> tuple[int, int]:
    return round(left + height / PAWN / 2), round(top + height / 2)


def pips(face: int) -> tuple[tuple[int, int], ...]:
    return tuple(((ord(place) - 97) % 3 - 1, (ord(place) - 97) // 3 - 1) for place in PIPS[face])
