"""The list of players, as nobody in particular sees it: who plays, how they are there, whose time runs."""

from __future__ import annotations

from dataclasses import dataclass

from doppiogioco.bots.levels import NAMES
from doppiogioco.engine.words import Voice
from doppiogioco.tables import Watchers
from doppiogioco.tables.table import Table


@dataclass(frozen=True)
class Player:
    """A row of the list of players."""

    number: int
    name: str
    bot: bool
    stand_in: bool
    level: str  # how well its bot plays, in words
    taken: bool
    acting: bool
    state: str  # how they are there, in words
    deadline: float | None
    here: bool  # has a page open
    muted: bool  # may only make claims in the chat
    votes: str  # how many of the others want a bot there, of how many; empty where nobody does
    you: bool = False
    may_vote: bool = False


def players(table: Table, watchers: Watchers, say: Voice, waiting: tuple[int, ...]) -> tuple[Player, ...]:
    """Everybody at a table, and who of them is waited for."""
    return tuple(
        Player(
            number=number,
            name=seat.name or say.seat(number),
            bot=seat.bot,
            stand_in=seat.stand_in,
            level=say(NAMES[table.level_of(number)]) if seat.played_by_bot else "",
            taken=seat.taken,
            acting=number in waiting,
            state=presence(table, watchers, number, say),
            deadline=table.deadline(number),
            here=watchers.here(number),
            muted=seat.muted,
            votes=votes_for(table, watchers, number, say) if number in waiting else "",
        )
        for number, seat in enumerate(table.seats)
    )


def presence(table: Table, watchers: Watchers, number: int, say: Voice) -> str:
    """How a player is there, in words."""
    seat = table.seats[number]
    if not seat.taken:
        return say("free seat")
    if seat.played_by_bot:
        person = say("away: a bot plays on") if seat.nonce else say("removed: a bot plays on")
        return say("a bot") if seat.bot else person
    if watchers.here(number):
        return say("here")
    return say("away") if watchers.came(number) else say("not here yet")


def votes_for(table: Table, watchers: Watchers, number: int, say: Voice) -> str:
    """How many of those who are asked want a bot in place of a player who is waited for and away."""
    if table.seats[number].played_by_bot or not watchers.absent(number):
        return ""
    return say("{n} of {all}", n=len(table.votes.get(number, ())), all=len(table.voters(number)))
