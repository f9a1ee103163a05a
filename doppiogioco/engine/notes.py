"""What a player can remember: notes that a game makes of what one listener saw and heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .game import Game
from .move import Given
from .state import HIDDEN, Cells
from .words import Voice, in_columns


@dataclass(frozen=True)
class Note:
    """Something worth remembering: a title, and below it lines, or a grid whose first column names its rows."""

    title: str
    lines: tuple[str, ...] = ()
    head: tuple[str, ...] = ()  # of a grid: what stands above its columns
    rows: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        grid = in_columns([self.head, *self.rows]) if self.rows else []
        return "\n".join([self.title, *(f"  {line}" for line in (*self.lines, *grid))])

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        return asdict(self)


def remembered(notes: Sequence[Note], say: Voice) -> str:
    """Notes as text, one under the other."""
    return "\n\n".join(map(str, notes)) or say("There is nothing to remember here.")


class Recollection:
    """The memory of one listener: every answer is noted once, as that listener heard it."""

    def __init__(self, game: Game, start: Cells, listener: int) -> None:
        self.game, self.listener = game, listener
        self._state = game.state.copy(start)
        self._view = game.sight(game.state.vector(start), listener, over=game.over(start))
        self._notes = game.memory.blank(self._view) if game.memory else None
        self._noted = 0

    def recall(self, history: Sequence[Given], say: Voice) -> list[Note]:
        """What this listener can remember after these answers, in words."""
        game, state = self.game, self._state
        if not game.memory:
            return []
        for seat, answer in history[self._noted :]:
            heard = answer if game.hears(state, seat, self.listener) else HIDDEN
            before = self._view
            game.rules.apply(state, seat, answer)
            self._view = game.sight(game.state.vector(state), self.listener, over=game.over(state))
            game.memory.note(self._notes, before, Given(seat, heard), self._view)
        self._noted = len(history)
        return game.memory.recall(self._notes, self._view, say)
