"""The tables: all tables of a server. It saves what happens, then tells; it wakes bots and minds the clocks."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from doppiogioco.bots.seating import Bots, Make, may_answer, silent_long_enough
from doppiogioco.chat import claims
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_
from doppiogioco.store import Entry, Row, Store, fault
from doppiogioco.store.store import now

from .advice import Advice
from .bot_threads import thought_out
from .keeping import Keep, Keeper
from .neighbours import Neighbours
from .refusals import Gone, NotFound, Refused, SetAside
from .summoning import Messenger
from .table import Event, Table, opening
from .watchers import Watchers

logger = logging.getLogger("doppiogioco")

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
SOON = 150.0  # seconds; a clock that runs longer than this is left to the keeper
LISTED = 40  # tables of a list
LIVELY = 3_600.0  # seconds since the last event of a table that is worth watching
NAME = re.compile(r"[a-z0-9]{1,32}")  # what a table can be called at all
TRIES = 50  # for a number that other processes want as well: whoever is a step ahead may stay so for a while
LEFT_TO_PARTNER = 10.0  # seconds that a bot leaves its partner alone with what they decide together
PATIENCE = 30.0  # seconds at most between two tries while the database does not answer
Speech = Callable[..., str | None]  # of a speaker, what it heard and was told, and what it may say
UNREADABLE = N_("what is stored of this table cannot be read; it is kept as it is")
REMEMBERED = 1_000  # tables that could not be read and are not tried again before the next start


def clock() -> float:
    """The time by which tables go."""
    return now()


def corrects(entry: Entry, noted: Entry) -> bool:
    """Does it matter that a table stands otherwise than was noted? (That it is due a moment later does not.)"""
    early = entry.due is None or noted.due is None or entry.due - noted.due > 1.0
    return entry.stage != noted.stage or (early and entry.due != noted.due)


def stored(table: Table, event: Event) -> Row:
    """The next event of a table as it is stored."""
    kind, data = event
    return Row(table.number, kind, json.dumps(data), now())


class Tables:
    """All tables of one server."""

    def __init__(
        self,
        store: Store,
        make_bot: Make,
        *,
        bot_pause: float = 0.9,
        keep: Keep | None = None,
        messenger: Messenger | None = None,
    ) -> None:
        self.store, self.make_bot, self.bot_pause = store, make_bot, bot_pause
        self.advice = Advice()
        self.in_memory: OrderedDict[str, Table] = OrderedDict()  # what was used last is last
        self.keeper = Keeper(self, keep or Keep(), clock)
        self.messenger = messenger or Messenger()
        self._neighbours = Neighbours(self)
        self._set_aside: dict[str, SetAside] = {}
        self._watchers: dict[str, Watchers] = {}
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._rematching: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._bots: dict[str, Bots] = {}
        self._advised: dict[str, int] = {}  # per table, after how many answers a bot last thought of advice
        self._busy: dict[str, asyncio.Task[None]] = {}  # the task that plays the bots of a table, or minds its clock
        self._mine: set[str] = set()  # tables whose bots and clocks this process minds,
        self._others: set[str] = set()  # and those that another one does
        self._unused: set[str] = set()  # tables that any process may mind from now on
        self._reading: dict[str, int] = {}  # per table that is being read, the latest event told of meanwhile
        self._under_way: set[asyncio.Task[None]] = set()  # changes that are being saved
        self._closing = False

    async def wake(self) -> None:
        """From now on other processes are heard, and bots and clocks go on wherever they are due."""
        await self.store.company.join(self._neighbours)
        self.keeper.start()

    async def close(self) -> None:
        """Finish what is being saved, stop the bots and the clocks."""
        self._closing = True  # or what is saved last would wake the bots of its table once more
        await self.keeper.close()
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._under_way, return_exceptions=True)
        await self.advice.close()
        await self.store.company.leave()

    # Finding --------------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table:
        """A table, from memory or from what is stored of it."""
        if table_id in self.in_memory:
            self.in_memory.move_to_end(table_id)
        else:
            await self._fetch(table_id)
        if self.in_memory[table_id].expired:
            raise Gone(N_("nobody came to this table for a long time, so it was closed"))
        return self.in_memory[table_id]

    def knows(self, table: Table) -> bool:
        """Is this the table as it goes on here? One that has left the memory hears of nothing any more."""
        return self.in_memory.get(table.id) is table

    async def _fetch(self, table_id: str) -> None:
        """Read a table from what is stored of it, and let its bots go on."""
        if table_id in self._set_aside:
            raise self._set_aside[table_id]
        if not NAME.fullmatch(table_id):
            raise NotFound(N_("there is no table {name}"), name=table_id[:32])
        self._reading.setdefault(table_id, -1)
        try:
            rows = await self.store.rows(table_id)
        finally:
            told = self._reading.pop(table_id, -1)
        if not rows:
            if await self.store.stage(table_id) == "pruned":
                raise Gone(N_("this table was cleared away some time after its end"))
            raise NotFound(N_("there is no table {name}"), name=table_id)
        if table_id not in self.in_memory:  # somebody else may have read it meanwhile
            self._keep(self._folded(table_id, rows))
            self._neighbours.ask_who(table_id)
        self.behind(table_id, told)

    def _keep(self, table: Table) -> None:
        """Have a table in memory, and see to it that its bots play and its clock runs."""
        self.in_memory[table.id] = table
        self.keeper.make_room()
        self.mind(table)

    def _folded(self, table_id: str, rows: list[Row]) -> Table:
        """A table from its events. One that cannot be read is set aside: what is stored of it stays as it is."""
        table = Table(table_id)
        try:
            for row in rows:
                table.read(row)
        except Exception as error:  # whatever a damaged row may lead to
            aside, why = SetAside(UNREADABLE), ""
            if isinstance(error, SetAside):
                aside = error
            else:  # only the kind of a fault is logged: its words may hold a hidden answer
                why = f" ({type(error).__name__})"
            logger.error("table %s is set aside: %s%s", table_id, aside, why)
            if len(self._set_aside) < REMEMBERED:
                self._set_aside[table_id] = aside
            raise aside from None
        return table

    async def _readable(self, entry: Entry) -> Table | None:
        """A table of a list, unless it is set aside."""
        try:
            return await self.table(entry.table_id)
        except Refused:
            return None

    async def listed(self) -> list[tuple[Entry, Table]]:
        """The tables that wait for players, and those that are worth watching."""
        waiting = await self.store.listed("open", LISTED)
        lively = await self.store.listed("playing", LISTED, now() - LIVELY)
        found = [(entry, table) for entry in (*waiting, *lively) if (table := await self._readable(entry))]
        return [(entry, table) for entry, table in found if table.spectators or table.stage == "open"]

    def watchers(self, table: Table) -> Watchers:
        """Who has the table open."""
        return self.watchers_of(table.id)

    def watchers_of(self, table_id: str) -> Watchers:
        """Who has the table of this name open."""
        if table_id not in self._watchers:
            self._watchers[table_id] = Watchers(clock, lambda: self._neighbours.say_who(table_id))
        return self._watchers[table_id]

    def watched(self, table_id: str) -> bool:
        """Has anybody the table open, here or elsewhere?"""
        watchers = self._watchers.get(table_id)
        return watchers is not None and bool(watchers.bells or watchers.elsewhere)

    def busy(self, table_id: str) -> bool:
        """Is a bot of the table thinking, or its clock being watched?"""
        return table_id in self._busy and not self._busy[table_id].done()

    @property
    def busy_count(self) -> int:
        """At how many tables something goes on by itself."""
        return len(self._busy)

    @property
    def set_aside_count(self) -> int:
        """How many tables could not be read."""
        return len(self._set_aside)

    def in_use(self, table: Table) -> bool:
        """Would somebody miss the table in memory?"""
        return self.busy(table.id) or self.watched(table.id) or self._locks[table.id].locked()

    def rest(self) -> None:
        """Let go of what has been made for looks at tables where nothing has happened since this was last called: most
        tables wait for somebody who thinks."""
        for table_id, watchers in self._watchers.items():
            table = self.in_memory.get(table_id)
            if watchers.rest() and table and table.match:
                table.match.rest()
                if table.match.over and not watchers.bells:
                    table.match.forget_story()

    def forget(self, table: Table) -> None:
        """Let a table leave the memory; the store keeps it."""
        for known in (self.in_memory, self._watchers, self._locks, self._rematching, self._bots, self._busy):
            known.pop(table.id, None)
        self._advised.pop(table.id, None)
        self._others.discard(table.id)
        if table.id in self._mine:
            self._mine.remove(table.id)
            self._unused.add(table.id)

    async def release(self) -> None:
        """Let other processes mind the tables that have left the memory of this one."""
        unused = self._unused - self._mine
        self._unused = set()
        if unused:
            await self.store.company.release(unused)

    # Changing -------------------------------------------------------------------------------------------------------

    async def open(self, game: str, seats: int, options: Mapping[str, bool], **more: Any) -> Table:
        """A new table."""
        event = opening(game, seats, options, **more)
        while True:
            table = Table("".join(secrets.choice(LETTERS) for _ in range(8)))
            row = stored(table, event)
            table.fold(event, row.at)
            if await self.store.append(row, table.entry):
                self._keep(table)
                return table

    async def do(self, table: Table, wish: Callable[[], Event]) -> None:
        """Save what a wish amounts to, take it in, and only then tell the table.

        Who wished for it may be cut off at any moment: what has begun is finished without them.
        """
        await self._to_the_end(self._do(table, wish))

    async def _to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for some work that goes on even if nobody waits for it any more."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody else asks for it
            raise

    async def _do(self, table: Table, wish: Callable[[], Event]) -> None:
        async with self._locks[table.id]:
            for _ in range(TRIES):
                event = wish()
                row = stored(table, event)
                noted = table.after(row.kind, row.at)
                if await self.store.append(row, noted):
                    break
                await self._catch_up(table)  # another process was faster: is the wish still one?
            else:
                raise Refused(N_("the table has moved on in the meantime: look again"))
            table.fold(event, row.at)
            if corrects(table.entry, noted):
                self.store.note(table.entry)
        self._told(table)
        self._summon(table, row.at)

    def _summon(self, table: Table, at: float) -> None:
        """Send word to those who have just been asked something and are elsewhere. Only who saved the event does it."""
        for seat, summons in table.summons.items() if table.stage == "playing" else ():
            person = not table.seats[seat].played_by_bot and not self.watchers(table).here(seat)
            if person and table.asked_at.get(seat) == at:
                task = asyncio.create_task(self.messenger.tell(summons, table.game.words.TITLE))
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)

    def _told(self, table: Table) -> None:
        """Tell the open pages of a change, and see to what follows from it."""
        self.watchers(table).ring()
        self.mind(table)

    async def _catch_up(self, table: Table) -> None:
        """Take in what another process has added."""
        rows = await self.store.rows(table.id, table.number)
        try:
            for row in rows:
                table.read(row)
        except Exception as error:  # what another version may have written
            logger.error("table %s cannot follow: %s", table.id, type(error).__name__)
            watchers = self.watchers(table)
            self.forget(table)  # whoever looks next reads it anew, and hears why that cannot be;
            watchers.ring()  # open pages look now
            raise SetAside(UNREADABLE) from None
        self._told(table)

    def behind(self, table_id: str, number: int) -> None:
        """Another process has saved the event of this number: where the table is known here it is read from the log."""
        if table_id in self._reading:
            self._reading[table_id] = max(self._reading[table_id], number)
        table = self.in_memory.get(table_id)
        if table and number >= table.number and not self._closing:
            task = asyncio.create_task(self._follow(table, number), name=f"following {table_id}")
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _follow(self, table: Table, number: int) -> None:
        """Catch up with another process, however long the database does not answer: open pages wait for it."""
        pause = 1.0
        while number >= table.number and not self._closing and self.knows(table):
            try:
                async with self._locks[table.id]:
                    if number >= table.number:
                        await self._catch_up(table)
            except Refused:
                return
            except Exception as error:  # only its kind is logged: its words may hold a hidden answer
                logger.error("table %s cannot follow: %s; trying again", table.id, fault(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, PATIENCE)

    async def sit(self, table: Table, wanted: int | None, name: str, shown: str = "") -> int:
        """A person takes a seat: the one they want, or the first that is free when it is their turn to take one; who
        had one here before shows its secret."""
        taken = -1

        def wish() -> Event:
            nonlocal taken
            free = [number for number, seat in enumerate(table.seats) if not seat.taken]
            if not free and table.stage == "open":
                raise Refused(N_("every seat is taken; you can watch once the game has begun"))
            taken = (free or [0])[0] if wanted is None else wanted
            return table.check_sit(taken, name, shown)

        await self.do(table, wish)
        return taken

    async def vote(self, table: Table, absent: int, by: int) -> None:
        """A player wants a bot in place of somebody who has been away for long; more than half of them get it."""

        def wish() -> Event:
            event = table.check_vote(absent, by)
            if not self.watchers(table).absent(absent):
                raise Refused(N_("{name} is here, or was a moment ago"), name=table.seats[absent].name)
            return event

        await self.do(table, wish)
        if table.outvoted(absent):
            await self.try_to(table, lambda: table.check_stand_in(absent, "vote"))

    async def rematch(self, table: Table, seat: int) -> tuple[Table, bool]:
        """The same game again: who asks first opens the table and looks after it, which is told by the bool."""
        async with self._rematching[table.id]:
            if opens := not table.rematch:
                table.check_rematch("")  # before a table is opened for it
                fresh = await self.open(
                    table.game.id, len(table.seats), table.options, pace=table.pace, reserve=table.reserve,
                    listed=table.listed, reminders=table.reminders, level=table.level, hints=table.hints,
                    spectators=table.spectators, by=(seat, table.seats[seat].name), series=table.won_so_far,
                )  # fmt: skip
                await self.try_to(table, lambda: table.check_rematch(fresh.id))
                opens = table.rematch == fresh.id
                if not opens:  # another process was faster
                    await self.do(fresh, fresh.check_close)
        return await self.table(table.rematch), opens

    # Bots and clocks ------------------------------------------------------------------------------------------------

    def mind(self, table: Table) -> None:
        """See to it that the bots of a table play and its clock runs, if no other process does."""
        if table.minds_itself and not self._closing and not self.busy(table.id) and table.id not in self._others:
            self._busy[table.id] = asyncio.create_task(self._patiently(table), name=f"table {table.id}")
        if table.stage in ("over", "closed"):
            self._bots.pop(table.id, None)

    def mind_again(self, *, all_of_them: bool) -> None:
        """Ask anew who minds the tables: those that others do, and where these may have taken over, also our own."""
        self._others.clear()
        if all_of_them:
            self._mine.clear()
            for table_id in list(self._busy):
                self._busy.pop(table_id).cancel()
        for table in self.in_memory.values():
            self.mind(table)

    async def claim(self, table_id: str) -> bool:
        """Is it for this process to mind a table?"""
        if table_id not in self._mine:
            if await self.store.company.claim(table_id):
                self._mine.add(table_id)
                self._others.discard(table_id)
            elif table_id in self.in_memory:
                self._others.add(table_id)
        return table_id in self._mine

    async def _patiently(self, table: Table) -> None:
        """Play bots and mind the clock; where the database does not answer, try again, ever more slowly."""
        pause = 1.0
        while True:
            number = table.number
            try:
                if await self.claim(table.id):
                    await self._run(table)
                return
            except Exception as error:  # a passing fault must not end the game of people who wait for a bot
                logger.error("table %s: %s; trying again", table.id, fault(error))
            pause = 1.0 if table.number > number else min(2 * pause, PATIENCE)
            await asyncio.sleep(pause)

    async def _run(self, table: Table) -> None:
        """Play the bots one after the other at a pace a person can follow; where time is up, a bot takes over."""
        while table.stage == "playing":
            if self._bots_to_answer(table):
                await asyncio.sleep(self.bot_pause)
                await self._play_bot(table)
                continue
            if table.asked_ahead(now()):
                await self.try_to(table, lambda: table.check_set_back(now()))
            if (adviser := self._adviser(table)) is not None:
                await self._advise(table, adviser)
                continue
            due = [(when, seat) for seat in table.playing().waiting if (when := table.deadline(seat)) is not None]
            when, seat = min(due, default=(None, None))
            if when is not None and seat is not None and when <= now():
                await self.try_to(table, lambda seat=seat: table.check_stand_in(seat, "time"))  # type: ignore[misc]
                continue
            left_to_people = any(seat in table.bots() for seat in table.playing().waiting)
            if (when is None or when - now() > SOON) and not left_to_people:
                return  # the next event starts this again, or the keeper when it is due
            await asyncio.sleep(1.0 if when is None else min(1.0, max(0.0, when - now())))

    def _adviser(self, table: Table) -> int | None:
        """The bot that has waited long enough for its partner to say what it would do: once for each question."""
        match = table.playing()
        if not match.first_come or table.advised or self._advised.get(table.id) == len(match.history):
            return None
        bots = [seat for seat in match.waiting if table.seats[seat].bot]
        waited = [seat for seat in bots if now() >= table.asked_at[seat] + LEFT_TO_PARTNER]
        return waited[0] if waited else None

    async def _advise(self, table: Table, seat: int) -> None:
        after = len(table.playing().history)
        self._advised[table.id] = after
        answer = await self.advice.of_partner(table, seat)
        if answer is not None:
            await self.try_to(table, lambda: table.check_advise(seat, answer, after))

    def _bots_to_answer(self, table: Table) -> list[int]:
        """The bots that are to answer now. What partners decide together is left to a person who is there."""
        there = [seat for seat in table.people() if not table.seats[seat].stand_in]
        there = [seat for seat in there if not self.watchers(table).absent(seat)]
        return may_answer(table.playing(), table.bots(), there)

    async def _play_bot(self, table: Table) -> None:
        match, seats = table.playing(), self._bots_to_answer(table)
        if not seats:
            return
        seat, after = seats[0], len(match.history)
        bots = self._bots.setdefault(table.id, Bots(self.make_bot, table.seed, table.level_of, table.temper_of))
        made = await thought_out(bots.considered(match, seat, table.claims_made()))
        await self._speak(table, bots, seat, lambda speaker, *more: speaker.before(made, *more))
        await self.try_to(table, lambda: table.check_bots_move(seat, int(made.answer), after))
        if len(match.history) > after and not match.over:
            await self._speak(table, bots, seat, lambda speaker, *more: speaker.after(match.view(seat), *more))

    async def _speak(self, table: Table, bots: Bots, seat: int, words: Speech) -> None:
        """Let a bot say something, if it wants to and has been silent for a while; nobody speaks for a person."""
        match, said, speaker = table.playing(), table.claims_made(), bots.speaker(seat)
        if speaker is None or not table.seats[seat].bot or not silent_long_enough(match, seat, said):
            return
        claim = words(speaker, match.heard(seat), said, claims(table.game, match.view(seat)))
        if claim is not None:
            await self.try_to(table, lambda: table.check_say(seat, table.seats[seat].name, claim, claim=True))
            await asyncio.sleep(self.bot_pause)

    async def try_to(self, table: Table, wish: Callable[[], Event]) -> None:
        """Do something that somebody else may have done, or made impossible, in the meantime."""
        try:
            await self.do(table, wish)
        except DoppiogiocoError:
            return
