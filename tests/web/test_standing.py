"""How a table stands is found out once for a moment, and never used for another one."""

from __future__ import annotations

import random
import weakref
from typing import Any

import pytest
from minijinja import Environment

import doppiogioco
from doppiogioco.engine.errors import BadGame
from doppiogioco.engine.game import find, make_readable
from doppiogioco.engine.match import Match
from doppiogioco.tables.people import Seat
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Watchers
from doppiogioco.web import assembly
from doppiogioco.web.page_cache import PageCache
from doppiogioco.web.page_facts import Button
from doppiogioco.web.render import draw_board, escaped
from doppiogioco.web.standing import Standing, lazily, standing


def table_of(match: Match | None) -> Table:
    table = Table("t")
    table.game, table.match = find("secrets"), match
    table.seats = [Seat(f"P{seat}", nonce="n") for seat in range(4)]
    return table


def play(match: Match) -> None:
    match.play(match.waiting[0], match.legal(match.waiting[0])[0])


def test_pages_of_one_moment_share_how_the_table_stands() -> None:
    kept, watchers, table = PageCache(), Watchers(), table_of(doppiogioco.new("secrets", 4, seed=1))
    first = standing(kept, table, watchers, "en")
    assert standing(kept, table, watchers, "en") is first
    assert standing(kept, table, watchers, "it") is not first
    assert standing(kept, table, watchers, "en") is first
    assert first.view(2) is first.view(2)
    assert first.look(2) is not first.look(2)  # what remembers what was read needs its own
    assert first.look(2) == first.view(2) != first.view(1)


def test_another_moment_is_looked_at_anew() -> None:
    """An answer, an event, somebody who comes or goes, another match: each is another moment."""
    match = doppiogioco.new("secrets", 4, seed=1)
    kept, watchers, table = PageCache(), Watchers(), table_of(match)
    seen: list[Standing] = []

    def look() -> Standing:
        found = standing(kept, table, watchers, "en")
        assert found not in seen
        seen.append(found)
        return found

    before = look()
    began, heard = before.after, len(before.log(0))
    dealt = before.view(None)
    play(match)
    after = look()
    assert began == before.after < after.after == len(match.history)
    assert after.view(None) == match.view(None) != before.view(None) == dealt
    assert after.log(0) == match.log(0)
    assert len(before.log(0)) == heard  # who was told of it before is told no more of it
    table.number += 1
    table.seats[1].stand_in = True
    assert look().players[1].stand_in
    watchers.present[2] += 1
    watchers.ring()
    assert look().players[2].here
    table.match = doppiogioco.new("secrets", 4, seed=2)
    assert look().view(None) == table.match.view(None)
    while match.waiting:
        play(match)
    table.match = match
    table.number += 1
    over = look()
    assert (over.stage, over.waiting, over.deadlines, over.soonest) == ("over", (), {}, None)


def test_it_goes_with_its_cache_at_once() -> None:
    kept = PageCache()
    gone = weakref.ref(standing(kept, table_of(doppiogioco.new("secrets", 4, seed=1)), Watchers(), "en"))
    del kept
    assert gone() is None  # nobody had to look for it


def test_before_the_game_there_is_no_match_to_look_at() -> None:
    now = standing(PageCache(), table_of(None), Watchers(), "it")
    assert (now.stage, now.after, now.waiting) == ("open", 0, ())
    assert now.say.seat(3) == "P3"
    with pytest.raises(doppiogioco.DoppiogiocoError):
        now.view(None)


def test_what_is_found_out_lazily_is_found_out_once() -> None:
    class Thing:
        asked = 0

        @lazily
        def number(self) -> int:
            """How many."""
            self.asked += 1
            return 7

    thing = Thing()
    assert (thing.number, thing.number, thing.asked) == (7, 7, 1)
    assert Thing.number.__doc__ == "How many."


def test_a_text_is_escaped_as_templates_do_it() -> None:
    text = "".join(map(chr, range(32, 1_000))) + "“→😀"
    assert escaped(text) == Environment().render_str("{{ text }}", "t.html", text=text)


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_drawing_put_together_is_the_one_drawn_as_a_whole(game: str) -> None:
    """Also where something can be picked, and though frames and parts are kept from move to move."""
    seats = find(game).usual_seats
    match = doppiogioco.new(game, seats, seed="parts", names=[f"<P&{seat}>" for seat in range(seats)])
    chance, kept, drawing, say = random.Random(game), PageCache(), match.game.drawing, match.voice("it")
    for _ in range(40):
        if not match.waiting:
            break
        seat = chance.choice(match.waiting)
        view, legal = match.view(seat), match.legal(seat)
        buttons = [Button(int(a), str(a), drawing.place(view, int(a))) for a in legal]
        for picks in ({}, {button.place: button for button in buttons if button.place}):
            scene: Any = drawing.board(match.view(None), say)
            whole = draw_board(game, scene, picks, say)
            assert str(assembly.board(game, scene, picks, say, kept).facing(0)) == whole
        match.play(seat, chance.choice(legal))


def test_a_view_has_the_fields_of_its_own_game_only() -> None:
    secrets, avenue = doppiogioco.new("secrets", 4).view(), doppiogioco.new("agent-avenue", 2).view()
    fields = {view.game.id: set(view.game.state.fields) for view in (secrets, avenue)}
    others = fields["agent-avenue"] - fields["secrets"]
    assert others
    for name in others:
        assert not hasattr(secrets, name)
        assert getattr(avenue, name) == avenue.as_dict().get(name, 0)


def test_a_field_cannot_hide_behind_what_every_view_has() -> None:
    with pytest.raises(BadGame, match="cannot be called agrees"):
        make_readable(["agrees"])
