"""Two matches that a listener cannot tell apart, and how both can go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Setup, find, label
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.state import CHANCE
from doppiogioco.engine.words import N_

LONG_ENOUGH = 240  # answers of a match among which a moment is chosen
ATTEMPTS = 20  # matches, until there is one in which something is hidden
OTHERWISE = 3  # where matches shall stay alike longer, one hidden answer in so many is drawn anew in each
OWN_ANSWERS = 3  # that are given at a moment, one at a time


class Pair(NamedTuple):
    """Two matches that are not the same, at a moment at which somebody is waited for."""

    one: Match
    other: Match


class Onward(NamedTuple):
    """An answer of the listener's own, and what the table deals after it in either match."""

    answer: int
    dealt: tuple[list[int], list[int]]


def differ(pair: Pair) -> bool:
    """Is anything not the same?"""
    one, other = (match.game.state.vector(match._state) for match in pair)
    return one != other


def apart(setup: Setup, listener: int, seed: int = 0) -> Pair:
    """Two matches, from the deal on, that a listener cannot tell apart and that are not the same.

    Every other one is played where everything was agreed on before the deal, without a memory aid, and stays alike
    longer.
    """
    from doppiogioco.engine.laws import table_bits

    game, (_, seats, options) = find(setup[0]), setup
    other, names = seed % 2 == 1, [f"P{seat}" for seat in range(seats)]
    for attempt in range(seed * ATTEMPTS, (seed + 1) * ATTEMPTS):
        chance = random.Random(f"{label(setup)} {listener} {attempt}")  # noqa: S311
        start = game.start(seats, table_bits(game, options)[other])
        pair = Pair(*(Match(game, game.state.copy(start), None, names=names, reminders=not other) for _ in range(2)))
        moments = list[int]()
        for _ in islice(side_by_side(pair, listener, chance, OTHERWISE if other else 1), LONG_ENOUGH):
            if pair.one.waiting and differ(pair):
                moments.append(len(pair.one.history))
        if moments:
            moment = chance.choice(moments)
            return Pair(*(copied(match, moment) for match in pair))
    text = N_("{setup}, match {seed}: nothing is ever hidden from listener {listener}")
    raise DoppiogiocoError(text, setup=label(setup), seed=seed, listener=listener)


def side_by_side(pair: Pair, listener: int, chance: random.Random, anew: int = 1) -> Iterator[tuple[int, int, int]]:
    """Let two matches go on that shall sound the same: who has answered, and what in each of them."""
    for seat, here, there in alike(pair, listener, chance, anew):
        pair.one.give(seat, here)
        pair.other.give(seat, there)
        yield seat, here, there


def alike(pair: Pair, listener: int, chance: random.Random, anew: int = 1) -> Iterator[tuple[int, int, int]]:
    """How two matches can go on that shall sound the same: who answers, and what in each of them.

    Of the answers that the listener does not hear, one in so many is drawn anew in each match.
    """
    one, game = pair.one, pair.one.game
    while not one.over:
        seat = CHANCE if game.chance_answers(one._state) else chance.choice(one.waiting)
        here, there = (game.possible(match._state, seat) for match in pair)
        both, heard = [answer for answer in here if answer in there], game.hears(one._state, seat, listener)
        if heard and not both:  # what is different would show itself now
            return
        if heard or (both and anew > 1 and chance.randrange(anew)):
            answer = chance.choice(both)
            yield seat, answer, answer
        else:
            yield seat, chance.choice(here), chance.choice(there)


def played_on(pair: Pair, listener: int, length: int = 6) -> tuple[list[Given], list[Given]]:
    """What happens next in both; not to the end, which opens everything."""
    ahead, answers = Pair(*map(copied, pair)), (list[Given](), list[Given]())
    for seat, here, there in islice(side_by_side(ahead, listener, random.Random(1)), length):  # noqa: S311
        if ahead.one.over:
            break
        answers[0].append(Given(seat, here))
        answers[1].append(Given(seat, there))
    return answers


def own_answers(pair: Pair, listener: int) -> Iterator[Onward]:
    """Answers that the listener may give now, until somebody is waited for again; none that ends the match."""
    chance = random.Random(1)  # noqa: S311
    legal = pair.one.game.legal(pair.one._state, listener) if listener in pair.one.waiting else []
    for answer in chance.sample(legal, min(OWN_ANSWERS, len(legal))):
        ahead, dealt = Pair(*map(copied, pair)), (list[int](), list[int]())
        for match in ahead:
            match.give(listener, answer)
        for seat, here, there in alike(ahead, listener, chance):
            if seat != CHANCE:
                yield Onward(answer, dealt)
                break
            for match, given, known in zip(ahead, (here, there), dealt, strict=True):
                match.give(CHANCE, given)
                known.append(given)


def copied(match: Match, upto: int | None = None) -> Match:
    """The same match once more, or its beginning."""
    twin = Match(match.game, match._start, None, names=match.names, reminders=match.reminders)
    for given in match.history[:upto]:
        twin.give(*given)
    return twin
