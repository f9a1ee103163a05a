"""What there is to ask for at each door of the app, and how: everything that somebody can get out of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from litestar import Litestar
from litestar.routes import HTTPRoute, WebSocketRoute

from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.store.store import now
from doppiogioco.web import table_routes
from doppiogioco.web.render import STATIC

from .asking import Asking, Change, Reply
from .pairs import copied
from .world import LEFT, T, Viewer, World

HTML = {"accept": "text/html", "accept-language": "it"}
JSON = {"accept": "application/json", "accept-language": "en"}
REGIONS = {"x-regions": "all", "accept-language": "it"}
KINDS = {"a page": HTML, "regions": REGIONS, "JSON": JSON}  # of answers
LIVE = "/t/{table_id}/live"
Way = Callable[[World], list[str]]
Form = dict[str, Any]


class Response(NamedTuple):
    """What came back, from which door, and how it was asked for there."""

    door: str
    asked: str
    told: Reply | str


def at(path: str) -> Way:
    """A single address."""
    return lambda world: [path.format(game=world.match.game.id)]


def drafts(world: World) -> list[str]:
    """The page, with every answer in the address that could begin a move, and some that could not."""
    return [f"/t/{T}", *(f"/t/{T}?draft={answer}" for answer in (*world.legal()[:8], *world.illegal()[:2], "0,0", "x"))]


def looks_back(_: World) -> list[str]:
    """A match that goes on, through one's own eyes and others'."""
    return [f"/t/{T}/replay{query}" for query in ("", "?as=table&at=2", "?as=0&at=1", "?as=everything")]


def offers(world: World) -> list[str]:
    """The link to another device: of the own seat, and what a stranger may try."""
    if world.seat is None:
        return [f"/t/{T}/seat/{code}" for code in ("0123456789abcdef", *filter(None, world.stolen().values()))]
    nonce, codes = world.table.seats[world.seat].nonce, world.asking.tables.store.codes
    return [f"/t/{T}/seat/{world.asking.do(lambda: codes.make(T, nonce, now()))}"]


# Where the app answers to GET, and what to ask for there. These hold no table, so they hold no secret either:
ELSEWHERE: dict[str, Way] = {
    "/rules/{game}": at("/rules/{game}"),
    "/credits": at("/credits"),
    "/icons.svg": at("/icons.svg"),
    "/static/games/{name}": at("/static/games/{game}.css"),
    "/static/previews/{name}": at("/static/previews/{game}.png"),
    "/static/{file_path}": lambda _: [
        f"/static/{path.relative_to(STATIC).as_posix()}" for path in sorted(STATIC.rglob("*")) if path.is_file()
    ],
    "/new/{game}": at("/new/{game}"),
    "/health": at("/health"),
    "/metrics": at("/metrics"),  # for who looks after the server: nobody else is answered
    "/api": at("/api"),
    "/api/openapi.json": at("/api/openapi.json"),
    "/api/{path}": at("/api/nothing"),
}
# The table is listed on the home page, also where a code was typed, and the rest is about it.
AT_THE_TABLE: dict[str, Way] = {
    "/": at("/"),
    "/join": lambda _: [f"/join?code={code}" for code in (T, "nowhere", "")],
    "/t/{table_id}": drafts,
    "/t/{table_id}/events": lambda _: [f"/t/{T}/events", f"/t/{T}/events?as=page"],
    "/t/{table_id}/memory": at(f"/t/{T}/memory"),
    "/t/{table_id}/notebook": at(f"/t/{T}/notebook"),
    "/t/{table_id}/hint": at(f"/t/{T}/hint"),
    "/t/{table_id}/why": lambda _: [f"/t/{T}/why", f"/t/{T}/why?at=3"],
    "/t/{table_id}/exposed": at(f"/t/{T}/exposed"),
    "/t/{table_id}/record.json": at(f"/t/{T}/record.json"),
    "/t/{table_id}/replay": looks_back,
    "/t/{table_id}/seat": at(f"/t/{T}/seat"),
    "/t/{table_id}/seat/{code}": offers,
}
# Where it takes something, and what is sent there. Nothing is opened that would be called otherwise in each world.
SENT_ELSEWHERE: dict[str, tuple[Way, Form]] = {
    "/new/{game}": (at("/new/{game}"), {"seats": 99}),
    "/language/{language}": (at("/language/it?to=/credits"), {}),
    "/theme/{theme}": (at("/theme/dark"), {}),
    "/level/{level}": (at("/level/hard"), {}),
}
WISHES: dict[str, Form] = {wish: {"seat": 1} for wish in (*table_routes.WISHES, "nonsense")} | {
    "bot": {"seat": 99},  # one that stands in would play on,
    "remove": {"seat": 99},  # also for somebody who is removed
    "readmit": {"removed": LEFT},
    "spectators": {"allowed": "off"},
    "agree": {"name": "nothing", "answers": "0"},
}


def doors_of(app: Litestar) -> set[str]:
    """Every door of an app: its routes, and by which methods they are opened."""
    found = {f"LIVE {route.path_format}" for route in app.routes if isinstance(route, WebSocketRoute)}
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            found |= {f"{method} {route.path_format}" for method in route.methods}
        elif not isinstance(route, WebSocketRoute):
            raise TypeError(f"nobody knows how to ask at {route.path}")
    return found


def about_the_table(door: str) -> bool:
    """Is it a door behind which there is something to know of the table?"""
    route = door.partition(" ")[2]
    return route in AT_THE_TABLE or route.startswith("/t/")


def asked_for(world: World, ways: dict[str, Way]) -> list[str]:
    """The addresses of some doors."""
    return [path for way in ways.values() for path in way(world)]


def everything(asking: Asking, match: Match, listener: int) -> list[Response]:
    """All that somebody can get out of the server at a moment, by looking and by trying."""
    world = World(asking, match, listener)
    found = list[Response]()
    for viewer in world.viewers():
        told = chain(
            written_down(world, viewer), fetched(world, viewer), refused(world, viewer), said_live(world, viewer),
            wished(asking, match, listener, viewer),
        )  # fmt: skip
        found += [one._replace(asked=f"{viewer.name}: {one.asked}") for one in told]
    if listener == SPECTATOR:
        found += elsewhere(world)
    return found


def elsewhere(world: World) -> Iterator[Response]:
    """What is the same for everybody, and what may be done at each door."""
    doors = doors_of(world.asking.app)
    for route, way in ELSEWHERE.items():
        for method in ("GET", "HEAD", "OPTIONS"):
            if f"{method} {route}" in doors:
                yield from (ask(world, method, path, HTML) for path in way(world))
    for way in AT_THE_TABLE.values():
        yield ask(world, "OPTIONS", way(world)[0], HTML)
    for way, form in SENT_ELSEWHERE.values():
        for path in way(world):
            yield ask(world, "POST", path, HTML, form)
            yield ask(world, "OPTIONS", path, HTML)
    for what in ("sit", "move", "say", "nonsense"):
        yield ask(world, "OPTIONS", f"/t/{T}/{what}", HTML)


def fetched(world: World, viewer: Viewer) -> Iterator[Response]:
    """All that can be looked at. Of a stream this is its first message."""
    for path in asked_for(world, AT_THE_TABLE):
        for headers in kinds(viewer):
            yield ask(world, "GET", path, headers)
        yield ask(world, "HEAD", path, HTML | viewer.browser)


def kinds(viewer: Viewer) -> list[dict[str, str]]:
    """The kinds of answers that somebody may ask for: a page, regions for the script, JSON for a program."""
    return [HTML | viewer.browser, REGIONS | viewer.browser, JSON | viewer.program]


def written_down(world: World, viewer: Viewer) -> Iterator[Response]:
    """The notebook, written before it is read: it stays when the world does not."""
    for headers in kinds(viewer):
        yield ask(world, "POST", f"/t/{T}/notebook", headers, {"text": "noted", "mark-0": "?", "mark-1": "?"})


def refused(world: World, viewer: Viewer) -> Iterator[Response]:
    """What is said to whoever tries something that cannot be done."""
    number = world.table.number
    for headers in (HTML | viewer.browser, JSON | viewer.program):
        tried: list[tuple[str, Form]] = [("move", {"answer": answer}) for answer in world.illegal()]
        for where, form in (*tried, ("say", {"text": ""}), ("say", {"claim": "I am the table."})):
            found = ask(world, "POST", f"/t/{T}/{where}", headers, form)
            assert isinstance(found.told, Reply)
            assert 400 <= found.told.status < 500, f"refused: {found}"
            yield found
    yield ask(world, "POST", f"/t/{T}/sit", JSON | viewer.program, {"name": "Zoe"})
    yield ask(world, "POST", f"/t/{T}/sit", HTML | viewer.browser, {"name": "Zoe"})
    assert world.table.number == number, "nothing has changed"


def said_live(world: World, viewer: Viewer) -> Iterator[Response]:
    """What a socket tells at first, and of answers that cannot be given or are only the first part of a move."""
    says = [{"answer": answer} for answer in (*world.illegal(), *first_parts(world))]
    yield from heard_live(world, HTML | viewer.browser, says, (), "tried")


def first_parts(world: World) -> list[int]:
    """Answers with which a move only begins."""
    if world.seat is None or not world.match.game.composed:
        return []
    return [answer for answer in world.legal() if world.match.check(world.seat, answer).more]


def wished(asking: Asking, match: Match, listener: int, viewer: Viewer) -> Iterator[Response]:
    """All wishes, and words in the chat, each at a table at which nobody has wished for anything yet."""
    for headers in kinds(viewer)[: 1 if listener == SPECTATOR else None]:  # who has no seat is only told so
        for wish, form in WISHES.items():
            yield ask(World(asking, match, listener), "POST", f"/t/{T}/{wish}", headers, form)
        for said in ({"text": "hello"}, {"claim": "Trust me."}):
            yield ask(World(asking, match, listener), "POST", f"/t/{T}/say", headers, said)
        world = World(asking, match, listener)
        yield from (ask(world, "POST", path, headers, {}) for path in offers(world))


def answered(asking: Asking, match: Match, listener: int, answer: int, dealt: list[int]) -> Iterator[Response]:
    """What comes of an answer of one's own, and the page after it, where the table deals this."""

    def dealt_on() -> World:
        world = World(asking, copied(match), listener)
        world.match._chance = dealt[:]
        return world

    viewer = next(dealt_on().viewers())
    for headers in kinds(viewer):
        world = dealt_on()
        yield ask(world, "POST", f"/t/{T}/move", headers, {"answer": answer})
        yield ask(world, "GET", f"/t/{T}", headers)


def followed(asking: Asking, match: Match, listener: int, given: list[Given]) -> list[Response]:
    """All that is told of some answers while they are given."""
    found = list[Response]()

    def begun() -> tuple[World, Viewer, list[Change]]:
        world = World(asking, copied(match), listener)
        return world, next(world.viewers()), [partial(world.goes_on, answer) for answer in given]

    for path in asked_for(begun()[0], {"": AT_THE_TABLE["/t/{table_id}/events"]}):
        world, viewer, changes = begun()
        told = asking.follow(path, JSON | viewer.program, changes)
        found.append(Response(f"GET {told.route}", f"follow {path}", told))
    world, viewer, changes = begun()
    return [*found, *heard_live(world, HTML | viewer.browser, (), changes, "followed")]


def heard_live(world: World, headers: dict[str, str], says: Any, changes: Any, how: str) -> Iterator[Response]:
    """The messages of a socket, one by one."""
    messages = world.asking.listen(f"/t/{T}/live", headers, says, changes)
    for number, message in enumerate(messages):
        yield Response(f"LIVE {LIVE}", f"live, {how}, message {number} of {len(messages)}", message)


def ask(world: World, method: str, path: str, headers: dict[str, str], form: Form | None = None) -> Response:
    """A request, in words that tell how it can be made again."""
    told = world.asking.ask(method, path, headers, form)
    kind = next(name for name, known in KINDS.items() if known.items() <= headers.items())
    sent = "" if form is None else f" {form}"
    return Response(f"{method} {told.route}", f"{method} {path}{sent}, {kind}", told)
