"""A drawing made of parts: what stands round them is kept, and only those parts are drawn that look different.

A scene that is made of parts says so (`InParts`, engine/contract.py). Any other scene is drawn as a whole.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from doppiogioco.engine.contract import InParts
from doppiogioco.engine.words import Voice

from .boards import Board, Section, in_lines
from .page_cache import PageCache, Piece
from .render import GAP, GOES_ROUND, drawn_part, render


class Frame(NamedTuple):
    """What stands round the parts of a drawing."""

    sections: list[Section]  # what stays and what goes round, in turns; between the pieces of each there are parts
    templates: list[str]  # of the parts


def board(game: str, scene: Any, picks: Mapping[str, Hashable], say: Voice, kept: PageCache) -> Board:
    """A game's board, ready to be seen from any side."""
    return Board(_drawn(f"games/{game}/board.html", scene, picks, say, kept))


def mine(game: str, scene: Any, picks: Mapping[str, Hashable], say: Voice, kept: PageCache) -> Piece:
    """What only one seat sees."""
    return Piece.as_sent("".join(_drawn(f"games/{game}/mine.html", scene, picks, say, kept)[0]))


def _drawn(template: str, scene: Any, picks: Mapping[str, Hashable], say: Voice, kept: PageCache) -> list[Section]:
    if not isinstance(scene, InParts):
        text = render(template, say=say, picks=picks, board=scene, mine=scene)
        return [in_lines(section) for section in text.split(GOES_ROUND)]
    things = scene.parts
    facts = template, say.language, len(things), *scene.frame
    frame = kept.get("frame", facts, lambda: _frame(template, scene, say))
    drawn = zip(frame.templates, things, strict=True)
    parts = iter([drawn_part(one, thing, say, picks, scene.invitation).piece.sent for one, thing in drawn])
    return [section if len(section) == 1 else _filled(section, parts) for section in frame.sections]


def _filled(section: Section, parts: Iterator[str]) -> Section:
    first, *others = section
    return [first, *[piece for other in others for piece in (next(parts), other)]]


def _frame(template: str, scene: Any, say: Voice) -> Frame:
    """A drawing with a gap in place of each part. What can be picked is in the parts."""
    templates = list[str]()

    def part(template: str, *_: Any) -> str:
        templates.append(template)
        return GAP

    text = render(template, say=say, picks={}, part=part, board=scene, mine=scene)
    sections = [[Piece(text).sent for text in section.split(GAP)] for section in text.split(GOES_ROUND)]
    return Frame(sections, templates)
