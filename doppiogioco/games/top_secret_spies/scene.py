"""What the templates of Top Secret Spies get: everything is worked out before, in units of the drawing or in words."""

from __future__ import annotations

from dataclasses import dataclass

from doppiogioco.engine.contract import ScenePart


@dataclass(frozen=True)
class Space:
    """A space of the track."""

    number: int
    x: int
    y: int
    kind: str
    icon: str
    taken: bool  # a marker lies on it


@dataclass(frozen=True, eq=False)  # made once for the same markers
class Track(ScenePart):
    """The spaces along the edge, on which points are counted."""

    spaces: tuple[Space, ...]


@dataclass(frozen=True)
class Tile:
    """A building."""

    key: str
    worth: str
    x: int
    y: int
    kind: str
    icon: str
    title: str
    crowded: bool
    chevron: tuple[int, int, int]  # towards the next building: where, and turned how far


@dataclass(frozen=True)
class Spy:
    """An agent: its pawn, its marker and its line in the table."""

    number: int
    name: str
    letter: str
    colour: str
    colour_name: str
    where: str
    at_safe: bool
    points: int
    player: str  # when it is known
    fate: str  # at the end, if it was given back
    chosen: bool
    x: float
    y: float
    height: float
    title: str
    marker_x: float
    marker_y: float
    radius: float
    size: int
    marker_title: str
    home: bool  # once round the track


@dataclass(frozen=True)
class Ghost:
    """Where a pawn was before a move that is not confirmed yet."""

    letter: str
    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Trace:
    """Where a marker was before it went on."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Row:
    """A line of a sheet: an agent or its player, what came to it just now, and how far that makes it."""

    letter: str
    colour: str
    name: str
    gain: str
    total: int
    ahead: bool  # at the end: has it won, or does this free agent keep everybody from winning?


@dataclass(frozen=True)
class Sheet:
    """A paper in the middle of the board: a scoring, or at the end who was who."""

    kind: str
    title: str
    label: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class PlayedCard:
    """A card in the middle of the board while it is being played."""

    player: str
    icon: str
    name: str
    effect: tuple[str, ...]  # line by line
    label: str


@dataclass(frozen=True)
class Mark:
    """Something a player has, as a picture, a number and words."""

    icon: str
    text: str
    label: str


@dataclass(frozen=True)
class Person:
    """What everybody sees of a player."""

    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Board:
    """The table as everybody sees it."""

    label: str
    track: Track
    tiles: tuple[Tile, ...]
    spies: tuple[Spy, ...]  # as they are drawn
    ghosts: tuple[Ghost, ...]
    table: tuple[Spy, ...]  # as they are listed: the farthest first
    safe: Tile
    safe_title: str
    open: bool  # who plays whom is known
    turn: str
    face: str
    pips: tuple[tuple[int, int], ...]
    die_title: str
    left: str
    cards: bool
    pile: int
    pile_title: str
    played_icon: str
    spent: int
    spent_title: str
    free: int
    free_spies: tuple[Spy, ...]
    free_title: str
    status: str
    people: tuple[Person, ...]
    sheet: Sheet | None = None  # covers the middle, as a card does that is being played
    played: PlayedCard | None = None
    traces: tuple[Trace, ...] = ()
    safe_was: Tile | None = None  # the building the safe has just left


@dataclass(frozen=True)
class Own:
    """An agent that is the viewer's."""

    name: str
    letter: str
    colour: str
    about: str


@dataclass(frozen=True)
class HandCard:
    """A kind of card in the viewer's hand."""

    key: str
    icon: str
    name: str
    effect: str
    count: int
    reason: str  # why it cannot be played now


@dataclass(frozen=True)
class Entry:
    """A line of the viewer's dossier."""

    key: str
    name: str
    letter: str
    colour: str
    who: str
    told: str  # at the end: was it right?
    right: bool


@dataclass(frozen=True)
class Mine:
    """What only the viewer sees."""

    own: tuple[Own, ...]
    revealed: bool
    cards: bool
    hand: tuple[HandCard, ...]
    held: str
    note: str
    filed: bool
    entries: tuple[Entry, ...]
    written: str
