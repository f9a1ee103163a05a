"""What everybody knows of the hands of Agent Avenue, and the worlds dealt again that fit it (docs/knowledge.md)."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from avenue_table import (
    ANNA,
    BOB,
    CHRIS,
    CODE,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    GAME,
    MOLE,
    NO,
    OPEN,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    YES,
    new,
    row,
    table,
    turn_of,
)
from market_table import DOUBLE_TROUBLE, DULL, OUTPOST, SECRET, at_market, partners_at_market

from doppiogioco.engine.compiled import cells
from doppiogioco.engine.secrecy import deal_sampler
from doppiogioco.engine.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from doppiogioco.engine.worlds import Worlds
from doppiogioco.games.agent_avenue.cards import COPIES, GREEN, Agent, Market
from doppiogioco.games.agent_avenue.drawing import board, mine
from doppiogioco.games.agent_avenue.state import Ask

clause = pytest.mark.clause

# The list of known cards ----------------------------------------------------------------------------------------------


@clause("6.15")
@pytest.mark.parametrize(("shown", "hidden", "known"), [(MOLE, CODE, []), (CODE, MOLE, []), (CODE, SABOTEUR, [MOLE])])
def test_what_may_be_the_card_face_down_is_struck_off_until_it_is_turned_over(shown, hidden, known):
    match = table({ANNA: (MOLE, CODE, SABOTEUR, SENTINEL)}, offer=DULL, known={ANNA: row([MOLE])}, blue=3)
    match.play(ANNA, shown, hidden)
    assert match.view().known[ANNA] == row([])
    assert "known" not in match.view(BOB).text(match.voice("en"))
    match.play(BOB, OPEN)
    assert match.view().known[ANNA] == row(known)


@clause("6.15", "1.4")
@pytest.mark.parametrize("seat", [BOB, None])
def test_the_list_does_not_tell_which_card_lies_face_down(seat):
    seen = []
    for hidden in (DOUBLE, SABOTEUR, SENTINEL):
        hand = (DOUBLE, CODE, SABOTEUR, SENTINEL)
        match = table({ANNA: hand}, offer=DULL, known={ANNA: row([DOUBLE, SENTINEL])}, chance=[MOLE, SIDEKICK])
        match.play(ANNA, CODE, hidden)
        seen.append((match.view(seat), match.view(seat).text(match.voice("en"))))
    assert seen[0] == seen[1] == seen[2]


@clause("6.15", "3.6", "3.7")
@pytest.mark.parametrize(
    ("hand", "known", "shown", "hidden", "meanwhile", "after"),
    [
        ((CODE, MOLE, MOLE), [MOLE] * 2, CODE, MOLE, [MOLE], [MOLE]),  # one of two is still there
        ((CODE, MOLE, SENTINEL), [MOLE, SENTINEL], CODE, MOLE, [], [SENTINEL]),  # one of them
        ((CODE, CODE, MOLE), [CODE] * 2, CODE, MOLE, [CODE], [CODE]),  # the open card's name cannot lie face down
        ((CODE, CODE, CODE), [CODE] * 3, CODE, CODE, [CODE], [CODE]),  # unless there is no other
        ((CODE, CODE, CODE, CODE), [], CODE, CODE, [], [CODE] * 2),  # and then the rest has it too
    ],
)
def test_how_much_is_known_while_a_card_lies_face_down_and_after(hand, known, shown, hidden, meanwhile, after):
    match = table({ANNA: hand}, known={ANNA: row(known)}, deck=[ENFORCER] * 5, blue=3)
    match.play(ANNA, shown, hidden)
    assert match.view().known[ANNA] == row(meanwhile)
    match.play(BOB, OPEN)
    assert match.view().known[ANNA] == row(after)
    assert match.view().doubt == row([])


@clause("6.15")
def test_without_reminders_nothing_is_listed():
    match = table({ANNA: (MOLE, CODE, SABOTEUR, SENTINEL)}, offer=DULL, known={ANNA: row([MOLE])})
    assert "known: Mole" in match.view(BOB).text(match.voice("en"))
    assert [card.name for card in mine(match.view(ANNA), match.voice("en")).hand if card.known] == ["Mole"]
    assert "known: Mole" in board(match.view(), match.voice("en")).sides[GREEN].people[0].told
    match.reminders = False
    assert "known" not in match.view(BOB).text(match.voice("en"))
    assert not [card for card in mine(match.view(ANNA), match.voice("en")).hand if card.known]
    assert "known: Mole" not in board(match.view(), match.voice("en")).sides[GREEN].people[0].told


@clause("6.15", "3.4")
def test_after_an_exchange_one_copy_less_of_everything_is_known():
    match = table(
        {ANNA: (MOLE, SENTINEL, SENTINEL, CODE)}, ask=Ask.EXCHANGE, known={ANNA: row([MOLE, SENTINEL, SENTINEL])}
    )
    match.play(ANNA, YES)
    match.play(ANNA, CODE)
    assert match.view().known[ANNA] == row([SENTINEL])


# Dealt again --------------------------------------------------------------------------------------------------------


def test_before_the_first_turn_and_when_it_is_over_nothing_is_dealt_again():
    over = turn_of(table(green=6, hands={ANNA: (SIDEKICK, SABOTEUR, CODE, CODE)}), SABOTEUR, SIDEKICK, OPEN)
    assert over.over
    for state in (over._state, over.game.start(4, 1)):
        world = over.game.state.copy(state)
        over.game.rules.forget(world, BOB)
        assert over.game.state.vector(world) == over.game.state.vector(state)


def dealt_again(match, seat, chance):
    """What the seat cannot see, dealt again on the plain carrier: the new world."""
    game, world = match.game, match.game.state.copy(match._state)
    game.rules.forget(world, seat)
    while world.again:
        weights = game.weights(world)
        game.rules.apply(world, CHANCE, chance.choices(range(len(weights)), weights)[0])
    return world


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_dealt_again_look_the_same_at_every_moment(seats):
    for seed in range(6):
        chance, match = Random(seed), new(seats, advanced=True, seed=seed)
        while not match.over:
            for seat in (*range(seats), SPECTATOR):
                world = dealt_again(match, seat, chance)
                assert match.game.view(world, seat) == match.game.view(match._state, seat)
                assert match.game.waiting(world) == match.waiting
                for other in match.waiting:
                    assert match.game.legal(world, other)
                cards = zip(world.deck, *world.hand, *world.discards, *world.agents, strict=True)
                on_table = row(card for card in (world.open, world.covered) if card != NOBODY)
                assert [sum(kind) + on_table[n] for n, kind in enumerate(cards)] == list(COPIES)
            seat = chance.choice(match.waiting)
            match.play(seat, chance.choice(match.game.legal(match._state, seat)))


@pytest.mark.parametrize(
    ("hand", "known", "hidden"),
    [
        ((CODE, MOLE, SENTINEL), [MOLE], {MOLE, SENTINEL, ENFORCER, DOUBLE, SABOTEUR, DAREDEVIL, SIDEKICK}),
        ((CODE, MOLE, SENTINEL), [MOLE, SENTINEL], {MOLE, SENTINEL}),  # both cards left were known
        ((CODE, CODE, CODE), [CODE] * 3, {CODE}),
        ((CODE, CODE, CODE), [], set(Agent)),  # of a hand of one name, or any other
    ],
)
def test_the_card_face_down_may_be_a_known_one(hand, known, hidden):
    match = table({ANNA: hand}, known={ANNA: row(known)}, chance=[SABOTEUR, SABOTEUR, SABOTEUR])
    match.play(ANNA, CODE, hand[1])
    chance = Random(1)
    worlds = [dealt_again(match, BOB, chance) for _ in range(400)]
    assert {world.covered for world in worlds} == hidden
    for world in worlds:
        held = list(world.hand[ANNA])
        held[world.covered] += 1
        assert all(has >= at_least for has, at_least in zip(held, match.view().known[ANNA], strict=True))
        if world.covered == CODE:  # then the whole hand was of this name
            assert held[CODE] >= 2


@pytest.mark.parametrize("card", [Market.OUTPOST, Market.SECRET_RECRUIT, Market.DOUBLE_TROUBLE])
def test_a_hand_that_can_use_the_card_can_use_it_in_every_world(card):
    match = partners_at_market(card)
    match.play(CHRIS, CHRIS)
    match.play(CHRIS, card)
    assert match.view().ask == Ask.HIRE
    chance = Random(2)
    hands = set()
    for _ in range(60):
        world = dealt_again(match, ANNA, chance)
        assert match.game.legal(world, CHRIS)
        hands.add(tuple(world.hand[CHRIS]))
    assert len(hands) > 20


# Worlds that fit ------------------------------------------------------------------------------------------------------


def worlds_of(match, seat=BOB):
    """Every world that fits what a seat has heard since the position from which a match began, by the exact filter."""
    worlds, start = Worlds(GAME, match.seats, match.option_bits, seat), match.game.state.copy(match._start)
    match.game.rules.forget(start, seat)
    cells(worlds.states)[:] = match.game.state.vector(start)
    while worlds.states["again"][0]:
        worlds.hear(CHANCE, HIDDEN)
    for given in match.heard(seat):
        worlds.hear(*given)
    assert worlds.exact
    return worlds


def held(states, seat=ANNA):
    """A hand and the card face down, in each of the worlds."""
    return [(tuple(state["hand"][seat].tolist()), int(state["covered"])) for state in states]


def chances(worlds):
    found = Counter()
    for world, odds in zip(held(worlds.states), worlds.odds, strict=True):
        found[world] += float(odds)
    return found


def drawn_for(match, seat=BOB, count=4_000):
    state = np.zeros(1, match.game.state.dtype)
    cells(state)[:] = match.game.state.vector(match._state)
    drawn = deal_sampler(state, seat, count)
    assert not drawn["again"].any()
    return Counter(held(drawn))


def same_odds(wanted, drawn):
    """No world that cannot be, and all others as often as they should."""
    count = sum(drawn.values())
    assert set(drawn) <= set(wanted)
    for world, odds in wanted.items():
        assert abs(drawn[world] - count * odds) < 6 * (count * odds * (1 - odds)) ** 0.5 + 6


FEW = [DOUBLE, ENFORCER, CODE, SENTINEL, DAREDEVIL, DAREDEVIL]  # a deck


KNOWN_AND_HELD = [
    ([], (CODE, MOLE, SENTINEL)),
    ([], (CODE, CODE, CODE)),
    ([MOLE], (CODE, MOLE, SENTINEL)),
    ([CODE], (CODE, MOLE, SENTINEL)),
    ([CODE, CODE], (CODE, CODE, MOLE)),
    ([MOLE, SENTINEL], (CODE, MOLE, SENTINEL)),
    ([MOLE, SENTINEL, CODE], (CODE, MOLE, SENTINEL)),
    ([CODE, CODE, CODE], (CODE, CODE, CODE)),
]


@clause("6.15", "3.7")
@pytest.mark.parametrize(("known", "hand"), KNOWN_AND_HELD)
def test_the_odds_of_the_card_face_down(known, hand):
    """A Codebreaker lies face up. What Anna lays beside it is dealt again as often as she would lay it at random."""
    match = table({ANNA: hand}, deck=FEW, ask=Ask.COVER, open=CODE, known={ANNA: row(known)})
    match.play(ANNA, match.legal(ANNA)[0])
    assert match.view().ask == Ask.RECRUIT
    same_odds(chances(worlds_of(match)), drawn_for(match))


UNUSED = {
    OUTPOST: {"rest": (ENFORCER, SABOTEUR, CODE, DOUBLE)},
    SECRET: {"rest": (ENFORCER, SABOTEUR, CODE, CODE), "in_play": ([ENFORCER, SABOTEUR, CODE], ())},
    DOUBLE_TROUBLE: {"rest": (ENFORCER, SABOTEUR, CODE, DOUBLE)},
}


def unused(card, **position):
    """Everybody has just heard that Anna's hand cannot use a market card."""
    position = UNUSED[card] | {"deck": (ENFORCER, SENTINEL, *FEW), "stock": ()} | position
    match = at_market(card, **position)
    asked = match.game.state.copy(match._state)
    match.game.rules.apply(asked, ANNA, card)
    assert asked.ask == Ask.ABLE
    return match.position(**match.game.state.as_dict(match.game.state.vector(asked)), chance=[NO])


@clause("6.8")
@pytest.mark.parametrize("card", UNUSED)
def test_what_an_unused_card_has_told_holds_in_the_worlds_dealt_again(card):
    match = unused(card)
    assert (match.view().unable[card - OUTPOST], match.waiting) == (ANNA, (BOB,))
    same_odds(chances(worlds_of(match)), drawn_for(match))


def cannot_be(worlds, drawn):
    """How many of the worlds that were drawn do not fit what was heard."""
    return sum(count for world, count in drawn.items() if world not in worlds)


@clause("6.8")
@pytest.mark.parametrize("card", UNUSED)
@pytest.mark.parametrize("seed", range(4))
def test_it_goes_on_to_hold_of_the_cards_that_are_still_there(card, seed):
    """Anna plays some of them and draws others: all that is dealt again fits, and all that fits comes."""
    match, chance = unused(card), Random(seed)
    moments = 0
    while not match.over and len(match.history) < 18:
        worlds, drawn = chances(worlds_of(match)), drawn_for(match)
        assert cannot_be(worlds, drawn) == 0
        assert sum(odds for world, odds in worlds.items() if world not in drawn) < 0.02
        if match.view().ask == Ask.EXCHANGE:
            match.play(match.waiting[0], NO)
        seat = match.waiting[0]
        match.play(seat, chance.choice(match.game.legal(match._state, seat)))
        moments += 1
    assert moments > 3


@clause("6.8")
def test_two_hands_that_want_the_same_cards_both_get_theirs():
    """Anna has no Sentinel, Chris only Enforcers and Saboteurs, and only these five cards are for both."""
    hands = {ANNA: (ENFORCER, SABOTEUR, CODE), CHRIS: (ENFORCER, SABOTEUR), BOB: (MOLE, SIDEKICK)}
    allowed = row([ENFORCER, SABOTEUR])
    lacks = [row([SENTINEL]), [1 - kind for kind in allowed], row([])]
    match = table(hands, seats=3, deck=[SENTINEL] * 3, offer=DULL, unable=[ANNA, CHRIS, NOBODY], lacks=lacks)
    for world in (dealt_again(match, BOB, chance) for chance in map(Random, range(40))):
        assert world.hand[ANNA][SENTINEL] == 0
        assert sum(world.hand[CHRIS][kind] for kind in (ENFORCER, SABOTEUR)) == 2


@clause("6.8", "3.4")
@pytest.mark.parametrize("card", UNUSED)
def test_a_card_exchanged_since_then_may_have_brought_what_was_missing(card):
    match = unused(card)
    match.play(BOB, NO)
    match.play(BOB, *match.legal(BOB)[:1])
    match.play(BOB, *match.legal(BOB)[:1])
    match.play(ANNA, OPEN)
    match.play(ANNA, YES)
    match.play(ANNA, match.legal(ANNA)[0])
    assert match.view().fresh[card - OUTPOST] == 1
    worlds, drawn = chances(worlds_of(match)), drawn_for(match)
    assert cannot_be(worlds, drawn) == 0
    assert sum(odds for world, odds in worlds.items() if world not in drawn) < 0.02
    for _ in range(3):
        match.play(ANNA, YES)
        match.play(ANNA, match.legal(ANNA)[0])
    assert (match.view().unable, match.view().fresh) == ([NOBODY] * 3, [0] * 3)  # nothing is left of what was told
