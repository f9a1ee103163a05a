"""What somebody types at a table: labels for the answers, and the answers behind a line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, count

from doppiogioco.engine.errors import UnknownAnswer
from doppiogioco.engine.match import Answer, Match, Move
from doppiogioco.engine.state import MOST_SEATS, PLACE, SEAT, Values

NUMBER = re.compile(r"\d+(?!\w)")


def labels(match: Match, seat: int, language: str) -> dict[int, Answer]:
    """The legal answers, each under the number to type for it."""
    return labelled(match.legal(seat, language), match.game.answers[match.view(seat).ask])


def labelled(legal: Sequence[Answer], values: Values) -> dict[int, Answer]:
    """Answers out of a range of values, each under the number to type for it.

    A seat is its number at the table. Words that begin with a number are that number, so “7” is 7 even when it stands
    sixth, and then answers without one take 0 or what comes after the last. Everything else is counted from 1.
    """
    if values in (SEAT, PLACE):
        return {int(answer) + 1 if answer < MOST_SEATS else 0: answer for answer in legal}
    found = [NUMBER.match(str(answer)) for answer in legal]
    numbers = [int(number[0]) for number in found if number]
    if not numbers or len(set(numbers)) < len(numbers):
        return dict(enumerate(legal, start=1))
    free = (number for number in chain((0,), count(max(numbers) + 1)) if number not in numbers)
    return {int(number[0]) if number else next(free): answer for number, answer in zip(found, legal, strict=True)}


def begins_with(label: int, answer: Answer) -> bool:
    """Do the words of an answer begin with its label anyway?"""
    number = NUMBER.match(str(answer))
    return number is not None and int(number[0]) == label


def due(match: Match, seat: int) -> int:
    """How many answers of this kind a seat gives in a row, where they are the parts of one move; else 1."""
    draft = match.draft(seat)
    ask = draft.table.ask
    if ask not in match.game.composed:
        return 1
    while draft.asked and draft.table.ask == ask:
        draft = draft.then(match.game.legal(draft.table, seat)[0])
    return len(draft)


def understand(match: Match, seat: int, line: str, language: str, named: Move | None = None) -> Move:
    """The answers behind a line: labels or words, with commas or spaces between several. Nothing is played.

    Each is read as an answer to the question that the ones before it lead to; they begin with those `named` before.
    """
    move = named or match.draft(seat, language)
    phrases = [phrase.split() for phrase in line.split(",") if phrase.strip()]
    here, parts = match, len(move)  # where the present question was put, and how many answers to it there are already
    while phrases:
        if not move.asked:
            move.then(phrases[0][0])  # which says why it cannot be given
        try:
            move = _answered(here, move, phrases, due(here, seat) - parts)
        except UnknownAnswer as error:
            if here is match:
                raise
            question = here.question(seat, language)
            raise UnknownAnswer(move.say("Next comes: {question}. {error}", question=question, error=error)) from error
        here, parts = match.as_if(move), 0
    return move


def _answered(here: Match, move: Move, phrases: list[list[str]], parts: int) -> Move:
    """A move with so many answers more to the question put here, which are taken away from the phrases."""
    under = labels(here, move.seat, move.say.language)
    for _ in range(parts):
        if phrases:
            move, length = _first(here, move, under, phrases[0])
            del phrases[0][:length]
            phrases[:] = filter(None, phrases)
    return move


def _first(here: Match, move: Move, under: Mapping[int, Answer], words: Sequence[str]) -> tuple[Move, int]:
    """A move with the answer that a phrase begins with, and how many of its words that takes: as many as make sense.

    Labels are those of the question as it was put; whatever is none of them may be possible only after other answers.
    """
    seats = here.game.answers[here.view(move.seat).ask] in (SEAT, PLACE)
    for length in range(len(words), 0, -1):
        phrase = " ".join(words[:length])
        if phrase.isdecimal() and int(phrase) in under:
            return move.then(under[int(phrase)]), length
        if phrase.isdecimal() and seats and 1 <= int(phrase) <= here.seats:
            return move.then(int(phrase) - 1), length  # the rules say why not
        try:
            return move.then(phrase), length
        except UnknownAnswer:
            if length == 1:
                raise
    raise AssertionError("a phrase has words")
