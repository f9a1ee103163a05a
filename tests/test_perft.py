"""How many ways a match can begin, counted: any change in any rule near the start shows here."""

import pytest

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import perft
from doppiogioco.engine.record import TABLE

# (game, seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    ("secrets", 4, 0): {6: 120, 10: 60_120, 13: 612_360},
    ("secrets", 6, 0): {8: 840, 12: 609_000},
    ("secrets", 8, 0): {10: 5_040, 13: 882_000},
    ("top-secret-spies", 2, 0): {5: 1_120, 8: 149_600, 11: 20_318_000},
    ("top-secret-spies", 4, 0): {7: 127_680, 9: 6_068_160},
    ("top-secret-spies", 2, 1): {6: 127_680, 8: 10_824_480},
    ("top-secret-spies", 3, 3): {6: 79_560},
    ("top-secret-spies", 7, 3): {7: 35_280, 9: 493_920},
}


@pytest.mark.parametrize(("setup", "counts"), COUNTS.items(), ids=str)
def test_the_counts_have_not_changed(setup, counts):
    assert {depth: perft(*setup, depth) for depth in counts} == counts


def test_every_game_is_counted():
    assert {game for game, _, _ in COUNTS} == set(doppiogioco.games())


def test_two_counts_by_hand():
    """Four to begin, then the tokens CIA, KGB and hippie lie in 5! / (2! 2! 1!) ways; 2 x 5 x 4 agents, 6 faces."""
    assert perft("secrets", 4, 0, 6) == 4 * 30
    assert perft("top-secret-spies", 2, 0, 4) == 2 * 5 * 4 * 6


def counted_plainly(game, seats, options, depth):
    """The same count on the plain carrier, by recursion."""
    found = find(game)

    def count(s, left):
        if left == 0 or found.over(s):
            return 1
        table = found.table_answers(s)
        seat = TABLE if table else found.waiting(s)[0]
        answers = [a for a, ways in enumerate(found.weights(s)) if ways] if table else found.legal(s, seat)
        total = 0
        for a in answers:
            after = found.state.copy(s)
            found.rules.apply(after, seat, a)
            total += count(after, left - 1)
        return total

    return count(found.start(seats, options), depth)


@pytest.mark.parametrize(
    ("game", "seats", "options"), [("secrets", 4, 0), ("secrets", 7, 0), ("top-secret-spies", 2, 0)]
)
def test_the_compiled_count_is_the_plain_count(game, seats, options):
    for depth in (1, 3, 6):
        assert perft(game, seats, options, depth) == counted_plainly(game, seats, options, depth)
