"""The worlds that fit what a listener heard, with their odds: one exact filter for every game, with no hook.

Every world branches on each answer the listener did not hear; the impossible are dropped and equal ones merged. The
odds are exact for others who answer at random: an unheard or heard answer of a seat counts one over its legal
answers, an answer of the table its chances. Above `limit` worlds the filter thins by fair lots and is no longer
`exact`.

A game whose hidden hands overflow the filter adds `forget(s, seat)` to its rules (and a field `again`, not 0 while the
table deals again): it puts back what the seat cannot see, for the table to deal anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .compiled import apply, cells, choices, compiled, forget, inner, np, waiting
from .game import find
from .loops import generators, random_step, started, ways
from .match import Match
from .sight import Sight, hears, sight_of
from .state import HIDDEN, SPECTATOR

REDEALS = 20  # how often thinned worlds are dealt again before the filter gives up


@compiled
def list_branches(worlds: Any, odds: Any, given: Any, ears: Any, parents: Any, answers: Any, chances: Any) -> int:
    """Every way on from the worlds that fits an answer as it was heard: from which world, what answer, with what odds.

    `given` is who answered, the answer or HIDDEN, and the listener. Counts only, where the arrays are empty.
    """
    seat, answer, listener = given
    count = 0
    for w in range(len(worlds)):
        s = worlds[w]
        if not (waiting(s) >> seat) & 1 or hears(s, seat, listener, ears) != (answer != HIDDEN):
            continue
        total: Any = 0
        for a in range(choices(s)):
            total += ways(s, seat, a)
        for a in range(choices(s)):
            if answer == HIDDEN or a == answer:
                chosen = ways(s, seat, a)
                if chosen > 0:
                    if len(parents):
                        parents[count], answers[count] = w, a
                        chances[count] = odds[w] if seat == listener else odds[w] * chosen / total
                    count += 1
    return count


@compiled
def take_branches(worlds: Any, given: Any, parents: Any, answers: Any, out: Any) -> None:
    """Give the listed answers, each to a copy of its world."""
    seat = given[0]
    for i in range(len(parents)):
        out[i] = worlds[parents[i]]
        apply(out[i], seat, answers[i])


@compiled
def merge(rows: Any, chances: Any, where: Any) -> int:
    """Join equal rows and add up their odds; the rows that are left, in front, and how many. `where` gets of each row
    where it stands then."""
    size = 16
    while size < 2 * len(rows):
        size *= 2
    slots = np.full(size, -1, np.int32)  # where a row with this hash stands
    groups = 0
    for i in range(len(rows)):
        code = np.uint64(1469598103934665603)
        for cell in range(rows.shape[1]):
            code = (code ^ np.uint64(np.uint16(rows[i, cell]))) * np.uint64(1099511628211)
        slot = np.int64((code ^ (code >> np.uint64(29))) & np.uint64(size - 1))
        while slots[slot] >= 0 and not same(rows, slots[slot], i):
            slot = (slot + 1) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = groups
            rows[groups] = rows[i]
            chances[groups] = chances[i]
            groups += 1
        else:
            chances[slots[slot]] += chances[i]
        where[i] = slots[slot]
    return groups


@inner
def same(rows: Any, i: int, j: int) -> bool:
    """Are two rows equal?"""
    for cell in range(rows.shape[1]):
        if rows[i, cell] != rows[j, cell]:
            return False
    return True


@compiled
def deal_again(states: Any, seat: int, rngs: Any) -> None:
    """Forget what a seat cannot see and let the table deal it again, in each of the records."""
    for i in range(len(states)):
        s = states[i]
        forget(s, seat)
        while s.again:
            random_step(s, waiting(s), rngs[0])


class Branches(NamedTuple):
    """Ways on from the worlds: from which, by what answer, with what odds, and what is noted of the world after it."""

    parents: Any
    answers: Any
    chances: Any
    notes: Any

    def some(self, chosen: Any, chances: Any) -> Branches:
        """Only these, with other odds."""
        return Branches(self.parents[chosen], self.answers[chosen], chances, self.notes[chosen])


def branches(worlds: Any, odds: Any, given: tuple[int, int, int], ears: Any) -> tuple[Any, Any, Any]:
    """What `list_branches` lists, in arrays of the right length."""
    none = np.empty(0, np.int32)
    count = list_branches(worlds, odds, given, ears, none, none, odds[:0])
    parents, answers, chances = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count)
    list_branches(worlds, odds, given, ears, parents, answers, chances)
    return parents, answers, chances


def averaged(notes: Any, odds: Any, where: Any, groups: int) -> Any:
    """The notes of worlds that are joined, each as much as it is likely."""
    total = np.maximum(np.bincount(where, odds, groups), np.finfo(float).tiny)
    columns = [np.bincount(where, odds * column, groups) / total for column in notes.T]
    return np.array(columns, notes.dtype).T.reshape(groups, notes.shape[1])


def drawn_by_lots(odds: Any, count: int, lots: Any) -> tuple[Any, Any]:
    """Which to keep of many, at most `count`, and with what odds: one is drawn from each stretch of equal odds.

    A fixed step would always meet the same deals.
    """
    marks = (np.arange(count) + lots.random(count)) * (odds.sum() / count)
    chosen, times = np.unique(np.searchsorted(np.cumsum(odds), marks).clip(max=len(odds) - 1), return_counts=True)
    return chosen, times.astype(float)


class Worlds:
    """All the worlds that fit what one listener has heard so far, as an array of records with their odds."""

    def __init__(
        self, game: str, seats: int, options: int, listener: int,
        *, limit: int = 50_000, seed: int = 0, sight: Sight | None = None,
    ) -> None:  # fmt: skip
        self.listener, self.limit = listener, limit
        self.sight = sight or sight_of(game)
        self.states = started(game, seats, options)
        self.odds = np.ones(1)
        self.notes = np.zeros((1, 0), np.float32)  # a row for each world, for who reads behaviour: they follow it
        self.exact = True
        self._game = find(game)
        self._rngs = generators(seed)
        self._lots = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self.states)

    def hear(self, seat: int, answer: int) -> None:
        """Take in one answer as the listener heard it (HIDDEN: that there was one)."""
        given = (int(seat), int(answer), self.listener)
        found = self._branches(given)
        for _ in range(REDEALS):
            if self.exact or not self._game.forgets or len(found.parents) >= self.limit // REDEALS:
                break
            self._deal_again()
            found = self._branches(given)
        count = len(found.parents)
        if not count:
            raise ValueError("no world fits what was heard" + ("" if self.exact else ": the limit is too low"))
        states, chances, notes = np.empty(count, self.states.dtype), found.chances.copy(), found.notes
        take_branches(self.states, given, found.parents, found.answers, states)
        where = np.empty(count, np.int32)
        groups = merge(cells(states), chances, where)
        if groups < count:
            notes = averaged(notes, found.chances, where, groups)
        states, chances = states[:groups], chances[:groups]
        if groups > self.limit:
            chosen, chances = self._thin(chances, self.limit)
            states, notes = states[chosen], notes[chosen]
        self.states, self.odds, self.notes = states, chances / chances.sum(), notes

    def as_heard(self, seat: int, answer: int) -> int:
        """What the listener hears of an answer that somebody else knows."""
        s = self._game.state.plain(cells(self.states[:1])[0].tolist())
        return answer if self._game.hears(s, seat, self.listener) else HIDDEN

    def _branches(self, given: tuple[int, int, int]) -> Branches:
        """The ways on, thinned where there are far more than can be kept."""
        parents, answers, chances = branches(self.states, self.odds, given, self.sight.ears)
        return self._thinned(Branches(parents, answers, chances, self.notes[parents]))

    def _thinned(self, found: Branches) -> Branches:
        if len(found.parents) <= 8 * self.limit:
            return found
        return found.some(*self._thin(found.chances, 8 * self.limit))

    def _thin(self, chances: Any, count: int) -> tuple[Any, Any]:
        self.exact = False
        return drawn_by_lots(chances, count, self._lots)

    def _deal_again(self) -> None:
        """Few thinned worlds are left: deal what the listener cannot see anew (what behaviour told is lost)."""
        chosen = self._lots.choice(len(self.states), self.limit, p=self.odds)
        self.states, self.notes = self.states[chosen], self.notes[chosen]
        self.odds = np.full(self.limit, 1 / self.limit)
        deal_again(self.states, self.listener, self._rngs)

    def draw(self, count: int) -> Any:
        """Worlds drawn by their odds, as an array of records."""
        return self.states[self._lots.choice(len(self.states), count, p=self.odds)]


def worlds_of(match: Match, seat: int | None = None, *, limit: int = 50_000, seed: int = 0) -> Worlds:
    """The worlds that fit what a seat has heard in a match (None: a spectator)."""
    if match.from_position:
        raise ValueError("a match that begins at a position has no deal to reason about")
    options = match.option_bits
    listener = SPECTATOR if seat is None else seat
    worlds = Worlds(match.game.id, match.seats, options, listener, limit=limit, seed=seed)
    for given in match.heard(seat):
        worlds.hear(*given)
    return worlds


def draw_worlds(match: Match, seat: int, count: int, seed: int = 0) -> Any:
    """Worlds that a seat cannot tell from the real one, as an array of records.

    A game with `forget` deals again what the seat cannot see: what a card counter knows who does not read behaviour.
    The others go through the exact filter.
    """
    if not match.game.forgets:
        return worlds_of(match, seat, seed=seed).draw(count)
    states = np.zeros(count, match.game.state.dtype)
    cells(states)[:] = match.game.state.vector(match._state)
    deal_again(states, seat, generators(seed))
    return states
