"""Top Secret Spies, base game: the clauses of docs/games/top-secret-spies, sections 1 to 6."""

import pytest

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer, NotWaiting
from doppiogioco.engine.game import find
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.top_secret_spies.cards import CHURCH, RUINS, Agent
from doppiogioco.games.top_secret_spies.state import Ask

GAME = "top-secret-spies"
SCHULZ, PERRY, BUCCI, JAQUES, MIRKOV, DOYLE, LARSSON = Agent
NAMES = ("Anna", "Bob", "Chris", "David", "Eve", "Fay", "Gus")
ANNA, BOB, CHRIS, DAVID = range(4)
FACES = ("1-3", "2", "3", "4", "5", "6")
LAST = (CHURCH,) * 7  # everybody in the church, so that only a newcomer scores


def turn(*faces, seats=4, seat=ANNA, **fields):
    """A player is about to roll; the faces of the first rolls are known."""
    match = doppiogioco.new(GAME, seats, seed=1, names=NAMES[:seats])
    return match.position(ask=Ask.ROLL, turn=seat, chance=[FACES.index(face) for face in faces], **fields)


def last_step(score, owner=(0, 1, 2, 3, -1, -1, -1)):
    """Larsson comes to the safe in house 1: one more point for it, none for the others."""
    match = turn("1-3", at=LAST, safe=1, score=score, owner=owner)
    match.play(ANNA, 1, LARSSON)
    return match


def clause_of(match, seat, *answers):
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, *answers)
    return error.value.clause


# 1 What it is about, 2 Setting up -----------------------------------------------------------------------------------


@pytest.mark.clause("1.2")
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize("dossier", [False, True])
def test_extensions_combine_freely(seats, cards, dossier):
    options = {"top-secret": cards, "dossier": dossier}
    assert (GAME, seats, options) in doppiogioco.setups()
    match = doppiogioco.new(GAME, seats, options, seed=1).position(
        ask=Ask.ROLL, turn=0, safe=2, score={0: 28}, chance=[1]
    )
    match.play(0, SCHULZ, SCHULZ)
    asked = [Ask(match.view().ask)]
    while match.view().ask == Ask.PLAY:
        match.play(match.waiting[0], "Pass")
    asked.append(Ask(match.view().ask))
    assert asked == [Ask.PLAY if cards else asked[1], Ask.ENTRY if dossier else Ask.STASH]


@pytest.mark.clause("1.3", "2.4")
def test_only_the_own_agent_is_seen_before_the_end():
    match = turn("2", owner=(3, 2, 1, 0, -1, -1, -1))
    for seat in range(4):
        seen = match.view(seat).owner
        assert seen == [seat if agent == 3 - seat else HIDDEN for agent in range(7)]
    assert match.view().owner == [HIDDEN] * 7
    over = last_step(score=(0, 0, 0, 0, 0, 0, 41), owner=(3, 2, 1, 0, -1, -1, -1))
    assert over.view(CHRIS).owner == over.view().owner == [3, 2, 1, 0, NOBODY, NOBODY, NOBODY]


@pytest.mark.clause("1.3", "2.4")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_log_tells_an_agent_card_to_its_owner_only(language):
    match = doppiogioco.new(GAME, 3, seed=4, names=NAMES[:3])
    for seat in range(3):
        agent = match.view(seat).owner.index(seat)
        told = [line for line in match.log(seat, language) if line.clause == "2.4" and "(" in line]
        assert len(told) == 1
        assert Agent(agent).name.title() in told[0]
    assert not [line for line in match.log(None, language) if "(" in line]


@pytest.mark.clause("2.1", "2.4")
@pytest.mark.parametrize(
    ("seats", "agents", "free"), [(2, 5, 3), (3, 6, 3), (4, 7, 3), (5, 7, 2), (6, 7, 1), (7, 7, 0)]
)
def test_agents_by_players(seats, agents, free):
    match = turn("6", seats=seats)
    assert match.view().agents == agents
    assert match.view().at == [CHURCH] * agents + [NOBODY] * (7 - agents)
    assert match.view().held_agents == [1] * seats + [0] * (8 - seats)
    owners = [match.view(seat).owner.index(seat) for seat in range(seats)]
    assert len(set(owners)) == seats == agents - free
    assert [int(answer) for answer in match.legal(ANNA)] == list(range(agents))


@pytest.mark.clause("2.4", "8.11")
@pytest.mark.parametrize("ask", [Ask.DEAL, Ask.TAKE])
def test_each_free_agent_is_as_likely_to_be_dealt(ask):
    game = find(GAME)
    fields = {"ask": ask, "to": 2, "asked": 2, "owner": {PERRY: 1, MIRKOV: 0}}
    assert game.weights(game.state.changed(game.start(3, 0), fields)) == [1, 0, 1, 1, 0, 1, 0]


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(("seats", "agent"), [(2, DOYLE), (2, LARSSON), (3, LARSSON)])
def test_agents_in_the_box_cannot_move(seats, agent):
    assert clause_of(turn("2", seats=seats), ANNA, agent, agent) == "2.1"


@pytest.mark.clause("2.2", "2.3")
def test_the_start():
    view = doppiogioco.new(GAME, 7, seed=2).view()
    assert (view.at, view.safe, view.score) == ([CHURCH] * 7, 7, [0] * 7)


@pytest.mark.clause("2.2", "3.3")
@pytest.mark.parametrize(("start", "end"), [(CHURCH, 2), (8, 10), (9, RUINS), (10, CHURCH), (RUINS, 1)])
def test_the_ring_goes_clockwise(start, end):
    match = turn("2", at={DOYLE: start}, safe=5)
    match.play(ANNA, DOYLE, DOYLE)
    assert match.view().at[DOYLE] == end


@pytest.mark.clause("2.5")
@pytest.mark.parametrize("seats", range(2, 8))
def test_each_player_is_as_likely_to_begin(seats):
    game = find(GAME)
    assert game.weights(game.start(seats, 0)) == [1] * seats + [0] * (8 - seats)
    first = {doppiogioco.new(GAME, seats, seed=seed).waiting for seed in range(60)}
    assert first == {(seat,) for seat in range(seats)}


@pytest.mark.clause("2.5", "5.5")
def test_turns_go_clockwise():
    match = turn("2", "2", "2", "2", seats=3)
    for seat in (0, 1, 2):
        assert match.waiting == (seat,)
        match.play(seat, SCHULZ, PERRY)
    assert match.waiting == (0,)


# 3 Die and movement -------------------------------------------------------------------------------------------------


@pytest.mark.clause("3.1", "3.4")
@pytest.mark.parametrize("face", FACES[1:])
def test_a_face_is_that_many_points(face):
    match = turn(face, at={DOYLE: 8})
    assert match.log()[0] == f"Anna rolls {face}."
    assert match.view().roll == FACES.index(face)
    for _ in range(int(face)):
        assert match.waiting == (ANNA,)
        assert match.view().ask == Ask.STEP
        match.play(ANNA, DOYLE)
    assert match.waiting == (BOB,)
    assert match.view().at[DOYLE] == (8 + int(face)) % 12


@pytest.mark.clause("3.1")
def test_the_die_has_six_equal_faces():
    game = find(GAME)
    at_the_die = game.state.changed(game.start(4, 0), {"ask": Ask.ROLL, "turn": 0})
    assert game.weights(at_the_die) == [1] * 6


@pytest.mark.clause("3.2")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_one_to_three_is_a_choice(points):
    match = turn("1-3")
    match.play(ANNA, points, *[PERRY] * points)
    assert match.view().at[PERRY] == points
    assert match.waiting == (BOB,)


@pytest.mark.clause("3.2")
def test_one_agent_has_to_move():
    match = turn("1-3")
    assert [int(answer) for answer in match.legal(ANNA)] == [1, 2, 3]
    assert clause_of(match, ANNA, 0) == "3.2"


@pytest.mark.clause("3.3")
@pytest.mark.parametrize(
    ("steps", "at"),
    [
        ([JAQUES] * 2 + [DOYLE] * 3 + [PERRY], {JAQUES: 2, DOYLE: 3, PERRY: 1}),  # as in the printed example
        ([SCHULZ, PERRY, BUCCI, JAQUES, MIRKOV, DOYLE], dict.fromkeys(range(6), 1)),
        ([LARSSON] * 6, {LARSSON: 6}),
    ],
)
def test_a_six_may_be_split_at_will(steps, at):
    match = turn("6", owner=(0, 1, 2, 3, -1, -1, -1))
    match.play(ANNA, *steps)
    assert match.view().at == [at.get(agent, CHURCH) for agent in Agent]


@pytest.mark.clause("3.4")
def test_points_can_be_neither_kept_nor_exceeded():
    match = turn("5", "2")
    match.play(ANNA, PERRY, PERRY)
    with pytest.raises(NotWaiting):
        match.play(BOB, PERRY)
    with pytest.raises(NotWaiting):
        match.play(ANNA, PERRY, PERRY, PERRY, PERRY)
    assert match.view().points == 3  # refused as a whole
    match.play(ANNA, PERRY, PERRY, PERRY)
    assert (match.waiting, match.view().points) == ((BOB,), 2)


@pytest.mark.clause("3.5")
def test_a_split_is_named_in_any_order():
    ways = [(JAQUES, PERRY, PERRY), (PERRY, JAQUES, PERRY), ("Perry", "Perry", "Jaques")]
    seen = []
    for steps in ways:
        match = turn("3", "2")
        match.play(ANNA, *steps)
        seen.append(match.view().as_dict())
    assert seen[0] == seen[1] == seen[2]
    mixed = turn("1-3", "2")
    mixed.play(ANNA, 3, JAQUES, PERRY, PERRY)
    assert mixed.view().at == seen[0]["at"]


@pytest.mark.clause("3.5")
def test_single_steps_come_in_any_order_too():
    match = turn("3")
    match.play(ANNA, JAQUES)
    match.play(ANNA, PERRY)
    assert len(match.legal(ANNA)) == 7


# 4 Coming to the safe, 5 Scoring and the safe -----------------------------------------------------------------------


@pytest.mark.clause("4.1", "4.2", "4.3")
@pytest.mark.parametrize(
    ("at", "steps", "scores"),
    [
        ({MIRKOV: 5}, [MIRKOV, MIRKOV], True),  # comes to the safe
        ({MIRKOV: 6, DOYLE: 6}, [MIRKOV, DOYLE], True),  # two come
        ({MIRKOV: 6}, [MIRKOV, MIRKOV], False),  # walks past
        ({MIRKOV: 7}, [DOYLE, DOYLE], False),  # was there before
        ({MIRKOV: 7}, [MIRKOV, DOYLE], False),  # leaves
        ({MIRKOV: 6, DOYLE: 7}, [MIRKOV, DOYLE], True),  # one comes, one leaves
    ],
)
def test_only_coming_to_the_safe_scores(at, steps, scores):
    match = turn("2", at=at)
    match.play(ANNA, *steps)
    assert (match.view().ask == Ask.STASH) == scores
    assert (match.view().score != [0] * 7) == scores


@pytest.mark.clause("4.1", "5.1")
def test_two_that_come_are_one_scoring():
    match = turn("2", at={MIRKOV: 6, DOYLE: 6})
    match.play(ANNA, MIRKOV, DOYLE)
    assert (match.view().score[MIRKOV], match.view().score[DOYLE]) == (7, 7)


@pytest.mark.clause("5.1", "5.2", "5.3")
def test_the_printed_example_of_a_scoring():
    at = {DOYLE: 6, PERRY: 2, JAQUES: 10, LARSSON: RUINS, MIRKOV: CHURCH}
    match = turn("1-3", at=at, score=(20,) * 7)
    match.play(ANNA, 1, DOYLE)
    gains = {agent: match.view().score[agent] - 20 for agent in (DOYLE, PERRY, JAQUES, LARSSON, MIRKOV)}
    assert gains == {DOYLE: 7, PERRY: 2, JAQUES: 10, LARSSON: -3, MIRKOV: 0}
    assert match.log()[-1].endswith("Perry +2 (22), Jaques +10 (30), Doyle +7 (27), Larsson −3 (17).")


@pytest.mark.clause("2.2", "5.1")
@pytest.mark.parametrize("building", range(12))
def test_what_a_building_is_worth(building):
    match = turn("1-3", at={DOYLE: (building - 1) % 12}, safe=building, score=(10,) * 7)
    match.play(ANNA, 1, DOYLE)
    assert match.view().score[DOYLE] - 10 == {RUINS: -3}.get(building, building)


@pytest.mark.clause("5.2")
@pytest.mark.parametrize(("score", "then"), [(0, 0), (2, 0), (3, 0), (4, 1)])
def test_no_marker_goes_behind_the_start(score, then):
    match = turn("1-3", at={DOYLE: 6, LARSSON: RUINS}, score={LARSSON: score})
    match.play(ANNA, 1, DOYLE)
    assert match.view().score[LARSSON] == then


@pytest.mark.clause("5.4")
def test_the_safe_goes_to_any_other_building():
    match = turn("1-3", at={DOYLE: 6})
    match.play(ANNA, 1, DOYLE)
    assert match.waiting == (ANNA,)
    assert [int(answer) for answer in match.legal(ANNA)] == [place for place in range(12) if place != 7]
    assert clause_of(match, ANNA, 7) == "5.4"
    match.play(ANNA, "ruins")
    assert match.view().safe == RUINS


@pytest.mark.clause("5.4", "5.5", "4.2")
def test_putting_the_safe_on_agents_never_scores():
    match = turn("1-3", "2", at={DOYLE: 6, PERRY: 3})
    match.play(ANNA, 1, DOYLE)
    score = match.view().score
    match.play(ANNA, 3)  # where Perry is
    assert match.waiting == (BOB,)
    match.play(BOB, LARSSON, LARSSON)
    assert match.waiting == (CHRIS,)
    assert match.view().score == score


@pytest.mark.clause("5.5")
def test_without_a_scoring_the_safe_stays():
    match = turn("2", "2", seat=DAVID)
    match.play(DAVID, DOYLE, DOYLE)
    assert (match.view().safe, match.waiting) == (7, (ANNA,))


# 6 The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("2.3", "6.1")
@pytest.mark.parametrize(("score", "over"), [(40, False), (41, True)])
def test_the_finish_is_42(score, over):
    match = last_step(score={LARSSON: score})
    assert match.over == over
    assert match.view().score[LARSSON] == score + 1
    assert match.waiting == (() if over else (ANNA,))


@pytest.mark.clause("6.1")
def test_all_markers_move_and_the_safe_does_not():
    at = {SCHULZ: 10, PERRY: RUINS, BUCCI: 9, DOYLE: 6}
    match = turn("1-3", at=at, score=(41, 41, 40, 0, 0, 5, 0))
    match.play(ANNA, 1, DOYLE)
    assert match.over
    assert match.view().score == [51, 38, 49, 0, 0, 12, 0]
    assert match.view().safe == 7
    with pytest.raises(NotWaiting):
        match.play(ANNA, 3)


@pytest.mark.clause("1.1", "6.2", "6.3", "6.4")
@pytest.mark.parametrize(
    ("score", "winners", "reason"),
    [
        ((9, 43, 8, 42, 0, 0, 41), (1,), "farthest"),
        ((43, 43, 0, 0, 0, 0, 41), (0, 1), "shared"),
        ((9, 0, 44, 44, 44, 0, 41), (2, 3), "shared"),
        ((9, 43, 8, 42, 44, 0, 41), (), "free_agent"),
        ((9, 8, 7, 6, 5, 4, 41), (), "free_agent"),  # the free Larsson itself ends the game
        ((9, 8, 7, 43, 0, 43, 41), (3,), "farthest"),  # level with a free agent
    ],
)
def test_who_wins(score, winners, reason):
    match = last_step(score=score)
    assert (match.outcome.winners, match.outcome.reason) == (winners, reason)
    assert match.outcome.scores == score[:4]
    assert match.outcome.returns == tuple(1 if seat in winners else -1 for seat in range(4))


@pytest.mark.clause("6.2", "6.3", "6.4")
@pytest.mark.parametrize(
    ("score", "english", "italian"),
    [
        (
            (9, 43, 0, 0, 0, 0, 41),
            "Bob wins with Perry (yellow): 43 points.",
            "Vince Bob con Perry (giallo): 43 punti.",
        ),
        ((43, 43, 0, 0, 0, 0, 41), "Anna and Bob share", "Vincono a pari merito"),
        ((9, 8, 7, 6, 0, 44, 41), "Doyle (blue) is farthest ahead", "c'è un agente libero, Doyle (blu)"),
    ],
)
def test_the_verdict_says_it(score, english, italian):
    match = last_step(score=score)
    assert english in match.verdict()
    assert italian in match.verdict("it")
