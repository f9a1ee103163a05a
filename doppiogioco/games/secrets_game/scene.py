"""The pieces of a drawing of Secrets: plain facts for the templates, already in words."""

from __future__ import annotations

from dataclasses import dataclass

from doppiogioco.engine.contract import InParts, ScenePart


@dataclass(frozen=True)
class Face:
    """A character, face up."""

    place: str
    name: str
    worth: str
    icon: str
    effect: str
    unseen: str  # how many of its copies nobody has seen yet, of how many; empty where people have to remember
    title: str


@dataclass(frozen=True)
class Strip:
    """A card in front of a player: open, face down or a bullet."""

    kind: str  # up, down, bullet
    name: str
    worth: str
    icon: str
    key: str  # by which it is known when it travels


@dataclass(frozen=True)
class Disc:
    """A token: its back, or the side on it when everybody may see it."""

    place: str
    colour: str  # of its side; empty for a back
    word: str
    icon: str
    title: str
    dealt: bool
    seen: bool = False  # somebody is looking at it
    moved: bool = False  # it has just changed places with another
    key: str = ""  # by which it is known where tokens change places


@dataclass(frozen=True)
class Tab:
    """A word on the edge of a plate."""

    kind: str
    text: str


@dataclass(frozen=True, eq=False)  # one that looks the same is the same: `plates` makes it once
class Plate(ScenePart):
    """A player's place at the table."""

    seat: int
    place: str
    name: str
    cards: str
    pips: tuple[bool, ...]  # one for each card that ends the game; which of them are there
    total: str
    points_word: str
    token: Disc
    strips: tuple[Strip, ...]
    tabs: tuple[Tab, ...]
    un: str  # the word on the UN token, where it lies here
    un_title: str
    won: bool
    title: str

    @property
    def places(self) -> tuple[str, str]:
        """What can be picked there."""
        return self.place, self.token.place


@dataclass(frozen=True)
class Tally:
    """A side at the end, or one hippie, who counts alone."""

    disc: Disc
    names: str
    total: str
    won: bool


@dataclass(frozen=True)
class Offer:
    """What lies in the middle: two open characters, one of them face down, or the one whose effect is due."""

    faces: tuple[Face, ...]
    covered: bool  # one of the two lies face down
    turned: Face | None  # or has just been turned over
    caption: str  # above the cards, unless one of them is being offered
    giver: str
    receiver: str
    speech: str
    silent: bool
    effect: Face | None
    passed_on: bool  # the character lies here until it is given to somebody
    bullet: bool  # one has been drawn
    stamps: tuple[str, ...]  # how the offer was answered, and whether this was the last card


@dataclass(frozen=True)
class Middle(ScenePart):
    """What lies in the middle of the table."""

    centre: Disc
    un_in_centre: bool
    deck: int
    deck_title: str
    bullets: int
    bullets_title: str
    offer: Offer
    tallies: tuple[Tally, ...]
    over: bool

    @property
    def places(self) -> tuple[str, ...]:
        """What can be picked there."""
        return (self.centre.place, "offer", *(face.place for face in self.offer.faces))


@dataclass(frozen=True)
class Scene(InParts):
    """The whole table."""

    label: str
    seats: int
    plates: list[Plate]
    middle: Middle
    over: bool
    invitation: str

    @property
    def parts(self) -> tuple[Middle | Plate, ...]:
        """What is drawn by itself, in this order."""
        return self.middle, *self.plates

    @property
    def frame(self) -> tuple[str, int, bool]:
        """What is drawn round the parts."""
        return self.label, self.seats, self.over


@dataclass(frozen=True)
class Sight:
    """A token that lies open for this seat right now, and whose it is."""

    owner: str
    disc: Disc


@dataclass(frozen=True)
class Shot:
    """A bullet that this seat has drawn."""

    receiver: str
    worth: str


@dataclass(frozen=True, eq=False)  # made once for all who see the same
class Characters(ScenePart):
    """What is printed on the cards."""

    title: str
    columns: str  # over their numbers, while cards are unseen and the table counts them
    faces: tuple[Face, ...]
    under: str  # what lies under the deck, where the table keeps it in mind


@dataclass(frozen=True)
class Known(ScenePart):
    """The secrets of a seat."""

    title: str
    sights: tuple[Sight, ...]
    in_sight: str  # the words above them
    memories: str  # where older looks are noted
    covered: Face | None  # the card this seat has laid face down
    shots: tuple[Shot, ...]
    over: bool


@dataclass(frozen=True)
class Mine(InParts):
    """The secrets of a seat, and what is printed on the cards."""

    known: Known
    characters: Characters

    @property
    def parts(self) -> tuple[Known, Characters]:
        """What is drawn by itself, in this order."""
        return self.known, self.characters
