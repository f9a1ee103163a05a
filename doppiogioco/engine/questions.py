"""Declare a game's questions once, in the order of its rulebook, as its state is declared field by field.

    class Ask(Questions):
        FIRST = chance(SEAT, "1.2")                       # who begins
        OFFER = asks("active", Card, "3.1", told=NOBODY)  # which of the two lies face down
        REPLY = asks("target", Choice, "3.6")             # does the target accept?
        OVER = over("6.1")

A question says who is asked, what kind of answer it takes, its clause, and who else hears the answer. Everything that
is asked of a question follows from its line: `waiting` and `heard` are written out of it (`written_out`), as one would
write them by hand, for the plain carrier and for the compiler alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from .rule import CHANCE_WAITS, among, rule
from .state import EVERYBODY, NOBODY, PLACE, SEAT, SEATS, Cells, Declaration, Values, size

CHANCE_ASKED, NOBODY_ASKED = "the table", "nobody"
Hearers = int | str  # EVERYBODY, NOBODY, or the name of a field or rule

# How long, in milliseconds at the usual speed, the eye stays with an answer before it goes on to the next one.
# A draw or a part of a move; a die, of which what is done with it matters more; what a player does; what turns over.
BLINK, GLANCE, BEAT, REVEAL = 400, 1_000, 1_200, 2_600


@dataclass(frozen=True)
class Question:
    """One question of the rulebook."""

    asked: str  # the table; or a field that names the seat or seats; or a rule that gives their bits
    answers: Values
    clause: str
    told: Hearers = EVERYBODY  # or NOBODY; or a field that names who hears it; or a rule of (s, listener)
    composed: bool = False  # is it a part of a move that a person puts together before playing it?
    settled_by: tuple[int, ...] = ()  # which answers of one settle it for all who are asked
    agreed: str | None = None  # what it is called, where the players may agree on the answer before the deal
    redealt: bool = False  # is it put only while the table deals again what `forget` put back?
    lossy: bool = False  # is something told here that a second deal does not remember?
    moment: int = BLINK  # how long an answer is looked at, where others see it happen


def chance(
    answers: Values,
    clause: str,
    *,
    told: Hearers = EVERYBODY,
    agreed: str | None = None,
    redealt: bool = False,
    lossy: bool = False,
    moment: int = BLINK,
) -> Question:
    """The table answers: a die, a deal, a card that turns over."""
    return Question(CHANCE_ASKED, answers, clause, told, agreed=agreed, redealt=redealt, lossy=lossy, moment=moment)


def asks(
    whom: str,
    answers: Values,
    clause: str,
    *,
    told: Hearers = EVERYBODY,
    composed: bool = False,
    shared: bool = False,
    settled_by: tuple[int, ...] = (),
    moment: int | None = None,
) -> Question:
    """A seat answers, or each of several. They may do so in any order, and none changes what another may answer.

    Unless one answer settles it: of partners who share a question whoever comes first decides; a challenge
    (`settled_by`) ends a question that the others might still pass.
    """
    settles = tuple(range(size(answers))) if shared else settled_by
    usual = BLINK if composed else BEAT
    return Question(whom, answers, clause, told, composed, settles, moment=usual if moment is None else moment)


def over(clause: str) -> Question:
    """Nothing is asked any more: always the last of the questions."""
    return Question(NOBODY_ASKED, 0, clause, NOBODY)


class Questions(IntEnum):
    """The questions of a game, numbered as they are declared."""

    question: Question

    def __new__(cls, question: Any) -> Questions:  # a Question; who looks a member up by its number never comes here
        """A number that knows its question."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.question = question
        return member


def agreements(ask: type[Questions]) -> dict[str, int]:
    """What people may agree on before the deal, by name: questions of the table that a lot decides otherwise."""
    return {one.question.agreed: int(one) for one in ask if one.question.agreed}


def bits(options: Mapping[str, bool], ask: type[Questions]) -> tuple[int, ...]:
    """The bits in `options` of a state: of each option, and above them of each thing to agree on, as declared."""
    return tuple(1 << place for place in range(len(options) + len(agreements(ask))))


class Written(NamedTuple):
    """The two rules that follow from the questions."""

    waiting: Callable[[Cells], int]
    heard: Callable[[Cells, int, int], bool]


def written_out(ask: type[Questions], state: Declaration, rules: Mapping[str, Any]) -> Written:
    """`waiting` and `heard` of a game: one case for each way of naming who is asked, or who hears the answer."""
    waiting, heard = dict[str, list[int]](), dict[str, list[int]]()
    for one in ask:
        waiting.setdefault(_who_is_asked(one, state, rules), []).append(one)
        heard.setdefault(_who_hears(one, state, rules), []).append(one)
    names = {"among": among, **rules}
    return Written(
        _compose("waiting(s: Cells)", waiting, names),
        _compose("heard(s: Cells, seat: int, listener: int)", heard, names),
    )


def _who_is_asked(ask: Questions, state: Declaration, rules: Mapping[str, Any]) -> str:
    name = ask.question.asked
    if name == CHANCE_ASKED:
        return str(CHANCE_WAITS)
    if name == NOBODY_ASKED:
        return "0"
    match _meaning(name, state, rules):
        case "seat":
            return f"1 << s.{name}"
        case "seats":
            return f"s.{name}"
        case "rule":
            return f"{name}(s)"
    raise TypeError(f"{ask.name} asks {name!r}, which is no field of seats and no rule")


def _who_hears(ask: Questions, state: Declaration, rules: Mapping[str, Any]) -> str:
    told = ask.question.told
    if not isinstance(told, str):
        return {EVERYBODY: "True", NOBODY: "False"}[told]
    match _meaning(told, state, rules):
        case "seat":
            return f"listener == s.{told}"
        case "seats":
            return f"among(s.{told}, listener)"
        case "rule":
            return f"{told}(s, listener)"
    raise TypeError(f"{ask.name} is told to {told!r}, which is no field of seats and no rule")


def _meaning(name: str, state: Declaration, rules: Mapping[str, Any]) -> str:
    field = state.fields.get(name)
    if field and not field.axes and field.values in (SEAT, PLACE):
        return "seat"
    if field and not field.axes and field.values is SEATS:
        return "seats"
    return "rule" if callable(rules.get(name)) else ""


def _compose(head: str, cases: Mapping[str, list[int]], names: Mapping[str, Any]) -> Callable[..., Any]:
    """A rule of cases. It is written as text, since the compiler must find every field by its name."""
    lines = [f"def {head}:", "    match s.ask:"]
    *some, (rest, _) = sorted(cases.items(), key=lambda case: len(case[1]))  # the longest case needs no numbers
    for what, asks in some:
        lines += [f"        case {' | '.join(map(str, map(int, asks)))}:", f"            return {what}"]
    lines.append(f"    return {rest}")
    space: dict[str, Any] = dict(names)
    exec("\n".join(lines), space)  # noqa: S102 (made of the names and numbers above, not of anybody's input)
    written: Callable[..., Any] = rule(space[head.partition("(")[0]])
    return written
