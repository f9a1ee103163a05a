"""What people and bots at a table are called: any name, in any script, that can be told from the others'."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, count

from confusable_homoglyphs.utils import load

from doppiogioco.engine.words import N_

from .refusals import BadName

BOT_NAMES = ("Volpe", "Gufo", "Lince", "Corvo", "Faina", "Vipera", "Airone", "Lupo")  # code names, in any language
LONGEST_NAME = 24  # characters
# What nobody sees though it counts as a letter, a mark or a sign: fillers, joiners, choices between two shapes.
UNSEEN = frozenset(map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)))
UNSEEN |= frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
LEFT_TO_RIGHT = "\u200e"  # stands around what is written from right to left in the list of what looks alike
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "  # how the names of such letters begin; Unicode tells them from others


def proper_name(name: str) -> str:
    """A name as it is stored and told: whatever a person may be called, in any script."""
    name = visible(name)[:LONGEST_NAME].strip()
    if not name:
        raise BadName(N_("please say how you want to be called"))
    return name


def told_apart(name: str, taken: Collection[str]) -> str:
    """A name that nobody takes for one of those that are taken: the second Anna is Anna 2."""
    tried = chain([name], (numbered(name, number) for number in count(2)))
    return next(one for one in tried if not is_among(one, taken))


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, no longer than a name may be."""
    return f"{name[: LONGEST_NAME - len(f' {number}')].rstrip()} {number}"


def bot_names(taken: Collection[str]) -> Iterator[str]:
    """Names for bots, none that somebody has."""
    return (name for name in BOT_NAMES if not is_among(name, taken))


def visible(text: str) -> str:
    """A text in one line, without characters that nobody sees: controls, marks of direction, halves of characters."""
    seen = (" " if char.isspace() else char for char in text if char not in UNSEEN)
    seen = (char for char in seen if char == " " or unicodedata.category(char)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", "".join(seen)).split())


def is_among(name: str, names: Iterable[str]) -> bool:
    """Would people take a name for one of these: whatever the size of the letters, the accents, the script?"""
    looks = looks_of(name)
    return any(looks & looks_of(other) for other in names)


@lru_cache(1_000)
def looks_of(name: str) -> frozenset[str]:
    """How a name looks: as it is written, and in small letters. Two names that have a look in common are alike.

    Large letters look like others than small ones do: a Greek N like N, a small one like v.
    """
    letters = unicodedata.normalize("NFKC", name)
    return frozenset(_look(one) for one in (letters, letters.casefold()))


def _look(letters: str) -> str:
    """One of all the texts that look like this one, always the same (Unicode calls it the skeleton), in any size."""
    plain = _without_marks(letters).translate(_prototypes())
    return "".join(map(_as_capital, _without_marks(plain))).casefold()


def _without_marks(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) not in ("Mn", "Me"))


def _as_capital(letter: str) -> str:
    named = unicodedata.name(letter, "").removeprefix(SMALL_CAPITAL)
    return named if len(named) == 1 else letter


@cache
def _prototypes() -> dict[int, str]:
    """For every character that looks like others the one, or the few, that stand for all of them: the list has each
    pair in both directions, so that is who has most pairs, and of two the first."""
    pairs = {one.strip(LEFT_TO_RIGHT): others for one, others in load("confusables.json").items()}
    alike = {one: {other["c"].strip(LEFT_TO_RIGHT) for other in others} for one, others in pairs.items()}
    return {
        ord(one): min(one, *others, key=lambda shape: (-len(shape), -len(alike[shape]), shape))
        for one, others in alike.items()
        if len(one) == 1
    }
