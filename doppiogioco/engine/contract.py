"""The contract of a game, on two pages: what its package must have, who calls it and when, and what must hold.

This page is what people meet. A package has an `ID`, and the modules `rules` and `words`. It may have `drawing` (else
the table is shown in words) and `memory` (what a player can remember). The second page is `hooks.py`: what it may have
for bots, tests and measurements. `docs/new-game.md` builds a game step by step.

Of itself the package may also say: `NOT_RULES`, which of its other files are no rules; `ZERO_SUM`, with how many seats
one side's gain is the other's loss; `USUAL_SEATS`, a good number of players for a first game; `PARTNERS`, with how many
seats partners sit at every other one; `LONGEST`, more answers than nearly every random game has; `IDENTITY`, the fields
that say who is who, which bots remember longest; `RECALLED`, that its `intent` goes by more than is seen; `BELIEVED`,
other fields that they give reasons for; `FEW`, of how few answers they look at all in games they try out; `ROW`, its
row in our README. No other name in capitals stands there: it would be one of these, misspelt. Beside its modules lie
`it.po` (the Italian words), `rules.en.md` and `rules.it.md` (the numbered rules), `board.html`, `mine.html` and
`table.css` (how `drawing` is shown), `poster.html` (its picture for the home page), `preview.png` (the same for those
who show a link to it) and `lesson.html` (how to play, on one screen).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Hashable, Mapping, Sequence
from difflib import get_close_matches
from enum import IntEnum
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from .errors import BadGame
from .questions import Questions
from .shelf import Package
from .state import MOST_SEATS, NOBODY, Cells, Declaration
from .words import figure

if TYPE_CHECKING:
    from .game import View
    from .match import Given, Outcome
    from .notes import Note
    from .words import Voice


class PerSeat(Protocol):
    """A number for each seat, to be written into: a list, or a row of an array."""

    def __setitem__(self, seat: int, number: int, /) -> None:
        """The number of a seat."""


class Rules(Protocol):
    """The rulebook: functions marked `@rule` of a carrier and numbers, which the compiler runs as they are.

    `waiting` and `heard`, who may answer now and who hears it, are written out of the questions.
    """

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Raised when a recorded match would play differently."""

    @property
    def SEATS(self) -> Sequence[int]:  # noqa: N802
        """How many may play, the fewest first."""

    @property
    def OPTIONS(self) -> Mapping[str, bool]:  # noqa: N802
        """Variants by name, and whether the rulebook plays with them. The first is bit 0 of `options`."""

    @property
    def State(self) -> Declaration:  # noqa: N802
        """The table, declared field by field: first `ask`, and among them `seats`, `options` and `reason`."""

    @property
    def Ask(self) -> type[Questions]:  # noqa: N802
        """The questions, declared line by line; the last one is OVER."""

    @property
    def Reason(self) -> type[IntEnum]:  # noqa: N802
        """Why a game can end; `s.reason` is one of them, and 0 while it goes on."""

    def setup(self, s: Cells, seats: int, options: int) -> None:
        """A blank table becomes the table before the first question. Called once, first."""

    def legal(self, s: Cells, seat: int, a: int) -> bool:
        """May this seat, which is waited for, answer `a`? Whoever is waited for has at least one answer."""

    def weight(self, s: Cells, a: int) -> int:
        """In how many ways the table can answer `a`; not all of them may be 0."""

    def apply(self, s: Cells, seat: int, a: int) -> None:
        """The only change. It trusts its caller: the answer is legal."""

    def scores(self, s: Cells, out: PerSeat) -> None:
        """Everybody's points, at the end."""

    def returns(self, s: Cells, out: PerSeat) -> None:
        """1 for who has won, -1 for who has lost, 0 for a draw, at the end."""

    def forget(self, s: Cells, seat: int) -> None:
        """Optional. Put back what a seat cannot see, for the table to deal again (`redealt` questions).

        Only for games whose hidden hands are too many to list. Their state has a field `again`, which
        is not 0 until all is dealt.
        """


class Words(Protocol):
    """What people read, made from *views*: nothing here sees a state, so nothing can tell a secret."""

    @property
    def TITLE(self) -> str:  # noqa: N802
        """The game's name, marked with `N_` like all texts here."""

    @property
    def ABOUT(self) -> str:  # noqa: N802
        """What it is like, in a sentence."""

    @property
    def MINUTES(self) -> int:  # noqa: N802
        """About how long a game takes."""

    @property
    def OPTIONS(self) -> Mapping[str, str]:  # noqa: N802
        """Each option in words."""

    def question(self, view: View, say: Voice) -> str:
        """The present question in a sentence."""

    def answer(self, view: View, a: int, say: Voice) -> str:
        """An answer to it in a few words; different answers that are legal have different words."""

    def why(self, view: View, a: int, say: Voice) -> tuple[str, str]:
        """Why an answer is not legal: the clause, and the reason as a sentence without its full stop."""

    def line(self, before: View, given: Given, after: View, say: Voice) -> str | None:
        """A line of the log: an answer as this viewer heard it, between two views. None where nothing is to tell."""

    def describe(self, view: View, say: Voice) -> list[str]:
        """The table in lines of text."""

    def verdict(self, view: View, outcome: Outcome, say: Voice) -> str:
        """How it ended, in a sentence."""

    def reckoning(self, view: View, say: Voice) -> list[tuple[str, list[str]]]:
        """Optional. For each player, line by line, how the result came about."""

    @property
    def CLAIMS(self) -> Sequence[str]:  # noqa: N802
        """Optional. What is often said at this game, true or not."""

    def may_claim(self, view: View, claim: str) -> bool:
        """Optional, where the rules forbid some talk: may this seat say it now?"""

    def shortcuts(self, view: View, say: Voice) -> list[tuple[str, tuple[int, ...]]]:
        """Optional. Several answers that can be given at one stroke, with their words."""

    def result(self, view: View, seat: int, points: int, say: Voice) -> str:
        """Optional. What stands beside a player's name at the end, where points alone do not tell why somebody won."""

    def goal(self, view: View, say: Voice) -> str:
        """Optional. What one plays for and what ends the game, as it stands now: always in sight at the table."""

    def effect(self, view: View, a: int, say: Voice) -> str:
        """Optional. What a legal answer does, in a few words below its own; empty where these say it already."""

    def part(self, view: View, a: int, say: Voice) -> str:
        """Optional. An answer as a part of a move that is put together: what is done with it ("face up: Mole"); empty
        where its own words say that already."""

    def spent(self, view: View, a: int, say: Voice) -> str:
        """Optional. Why a legal answer cannot come true, as everybody could remember ("seen already"); else empty.

        It is struck through, and only at a table that keeps things in mind for its players.
        """

    def suspected(self, view: View, name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
        """Optional. A cell that bots have beliefs about, in a few words; None where it is not worth telling."""

    @property
    def UNSETTLED(self) -> Mapping[str, str]:  # noqa: N802
        """Optional. What happens where the players have not agreed on something and no lot decides."""


class Drawing(Protocol):
    """How the table is drawn: plain objects for the templates `board.html` and `mine.html`, made from views.

    A scene that takes long to draw can be `InParts`.
    """

    def board(self, view: View, say: Voice, before: View | None = None, facing: int = 0) -> Any:
        """What everybody sees; `before` is the table as it was, while a move is being put together on it.

        `facing` is the side of the table it is seen from: whoever sits there has their own things nearest.
        """

    def mine(self, view: View, say: Voice) -> Any:
        """What only this seat sees."""

    def place(self, view: View, a: int) -> str | None:
        """The place of the drawing that stands for an answer, if any: it can be clicked."""

    def facing(self, view: View, seat: int) -> int:
        """Optional. From which side of the table a seat looks at it; the view is a spectator's."""

    def moment(self, before: View, given: Given, after: View, say: Voice, facing: int = 0) -> Any:
        """Optional. The board while an answer is being looked at, such as a card turned over before it goes away.

        It is the same for all: a spectator's views, and the answer as a spectator heard it. None where the board as it
        is after the answer will do.
        """

    def ways(self, before: View, after: View, facing: int = 0) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Optional. Where pieces pass with an answer, the last place being where they come to.

        By the key of a piece, the middles of these places in the units of the drawing; made from a spectator's views.
        A piece without a way glides straight to its new place.
        """


class ScenePart:
    """A thing that a template hands to `part`: it is drawn again only where it is another one, or can be picked now."""

    @property
    def places(self) -> tuple[str, ...]:
        """What can be picked there."""
        return ()


class InParts(ABC):
    """A scene that consists of parts: what stands round them is kept. Any other scene is drawn as a whole."""

    invitation: str = ""  # what parts say where something can be picked

    @property
    @abstractmethod
    def parts(self) -> tuple[ScenePart, ...]:
        """The things that its template hands to `part`, in that order."""

    @property
    def frame(self) -> tuple[Hashable, ...]:
        """Everything else that it is drawn from."""
        return ()


class Memory(Protocol):
    """What a player can remember, made from what their seat sees and hears and from nothing else: optional."""

    def blank(self, view: View) -> Any:
        """An object that holds nothing yet, at the table before the first answer."""

    def note(self, notes: Any, before: View, given: Given, after: View) -> None:
        """Take in one answer as this listener heard it, between two of its own views."""

    def recall(self, notes: Any, view: View, say: Voice) -> list[Note]:
        """All that is worth remembering now, the most useful first."""


FIELDS = ("ask", "seats", "options", "reason")  # that every state has
SAID: dict[str, type | tuple[type, ...]] = {
    "ID": str, "NOT_RULES": (tuple, list), "ZERO_SUM": (tuple, list), "USUAL_SEATS": int, "PARTNERS": (tuple, list),
    "LONGEST": int, "IDENTITY": (tuple, list), "RECALLED": bool, "BELIEVED": (tuple, list), "FEW": int, "ROW": str,
}  # fmt: skip
OPTIONAL: dict[type, dict[str, Any]] = {
    Rules: {"forget": None},
    Words: {
        "CLAIMS": (),
        "UNSETTLED": {},
        "may_claim": None,
        "suspected": lambda view, name, at, value, say: _plainly(name, at, value),  # noqa: ARG005
        "shortcuts": lambda view, say: [],  # noqa: ARG005
        "reckoning": lambda view, say: [],  # noqa: ARG005
        "result": lambda view, seat, points, say: figure(points),  # noqa: ARG005
        "goal": lambda view, say: "",  # noqa: ARG005
        "effect": lambda view, a, say: "",  # noqa: ARG005
        "part": lambda view, a, say: "",  # noqa: ARG005
        "spent": lambda view, a, say: "",  # noqa: ARG005
    },
    Drawing: {
        "facing": lambda view, seat: 0,  # noqa: ARG005
        "moment": lambda before, given, after, say, facing=0: None,  # noqa: ARG005
        "ways": lambda before, after, facing=0: {},  # noqa: ARG005
    },
    Memory: {},
}


def _plainly(name: str, at: tuple[int, ...], value: int) -> str | None:
    return None if value == NOBODY else f"{' '.join([name, *map(str, at)])} = {value}"


class WithDefaults:
    """A module of a game, with the defaults of what it need not say."""

    def __init__(self, module: ModuleType, defaults: Mapping[str, Any]) -> None:
        self._module, self._defaults = module, defaults

    def __getattr__(self, name: str) -> Any:
        """Looked up once: from then on it is a plain attribute."""
        found = getattr(self._module, name) if name not in self._defaults else self._own_or_default(name)
        self.__dict__[name] = found
        return found

    def _own_or_default(self, name: str) -> Any:
        return getattr(self._module, name, self._defaults[name])


def check_names(package: Package, name: str, protocol: type, names: Container[str]) -> None:
    """Is everything in one of a game's modules that its part of the contract demands, or, of many hooks, any?"""
    optional = OPTIONAL[protocol]
    wanted = [member for member in vars(protocol) if member[0] != "_"]
    missing = [member for member in wanted if member not in optional and member not in names]
    if missing:
        raise BadGame(f"{package.id}: its {name} lack {', '.join(missing)} (see engine/{_page(protocol)})")
    if not any(member in names for member in wanted):
        raise BadGame(f"{package.id}: its {name} have none of {', '.join(wanted)} (see engine/{_page(protocol)})")


def _page(protocol: type) -> str:
    return f"{protocol.__module__.rpartition('.')[2]}.py"


def check_said(package: Package, state: Declaration) -> None:
    """Does a package say of itself only what somebody asks for, and is it so?"""
    for name, value in package.sayings().items():
        if name not in SAID:
            near = get_close_matches(name, SAID, 1)
            hint = f"is {near[0]} meant?" if near else f"it may say {', '.join(SAID)}"
            raise BadGame(f"{package.id}: nobody asks its package for {name}: {hint}")
        if not isinstance(value, SAID[name]):
            raise BadGame(f"{package.id}: its {name} cannot be {value!r} (see engine/contract.py)")
    for name in ("IDENTITY", "BELIEVED"):
        for field in package.says(name, ()):
            if field not in state.fields:
                raise BadGame(f"{package.id}: {name} names {field!r}, which is no field of its state")
    for file in package.says("NOT_RULES", ()):
        if not package.has(file):
            raise BadGame(f"{package.id}: NOT_RULES names {file!r}, and there is no {file}.py in {package.name}")


def fulfilled(package: Package, name: str, protocol: type) -> Any:
    """One of a game's modules, which has everything that its part of the contract demands."""
    module = package.module(name)
    check_names(package, name, protocol, dir(module))
    return WithDefaults(module, OPTIONAL[protocol])


def rules_of(package: Package) -> Rules:
    """A game's rules, checked."""
    rules: Any = fulfilled(package, "rules", Rules)
    if rules.State.game != package.id:
        raise BadGame(f"{package.id}: its state is declared as that of {rules.State.game}")
    needed = (*FIELDS, "again") if rules.forget else FIELDS
    if missing := [field for field in needed if field not in rules.State.fields]:
        raise BadGame(f"{package.id}: its state lacks {', '.join(missing)} (see engine/contract.py)")
    if max(rules.SEATS) > MOST_SEATS:
        raise BadGame(f"{package.id}: {max(rules.SEATS)} seats are too many, {MOST_SEATS} may play")
    last = list(rules.Ask)[-1]
    if last.name != "OVER":
        raise BadGame(f"{package.id}: its last question is {last.name}, not OVER")
    return cast(Rules, rules)


def words_of(package: Package, rules: Rules) -> Words:
    """A game's words, checked."""
    words: Any = fulfilled(package, "words", Words)
    for option in rules.OPTIONS:
        if option not in words.OPTIONS:
            raise BadGame(f"{package.id}: its words lack the option {option}")
    return cast(Words, words)


def memory_of(package: Package) -> Memory | None:
    """What players of a game can remember, if somebody has said so."""
    return cast(Memory, fulfilled(package, "memory", Memory)) if package.has("memory") else None


def drawing_of(package: Package) -> Drawing:
    """How a game is drawn: by itself, or in words."""
    if package.has("drawing"):
        return cast(Drawing, fulfilled(package, "drawing", Drawing))
    from . import plain_drawing

    return cast(Drawing, WithDefaults(plain_drawing, OPTIONAL[Drawing]))
