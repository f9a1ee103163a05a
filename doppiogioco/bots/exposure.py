"""How far a table could be read: how likely the truth about each player looked, answer by answer, to a bystander.

The bystander hears what everybody hears, knows how players of several tempers act (`beliefs`), and has no cards of
their own. So what they could tell of a player is what that player has given away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from doppiogioco.engine.game import Game, find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import CHANCE, PLACE, SEAT, SPECTATOR, Cell

from .decision import Reason, Suspicion
from .telling import suspected

READ = 0.9  # who is as likely as this to be who they are has been found out
WORLDS = 4_000  # kept at most


class Secret(NamedTuple):
    """Something that a player hid: a cell, and what it held after each answer from the deal on."""

    seat: int
    name: str
    at: tuple[int, ...]
    held: tuple[int, ...]


class Watched(NamedTuple):
    """A match that is over, in plain numbers, so that they can travel between processes."""

    game: str
    seats: int
    options: int
    heard: tuple[tuple[int, int], ...]  # as who only watches heard them
    dealt: int  # after so many of these the first player was asked
    secrets: tuple[Secret, ...]


class Exposure(NamedTuple):
    """Of each secret how likely it looked after each answer from the deal on, and what has given most away.

    The courses are shorter than the match where the bystander lost the thread: so many worlds were possible that none
    of those that were kept fitted what was heard.
    """

    courses: tuple[tuple[float, ...], ...]
    reasons: tuple[Reason, ...]


def has_identities(game: Game) -> bool:
    """Does anybody hide who they are in this game?"""
    return bool(game.package.says("IDENTITY", ()))


def to_watch(match: Match) -> Watched:
    """All that a bystander heard of a match that is over, and what there was to find out."""
    assert match.over, "before the end its secrets are nobody's"
    game, table = match.game, match.start
    tables = [game.state.vector(table)]
    for given in match.history:
        game.rules.apply(table, *given)
        tables.append(game.state.vector(table))
    heard = tuple((given.seat, given.answer) for given in match.heard(None))
    dealt = next(number for number, (seat, _) in enumerate(heard) if seat != CHANCE)
    secrets = tuple(_secrets(match, tables[dealt:]))
    return Watched(game.id, match.seats, match.option_bits, heard, dealt, secrets)


def _secrets(match: Match, tables: Sequence[Sequence[int]]) -> list[Secret]:
    """What the players hid, as far as it is somebody's and worth telling, in the order of their seats."""
    state, view, say, found = match.game.state, match.view(), match.voice("en"), list[Secret]()
    for name in match.game.package.says("IDENTITY", ()):
        for spot in range(*state.spans[name].indices(state.width)):
            cell, value = state.cells[spot], tables[-1][spot]
            seat = _whose(cell, value)
            if 0 <= seat < match.seats and suspected(view, name, cell.at, value, say):
                found.append(Secret(seat, name, cell.at, tuple(table[spot] for table in tables)))
    return sorted(found)


def _whose(cell: Cell, value: int) -> int:
    """The seat whose secret a cell is: the one that it names, or in whose row it stands."""
    if cell.field.values is SEAT:
        return value
    return cell.at[0] if cell.field.axes and cell.field.axes[0] in (SEAT, PLACE) else -1


def watch(watched: Watched) -> Exposure:
    """What the bystander could tell. It takes seconds, and needs the compiler."""
    from .reasons import Reading

    reading = Reading(watched.game, watched.seats, watched.options, SPECTATOR, limit=WORLDS)
    offset = find(watched.game).state.offset
    places = [reading.spots.index(offset(secret.name, secret.at)) for secret in watched.secrets]
    courses: list[list[float]] = [[] for _ in places]

    def note() -> None:
        odds = reading.odds_of_spots()
        for course, place, secret in zip(courses, places, watched.secrets, strict=True):
            course.append(min(float(odds[place, secret.held[len(course)] + 1]), 1.0))

    try:
        for number, given in enumerate(watched.heard):
            if number >= watched.dealt:
                note()
            reading.hear(*given)
        note()
    except ValueError:  # no world is left that fits
        pass
    told = [
        Suspicion(secret.name, secret.at, secret.held[-1], course[-1])
        for secret, course in zip(watched.secrets, courses, strict=True)
        if course
    ]
    return Exposure(tuple(map(tuple, courses)), reading.reasons(told))


def found_out(course: Sequence[float]) -> int | None:
    """From which place of a course on somebody was found out for good; None where they were not."""
    hidden = [number for number, odds in enumerate(course) if odds < READ]
    since = hidden[-1] + 1 if hidden else 0
    return since if since < len(course) else None
