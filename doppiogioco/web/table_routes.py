"""At a table: opening one, sitting down, answering, talking, another device, and watching it again."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import segno
from litestar import MediaType, Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.words import N_, Voice
from doppiogioco.store.store import now
from doppiogioco.tables.refusals import Forbidden, NotFound, Refused
from doppiogioco.tables.table import PACES, Table
from doppiogioco.tables.tables import Tables

from .http import (
    Asked,
    Form,
    answered,
    form_of,
    html,
    look,
    number,
    numbers,
    object_of,
    regions_of,
    seats_of,
    tables_of,
    wants_json,
)
from .pages import TablePage, levels, pace_text
from .replay import ReplayPage
from .seats import Connection, kept, language_of, level_of, name_of


@look("/new/{game:str}", media_type=MediaType.HTML)
async def new_table_form(request: Asked, game: FromPath[str]) -> Response[str]:
    """Choose seats, options, pace."""
    say = Voice(language_of(request))
    paces = [(pace, pace_text(pace, say)) for pace in PACES]
    return html(
        "new.html", request, say=say, game=find(game), paces=paces, name=name_of(request), levels=levels(say),
        level=level_of(request),
    )  # fmt: skip


@post("/new/{game:str}")
async def new_table(request: Asked, game: FromPath[str]) -> Response[Any]:
    """Open a table and sit down at it; with `bots` the game begins at once."""
    form, found = await form_of(request), find(game)
    seats = number(form["seats"]) if form.get("seats") else found.usual_seats
    tables, pace, listed = tables_of(request), number(form.get("pace") or "0"), form.get("listed", "on") == "on"
    say = Voice(language_of(request))
    name = form.get("name") or name_of(request) or say("Guest")
    table = await tables.open(
        game, seats, chosen_options(form, found), pace=pace, listed=listed,
        reminders=form.get("reminders", "on") == "on", level=form.get("level") or level_of(request), by=(0, name),
    )  # fmt: skip
    if form.get("bots"):
        await tables.do(table, table.check_start)
    return _seated(request, table, 0)


def chosen_options(form: dict[str, str], game: Game) -> dict[str, Any]:
    """Options from a program's JSON, from the boxes of the form (an empty box is not sent), or the rulebook's."""
    said = form.get("options", "")
    if said.startswith("{"):
        return object_of(said)
    return {name: f"option-{name}" in form for name in game.rules.OPTIONS} if said else {}


def _seated(request: Asked, table: Table, seat: int) -> Response[Any]:
    """To the table, with the seat in the cookie (or, for a program, in the answer)."""
    secure = request.url.scheme == "https"
    cookies = [
        seats_of(request).cookie(table, seat, secure=secure),
        kept("name", table.seats[seat].name, secure=secure),
    ]
    if seat == table.host:  # a guest's own choice stays
        cookies.append(kept("level", table.level, secure=secure))
    if wants_json(request):
        data = TablePage(tables_of(request), table, seat, language_of(request)).as_json()
        token = seats_of(request).token(table, seat)
        return Response(data | {"token": token}, media_type=MediaType.JSON, status_code=201, cookies=cookies)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=cookies)


# At a table ---------------------------------------------------------------------------------------------------------


async def page_of(request: Connection, table_id: str) -> TablePage:
    """A table as whoever asks sees it, with the draft in the address."""
    table, language = await tables_of(request).table(table_id), language_of(request)
    seat, draft = seats_of(request).asking(request, table), None
    with suppress(DoppiogiocoError):  # a draft that no longer fits: begin anew
        answers = numbers(request.query_params.get("draft", ""))
        if answers and table.match and seat is not None:
            draft = table.match.check(seat, *answers, language=language)
    return TablePage(tables_of(request), table, seat, language, draft)


@look("/t/{table_id:str}", name="table", media_type=MediaType.HTML)
async def table_page(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """A table: before the game, in play, at its end."""
    page = await page_of(request, table_id)
    if request.headers.get("x-regions"):
        return regions_of(page, page.regions())
    if wants_json(request):
        return Response(page.as_json(), media_type=MediaType.JSON)
    return show(request, page)


def show(request: Asked, page: TablePage, status: int = 200) -> Response[str]:
    """The page of a table."""
    name = "table.html" if page.table.match else "lobby.html"
    link = str(request.base_url).rstrip("/") + f"/t/{page.id}"
    return html(name, request, status, page=page, say=page.say, link=link, name=name_of(request))


@post("/t/{table_id:str}/sit")
async def sit(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Take a seat: the one named, or the first free one."""
    tables, form = tables_of(request), await form_of(request)
    table = await tables.table(table_id)
    there = seats_of(request).asking(request, table)
    if there is not None and not wants_json(request):
        return Redirect(f"/t/{table.id}", status_code=303)
    free = [n for n, seat in enumerate(table.seats) if not seat.taken]
    if not free and table.stage == "open":
        raise Refused(N_("every seat is taken; you can watch once the game has begun"))
    chosen = number(form["seat"]) if form.get("seat") else (free or [0])[0]
    name = form.get("name") or name_of(request) or ""
    await tables.do(table, lambda: table.check_sit(chosen, name))
    return _seated(request, table, chosen)


@post("/t/{table_id:str}/move")
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


@post("/t/{table_id:str}/say")
async def speak(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Say something, or one of the claims."""
    tables, form = tables_of(request), await form_of(request)
    table, language = await tables.table(table_id), language_of(request)
    seat = seats_of(request).seated(request, table)
    text, claim = form.get("claim") or form.get("text", ""), bool(form.get("claim"))
    await tables.do(table, lambda: table.check_say(seat, table.seats[seat].name, text, claim=claim))
    return answered(request, TablePage(tables, table, seat, language))


@post("/t/{table_id:str}/{wish:str}")
async def wish_for(request: Asked, table_id: FromPath[str], wish: FromPath[str]) -> Response[Any]:
    """What players and the host may wish for: stand, start, bot, close, back, vote, rematch."""
    tables, form = tables_of(request), await form_of(request)
    table, language = await tables.table(table_id), language_of(request)
    seat = seats_of(request).seated(request, table)
    target = number(form["seat"]) if form.get("seat") else seat
    if wish in ("start", "bot", "close", "agree") and (table.host is None or seat != table.host):
        host = "–" if table.host is None else table.seats[table.host].name
        raise Forbidden(N_("only {host} can do this"), host=host)
    match wish:
        case "start":
            await tables.do(table, table.check_start)
        case "bot":
            await tables.do(table, lambda: table.check_bot(target, form.get("level", "")))
        case "close":
            await tables.do(table, table.check_close)
        case "agree":
            name, answers = form.get("name", ""), numbers(form.get("answers", ""))
            await tables.do(table, lambda: table.check_agree(name, answers))
        case "stand":
            await tables.do(table, lambda: table.check_stand(seat))
        case "back":
            await tables.do(table, lambda: table.check_back(seat, now()))
        case "vote":
            await tables.vote(table, target, seat)
        case "rematch":
            return await _rematch(request, tables, table, seat)
        case _:
            raise NotFound(N_("there is nothing here"))
    return answered(request, TablePage(tables, table, seats_of(request).asking(request, table), language))


async def _rematch(request: Asked, tables: Tables, table: Table, seat: int) -> Response[Any]:
    """The same game again, at the table that the first to ask has opened; who finds no seat there may watch."""
    again, opened = await tables.rematch(table, seat)
    if opened:
        if all(other == seat or table.seats[other].bot for other in range(len(table.seats))):
            await tables.do(again, again.check_start)
        return _seated(request, again, seat)
    free = [n for n, other in enumerate(again.seats) if not other.taken]
    there = seats_of(request).asking(request, again) is not None
    if free and not there and again.stage == "open":
        place = seat if seat in free else free[0]
        with suppress(Refused):  # the seat has gone, or somebody of that name sits there: watch
            await tables.do(again, lambda: again.check_sit(place, table.seats[seat].name))
            return _seated(request, again, place)
    return Redirect(f"/t/{again.id}", status_code=303)


@look("/t/{table_id:str}/memory", media_type=MediaType.HTML)
async def memory_page(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """What whoever asks can remember of the match: a page, a part of the table's page, or data for a program."""
    table, language = await tables_of(request).table(table_id), language_of(request)
    page = TablePage(tables_of(request), table, seats_of(request).asking(request, table), language)
    notes = page.memory
    if wants_json(request):
        return Response({"memory": [note.as_dict() for note in notes]}, media_type=MediaType.JSON)
    part = "x-regions" in request.headers
    return html("regions/memory.html" if part else "memory.html", request, page=page, say=page.say, notes=notes)


@look("/t/{table_id:str}/replay", media_type=MediaType.HTML)
async def replay_page(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """A match, answer by answer: a finished one, or what whoever asks has seen of one that is being played."""
    table = await tables_of(request).table(table_id)
    eyes, at = request.query_params.get("as", ""), request.query_params.get("at", "")
    asking = seats_of(request).asking(request, table)
    page = ReplayPage(table, eyes, number(at) if at else None, language_of(request), asking)
    if "x-regions" in request.headers:
        return Response(page.told(), media_type=MediaType.JSON)
    return html("replay.html", request, page=page, say=page.say)


@look("/t/{table_id:str}/record.json")
async def match_record(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """The whole match as plain data, with the dealer's seed, once it is over; `doppiogioco verify` checks it."""
    table = await tables_of(request).table(table_id)
    if table.stage != "over":
        raise Refused(N_("a game can be watched again once it is over"))
    name = f'attachment; filename="{table.game.id}-{table.id}.json"'
    return Response(table.playing().record(), media_type=MediaType.JSON, headers={"Content-Disposition": name})


# Another device -----------------------------------------------------------------------------------------------------


@look("/t/{table_id:str}/seat", media_type=MediaType.HTML)
async def seat_link(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """A link and a QR code that take the seat to another device."""
    table = await tables_of(request).table(table_id)
    seat = seats_of(request).seated(request, table)
    link = f"{str(request.base_url).rstrip('/')}/t/{table.id}/seat/{seats_of(request).token(table, seat)}"
    code = segno.make(link, error="m").svg_inline(scale=6, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return html("seat.html", request, table=table, name=table.seats[seat].name, link=link, code=code)


@look("/t/{table_id:str}/seat/{token:str}", media_type=MediaType.HTML)
async def seat_offer(request: Asked, table_id: FromPath[str], token: FromPath[str]) -> Response[str]:
    """Asks before it takes the seat, so that a preview of the link takes nothing."""
    table = await tables_of(request).table(table_id)
    seat = seats_of(request).read(table, token)
    if seat is None:
        raise Forbidden(N_("this link is no longer good: ask for a new one on the other device"))
    return html("take-seat.html", request, table=table, token=token, name=table.seats[seat].name)


@post("/t/{table_id:str}/seat/{token:str}")
async def seat_taken(request: Asked, table_id: FromPath[str], token: FromPath[str]) -> Response[Any]:
    """From now on this browser has the seat too."""
    table = await tables_of(request).table(table_id)
    seat = seats_of(request).read(table, token)
    if seat is None:
        raise Forbidden(N_("this link is no longer good: ask for a new one on the other device"))
    return _seated(request, table, seat)


ROUTES = [
    new_table_form, new_table, table_page, sit, move, speak, wish_for, seat_link, seat_offer, seat_taken, memory_page,
    replay_page, match_record,
]  # fmt: skip
