"""What a seat can know of a hidden field: the odds of every value, as long as all worlds that fit can be listed."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import size
from doppiogioco.engine.words import N_
from doppiogioco.engine.worlds import Worlds

Odds = list[list[float]] | None  # by cell of the field and value, NOBODY first; None where they are not exact


def odds(match: Match, field: str) -> Iterator[list[Odds]]:
    """Before every answer of a match: by seat, how likely each value of the field's cells is to it.

    Exact for players who answer at random (docs/knowledge.md). Once the worlds that fit are too many to list, or in a
    match that began at a position, there is None.
    """
    state, bits = match.game.state, match.option_bits
    declared = list(state.as_dict(state.vector(state.blank())))
    if field not in declared:
        text = N_("{game} has no field {name}; its fields: {known}")
        raise DoppiogiocoError(text, game=match.game.id, name=repr(field), known=", ".join(declared))
    worlds = [Worlds(match.game.id, match.seats, bits, seat) for seat in range(match.seats)]
    heard = [match.heard(seat) for seat in range(match.seats)]
    for number in range(len(match.history)):
        yield [None if match.from_position or not known.exact else spread(match, field, known) for known in worlds]
        for seat, known in enumerate(worlds):
            if known.exact and not match.from_position:
                known.hear(*heard[seat][number])


def spread(match: Match, field: str, known: Worlds) -> list[list[float]]:
    """How the worlds of a seat are spread over the values of a field's cells."""
    state = match.game.state
    values = cells(known.states)[:, state.spans[field]] + 1  # NOBODY is -1
    wide = size(state.fields[field].values) + 1
    return [np.bincount(column, known.odds, wide).tolist() for column in values.T]
