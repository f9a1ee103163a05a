"""What the drawing of Spies & Lies is made of: plain facts that the templates only have to place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rank:
    """One of a side's ten soldiers in its list of ranks."""

    rank: int
    icon: str
    kind: str  # "", exhausted, seen, active
    title: str
    key: str


@dataclass(frozen=True)
class Guess:
    """What was last said about a card."""

    rank: int
    icon: str  # right, wrong, or not turned over yet
    title: str


@dataclass(frozen=True)
class Card:
    """A mission with what lies on it."""

    number: int
    kind: str  # empty, back, face, retired, open (known, but not turned over)
    rank: int
    icon: str
    name: str
    length: int  # of a long name in the drawing, so that it fits in every typeface
    word: str
    token: str  # "", on, off (shown that there is none), mark (laid, not shown)
    decoy: bool
    asked: bool
    guess: Guess | None
    stamp: str  # while it is being looked at: right, wrong, exhausted
    title: str
    key: str


@dataclass(frozen=True)
class Note:
    """A small plate beside a side's name."""

    icon: str
    title: str


@dataclass(frozen=True)
class Army:
    """A side: its name plate, its list of ranks, its missions and its ladder."""

    number: int
    name: str
    letter: str
    colour: str
    players: str
    title: str
    notes: tuple[Note, ...]
    deceptions: int
    deceptions_title: str
    ranks: tuple[Rank, ...]
    cards: tuple[Card, ...]
    points: int
    points_title: str


@dataclass(frozen=True)
class Call:
    """The last guess, in words."""

    of: str
    said: str
    stamp: str  # right or wrong, once the card is turned over
    title: str


@dataclass(frozen=True)
class Space:
    """A space of the way between the flags."""

    text: str
    icon: str
    colour: str
    kind: str  # flag, gate, plain, centre
    title: str


@dataclass(frozen=True)
class Board:
    """What everybody sees."""

    label: str
    top: Army
    bottom: Army
    way: tuple[Space, ...]  # from the flag at the top to the one at the bottom
    agent: int  # its place there
    agent_title: str
    day: str
    steps: int
    steps_title: str
    today: tuple[int, ...]
    today_title: str
    old: tuple[str, ...]
    old_title: str
    call: Call | None


@dataclass(frozen=True)
class Own:
    """A mission of the own side, as its player sees it."""

    number: int
    kind: str  # empty, next, back, face, retired
    rank: int
    icon: str
    name: str
    word: str
    token: bool
    title: str


@dataclass(frozen=True)
class Soldier:
    """A soldier and what it does: in hand, or in the list of the opponent's."""

    rank: int
    icon: str
    name: str
    effect: str
    word: str
    kind: str
    key: str


@dataclass(frozen=True)
class Later:
    """Soldiers in hand that do not fit now, and why."""

    names: str
    reason: str


@dataclass(frozen=True)
class Mine:
    """What one seat sees."""

    known: bool  # the sides are drawn by lot
    over: bool
    side: str
    letter: str
    colour: str
    part: str
    deceptions: str
    row: tuple[Own, ...]
    note: str
    deploying: bool
    hand: tuple[Soldier, ...]
    later: tuple[Later, ...]
    enemy: str
    enemies: tuple[Soldier, ...]
