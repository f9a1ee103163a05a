"""Who sits at a table, and what is said there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Seat:
    """Who sits where. `nonce` is what a signed seat must name, so a seat can be given anew, and its person may have a
    new one; `holder`, the first of them, stands for the person."""

    name: str = ""
    bot: bool = False
    nonce: str = ""
    holder: str = ""
    stand_in: bool = False  # a bot plays for a person who is away, or whom the host has removed: then there is no nonce
    level: str = ""  # how well its bot plays; empty: as the table's bots do
    muted: bool = False  # may only make claims in the chat

    @property
    def taken(self) -> bool:
        """Does somebody sit here?"""
        return self.played_by_bot or bool(self.nonce)

    @property
    def played_by_bot(self) -> bool:
        """Does a bot answer for this seat?"""
        return self.bot or self.stand_in


@dataclass(frozen=True)
class Removed:
    """Whom the host has removed: by what they are known again, and in play the seat that is kept for them."""

    name: str
    nonce: str
    holder: str
    seat: int | None


@dataclass
class Said:
    """A line of the chat; `claim` marks what was said with one tap."""

    seat: int | None
    name: str
    text: str
    at: float
    claim: bool = False
