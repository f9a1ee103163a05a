"""Languages: English in the source, Italian in the `it.po` files beside it (gettext catalogues read with Babel).

A `Voice` speaks one language at one table. It is called like a function, so a game's words read

    say("{seat} offers a card to {target}", seat=say.seat(2), target=say.seat(0))

and a test collects every text given to `say`, `say.many` and `N_` and fails where a translation is missing.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from .errors import DoppiogiocoError
from .shelf import packages
from .state import CHANCE

LANGUAGES = ("en", "it")
PACKAGE = Path(__file__).parent.parent
MARK = "\x02"  # on both sides of whose name it is and behind the name, while a line of the log is made
NAMED = re.compile(f"{MARK}([0-9 ]+){MARK}([^{MARK}]*){MARK}")
A_OR_E = re.compile(r"(?<![\w-])([aeAE])(?= [«“]?\{(\w+)\})")  # and, in Italian, with which part of a text
UNHEARD = re.compile(f"(?:{MARK}[0-9 ]+{MARK})?[«“]?")  # what may stand before the first letter of a part


def N_(text: str) -> str:  # noqa: N802 (gettext's own name for it)
    """Mark a text for translation where it is only stored; `say` translates it later."""
    return text


class Cited(str):
    """A log line that names the clause of what it tells, where that is not the clause of the question.

    It may also say how long it is looked at, in milliseconds, where that is not as its question says. Then who gave the
    answer looks on as well: the rules have made more of it.
    """

    clause: str
    held: int | None

    def __new__(cls, text: str, clause: str, *, held: int | None = None) -> Cited:
        """A text with the number of its rule."""
        line = super().__new__(cls, text)
        line.clause, line.held = clause, held
        return line


class Shown(Cited):
    """A log line of what only its listener is shown: it stays before their eyes until they have looked at it."""


class Voice:
    """One language, and the names of the players at one table.

    Without `reminders` it does not speak of what the table would only keep in mind for everybody.
    """

    def __init__(self, language: str = "en", names: Sequence[str] = (), *, reminders: bool = True) -> None:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise DoppiogiocoError(
                N_("no language {language}; there are {known}"), language=repr(language), known=known
            )
        self.language = language
        self.names = tuple(names)
        self.reminders = reminders
        self._catalogue = _catalogue(language)

    def __call__(self, text: str, **parts: object) -> str:
        """A text in this voice's language, with its parts put in."""
        translated = self._catalogue.gettext(text)
        return self._with(translated, parts) if parts else translated

    def many(self, one: str, several: str, n: int, **parts: object) -> str:
        """A text that depends on a number."""
        return self._with(self._catalogue.ngettext(one, several, n), {"n": n, **parts})

    def _with(self, text: str, parts: Mapping[str, object]) -> str:
        """A text in this language with its parts put in; Italian says ad Anna and ed Enzo, but a Enzo and e Anna."""
        if self.language != "it":
            return text.format(**parts)
        text, words = _joints(text)
        return text.format(*(_euphonic(word, str(parts[name])) for word, name in words), **parts)

    def seat(self, seat: int) -> str:
        """A player's name, or the number of the seat (counted from 1 for people)."""
        if seat == CHANCE:
            return self("the table")
        if seat < 0:
            return self("somebody")
        return self.names[seat] if seat < len(self.names) else self("Seat {number}", number=seat + 1)

    def side(self, name: str, seats: Iterable[int]) -> str:  # noqa: ARG002 (whose it is matters to who marks names)
        """What some players are called together: their team, their colour."""
        return name

    def list(self, parts: Sequence[str]) -> str:
        """Parts in a row with a word before the last: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return self("{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1])


class Naming(Voice):
    """A voice for lines of the log: it marks whose name each is, so that a page can show its viewer their own."""

    def seat(self, seat: int) -> str:
        """A player's name, with its seat."""
        name = super().seat(seat)
        return f"{MARK}{seat}{MARK}{name}{MARK}" if 0 <= seat < CHANCE else name

    def side(self, name: str, seats: Iterable[int]) -> str:
        """What some players are called together, with their seats."""
        return f"{MARK}{' '.join(map(str, seats))}{MARK}{name}{MARK}"


def figure(number: int) -> str:
    """A number as people read it, with a minus sign that is as wide as its digits."""
    return str(number).replace("-", "−")


def in_columns(rows: Iterable[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows of texts, aligned."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [gap.join(map(str.ljust, row, widths)).rstrip() for row in table]


@cache
def _joints(text: str) -> tuple[str, list[tuple[str, str]]]:
    """An Italian text with a place for each a or e that stands before a part, and these words with their parts."""
    return A_OR_E.sub("{}", text), A_OR_E.findall(text)


def _euphonic(word: str, following: str) -> str:
    """The word a or e, with a d where what follows begins with the same vowel."""
    heard = unicodedata.normalize("NFD", UNHEARD.sub("", following, count=1)[:1])  # À and È are heard like A and E
    return f"{word}d" if heard[:1].casefold() == word.casefold() else word


def _catalogue(language: str) -> gettext.NullTranslations:
    return _merged(language, len(packages()))  # games only come, they never go


@cache
def _merged(language: str, games: int) -> gettext.NullTranslations:  # noqa: ARG001 (their number says: look again)
    """All the `<language>.po` files, ours and those of every game, as one catalogue; English needs none."""
    whole, compiled = Catalog(language), BytesIO()
    theirs = (package.folder / f"{language}.po" for package in packages().values())
    for path in sorted({*PACKAGE.rglob(f"{language}.po"), *theirs}):
        if not path.is_file():
            continue
        with path.open("rb") as source:
            for message in read_po(source, locale=language):
                whole[message.id] = message
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled) if len(whole) else gettext.NullTranslations()
