"""The drawing of Agent Avenue: it can always be drawn, every answer has its place, and it tells no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CODE,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    GAME,
    MOLE,
    OPEN,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    recruits,
    row,
    table,
    turn_of,
)
from drawn import board_of, mine_of, moments, picks_of

import doppiogioco
from doppiogioco.engine.game import Setup, View, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.agent_avenue import street
from doppiogioco.games.agent_avenue.cards import BLUE, GREEN, LEVEL, SPACES, Market
from doppiogioco.games.agent_avenue.drawing import board, mine, place
from doppiogioco.games.agent_avenue.state import EXCHANGE_FIRST, Ask
from doppiogioco.games.agent_avenue.words import CLAIMS, reckoning
from doppiogioco.web.render import icon_names, sprite

SETUPS = [setup for setup in doppiogioco.setups() if setup[0] == GAME]

IN_WORDS = {Ask.EXCHANGE, Ask.AGAIN}  # only a button stands for these answers
NAMES = ("Anna", "Massimiliano", "Carla", "Gufo")


def drawn(match: Match, seat: int | None, language: str = "en") -> tuple[str, str]:
    """The board and what is a seat's own, as HTML."""
    picks = picks_of(match, seat, language)
    return board_of(match, picks, language), mine_of(match, seat, picks, language) if seat is not None else ""


def played(setup: Setup, games: int = 1) -> Iterator[Match]:
    """Some games played at random, at each of their moments."""
    for seed in range(games):
        yield from moments(doppiogioco.new(*setup, seed=f"drawn {seed}", names=NAMES[: setup[1]]), seed)


def words_in(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize("setup", SETUPS, ids=label)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_can_be_drawn_for_everybody(setup: Setup, language: str) -> None:
    for match in played(setup):
        for seat in [*range(match.seats), None]:
            for html in drawn(match, seat, language):
                assert " style=" not in html
                assert "None" not in words_in(html)
                assert re.search(r"[{}]", html) is None


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_answer_has_its_place(setup: Setup) -> None:
    for match in played(setup, games=4):
        for seat in match.waiting:
            ask, shared_and_own = match.view(seat).ask, "".join(drawn(match, seat))
            for answer in match.legal(seat):
                key = place(match.view(seat), answer)
                assert (key is None) == (ask in IN_WORDS or (ask == Ask.LEAD and answer == EXCHANGE_FIRST))
                assert key is None or f'data-answer="{int(answer)}"' in shared_and_own, f"{ask!r}: {key}"
            clickable = len(re.findall(r"data-answer=", shared_and_own))
            assert clickable == len(picks_of(match, seat)), "a place is drawn twice, or not at all"


def test_nobody_else_can_click() -> None:
    match = table()
    assert "data-answer" in drawn(match, ANNA)[1]
    for seat in (BOB, None):
        assert "data-answer" not in "".join(drawn(match, seat))


# Secrets --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_board_does_not_depend_on_who_looks(setup: Setup) -> None:
    say = Voice("en", NAMES)
    for match in played(setup):
        seen = match.view(None)
        scene = board(seen, say)
        for seat in range(match.seats):
            assert board(View(match.game, seen.vector, seat), say) == scene


def test_hands_and_the_card_face_down_are_not_on_the_board() -> None:
    boards = set()
    for hidden, others in ((MOLE, (ENFORCER, ENFORCER)), (SENTINEL, (CODE, SIDEKICK))):
        match = table({ANNA: (DOUBLE, hidden, *others), BOB: (*others, SABOTEUR, DAREDEVIL)})
        match.play(ANNA, DOUBLE, hidden)
        boards.add(drawn(match, None)[0])
    assert len(boards) == 1


def test_a_seat_sees_its_own_cards_only() -> None:
    hands = {ANNA: (DOUBLE, MOLE, SENTINEL, SENTINEL), BOB: (CODE, CODE, CODE, SABOTEUR)}
    match = table(hands)
    match.play(ANNA, DOUBLE, MOLE)
    anna, bob = (words_in(drawn(match, seat)[1]) for seat in (ANNA, BOB))
    assert "Face down on the table: Mole" in anna and "Sentinel" in anna and "Codebreaker" not in anna
    assert "Codebreaker" in bob and "Mole" not in bob and "Sentinel" not in bob


def test_the_end_shows_all_hands() -> None:
    match = recruits(CODE, ENFORCER, in_play=((CODE, CODE), ()), rest=(MOLE, SIDEKICK), deck=())
    assert match.over
    html = words_in(drawn(match, None)[0])
    assert "in hand: Sidekick, Mole" in html
    assert "Green wins!" in html


# What is drawn --------------------------------------------------------------------------------------------------------


def test_the_street_is_a_loop_of_touching_spaces() -> None:
    for number in range(SPACES):
        x, y, wide, high = street.box(number)
        x2, y2, wide2, high2 = street.box((number + 1) % SPACES)
        across, down = max(x, x2) - min(x + wide, x2 + wide2), max(y, y2) - min(y + high, y2 + high2)
        assert sorted((across > 0, down > 0)) == [False, True]
        assert max(across, down) <= 6


@pytest.mark.parametrize("number", range(SPACES))
def test_pawns_stand_inside_their_space_and_beside_each_other(number: int) -> None:
    x, y, wide, high = street.box(number)
    for count in (1, 2):
        places = [street.stand(number, index, count) for index in range(count)]
        for left, top, height in places:
            assert x <= left and left + height * street.PAWN <= x + wide
            assert y <= top and top + height <= y + high
        assert count == 1 or places[0][0] + places[0][2] * street.PAWN <= places[1][0]
        assert count == 1 or places[0][1] >= y + 44, "two pawns leave the number free"


@pytest.mark.parametrize("ahead", range(-9, 10))
def test_the_gap_as_two_numbers(ahead: int) -> None:
    match = table(at=[ahead % 14, 7], ahead=LEVEL + ahead)
    scene = board(match.view(None), Voice())
    assert [gap.missing for gap in scene.gaps] == [max(7 - ahead, 0), max(7 + ahead, 0)]
    assert scene.rope.count("green") == min(max(7 + ahead, 0), 14)
    assert len(scene.rope) == 14


def steps(match: Match, side: int, kind: int) -> list[tuple[str, str]]:
    recruit = board(match.view(None), Voice()).sides[side].recruits[kind]
    return [(step.text, step.kind) for step in recruit.steps]


def test_an_agents_numbers_show_what_is_used_and_what_comes_next() -> None:
    match = table(in_play=((DOUBLE, ENFORCER, ENFORCER, ENFORCER, SIDEKICK), ()))
    assert steps(match, GREEN, DOUBLE) == [("−1", "done"), ("+6", "next"), ("−1", "")]
    assert steps(match, BLUE, DOUBLE) == [("−1", "next"), ("+6", ""), ("−1", "")]
    assert steps(match, GREEN, ENFORCER) == [("+1", "done"), ("+2", "done"), ("+3", "done next")]
    assert steps(match, GREEN, SIDEKICK) == [("+4", "done")]
    assert steps(match, GREEN, CODE)[2] == ("win", "")
    assert steps(match, GREEN, DAREDEVIL)[2] == ("lose", "")


def test_market_cards_change_the_numbers_of_their_side() -> None:
    owned = {GREEN: (Market.WATCHTOWER, Market.SINISTER_TWIN, Market.LEADER_OF_THE_PACK)}
    match = table(offer=(Market.OUTPOST,), owned=owned)
    assert [text for text, _ in steps(match, GREEN, ENFORCER)] == ["+3", "+4", "+5"]
    assert [text for text, _ in steps(match, GREEN, DOUBLE)] == ["−2", "+12", "−2"]
    assert steps(match, GREEN, DAREDEVIL)[2] == ("win", "")
    assert [text for text, _ in steps(match, BLUE, ENFORCER)] == ["+1", "+2", "+3"]


def test_the_open_card_tells_what_it_does_for_each_side() -> None:
    match = table({ANNA: (DOUBLE, MOLE, SENTINEL, SENTINEL)}, in_play=((), (DOUBLE,)))
    match.play(ANNA, DOUBLE, MOLE)
    shown, covered = board(match.view(None), Voice()).offered
    assert [(move.side, move.steps) for move in shown.moves] == [("Green", "−1"), ("Blue", "+6")]
    assert (covered.shown, covered.back, covered.name) == (False, True, "")


def test_a_card_that_will_not_do_says_why() -> None:
    match = table({ANNA: (DOUBLE, DOUBLE, MOLE, SENTINEL)}).ahead(ANNA, DOUBLE)
    reasons = {card.name: card.reason for card in mine(match.view(ANNA), Voice()).hand}
    assert reasons == {"Double agent": "the two cards need different names", "Mole": "", "Sentinel": ""}


def test_the_card_in_use_lies_in_the_middle() -> None:
    match = table(offer=(Market.MIND_CONTROL,), in_play=((), (CODE,)))
    stealing = {"ask": Ask.STEAL, "card": Market.MIND_CONTROL, "served": GREEN, "taker": ANNA}
    scene = board(match.position(**stealing).view(None), Voice())
    assert scene.notice is not None and scene.notice.title == "Mind Control"


def test_pictures_exist() -> None:
    for name in ("masks-theater", "eye-low-vision", "store", "infinity", "fingerprint"):
        assert name in icon_names()
        assert f'id="{name}"' in sprite()


# The end in words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_reckoning_adds_up_to_the_scores(setup: Setup) -> None:
    ends = [match for match in played(setup, games=6) if match.over]
    for match in ends:
        assert match.outcome is not None
        told = reckoning(match.view(None), Voice("en", match.names))
        assert [name for name, _ in told] == list(match.names)
        for (_, lines), score in zip(told, match.outcome.scores, strict=True):
            ours, theirs, *rest, last = (int(line.rsplit(" ", 1)[1].replace("−", "-")) for line in lines)
            assert ours - theirs + sum(rest) == last == score
            assert not rest or match.options["advanced"]


def test_the_reckoning_names_the_agents() -> None:
    match = recruits(CODE, SABOTEUR, in_play=((CODE, CODE, DOUBLE, DOUBLE), ()), green=5)
    (_, green), (_, blue) = reckoning(match.view(None), Voice("en", match.names))
    assert green == [
        "Agents of Green: Double agent ×2 +5, Codebreaker ×3 0; together +5",
        "Agents of Blue: Saboteur −1; together −1",
        "Lead at the end: +6",
    ]
    assert blue[-1] == "Lead at the end: −6"


def test_there_is_something_to_say_at_the_table() -> None:
    assert 4 <= len(CLAIMS) <= 8
    assert all(Voice("it")(text) != text for text in CLAIMS)


def test_the_choice_is_drawn_for_the_other_side_only() -> None:
    match = table({ANNA: (DOUBLE, MOLE, SENTINEL, SENTINEL)})
    match.play(ANNA, DOUBLE, MOLE)
    assert {"offer-0", "offer-1"} == set(picks_of(match, BOB))
    assert "data-answer" in drawn(match, BOB)[0]
    assert "data-answer" not in drawn(match, ANNA)[0]
    match.play(BOB, OPEN)
    assert match.view().agents[BLUE][DOUBLE] == 1


def test_what_everybody_has_seen_is_marked() -> None:
    match = table({ANNA: (DOUBLE, MOLE, SENTINEL, SENTINEL)}, known=[row([MOLE]), *[row([])] * 7])
    assert {card.name for card in mine(match.view(ANNA), Voice()).hand if card.known} == {"Mole"}
    assert "known: Mole" in words_in(drawn(match, None)[0])
    assert turn_of(match, DOUBLE, SENTINEL, OPEN).view().known[ANNA][MOLE] == 1


def test_a_spectators_own_part_is_empty() -> None:
    assert drawn(table(), None)[1] == ""
    assert table().view(None).seat == SPECTATOR
