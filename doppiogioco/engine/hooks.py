"""The second page of the contract: what a game may have for bots, for the laws, and for who measures it.

Each is a module of its package: `judgement` (what looks good at a glance), `intent` (what players mean to do who
remember or plan), `foresight` (what was worked out beforehand), `training` (how that is done), `solving` (answers that
bots need not search for), `talk` (what bots say and when), `logic` (a bot for the arena's frozen league), `styles`
(ways of playing at random that reach what chance seldom reaches) and `checks` (what tests and the arena want to know).
A game without any of them is played, shown, kept and proved all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from .contract import OPTIONAL, check_names, fulfilled
from .shelf import Package
from .state import Cells

if TYPE_CHECKING:
    from .game import View
    from .match import Answer, Given

Chances = tuple[Sequence[float], Sequence[float] | None]  # how often to give each answer, and the chance to win then
Styles = dict[str, dict[int, dict[int, int]]]


class Judgement(Protocol):
    """What looks good at a glance: for players that are programs."""

    def appeal(self, s: Cells, seat: int, a: int) -> int:
        """How tempting a legal answer is to a seat that is waited for: 10 more is clearly better, 0 is neither.

        It must read nothing that the seat does not see. Bots call it with a view, where hidden cells hold HIDDEN;
        compiled loops with a state, where they hold secrets: a law compares worlds that the seat cannot tell apart.
        """


class Intent(Protocol):
    """What players mean to do who remember what they do not see any more, or plan: for players that are programs.

    Bots imagine others so, in worlds that they think possible, and never judge the real table by it.
    """

    def intent(self, s: Cells, seat: int, a: int) -> int:
        """As `appeal`, to a seat that plans. Where a package says `RECALLED`, also to one that knows what it is likely
        to remember; it may read that in the state."""


class Foresight(Protocol):
    """What has been worked out of a game beforehand: for players that are programs.

    Where it tells enough, a bot need not play a game to its end that it tries out.
    """

    def foreseeable(self, s: Cells) -> bool:
        """Is this a point of a game at which `foreseen` may know something? It is asked after every answer, and arrays
        that are handed on cost more than most answers do."""

    def foreseen(self, s: Cells, ahead: Any, out: Any) -> bool:
        """Is it known what each seat can hope for? Then `out` gets it, from -1 (lost) to 1 (won). Compiled only."""

    def ahead_of(self, view: View | None) -> Any:
        """Arrays for `foreseen` to look at when a question is thought about; without a view, for one who knows nothing.

        They are always of the same types, so that one loop does for all.
        """


class Training(Protocol):
    """How `foresight` is worked out (`doppiogioco train`). Whoever does it finds the same, byte for byte."""

    @property
    def FILE(self) -> str:  # noqa: N802
        """Where it is kept, beside the modules."""

    @property
    def PIECES(self) -> int:  # noqa: N802
        """Of the work, for a progress bar."""

    def train(self) -> Iterator[bytes]:
        """One piece of work after the other; the last one yields what belongs into the file."""


class Solving(Protocol):
    """What can be solved, so that bots need not search."""

    def solve(
        self, view: View, heard: Sequence[Given], beliefs: Any, legal: Sequence[Answer],
        *, effort: int, in_time: Callable[[], bool],
    ) -> Chances | None:  # fmt: skip
        """Of each legal answer: how often to give it (any scale), and the chance to win then, or None where only a
        search can tell that. None: search instead.

        It may go by what the seat sees, what it has heard, and its beliefs: `states` that fit all that, their `odds`,
        and `shares`, what it thinks of each player's temper; by `trying` it can have games tried out from worlds of
        its own making. `effort` is how many games a search would try; how much is done must depend on it alone, and
        stop when it is no longer `in_time`.
        """

    def covers(self, view: View) -> bool:
        """Optional. Is something laid covered now, and solved so that nobody can read it? Bots that do not hide search
        for an answer instead."""


class Talk(Protocol):
    """What bots say, and what they make of what is said. Each is optional, one of them there."""

    def worth_claiming(self, view: View) -> Iterable[tuple[str, bool | None]]:
        """Of the game's CLAIMS, what serves a purpose now, and whether it is true as far as the seat sees; None where
        it is neither."""

    def claimed(self, claim: str, seat: int) -> tuple[str, tuple[int, ...], int] | None:
        """What somebody who claims this says of a hidden field: its name, the place in it, and the value."""

    def stated(self, s: Any, answer: int) -> str:
        """The hidden field of which the present answer says what it holds, true or not; empty where it says nothing."""

    def proved(self, s: Any, answer: int) -> tuple[int, bool] | None:
        """Whose word the present answer of the table proves, and whether it was true."""


class Logic(Protocol):
    """A player by plain rules of thumb, against whom the arena measures all later ones."""

    def Logic(self, seed: str) -> Any:  # noqa: N802
        """A bot (`bots/bot.py`) for one seat of one match."""


class Habits(Protocol):
    """Ways of playing at random that reach what chance seldom reaches (`styles.py`)."""

    @property
    def STYLES(self) -> Styles:  # noqa: N802
        """By name: per question, how much (0 to 16) an answer is sought; 16 where not named."""


class Checks(Protocol):
    """What the tests of every game want to know of this one."""

    @property
    def CLAUSES(self) -> int:  # noqa: N802
        """How many its rules have."""

    @property
    def MUTANTS(self) -> int:  # noqa: N802
        """In how many ways a secret can be opened, each of which the laws must notice."""

    @property
    def COUNTS(self) -> Mapping[tuple[int, int], Mapping[int, int]]:  # noqa: N802
        """By seats and options: how many different lists of answers there are, so many answers deep."""

    @property
    def RICH(self) -> Sequence[tuple[int, dict[str, bool]]]:  # noqa: N802
        """Set-ups that are small enough to be quick and rich enough to ask every question."""

    @property
    def REACHED(self) -> Sequence[tuple[tuple[int, dict[str, bool]], str, str, int]]:  # noqa: N802
        """What a style reaches that chance seldom does: the set-up, the style, what, and in so many games."""

    def happened(self, states: Any, asked: Any, answers: Any) -> dict[str, bool]:
        """What of all that happened in a game."""

    @property
    def SETUPS(self) -> int:  # noqa: N802
        """Optional. How many there are."""

    @property
    def RARE_GAMES(self) -> Sequence[tuple[tuple[int, dict[str, bool]], int, str]]:  # noqa: N802
        """Optional. Set-up, seed and style of games in which some mutant must die that lives in all others."""

    def named(self, view: View, seat: int) -> tuple[int, int]:
        """Optional. How many players a seat has named in a dossier or by guesses, and how many rightly, when all lies
        open."""


HOOKS: dict[str, type] = {
    "judgement": Judgement, "intent": Intent, "foresight": Foresight, "training": Training, "solving": Solving,
    "talk": Talk, "logic": Logic, "styles": Habits, "checks": Checks,
}  # fmt: skip
OPTIONAL.update({hook: {} for hook in HOOKS.values()})
OPTIONAL[Solving] = {"covers": lambda view: False}  # noqa: ARG005
OPTIONAL[Talk] = {
    "worth_claiming": lambda view: (),  # noqa: ARG005
    "claimed": None,
    "stated": lambda s, answer: "",  # noqa: ARG005
    "proved": lambda s, answer: None,  # noqa: ARG005
}
OPTIONAL[Checks] = {"SETUPS": None, "RARE_GAMES": (), "named": None}


def check_hooks(package: Package) -> None:
    """Has each module for bots and tests what it must? Read and not run: some of them need the compiler."""
    for name, protocol in HOOKS.items():
        if package.has(name):
            check_names(package, name, protocol, package.names_in(name))


def hook(package: Package, name: str) -> Any:
    """One of these modules, checked; None where the game has none."""
    return fulfilled(package, name, HOOKS[name]) if package.has(name) else None


def judgement_of(package: Package) -> Judgement | None:
    """How a game's answers are judged at a glance, if somebody has said so."""
    return cast("Judgement | None", hook(package, "judgement"))


def intent_of(package: Package) -> Intent | None:
    """What players of a game mean to do who remember or plan, if somebody has said so."""
    return cast("Intent | None", hook(package, "intent"))


def foresight_of(package: Package) -> Foresight | None:
    """What has been worked out of a game beforehand, if anything."""
    return cast("Foresight | None", hook(package, "foresight"))


def training_of(package: Package) -> Training | None:
    """How that is worked out, if it is."""
    return cast("Training | None", hook(package, "training"))


@cache
def solving_of(package: Package) -> Solving | None:
    """What can be solved of a game, if anything."""
    return cast("Solving | None", hook(package, "solving"))


@cache
def talk_of(package: Package) -> Talk | None:
    """What bots say in a game, if they talk."""
    return cast("Talk | None", hook(package, "talk"))


def logic_of(package: Package) -> Logic | None:
    """A game's player by rules of thumb, if there is one."""
    return cast("Logic | None", hook(package, "logic"))


def styles_of(package: Package) -> Styles:
    """A game's ways of playing at random, by name."""
    habits: Habits | None = hook(package, "styles")
    return habits.STYLES if habits else {}


def checks_of(package: Package) -> Checks | None:
    """What tests and the arena want to know of a game, if somebody has said so."""
    return cast("Checks | None", hook(package, "checks"))
