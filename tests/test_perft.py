"""How many ways a match can begin, counted: any change in any rule near the start shows here."""

import pytest

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import perft
from doppiogioco.engine.state import CHANCE

COUNTS = {
    (game, *setup): counts
    for game in doppiogioco.games()
    for setup, counts in find(game).package.module("checks").COUNTS.items()
}


@pytest.mark.parametrize(("setup", "counts"), COUNTS.items(), ids=str)
def test_the_counts_have_not_changed(setup, counts):
    assert {depth: perft(*setup, depth) for depth in counts} == counts


def test_every_game_is_counted():
    assert {game for game, _, _ in COUNTS} == set(doppiogioco.games())


def test_some_counts_by_hand():
    """Who begins and what is dealt, until somebody decides.

    Secrets: tokens in 5! / (2! 2! 1!) ways. Top Secret Spies: 5 x 4 agents, 6 faces. Agent Avenue: eight kinds of
    agents, of two of them one copy. Spies & Lies: three kinds of intel, one of ten soldiers for each side, then a row:
    126 without the Sergeant, else C(8, 4) + 4 C(8, 3); by hand any, the first members of both pairs first; where all
    is chosen before the deal: colour, who plays alone, who plays Missions 1 and 2, which side begins. Spywhere: one of
    six nations in the box, who begins, three passports, two cards.
    """
    assert perft("agent-avenue", 2, 0, 3) == 2 * (8 * 8 - 2)
    assert perft("spies-and-lies", 2, 0, 8) == 2 * 3 * 10 * (126 + 9 * (70 + 4 * 56))
    assert perft("spies-and-lies", 2, 1, 8) == 2 * 3 * 10 * 10 * (9 * 8 * 7 * 6)
    assert perft("spies-and-lies", 4, 1, 7) == 4 * 3 * 10 * 10 * (9 * 8) * 9
    assert perft("spies-and-lies", 3, 14, 4) == 3 * 3 * 2 * 2
    assert perft("spies-and-lies", 4, 14, 4) == 4 * 4 * 2 * 2
    assert perft("spywhere", 3, 0, 7) == 6 * 3 * (5 * 4 * 3) * 5**2
    assert perft("secrets", 4, 0, 6) == 4 * 30
    assert perft("top-secret-spies", 2, 0, 4) == 2 * 5 * 4 * 6


def counted_plainly(game, seats, options, depth):
    """The same count on the plain carrier, by recursion."""
    found = find(game)

    def count(s, left):
        if left == 0 or found.over(s):
            return 1
        table = found.chance_answers(s)
        seat = CHANCE if table else found.waiting(s)[0]
        answers = [a for a, ways in enumerate(found.weights(s)) if ways] if table else found.legal(s, seat)
        total = 0
        for a in answers:
            after = found.state.copy(s)
            found.rules.apply(after, seat, a)
            total += count(after, left - 1)
        return total

    return count(found.start(seats, options), depth)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("agent-avenue", 3, 1),
        ("secrets", 4, 0),
        ("secrets", 7, 0),
        ("spies-and-lies", 3, 0),
        ("spywhere", 3, 1),
        ("top-secret-spies", 2, 0),
    ],
)
def test_the_compiled_count_is_the_plain_count(game, seats, options):
    for depth in (1, 3, 5):
        assert perft(game, seats, options, depth) == counted_plainly(game, seats, options, depth)
