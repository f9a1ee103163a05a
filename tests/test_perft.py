"""How many ways a match can begin, counted: any change in any rule near the start shows here."""

import pytest

import doppiogioco
from doppiogioco.engine.game import find
from doppiogioco.engine.loops import perft
from doppiogioco.engine.state import CHANCE

# (game, seats, options): {answers deep: how many different lists of answers}, as `doppiogioco perft` prints them
COUNTS = {
    ("agent-avenue", 2, 0): {5: 6_912, 8: 2_519_412},
    ("agent-avenue", 3, 0): {5: 4_212, 7: 225_504},
    ("agent-avenue", 2, 1): {5: 43_680, 7: 2_555_280},
    ("agent-avenue", 4, 1): {5: 87_360, 7: 5_110_560},
    ("secrets", 4, 0): {6: 120, 10: 60_120, 13: 612_360},
    ("secrets", 6, 0): {8: 840, 12: 609_000},
    ("secrets", 8, 0): {10: 5_040, 13: 882_000},
    ("spies-and-lies", 2, 0): {4: 600, 8: 166_320},
    ("spies-and-lies", 2, 1): {5: 5_400, 8: 1_814_400},
    ("spies-and-lies", 3, 0): {5: 2_700, 8: 432_354},
    ("spies-and-lies", 4, 0): {6: 38_160, 8: 1_213_488},
    ("spies-and-lies", 4, 1): {7: 777_600},
    ("spywhere", 2, 0): {7: 7_200, 9: 180_000, 10: 900_000},
    ("spywhere", 3, 1): {7: 27_000, 8: 135_000, 10: 3_375_000},
    ("spywhere", 4, 2): {7: 14_400, 9: 360_000},
    ("spywhere", 5, 0): {6: 3_600, 8: 129_600},
    ("spywhere", 6, 3): {7: 4_320, 8: 25_920},
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
