"""Spies & Lies for the eye: every moment is drawn, every answer has its place, no secret is on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from armies import ANNA, BLUE, BOB, CHRIS, GAME, RED, agent, card, confirming, guess, missions, right, table
from drawn import board_of, mine_of, moments, picks_of

import doppiogioco
from doppiogioco.engine.game import Setup, View, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.records import replay
from doppiogioco.engine.state import SPECTATOR
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.spies_and_lies.cards import SIX, Soldier
from doppiogioco.games.spies_and_lies.names import NAMES
from doppiogioco.games.spies_and_lies.state import Ask, Reason
from doppiogioco.games.spies_and_lies.words import CLAIMS, reckoning
from doppiogioco.web.page_facts import Draft
from doppiogioco.web.render import icon_names

SETUPS = [setup for setup in doppiogioco.setups() if setup[0] == GAME]
PLACED = (Ask.DEPLOY, Ask.GUESS, Ask.PICK)
art = doppiogioco.find(GAME).drawing


def played(setup: Setup, seed: int) -> Iterator[Match]:
    """A random match at each of its moments."""
    game, seats, options = setup
    names = ("Anna", "<b>Bob</b>", "Chris", "David")[:seats]
    return moments(doppiogioco.new(game, seats, options, seed=seed, names=names), seed)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_moment_is_drawn_and_every_answer_has_its_place(setup: Setup) -> None:
    asked = set()
    for match in played(setup, 1):
        ask = match.view().ask
        asked.add(ask)
        for language in LANGUAGES:
            assert "<b>Bob" not in board_of(match, language=language)
            for seat in range(match.seats):
                picks = picks_of(match, seat, language)
                html = board_of(match, picks, language) + mine_of(match, seat, picks, language)
                for button in picks.values():
                    assert html.count(f'data-answer="{button.value}"') == 1
                placed = [int(a) for a in match.legal(seat) if ask in PLACED or (ask == Ask.CAPTAIN and a != SIX)]
                assert sorted(button.value for button in picks.values()) == placed
    assert {Ask.DEPLOY, Ask.TOKENS, Ask.GUESS, Ask.OVER} <= asked


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_replay_can_be_drawn_at_every_answer_and_with_everything_open(setup: Setup) -> None:
    *_, match = played(setup, 5)
    record = match.record()
    for count in range(0, len(record["answers"]) + 1, 3):
        moment = replay(record, upto=count)
        everything = View(moment.game, moment.game.state.vector(moment._state), SPECTATOR)
        for view in (moment.view(), everything):
            assert board_of(moment, language="it", view=view)
        for seat in range(match.seats):
            assert mine_of(moment, seat)


def test_the_sides_may_still_be_unknown() -> None:
    match = doppiogioco.new(GAME, 3, seed=1)
    for count in range(3):
        moment = replay(match.record(with_seed=True) | {"answers": match.record()["answers"][:count]}, upto=count)
        assert "<svg" in board_of(moment)
        assert "Your soldiers" in mine_of(moment, 0)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_board_is_the_same_for_every_seat(setup: Setup) -> None:
    """It is made from what a spectator sees; only things that can be clicked now differ."""
    for match in played(setup, 2):
        vector = match.view().vector
        scenes = [art.board(View(match.game, vector, seat), Voice("en", match.names)) for seat in range(match.seats)]
        assert all(scene == scenes[0] for scene in scenes)


def test_covered_soldiers_are_not_on_the_board() -> None:
    rows = (Soldier.SPY, Soldier.MINER, Soldier.SERGEANT, Soldier.BOMB), (0, 1, 2, 3)
    match = missions(*rows)
    other = missions(
        (Soldier.SCOUT, Soldier.MINER, Soldier.SERGEANT, Soldier.COLONEL), (0, 1, 2, 3), token=match.view().token
    )
    assert board_of(match) == board_of(other)
    assert mine_of(match, ANNA) != mine_of(other, ANNA)
    assert mine_of(match, BOB) == mine_of(other, BOB)


def test_the_own_row_is_always_seen_by_its_owner() -> None:
    match = missions((Soldier.SPY, Soldier.MINER, Soldier.CAPTAIN, Soldier.BOMB), (0, 1, 2, 3))
    row = art.mine(match.view(ANNA), Voice()).row
    assert [own.rank for own in row] == [1, 3, 6, 7]
    assert {own.kind for own in row} == {"face"}


def test_partners_see_what_the_rules_let_them_see() -> None:
    match = table(4)
    match.play(ANNA, Soldier.SPY)
    match.play(ANNA, Soldier.SCOUT)
    before = art.mine(match.view(CHRIS), Voice("en", match.names))
    assert [own.rank for own in before.row] == [0, 0, 0, 0] and not before.note
    match.play(BOB, Soldier.SPY, Soldier.SCOUT)
    chris = art.mine(match.view(CHRIS), Voice("en", match.names))
    assert [own.rank for own in chris.row] == [1, 2, 0, 0]
    assert "Anna" in chris.note and chris.row[2].kind == "next" and chris.part == "Missions 3-4"
    match.play(CHRIS, Soldier.MINER)
    match.play(CHRIS, Soldier.BOMB)
    assert [own.rank for own in art.mine(match.view(CHRIS), Voice()).row] == [0, 0, 3, 7]
    assert [own.rank for own in art.mine(match.view(ANNA), Voice()).row] == [1, 2, 0, 0]


@pytest.mark.parametrize("red", [ANNA, BOB])
def test_the_sides_have_the_colours_that_were_chosen(red: int) -> None:
    match = table(red=red)
    board, anna = art.board(match.view(), Voice()), art.mine(match.view(ANNA), Voice())
    colours = ("red", "blue") if red == ANNA else ("blue", "red")
    names = ("Red", "Blue") if red == ANNA else ("Blue", "Red")
    assert (board.bottom.colour, board.top.colour) == (board.way[-1].colour, board.way[0].colour) == colours
    assert (board.bottom.name, board.top.name) == (anna.side, anna.enemy) == names
    assert (anna.colour, anna.letter) == (colours[0], names[0][0])
    assert board.way[-1].title == f"The flag of {names[0]}"


def test_what_is_settled_before_the_deal_can_be_drawn() -> None:
    match = doppiogioco.new(GAME, 4, seed=1, agreed={"red": [1], "missions": [0, 1]})
    for count in range(4):
        moment = replay(match.record(with_seed=True) | {"answers": match.record()["answers"][:count]}, upto=count)
        assert "<svg" in board_of(moment)
        assert "The sides are not known yet." in mine_of(moment, 0)


def test_a_draft_of_a_row_is_drawn() -> None:
    match = table()
    draft = Draft(match.check(ANNA, Soldier.SPY, Soldier.SERGEANT, Soldier.BOMB))
    assert draft.more
    own = art.mine(draft.match.view(ANNA), Voice())
    assert [card.kind for card in own.row] == ["face", "face", "face", "next"]
    assert [soldier.rank for soldier in own.hand] == [8, 9, 10]
    assert [card.kind for card in art.board(draft.match.view(), Voice()).bottom.cards] == ["back"] * 3 + ["empty"]
    assert "rise" in own.later[0].reason
    whole = Draft(match.check(ANNA, Soldier.SPY, Soldier.SERGEANT, Soldier.BOMB, Soldier.MARSHAL))
    assert not whole.more and "card" not in picks_of(whole.match, ANNA)


def test_tokens_are_told_to_their_owner_first() -> None:
    match = confirming((Soldier.SPY, Soldier.SERGEANT, Soldier.CAPTAIN, Soldier.BOMB), (0, 1, 2, 3), 0)
    words = [own.word for own in art.mine(match.view(ANNA), Voice()).row]
    assert words == ["token: yes", "token: as you like", "token: no", "token: no"]
    match.play(ANNA, 0b0001)
    assert [own.token for own in art.mine(match.view(ANNA), Voice()).row] == [True, False, False, False]
    assert not any(card.token for card in art.board(match.view(), Voice()).bottom.cards)
    match.play(BOB, match.legal(BOB)[0])
    assert [card.token for card in art.board(match.view(), Voice()).bottom.cards] == ["on", "off", "off", "off"]


def test_by_hand_nobody_is_told_where_tokens_belong() -> None:
    match = confirming((Soldier.SPY, Soldier.SERGEANT, Soldier.CAPTAIN, Soldier.BOMB), (0, 1, 2, 3), 0, by_hand=True)
    assert not any(own.word for own in art.mine(match.view(ANNA), Voice()).row)


def test_seen_exhausted_and_active_soldiers_are_marked() -> None:
    match = card(Soldier.SPY, exhausted=((Soldier.GENERAL, -1), (-1, -1)))
    guess(match, Soldier.MARSHAL)
    army = art.board(match.view(), Voice("en", match.names)).bottom
    kinds = {rank.rank - 1: rank.kind for rank in army.ranks}
    assert kinds[Soldier.SPY] == "active" and kinds[Soldier.GENERAL] == "exhausted" and kinds[Soldier.BOMB] == ""
    assert army.cards[0].kind == "face" and army.cards[0].guess.rank == Soldier.MARSHAL + 1
    assert "guessed: Marshal (10)" in army.cards[0].title


def test_a_right_guess_turns_the_card_with_a_word() -> None:
    match = right(card(Soldier.COLONEL))
    shown = art.board(match.view(), Voice()).bottom.cards[0]
    assert (shown.kind, shown.word, shown.guess.icon) == ("retired", "retired", "check")


def test_the_captain_chooses_among_the_exhausted_on_the_board() -> None:
    match = guess(card(Soldier.CAPTAIN, exhausted=((Soldier.BOMB, Soldier.SPY), (Soldier.BOMB, -1))), Soldier.SPY)
    picks = picks_of(match, ANNA)
    assert set(picks) == {f"exhausted-{Soldier.SPY}", f"exhausted-{Soldier.BOMB}"}
    assert board_of(match, picks).count("data-answer") == 2


def test_a_chain_explosion_picks_among_the_open_cards_of_the_other_side() -> None:
    match = missions(
        (0, 1, 2, 3), (0, 1, 2, 6), ask=Ask.PICK, picker=(ANNA, BOB), retired=[[0] * 4] * 2, row_seen=[[1023] * 4] * 2
    )
    picks = picks_of(match, ANNA)
    assert set(picks) == {f"used-{BLUE}-{soldier}" for soldier in (0, 1, 2, 6)}
    assert set(picks_of(match, BOB)) == {f"used-{RED}-{soldier}" for soldier in (0, 1, 2, 3)}
    assert board_of(match, picks).count("data-answer") == 4
    draft = Draft(match.check(ANNA, 6))
    assert "Bomb (7)" in art.mine(draft.match.view(ANNA), Voice()).note
    assert "explosion" in board_of(match)


@pytest.mark.parametrize("day", [0, 1, 2])
def test_a_chain_explosion_is_noted_only_where_a_pick_follows(day: int) -> None:
    match = right(missions((0, 1, 2, 3), (0, 1, 2, 6), at=1, target=BLUE, day=day, bomb=[1, 0]))
    assert ("Chain explosion" in board_of(match)) == (day < 2)


def test_the_agent_moves_over_the_way_and_keeps_its_key() -> None:
    at_gate = board_of(missions((0, 1, 2, 3), (0, 1, 2, 3), agent=agent(4)))
    assert "The Double Agent: The gate of Blue" in at_gate
    assert at_gate.count('data-key="agent"') == 1
    keys = re.findall(r'data-key="([^"]+)"', at_gate)
    assert len(keys) == len(set(keys))


def test_long_names_fit_and_every_soldier_has_a_picture() -> None:
    view = table(4).view()
    army = art.board(view, Voice("en", ["x" * 24] * 4)).top
    assert len(army.players) <= 30 and "x" * 24 in army.title
    assert set(art.ICONS) <= set(icon_names()) and len(set(art.ICONS)) == len(NAMES)
    assert max(art._length(Voice("it")(name)) for name in NAMES) <= 134


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_reckoning_adds_up_to_the_scores(setup: Setup) -> None:
    for seed in range(4):
        *_, match = played(setup, seed)
        check_reckoning(match)


def check_reckoning(match: Match) -> None:
    assert match.outcome
    for language, won in (("en", "Won"), ("it", "Vittoria")):
        rows = reckoning(match.view(), Voice(language, match.names))
        assert [name for name, _ in rows] == list(match.names)
        scores = [int(lines[1].rsplit(" ", 1)[1].replace("−", "-")) for _, lines in rows]
        assert tuple(scores) == match.outcome.scores
        assert tuple(seat for seat, (_, lines) in enumerate(rows) if lines[-1] == won) == match.outcome.winners


@pytest.mark.parametrize("reason", [Reason.FLAG, Reason.MISPLACED, Reason.TERRITORY, Reason.POINTS, Reason.DRAW])
def test_every_ending_is_explained(reason: Reason) -> None:
    far = {Reason.FLAG: 5, Reason.MISPLACED: -5, Reason.TERRITORY: 1}.get(reason, 0)
    winner = -1 if reason == Reason.DRAW else RED
    match = missions(
        (0, 1, 2, 3), (0, 1, 2, 3), ask=Ask.OVER, reason=reason, winner=winner, agent=agent(far), points=(6, 3)
    )
    check_reckoning(match)
    assert mine_of(match, BOB)
    told = " ".join(line for _, lines in reckoning(match.view(), Voice()) for line in lines)
    assert {Reason.FLAG: "flag of Blue", Reason.MISPLACED: "Blue reached", Reason.TERRITORY: "territory"}.get(
        reason, "6 to 3"
    ) in told
    assert ("trophy" in board_of(match)) == (winner == RED)
    where = f"è entrato di {far} casell{'a' if far == 1 else 'e'} nel territorio del Blu" if far > 0 else "è al centro"
    if far >= 0:
        assert reckoning(match.view(), Voice("it"))[ANNA][1][1].startswith(f"L'Agente Segreto {where}: ")


def test_covered_cards_are_opened_at_the_end() -> None:
    match = missions((0, 1, 2, 3), (0, 1, 2, 6), ask=Ask.OVER, reason=Reason.FLAG, winner=RED, agent=agent(5))
    assert {shown.kind for shown in art.board(match.view(), Voice()).bottom.cards} == {"open"}
    assert "Sergeant (4), face down" in board_of(match)


def test_there_are_claims_to_make() -> None:
    assert 4 <= len(CLAIMS) <= 8
    assert len({Voice("it")(claim) for claim in CLAIMS}) == len(CLAIMS)
