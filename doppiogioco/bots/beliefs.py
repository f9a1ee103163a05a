"""What a seat believes: the worlds that fit what it heard, weighed by how players of several tempers would have acted.

Hard evidence is exact, as in the engine's filter. How the others act is soft evidence: each is a mixture of tempers,
from answering at random to always taking what tempts most, and which mixture is learnt from what they do. As long as
the first is possible nothing is ruled out by behaviour alone.
"""

from __future__ import annotations

from typing import Any

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.game import find
from doppiogioco.engine.state import CHANCE, MOST_SEATS
from doppiogioco.engine.worlds import Worlds, list_branches

from .thinking import AT_RANDOM, TEMPERS, list_likely

AT_FIRST = np.array([0.1, 0.25, 0.4, 0.25, 0.0, 0.0])  # how common each temper is among strangers,
REMEMBERING = np.array([0.1, 0.15, 0.25, 0.2, 0.15, 0.15])  # and in games of memory
LEAST, LEAST_AT_RANDOM = 0.02, 0.05  # below which no share falls
HONEST = 0.3  # of strangers always say of hidden things what is so; the others half of the time
SMOOTHING = 0.5  # worlds that each identity counts for besides those that have it


class Beliefs(Worlds):
    """The worlds of one listener, with what behaviour tells; `shares[seat]` is what it thinks of a player's temper."""

    def __init__(
        self, game: str, seats: int, options: int, listener: int,
        *, limit: int = 2_000, seed: int = 0, reads: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(game, seats, options, listener, limit=limit, seed=seed)
        self.reads = reads  # or is every player taken for one who answers at random?
        self.differ = find(game).package.has("intent")  # is there more to know than what is seen at a glance?
        self.shares = np.tile(REMEMBERING if self.differ else AT_FIRST, (MOST_SEATS, 1))
        self.honest = np.full(MOST_SEATS, HONEST)
        package = find(game).package
        self._talk: Any = package.module("talk") if package.has("talk") else None
        self._evidence = np.zeros(len(TEMPERS))
        self._identity = self._cells_of_identity(game)

    @staticmethod
    def _cells_of_identity(game: str) -> Any:
        """The cells that say who is who: what is dealt again must not forget what behaviour told of them."""
        state = find(game).state
        names = find(game).package.says("IDENTITY", ())
        return np.array([cell for name in names for cell in range(*state.spans[name].indices(len(state.cells)))], int)

    def hear(self, seat: int, answer: int) -> None:
        """Take in one answer as the listener heard it, and what it tells of who gave it."""
        self._evidence[:] = 0
        self._learn_whom_to_trust(answer)
        super().hear(seat, answer)
        if self._evidence.sum():
            shares = self.shares[seat] * self._evidence
            shares = np.maximum(shares / shares.sum(), LEAST * (self.shares[seat] > 0))
            shares[AT_RANDOM] = max(shares[AT_RANDOM], LEAST_AT_RANDOM)
            self.shares[seat] = shares / shares.sum()

    def _learn_whom_to_trust(self, answer: int) -> None:
        """Who has said what is so is the more likely to do it always, and who has not is no such player."""
        word = self._talk.proved(self.states[0], answer) if hasattr(self._talk, "proved") else None
        if word:
            seat, true = word
            honest = self.honest[seat] if true else 0.0
            self.honest[seat] = max(honest / (honest + 0.5 * (1 - self.honest[seat])), LEAST)

    def _weighed_by_trust(self, given: tuple[int, int, int], parents: Any, chances: Any) -> Any:
        """The same chances where an answer says something of a hidden field, with those who only say what is so."""
        seat, answer, _ = given
        stated = self._talk.stated(self.states[0], answer) if hasattr(self._talk, "stated") else ""
        if not stated:
            return chances
        odds, true = self.odds[parents], self.states[stated][parents] == answer
        return self.honest[seat] * odds * true + (1 - self.honest[seat]) * chances

    def _branches(self, given: tuple[int, int, int]) -> tuple[Any, Any, Any]:
        seat = given[0]
        if not self.reads or seat in (CHANCE, self.listener):
            return super()._branches(given)
        none = np.empty(0, np.int32)
        count = list_branches(self.states, self.odds, given, self.sight.ears, none, none, self.odds[:0])
        parents, answers, chances = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count)
        evidence = np.zeros(len(TEMPERS))
        likely = list_likely(
            self.states, self.odds, given, self.sight.ears, self.shares[seat], parents, answers, chances, evidence
        )
        parents, answers, chances = parents[:likely], answers[:likely], chances[:likely]  # some may be out of question
        self._evidence = evidence
        return self._thinned(parents, answers, self._weighed_by_trust(given, parents, chances))

    def _deal_again(self) -> None:
        """Deal anew what the listener cannot see; who is who stays as likely as it was."""
        before = self._identities()
        super()._deal_again()
        if not len(self._identity):
            return
        after = self._identities()
        keys = self._keys()
        total = len(after)
        ratio = [(before.get(key, 0.0) + SMOOTHING / self.limit / total) / after[key] for key in keys]
        odds = self.odds * np.array(ratio)
        self.odds = odds / odds.sum()

    def _keys(self) -> list[bytes]:
        rows = np.ascontiguousarray(cells(self.states)[:, self._identity])
        return [row.tobytes() for row in rows]

    def _identities(self) -> dict[bytes, float]:
        """How likely each way is of who may be who."""
        found: dict[bytes, float] = {}
        if len(self._identity):
            for key, odds in zip(self._keys(), self.odds, strict=True):
                found[key] = found.get(key, 0.0) + float(odds)
        return found
