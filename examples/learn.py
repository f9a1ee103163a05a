"""An agent that learns to win at Top Secret Spies against players who answer at random.

python examples/learn.py                                # a quarter of a minute; a table of how often it wins
python examples/learn.py --seats 3 --picture wins.svg   # also draws it

Thousands of games are played at once (`research.batch`). How good an answer is in a situation is a linear model of
scikit-learn: ridge regression from what the learner saw and answered to how the game ended, 1 or -1. In the first round
it answers at random; then what it values most, but now and then at random; after each round it learns from all rounds.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import Ridge

from doppiogioco.engine.game import find
from doppiogioco.research.batch import Batch

GAME = "top-secret-spies"
FIELDS, ASK = find(GAME).state.spans, find(GAME).rules.Ask
BUILDINGS, MOST_POINTS, MOST_SCORE = 12, 7, 64
KINDS = len(ASK) + 1  # of answers: one to each question, and the step of one's own agent
WIDTHS = (KINDS * BUILDINGS, KINDS * BUILDINGS * MOST_POINTS, KINDS * BUILDINGS * BUILDINGS, MOST_SCORE, MOST_SCORE)
CURIOSITY = 0.3  # how often it answers at random while it learns
CHECKED = 2000  # games in which it is not curious, to see how good it is


class Round(NamedTuple):
    """What one round of games has shown."""

    situations: Any  # of every answer of the learner,
    ends: Any  # and how its game ended: 1 or -1
    won: float  # the share of games that the learner won


class Checked(NamedTuple):
    """How often the learner wins, and how far that may be off with a confidence of 95 %."""

    learnt_from: int  # games
    wins: float
    give_or_take: float


def situations(seen: Any, actions: Any) -> Any:
    """What matters of each answer to somebody who sees this (the observer is seat 0): the features that are 1."""
    rows = np.arange(len(seen))
    at, score, owner = (seen[:, FIELDS[name]] for name in ("at", "score", "owner"))
    ask, safe, points = (seen[:, FIELDS[name]][:, 0].astype(int) for name in ("ask", "safe", "points"))
    steps, stashes, paces = ask == ASK.STEP, ask == ASK.STASH, ask == ASK.PACE
    my_agent = np.argmax(owner == 0, axis=1)
    mine, my_score = at[rows, my_agent], score[rows, my_agent]
    best_other = np.where(np.arange(score.shape[1]) == my_agent[:, None], -1, score).max(axis=1)
    agent = np.where(steps, actions, my_agent)
    building = at[rows, agent]
    way = (np.where(stashes, actions, safe) - building) % BUILDINGS  # to the safe
    points = np.where(paces, actions, points)
    kind = np.where(steps & (agent == my_agent), KINDS - 1, ask)
    near = kind * BUILDINGS + way
    features = kind * BUILDINGS + building, near * MOST_POINTS + points, near * BUILDINGS + mine, my_score, best_other
    return np.stack(features, axis=1) + np.cumsum((0, *WIDTHS[:-1]))


def fitted(rounds: list[Round]) -> Any:
    """The weight of every feature."""
    ones = np.concatenate([one.situations for one in rounds])
    ends = np.concatenate([one.ends for one in rounds])
    starts = np.arange(len(ones) + 1) * len(WIDTHS)
    table = csr_array((np.ones(ones.size, np.float32), ones.ravel(), starts), (len(ones), sum(WIDTHS)))
    return Ridge(alpha=10, solver="sparse_cg", tol=1e-3).fit(table, ends).coef_


def best(weights: Any, seen: Any, masks: Any) -> Any:
    """The legal action that is worth most, for each observation."""
    row, action = np.nonzero(masks)
    values = np.full(masks.shape, -np.inf)
    values[row, action] = weights[situations(seen[row], action)].sum(axis=1)
    return values.argmax(axis=1)


def play(weights: Any, games: int, seats: int, seed: int, curiosity: float) -> Round:
    """Play games to their end: one seat of each is the learner's, the others answer at random."""
    batch = Batch(GAME, games, seats, seed=seed, cores=1)  # so few are as fast on one core
    chance = np.random.default_rng(seed)
    learner = np.arange(games) % seats
    playing, ends = np.ones(games, bool), np.zeros(games, int)
    told: list[tuple[Any, Any]] = []
    while playing.any():
        actions = batch.sample()
        acts = np.flatnonzero(playing & (batch.seats_to_act == learner))
        if weights is not None:
            decides = acts[chance.random(len(acts)) >= curiosity]
            if len(decides):
                actions[decides] = best(weights, batch.observations[decides], batch.masks[decides])
        told.append((acts, situations(batch.observations[acts], actions[acts])))
        batch.step(actions)
        ended = playing & batch.over  # what begins anew in its place does not count
        ends[ended] = batch.rewards[ended, learner[ended]]
        playing &= ~ended
    numbers, rows = map(np.concatenate, zip(*told, strict=True))
    return Round(rows, ends[numbers], float(np.mean(ends > 0)))


def learn(seats: int, games: int, rounds: int, checked: int = CHECKED, seed: int = 1) -> list[Checked]:
    """Let an agent learn for some rounds; how often it wins before and after each of them."""
    weights, known, found = None, list[Round](), list[Checked]()
    for number in range(rounds + 1):
        won = play(weights, checked, seats, seed=seed + 1000 + number, curiosity=0).won
        found.append(Checked(number * games, won, 1.96 * (won * (1 - won) / checked) ** 0.5))
        print(f"{found[-1].learnt_from:>6} games: wins {won:.1%} ± {found[-1].give_or_take:.1%}", flush=True)
        if number < rounds:
            known.append(play(weights, games, seats, seed=seed + number, curiosity=CURIOSITY))
            weights = fitted(known)
    return found


# The picture ----------------------------------------------------------------------------------------------------------

WIDE, HIGH, EDGE = 640, 360, 56
INK, SHEET, LINE = "#17202a", "#fbf4e2", "#a93226"


def picture(found: list[Checked], seats: int) -> str:
    """How often the learner wins against how many games it has learnt from, as SVG."""

    def x(games: float) -> float:
        return round(EDGE + games / found[-1].learnt_from * (WIDE - 1.5 * EDGE), 1)

    def y(share: float) -> float:
        return round(HIGH - EDGE - share * (HIGH - 1.6 * EDGE), 1)

    def text(at: tuple[float, float], words: object, anchor: str = "middle") -> str:
        return f'<text x="{at[0]}" y="{at[1]}" text-anchor="{anchor}">{words}</text>'

    above = [f"{x(one.learnt_from)},{y(one.wins + one.give_or_take)}" for one in found]
    below = [f"{x(one.learnt_from)},{y(one.wins - one.give_or_take)}" for one in found]
    line = " ".join(f"{x(one.learnt_from)},{y(one.wins)}" for one in found)
    title = f"Top Secret Spies, {seats} seats: how often a linear agent wins against random players"
    chance = found[0].wins
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="{SHEET}"/><g fill="{INK}">',
        text((WIDE / 2, 22), title),
        *(text((EDGE - 8, y(share / 4) + 4), f"{share * 25} %", "end") for share in range(5)),
        *(text((x(one.learnt_from), HIGH - EDGE + 20), f"{one.learnt_from:,}") for one in found),
        text((WIDE / 2, HIGH - 12), "games it has learnt from; the band is the 95 % confidence interval"),
        text((WIDE - EDGE / 2, y(chance) + 16), f"random: {chance:.0%}", "end"),
        "</g>",
        *(f'<path d="M{EDGE},{y(share / 4)}H{WIDE - EDGE / 2}" stroke="{INK}" opacity=".2"/>' for share in range(5)),
        f'<path d="M{EDGE},{y(chance)}H{WIDE - EDGE / 2}" stroke="{INK}" stroke-dasharray="6 4"/>',
        f'<polygon points="{" ".join(above + below[::-1])}" fill="{LINE}" opacity=".25"/>',
        f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="2.5"/>',
        "</svg>\n",
    ])  # fmt: skip


def main() -> None:
    wishes = argparse.ArgumentParser(description="Learn to win at Top Secret Spies.")
    wishes.add_argument("--seats", type=int, default=2)
    wishes.add_argument("--games", type=int, default=2000, help="in each round")
    wishes.add_argument("--rounds", type=int, default=5)
    wishes.add_argument("--picture", type=Path, help="an SVG file to draw to")
    wish = wishes.parse_args()
    if min(wish.games, wish.rounds) < 1:
        wishes.error("games and rounds are 1 or more")
    found = learn(wish.seats, wish.games, wish.rounds)
    if wish.picture:
        wish.picture.write_text(picture(found, wish.seats), encoding="utf-8")


if __name__ == "__main__":
    main()
