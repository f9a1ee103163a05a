"""What people and bots at a table are called: any name, in any script, that can be told from the others'."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from itertools import chain, count

from doppiogioco.engine.words import N_

from .refusals import BadName

BOT_NAMES = ("Volpe", "Gufo", "Lince", "Corvo", "Faina", "Vipera", "Airone", "Lupo")  # code names, in any language
LONGEST_NAME = 24  # characters


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
    seen = (" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(char for char in seen if char == " " or unicodedata.category(char)[0] != "C").split())


def alike(name: str) -> str:
    """What two names have in common that people would take for one."""
    return unicodedata.normalize("NFKC", name).casefold()
