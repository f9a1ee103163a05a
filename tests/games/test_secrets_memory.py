"""What can be remembered in Secrets: nothing false, nothing that was not seen or heard, and doubt where it is due."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from drawn import moments
from test_secrets import (
    ANNA,
    ASSASSIN,
    BRUNO,
    CARLA,
    CIA,
    DARIO,
    DETECTIVE,
    DIPLOMAT,
    DOUBLE_AGENT,
    HIPPIE,
    JOURNALIST,
    KGB,
    NAMES,
    NO,
    PSYCHIATRIST,
    SCIENTIST,
    YES,
    clause,
    offered,
    table,
)

import doppiogioco
from doppiogioco.engine.match import Given, Match
from doppiogioco.engine.state import HIDDEN, NOBODY, SPECTATOR, Cells
from doppiogioco.games.secrets_game import memory
from doppiogioco.games.secrets_game.cards import SILENCE, Card
from doppiogioco.games.secrets_game.memory import Notes, Swap
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Neighbour

LEFT, RIGHT = Neighbour


def told(match: Match, seat: int | None, title: str, language: str = "en") -> list[str]:
    """The lines of a note, or the rows of its grid, each as one text."""
    for note in match.recall(seat, language):
        if note.title == title:
            return [*note.lines, *(" | ".join(row) for row in note.rows)]
    return []


def looking(seat: int, **fields: Any) -> Match:
    """Somebody has got a Detective; nothing has been drawn yet for the next turn."""
    empty: dict[str, Any] = {"pair": (NOBODY, NOBODY), "under": [NOBODY] * 29, "below": 0}
    return table(ask=Ask.EXAMINE, actor=seat, **(empty | fields))


# One game by hand -----------------------------------------------------------------------------------------------------


@clause("1.5", "4.1")
def test_a_look_is_dated_and_follows_the_swaps_that_all_can_see() -> None:
    match = looking(ANNA, chance=(KGB, PSYCHIATRIST, SCIENTIST))
    match.play(ANNA, BRUNO)
    assert told(match, ANNA, "Tokens seen") == ["At the start: Bruno's token was KGB. It has not moved since."]
    assert told(match, ANNA, "Where seen tokens are now") == ["Bruno | KGB | At the start"]
    match.play(BRUNO, PSYCHIATRIST, DARIO, PSYCHIATRIST)
    match.play(DARIO, YES)
    match.play(DARIO, BRUNO)
    match.play(DARIO, CARLA)
    line = "At the start: Bruno's token was KGB. Since then: Bruno ↔ Carla (turn 1). Now: Carla."
    assert told(match, ANNA, "Tokens seen") == [line]
    assert told(match, ANNA, "Where seen tokens are now") == ["Carla | KGB | At the start"]
    italian = "All'inizio: il segnalino di Bruno era KGB. Da allora: Bruno ↔ Carla (turno 1). Adesso: Carla."
    assert told(match, ANNA, "Segnalini visti", "it") == [italian]
    for other in (BRUNO, CARLA, DARIO, None):  # who did not see it knows who has looked, and the swap
        assert not told(match, other, "Tokens seen")
        assert told(match, other, "Who else has looked") == ["At the start: Anna looks at the token of Bruno."]
        assert told(match, other, "Swaps") == ["Turn 1: Bruno ↔ Carla."]


def switched(way: Neighbour) -> Match:
    """All have seen a hippie in the centre, and Carla her own token; then Bruno has swapped it with a neighbour's."""
    match = looking(CARLA, active=DARIO, chance=(CIA, DIPLOMAT, SCIENTIST, DIPLOMAT, HIPPIE))
    match.play(CARLA, CARLA)
    match.play(ANNA, DIPLOMAT, BRUNO, SILENCE)
    match.play(BRUNO, YES)
    match.play(BRUNO, way)
    return match


@clause("4.5")
def test_a_secret_swap_leaves_doubt_to_all_but_one() -> None:
    match = switched(LEFT)
    now = told(match, CARLA, "Where seen tokens are now")
    assert now == [
        "Carla | perhaps CIA or hippie | At the start, Turn 1",
        "Anna | perhaps hippie | Turn 1",
        "Centre | perhaps CIA | At the start",
    ]
    lines = told(match, CARLA, "Tokens seen")
    doubt = "Anna ↔ Centre or Carla ↔ Centre (turn 1)"
    assert lines == [
        f"Turn 1: the token in the centre was hippie. Since then: {doubt}. Now: Anna or Carla.",
        f"At the start: Carla's token was CIA. Since then: {doubt}. Now: Carla or Centre.",
    ]
    assert told(match, BRUNO, "Where seen tokens are now") == ["Carla | hippie | Turn 1"]  # who chose knows
    assert told(switched(RIGHT), BRUNO, "Where seen tokens are now") == ["Anna | hippie | Turn 1"]


@clause("4.5")
@pytest.mark.parametrize("seat", [ANNA, CARLA, DARIO, None])
@pytest.mark.parametrize("language", ["en", "it"])
def test_nobody_remembers_which_neighbour_a_diplomat_chose(seat: int | None, language: str) -> None:
    one, other = switched(LEFT), switched(RIGHT)
    assert one.recall(seat, language) == other.recall(seat, language)
    assert one.recall(BRUNO, language) != other.recall(BRUNO, language)


@clause("4.2", "4.4")
def test_a_token_that_others_are_shown_is_theirs_to_remember() -> None:
    match = offered(JOURNALIST, chance=(JOURNALIST, KGB))
    match.play(BRUNO, YES)
    assert told(match, CARLA, "Tokens seen") == ["At the start: Bruno's token was KGB. It has not moved since."]
    for blind in (BRUNO, None):
        assert not told(match, blind, "Tokens seen")
    match = offered(DOUBLE_AGENT, chance=(DOUBLE_AGENT, HIPPIE))
    match.play(BRUNO, YES)
    assert told(match, None, "Swaps") == ["At the start: Bruno ↔ Centre."]
    assert told(match, BRUNO, "Where seen tokens are now") == ["Bruno | hippie | At the start"]


@clause("4.8")
def test_bullets_are_remembered_by_who_drew_them() -> None:
    match = offered(ASSASSIN, chance=(ASSASSIN, 3))
    match.play(BRUNO, YES)
    assert told(match, BRUNO, "Bullets") == ["At the start: you drew the bullet worth −3."]
    assert told(match, CARLA, "Bullets") == ["At the start: Bruno drew a bullet."]
    match.play(BRUNO, DARIO)
    assert told(match, BRUNO, "Bullets") == ["At the start: you gave Dario the bullet worth −3."]
    for other in (ANNA, CARLA, DARIO, None):
        assert told(match, other, "Bullets") == ["At the start: Bruno gave Dario a bullet."]
    assert told(match, DARIO, "Proiettili", "it") == ["All'inizio: Bruno ha dato un proiettile a Dario."]


@clause("3.3")
def test_who_told_the_truth_about_an_offer() -> None:
    for claim, row in ((SCIENTIST, "Anna | 1 | 0 | 0"), (DETECTIVE, "Anna | 0 | 1 | 0"), (SILENCE, "Anna | 0 | 0 | 1")):
        match = offered(SCIENTIST, pair=(SCIENTIST, DETECTIVE), claim=claim)
        match.play(BRUNO, NO)
        assert told(match, None, "Offers so far") == [row]


@clause("1.4")
@pytest.mark.parametrize("seats", [4, 5, 8])
def test_the_first_look_is_the_first_memory(seats: int) -> None:
    match = doppiogioco.new("secrets", seats, seed=3, names=NAMES[:seats])
    sides = match.position(ask=Ask.OVER).view().token
    expected = {4: [0], 5: [0, -1], 8: [0, -1, CENTRE]}[seats]
    for seat in range(seats):
        places = [CENTRE if step == CENTRE else (seat + step) % seats for step in expected]
        names = [*NAMES[:seats]]
        rows = told(match, seat, "Where seen tokens are now")
        assert sorted(rows) == sorted(
            f"{'Centre' if at == CENTRE else names[at]} | {('CIA', 'KGB', 'hippie')[sides[at]]} | At the start"
            for at in places
        )
        assert len(told(match, seat, "Tokens seen")) == len(expected)
    assert len(told(match, None, "Tokens seen")) == (seats == 8)


# Games by chance ------------------------------------------------------------------------------------------------------


def swap_in(s: Cells, a: int) -> tuple[int, int] | None:
    """The places whose tokens an answer really swaps."""
    match s.ask:
        case Ask.REVEAL if a == Card.DOUBLE_AGENT:
            return s.actor, CENTRE
        case Ask.SWAP_WITH:
            return s.other, a
        case Ask.SWITCH:
            return (s.actor + (1 if a == LEFT else -1)) % s.seats, CENTRE
    return None


def remembered(match: Match, listener: int) -> Iterator[tuple[Notes, list[int], list[int]]]:
    """The notes of a listener after every answer, with the sides at all places and where each token first lay."""
    game, s, notes = match.game, match.start, None
    first = [*range(CENTRE + 1)]
    for seat, answer in match.history:
        seen = listener if listener != SPECTATOR else None
        before = game.view(s, seen)
        notes = notes or memory.blank(before)
        heard = answer if game.hears(s, seat, listener) else HIDDEN
        if swap := swap_in(s, answer):
            first[swap[0]], first[swap[1]] = first[swap[1]], first[swap[0]]
        game.rules.apply(s, seat, answer)
        memory.note(notes, before, Given(seat, heard), game.view(s, seen))
        yield notes, list(s.token), list(first)


@clause("1.5")
@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_what_is_remembered_is_true(seats: int) -> None:
    """Every token seen is at one of the places where it can be, and its side is what was seen."""
    followed, doubtful, sure = 0, 0, 0
    for seed in range(4):
        *_, match = moments(doppiogioco.new("secrets", seats, seed=seed), seed)
        for listener in (*range(seats), SPECTATOR):
            origins = dict[int, int]()  # of each look, by its number: where that token first lay
            for notes, sides, first in remembered(match, listener):
                looks = [number for number, one in enumerate(notes.tokens) if not isinstance(one, Swap)]
                for number in looks:
                    origins.setdefault(number, first[notes.tokens[number].place])  # type: ignore[union-attr]
                seen = [n for n in looks if notes.tokens[n].side != HIDDEN]  # type: ignore[union-attr]
                trails = [*memory._trails(notes.tokens)]
                assert len(seen) == len(trails)
                for number, trail in zip(seen, trails, strict=True):
                    place = first.index(origins[number])
                    assert place in trail.places and sides[place] == trail.seen.side
                    assert len(trail.places) > 1 or trail.places == {place}
                    followed += bool(trail.swaps)
                    doubtful += len(trail.places) > 1
                    sure += len(trail.places) == 1
    assert followed and doubtful and sure > doubtful


@clause("1.5")
@pytest.mark.parametrize("seats", [4, 8])
def test_notes_can_be_read_by_everybody_at_every_moment(seats: int) -> None:
    chance, match = Random(5), doppiogioco.new("secrets", seats, seed=5, names=NAMES[:seats])
    titles = set[str]()
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))
        for listener in (*range(seats), None):
            for language in ("en", "it"):
                notes = match.recall(listener, language)
                titles |= {note.title for note in notes if language == "en"}
                assert all(note.lines or note.rows for note in notes)
                assert all(len(row) == len(note.head) for note in notes for row in note.rows)
                assert "{" not in "".join(map(str, notes))
    assert {"Where seen tokens are now", "Tokens seen", "Swaps", "Who else has looked", "Offers so far"} <= titles
