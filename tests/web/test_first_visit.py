"""What annoyed somebody who came for the first time: each of it mended, and held."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from doppiogioco.bots.decision import Decision
from doppiogioco.doors.asking import Asking
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Answer, Given
from doppiogioco.engine.records import replay

from .serving import Server
from .test_advice import HTML, Sage, ask, finished
from .test_browser import DESKTOP, PHONE, Screen, boxes, settled

ENGLISH = {"accept-language": "en"}
# Of what is said beside a name: does it lie on top as soon as it is there, or does something cut it off?
WATCH = """
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const words = document.querySelector(".bubble"), told = document.documentElement.dataset;
  if (!words || told.readable) return;
  words.scrollIntoView({ block: "center" });
  const { left, bottom } = words.getBoundingClientRect();
  told.readable = document.elementFromPoint(left + 6, bottom - 6) === words;
}).observe(document.body, { childList: true, subtree: true }));
"""


def test_who_has_played_reads_whether_they_have_won_and_who_looked_on_does_not(asking: Asking) -> None:
    """The page of a finished table is drawn once for all; its style sheet shows each seat its own stamp."""
    table, me = finished(asking)
    outcome = table.playing().outcome
    assert outcome is not None
    body = ask(asking, table, "", HTML, ENGLISH, me).body
    stamps = {
        text: {int(seat) for seat in seats.split()}
        for seats, text in re.findall(r'class="stamp outcome" data-seat="([\d ]*)">([^<]*)<', body)
    }
    assert stamps == {"You have won": set(outcome.winners), "You have lost": set(range(4)) - set(outcome.winners)}
    assert 'data-seat="0"' in body
    assert 'data-seat=""' in ask(asking, table, "", HTML, ENGLISH).body


def test_from_the_result_one_finds_what_the_bots_thought(asking: Asking) -> None:
    table, me = finished(asking)
    assert f'href="/t/{table.id}/why"' in ask(asking, table, "", HTML, me).body


class Doubter(Sage):
    """An adviser that would have given the first answer nearly always, and each other one as often as it is told. After
    the first a bystander would be surer than after another by so much."""

    def __init__(self, other: float, surer: float) -> None:
        super().__init__()
        self.other, self.surer = other, surer

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        rest = dict.fromkeys(legal[1:], self.other)
        sure = {legal[0]: 0.3 + self.surer} | dict.fromkeys(legal[1:], 0.3)
        return Decision(legal[0], {legal[0]: 1 - sum(rest.values())} | rest, None, sure=sure)


@pytest.mark.parametrize(
    ("other", "surer", "said"),
    [
        (0.05, 0.0, "does not always give the best one"),
        (0.05, 0.5, "about as good and gives less away"),
        (0.001, 0.5, "With more time to think"),
    ],
)
def test_why_a_bot_did_not_give_its_best_answer(asking: Asking, other: float, surer: float, said: str) -> None:
    table, _ = finished(asking)
    asking.tables.advice.make = lambda *_: Doubter(other, surer)
    match = table.playing()
    for number in sorted(table.by_bot):
        given, legal = match.history[number], replay(match.record(), upto=number).legal(match.history[number].seat)
        if len(legal) > 1 and given.answer != int(legal[0]):
            break
    assert said in ask(asking, table, f"why?at={number}", HTML, ENGLISH).body


def test_a_finished_game_is_looked_back_at_through_ones_own_eyes_first(asking: Asking) -> None:
    table, me = finished(asking)
    chosen = re.compile(r'<option value="(\w+)" selected>')
    assert chosen.findall(ask(asking, table, "replay", HTML, me).body) == ["0"]
    assert chosen.findall(ask(asking, table, "replay", HTML).body) == ["table"]


def test_what_is_said_can_be_read_and_the_page_stays_as_it_is(chrome: Any, server: Server) -> None:
    screen = Screen(chrome, server, viewport=PHONE)
    page = screen.page
    screen.context.add_init_script(WATCH)
    screen.against_bots("secrets")
    settled(page)
    page.locator(".claims summary").click()
    page.get_by_role("button", name="Fidati di me.").click()
    expect(page.locator("#chat li.claim", has_text="Fidati di me.")).not_to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-readable", "true")  # not cut off by its speaker's small plate
    page.set_viewport_size(DESKTOP)
    expect(page.locator(".claims[open]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight") <= DESKTOP["height"], "opened claims take no room"
    rows = {round(row["height"]) for row in boxes(page, "#players li")}
    assert max(rows) - min(rows) <= 1, "no row grows when its turn comes"
    screen.close()
