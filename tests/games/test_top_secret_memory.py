"""What players of Top Secret Spies can remember: who moved whom, scorings, the safe, the cards; all of it public."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from drawn import moments
from top_secret_table import ANNA, BOB, CHRIS, DAVID, DOYLE, GAME, LARSSON, NAMES, PERRY, SCHULZ, all_pass, table

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.games.top_secret_spies import memory
from doppiogioco.games.top_secret_spies.cards import PASS, Card
from doppiogioco.games.top_secret_spies.state import Ask

BOTH = {"top-secret": True, "dossier": True}
ONE_TO_THREE, TWO, THREE = range(3)  # faces of the die


def grid(note: Note) -> dict[str, dict[str, str]]:
    """A grid by the names of its rows and columns."""
    return {name: dict(zip(note.head[1:], cells, strict=True)) for name, *cells in note.rows}


@pytest.mark.clause("3.3")
def test_who_moved_whom_in_all_and_in_the_latest_turn() -> None:
    match = doppiogioco.new(GAME, 2, {}, seed=1, names=["Anna", "Bob"])
    match = match.position(ask=Ask.ROLL, turn=ANNA, safe=11, chance=[THREE, TWO, TWO])
    match.play(ANNA, SCHULZ, PERRY, PERRY)
    match.play(BOB, PERRY, PERRY)
    match.play(ANNA, PERRY, SCHULZ)
    moved, latest = (grid(note) for note in match.recall()[:2])
    assert moved["Anna"] == {"S": "2", "P": "3", "B": "·", "J": "·", "M": "·"}
    assert moved["Bob"] == {"S": "·", "P": "2", "B": "·", "J": "·", "M": "·"}
    assert latest["Anna"] == {"S": "1", "P": "1", "B": "·", "J": "·", "M": "·"}
    assert latest["Bob"] == moved["Bob"]


@pytest.mark.clause("7.6")
def test_a_turn_in_which_nobody_moved_is_the_latest_turn() -> None:
    match = table({}, seats=2, ask=Ask.ROLL, safe=11, pile=[], chance=[ONE_TO_THREE, TWO, ONE_TO_THREE])
    match.play(ANNA, 1, PERRY)
    all_pass(match)
    match.play(BOB, PERRY, PERRY)
    all_pass(match)
    match.play(ANNA, 0)
    assert [row[2] for row in match.recall()[0].rows] == ["1", "2"]
    assert [grid(match.recall()[1])[name]["P"] for name in NAMES[:2]] == ["·", "2"]


@pytest.mark.clause("5.1", "5.4")
def test_what_each_scoring_brought_and_where_the_safe_went() -> None:
    match = doppiogioco.new(GAME, 4, {}, seed=1, names=NAMES[:4])
    match = match.position(ask=Ask.ROLL, turn=ANNA, safe=4, at={DOYLE: 2, LARSSON: 11}, chance=[TWO, TWO])
    scorings = match.recall()[2]
    assert scorings.lines == ("No scoring yet.",) and not scorings.rows
    match.play(ANNA, DOYLE, DOYLE)
    assert grid(match.recall()[2])["1. Anna"]["safe"] == "·"
    match.play(ANNA, 6)
    match.play(BOB, DOYLE, DOYLE)
    match.play(BOB, 0)
    scorings = match.recall()[2]
    assert not scorings.lines
    assert [row[0] for row in scorings.rows] == ["2. Bob", "1. Anna"]  # the latest first
    assert grid(scorings)["1. Anna"] == {
        "S": "0", "P": "0", "B": "0", "J": "0", "M": "0", "D": "+4", "L": "0", "safe": "6",
    }  # fmt: skip
    assert grid(scorings)["2. Bob"]["D"] == "+6"
    assert grid(scorings)["2. Bob"]["safe"] == "church"
    assert grid(match.recall(language="it")[2])["2. Bob"]["cassaforte"] == "chiesa"


@pytest.mark.clause("7.9")
def test_cards_are_remembered_with_their_player_and_what_they_brought() -> None:
    hands = {
        ANNA: [Card.TO_RUINS, Card.MOVE_SAFE], BOB: [Card.SWAP, Card.ALL_TO_CHURCH], CHRIS: [Card.TWO_MARKERS],
        DAVID: [Card.FORWARD_UP_TO_THREE],
    }  # fmt: skip
    match = table(hands, at={PERRY: 3, DOYLE: 5}, pile=[])
    assert match.recall()[3].lines == ("No card yet.",)
    match.play(ANNA, Card.TO_RUINS, SCHULZ)
    match.play(ANNA, Card.MOVE_SAFE, 2)
    match.play(ANNA, PASS)
    match.play(BOB, Card.SWAP, PERRY, DOYLE)
    match.play(BOB, Card.ALL_TO_CHURCH)
    match.play(BOB, PASS)
    match.play(CHRIS, Card.TWO_MARKERS, PERRY, LARSSON)
    match.play(CHRIS, PASS)
    match.play(DAVID, Card.FORWARD_UP_TO_THREE, LARSSON, 1)
    assert match.recall()[3].lines == (
        "Anna: Removal van (the safe to building 2); False lead (Schulz to the ruins)",
        "Bob: Sunday service; Mistaken identity (Perry to building 5, Doyle to building 3)",
        "Chris: Leaked files (Perry → 3, Larsson → 3)",
        "David: Taxi ride (Larsson to building 2)",
    )
    assert match.recall(language="it")[3].lines[0] == (
        "Anna: Trasloco (la cassaforte all'edificio 2); Falsa pista (Schulz alle rovine)"
    )
    all_pass(match)


@pytest.mark.parametrize("options", [{}, BOTH], ids=["plain", "both"])
def test_the_notes_of_a_whole_game_agree_with_its_log(options: dict[str, bool]) -> None:
    *_, match = moments(doppiogioco.new(GAME, 5, options, seed="whole", names=NAMES[:5]), "whole")
    notes, log = match.recall(), match.log()
    steps = Counter(line.split(" moves ")[0] for line in log if line.clause == "3.3" or " moves " in line)
    steps -= Counter(line.split(" moves ")[0] for line in log if " moves the safe " in line or " moves nobody" in line)
    told = {name: sum(int(cell) for cell in row.values() if cell != "·") for name, row in grid(notes[0]).items()}
    assert told == dict(steps)
    assert len(notes[2].rows) == sum("Scoring: " in line for line in log)
    if options:
        played = sum(line.count(" plays “") for line in log)
        assert sum(line.count("; ") + 1 for line in notes[3].lines) == played > 0
    else:
        assert len(notes) == 3


def test_everybody_remembers_the_same_whatever_is_hidden() -> None:
    """Spectators and all seats, and the same game with other agents in the hands: nothing of it is a secret."""
    for seed in range(3):
        match = doppiogioco.new(GAME, 4, BOTH, seed=seed)
        chance, other = Random(seed), match.position(owner=[1, 2, 3, 0, -1, -1, -1])
        match = match.position()
        for _ in range(300):
            if match.over:
                break
            seat = chance.choice(match.waiting)
            answer = chance.choice([int(a) for a in match.legal(seat) if Ask(match.view().ask) != Ask.ENTRY] or [0])
            if match.view().ask == Ask.ENTRY:
                break
            both(match, other, seat, answer)
            assert match.recall(seat) == match.recall() == other.recall((seat + 1) % 4)


def both(match: Match, other: Match, seat: int, answer: int) -> None:
    """Give an answer in two worlds, and let chance answer alike in both."""
    length = len(match.history)
    match.play(seat, answer)
    for given in match.history[length:]:
        other.give(*given)


def test_a_blank_memory_fits_the_table() -> None:
    for seats in (2, 7):
        view = doppiogioco.new(GAME, seats, {}, seed=1).view()
        assert view.seat == SPECTATOR
        notes = memory.blank(view)
        assert [len(notes.steps), len(notes.latest)] == [seats, seats]
        assert notes.steps is not notes.latest
