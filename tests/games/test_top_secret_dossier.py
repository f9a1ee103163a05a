"""Top Secret Spies, second agents and the secret dossier: clause 8.11 and section 9 of docs/games/top-secret-spies."""

from itertools import permutations

import pytest
from top_secret_table import (
    ANNA,
    BOB,
    BUCCI,
    CHRIS,
    DAVID,
    DOYLE,
    GAME,
    JAQUES,
    LARSSON,
    MIRKOV,
    NAMES,
    PERRY,
    SCHULZ,
    all_pass,
    row,
    table,
)

import doppiogioco
from doppiogioco.engine.errors import IllegalAnswer, NotWaiting
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.games.top_secret_spies.cards import PASS, Agent, Card
from doppiogioco.games.top_secret_spies.state import Ask

OWNER = (0, 1, 2, 3, -1, -1, -1)


def both(hands, **fields):
    """The card phase of Anna's turn has just begun; both extensions are in play."""
    return table(hands, **{"dossiers": True, "owner": OWNER} | fields)


def step(agent=DOYLE, *, seats=4, option=True, **fields):
    """Base game: an agent comes to the safe in house 1, and only its marker moves, by 1."""
    match = doppiogioco.new(GAME, seats, {"dossier": option}, seed=1, names=NAMES[:seats])
    start = {"ask": Ask.ROLL, "turn": ANNA, "safe": 1, "owner": OWNER, "chance": [0]}
    match = match.position(**start | fields)
    match.play(ANNA, 1, agent)
    return match


def finish(score, pages, *, owner=OWNER, own=OWNER, **fields):
    """The end, Doyle 1 farther; `pages` hold entries {agent: opponent}, `own` says whose agents were whose then."""
    dossier = [
        [seat if own[agent] == seat else pages.get(seat, {}).get(agent, NOBODY) for agent in Agent] for seat in range(8)
    ]
    match = step(score=score, filed=1, written=[3] * 4 + [0] * 4, dossier=dossier, owner=owner, **fields)
    assert match.over
    return match


# 8.11 Second agents -------------------------------------------------------------------------------------------------


@pytest.mark.clause("8.11")
def test_a_second_agent_is_taken_in_secret():
    match = both({BOB: [Card.SECOND_AGENT]}, asked=BOB, chance=[LARSSON])
    match.play(BOB, Card.SECOND_AGENT)
    assert [agent for agent in Agent if match.view(BOB).owner[agent] == BOB] == [PERRY, LARSSON]
    assert match.view(ANNA).owner[LARSSON] == match.view().owner[LARSSON] == HIDDEN
    assert match.view().held_agents[:4] == [1, 2, 1, 1]
    assert "Larsson" in match.log(BOB)[-1]
    assert "Larsson" not in match.log(ANNA)[-1]
    assert match.view().spent == row([Card.SECOND_AGENT])  # it may come back
    assert match.waiting == (BOB,)


@pytest.mark.clause("8.11", "7.8")
def test_the_double_game_may_be_played_twice():
    hand = [Card.SECOND_AGENT, Card.TO_RUINS]
    match = both({ANNA: hand}, pile=[], chance=[DOYLE, Card.SECOND_AGENT, LARSSON])
    match.play(ANNA, Card.SECOND_AGENT)
    match.play(ANNA, Card.TO_RUINS, PERRY)  # the pile is made of the Double game, which she draws
    match.play(ANNA, Card.SECOND_AGENT)
    view = match.view(ANNA)
    ranks = {agent: view.rank[agent] for agent in Agent if view.owner[agent] == ANNA}
    assert ranks == {SCHULZ: 0, DOYLE: 1, LARSSON: 2}


@pytest.mark.clause("8.11")
def test_without_a_free_agent_the_card_leaves_the_game():
    fields = {"owner": (0, 1, 2, 3, 4, 5, 1), "held_agents": (1, 2, 1, 1, 1, 1, 0, 0), "rank": {LARSSON: 1}}
    hands = {BOB: [Card.SECOND_AGENT]}
    match = both(hands, seats=6, asked=BOB, spent=[Card.JOIN], chance=[Card.SWAP], **fields)
    match.play(BOB, Card.SECOND_AGENT)  # not Bob's turn, and yet there is a card for it
    assert match.view(BOB).hand[BOB] == row([Card.SWAP])
    assert (match.view().spent, match.view().gone) == (row([Card.JOIN]), 1)
    assert "leaves the game" in match.log()[0]
    assert match.waiting == (BOB,)


@pytest.mark.clause("8.11", "6.2")
@pytest.mark.parametrize(
    ("score", "kept", "winners"),
    [
        ((30, 20, 0, 0, 10, 0, 41), MIRKOV, (1,)),
        ((30, 20, 5, 0, 10, 43, 41), DOYLE, (0,)),
        ((30, 20, 43, 0, 43, 9, 41), MIRKOV, (0,)),  # equal: the first she got, not the first of the list
        ((30, 20, 43, 0, 9, 43, 41), DOYLE, (0,)),
        ((30, 20, 9, 0, 43, 43, 41), MIRKOV, (0,)),  # nor the last
        ((30, 20, 43, 0, 9, 5, 41), BUCCI, (0,)),  # got last, but farthest ahead
    ],
)
def test_only_the_best_agent_is_kept(score, kept, winners):
    """Anna got Mirkov, then Doyle, then Bucci; Bob has Larsson, which reaches 42; Chris has Jaques, David Perry."""
    fields = {"owner": (-1, 3, 0, 2, 0, 0, 1), "rank": (0, 0, 2, 0, 0, 1, 0), "held_agents": {ANNA: 3}}
    match = both({}, at={LARSSON: 1}, safe=1, guests=1 << LARSSON, score=score, **fields)
    all_pass(match)
    assert match.over
    assert [agent for agent in Agent if match.view().owner[agent] == ANNA] == [kept]
    assert match.view().owner.count(NOBODY) == 3
    assert match.outcome.winners == winners
    assert match.outcome.scores[ANNA] == score[kept]


@pytest.mark.clause("8.11", "6.3")
def test_an_agent_given_back_is_free_again():
    """Anna keeps Schulz (43) and gives Mirkov (42) back; the free Larsson is ahead, so nobody wins."""
    fields = {"owner": (0, 1, 2, 3, 0, -1, -1), "rank": {MIRKOV: 1}, "held_agents": {ANNA: 2}}
    match = step(score=(43, 0, 0, 0, 42, 41, 44), option=False, **fields)
    assert match.view().owner[MIRKOV] == NOBODY
    assert match.outcome.reason == "free_agent"


# 9.1 to 9.3 Writing -------------------------------------------------------------------------------------------------


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(("score", "due"), [(27, False), (28, True), (31, True)])
def test_dossiers_are_due_at_29(score, due):
    match = step(score={DOYLE: score})
    assert (match.view().ask == Ask.ENTRY) == due
    assert match.waiting == ((0, 1, 2, 3) if due else (0,))
    assert step(score={DOYLE: score}, option=False).view().ask == Ask.STASH


@pytest.mark.clause("9.1")
def test_dossiers_come_before_the_safe_and_only_once():
    match = step(score={DOYLE: 28})
    for seat in range(4):
        assert (match.view().ask, match.view().safe) == (Ask.ENTRY, 1)
        match.play(seat, *[agent for agent in (SCHULZ, PERRY, BUCCI, JAQUES) if agent != seat])
    assert (match.view().ask, match.waiting) == (Ask.STASH, (ANNA,))
    match = match.position(chance=[0])
    match.play(ANNA, 2)
    match.play(BOB, 1, DOYLE)  # comes to the safe once more
    assert match.view().score[DOYLE] == 31
    assert match.view().ask == Ask.STASH


@pytest.mark.clause("9.2", "9.1", "8.3")
def test_a_card_that_reaches_29_interrupts_the_phase():
    hands = {BOB: [Card.TWO_MARKERS, Card.TO_SAFE]}
    match = both(hands, asked=BOB, score={DOYLE: 26}, quiet=1)
    match.play(BOB, Card.TWO_MARKERS, DOYLE, PERRY)
    assert (match.view().ask, match.waiting) == (Ask.ENTRY, (0, 1, 2, 3))
    for seat in (DAVID, ANNA, CHRIS, BOB):
        match.play(seat, *[agent for agent in (SCHULZ, PERRY, BUCCI, JAQUES) if agent != seat])
    assert (match.view().ask, match.waiting) == (Ask.PLAY, (BOB,))
    match.play(BOB, Card.TO_SAFE, LARSSON, PASS)
    for seat in (CHRIS, DAVID, ANNA):
        match.play(seat, PASS)
    assert match.waiting == (BOB,)  # as always after a card
    match.play(BOB, PASS)
    assert (match.view().ask, match.waiting) == (Ask.STASH, (ANNA,))


@pytest.mark.clause("9.3")
def test_each_opponent_is_asked_for_once_clockwise():
    match = step(score={DOYLE: 28})
    for agent, opponent in ((LARSSON, "David"), (DOYLE, "Anna"), (PERRY, "Bob")):
        assert match.question(CHRIS) == f"You write the dossier: which agent does {opponent} play?"
        match.play(CHRIS, agent)
    dashes = {SCHULZ: NOBODY, JAQUES: NOBODY, MIRKOV: NOBODY}
    written = {LARSSON: DAVID, DOYLE: ANNA, PERRY: BOB, BUCCI: CHRIS} | dashes
    assert match.view(CHRIS).dossier[CHRIS] == [written[agent] for agent in Agent]
    assert match.waiting == (ANNA, BOB, DAVID)
    assert match.question(CHRIS) == "Still writing the dossier: Anna, Bob and David"
    with pytest.raises(NotWaiting):
        match.play(CHRIS, SCHULZ)


@pytest.mark.clause("9.3")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("agent", [BUCCI, LARSSON])
def test_own_agents_and_agents_written_down_cannot_be_named(agent, language):
    match = step(score={DOYLE: 28})
    match.play(CHRIS, LARSSON)
    assert [int(answer) for answer in match.legal(CHRIS)] == [SCHULZ, PERRY, JAQUES, MIRKOV, DOYLE]
    with pytest.raises(IllegalAnswer) as error:
        match.play(CHRIS, agent, language=language)
    assert error.value.clause == "9.3"


@pytest.mark.clause("9.3", "2.1")
def test_agents_in_the_box_cannot_be_named():
    match = step(MIRKOV, seats=2, score={MIRKOV: 28}, owner=(0, 1, -1, -1, -1, -1, -1))
    for agent in (DOYLE, LARSSON):
        with pytest.raises(IllegalAnswer) as error:
            match.play(ANNA, agent)
        assert error.value.clause == "2.1"
    match.play(ANNA, PERRY)
    assert match.waiting == (BOB,)  # one opponent, one entry


@pytest.mark.clause("9.1", "9.3")
def test_writing_in_any_order_gives_the_same_dossiers():
    entries = {ANNA: (PERRY, MIRKOV), BOB: (SCHULZ, DOYLE), CHRIS: (DOYLE, SCHULZ)}
    owner = (0, 1, 2, -1, -1, -1, -1)
    orders = set(permutations([ANNA, ANNA, BOB, BOB, CHRIS, CHRIS]))
    tables = set()
    for order in sorted(orders):
        match = step(seats=3, score={DOYLE: 28}, owner=owner)
        todo = {seat: list(agents) for seat, agents in entries.items()}
        for seat in order:
            assert seat in match.waiting
            match.play(seat, todo[seat].pop(0))
        tables.add(str([match.view(seat).as_dict() for seat in range(3)]))
    assert len(orders) == 90
    assert len(tables) == 1


@pytest.mark.clause("9.1", "9.3")
def test_others_learn_only_that_somebody_wrote():
    """Two ways to write, and nothing that anybody else can get hold of differs."""
    seen = []
    for agents in ((PERRY, BUCCI, JAQUES), (LARSSON, PERRY, MIRKOV)):
        match = step(score={DOYLE: 28})
        match.play(ANNA, *agents)
        others = [BOB, CHRIS, DAVID, None]
        assert all(match.heard(other)[-1] == Given(ANNA, HIDDEN) for other in others)
        assert match.view(BOB).dossier[ANNA] == [HIDDEN] * 7
        assert match.view(BOB).written[:4] == [3, 0, 0, 0]
        seen.append([(match.view(other).as_dict(), match.log(other), match.question(other)) for other in others])
        assert sum("writes:" in line for line in match.log(ANNA)) == 3
    assert seen[0] == seen[1]


@pytest.mark.clause("9.3", "9.5", "8.11")
def test_both_own_agents_are_left_out():
    fields = {"owner": (0, 1, 2, 3, 0, -1, -1), "rank": {MIRKOV: 1}, "held_agents": {ANNA: 2}}
    match = step(score={DOYLE: 28}, **fields)
    assert [int(answer) for answer in match.legal(ANNA)] == [PERRY, BUCCI, JAQUES, DOYLE, LARSSON]
    match.play(ANNA, PERRY, BUCCI, JAQUES)
    assert match.view(ANNA).dossier[ANNA] == [ANNA, BOB, CHRIS, DAVID, ANNA, NOBODY, NOBODY]


# 9.4 and 9.5 Paying -------------------------------------------------------------------------------------------------

RIGHT = {SCHULZ: ANNA, PERRY: BOB, BUCCI: CHRIS, JAQUES: DAVID}


def right(seat):
    return {agent: who for agent, who in RIGHT.items() if who != seat}


@pytest.mark.clause("9.4")
@pytest.mark.parametrize(
    ("entries", "paid"),
    [
        (right(ANNA), 30),  # three opponents and three dashes
        ({PERRY: BOB, BUCCI: DAVID, JAQUES: CHRIS}, 20),  # two opponents taken for each other
        ({PERRY: BOB, BUCCI: CHRIS, LARSSON: DAVID}, 20),  # a free agent taken for David's
        ({MIRKOV: BOB, DOYLE: CHRIS, LARSSON: DAVID}, 0),
    ],
)
def test_five_for_each_right_entry(entries, paid):
    match = finish((10, 0, 0, 0, 0, 41, 0), {ANNA: entries})
    assert match.view().bonus[ANNA] == paid
    assert match.outcome.scores[ANNA] == 10 + paid


@pytest.mark.clause("9.4", "6.3", "6.4")
@pytest.mark.parametrize(
    ("score", "pages", "winners", "reason"),
    [
        ((40, 43, 0, 0, 0, 41, 0), {}, (1,), "farthest"),  # only dashes: 15 for the free agents each
        ((40, 43, 0, 0, 0, 41, 0), {ANNA: right(ANNA)}, (0,), "farthest"),  # 70 to 58
        ((13, 13, 0, 0, 0, 41, 0), {ANNA: {PERRY: BOB}, BOB: {SCHULZ: ANNA}}, (0, 1), "shared"),  # 33 each, Doyle 42
        ((20, 13, 0, 0, 0, 41, 0), {ANNA: {PERRY: BOB}}, (0,), "farthest"),  # 40, and Doyle in front takes nothing away
        ((22, 13, 0, 0, 0, 41, 0), {ANNA: {PERRY: BOB}}, (0,), "farthest"),  # level with Doyle
        ((25, 25, 0, 0, 0, 41, 0), {ANNA: {PERRY: BOB}, BOB: {SCHULZ: ANNA}}, (0, 1), "shared"),
    ],
)
def test_dossiers_may_decide_the_game(score, pages, winners, reason):
    match = finish(score, pages)
    assert (match.outcome.winners, match.outcome.reason) == (winners, reason)
    assert match.outcome.returns == tuple(1 if seat in winners else -1 for seat in range(4))


@pytest.mark.clause("9.4", "6.3")
@pytest.mark.parametrize("seats", [2, 4])
def test_with_dossiers_a_player_always_wins(seats):
    """Doyle or Bucci, who are free, end the game far ahead; without dossiers nobody wins then."""
    agent, score = (BUCCI, {BUCCI: 60}) if seats == 2 else (DOYLE, {DOYLE: 60})
    owner = OWNER if seats == 4 else (0, 1, -1, -1, -1, -1, -1)
    fields = {"seats": seats, "score": score | {PERRY: 3}, "owner": owner, "filed": 1}
    match = step(agent, **fields)
    assert (match.outcome.reason, match.outcome.winners) == ("farthest", (BOB,))
    assert "Bob wins" in match.verdict()
    alone = step(agent, option=False, **fields | {"filed": 0})
    assert (alone.outcome.reason, alone.outcome.winners) == ("free_agent", ())


@pytest.mark.clause("9.4")
def test_the_dossiers_are_revealed_at_the_end():
    match = finish((10, 0, 0, 0, 0, 41, 0), {ANNA: right(ANNA), BOB: {LARSSON: ANNA}})
    for seat in (None, CHRIS):
        assert match.view(seat).dossier[BOB][LARSSON] == ANNA
        assert any(
            line.startswith("Dossier of Bob: ") and "Larsson = Anna" in line
            for line in match.view(seat).text(match.voice("en")).splitlines()
        )


@pytest.mark.clause("9.4")
def test_without_the_dossier_nobody_is_paid():
    match = step(option=False, score=(30, 0, 0, 0, 0, 41, 0))
    assert match.over
    assert match.view().bonus == [0] * 8


@pytest.mark.clause("9.5", "8.11")
@pytest.mark.parametrize(
    ("score", "entry", "paid"),
    [
        ((0, 9, 0, 0, 5, 41, 0), {PERRY: BOB}, 20),  # Bob gives Mirkov back: Perry is his, Mirkov free
        ((0, 9, 0, 0, 5, 41, 0), {MIRKOV: BOB}, 10),
        ((0, 5, 0, 0, 9, 41, 0), {MIRKOV: BOB}, 20),  # Bob keeps Mirkov: Perry is free
        ((0, 5, 0, 0, 9, 41, 0), {PERRY: BOB}, 10),
    ],
)
def test_agents_given_back_count_as_free(score, entry, paid):
    """Besides Doyle and Larsson, Anna's page has dashes for Chris and David's agents, which are wrong."""
    owner = (0, 1, 2, 3, 1, -1, -1)
    fields = {"owner": owner, "own": owner, "rank": {MIRKOV: 1}, "held_agents": {BOB: 2}}
    match = finish(score, {ANNA: entry}, **fields)
    assert match.view().bonus[ANNA] == paid


@pytest.mark.clause("9.5", "8.11")
@pytest.mark.parametrize(
    ("entry", "score", "paid"),
    [
        ({MIRKOV: BOB}, (0, 0, 0, 0, 9, 41, 0), 10),  # taken for Bob's, now Anna's: wrong
        ({PERRY: BOB}, (0, 0, 0, 0, 9, 41, 0), 15),  # a dash for Mirkov, which Anna keeps: wrong
        ({PERRY: BOB}, (9, 0, 0, 0, 0, 41, 0), 20),  # a dash for Mirkov, which Anna gives back: right
        ({MIRKOV: BOB}, (9, 0, 0, 0, 0, 41, 0), 10),
    ],
)
def test_an_agent_taken_after_writing_counts_as_written(entry, score, paid):
    fields = {"owner": (0, 1, 2, 3, 0, -1, -1), "rank": {MIRKOV: 1}, "held_agents": {ANNA: 2}}
    match = finish(score, {ANNA: entry}, **fields)
    assert match.view().bonus[ANNA] == paid


@pytest.mark.clause("9.5")
def test_a_later_double_game_does_not_open_the_dossiers_again():
    fields = {"filed": 1, "written": [3] * 4 + [0] * 4, "score": {DOYLE: 30}}
    pages = {ANNA: {SCHULZ: ANNA, PERRY: BOB, BUCCI: CHRIS, MIRKOV: DAVID}}
    match = both({ANNA: [Card.SECOND_AGENT]}, dossier=pages, chance=[MIRKOV], **fields)
    match.play(ANNA, Card.SECOND_AGENT)
    assert match.view(ANNA).owner[MIRKOV] == ANNA
    assert match.view(ANNA).dossier[ANNA][MIRKOV] == DAVID
    assert (match.view().ask, match.waiting) == (Ask.PLAY, (ANNA,))
