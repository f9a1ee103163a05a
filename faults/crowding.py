"""Faults of the people at the table: they hang, come back with old news, sit there twice, and all at once."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Sequence
from contextlib import suppress

from .house import House, Wrong
from .party import Party
from .screen import Cut, Refused, Screen, Seat, Wish, ask, small_socket

WHILE = 5  # answers at every table while somebody reads nothing
REQUESTS = 200  # that somebody sends and whose answers they never read
RACERS = 8  # people who want the same seat
TWICE = 3  # how often a doubled answer is sent


async def hung(house: House, _: int) -> float:
    """At every table somebody reads nothing from their socket; when they do again, they see what the others see."""
    await _paused(house.parties)
    tabs = [await party.tab(party.screens[0].seat, small=True) for party in house.parties]
    await _live(house, tabs)
    _on_again(house.parties)
    deaf = [_deaf(house, party.screens[0].seat) for party in house.parties]
    for tab in tabs:
        tab.hang()
    try:
        await house.played(WHILE)
    finally:
        for tab in tabs:
            tab.read_on()
        for line in deaf:
            line.close()
    return time.monotonic()


def _deaf(house: House, seat: Seat) -> socket.socket:
    """Somebody who asks for the page again and again and reads no answer."""
    line = small_socket(house.hosts[0])
    head = (f"GET /t/{seat.table} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {seat.token}", "", "")
    with suppress(BlockingIOError):  # the server has stopped to read, too
        line.send("\r\n".join(head).encode() * REQUESTS)
    return line


async def old_number(house: House, _: int) -> float:
    """A page that was away comes back, and the first thing it sends answers a question that is long answered."""
    await _paused(house.untimed)
    away = [_who_has_answered(party) for party in house.untimed]
    tabs = [await party.tab(seat) for party, (seat, _) in zip(house.untimed, away, strict=True)]
    await _live(house, tabs)
    _on_again(house.untimed)
    for tab in tabs:
        await tab.close()
    await house.played(2, house.untimed)
    for tab, (seat, old) in zip(tabs, away, strict=True):
        tab.open()
        again = Wish(old.answer, old.after, tab.number)
        await tab.answer(again)
        if again.told is not None:
            raise Wrong(f"table {seat.table}: an answer to an old question was taken")
    return time.monotonic()


def _who_has_answered(party: Party) -> tuple[Seat, Wish]:
    """Somebody of a party and an answer of theirs that was saved."""
    seats = [seat for seats in reversed(list(party.tables.values())) for seat in seats]
    return next((seat, wish) for seat in seats for wish in reversed(seat.wishes) if wish.told is not None)


async def two_tabs(house: House, _: int) -> float:
    """Both tabs of one seat answer the same question at the same time: one of them counts."""
    await asyncio.gather(*(_in_two_tabs(house, party) for party in house.untimed))
    return time.monotonic()


async def _in_two_tabs(house: House, party: Party) -> None:
    screen = await _asked(house, party)
    tab = await party.tab(screen.seat)

    async def both() -> bool:
        return tab.asks() and tab.number == screen.number

    await house.until(both, "the same question in both tabs")
    wishes = [screen.choice(), tab.choice()]
    await asyncio.gather(screen.answer(wishes[0]), tab.answer(wishes[1]))
    _one_counts(screen.seat, [wish.told is not None for wish in wishes])
    party.go_on()


async def doubled(house: House, _: int) -> float:
    """An answer is posted several times at once, and once more when the game has gone on: it counts once."""
    await asyncio.gather(*(_doubled_at(house, party) for party in house.untimed))
    return time.monotonic()


async def _doubled_at(house: House, party: Party) -> None:
    screen = await _asked(house, party)
    wish = screen.choice()
    screen.seat.wishes.append(wish)
    became = await asyncio.gather(*(screen.post(wish) for _ in range(TWICE)), return_exceptions=True)
    _one_counts(screen.seat, [isinstance(told, int) for told in became])
    wish.told = next(told for told in became if isinstance(told, int))
    party.go_on()
    await house.played(2, [party])
    try:
        await screen.post(wish)
    except Refused:
        return
    raise Wrong(f"table {screen.seat.table}: an answer was taken that came too late")


async def races(house: House, _: int) -> float:
    """Many want the same seat of a table, then many want any: everybody who is told to have one has it, alone."""
    host = house.hosts[0]
    opened = await ask(host, "/new/secrets", {"name": "Host", "seats": 4, "listed": "off"})
    path = f"/t/{opened['table']}"
    one = await _sit_down(house, path, {"seat": 1})
    others = await _sit_down(house, path, {})
    if len(one) != 1 or len(others) != 2:
        raise Wrong(f"{len(one)} people have one seat, {len(others)} have two")
    tokens = [opened["token"], *one, *others]
    for at in house.hosts:
        seen = [(await ask(at, path, None, token))["you"] for token in tokens]
        if sorted(seen) != [0, 1, 2, 3]:
            raise Wrong(f"after a race people sit at {seen}")
    await ask(host, f"{path}/close", {}, opened["token"])
    return time.monotonic()


async def _sit_down(house: House, path: str, wanted: dict[str, int]) -> list[str]:
    """Many sit down at the same moment, at every server; the tokens of those who could."""

    async def sit(number: int) -> str:
        told = await ask(house.hosts[number % len(house.hosts)], f"{path}/sit", {"name": f"Racer {number}", **wanted})
        return str(told["token"])

    became = await asyncio.gather(*map(sit, range(RACERS)), return_exceptions=True)
    if cut := [one for one in became if isinstance(one, Cut)]:
        raise Wrong(f"in a race for a seat: {cut[0]}")
    return [one for one in became if isinstance(one, str)]


# What they need -------------------------------------------------------------------------------------------------------


async def _paused(parties: Sequence[Party]) -> None:
    """Nobody answers: who goes on to another table closes all tabs of the last one, and they would never be live."""
    for party in parties:
        await party.pause()


def _on_again(parties: Sequence[Party]) -> None:
    for party in parties:
        party.go_on()


async def _live(house: House, screens: Sequence[Screen]) -> None:
    async def live() -> bool:
        return all(screen.live for screen in screens)

    await house.until(live, "a live page")


async def _asked(house: House, party: Party) -> Screen:
    """Somebody of a party whose page asks something, while nobody answers by themselves."""
    await party.pause()

    async def asks() -> bool:
        if all(screen.stage == "over" for screen in party.screens):  # on to the next game
            party.go_on()
            await asyncio.sleep(0)
            await party.pause()
        return any(screen.asks() for screen in party.screens)

    await house.until(asks, f"a question at the table of {party.setting.game}")
    return next(screen for screen in party.screens if screen.asks())


def _one_counts(seat: Seat, counted: Sequence[bool]) -> None:
    if sum(counted) != 1:
        raise Wrong(f"table {seat.table}: {sum(counted)} of {len(counted)} answers to one question were taken")
