"""Looking around: the home page, the rules, the switches, and the files that pages need."""

from __future__ import annotations

import re
from typing import Any

from litestar import MediaType, Response
from litestar.params import FromPath
from litestar.response import Redirect

from doppiogioco.bots.levels import LEVELS, USUAL
from doppiogioco.engine.game import find
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.words import LANGUAGES, N_, Voice
from doppiogioco.rulebook import chapters
from doppiogioco.tables.refusals import Refused

from .choices import levels
from .cookies import kept
from .described import AT_A_TABLE, AWAY, CSS, HTML, PNG, SVG, described
from .http import Asked, act, html, look, on_to, seats_of, sentence, tables_of, wants_json
from .lists import deserted, own_tables, row
from .place import own
from .preview import of_game, picture
from .render import own_style, sprite
from .seats import language_of, level_of
from .shapes import Home
from .statuses import Unreadable, status_of

LINK = re.compile(r"/t/(\w+)")  # in the address of a table
LONGEST_CODE = 200  # characters; a link has fewer
SWITCHED = described(AWAY, refuses=(403,), query={"to": "the page to go back to"})


@look("/", name="home", media_type=MediaType.HTML, operation_class=described({200: (HTML, Home)}))
async def home(request: Asked) -> Response[Any]:
    """The games, own tables, tables that wait for players, tables to watch."""
    if not wants_json(request):
        return await _home(request)
    games = [
        {"game": name, "seats": find(name).rules.SEATS, "options": find(name).rules.OPTIONS} for name in packages()
    ]
    listed = [table for _, table in await tables_of(request).listed()]
    tables = [{"table": t.id, "game": t.game.id, "stage": t.stage, "seats": len(t.seats)} for t in listed]
    return Response({"games": games, "tables": tables}, media_type=MediaType.JSON)


async def _home(request: Asked, status: int = 200, *, code: str = "", wrong: str = "") -> Response[str]:
    """The home page; with what was typed as a code, and what is wrong with it."""
    say, tables, seats = Voice(language_of(request)), tables_of(request), seats_of(request)
    mine, more = await own_tables(tables, seats, request, say)
    listed = [table for _, table in await tables.listed() if seats.at(request, table) is None]
    alive = [table for table in listed if not deserted(tables, table)]
    return html(
        "home.html", request, status, say=say, games=[find(name) for name in packages()], mine=mine, more=more,
        open=[row(table, say) for table in alive if table.stage == "open" and not table.full],
        playing=[row(table, say) for table in alive if table.stage == "playing"],
        levels=levels(say), level=level_of(request), code=code, wrong=wrong,
    )  # fmt: skip


@look(
    "/join",
    media_type=MediaType.HTML,
    operation_class=described(AWAY, refuses=(400, *AT_A_TABLE), query={"code": "the code of a table, or its link"}),
)
async def join(request: Asked) -> Response[Any]:
    """To the table whose code, or whose link, was typed; where there is none, that is told beside the field."""
    typed = request.query_params.get("code", "")
    try:
        table = await tables_of(request).table(code_in(typed))
    except Refused as error:
        if wants_json(request):
            raise
        wrong = sentence(error.told(Voice(language_of(request))))
        return await _home(request, status_of(error), code=typed[:LONGEST_CODE], wrong=wrong)
    return on_to(f"/t/{table.id}")


def code_in(typed: str) -> str:
    """The code of a table in what somebody has typed or pasted: the code itself, or the link of the table."""
    if not typed.strip():
        raise Unreadable(N_("type the code of a table, or paste its link"))
    link = LINK.search(typed)
    return (link[1] if link else "".join(re.findall(r"\w", typed))).lower()


@look("/rules/{game:str}", media_type=MediaType.HTML, operation_class=described({200: (HTML,)}, refuses=(404,)))
async def rules(request: Asked, game: FromPath[str]) -> Response[str]:
    """The rules of a game, every clause with a place of its own."""
    found, language = find(game), language_of(request)
    return html(
        "rules.html", request, game=found, rules=chapters(found.id, language), preview=of_game(found, Voice(language)),
        lesson=(found.package.folder / "lesson.html").is_file(),
    )  # fmt: skip


@look("/credits", media_type=MediaType.HTML, operation_class=described({200: (HTML,)}))
async def credits_page(request: Asked) -> Response[str]:
    """Whose work is used here."""
    return html("credits.html", request)


@act("/language/{language:str}", operation_class=SWITCHED)
async def choose_language(request: Asked, language: FromPath[str]) -> Redirect:
    """Switch the language."""
    return _back(request, "language", language if language in LANGUAGES else LANGUAGES[0])


@act("/theme/{theme:str}", operation_class=SWITCHED)
async def choose_theme(request: Asked, theme: FromPath[str]) -> Redirect:
    """Switch between light, dark and what the system says."""
    return _back(request, "theme", theme if theme in ("light", "dark") else "auto")


@act("/level/{level:str}", operation_class=SWITCHED)
async def choose_level(request: Asked, level: FromPath[str]) -> Redirect:
    """How well the bots play at the next tables."""
    return _back(request, "level", level if level in LEVELS else USUAL)


def _back(request: Asked, name: str, value: str) -> Redirect:
    where = request.query_params.get("to", "")  # as the browser knows it
    where = where if where.startswith(own("/")) and not where.startswith("//") else own("/")
    return Redirect(where, status_code=303, cookies=[kept(request, name, value)])


@look("/icons.svg", media_type=SVG, cache=3600, operation_class=described({200: (SVG,)}))
async def icons() -> Response[str]:
    """The icons in one file."""
    return Response(sprite(), media_type=SVG, headers={"Cache-Control": "max-age=86400"})


@look("/static/games/{name:str}", media_type=CSS, operation_class=described({200: (CSS,)}))
async def game_style(name: FromPath[str]) -> Response[str]:
    """The shapes of a game's own drawing."""
    return Response(own_style(name.removesuffix(".css")), media_type=CSS, headers={"Cache-Control": "max-age=86400"})


@look("/static/previews/{name:str}", media_type=PNG, operation_class=described({200: (PNG,)}, refuses=(404,)))
async def preview(name: FromPath[str]) -> Response[bytes]:
    """The picture of a game, or of the site, for whoever shows a link to one of its pages."""
    shown = picture(name.removesuffix(".png"))
    return Response(shown, media_type=PNG, headers={"Cache-Control": "max-age=86400"})


ROUTES = [home, join, rules, credits_page, choose_language, choose_theme, choose_level, icons, game_style, preview]
