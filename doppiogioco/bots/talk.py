"""Talk: what bots claim, whom they believe, and when they rather say nothing.

What a bot says follows from what its seat sees and has heard, and from random numbers of its own. Nothing is said that
the table can already disprove: it fits what everybody knows, and what most of the others were shown.
Claims of others are soft evidence: how much they weigh is learnt from how true they look, player by player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from doppiogioco.engine.dealer import Dealer, one_way
from doppiogioco.engine.game import View, find
from doppiogioco.engine.hooks import talk_of
from doppiogioco.engine.match import Given
from doppiogioco.engine.words import N_

from .decision import Decision
from .tempers import Temper

DOUBTED = N_("I don't believe you.")  # one of the claims that fit every game (`chat`)
TRUE_ENOUGH, FALSE_ENOUGH = 0.8, 0.2  # how likely what is said must be to its speaker to be meant, or to be a lie
INCREDIBLE = 0.1  # how unlikely a claim must be to be doubted aloud
TICKETS = 1_000


class Claim(NamedTuple):
    """What somebody has said with one tap, and after how many answers of the match."""

    seat: int
    text: str
    after: int


class About(NamedTuple):
    """What a claim says of a cell that others may not see."""

    name: str
    at: tuple[int, ...]
    value: int


def about(game: str, claim: str, seat: int) -> About | None:
    """What somebody who claims this says of a hidden field, if anything."""
    talk = talk_of(find(game).package)
    found = talk.claimed(claim, seat) if talk and talk.claimed is not None else None
    return About(*found) if found else None


def speaks_of_hidden_things(game: str) -> bool:
    """Are there claims of this game that say something of a hidden field?"""
    talk = talk_of(find(game).package)
    return talk is not None and talk.claimed is not None


def worth_claiming(view: View) -> list[tuple[str, bool | None]]:
    """What serves a purpose now, and whether it is true as far as the seat sees; None where it is neither."""
    talk = talk_of(view.game.package)
    return list(talk.worth_claiming(view)) if talk else []


class Speaker:
    """The tongue of one bot in one match. The same seed at the same point says the same."""

    def __init__(self, seed: str, temper: Temper, seat: int) -> None:
        self._chance, self._temper, self._seat = Dealer(one_way(seed, "talk")), temper, seat

    def before(self, made: Decision, heard: Sequence[Given], said: Sequence[Claim], may: Sequence[str]) -> str | None:
        """What it says of itself or of others' claims before it answers; mostly nothing."""
        if not self._speaks(2 * len(heard)):
            return None
        own = [claim for claim in said if claim.seat == self._seat]
        last = max((claim.after for claim in own), default=-1)
        fresh = any(claim.seat in made.doubts and claim.after > last for claim in said)
        if fresh and DOUBTED in may:
            return DOUBTED
        again = {claim.text for claim in own}
        options = [(text, odds) for text, odds in made.claims if text in may and text not in again]
        lies = self._lies(2 * len(heard))
        meant = [text for text, odds in options if (odds <= FALSE_ENOUGH if lies else odds >= TRUE_ENOUGH)]
        return self._one_of(meant, 2 * len(heard))

    def after(self, view: View, heard: Sequence[Given], said: Sequence[Claim], may: Sequence[str]) -> str | None:
        """What it says with its answer on the table."""
        point = 2 * len(heard) + 1
        again = [claim.text for claim in said if claim.seat == self._seat][-1:]  # nobody likes a parrot
        options = [(text, true) for text, true in worth_claiming(view) if text in may and text not in again]
        if not options or not self._speaks(point):
            return None
        lies = self._lies(point)
        return self._one_of([text for text, true in options if (true is False) == lies], point)

    def _speaks(self, point: int) -> bool:
        return self._roll(f"speak {point}", self._temper.talks)

    def _lies(self, point: int) -> bool:
        return self._roll(f"lie {point}", self._temper.lies)

    def _roll(self, what: str, chance: float) -> bool:
        yes = round(TICKETS * chance)
        return Dealer(one_way(self._chance.seed, what)).pick(0, [TICKETS - yes, yes]) == 1

    def _one_of(self, options: Sequence[str], point: int) -> str | None:
        return options[self._chance.pick(point, [1] * len(options))] if options else None
