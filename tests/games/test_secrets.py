"""Secrets: setting up, drawing, the offer, the end of a turn and of the game (clauses 1, 2, 3, 5 and 6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine.errors import DoppiogiocoError, IllegalAnswer
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given, Match, Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.secrets_game.cards import SILENCE, Card, Side
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Choice

clause = pytest.mark.clause
every_table = pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])

PSYCHIATRIST, DOUBLE_AGENT, POLITICIAN, JOURNALIST, DIPLOMAT, DETECTIVE, SCIENTIST, ASSASSIN = Card
CIA, KGB, HIPPIE = Side
NO, YES = Choice
ANNA, BRUNO, CARLA, DARIO = range(4)
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gaia", "Hugo")


def new(seats: int = 4, seed: int = 1) -> Match:
    return doppiogioco.new("secrets", seats, seed=seed, names=NAMES[:seats])


def table(seats: int = 4, **fields: Any) -> Match:
    """Anna's turn; from her on the tokens are CIA and KGB in turn, then hippies, and a hippie lies in the centre."""
    sides = [HIPPIE if seats % 2 and seat == seats - 1 else Side(seat % 2) for seat in range(seats)]
    token = dict(enumerate(sides)) | {CENTRE: HIPPIE} | fields.pop("token", {})
    return new(seats).position(**{"active": ANNA, "token": token, "token_seen": [0] * 9, **fields})


def drawing(*cards: Card, **fields: Any) -> Match:
    """The table draws these cards for Anna."""
    empty: dict[str, Any] = {"pair": (NOBODY, NOBODY), "under": [NOBODY] * 29, "below": 0}
    return table(ask=Ask.DRAW, chance=cards, **(empty | fields))


def drawn(first: Card, second: Card, **fields: Any) -> Match:
    """Anna has drawn these two and is to choose."""
    return table(ask=Ask.OFFER, pair=(first, second), **fields)


def offered(card: Card, seats: int = 4, **fields: Any) -> Match:
    """Anna has offered `card`, a Diplomat being the other one, to Bruno, who is to answer."""
    offer = {"ask": Ask.REPLY, "pair": (card, DIPLOMAT), "offer": card, "target": BRUNO, "claim": SILENCE}
    return table(seats, **(offer | fields))


def end_of_turn(seats: int = 4, **fields: Any) -> Match:
    """Anna's turn is over: she has just looked at the centre."""
    match = table(seats, ask=Ask.EXAMINE, actor=ANNA, **fields)
    match.play(ANNA, CENTRE)
    return match


def opened(match: Match) -> View:
    """The table with all its secrets."""
    return match.position(ask=Ask.OVER).view()


def sees(match: Match, seat: int | None) -> dict[int, int]:
    """The tokens a seat sees right now."""
    return {place: side for place, side in enumerate(match.view(seat).token) if side >= 0}


def result(match: Match) -> Outcome:
    assert match.outcome, "the game goes on"
    return match.outcome


def broken(match: Match, seat: int, answer: int) -> str:
    """The clause that an answer breaks."""
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, answer)
    assert f"(rule {error.value.clause})" in str(error.value)
    return error.value.clause


# 1 Setting up -------------------------------------------------------------------------------------------------------


@clause("1.1")
def test_the_deck_has_29_characters() -> None:
    view = new().view()
    under = list(view.under[: view.below])
    count = Counter(view.pair) + Counter(under) + Counter(dict(enumerate(view.deck)))
    assert [count[card] for card in Card] == [2, 3, 4, 4, 3, 3, 6, 4]


@clause("1.2")
@every_table
def test_lots_are_drawn_for_the_first_player(seats: int) -> None:
    game = new(seats).game
    assert game.weights(game.start(seats, 0)) == [1] * seats + [0] * (8 - seats)
    match = new(seats)
    assert (match.view().active,) == match.waiting == (match.history[0].answer,)


@clause("1.3")
@pytest.mark.parametrize(
    ("seats", "cia", "kgb", "hippies"), [(4, 2, 2, 1), (5, 2, 2, 2), (6, 3, 3, 1), (7, 3, 3, 2), (8, 4, 4, 1)]
)
def test_one_token_more_than_players(seats: int, cia: int, kgb: int, hippies: int) -> None:
    match = new(seats)
    first, *dealt = (given.answer for given in match.history[: seats + 2])
    places = [(first + i) % seats for i in range(seats)] + [CENTRE]
    tokens = opened(match).token
    assert [tokens[place] for place in places] == dealt
    assert Counter(dealt) == {CIA: cia, KGB: kgb, HIPPIE: hippies}
    assert sum(opened(match).pool) == 0


@clause("1.4")
@every_table
def test_first_looks(seats: int) -> None:
    match = new(seats)
    first = match.history[0].answer
    places = [(first + i) % seats for i in range(seats)] + [CENTRE]
    centre = {CENTRE} if seats >= 7 else set()
    for seat in range(seats):
        looks = zip(places, match.heard(seat)[1:], strict=False)
        heard = {place: given.answer for place, given in looks if given.answer != HIDDEN}
        right = {(seat - 1) % seats} if seats >= 5 else set()
        assert set(heard) == {seat} | right | centre
        assert sees(match, seat) == heard == {place: opened(match).token[place] for place in heard}
    assert set(sees(match, None)) == centre


@clause("1.5")
@every_table
def test_nobody_goes_on_looking(seats: int) -> None:
    match = new(seats)
    before = [match.log(seat) for seat in range(seats)]
    assert all(sees(match, seat) for seat in range(seats))
    match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    for seat in range(seats):
        assert sees(match, seat) == {}
        assert set(match.view(seat).token_seen) == {0}, "nothing marks a token that somebody knows"
        assert match.log(seat)[: len(before[seat])] == before[seat], "what was seen stays in the log"


@clause("1.6")
@every_table
def test_nobody_has_anything_at_the_start(seats: int) -> None:
    view = new(seats).view()
    assert [view.up, view.down, view.bullets] == [[[0] * 8] * 8, [[0] * 8] * 8, [0] * 8]
    assert view.un == NOBODY


# 2 Drawing ----------------------------------------------------------------------------------------------------------


@clause("2.1")
def test_two_different_characters_are_drawn_openly() -> None:
    match = drawing(SCIENTIST, DETECTIVE)
    for seat in (None, ANNA, BRUNO):
        assert match.view(seat).pair == [SCIENTIST, DETECTIVE]
        assert "Anna draws the Scientist and the Detective." in match.log(seat)
    assert match.waiting == (ANNA,)


@clause("2.1", "2.2", "2.3")
def test_duplicates_go_under_the_deck_before_the_other_character() -> None:
    match = drawing(SCIENTIST, SCIENTIST, SCIENTIST, DETECTIVE, SCIENTIST)
    assert match.view().pair == [SCIENTIST, DETECTIVE]
    assert match.view().under[:3] == [SCIENTIST, SCIENTIST, NOBODY]
    assert match.log()[0].endswith("2 duplicates go under the deck.")
    match.play(ANNA, SCIENTIST, BRUNO, SILENCE)
    assert match.view().under[:3] == [SCIENTIST, SCIENTIST, NOBODY], "the other one would tell which is offered"
    match.play(BRUNO, YES)
    assert match.view(None).under[:3] == [SCIENTIST, SCIENTIST, DETECTIVE]


@clause("2.4")
def test_what_lies_under_the_deck_comes_back_in_its_order() -> None:
    put = [JOURNALIST, JOURNALIST, DETECTIVE, ASSASSIN]
    under = {"under": dict(enumerate(put)), "below": 4, "deck": [0] * 8}
    match = drawing(**under)
    assert match.view().pair == [JOURNALIST, DETECTIVE]
    assert match.view().under[:3] == [ASSASSIN, JOURNALIST, NOBODY]
    assert match.view().below == 2
    with pytest.raises(DoppiogiocoError):
        drawing(ASSASSIN, **under)
    fresh = under | {"deck": [0, 0, 1, 0, 0, 0, 0, 0]}
    assert drawing(**fresh).view().pair == [POLITICIAN, JOURNALIST], "what nobody has seen yet comes first"
    with pytest.raises(DoppiogiocoError):
        drawing(JOURNALIST, **fresh)


# 3 The offer --------------------------------------------------------------------------------------------------------


@clause("3.1")
def test_one_of_the_two_is_chosen_in_secret() -> None:
    match = drawn(PSYCHIATRIST, SCIENTIST)
    assert match.legal(ANNA) == [PSYCHIATRIST, SCIENTIST]
    assert broken(match, ANNA, DETECTIVE) == "3.1"
    match.play(ANNA, SCIENTIST)
    assert match.view(ANNA).offer == SCIENTIST
    assert match.log(ANNA) == ["Anna secretly chooses the Scientist."]
    for other in (BRUNO, CARLA, DARIO, None):
        assert match.view(other).offer == HIDDEN
        assert match.heard(other) == [Given(ANNA, HIDDEN)]
        assert match.log(other) == []


@clause("3.2")
@every_table
def test_the_offer_goes_to_any_other_player(seats: int) -> None:
    match = table(seats, ask=Ask.TARGET, active=BRUNO, pair=(DETECTIVE, SCIENTIST), offer=DETECTIVE)
    assert match.legal(BRUNO) == [seat for seat in range(seats) if seat != BRUNO]
    assert broken(match, BRUNO, BRUNO) == "3.2"
    if seats < 8:
        assert broken(match, BRUNO, seats) == "3.2"


@clause("3.3")
@pytest.mark.parametrize("claim", [DETECTIVE, SCIENTIST, SILENCE])
def test_a_claim_is_heard_by_all_and_binds_nobody(claim: int) -> None:
    match = drawn(DETECTIVE, SCIENTIST)
    match.play(ANNA, SCIENTIST, BRUNO)
    assert match.legal(ANNA) == [DETECTIVE, SCIENTIST, SILENCE]
    assert broken(match, ANNA, JOURNALIST) == "3.3"
    match.play(ANNA, claim)
    assert {match.view(seat).claim for seat in (None, *range(4))} == {claim}
    assert {match.heard(seat)[-1] for seat in (None, *range(4))} == {Given(ANNA, claim)}
    assert match.legal(BRUNO) == [NO, YES]
    match.play(BRUNO, YES)
    assert match.view().up[BRUNO] == [0, 0, 0, 0, 0, 0, 1, 0]


@clause("3.4")
def test_the_order_of_an_offer() -> None:
    match = drawn(DETECTIVE, SCIENTIST, un=CARLA)
    for waits, ask, answer in [
        (ANNA, Ask.OFFER, SCIENTIST),
        (ANNA, Ask.TARGET, BRUNO),
        (ANNA, Ask.CLAIM, DETECTIVE),
        (CARLA, Ask.UN, NO),
        (BRUNO, Ask.REPLY, YES),
    ]:
        assert (match.waiting, match.view().ask) == ((waits,), ask)
        assert {match.view(seat).offer for seat in (BRUNO, CARLA, DARIO, None)} <= {HIDDEN, NOBODY}
        if ask == Ask.UN:
            assert match.view(CARLA).claim == DETECTIVE
        if ask == Ask.REPLY:
            assert match.heard(BRUNO)[-1] == Given(CARLA, NO)
        match.play(waits, answer)


@clause("3.5")
@pytest.mark.parametrize(
    ("un", "asked"), [(CARLA, (CARLA, Ask.UN)), (BRUNO, (BRUNO, Ask.REPLY)), (ANNA, (BRUNO, Ask.REPLY))]
)
def test_the_un_player_steps_in_only_as_a_third_party(un: int, asked: tuple[int, Ask]) -> None:
    match = drawn(DETECTIVE, SCIENTIST, un=un)
    match.play(ANNA, SCIENTIST, BRUNO, SILENCE)
    assert (match.waiting[0], match.view().ask) == asked


@clause("3.5", "3.7")
def test_the_un_player_takes_the_card_unseen_and_applies_it() -> None:
    match = drawn(DETECTIVE, SCIENTIST, un=CARLA)
    match.play(ANNA, DETECTIVE, BRUNO, SCIENTIST)
    assert match.view(CARLA).offer == HIDDEN
    match.play(CARLA, YES)
    assert match.view().up[CARLA][DETECTIVE] == 1
    assert (match.waiting, match.view().ask) == ((CARLA,), Ask.EXAMINE)


@clause("3.5", "3.6")
@pytest.mark.parametrize(("reply", "owner"), [(YES, BRUNO), (NO, ANNA)])
@pytest.mark.parametrize("un", [NOBODY, CARLA])
def test_accepted_it_goes_to_the_target_refused_to_the_active_player(un: int, reply: Choice, owner: int) -> None:
    match = drawn(DETECTIVE, SCIENTIST, un=un)
    match.play(ANNA, SCIENTIST, BRUNO, SILENCE)
    if un == CARLA:
        match.play(CARLA, NO)
    match.play(BRUNO, reply)
    assert [sum(row) for row in match.view().up[:4]] == [int(seat == owner) for seat in range(4)]


EFFECTS = (Ask.SWAP, Ask.OFFER, Ask.HAND_ON, Ask.OFFER, Ask.SWITCH, Ask.EXAMINE, Ask.OFFER, Ask.AIM)


@clause("3.7")
@pytest.mark.parametrize("reply", [YES, NO])
@pytest.mark.parametrize(("card", "asked"), list(zip(Card, EFFECTS, strict=True)))
def test_the_card_is_turned_up_and_must_be_applied(card: Card, asked: Ask, reply: Choice) -> None:
    match = offered(card, pair=(card, SCIENTIST if card != SCIENTIST else DETECTIVE))
    match.play(BRUNO, reply)
    actor = BRUNO if reply == YES else ANNA
    assert {match.heard(seat)[1].answer for seat in (None, *range(4))} == {card}
    assert match.view().up[actor][card] == (card != POLITICIAN)
    assert match.view().ask == asked
    assert match.waiting == (BRUNO if asked == Ask.OFFER else actor,)


# 5 End of a turn ----------------------------------------------------------------------------------------------------


@clause("5.1")
def test_pairs_are_turned_and_the_un_token_moves_before_the_game_ends() -> None:
    up = {BRUNO: {JOURNALIST: 1, SCIENTIST: 1}, CARLA: {DIPLOMAT: 1}, ANNA: {DIPLOMAT: 1}}
    match = offered(JOURNALIST, up=up, down={BRUNO: {POLITICIAN: 2}})
    match.play(BRUNO, YES)
    assert match.over
    assert match.view().down[BRUNO][JOURNALIST] == 2
    assert result(match).scores[BRUNO] == 5
    assert match.view().un == DARIO


@clause("5.1", "5.4", "6.1")
def test_the_effect_comes_first() -> None:
    up = {DARIO: {SCIENTIST: 1}, CARLA: {SCIENTIST: 1}}
    match = offered(ASSASSIN, up=up, down={DARIO: {POLITICIAN: 2}}, bullets={DARIO: 1}, un=ANNA)
    match.play(BRUNO, YES)
    assert (match.view().un, match.over) == (ANNA, False)
    match.play(BRUNO, DARIO)
    assert match.over, "the bullet was the fifth card"


@clause("5.2")
@pytest.mark.parametrize(
    ("up", "down", "then_up", "then_down"), [(0, 0, 1, 0), (1, 0, 0, 2), (0, 2, 1, 2), (1, 2, 0, 4)]
)
def test_pairs(up: int, down: int, then_up: int, then_down: int) -> None:
    match = offered(JOURNALIST, seats=6, up={BRUNO: {JOURNALIST: up, DIPLOMAT: 1}}, down={BRUNO: {JOURNALIST: down}})
    match.play(BRUNO, YES)
    assert match.view().up[BRUNO] == [0, 0, 0, then_up, 1, 0, 0, 0]
    assert match.view().down[BRUNO] == [0, 0, 0, then_down, 0, 0, 0, 0]


@clause("5.3", "6.3")
def test_cards_face_down_are_worth_nothing_but_count_and_have_no_secret() -> None:
    match = offered(SCIENTIST, down={BRUNO: {POLITICIAN: 2, JOURNALIST: 2}})
    assert match.view(None).down[BRUNO] == match.view(BRUNO).down[BRUNO] == [0, 0, 2, 2, 0, 0, 0, 0]
    match.play(BRUNO, YES)
    assert result(match).scores == (0, 5, 0, 0)


@clause("5.4")
@pytest.mark.parametrize(
    ("fields", "holder"),
    [
        ({"up": {1: {0: 1}, 2: {0: 1}, 3: {0: 1}}}, ANNA),
        ({"up": {1: {0: 1}, 2: {0: 1}}}, NOBODY),
        ({}, NOBODY),
        ({"up": {0: {0: 1}, 1: {0: 1, 1: 1}, 2: {0: 1, 1: 1}, 3: {0: 1, 1: 1}}}, ANNA),
        ({"up": {0: {0: 1}, 1: {0: 1}}, "down": {2: {3: 2}}}, DARIO),
        ({"up": {0: {0: 1}, 1: {0: 1}}, "bullets": {2: 1}}, DARIO),
        ({"up": {0: {0: 1}, 1: {0: 1}}, "bullets": {2: 1, 3: 1}}, NOBODY),
    ],
)
@pytest.mark.parametrize("before", [NOBODY, BRUNO])
def test_the_un_token_is_with_whoever_is_alone_with_the_fewest_cards(
    before: int, fields: dict[str, Any], holder: int
) -> None:
    assert end_of_turn(un=before, **fields).view().un == holder


@clause("5.4")
def test_the_un_token_moves_at_the_end_of_a_turn_only() -> None:
    match = offered(DETECTIVE, un=BRUNO, up={seat: {PSYCHIATRIST: 1} for seat in (ANNA, CARLA, DARIO)})
    match.play(BRUNO, YES)
    assert match.view().un == BRUNO
    match.play(BRUNO, CENTRE)
    assert match.view().un == NOBODY
    assert match.log()[-2].endswith("The UN token goes back to the centre.")


@clause("5.5", "1.2")
@every_table
@pytest.mark.parametrize("reply", [YES, NO])
def test_the_turn_passes_to_the_left(seats: int, reply: Choice) -> None:
    for active in range(seats):
        target = (active + 2) % seats
        match = offered(SCIENTIST, seats=seats, active=active, target=target)
        match.play(target, reply)
        assert match.waiting == ((active + 1) % seats,)


# 6 The end ----------------------------------------------------------------------------------------------------------

PILES: dict[int, dict[int, int]] = {  # a few open characters worth so many points
    -3: {PSYCHIATRIST: 1, DETECTIVE: 1},
    -2: {DETECTIVE: 1},
    -1: {PSYCHIATRIST: 1},
    0: {},
    1: {DIPLOMAT: 1},
    2: {DOUBLE_AGENT: 1},
    3: {POLITICIAN: 1},
    5: {SCIENTIST: 1},
    8: {SCIENTIST: 1, JOURNALIST: 1},
}


def ended(sides: str, *scores: int, centre: Side = HIPPIE) -> Match:
    """A game that ends with these sides (C, K, H) and points; Anna has the last card, face down."""
    token = {seat: Side("CKH".index(side)) for seat, side in enumerate(sides)} | {CENTRE: centre}
    up = {seat: PILES[score] for seat, score in enumerate(scores)}
    return end_of_turn(len(sides), token=token, up=up, down={ANNA: {ASSASSIN: 5}})


@clause("6.1")
@pytest.mark.parametrize(("seats", "last"), [(4, 5), (5, 5), (6, 5), (7, 4), (8, 4)])
@pytest.mark.parametrize("kind", ["up", "down", "bullets"])
def test_the_game_ends_with_the_fifth_or_fourth_card(seats: int, last: int, kind: str) -> None:
    for cards, over in [(last - 2, False), (last - 1, True)]:
        held: Any = {"up": dict.fromkeys(range(cards), 1), "down": {POLITICIAN: cards}, "bullets": cards}
        match = offered(SCIENTIST, seats=seats, **{kind: {BRUNO: held[kind]}})
        match.play(BRUNO, YES)
        assert match.over == over


@clause("6.2")
def test_the_last_turn_is_played_to_its_end_and_all_is_turned_up() -> None:
    full = {DIPLOMAT: 1, POLITICIAN: 1, JOURNALIST: 1, DOUBLE_AGENT: 1}
    match = offered(ASSASSIN, up={BRUNO: full, DARIO: full}, chance=(ASSASSIN, 3))
    match.play(BRUNO, YES)
    assert not match.over
    match.play(BRUNO, DARIO)
    assert match.log()[-1].endswith("5 cards in front of Bruno and Dario: the game is over.")
    assert result(match).scores == (0, 9, 0, 6)
    assert sees(match, None) == {ANNA: CIA, BRUNO: KGB, CARLA: CIA, DARIO: KGB, CENTRE: HIPPIE}
    assert match.view(None).aim[3] == DARIO


@clause("6.2")
def test_the_side_held_at_the_end_counts() -> None:
    match = offered(PSYCHIATRIST, up={ANNA: {SCIENTIST: 1}}, down={BRUNO: {POLITICIAN: 4}})
    match.play(BRUNO, YES)
    match.play(BRUNO, DARIO, ANNA)
    assert (result(match).reason, result(match).winners) == ("kgb", (ANNA, BRUNO))


@clause("6.3")
@pytest.mark.parametrize(("card", "worth"), list(zip(Card, (-1, 2, 3, 3, 1, -2, 5, 0), strict=True)))
def test_points_are_open_characters_and_bullets(card: Card, worth: int) -> None:
    shooter, aim = [ANNA, CARLA, ANNA, CARLA], [BRUNO, BRUNO, DARIO, BRUNO]
    match = end_of_turn(up={BRUNO: {card: 1}}, down={ANNA: {POLITICIAN: 5}}, shooter=shooter, aim=aim)
    assert result(match).scores == (0, worth - 0 - 1 - 3, 0, -2)


@clause("6.4", "6.5")
@pytest.mark.parametrize(
    ("sides", "scores", "reason", "winners"),
    [
        ("CKCH", (3, 5, 3, 1), "lone_hippie", (3,)),
        ("CKCH", (1, 8, 3, 1), "kgb", (1,)),  # level with Anna: no hippie wins
        ("CKHKH", (1, 2, -2, 1, -3), "lone_hippie", (4,)),  # the other hippie loses too
        ("CKHKH", (8, 2, -2, 1, -2), "cia", (0,)),  # two hippies level
        ("CKHKH", (-3, 2, 5, 1, -2), "kgb", (1, 3)),  # the lowest is no hippie
    ],
)
def test_a_hippie_alone_with_the_fewest_points(
    sides: str, scores: tuple[int, ...], reason: str, winners: tuple[int, ...]
) -> None:
    outcome = result(ended(sides, *scores))
    assert (outcome.reason, outcome.winners, outcome.scores) == (reason, winners, scores)


@clause("6.5")
@pytest.mark.parametrize(
    ("sides", "scores", "centre", "reason", "winners"),
    [
        ("CKCK", (5, 3, 1, 2), HIPPIE, "cia", (0, 2)),
        ("CKCK", (3, 5, 1, 2), HIPPIE, "kgb", (1, 3)),
        ("CKCH", (5, 3, 1, 8), KGB, "cia", (0, 2)),
        ("CKKH", (-1, -2, -1, 5), CIA, "cia", (0,)),
    ],
)
def test_the_side_with_more_points_wins(
    sides: str, scores: tuple[int, ...], centre: Side, reason: str, winners: tuple[int, ...]
) -> None:
    outcome = result(ended(sides, *scores, centre=centre))
    assert (outcome.reason, outcome.winners) == (reason, winners)
    assert outcome.returns == tuple(1 if seat in winners else -1 for seat in range(len(sides)))


@clause("6.6")
@pytest.mark.parametrize(("sides", "scores"), [("CKCK", (5, 2, 0, 3)), ("CKCKH", (3, 1, -1, 1, -1))])
def test_everybody_loses_a_tie(sides: str, scores: tuple[int, ...]) -> None:
    match = ended(sides, *scores)
    assert (result(match).reason, result(match).winners) == ("tie", ())
    assert set(result(match).returns) == {-1}
    assert match.verdict() == f"CIA and KGB are level, {scores[0] + scores[2]} all: everybody loses."
