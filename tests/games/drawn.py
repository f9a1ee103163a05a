"""What the tests of all drawings share: a match at each of its moments, what can be picked, the pieces as HTML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import unescape
from random import Random

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Match
from doppiogioco.web.page_facts import Button
from doppiogioco.web.render import draw_board, render

Choose = Callable[[Random, Match, int], Answer]


def at_random(chance: Random, match: Match, seat: int) -> Answer:
    return chance.choice(match.legal(seat))


def moments(match: Match, seed: int | str, choose: Choose = at_random) -> Iterator[Match]:
    """A match at every question of a game played by chance, and at its end."""
    chance = Random(seed)
    while not match.over:
        yield match
        seat = chance.choice(match.waiting)
        match.play(seat, choose(chance, match, seat))
    yield match


def sampled(moments: Iterator[Match], every: int) -> Iterator[Match]:
    """Each question the first time it comes up, and besides one moment of so many."""
    seen = set[int]()
    for number, match in enumerate(moments):
        ask = match.view().ask
        if number % every == 0 or ask not in seen:
            seen.add(ask)
            yield match


def picks_of(match: Match, seat: int | None, language: str = "en") -> dict[str, Button]:
    """Legal answers by the places that stand for them; a place never stands for two."""
    if seat is None:
        return {}
    view, place = match.view(seat), match.game.drawing.place
    buttons = [Button(int(a), str(a), place(view, int(a))) for a in match.legal(seat, language)]
    placed = {button.place: button for button in buttons if button.place}
    assert len(placed) == sum(button.place is not None for button in buttons), "two answers share a place"
    return placed


def board_of(
    match: Match, picks: Mapping[str, Button] | None = None, language: str = "en", view: View | None = None
) -> str:
    """The board, by default as everybody sees it."""
    say, game = match.voice(language), match.game
    scene = game.drawing.board(view or match.view(None), say)
    return draw_board(game.id, scene, picks or {}, say)


def mine_of(match: Match, seat: int | None, picks: Mapping[str, Button] | None = None, language: str = "en") -> str:
    """What is a seat's own."""
    say, game = match.voice(language), match.game
    scene = game.drawing.mine(match.view(seat), say)
    return render(f"games/{game.id}/mine.html", mine=scene, picks=picks or {}, say=say)


def clickable(matches: Iterable[Match], unplaced: Callable[[View, int], bool], drawn: int = 12) -> set[int]:
    """Every legal answer that is a thing on the table can be clicked there, with its words, and nothing else can.

    Of each question the first few are drawn; returned are the questions that came up.
    """
    asked = Counter[int]()
    for match in matches:
        for seat in match.waiting:
            view, may = match.view(seat), picks_of(match, seat)
            wanted = {int(a) for a in match.legal(seat) if not unplaced(view, int(a))}
            assert {pick.value for pick in may.values()} == wanted
            asked[view.ask] += 1
            if asked[view.ask] > drawn:
                continue
            html = board_of(match, may) + mine_of(match, seat, may)
            for pick in may.values():
                spots = re.findall(rf'data-answer="{pick.value}"[^>]*aria-label="([^"]*)"', html)
                assert [*map(unescape, spots)] == [pick.text], f"question {view.ask}: {pick}"
            assert html.count("data-answer=") == len(may)
    return set(asked)
