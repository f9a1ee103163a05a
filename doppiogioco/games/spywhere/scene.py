"""What the templates of Spywhere get: everything is worked out before, in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Dish:
    """A nation, or some equal cards of it; without a code they lie face down."""

    code: str
    icon: str
    colour: str
    name: str
    food: str
    count: int
    title: str
    keys: tuple[str, ...] = ()  # what the gliding knows them by
    came: bool = False  # just now


@dataclass(frozen=True)
class Group:
    """Equal cards of the row, which are one place: any of them is the same answer."""

    key: str
    dish: Dish
    pieces: tuple[str, ...]  # what the gliding knows each card by
    three: bool


@dataclass(frozen=True)
class Laid:
    """An identification card in front of somebody; without a dish it lies face down."""

    pattern: int
    letter: str
    dish: Dish | None
    verdict: str  # when it is known: right or wrong
    right: bool
    back: str  # what is said of it face down
    title: str
    key: str  # what the gliding knows it by
    came: bool = False  # just now


@dataclass(frozen=True)
class Place:
    """A player, and all that lies before that player."""

    key: str
    name: str
    letter: str
    pattern: int
    next_paper: str  # what the gliding knows the next identification card of this player by
    turn: bool
    status: str  # what the others should know just now
    status_icon: str
    closer: str
    won: bool
    points: str  # when it is known
    passports: tuple[Dish, ...]
    cards: int
    held: str
    hand: tuple[Dish, ...]
    open: tuple[Dish, ...]
    laid: tuple[Laid, ...]


@dataclass(frozen=True)
class Board:
    """The table."""

    label: str
    around: tuple[Place, ...]  # clockwise, beginning at the left of who sits nearest
    near: Place
    over: bool
    pile: int
    pile_title: str
    row: tuple[Group, ...]
    gaps: int  # cards that the row lacks
    given: Group | None
    offer: str
    lap: str
    box: Dish | None
    unseen: tuple[Dish, ...]  # passports that nobody had, once everything is open


@dataclass(frozen=True)
class HandCard:
    """Equal cards of the own hand; every nation has its place there, also when there is none."""

    key: str
    dish: Dish
    seen: str  # how many of them everybody knows


@dataclass(frozen=True)
class Paper:
    """An own identification card."""

    key: str
    dish: Dish
    whom: str  # in front of whom it lies
    verdict: str
    right: bool


@dataclass(frozen=True)
class Mine:
    """What only one seat sees."""

    passports: tuple[Dish, ...]
    revealed: bool
    sits: bool
    hand: tuple[HandCard, ...]
    held: str
    papers: tuple[Paper, ...]
    used: str
    missing: str
