"""People and bots around one table after the other: when a game is over they begin a new one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from doppiogioco.engine.game import find

from .screen import SOONEST, Cut, Refused, Screen, Seat, Wish, ask

THINKING = 0.02  # seconds before a person answers
WAITING = 1.0  # seconds after which who waits for a change looks anyway


class Setting(NamedTuple):
    """What a party plays."""

    game: str
    seats: int = 4
    people: int = 2
    pace: int = 0  # with a clock the last person never answers in time: a bot stands in, and they come back


class Party:
    """One table, and everybody there."""

    def __init__(self, hosts: Sequence[str], setting: Setting, number: int) -> None:
        self.hosts, self.setting, self._number = hosts, setting, number
        self.tables: dict[str, list[Seat]] = {}  # every table so far, and the people there
        self.screens: list[Screen] = []  # one of each person,
        self.tabs: list[Screen] = []  # and other tabs, which only look
        self.going_on = asyncio.Event()  # while it is set everybody answers
        self.going_on.set()
        self._sending = 0
        self._still = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> str:
        """The table at which they sit now."""
        return next(reversed(self.tables))

    @property
    def wishes(self) -> list[Wish]:
        """All answers that anybody has sent."""
        return [wish for seats in self.tables.values() for seat in seats for wish in seat.wishes]

    @property
    def acknowledged(self) -> int:
        """How many of them the server has said to be saved."""
        return sum(wish.told is not None for wish in self.wishes)

    # Coming and going -----------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """A new table, however often it takes."""
        while True:
            try:
                seats = await self._opened()
            except (Cut, Refused):
                await asyncio.sleep(SOONEST)
                continue
            break
        await self._leave()
        self.tables[seats[0].table] = seats
        by_socket = not find(self.setting.game).composed  # parts of a move are drafted there; a program sends it whole
        for seat in seats:
            screen = Screen(seat, self._number + seat.number, by_socket=by_socket and seat.number % 2 == 0)
            screen.open()
            self.screens.append(screen)

    async def _opened(self) -> list[Seat]:
        host = self.hosts[self._number % len(self.hosts)]
        self._number += 1
        wanted = {"name": "Person 0", "seats": self.setting.seats, "pace": self.setting.pace, "listed": "off"}
        told = [await ask(host, f"/new/{self.setting.game}", wanted)]
        path = f"/t/{told[0]['table']}"
        more = range(1, self.setting.people)
        told += [await ask(host, f"{path}/sit", {"name": f"Person {number}"}) for number in more]
        await ask(host, f"{path}/start", {}, told[0]["token"])
        return [Seat(self.hosts, told[0]["table"], one["you"], one["token"]) for one in told]

    async def _leave(self) -> None:
        await self.close_tabs()
        for screen in self.screens:
            await screen.close()
        self.screens = []

    async def close_tabs(self) -> None:
        """Nobody has a second tab any more."""
        for tab in self.tabs:
            await tab.close()
        self.tabs = []

    async def tab(self, seat: Seat, **more: Any) -> Screen:
        """Another tab of somebody, which only looks."""
        screen = Screen(seat, seat.number, by_socket=not find(self.setting.game).composed, **more)
        screen.open()
        self.tabs.append(screen)
        return screen

    def start(self) -> None:
        """Begin to play, one table after the other."""
        self._task = asyncio.create_task(self._play(), name=f"party {self.setting.game}")

    def check(self) -> None:
        """Are these people still well? An error of theirs is not one of the server, and must not look like one."""
        tasks = [self._task, *(screen.task for screen in (*self.screens, *self.tabs))]
        for task in tasks:
            if task and task.done() and not task.cancelled() and (error := task.exception()):
                raise error

    async def close(self) -> None:
        """Everybody goes."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._leave()

    # Playing --------------------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        while True:
            await self.going_on.wait()
            async with self._under_way():
                await self.open()
            players = [asyncio.create_task(self._player(screen)) for screen in self.screens]
            try:
                await asyncio.gather(*players)
            finally:
                for player in players:
                    player.cancel()

    async def _player(self, screen: Screen) -> None:
        """A person, until the game is over."""
        slow = self.setting.pace > 0 and screen is self.screens[-1]
        while screen.stage not in ("over", "closed"):
            await self.going_on.wait()
            screen.changed.clear()
            async with self._under_way():
                if screen.asks() and not slow:
                    await asyncio.sleep(THINKING)
                    if screen.asks():  # time may be up meanwhile, or another tab has answered
                        await screen.answer(screen.choice())
                elif self.setting.pace:
                    await self._come_back(screen)
            with suppress(TimeoutError):
                await asyncio.wait_for(screen.changed.wait(), WAITING)

    async def _come_back(self, screen: Screen) -> None:
        """Take the seat back if a bot stands in; who is too late for this answer is told so, and tries again."""
        if 'action="/t/' + self.table + '/back"' in screen.regions.get("question", ""):
            with suppress(Cut, Refused):
                await ask(screen.host, f"/t/{self.table}/back", {}, screen.seat.token)

    @asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """Something is being sent."""
        self._sending += 1
        try:
            yield
        finally:
            self._sending -= 1
            self._still.set()

    async def pause(self) -> None:
        """Nobody answers any more, and everything that was sent has been answered."""
        self.going_on.clear()
        while self._sending:
            self._still.clear()
            await self._still.wait()

    def go_on(self) -> None:
        """Play on."""
        self.going_on.set()
