"""The words of Secrets: the clause a log line cites, minus signs, Italian, and a table that reminds nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from drawn import board_of, mine_of, moments
from test_secrets import (
    ANNA,
    ASSASSIN,
    BRUNO,
    CARLA,
    DARIO,
    DETECTIVE,
    DIPLOMAT,
    DOUBLE_AGENT,
    HIPPIE,
    JOURNALIST,
    NAMES,
    NO,
    POLITICIAN,
    PSYCHIATRIST,
    SCIENTIST,
    YES,
    clause,
    drawing,
    end_of_turn,
    offered,
    table,
)

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.games.secrets_game import drawing as art
from doppiogioco.games.secrets_game.cards import CHARACTERS, SILENCE
from doppiogioco.games.secrets_game.names import CHARACTER_NAMES, EFFECTS
from doppiogioco.games.secrets_game.rules import CENTRE, Ask
from doppiogioco.games.secrets_game.words import CLAIMS, reckoning

DOCS = Path(__file__).parents[2] / "docs" / "games"
LAST = {SCIENTIST: 5}  # as many cards as end the game of four
HYPHEN_MINUS = re.compile(r"(?<![\w-])-\d")  # a number below zero with a hyphen for its sign


def cited(match: Match, listener: int | None = None) -> tuple[str, str]:
    line = match.log(listener)[-1]
    return line, line.clause


def before_drawing(match: Match, beginning: str, listener: int | None = None) -> str:
    """The clause of the last line with this beginning; the next draw may have come after it."""
    return next(line.clause for line in reversed(match.log(listener)) if line.startswith(beginning))


# The clause of a line -----------------------------------------------------------------------------------------------


@clause("1.4")
@pytest.mark.parametrize("seats", [4, 5, 7])
def test_the_first_line_cites_the_looks_that_it_tells_of(seats: int) -> None:
    match = doppiogioco.new("secrets", seats, seed=1)
    begins = f"Seat {match.view().active + 1} begins."
    assert {before_drawing(match, begins, listener) for listener in (0, None)} == {"1.4"}


@clause("2.1", "2.2")
def test_a_draw_cites_the_duplicates_if_there_are_any() -> None:
    for cards, rule in (((SCIENTIST, DETECTIVE), "2.1"), ((SCIENTIST, SCIENTIST, DETECTIVE), "2.2")):
        assert before_drawing(drawing(*cards), "Anna draws") == rule


@clause("3.5", "3.6")
def test_who_gets_the_card_cites_why() -> None:
    for reply, beginning in ((YES, "Bruno accepts"), (NO, "Bruno refuses")):
        match = offered(PSYCHIATRIST)
        match.play(BRUNO, reply)
        assert before_drawing(match, beginning) == "3.6"
    match = offered(PSYCHIATRIST, ask=Ask.UN, un=CARLA)
    match.play(CARLA, YES)
    assert before_drawing(match, "The UN steps in") == "3.5"


@clause("4.2", "4.4", "4.5", "4.7", "4.9")
def test_effects_cite_their_characters() -> None:
    for card, beginning, wanted in (
        (DOUBLE_AGENT, "Bruno accepts and gets the Double Agent. Bruno swaps", "4.2"),
        (JOURNALIST, "Bruno shows their own token", "4.4"),
        (DIPLOMAT, "Everybody sees the token in the centre", "4.5"),
    ):
        match = offered(card, pair=(card, ASSASSIN))
        match.play(BRUNO, YES)
        assert before_drawing(match, beginning, DARIO) == wanted
    match = offered(SCIENTIST, up={BRUNO: {SCIENTIST: 1}}, bullets=dict.fromkeys(range(4), 2))
    match.play(BRUNO, YES)
    assert before_drawing(match, "Bruno accepts and gets the Scientist. It is the second one") == "4.7"
    match = table(ask=Ask.EXAMINE, actor=ANNA, bullets={ANNA: 1, BRUNO: 1})
    match.play(ANNA, CENTRE)
    assert before_drawing(match, "Anna looks at the token in the centre", ANNA) == "4.9"


@clause("5.2", "5.4", "6.1")
def test_the_end_of_a_turn_is_cited_where_it_changes_something() -> None:
    even = dict.fromkeys(range(4), 2)
    match = end_of_turn(up={BRUNO: {JOURNALIST: 2}}, bullets=even | {BRUNO: 0})
    assert before_drawing(match, "Anna looks at the token in the centre. Bruno turns a pair") == "5.2"
    match = end_of_turn(bullets=even | {BRUNO: 1})
    assert before_drawing(match, "Anna looks at the token in the centre. Bruno gets the UN") == "5.4"
    match = end_of_turn(bullets=even | {BRUNO: 0}, up={BRUNO: {JOURNALIST: 1, DETECTIVE: 1}}, un=BRUNO)
    assert before_drawing(match, "Anna looks at the token in the centre. The UN token") == "5.4"
    match = end_of_turn(up={CARLA: {SCIENTIST: 1, JOURNALIST: 2, DETECTIVE: 1, POLITICIAN: 1}})
    assert "turns a pair face down" in cited(match)[0]
    assert cited(match)[1] == "6.1"


# Minus signs --------------------------------------------------------------------------------------------------------


def texts(match: Match, language: str) -> Iterator[str]:
    """Everything that anybody can read at a moment."""
    say = match.voice(language)
    for seat in (None, *range(match.seats)):
        yield match.question(seat, language)
        yield match.view(seat).text(say)
        yield mine_of(match, seat, language=language)
        yield from match.log(seat, language)
    yield board_of(match, language=language)
    yield match.verdict(language)
    if match.over:
        yield "\n".join(line for _, lines in reckoning(match.view(), say) for line in lines)


@clause("1.1", "6.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_minus_sign_is_a_minus_sign(language: str) -> None:
    signs = 0
    for seed in range(6):
        for match in moments(doppiogioco.new("secrets", 4 + seed % 5, seed=seed, names=NAMES[: 4 + seed % 5]), seed):
            for text in texts(match, language):
                read = re.sub(r"<[^>]*>", " ", text)  # a page without its markup
                assert not HYPHEN_MINUS.search(read), read
                signs += read.count("−")
    assert signs > 500
    match = offered(ASSASSIN)
    match.play(BRUNO, YES)
    asked = match.game.state.changed(match._state, {"ask": Ask.BULLET})
    view, say = match.game.view(asked, None), match.voice(language)
    assert [match.game.words.answer(view, bullet, say) for bullet in range(4)] == ["0", "−1", "−2", "−3"]
    rules = (DOCS / f"secrets.{language}.md").read_text(encoding="utf-8")
    assert not HYPHEN_MINUS.search(rules)
    assert "−1" in rules


@clause("4.8", "6.4", "6.5")
def test_scores_below_zero_in_the_log_and_in_the_verdict() -> None:
    match = offered(ASSASSIN, chance=[ASSASSIN, 3])
    match.play(BRUNO, YES)
    assert match.log(BRUNO)[-1] == "Bruno draws the bullet worth −3."
    ending = {"up": {ANNA: {DETECTIVE: 1, PSYCHIATRIST: 1}, BRUNO: {SCIENTIST: 1}}, "down": {CARLA: LAST}}
    match = end_of_turn(token={ANNA: HIPPIE}, **ending)
    assert match.verdict() == "Anna wins alone, a hippie with the lowest score of all (−3)."
    match = end_of_turn(**ending)
    assert match.verdict("it") == "Il KGB batte la CIA 5 a −3. Vittoria per Bruno e Dario."


# Italian ------------------------------------------------------------------------------------------------------------


@clause("6.4")
def test_a_hippie_who_loses_is_not_told_a_falsehood() -> None:
    """Who is far from the lowest score does not share it with anybody."""
    match = end_of_turn(token={ANNA: HIPPIE}, up={ANNA: {SCIENTIST: 1}}, down={CARLA: LAST})
    told = dict(reckoning(match.view(), match.voice("it")))
    assert told["Anna"][-1] == "Hippie senza il punteggio più basso tutto per sé: sconfitta."
    match = end_of_turn(token={ANNA: HIPPIE}, up={ANNA: {DETECTIVE: 1}}, down={CARLA: LAST})
    told = dict(reckoning(match.view(), match.voice("it")))
    assert told["Anna"][-1] == "Hippie con il punteggio più basso tutto per sé: vittoria."
    assert told["Bruno"][-1] == "KGB: 0 in tutto, ma vince l'hippie."


@clause("3.3", "4.1", "4.8")
def test_italian_as_it_is_spoken() -> None:
    match = table(ask=Ask.CLAIM, pair=(SCIENTIST, DIPLOMAT), offer=SCIENTIST, target=BRUNO)
    assert match.question(None, "it") == "Anna dichiara la carta offerta a Bruno, oppure tace"
    match.play(ANNA, SILENCE)
    assert match.log(None, "it")[-1] == "Offerta di Anna a Bruno, senza una parola."
    say = match.voice("it")
    assert say("Bullets you drew") == "Proiettili che hai pescato"
    assert EFFECTS and say(EFFECTS[PSYCHIATRIST]) == "Altri due si scambiano il segnalino."
    assert "So per chi lavori." in [say(text) for text in CLAIMS]
    rules = (DOCS / "secrets.it.md").read_text(encoding="utf-8")
    words = (Path(art.__file__).parent / "it.po").read_text(encoding="utf-8")
    assert not re.search(
        r"\b(la|che|sua|tua|due) part[ei]\b|due altri|di chiunque[.,]|hippie[^.]* da solo", rules + words
    )


# What everybody could remember --------------------------------------------------------------------------------------


def halfway() -> Match:
    """Seen characters lie under the deck and face down."""
    return table(
        ask=Ask.OFFER,
        pair=(SCIENTIST, DIPLOMAT),
        under=[ASSASSIN, DETECTIVE, *[NOBODY] * 27],
        below=2,
        down={BRUNO: {JOURNALIST: 2}, CARLA: {POLITICIAN: 1}},
    )


@clause("2.3", "5.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_reminders_keeps_nothing_in_mind_in_text(language: str) -> None:
    match = halfway()
    say = match.voice(language)
    names = [say(name) for name in CHARACTER_NAMES]
    told = match.view(ANNA).text(say)
    assert f"{names[ASSASSIN]}, {names[DETECTIVE]}" in told
    assert f"{names[JOURNALIST]} ×2" in told
    unseen = sum(match.view().deck)
    assert say("Unseen cards in the deck: {n}.", n=unseen) in told
    match.reminders = False
    told = match.view(ANNA).text(match.voice(language))
    for card in (ASSASSIN, DETECTIVE, JOURNALIST, POLITICIAN):
        assert names[card] not in told
    assert say("Cards in the deck: {n}.", n=unseen + 2) in told  # how thick it is can be seen
    rows = {line.split()[0]: line.split() for line in told.splitlines()[1:5] if line.split()[0] in NAMES}
    assert rows["Bruno"][-1] == "2"  # and how many cards lie face down
    assert match.view().down[BRUNO][JOURNALIST] == 2  # programs still get it


@clause("2.3", "5.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_reminders_keeps_nothing_in_mind_in_the_drawing(language: str) -> None:
    match = halfway()
    say = match.voice(language)
    names = [say(name) for name in CHARACTER_NAMES]
    board, mine = board_of(match, language=language), mine_of(match, ANNA, language=language)
    assert all(names[card] in board for card in (ASSASSIN, DETECTIVE, JOURNALIST, POLITICIAN))
    assert 'class="unseen"' in mine
    assert f"{names[ASSASSIN]}, {names[DETECTIVE]}" in mine
    match.reminders = False
    say = match.voice(language)
    board, mine = board_of(match, language=language), mine_of(match, ANNA, language=language)
    assert not any(names[card] in board for card in (ASSASSIN, DETECTIVE, JOURNALIST, POLITICIAN))
    assert say.many("{n} card face down", "{n} cards face down", 2) in board
    assert say.many("{n} card face down", "{n} cards face down", 1) in board
    assert 'class="unseen"' not in mine
    assert f"{names[ASSASSIN]}, {names[DETECTIVE]}" not in mine
    assert all(name in mine for name in names)  # what is printed on the cards stays
    scene = art.mine(match.view(ANNA), say)
    assert [face.unseen for face in scene.characters.faces] == [""] * CHARACTERS
    assert art.board(match.view(), say).middle.deck == sum(match.view().deck) + 2


@clause("5.3")
def test_at_the_end_everything_is_named_anyway() -> None:
    match = end_of_turn(down={BRUNO: {JOURNALIST: 2}, CARLA: LAST})
    match.reminders = False
    assert match.over
    assert "Journalist ×2" in match.view().text(match.voice("en"))
    assert "Journalist" in board_of(match)


@clause("2.3")
def test_the_drawing_of_one_table_does_not_depend_on_another() -> None:
    """Plates and faces are kept from one drawing to the next; tables with and without reminders share them not."""
    with_them, without = halfway(), halfway()
    without.reminders = False
    for match in (with_them, without, with_them):
        assert ("Assassin" in board_of(match)) == match.reminders
