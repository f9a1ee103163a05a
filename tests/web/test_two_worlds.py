"""The two-world law on every door of the server: in worlds that differ only in what somebody may not know, all that
can be fetched, streamed, tried or exported is the same, byte for byte.

The routes are those of the app itself: a new one without a way to ask for it here fails.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute, WebSocketRoute
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.cli import app
from doppiogioco.engine import laws
from doppiogioco.engine.game import Setup, find, label
from doppiogioco.engine.match import Given, Match, Move
from doppiogioco.engine.notes import Recollection
from doppiogioco.engine.state import CHANCE, SPECTATOR
from doppiogioco.store import Row, Store
from doppiogioco.store.store import now
from doppiogioco.tables.advice import Advice
from doppiogioco.tables.table import Event, Table, opening
from doppiogioco.web import live, pages, table_routes
from doppiogioco.web.cookies import LIST, cookie_name
from doppiogioco.web.moments import Onlooker
from doppiogioco.web.pages import TablePage
from doppiogioco.web.reasons import Thoughts
from doppiogioco.web.render import STATIC
from doppiogioco.web.replay import ReplayPage
from doppiogioco.web.seats import Seats

from .asking import Asking, Change, Told
from .mutants import mutate
from .serving import run

T = "worlds"  # the table
SETUPS = [setup for game in doppiogioco.games() for setup in (find(game).setups()[0], find(game).setups()[-1])]
HTML = {"accept": "text/html", "accept-language": "it"}
JSON = {"accept": "application/json", "accept-language": "en"}
REGIONS = {"x-regions": "all", "accept-language": "it"}
WISHES = (
    "start",
    "stand",
    "change",
    "remove",
    "back",
    "rematch",
    "agree",
    "nonsense",
)  # that are refused in play, whoever asks


class World:
    """A table in one world, in a tables of its own making, and somebody who asks there."""

    def __init__(self, asking: Asking, match: Match, listener: int) -> None:
        self.asking, self.match = asking, match
        self.seat = None if listener == SPECTATOR else listener
        self.table = table_of(match, T)
        asking.tables.in_memory[T] = self.table
        asking.tables._watchers.clear()  # nothing that was drawn in another world,
        asking.tables.advice = Advice()  # or thought of
        asking.tables.watchers(self.table).bells.add(asyncio.Event())  # somebody watches, so it can be found

    def people(self) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
        """What whoever asks shows, as a browser and as a program; a spectator may also be a stranger who tries."""
        tokens = [self.token(self.table, self.seat)] if self.seat is not None else ["", *self.stolen()]
        for token in tokens:
            yield (
                {"cookie": f"{cookie_name(T)}={token}; {LIST}={self.listed()}"} if token else {},
                {"authorization": f"Bearer {token}"} if token else {},
            )

    def token(self, table: Table, seat: int) -> str:
        return self.asking.seats.token(table, seat)

    def listed(self) -> str:
        """The table in the list of a browser that sits there, or of a stranger who has made something up."""
        if self.seat is None:
            return f"{T}madeup00"
        return f"{T}{self.asking.seats._mark(T, self.table.seats[self.seat].nonce)}"

    def stolen(self) -> Iterator[str]:
        """Seats of another table, and one whose signature is spoilt."""
        yield self.token(table_of(self.match, "elsewhere"), 0)
        yield self.token(self.table, 0)[:-1] + "~"

    def goes_on(self, given: Given) -> int:
        """Somebody answers, and all are told."""
        self.match.give(*given)
        self.table.number += 1
        self.asking.tables.watchers(self.table).ring()
        return self.table.number

    def legal(self) -> list[int]:
        return [] if self.seat is None else [int(answer) for answer in self.match.legal(self.seat)]

    def illegal(self) -> list[int]:
        return [
            answer for answer in range(-1, self.match.game.choices(self.match._state) + 1) if answer not in self.legal()
        ]


def table_of(match: Match, name: str) -> Table:
    """A table with people in all seats on which this match is being played. Its seed is nobody's business."""
    table, events = Table(name), [opening(match.game.id, match.seats, match.options, hints=True)]
    for seat in range(match.seats):
        events += [("sat", {"seat": seat, "name": f"P{seat}", "nonce": f"nonce {name} {seat}"})]
    for event in events:
        table.fold(event, 1.0)
    table.match = match
    return table


# Every door ---------------------------------------------------------------------------------------------------------

Way = Callable[[World], list[str]]


def one(path: str) -> Way:
    return lambda world: [path.format(game=world.match.game.id)]


def drafts(world: World) -> list[str]:
    """The page, with every answer in the address that could begin a move, and some that could not."""
    return [f"/t/{T}", *(f"/t/{T}?draft={answer}" for answer in (*world.legal()[:8], *world.illegal()[:2], "0,0", "x"))]


def looks_back(world: World) -> list[str]:
    return [f"/t/{T}/replay{query}" for query in ("", "?as=table&at=2", "?as=0&at=1", "?as=everything")]


def offers(world: World) -> list[str]:
    """The link to another device: of the own seat, and what a stranger may try."""
    if world.seat is None:
        return [f"/t/{T}/seat/{code}" for code in ("0123456789abcdef", *world.stolen())]
    nonce, codes = world.table.seats[world.seat].nonce, world.asking.tables.store.codes
    return [f"/t/{T}/seat/{world.asking.do(lambda: codes.make(T, nonce, now()))}"]


# Where the app answers to GET, and what to ask for there. These hold no table, so they hold no secret either:
ELSEWHERE: dict[str, Way] = {
    "/rules/{game:str}": one("/rules/{game}"),
    "/credits": one("/credits"),
    "/icons.svg": one("/icons.svg"),
    "/static/games/{name:str}": one("/static/games/{game}.css"),
    "/static/{file_path:path}": lambda _: [
        f"/static/{path.relative_to(STATIC).as_posix()}" for path in sorted(STATIC.rglob("*")) if path.is_file()
    ],
    "/new/{game:str}": one("/new/{game}"),
    "/health": one("/health"),
    "/api": one("/api"),
    "/api/openapi.json": one("/api/openapi.json"),
    "/api/{path:str}": one("/api/nothing"),
}
# The table is listed on the home page, also where a code was typed, and the rest is about it.
AT_THE_TABLE: dict[str, Way] = {
    "/": one("/"),
    "/join": lambda _: [f"/join?code={code}" for code in (T, "nowhere", "")],
    "/t/{table_id:str}": drafts,
    "/t/{table_id:str}/events": lambda _: [f"/t/{T}/events", f"/t/{T}/events?as=page"],
    "/t/{table_id:str}/memory": one(f"/t/{T}/memory"),
    "/t/{table_id:str}/notebook": one(f"/t/{T}/notebook"),
    "/t/{table_id:str}/hint": one(f"/t/{T}/hint"),
    "/t/{table_id:str}/why": lambda _: [f"/t/{T}/why", f"/t/{T}/why?at=3"],
    "/t/{table_id:str}/record.json": one(f"/t/{T}/record.json"),
    "/t/{table_id:str}/replay": looks_back,
    "/t/{table_id:str}/seat": one(f"/t/{T}/seat"),
    "/t/{table_id:str}/seat/{code:str}": offers,
}
SOCKETS = {"/t/{table_id:str}/live"}
FOR_THE_HOST = {"/metrics"}  # for who looks after the server: test_host shows that nobody else is answered


def everything(asking: Asking, match: Match, listener: int) -> list[object]:
    """All that somebody can get out of the server."""
    world = World(asking, match, listener)
    found = list[object]()
    for browser, program in world.people():
        for path in asked_for(world, AT_THE_TABLE):
            for headers in (HTML | browser, REGIONS | browser, JSON | program):
                found.append((path, asking.ask("GET", path, headers)))
            found.append((path, asking.ask("HEAD", path, HTML | browser)))
        says = [{"answer": answer} for answer in world.illegal()]
        found.append(asking.listen(f"/t/{T}/live", HTML | browser, says))
        found += refusals(world, HTML | browser, JSON | program)
    if listener == SPECTATOR:
        found += [(path, asking.ask("GET", path, HTML)) for path in asked_for(world, ELSEWHERE)]
    return found


def asked_for(world: World, ways: dict[str, Way]) -> list[str]:
    return [path for way in ways.values() for path in way(world)]


def refusals(world: World, browser: dict[str, str], program: dict[str, str]) -> Iterator[tuple[str, Told]]:
    """What is said to whoever tries something that cannot be done."""
    number = world.table.number
    for headers in (browser, program):
        for answer in world.illegal():
            yield _refused(world, "move", headers, answer=answer)
        yield _refused(world, "say", headers, text="")
        for wish in WISHES:
            yield _refused(world, wish, headers)
    yield _refused(world, "sit", program, name="Zoe")
    assert world.table.number == number, "nothing has changed"


def _refused(world: World, wish: str, headers: dict[str, str], **form: Any) -> tuple[str, Told]:
    answer = world.asking.ask("POST", f"/t/{T}/{wish}", headers, form)
    assert 400 <= answer.status < 500, (wish, form, answer)
    return wish, answer


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """The app, with the table among those that are listed."""
    with Asking(tmp_path_factory.mktemp("worlds") / "tables.db") as found:
        table = table_of(doppiogioco.new("secrets", 4, seed=1), T)
        entry = table.entry._replace(stage="playing")
        found.do(lambda: found.tables.store.append(Row(0, "opened", "{}", 1.0), entry))
        yield found


def apart(setup: Setup, listener: int) -> tuple[Match, Match]:
    """Two matches, from the deal on, that a listener cannot tell apart and that are not the same."""
    game, seats, options = find(setup[0]), setup[1], setup[2]
    for seed in range(20):
        chance = random.Random(f"{label(setup)} {listener} {seed}")
        start = game.start(seats, laws.table_bits(game, options)[seed % 2])
        one, other = (Match(game, game.state.copy(start), None) for _ in range(2))
        moments = list[int]()
        for seat, here, there in islice(alike(one, other, listener, chance), 80):
            one.give(seat, here)
            other.give(seat, there)
            if one.waiting and game.state.vector(one._state) != game.state.vector(other._state):
                moments.append(len(one.history))
        if moments:
            moment = chance.choice(moments)
            return copied(one, moment), copied(other, moment)
    pytest.fail(f"no game of {label(setup)} in which something is hidden from {listener}")


def alike(one: Match, other: Match, listener: int, chance: random.Random) -> Iterator[tuple[int, int, int]]:
    """How two matches can go on that shall sound the same: who answers, and what in each of them."""
    game = one.game
    while not one.over:
        seat = CHANCE if game.chance_answers(one._state) else chance.choice(one.waiting)
        here, there = (game.possible(match._state, seat) for match in (one, other))
        if game.hears(one._state, seat, listener):
            both = [answer for answer in here if answer in there]
            if not both:
                return
            answer = chance.choice(both)
            yield seat, answer, answer
        else:
            yield seat, chance.choice(here), chance.choice(there)


def hold(asking: Asking, setup: Setup, listener: int) -> None:
    """The law for one listener: whatever can be asked for at a moment, and whatever is told of the next ones."""
    pair = apart(setup, listener)
    same(everything(asking, match, listener) for match in pair)
    same(followed(asking, match, listener, given) for match, given in zip(pair, played_on(pair, listener), strict=True))


def same(worlds: Iterable[list[object]]) -> None:
    for here, there in zip(*worlds, strict=True):
        assert here == there, "two worlds"


def played_on(pair: tuple[Match, Match], listener: int, length: int = 6) -> tuple[list[Given], list[Given]]:
    """What happens next in both; not to the end, which opens everything."""
    one, other = (copied(match) for match in pair)
    answers = list[Given](), list[Given]()
    for seat, here, there in islice(alike(one, other, listener, random.Random(1)), length):
        one.give(seat, here)
        other.give(seat, there)
        if one.over:
            break
        answers[0].append(Given(seat, here))
        answers[1].append(Given(seat, there))
    return answers


def copied(match: Match, upto: int | None = None) -> Match:
    twin = Match(match.game, match._start, None)
    for given in match.history[:upto]:
        twin.give(*given)
    return twin


def followed(asking: Asking, match: Match, listener: int, given: list[Given]) -> list[object]:
    """All that is told of some answers while they are given."""
    found = list[object]()

    def world() -> tuple[dict[str, str], dict[str, str], list[Change]]:
        here = World(asking, copied(match), listener)
        browser, program = next(here.people())
        return browser, program, [partial(here.goes_on, answer) for answer in given]

    for query in ("", "?as=page"):
        _, program, changes = world()
        found.append(asking.follow(f"/t/{T}/events{query}", JSON | program, changes))
    browser, _, changes = world()
    found += asking.listen(f"/t/{T}/live", HTML | browser, changes=changes)
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_door_tells_the_same_in_two_worlds(asking: Asking, setup: Setup) -> None:
    for listener in [*range(setup[1]), SPECTATOR]:
        hold(asking, setup, listener)


def test_there_is_a_way_to_ask_at_every_door(asking: Asking) -> None:
    routes = asking.app.routes
    gets = {route.path for route in routes if isinstance(route, HTTPRoute) and "GET" in route.methods}
    assert gets == {*ELSEWHERE, *AT_THE_TABLE, *FOR_THE_HOST}
    assert {route.path for route in routes if isinstance(route, WebSocketRoute)} == SOCKETS
    assert all(isinstance(route, HTTPRoute | WebSocketRoute) for route in routes)


# The law can fail ---------------------------------------------------------------------------------------------------

WHOLE_STATE = "match.game.state.as_dict(match.game.state.vector(match._state))"
ALL_TOLD = "encode_json(now.as_json() | {'all': [*now.table.playing().history]})"
NEIGHBOURS_VIEW = "game.view(self.table, self.seat)", "game.view(self.table, 1 - self.seat % 2)"
LEAKS: dict[str, tuple[Any, str, str, str]] = {
    "the record of a running match": (table_routes, "match_record", 'table.stage != "over"', "False"),
    "the replay of a running match": (ReplayPage, "__init__", "self.eyes in (TABLE_SAW, self.own)", "True"),
    "a view without a veil": (TablePage, "as_json", "match.view(self.seat).as_dict()", WHOLE_STATE),
    "every answer heard": (TablePage, "as_json", "match.heard(self.seat)", "match.history"),
    "the log of another seat": (TablePage, "lines", "log(self.seat,", "log(0,"),
    "a seat for every stranger": (Seats, "read", "seat if good else None", "seat if good else 0"),
    "events with the whole table": (live, "live_events", "encode_json(now.as_json())", ALL_TOLD),
    "live lines of another seat": (live, "live_socket", "log = now.lines()", "now.seat = 0; log = now.lines()"),
    "a refusal from another seat's view": (
        Move,
        "_check_legal",
        "self.table, self.seat)",
        "self.table, 1 - self.seat % 2)",
    ),
    "a hint with the whole table": (Thoughts, "choices", "self._texts[int(one)]", "str(self.match.everything())"),
    "a draft drawn from the whole table": (TablePage, "_scene", "self.seen.view(None)", "self.seen.view(0)"),
    "the memory of another seat": (TablePage, "memory", "recall(self.seat,", "recall(0,"),
    "memories of what was not heard": (Recollection, "recall", "if game.hears(state, seat, self.listener) else", "or"),
    "beats of another seat": (Onlooker, "beats", "log(self.seat,", "log(0,"),
    "what another seat has heard since its last turn": (pages, "news_of", "log(seat,", "log(0,"),
    "what another seat has heard lately": (TablePage, "since", "log(self.seat,", "log(0,"),
}
SHOWN_AT: dict[str, Setup] = {
    "beats of another seat": ("spywhere", 3, {"clear-triples": True}),
    "the memory of another seat": ("agent-avenue", 2, {"advanced": False}),
    "live lines of another seat": ("spywhere", 3, {"clear-triples": True}),
    "a refusal from another seat's view": ("agent-avenue", 4, {"advanced": True}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, *LEAKS[leak])
    setup = SHOWN_AT.get(leak, ("secrets", 5, {}))
    with Asking(tmp_path / "tables.db") as asking:
        assert any(not holds(asking, setup, listener) for listener in (SPECTATOR, *range(setup[1])))


def holds(asking: Asking, setup: Setup, listener: int) -> bool:
    try:
        hold(asking, setup, listener)
    except AssertionError as broken:
        assert "two worlds" in str(broken)
        return False
    return True


# Exports ------------------------------------------------------------------------------------------------------------


def stored(database: Path, seed: str) -> None:
    """A database with a match that is over and one that is being played, dealt from a seed."""

    async def main() -> None:
        store = await Store.open(database)
        for name, dealt, moves in (("over", "the same", 1_000), ("running", seed, 9)):
            table = Table(name)
            for number, event in enumerate(events(table, dealt, moves)):
                row = Row(number, event[0], json.dumps(event[1]), float(number))
                table.fold(event, row.at)
                await store.append(row, table.entry)
            assert table.stage == ("over" if name == "over" else "playing")
        await store.close()

    run(main)


def events(table: Table, seed: str, moves: int) -> Iterator[Event]:
    yield opening("secrets", 4, {}, seed=seed)
    for seat in range(4):
        yield "sat", {"seat": seat, "name": f"P{seat}", "nonce": "n"}
    yield table.check_start()
    for _ in range(moves):
        match = table.playing()
        if match.over:
            break
        seat = match.waiting[0]
        yield table.check_move(seat, [match.legal(seat)[0]], None, "en")


@pytest.mark.parametrize("form", [["matches.jsonl"], ["data", "--observations"], ["answers.parquet", "--names"]])
def test_what_is_exported_is_the_same_in_two_worlds(tmp_path: Path, form: list[str]) -> None:
    """A match that is being played is in no export: whatever was dealt there, not a byte is different."""
    found = []
    for seed in ("one", "other"):
        folder = tmp_path / seed
        folder.mkdir()
        stored(folder / "tables.db", seed)
        command = ["export", "--database", str(folder / "tables.db"), "--to", str(folder / form[0]), *form[1:]]
        assert CliRunner().invoke(app, command).exit_code == 0
        files = sorted(path for path in folder.rglob("*") if path.suffix in (".jsonl", ".parquet"))
        found.append([(path.name, path.read_bytes()) for path in files])
    assert found[0] == found[1] != []
    assert all(b"running" not in written for _, written in found[0])
