"""Spies & Lies says what one plays for, what each answer does, which guesses are lost, and speaks to whom it asks."""

from __future__ import annotations

import pytest
from armies import ANNA, BLUE, BOB, CHRIS, GAME, HIGH, LOW, RED, agent, confirming, guess, missions, table, wrong
from drawn import moments

import doppiogioco
from doppiogioco.engine.game import Setup, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.spies_and_lies.cards import SIX, Soldier
from doppiogioco.games.spies_and_lies.state import Ask, Choice, Gate, Marshal
from doppiogioco.games.spies_and_lies.words import effect, goal, spent

SETUPS = [setup for setup in doppiogioco.setups() if setup[0] == GAME]
SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, BOMB, COLONEL, GENERAL, MARSHAL = Soldier
ASKED = {Ask.DEPLOY, Ask.DECEIVE, Ask.GUESS, Ask.CAPTAIN, Ask.MARSHAL, Ask.PICK}  # each answer here does something
LONGEST_GOAL, LONGEST_EFFECT = 105, 60  # two lines of a phone; a line or two of a button


def effects(match: Match, seat: int, language: str = "en") -> dict[int, str]:
    view = match.view(seat)
    return {int(a): effect(view, int(a), match.voice(language)) for a in match.legal(seat)}


def lost(match: Match, seat: int) -> dict[int, str]:
    view = match.view(seat)
    return {int(a): why for a in match.legal(seat) if (why := spent(view, int(a), match.voice("en")))}


# The goal -----------------------------------------------------------------------------------------------------------


def test_the_goal_is_told_as_it_stands() -> None:
    match = missions((0, 1, 2, 3), (0, 1, 2, 3), agent=agent(1), points=(6, 3), day=1)
    assert goal(match.view(ANNA), Voice()) == ("4 spaces to the flag of Blue. 6 of 10 points to go 2 on. Day 2 of 3.")
    assert goal(match.view(BOB), Voice()) == ("6 spaces to the flag of Red. 3 of 10 points to go 2 on. Day 2 of 3.")
    assert goal(match.view(), Voice()) == (
        "Spaces to the flag: Red 4, Blue 6. Points of 10: Red 6, Blue 3. Day 2 of 3."
    )
    at_gate = missions((0, 1, 2, 3), (0, 1, 2, 3), agent=agent(4))
    assert goal(at_gate.view(ANNA), Voice()).startswith("1 space to the flag of Blue.")
    assert goal(at_gate.view(ANNA), Voice("it")).startswith("Bandiera del Blu a 1 casella.")
    last = missions((0, 1, 2, 3), (0, 1, 2, 3), day=2)
    assert goal(last.view(ANNA), Voice()).endswith("Day 3 of 3, then territory decides.")


def test_before_the_sides_are_known_the_goal_is_told_all_the_same() -> None:
    match = doppiogioco.new(GAME, 3, seed=1)
    start = doppiogioco.replay(match.record(with_seed=True) | {"answers": []}, upto=0)
    assert "enemy flag" in goal(start.view(), Voice()) and "enemy flag" in goal(start.view(0), Voice())


# Effects ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_choice_says_what_it_does_in_a_few_words(setup: Setup) -> None:
    game, seats, options = setup
    asked = set()
    for seed in range(3):
        for match in moments(doppiogioco.new(game, seats, options, seed=seed), seed):
            ask = match.view().ask
            for language in LANGUAGES:
                say = match.voice(language)
                for seat in (None, *range(seats)):
                    assert len(goal(match.view(seat), say)) <= LONGEST_GOAL
                for seat in match.waiting:
                    words = effects(match, seat, language)
                    assert all(words.values()) or ask not in ASKED
                    assert max(map(len, words.values())) <= LONGEST_EFFECT
            asked.add(ask)
    assert {Ask.DEPLOY, Ask.DECEIVE, Ask.GUESS} <= asked


def test_a_deception_token_pays_after_a_wrong_guess_and_is_gone_either_way() -> None:
    """The words against what the rules do (8.2 to 8.4)."""
    match = missions((SERGEANT, 4, 5, 6), (0, 1, 2, 3), ask=Ask.DECEIVE, deceptions=(1, 0))
    words = effects(match, ANNA)
    assert words == {
        Choice.NO: "you keep it for a later card",
        Choice.YES: "+4 if the guess is wrong, gone either way",
    }
    for soldier, points in ((SPY, 4 + 4), (SERGEANT, 0)):
        laid = missions((SERGEANT, 4, 5, 6), (0, 1, 2, 3), ask=Ask.DECEIVE, deceptions=(1, 0))
        laid.play(ANNA, Choice.YES)
        laid.play(BOB, soldier)
        assert laid.view().points[RED] == points and laid.view().deceptions[RED] == 0


@pytest.mark.parametrize(("scouting", "points"), [((0, 0), 2), ((0, 1), 4), ((1, 0), 2)])
def test_a_guess_says_what_it_brings(scouting: tuple[int, int], points: int) -> None:
    match = missions((SPY, 4, 5, 6), (0, 1, 2, 3), scouting=scouting)
    assert set(effects(match, BOB).values()) == {f"right: +{points}"}
    guess(match, SPY)
    assert match.view().points[BLUE] == points


def test_where_the_table_keeps_nothing_in_mind_a_lost_guess_looks_like_any_other() -> None:
    match = missions((SPY, 4, 5, 6), (0, 1, 2, 3), at=1, target=BLUE)
    say = Voice("en", reminders=False)
    assert lost(match, ANNA) and len({effect(match.view(ANNA), a, say) for a in range(10)}) == 1


@pytest.mark.parametrize(
    ("far", "points", "ten", "split"),
    [
        (0, (3, 7), "the Double Agent goes 1 space on, Red → 0", "Red 3 → 8, Blue 7 → 2"),
        (
            3,
            (6, 2),
            "the Double Agent goes 1 space on, Red → 0",
            "the Double Agent goes 1 space on, Red → 0, Blue 2 → 0",
        ),
        (4, (0, 9), "the Double Agent reaches the flag", "Red 0 → 5, Blue 9 → 4"),
    ],
)
def test_the_marshal_says_where_the_markers_go(far: int, points: tuple[int, int], ten: str, split: str) -> None:
    match = wrong(missions((MARSHAL, 0, 1, 2), (0, 1, 2, 3), agent=agent(far), points=points))
    assert effects(match, ANNA) == {Marshal.TEN: ten, Marshal.SPLIT: split}


def test_at_a_gate_reached_in_the_same_turn_nothing_is_promised() -> None:
    match = missions((MARSHAL, 0, 1, 2), (0, 1, 2, 3), ask=Ask.MARSHAL, agent=agent(4), gate=Gate.REACHED)
    assert effects(match, ANNA)[Marshal.TEN] == "the Double Agent stays at the gate, Red → 0"
    match.play(ANNA, Marshal.TEN)
    assert not match.over and match.view().points[RED] == 0


def test_the_captain_says_what_a_copy_does_or_that_it_is_stopped() -> None:
    start = {"exhausted": ((BOMB, MARSHAL), (NOBODY, NOBODY)), "points": (1, 0)}
    match = wrong(missions((CAPTAIN, 7, 8, SERGEANT), (0, 1, 2, 3), **start))
    assert effects(match, ANNA) == {
        SIX: "Red 1 → 7",
        BOMB: "the next opposing card retires",
        MARSHAL: "10 points, or 5 and the opponent loses 5",
    }
    stopped = wrong(missions((CAPTAIN, 7, 8, SERGEANT), (0, 1, 2, 3), **start, spying=(0, 1), mining=(0, 1)))
    assert effects(stopped, ANNA) == {
        SIX: "Red 1 → 7",
        BOMB: "nothing: the Miner of Blue defuses it",
        MARSHAL: "nothing: the Spy of Blue stops it",
    }


def test_a_token_on_the_sergeant_is_called_what_it_is() -> None:
    match = confirming((SPY, SERGEANT, CAPTAIN, BOMB), (0, 1, 2, 4), LOW)
    assert effects(match, ANNA) == {0b0001: "the Sergeant lies", 0b0011: "the Sergeant tells the truth"}
    assert set(effects(match, BOB).values()) == {""}
    match = confirming((SPY, SERGEANT, CAPTAIN, BOMB), (0, 1, 2, 4), HIGH)
    assert effects(match, ANNA) == {0b1000: "the Sergeant tells the truth", 0b1010: "the Sergeant lies"}
    by_hand = confirming((SPY, SERGEANT, CAPTAIN, BOMB), (0, 1, 2, 4), LOW, by_hand=True)
    assert set(effects(by_hand, ANNA).values()) == {""}


def test_the_sergeant_of_a_partner_is_nobody_elses_business() -> None:
    match = confirming((SPY, SERGEANT, CAPTAIN, BOMB), (0, 1, 2, 4), LOW, seats=4)
    assert set(effects(match, ANNA).values()) == {"the Sergeant lies", "the Sergeant tells the truth"}
    assert set(effects(match, CHRIS).values()) == {""}


# Lost guesses -------------------------------------------------------------------------------------------------------


def test_exhausted_seen_and_impossible_soldiers_are_struck_out() -> None:
    match = missions(
        (0, 1, 2, 3),
        (MINER, LIEUTENANT, COLONEL, MARSHAL),
        at=1,
        target=BLUE,
        exhausted=((NOBODY,) * 2, (GENERAL, NOBODY)),
    )  # intel is 1-4, and only Mission 1 of Blue has a token; two more come, of whom one may be the Sergeant
    assert lost(match, ANNA) == {
        SPY: "impossible", SCOUT: "impossible", MINER: "seen already", GENERAL: "exhausted card", MARSHAL: "impossible",
    }  # fmt: skip


def test_by_hand_any_soldier_that_is_left_may_be_there() -> None:
    match = missions(
        (0, 1, 2, 3), (MINER, SPY, COLONEL, MARSHAL), at=1, target=BLUE, by_hand=True,
        exhausted=((NOBODY,) * 2, (GENERAL, NOBODY)),
    )  # fmt: skip
    assert lost(match, ANNA) == {MINER: "seen already", GENERAL: "exhausted card"}


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_what_is_struck_out_never_comes_true(setup: Setup) -> None:
    game, seats, options = setup
    struck = 0
    for seed in range(6):
        for match in moments(doppiogioco.new(game, seats, options, seed=seed), seed):
            view = match.view()
            if view.ask == Ask.GUESS:
                soldier = match.position(ask=Ask.OVER).view().row[view.target][view.mission]
                gone = lost(match, match.waiting[0])
                assert soldier not in gone and len(gone) < 10
                struck += len(gone)
            elif match.waiting:
                assert not lost(match, match.waiting[0])
    assert struck > 100


# Questions ----------------------------------------------------------------------------------------------------------


def test_questions_speak_to_whom_they_ask() -> None:
    deceiving = missions((SPY, 4, 5, 6), (0, 1, 2, 3), ask=Ask.DECEIVE, deceptions=(1, 0))
    assert deceiving.question(ANNA) == "You may lay a Deception token on your Mission 1"
    assert deceiving.question(BOB) == deceiving.question() == "Anna may lay a Deception token on Mission 1"
    guessing = missions((SPY, 4, 5, 6), (0, 1, 2, 3))
    assert guessing.question(BOB) == "You guess: which soldier has Anna on Mission 1?"
    assert guessing.question(ANNA) == "Bob guesses which soldier you have on Mission 1"
    assert guessing.question() == "Bob guesses which soldier Anna has on Mission 1"
    captain = wrong(missions((CAPTAIN, 7, 8, 9), (0, 1, 2, 3)))
    assert captain.question(ANNA).startswith("You use the Captain") and captain.question(BOB).startswith("Anna uses")
    marshal = wrong(missions((MARSHAL, 0, 1, 2), (0, 1, 2, 3)))
    assert marshal.question(ANNA).startswith("You use the Marshal") and marshal.question(BOB).startswith("Anna uses")
    assert "Blue loses 5" in marshal.question(ANNA)


def test_questions_speak_italian_to_whom_they_ask() -> None:
    assert table().question(ANNA, "it") == "Schiera un soldato nella Missione 1"
    tokens = confirming((SPY, SERGEANT, CAPTAIN, BOMB), (0, 1, 2, 4), LOW)
    assert tokens.question(ANNA, "it").startswith("Metti i tuoi segnalini Informazione e conferma")
    guessing = missions((SPY, 4, 5, 6), (0, 1, 2, 3))
    assert guessing.question(BOB, "it").startswith("Indovina: chi ha mandato Anna")
    assert "il tuo soldato" in guessing.question(ANNA, "it")


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_nobody_who_is_asked_reads_their_own_name(setup: Setup) -> None:
    game, seats, options = setup
    names = ("Aaaa", "Bbbb", "Cccc", "Dddd")[:seats]
    for match in moments(doppiogioco.new(game, seats, options, seed=4, names=names), 4):
        for language in LANGUAGES:
            for seat in match.waiting:
                assert names[seat] not in match.question(seat, language)
