"""The games as OpenSpiel games: import this, then `pyspiel.load_game("doppiogioco_secrets(seats=5)")`.

Chance nodes are explicit; seats and answers are those of the rules. Where several seats are waited for at once, the
lowest answers first and the others do not hear it before their own. `position` makes a small game out of the end of a
match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from doppiogioco.engine.errors import BadRecord, DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.state import CHANCE, HIDDEN, Declaration
from doppiogioco.engine.words import N_

from . import needs

with needs("OpenSpiel", "openspiel"):
    import pyspiel

    from doppiogioco.engine.compiled import np
    from doppiogioco.engine.loops import LIMIT
    from doppiogioco.engine.sight import actions

    from .game_tree import Node, Setting, setting, written
    from .histories import histories

__all__ = ["Observer", "SpielGame", "SpielState", "position", "short_name"]


def short_name(game: str) -> str:
    """The name of a game in OpenSpiel."""
    return "doppiogioco_" + game.replace("-", "_")


def game_type(game: str, zero_sum: bool = False) -> Any:
    """What OpenSpiel wants to know of a game in advance."""
    rules, kind = find(game).rules, pyspiel.GameType
    options = {name.replace("-", "_"): default for name, default in rules.OPTIONS.items()}
    return kind(
        short_name=short_name(game),
        long_name=f"Doppiogioco: {game}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=rules.SEATS[-1],
        min_num_players=rules.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"seats": rules.SEATS[0], **options, "start": "", "recall": find(game).longest},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Any of the games, set up. Each has a subclass of its own that only says which it is."""

    id: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        game, seats, self.recall = find(self.id), params["seats"], params["recall"]
        game.check_seats(seats)
        if self.recall < 1:
            raise DoppiogiocoError(N_("recall is a number of answers, not {recall}"), recall=self.recall)
        bits = game.option_bits({name: params[name.replace("-", "_")] for name in game.rules.OPTIONS})
        self.setting: Setting = setting(self.id, seats, bits, params["start"])
        zero_sum = seats in game.zero_sum
        answers = actions(self.id)
        info = pyspiel.GameInfo(
            num_distinct_actions=answers,
            max_chance_outcomes=max(answers, len(self.setting.worlds)),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LIMIT,
        )
        super().__init__(game_type(self.id, zero_sum), info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The table before the first answer."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer; by default it sees what a seat sees."""
        if params:
            raise ValueError(f"observers take no parameters, but here are {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _loaded(text: str) -> Any:
    return pyspiel.load_game(text)  # from this module, which registers the games where a pickle is opened


class SpielState(pyspiel.State):  # type: ignore[misc]
    """Where a game stands. All it has is a `Node`, which never changes: a clone shares it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node = game.setting.beginning

    def current_player(self) -> int:
        """Who answers next: the table is OpenSpiel's chance player."""
        if self.node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.node.answers_next
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.node.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal if player == self.node.answers_next else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the table can answer, with the odds."""
        return self.node.chances

    def _apply_action(self, action: int) -> None:
        self.node.check(action)
        self.node = self.node.after(self.node.answers_next, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.in_words(CHANCE if player == pyspiel.PlayerId.CHANCE else player, action)

    def returns(self) -> list[float]:
        """1 for a winner, -1 for a loser; 0 for a draw and before the end."""
        return self.node.returns

    def __str__(self) -> str:
        return str(self.node)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """The game in a world, with a history, that this player cannot tell from the real one."""
        if self.node.over:  # nothing is hidden any more
            return self.clone()  # type: ignore[no-any-return]
        state: SpielState = self.get_game().new_initial_state()
        known = histories(self.node, player_id)
        if known.lost:
            state.node = self.node.dealt_again(player_id, probability_sampler)
            return state
        for action in known.draw(probability_sampler):
            state.apply_action(action)
        return state


class Observer:
    """What a player sees, as zeros and ones (`tensor`, by name in `dict`) and as a string.

    Public information is the fields that everybody sees, private information the others as the player sees them. With
    perfect recall every answer the player heard comes on top; the tensor has room for the last `recall` of them.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees what all players see")
        if kind.perfect_recall and not (private and kind.public_info):
            raise ValueError("with perfect recall an observer sees public and private information")
        self._state: Declaration = game.setting.game.state
        self._recalls = kind.perfect_recall
        self._fields = [
            name for name in self._state.as_dict([0] * self._state.width)
            if (kind.public_info if name in self._state.public else private)
        ]  # fmt: skip
        cells = [at for at, cell in enumerate(self._state.cells) if cell.name in self._fields]
        self._places = np.concatenate([np.arange(at, at + wide) for at, wide in (self._state.layout[c] for c in cells)])
        seats, rows = game.setting.seats, game.recall
        shapes: dict[str, tuple[int, ...]] = {"player": (seats,), "view": (len(self._places),)}
        if self._recalls and game.setting.start:
            shapes["shown"] = shapes["view"]
        if self._recalls:
            shapes |= {"who": (rows, seats + 1), "what": (rows, actions(game.id) + 1)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            wide = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + wide].reshape(shape)
            at += wide

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        node = state.node
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self._write("view", node.view(player))
        if self._recalls:
            if "shown" in self.dict:
                self._write("shown", node.shown[player])
            who, what = self.dict["who"], self.dict["what"]
            for row, (seat, answer) in enumerate(node.heard(player)[-len(who) :]):
                who[row, -1 if seat == CHANCE else seat] = 1
                what[row, -1 if answer == HIDDEN else answer] = 1

    def _write(self, name: str, view: list[int] | None) -> None:
        if view is not None:
            self.dict[name][:] = np.array(self._state.tensor(view), np.float32)[self._places]

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees as text; with perfect recall, what it heard."""
        node = state.node
        if not self._recalls:
            return self._text(player, node.view(player))
        # What was heard determines the view (the law of two worlds); only the end opens more.
        shown, last = node.shown[player], node.view(player) if node.over else None
        return f"{self._text(player, shown)} {written(node.heard(player))} {self._text(player, last) if last else ''}"

    def _text(self, player: int, view: list[int] | None) -> str:
        fields = {} if view is None else self._state.as_dict(view)
        return f"seat {player} " + json.dumps({name: fields[name] for name in self._fields if name in fields})


def position(match: Match, recall: int | None = None) -> Any:
    """The rest of a match as an OpenSpiel game: the table deals one of the worlds that fit what the public heard.

    Each player then sees its own view of that world. What somebody was shown before and cannot see any more is not part
    of the game; the worlds have the odds of a game in which everybody answered at random so far.
    """
    if match.from_position:
        raise BadRecord(N_("this match begins at a position that somebody set up, so nobody dealt it"))
    options = {name.replace("-", "_"): chosen for name, chosen in match.options.items()}
    recalled = {} if recall is None else {"recall": recall}
    params = {"seats": match.seats, **options, "start": written(match.heard()), **recalled}
    return pyspiel.load_game(short_name(match.game.id), params)


# OpenSpiel keeps what it is given to make games for ever, past the end of Python; it bears that only from a class.
for _game in packages():
    pyspiel.register_game(game_type(_game), type(_game, (SpielGame,), {"id": _game}))
