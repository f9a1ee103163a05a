"""The words of Spywhere: the clause a log line cites, few points and few players, moves put together, shortcuts."""

from random import Random

import pytest
from spywhere_table import (
    ANNA,
    BELGIUM,
    BOB,
    CHRIS,
    ENGLAND,
    FIXED,
    FRANCE,
    GAME,
    GERMANY,
    ITALY,
    MIXED,
    NAMES,
    NO,
    YES,
    closed,
    counts,
    identifying,
    next_turn,
    ran_out,
    settle,
    table,
)

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.words import Voice
from doppiogioco.games.spywhere import drawing, words
from doppiogioco.games.spywhere.cards import EMPTY, GUESSES, NO_GUESS
from doppiogioco.games.spywhere.state import Ask
from doppiogioco.web.page_facts import Draft

TWO = (BELGIUM, BELGIUM, FRANCE, GERMANY, ENGLAND)
CLEAR = {"clear-triples": True}


def completing(*chance, answer=YES, **fields):
    """Anna brings three Belgian cards together, and takes them or not."""
    match = table(**{"row": TWO, "hands": {ANNA: (BELGIUM, ITALY, ITALY)}, "chance": chance} | fields)
    match.play(ANNA, BELGIUM, ENGLAND)
    match.play(ANNA, answer)
    return match


def cited(match, listener=None):
    return [(line, line.clause) for line in match.log(listener)]


# The clause of a line -----------------------------------------------------------------------------------------------


@pytest.mark.clause("2.4", "2.6")
def test_the_first_row_and_the_hands_cite_the_set_up():
    lines = dict(cited(doppiogioco.new(GAME, 3, seed=1)))
    assert lines["Everybody has three cards and a secret passport."] == "2.6"
    assert next(clause for text, clause in lines.items() if text.startswith("The row:")) == "2.4"


@pytest.mark.clause("4.5", "4.6", "4.7")
def test_filling_and_clearing_the_row_cite_what_happened():
    match = completing(ITALY, GERMANY, ITALY, ITALY)
    assert [clause for _, clause in cited(match)[-4:]] == ["3.4", "4.1", "4.5", "4.5"]
    match = completing(ITALY, FRANCE, FRANCE, ITALY, YES, ENGLAND, ITALY, ENGLAND, options=CLEAR)
    assert cited(match)[-2] == ("Three of a kind, France (cheese): they go back into the deck.", "4.6")
    match = completing(FRANCE, ITALY, ITALY, ITALY, NO, deck=[FRANCE, ITALY, ITALY, ITALY, ITALY], options=CLEAR)
    assert cited(match)[-1][1] == "4.7"
    assert cited(completing(answer=NO))[-1] == ("Anna leaves the three of a kind.", "4.1")


@pytest.mark.clause("5.1")
def test_a_guess_cites_that_it_is_secret():
    match = table(ask=Ask.GUESS, chance=[ITALY])
    match.play(ANNA, BOB, FRANCE)
    assert cited(match, ANNA)[:2] == [
        ("Anna lays an identification card in front of Bob.", "5.1"),
        ("Anna secretly guesses: Bob is France.", "5.1"),
    ]
    assert [clause for _, clause in cited(match, BOB)] == ["5.1", "3.2"]


@pytest.mark.clause("6.1", "6.2", "6.3")
def test_what_ends_the_game_is_cited_before_what_was_asked():
    match = closed()
    for listener in (ANNA, BOB, None):
        text, clause = cited(match, listener)[-1]
        assert "closes the game" in text
        assert clause == "6.1"
    match = next_turn(identifying(deck=[ITALY]), ITALY)
    assert cited(match)[-1] == (
        "Bob draws a card. That was the last card of the deck: the game ends with this turn.",
        "6.2",
    )
    assert cited(ran_out())[-1] == ("The end has come: the last guesses are made in secret.", "6.3")


@pytest.mark.clause("6.3", "6.4", "6.6")
def test_last_guesses_cite_whether_they_are_added_or_changed():
    match = ran_out({ANNA: (None, GERMANY)})
    match.play(ANNA, FRANCE, BELGIUM)
    assert cited(match, ANNA)[-2:] == [
        ("Anna secretly guesses: Bob is France.", "6.3"),
        ("Anna secretly guesses: Chris is Belgium. Anna has finished guessing.", "6.4"),
    ]
    assert cited(match, BOB)[-1] == ("Anna has finished guessing.", "6.4")
    match.play(BOB, EMPTY, EMPTY)
    assert cited(match, CHRIS)[-1] == ("Bob has finished guessing.", "6.3")
    match.play(CHRIS, EMPTY, EMPTY)
    assert cited(match)[-1][1] == "6.6"


# Few points, two players --------------------------------------------------------------------------------------------


@pytest.mark.clause("6.8")
@pytest.mark.parametrize(
    ("cards", "language", "said"),
    [
        ((1, 0, 0), "en", "Anna (Italy) wins with 1 point."),
        ((1, 0, 0), "it", "Vince Anna (Italia) con 1 punto."),
        ((1, 1, 0), "en", "Anna and Bob share the victory with 1 point each."),
        ((1, 1, 0), "it", "Vincono a pari merito Anna e Bob, con 1 punto a testa."),
        ((2, 2, 0), "it", "Vincono a pari merito Anna e Bob, con 2 punti a testa."),
    ],
)
def test_one_point_is_one(cards, language, said):
    match = ran_out(hands={seat: (MIXED[seat],) * own for seat, own in enumerate(cards)})
    settle(match, dict.fromkeys(range(3), (EMPTY, EMPTY)))
    assert match.verdict(language) == said


@pytest.mark.clause("7.3")
@pytest.mark.parametrize(
    ("guesses", "used", "missing"),
    [((), "0 su 2", "Senza identificazione: Bob"), ((GERMANY,), "1 su 2", ""), ((GERMANY, BELGIUM), "2 su 2", "")],
)
def test_with_one_of_two_cards_the_opponent_is_not_unidentified(guesses, used, missing):
    match = identifying({ANNA: guesses}, seats=2)
    mine = drawing.mine(match.view(ANNA), match.voice("it"))
    assert (mine.used, mine.missing) == (used, missing)


@pytest.mark.clause("7.3", "6.3")
@pytest.mark.parametrize("made", [(), (GERMANY,)])
def test_a_card_left_out_by_one_of_two_is_one_of_the_two(made):
    """“No card in front of Bob” would be wrong: one may lie there, or the other may come."""
    match = ran_out({ANNA: made}, seats=2)
    match.play(ANNA, *(made or (ITALY,)), EMPTY)
    assert "Anna rinuncia a una delle due carte identificazione." in match.log(ANNA, "it")[-1]
    assert "Anna does without one of the two identification cards." in match.log(ANNA)[-1]
    match = ran_out()
    match.play(ANNA, EMPTY)
    assert match.log(ANNA, "it")[-1] == "Anna non mette carte davanti a Bob."


@pytest.mark.clause("4.2", "7.2")
@pytest.mark.parametrize(
    ("seats", "text"),
    [(2, "su un passaporto di Anna c'è scritto Italia"), (3, "sul passaporto di Anna c'è scritto Italia")],
)
def test_of_two_passports_it_is_one(seats, text):
    match = identifying(seats=seats, ask=Ask.TRIPLE, triple=ITALY, row=counts([ITALY] * 3 + [ENGLAND] * 2))
    with pytest.raises(IllegalAnswer, match=text):
        match.play(ANNA, YES, language="it")


@pytest.mark.clause("2.2", "6.7")
def test_italian_articles_and_plurals():
    match = table(ask=Ask.NAME, whom=BOB)
    with pytest.raises(IllegalAnswer, match="la Spagna resta nella scatola"):
        match.play(ANNA, "Spagna", language="it")
    match = ran_out(seats=4)
    settle(
        match, {0: (FRANCE, GERMANY, ITALY), 1: (ENGLAND, BELGIUM, ITALY), 2: (FRANCE, BELGIUM, EMPTY), 3: (EMPTY,) * 3}
    )
    told = dict(words.reckoning(match.view(), match.voice("it")))
    assert "Giuste: Bob = Francia, Chris = Germania; 2 × 1 = +2" in told["Anna"]
    assert "Sbagliata: David = Italia; 0 punti" in told["Anna"]
    assert "Giusta: Anna = Italia; 1 × 1 = +1" in told["Bob"]
    assert "Sbagliate: David = Francia, Anna = Belgio; 0 punti" in told["Chris"]


# A move put together ------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.1")
def test_whom_to_identify_is_only_drafted_until_the_nation_is_named():
    match = table(ask=Ask.GUESS)
    before = [match.view(seat).as_dict() for seat in range(3)], match.log(BOB)
    draft = Draft(match.check(ANNA, BOB))
    assert (draft.more, draft.texts) == (True, ("identify Bob",))
    assert draft.match.question(ANNA) == "You identify Bob: as which nation?"
    whole = Draft(match.check(ANNA, BOB, FRANCE))
    assert (whole.more, whole.texts) == (False, ("identify Bob", "as France"))
    assert ([match.view(seat).as_dict() for seat in range(3)], match.log(BOB)) == before  # nobody has seen anything
    match.play(ANNA, *whole.answers)
    assert match.view(ANNA).guess[ANNA][0] == FRANCE


@pytest.mark.clause("3.1", "5.1")
def test_a_turn_without_three_of_a_kind_is_one_move():
    match = table()
    assert Draft(match.check(ANNA, ITALY, FRANCE)).more  # whom to identify still belongs to it
    done = Draft(match.check(ANNA, ITALY, FRANCE, NO_GUESS))
    assert (done.more, done.texts) == (False, ("give Italy (pizza)", "take France (cheese)", "Nobody"))
    match = table(row=TWO, hands={ANNA: (BELGIUM, ITALY)})
    assert not Draft(match.check(ANNA, BELGIUM, ENGLAND)).more  # first the question of the three
    assert not Draft(table(ask=Ask.GUESS).check(ANNA, NO_GUESS)).more  # ends the turn by itself


@pytest.mark.clause("6.1", "6.4")
def test_closing_is_confirmed_before_the_last_guesses_begin():
    match = identifying({ANNA: (None, GERMANY)})
    draft = Draft(match.check(ANNA, BOB, FRANCE))
    assert draft.match.view(ANNA).ask == Ask.FINAL
    assert not draft.more
    fixed = identifying({ANNA: (None, GERMANY), BOB: (ITALY, GERMANY), CHRIS: (ITALY, FRANCE)}, options=FIXED)
    assert fixed.view().closer < 0
    draft = Draft(fixed.check(ANNA, BOB, FRANCE))  # it ends the game, which is not drawn before it is played
    assert (draft.more, draft.match.over) == (False, False)


# Leaving everything as it is ----------------------------------------------------------------------------------------


@pytest.mark.clause("6.4")
def test_all_guesses_can_be_kept_at_one_stroke():
    match = closed({BOB: (ITALY, None)})
    assert words.shortcuts(match.view(ANNA), Voice()) == [("Leave everything as it is", (FRANCE, GERMANY))]
    assert words.shortcuts(match.view(BOB), Voice("it")) == [("Lascia tutto com'è", (ITALY, EMPTY))]
    assert words.shortcuts(match.view(CHRIS), Voice()) == [("Leave everything as it is", (EMPTY, EMPTY))]
    assert words.shortcuts(match.view(None), Voice()) == []
    for seat in range(3):
        match.play(seat, *words.shortcuts(match.view(seat), Voice())[0][1])
    assert match.over
    assert [row[:2] for row in match.view().guess[:3]] == [[FRANCE, GERMANY], [ITALY, EMPTY], [EMPTY, EMPTY]]


@pytest.mark.clause("6.4", "5.3")
def test_a_guess_that_an_earlier_one_has_taken_over_cannot_be_kept():
    match = ran_out({BOB: (ITALY, GERMANY, FRANCE)}, seats=4)
    match.play(BOB, GERMANY)
    assert words.shortcuts(match.view(BOB), Voice()) == []
    match = ran_out({BOB: (ITALY, GERMANY, FRANCE)}, seats=4)
    match.play(BOB, ENGLAND)
    assert words.shortcuts(match.view(BOB), Voice())[0][1] == (GERMANY, FRANCE)
    match.play(BOB, GERMANY)
    assert words.shortcuts(match.view(BOB), Voice()) == []  # one question, one answer


@pytest.mark.clause("6.3", "6.4", "6.5")
@pytest.mark.parametrize("options", [{}, FIXED])
def test_a_shortcut_can_always_be_played_and_nobody_can_tell(options):
    """It gives as many answers as anybody gives who decides one by one, so all that the others get is the same."""
    compared = 0
    for seed in range(30):
        match, chance = (
            doppiogioco.new(GAME, 2 + seed % 5, options, seed=seed, names=NAMES[: 2 + seed % 5]),
            Random(seed),
        )
        while match.waiting:
            seat = chance.choice(match.waiting)
            view = match.view(seat)
            for _, answers in words.shortcuts(view, Voice()):
                assert view.ask == Ask.FINAL
                assert match.check(seat, *answers) == list(answers)
                others = [other for other in (*range(match.seats), None) if other != seat]
                one_by_one = match.ahead(seat)
                while seat in one_by_one.waiting and not one_by_one.over:
                    one_by_one = one_by_one.ahead(seat, int(chance.choice(one_by_one.legal(seat))))
                kept = match.ahead(seat, *answers)
                if not kept.over:
                    assert [kept.view(other).as_dict() for other in others] == [
                        one_by_one.view(other).as_dict() for other in others
                    ]
                    compared += 1
            match.play(seat, chance.choice(match.legal(seat)))
    assert compared > 20


@pytest.mark.clause("6.3")
def test_as_many_answers_are_settled_as_there_are_questions():
    match = ran_out(seats=2)
    assert len(words.shortcuts(match.view(ANNA), Voice())[0][1]) == GUESSES[2]
    assert find(GAME).answers[Ask.FINAL] == EMPTY + 1  # no answer that would finish at once, and so tell


# What everybody could remember --------------------------------------------------------------------------------------


@pytest.mark.clause("1.3")
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_table_without_reminders_does_not_show_what_was_taken_from_the_row(language):
    shown = []
    for reminders in (True, False):
        match = table(known={ANNA: counts([ITALY]), BOB: counts([FRANCE, FRANCE])})
        match.reminders = reminders
        say = match.voice(language)
        text = match.view(ANNA).text(say)
        board = drawing.board(match.view(), say)
        hands = [[(card.code, card.count) for card in place.hand] for place in (board.near, *board.around)]
        own = [card.seen for card in drawing.mine(match.view(ANNA), say).hand if card.seen]
        shown.append(("+" in text, hands[BOB], len(own)))
        assert match.view(ANNA).known[BOB] == counts([FRANCE, FRANCE])  # programs still get it
    assert shown == [(True, [("FR", 2), ("", 2)], 1), (False, [("", 4)], 0)]
