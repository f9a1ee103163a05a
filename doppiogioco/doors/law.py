"""The two-world law on the wire: everything that somebody can obtain is compared in two worlds."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Setup, label
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import N_
from doppiogioco.law_runs import as_they_end
from doppiogioco.store import Entry, Row, Store
from doppiogioco.store.store import now

from .asking import Asking, Reply
from .pairs import apart, differ, own_answers, played_on
from .ways import Response, about_the_table, answered, doors_of, everything, followed
from .world import T

REFUSED = 400  # from this status on
SHOWN = 60  # characters on either side of where two answers part
YEAR = 365 * 86_400.0  # seconds


class Unasked(DoppiogiocoError):
    """The app has a door at which nobody asked."""


class Difference(NamedTuple):
    """Where somebody could tell two worlds apart, and how to see it again."""

    setup: Setup
    match: int
    moment: int  # after so many answers
    asked: str  # by whom, and how
    here: str
    there: str

    def __str__(self) -> str:
        game, seats, options = self.setup
        where = f"{label(self.setup)}, match {self.match}, after {self.moment} answers, {self.asked}"
        chosen = "".join(f" --option {'' if on else 'no-'}{name}" for name, on in options.items())
        again = f"doppiogioco doors {game} --seats {seats}{chosen} --seed {self.match} --responses 1"
        return f"{where}\n  one world: {self.here}\n  the other: {self.there}\n  again with: {again}"


@dataclass
class Found:
    """What was compared, by door, at how many moments, and what was not the same."""

    by_door: Counter[str] = field(default_factory=Counter)
    moments: int = 0
    refusals: int = 0  # among the compared answers
    differences: list[Difference] = field(default_factory=list)

    @property
    def at_the_table(self) -> int:
        """Of the compared answers, those of doors that lead to the table: the others could hold no secret."""
        return sum(count for door, count in self.by_door.items() if about_the_table(door))

    @property
    def figures(self) -> list[str]:
        """All of it in numbers: moments, answers, those of the table, refusals, differences."""
        numbers = self.moments, self.by_door.total(), self.at_the_table, self.refusals, len(self.differences)
        return [f"{number:,}" for number in numbers]

    def take_in(self, other: Found) -> None:
        """And what was found elsewhere."""
        self.by_door += other.by_door
        self.moments += other.moments
        self.refusals += other.refusals
        self.differences += other.differences


class Forgetful(Store):
    """A database that keeps no events: what happens at the table in one world has not happened in the other."""

    async def append(self, _: Row, __: Entry) -> bool:
        """Saved, as far as anybody can tell."""
        return True

    def note(self, _: Entry) -> None:
        """Nor is it kept where the table stands."""

    async def list_table(self) -> None:
        """Have the table on the home page, for as long as anybody looks."""
        await super().append(Row(0, "opened", "{}", 0.0), Entry(T, "", "playing", listed=True, at=now() + YEAR))


@contextmanager
def doors(folder: Path) -> Iterator[Asking]:
    """The app, with the table among those that are listed. What it draws by lot is always the same: one world shall not
    differ from the other by the code of a link."""
    lots = patch.multiple(
        secrets, token_hex=lambda size=32: "5eed" * (size // 2), token_urlsafe=lambda size=32: "seed" * (size // 3)
    )
    with lots, Asking(folder / "tables.db", Forgetful) as asking:
        store = asking.tables.store
        assert isinstance(store, Forgetful)
        asking.do(store.list_table)
        yield asking


def compared(asking: Asking, setup: Setup, seed: int = 0) -> Found:
    """The law in one match of a set-up, for every seat and for who has none."""
    found = Found()
    for listener in (*range(setup[1]), SPECTATOR):
        found.take_in(compared_for(asking, setup, seed, listener))
    if missing := doors_of(asking.app) - set(found.by_door):
        raise Unasked(N_("nobody asked at {doors}"), doors=", ".join(sorted(missing)))
    return found


def compared_for(asking: Asking, setup: Setup, seed: int, listener: int) -> Found:
    """The law for one listener: whatever can be asked for at a moment, whatever is told of the next answers, and what
    comes of an own one."""
    pair = apart(setup, listener, seed)
    if not differ(pair):
        raise AssertionError("two worlds that are one")
    worlds = [everything(asking, match, listener) for match in pair]
    for world, match, given in zip(worlds, pair, played_on(pair, listener), strict=True):
        world.extend(followed(asking, match, listener, given))
    for answer, dealt in own_answers(pair, listener):
        for world, match, then in zip(worlds, pair, dealt, strict=True):
            world.extend(answered(asking, match, listener, answer, then))
    found = Found(moments=1)
    for here, there in zip_longest(*worlds, fillvalue=Response("nowhere", "nothing", "nothing")):
        found.by_door[here.door] += 1
        found.refusals += isinstance(here.told, Reply) and here.told.status >= REFUSED
        if here != there:
            where = setup, seed, len(pair.one.history)
            found.differences.append(Difference(*where, here.asked, *parted(str(here), str(there))))
    return found


def parted(here: str, there: str) -> tuple[str, str]:
    """Two texts from shortly before they part."""
    at = next((n for n, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), 0)
    return here[max(0, at - SHOWN) : at + SHOWN], there[max(0, at - SHOWN) : at + SHOWN]


# Many of them -------------------------------------------------------------------------------------------------------


def proved(setup: Setup, responses: int, first: int = 0) -> Found:
    """So many compared answers about the table of a set-up, match after match from a number on."""
    found = Found()
    with TemporaryDirectory() as folder, doors(Path(folder)) as asking:
        for seed in count(first):
            found.take_in(compared(asking, setup, seed))
            if found.at_the_table >= responses:
                return found
    raise AssertionError  # there is no last number


def prove(setups: list[Setup], responses: int, first: int = 0, processes: int = 1) -> Iterator[tuple[Setup, Found]]:
    """At least so many compared answers, spread evenly over set-ups, as each set-up is done."""
    each = -(-responses // len(setups))
    if processes == 1:
        for setup in setups:
            yield setup, proved(setup, each, first)
        return
    yield from as_they_end([(setup, partial(proved, setup, each, first)) for setup in setups], processes)
