"""The routes, asked as browsers without a script and as programs ask them."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar.testing import TestClient

import doppiogioco
from doppiogioco.engine.records import verify
from doppiogioco.rulebook import clauses
from doppiogioco.web.app import create_app

JSON = {"accept": "application/json"}
GAMES = doppiogioco.games()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return create_app(tmp_path_factory.mktemp("web") / "tables.db", bot_pause=0)


@pytest.fixture
def anna(app: Any) -> Iterator[TestClient[Any]]:
    with TestClient(app) as client:
        yield client


class Person:
    """A browser of their own on the same server."""

    def __init__(self, client: TestClient[Any], language: str = "en") -> None:
        self.client, self.cookies, self.language = client, dict[str, str](), language

    def ask(self, method: str, path: str, **more: Any) -> Any:
        self.client.cookies.clear()
        for name, value in self.cookies.items():
            self.client.cookies.set(name, value)
        headers = {"accept-language": self.language, "accept": "text/html"} | more.pop("headers", {})
        answer = self.client.request(method, path, headers=headers, follow_redirects=False, **more)
        self.cookies |= dict(answer.cookies)
        return answer

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more)

    def post(self, path: str, **fields: Any) -> Any:
        return self.ask("POST", path, data=fields)

    def state(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(table, headers=JSON).json()
        return found


def opened(person: Person, game: str = "secrets", **fields: Any) -> str:
    answer = person.post(f"/new/{game}", **({"seats": 4, "name": "Anna"} | fields))
    assert answer.status_code == 303
    return str(answer.headers["location"])


def friendly(answer: Any, status: int, words: str) -> None:
    """A page in words, with a way on."""
    assert answer.status_code == status
    assert words in answer.text
    assert re.search(r'<a class="btn[^"]*" href="/', answer.text)


# Looking around -----------------------------------------------------------------------------------------------------


def test_home_shows_every_game_in_the_browsers_language(anna: TestClient[Any]) -> None:
    english, italian = Person(anna).get("/"), Person(anna, "it-IT,it;q=0.9,en;q=0.5").get("/")
    for game in GAMES:
        assert f'action="/new/{game}"' in english.text
    assert "Hidden identities." in english.text
    assert "Identità nascoste." in italian.text
    assert '<html lang="it"' in italian.text


def test_the_language_switch_is_remembered_and_leads_back(anna: TestClient[Any]) -> None:
    person = Person(anna)
    answer = person.post("/language/it?to=/rules/secrets")
    assert answer.headers["location"] == "/rules/secrets"
    assert "Regole" in person.get("/rules/secrets").text
    assert person.post("/language/xx?to=//evil.example").headers["location"] == "/"
    assert 'data-theme="dark"' in (person.post("/theme/dark"), person.get("/"))[1].text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_rules_have_a_place_for_every_clause(anna: TestClient[Any], game: str, language: str) -> None:
    text = Person(anna, language).get(f"/rules/{game}").text
    assert clauses(game, language)
    for number in clauses(game, language):
        assert f'id="r{number}"' in text


def test_other_pages(anna: TestClient[Any]) -> None:
    person = Person(anna)
    assert "Font Awesome" in person.get("/credits").text
    assert "<symbol" in person.get("/icons.svg").text
    assert person.get("/static/table.js").status_code == 200
    assert person.get("/api/openapi.json").json()["openapi"].startswith("3.1")
    for path in ("/", "/rules/secrets"):
        policy = person.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_pages_have_no_inline_scripts_styles_or_other_hosts(anna: TestClient[Any]) -> None:
    person = Person(anna)
    table, before = opened(person, bots=1), opened(person)
    for path in ("/", "/join?code=x", "/new/top-secret-spies", "/rules/secrets", before, table, f"{table}/seat"):
        text = person.get(path).text
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*src=\"/)|\son\w+=", text), path
        assert not re.search(r"(?:href|src)=\"https?://(?!testserver)", text), path


# A table ------------------------------------------------------------------------------------------------------------


def test_two_people_and_a_watcher_see_different_secrets(anna: TestClient[Any]) -> None:
    one, other, watcher = Person(anna), Person(anna), Person(anna)
    table = opened(one, "top-secret-spies", seats=2)
    assert other.post(f"{table}/sit", name="Bruno").status_code == 303
    assert one.post(f"{table}/start").status_code == 303
    owners = [person.state(table)["view"]["owner"] for person in (one, other, watcher)]
    assert [sum(cell >= 0 for cell in owner) for owner in owners] == [1, 1, 0]
    assert owners[0] != owners[1]
    assert watcher.state(table)["you"] is None
    assert watcher.state(table)["legal"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_without_a_script(anna: TestClient[Any], game: str) -> None:
    """Forms only: every page is asked for, one of its buttons pressed, until the results are there."""
    person = Person(anna, "it")
    table = opened(person, game, seats=doppiogioco.find(game).rules.SEATS[0], bots=1)
    path, pressed = table, 0
    while 'class="results"' not in (text := person.get(path).text):
        path = table
        fields = dict(re.findall(r'<input type="hidden" name="(after|draft)" value="([^"]*)"', text))
        answers = re.findall(r'name="answer" value="(\d+)"', text)
        if 'name="confirm"' in text:
            answer = person.post(f"{table}/move", confirm=1, **fields)
        elif answers:
            answer = person.post(f"{table}/move", answer=answers[len(text) % len(answers)], **fields)
        else:
            time.sleep(0.01)  # the bots are at it, however long that takes
            continue
        pressed += 1
        assert pressed < 1_000, "the game does not end"
        assert answer.status_code in (303, 409)
        path = answer.headers.get("location", table)
    record = person.get(f"{table}/record.json").json()
    assert verify(record) > 0
    assert "as=everything" not in text
    for eyes in ("table", "0", "everything"):
        assert person.get(f"{table}/replay?as={eyes}&at=12").status_code == 200


def test_parts_of_a_move_are_drafted_taken_back_and_confirmed(anna: TestClient[Any]) -> None:
    people = [Person(anna), Person(anna)]
    table = opened(people[0], "top-secret-spies", seats=2)
    people[1].post(f"{table}/sit", name="Bruno")
    people[0].post(f"{table}/start")
    mover = people[people[0].state(table)["waiting"][0]]
    while (state := mover.state(table))["view"]["points"] < 2 or state["question"].count("1-3"):
        mover.ask("POST", f"{table}/move", json={"answer": state["legal"][0]["answer"]}, headers=JSON)
        mover = people[mover.state(table)["waiting"][0]]
    points, before = state["view"]["points"], state["view"]["at"]
    drafted = mover.post(f"{table}/move", answer=0, after=state["after"])
    assert drafted.headers["location"] == f"{table}?draft=0"
    assert "Schulz" in mover.get(drafted.headers["location"]).text
    assert mover.state(table)["view"]["at"] == before, "a draft is not played"
    answers = ",".join(["0"] * points)
    assert (
        mover.post(f"{table}/move", draft=answers, after=state["after"]).headers["location"]
        == f"{table}?draft={answers}"
    )
    assert "Is that your move?" in mover.get(f"{table}?draft={answers}").text
    assert mover.post(f"{table}/move", draft=answers, confirm=1, after=state["after"]).headers["location"] == table
    assert mover.state(table)["view"]["at"][0] == before[0] + points


def test_a_program_plays_with_a_token(anna: TestClient[Any]) -> None:
    body = {"seats": 4, "name": "Robo", "bots": "1"}
    answer = anna.post("/new/secrets", json=body, headers=JSON)
    assert answer.status_code == 201
    data = answer.json()
    anna.cookies.clear()
    headers = JSON | {"authorization": f"Bearer {data['token']}"}
    path = f"/t/{data['table']}"
    while data["stage"] == "playing":
        if data["legal"]:
            move = {"answer": data["legal"][0]["answer"], "after": data["after"]}
            anna.post(f"{path}/move", json=move, headers=headers)
        data = anna.get(path, headers=headers).json()
    assert data["outcome"]["scores"]
    assert anna.get(path, headers=JSON).json()["you"] is None


def test_options_of_a_table(anna: TestClient[Any]) -> None:
    person = Person(anna)
    table = opened(person, "top-secret-spies", seats=3, options=1, **{"option-dossier": "on"}, pace=60, listed="off")
    state = person.state(table)
    assert state["options"] == {"top-secret": False, "dossier": True}
    assert state["pace"] == 60
    assert table not in Person(anna).get("/").text
    shown = opened(person, "top-secret-spies", seats=3)
    assert shown in Person(anna).get("/").text


def test_how_well_bots_play_is_chosen_shown_and_remembered(anna: TestClient[Any]) -> None:
    person = Person(anna, "it")
    assert '<button class="btn small go" aria-pressed="true">medio</button>' in person.get("/").text
    assert person.post("/level/master").headers["location"] == "/"
    assert '<button class="btn small go" aria-pressed="true">maestro</button>' in person.get("/").text
    table = opened(person, bots=1)
    assert [seat["level"] for seat in person.state(table)["seats"]] == [None, "master", "master", "master"]
    assert "bot · </span>maestro</span>" in person.get(table).text
    chosen = opened(person, level="easy")
    person.post(f"{chosen}/bot", seat=1, level="hard")
    person.post(f"{chosen}/start")
    assert [seat["level"] for seat in person.state(chosen)["seats"]] == [None, "hard", "easy", "easy"]
    assert 'aria-pressed="true">facile</button>' in person.get("/").text, "the last choice counts"
    friendly(person.post(f"{opened(person)}/bot", seat=1, level="genius"), 409, "ci sono easy, medium, hard, master")
    friendly(person.post("/new/secrets", level="genius", name="Anna"), 409, "ci sono easy, medium, hard, master")


def test_who_stands_in_plays_at_the_tables_level(anna: TestClient[Any]) -> None:
    host, guest = Person(anna), Person(anna)
    table = opened(host, level="hard")
    guest.post(f"{table}/sit", name="Bruno", seat=1)
    assert 'aria-pressed="true">medium</button>' in guest.get("/").text, "a guest has chosen nothing"
    host.post(f"{table}/start")
    host.post(f"{table}/bot", seat=1)
    assert host.state(table)["seats"][1]["level"] == "hard"
    guest.post(f"{table}/back")
    assert host.state(table)["seats"][1]["level"] is None


def test_a_seat_goes_to_another_device(anna: TestClient[Any]) -> None:
    one, other = Person(anna), Person(anna)
    table = opened(one, bots=1)
    page = unescape(one.get(f"{table}/seat").text)
    assert "<svg" in page
    link = re.search(rf"{table}/seat/[\w.-]+", page)
    assert link
    assert "Play as Anna on this device?" in other.get(link[0]).text
    assert other.state(table)["you"] is None, "looking at the link takes nothing"
    assert other.post(link[0]).status_code == 303
    assert other.state(table)["you"] == one.state(table)["you"] == 0
    assert other.post(link[0]).headers["location"] == table, "clicked twice"
    friendly(Person(anna).post(link[0]), 403, "no longer good")
    friendly(other.get(f"{table}/seat/nonsense"), 403, "no longer good")
    friendly(Person(anna).get(f"{table}/seat"), 403, "no seat")


def test_host_tools_and_coming_back(anna: TestClient[Any]) -> None:
    host, guest = Person(anna), Person(anna)
    table = opened(host)
    guest.post(f"{table}/sit", name="Bruno")
    friendly(guest.post(f"{table}/start"), 403, "Only Anna can do this")
    assert host.post(f"{table}/bot", seat=2).status_code == 303
    assert [seat["bot"] for seat in host.state(table)["seats"]] == [False, False, True, False]
    host.post(f"{table}/start")
    host.post(f"{table}/bot", seat=1)
    assert "A bot is playing for you." in guest.get(table).text
    guest.post(f"{table}/back")
    assert not guest.state(table)["seats"][1]["bot"]
    host.post(f"{table}/close")
    friendly(guest.post(f"{table}/move", answer=0), 409, "This table is closed")
    assert "closed this table" in guest.get(table).text


def test_a_guest_gives_up_the_seat_and_another_takes_it(anna: TestClient[Any]) -> None:
    host, guest = Person(anna), Person(anna)
    table = opened(host)
    guest.post(f"{table}/sit", name="Bruno", seat=3)
    guest.post(f"{table}/stand")
    assert guest.state(table)["you"] is None
    assert Person(anna).post(f"{table}/sit", name="Carla", seat=3).status_code == 303


def test_rematch(anna: TestClient[Any]) -> None:
    person = Person(anna)
    table = opened(person, bots=1)
    friendly(person.post(f"{table}/rematch"), 409, "not over yet")
    while (state := person.state(table))["stage"] == "playing":
        if state["legal"]:
            person.post(f"{table}/move", answer=state["legal"][0]["answer"], after=state["after"], confirm=1)
    again = person.post(f"{table}/rematch").headers["location"]
    assert again != table
    assert person.state(again)["stage"] == "playing"
    assert person.state(table)["rematch"] == again.removeprefix("/t/")


def test_talk_is_escaped(anna: TestClient[Any]) -> None:
    person = Person(anna)
    table = opened(person, name="<b>Eve</b>", bots=1)
    person.post(f"{table}/say", text="<script>alert(1)</script>")
    person.post(f"{table}/say", claim="Trust me.")
    text = person.get(table).text
    assert "<script>alert" not in text
    assert "<b>Eve" not in text
    assert "&lt;b&gt;Eve&lt;" in text
    assert 'class="claim"' in text
    friendly(Person(anna).post(f"{table}/say", text="hello"), 403, "no seat")


# Wrong buttons ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status", "english", "italian"),
    [
        ("/t/nowhere", 404, "There is no table nowhere", "Non c’è nessun tavolo nowhere"),
        ("/nothing/here", 404, "There is nothing here", "Qui non c’è niente"),
        ("/rules/chess", 404, "No game", "Il gioco"),
        ("/new/chess", 404, "No game", "Il gioco"),
    ],
)
def test_what_is_not_there(anna: TestClient[Any], path: str, status: int, english: str, italian: str) -> None:
    friendly(Person(anna).get(path), status, english)
    friendly(Person(anna, "it").get(path), status, italian)
    assert Person(anna).get(path, headers=JSON).json()["error"]


def told_in_the_lobby(answer: Any, words: str, typed: str) -> None:
    """What is wrong is told on the page itself, and what was typed is still there."""
    assert answer.status_code == 409
    assert re.search(rf'class="error"[^>]*role="alert">{words}', answer.text)
    assert f'name="name" value="{typed}"' in answer.text
    assert 'id="lobby"' in answer.text


def test_a_full_table_a_taken_seat_no_name(anna: TestClient[Any]) -> None:
    table = opened(Person(anna))
    told_in_the_lobby(Person(anna).post(f"{table}/sit", name="Bruno", seat=0), "Somebody else has just", "Bruno")
    told_in_the_lobby(Person(anna).post(f"{table}/sit", name=" ", seat=1), "Please say how you want", " ")
    told_in_the_lobby(Person(anna, "it").post(f"{table}/sit", name="", seat=1), "Scrivi come vuoi farti", "")
    for seat in range(1, 4):
        Person(anna).post(f"{table}/sit", name=f"P{seat}", seat=seat)
    told_in_the_lobby(Person(anna).post(f"{table}/sit", name="Late"), "Every seat is taken", "Late")


def test_two_guests_may_share_a_name(anna: TestClient[Any]) -> None:
    one, other = Person(anna), Person(anna)
    table = opened(one)
    assert other.post(f"{table}/sit", name="ANNA").status_code == 303
    assert [seat["name"] for seat in one.state(table)["seats"]][:2] == ["Anna", "ANNA 2"]
    assert 'value="ANNA"' in other.get("/new/secrets").text, "remembered as it was typed"


def test_a_table_without_a_name_is_not_opened_and_nothing_typed_is_lost(anna: TestClient[Any]) -> None:
    typed = {"name": "\u200b", "seats": 3, "options": 1, "option-dossier": "on", "reminders": "off", "level": "hard"}
    answer = Person(anna).post("/new/top-secret-spies", **typed, pace=60, listed="off", spectators="off")
    assert answer.status_code == 409
    assert re.search(r'aria-describedby="name-wrong"[^>]*><strong class="error"[^>]*>Please say how you', answer.text)
    checked = re.findall(r'name="([\w-]+)"(?: value="(\w+)")? checked', answer.text)
    kept = {"seats": "3", "option-dossier": "", "reminders": "off", "level": "hard", "hints": "off", "listed": "off"}
    assert dict(checked) == kept | {"spectators": "off"}
    assert '<option value="60" selected>' in answer.text
    friendly(Person(anna).ask("POST", "/new/chess", data={"name": ""}), 404, "No game")


def test_somebody_elses_turn_a_stale_page_a_doubled_click(anna: TestClient[Any]) -> None:
    people = [Person(anna) for _ in range(4)]
    table = opened(people[0])
    for seat, person in enumerate(people[1:], start=1):
        person.post(f"{table}/sit", name=f"P{seat}", seat=seat)
    friendly(people[0].post(f"{table}/move", answer=0), 409, "not begun")
    people[0].post(f"{table}/start")
    waiting = people[0].state(table)["waiting"][0]
    mover, idle = people[waiting], people[(waiting + 1) % 4]
    friendly(idle.post(f"{table}/move", answer=0), 409, "not the turn of")
    state = mover.state(table)
    move = {"answer": state["legal"][0]["answer"], "after": state["after"]}
    assert mover.post(f"{table}/move", **move).status_code == 303
    doubled = mover.post(f"{table}/move", **move)
    friendly(doubled, 409, "moved on" if mover.state(table)["legal"] else "not the turn")
    assert mover.state(table)["after"] == len(mover.state(table)["heard"])
    friendly(mover.post(f"{table}/move", answer="seven"), 409, "Nobody understands")
    friendly(mover.post(f"{table}/nonsense"), 404, "nothing here")


def test_another_site_cannot_press_buttons(anna: TestClient[Any]) -> None:
    person = Person(anna)
    table = opened(person)
    answer = person.ask("POST", f"{table}/close", headers={"sec-fetch-site": "cross-site"})
    friendly(answer, 403, "another site")
    assert person.state(table)["stage"] == "open"


def test_a_seat_of_another_table_opens_nothing(anna: TestClient[Any]) -> None:
    person = Person(anna)
    one, other = opened(person), opened(person, name="Bea")
    stolen = person.cookies[f"at-{one.removeprefix('/t/')}"]
    thief = Person(anna)
    thief.cookies[f"at-{other.removeprefix('/t/')}"] = stolen
    assert thief.state(other)["you"] is None
    friendly(thief.post(f"{other}/start"), 403, "no seat")


@pytest.mark.parametrize("fields", [{"seats": "many"}, {"seats": "99"}, {"pace": "7"}, {"options": '{"x": true}'}])
def test_a_table_of_an_unknown_kind_is_refused(anna: TestClient[Any], fields: dict[str, str]) -> None:
    answer = Person(anna).post("/new/secrets", **({"seats": "4", "name": "Anna"} | fields))
    assert answer.status_code in (404, 409)
    assert "That did not work" in answer.text


def test_errors_for_programs_are_json(anna: TestClient[Any]) -> None:
    answer = anna.post(
        "/t/nowhere/move", content=json.dumps({"answer": 1}), headers=JSON | {"content-type": "application/json"}
    )
    assert answer.status_code == 404
    assert answer.json() == {"error": "there is no table nowhere"}


# The end ------------------------------------------------------------------------------------------------------------


def test_the_seal_of_the_deal_is_shown_before_and_its_seed_after(anna: TestClient[Any]) -> None:
    person = Person(anna)
    table = opened(person, bots=1)
    seal = person.state(table)["commitment"]
    page = person.get(table).text
    assert seal in page
    assert "fair deal" not in page
    while (now := person.state(table))["stage"] == "playing":
        if now["legal"]:
            person.post(f"{table}/move", answer=now["legal"][0]["answer"])
    page, seed = person.get(table).text, person.get(f"{table}/record.json").json()["seed"]
    assert hashlib.sha256(seed.encode()).hexdigest() == seal
    assert seal in page
    assert seed in page
    assert "A fair deal: all" in page


# Before the deal ----------------------------------------------------------------------------------------------------


def test_the_host_settles_before_the_deal_what_the_rulebook_lets_people_settle(anna: TestClient[Any]) -> None:
    host, guest = Person(anna, "it"), Person(anna)
    table = opened(host, "agent-avenue", seats=3)
    guest.post(f"{table}/sit", name="Bruno")
    assert "Chi gioca contro gli altri due?" in host.get(table).text
    friendly(guest.post(f"{table}/agree", name="alone", answers="1"), 403, "Only Anna can do this")
    friendly(host.post(f"{table}/agree", name="alone", answers="9"), 409, "non si può stabilire")
    friendly(host.post(f"{table}/agree", name="nonsense", answers="1"), 409, "non si può stabilire")
    assert host.post(f"{table}/agree", name="alone", answers="1").status_code == 303
    assert guest.state(table)["agreed"] == {"alone": [1]}
    assert re.search(r"<span>Who plays alone\?</span> <b>Bruno</b>", guest.get(table).text)
    host.post(f"{table}/agree", name="alone", answers="")
    assert guest.state(table)["agreed"] == {}
    host.post(f"{table}/agree", name="alone", answers="1")
    host.post(f"{table}/start")
    assert guest.state(table)["view"]["alone"] == 1
    assert "Bruno plays alone" in " ".join(guest.state(table)["log"])
    friendly(host.post(f"{table}/agree", name="alone", answers="2"), 409, "già cominciata")


def test_a_table_without_memory_aid_says_so(anna: TestClient[Any]) -> None:
    aided, bare = Person(anna), Person(anna)
    with_aid, without = opened(aided, bots=1), opened(bare, bots=1, reminders="off")
    assert "No memory aid" in bare.get(without).text
    assert "No memory aid" not in aided.get(with_aid).text


def test_what_can_be_said_at_one_stroke_is_a_button_that_asks_to_confirm(anna: TestClient[Any]) -> None:
    """Spywhere, the last guesses: everything stays as it is."""
    person = Person(anna)
    table = opened(person, "spywhere", bots=1)
    while (now := person.state(table))["stage"] == "playing":
        if now["legal"]:
            found = re.search(r'name="answer" value="([\d,]+)">Leave everything as it is', person.get(table).text)
            if found:
                drafted = person.post(f"{table}/move", answer=found[1], after=now["after"])
                page = person.get(drafted.headers["location"]).text
                assert 'name="confirm"' in page
                person.post(f"{table}/move", draft=found[1], confirm=1, after=now["after"])
                assert not person.state(table)["legal"]
                return
            move = {"answer": now["legal"][0]["answer"]}
            person.ask("POST", f"{table}/move", json=move, headers=JSON)  # as a program: nothing is drafted
    raise AssertionError("nobody was asked for last guesses")
