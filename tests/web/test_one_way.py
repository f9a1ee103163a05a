"""One way of a move: from the first click to the played match every part is checked once, and nothing is read twice.

Counted are the parts of moves that are checked (`Move.then`, where each is understood and tried on a copy of the
table), how often the rules are asked whether an answer is legal, and what is written and read as JSON.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.move import Move
from doppiogioco.tables import Table, tables
from doppiogioco.web.app import create_app

from .test_app import JSON, Person, opened

GAME = "top-secret-spies"
PARTS = 6  # points of the die, each a step of an agent


@pytest.fixture
def client(tmp_path: Any) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(tmp_path / "tables.db", bot_pause=0)) as started:
        yield started


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often something has been done since this was last cleared."""
    found: Counter[str] = Counter()

    def count(owner: Any, name: str, what: str) -> None:
        real: Callable[..., Any] = getattr(owner, name)

        def counted(*given: Any, **more: Any) -> Any:
            found[what] += 1
            return real(*given, **more)

        monkeypatch.setattr(owner, name, counted)

    count(Move, "then", "checks")
    count(find(GAME).rules, "legal", "legal")
    count(json, "loads", "read")
    count(json, "dumps", "written")
    return found


def six_to_step(client: TestClient[Any]) -> tuple[str, Person, dict[str, Any]]:
    """A table at which a person is to move agents by six points; who that is, and what they are told."""
    people = [Person(client), Person(client)]
    table = opened(people[0], GAME, seats=2)
    people[1].post(f"{table}/sit", name="Bruno")
    people[0].post(f"{table}/start")
    step = find(GAME).rules.Ask.STEP
    while True:
        mover = people[people[0].state(table)["waiting"][0]]
        state = mover.state(table)
        if state["view"]["ask"] == step and state["view"]["points"] == PARTS:
            return table, mover, state
        mover.ask("POST", f"{table}/move", json={"answer": state["legal"][0]["answer"]}, headers=JSON)


def moved(table: str, mover: Person, state: dict[str, Any]) -> bool:
    """Have the agents gone as many fields as the die has points?"""
    return sum(mover.state(table)["view"]["at"]) == sum(state["view"]["at"]) + PARTS


def test_a_whole_move_with_its_confirmation_is_checked_once(client: TestClient[Any], counts: Counter[str]) -> None:
    table, mover, state = six_to_step(client)
    counts.clear()
    answer = mover.post(f"{table}/move", draft="0,1,2,0,1,2", confirm=1, after=state["after"])
    assert answer.headers["location"] == table
    assert counts == {"checks": PARTS, "legal": PARTS, "written": 1}
    assert moved(table, mover, state)


def test_a_program_that_sends_a_whole_move_has_it_checked_once(client: TestClient[Any], counts: Counter[str]) -> None:
    table, mover, state = six_to_step(client)
    counts.clear()
    body = {"answer": "0,1,2,0,1,2", "after": state["after"]}
    assert mover.ask("POST", f"{table}/move", json=body, headers=JSON).status_code == 200
    assert (counts["checks"], counts["read"]) == (PARTS, 0)
    assert moved(table, mover, state)


def test_a_move_is_checked_once_from_the_first_click_to_the_confirmation(
    client: TestClient[Any], counts: Counter[str]
) -> None:
    """Though every request carries all parts, and a page without a script is asked for after each. It asks for one
    row of buttons beside them, and for none when the move is whole."""
    table, mover, state = six_to_step(client)
    path, choices = table, find(GAME).choices(client.app.state.tables.in_memory[table[3:]].playing()._state)
    counts.clear()
    for part in range(PARTS):
        fields = {"draft": path.partition("=")[2], "answer": part % 3, "after": state["after"]}
        path = mover.post(f"{table}/move", **fields).headers["location"]
        assert mover.get(path).status_code == 200
    mover.post(f"{table}/move", draft=path.partition("=")[2], confirm=1, after=state["after"])
    assert counts == {"checks": PARTS, "legal": PARTS + (PARTS - 1) * choices, "written": 1}
    assert moved(table, mover, state)


def test_what_is_taken_back_is_not_checked_again(client: TestClient[Any], counts: Counter[str]) -> None:
    table, mover, state = six_to_step(client)
    mover.post(f"{table}/move", draft="0,1", answer=2, after=state["after"])
    counts.clear()
    mover.get(f"{table}?draft=0,1")
    assert counts["checks"] == 0
    mover.post(f"{table}/move", draft="0,1", answer=0, after=state["after"])
    assert counts["checks"] == 1
    mover.post(f"{table}/move", draft="1", answer=1, after=state["after"])  # as in another tab
    assert counts["checks"] == 1 + 2


def test_a_draft_for_another_moment_is_checked_anew(client: TestClient[Any], counts: Counter[str]) -> None:
    table, mover, state = six_to_step(client)
    here: Table = client.app.state.tables.in_memory[table[3:]]
    seat = here.playing().waiting[0]
    before = here.draft(seat, [0, 1, 2], state["after"], "en")
    assert here.draft(seat, [0, 1, 2], state["after"], "en") is before
    assert here.draft(seat, [0, 1, 2], state["after"], "it").texts == before.texts, "names, in any language"
    mover.post(f"{table}/move", draft="0,1,2,0,1,2", confirm=1)
    assert not here._drafts
    assert not here.playing().stands(before)
    with pytest.raises(DoppiogiocoError):
        here.playing().check(seat, 0, 1, drafted=before)


def test_what_is_stored_is_read_once(client: TestClient[Any], counts: Counter[str]) -> None:
    table, mover, _ = six_to_step(client)
    mover.post(f"{table}/move", draft="0,1,2,0,1,2", confirm=1)
    known: tables.Tables = client.app.state.tables
    here = known.in_memory.pop(table[3:])
    counts.clear()
    mover.get(table)
    there: Table = known.in_memory[table[3:]]
    assert there is not here and there.playing().record() == here.playing().record()
    assert counts["read"] == there.number
