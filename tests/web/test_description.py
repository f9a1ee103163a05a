"""The description of the routes: whole, and the same as the documents and the server."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from litestar.openapi.spec import Operation
from litestar.routes import HTTPRoute

from doppiogioco.engine.errors import IllegalAnswer, UnknownGame
from doppiogioco.tables.refusals import BadName, SetAside
from doppiogioco.web import hosting, table_routes
from doppiogioco.web.app import create_app
from doppiogioco.web.described import HEAD_TOO_LONG, REFUSALS
from doppiogioco.web.limits import TooMany
from doppiogioco.web.statuses import BROKEN, STATUSES, status_of

from .serving import ROOT

NOT_DESCRIBED = {"/api", "/static"}  # the description itself, and files
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return create_app(tmp_path_factory.mktemp("described") / "tables.db")


@pytest.fixture(scope="module")
def told(app: Any) -> dict[str, Any]:
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    return schema


def test_every_error_has_the_code_of_the_nearest_kind() -> None:
    errors = [BadName("x"), IllegalAnswer("x", "1.1"), UnknownGame("x"), SetAside("x"), TooMany(1.0), KeyError("x")]
    assert [status_of(error) for error in errors] == [409, 409, 404, 410, 429, BROKEN]
    assert set(STATUSES.values()) <= set(REFUSALS), "each of them is described"


def test_every_route_is_described_by_what_it_does(app: Any, told: dict[str, Any]) -> None:
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or re.match(r"/[^/]*", route.path)[0] in NOT_DESCRIBED:  # type: ignore[index]
            continue
        for method, (handler, _) in route.route_handler_map.items():
            if method == "OPTIONS":
                continue
            assert handler.operation_class is not Operation, route.path
            operation = told["paths"][route.path_format][method.lower()]
            assert operation["description"], route.path
            assert {"429", "431", "503"} <= set(operation["responses"])
            reads = "form_of(" in inspect.getsource(handler.fn)
            assert ("requestBody" in operation) == reads, route.path
            assert not reads or {"400", "403", "413"} <= set(operation["responses"])


def test_game_styles_are_described_though_files_are_not(told: dict[str, Any]) -> None:
    assert "/static/games/{name}" in told["paths"]
    assert "/metrics" in told["paths"]


def test_what_is_referred_to_is_there(told: dict[str, Any]) -> None:
    references = set(re.findall(r"'\$ref': '#/components/(\w+)/(\w+)'", str(told)))
    assert references
    for kind, name in references:
        assert name in told["components"][kind]


def test_the_wishes_are_those_that_are_granted(told: dict[str, Any]) -> None:
    granting = inspect.getsource(table_routes.wish_for.fn) + inspect.getsource(hosting.hosts_wish)
    cases = re.findall(r'case "(\w+)":', granting)
    described = next(
        parameter["schema"]["enum"]
        for parameter in told["paths"]["/t/{table_id}/{wish}"]["post"]["parameters"]
        if parameter.get("name") == "wish"
    )
    assert sorted(cases) == sorted(described)
    for wish in cases:
        assert f"/{wish}`" in API, wish


def test_the_document_for_programs_says_the_same(told: dict[str, Any]) -> None:
    text = re.sub(r"\s+", " ", API)
    for status, words in REFUSALS.items():
        assert f"| {status} | {words}" in text
    statuses = {status for path in told["paths"].values() for one in path.values() for status in one["responses"]}
    assert {str(status) for status in (*REFUSALS, HEAD_TOO_LONG, 503)} <= statuses
    for status in statuses - {"200", "303"}:
        assert status in text, status
    for body in (
        "NewTable", "Sitting", "Moving", "Saying", "Wishing", "Jotting",
        "TableTold", "SeatTold", "Said", "Legal", "Ending",
    ):  # fmt: skip
        for name in told["components"]["schemas"][body]["properties"]:
            assert f"`{name}`" in API, (body, name)
