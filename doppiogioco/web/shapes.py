"""The shapes of what programs send and are told, for the description of the routes; docs/api.md has them in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from doppiogioco.bots.levels import LEVELS
from doppiogioco.tables.table import PACES, RESERVES

Number = int | str  # a form sends every number as text
Switch = bool | Literal["on", "off", ""]
Level = Annotated[str, Meta(extra_json_schema={"enum": ["", *LEVELS]})]
Pace = Annotated[Number, Meta(extra_json_schema={"enum": [*PACES, *map(str, PACES)]})]
Reserve = Annotated[Number, Meta(extra_json_schema={"enum": [*RESERVES, *map(str, RESERVES)]})]
Numbers = int | str | list[int]  # 3, or "3,0", or [3, 0]
Given = Annotated[list[int], Meta(min_length=2, max_length=2)]  # a seat and its answer


# What is sent -------------------------------------------------------------------------------------------------------


class NewTable(Struct, kw_only=True, omit_defaults=True):
    """A table as somebody wants it; the page sends a box `option-NAME` for each option that is chosen."""

    name: str | UnsetType = UNSET
    seats: Number | UnsetType = UNSET
    options: dict[str, bool] | str | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    reserve: Reserve | UnsetType = UNSET
    listed: Switch | UnsetType = UNSET
    reminders: Switch | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    hints: Switch | UnsetType = UNSET
    spectators: Switch | UnsetType = UNSET
    bots: Number | UnsetType = UNSET


class Sitting(Struct, kw_only=True, omit_defaults=True):
    """Who sits down, and where: without a seat on the first that is free."""

    name: str | UnsetType = UNSET
    seat: Number | UnsetType = UNSET


class Moving(Struct, kw_only=True, omit_defaults=True):
    """An answer, or several that belong together."""

    answer: Numbers | UnsetType = UNSET
    after: Number | UnsetType = UNSET
    draft: str | UnsetType = UNSET
    confirm: Number | UnsetType = UNSET


class Saying(Struct, kw_only=True, omit_defaults=True):
    """Something to say, or one of the claims of the game."""

    text: str | UnsetType = UNSET
    claim: str | UnsetType = UNSET


class Wishing(Struct, kw_only=True, omit_defaults=True):
    """What wishes need: a seat (bot, remove, mute, host, change, vote), whom to let in (readmit: `removed`), a level
    (bot), a matter (agree), an address (summons), a switch (mute: `muted`, spectators: `allowed`)."""

    seat: Number | UnsetType = UNSET
    removed: Number | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    name: str | UnsetType = UNSET
    answers: Numbers | UnsetType = UNSET
    muted: Switch | UnsetType = UNSET
    allowed: Switch | UnsetType = UNSET
    address: str | UnsetType = UNSET


class Jotting(Struct, kw_only=True, omit_defaults=True):
    """A page of the notebook; besides the text a field `mark-N` for each of the others."""

    text: str | UnsetType = UNSET


# What is told -------------------------------------------------------------------------------------------------------


class Error(Struct):
    """Why not, in the language of who asks."""

    error: str


class GameTold(Struct):
    """A game, its numbers of seats and its options as they usually are."""

    game: str
    seats: list[int]
    options: dict[str, bool]


class TableListed(Struct):
    """A table that waits for players, or can be watched."""

    table: str
    game: str
    stage: Literal["open", "playing"]
    seats: int


class Home(Struct):
    """The games and the tables."""

    games: list[GameTold]
    tables: list[TableListed]


class SeatTold(Struct):
    """Who sits there; how well a bot plays; until when an answer may be given (seconds since 1970)."""

    seat: int
    name: str
    taken: bool
    bot: bool
    level: str | None
    deadline: float | None
    muted: bool


class Said(Struct):
    """A line of the chat."""

    name: str
    text: str
    claim: bool


class RemovedTold(Struct):
    """Somebody whom the host has removed, and the number by which they are let in again."""

    removed: int
    name: str


class Legal(Struct):
    """An answer that may be given now."""

    answer: int
    text: str


class PartnersAdvice(Struct):
    """What a bot would answer with whom one decides."""

    name: str
    answer: int


class Ending(Struct):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    reason: str


class TableTold(Struct, kw_only=True):
    """A table as one seat sees it; what comes after `number` only once the game has begun."""

    table: str
    game: str
    stage: Literal["open", "playing", "over", "closed"]
    options: dict[str, bool]
    pace: int
    reserve: int
    you: int | None
    seats: list[SeatTold]
    chat: list[Said]
    host: int | None
    removed: list[RemovedTold]
    spectators: bool
    agreed: dict[str, list[int]]
    rematch: str | None
    number: int
    commitment: str | UnsetType = UNSET
    question: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    waiting: list[int] | UnsetType = UNSET
    after: int | UnsetType = UNSET
    legal: list[Legal] | UnsetType = UNSET
    advice: list[PartnersAdvice] | UnsetType = UNSET
    view: dict[str, Any] | UnsetType = UNSET
    heard: list[Given] | UnsetType = UNSET
    log: list[str] | UnsetType = UNSET
    outcome: Ending | UnsetType | None = UNSET


class Seated(TableTold, kw_only=True):
    """A table, and the token that is the seat."""

    token: str


class DeviceLink(Struct):
    """A link that takes the seat to another device, and for how many seconds it is good."""

    link: str
    seconds: float


class Regions(Struct, kw_only=True):
    """Parts of a page as HTML, for the script (`X-Regions`)."""

    regions: dict[str, str]
    number: int | UnsetType = UNSET
    stage: str | UnsetType = UNSET
    turn: bool | UnsetType = UNSET
    draft: str | UnsetType = UNSET
    at: int | UnsetType = UNSET
    last: int | UnsetType = UNSET
    held: int | UnsetType = UNSET
    ways: dict[str, list[list[int]]] | UnsetType = UNSET


class Noted(Struct):
    """Something worth remembering: lines, or a grid."""

    title: str
    lines: list[str]
    head: list[str]
    rows: list[list[str]]


class Memory(Struct):
    """What a seat could have written down."""

    memory: list[Noted]


class NotebookTold(Struct):
    """What a player has written down, and a mark for some of the others, by seat."""

    text: str
    marks: dict[str, str]


class Advised(Struct):
    """An answer as a bot sees it: how often it would give it, the chance to win with it, and how sure somebody who only
    watches could be after it of what the seat hides."""

    answer: int
    text: str
    chance: float
    win: float | None
    sure: float | None


class Believed(Struct):
    """What a bot believes of what the seat cannot see."""

    text: str
    odds: float
    reasons: list[str]


class HintTold(Struct):
    """How a bot would answer; without `win` it was only a glance."""

    win: float | None
    glance: bool
    best: list[Advised]
    beliefs: list[Believed]


class HintDrawn(Struct):
    """The same as a piece of the page, for the script (`X-Regions`)."""

    hint: str


class PlayerRead(Struct):
    """Something that a player hid: whose it was, in words, and how likely it looked after each answer from the deal on;
    `since`: after how many answers it was as good as known, if it was."""

    seat: int
    text: str
    since: int | None
    course: list[float]


class ExposureTold(Struct):
    """How far each player could be read by who only watched; from `read` on somebody is found out. The deal took the
    first `dealt` answers."""

    answers: int
    dealt: int
    read: float
    players: list[PlayerRead]


class Record(Struct, kw_only=True):
    """A whole match; `doppiogioco verify` checks it."""

    format: int
    game: str
    version: int
    seats: int
    options: dict[str, bool]
    names: list[str]
    commitment: str
    answers: list[Given]
    agreed: dict[str, Any] | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    position: dict[str, Any] | UnsetType = UNSET


class Health(Struct, kw_only=True):
    """Can it write to its database?"""

    ok: bool
    database: str
    process: str | UnsetType = UNSET
