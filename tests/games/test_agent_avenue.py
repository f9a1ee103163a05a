"""Agent Avenue for two: the clauses of docs/games/agent-avenue, sections 1 to 5."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest
from avenue_table import (
    ANNA,
    BOB,
    CODE,
    COVERED,
    DAREDEVIL,
    DOUBLE,
    ENFORCER,
    GAME,
    HAND,
    MOLE,
    NO,
    OPEN,
    SABOTEUR,
    SENTINEL,
    SIDEKICK,
    YES,
    agents_in_play,
    clause_of,
    ended,
    lead_of,
    new,
    recruits,
    row,
    table,
    turn_of,
)

from doppiogioco.engine.errors import NotWaiting
from doppiogioco.engine.game import find
from doppiogioco.engine.state import HIDDEN
from doppiogioco.games.agent_avenue.cards import BLUE, COPIES, GREEN, HOME, KINDS, LEVEL, SPACES, STEPS
from doppiogioco.games.agent_avenue.state import Ask, Choice, Pick

clause = pytest.mark.clause
either_turn = pytest.mark.parametrize("turn", [GREEN, BLUE])
SIDES = (ANNA, BOB)  # who plays green, who plays blue
DOCS = Path(__file__).parents[2] / "docs" / "games"


def play_on(match, seed, stop=lambda match: False):
    """Random answers until the end, or until something happens."""
    chance = Random(seed)
    while not match.over and not stop(match):
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.game.legal(match._state, seat)))
    return match


# 1, 2 Setting up ----------------------------------------------------------------------------------------------------


@clause("2.1")
def test_the_street():
    view = new().view()
    assert (SPACES, HOME) == (14, (0, 7))
    assert (view.at, view.ahead) == ([0, 7], LEVEL)


@clause("2.1", "4.3")
def test_the_pawns_go_round():
    match = recruits(ENFORCER, SABOTEUR, green=13, blue=7)
    assert match.view().at == [0, 13]


@clause("2.4")
def test_the_deck_is_in_the_book():
    """The numbers that the rules use are those of both documents."""
    for language in ("en", "it"):
        text = (DOCS / f"agent-avenue.{language}.md").read_text(encoding="utf-8")
        rows = [line.strip("|").split("|") for line in text.splitlines() if re.match(r"\| [\w ]+ \| \d \|", line)]
        assert [int(cells[1]) for cells in rows] == list(COPIES)
        for kind, cells in enumerate(rows):
            numbers = [cell.strip().replace("−", "-") for cell in cells[2:]]
            wanted = [int(n) for n in numbers if re.fullmatch(r"[+-]?\d", n)]
            assert list(STEPS[kind][: len(wanted)]) == wanted
    assert sum(COPIES) == 38


@clause("1.4", "2.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_cards_each(seats):
    match = new(seats)
    view = match.view(1)
    assert view.cards[:seats] == [4] * seats
    assert (view.pile, sum(view.hand[1])) == (38 - 4 * seats, 4)
    assert view.hand[0] == view.deck == [HIDDEN] * KINDS
    assert match.view().hand[1] == [HIDDEN] * KINDS


@clause("2.4", "3.3", "3.8", "4.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_lost_or_made(seats, seed):
    view = play_on(new(seats, advanced=seed % 2 == 0, seed=seed), seed).view()
    found = [sum(kind) for kind in zip(view.deck, *view.hand, *view.discards, *view.agents, strict=True)]
    assert found == list(COPIES)
    assert view.pile == sum(view.deck)
    assert view.cards == [sum(hand) for hand in view.hand]
    assert view.spent == [sum(cards) for cards in view.discards]


@clause("2.5")
def test_who_begins_is_green_and_anybody_may():
    began = Counter()
    for seed in range(60):
        match = new(seed=seed)
        began[match.view().first] += 1
        assert match.waiting == (match.view().first,)
        assert match.view().side[match.view().first] == match.view().active == GREEN
    assert min(began[ANNA], began[BOB]) > 15


@clause("1.3")
def test_without_the_market_corners_are_spaces_like_others():
    for seed in range(12):
        match = play_on(new(seed=seed), seed, stop=lambda match: match.view().ask in (Ask.TAKER, Ask.MARKET))
        assert match.over
        assert match.view().market == [0] * 15
    match = recruits(DAREDEVIL, CODE)
    assert (match.view().at[GREEN], match.view().ask) == (2, Ask.EXCHANGE)
    assert "market" not in match.view().text(match.voice("en"))


# 3 Playing two cards ------------------------------------------------------------------------------------------------


@clause("3.1", "3.2", "4.1", "4.2", "5.8")
def test_a_turn():
    match = table()
    match.play(ANNA, SABOTEUR)
    assert (match.view().open, match.waiting) == (SABOTEUR, (ANNA,))
    match.play(ANNA, SENTINEL)
    assert (match.view().ask, match.waiting) == (Ask.RECRUIT, (BOB,))
    match.play(BOB, COVERED)
    assert agents_in_play(match, BLUE) == row([SENTINEL])
    assert agents_in_play(match, GREEN) == row([SABOTEUR])
    assert (match.view().active, match.waiting) == (BLUE, (BOB,))


@clause("3.2")
def test_one_plays_what_one_holds_and_it_is_your_turn():
    match = table()
    assert clause_of(match, ANNA, MOLE) == "3.2"
    with pytest.raises(NotWaiting, match="waiting for Anna"):
        match.play(BOB, SABOTEUR)
    assert match.view(ANNA).hand[ANNA] == row(HAND)


@clause("3.3")
def test_an_exchange():
    match = table(ask=Ask.EXCHANGE, chance=[MOLE])
    match.play(ANNA, YES)
    assert clause_of(match, ANNA, CODE) == "3.3"
    match.play(ANNA, DAREDEVIL)
    view = match.view(ANNA)
    assert view.hand[ANNA] == row([ENFORCER, SABOTEUR, SENTINEL, MOLE])
    assert view.discards[ANNA] == row([DAREDEVIL])
    assert (view.spent[ANNA], view.cards[ANNA], view.pile) == (1, 4, 29)
    assert view.ask == Ask.EXCHANGE  # as often as one likes in a turn
    match.play(ANNA, NO)
    assert match.view().ask == Ask.OPEN


@clause("3.3")
def test_an_exchange_can_be_taken_back_until_it_is_played():
    match = table(ask=Ask.EXCHANGE)
    begun = match.check(ANNA, YES)
    assert begun.more
    assert not begun.then(DAREDEVIL).more  # a new card comes for it before anything else
    assert begun.back().then(NO).then(SABOTEUR).more, "without an exchange it is one move with the two cards"
    assert match.view().ask == Ask.EXCHANGE


@clause("3.3")
def test_four_exchanges_in_a_game_and_all_of_them_may_be_in_one_turn():
    match = table(ask=Ask.EXCHANGE)
    for done in range(4):
        assert (match.view().ask, match.view().spent[ANNA]) == (Ask.EXCHANGE, done)
        match.play(ANNA, YES)
        match.play(ANNA, match.legal(ANNA)[0])
    assert (match.view().ask, match.view().spent[ANNA]) == (Ask.OPEN, 4)


@clause("3.3")
def test_alone_one_exchanges_before_the_first_card_only():
    match = table()
    match.play(ANNA, SABOTEUR)
    assert match.view().ask == Ask.COVER


@clause("3.3")
def test_exchanges_count_for_the_whole_game():
    match = recruits(ENFORCER, SABOTEUR, spent={BOB: 3})
    assert (match.view().ask, match.waiting) == (Ask.EXCHANGE, (BOB,))
    assert match.game.words.effect(match.view(BOB), Choice.YES, match.voice("en")) == "exchanges left: 1"
    match = recruits(ENFORCER, SABOTEUR, spent={BOB: 4})
    assert (match.view().ask, match.waiting) == (Ask.OPEN, (BOB,))


@clause("3.4", "1.4")
def test_what_was_exchanged_is_for_its_owner_only():
    match = table(ask=Ask.EXCHANGE, chance=[MOLE])
    match.play(ANNA, YES)
    match.play(ANNA, DAREDEVIL)
    assert match.view(BOB).discards[ANNA] == match.view().discards[ANNA] == [HIDDEN] * KINDS
    assert match.heard(BOB)[1:3] == match.heard()[1:3] == [(ANNA, HIDDEN), (8, HIDDEN)]
    for listener, exchanged in (
        (ANNA, "Anna exchanges a Daredevil (1 of 4)."),
        (BOB, "Anna exchanges a card (1 of 4)."),
    ):
        assert exchanged in match.log(listener)
    for text in (match.view(BOB).text(match.voice("en")), match.view().text(match.voice("en"))):
        assert "Exchanged by" not in text
    assert "Exchanged by Anna: Daredevil" in match.view(ANNA).text(match.voice("en"))


@clause("3.5")
def test_no_exchange_without_a_deck():
    hands = {ANNA: (ENFORCER, SABOTEUR, MOLE), BOB: HAND}
    match = turn_of(table(hands, deck=[]), ENFORCER, SABOTEUR, OPEN)
    assert (match.view().ask, match.waiting) == (Ask.OPEN, (BOB,))
    match = table(ask=Ask.EXCHANGE, deck=[MOLE])  # the last card may be had
    match.play(ANNA, YES)
    match.play(ANNA, ENFORCER)
    assert (match.view().ask, match.view().pile) == (Ask.OPEN, 0)


@clause("3.6")
def test_two_different_names():
    match = table({ANNA: (SABOTEUR, SABOTEUR, SABOTEUR, MOLE)})
    match.play(ANNA, SABOTEUR)
    assert clause_of(match, ANNA, SABOTEUR) == "3.6"
    assert [int(a) for a in match.legal(ANNA)] == [MOLE]
    match.play(ANNA, MOLE)
    assert match.view().ask == Ask.RECRUIT


@clause("3.7")
@pytest.mark.parametrize("spent", [0, 4])
def test_a_hand_of_one_name_may_be_played_whether_or_not_an_exchange_is_left(spent):
    match = table({ANNA: [SABOTEUR] * 4}, spent={ANNA: spent}, ask=Ask.OPEN)
    match.play(ANNA, SABOTEUR, SABOTEUR)
    assert match.waiting == (BOB,)
    match.play(BOB, COVERED)
    assert agents_in_play(match, GREEN) == agents_in_play(match, BLUE) == row([SABOTEUR])


@clause("3.8")
def test_hands_are_filled_up_after_both_cards_not_between_them():
    match = table(chance=[MOLE, SIDEKICK])
    match.play(ANNA, ENFORCER)
    assert (match.view().cards[ANNA], match.view().pile) == (3, 30)
    match.play(ANNA, SABOTEUR)
    assert (match.view().cards[ANNA], match.view().pile) == (4, 28)
    assert match.view().ask == Ask.RECRUIT  # before anybody recruits
    assert match.view(ANNA).hand[ANNA] == row([DAREDEVIL, SENTINEL, MOLE, SIDEKICK])


@clause("3.8")
@pytest.mark.parametrize(("deck", "cards"), [([MOLE], 3), ([], 2)])
def test_an_empty_deck_fills_up_nothing(deck, cards):
    match = table(deck=deck)
    match.play(ANNA, ENFORCER, SABOTEUR)
    assert (match.view().cards[ANNA], match.view().pile, match.view().ask) == (cards, 0, Ask.RECRUIT)


# 4 Recruiting and moving --------------------------------------------------------------------------------------------


@clause("4.1", "1.4")
@pytest.mark.parametrize("pick", Pick)
def test_the_other_side_chooses_without_seeing(pick):
    match = table(chance=[CODE, CODE])
    match.play(ANNA, ENFORCER, SABOTEUR)
    for seat in (BOB, None):
        assert (match.view(seat).open, match.view(seat).covered) == (ENFORCER, HIDDEN)
        assert "Face down: ?" in match.view(seat).text(match.voice("en"))
        assert not any("Saboteur" in line for line in match.log(seat))
    assert match.view(ANNA).covered == SABOTEUR
    match.play(BOB, pick)
    chosen, left = (ENFORCER, SABOTEUR) if pick == OPEN else (SABOTEUR, ENFORCER)
    assert agents_in_play(match, BLUE) == row([chosen])
    assert agents_in_play(match, GREEN) == row([left])


@clause("4.1", "1.4")
def test_answers_are_numbers_that_do_not_tell_the_card_face_down():
    """Whichever card lies face down, Bob and a spectator hear, see and may answer the same."""
    tables = []
    for hidden in (SABOTEUR, DAREDEVIL):
        match = table(chance=[CODE, CODE])
        match.play(ANNA, ENFORCER, hidden)
        tables.append([(match.view(s), match.heard(s), match.log(s), match.question(s)) for s in (BOB, None)])
        tables[-1].append([str(answer) for answer in match.legal(BOB)])
    assert tables[0] == tables[1]


@clause("4.3")
@pytest.mark.parametrize(
    ("agent", "copies", "steps"),
    [
        *((DOUBLE, n, step) for n, step in enumerate((-1, 6, -1, -1, -1, -1))),
        *((ENFORCER, n, step) for n, step in enumerate((1, 2, 3, 3, 3, 3))),
        *((CODE, n, 0) for n in range(2)),
        *((SABOTEUR, n, step) for n, step in enumerate((-1, -1, -2, -2, -2, -2))),
        *((DAREDEVIL, n, step) for n, step in enumerate((2, 3))),
        *((SENTINEL, n, step) for n, step in enumerate((0, 2, 6, 6, 6, 6))),
        (SIDEKICK, 0, 4),
        (MOLE, 0, -3),
    ],
)
@either_turn
def test_how_far_a_copy_goes(agent, copies, steps, turn):
    filler = next(kind for kind in (CODE, SABOTEUR) if kind != agent)  # the other side's; its step is known
    position = {
        "in_play": ([agent] * copies, ()),
        "rest": (),
        "turn": turn,
        "hands": {BOB if turn == GREEN else ANNA: ()},
    }
    match = recruits(agent, filler, **position, deck=[MOLE, SIDEKICK])
    assert match.view().at[GREEN] == steps % 14
    assert agents_in_play(match, GREEN)[agent] == copies + 1
    assert lead_of(match) == steps - STEPS[filler][0]


@clause("4.4")
@pytest.mark.parametrize("agent", [CODE, DAREDEVIL])
def test_a_third_copy_without_a_number_moves_nothing(agent):
    match = recruits(agent, ENFORCER, in_play=([agent] * 2, ()))
    assert match.view().at == [0, 8]
    assert match.over


@clause("4.5")
def test_pawns_pass_and_share_a_space():
    match = recruits(SIDEKICK, ENFORCER, green=4, in_play=((), [ENFORCER]))  # 4 to 8, where blue's 7 goes to 9
    assert match.view().at == [8, 9]
    assert ended(match) is None
    match = recruits(ENFORCER, CODE, green=5, blue=0)
    assert (match.view().at, ended(match)) == ([6, 7], None)
    match = recruits(ENFORCER, DAREDEVIL, green=8, blue=2)
    assert (match.view().at, ended(match)) == ([9, 11], None)  # green stood one behind blue


# 5 The end ----------------------------------------------------------------------------------------------------------


@clause("1.1", "5.2")
@either_turn
@pytest.mark.parametrize(
    ("lead", "agent", "caught"), [(6, ENFORCER, True), (5, ENFORCER, False), (6, DAREDEVIL, True), (3, SIDEKICK, True)]
)
def test_reaching_or_passing_the_other_pawn_catches_it(turn, lead, agent, caught):
    match = recruits(agent, CODE, green=lead, turn=turn)
    assert ended(match) == (("caught", (ANNA,)) if caught else None)
    match = recruits(CODE, agent, blue=lead, turn=turn)
    assert ended(match) == (("caught", (BOB,)) if caught else None)


@clause("5.2")
def test_a_pawn_that_is_passed_and_gets_away_in_the_same_turn_is_not_caught():
    match = recruits(DAREDEVIL, DOUBLE, green=6, in_play=((), [DOUBLE]))
    assert (lead_of(match), ended(match)) == (2, None)


@clause("5.2")
@pytest.mark.parametrize("agent", [SABOTEUR, MOLE])
@either_turn
def test_a_pawn_that_moves_back_into_the_other_or_behind_it_is_caught(agent, turn):
    match = recruits(CODE, agent, green=6, turn=turn)
    assert ended(match) == ("caught", (ANNA,))


@clause("5.1")
def test_nothing_is_won_before_the_end_of_the_turn():
    """Blue's third Codebreaker does not win while green's pawn is still to move: both move, and Anna's turn decides."""
    match = recruits(DAREDEVIL, CODE, green=5, in_play=((), [CODE] * 2))
    assert ended(match) == ("tie", (ANNA,))


@clause("5.3")
@either_turn
@pytest.mark.parametrize("copies", [2, 3, 5])
def test_three_codebreakers_or_more_win(turn, copies):
    match = recruits(SABOTEUR, CODE, in_play=((), [CODE] * copies), rest=(), turn=turn)
    assert ended(match) == ("codebreakers", (BOB,))
    assert match.verdict() == "Blue has three Codebreakers. Bob wins!"


@clause("5.4")
@either_turn
@pytest.mark.parametrize("copies", [2, 3, 4])
def test_three_daredevils_or_more_lose(turn, copies):
    match = recruits(SABOTEUR, DAREDEVIL, in_play=((), [DAREDEVIL] * copies), rest=(), hands={}, turn=turn)
    assert ended(match) == ("daredevils", (ANNA,))


TIES = {
    "both win": {"green": CODE, "blue": DOUBLE, "in_play": ([CODE] * 2, [DOUBLE]), "start": 1},
    "both lose": {"green": DAREDEVIL, "blue": DAREDEVIL, "in_play": ([DAREDEVIL] * 2, [DAREDEVIL] * 2), "start": 0},
    "one side wins and loses": {
        "green": DAREDEVIL,
        "blue": SABOTEUR,
        "in_play": ([DAREDEVIL] * 2 + [CODE] * 3, ()),
        "start": 0,
    },
}


@clause("5.5")
@either_turn
@pytest.mark.parametrize("case", TIES)
def test_ties_go_to_the_side_whose_turn_it_is(case, turn):
    tie = TIES[case]
    hands = {BOB if turn == GREEN else ANNA: (ENFORCER, SABOTEUR)}
    if tie["green"] == tie["blue"]:  # only a hand of one name has two of it
        match = table({SIDES[turn]: [DAREDEVIL] * 2} | hands, turn=turn, in_play=tie["in_play"])
        turn_of(match, DAREDEVIL, DAREDEVIL, OPEN)
    else:
        position = {"in_play": tie["in_play"], "blue": tie["start"], "turn": turn, "hands": hands, "rest": ()}
        match = recruits(tie["green"], tie["blue"], **position)
    assert ended(match) == ("tie", (SIDES[turn],))
    assert "Both at once: the side whose turn it is wins." in match.verdict()


@clause("5.5")
@either_turn
def test_three_codebreakers_against_a_capture_in_the_same_turn(turn):
    match = recruits(SIDEKICK, CODE, green=4, in_play=((), [CODE] * 2), turn=turn)
    assert (lead_of(match), agents_in_play(match, BLUE)[CODE]) == (8, 3)
    assert ended(match) == ("tie", (SIDES[turn],))
    assert match.verdict().startswith("Green has caught" if turn == GREEN else "Blue has three")


@clause("5.5")
@either_turn
def test_one_reason_more_than_the_other_does_not_count(turn):
    """Green wins twice over, blue once: still it is a tie."""
    match = recruits(SIDEKICK, CODE, green=4, in_play=([CODE] * 3, [CODE] * 2), rest=(), turn=turn)
    assert ended(match) == ("tie", (SIDES[turn],))


@clause("5.6")
@pytest.mark.parametrize(("cards", "over"), [((), True), ((MOLE,), True), ((MOLE, SIDEKICK), False)])
@either_turn
def test_the_cards_run_out(cards, over, turn):
    """It matters what the next player holds; who has just played may have none."""
    other = BOB if turn == GREEN else ANNA
    match = recruits(ENFORCER, CODE, deck=[], rest=(), hands={other: cards}, turn=turn)
    assert match.view().cards[SIDES[turn]] == 0
    assert ended(match) == (("nearer", (ANNA,)) if over else None)
    match = recruits(SABOTEUR, CODE, deck=[], rest=(), hands={other: cards}, turn=turn)
    assert ended(match) == (("nearer", (BOB,)) if over else None)


@clause("5.6")
def test_the_cards_have_not_run_out_while_the_deck_has_one():
    """Bob could not play two cards, but the hands that count are those when nothing can be drawn."""
    match = recruits(ENFORCER, CODE, deck=[MOLE] + [SENTINEL] * 4, rest=(), hands={BOB: ()})
    assert match.view().pile > 0
    assert not match.over


@clause("5.7")
@either_turn
def test_level_pawns_when_the_cards_run_out(turn):
    other = BOB if turn == GREEN else ANNA
    match = recruits(ENFORCER, CODE, blue=1, deck=[], rest=(), hands={other: ()}, turn=turn)
    assert (lead_of(match), ended(match)) == (0, ("level", (SIDES[turn],)))


@clause("5.6")
def test_winning_comes_before_running_out():
    match = recruits(SABOTEUR, CODE, deck=[], rest=(), hands={BOB: ()}, in_play=((), [CODE] * 2), green=3)
    assert ended(match) == ("codebreakers", (BOB,))


@clause("5.9")
def test_the_score_is_the_lead():
    match = recruits(SIDEKICK, SABOTEUR, green=4)
    assert match.outcome.scores == (9, -9)
    assert match.outcome.returns == (1, -1)
    match = recruits(ENFORCER, CODE, blue=4, in_play=((), [CODE] * 2))
    assert match.outcome.scores == (-3, 3)
    assert match.outcome.returns == (-1, 1)


@clause("1.4")
def test_when_it_is_over_everything_is_shown():
    match = recruits(SIDEKICK, SABOTEUR, green=4)
    assert HIDDEN not in match.view().hand[BOB]
    assert "Hand of Bob:" in match.view().text(match.voice("en"))


@clause("5.1", "5.8")
@pytest.mark.parametrize("seed", range(6))
def test_every_match_comes_to_an_end(seed):
    match = play_on(new(advanced=True, seed=seed), seed)
    assert sum(match.outcome.returns) == 0
    assert match.verdict("it")


def test_every_end_has_its_words():
    """Each reason is named in both languages, and no two alike."""
    game, words = find(GAME), find(GAME).words
    reasons = set(game.rules.Reason) - {game.rules.Reason.NONE, game.rules.Reason.TIE}
    assert set(words.ENDS) == reasons
    for language in ("en", "it"):
        say = new().voice(language)
        assert len({words._ending(new().view(), reason, GREEN, say) for reason in reasons}) == len(reasons)


def test_a_table_in_words_fits_a_terminal():
    for language, seats in product(("en", "it"), (2, 3, 4)):
        match = play_on(new(seats, advanced=True), 3, stop=lambda match: len(match.history) > 60)
        for seat in (*range(seats), None):
            assert max(map(len, match.view(seat).text(match.voice(language)).splitlines())) <= 80
        effects = [find(GAME).words._effect(card, match.voice(language)) for card in range(15)]
        assert max(map(len, effects)) <= 80


def test_the_documents_name_every_card():
    for language in ("en", "it"):
        text, say = (DOCS / f"agent-avenue.{language}.md").read_text(encoding="utf-8"), new().voice(language)
        for name in (*find(GAME).words.AGENT_NAMES, *find(GAME).words.CARD_NAMES):
            assert say(name) in text


PRINTED = {"Telecamera", "Auto da Corsa", "Avamposto", "Finta Vacanza", "Controllo Mentale"}


@clause("6.1")
def test_the_italian_document_marks_the_ten_card_names_that_are_ours():
    text, say = (DOCS / "agent-avenue.it.md").read_text(encoding="utf-8"), new().voice("it")
    names = [say(name) for name in find(GAME).words.CARD_NAMES]
    assert {name for name in names if f"** {name}." in text} == PRINTED
    assert {name for name in names if f"** *{name}*." in text} == set(names) - PRINTED
    small = {"da", "di"}
    assert all(word in small or word[0].isupper() for name in names for word in name.split())
