"""Top Secret Spies says what an answer does, what everybody plays for, and to whom a question is put."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from drawn import moments
from top_secret_table import ANNA, BOB, CHRIS, DAVID, DOYLE, GAME, LARSSON, MIRKOV, PERRY, SCHULZ, table

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.top_secret_spies import words
from doppiogioco.games.top_secret_spies.cards import CHURCH, ENOUGH, PASS, RUINS, Card
from doppiogioco.games.top_secret_spies.state import Ask

BOTH = {"top-secret": True, "dossier": True}
SHORT, OF_A_CARD = 46, 66  # letters
SPEAKS_FOR_ITSELF = {(Ask.PACE, 1), (Ask.PACE, 2), (Ask.PACE, 3), (Ask.OTHER, ENOUGH)}
MOVES = (Ask.STEP, Ask.FAR, Ask.WAY)


def asked(seats: int, options: dict[str, bool], seed: str) -> Iterator[tuple[Match, int, int]]:
    """Every answer that could be given in a random game: the match, the seat and the answer."""
    for match in moments(doppiogioco.new(GAME, seats, options, seed=seed), seed):
        for seat in match.waiting:
            for a in match.legal(seat):
                yield match, seat, int(a)


def effect(match: Match, seat: int, a: int, language: str = "en") -> str:
    return words.effect(match.view(seat), a, match.voice(language))


# What an answer does ------------------------------------------------------------------------------------------------


def test_every_answer_says_in_a_few_words_what_it_does() -> None:
    seen = set[int]()
    for seats, options in ((2, BOTH), (7, BOTH), (4, {"top-secret": False, "dossier": True})):
        for match, seat, a in asked(seats, options, "short"):
            ask = match.view().ask
            seen.add(ask)
            for language in LANGUAGES:
                told = effect(match, seat, a, language)
                assert bool(told) == ((ask, a) not in SPEAKS_FOR_ITSELF), (Ask(ask).name, a)
                assert len(told) <= (OF_A_CARD if ask == Ask.PLAY else SHORT), told
    assert seen >= {
        Ask.PACE, Ask.STEP, Ask.PLAY, Ask.AGENT, Ask.OTHER, Ask.FAR, Ask.WAY, Ask.WHERE, Ask.MARKER, Ask.OTHER_MARKER,
        Ask.ENTRY, Ask.STASH,
    }  # fmt: skip


@pytest.mark.clause("3.3", "4.1", "7.5", "7.11")
def test_a_way_says_where_it_leads_and_what_comes_of_it() -> None:
    """What is told is what happens: the building, the scoring, the card."""
    seen = set[str]()
    for seed in ("one", "two"):
        for match, seat, a in asked(4, BOTH, seed):
            view = match.view()
            if view.ask not in MOVES:
                continue
            agent = a if view.ask == Ask.STEP else view.named
            after, told = match.ahead(seat, a).view(), effect(match, seat, a)
            place = after.at[agent]
            assert told.startswith({CHURCH: "to the church", RUINS: "to the ruins"}.get(place, f"to {place}"))
            comes = bool(after.guests >> agent & 1)
            assert ("brings a scoring" in told or "a scoring if it stays" in told) == comes
            assert ("if it stays" in told) == (comes and view.points > 1 and view.ask == Ask.STEP)
            assert ("is off" in told) == (bool(view.guests) and not after.guests)
            if "draw" in told and view.points < 2:
                assert after.ask == Ask.DRAW
            seen.add(re.sub(r"^to( the)? \w+\W+|[+−]?\d+", "", told))
    assert seen == {
        "the safe: brings a scoring", "the safe: a scoring if it stays", "the scoring is off", ", you draw a card",
        " if scored",
    }  # fmt: skip


@pytest.mark.clause("8.2", "8.3", "8.6", "8.8", "8.14")
@pytest.mark.parametrize(
    ("card", "answers", "last", "told"),
    [
        (Card.TO_RUINS, (), PERRY, "to the ruins: −3, you draw a card"),
        (Card.TO_SAFE, (), PERRY, "to 7, the safe: brings a scoring"),
        (Card.TO_SAFE, (), MIRKOV, "is there already: nothing changes"),
        (Card.SWAP, (), PERRY, "now: building 3"),
        (Card.SWAP, (PERRY,), DOYLE, "Perry to building 5, Doyle to building 3"),
        (Card.SWAP, (SCHULZ,), LARSSON, "is there already: nothing changes"),
        (Card.TWO_BACK, (), PERRY, "to 2: +2 if scored"),
        (Card.JOIN, (PERRY,), 5, "to 5: +5 if scored"),
        (Card.TWO_MARKERS, (), PERRY, "10 → 13"),
        (Card.TWO_MARKERS, (PERRY,), DOYLE, "39 → 40"),
        (Card.TWO_MARKERS, (PERRY,), LARSSON, "stays on 41"),
        (Card.MOVE_SAFE, (), 5, "1 agent there"),
        (Card.MOVE_SAFE, (), 6, "nobody there"),
    ],
)
def test_parts_of_a_card(card: int, answers: tuple[int, ...], last: int, told: str) -> None:
    at, score = {PERRY: 3, DOYLE: 5, MIRKOV: 7}, {PERRY: 10, DOYLE: 39, LARSSON: 41}
    match = table({ANNA: [card]}, at=at, score=score, safe=7)
    assert effect(match.ahead(ANNA, card, *answers), ANNA, last) == told


@pytest.mark.clause("7.11", "8.14", "9.1")
def test_what_a_card_puts_an_end_to_or_sets_off() -> None:
    match = table({ANNA: [Card.MOVE_SAFE]}, at={DOYLE: 7}, safe=7, guests=1 << DOYLE)
    assert effect(match.ahead(ANNA, Card.MOVE_SAFE), ANNA, 5) == "calls the scoring off"
    match = table({ANNA: [Card.TWO_MARKERS]}, dossiers=True, score={DOYLE: 26, PERRY: 25})
    match = match.ahead(ANNA, Card.TWO_MARKERS)
    assert effect(match, ANNA, DOYLE) == "26 → 29: everybody writes a dossier"
    assert effect(match, ANNA, PERRY) == "25 → 28"


@pytest.mark.clause("7.10")
def test_what_a_pass_leads_to() -> None:
    match = table({ANNA: [Card.TO_SAFE]}, seats=2)
    assert effect(match, ANNA, PASS) == "asked again if somebody plays"
    match.play(ANNA, PASS)
    assert effect(match, BOB, PASS) == "the last pass: no scoring"
    match = table({ANNA: [Card.TO_SAFE]}, seats=2)
    match.play(ANNA, Card.TO_SAFE, PERRY)
    assert effect(match, ANNA, PASS) == "asked once more after the others"
    match.play(ANNA, PASS)
    match.play(BOB, PASS)
    assert effect(match, ANNA, PASS) == "the last pass: now the scoring"


@pytest.mark.clause("7.6", "7.7", "7.8")
@pytest.mark.parametrize(
    ("hand", "pile", "spent", "told"),
    [
        ((), [Card.SWAP], (), "nobody moves, you draw a card"),
        ((), [], [Card.SWAP], "nobody moves, you draw a card"),
        ((), [], (), "nobody moves"),
        ([Card.TO_SAFE, Card.TO_SAFE, Card.TO_RUINS, Card.TO_RUINS], [Card.SWAP], (), "nobody moves"),
    ],
)
def test_a_rest_says_whether_it_draws(hand: Any, pile: Any, spent: Any, told: str) -> None:
    match = table({ANNA: hand}, ask=Ask.ROLL, pile=pile, spent=spent, chance=[0], asked=NOBODY)
    assert effect(match, ANNA, 0) == told


def test_an_effect_tells_nothing_of_ones_own_agent() -> None:
    """Whoever owns whom, the same answer has the same words: a glance over a shoulder tells nothing."""
    for match, seat, a in asked(5, BOTH, "own"):
        if match.view().ask == Ask.ENTRY:
            continue
        order = Random(a).sample(range(7), 7)
        owner = match.game.state.as_dict(match.game.state.vector(match._state))["owner"]
        other = match.position(owner=[owner[agent] for agent in order])
        assert effect(other, seat, a) == effect(match, seat, a)
        assert words.goal(other.view(seat), Voice()) == words.goal(match.view(seat), Voice())


# What everybody plays for -------------------------------------------------------------------------------------------


@pytest.mark.clause("6.1", "9.1", "9.4")
@pytest.mark.parametrize(
    ("fields", "english", "italian"),
    [
        (
            {},
            "The agent farthest ahead wins; 42 ends the game. Nobody has points yet.",
            "Vince l'agente più avanti; a 42 la partita finisce. Ancora nessuno ha punti.",
        ),
        (
            {"score": {DOYLE: 7, LARSSON: 7}},
            "The agent farthest ahead wins; 42 ends the game. Ahead: Doyle and Larsson, 7.",
            "Vince l'agente più avanti; a 42 la partita finisce. In testa: Doyle e Larsson, 7.",
        ),
        (
            {"score": [4, 4, 4, 0, 0, 0, 0], "dossiers": True},
            "The farthest ahead wins; 29 brings dossiers, 42 the end. Ahead: 3 agents, 4.",
            "Vince chi è più avanti; a 29 i dossier, a 42 la fine. In testa: 3 agenti, 4.",
        ),
        (
            {"score": {DOYLE: 31}, "dossiers": True, "filed": 1},
            "Marker and dossier (+5 a hit) count; 42 ends the game. Ahead: Doyle, 31.",
            "Contano segnapunti e dossier (+5 a riga giusta); fine a 42. In testa: Doyle, 31.",
        ),
    ],
)
def test_the_goal_is_told_with_the_present_numbers(fields: dict[str, Any], english: str, italian: str) -> None:
    view = table({}, **fields).view()
    assert words.goal(view, Voice("en")) == english
    assert words.goal(view, Voice("it")) == italian
    assert max(len(english), len(italian)) <= 90


def test_an_ended_game_has_no_goal() -> None:
    *_, match = moments(doppiogioco.new(GAME, 3, {}, seed="end"), "end")
    assert words.goal(match.view(), Voice()) == ""


# To whom a question is put ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "you"), [("en", r"^You "), ("it", r"^(Hai|Muovi|Puoi|Giochi|Sposta|Scrivi) ")])
def test_questions_speak_to_who_is_asked_and_name_them_to_the_others(language: str, you: str) -> None:
    names, seen = ["Anna", "Bob", "Chris", "David"], set[int]()
    for match in moments(doppiogioco.new(GAME, 4, BOTH, seed="you", names=names), "you"):
        if match.over:
            break
        ask, waiting = match.view().ask, match.waiting
        seen.add(ask)
        for seat in (None, *range(4)):
            question = match.question(seat, language)
            assert bool(re.match(you, question)) == (seat in waiting), question
            if seat not in waiting:
                assert all(names[asked] in question for asked in waiting)
    assert seen >= {Ask.STEP, Ask.PLAY, Ask.AGENT, Ask.OTHER, Ask.FAR, Ask.WAY, Ask.WHERE, Ask.ENTRY, Ask.STASH}


@pytest.mark.clause("3.2", "7.6", "7.7")
@pytest.mark.parametrize(
    ("options", "cards", "english", "italian"),
    [
        ({}, 0, "You rolled 1-3: 1, 2 or 3 points?", "Hai tirato 1-3: 1, 2 o 3 punti?"),
        (
            BOTH, 2, "You rolled 1-3: 1, 2 or 3 points, or nobody moves and you draw a card?",
            "Hai tirato 1-3: 1, 2 o 3 punti, oppure tutti fermi e peschi una carta?",
        ),
        (
            BOTH, 4, "You rolled 1-3: 1, 2 or 3 points, or nobody moves?",
            "Hai tirato 1-3: 1, 2 o 3 punti, oppure tutti fermi?",
        ),
    ],
)  # fmt: skip
def test_one_to_three_is_put_to_who_rolled_it(options: Any, cards: int, english: str, italian: str) -> None:
    match = doppiogioco.new(GAME, 4, options, seed=1).position(ask=Ask.PACE, turn=CHRIS, cards={CHRIS: cards})
    assert match.question(CHRIS) == english
    assert match.question(CHRIS, "it") == italian
    assert match.question(DAVID).startswith("Seat 3 rolled 1-3")
