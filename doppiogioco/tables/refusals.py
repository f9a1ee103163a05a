"""Why a wish at a table is not granted."""

from doppiogioco.engine.errors import DoppiogiocoError


class Refused(DoppiogiocoError):
    """A wish that cannot be granted now."""


class NotYet(Refused):
    """Something that will be there before long; `wait` says after how many seconds it is worth looking again."""

    wait = 5


class BadName(Refused):
    """A name by which nobody can be called."""


class NotFound(Refused):
    """No such table, page or seat."""


class SetAside(Refused):
    """A table that this version cannot read; what is stored of it stays as it is."""


class Forbidden(Refused):
    """Somebody else may do this."""


class Gone(Refused):
    """A table that nobody came back to for too long."""
