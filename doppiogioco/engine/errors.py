"""Every error a player or a caller can cause; each is a ValueError and says what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .words import Voice


class DoppiogiocoError(ValueError):
    """Something asked for cannot be done; nothing has changed.

    An error made from a text and its parts speaks English by itself and any language through `told`; one made from a
    finished sentence says that.
    """

    def __init__(self, text: str, **parts: object) -> None:
        super().__init__(text.format(**parts) if parts else text)
        self.text, self.parts = text, parts

    def told(self, say: Voice) -> str:
        """The sentence in the language of a Voice."""
        return say(self.text, **self.parts)


class UnknownGame(DoppiogiocoError):
    """No such game, seat count or option."""


class NotWaiting(DoppiogiocoError):
    """The table is not waiting for this seat."""


class StaleAnswer(DoppiogiocoError):
    """An answer to a question that has been answered, or put anew, since."""


class UnknownAnswer(DoppiogiocoError):
    """A number out of range, or words that fit no answer or several."""


class IllegalAnswer(DoppiogiocoError):
    """An answer that the rules do not allow now; `clause` is the number of the rule."""

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(message)
        self.clause = clause


class BadRecord(DoppiogiocoError):
    """A match record that cannot be read or does not follow the rules."""


class MissingExtra(DoppiogiocoError, ImportError):
    """A part that needs a package which is not installed."""


class BadGame(DoppiogiocoError):
    """A package is not what a game must be; for who writes it, so in English only."""
