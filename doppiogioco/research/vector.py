"""Many games at once as a Gymnasium vector environment, on top of `Batch`.

    from doppiogioco.research.vector import VectorEnv

    tables = VectorEnv("secrets", n=64, seats=5)
    observation, info = tables.reset(seed=7)
    for _ in range(100):
        observation, reward, terminated, truncated, info = tables.step(tables.batch.sample())

All seats play themselves: the agent of a game is whoever is to act. So an observation is that of the seat that acts
next, `info["seat"]`, and a reward is that of the seat that has just acted: its own result if it has ended the game,
else 0. What the step brought to every seat is in `info["rewards"]`. A game that ends begins anew in the same step;
none is ever cut short, so nothing needs its last observation, and there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any

from doppiogioco.engine.compiled import np
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.sight import bounds
from doppiogioco.engine.words import N_

from . import needs
from .batch import Batch

with needs("Gymnasium", "gymnasium"):
    from gymnasium import spaces
    from gymnasium import vector as gymnasium
    from gymnasium.vector.utils import batch_space

Observation = dict[str, Any]
Info = dict[str, Any]


class VectorEnv(gymnasium.VectorEnv[Observation, Any, Any]):
    """`n` games of one set-up; set-up and `cores` are as for a `Batch`, which is at hand as `batch`.

    Without `copy`, the arrays that a step gives are changed by the next one.
    """

    def __init__(
        self,
        game: str,
        n: int = 64,
        seats: int | None = None,
        options: Mapping[str, bool] | None = None,
        *,
        copy: bool = True,
        cores: int | None = None,
    ) -> None:
        self.batch = Batch(game, n, seats, options, randbits(64), cores=cores)
        self.metadata = {"autoreset_mode": gymnasium.AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs, self._copy = n, copy
        low, high = bounds(self.batch.game.state)
        actions = self.batch.masks.shape[1]
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = spaces.Dict(
            observation=spaces.Box(low, high, dtype=np.int16), action_mask=spaces.Box(0, 1, (actions,), np.int8)
        )
        self.action_space = batch_space(self.single_action_space, n)
        self.observation_space = batch_space(self.single_observation_space, n)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin all games anew; without a seed chance goes on."""
        if options:
            raise DoppiogiocoError(N_("a reset takes no options, not {options}"), options=", ".join(options))
        self.batch.reset(seed)
        super().reset(seed=seed)
        return self._observation(), {"seat": self._given(self.batch.seats_to_act)}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, Info]:
        """Act in every game. An illegal action is an error that names its game and the rule; no game has changed."""
        batch, acted = self.batch, self.batch.seats_to_act.copy()
        batch.step(actions)
        reward = batch.rewards[np.arange(batch.n), acted].astype(np.float64)
        info = {"seat": self._given(batch.seats_to_act), "rewards": self._given(batch.rewards)}
        return self._observation(), reward, self._given(batch.over), np.zeros(batch.n, np.bool_), info

    def _observation(self) -> Observation:
        masks = self.batch.masks.view(np.int8)
        return {"observation": self._given(self.batch.observations), "action_mask": self._given(masks)}

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array
