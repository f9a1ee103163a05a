"""Below a path of its host: every address that a page, a script or an answer holds leads on, and below that path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from httpx import Client, Response
from websockets.sync.client import connect

import doppiogioco
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.research.remote_seat import LINK
from doppiogioco.web.lobby import qr_code
from doppiogioco.web.place import ADDRESS, root_in
from doppiogioco.web.render import STATIC, templates

from .serving import PATIENCE, Server, example_bot
from .test_browser import press, sent, settled

pytestmark = pytest.mark.xdist_group("root path")

ROOT = "/games"
GAMES = doppiogioco.games()
PROGRAM = {"accept": "application/json"}
FOUND = re.compile(r"""\s(href|src|action|content|data-[a-z]+)=["']((?:https?://|[./])[^"']*)["']""")
SHARED = re.compile(r'class="share" href="([^"]+)"')
ACTS = {"action"}  # a form is not sent by following it
LISTENS = {"data-live"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server below a path."""
    with Server(tmp_path_factory.mktemp("root") / "tables.db", "--root-path", f"{ROOT}/") as started:
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    headers = {"accept": "text/html", "accept-language": "en"}
    with Client(headers=headers, timeout=PATIENCE / 1_000, follow_redirects=False) as started:
        yield started


class Walk:
    """Somebody who follows every address that they find."""

    def __init__(self, client: Client, server: Server) -> None:
        self.client, self.server = client, server
        self.done: set[tuple[str, ...]] = set()
        self.pages: list[str] = []

    def ours(self, address: str) -> str:
        """An address, which must be one below the path."""
        parts = urlsplit(address)
        assert f"http://{parts.netloc}{ROOT}" == self.server.address, address
        assert parts.path == ROOT or parts.path.startswith(f"{ROOT}/"), address
        return address

    def follow(self, start: str) -> None:
        """From one page on to all that can be reached."""
        waiting = [(start, "href")]
        while waiting:
            address, how = waiting.pop()
            parts = urlsplit(self.ours(address))
            look = (
                how if how in ACTS | LISTENS else "",
                parts.path,
                *sorted(parse_qs(parts.query)),
            )  # not every moment
            if look in self.done:
                continue
            self.done.add(look)
            waiting += [(urljoin(address, other), way) for way, other in self.found(address, how)]

    def found(self, address: str, how: str) -> list[tuple[str, str]]:
        """The addresses that stand behind another one."""
        if how in LISTENS:
            origin = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())}
            with connect(address.replace("http", "ws", 1), additional_headers=origin) as line:
                return addresses("".join(json.loads(line.recv())["regions"].values()))
        if how == "data-events":
            with self.client.stream("GET", address) as events:
                assert events.status_code == 200
                return addresses("".join(json.loads(next(events.iter_lines())[5:])["regions"].values()))
        answer = self.client.get(address)
        if how in ACTS:
            assert answer.status_code != 404, address
            return []
        assert answer.status_code == 200, (address, answer.status_code)
        kind = answer.headers["content-type"]
        if "manifest" in kind:
            told = answer.json()
            return [
                ("href", told["start_url"]),
                ("href", told["scope"]),
                *(("src", one["src"]) for one in told["icons"]),
            ]
        if "text/css" in kind:
            return [("src", one) for one in re.findall(r"url\(['\"]?([^'\")]+)", answer.text)]
        if "text/html" in kind:
            self.pages.append(urlsplit(address).path)
        return addresses(answer.text) if "text/html" in kind else []


def addresses(text: str) -> list[tuple[str, str]]:
    return FOUND.findall(unescape(text))


def sent_on(answer: Response) -> str:
    """Where somebody is sent who has done something."""
    assert answer.status_code == 303, answer.text
    where = answer.headers["location"]
    assert where.startswith(f"{ROOT}/")
    return where.removeprefix(ROOT)


def test_every_address_leads_on(server: Server, client: Client) -> None:
    home, walk = server.address, Walk(client, server)
    lobby = sent_on(client.post(f"{home}/new/secrets", data={"name": "Anna", "seats": 4}))
    tables = [
        sent_on(client.post(f"{home}/new/{game}", data={"name": "Anna", "bots": "1", "hints": "on", "level": "easy"}))
        for game in GAMES
    ]
    over = f"/t/{example_bot().main(home, 'agent-avenue')['table']}"  # a program has played there to the end
    assert all(
        "path=/games;" in one.lower() for one in client.post(f"{home}/theme/dark").headers.get_list("set-cookie")
    )
    starts = ["", "/", f"{lobby}", *tables, *(f"{table}/{page}" for table in tables for page in ("memory", "notebook"))]
    starts += [over, f"{over}/why", "/metrics", "/health", f"{lobby}/seat"]
    for start in starts:
        walk.follow(f"{home}{start}")
    for page in (
        "/",
        "/credits",
        "/rules/spywhere",
        "/new/spywhere",
        f"{lobby}/seat",
        f"{tables[0]}/replay",
        f"{over}/replay",
        f"{over}/why",
    ):
        assert f"{ROOT}{page}" in walk.pages
    assert any("/seat/" in page for page in walk.pages), "the link for another device was followed"
    assert len([one for one in walk.done if one[0] == "data-live"]) >= len(GAMES) + 2


@pytest.mark.parametrize("path", ["/nowhere", "/t/nowhere", "/join?code=nowhere", "/rules/nothing"])
def test_errors_lead_on_too(server: Server, client: Client, path: str) -> None:
    answer = client.get(f"{server.address}{path}")
    assert answer.status_code == 404
    walk = Walk(client, server)
    for way, address in addresses(answer.text):
        if way not in ACTS and not address.endswith(path.partition("?")[0]):  # its own address, for previews
            walk.follow(urljoin(server.address, address))


def test_whole_addresses_have_the_path(server: Server, client: Client) -> None:
    lobby = sent_on(client.post(f"{server.address}/new/secrets", data={"name": "Anna", "seats": 4}))
    text, link = unescape(client.get(f"{server.address}{lobby}").text), f"{server.address}{lobby}"
    for told in (f'property="og:url" content="{link}"', f'data-copy="{link}"', f'data-share="{link}"', qr_code(link)):
        assert told in text
    assert f'property="og:image" content="{server.address}/static/previews/' in text
    assert LINK.fullmatch(link)
    offered = SHARED.search(unescape(client.get(f"{link}/seat").text))
    assert offered and offered[1].startswith(f"{link}/seat/")
    assert LINK.fullmatch(offered[1])
    assert client.get(f"{server.address}/api/openapi.json").json()["servers"] == [{"url": f"{ROOT}/"}]


def test_who_has_done_something_is_sent_on_below_the_path(server: Server, client: Client) -> None:
    home = server.address
    table = sent_on(client.post(f"{home}/new/secrets", data={"name": "Anna", "seats": 4}))
    assert sent_on(client.get(f"{home}/join?code={home}{table}")) == table
    assert sent_on(client.post(f"{home}/language/it?to={ROOT}{table}")) == table
    assert sent_on(client.post(f"{home}/language/en?to=/elsewhere")) == "/"
    assert sent_on(client.post(f"{home}/level/easy")) == "/"
    assert sent_on(client.post(f"{home}{table}/sit")) == table
    assert sent_on(client.post(f"{home}{table}/say", data={"text": "Ciao!"})) == table
    assert sent_on(client.post(f"{home}{table}/start")) == table
    assert sent_on(client.post(f"{home}{table}/notebook", data={"text": "mine"})) == f"{table}/notebook"
    token = SHARED.search(unescape(client.get(f"{home}{table}/seat").text))
    assert token and sent_on(client.post(token[1])) == table
    other = sent_on(client.post(f"{home}/new/secrets", data={"name": "Anna", "seats": 4}))
    stood = client.post(f"{home}{other}/stand")
    assert sent_on(stood) == other
    assert "path=/games" in stood.headers["set-cookie"].lower()
    assert client.get(f"{home}{other}", headers=PROGRAM).json()["you"] is None


def test_a_proxy_may_take_the_path_off(server: Server, client: Client) -> None:
    bare = server.address.removesuffix(ROOT)
    assert client.get(f"{bare}/health").json()["ok"]
    assert client.get(f"{bare}/rules/secrets").text == client.get(f"{server.address}/rules/secrets").text
    assert client.get(f"{bare}/gamesome").status_code == 404


def played(context: Any, server: Server, table: str) -> int:
    """How many answers the person at this browser has given."""
    told = context.request.get(urljoin(server.address, table), headers=PROGRAM).json()
    return len([seat for seat, _ in told["heard"] if seat == told["you"]])


def test_a_move_in_a_browser(chrome: Any, server: Server) -> None:
    context = chrome.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page, asked, wrong = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws", "http", 1)))
    page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{server.address}/")
    page.locator("form[action$='/new/top-secret-spies'] button").first.click()
    page.wait_for_url(f"**{ROOT}/t/*")
    page.locator("#question .answers button").first.wait_for()
    table = urlsplit(page.url).path
    answered = played(context, server, table)
    while played(context, server, table) == answered:
        settled(page)
        press(page, "#question button[name=confirm]", 0) or press(page, "#question .answers button", 0)
        sent(page)
    page.wait_for_function("[...document.querySelectorAll('use')].some((one) => one.getBBox().width > 0)")  # icons
    context.close()
    assert wrong == []
    assert any("/live" in address for address in asked)
    for address in asked:
        assert urlsplit(address).path.startswith(f"{ROOT}/"), address


def test_no_template_and_no_script_has_an_address_that_is_not_placed() -> None:
    for template in templates():
        text = template.read_text(encoding="utf-8")
        assert len(re.findall(r"""=\s*["']/(?!/)""", text)) == len(ADDRESS.findall(text)), template
    for file in (*STATIC.glob("*.js"), *STATIC.glob("*.css")):
        assert not re.search(r"""["'`(]/[a-z]""", file.read_text(encoding="utf-8")), file


@pytest.mark.parametrize(
    ("said", "root"), [("", ""), ("/", ""), ("games", "/games"), ("/games/", "/games"), ("/a/b-c.d", "/a/b-c.d")]
)
def test_a_path_may_be_written_in_several_ways(said: str, root: str) -> None:
    assert root_in(said) == root


@pytest.mark.parametrize("said", ['/"><b>', "/a//b", "/a b", "https://example.org/games", "/gämes", "/a?b"])
def test_what_cannot_be_a_path_is_refused(said: str) -> None:
    with pytest.raises(DoppiogiocoError, match="cannot stand before"):
        root_in(said)
