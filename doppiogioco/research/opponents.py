"""A game against our bots as a PettingZoo environment: only the seats that learn are agents.

    from doppiogioco.research.opponents import env

    table = env("secrets", seats=5, learners=(0,), opponents="medium")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

Observations, actions, masks and rewards are those of `research.pettingzoo`. Bots are handed what a person in their seat
has, as everywhere. From `medium` on they need compiled rules, and what they believe takes longer than the rules do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any

from doppiogioco.bots import KINDS, LEVELS, USUAL, Bot, bot
from doppiogioco.bots.levels import check_level
from doppiogioco.bots.seating import asked, seed_of
from doppiogioco.engine.compiled import np
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.state import turn_value
from doppiogioco.engine.words import N_

from . import pettingzoo
from .pettingzoo import OVER, Observation, whole


def env(
    game: str, seats: int, options: Mapping[str, bool] | None = None,
    *, learners: Sequence[int] = (0,), opponents: str | Mapping[int, str] = USUAL,
    render_mode: str | None = None, language: str = "en",
) -> raw_env:  # fmt: skip
    """A game with bots in all seats but those of the learners; `opponents` is one level for all, or one by seat."""
    return raw_env(
        game, seats, options, learners=learners, opponents=opponents, render_mode=render_mode, language=language
    )


class raw_env(pettingzoo.raw_env):  # noqa: N801 (the library gives the name)
    """One table, some of whose seats answer by themselves."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, bool] | None = None,
        *, learners: Sequence[int], opponents: str | Mapping[int, str],
        render_mode: str | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        super().__init__(game, seats, options, render_mode=render_mode, language=language)
        if not learners or not set(learners) <= set(range(seats)):
            raise DoppiogiocoError(N_("learners are seats from 0 to {last}, one at least"), last=seats - 1)
        others = [seat for seat in range(seats) if seat not in learners]
        self._levels = {
            seat: opponents if isinstance(opponents, str) else opponents.get(seat, USUAL) for seat in others
        }
        for level in self._levels.values():
            check_level(level, (*LEVELS, *KINDS))
        self.possible_agents = [f"player_{seat}" for seat in sorted(set(learners))]
        self._seat_of = pettingzoo.Agents({f"player_{seat}": seat for seat in sorted(set(learners))})
        self._chosen = dict(options or {})
        self._seeds = randbits(64)
        self._bots: dict[int, Bot] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match; the same seed deals the same and makes the same bots."""
        self._seeds = self._seeds + 1 if seed is None else whole(seed, N_("a seed is a whole number, not {given}"))
        self._played = new(self.game.id, self._seats, self._chosen, self._seeds, self.say.names)
        self._bots = {
            seat: bot(self.game.id, level, seed_of(self._seeds, seat)) for seat, level in self._levels.items()
        }
        self._begin()
        self._go_on()

    def step(self, action: Any) -> None:
        """Give the answer of the agent whose turn it is; then the bots answer until an agent is asked again."""
        if self._seat == OVER:
            self._step_after_the_end(action)
            return
        number = whole(action, N_("{agent}: {given} is no action"), agent=self.agent_selection)
        kind = self.game.answers[self._played.view().ask]
        answer = turn_value(number, kind, self._seat, self._seats) if 0 <= number < self._actions else number
        if answer not in self._played.legal(self._seat):
            self._refuse(number)
        self._played.play(self._seat, answer)
        self._go_on()

    def _go_on(self) -> None:
        """Let the bots answer until an agent is asked, or it is over."""
        match = self._played
        while not match.over and match.waiting[0] in self._bots:
            seat = match.waiting[0]
            match.play(seat, asked(self._bots[seat], match, seat)())
        if match.outcome:
            self._finish(match.outcome.returns, match.outcome.reason)
        else:
            self._seat = match.waiting[0]
            self.agent_selection = f"player_{self._seat}"

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do: nothing unless it is its turn."""
        seat, match = self._seat_of[agent], self._played
        seen = np.array(self.game.state.turned(match.view(seat).vector, by=-seat, seats=self._seats), np.int16)
        mask = np.zeros(self._actions, np.int8)
        if seat == self._seat:
            kind = self.game.answers[match.view().ask]
            for answer in match.legal(seat):
                mask[turn_value(int(answer), kind, -seat, self._seats)] = 1
        return {"observation": seen, "action_mask": mask}

    def _match(self) -> Match:
        """The present table, for words."""
        return self._played
