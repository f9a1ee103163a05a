"""Why a seat believes what it believes: a ledger of how every answer moved the odds of who is who.

An answer counts as evidence by how likely it was in each world: the odds before it times that, made to add up, are the
odds after it. What the answer itself changes on the table (a token that is swapped) comes on top of that and is no
evidence: what was known of such a cell before tells nothing of what lies there now, so it is not cited any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.game import View, find
from doppiogioco.engine.state import CHANCE, HIDDEN, Kind, size
from doppiogioco.engine.words import Voice
from doppiogioco.engine.worlds import Branches, Worlds, take_branches

from .beliefs import Beliefs
from .decision import Reason, Suspicion
from .telling import suspected
from .trying import Trying

LOOKED_AT = 512  # worlds in which is looked whether an answer changes a cell
TOLD = 6  # suspicions and reasons at most
WORTH_TELLING = 0.25  # how likely a suspicion must be
WORTH_CITING = 1.4  # how many times as likely an answer must have made it


class LedgerEntry(NamedTuple):
    """One answer, or one claim, in the ledger: the odds by cell and value, NOBODY first."""

    number: int  # answers heard before it
    seat: int
    claim: str
    run: int  # answers of one seat without another's or the table's between them belong together
    before: Any
    told: Any  # with what it tells
    moved: Any  # which cells it changed, in some world


class Reading(Beliefs):
    """Beliefs that keep a ledger. Answers whose numbers are `unread` count as if they had been given at random."""

    def __init__(self, game: str, *args: Any, unread: Collection[int] = (), **more: Any) -> None:
        super().__init__(game, *args, **more)
        package, state = find(game).package, find(game).state
        names = package.says("BELIEVED", package.says("IDENTITY", ()))
        self.spots = [number for name in names for number in range(*state.spans[name].indices(state.width))]
        self.ledger: list[LedgerEntry] = []
        self._state, self._unread = state, frozenset(unread)
        self._wide = max((size(state.cells[spot].field.values) for spot in self.spots), default=0) + 1
        self._heard, self._run, self._last = 0, 0, -1
        self._own_seed: int = more.get("seed", 0)
        self._entry: LedgerEntry | None = None
        self.shown = np.zeros(len(self.spots), np.int64)  # who has been shown what lies there now, as bits
        guards = [(which, state.cells[spot]) for which, spot in enumerate(self.spots)]
        self._sights = [(which, cell.guard) for which, cell in guards if cell.field.kind is Kind.SHOWN]

    def hear(self, seat: int, answer: int) -> None:
        """Take in one answer, and write down what it told."""
        if seat != self._last or seat == CHANCE:
            self._run, self._last = self._run + 1, seat
        super().hear(seat, answer)
        self._heard += 1
        if self._entry and (self._entry.moved.any() or not np.array_equal(self._entry.before, self._entry.told)):
            self.ledger.append(self._entry)
        if self._entry:
            self.shown[self._entry.moved] = 0
        for which, guard in self._sights:
            self.shown[which] |= int(cells(self.states[:1])[0, guard])
        self._entry = None

    def overhear(self, seat: int, claim: str, spot: int, likely: Any) -> None:
        """Take in what somebody claims: by value of a cell (NOBODY first), how likely they were to say it."""
        before, self._run, self._last = self.odds_of_spots(), self._run + 1, -1
        odds = self.odds * likely[self._values()[:, self.spots.index(spot)]]
        self.odds = odds / odds.sum()
        still = np.zeros(len(self.spots), bool)
        self.ledger.append(LedgerEntry(self._heard, seat, claim, self._run, before, self.odds_of_spots(), still))

    def _branches(self, given: tuple[int, int, int]) -> Branches:
        found = Worlds._branches(self, given) if self._heard in self._unread else super()._branches(given)
        if self.spots and len(found.parents):
            weights = np.bincount(found.parents, found.chances, len(self.states))
            before, told = self.odds_of_spots(), self._spread(weights / weights.sum())
            moved = self._moved(given, found.parents, found.answers)
            self._entry = LedgerEntry(self._heard, given[0], "", self._run, before, told, moved)
        return found

    def sample(self, count: int) -> Any:
        """Worlds drawn by their odds: always the same at the same point, however often somebody has asked before."""
        lots = np.random.default_rng([self._own_seed, len(self.ledger), self._heard])
        return self.states[lots.choice(len(self.states), count, p=self.odds)]

    def trying(self, tries: int) -> Trying:
        """Games to try out from worlds that somebody makes, with the same luck at the same point."""
        luck = np.random.default_rng([self._own_seed, len(self.ledger), self._heard, tries])
        return Trying(self, self._game, tries, seed=int(luck.integers(2**62)))

    def _values(self) -> Any:
        """Of each world the values of the cells in question, NOBODY as 0."""
        return cells(self.states)[:, self.spots] + 1

    def odds_of_spots(self) -> Any:
        """How likely each value of each cell is now."""
        return self._spread(self.odds)

    def _spread(self, odds: Any) -> Any:
        return np.array([np.bincount(column, odds, self._wide) for column in self._values().T])

    def _moved(self, given: tuple[int, int, int], parents: Any, answers: Any) -> Any:
        """Which of the cells the answer itself changes."""
        # Copies lie side by side: for numbers with gaps between them the loop would be compiled once more.
        parents, answers = (one[:: -(-len(one) // LOOKED_AT)].copy() for one in (parents, answers))
        after = np.empty(len(parents), self.states.dtype)
        take_branches(self.states, given, parents, answers, after)
        before = cells(self.states)[:, self.spots][parents]
        return (before != cells(after)[:, self.spots]).any(axis=0)

    # What follows from the ledger -------------------------------------------------------------------------------------

    def evidence(self, spot: int) -> list[LedgerEntry]:
        """What was told of a cell since something else came to lie there."""
        which, found = self.spots.index(spot), list[LedgerEntry]()
        for entry in self.ledger:
            if entry.moved[which]:
                found = []
            elif not np.array_equal(entry.before[which], entry.told[which]):
                found.append(entry)
        return found

    def moves_of(self, spot: int) -> int:
        """How often something else has come to lie in a cell."""
        which = self.spots.index(spot)
        return sum(bool(entry.moved[which]) for entry in self.ledger)

    def suspicions(self, view: View) -> tuple[Suspicion, ...]:
        """What is likely of what the seat cannot see, as far as it can be told in words."""
        odds, say, found = self.odds_of_spots(), Voice(), list[Suspicion]()
        for which, spot in enumerate(self.spots):
            if view.vector[spot] != HIDDEN:
                continue
            cell = self._state.cells[spot]
            for value in range(-1, self._wide - 1):
                one = Suspicion(cell.name, cell.at, value, float(odds[which, value + 1]))
                if one.odds >= WORTH_TELLING and suspected(view, one.name, one.at, value, say):
                    found.append(one)
        return tuple(sorted(found, key=lambda one: -one.odds)[:TOLD])

    def reasons(self, suspicions: Collection[Suspicion]) -> tuple[Reason, ...]:
        """What has made them so likely, the strongest evidence first."""
        found = [reason for one in suspicions for reason in self._reasons(one)]
        return tuple(sorted(found, key=lambda reason: -reason.factor)[:TOLD])

    def _reasons(self, one: Suspicion) -> Iterator[Reason]:
        spot = self._state.offset(one.name, one.at)
        which = self.spots.index(spot)
        for _, run in groupby(self.evidence(spot), key=lambda entry: entry.run):
            entries = list(run)
            first, last = entries[0], entries[-1]
            before, after = (float(odds[which, one.value + 1]) for odds in (first.before, last.told))
            if before > 0 and after >= WORTH_CITING * before:
                yield Reason(
                    first.seat, first.number, last.number, first.claim, one.name, one.at, one.value, before, after
                )
