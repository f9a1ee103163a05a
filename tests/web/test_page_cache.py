"""What is drawn once for several viewers, or for several moves, is what each of them would have been shown alone."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine.game import Once, Setup, View, find, label
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.records import replay
from doppiogioco.engine.state import CHANCE
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.tables.people import Said, Seat
from doppiogioco.tables.table import Table
from doppiogioco.tables.tables import Watchers
from doppiogioco.web import assembly
from doppiogioco.web.boards import Board, BoardReader, in_lines
from doppiogioco.web.live import Screen, drafted, news
from doppiogioco.web.moments import last_answer, last_turn
from doppiogioco.web.page_cache import MOST, PageCache, Piece
from doppiogioco.web.pages import DRAFTED, REGIONS, TablePage
from doppiogioco.web.render import draw_board, render, turns

# Of each game the lightest and the heaviest set-up.
SETUPS = [setup for game in doppiogioco.games() for setup in (find(game).setups()[0], find(game).setups()[-1])]
MOVES = 40


def table_of(match: Match) -> Table:
    table = Table("t")
    table.game, table.options, table.match = match.game, match.options, match
    table.seats = [Seat(f"P{seat}", nonce="n", bot=seat == 1) for seat in range(match.seats)]
    return table


def page(table: Table, watchers: Watchers, seat: int | None, language: str) -> dict[str, Piece]:
    tables: Any = SimpleNamespace(watchers=lambda _: watchers)
    return TablePage(tables, table, seat, language).regions()


def alone(together: Table, watching: Watchers, seat: int | None, language: str) -> dict[str, Piece]:
    """The page of somebody at whose table nobody has looked before."""
    table, watchers = table_of(replay(together.playing().record(with_seed=True))), Watchers()
    table.chat = together.chat
    watchers.present |= watching.present
    return page(table, watchers, seat, language)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_pages_are_those_that_each_viewer_would_get_alone(setup: tuple[str, int, dict[str, bool]]) -> None:
    game, seats, options = setup
    chance = random.Random(label(setup))
    match = doppiogioco.new(game, seats, options, seed="kept", names=[f"P{seat}" for seat in range(seats)])
    table, watchers = table_of(match), Watchers()
    viewers = [(seat, language) for language in LANGUAGES for seat in (*range(seats), None)]
    for number in range(MOVES):
        if not match.waiting:
            break
        if number % 5 == 2:
            table.hear(Said(0, "P0", f"number {number}", 1.0))
        if number % 7 == 3:
            watchers.present[0] ^= 1
            watchers.ring()
        together = {viewer: page(table, watchers, *viewer) for viewer in viewers}
        for viewer in chance.sample(viewers, 4):
            assert together[viewer] == alone(table, watchers, *viewer)
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))
        table.number += 1


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_draft_changes_only_what_is_told_of_it(setup: tuple[str, int, dict[str, bool]]) -> None:
    """All else of the page of who puts a move together is what it was, also if it were drawn anew with the draft."""
    game, seats, options = setup
    chance = random.Random(label(setup))
    match = doppiogioco.new(game, seats, options, seed="drafted", names=[f"P{seat}" for seat in range(seats)])
    table, watchers = table_of(match), Watchers()
    tables: Any = SimpleNamespace(watchers=lambda _: watchers)
    drafts, screens, readers = 0, [Screen() for _ in range(seats)], [BoardReader() for _ in range(seats)]
    while match.waiting and drafts < MOVES // 4:
        seat = chance.choice(match.waiting)
        answer = chance.choice(match.legal(seat))
        if (move := match.check(seat, answer)).more:
            drafts += 1
            plain, put = TablePage(tables, table, seat, "en"), TablePage(tables, table, seat, "en", move)
            for name in set(REGIONS) - set(DRAFTED):
                assert plain.region(name) == put.region(name) == put._draw(name), name
            assert plain.region("question") != put.region("question")
            readers[seat].read(news(plain, screens[seat]))
            told = [readers[seat].read(drafted(put, screens[seat])) for _ in range(2)]  # it goes by: twice the same
            assert told[0] == told[1]
            assert told[0]["regions"] == {name: str(put.region(name)) for name in DRAFTED}
        match.play(seat, answer)
        table.number += 1
    assert drafts or not match.game.composed


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_board_that_is_turned_is_the_one_drawn_from_that_side(setup: tuple[str, int, dict[str, bool]]) -> None:
    game, seats, options = setup
    chance = random.Random(label(setup))
    match = doppiogioco.new(game, seats, options, seed="turned", names=[f"P{seat}" for seat in range(seats)])
    drawing, say, kept = match.game.drawing, match.voice("en"), PageCache()
    for _ in range(MOVES):
        if match.waiting:
            seat = chance.choice(match.waiting)
            match.play(seat, chance.choice(match.legal(seat)))
        view = match.view(None)
        drawn = assembly.board(game, drawing.board(view, say), {}, say, kept)
        for side in range(seats if turns(game) else 1):
            assert str(drawn.facing(side)) == draw_board(game, drawing.board(view, say, facing=side), {}, say)


def test_of_a_scene_in_parts_only_what_looks_different_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rendered, kept = doppiogioco.new("secrets", 5, seed="parts"), list[str](), PageCache()

    def draw(template: str, **context: Any) -> str:
        rendered.append(template)
        return render(template, **context)

    monkeypatch.setattr(assembly, "render", draw)
    for _ in range(10):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
        scene = match.game.drawing.board(match.view(None), match.voice("en"))
        assembly.board("secrets", scene, {}, match.voice("en"), kept)
    assert rendered == ["games/secrets/board.html"]


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_board_told_in_pieces_is_the_whole_board(setup: tuple[str, int, dict[str, bool]]) -> None:
    """Whatever a live page was told before, also if it missed something, or has another side of the table before it."""
    game, seats, options = setup
    chance = random.Random(label(setup))
    match = doppiogioco.new(game, seats, options, seed="pieces", names=[f"P{seat}" for seat in range(seats)])
    table, watchers = table_of(match), Watchers()
    tables: Any = SimpleNamespace(watchers=lambda _: watchers)
    viewers = (*range(seats), None)
    screens, readers = {viewer: Screen() for viewer in viewers}, {viewer: BoardReader() for viewer in viewers}
    shown = dict.fromkeys(viewers, "")
    spared = 0
    for _ in range(MOVES):
        for viewer in viewers:
            if chance.random() < 0.2:
                continue  # somebody who reads slowly
            page, since = TablePage(tables, table, viewer, "en"), screens[viewer].told
            text = news(page, screens[viewer])
            message = readers[viewer].read(text)
            seen = page.beats(since.answers) if since.marks else []
            pictures = [str(beat.board.facing(page.side)) if beat.board else None for beat in seen]
            assert [beat.get("board") for beat in message.get("beats", ())] == pictures
            shown[viewer] = message["regions"].get("board", shown[viewer])
            assert shown[viewer] == str(page.region("board"))
            board = json.loads(text).get("board")
            spared += len(shown[viewer]) - len(json.dumps(board)) if board else 0
        if not match.waiting:
            break
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))
        table.number += 1
    assert spared > 0  # or it would be simpler to tell all of it


def test_a_backslash_in_a_drawing_stays() -> None:
    for text in ("a\nb", "a\\nb\nc", "\\", "", "\n", 'è "x"\n\\\n'):
        board = Board([in_lines(text)])
        message = f'{{"regions": {{}}, "board": {{"side": 0, "sections": {board.told_after(None)}}}}}'
        assert str(board.facing(0)) == text
        assert BoardReader().read(message) == {"regions": {"board": text}}


def test_only_tables_that_can_be_turned_are() -> None:
    found = {game for game in doppiogioco.games() if turns(game)}
    assert {"secrets", "spywhere"} <= found
    assert not found & {"agent-avenue", "top-secret-spies"}


def test_a_piece_is_drawn_again_when_its_facts_change() -> None:
    kept, drawn = PageCache(), list[int]()

    def draw(fact: int) -> Piece:
        drawn.append(fact)
        return Piece(f"<b>{fact}</b>")

    for fact in (1, 1, 2, 1):
        assert kept.get("board", fact, lambda fact=fact: draw(fact)) == Piece(f"<b>{fact}</b>")
    assert drawn == [1, 2]
    for fact in range(3, MOST + 3):
        kept.get("board", fact, lambda fact=fact: draw(fact))
    kept.get("board", 1, lambda: draw(1))  # the oldest had to go
    assert drawn[-1] == 1


def test_what_is_true_of_a_moment_goes_with_it() -> None:
    kept, drawn = PageCache(), list[int]()
    for after in (1, 1, 2, 2, 1):
        kept.now(after, "board", "facts", lambda after=after: drawn.append(after))
    assert drawn == [1, 2, 1]


def test_a_piece_is_sent_as_it_reads() -> None:
    text = '<b title="“è” \\ 😀">\n→</b>'
    assert str(Piece(text)) == text
    assert str(Piece.joined([Piece(text), Piece(text)])) == text + text
    assert Piece(text).quoted.isascii()


def test_a_number_stands_for_the_same_facts_for_ever() -> None:
    kept = PageCache()
    first = kept.serial("a")
    others = [kept.serial(fact) for fact in range(2 * MOST)]
    assert first not in others
    assert kept.serial("a") not in [first, *others]  # forgotten, so it gets a new one


# Views know what was read from them ---------------------------------------------------------------------------------


def views(*seats: int) -> list[View]:
    match = doppiogioco.new("secrets", 5, seed=3)
    return [match.view(seat) for seat in seats]


def test_views_agree_in_what_was_read() -> None:
    one, other = views(0, 2)
    assert one.agrees(other)  # nothing has been read yet
    assert one.active == other.active
    assert one.agrees(other)
    assert one.read_in_public()
    assert one.token != other.token  # each sees its own
    assert not one.agrees(other)
    assert not one.read_in_public()


@pytest.mark.parametrize("fact", ["seat", "vector"])
def test_the_seat_and_the_whole_count_as_read(fact: str) -> None:
    one, other = views(0, 2)
    getattr(one, fact)
    assert not one.agrees(other)
    assert not one.read_in_public()


def test_all_who_do_not_sit_at_a_seat_agree_in_that() -> None:
    one, other, there, spectator = *views(0, 2, 3), doppiogioco.new("secrets", 5, seed=3).view()
    assert not one.sits(3) and not one.sits(1, 3)
    assert one.agrees(other) and one.agrees(spectator)
    assert not one.agrees(there)
    assert not one.read_in_public()
    assert there.sits(1, 3)
    assert not there.agrees(one)
    assert not there.sits(0, 2)
    assert not there.agrees(other)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_question_is_put_into_words_once_for_all_whom_it_does_not_concern(setup: Setup) -> None:
    """Whom it concerns in two ways at most: who is asked, and whose card is guessed."""
    game, seats, options = setup
    match = doppiogioco.new(game, seats, options, seed=1)
    while not match.over:
        texts = {seat: match.question(seat) for seat in (*range(seats), None)}
        made = match._look().questions["en"]._made
        others = [seat for seat in texts if seat not in match.waiting]
        assert len(made) <= len(match.waiting) + min(2, len(others))
        assert texts == {seat: match.game.words.question(match.view(seat), match.voice("en")) for seat in texts}
        seat = match.waiting[-1]
        match.play(seat, match.legal(seat)[len(match.history) % len(match.legal(seat))])


def test_the_end_counts_as_read() -> None:
    match = doppiogioco.new("secrets", 4, seed=3)
    before = match.view()
    assert not before.over
    while match.waiting:
        assert before.agrees(match.view())
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    assert match.view().over
    assert not before.agrees(match.view())


def test_what_reads_only_the_public_part_is_made_once() -> None:
    made = list[int]()

    def make(read: str, view: View) -> str:
        made.append(view._seat)
        return str(getattr(view, read))

    public, private = Once[str](), Once[str]()
    for view in views(0, 1, 2, 3, 4):
        public.get(lambda view: make("active", view), lambda view=view: (view,))
    assert made == [0]
    made.clear()
    sides = [private.get(lambda view: make("token", view), lambda view=view: (view,)) for view in views(0, 1, 2)]
    assert made == [0, 1, 2]
    assert len(set(sides)) == 3


def test_views_can_be_copied_and_know_no_other_names() -> None:
    import copy

    one = views(0)[0]
    assert copy.copy(one) == one
    with pytest.raises(AttributeError):
        one.nothing  # noqa: B018


def test_what_happened_before_ones_turn_stays_while_it_goes_on() -> None:
    """Anna exchanges a card and is asked on: what Bruno did before is still news to her, and what she was shown since
    her last answer is another matter."""
    anna, bruno = 0, 1
    history = [Given(seat, 0) for seat in (anna, CHANCE, bruno, bruno, CHANCE, anna, CHANCE, anna)]
    assert [last_turn(history[:upto], anna) for upto in (0, 1, 2, 3, 5, 6, 8)] == [0, 0, 0, 1, 1, 1, 1]
    assert [last_turn(history[:upto], bruno) for upto in (2, 4, 6, 8)] == [0, 0, 4, 4]
    assert [last_answer(history, seat) for seat in (anna, bruno, None)] == [8, 4, 0]
    assert last_turn(history, None) == 0
