"""Generic compiled loops: random play, play-outs and perft for any game.

Every loop takes an array of records. Random play guesses until an answer is legal (the liveness law is its licence)
and draws the table's answers by their weights. The generator is one 64-bit word per game (splitmix64), so runs repeat
exactly.
"""

from __future__ import annotations

from typing import Any

from .compiled import (
    apply,
    blank,
    choices,
    compiled,
    inner,
    legal,
    np,
    setup,
    waiting,
    weight,
)
from .game import find
from .rule import CHANCE_WAITS, lowest
from .state import CHANCE, MOST_SEATS, size

LIMIT = 20_000  # answers; random games of every set-up end long before
EVEN = 16  # the style of an answer that is neither sought nor avoided

Generator = np.dtype([("word", np.uint64)])  # a record, because Numba counts the references to an array at every call


def generators(*seeds: int) -> Any:
    """An array of random generators."""
    return np.array(seeds, np.uint64).view(Generator)


@inner
def draw_bits(rng: Any) -> Any:
    """The next 64 random bits (splitmix64)."""
    rng.word += np.uint64(0x9E3779B97F4A7C15)
    z = rng.word
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inner
def below(rng: Any, n: int) -> Any:
    """A random number from 0 to n - 1 (n far below 2 to the 31)."""
    return np.int64(((draw_bits(rng) >> np.uint64(33)) * np.uint64(n)) >> np.uint64(31))


@inner
def random_answer(s: Any, seat: int, rng: Any) -> Any:
    """A uniformly random legal answer of a seat, or the table's answer by its weights."""
    n = choices(s)
    if seat != CHANCE:
        a = below(rng, n)
        while not legal(s, seat, a):
            a = below(rng, n)
        return a
    total, single = 0, 0
    for a in range(n):
        ways = weight(s, a)
        total += ways
        single += ways == 1
    ticket, answer = below(rng, total), 0
    if single == n:  # a die
        return ticket
    for a in range(n):  # to the end: a break that cannot be foretold costs more than the rest of the loop
        ticket -= weight(s, a)
        if ticket >= 0:
            answer += 1
    return answer


@inner
def ways(s: Any, seat: int, a: int) -> Any:
    """In how many ways the table, or a seat that is waited for, can answer this: a seat in one or in none."""
    return weight(s, a) if seat == CHANCE else np.int64(legal(s, seat, a))


@inner
def who_answers(waits: int) -> int:
    """The table, or the lowest seat that is waited for."""
    return CHANCE if waits == CHANCE_WAITS else lowest(waits)


@inner
def anyone(waits: int, rng: Any) -> Any:
    """The table, or any seat that is waited for."""
    if waits & (waits - 1) == 0:
        return who_answers(waits)
    seat = below(rng, MOST_SEATS)
    while not (waits >> seat) & 1:
        seat = below(rng, MOST_SEATS)
    return seat


@inner
def random_step(s: Any, waits: int, rng: Any) -> None:
    """One random answer."""
    seat = who_answers(waits)
    apply(s, seat, random_answer(s, seat, rng))


@compiled
def play_outs(states: Any, seats: int, options: int, rngs: Any, games: int) -> int:
    """Play `games` random games in states[0], one after the other (states[1] is blank); how many answers they took."""
    answers, rng = 0, rngs[0]
    for _ in range(games):
        states[0] = states[1]
        s = states[0]
        setup(s, seats, options)
        waits = waiting(s)
        while waits:
            random_step(s, waits, rng)
            answers += 1
            waits = waiting(s)
    return answers


@compiled
def begin(states: Any, seats: int, options: int) -> None:
    """The table before the first question, on the blank record states[0]."""
    setup(states[0], seats, options)


def started(game: str, seats: int, options: int) -> Any:
    """An array of one record: the table before the first question."""
    states = blank(find(game).state, 1)
    begin(states, seats, options)
    return states


@inner
def styled_answer(s: Any, seat: int, style: Any, rng: Any) -> Any:
    """A random answer: `style[ask, answer]` makes it more or less likely than EVEN.

    Where all that is legal is avoided, chance decides.
    """
    a = random_answer(s, seat, rng)
    for _ in range(EVEN):
        if below(rng, EVEN) < style[s.ask, a]:
            break
        a = random_answer(s, seat, rng)
    return a


@compiled
def play_trace(states: Any, rngs: Any, style: Any, seats_out: Any, answers_out: Any) -> int:
    """Play states[0] to its end and write down who answered what; the number of answers, or -1 past the room given."""
    s, rng = states[0], rngs[0]
    for count in range(len(answers_out)):
        waits = waiting(s)
        if waits == 0:
            return count
        seat = anyone(waits, rng)
        a = styled_answer(s, seat, style, rng)
        seats_out[count], answers_out[count] = seat, a
        apply(s, seat, a)
    return -1 if waiting(s) else len(answers_out)


def style_table(game: str, name: str | None = None) -> Any:
    """A named way of playing as a table; without a name no answer is sought or avoided."""
    answers = find(game).answers
    table = np.full((len(answers), max(map(size, answers))), EVEN, np.int16)
    for ask, sought in (find(game).styles[name] if name else {}).items():
        for answer, style in sought.items():
            table[ask, answer] = style
    return table


def trace(start: Any, game: str, seed: int, style: str | None = None) -> tuple[Any, Any]:
    """A random game from a record: who answered, and what. The record ends up at the end of the game."""
    seats, answers = np.empty(LIMIT, np.int16), np.empty(LIMIT, np.int16)
    count = play_trace(start, generators(seed), style_table(game, style), seats, answers)
    return (seats[:count], answers[:count]) if count >= 0 else (seats, answers)


@compiled
def play_given(states: Any, seats: Any, answers: Any) -> int:
    """Give these answers to states[0]; -1, or the number of the first that is not possible."""
    s = states[0]
    for i in range(len(answers)):
        waits = waiting(s)
        seat, a = seats[i], answers[i]
        if not (waits >> seat) & 1 or a < 0 or a >= choices(s):
            return i
        if not ways(s, seat, a):
            return i
        apply(s, seat, a)
    return -1


@compiled
def count_paths(stack: Any, tried: Any, depth: int) -> int:
    """How many lists of `depth` answers there are from stack[0]; `stack` and `tried` have depth + 1 rows.

    Where several seats are waited for the lowest answers first, so that orders that commute count once.
    """
    paths, level = 0, 0
    tried[0] = -1
    while level >= 0:
        s = stack[level]
        waits = waiting(s)
        if level == depth or waits == 0:
            paths += 1
            level -= 1
            continue
        seat = who_answers(waits)
        a = tried[level] + 1
        n = choices(s)
        while a < n and not ways(s, seat, a):
            a += 1
        tried[level] = a
        if a == n:
            level -= 1
            continue
        stack[level + 1] = s
        apply(stack[level + 1], seat, a)
        level += 1
        tried[level] = -1
    return paths


def perft(game: str, seats: int, options: int, depth: int) -> int:
    """How many different lists of `depth` answers a set-up allows, the table's answers included."""
    stack = blank(find(game).state, depth + 1)
    begin(stack[:1], seats, options)
    return int(count_paths(stack, np.empty(depth + 1, np.int16), depth))
