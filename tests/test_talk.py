"""What bots say and whom they believe: to a purpose, by temper, and never what the table can disprove."""

from __future__ import annotations

import pytest

import doppiogioco
from doppiogioco.bots import Judge, RandomBot
from doppiogioco.bots.decision import Decision
from doppiogioco.bots.levels import Budget
from doppiogioco.bots.listening import Listener
from doppiogioco.bots.reasons import Reading
from doppiogioco.bots.seating import Bots, asked, considered, silent_long_enough
from doppiogioco.bots.talk import DOUBTED, Claim, Speaker, about, speaks_of_hidden_things, worth_claiming
from doppiogioco.bots.tempers import TEMPERS, temper
from doppiogioco.bots.thinker import Thinker
from doppiogioco.chat import claims
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.worlds import worlds_of

SIDES = ("I am CIA.", "I am KGB.", "I am a hippie.")
TOKENS = pytest.mark.xdist_group("thinking secrets")
QUICK = Budget(worlds=60, tries=12)


def made(**more: object) -> Decision:
    legal = doppiogioco.new("secrets", 4, seed=1)
    answer = legal.legal(legal.waiting[0])[0]
    return Decision(answer, {answer: 1.0}, None, **more)  # type: ignore[arg-type]


# To a purpose ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", doppiogioco.games())
def test_what_is_worth_saying_can_be_said_and_its_truth_is_the_truth(game: str) -> None:
    """Whatever a seat sees of its own is what there is, so what it takes for true is true."""
    found, said = find(game), dict[str, set[bool | None]]()
    for seed in range(12):
        match = doppiogioco.new(game, found.usual_seats, seed=seed)
        while not match.over:
            for seat in range(match.seats):
                everything = match.everything()
                everything._seat = seat  # the whole table, as if the seat saw it
                mine = worth_claiming(match.view(seat))
                assert mine == worth_claiming(everything)
                for text, true in mine:
                    assert text in found.words.CLAIMS
                    said.setdefault(text, set()).add(true)
            seat = match.waiting[0]
            match.play(seat, asked((Judge, RandomBot)[seed % 2](f"{seed} {seat}"), match, seat)())
    assert len(said) >= 2
    assert any(truths >= {True, False} for truths in said.values())


def test_only_some_claims_say_something_of_what_is_hidden() -> None:
    assert [about("secrets", text, 3) for text in SIDES] == [("token", (3,), side) for side in range(3)]
    assert about("secrets", "Trust me.", 3) is None
    assert about("spywhere", "I know your passport.", 1) is None
    assert speaks_of_hidden_things("secrets")
    assert not speaks_of_hidden_things("spywhere")


def test_a_game_without_talk_has_bots_that_say_nothing(sixth: object) -> None:
    match = doppiogioco.new("liars-dice", 3, seed=1)
    assert worth_claiming(match.view(0)) == []


# By temper ------------------------------------------------------------------------------------------------------------


def spoken(name: str, count: int = 400) -> list[str]:
    """What somebody of a temper says when it is CIA and knows it, and its offer lies there."""
    believed = made(claims=(("I am CIA.", 1.0), ("I am KGB.", 0.0), ("I am a hippie.", 0.0)))
    speakers = [Speaker(f"{name} {number}", temper(name), 0) for number in range(count)]
    found = [speaker.before(believed, [], [], SIDES) for speaker in speakers]
    return [text for text in found if text]


@pytest.mark.parametrize("name", TEMPERS)
def test_tempers_speak_and_lie_as_often_as_they_are_made(name: str) -> None:
    said, wanted = spoken(name), TEMPERS[name]
    assert len(said) / 400 == pytest.approx(wanted.talks, abs=0.06)
    lies = [text for text in said if text != "I am CIA."]
    assert len(lies) / len(said) == pytest.approx(wanted.lies, abs=0.15)
    assert wanted.lies or not lies


def test_the_same_seed_at_the_same_point_says_the_same() -> None:
    assert spoken("sly") == spoken("sly") != spoken("bold")


def test_what_is_neither_known_nor_a_lie_is_not_said() -> None:
    unsure = made(claims=(("I am CIA.", 0.5), ("I am KGB.", 0.5)))
    assert {Speaker(str(n), TEMPERS["talkative"], 0).before(unsure, [], [], SIDES) for n in range(100)} == {None}


def test_a_claim_that_may_not_be_made_or_was_made_already_is_not_made() -> None:
    sure, speakers = made(claims=(("I am CIA.", 1.0),)), [Speaker(str(n), TEMPERS["honest"], 2) for n in range(100)]
    before = [Claim(2, "I am CIA.", 0)]
    assert {speaker.before(sure, [], [], SIDES) for speaker in speakers} == {None, "I am CIA."}
    assert {speaker.before(sure, [], [], ()) for speaker in speakers} == {None}
    assert {speaker.before(sure, [], before, SIDES) for speaker in speakers} == {None}
    assert {speaker.before(sure, [], [Claim(1, "I am CIA.", 0)], SIDES) for speaker in speakers} == {None, "I am CIA."}


def test_an_incredible_claim_is_doubted_once() -> None:
    doubts, speakers = made(doubts=(1,)), [Speaker(str(n), TEMPERS["talkative"], 2) for n in range(50)]
    said = [Claim(1, "I am KGB.", 4)]
    assert {speaker.before(doubts, [], said, (DOUBTED,)) for speaker in speakers} == {None, DOUBTED}
    said.append(Claim(2, DOUBTED, 4))
    assert {speaker.before(doubts, [], said, (DOUBTED,)) for speaker in speakers} == {None}


def test_a_bot_that_has_spoken_is_silent_for_a_while() -> None:
    match = doppiogioco.new("secrets", 4, seed=2)
    seat, begun = match.waiting[0], len(match.history)
    assert silent_long_enough(match, seat, [])
    said, silent = [Claim(seat, "Trust me.", begun)], list[bool]()
    while len(match.history) < begun + 40:
        silent.append(silent_long_enough(match, seat, said))
        asks = match.waiting[0]
        match.play(asks, asked(Judge(asks), match, asks)())
    assert silent.index(True) == 8, "two answers of everybody on average"


# Never what the table can disprove ------------------------------------------------------------------------------------


def talked(seed: int, seats: int = 5) -> tuple[Match, list[tuple[int, int, Decision]], list[Claim]]:
    """A match of Secrets with bots that talk a lot: every decision, and every claim."""
    match, said = doppiogioco.new("secrets", seats, seed=seed), list[Claim]()
    names = list(TEMPERS)
    bots = Bots(
        lambda own, _, name: Thinker(own, budget=QUICK, temper=name), f"talk {seed}", temper=lambda seat: names[seat]
    )
    found = []
    while not match.over:
        seat = match.waiting[0]
        decision = bots.considered(match, seat, said)()
        found.append((len(match.history), seat, decision))
        speaker, may = bots.speaker(seat), claims(match.game, match.view(seat))
        assert speaker
        if text := speaker.before(decision, match.heard(seat), said, may):
            said.append(Claim(seat, text, len(match.history)))
        match.play(seat, decision.answer)
    return match, found, said


@TOKENS
def test_nothing_is_said_that_everybody_knows_to_be_false() -> None:
    """Held against the exact worlds of who only watches, at every point of some matches."""
    possible = impossible = lies = 0
    for seed in range(3):
        match, decisions, said = talked(seed)
        for number, seat, decision in decisions[::4]:
            before = doppiogioco.replay(match.record(), upto=number)
            public = worlds_of(before, None)
            tokens = public.states["token"][:, seat]
            for text in SIDES:
                thing = about("secrets", text, seat)
                assert thing
                fits, sayable = bool((tokens == thing.value).any()), text in dict(decision.claims)
                assert fits or not sayable
                possible, impossible = possible + sayable, impossible + (not fits)
        for claim in said:
            if thing := about("secrets", claim.text, claim.seat):
                before = doppiogioco.replay(match.record(), upto=claim.after)
                lies += before.everything().token[claim.seat] != thing.value
    assert possible > 50
    assert lies


@TOKENS
def test_who_has_shown_a_token_to_all_the_others_says_nothing_else_of_it() -> None:
    shown = 0
    for seed in range(8):
        match, decisions, _ = talked(seed, 4)
        for number, seat, decision in decisions:
            beliefs = decision.beliefs
            assert beliefs is not None
            bits = int(beliefs.shown[beliefs.spots.index(match.game.state.offset("token", (seat,)))])
            if seat == match.history[number].seat and all(bits >> other & 1 for other in range(4) if other != seat):
                shown += 1
        if shown:
            break
    assert shown


@TOKENS
def test_a_bot_does_not_contradict_itself_while_its_token_stays() -> None:
    match, beliefs = doppiogioco.new("secrets", 4, seed=5), Reading("secrets", 4, 0, 1, limit=5_000)
    for given in match.heard(1):
        beliefs.hear(*given)
    ear = Listener(beliefs, match.view(1))
    free = dict(ear.thoughts(match.view(1), match.heard(None))[0])
    assert set(free) == set(SIDES)
    ear.take_in([Claim(1, "I am KGB.", len(match.history))], len(match.history))
    assert set(dict(ear.thoughts(match.view(1), match.heard(None))[0])) == {"I am KGB."}


# Whom they believe ----------------------------------------------------------------------------------------------------


@TOKENS
def test_claims_move_beliefs_and_trust_is_learnt() -> None:
    """Who claims what the bot knows to be false is trusted less, and what they say weighs less."""
    match = doppiogioco.new("secrets", 4, seed=5)
    truth, now = match.everything().token, len(match.history)

    def listening() -> tuple[Reading, Listener]:
        beliefs = Reading("secrets", 4, 0, 0, limit=5_000)
        for given in match.heard(0):
            beliefs.hear(*given)
        return beliefs, Listener(beliefs, match.view(0))

    beliefs, ear = listening()
    spot = beliefs.spots.index(match.game.state.offset("token", (2,)))
    before = beliefs.odds_of_spots()[spot]
    ear.take_in([Claim(2, SIDES[1], now)], now)
    after = beliefs.odds_of_spots()[spot]
    assert after[2] > before[2]
    assert after[2] < 1, "nothing is certain only because somebody says so"
    assert beliefs.ledger[-1].claim == SIDES[1]
    assert ear.trust(2) != ear.trust(3) == 0.5

    known = Reading("secrets", 4, 0, 0, limit=5_000)
    for given in match.heard(0):
        known.hear(*given)
    known.odds[known.states["token"][:, 2] != truth[2]] = 0
    known.odds /= known.odds.sum()
    liar, honest = Listener(known, match.view(0)), Listener(known, match.view(0))
    lies = [text for side, text in enumerate(SIDES) if side != truth[2]]
    liar.take_in([Claim(2, text, now) for text in lies * 3], now)
    honest.take_in([Claim(2, SIDES[truth[2]], now)] * 6, now)
    assert liar.trust(2) < 1 / 3 < 0.5 < honest.trust(2)
    assert liar.thoughts(match.view(0), [])[1] == (2,)
    assert honest.thoughts(match.view(0), [])[1] == ()


@TOKENS
def test_what_is_said_is_heard_by_a_thinker_and_told_as_a_reason() -> None:
    match = doppiogioco.new("secrets", 4, seed=5)
    seat = match.waiting[0]
    other = (seat + 2) % 4
    said = [Claim(other, SIDES[2], len(match.history))]
    quiet, talk = (considered(Thinker("x", budget=QUICK), match, seat, some)() for some in ([], said))
    assert quiet.beliefs is not None
    assert talk.beliefs is not None
    spot = talk.beliefs.spots.index(match.game.state.offset("token", (other,)))
    assert talk.beliefs.odds_of_spots()[spot, 3] > quiet.beliefs.odds_of_spots()[spot, 3]
    assert any(reason.claim == SIDES[2] and reason.seat == other for reason in talk.reasons)
