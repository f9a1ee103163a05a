"""The description of the routes for programs (OpenAPI): what is sent, what comes back, and every way to say no.

A route says what is its own with `operation_class=described(...)`; what is common stands here. The words of the
refusals are those of docs/api.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from litestar.enums import MediaType
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPIHeader,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Parameter,
    Reference,
    RequestBody,
    Schema,
    SecurityScheme,
    Server,
)
from litestar.openapi.spec.enums import OpenAPIType
from msgspec.json import schema_components

from doppiogioco import __version__
from doppiogioco.engine.words import LANGUAGES

from . import shapes
from .place import own

HTML, SVG, CSS, EVENTS, TEXT = MediaType.HTML.value, "image/svg+xml", "text/css", "text/event-stream", "text/plain"
PNG = "image/png"
JSON, FORM = MediaType.JSON.value, "application/x-www-form-urlencoded"
Content = str | type  # a media type, or the shape of some JSON
Answers = dict[int, tuple[Content, ...]]  # by status

REFUSALS = {
    400: "nobody can read it",
    403: "somebody else may do this",
    404: "there is no such thing",
    409: "not now, not like this, or too late",
    410: "this version cannot read the table any more, or nobody came to it for so long that it was closed",
    413: "too long",
    429: "too fast",
    503: "the database cannot be reached",
}
COMMON = (429, 503)  # at every route, and
HEAD_TOO_LONG = 431  # said before anything is read, so without words
POSTED = (400, 403, 413)  # whatever is sent may be unreadable, from another site, or too long
AT_A_TABLE = (403, 404, 410)  # some tables have no spectators
WISHED = (*POSTED, *AT_A_TABLE, 409)
AWAY: Answers = {303: ()}  # back to a page

SHAPES = [shape for shape in vars(shapes).values() if isinstance(shape, type) and shape.__module__ == shapes.__name__]
_REFERENCES, _SCHEMAS = schema_components(SHAPES, ref_template="#/components/schemas/{name}")


@dataclass
class Shapes(Components):
    """The shapes beside what Litestar finds by itself, which it puts in place of any that were there before."""

    def to_schema(self) -> dict[str, Any]:
        """As it is told."""
        found = super().to_schema()
        found["schemas"] = found.get("schemas", {}) | _SCHEMAS
        return found


def described(
    answers: Answers,
    *,
    refuses: Iterable[int] = (),
    body: type | None = None,
    query: Mapping[str, str] | None = None,
    regions: bool = False,
) -> type[Operation]:
    """How a route is told: what it answers by status, what it refuses, its body, what may stand in its address.

    With `regions` the script may ask for parts of the page.
    """
    responses: dict[str, OpenAPIResponse | Reference] = {
        str(status): _response(status, content) for status, content in answers.items()
    }
    refused = sorted({*refuses, *COMMON, HEAD_TOO_LONG} - set(answers))
    responses |= {str(status): Reference(ref=f"#/components/responses/{status}") for status in refused}
    parameters = [_parameter(name, words) for name, words in (query or {}).items()]
    parameters.append(Reference(ref="#/components/parameters/language"))
    if regions:
        parameters.append(Reference(ref="#/components/parameters/regions"))

    @dataclass
    class Described(Operation):
        def __post_init__(self) -> None:
            self.responses = dict(sorted(responses.items()))
            self.parameters = [*(self.parameters or ()), *parameters]
            self.security = [{}, {"seat": []}]
            if body:
                content = {kind: OpenAPIMediaType(schema=_reference(body)) for kind in (JSON, FORM)}
                self.request_body = RequestBody(content=content)

    return Described


def _reference(shape: type) -> Reference:
    return Reference(ref=_REFERENCES[SHAPES.index(shape)]["$ref"])


def _parameter(name: str, words: str, where: str = "query", *possible: str) -> Parameter | Reference:
    schema = Schema(type=OpenAPIType.STRING, enum=list(possible) or None)
    return Parameter(name=name, param_in=where, description=words, required=False, schema=schema)


def _response(status: int, content: tuple[Content, ...]) -> OpenAPIResponse:
    """An answer. Several shapes of JSON are alternatives: for a program, and for the script."""
    told = {kind: OpenAPIMediaType(schema=_as_text(kind)) for kind in content if isinstance(kind, str)}
    data = [_reference(shape) for shape in content if not isinstance(shape, str)]
    if data:
        told[JSON] = OpenAPIMediaType(schema=data[0] if len(data) == 1 else Schema(any_of=data))
    if status == 303:
        where = OpenAPIHeader(description="a page of this server", schema=Schema(type=OpenAPIType.STRING))
        return OpenAPIResponse(description="for browsers: on to a page", headers={"Location": where})
    words = {200: "as asked for", 201: "for programs: the seat is taken, and this is its token", 503: "it is not well"}
    return OpenAPIResponse(description=words[status], content=told)


def _as_text(kind: str) -> Schema:
    """What is told in this kind of text. An event of a stream tells a table, or parts of its page."""
    if kind != EVENTS:
        return Schema(type=OpenAPIType.STRING)
    told = Schema(any_of=[_reference(shapes.TableTold), _reference(shapes.Regions)])
    data = Schema(type=OpenAPIType.STRING, content_media_type=JSON, content_schema=told)
    return Schema(type=OpenAPIType.OBJECT, properties={"data": data})


def _refusal(status: int) -> OpenAPIResponse:
    content = {
        HTML: OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING)),
        JSON: OpenAPIMediaType(schema=_reference(shapes.Error)),
    }
    wait = OpenAPIHeader(description="seconds", schema=Schema(type=OpenAPIType.STRING))
    told = OpenAPIResponse(description=REFUSALS[status], content=content)
    if status in COMMON:
        told.headers = {"Retry-After": wait}
    return told


def description() -> OpenAPIConfig:
    """Where and how the routes are described."""
    refusals: dict[str, OpenAPIResponse | Reference] = {str(status): _refusal(status) for status in REFUSALS}
    refusals[str(HEAD_TOO_LONG)] = OpenAPIResponse(description="the head of the request is too long")
    common = Shapes(
        responses=refusals,
        parameters={
            "language": _parameter("language", "of what is said, where no cookie says otherwise", "query", *LANGUAGES),
            "regions": _parameter("X-Regions", "the script asks for parts of the page", "header", "all", "live"),
        },
        security_schemes={
            "seat": SecurityScheme(
                type="http", scheme="bearer", description="the token of a seat; without: a spectator"
            )
        },
    )
    return OpenAPIConfig(
        title="Doppiogioco",
        version=__version__,
        description="The same addresses for browsers and for programs, which send `Accept: application/json`.",
        path="/api",
        servers=[Server(url=own("/"))],
        components=common,
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )
