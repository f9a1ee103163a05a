"""Top Secret Spies with the Top Secret cards: the clauses of docs/games/top-secret-spies, sections 7 and 8."""

import re
from pathlib import Path
from random import Random

import pytest
from top_secret_table import (
    ANNA,
    BOB,
    BUCCI,
    CHRIS,
    COPIES,
    DAVID,
    DOYLE,
    GAME,
    JAQUES,
    LARSSON,
    MIRKOV,
    PERRY,
    SCHULZ,
    all_pass,
    row,
    table,
)

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.state import HIDDEN
from doppiogioco.engine.words import Voice
from doppiogioco.games.top_secret_spies.cards import CHURCH, ENOUGH, KINDS, PASS, RUINS, Agent, Card
from doppiogioco.games.top_secret_spies.names import CARD_NAMES
from doppiogioco.games.top_secret_spies.state import TOP_SECRET, Ask, Way

ONE_TO_THREE, TWO, THREE = range(3)  # faces of the die


def clause_of(match, seat, *answers):
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, *answers)
    return error.value.clause


# 7 Drawing and the card phase ---------------------------------------------------------------------------------------


@pytest.mark.clause("7.1", "7.3")
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_deck(seats):
    start = find(GAME).start(seats, TOP_SECRET)
    copies = [n - (seats == 7 and kind == Card.SECOND_AGENT) for kind, n in enumerate(COPIES)]
    assert start.deck == copies
    assert sum(copies) == (25 if seats == 7 else 26)
    view = doppiogioco.new(GAME, seats, {"top-secret": True}, seed=3).view(1)
    assert view.gone == (seats == 7)
    assert view.cards[:seats] == [2] * seats
    assert view.pile == sum(copies) - 2 * seats
    assert sum(view.hand[1]) == 2
    assert view.hand[0] == [HIDDEN] * KINDS


@pytest.mark.clause("7.3")
@pytest.mark.parametrize("seed", range(20))
def test_seven_players_never_get_the_double_game(seed):
    match = doppiogioco.new(GAME, 7, {"top-secret": True}, seed=seed)
    assert not any(match.view(seat).hand[seat][Card.SECOND_AGENT] for seat in range(7))


@pytest.mark.clause("7.1", "7.8", "7.9")
@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_or_made(seed):
    chance = Random(seed)
    match = doppiogioco.new(GAME, 6, {"top-secret": True}, seed=seed)
    while not match.over:
        match.play(match.waiting[0], chance.choice(match.game.legal(match._state, match.waiting[0])))
    view = match.view()
    left = [sum(kind) for kind in zip(view.deck, view.spent, *view.hand, strict=True)]
    left[Card.SECOND_AGENT] += view.gone
    assert left == COPIES
    assert (view.pile, view.cards) == (sum(view.deck), [sum(hand) for hand in view.hand])


@pytest.mark.clause("7.2", "7.4")
def test_the_phase_lies_between_movement_and_scoring():
    match = table({}, ask=Ask.ROLL, turn=CHRIS, at={DOYLE: 5}, chance=[TWO])
    match.play(CHRIS, DOYLE, DOYLE)
    for seat in (CHRIS, DAVID, ANNA, BOB):
        assert match.waiting == (seat,)
        assert (match.view().ask, match.view().score[DOYLE]) == (Ask.PLAY, 0)
        match.play(seat, PASS)
    assert (match.view().ask, match.view().score[DOYLE]) == (Ask.STASH, 7)
    assert match.waiting == (CHRIS,)


@pytest.mark.clause("7.5")
@pytest.mark.parametrize(
    ("at", "steps", "drawn"),
    [
        ({DOYLE: 9}, [DOYLE, DOYLE], 1),
        ({DOYLE: 10, PERRY: 10}, [PERRY, DOYLE], 1),  # one card for the whole movement
        ({DOYLE: 10}, [DOYLE, DOYLE], 0),  # only passes through
        ({DOYLE: RUINS}, [PERRY, PERRY], 0),  # was there before
        ({DOYLE: RUINS, PERRY: 10}, [PERRY, DOYLE], 1),
    ],
)
def test_drawing_for_a_movement_to_the_ruins(at, steps, drawn):
    match = table({}, ask=Ask.ROLL, at=at, chance=[TWO])
    match.play(ANNA, *steps)
    assert match.view().cards[:4] == [drawn, 0, 0, 0]
    assert match.view(ANNA).hand[ANNA].count(0) == KINDS - drawn
    assert match.view().pile == 26 - drawn


@pytest.mark.clause("7.5", "7.12")
@pytest.mark.parametrize(
    ("seat", "card", "answers", "at", "drawn"),
    [
        (ANNA, Card.TO_RUINS, [DOYLE], {}, 1),
        (BOB, Card.TO_RUINS, [DOYLE], {}, 0),  # not Bob's turn, and not Anna's card
        (ANNA, Card.TO_RUINS, [DOYLE], {DOYLE: RUINS}, 0),  # it was there already
        (ANNA, Card.TWO_FORWARD, [PERRY, DOYLE], {PERRY: 10, DOYLE: 10}, 1),  # one for each card
        (ANNA, Card.BACK_ONE_OR_TWO, [DOYLE, 0], {}, 1),  # backwards from the church
        (ANNA, Card.BACK_ONE_OR_TWO, [DOYLE, 1], {}, 0),  # and past the ruins
        (ANNA, Card.SWAP, [DOYLE, PERRY], {DOYLE: RUINS}, 1),
        (ANNA, Card.JOIN, [DOYLE, RUINS], {PERRY: RUINS}, 1),
        (ANNA, Card.TO_SAFE, [DOYLE], {}, 0),
    ],
)
def test_drawing_for_a_card_to_the_ruins(seat, card, answers, at, drawn):
    match = table({seat: [card]}, at=at, asked=seat)
    match.play(seat, card, *answers)
    assert match.view().cards[:4] == [drawn, 0, 0, 0]
    assert match.waiting == (seat,)


@pytest.mark.clause("7.5")
def test_several_draws_in_a_turn():
    match = table({ANNA: [Card.TO_RUINS] * 2}, ask=Ask.ROLL, at={DOYLE: 9}, chance=[TWO, Card.SWAP, Card.SWAP - 1])
    match.play(ANNA, DOYLE, DOYLE)
    match.play(ANNA, Card.TO_RUINS, PERRY)
    match.play(ANNA, Card.TO_RUINS, BUCCI)
    assert match.view(ANNA).cards[ANNA] == 3
    assert match.log(ANNA)[-1].startswith("Anna draws “")
    assert match.log(BOB)[-1] == "Anna draws a Top Secret card."


@pytest.mark.clause("7.6", "7.7")
@pytest.mark.parametrize(("held", "then"), [(0, 1), (3, 4), (4, 4)])
def test_nobody_moves_and_a_card_is_drawn(held, then):
    hand = [Card.TO_RUINS, Card.TO_RUINS, Card.TO_SAFE, Card.TO_SAFE][:held]
    match = table({ANNA: hand}, ask=Ask.ROLL, chance=[ONE_TO_THREE])
    assert [int(answer) for answer in match.legal(ANNA)] == [0, 1, 2, 3]
    match.play(ANNA, 0)
    assert match.view().cards[ANNA] == then
    assert match.view().at == [CHURCH] * 7
    assert (match.view().ask, match.waiting) == (Ask.PLAY, (ANNA,))


@pytest.mark.clause("7.7")
def test_nobody_holds_five_cards():
    hand = [Card.TO_RUINS, Card.TO_SAFE, Card.TO_SAFE, Card.SWAP]
    match = table({ANNA: hand}, ask=Ask.ROLL, at={DOYLE: 9}, chance=[TWO])
    match.play(ANNA, DOYLE, DOYLE)
    assert match.view().cards[ANNA] == 4  # a full hand: no draw for the movement
    match.play(ANNA, Card.TO_RUINS, PERRY)
    assert match.view().cards[ANNA] == 4  # the played card has made room


@pytest.mark.clause("7.8")
@pytest.mark.parametrize("spent", [[Card.SWAP], [Card.SWAP, Card.JOIN, Card.TO_SAFE]])
def test_the_discards_are_shuffled_as_soon_as_the_pile_is_exhausted(spent):
    match = table({}, ask=Ask.ROLL, pile=[Card.TO_RUINS], spent=spent, chance=[ONE_TO_THREE])
    match.play(ANNA, 0)  # she draws the last card
    assert (match.view().pile, match.view().spent) == (len(spent), [0] * KINDS)
    assert match.log()[-1] == "Anna draws a Top Secret card. The discards are shuffled and become the new pile."
    match.play(ANNA, Card.TO_RUINS, PERRY)
    assert sum(match.view(ANNA).hand[ANNA][kind] for kind in spent) == 1  # and only then one of them


@pytest.mark.clause("7.8", "7.9")
def test_a_card_is_discarded_after_its_draw():
    """Her own card lies neither in the pile she draws from nor in the one made when she takes its last card."""
    match = table({ANNA: [Card.TO_RUINS]}, pile=[Card.JOIN], spent=[Card.SWAP])
    match.play(ANNA, Card.TO_RUINS, PERRY)
    assert match.view(ANNA).hand[ANNA] == row([Card.JOIN])
    assert (match.view().pile, match.view().spent) == (1, row([Card.TO_RUINS]))
    assert "shuffled" in match.log()[-1]


@pytest.mark.clause("7.8", "7.9")
def test_a_card_cannot_come_back_through_its_own_draw():
    match = table({ANNA: [Card.TO_RUINS]}, pile=[], spent=[Card.SWAP])
    match.play(ANNA, Card.TO_RUINS, PERRY)
    assert match.view(ANNA).hand[ANNA] == row([Card.SWAP])
    assert (match.view().pile, match.view().spent) == (0, row([Card.TO_RUINS]))
    alone = table({ANNA: [Card.TO_RUINS]}, pile=[])
    alone.play(ANNA, Card.TO_RUINS, PERRY)
    assert (alone.view().cards[ANNA], alone.view().spent) == (0, row([Card.TO_RUINS]))


@pytest.mark.clause("7.9")
def test_a_card_in_play_lies_nowhere_yet():
    match = table({ANNA: [Card.SWAP]})
    match.play(ANNA, Card.SWAP, DOYLE)
    assert (match.view().cards[ANNA], match.view().spent) == (0, [0] * KINDS)
    match.play(ANNA, PERRY)
    assert match.view().spent == row([Card.SWAP])


@pytest.mark.clause("7.8")
def test_without_discards_the_new_pile_waits_until_a_card_is_needed():
    match = table({BOB: [Card.SWAP]}, ask=Ask.ROLL, pile=[Card.TO_RUINS], chance=[ONE_TO_THREE])
    match.play(ANNA, 0)
    match.play(ANNA, PASS)
    match.play(BOB, Card.SWAP, DOYLE, PERRY, PASS)
    assert (match.view().pile, match.view().spent[Card.SWAP]) == (0, 1)
    match.play(CHRIS, PASS)
    match.play(DAVID, PASS)
    match.play(ANNA, Card.TO_RUINS, LARSSON)
    assert match.view(ANNA).hand[ANNA] == row([Card.SWAP])
    assert match.view().spent == row([Card.TO_RUINS])


@pytest.mark.clause("7.8")
def test_without_any_card_there_is_no_draw():
    match = table({}, ask=Ask.ROLL, pile=[], chance=[ONE_TO_THREE])
    match.play(ANNA, 0)
    assert (match.view().ask, match.view().cards[ANNA]) == (Ask.PLAY, 0)


@pytest.mark.clause("7.9")
def test_several_cards_in_one_moment():
    match = table({ANNA: [Card.TO_SAFE, Card.SWAP, Card.JOIN]})
    match.play(ANNA, Card.SWAP, DOYLE, PERRY, Card.TO_SAFE, DOYLE)
    assert match.waiting == (ANNA,)
    assert match.view().spent == row([Card.SWAP, Card.TO_SAFE])
    assert match.view(ANNA).hand[ANNA] == row([Card.JOIN])
    match.play(ANNA, PASS)
    assert match.waiting == (BOB,)


@pytest.mark.clause("7.9")
def test_only_cards_in_hand_can_be_played():
    match = table({ANNA: [Card.SWAP], BOB: [Card.TO_SAFE]})
    assert [int(answer) for answer in match.legal(ANNA)] == [Card.SWAP, PASS]
    assert clause_of(match, ANNA, Card.TO_SAFE) == "7.9"


@pytest.mark.clause("7.10")
def test_a_pass_does_not_bind_and_a_card_calls_for_another_round():
    match = table({ANNA: [Card.SWAP], CHRIS: [Card.TO_SAFE, Card.TO_RUINS]})
    match.play(ANNA, PASS)
    match.play(BOB, PASS)
    match.play(CHRIS, Card.TO_SAFE, DOYLE, PASS)
    match.play(DAVID, PASS)
    match.play(ANNA, Card.SWAP, DOYLE, PERRY, PASS)
    for seat in (BOB, CHRIS, DAVID):
        match.play(seat, PASS)
    assert match.waiting == (ANNA,)  # the others have passed, but Anna has not since she played
    match.play(ANNA, PASS)
    assert match.view().ask == Ask.STASH


@pytest.mark.clause("7.10")
def test_the_last_to_play_may_play_again():
    match = table({BOB: [Card.TO_SAFE, Card.TO_RUINS]})
    match.play(ANNA, PASS)
    match.play(BOB, Card.TO_SAFE, DOYLE, PASS)
    for seat in (CHRIS, DAVID, ANNA):
        match.play(seat, PASS)
    match.play(BOB, Card.TO_RUINS, DOYLE)
    assert not all_pass(match)


@pytest.mark.clause("7.10")
def test_players_without_cards_are_asked_too():
    match = table({}, seats=2)
    assert match.legal(ANNA) == [PASS]
    match.play(ANNA, PASS)
    assert match.waiting == (BOB,)
    match.play(BOB, PASS)
    assert (match.view().ask in (Ask.PACE, Ask.STEP), match.view().turn) == (True, BOB)


@pytest.mark.clause("7.11", "8.14")
@pytest.mark.parametrize(
    ("plays", "scores"),
    [
        ([], True),
        ([(Card.LEAVE_SAFE, DOYLE, Way.BACK)], False),
        ([(Card.LEAVE_SAFE, DOYLE, Way.BACK), (Card.TO_SAFE, DOYLE)], True),
        ([(Card.TO_SAFE, PERRY), (Card.LEAVE_SAFE, DOYLE, Way.BACK)], True),  # Perry is still there
        ([(Card.MOVE_SAFE, 3)], False),
        ([(Card.MOVE_SAFE, 3), (Card.MOVE_SAFE, 7)], False),  # not even if it comes back
        ([(Card.MOVE_SAFE, 3), (Card.TO_SAFE, PERRY)], True),
    ],
)
def test_cards_decide_about_the_scoring(plays, scores):
    cards = [play[0] for play in plays]
    match = table({ANNA: cards}, ask=Ask.ROLL, at={DOYLE: 5}, chance=[TWO])
    match.play(ANNA, DOYLE, DOYLE)
    for play in plays:
        match.play(ANNA, *play)
    assert all_pass(match) == scores
    assert (match.view().score[DOYLE] != 0) == scores


@pytest.mark.clause("7.11", "7.12")
@pytest.mark.parametrize(
    ("card", "answers", "at", "safe", "scores"),
    [
        (Card.TO_SAFE, [DOYLE], {}, 7, True),
        (Card.TO_SAFE, [DOYLE], {DOYLE: 7}, 7, False),
        (Card.TO_RUINS, [DOYLE], {}, RUINS, True),
        (Card.TO_RUINS, [DOYLE], {DOYLE: RUINS}, RUINS, False),
        (Card.ALL_TO_CHURCH, [], {DOYLE: 3}, CHURCH, True),
        (Card.ALL_TO_CHURCH, [], {}, CHURCH, False),
        (Card.RUINS_TO_CHURCH, [DOYLE, ENOUGH], {DOYLE: RUINS}, CHURCH, True),
        (Card.SWAP, [DOYLE, PERRY], {DOYLE: 7}, 7, True),
        (Card.SWAP, [DOYLE, PERRY], {DOYLE: 7, PERRY: 7}, 7, False),
        (Card.JOIN, [DOYLE, 7], {PERRY: 7}, 7, True),
        (Card.TWO_BACK, [DOYLE, PERRY], {DOYLE: 8}, 7, True),
        (Card.TWO_FORWARD, [DOYLE, PERRY], {PERRY: 6}, 7, True),
        (Card.ONE_EITHER_WAY, [DOYLE, Way.BACK], {DOYLE: 8}, 7, True),
        (Card.FORWARD_UP_TO_THREE, [DOYLE, 2], {DOYLE: 6}, 7, False),  # past it
        (Card.MOVE_SAFE, [3], {DOYLE: 3}, 7, False),
    ],
)
def test_an_agent_has_to_move_to_the_safe(card, answers, at, safe, scores):
    match = table({BOB: [card]}, asked=BOB, at=at, safe=safe)
    match.play(BOB, card, *answers)
    assert all_pass(match) == scores


@pytest.mark.clause("7.2", "7.5", "7.10", "7.11", "8.2", "8.6", "8.7", "8.9", "8.13", "8.14")
def test_the_long_example_of_the_printed_rules():
    red, yellow, green, blue = JAQUES, PERRY, MIRKOV, DOYLE
    hands = {
        ANNA: [Card.MOVE_SAFE],
        BOB: [Card.TWO_BACK, Card.TO_RUINS, Card.RUINS_TO_CHURCH],
        CHRIS: [Card.TWO_FORWARD, Card.TO_SAFE],
        DAVID: [Card.SWAP],
    }
    at = {red: 6, yellow: RUINS, green: 1, blue: 10}
    match = table(hands, ask=Ask.ROLL, at=at, chance=[ONE_TO_THREE, TWO])
    match.play(ANNA, 1, red)
    assert match.view().at[red] == match.view().safe == 7
    plays = [  # who, what, then red, yellow, green, blue, and the safe
        (ANNA, [], [7, RUINS, 1, 10], 7),
        (BOB, [Card.TWO_BACK, yellow, green], [7, 10, CHURCH, 10], 7),
        (CHRIS, [Card.TWO_FORWARD, blue, yellow], [7, RUINS, CHURCH, RUINS], 7),
        (DAVID, [], [7, RUINS, CHURCH, RUINS], 7),
        (ANNA, [Card.MOVE_SAFE, 4], [7, RUINS, CHURCH, RUINS], 4),
        (BOB, [], [7, RUINS, CHURCH, RUINS], 4),
        (CHRIS, [Card.TO_SAFE, red], [4, RUINS, CHURCH, RUINS], 4),
        (DAVID, [], [4, RUINS, CHURCH, RUINS], 4),
        (ANNA, [], [4, RUINS, CHURCH, RUINS], 4),
        (BOB, [Card.TO_RUINS, red], [RUINS, RUINS, CHURCH, RUINS], 4),
        (CHRIS, [], [RUINS, RUINS, CHURCH, RUINS], 4),
        (DAVID, [], [RUINS, RUINS, CHURCH, RUINS], 4),
        (ANNA, [], [RUINS, RUINS, CHURCH, RUINS], 4),
        (BOB, [Card.RUINS_TO_CHURCH, blue, yellow], [RUINS, CHURCH, CHURCH, CHURCH], 4),
        *[(seat, [], [RUINS, CHURCH, CHURCH, CHURCH], 4) for seat in (CHRIS, DAVID, ANNA, BOB)],
    ]
    held = {seat: len(cards) for seat, cards in hands.items()}
    for seat, answers, agents, safe in plays:
        assert (match.view().ask, match.waiting) == (Ask.PLAY, (seat,))
        match.play(seat, *answers, PASS)
        held[seat] -= bool(answers)
        view = match.view()
        assert ([view.at[agent] for agent in (red, yellow, green, blue)], view.safe) == (agents, safe)
        assert view.cards[:4] == list(held.values())  # nobody draws
    assert match.view().score == [0] * 7  # no scoring: the die goes to Bob
    assert (match.view().ask, match.waiting, match.view().turn) == (Ask.STEP, (BOB,), BOB)


# 8 The cards --------------------------------------------------------------------------------------------------------

DOCS = Path(__file__).parents[2] / "docs" / "games"
EVERYWHERE = {SCHULZ: 3, PERRY: 5, BUCCI: 5, JAQUES: 7, MIRKOV: RUINS, DOYLE: RUINS, LARSSON: CHURCH}


@pytest.mark.clause("7.1")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_rules_page_names_and_counts_the_cards(language):
    say = Voice(language)
    page = (DOCS / f"top-secret-spies.{language}.md").read_text(encoding="utf-8")
    told = re.findall(r"^\*\*8\.(\d+)\*\* (.+?) \((\d)", page, re.MULTILINE)
    assert told == [(str(card + 1), say(CARD_NAMES[card]), str(COPIES[card])) for card in Card]


@pytest.mark.parametrize(
    ("card", "answers", "moved"),
    [
        pytest.param(card, answers, moved, marks=pytest.mark.clause(f"8.{card + 1}"))
        for card, answers, moved in [
            (Card.BACK_ONE_OR_TWO, [PERRY, 0], {PERRY: 4}),
            (Card.BACK_ONE_OR_TWO, [LARSSON, 1], {LARSSON: 10}),
            (Card.TO_RUINS, [SCHULZ], {SCHULZ: RUINS}),
            (Card.ONE_EITHER_WAY, [PERRY, Way.FORWARD], {PERRY: 6}),
            (Card.ONE_EITHER_WAY, [LARSSON, Way.BACK], {LARSSON: RUINS}),
            (Card.ALL_TO_CHURCH, [], dict.fromkeys(Agent, CHURCH)),
            (Card.TO_SAFE, [LARSSON], {LARSSON: 7}),
            (Card.TWO_BACK, [PERRY, LARSSON], {PERRY: 4, LARSSON: RUINS}),
            (Card.TWO_BACK, [BUCCI, PERRY], {PERRY: 4, BUCCI: 4}),
            (Card.SWAP, [SCHULZ, DOYLE], {SCHULZ: RUINS, DOYLE: 3}),
            (Card.SWAP, [PERRY, BUCCI], {}),
            (Card.TWO_FORWARD, [MIRKOV, SCHULZ], {MIRKOV: CHURCH, SCHULZ: 4}),
            (Card.JOIN, [SCHULZ, 5], {SCHULZ: 5}),
            (Card.LEAVE_SAFE, [JAQUES, Way.FORWARD], {JAQUES: 8}),
            (Card.LEAVE_SAFE, [JAQUES, Way.BACK], {JAQUES: 6}),
            (Card.RUINS_TO_CHURCH, [DOYLE, ENOUGH], {DOYLE: CHURCH}),
            (Card.RUINS_TO_CHURCH, [DOYLE, MIRKOV], {DOYLE: CHURCH, MIRKOV: CHURCH}),
            (Card.FORWARD_UP_TO_THREE, [SCHULZ, 0], {SCHULZ: 4}),
            (Card.FORWARD_UP_TO_THREE, [SCHULZ, 1], {SCHULZ: 5}),
            (Card.FORWARD_UP_TO_THREE, [DOYLE, 2], {DOYLE: 2}),
            (Card.MOVE_SAFE, [RUINS], {}),
        ]
    ],
)
def test_where_a_card_takes_agents(card, answers, moved):
    match = table({BOB: [card]}, asked=BOB, at=EVERYWHERE)
    match.play(BOB, card, *answers)
    assert match.view().at == [moved.get(agent, EVERYWHERE[agent]) for agent in Agent]
    assert match.view().safe == (RUINS if card == Card.MOVE_SAFE else 7)
    assert (match.view().spent, match.view().cards[BOB]) == (row([card]), 0)
    assert (match.view().ask, match.waiting) == (Ask.PLAY, (BOB,))


@pytest.mark.parametrize(
    ("card", "answers", "fields"),
    [
        pytest.param(card, answers, fields, marks=pytest.mark.clause(f"8.{card + 1}"))
        for card, answers, fields in [
            (Card.BACK_ONE_OR_TWO, [PERRY, 2], {}),
            (Card.TWO_MARKERS, [PERRY, PERRY], {}),
            (Card.TWO_BACK, [PERRY, PERRY], {}),
            (Card.TWO_BACK, [PERRY, ENOUGH], {}),
            (Card.SWAP, [PERRY, PERRY], {}),
            (Card.SWAP, [PERRY, ENOUGH], {}),
            (Card.TWO_FORWARD, [PERRY, PERRY], {}),
            (Card.TWO_FORWARD, [PERRY, ENOUGH], {}),
            (Card.JOIN, [PERRY, 5], {}),  # its own building, though Bucci is there too
            (Card.JOIN, [SCHULZ, 3], {}),
            (Card.JOIN, [SCHULZ, 9], {}),  # nobody there
            (Card.JOIN, [], {"at": dict.fromkeys(Agent, 7)}),
            (Card.LEAVE_SAFE, [PERRY], {}),
            (Card.LEAVE_SAFE, [], {"safe": 10}),
            (Card.RUINS_TO_CHURCH, [PERRY], {}),
            (Card.RUINS_TO_CHURCH, [DOYLE, DOYLE], {}),
            (Card.RUINS_TO_CHURCH, [DOYLE, PERRY], {}),
            (Card.RUINS_TO_CHURCH, [], {"at": dict.fromkeys(Agent, 10)}),
            (Card.MOVE_SAFE, [7], {}),
        ]
    ],
)
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_a_card_cannot_do(card, answers, fields, language):
    match = table({BOB: [card]}, **{"asked": BOB, "at": EVERYWHERE} | fields)
    before = match.view(BOB)
    with pytest.raises(IllegalAnswer) as error:
        match.play(BOB, card, *answers, language=language)
    assert error.value.clause == f"8.{card + 1}"
    assert f"8.{card + 1}" in str(error.value)
    assert match.view(BOB) == before


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(
    ("card", "answers"),
    [
        (Card.TO_RUINS, [LARSSON]),
        (Card.SWAP, [PERRY, LARSSON]),
        (Card.TWO_MARKERS, [LARSSON]),
        (Card.TWO_MARKERS, [PERRY, LARSSON]),
    ],
)
def test_cards_work_only_on_agents_in_play(card, answers):
    assert clause_of(table({ANNA: [card]}, seats=3), ANNA, card, *answers) == "2.1"


@pytest.mark.clause("8.3")
@pytest.mark.parametrize(
    ("score", "then"),
    [((0, 12), (3, 15)), ((37, 36), (40, 39)), ((38, 39), (40, 40)), ((40, 41), (40, 41))],
)
def test_markers_go_forward_but_not_beyond_40(score, then):
    match = table({ANNA: [Card.TWO_MARKERS]}, score={PERRY: score[0], DOYLE: score[1]})
    match.play(ANNA, Card.TWO_MARKERS, DOYLE, PERRY)
    assert (match.view().score[PERRY], match.view().score[DOYLE]) == then
    assert match.waiting == (ANNA,)  # neither the end nor a scoring
