"""Spies & Lies as it happens: every card is seen when it turns over, from the side one plays for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from armies import ANNA, BLUE, BOB, CHRIS, DAVID, GAME, RED, agent, guess, missions, right, table, wrong
from drawn import moments

import doppiogioco
from doppiogioco.engine.game import Setup, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.questions import BEAT, BLINK, REVEAL
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.story import Moment
from doppiogioco.engine.words import Voice
from doppiogioco.games.spies_and_lies.cards import FLAG, MISSIONS, Soldier
from doppiogioco.games.spies_and_lies.scene import Army, Board
from doppiogioco.games.spies_and_lies.state import Ask
from doppiogioco.web.render import draw_board

SETUPS = [setup for setup in doppiogioco.setups() if setup[0] == GAME]
art = doppiogioco.find(GAME).drawing
SAY = Voice("en", ("Anna", "Bob", "Chris", "David"))


def happened(match: Match) -> list[Moment]:
    """Everything that has happened since the match was looked at first."""
    match.log()
    return match.moments()


def seen(match: Match) -> Match:
    """Somebody looks on from now on."""
    match.log()
    return match


def every(setup: Setup, seed: int) -> Iterator[Moment]:
    """Everything that happens in a match played at random, as it happens."""
    game, seats, options = setup
    told = 0
    for match in moments(doppiogioco.new(game, seats, options, seed=seed), Random(seed).random()):
        match.log()
        yield from match.moments(told)
        told = len(match.history)


def army_of(board: Board, side: int) -> Army:
    return board.bottom if board.bottom.number == side else board.top


def drawn(moment: Moment, facing: int = 0) -> Board:
    board = art.moment(moment.before, moment.given, moment.after, SAY, facing)
    assert isinstance(board, Board)
    return board


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_card_is_seen_as_it_turns_over_and_nothing_else_opens(setup: Setup) -> None:
    turned = 0
    for seed in range(3):
        for moment in every(setup, seed):
            before = moment.before
            if before.ask != Ask.REVEAL:
                continue
            turned += 1
            for facing in (RED, BLUE):
                board = drawn(moment, facing)
                shown = army_of(board, before.target).cards[before.mission]
                assert (shown.rank, shown.asked) == (moment.given.answer + 1, True)
                assert shown.guess and shown.guess.rank == before.guess + 1
                assert shown.stamp == board.call.stamp != ""
                assert draw_board(GAME, board, {}, SAY).count(f">{shown.stamp}</text>") == 2  # on the card, and below
                assert [army_of(board, side).points for side in (RED, BLUE)] == moment.after.points
                others = [card for army in (board.top, board.bottom) for card in army.cards if card is not shown]
                open_before = [kind for army in _armies(moment) for kind in army]
                assert sum(card.kind == "back" for card in others) == open_before.count("back") - 1
                assert not any(card.stamp for card in others)
    assert turned > 20


def _armies(moment: Moment) -> list[list[str]]:
    board = art.board(moment.before, SAY)
    return [[card.kind for card in army.cards] for army in (board.top, board.bottom)]


@pytest.mark.parametrize(
    ("soldier", "word", "kind"), [(Soldier.SPY, "right", "retired"), (Soldier.BOMB, "wrong", "face")]
)
def test_a_guess_is_stamped(soldier: int, word: str, kind: str) -> None:
    match = seen(missions((Soldier.SPY, 1, 2, 3), (0, 1, 2, 3)))
    guess(match, soldier)
    said, turned = happened(match)
    assert said.before.ask == Ask.GUESS and art.moment(*_parts(said), SAY) is None  # the board after it says it
    asked = art.board(said.after, SAY)
    assert (asked.call.said, asked.call.stamp) == (f"{soldier + 1} {'Spy' if soldier == 0 else 'Bomb'}", "")
    card = drawn(turned).bottom.cards[0]
    assert (card.stamp, card.kind, card.rank) == (word, kind, 1)
    assert drawn(turned).call.title == f"Bob on Mission 1 of Anna: {asked.call.said}, {word}"


def _parts(moment: Moment) -> tuple[object, ...]:
    return moment.before, moment.given, moment.after


def test_by_hand_a_card_may_give_itself_away() -> None:
    match = seen(missions((Soldier.SPY, 1, 2, 3), (0, 1, 2, 3), by_hand=True, token=((0, 1, 1, 1), (1, 1, 1, 1))))
    guess(match, Soldier.MARSHAL)
    card = drawn(happened(match)[-1]).bottom.cards[0]
    assert (card.stamp, card.kind, card.guess.icon) == ("given away", "retired", "check")


@pytest.mark.parametrize("facing", [RED, BLUE])
def test_the_last_card_of_a_day_and_who_is_exhausted_are_seen_before_the_day_is_cleared(facing: int) -> None:
    rows = (Soldier.SPY, Soldier.SCOUT, Soldier.MINER, Soldier.BOMB), (0, 1, 2, Soldier.COLONEL)
    match = seen(missions(*rows, at=3, target=RED, exhausted=((Soldier.GENERAL, NOBODY), (Soldier.CAPTAIN, NOBODY))))
    match = wrong(match)
    assert match.view().ask == Ask.DEPLOY and match.view().day == 1  # all of it happens at once
    _, turned, red, blue = happened(match)
    last = drawn(turned, facing)
    assert army_of(last, RED).cards[3].stamp == "wrong" and army_of(last, RED).cards[3].rank == Soldier.BOMB + 1
    assert army_of(last, RED).ranks[Soldier.GENERAL].kind == "exhausted"  # they come back only then
    for moment, side in ((red, RED), (blue, BLUE)):
        board = drawn(moment, facing)
        assert [card.rank - 1 for card in army_of(board, side).cards] == list(rows[side])
        resting = [card.rank - 1 for card in army_of(board, side).cards if card.stamp]
        assert resting == [moment.given.answer]
        assert army_of(board, side).ranks[moment.given.answer].kind == "exhausted"
    assert {card.kind for card in art.board(blue.after, SAY).bottom.cards} == {"empty"}


def test_the_end_of_the_game_opens_the_other_cards_only_after_the_last_one_was_seen() -> None:
    match = seen(missions((Soldier.LIEUTENANT, 5, 6, 7), (0, 1, 2, 3), agent=agent(4)))
    match = guess(match, Soldier.SPY)
    assert match.over
    turned = happened(match)[-1]
    assert [card.kind for card in drawn(turned).bottom.cards] == ["face", "back", "back", "back"]
    assert drawn(turned).agent == 0  # it has come to the flag at the top
    assert [card.kind for card in art.board(turned.after, SAY).bottom.cards] == ["face", "open", "open", "open"]


def test_who_uses_a_captain_or_marshal_is_seen_with_what_it_brings() -> None:
    match = seen(missions((Soldier.MARSHAL, 1, 2, 3), (0, 1, 2, 3), points=(3, 7)))
    guess(match, Soldier.SPY)
    match.play(ANNA, 1)
    board = drawn(happened(match)[-1])
    assert board.bottom.cards[0].asked and not board.bottom.cards[0].stamp
    assert (board.bottom.points, board.top.points) == (8, 2)


def test_covered_cards_make_no_difference_to_a_moment() -> None:
    scenes = []
    for covered in ((Soldier.CAPTAIN, Soldier.BOMB, Soldier.COLONEL), (Soldier.BOMB, Soldier.COLONEL, Soldier.MARSHAL)):
        match = seen(missions((Soldier.SPY, *covered), (0, 1, 2, 3), token=((1, 0, 0, 0), (1, 1, 1, 1))))
        scenes.append([drawn(moment) for moment in happened(right(match)) if moment.before.ask == Ask.REVEAL])
    assert scenes[0] == scenes[1] and len(scenes[0]) == 1


def test_drama_is_looked_at_longer_than_a_deal() -> None:
    held = {ask: ask.question.moment for ask in Ask}
    assert held[Ask.REVEAL] == held[Ask.CAPTAIN] == held[Ask.MARSHAL] == REVEAL
    assert {held[ask] for ask in (Ask.INTEL, Ask.EXHAUST, Ask.SHOW, Ask.DECEIVE, Ask.GUESS)} == {BEAT}
    assert {held[ask] for ask in (Ask.DEPLOY, Ask.LOOK, Ask.TOKENS, Ask.PICK)} == {BLINK}
    assert {held[ask] for ask in (Ask.RED, Ask.ALONE, Ask.MISSIONS, Ask.FIRST)} == {0}


# Sides --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_sits_at_their_own_side_and_attacks_upwards(seats: int) -> None:
    view = table(seats, agent=agent(2)).view()
    for seat in range(seats):
        side = view.side[seat]
        board = art.board(view, SAY, facing=art.facing(view, seat))
        assert (board.bottom.number, board.top.number) == (side, 1 - side)
        assert SAY.seat(seat) in board.bottom.title
        assert board.way[0].title == f"The flag of {board.top.name}"
        assert board.way[-1].title == f"The flag of {board.bottom.name}"
        assert board.way[board.agent].title == "Territory of Blue, 2 from the centre"
        assert board.agent == (FLAG - 2 if side == RED else FLAG + 2)
    assert {art.facing(view, seat) for seat in range(seats)} == {RED, BLUE}


def test_partners_see_one_board() -> None:
    view = table(4).view()
    assert art.facing(view, ANNA) == art.facing(view, CHRIS) != art.facing(view, BOB) == art.facing(view, DAVID)


def test_before_there_are_sides_all_look_from_the_first() -> None:
    match = doppiogioco.new(GAME, 3, seed=1)
    record = match.record(with_seed=True) | {"answers": []}
    view = doppiogioco.replay(record, upto=0).view()
    assert {art.facing(view, seat) for seat in range(3)} == {0}


@pytest.mark.parametrize("facing", [RED, BLUE])
def test_the_double_agent_travels_as_one_piece_and_ladders_rise_towards_the_enemy(facing: int) -> None:
    heights, markers = [], []
    for far, points in ((0, 0), (3, 9)):
        board = art.board(
            missions((0, 1, 2, 3), (0, 1, 2, 3), agent=agent(far), points=(points,) * 2).view(), SAY, None, facing
        )
        html = draw_board(GAME, board, {}, SAY)
        assert html.count('data-key="agent"') == 1
        heights.append(float(html.split('data-key="agent"')[1].split(' y="')[1].split('"')[0]))
        own = html.split(f'data-key="marker-{facing}"')[1]
        markers.append(float(own.split('cy="')[1].split('"')[0]))
    assert (heights[1] < heights[0]) == (facing == RED)  # Red has moved it on: up for Red, down for Blue
    assert markers[1] < markers[0]  # the own marker always climbs


def test_every_card_has_a_key_of_its_own_so_that_changes_can_be_marked() -> None:
    html = draw_board(GAME, art.board(table().view(), SAY), {}, SAY)
    for side in (RED, BLUE):
        for number in range(1, MISSIONS + 1):
            assert html.count(f'data-key="card-{side}-{number}"') == 1
