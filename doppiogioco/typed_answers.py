"""What somebody types at a table: labels for the answers, and the answers behind a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count

from doppiogioco.engine.errors import NotWaiting, UnknownAnswer
from doppiogioco.engine.match import Answer, Match
from doppiogioco.engine.state import CHANCE, MOST_SEATS, PLACE, SEAT, Values

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
    ask = match.view(seat).ask
    if ask not in match.game.composed:
        return 1
    parts, ahead = 0, match.position()
    while seat in ahead.waiting and ahead.view(seat).ask == ask and len(ahead.history) == parts:
        ahead.play(seat, ahead.legal(seat)[0])
        parts += 1
    return parts


def understand(match: Match, seat: int, line: str, language: str, named: Sequence[int] = ()) -> list[int]:
    """The answers behind a line: labels or words, with commas or spaces between several. Nothing is played.

    Each is read as an answer to the question that the ones before it lead to; they begin with those `named` before.
    """
    say, here = match.voice(language), match.position()
    phrases = [phrase.split() for phrase in line.split(",") if phrase.strip()]
    answers: list[int] = []
    while phrases:
        if seat not in here.waiting or (answers and here.history[-1].seat == CHANCE):
            raise NotWaiting(say("The last of these answers comes after somebody else's: give it later."))
        try:
            batch = _batch(here, seat, phrases, language, () if answers else named)
        except UnknownAnswer as error:
            if not answers:
                raise
            question = here.question(seat, language)
            raise UnknownAnswer(say("Next comes: {question}. {error}", question=question, error=error)) from error
        here = here.position()
        here.play(seat, *batch, language=language)
        answers += batch
    return answers


def _batch(match: Match, seat: int, phrases: list[list[str]], language: str, named: Sequence[int]) -> list[int]:
    """The answers to one question: those named before, and what is taken away from the phrases."""
    batch = list(named)
    for _ in range(due(match, seat) - len(named)):
        if phrases:
            answer, length = _first(match, seat, batch, phrases[0], language)
            batch.append(answer)
            del phrases[0][:length]
            phrases[:] = filter(None, phrases)
    return batch


def _first(match: Match, seat: int, batch: Sequence[int], words: Sequence[str], language: str) -> tuple[int, int]:
    """The answer that a phrase begins with, and how many of its words that takes: as many as make sense together.

    Labels are those of the question as it was put; whatever is none of them may be possible only after the batch.
    """
    under = labels(match, seat, language)
    seats = match.game.answers[match.view(seat).ask] in (SEAT, PLACE)
    for length in range(len(words), 0, -1):
        phrase = " ".join(words[:length])
        if phrase.isdecimal() and int(phrase) in under:
            return under[int(phrase)], length
        if phrase.isdecimal() and seats and 1 <= int(phrase) <= match.seats:
            return int(phrase) - 1, length  # the rules say why not
        try:
            return _heard(match.ahead(seat, *batch), seat, phrase, language), length
        except UnknownAnswer:
            if length == 1:
                raise
    raise AssertionError("a phrase has words")


def _heard(match: Match, seat: int, phrase: str, language: str) -> int:
    """The number of an answer given in words, learnt by giving it at a table of its own."""
    trial = match.position()
    trial.play(seat, phrase, language=language)
    return trial.history[0].answer
