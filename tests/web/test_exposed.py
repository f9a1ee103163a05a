"""The page of who could be read: for whom, when, and what it says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from doppiogioco.bots.decision import Reason
from doppiogioco.bots.exposure import Exposure, Watched
from doppiogioco.doors.asking import Asking
from doppiogioco.tables.table import Table

from .serving import Server
from .test_accessibility import LOOKS, serious
from .test_advice import HTML, JSON, ask
from .test_advice import finished as played_to_the_end
from .test_browser import Screen

ENGLISH, ITALIAN = {"accept-language": "en"}, {"accept-language": "it"}


def finished(asking: Asking, game: str = "top-secret-spies") -> tuple[Table, dict[str, str]]:
    """A match of a person and two bots, to its end."""
    return played_to_the_end(asking, game, seats=3)


def bystander(watched: Watched) -> Exposure:
    """Finds Anna out half-way, and the others never; Anna was given away by her first move."""
    many = len(watched.heard) - watched.dealt + 1
    anna = (0.2,) * (many // 2) + (0.97,) * (many - many // 2)
    courses = [anna if secret.seat == 0 else (0.2,) * (many - 1) + (0.25,) for secret in watched.secrets]
    name, at, held = watched.secrets[0][1:]
    number = next(number for number, (seat, _) in enumerate(watched.heard) if seat == 0)
    return Exposure(tuple(courses), (Reason(0, number, number, "", name, at, held[-1], 0.2, 0.5),))


def test_it_says_from_when_on_a_player_was_known_and_who_never_was(asking: Asking) -> None:
    asking.tables.advice.watch = bystander
    table, me = finished(asking)
    match = table.playing()
    body = ask(asking, table, "exposed", HTML, ENGLISH, me).body
    since = int(re.findall(r"As good as known from answer (\d+) of", body)[0])
    told = json.loads(ask(asking, table, "exposed", JSON).body)
    assert told["answers"] == len(match.history)
    first, *others = told["players"]
    assert (first["seat"], first["since"]) == (0, since)
    assert len(first["course"]) == told["answers"] - told["dealt"] + 1
    assert first["course"][since - told["dealt"] - 1] == 0.2 and first["course"][since - told["dealt"]] == 0.97
    assert [(one["seat"], one["since"]) for one in others] == [(1, None), (2, None)]
    assert f'href="/t/{table.id}/replay?as=table&amp;at={since}"' in body
    assert body.count("Never found out: 25 % at the end, 25 % at most.") == 2
    assert "2.5 times as likely, 50 %" in body
    assert body.count('class="tag-you"') == 1
    own = match.game.words.suspected(match.view(), "owner", (match.view().owner.index(0),), 0, match.voice("en"))
    assert own in body and first["text"] == own
    assert "Identità mai scoperta: 25 % alla fine" in ask(asking, table, "exposed", HTML, ITALIAN).body


def test_it_is_worked_out_once_for_all_who_ask(asking: Asking) -> None:
    watched = list[Watched]()

    def watch(match: Watched) -> Exposure:
        watched.append(match)
        return bystander(match)

    asking.tables.advice.watch = watch
    table, me = finished(asking)
    assert len({ask(asking, table, "exposed", JSON, *some).body for some in ((), (me,), ())}) == 1
    assert len(watched) == 1


def test_it_says_where_the_thread_was_lost(asking: Asking) -> None:
    def watch(match: Watched) -> Exposure:
        return Exposure(tuple((0.2, 0.3) for _ in match.secrets), ())

    asking.tables.advice.watch = watch
    table, _ = finished(asking)
    dealt = json.loads(ask(asking, table, "exposed", JSON).body)["dealt"]
    assert f"After answer {dealt + 1} too much was possible" in ask(asking, table, "exposed", HTML, ENGLISH).body


def test_nothing_is_told_before_the_end_or_where_nobody_hides(asking: Asking) -> None:
    asking.tables.advice.watch = lambda _: pytest.fail("nobody may look yet")
    told = json.loads(asking.ask("POST", "/new/secrets", JSON, {"name": "Anna", "seats": 4, "bots": 1}).body)
    assert asking.ask("GET", f"/t/{told['table']}/exposed", HTML).status == 409
    assert "/exposed" not in asking.ask("GET", f"/t/{told['table']}/replay", HTML).body
    table, me = finished(asking, "agent-avenue")
    assert ask(asking, table, "exposed", HTML).status == 404
    for page in ("", "replay"):
        assert "/exposed" not in ask(asking, table, page, HTML, me).body


def test_as_long_as_bots_are_not_ready_it_says_so_and_looks_again_by_itself(asking: Asking) -> None:
    asking.tables.advice.watch = lambda _: None
    table, me = finished(asking)
    told = ask(asking, table, "exposed", HTML, ENGLISH)
    assert told.status == 409
    assert "still getting ready" in told.body
    wait = re.findall(r'http-equiv="refresh" content="(\d+)"', told.body)
    assert ("retry-after", *wait) in told.headers
    asking.tables.advice.watch = bystander
    assert ask(asking, table, "exposed", HTML).status == 200
    for page in ("", "replay"):
        assert f'href="/t/{table.id}/exposed"' in ask(asking, table, page, HTML, me).body


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS, ids=["light", "dark", "phone"])
def test_everybody_can_read_it(
    asking: Asking,
    chrome: Any,
    server: Server,
    scheme: str,
    viewport: dict[str, int],
) -> None:
    asking.tables.advice.watch = bystander
    table, me = finished(asking)
    body = ask(asking, table, "exposed", HTML, ENGLISH, me).body
    screen = Screen(chrome, server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    screen.page.route("**/exposed", lambda route: route.fulfill(body=body, content_type="text/html"))
    screen.page.goto(f"{server.address}/t/{table.id}/exposed")
    assert screen.page.locator(".course polyline").count() == 3
    screen.fits()
    assert serious(screen.page) == []
    screen.close()
