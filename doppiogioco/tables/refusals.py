"""Why a wish at a table is not granted, each with the HTTP code that says so."""

from doppiogioco.engine.errors import DoppiogiocoError


class Refused(DoppiogiocoError):
    """A wish that cannot be granted now; `status` is its HTTP code."""

    status = 409


class NotYet(Refused):
    """Something that will be there before long; `wait` says after how many seconds it is worth looking again."""

    wait = 5


class BadName(Refused):
    """A name by which nobody can be called."""


class Unreadable(Refused):
    """A body in which nothing can be found."""

    status = 400


class NotFound(Refused):
    """No such table, page or seat."""

    status = 404


class SetAside(Refused):
    """A table that this version cannot read; what is stored of it stays as it is."""

    status = 410


class Forbidden(Refused):
    """Somebody else may do this."""

    status = 403


class Gone(Refused):
    """A table that nobody came back to for too long."""

    status = 410
