"""Secrets: what the eight characters do, and who learns what (clause 4)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from test_secrets import (
    ANNA,
    ASSASSIN,
    BRUNO,
    CARLA,
    CIA,
    DARIO,
    DETECTIVE,
    DIPLOMAT,
    DOUBLE_AGENT,
    HIPPIE,
    JOURNALIST,
    KGB,
    NO,
    POLITICIAN,
    PSYCHIATRIST,
    SCIENTIST,
    YES,
    broken,
    clause,
    every_table,
    offered,
    opened,
    result,
    sees,
)

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.state import CHANCE, HIDDEN, NOBODY
from doppiogioco.games.secrets_game.cards import SILENCE, Card, Side
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Neighbour

LEFT, RIGHT = Neighbour
LISTENERS = (None, ANNA, BRUNO, CARLA, DARIO)


def accepted(card: Card, seats: int = 4, **fields: Any) -> Match:
    """Bruno has accepted this card from Anna."""
    match = offered(card, seats, **fields)
    match.play(BRUNO, YES)
    return match


def took_turn(match: Match, card: Card, target: int) -> None:
    """The active player offers this card in silence, and the target accepts it."""
    match.play(match.waiting[0], card, target, SILENCE)
    match.play(target, YES)


def tokens(match: Match) -> list[int]:
    """What really lies in front of the first four seats and in the centre."""
    token = opened(match).token
    return [*token[:4], token[CENTRE]]


# Psychiatrist -------------------------------------------------------------------------------------------------------


@clause("4.1")
def test_the_psychiatrist_swaps_two_others_and_nobody_looks() -> None:
    match = accepted(PSYCHIATRIST)
    assert tokens(match) == [CIA, KGB, CIA, KGB, HIPPIE]
    match.play(BRUNO, CARLA, DARIO)
    assert tokens(match) == [CIA, KGB, KGB, CIA, HIPPIE]
    for seat in LISTENERS:
        assert sees(match, seat) == {}
        assert "Bruno swaps the tokens of Carla and Dario." in match.log(seat)


@clause("4.1")
@every_table
def test_any_two_others_in_any_order(seats: int) -> None:
    match = accepted(PSYCHIATRIST, seats)
    pairs = []
    for first in match.legal(BRUNO):
        half = match.position()
        half.play(BRUNO, first)
        pairs += [(first, second) for second in half.legal(BRUNO)]
    others = [seat for seat in range(seats) if seat != BRUNO]
    assert sorted(pairs) == sorted(permutations(others, 2))


@clause("4.1")
def test_whom_the_psychiatrist_cannot_name() -> None:
    match = accepted(PSYCHIATRIST)
    assert {broken(match, BRUNO, seat) for seat in (BRUNO, 4, 7)} == {"4.1"}
    match.play(BRUNO, DARIO)
    assert {broken(match, BRUNO, seat) for seat in (BRUNO, DARIO, 4)} == {"4.1"}
    assert match.legal(BRUNO) == [ANNA, CARLA]


@clause("4.1", "1.5", "4.6")
def test_a_token_looked_at_before_is_elsewhere_after() -> None:
    """Bruno sees Dario's KGB token; it goes to Anna, and nothing but memory tells Bruno so."""
    script = [DETECTIVE, KGB, PSYCHIATRIST, SCIENTIST, PSYCHIATRIST, DETECTIVE, SCIENTIST, DETECTIVE, KGB]
    match = accepted(DETECTIVE, chance=script)
    match.play(BRUNO, DARIO)
    assert sees(match, BRUNO) == {DARIO: KGB}
    took_turn(match, PSYCHIATRIST, CARLA)
    assert sees(match, BRUNO) == {}
    match.play(CARLA, DARIO, ANNA)
    assert sees(match, BRUNO) == {}
    assert {*match.view(BRUNO).token[:4], *match.view(BRUNO).token_seen} == {HIDDEN, 0}
    took_turn(match, DETECTIVE, BRUNO)
    match.play(BRUNO, ANNA)
    assert sees(match, BRUNO) == {ANNA: KGB}
    told = [line for line in match.log(BRUNO) if "Bruno looks" in line]
    assert [line.split(".")[0] for line in told] == [
        "Bruno looks at the token of Dario: KGB",
        "Bruno looks at the token of Anna: KGB",
    ]


# Double Agent and Politician ----------------------------------------------------------------------------------------


@clause("4.2", "4.9")
def test_the_double_agent_swaps_with_the_centre_and_looks() -> None:
    match = accepted(DOUBLE_AGENT)
    assert tokens(match) == [CIA, HIPPIE, CIA, KGB, KGB]
    assert sees(match, BRUNO) == {BRUNO: HIPPIE}
    assert "Bruno looks at their own token: hippie." in match.log(BRUNO)
    for seat in (ANNA, CARLA, DARIO, None):
        assert sees(match, seat) == {}
        assert match.heard(seat)[2] == Given(CHANCE, HIDDEN)
        assert "Bruno looks at their own token." in match.log(seat)


@clause("4.3", "4.9")
@pytest.mark.parametrize("un", [NOBODY, CARLA])
@pytest.mark.parametrize("receiver", [ANNA, CARLA, DARIO])
def test_the_politician_is_handed_on_and_rests(receiver: int, un: int) -> None:
    match = accepted(POLITICIAN, un=un)
    assert match.legal(BRUNO) == [ANNA, CARLA, DARIO]
    assert {broken(match, BRUNO, seat) for seat in (BRUNO, 4)} == {"4.3"}
    match.play(BRUNO, receiver)
    assert [row[POLITICIAN] for row in match.view().up[:4]] == [int(seat == receiver) for seat in range(4)]
    assert (match.view().ask, match.waiting) == (Ask.OFFER, (BRUNO,)), "no second effect: the next turn has begun"
    for seat in LISTENERS:
        assert sees(match, seat) == ({receiver: tokens(match)[receiver]} if seat == BRUNO else {})


@clause("4.3", "3.6")
def test_a_refused_politician_is_handed_on_by_the_active_player() -> None:
    match = offered(POLITICIAN)
    match.play(BRUNO, NO)
    assert match.legal(ANNA) == [BRUNO, CARLA, DARIO]
    match.play(ANNA, BRUNO)
    assert match.view().up[BRUNO][POLITICIAN] == 1
    assert sees(match, ANNA) == {BRUNO: KGB}


@clause("4.3", "5.2", "5.4")
def test_the_politician_counts_for_its_final_holder() -> None:
    match = accepted(POLITICIAN, up={ANNA: {DIPLOMAT: 1}, CARLA: {POLITICIAN: 1}, DARIO: {DIPLOMAT: 1}})
    match.play(BRUNO, CARLA)
    assert match.view().down[CARLA][POLITICIAN] == 2
    assert match.view().un == BRUNO
    assert "Carla turns a pair face down: Politician. Bruno gets the UN token." in match.log()[-2]


@clause("4.3", "6.1", "6.3")
def test_the_politician_may_be_the_last_card_of_its_final_holder() -> None:
    match = accepted(POLITICIAN, down={BRUNO: {JOURNALIST: 4}, DARIO: {SCIENTIST: 4}})
    match.play(BRUNO, DARIO)
    assert result(match).scores == (0, 0, 0, 3)


# Journalist and Diplomat --------------------------------------------------------------------------------------------


@clause("4.4", "4.9")
@every_table
def test_the_journalist_shows_the_token_to_all_other_seats(seats: int) -> None:
    match = accepted(JOURNALIST, seats)
    for seat in (None, *range(seats)):
        watches = seat not in (None, BRUNO)
        assert sees(match, seat) == ({BRUNO: KGB} if watches else {})
        assert match.heard(seat)[2] == Given(CHANCE, KGB if watches else HIDDEN)
        end = ": KGB." if watches else ", without looking at it."
        assert match.log(seat)[1] == "Bruno shows their own token to all the others" + end


@clause("4.5")
def test_the_diplomat_shows_the_centre_to_everybody() -> None:
    match = accepted(DIPLOMAT, pair=(DIPLOMAT, SCIENTIST))
    for seat in LISTENERS:
        assert sees(match, seat) == {CENTRE: HIPPIE}
        assert match.heard(seat)[2] == Given(CHANCE, HIPPIE)
    assert match.legal(BRUNO) == [LEFT, RIGHT], "the swap cannot be left out"


@clause("4.5", "1.5")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_diplomat_swaps_in_secret(language: str) -> None:
    left, right = (accepted(DIPLOMAT, pair=(DIPLOMAT, SCIENTIST)) for _ in range(2))
    left.play(BRUNO, LEFT)
    right.play(BRUNO, RIGHT)
    assert tokens(left) == [CIA, KGB, HIPPIE, KGB, CIA], "Carla sits at the left"
    assert tokens(right) == [HIPPIE, KGB, CIA, KGB, CIA], "Anna sits at the right"
    for seat in (ANNA, CARLA, DARIO, None):
        assert left.view(seat) == right.view(seat)
        assert left.heard(seat) == right.heard(seat)
        assert left.log(seat, language) == right.log(seat, language)
        assert left.heard(seat)[3] == Given(BRUNO, HIDDEN)
        assert sees(left, seat) == {}, "a token shown before the swap is not followed"
    assert left.heard(BRUNO)[3] == Given(BRUNO, LEFT)
    assert left.log(BRUNO, language) != right.log(BRUNO, language)
    assert "with that of Carla or Anna." in left.log(DARIO)[2]
    assert "with that of Carla." in left.log(BRUNO)[2]


@clause("4.5")
@every_table
def test_the_diplomats_neighbours_close_the_circle(seats: int) -> None:
    for side, neighbour in ((LEFT, ANNA), (RIGHT, seats - 2)):
        match = offered(DIPLOMAT, seats, active=BRUNO, target=seats - 1, pair=(DIPLOMAT, SCIENTIST))
        side_of = opened(match).token[neighbour]
        match.play(seats - 1, YES)
        match.play(seats - 1, side)
        assert (opened(match).token[CENTRE], opened(match).token[neighbour]) == (side_of, HIPPIE)


# Detective and Scientist --------------------------------------------------------------------------------------------


@clause("4.6", "4.9")
@pytest.mark.parametrize(("place", "side"), [(BRUNO, KGB), (CARLA, CIA), (CENTRE, HIPPIE)])
def test_the_detective_looks_at_one_token(place: int, side: Side) -> None:
    match = accepted(DETECTIVE)
    assert match.legal(BRUNO) == [ANNA, BRUNO, CARLA, DARIO, CENTRE]
    assert broken(match, BRUNO, 4) == "4.6"
    before = tokens(match)
    match.play(BRUNO, place)
    assert tokens(match) == before
    for seat in LISTENERS:
        assert sees(match, seat) == ({place: side} if seat == BRUNO else {})
        assert match.heard(seat)[2:4] == [Given(BRUNO, place), Given(CHANCE, side if seat == BRUNO else HIDDEN)]


@clause("4.7")
def test_the_first_scientist_does_nothing() -> None:
    match = accepted(SCIENTIST, up={BRUNO: {DIPLOMAT: 1}})
    assert match.view().up[BRUNO] == [0, 0, 0, 0, 1, 0, 1, 0]


@clause("4.7", "6.3")
def test_the_second_scientist_turns_all_characters_down_but_no_bullets() -> None:
    up = {BRUNO: {SCIENTIST: 1, DIPLOMAT: 1, JOURNALIST: 1}, CARLA: {SCIENTIST: 1}}
    shot = {"bullets": {BRUNO: 1}, "shooter": {2: ANNA}, "aim": {2: BRUNO}}
    match = accepted(SCIENTIST, up=up, **shot)
    assert match.view().up[BRUNO] == [0] * 8
    assert match.view().down[BRUNO] == [0, 0, 0, 1, 1, 0, 2, 0]
    assert match.view().up[CARLA][SCIENTIST] == 1
    assert "It is the second one: Bruno turns all their characters face down." in match.log()[0]
    assert result(match).scores == (0, -2, 5, 0)


@clause("4.7")
@pytest.mark.parametrize(("open_ones", "then_up", "then_down"), [(0, 1, 2), (1, 0, 4)])
def test_a_third_scientist_is_a_first_one_again(open_ones: int, then_up: int, then_down: int) -> None:
    up = {BRUNO: {SCIENTIST: open_ones, JOURNALIST: 1}}
    match = accepted(SCIENTIST, up=up, down={BRUNO: {SCIENTIST: 2}})
    assert match.view().up[BRUNO][SCIENTIST] == then_up
    assert match.view().down[BRUNO][SCIENTIST] == then_down
    assert match.view().up[BRUNO][JOURNALIST] == 1 - open_ones


# Assassin -----------------------------------------------------------------------------------------------------------


@clause("1.1", "4.8", "4.9")
@pytest.mark.parametrize(("bullet", "worth"), [(0, 0), (1, -1), (2, -2), (3, -3)])
def test_the_assassin_alone_knows_the_bullet(bullet: int, worth: int) -> None:
    match = accepted(ASSASSIN, chance=(ASSASSIN, bullet), up={DARIO: {DIPLOMAT: 1}})
    assert match.legal(BRUNO) == [ANNA, CARLA, DARIO]
    assert {broken(match, BRUNO, seat) for seat in (BRUNO, 4)} == {"4.8"}
    match.play(BRUNO, DARIO)
    for seat in LISTENERS:
        knows = seat == BRUNO
        assert match.heard(seat)[2:4] == [Given(CHANCE, bullet if knows else HIDDEN), Given(BRUNO, DARIO)]
        assert match.view(seat).bullets[:4] == [0, 0, 0, 1]
        assert match.view(seat).aim[bullet] == (DARIO if knows else HIDDEN)
        assert ("Bruno draws the bullet worth" in "".join(match.log(seat))) == knows
        assert "Bruno gives the bullet to Dario." in match.log(seat)[-2]
    over = match.position(ask=Ask.OVER)
    assert result(over).scores == (0, 0, 0, 1 + worth)
    assert {over.view(seat).aim[bullet] for seat in LISTENERS} == {DARIO}


@clause("4.8")
def test_a_bullet_is_drawn_once_and_there_is_one_for_each_assassin() -> None:
    drawn = {"shooter": [BRUNO, CARLA, NOBODY, CARLA], "aim": [ANNA, ANNA, NOBODY, DARIO]}
    with pytest.raises(DoppiogiocoError):
        accepted(ASSASSIN, chance=(ASSASSIN, 0), **drawn)
    match = accepted(ASSASSIN, **drawn)
    match.play(BRUNO, CARLA)
    assert opened(match).shooter == [BRUNO, CARLA, BRUNO, CARLA]
    assert opened(match).aim == [ANNA, ANNA, CARLA, DARIO]
