"""A seat's view as plain text, for players that read and write: the table in words, the question, numbered answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from doppiogioco import chat, rulebook
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Line, Match, Move, new
from doppiogioco.engine.move import not_the_turn
from doppiogioco.engine.notes import remembered
from doppiogioco.engine.words import Voice
from doppiogioco.typed_answers import begins_with, due, labelled, labels, understand

ANSWER = re.compile(r"^\W*(?:answer|risposta)\W*:(.*)$", re.IGNORECASE | re.MULTILINE)
SAY = re.compile(r"^\W*(?:say|dico)\W*:(.*)$", re.IGNORECASE | re.MULTILINE)
QUOTES = ' \t*_`"“”«»'  # that may stand around words
BRACKETS = "'.[]()"  # and around an answer


class Seen(NamedTuple):
    """What a seat is told at one moment: everything that a text for it is made from."""

    view: View
    say: Voice
    heard: Sequence[str]
    question: str  # or how it ended
    clause: str
    waiting: Sequence[int]
    legal: Sequence[Answer]
    scores: Sequence[int] = ()  # once it is over
    parts: int = 1  # how many answers make this move


class Remark(NamedTuple):
    """Words that everybody has heard, after so many answers."""

    after: int
    seat: int
    words: str
    claim: bool  # claims are told in the listener's language

    def told(self, say: Voice) -> str:
        """The line of the log for it."""
        words = say(self.words) if self.claim else self.words
        return say("{seat} says: “{words}”", seat=say.seat(self.seat), words=words)


class TextMatch:
    """A match played in text: a prompt for each seat, and answers out of what is written back.

    >>> table = TextMatch("secrets", seats=5, seed=7)
    >>> seat = table.match.waiting[0]
    >>> print(table.prompt(seat)[:35])
    Secrets, 5 players. You are Seat 1.
    >>> table.answer(seat, "I know nobody yet.\\nANSWER: 1")
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, bool] | None = None,
        seed: int | str | None = None,
        *,
        language: str = "en",
        names: Sequence[str] = (),
    ) -> None:
        """The table is set up and dealt until the first seat is waited for."""
        self.voice = Voice(language, names)
        self.match = new(game, seats, options, seed, names)
        self.talk: list[Remark] = []

    @classmethod
    def of(cls, match: Match, language: str = "en") -> TextMatch:
        """A match that is already being played."""
        table = cls.__new__(cls)
        table.voice, table.match, table.talk = match.voice(language), match, []
        return table

    @property
    def language(self) -> str:
        """The language of all texts."""
        return self.voice.language

    # What a seat is told --------------------------------------------------------------------------------------------

    def prompt(self, seat: int, after: int = 0) -> str:
        """Everything a player of this seat needs to answer: what it sees, what it has heard, what it may do, and how.

        Who remembers what was heard in the first `after` answers of the history is told only the rest.
        """
        seen = self.seen(seat, after)
        return f"{told(seen)}\n\n{how_to_reply(seen)}" if seen.legal else told(seen)

    def seen(self, seat: int, after: int = 0) -> Seen:
        """What a seat is told now. Made from its own view and log, and nothing else."""
        match, language, outcome = self.match, self.language, self.match.outcome
        waits = seat in match.waiting
        return Seen(
            view=match.view(seat),
            say=self.voice,
            heard=self._heard(seat, after),
            question=match.verdict(language) if outcome else match.question(seat, language),
            clause=match.clause,
            waiting=match.waiting,
            legal=match.legal(seat, language),
            scores=outcome.scores if outcome else (),
            parts=due(match, seat) if waits else 1,
        )

    def memory(self, seat: int) -> str:
        """What this seat can remember: what it would have written down."""
        return remembered(self.match.recall(seat, self.language), self.voice)

    def _heard(self, seat: int, after: int) -> list[str]:
        """Answers and talk in the order in which this seat heard them."""
        heard = [(line.number, 1, with_rule(line)) for line in self.match.log(seat, self.language)]
        heard += [(said.after, 0, said.told(self.voice)) for said in self.talk]
        return [text for number, _, text in sorted(heard, key=lambda line: line[:2]) if number >= after]

    # What a seat does -----------------------------------------------------------------------------------------------

    def answer(self, seat: int, reply: str | int) -> None:
        """Play what a reply says: a number from the prompt or words, alone or in a last line “ANSWER: 3”.

        Lines “SAY: …” in it are said first. If something in the reply cannot be, nothing of it is done.
        """
        move = self.read(seat, reply)
        for words in [chat.spoken(words.strip(QUOTES)) for words in SAY.findall(str(reply))]:
            self.say(seat, words)
        self.match.make(move)

    def read(self, seat: int, reply: str | int) -> Move:
        """The move in a reply, several where it names the parts of a move; an error if one cannot be given."""
        match, line = self.match, answer_in(str(reply))
        if seat not in match.waiting or not line:
            return match.check(seat, line, language=self.language)  # which says what is wrong
        whole = chosen(labels(match, seat, self.language), line)
        if whole is not None:
            return match.check(seat, whole, language=self.language)
        return understand(match, seat, line, self.language)

    def say(self, seat: int, words: str) -> None:
        """Say something to the whole table, at any time. A claim is heard by everybody in their own language."""
        self.match.view(seat)  # or there is no such seat
        words = chat.spoken(words)
        claim = chat.claim_in(self.match.game, words)
        self.talk.append(Remark(len(self.match.history), seat, claim or words, claim is not None))


Table = TextMatch  # the name under which programs of others know it


# Texts --------------------------------------------------------------------------------------------------------------


def with_rule(line: Line) -> str:
    """A line of the log behind the number of its rule."""
    return f"[{line.clause}] {line}"


def told(seen: Seen) -> str:
    """What a seat sees and has heard, what it is asked and what it may answer."""
    view, say = seen.view, seen.say
    game = view.game
    options = [say(game.words.OPTIONS[name]) for name, chosen in game.chosen(view.options).items() if chosen]
    title = say(
        "{game}, {seats} players. You are {seat}.",
        game=say(game.words.TITLE), seats=view.seats, seat=say.seat(view.seat),
    )  # fmt: skip
    page = rulebook.where(game.id, say.language)
    parts = [
        lines(title, *options, say("Numbers in square brackets are those of the rules in {page}.", page=page)),
        lines(say("WHAT YOU SEE"), view.text(say)),
        lines(say("WHAT YOU HAVE HEARD"), *seen.heard or "-"),
    ]
    if view.over:
        scores = (f"{say.seat(seat)}: {score}" for seat, score in enumerate(seen.scores))
        return "\n\n".join([*parts, lines(say("THE END"), seen.question, *scores)])
    asked = [f"[{seen.clause}] {seen.question}"]
    if seen.legal:
        asked += numbered(labelled(seen.legal, game.answers[view.ask]))
    else:
        asked += [not_asked(seen)]
    if seen.parts > 1:
        asked += [say("{n} answers make this move: name them in one line, or one at a time.", n=seen.parts)]
    parts += [
        lines(say("THE QUESTION"), *asked),
        lines(say("WHAT YOU MAY SAY, TRUE OR NOT"), " / ".join(map(say, chat.claims(game, view)))),
    ]
    return "\n\n".join(parts)


def not_asked(seen: Seen) -> str:
    """Why a seat cannot answer now."""
    say = seen.say
    if seen.view.over:
        return say("The match is over.")
    return not_the_turn(seen.view.seat, seen.waiting, say)


def lines(*texts: str) -> str:
    """One text under the other."""
    return "\n".join(texts)


def numbered(answers: Mapping[int, Answer]) -> list[str]:
    """One line per answer; words that begin with their number need no other."""
    return [
        f"  {answer}" if begins_with(label, answer) else f"  {label}  {answer}" for label, answer in answers.items()
    ]


def how_to_reply(seen: Seen) -> str:
    """How a reply is written that `TextMatch.answer` understands."""
    return seen.say(
        "Think as long as you like. Lines that begin with SAY: are said aloud. "
        "The last line of your reply is ANSWER: and a number from the list, or its words."
    )


# Replies ------------------------------------------------------------------------------------------------------------


def answer_in(reply: str) -> str:
    """What a reply answers: what stands behind its last “ANSWER:”, or else its last line."""
    marked: list[str] = ANSWER.findall(reply)
    found = marked or [line for line in reply.splitlines() if line.strip() and not SAY.match(line)] or [""]
    return found[-1].strip(QUOTES + BRACKETS)


def chosen(answers: Mapping[int, Answer], line: str) -> Answer | None:
    """The answer that a line names as it stands in the list, by its number, its words, or both; else None."""
    if line.isdecimal():
        return answers.get(int(line))
    words = _words(line)
    found = [a for label, a in answers.items() if words in (_words(str(a)), _words(f"{label} {a}"))]
    return found[0] if len(found) == 1 else None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+|[+−-]", text.casefold())
