"""Secrets in words to whoever plays: questions to you, the goal, what each answer does, what you are shown."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import moments
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
    KGB,
    NAMES,
    NO,
    POLITICIAN,
    SCIENTIST,
    YES,
    clause,
    drawn,
    every_table,
    new,
    offered,
    table,
)

import doppiogioco
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import EVERYBODY
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.games.secrets_game.cards import LAST_CARD, SILENCE
from doppiogioco.games.secrets_game.drawing import offer
from doppiogioco.games.secrets_game.effects import effect, gain, goal
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Neighbour, cards_of

LEFT, RIGHT = Neighbour


def does(match: Match, seat: int, a: int, language: str = "en") -> str:
    return effect(match.view(seat), a, match.voice(language))


# Questions ------------------------------------------------------------------------------------------------------------


YOURS = [
    ({"ask": Ask.OFFER}, "You choose which of the two", "Scegli quale dei due offrire"),
    ({"ask": Ask.TARGET, "offer": SCIENTIST}, "You choose who gets your offer", "Scegli a chi fare l'offerta"),
    ({"ask": Ask.CLAIM, "offer": SCIENTIST, "target": BRUNO}, "You tell Bruno", "Dichiara la carta offerta a Bruno"),
    ({"ask": Ask.UN, "active": CARLA, "un": ANNA, "target": BRUNO}, "You have the UN", "Hai il segnalino ONU"),
    ({"ask": Ask.REPLY, "active": CARLA, "target": ANNA}, "Carla offers you a card", "Carla ti offre una carta"),
    ({"ask": Ask.HAND_ON, "actor": ANNA}, "You choose who gets the Politician", "Scegli chi riceve il Politico"),
    ({"ask": Ask.SWAP, "actor": ANNA}, "You name the first of two", "Scegli il primo dei due"),
    ({"ask": Ask.SWAP_WITH, "actor": ANNA, "other": BRUNO}, "You name the player who swaps", "Scegli con chi Bruno"),
    ({"ask": Ask.EXAMINE, "actor": ANNA}, "You choose a token to look at", "Scegli un segnalino da guardare"),
    ({"ask": Ask.SWITCH, "actor": ANNA}, "You secretly swap", "Scambia in segreto il segnalino al centro"),
    (
        {"ask": Ask.AIM, "actor": ANNA, "shooter": {3: ANNA}},
        "You choose who gets the bullet worth −3",
        "Scegli chi riceve il proiettile che vale −3",
    ),
]


@pytest.mark.parametrize(("fields", "english", "italian"), YOURS, ids=[fields["ask"].name for fields, _, _ in YOURS])
def test_a_question_speaks_to_who_is_asked(fields: dict[str, Any], english: str, italian: str) -> None:
    match = table(pair=(SCIENTIST, DIPLOMAT), **fields)
    assert match.waiting == (ANNA,)
    assert match.question(ANNA).startswith(english) and match.question(ANNA, "it").startswith(italian)
    for other in (BRUNO, DARIO, None):  # to the others it is about somebody with a name, and tells no bullet
        for language in LANGUAGES:
            asked = match.question(other, language)
            assert "Anna" in asked and "−3" not in asked and "you" not in asked.lower().split()


@clause("2.1")
def test_two_cards_stand_in_one_order_in_the_question_on_the_buttons_and_on_the_board() -> None:
    for match in (drawn(ASSASSIN, SCIENTIST), drawn(SCIENTIST, ASSASSIN)):
        names = [str(one) for one in match.legal(ANNA)]
        asked = match.question(ANNA)
        assert sorted(names, key=asked.index) == names
        assert [card.name for card in offer(match.view(), match.voice("en")).faces] == names


def test_every_question_that_is_asked_of_a_seat_speaks_to_it() -> None:
    assert {fields["ask"] for fields, _, _ in YOURS} == {ask for ask in Ask if ask.question.asked not in NO_SEATS}


NO_SEATS = {Ask.DRAW.question.asked, Ask.OVER.question.asked}


# The goal -------------------------------------------------------------------------------------------------------------


@clause("6.1")
@every_table
def test_the_goal_is_short_and_as_the_table_stands(seats: int) -> None:
    for match in moments(new(seats, 2), 2):
        views = [match.view(seat) for seat in (*range(seats), None)]
        most = max(cards_of(views[0], seat) for seat in range(seats))
        for language in LANGUAGES:
            for view in views:
                told = goal(view, match.voice(language))
                if match.over:
                    assert told == ""
                    continue
                assert len(told) <= 90
                assert str(LAST_CARD[seats]) in told and f"({'ora' if language == 'it' else 'now'} {most})" in told


@clause("1.5")
def test_only_who_sees_their_own_token_reads_what_their_side_wants() -> None:
    match = table(ask=Ask.OFFER, token={BRUNO: KGB, CARLA: HIPPIE}, token_seen=[0, 1 << BRUNO, 1 << CARLA, *[0] * 6])
    say, italian = match.voice("en"), match.voice("it")
    assert goal(match.view(BRUNO), say).startswith("You are KGB: more points together than the CIA.")
    assert goal(match.view(CARLA), italian).startswith("Sei hippie: meno punti di chiunque altro.")
    assert goal(match.view(ANNA), say) == goal(match.view(None), say)
    assert goal(match.view(ANNA), say).startswith("CIA and KGB: most points. Hippie: alone the fewest.")
    match.play(ANNA, match.legal(ANNA)[0])  # nobody goes on looking
    assert goal(match.view(BRUNO), say) == goal(match.view(None), say)


# What an answer does --------------------------------------------------------------------------------------------------


@clause("4.7", "5.2")
def test_a_second_card_takes_the_first_along() -> None:
    match = table(ask=Ask.OFFER, up={BRUNO: {SCIENTIST: 1, JOURNALIST: 1}})
    view = match.view(None)
    assert gain(view, ANNA, SCIENTIST) == 5 and gain(view, BRUNO, DETECTIVE) == -2
    assert gain(view, BRUNO, JOURNALIST) == -3  # a pair is worth nothing
    assert gain(view, BRUNO, SCIENTIST) == -8  # nor is what lies there with two Scientists


@clause("3.1", "3.2", "3.3")
def test_an_offer_says_what_it_brings() -> None:
    match = drawn(SCIENTIST, POLITICIAN, up={BRUNO: {SCIENTIST: 1}}, bullets={CARLA: 4})
    assert does(match, ANNA, SCIENTIST) == "+5: A second one turns all your characters down."
    assert does(match, ANNA, POLITICIAN, "it") == "+3: Lo dai via e guardi il segnalino di chi lo riceve."
    match.play(ANNA, SCIENTIST)
    assert does(match, ANNA, BRUNO) == "−5 if taken"
    assert does(match, ANNA, CARLA) == "+5 if taken, and the game ends"
    assert does(match, ANNA, DARIO, "it") == "+5 se la prende"
    match.play(ANNA, DARIO)
    assert does(match, ANNA, SCIENTIST) == "the truth" and does(match, ANNA, POLITICIAN) == "a bluff"
    assert does(match, ANNA, SILENCE, "it") == "nessuno sente un nome"
    match = drawn(SCIENTIST, POLITICIAN)
    match.play(ANNA, POLITICIAN)
    assert does(match, ANNA, DARIO) == "hands it on, if it is taken"


@clause("3.5", "3.6")
def test_a_reply_says_what_either_card_would_bring() -> None:
    match = offered(SCIENTIST, pair=(SCIENTIST, POLITICIAN), up={BRUNO: {SCIENTIST: 1}})
    assert does(match, BRUNO, YES) == "you get −5 or +3 to hand on, and its effect"
    assert does(match, BRUNO, NO) == "Anna gets +5 or +3 to hand on, and its effect"
    assert does(match, BRUNO, NO, "it") == "per Anna +5 o +3 da passare, con l'effetto"
    match = offered(SCIENTIST, pair=(SCIENTIST, DETECTIVE), ask=Ask.UN, un=CARLA)
    assert does(match, CARLA, YES) == "you get +5 or −2, and its effect"
    assert does(match, CARLA, NO) == "Bruno decides"
    full = {"bullets": {ANNA: 4, BRUNO: 4}}  # four cards of the five that end the game
    match = offered(SCIENTIST, pair=(SCIENTIST, DETECTIVE), **full)
    assert does(match, BRUNO, YES) == "you get +5 or −2, and the game ends"
    assert does(match, BRUNO, NO, "it") == "per Anna +5 o −2, e la partita finisce"
    match = offered(SCIENTIST, pair=(SCIENTIST, POLITICIAN), **full)
    assert does(match, BRUNO, YES) == "you get +5 or +3 to hand on, and its effect"


@clause("3.6")
def test_what_a_reply_says_is_the_same_whatever_lies_there() -> None:
    for seat, ask in ((BRUNO, Ask.REPLY), (CARLA, Ask.UN)):
        for answer in (YES, NO):
            told = {
                does(offered(card, pair=(SCIENTIST, DETECTIVE), ask=ask, un=CARLA), seat, answer)
                for card in (SCIENTIST, DETECTIVE)
            }
            assert len(told) == 1


@clause("4.3", "4.5", "4.6", "4.8")
def test_effects_say_what_they_do() -> None:
    match = table(ask=Ask.HAND_ON, actor=ANNA, up={BRUNO: {POLITICIAN: 1}}, bullets={CARLA: 4})
    assert does(match, ANNA, DARIO) == "+3 for them" and does(match, ANNA, BRUNO) == "−3 for them"
    assert does(match, ANNA, CARLA) == "+3, and the game ends"
    match = table(ask=Ask.SWITCH, actor=ANNA)
    assert does(match, ANNA, LEFT) == "gets the token from the centre; only you know"
    match = table(ask=Ask.SWITCH, actor=ANNA, token_seen=[*[0] * 8, EVERYBODY])
    assert does(match, ANNA, RIGHT) == "gets hippie from the centre; only you know"
    match = table(ask=Ask.EXAMINE, actor=ANNA)
    assert [does(match, ANNA, at) for at in (ANNA, BRUNO, CENTRE)] == ["your own", "", ""]
    match = table(ask=Ask.AIM, actor=ANNA, shooter={2: ANNA}, bullets={CARLA: 4})
    assert [does(match, ANNA, at) for at in (BRUNO, CARLA)] == ["", "the game ends"]


@every_table
def test_what_an_answer_does_fits_on_its_button(seats: int) -> None:
    for match in moments(new(seats, 4), 4):
        for seat in match.waiting:
            for a in match.legal(seat):
                for language in LANGUAGES:
                    assert len(does(match, seat, a, language)) <= 60
                told = does(match, seat, a)
                assert "{" not in told


# What one is shown ----------------------------------------------------------------------------------------------------


def shown(match: Match, seat: int | None) -> list[str]:
    return [str(line) for line in match.log(seat) if line.shown]


@clause("1.4")
@every_table
def test_the_first_look_waits_for_who_looks(seats: int) -> None:
    match = doppiogioco.new("secrets", seats, seed=7, names=NAMES[:seats])
    sides = match.position(ask=Ask.OVER).view().token
    words = ("CIA", "KGB", "hippie")
    for seat in range(seats):
        name, right = NAMES[seat], (seat - 1) % seats
        wanted = {f"{name} looks at their own token: {words[sides[seat]]}."}
        if seats >= 5:
            wanted.add(f"{name} looks at the token of {NAMES[right]}: {words[sides[right]]}.")
        assert {*shown(match, seat)} == wanted
        assert all(line.clause == "1.4" for line in match.log(seat) if line.shown)
    assert not shown(match, None)


@clause("4.2", "4.3", "4.4", "4.5", "4.6", "4.8")
def test_every_later_look_waits_for_who_looks_and_for_nobody_else() -> None:
    """A Diplomat shows the centre to all: that is seen on the board, and nobody's own."""
    looks = (
        (offered(DOUBLE_AGENT), BRUNO, (YES,), {BRUNO}, "4.9"),
        (table(ask=Ask.HAND_ON, actor=BRUNO), BRUNO, (DARIO,), {BRUNO}, "4.9"),
        (table(ask=Ask.EXAMINE, actor=BRUNO), BRUNO, (CENTRE,), {BRUNO}, "4.9"),
        (offered(JOURNALIST), BRUNO, (YES,), {ANNA, CARLA, DARIO}, "4.4"),
        (offered(ASSASSIN), BRUNO, (YES,), {BRUNO}, "4.8"),
        (offered(DIPLOMAT, pair=(DIPLOMAT, ASSASSIN)), BRUNO, (YES,), set(), ""),
    )
    for match, seat, answers, lookers, rule in looks:
        even = match.position(ask=match.view().ask, bullets=dict.fromkeys(range(4), 1))  # no UN token changes hands
        even.play(seat, *answers)
        for listener in (ANNA, BRUNO, CARLA, DARIO, None):
            lines = [line for line in even.log(listener) if line.shown]
            assert len(lines) == (listener in lookers), (answers, listener)
            assert all(line.clause == rule for line in lines)
