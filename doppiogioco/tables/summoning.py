"""A word to somebody who is elsewhere when it is their turn: to an address of their own, at a table played over days.

The host says to which hosts a server may speak at all; without that it speaks to none. How words get to an address is
no matter of the tables: whoever opens them hands that in (`web/delivery.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import NamedTuple
from urllib.parse import urlsplit

from doppiogioco.engine.words import N_, Voice

from .refusals import Refused

logger = logging.getLogger("doppiogioco")

LONGEST = 400  # letters of an address
Deliver = Callable[[str, str], None]  # takes words to an address, in a thread: an error where nobody takes them


class Summons(NamedTuple):
    """Where somebody wants to be told, of which table, and in which language."""

    address: str
    link: str
    language: str


def to_nobody(address: str, words: str) -> None:
    """No word goes anywhere."""


class Messenger:
    """Who brings the word: to these hosts, and by this way."""

    def __init__(self, hosts: Collection[str] = (), deliver: Deliver = to_nobody) -> None:
        self._deliver = deliver
        self.hosts = frozenset(host.strip().casefold() for host in hosts if host.strip())

    def checked(self, address: str) -> str:
        """An address that this server may speak to; an empty one means that somebody wants no word any more."""
        address = address.strip()
        if not address:
            return ""
        try:
            parts = urlsplit(address)
            good = parts.scheme in ("http", "https") and (parts.hostname or "").casefold() in self.hosts
        except ValueError:
            good = False
        if not good or len(address) > LONGEST or not address.isprintable():
            raise Refused(N_("this server sends word only to: {hosts}"), hosts=", ".join(sorted(self.hosts)) or "–")
        return address

    async def tell(self, summons: Summons, title: str) -> None:
        """Say that it is somebody's turn. Where nobody answers, the log says so, and the game goes on."""
        say = Voice(summons.language)
        words = say("It is your turn: {game}. {link}", game=say(title), link=summons.link)
        try:
            self.checked(summons.address)  # the host may have thought better of it since
            await asyncio.to_thread(self._deliver, summons.address, words)
        except Exception as error:  # whatever the way does; only its kind is told: an address is its owner's secret
            logger.warning("word of a turn could not be sent: %s", type(error).__name__)
