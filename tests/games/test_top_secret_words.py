"""Top Secret Spies in words: each line of the log cites its own clause, and what happened is told as it happened."""

import re
from pathlib import Path
from random import Random

import pytest
from top_secret_table import (
    ANNA,
    BOB,
    CHRIS,
    DAVID,
    DOYLE,
    GAME,
    LARSSON,
    MIRKOV,
    PERRY,
    SCHULZ,
    all_pass,
    table,
)

import doppiogioco
from doppiogioco.engine.questions import BEAT, BLINK, REVEAL
from doppiogioco.engine.state import NOBODY
from doppiogioco.games.top_secret_spies import drawing, words
from doppiogioco.games.top_secret_spies.cards import PASS, RUINS, Card
from doppiogioco.games.top_secret_spies.state import Ask

ONE_TO_THREE, TWO = range(2)  # faces of the die


def cited(match, text):
    """The clauses of the log lines with this text in them."""
    return {line.clause for line in match.log() if text in line}


# The clauses of the log ---------------------------------------------------------------------------------------------


@pytest.mark.clause("5.1", "6.1", "9.1")
@pytest.mark.parametrize(
    ("score", "dossier", "text", "clause"),
    [
        (0, False, "Scoring: Doyle +1 (1).", "5.1"),
        (28, True, "A marker has reached 29: everybody writes a dossier.", "9.1"),
        (33, True, "A marker has passed 29: everybody writes a dossier.", "9.1"),
        (41, False, "A marker has reached the finish: the game is over.", "6.1"),
        (47, False, "A marker has passed the finish: the game is over.", "6.1"),
    ],
)
@pytest.mark.parametrize("cards", [False, True])
def test_a_scoring_and_the_end_cite_their_clauses(score, dossier, text, clause, cards):
    match = doppiogioco.new(GAME, 4, {"top-secret": cards, "dossier": dossier}, seed=1)
    match = match.position(ask=Ask.ROLL, turn=0, safe=1, score={DOYLE: score}, chance=[ONE_TO_THREE])
    match.play(0, 1, DOYLE)
    all_pass(match)
    assert cited(match, text) == {clause}


@pytest.mark.clause("7.5", "7.6", "8.11")
def test_a_draw_cites_what_it_is_for():
    match = table({}, ask=Ask.ROLL, chance=[ONE_TO_THREE])
    match.play(ANNA, 0)
    assert cited(match, "moves nobody") == cited(match, "draws a") == {"7.6"}
    match = table({}, ask=Ask.ROLL, at={DOYLE: 10}, chance=[ONE_TO_THREE])
    match.play(ANNA, 1, DOYLE)
    assert cited(match, "draws a") == {"7.5"}
    match = table({ANNA: [Card.TO_RUINS]})
    match.play(ANNA, Card.TO_RUINS, DOYLE)
    assert cited(match, "draws a") == {"7.5"}
    nobody_free = {"owner": (0, 1, 2, 3, 4, 5, 1), "held_agents": (1, 2, 1, 1, 1, 1, 0, 0), "rank": {LARSSON: 1}}
    match = table({ANNA: [Card.SECOND_AGENT]}, seats=6, **nobody_free)
    match.play(ANNA, Card.SECOND_AGENT)
    assert cited(match, "leaves the game") == cited(match, "draws a") == {"8.11"}


@pytest.mark.clause("7.8", "7.10", "7.11", "7.12", "8.2", "8.6", "8.14")
def test_lines_of_the_card_phase_cite_their_clauses():
    hand = [Card.TO_RUINS, Card.TO_RUINS, Card.TO_SAFE, Card.MOVE_SAFE]
    match = table({BOB: hand}, asked=BOB, at={PERRY: RUINS}, quiet=1)
    match.play(BOB, Card.TO_RUINS, PERRY)
    assert cited(match, "Nothing changes.") == {"7.12"}
    match.play(BOB, Card.TO_RUINS, DOYLE)
    assert cited(match, "Bob plays “False lead”.") == cited(match, "Doyle goes to the ruins.") == {"8.2"}
    match.play(BOB, Card.TO_SAFE, DOYLE)
    assert cited(match, "Bob plays “Lockpick”.") == {"8.6"}
    assert cited(match, "A scoring is coming.") == {"7.11"}
    match.play(BOB, Card.MOVE_SAFE, 3)
    assert cited(match, "The scoring is off.") == {"7.11"}
    match.play(BOB, PASS)
    for seat in (CHRIS, DAVID, ANNA, BOB):
        match.play(seat, PASS)
    assert cited(match, "Everybody passes.") == {"7.10"}
    match = table({BOB: [Card.MOVE_SAFE]}, asked=BOB)
    match.play(BOB, Card.MOVE_SAFE, 3)
    assert cited(match, "The safe goes to building 3.") == {"8.14"}
    match = table({}, ask=Ask.ROLL, pile=[Card.SWAP], spent=[Card.JOIN], chance=[ONE_TO_THREE])
    match.play(ANNA, 0)
    assert cited(match, "shuffled") == {"7.8"}


# Stopping -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.10")
@pytest.mark.parametrize(
    ("language", "passing", "stopping", "asked"),
    [("en", "Pass", "Stop here", "or stop here"), ("it", "Passo", "Mi fermo qui", "o fermarti qui")],
)
def test_stopping_after_a_card_is_not_called_a_pass(language, passing, stopping, asked):
    match = table({ANNA: [Card.TO_SAFE]})
    assert str(match.legal(ANNA, language)[-1]) == passing
    match.play(ANNA, Card.TO_SAFE, DOYLE)
    assert str(match.legal(ANNA, language)[-1]) == stopping
    assert asked in match.question(ANNA, language)
    match.play(ANNA, stopping, language=language)
    for seat in (BOB, CHRIS, DAVID):
        assert str(match.legal(seat, language)[-1]) == passing
        match.play(seat, PASS)
    assert match.waiting == (ANNA,)
    assert str(match.legal(ANNA, language)[-1]) == passing


# Passes -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.10")
@pytest.mark.parametrize(
    ("language", "one", "two", "all_of_them"),
    [
        ("en", "Chris plays no card.", "Anna and Bob play no card.", "Everybody passes."),
        ("it", "Chris non gioca carte.", "Anna e Bob non giocano carte.", "Passano tutti."),
    ],
)
def test_passes_in_a_row_are_one_line(language, one, two, all_of_them):
    """Whoever plays first after them tells of them, or the last pass of the phase; a pass alone has no line."""
    match = table({BOB: [Card.TO_SAFE], DAVID: [Card.TO_RUINS, Card.TO_RUINS]})

    def fresh(seat, *answers):
        length = len(match.log(None, language))
        match.play(seat, *answers)
        return match.log(None, language)[length:]

    assert not fresh(ANNA, PASS)
    assert not fresh(BOB, PASS)
    assert not fresh(CHRIS, PASS)
    lines = fresh(DAVID, Card.TO_RUINS, DOYLE)
    assert len(lines) == 2 and lines[0].startswith(match.voice(language).list(["Anna, Bob", "Chris"]))
    assert lines[0].clause == "8.2"  # of the card, which comes last
    again = fresh(DAVID, Card.TO_RUINS, PERRY)
    assert again[0].count(".") == 1, "who passed is told once, not with every card"
    assert not fresh(DAVID, PASS)  # he has played, so he stops
    assert not fresh(ANNA, PASS)
    assert not fresh(BOB, PASS)
    assert not fresh(CHRIS, PASS)
    (last,) = fresh(DAVID, PASS)[:1]
    assert last.startswith(all_of_them) and last.clause == "7.10"
    for seat, passed, text in ((DAVID, (CHRIS,), one), (CHRIS, (ANNA, BOB), two)):
        match = table({seat: [Card.TO_RUINS]}, asked=passed[0])
        for other in passed:
            match.play(other, PASS)
        match.play(seat, Card.TO_RUINS, DOYLE)
        assert match.log(None, language)[0].startswith(text)


# What is looked at for how long -------------------------------------------------------------------------------------


def held(match, text):
    """How long the latest line with this text in it is looked at."""
    return [line.held for line in match.log() if text in line][-1]


@pytest.mark.clause("4.1", "5.1", "7.10")
def test_a_scoring_is_looked_at_for_long_and_a_quiet_end_for_a_blink():
    match = doppiogioco.new(GAME, 4, {}, seed=1)
    match = match.position(ask=Ask.ROLL, turn=0, safe=2, at={DOYLE: 1}, chance=[TWO])
    match.play(0, PERRY, DOYLE)
    assert held(match, "moves Perry") == BLINK
    assert held(match, "Scoring:") == REVEAL
    match = table({ANNA: [Card.TO_SAFE, Card.TO_RUINS]})
    match.play(ANNA, Card.TO_RUINS, DOYLE)
    assert held(match, "False lead") == REVEAL
    assert held(match, "Doyle goes") == BEAT
    match.play(ANNA, PASS)
    all_pass(match)
    assert held(match, "Everybody passes.") == BLINK
    match = table({ANNA: [Card.TO_SAFE]})
    match.play(ANNA, Card.TO_SAFE, DOYLE)
    all_pass(match)
    assert held(match, "Everybody passes. Scoring:") == REVEAL


@pytest.mark.clause("2.4", "2.5", "7.1")
def test_nobody_waits_for_the_deal():
    match = doppiogioco.new(GAME, 7, {"top-secret": True, "dossier": True}, seed=1)
    dealt = [line for line in match.log(0) if "rolls" not in line]
    assert len(dealt) > 3
    assert {line.held for line in dealt} == {0}


# Agents given back --------------------------------------------------------------------------------------------------


def ended(score):
    """The end: Larsson reaches 42. Anna got Schulz, then Mirkov; Bob is about to be paid for his dossier."""
    pages = {BOB: {SCHULZ: ANNA, PERRY: BOB}}
    match = table(
        {}, at={LARSSON: 1}, safe=1, guests=1 << LARSSON, score=score, owner=(0, 1, 2, 3, 0, -1, -1), dossiers=True,
        dossier=pages, rank={MIRKOV: 1}, held_agents={ANNA: 2}, filed=1, written=[3] * 4 + [0] * 4,
    )  # fmt: skip
    all_pass(match)
    assert match.over
    return match


@pytest.mark.clause("8.11", "9.5")
@pytest.mark.parametrize(
    ("score", "given", "english", "italian"),
    [
        (
            (43, 0, 0, 0, 40, 0, 41), MIRKOV,
            "Anna gives Mirkov (green) back: Schulz (grey) is farther ahead, 43 to 40.",
            "Anna restituisce Mirkov (verde): Schulz (grigio) è più avanti, 43 a 40.",
        ),
        (
            (40, 0, 0, 0, 43, 0, 41), SCHULZ,
            "Anna gives Schulz (grey) back: Mirkov (green) is farther ahead, 43 to 40.",
            "Anna restituisce Schulz (grigio): Mirkov (verde) è più avanti, 43 a 40.",
        ),
        (
            (43, 0, 0, 0, 43, 0, 41), MIRKOV,
            "Anna gives Mirkov (green) back: Schulz (grey) is level (43) and came first.",
            "Anna restituisce Mirkov (verde): Schulz (grigio) è alla pari (43) ed era arrivato prima.",
        ),
    ],
)  # fmt: skip
def test_everybody_is_told_which_agent_was_given_back_and_why(score, given, english, italian):
    match = ended(score)
    assert match.view().returned_by == [ANNA if agent == given else NOBODY for agent in range(7)]
    for language, sentence in (("en", english), ("it", italian)):
        say = match.voice(language)
        for seat in (None, ANNA, CHRIS):
            assert sentence in match.log(seat, language)[-1]
            assert sentence in match.view(seat).text(say)
        reckoning = dict(words.reckoning(match.view(), say))
        assert sentence in reckoning["Anna"]
        fate = say("given back by {seat}", seat="Anna")
        assert any(f"{given.name.title()} = " in line and f"({fate})" in line for line in reckoning["Bob"])
        scene = drawing.board(match.view(), say)
        assert {spy.number: spy.fate for spy in scene.spies if spy.fate} == {given: fate}
        assert any(mark.label == sentence for person in scene.people for mark in person.marks)
        assert [own.about for own in drawing.mine(match.view(ANNA), say).own][1:] == [fate]


@pytest.mark.clause("8.11")
def test_nobody_is_told_of_a_second_agent_before_the_end():
    match = table({}, owner=(0, 1, 2, 3, 0, -1, -1), rank={MIRKOV: 1}, held_agents={ANNA: 2})
    assert match.view().returned_by == [NOBODY] * 7
    assert not any(spy.fate for spy in drawing.board(match.view(), match.voice("en")).spies)


@pytest.mark.clause("8.11")
def test_a_random_game_tells_what_became_of_every_agent():
    """The cards that were taken are those turned over at the end and those given back."""
    match, chance = doppiogioco.new(GAME, 3, {"top-secret": True}, seed=0), Random(0)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))
    view = match.view()
    assert sum(view.held_agents) == 4
    for seat in range(3):
        told = [agent for agent in range(7) if seat in (view.owner[agent], view.returned_by[agent])]
        assert len(told) == view.held_agents[seat]
    assert "Seat 1 gives Mirkov (green) back" in match.log()[-1]
    assert "Seat 1 gives Mirkov (green) back" in view.text(match.voice("en"))


# Italian ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("1.1", "4.1", "7.11", "8.5", "9.4")
def test_italian_has_one_word_for_each_thing():
    """A scoring is a "fase di punteggio", the track a "percorso", a part of a whole is told with "su"."""
    page = Path(__file__).parents[2] / "docs" / "games" / "top-secret-spies.it.md"
    for path in (page, Path(words.__file__).with_name("it.po")):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"(?<![Ff]ase di )punteggio|pista dei|attorno al tabellone|di \{most\}", text)


@pytest.mark.clause("9.4")
def test_a_line_of_the_reckoning_has_one_colon():
    match = ended((43, 0, 0, 0, 40, 0, 41))
    for language in ("en", "it"):
        for _, lines in words.reckoning(match.view(), match.voice(language)):
            assert all(line.count(":") == 1 for line in lines)
