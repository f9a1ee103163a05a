"""At a table: opening one, sitting down, answering, talking, and watching it again."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import FromPath, PathParameter

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.words import N_, Voice
from doppiogioco.store.store import now
from doppiogioco.tables.names import is_among, proper_name
from doppiogioco.tables.refusals import BadName, NotFound, Refused
from doppiogioco.tables.table import PACES, REMOVED, RESERVES, Table
from doppiogioco.tables.tables import Tables

from . import hosting
from .choices import levels, pace_text, reserve_text
from .cookies import Connection, kept, token_of
from .described import AT_A_TABLE, AWAY, HTML, POSTED, WISHED, described
from .hosting import hosts_wish
from .http import (
    Asked,
    Form,
    act,
    answered,
    form_of,
    html,
    look,
    looked_at,
    number,
    numbers,
    object_of,
    on_to,
    regions_of,
    seats_of,
    sentence,
    site_of,
    tables_of,
    wants_json,
)
from .lobby import qr_code
from .pages import TablePage
from .preview import of_game, of_table
from .replay import ReplayPage
from .seats import language_of, level_of, name_of
from .shapes import Memory, Moving, NewTable, Record, Regions, Saying, Seated, Sitting, TableTold, Wishing
from .statuses import status_of

WISHES = (*hosting.WISHES, "change", "renew", "stand", "back", "vote", "summons", "rematch")

# For the description: what comes back from most wishes, and to who has sat down.
DONE, SEATED = AWAY | {200: (TableTold, Regions)}, AWAY | {201: (Seated,)}
ONE_OF_THEM = PathParameter(schema_extra={"enum": list(WISHES)})


@look("/new/{game:str}", media_type=MediaType.HTML, operation_class=described({200: (HTML,)}, refuses=(404,)))
async def new_table_form(request: Asked, game: FromPath[str]) -> Response[str]:
    """Choose seats, options, pace."""
    found = find(game)
    options = {f"option-{name}": "on" for name, on in found.rules.OPTIONS.items() if on}
    return _new_form(request, found, {"name": name_of(request)} | options)


def _new_form(request: Asked, game: Game, typed: Form, status: int = 200, wrong: str = "") -> Response[str]:
    """The form for a new table, as it was filled in; with what is wrong with the name."""
    say = Voice(language_of(request))
    usual = {"seats": str(game.usual_seats), "reminders": "on", "level": level_of(request), "pace": "0", "reserve": "0"}
    usual |= {"listed": "on", "spectators": "on", "hints": "off"}
    reserves = [(str(reserve), reserve_text(reserve, say)) for reserve in RESERVES]
    paces = [(str(pace), pace_text(pace, say)) for pace in PACES]
    return html(
        "new.html", request, status, say=say, game=game, paces=paces, reserves=reserves, levels=levels(say),
        typed=usual | typed, name=typed["name"], wrong=wrong, preview=of_game(game, say),
    )  # fmt: skip


@act("/new/{game:str}", operation_class=described(SEATED, refuses=(*POSTED, 404, 409), body=NewTable))
async def new_table(request: Asked, game: FromPath[str]) -> Response[Any]:
    """Open a table and sit down at it; with `bots` the game begins at once."""
    form, found = await form_of(request), find(game)
    seats = number(form["seats"]) if form.get("seats") else found.usual_seats
    tables, pace, listed = tables_of(request), number(form.get("pace") or "0"), form.get("listed", "on") == "on"
    say = Voice(language_of(request))
    name = form["name"] if "name" in form else name_of(request) or say("Guest")
    try:
        table = await tables.open(
            game, seats, chosen_options(form, found), pace=pace, listed=listed,
            reserve=number(form.get("reserve") or "0"), reminders=form.get("reminders", "on") == "on",
            level=form.get("level") or level_of(request),
            hints=form.get("hints", "on" if form.get("bots") else "off") == "on",
            spectators=form.get("spectators", "on") == "on", by=(0, name),
        )  # fmt: skip
    except BadName as error:
        if wants_json(request):
            raise
        return _new_form(request, found, form, status_of(error), sentence(error.told(say)))
    if form.get("bots"):
        await tables.do(table, table.check_start)
    return sat_down(request, table, 0, name)


def chosen_options(form: dict[str, str], game: Game) -> dict[str, Any]:
    """Options from a program's JSON, from the boxes of the form (an empty box is not sent), or the rulebook's."""
    said = form.get("options", "")
    if said.startswith("{"):
        return object_of(said)
    return {name: f"option-{name}" in form for name in game.rules.OPTIONS} if said else {}


def sat_down(request: Asked, table: Table, seat: int, name: str = "") -> Response[Any]:
    """To the table, with the seat in the cookie (or, for a program, in the answer).

    A name is remembered as it was typed: who is Anna 2 here may be Anna elsewhere.
    """
    cookies = seats_of(request).keep(request, table, seat)
    cookies.append(kept(request, "name", proper_name(name or table.seats[seat].name)))
    if seat == table.host:  # a guest's own choice stays
        cookies.append(kept(request, "level", table.level))
    if wants_json(request):
        data = TablePage(tables_of(request), table, seat, language_of(request)).as_json()
        token = seats_of(request).token(table, seat)
        return Response(data | {"token": token}, media_type=MediaType.JSON, status_code=201, cookies=cookies)
    return on_to(f"/t/{table.id}", cookies)


# At a table ---------------------------------------------------------------------------------------------------------


async def page_of(request: Connection, table_id: str) -> TablePage:
    """A table as whoever asks sees it, with the draft in the address."""
    table, seat = await looked_at(request, table_id)
    language, draft = language_of(request), None
    with suppress(DoppiogiocoError):  # a draft that no longer fits: begin anew
        answers = numbers(request.query_params.get("draft", ""))
        if answers and table.match and seat is not None:
            draft = table.draft(seat, answers, None, language)
    return TablePage(tables_of(request), table, seat, language, draft)


@look(
    "/t/{table_id:str}",
    name="table",
    media_type=MediaType.HTML,
    operation_class=described(
        {200: (HTML, TableTold, Regions)}, refuses=AT_A_TABLE, query={"draft": "a move so far: 3,0"}, regions=True
    ),
)
async def table_page(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """A table: before the game, in play, at its end."""
    page = await page_of(request, table_id)
    if request.headers.get("x-regions"):
        return regions_of(page, page.regions())
    if wants_json(request):
        return Response(page.as_json(), media_type=MediaType.JSON)
    return show(request, page)


def show(
    request: Asked, page: TablePage, status: int = 200, *, name: str | None = None, wrong: str = "", told: str = ""
) -> Response[str]:
    """The page of a table. Before the game: with the name that was typed, what is wrong with it, or what else is."""
    seats, token = seats_of(request), token_of(request, page.id)
    renewed = page.seat is None and seats.renewed(token, page.table)
    removed = sentence(page.say(REMOVED)) if seats.removed(token, page.table) else ""
    shown = {"page": page, "say": page.say, "preview": of_table(page.table, page.say)}
    shown |= {"renewed": renewed, "removed": removed}
    if page.table.match:
        answer = html("table.html", request, status, **shown)
    else:
        link = f"{site_of(request)}/t/{page.id}"
        answer = html(
            "lobby.html", request, status, **shown, link=link, code=qr_code(link), wrong=wrong, told=told,
            name=name_of(request) if name is None else name,
        )  # fmt: skip
    if page.seat is not None and not answer.cookies:  # what has just been noted is not overwritten
        answer.cookies.extend(seats.note(request, page.table, page.seat))
    return answer


@act("/t/{table_id:str}/sit", operation_class=described(SEATED, refuses=WISHED, body=Sitting))
async def sit(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Take a seat: the one named, or the first free one."""
    tables, form = tables_of(request), await form_of(request)
    table, there = await looked_at(request, table_id)
    if there is not None and not wants_json(request):
        return on_to(f"/t/{table.id}")
    name = form["name"] if "name" in form else name_of(request)
    try:
        wanted = number(form["seat"]) if form.get("seat") else None
        seat = await tables.sit(table, wanted, name, seats_of(request).shown(token_of(request, table.id), table))
    except Refused as error:
        if wants_json(request) or table.stage != "open":
            raise
        page = TablePage(tables, table, None, language_of(request))
        text = sentence(error.told(page.say))
        beside = {"wrong": text} if isinstance(error, BadName) else {"told": text}
        return show(request, page, status_of(error), name=name, **beside)
    return sat_down(request, table, seat, name)


@act("/t/{table_id:str}/move", operation_class=described(DONE, refuses=WISHED, body=Moving, regions=True))
async def move(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Answer. Parts of a move are drafted; `confirm` plays them. A single answer is played at once."""
    tables, form = tables_of(request), await form_of(request)
    table = await tables.table(table_id)
    seat, whole = seats_of(request).seated(request, table), wants_json(request) and "x-regions" not in request.headers
    page = await moved(tables, table, seat, form, language_of(request), whole=whole)
    draft = f"?draft={','.join(map(str, page.draft.answers))}" if page.draft else ""
    return answered(request, page, f"/t/{table.id}{draft}")


async def moved(tables: Tables, table: Table, seat: int, form: Form, language: str, *, whole: bool) -> TablePage:
    """Play the answers of a form, or draft them where more belong to the move (a program sends a move as a whole)."""
    answers = numbers(form.get("draft", "")) + (numbers(form["answer"]) if form.get("answer") else [])
    after = number(form["after"]) if form.get("after") else None
    move = table.draft(seat, answers, after, language)
    drafts = table.game.composed and not whole
    if drafts and (move.more or (len(move) > 1 and not form.get("confirm"))):
        return TablePage(tables, table, seat, language, move)
    await tables.do(table, lambda: table.check_drafted(move))
    return TablePage(tables, table, seat, language)


@act("/t/{table_id:str}/say", operation_class=described(DONE, refuses=WISHED, body=Saying, regions=True))
async def speak(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Say something, or one of the claims."""
    tables, form = tables_of(request), await form_of(request)
    table, language = await tables.table(table_id), language_of(request)
    seat = seats_of(request).seated(request, table)
    text, claim = form.get("claim") or form.get("text", ""), bool(form.get("claim"))
    await tables.do(table, lambda: table.check_say(seat, table.seats[seat].name, text, claim=claim))
    return answered(request, TablePage(tables, table, seat, language))


@act(
    "/t/{table_id:str}/{wish:str}",
    operation_class=described(DONE | SEATED, refuses=WISHED, body=Wishing, regions=True),
)
async def wish_for(request: Asked, table_id: FromPath[str], wish: Annotated[str, ONE_OF_THEM]) -> Response[Any]:
    """What players may wish for: change, renew, stand, back, vote, summons, rematch; and what the host may."""
    tables, form = tables_of(request), await form_of(request)
    table, language = await tables.table(table_id), language_of(request)
    seat = seats_of(request).seated(request, table)
    target = number(form["seat"]) if form.get("seat") else seat
    match wish:
        case _ if wish in hosting.WISHES:
            asking = seats_of(request)
            await tables.do(table, lambda: hosts_wish(table, asking.seated(request, table), wish, form))
        case "change":
            await tables.do(table, lambda: table.check_change(seats_of(request).seated(request, table), target))
        case "stand":
            await tables.do(table, lambda: table.check_stand(seats_of(request).seated(request, table)))
        case "renew":
            await tables.do(table, lambda: table.check_renew(seats_of(request).seated(request, table)))
            return sat_down(request, table, seat)
        case "back":
            await tables.do(table, lambda: table.check_back(seat, now()))
        case "vote":
            await tables.vote(table, target, seat)
        case "summons":
            address = tables.messenger.checked(form.get("address", ""))
            link = f"{site_of(request)}/t/{table.id}"
            await tables.do(table, lambda: table.check_summons(seat, address, link, language))
        case "rematch":
            return await _rematch(request, tables, table, seat)
        case _:
            raise NotFound(N_("there is nothing here"))
    answer = answered(request, TablePage(tables, table, seats_of(request).asking(request, table), language))
    if wish == "stand":
        answer.cookies.extend(seats_of(request).drop(request, table))
    return answer


async def _rematch(request: Asked, tables: Tables, table: Table, seat: int) -> Response[Any]:
    """The same game again, at the table that the first to ask has opened; who finds no seat there may watch."""
    again, opened = await tables.rematch(table, seat)
    if opened:
        if table.people() == [seat]:
            await tables.do(again, again.check_start)
        return sat_down(request, again, seat)
    free = [n for n, other in enumerate(again.seats) if not other.taken]
    name = table.seats[seat].name
    there = is_among(
        name, [other.name for other in again.seats if other.taken]
    )  # also by an earlier click, from another tab
    if free and not there and again.stage == "open":
        place = seat if seat in free else free[0]
        with suppress(Refused):  # the seat has gone: watch
            await tables.do(again, lambda: again.check_sit(place, name))
            return sat_down(request, again, place)
    return on_to(f"/t/{again.id}")


@look(
    "/t/{table_id:str}/memory",
    media_type=MediaType.HTML,
    operation_class=described({200: (HTML, Memory)}, refuses=(*AT_A_TABLE, 409), regions=True),
)
async def memory_page(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """What whoever asks can remember of the match: a page, a part of the table's page, or data for a program."""
    table, seat = await looked_at(request, table_id)
    page = TablePage(tables_of(request), table, seat, language_of(request))
    notes = page.memory
    if wants_json(request):
        return Response({"memory": [note.as_dict() for note in notes]}, media_type=MediaType.JSON)
    part = "x-regions" in request.headers
    return html("regions/memory.html" if part else "memory.html", request, page=page, say=page.say, notes=notes)


@look(
    "/t/{table_id:str}/replay",
    media_type=MediaType.HTML,
    operation_class=described(
        {200: (HTML, Regions)},
        refuses=(*AT_A_TABLE, 409),
        query={"as": "through whose eyes: a seat, table, everything", "at": "after how many answers"},
        regions=True,
    ),
)
async def replay_page(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """A match, answer by answer: a finished one, or what whoever asks has seen of one that is being played."""
    table, asking = await looked_at(request, table_id)
    eyes, at = request.query_params.get("as", ""), request.query_params.get("at", "")
    page = ReplayPage(table, eyes, number(at) if at else None, language_of(request), asking)
    if "x-regions" in request.headers:
        return Response(page.told(), media_type=MediaType.JSON)
    return html("replay.html", request, page=page, say=page.say)


@look("/t/{table_id:str}/record.json", operation_class=described({200: (Record,)}, refuses=(*AT_A_TABLE, 409)))
async def match_record(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """The whole match as plain data, with the dealer's seed, once it is over; `doppiogioco verify` checks it."""
    table, _ = await looked_at(request, table_id)
    if table.stage != "over":
        raise Refused(N_("a game can be watched again once it is over"))
    name = f'attachment; filename="{table.game.id}-{table.id}.json"'
    return Response(table.playing().record(), media_type=MediaType.JSON, headers={"Content-Disposition": name})


ROUTES = [
    new_table_form, new_table, table_page, sit, move, speak, wish_for, memory_page, replay_page, match_record,
]  # fmt: skip
