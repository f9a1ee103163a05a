"""Templates and icons: MiniJinja over plain objects, and a sprite made from the installed Font Awesome package."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from minijinja import Environment, safe

from doppiogioco.engine.contract import ScenePart
from doppiogioco.engine.shelf import package_of, packages
from doppiogioco.engine.words import Voice

from .faces import face, temper_words
from .page_cache import Piece
from .place import placed

TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
PLAIN_ICON = re.compile(r"""\{\{ icon\("([a-z0-9-]+)"\) \}\}""")  # always the same: put in when the template is read
PLAIN_TEXT = re.compile(r"""\{\{ say\("([^"\\]*)"\) \}\}""")  # as well, once for each language
GOES_ROUND = "\x1e"  # in a board's template: on both sides of each place that goes round when the table is turned
GAP = "\x1f"  # given to a template in place of a text that is put in later
ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;", "/": "&#x2f;"}
)  # as templates do it
ICON = re.compile(r"""(?:icon\(\s*["']|icons\.svg#)([a-z0-9-]+)""")


def _load(name: str) -> str | None:
    """A template of the tables, or `games/<game>/<name>` beside the game's rules."""
    parts = name.split("/")
    path = TEMPLATES / name
    package = package_of(parts[1]) if parts[0] == "games" and len(parts) == 3 else None
    if package:
        own = package.folder / parts[2]
        path = own if own.is_file() else TEMPLATES / "plain" / parts[2]
    if not path.is_file():
        return None
    return PLAIN_ICON.sub(lambda found: icon(found[1]), placed(path.read_text(encoding="utf-8")))


@cache
def own_style(game: str) -> str:
    """The style sheet beside a game's drawing."""
    package = package_of(game)
    path = package.folder / "table.css" if package else None
    return path.read_text(encoding="utf-8") if path and path.is_file() else ""


@cache
def icon(name: str, label: str = "") -> str:
    """A picture from the sprite; without a label it only decorates."""
    said = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return safe(placed(f'<svg class="icon" {said}><use href="/icons.svg#{name}"></use></svg>'))


def part(
    template: str, thing: ScenePart, say: Voice, picks: Mapping[str, Hashable] | None = None, invitation: str = ""
) -> str:
    """A part of a drawing: drawn again only when its thing, or what can be picked at its places, has changed."""
    return drawn_part(template, thing, say, picks, invitation).html


def drawn_part(
    template: str, thing: ScenePart, say: Voice, picks: Mapping[str, Hashable] | None = None, invitation: str = ""
) -> Part:
    """The same, for templates and as it is sent."""
    own = tuple([(place, picks[place]) for place in thing.places if place in picks]) if picks else ()
    return _part(template, thing, say.language, own, invitation if own else "")


class Part(NamedTuple):
    """A part of a drawing: for the template round it, and as it is sent."""

    html: str
    piece: Piece


@lru_cache(4_000)
def _part(
    template: str, thing: Hashable, language: str, picks: tuple[tuple[str, Hashable], ...], invitation: str
) -> Part:
    drawn = render(template, it=thing, say=Voice(language), picks=dict(picks), invitation=invitation)
    return Part(safe(drawn), Piece(drawn))


def forget_parts() -> None:
    """Parts of drawings are drawn again when they are needed."""
    _part.cache_clear()


def _load_in(language: str, name: str) -> str | None:
    """A template in which what is always said in the same words has been said already."""
    source, say = _load(name), Voice(language)
    return source and PLAIN_TEXT.sub(lambda found: escaped(say(found[1])), source)


@cache
def environment(language: str) -> Environment:
    """The templates of a language, read once."""
    found = Environment(
        loader=partial(_load_in, language), undefined_behavior="strict", trim_blocks=True, lstrip_blocks=True
    )
    found.add_global("icon", icon)
    found.add_global("part", part)
    found.add_global("face", face)
    found.add_global("goes_round", GOES_ROUND)
    found.add_global("temper", temper_words)
    found.add_filter("safe_html", lambda piece: safe(str(piece)))
    return found


@cache
def mentions(template: str, name: str) -> bool:
    """Does a template use this name?"""
    return name in (_load(template) or "")


def render(template: str, *, say: Voice, **context: Any) -> str:
    """A template with who speaks in it, and what else it needs."""
    return environment(say.language).render_template(template, say=say, **context)


def escaped(text: str) -> str:
    """A text as a template would write it."""
    return text.translate(ESCAPES)


def draw_board(game: str, scene: Any, picks: Mapping[str, Any], say: Voice) -> str:
    """A game's board."""
    return render(f"games/{game}/board.html", board=scene, picks=picks, say=say).replace(GOES_ROUND, "")


def turns(game: str) -> bool:
    """Is a game's board the same from every side, but for the order of its places?"""
    return mentions(f"games/{game}/board.html", "{{ goes_round }}")


def templates() -> list[Path]:
    """Every template there is."""
    return sorted([*TEMPLATES.rglob("*.html"), *_beside_games("*.html")])


def _beside_games(pattern: str) -> Iterator[Path]:
    for package in packages().values():
        yield from package.folder.glob(pattern)


@cache
def icon_names() -> tuple[str, ...]:
    """The icons that templates and drawings use."""
    sources = [*templates(), *_beside_games("*.py"), *Path(__file__).parent.glob("*.py")]
    return tuple(sorted({name for path in sources for name in ICON.findall(path.read_text(encoding="utf-8"))}))


@cache
def sprite() -> str:
    """The icons in one file. Font Awesome Free, CC BY 4.0: the package's own notice is kept."""
    folder = files("fontawesomefree") / "static" / "fontawesomefree" / "svgs" / "solid"
    symbols, notice = [], ""
    for name in icon_names():
        source = (folder / f"{name}.svg").read_text(encoding="utf-8")
        notice = notice or "".join(re.findall(r"<!--.*?-->", source))
        box = re.search(r'viewBox="([^"]+)"', source)
        shapes = re.sub(r"<!--.*?-->|</?svg[^>]*>", "", source)
        assert box
        symbols.append(f'<symbol id="{name}" viewBox="{box[1]}">{shapes}</symbol>')
    return f'<svg xmlns="http://www.w3.org/2000/svg">{notice}{"".join(symbols)}</svg>'
