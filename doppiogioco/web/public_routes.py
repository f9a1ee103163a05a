"""Looking around: the home page, the rules, the switches, and the files that pages need."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from doppiogioco.bots.levels import LEVELS, USUAL
from doppiogioco.engine.game import find
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.rulebook import chapters

from .http import Asked, html, look, seats_of, tables_of, wants_json
from .pages import levels
from .render import own_style, sprite
from .seats import kept, language_of, level_of


@look("/", name="home", media_type=MediaType.HTML)
async def home(request: Asked) -> Response[Any]:
    """The games, tables that wait for players, tables to watch."""
    say = Voice(language_of(request))
    listed = await tables_of(request).listed()
    if wants_json(request):
        games = [
            {"game": name, "seats": find(name).rules.SEATS, "options": find(name).rules.OPTIONS} for name in packages()
        ]
        tables = [{"table": t.id, "game": t.game.id, "stage": t.stage, "seats": len(t.seats)} for _, t in listed]
        return Response({"games": games, "tables": tables}, media_type=MediaType.JSON)
    mine = [table for _, table in listed if seats_of(request).asking(request, table) is not None]
    return html(
        "home.html", request, say=say, games=[find(name) for name in packages()],
        open=[t for _, t in listed if t.stage == "open"], playing=[t for _, t in listed if t.stage == "playing"],
        mine=mine, levels=levels(say), level=level_of(request),
    )  # fmt: skip


@look("/rules/{game:str}", media_type=MediaType.HTML)
async def rules(request: Asked, game: FromPath[str]) -> Response[str]:
    """The rules of a game, every clause with a place of its own."""
    found = find(game)
    lesson = (found.package.folder / "lesson.html").is_file()
    return html("rules.html", request, game=found, rules=chapters(found.id, language_of(request)), lesson=lesson)


@look("/credits", media_type=MediaType.HTML)
async def credits_page(request: Asked) -> Response[str]:
    """Whose work is used here."""
    return html("credits.html", request)


@post("/language/{language:str}")
async def choose_language(request: Asked, language: FromPath[str]) -> Redirect:
    """Switch the language."""
    return _back(request, "language", language if language in LANGUAGES else LANGUAGES[0])


@post("/theme/{theme:str}")
async def choose_theme(request: Asked, theme: FromPath[str]) -> Redirect:
    """Switch between light, dark and what the system says."""
    return _back(request, "theme", theme if theme in ("light", "dark") else "auto")


@post("/level/{level:str}")
async def choose_level(request: Asked, level: FromPath[str]) -> Redirect:
    """How well the bots play at the next tables."""
    return _back(request, "level", level if level in LEVELS else USUAL)


def _back(request: Asked, name: str, value: str) -> Redirect:
    where = request.query_params.get("to", "/")
    where = where if where.startswith("/") and not where.startswith("//") else "/"
    return Redirect(where, status_code=303, cookies=[kept(name, value)])


@look("/icons.svg", media_type="image/svg+xml", cache=3600)
async def icons() -> Response[str]:
    """The icons in one file."""
    return Response(sprite(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@look("/static/games/{name:str}", media_type="text/css")
async def game_style(name: FromPath[str]) -> Response[str]:
    """The shapes of a game's own drawing."""
    return Response(
        own_style(name.removesuffix(".css")), media_type="text/css", headers={"Cache-Control": "max-age=86400"}
    )


ROUTES = [home, rules, credits_page, choose_language, choose_theme, choose_level, icons, game_style]
