"""Every route, asked for what its description allows and for what it does not: the server says only what is described.

For a stranger, a player and the host, at a table that waits for players, in play and over. What is asked is drawn by
Schemathesis from the description, in the same order every time.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from doppiogioco.doors.asking import Asking, Reply
from doppiogioco.limits import Limits
from doppiogioco.tables.table import Table, opening
from doppiogioco.tables.watchers import Bell
from doppiogioco.web import public_routes
from doppiogioco.web.limits import Limiter

pytestmark = pytest.mark.xdist_group("wire")

STAGES = ("open", "playing", "over")
PEOPLE = {"stranger": None, "player": 1, "host": 0}
GAME, SEATS = "agent-avenue", 3  # whose moves have parts
EXAMPLES = 8  # of what somebody sends to a route at one stage
SITE = "http://testserver"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
CALM = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with Asking(tmp_path_factory.mktemp("wire") / "tables.db") as started:
        started.tables.bot_pause = 3_600.0  # what bots do here is nobody's concern
        yield started


@pytest.fixture(scope="module")
def operations(asking: Asking) -> list[Any]:
    described = schemathesis.openapi.from_dict(asking.app.openapi_schema.to_schema())
    described.validate()
    return [found.ok() for found in described.get_all_operations()]


class Scene:
    """A table at a stage, and somebody there; a new one like it as soon as something has happened to it."""

    names = (f"wire{number}" for number in count())

    def __init__(self, asking: Asking, stage: str, seat: int | None) -> None:
        self.asking, self.stage, self.seat = asking, stage, seat
        self._laid()

    def _laid(self) -> None:
        table = self.table = Table(next(self.names))
        table.fold(opening(GAME, SEATS, {}, seed="5eed", hints=True, level="easy", pace=86_400), time.time())
        for seat in range(SEATS - (self.stage == "open")):
            table.fold(("sat", {"seat": seat, "name": f"P{seat}", "nonce": f"{table.id} {seat}"}), time.time())
        if self.stage != "open":
            table.fold(table.check_start(), time.time())
        if self.stage == "over":
            self._played_to_its_end(table)
        assert table.stage == self.stage
        tables = self.asking.tables
        tables.in_memory[table.id] = table
        tables.watchers(table).bells.add(Bell())  # somebody watches, so it stays in memory
        self._number = table.number

    def _played_to_its_end(self, table: Table) -> None:
        chance, match = random.Random(5), table.playing()
        while not match.over:
            seat = match.waiting[0]
            table.fold(table.check_move(seat, [chance.choice(match.legal(seat))], None, "en"), time.time())

    def told(self, case: Any, as_program: bool, too: str = "") -> tuple[requests.PreparedRequest, Reply]:
        """What the server answers; where somebody asks for too much, the second time or to something long."""
        asked = requests.Request(**case.as_transport_kwargs(base_url=SITE)).prepare()
        headers = {name.lower(): _text(value) for name, value in asked.headers.items()}
        headers |= {"accept": "application/json" if as_program else "text/html", "accept-encoding": "identity"}
        if self.seat is not None and self.table.seats[self.seat].nonce:
            headers["authorization"] = f"Bearer {self.asking.seats.token(self.table, self.seat)}"
        body = asked.body or b""
        body = body if isinstance(body, bytes) else body.encode()
        limiter = self.asking.app.state.limiter = Limiter(self.asking.app.state.settings.limits)
        if too == "often":
            self.asking.send("HEAD", "/credits", {}, b"")
            assert limiter._spent
        elif too == "long a head":
            headers["x-long"] = "x" * TIGHT.head
        elif too == "long a body":
            headers["content-type"], body = "application/json", json.dumps({"name": "x" * TIGHT.body}).encode()
        told = self.asking.send(str(asked.method), asked.path_url, headers, body)
        if self.table.number != self._number:
            self._laid()
        return asked, told

    def sensible(self, case: Any, pick: int) -> None:
        """Instead of noise: a table, a game and a link that there are, a seat, an answer that may be given."""
        match, path, body = self.table.match, case.path_parameters, case.body
        if "game" in path:
            path["game"] = GAME
        if "code" in path:
            nonce, codes = self.table.seats[0].nonce, self.asking.tables.store.codes
            path["code"] = self.asking.do(lambda: codes.make(self.table.id, nonce, time.time()))
        if isinstance(body, dict):
            body |= {"seat": pick % SEATS} if "seat" in body else {}
            if "answer" in body and match and self.seat is not None and (legal := match.legal(self.seat)):
                body |= {"answer": int(legal[pick % len(legal)]), "after": len(match.history), "draft": ""}
            if "seats" in body:
                body |= {"seats": 2 + pick % 3, "options": {}}
        for name in ("at", "draft"):
            if name in (case.query or {}):
                case.query[name] = str(pick)


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def one_of(operation: Any) -> Any:
    """What may be sent to a route, and what may not."""
    wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    return right | wrong if operation.body else right


def as_described(operation: Any, scene: Scene, too: str = "") -> set[int]:
    """Ask for it in many ways, or for too much: the statuses that came."""
    seen = set()

    @CALM
    @given(case=one_of(operation), pick=some.integers(0, 9), sensible=some.booleans(), as_program=some.booleans())
    def asked(case: Any, pick: int, sensible: bool, as_program: bool) -> None:
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = scene.table.id
        if sensible:
            scene.sensible(case, pick)
        request, told = scene.told(case, as_program, too)
        seen.add(told.status)
        headers = {name: [value] for name, value in told.headers}
        response = Response(told.status, headers, told.body.encode(), request, 0.0, True, encoding="utf-8")
        case.validate_response(response, checks=CHECKS)

    asked()
    return seen


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("stage", STAGES)
def test_the_server_says_only_what_is_described(asking: Asking, operations: list[Any], stage: str, who: str) -> None:
    scene = Scene(asking, stage, PEOPLE[who])
    seen = {(one.method.upper(), one.path): as_described(one, scene) for one in operations}
    assert {200, 201, 303, 400, 403, 404, 409} <= set().union(*seen.values()), "otherwise little was tried"
    device = "/t/{table_id}/seat/{code}"
    assert 200 in seen["GET", device] and {201, 303} & seen["POST", device], "a good link was among those tried"


# Limits -------------------------------------------------------------------------------------------------------------

TIGHT = Limits(requests=1, body=2_000, head=4_000)
TOO = {"often": 429, "long a head": 431, "long a body": 413}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with Asking(tmp_path_factory.mktemp("strict") / "tables.db", limits=TIGHT) as started:
        started.tables.bot_pause = 3_600.0
        yield started


@pytest.mark.parametrize("too", TOO)
def test_what_is_said_to_who_asks_for_too_much_is_described(strict: Asking, operations: list[Any], too: str) -> None:
    """Of every route: asked again, with a long head, with a long body."""
    scene = Scene(strict, "open", 0)
    tried = [one for one in operations if too != "long a body" or one.body]
    assert len(tried) > 5
    for operation in tried:
        assert as_described(operation, scene, too) == {TOO[too]}, operation.path


def test_a_status_that_is_not_described_is_found(asking: Asking) -> None:
    described = asking.app.openapi_schema.to_schema()
    del described["paths"]["/rules/{game}"]["get"]["responses"]["404"]
    operation = schemathesis.openapi.from_dict(described)["/rules/{game}"]["GET"]
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        as_described(operation, Scene(asking, "open", None))


def test_an_error_of_the_server_is_found(
    asking: Asking, operations: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_routes, "html", lambda *_: 1 / 0)
    operation = next(one for one in operations if one.path == "/credits")
    with pytest.raises(FailureGroup, match="Server error"):
        as_described(operation, Scene(asking, "open", None))


def test_what_cannot_be_done_to_an_address_is_told_with_what_can(asking: Asking, operations: list[Any]) -> None:
    ways: dict[str, set[str]] = {}
    for operation in operations:
        ways.setdefault(operation.path, set()).add(operation.method.upper())
    for path, known in ways.items():
        for method in {"GET", "POST", "PUT", "DELETE", "PATCH"} - known:
            told = asking.send(method, path.replace("{", "").replace("}", ""), {"accept": "application/json"}, b"")
            assert told.status == 405, (method, path)
            assert set(dict(told.headers)["allow"].split(", ")) - {"OPTIONS"} == known
            assert json.loads(told.body)["error"]
