"""The board in a notebook: the drawing of the page, with all it needs inside, so that no server is asked for anything.

It stands in a frame: neither does its style reach the notebook, nor the notebook's style the board.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape

from doppiogioco.engine.game import View
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import Voice
from doppiogioco.web.render import STATIC, draw_board, own_style, render, sprite

WIDE = 880  # pixels at most: from 1100 on the style makes room for the columns of a page
HIGH = 1100  # pixels at least: some boards grow with the height of their window, up to here; below it is cut off
FIT = (
    "const high = this.contentDocument.body.offsetHeight; "
    f"this.style.height = Math.max(high, {HIGH}) + 'px'; this.parentNode.style.height = high + 'px'"
)
FROM_SPRITE = re.compile(r"/icons\.svg#([a-z0-9-]+)")
NOTICE = re.compile(r"<!--.*?-->")
SYMBOL = re.compile(r'<symbol id="([a-z0-9-]+)".*?</symbol>', re.DOTALL)


class Framed(str):
    """A piece of HTML that a notebook shows by itself."""

    def _repr_html_(self) -> str:
        return str(self)


def framed(view: View, voice: Voice | str = "en", below: str = "") -> Framed:
    """The table as a viewer sees it, with what is theirs alone; made from the view and from nothing else.

    >>> import doppiogioco
    >>> match = doppiogioco.new("secrets", seats=4, seed=7)
    >>> framed(match.view(0), "it")[:4]
    '<div'
    """
    say = Voice(voice) if isinstance(voice, str) else voice
    game, drawing = view.game.id, view.game.drawing
    mine = None if view.seat == SPECTATOR else drawing.mine(view, say)
    chair = 0 if view.seat == SPECTATOR else view.seat
    page = render(
        "notebook.html",
        style=(STATIC / "style.css").read_text(encoding="utf-8") + own_style(game),
        board=draw_board(game, drawing.board(view, say, facing=drawing.facing(view, chair)), {}, say),
        mine=render(f"games/{game}/mine.html", mine=mine, picks={}, say=say) if mine else "",
        game=game,
        below=below,
        say=say,
    )
    title, page = escape(say(view.game.words.TITLE)), escape(with_icons(page))
    style = f"display: block; width: 100%; height: {HIGH}px; border: 0"
    frame = f'<iframe title="{title}" style="{style}" onload="{FIT}" srcdoc="{page}"></iframe>'
    return Framed(f'<div style="max-width: {WIDE}px; overflow: hidden">{frame}</div>')


def with_icons(page: str) -> str:
    """The same page with the icons that it uses inside."""
    names = sorted(set(FROM_SPRITE.findall(page)))
    notice, symbols = _icons()
    inside = f'<svg class="vh" aria-hidden="true">{notice}{"".join(symbols[name] for name in names)}</svg>'
    return FROM_SPRITE.sub(r"#icon-\1", page).replace("</body>", f"{inside}</body>")


@cache
def _icons() -> tuple[str, dict[str, str]]:
    """The notice of the icons' makers, and each icon by name."""
    whole = sprite()
    symbols = {found[1]: found[0].replace('id="', 'id="icon-', 1) for found in SYMBOL.finditer(whole)}
    return "".join(NOTICE.findall(whole)), symbols
