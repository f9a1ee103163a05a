"""What a player of Spywhere can remember: all of it heard by that seat, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from drawn import moments
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    ENGLAND,
    FRANCE,
    GAME,
    GERMANY,
    ITALY,
    NAMES,
    NO,
    YES,
    counts,
    table,
)
from test_spywhere_drawing import seldom_guessing

import doppiogioco
from doppiogioco.engine import laws, secrecy
from doppiogioco.engine.match import Match
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import HIDDEN, SPECTATOR
from doppiogioco.games.spywhere.cards import COPIES, NATIONS, NO_GUESS, THREE
from doppiogioco.games.spywhere.state import Ask

TWO = (BELGIUM, BELGIUM, FRANCE, GERMANY, ENGLAND)


def notes(match: Match, seat: int | None = None, language: str = "en") -> dict[str, Note]:
    return {note.title: note for note in match.recall(seat, language)}


def row(note: Note, name: str) -> dict[str, str]:
    """A row of a grid, by what stands above its columns."""
    found = next(cells for cells in note.rows if cells[0] == name)
    return dict(zip(note.head[1:], found[1:], strict=True))


@pytest.mark.clause("1.3", "3.4")
def test_hands_and_exchanges_are_kept_in_mind() -> None:
    match = table(known={BOB: counts([FRANCE])}, turns=4, chance=[ITALY])
    match.play(ANNA, ITALY, FRANCE, NO_GUESS)
    match.play(BOB, FRANCE, GERMANY)
    held = notes(match, CHRIS)["Cards in hand"]
    assert row(held, "Anna") == {"IT": "–", "FR": "1+", "DE": "–", "EN": "–", "BE": "–", "?": "3"}
    assert row(held, "Bob") == {"IT": "–", "FR": "–", "DE": "1+", "EN": "–", "BE": "–", "?": "4"}
    assert row(held, "Chris") == {"IT": "1", "FR": "1", "DE": "1", "EN": "1", "BE": "–", "?": "–"}  # the own hand
    moved = notes(match)["Taken and given"]
    assert row(moved, "Anna") == {"IT": "−1", "FR": "+1", "DE": "–", "EN": "–", "BE": "–"}
    assert row(moved, "Bob") == {"IT": "–", "FR": "−1", "DE": "+1", "EN": "–", "BE": "–"}
    laps = notes(match)["Turn by turn"]
    assert laps.head == ("lap", "A", "B", "C")
    assert laps.rows == (("2", "IT → FR", "FR → DE", ""),)


@pytest.mark.clause("4.2", "4.4")
def test_three_of_a_kind_taken_and_left_are_kept_in_mind() -> None:
    match = table(row=TWO, hands={ANNA: (BELGIUM, ITALY, ITALY)}, chance=[ITALY, GERMANY, ITALY, ITALY])
    match.play(ANNA, BELGIUM, ENGLAND)
    match.play(ANNA, YES)
    assert notes(match)["Three of a kind"].lines == ("Anna has taken three, so is not: Belgium",)
    match = table(row=TWO, hands={ANNA: (BELGIUM, ITALY, ITALY)})
    match.play(ANNA, BELGIUM, ENGLAND)
    match.play(ANNA, NO)
    assert notes(match)["Three of a kind"].lines == ("Anna left three lying in lap 1: Belgium",)
    assert notes(match, language="it")["Tris"].lines == ("Anna ha lasciato il tris nel giro 1: Belgio",)


@pytest.mark.clause("5.1")
def test_everybody_knows_who_was_identified_and_one_knows_as_what() -> None:
    match = table(ask=Ask.GUESS, turns=7)
    match.play(ANNA, CHRIS, GERMANY)
    assert row(notes(match, ANNA)["Who identified whom"], "Anna") == {"A": "–", "B": "–", "C": "3: DE"}
    for other in (BOB, CHRIS, None):
        assert row(notes(match, other)["Who identified whom"], "Anna") == {"A": "–", "B": "–", "C": "3"}


@pytest.mark.clause("7.3")
def test_two_cards_in_front_of_the_only_opponent() -> None:
    match = table(seats=2, ask=Ask.GUESS, turns=9, chance=[ITALY, ITALY])
    match.play(ANNA, BOB, GERMANY)
    match.play(BOB, ITALY, FRANCE)
    match.play(BOB, NO_GUESS)
    match.play(ANNA, FRANCE, GERMANY)
    match.play(ANNA, BOB, ENGLAND)
    assert row(notes(match, ANNA)["Who identified whom"], "Anna") == {"A": "–", "B": "5: DE, 6: EN"}
    assert row(notes(match, BOB)["Who identified whom"], "Anna") == {"A": "–", "B": "5, 6"}


@pytest.mark.parametrize("seats", [2, 5])
def test_over_a_whole_game_the_notes_agree_with_the_table(seats: int) -> None:
    """What is in sight and what is not make up all the cards; taken and given make up what is known, and more."""
    begun = doppiogioco.new(GAME, seats, seed="notes", names=NAMES[:seats])
    chance, exchanges = Random("listeners"), 0
    for match in moments(begun, "notes", seldom_guessing):
        exchanges += match.view().ask == Ask.TAKE
        seat = chance.choice([None, *range(seats)])
        view, found = match.view(seat), notes(match, seat)
        held, codes = found["Cards in hand"], found["Cards in hand"].head[1:-1]
        unseen = row(held, "out of sight")
        for code, nation in zip(codes, (n for n in range(NATIONS) if n != view.removed), strict=True):
            in_hand = 0
            for other in range(seats):
                cell = row(held, NAMES[other])[code]
                count = 0 if cell == "–" else int(cell.rstrip("+"))
                assert count == (view.known if HIDDEN in view.hand[other] else view.hand)[other][nation]
                in_hand += count + THREE * view.open[other][nation]
            under_way = view.ask == Ask.TAKE and view.given == nation
            assert in_hand + view.row[nation] + int(unseen[code]) + under_way == COPIES
        if exchanges > 1:
            laps = found["Turn by turn"].rows
            made = sum(bool(cell) for lap in laps for cell in lap[1:])
            assert made == exchanges - (view.ask == Ask.TAKE)
    assert exchanges > 20


def test_nothing_is_kept_in_mind_for_those_who_do_not_want_it() -> None:
    match = table()
    match.play(ANNA, ITALY, FRANCE)
    assert match.recall(BOB)
    match.reminders = False
    assert match.recall(BOB) == []


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_memory_is_the_same_in_two_worlds(seats: int) -> None:
    def recalled(match: Match, listener: int) -> Iterator[object]:
        yield match.recall(None if listener == SPECTATOR else listener)

    trial = laws.random_trial((GAME, seats, {"clear-triples": True, "change-guesses": True}), 5)
    for listener in (*range(seats), SPECTATOR):
        assert secrecy.two_worlds_in_words(trial, listener, length=12, told=recalled)
