"""What people and bots at a table are called: any name, in any script, that can be told from the others'."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from itertools import chain, count

from doppiogioco.engine.words import N_

from .refusals import BadName

BOT_NAMES = ("Volpe", "Gufo", "Lince", "Corvo", "Faina", "Vipera", "Airone", "Lupo")  # code names, in any language
LONGEST_NAME = 24  # characters
# What nobody sees though it counts as a letter, a mark or a sign: fillers, joiners, choices between two shapes.
UNSEEN = frozenset(map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)))
UNSEEN |= frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
# Letters that look like Latin ones, small or large: Cyrillic, Greek, Armenian and variants, small capitals, signs.
LOOKALIKES = {
    ord(char): latin
    for chars, latins in (
        ("\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445", "abekmhopctyx"),
        ("\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0475\u04cf", "ljshdqwvl"),
        (
            "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03f3",
            "abezhlkmnoptyxj",
        ),
        ("\u0585\u057d\u0570\u0578\u0581\u0575\u0131\u0237\u0251\u0261\u0269", "ouhngjljagl"),
        ("\u1d00\u0299\u1d04\u1d05\u1d07\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d", "abcdeghljklm"),
        ("\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22", "noprstuvwyz"),
        ("01|i", "olll"),
    )
    for char, latin in zip(chars, latins, strict=True)
}


def proper_name(name: str) -> str:
    """A name as it is stored and told: whatever a person may be called, in any script."""
    name = visible(name)[:LONGEST_NAME].strip()
    if not name:
        raise BadName(N_("please say how you want to be called"))
    return name


def told_apart(name: str, taken: Collection[str]) -> str:
    """A name that nobody takes for one of those that are taken: the second Anna is Anna 2."""
    others = {alike(one) for one in taken}
    tried = chain([name], (numbered(name, number) for number in count(2)))
    return next(one for one in tried if alike(one) not in others)


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, no longer than a name may be."""
    return f"{name[: LONGEST_NAME - len(f' {number}')].rstrip()} {number}"


def bot_names(taken: Collection[str]) -> Iterator[str]:
    """Names for bots, none that somebody has."""
    others = {alike(one) for one in taken}
    return (name for name in BOT_NAMES if alike(name) not in others)


def visible(text: str) -> str:
    """A text in one line, without characters that nobody sees: controls, marks of direction, halves of characters."""
    seen = (" " if char.isspace() else char for char in text if char not in UNSEEN)
    seen = (char for char in seen if char == " " or unicodedata.category(char)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", "".join(seen)).split())


def alike(name: str) -> str:
    """What two names have in common that people would take for one: whatever the size, the accents, the script."""
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in letters if unicodedata.category(char) not in ("Mn", "Me")).translate(LOOKALIKES)
