"""What the templates of Agent Avenue get: everything is worked out before, in units of the drawing or in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Space:
    """A space of the street."""

    number: int
    x: int
    y: int
    wide: int
    high: int
    kind: str  # plain, home or market
    outline: str  # the path round it
    plate_x: int
    icon: str
    name: str  # of a Home: whose
    colour: str
    title: str
    chevron: tuple[int, int, int]  # towards the next space: where, and turned how far
    cut: bool  # its upper left corner is


@dataclass(frozen=True)
class Pawn:
    """A pawn in the street."""

    side: int
    letter: str
    colour: str
    x: float
    y: float
    height: float
    title: str


@dataclass(frozen=True)
class Move:
    """What recruiting an agent now would do to one side."""

    colour: str
    side: str
    steps: str


@dataclass(frozen=True)
class Offered:
    """One of the two cards that a side has played, or the empty place for it."""

    key: str
    x: int
    shown: bool  # its face is visible
    back: bool  # it lies face down
    name: str
    long: bool  # the name has to be squeezed
    icon: str
    steps: tuple[str, ...]
    moves: tuple[Move, ...]
    caption: str
    title: str


@dataclass(frozen=True)
class Gap:
    """How far a side is from catching the other."""

    colour: str
    name: str
    missing: int
    title: str


@dataclass(frozen=True)
class Notice:
    """What stands in the middle when no cards lie there: the market, a card in use, the end."""

    icon: str
    title: str
    long: bool
    lines: tuple[str, ...]
    winner: str = ""  # the colour of the side that has won
    letter: str = ""


@dataclass(frozen=True)
class StepNumber:
    """One of the numbers of an agent, for one side."""

    text: str
    icon: str  # in place of a number: a win or a loss
    kind: str  # done, next, or neither


@dataclass(frozen=True)
class Recruit:
    """The copies of one agent that a side has in play."""

    key: str
    name: str
    icon: str
    count: int
    steps: tuple[StepNumber, ...]
    title: str


@dataclass(frozen=True)
class Person:
    """Somebody who plays for a side, as everybody sees them."""

    key: str
    name: str
    told: tuple[str, ...]  # cards held and exchanged, and whatever of them may be seen


@dataclass(frozen=True)
class MarketCard:
    """A card of the Black Market."""

    key: str
    name: str
    effect: str
    icon: str
    sign: str  # a picture of that: does it stay or act once?
    lasting: str  # and in words


@dataclass(frozen=True)
class Side:
    """All that one side has in play."""

    number: int
    colour: str
    name: str
    state: str  # on turn, chooses, wins; else empty
    people: tuple[Person, ...]
    recruits: tuple[Recruit, ...]
    cards: tuple[MarketCard, ...]


@dataclass(frozen=True)
class Board:
    """What everybody sees."""

    label: str
    spaces: tuple[Space, ...]
    pawns: tuple[Pawn, ...]
    gaps: tuple[Gap, ...]
    rope: tuple[str, ...]  # the fourteen spaces between catching and being caught, by colour
    knot: float  # where they meet
    rope_title: str
    turn: str
    turn_colour: str
    offered: tuple[Offered, ...]
    notice: Notice | None
    pile: int
    pile_title: str
    sides: tuple[Side, ...]
    over: bool
    advanced: bool
    market: tuple[MarketCard, ...]
    stock: str


@dataclass(frozen=True)
class HandCard:
    """Some copies of an agent in a hand."""

    key: str
    name: str
    icon: str
    count: int
    steps: tuple[str, ...]
    moves: tuple[Move, ...]
    known: str
    reason: str


@dataclass(frozen=True)
class Pile:
    """Cards of one's own that are no longer in the hand."""

    icon: str
    name: str
    cards: str


@dataclass(frozen=True)
class Mine:
    """What only one seat sees."""

    side: str
    colour: str
    letter: str
    partner: str
    hand: tuple[HandCard, ...]
    piles: tuple[Pile, ...]
    over: bool
