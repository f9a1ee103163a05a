"""Answers that need no search because a game's package can solve them: its module `solving`, where it has one."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.hooks import Solving, solving_of


def to_solve(view: View, *, hides: bool) -> Solving | None:
    """What may solve a question, if anything does.

    Where something is laid covered, and solved so that nobody can read it (`covers`), who does not hide searches for an
    answer instead.
    """
    solving = solving_of(view.game.package)
    return None if solving and not hides and solving.covers(view) else solving
