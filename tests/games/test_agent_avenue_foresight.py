"""What is worked out of Agent Avenue beforehand: every table numbered once, turns against exact programs, and bots that
look it up."""

from __future__ import annotations

from functools import partial
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from avenue_table import ANNA, BOB, CODE, DAREDEVIL, DOUBLE, ENFORCER, MOLE, SENTINEL, SIDEKICK, table
from scipy.optimize import linprog
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.bots import Judge, RandomBot
from doppiogioco.bots.beliefs import Beliefs
from doppiogioco.bots.seating import asked
from doppiogioco.cli import app
from doppiogioco.engine.compiled import compiled, foreseeable, foreseen, on_cores
from doppiogioco.engine.match import Match
from doppiogioco.games.agent_avenue import training
from doppiogioco.games.agent_avenue.cards import CATCH, COPIES, KINDS
from doppiogioco.games.agent_avenue.foresight import FORESEEN, SURE, ahead_of, chances
from doppiogioco.games.agent_avenue.offer import blank_turn, chance_of_turn
from doppiogioco.games.agent_avenue.piles import GONE, TURNS, number_of, numbers

pytestmark = pytest.mark.xdist_group("thinking agent-avenue")
GAME = "agent-avenue"
TABLES = 9_682_768


# Tables as numbers --------------------------------------------------------------------------------------------------


def in_play(agents: int) -> list[tuple[int, ...]]:
    """All that a side can have so many agents of while a game goes on."""
    most = [2 if kind in (CODE, DAREDEVIL) else COPIES[kind] for kind in range(KINDS)]
    return [found for found in product(*(range(min(top, agents) + 1) for top in most)) if sum(found) == agents]


def gone(agents: tuple[int, ...]) -> int:
    return int(sum(GONE[kind][copies] for kind, copies in enumerate(agents)))


def pairs(turn: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every table at which this turn can begin, found the long way."""
    sides = in_play(turn)
    return [
        (mine, theirs)
        for mine, theirs in product(sides, sides)
        if abs(gone(mine) - gone(theirs)) < CATCH
        and all(a + b <= copies for a, b, copies in zip(mine, theirs, COPIES, strict=True))
    ]


def test_every_table_has_a_number_of_its_own() -> None:
    n = numbers()
    assert n.turns[-1] == TABLES
    for turn in range(4):
        found = sorted(number_of(n, mine, theirs) for mine, theirs in pairs(turn))
        assert found == list(range(n.turns[turn], n.turns[turn + 1]))


def test_what_lies_on_a_table_follows_from_its_number() -> None:
    n, lots = numbers(), Random(1)
    for number in [lots.randrange(TABLES) for _ in range(300)]:
        assert number_of(n, *laid_out(number)) == number


def laid_out(number: int) -> tuple[Any, Any]:
    n, (mine, theirs) = numbers(), np.zeros((2, KINDS), int)
    turn = int(np.searchsorted(n.turns, number, "right")) - 1
    case = int(np.searchsorted(n.start[turn], number, "right")) - 1
    copies, more = 2 * turn - n.first[case, 0], n.begin.shape[1] // 2 - n.first[case, 1]
    place = n.begin[copies, more, training.LEADS - n.first[case, 2] - CATCH + 1] + number - n.start[turn, case]
    training.lay_out(n.digit, training.FIRST, case, mine, theirs)
    training.lay_out(n.digit, training.SECOND, int(n.case[place]), mine, theirs)
    return mine, theirs


# A turn -------------------------------------------------------------------------------------------------------------


def exact(gets: Any, left: list[int]) -> float:
    """The chance to win of who lays two cards, by a linear program over how often each open card is taken."""
    cards = [kind for kind, count in enumerate(left) for _ in range(count)]
    hands: dict[tuple[int, ...], float] = {}
    for hand in combinations(cards, 4):
        held = tuple(sorted(set(hand)))
        hands[held] = hands.get(held, 0.0) + 1 / comb(len(cards), 4)
    rows, limits = [], []
    for number, held in enumerate(hands):
        for shown, covered in permutations(held, 2) if len(held) > 1 else [held * 2]:
            row = np.zeros(KINDS + len(hands))
            row[shown] = gets[covered, shown] - gets[shown, covered]
            row[KINDS + number] = -1.0
            rows.append(row)
            limits.append(-gets[shown, covered])
    found = linprog(
        [0.0] * KINDS + list(hands.values()), np.array(rows), limits, bounds=[(0, 1)] * (KINDS + len(hands))
    )
    return float(found.fun)


@compiled
def worked_out(gets: Any, left: Any, close: float) -> Any:
    return chance_of_turn(gets, left, close, blank_turn())


@pytest.mark.parametrize("seed", range(6))
def test_a_turn_is_worth_what_a_linear_program_says(seed: int) -> None:
    lots = np.random.default_rng(seed)
    gets = np.clip(0.5 + lots.normal(0, 0.2, (KINDS, 1)) - lots.normal(0, 0.2, KINDS), 0, 1)
    left = np.array([*lots.integers(0, 4, KINDS - 2), 1, 1])
    assert left.sum() >= 4
    assert worked_out(gets, left, 0.002) == pytest.approx(exact(gets, left.tolist()), abs=0.001)


def test_the_last_turns_are_those_of_a_brute_force() -> None:
    """The turns in which cards run out, each table by a linear program; rounds end before the bounds meet."""
    n, chances = numbers(), np.zeros(TABLES, np.uint16)
    for turn in (TURNS - 1, TURNS - 2):
        training.fill_turn(n, chances, turn, 0.002, 0, len(n.first))
    last, lots = range(n.turns[TURNS - 2], n.turns[TURNS - 1]), Random(2)
    for number in lots.sample(last, 25):
        mine, theirs = laid_out(number)
        left, gets = [c - a - b for c, a, b in zip(COPIES, mine, theirs, strict=True)], np.zeros((KINDS, KINDS))
        for a, b in product(range(KINDS), repeat=2):
            if left[a] > 0 and left[b] > (a == b):
                gets[a, b] = outcome(mine + np.eye(KINDS, dtype=int)[a], theirs + np.eye(KINDS, dtype=int)[b])
        assert chances[number] / training.FINE == pytest.approx(exact(gets, left), abs=0.015)


def outcome(mine: Any, theirs: Any) -> float:
    """Who wins after the last turn: who has what wins, and else who is nearer; the side on turn where both do."""
    ahead = gone(tuple(mine)) - gone(tuple(theirs))
    if ahead >= CATCH or mine[CODE] > 2 or theirs[DAREDEVIL] > 2:
        return 1.0
    return float(ahead >= 0 and theirs[CODE] < 3 and mine[DAREDEVIL] < 3)  # level: who has just played


# What lies in the package -------------------------------------------------------------------------------------------


def test_what_lies_there_follows_from_itself() -> None:
    """Each of the first turns, worked out from the next one as it is kept, is what is kept of it; nobody is ahead."""
    n, kept = numbers(), chances()
    assert len(kept) == n.turns[FORESEEN]
    assert abs(kept[0] / SURE - 0.5) < 0.02
    fine = np.zeros(TABLES, np.uint16)
    fine[: len(kept)] = kept.astype(np.uint16) * (training.FINE // SURE)
    for turn in range(3):
        training.fill_turn(n, fine, turn, training.CLOSE, 0, len(n.first))
        here = slice(n.turns[turn], n.turns[turn + 1])
        assert np.abs(fine[here] / training.FINE - kept[here] / SURE).max() < 0.01
        fine[here] = kept[here].astype(np.uint16) * (training.FINE // SURE)


def test_it_comes_out_the_same_on_any_number_of_cores() -> None:
    n, found = numbers(), []
    for cores in (1, 2):
        fine = np.zeros(TABLES, np.uint16)
        with on_cores(cores):
            for turn in range(TURNS - 1, TURNS - 4, -1):
                training.fill_turn(n, fine, turn, training.ROUGH, 5_000, 7_000)
        found.append(fine.tobytes())
    assert found[0] == found[1]
    assert any(found[0])


def test_training_writes_the_file_and_says_whether_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, run = tmp_path / "chances.bin", CliRunner()
    monkeypatch.setattr(training, "train", lambda: iter([b""] * (training.PIECES - 1) + [b"chances"]))
    first, again = (run.invoke(app, ["train", GAME, "--to", str(file), "--language", "en"]) for _ in range(2))
    assert file.read_bytes() == b"chances"
    assert "7 bytes." in first.output
    assert "the same as before" in again.output
    nothing = run.invoke(app, ["train", "secrets", "--language", "en"])
    assert nothing.exit_code
    assert "nothing to train" in nothing.stderr


def test_it_is_worked_out_in_as_many_pieces_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[Any, ...]] = []
    monkeypatch.setattr(training, "fill_turn", lambda _n, _chances, *piece: done.append(piece))
    *before, last = training.train()
    assert len(before) + 1 == len(done) == training.PIECES
    assert not any(before)
    assert len(last) == len(chances())


# At the table -------------------------------------------------------------------------------------------------------


@compiled
def look(states: Any, ahead: Any, out: Any) -> bool:
    return foreseeable(states[0]) and foreseen(states[0], ahead, out)


def looked_up(match: Match, ahead: Any) -> list[float] | None:
    """What each seat can hope for, if it is foreseen."""
    states = np.zeros(1, match.game.state.dtype)
    states.view(np.int16)[:] = match.game.state.vector(match._state)
    out = np.zeros(match.seats)
    return out.tolist() if look(states, ahead, out) else None


def test_a_turn_that_begins_is_foreseen_and_the_present_one_is_not() -> None:
    match = table(in_play=([SENTINEL, CODE], [ENFORCER, MOLE]), blue=-2)
    start = ahead_of(doppiogioco.new(GAME, 2, seed=1).view(0))
    anna, bob = looked_up(match, start) or (0.0, 0.0)
    assert anna == -bob
    wanted = int(chances()[number_of(numbers(), match._state.agents[0], match._state.agents[1])])
    assert anna == pytest.approx(2 * wanted / SURE - 1)
    assert looked_up(match, ahead_of(match.view(ANNA))) is None, "of this turn a search finds out more"
    match.play(ANNA, ENFORCER)
    assert looked_up(match, start) is None, "a card lies open"
    assert looked_up(table(offer=()), ahead_of(table(offer=()).view(ANNA))) is None, "the market changes everything"
    assert looked_up(match, ahead_of(None)) is None


def test_what_is_foreseen_is_known_to_all() -> None:
    """Other hands, the same chances."""
    start = ahead_of(doppiogioco.new(GAME, 2, seed=1).view(0))
    hands = ([DOUBLE] * 4, [MOLE, SIDEKICK, CODE, CODE])
    found = [looked_up(table({ANNA: hand, BOB: hands[1 - i]}, in_play=([SENTINEL], [CODE])), start)
             for i, hand in enumerate(hands)]  # fmt: skip
    assert found[0] == found[1] is not None


def test_the_better_table_promises_more() -> None:
    start = ahead_of(doppiogioco.new(GAME, 2, seed=1).view(0))
    ahead, behind = (
        looked_up(table(in_play=pile), start)
        for pile in (([CODE, CODE], [MOLE, ENFORCER]), ([MOLE, ENFORCER], [CODE, CODE]))
    )
    assert ahead
    assert behind
    assert ahead[ANNA] > 0.3
    assert behind[ANNA] < -0.3


def test_careless_players_are_told_from_careful_ones() -> None:
    """By that is weighed how far one goes by chances that are those of careful players."""
    assert Beliefs(GAME, 2, 0, ANNA).careful([BOB]) == pytest.approx(0)
    found = {}
    for name, bot in (("random", RandomBot), ("greedy", partial(Judge, temper=0.0))):
        trust = []
        for seed in range(4):
            match, beliefs = doppiogioco.new(GAME, 2, seed=seed), Beliefs(GAME, 2, 0, ANNA, limit=200)
            bots = {ANNA: Judge(seed), BOB: bot(seed)}
            while not match.over:
                seat = match.waiting[0]
                match.play(seat, asked(bots[seat], match, seat)())
            for given in match.heard(ANNA):
                beliefs.hear(*given)
            trust.append(beliefs.careful([BOB]))
        found[name] = sum(trust) / len(trust)
    assert found["random"] < 0.2 < found["greedy"] <= 1
