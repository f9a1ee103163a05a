"""What a seat believes: the worlds that fit what it heard, weighed by how players of several tempers would have acted.

Hard evidence is exact, as in the engine's filter. How the others act is soft evidence: each has one of several tempers,
from answering at random to always taking what tempts most. Which it is is learnt from what they do, in every world by
itself: what looks like a sharp player in one world looks like a careless one in another. As long as somebody may answer
at random nothing is ruled out by behaviour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.game import find
from doppiogioco.engine.hooks import talk_of
from doppiogioco.engine.state import CHANCE, MOST_SEATS
from doppiogioco.engine.worlds import Branches, Worlds, averaged, list_branches

from .thinking import ALIKE, SOME_PLAN, SOME_REMEMBER, TEMPERS, list_likely

AT_FIRST = np.array([0.1, 0.25, 0.4, 0.25, 0.0, 0.0, 0.0])  # how common each temper is among strangers,
PLANNING = np.array([0.1, 0.1, 0.15, 0.15, 0.1, 0.2, 0.2])  # in games in which one can plan,
REMEMBERING = np.array([0.15, 0.25, 0.15, 0.1, 0.0, 0.2, 0.15])  # and in games of memory
GLANCING = AT_FIRST[[0, 4, 5, 6, 1, 2, 3]]  # strangers to who does not think of plans
CARELESS = 2  # tempers, the warmest, with which one is as good as careless
FICKLE = 0.002  # of players go on as any stranger might, whatever they did before
LEAST = 0.02  # below which nobody's honesty falls
HONEST = 0.3  # of strangers always say of hidden things what is so; the others half of the time
SMOOTHING = 0.5  # worlds that each identity counts for besides those that have it


def manners_of(game: str, *, plans: bool) -> tuple[int, Any]:
    """How players of a game are taken to differ, and how common each temper is; or does one not think of plans?"""
    package = find(game).package
    if not package.has("intent"):  # there is no more to know than what is seen at a glance
        return ALIKE, AT_FIRST
    if package.says("RECALLED", False):
        return SOME_REMEMBER, REMEMBERING
    return (SOME_PLAN, PLANNING) if plans else (ALIKE, GLANCING)


class Beliefs(Worlds):
    """The worlds of one listener, with what behaviour tells. Of each world is noted how likely each player's tempers
    are in it."""

    def __init__(
        self, game: str, seats: int, options: int, listener: int,
        *, limit: int = 2_000, seed: int = 0, reads: bool = True, plans: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(game, seats, options, listener, limit=limit, seed=seed)
        self.reads = reads  # or is every player taken for one who answers at random?
        self.manners, stranger = manners_of(game, plans=plans)
        self._stranger = stranger.astype(np.float32)
        self.notes = np.tile(self._stranger, (1, seats))
        self.honest = np.full(MOST_SEATS, HONEST)
        self._talk = talk_of(find(game).package)
        self.identity = self._cells_of_identity(game)

    @staticmethod
    def _cells_of_identity(game: str) -> Any:
        """The cells that say who is who: what is dealt again must not forget what behaviour told of them."""
        state = find(game).state
        names = find(game).package.says("IDENTITY", ())
        return np.array([cell for name in names for cell in range(*state.spans[name].indices(len(state.cells)))], int)

    def hear(self, seat: int, answer: int) -> None:
        """Take in one answer as the listener heard it, and what it tells of who gave it."""
        self._learn_whom_to_trust(answer)
        super().hear(seat, answer)

    @property
    def shares(self) -> Any:
        """How likely each temper of each player is, all in all."""
        found = np.tile(self._stranger, (MOST_SEATS, 1))
        mean = (self.odds @ self.notes).reshape(-1, len(TEMPERS))
        found[: len(mean)] = mean / mean.sum(axis=1, keepdims=True)
        return found

    def careful(self, seats: Sequence[int]) -> float:
        """How far players have shown that they do not answer more or less at random: 0 for strangers, 1 at most."""
        careless = self.shares[list(seats), :CARELESS].sum(axis=1).mean()
        return max(0.0, 1.0 - float(careless / self._stranger[:CARELESS].sum()))

    def _learn_whom_to_trust(self, answer: int) -> None:
        """Who has said what is so is the more likely to do it always, and who has not is no such player."""
        word = self._talk.proved(self.states[0], answer) if self._talk else None
        if word:
            seat, true = word
            honest = self.honest[seat] if true else 0.0
            self.honest[seat] = max(honest / (honest + 0.5 * (1 - self.honest[seat])), LEAST)

    def _weighed_by_trust(self, given: tuple[int, int, int], parents: Any, chances: Any) -> Any:
        """The same chances where an answer says something of a hidden field, with those who only say what is so."""
        seat, answer, _ = given
        stated = self._talk.stated(self.states[0], answer) if self._talk else ""
        if not stated:
            return chances
        odds, true = self.odds[parents], self.states[stated][parents] == answer
        return self.honest[seat] * odds * true + (1 - self.honest[seat]) * chances

    def odds_if(self, seat: int, answer: int) -> Any:
        """How likely each world would be, and that answer in it, if a player answered this now and were heard."""
        likely = self._likely((seat, answer, self.listener))
        return np.bincount(likely.parents, likely.chances, len(self.states))

    def _branches(self, given: tuple[int, int, int]) -> Branches:
        if not self.reads or given[0] in (CHANCE, self.listener):
            return super()._branches(given)
        return self._thinned(self._likely(given))

    def _likely(self, given: tuple[int, int, int]) -> Branches:
        """Every way on from the worlds that fits an answer of another player, by how likely they were to give it."""
        seat, none = given[0], np.empty(0, np.int32)
        count = list_branches(self.states, self.odds, given, self.sight.ears, none, none, self.odds[:0])
        parents, answers, chances = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count)
        own = slice(seat * len(TEMPERS), (seat + 1) * len(TEMPERS))
        shares, tempers = np.ascontiguousarray(self.notes[:, own]), np.empty((count, len(TEMPERS)), np.float32)
        likely = list_likely(self.states, self.odds, given, self.sight.ears, shares, parents, answers, chances, tempers)
        parents, answers, chances = parents[:likely], answers[:likely], chances[:likely]  # some may be out of question
        notes = self.notes[parents]
        notes[:, own] = (1 - FICKLE) * tempers[:likely] + FICKLE * self._stranger
        return Branches(parents, answers, self._weighed_by_trust(given, parents, chances), notes)

    def _deal_again(self) -> None:
        """Deal anew what the listener cannot see; who is who stays as likely as it was, and so does how they play."""
        before, odds, notes = self._identities(), self.odds, self.notes
        super()._deal_again()
        if not len(self.identity):
            return
        after = self._identities()
        _, who = np.unique(np.concatenate([before, after]), axis=0, return_inverse=True)
        who = who.reshape(-1)
        old, new, ways = who[: len(before)], who[len(before) :], who.max() + 1
        was, is_now = np.bincount(old, odds, ways), np.bincount(new, self.odds, ways)
        ratio = (was + SMOOTHING / self.limit / np.count_nonzero(is_now))[new] / is_now[new]
        self.odds = self.odds * ratio / (self.odds * ratio).sum()
        known = was > 0
        found = np.tile(odds @ notes, (ways, 1)).astype(np.float32)  # of who is new one knows what one knew of all
        found[known] = averaged(notes, odds, old, ways)[known]
        self.notes = found[new]

    def _identities(self) -> Any:
        """Of each world who is who."""
        return np.ascontiguousarray(cells(self.states)[:, self.identity])
