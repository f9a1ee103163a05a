"""A seat at a table of a running server: the same texts, made from what the server tells that seat."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from doppiogioco.engine.errors import DoppiogiocoError, NotWaiting, UnknownAnswer
from doppiogioco.engine.game import Game, View, find
from doppiogioco.engine.match import Answer
from doppiogioco.engine.notes import Note, remembered
from doppiogioco.engine.words import N_, Voice
from doppiogioco.typed_answers import labelled

from .text import Seen, answer_in, chosen, not_asked, told

LINK = re.compile(r"(?P<table>https?://[^/\s]+(?:/[^/\s]+)*?/t/\w+)(?:/seat/(?P<code>[^/\s]+))?/?")
PATIENCE = 20.0  # seconds to wait for the others before a look says that they are still thinking
SILENCE = 60.0  # seconds after which a server that says nothing is given up; it says something every 20


class RemoteSeat:
    """A seat at a table, by its link and token; with a name in place of a token, the first free seat."""

    def __init__(self, link: str, token: str = "", name: str = "", language: str = "en") -> None:
        """Links are those of the table, or of the seat, as the page shows it for another device."""
        found = LINK.fullmatch(link)
        if not found:
            text = N_("{link} is not the link of a table, such as http://localhost:8000/t/abcd2345")
            raise DoppiogiocoError(text, link=repr(link))
        self.language = Voice(language).language
        self._table = found["table"]
        self._token = token
        self._told = 0, 0  # how many lines of the log and of the talk have been told
        if not self._token and found["code"]:
            self._token = self._ask(f"/seat/{found['code']}", {})["token"]
        if not self._token:
            self._token = self._ask("/sit", {"name": name})["token"]
        self._state = self._seated()

    @property
    def game(self) -> str:
        """What is played."""
        return str(self._state["game"])

    def look(self, *, everything: bool) -> str:
        """What the seat is told now, all of it or what is new; waits a while for the others to play."""
        state = self._seated()
        if state["stage"] == "playing" and state["seats"][state["you"]]["bot"]:
            self._ask("/back", {})  # a bot has stood in while nothing came from here
        state = self._state = self._watch(PATIENCE)
        say = Voice(self.language)
        if state["stage"] == "open":
            return say("The game has not begun yet.")
        if state["stage"] == "closed":
            return say("This table is closed.")
        log, talk = (0, 0) if everything else self._told
        self._told = len(state["log"]), len(state["chat"])
        return told(self._seen(log, talk))

    def answer(self, reply: str | int) -> None:
        """Answer the question that was last told."""
        seen, line = self._seen(), answer_in(str(reply))
        if not seen.legal:
            raise NotWaiting(not_asked(seen))
        answer = chosen(labelled(seen.legal, seen.view.game.answers[seen.view.ask]), line)
        if answer is None:
            may = ", ".join(map(str, seen.legal))
            raise UnknownAnswer(seen.say("Nobody understands “{words}”. Possible: {may}.", words=line, may=may))
        self._state = self._ask("/move", {"answer": int(answer), "after": self._state["after"]})

    def say(self, words: str) -> None:
        """Say something to the whole table."""
        self._ask("/say", {"text": words})

    def memory(self) -> str:
        """What the seat can remember, as the server tells it."""
        notes = [
            Note(note["title"], tuple(note["lines"]), tuple(note["head"]), tuple(map(tuple, note["rows"])))
            for note in self._ask("/memory")["memory"]
        ]
        return remembered(notes, Voice(self.language))

    def _seen(self, log: int = 0, talk: int = 0) -> Seen:
        """What the server tells the seat, in the parts that a text is made of."""
        state = self._state
        if "view" not in state:
            raise DoppiogiocoError(N_("The game has not begun yet."))
        game, say = find(state["game"]), Voice(self.language, [seat["name"] for seat in state["seats"]])
        said = (say("{seat} says: “{words}”", seat=line["name"], words=line["text"]) for line in state["chat"][talk:])
        return Seen(
            view=self._view(game),
            say=say,
            heard=[*state["log"][log:], *said],
            question=state["question"],
            clause=state["clause"],
            waiting=state["waiting"],
            legal=[Answer(legal["answer"], legal["text"]) for legal in state["legal"]],
            scores=state["outcome"]["scores"] if state["outcome"] else (),
        )

    def _view(self, game: Game) -> View:
        """What the seat sees, out of the fields that the server sends; all of them but the mark at their end."""
        fields, [*names, _] = self._state["view"], game.state.fields
        if set(fields) != set(names):
            raise DoppiogiocoError(N_("{table} plays another version of {game}"), table=self._table, game=game.id)
        vector = [cell for name in names for cell in _cells(fields[name])]
        return View(game, [*vector, 0], self._state["you"])

    # The wire -------------------------------------------------------------------------------------------------------

    def _watch(self, seconds: float) -> dict[str, Any]:
        """The table as soon as the seat is asked something or there is nothing to wait for; at the latest, then."""
        end, state = monotonic() + seconds, self._state
        with self._opened("/events") as events:
            for line in events:
                if line.startswith(b"data:"):
                    state = json.loads(line[5:])
                if state.get("legal") or state["stage"] in ("over", "closed") or monotonic() > end:
                    break
        return state

    def _seated(self) -> dict[str, Any]:
        """The table now, if the seat is still ours."""
        state = self._ask()
        if state["you"] is None:
            raise DoppiogiocoError(N_("this token is good for no seat at {table}"), table=self._table)
        return state

    def _ask(self, path: str = "", fields: Mapping[str, Any] | None = None) -> dict[str, Any]:
        with self._opened(path, fields) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    @contextmanager
    def _opened(self, path: str, fields: Mapping[str, Any] | None = None) -> Iterator[HTTPResponse]:
        """A request; whatever goes wrong is a sentence."""
        headers = {
            "Accept": "application/json",
            "Accept-Language": self.language,
            "Content-Type": "application/json",
        } | ({"Authorization": f"Bearer {self._token}"} if self._token else {})
        body = None if fields is None else json.dumps(fields).encode()
        try:
            request = Request(self._table + path, body, headers)  # noqa: S310 (LINK lets only http and https in)
            with urlopen(request, timeout=SILENCE) as answer:  # noqa: S310
                yield answer
        except HTTPError as error:
            with error:
                raise DoppiogiocoError(_reason(error)) from error
        except (OSError, HTTPException) as error:
            raise DoppiogiocoError(
                N_("{table} does not answer: {why}"), table=self._table, why=str(error) or type(error).__name__
            ) from error


def _cells(value: Any) -> Iterator[int]:
    """The cells of a field: a number, or rows of rows of them."""
    if isinstance(value, list):
        for part in value:
            yield from _cells(part)
    else:
        yield value


def _reason(error: HTTPError) -> str:
    """The sentence in a refusal."""
    try:
        return str(json.load(error)["error"])
    except (ValueError, LookupError, TypeError):
        return f"{error.url}: {error.code} {error.reason}"
