"""Measuring bots: the arena as a picture and on a cluster, and what they believe against what is so."""

from __future__ import annotations

import json
import sys
from math import isclose, log
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import doppiogioco
from doppiogioco.arena import Contest, Played, Result, deal_of, play
from doppiogioco.arena_picture import picture
from doppiogioco.calibration import LISTENERS, Case, account, match_of
from doppiogioco.cli import app
from doppiogioco.engine.game import find

CONTEST = Contest("secrets", 4, (), "greedy", "random", patient=True)
RESULT = Result(CONTEST, (Played(0.5, 0.25, 0.5), Played(0.75, 0.25, 0.75)))


def test_the_picture_shows_share_interval_and_fair_share():
    drawn = ElementTree.fromstring(picture([RESULT, RESULT]))
    bars = [float(bar.get("width")) for bar in drawn.findall(".//{*}rect") if bar.get("class") == "bar"]
    fair = [float(line.get("x1")) for line in drawn.findall(".//{*}line") if line.get("class") == "fair"]
    assert bars == [0.625 * 480] * 2 and fair == [330 + 0.25 * 480] * 2
    assert "Secrets, 4 seats: greedy – random" in [text.text for text in drawn.findall(".//{*}text")]


def test_on_a_cluster_the_same_is_played(monkeypatch):
    """Ray itself is not needed here: what is asked of it is played at once. (Tried with a real one: docs/bots.md.)"""
    called: list[Any] = []
    cluster = SimpleNamespace(
        init=lambda **how: called.append(how["address"]),
        remote=lambda function: SimpleNamespace(remote=lambda work: lambda: function(work)),
        get=lambda promised: promised(),
        shutdown=lambda: called.append("shut down"),
    )
    monkeypatch.setitem(sys.modules, "ray", cluster)
    assert list(play(CONTEST, 2, ray="ray://head:10001")) == [deal_of((CONTEST, deal)) for deal in range(2)]
    assert list(play(CONTEST, 2, ray="local")) == list(play(CONTEST, 2))
    assert called == ["ray://head:10001", "shut down", None, "shut down"]


def test_without_ray_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(doppiogioco.DoppiogiocoError, match=r"doppiogioco\[ray\]"):
        next(play(CONTEST, 2, ray="local"))


def test_who_is_as_sure_as_right_is_calibrated():
    right = [Case(0.75, right=True, loss=-log(0.75))] * 3 + [Case(0.75, right=False, loss=-log(0.25))]
    assert account(right) == (4, 0.0, account(right).loss, 0.75)
    assert isclose(account(right).loss, -(3 * log(0.75) + log(0.25)) / 4)
    assert isclose(account([Case(0.9, right=False, loss=2.0)] * 5).error, 0.9)


def test_whoever_reads_knows_more_and_whoever_was_told_most():
    """Top Secret Spies gives itself away by its moves. The same deals give the same cases."""
    setup = "top-secret-spies", 3, find("top-secret-spies").chosen(0)
    found: dict[str, list[Case]] = {name: [] for name in LISTENERS}
    for deal in range(4):
        for name, cases in match_of(setup, deal).items():
            found[name] += cases
    reads, nobody, told = (account(found[name]) for name in LISTENERS)
    assert reads.cases == nobody.cases == told.cases > 100
    assert told.loss < reads.loss < nobody.loss and reads.right > nobody.right
    again = match_of(setup, 0)["reads"]
    assert again == found["reads"][: len(again)]


def test_the_command_writes_its_figures(tmp_path):
    to = tmp_path / "figures.json"
    words = ["calibration", "top-secret-spies", "--seats", "2", "--deals", "1", "--json", str(to)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0 and "was told" in done.output
    assert set(LISTENERS) < set(json.loads(to.read_text(encoding="utf-8")))
