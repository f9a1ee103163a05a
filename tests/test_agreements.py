"""What players may agree on before the deal: public, part of the record, checked like any answer, a lot by default."""

from __future__ import annotations

from typing import Any

import pytest

import doppiogioco
from doppiogioco.engine.agreements import Matter, matters, standing
from doppiogioco.engine.errors import BadRecord, UnknownGame
from doppiogioco.engine.game import find
from doppiogioco.engine.records import verify
from doppiogioco.engine.state import CHANCE
from doppiogioco.engine.words import Voice

TABLES = [(game, seats) for game in doppiogioco.games() for seats in find(game).rules.SEATS]


def first_matters(game: str, seats: int) -> list[Matter]:
    return list(matters(find(game), seats, 0, {}))


AGREEABLE = [(game, seats) for game, seats in TABLES if first_matters(game, seats)]


def played(match: Any) -> dict[str, Any]:
    """The record of a match that was played to its end."""
    while match.waiting:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    record: dict[str, Any] = match.record()
    return record


def test_what_the_rulebooks_let_people_settle() -> None:
    assert {(game, seats): [m.name for m in first_matters(game, seats)] for game, seats in AGREEABLE} == {
        ("agent-avenue", 2): ["green"],
        ("agent-avenue", 3): ["green", "alone"],
        ("agent-avenue", 4): ["green"],
        ("spies-and-lies", 2): ["red"],
        ("spies-and-lies", 3): ["red", "alone"],
        ("spies-and-lies", 4): ["red", "missions"],
        ("spywhere", 2): ["removed"],
        ("spywhere", 3): ["removed"],
        ("spywhere", 4): ["removed"],
        ("top-secret-spies", 2): ["colours"],
        ("top-secret-spies", 3): ["colours"],
    }


@pytest.mark.parametrize(("game", "seats"), AGREEABLE)
def test_everything_that_can_be_agreed_on_is_heard_by_all_and_kept(game: str, seats: int) -> None:
    for matter in first_matters(game, seats):
        for answer in matter.possible:
            match = doppiogioco.new(game, seats, seed=5, agreed={matter.name: [answer]})
            assert (CHANCE, answer) in match.history
            number = match.history.index((CHANCE, answer))
            assert all(match.heard(seat)[number].answer == answer for seat in (*range(seats), None))
            again = doppiogioco.replay(match.record(with_seed=True))
            assert (again.history, again.agreed) == (match.history, {matter.name: [answer]})
            assert again.view() == match.view()


@pytest.mark.parametrize(("game", "seats"), AGREEABLE)
def test_a_record_says_what_was_agreed_on_and_the_rest_was_dealt(game: str, seats: int) -> None:
    for matter in first_matters(game, seats):
        records = [
            played(doppiogioco.new(game, seats, seed=6, agreed={matter.name: [answer]}))
            for answer in matter.possible[:2]
        ]
        for record in records:
            assert verify(record) > 1
        untrue = 0
        for record, other in zip(records, reversed(records), strict=True):
            with pytest.raises(BadRecord):  # something else was agreed on
                verify(record | {"agreed": other["agreed"]})
            try:
                verify({name: value for name, value in record.items() if name != "agreed"})
            except BadRecord:  # unless the lot would have fallen like this anyway
                untrue += 1
        assert untrue >= 1


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_without_an_agreement_nothing_is_different(game: str, seats: int) -> None:
    plain, empty = doppiogioco.new(game, seats, seed=7), doppiogioco.new(game, seats, seed=7, agreed={})
    assert plain.history == empty.history
    assert "agreed" not in plain.record()


@pytest.mark.parametrize(("game", "seats"), AGREEABLE)
def test_every_matter_is_a_question_in_both_languages(game: str, seats: int) -> None:
    for matter in first_matters(game, seats):
        for language in ("en", "it"):
            say, words = Voice(language, ["Anna", "Bob", "Carla", "Dino"][:seats]), find(game).words
            assert words.question(matter.view, say).endswith("?")
            answers = [words.answer(matter.view, answer, say) for answer in matter.possible]
            assert all(answers) and len(set(answers)) == len(answers)
            match = doppiogioco.new(game, seats, seed=8, names=say.names, agreed={matter.name: [matter.possible[-1]]})
            assert answers[-1].casefold() in " ".join(match.log(language=language)).casefold()


def test_what_nobody_asks_or_nobody_can_answer_is_refused() -> None:
    for agreed, words in (({"alone": [1]}, "nobody asks"), ({"colour": [1]}, "nothing to agree on")):
        with pytest.raises(UnknownGame, match=words):
            doppiogioco.new("agent-avenue", 2, agreed=agreed)
    with pytest.raises(UnknownGame, match="cannot be agreed"):
        doppiogioco.new("agent-avenue", 3, agreed={"alone": [7]})


def test_a_change_of_one_matter_takes_back_what_hangs_on_it() -> None:
    game = find("spies-and-lies")
    names = {matter.name for matter in matters(game, 3, 0, {"alone": [0]})}
    assert "missions" in names
    pair = next(m.possible for m in matters(game, 3, 0, {"alone": [0]}) if m.name == "missions")
    settled = {"alone": [0], "missions": [pair[0]]}
    assert standing(game, 3, 0, settled) == settled
    assert standing(game, 3, 0, settled | {"alone": [pair[0]]}) == {"alone": [pair[0]]}
    assert standing(game, 3, 0, {"missions": [pair[0]]}) == {}
