"""Every game and set-up as a PettingZoo environment.

    from doppiogioco.research.pettingzoo import env

    table = env("secrets", seats=5)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

An observation has two parts: `observation`, the seat's view as numbers, every seat named by its distance from the
observer (`engine.sight`), and `action_mask`. Actions name seats in the same way. The table's answers come from the
seed; of several seats that are waited for at once the lowest answers first; rewards come at the end.

The games are played in turns, so this is the library's AEC interface. `parallel_env` is its own conversion of such
games: every agent says something in every cycle, and only the one whose turn it is gets heard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from operator import index
from secrets import randbits
from typing import Any

from doppiogioco.engine.compiled import apply, blank, cells, choices, compiled, legal, np, returns, waiting
from doppiogioco.engine.errors import DoppiogiocoError, IllegalAnswer, NotWaiting, UnknownAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import begin, generators, random_answer, who_answers
from doppiogioco.engine.match import Match
from doppiogioco.engine.rule import CHANCE_WAITS
from doppiogioco.engine.sight import Lens, absolute, actions, bounds, lens, observe, write_mask
from doppiogioco.engine.state import CHANCE, turn_value
from doppiogioco.engine.words import N_, Voice
from doppiogioco.notebook import framed

from . import needs

with needs("PettingZoo", "pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel

OVER, ILLEGAL = -1, -2  # what the compiled steps say in place of a seat
RENDER_MODES = ("human", "ansi", "html", "svg")
INK, SHEET = "#17202a", "#fbf4e2"  # of the pages
FROM_RESET_ON = (*AECEnv.__annotations__, "_seat")
Observation = dict[str, Any]


def env(
    game: str, seats: int, options: Mapping[str, bool] | None = None,
    *, render_mode: str | None = None, language: str = "en", max_cycles: int | None = None,
) -> AECEnv[str, Observation, Any]:  # fmt: skip
    """A game as an AEC environment.

    With `max_cycles` it goes round in cycles, as the library counts them: every agent steps once in each, only the one
    whose turn it is gets heard, and after so many cycles the match is truncated.
    """
    if max_cycles is None:
        return raw_env(game, seats, options, render_mode=render_mode, language=language)
    return parallel_to_aec(
        parallel_env(game, seats, options, render_mode=render_mode, language=language, max_cycles=max_cycles)
    )


def parallel_env(
    game: str, seats: int, options: Mapping[str, bool] | None = None,
    *, render_mode: str | None = None, language: str = "en", max_cycles: int | None = None,
) -> ParallelEnv[str, Observation, Any]:  # fmt: skip
    """A game as a parallel environment: of the actions of a cycle only that of the agent whose turn it is counts."""
    return turn_based_aec_to_parallel(
        raw_env(game, seats, options, render_mode=render_mode, language=language, max_cycles=max_cycles)
    )


class raw_env(AECEnv[str, Observation, Any]):  # type: ignore[misc]  # noqa: N801 (the library gives name and no types)
    """One table. It refuses steps out of order by itself, so that it needs none of the library's wrappers."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, bool] | None = None,
        *, render_mode: str | None = None, language: str = "en", max_cycles: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.game = find(game)
        self.game.check_seats(seats)
        if render_mode not in (None, *RENDER_MODES):
            text = N_("no render mode {mode}; there are {known}")
            raise DoppiogiocoError(text, mode=repr(render_mode), known=", ".join(RENDER_MODES))
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise DoppiogiocoError(N_("max_cycles is a number from 1 on, not {given}"), given=repr(max_cycles))
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.render_mode, self.max_cycles, self.say = render_mode, max_cycles, Voice(language, self.possible_agents)
        self._seat_of = Agents(zip(self.possible_agents, range(seats), strict=True))
        self._seats, self._options = seats, self.game.option_bits(options or {})
        self._width, self._actions = self.game.state.width, actions(game)
        self._eye = tuple(lens(game, seats))  # a compiled function reads a plain tuple faster than a named one
        self._states, self._rngs = blank(self.game.state, 1), generators(randbits(64))
        self._rows = cells(self._states)
        low, high = bounds(self.game.state)
        seen, may = spaces.Box(low, high, dtype=np.int16), spaces.Box(0, 1, (self._actions,), dtype=np.int8)
        self._observations = [spaces.Dict(observation=seen, action_mask=may) for _ in self.possible_agents]
        self._choices = [LegalActions(self._actions, partial(self._mask, agent)) for agent in self.possible_agents]

    def __getattr__(self, name: str) -> Any:
        """Only what is not there comes here: before the first match there are no agents, rewards and so on."""
        raise AttributeError(f"there is no {name}" + (", reset() comes first" if name in FROM_RESET_ON else ""))

    def __getstate__(self) -> dict[str, Any]:
        """What a copy of an environment begins with, in this process or another."""
        return self.__dict__ | {"game": self.game.id, "say": self.say.language}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy has cells of its own."""
        self.__dict__.update(state)
        self.game, self.say = find(state["game"]), Voice(state["say"], self.possible_agents)
        self._rows = cells(self._states)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may observe: the same for all."""
        return self._observations[self._seat_of[agent]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self._choices[self._seat_of[agent]]

    # Playing --------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match. With the same seed it is dealt in the same way; without one the chances run on."""
        if seed is not None:
            self._rngs = generators(whole(seed, N_("a seed is a whole number, not {given}")) % 2**64)
        self._rows[:] = self.game.state.start
        self._begin()
        begin(self._states, self._seats, self._options)
        self._seat = step(self._states, CHANCE, self._seats, 0, self._eye, self._rngs)
        self.agent_selection = self.agents[self._seat]

    def _begin(self) -> None:
        """What the library wants to know of a match in which nothing has happened yet."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in self.agents}
        self._steps = 0

    def step(self, action: Any) -> None:
        """Give the answer of the agent whose turn it is; the table deals on until the next one is waited for.

        An illegal action is an error that names the rule, and changes nothing. Once the match is over each agent
        leaves with the action None.
        """
        agent = self.agent_selection
        if self._seat == OVER:
            self._step_after_the_end(action)
            return
        number = action if type(action) is int else whole(action, N_("{agent}: {given} is no action"), agent=agent)
        seat = ILLEGAL
        if 0 <= number < self._actions:
            seat = step(self._states, self._seat, self._seats, number, self._eye, self._rngs)
        if seat == ILLEGAL:
            self._refuse(number)
        self._steps += 1
        if seat == OVER:
            self._end()
        elif self._steps == self.max_cycles:
            self._leave(self.truncations)
        else:
            self._seat = seat
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do: nothing unless it is its turn."""
        seat = self._seat_of[agent]
        seen, mask = np.empty(self._width, np.int16), np.empty(self._actions, np.int8)
        look(self._states, self._rows, seat, self._seats, seat == self._seat, self._eye, seen, mask)
        return {"observation": seen, "action_mask": mask}

    def _mask(self, agent: str) -> Any:
        return self.observe(agent)["action_mask"]

    def _refuse(self, action: int) -> None:
        """Say which rule an action breaks, in the words that the seat itself would be told."""
        match = self._match()
        answer = turn_value(action, self.game.answers[match.view().ask], self._seat, self._seats)
        try:
            match.check(self._seat, answer, language=self.say.language)
        except IllegalAnswer as error:
            raise IllegalAnswer(self._about(action, error), error.clause) from None
        except UnknownAnswer as error:
            raise UnknownAnswer(self._about(action, error)) from None

    def _about(self, action: int, error: Exception) -> str:
        return self.say("{agent}, action {action}: {error}", agent=self.agent_selection, action=action, error=error)

    def _match(self) -> Match:
        """The present table as a match, for words."""
        state = self.game.state.plain(self._rows[0].tolist())
        return Match(self.game, state, None, names=self.possible_agents, from_position=True)

    def _step_after_the_end(self, action: Any) -> None:
        """Let an agent leave, while there is one."""
        if not self.agents:
            raise NotWaiting(self.say("The match is over."))
        self._was_dead_step(action)

    def _end(self) -> None:
        """The match is over: who has won, and why."""
        won = np.zeros(self._seats, np.int64)
        write_returns(self._states, won)
        self._finish(won.tolist(), self.game.rules.Reason(self._states["reason"][0]).name.lower())

    def _finish(self, won: Sequence[int], reason: str) -> None:
        """Everybody is told how it ended: `won` has what each seat gets."""
        self.rewards = {agent: won[self._seat_of[agent]] for agent in self.agents}
        self._cumulative_rewards = self.rewards.copy()
        self.infos = {agent: {"reason": reason} for agent in self.agents}
        self._leave(self.terminations)

    def _leave(self, how: dict[str, bool]) -> None:
        how.update(dict.fromkeys(self.agents, True))
        self._seat, self.agent_selection = OVER, self.agents[0]

    # Showing --------------------------------------------------------------------------------------------------------

    def render(self) -> str | None:
        """The table: `ansi` and `html` as the agent sees it whose turn it is, `svg` as everybody does.

        `ansi` and `svg` are in words; `html` is the board itself, which a notebook shows. `human` prints what `ansi`
        returns.
        """
        seat = None if self._seat == OVER else self._seat
        match self.render_mode:
            case "svg":
                return picture(self._text(None))
            case "html":
                match = self._match()
                return framed(match.view(seat), self.say, self._below(match, seat))
            case "ansi":
                return self._text(seat)
            case "human":
                print(self._text(seat))
                return None
        raise DoppiogiocoError(N_("nothing is drawn without a render_mode: {known}"), known=", ".join(RENDER_MODES))

    def _text(self, seat: int | None) -> str:
        match = self._match()
        return f"{match.view(seat).text(self.say)}\n\n{self._below(match, seat)}"

    def _below(self, match: Match, seat: int | None) -> str:
        """What is asked, or how it ended."""
        return match.verdict(self.say.language) or match.question(seat, self.say.language)

    def close(self) -> None:
        """Nothing is open."""


class Agents(dict[str, int]):
    """The seat of each agent."""

    def __missing__(self, agent: object) -> int:
        raise NotWaiting(N_("no agent {agent}; there are {known}"), agent=repr(agent), known=", ".join(self))


class LegalActions(spaces.Discrete):
    """The actions of an agent. A sample is legal, also when no mask is given with it."""

    def __init__(self, count: int, mask: Callable[[], Any]) -> None:
        super().__init__(count)
        self._legal = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action by chance: of those that are legal now, if nothing else is said."""
        return super().sample(self._legal() if mask is None and probability is None else mask, probability)


def picture(text: str) -> str:
    """Lines of text as an SVG picture."""
    lines = text.split("\n")
    wide, high = 9 * max(map(len, lines)) + 32, 20 * len(lines) + 24
    rows = "".join(f'<tspan x="16" y="{20 * row + 30}">{escape(line)}</tspan>' for row, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f'<rect width="100%" height="100%" fill="{SHEET}"/>'
        f'<text xml:space="preserve" fill="{INK}" font-family="monospace" font-size="15">{rows}</text></svg>'
    )


def whole(given: Any, complaint: str, **parts: str) -> int:
    """Any kind of whole number as Python's own."""
    try:
        if not isinstance(given, bool):
            return index(given)
    except TypeError:
        pass
    raise UnknownAnswer(complaint, given=repr(given), **parts)


# Compiled -----------------------------------------------------------------------------------------------------------


@compiled
def step(states: Any, seat: int, seats: int, action: int, eye: Any, rngs: Any) -> int:
    """Give a seat's action to states[0], then let the table deal on: who answers next, or OVER.

    ILLEGAL if the action, a number from 0 on, may not be given; the table itself gives none.
    """
    s, rng = states[0], rngs[0]
    waits, answer = waiting(s), 0
    if seat != CHANCE:
        if action >= choices(s):
            return ILLEGAL
        answer = absolute(s, seat, seats, action, Lens(*eye))
        if not legal(s, seat, answer):
            return ILLEGAL
    while seat != CHANCE or waits == CHANCE_WAITS:
        if seat == CHANCE:
            answer = random_answer(s, CHANCE, rng)
        apply(s, seat, answer)
        seat, waits = CHANCE, waiting(s)
    return who_answers(waits) if waits else OVER


@compiled
def look(states: Any, rows: Any, seat: int, seats: int, acts: bool, eye: Any, seen: Any, mask: Any) -> None:
    """Write what a seat sees of states[0] and, if it acts, what it may do."""
    lens = Lens(*eye)
    observe(rows[0], seat, seats, waiting(states[0]) == 0, lens, seen)
    if acts:
        write_mask(states[0], seat, seats, lens, mask)
    else:
        mask[:] = 0


@compiled
def write_returns(states: Any, out: Any) -> None:
    """Who has won, at the end of states[0]."""
    returns(states[0], out)
