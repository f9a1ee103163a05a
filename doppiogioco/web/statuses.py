"""The HTTP code of every error: what a program is told by a number, and a person by a page."""

from __future__ import annotations

from doppiogioco.engine.errors import DoppiogiocoError, UnknownGame
from doppiogioco.store import Away
from doppiogioco.tables.refusals import Forbidden, Gone, NotFound, Refused, SetAside

from .limits import TooMany


class Unreadable(Refused):
    """A body in which nothing can be found."""


STATUSES: dict[type[Exception], int] = {
    DoppiogiocoError: 409,  # not now, or not like this; also what the rules do not allow
    Unreadable: 400,
    Forbidden: 403,
    NotFound: 404,
    UnknownGame: 404,
    SetAside: 410,
    Gone: 410,
    TooMany: 429,
    Away: 503,
}
BROKEN = 500  # what nobody has foreseen: our own mistakes


def status_of(error: Exception) -> int:
    """The code of an error, or of the nearest kind of error that it is one of."""
    return next((STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), BROKEN)
