"""The learner of the examples learns: it wins far more often than chance, and the same way twice."""

from __future__ import annotations

import runpy
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path("examples/learn.py")


@pytest.mark.parametrize(("seats", "agents"), [(2, 5), (3, 6)])
def test_it_beats_random_players(example: dict[str, Any], seats: int, agents: int) -> None:
    first, *_, last = example["learn"](seats, games=400, rounds=2, checked=1000)
    assert first.wins == pytest.approx(1 / agents, abs=0.05)  # by chance every agent is as good as any other
    assert last.wins - last.give_or_take > 2 * (first.wins + first.give_or_take)


def test_the_same_seed_learns_the_same(example: dict[str, Any]) -> None:
    one, two, other = (example["play"](None, 50, 2, seed, 0.3) for seed in (1, 1, 2))
    assert np.array_equal(one.situations, two.situations) and np.array_equal(one.ends, two.ends)
    assert not np.array_equal(one.ends, other.ends)
    weights = [example["fitted"]([games]) for games in (one, two)]
    assert np.array_equal(*weights)


def test_features_have_places_of_their_own(example: dict[str, Any]) -> None:
    rows, widths = example["play"](None, 50, 3, 1, 0.3).situations, example["WIDTHS"]
    ends = np.cumsum(widths)
    assert (rows < ends).all() and (rows >= ends - widths).all()


def test_the_picture_shows_every_check(example: dict[str, Any]) -> None:
    found = [example["Checked"](games, 0.2 + games / 1000, 0.02) for games in (0, 100, 200)]
    picture = ElementTree.fromstring(example["picture"](found, 2))
    line = picture.find("{http://www.w3.org/2000/svg}polyline")
    heights = [float(point.split(",")[1]) for point in line.get("points").split()]
    assert len(heights) == 3 and heights == sorted(heights, reverse=True)
