"""What bots think, for people to read: a hint for who is to act, what a partner would do, and after the game why a bot
answered as it did, and how far everybody could be read.

It is worked out where bots think, from what the seat saw and heard and nothing else, once for all who ask for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from doppiogioco.bots.bot import Adviser
from doppiogioco.bots.decision import Decision
from doppiogioco.bots.exposure import Exposure, Watched, has_identities, to_watch
from doppiogioco.bots.levels import ADVISES
from doppiogioco.bots.seating import considered, seed_of
from doppiogioco.bots.workers import usual_adviser, usual_bystander
from doppiogioco.engine.dealer import one_way
from doppiogioco.engine.records import replay
from doppiogioco.engine.words import N_

from .bot_threads import thought_out
from .refusals import NotFound, NotYet, Refused
from .table import Table

KEPT = 256  # thoughts in memory
LEANING = 0.6  # how often a bot would have to give an answer to advise it: who does not mind says nothing
Occasion = tuple[str, str, int, int]  # what for, the table, the seat, and after how many answers
Found = TypeVar("Found")


class Advice:
    """The thoughts of one server's bots, as people ask for them."""

    def __init__(
        self,
        make: Callable[[str, str, str], Adviser] = usual_adviser,
        watch: Callable[[Watched], Exposure | None] = usual_bystander,
    ) -> None:
        self.make, self.watch = make, watch
        self._thoughts: OrderedDict[Occasion, asyncio.Task[Any]] = OrderedDict()

    async def hint(self, table: Table, seat: int) -> Decision:
        """How a bot would answer now in this seat. Its own random numbers have nothing to do with the deal."""
        match = table.check_advice(seat)
        adviser = self.make(one_way(table.id, f"hint {seat}"), ADVISES, "")
        think = considered(adviser, match, seat, table.claims_made())
        return await self._unless_a_glance(("hint", table.id, seat, len(match.history)), think)

    async def of_partner(self, table: Table, seat: int) -> int | None:
        """What a bot would answer in place of its partner, from what its own seat sees; None where it does not mind.

        Nor does it say what only it can do: an answer that would be another one if the partner gave it.
        """
        match = table.playing()
        after, partners = len(match.history), [other for other in match.waiting if other != seat]
        adviser = self.make(one_way(table.id, f"partner {seat}"), table.level_of(seat), table.temper_of(seat))
        made = await self._once(
            ("partner", table.id, seat, after), considered(adviser, match, seat, table.claims_made())
        )
        best = made.best(1)[0]
        if len(match.history) != after or made.chances[best] < LEANING:
            return None
        vector = match.game.state.vector
        outcomes = [vector(match.check(one, int(best)).table) for one in (seat, *partners)]
        return int(best) if all(outcome == outcomes[0] for outcome in outcomes) else None

    async def why(self, table: Table, number: int) -> Decision:
        """What led a bot to an answer, thought through once more from the same point with the same random numbers."""
        if table.stage != "over":
            raise Refused(N_("a game can be watched again once it is over"))
        if number not in table.by_bot:
            raise NotFound(N_("no bot gave this answer"))
        seat = table.playing().history[number].seat
        adviser = self.make(seed_of(table.seed, seat), table.by_bot[number], table.temper_of(seat))

        def think() -> Decision:
            return considered(adviser, replay(table.playing().record(), upto=number), seat, table.claims_made(number))()

        return await self._unless_a_glance(("why", table.id, seat, number), think)

    async def exposure(self, table: Table) -> tuple[Watched, Exposure]:
        """What the players of a match hid, and how far somebody who only watched it could have told."""
        if table.stage != "over":
            raise Refused(N_("a game can be watched again once it is over"))
        match = table.playing()
        if not has_identities(match.game):
            raise NotFound(N_("nobody hides who they are in this game"))

        def look_on() -> tuple[Watched, Exposure | None]:
            watched = to_watch(match)
            return watched, self.watch(watched)

        occasion = "exposure", table.id, -1, len(match.history)
        watched, found = await self._once(occasion, look_on)
        if found is None:
            self._thoughts.pop(occasion, None)  # later it may be different
            raise NotYet(N_("the bots of this server are still getting ready for this game"))
        return watched, found

    async def _unless_a_glance(self, occasion: Occasion, think: Callable[[], Decision]) -> Decision:
        """As `_once`, but a glance is not kept: who asks again may find bots that are ready to think by then."""
        made = await self._once(occasion, think)
        if made.win is None:
            self._thoughts.pop(occasion, None)
        return made

    async def _once(self, occasion: Occasion, think: Callable[[], Found]) -> Found:
        """A thought that somebody else may have asked for already; who goes away does not stop it for the others."""
        if occasion not in self._thoughts:
            self._thoughts[occasion] = asyncio.create_task(thought_out(think))
            self._thoughts[occasion].add_done_callback(partial(self._forget_failure, occasion))
            while len(self._thoughts) > KEPT:
                self._thoughts.popitem(last=False)
        found: Found = await asyncio.shield(self._thoughts[occasion])
        return found

    def _forget_failure(self, occasion: Occasion, thought: asyncio.Task[Any]) -> None:
        if thought.cancelled() or thought.exception():
            self._thoughts.pop(occasion, None)

    async def close(self) -> None:
        """Wait for nothing any more."""
        thoughts = list(self._thoughts.values())
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
