"""A seat for a language model: a Model Context Protocol server on standard input and output.

The model is told exactly what its seat is told, at a table of its own with bots or at a table of a running server.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Annotated, Any, Protocol

from doppiogioco import __version__, rulebook
from doppiogioco.bots.levels import LEVELS, USUAL, check_level
from doppiogioco.bots.seating import Bots
from doppiogioco.bots.workers import usual_bot
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, find
from doppiogioco.engine.shelf import packages
from doppiogioco.engine.words import N_, Voice

from . import needs
from .text import TextMatch, told

with needs("mcp", "mcp"):
    from mcp.server.mcpserver import MCPServer
    from mcp.types import CallToolResult, TextContent
    from pydantic import Field

INSTRUCTIONS = (
    "Sit at a table of a game of hidden identity and play it to its end. You see what your seat may see. "
    "Call `look`; answer each question with `answer`, by a number of the list or its words; speak with `say`, where "
    "you may bluff; read `rules` when you are not sure. Without a table, begin with `games` and `new_game`."
)


class TakenSeat(Protocol):
    """A seat at a table, here or far away."""

    @property
    def game(self) -> str:
        """What is played."""
        ...

    def look(self, *, everything: bool) -> str:
        """What the seat is told now: all of it, or only what is new."""
        ...

    def answer(self, reply: str | int) -> None:
        """Answer the present question."""
        ...

    def say(self, words: str) -> None:
        """Say something to the whole table."""
        ...

    def memory(self) -> str:
        """What the seat can remember."""
        ...


class HomeSeat:
    """A seat at a table of one's own, with bots at the others."""

    def __init__(self, table: TextMatch, seat: int, level: str = USUAL) -> None:
        self._table, self._seat, self._told = table, seat, 0
        self._bots = Bots(usual_bot, table.match.record(with_seed=True)["seed"], lambda _: level)
        self._bots_play()

    @property
    def game(self) -> str:
        """What is played."""
        return self._table.match.game.id

    def look(self, *, everything: bool) -> str:
        """What the seat is told now: all of it, or only what is new."""
        after, self._told = 0 if everything else self._told, len(self._table.match.history)
        return told(self._table.seen(self._seat, after))

    def answer(self, reply: str | int) -> None:
        """Answer, and let the bots play until the seat is asked again."""
        self._table.answer(self._seat, reply)
        self._bots_play()

    def say(self, words: str) -> None:
        """Say something to the whole table."""
        self._table.say(self._seat, words)

    def memory(self) -> str:
        """What the seat can remember."""
        return self._table.memory(self._seat)

    def _bots_play(self) -> None:
        """Bots answer while the seat is not asked: where the first to answer decides for all, they leave it to it."""
        match = self._table.match
        while match.waiting and self._seat not in match.waiting:
            seat = match.waiting[0]
            match.play(seat, self._bots.choose(match, seat))


class Tools:
    """What a model can do, as the tools of a server; every answer is a text."""

    def __init__(self, language: str = "en", seed: str | None = None, player: TakenSeat | None = None) -> None:
        """With a seed the deals of the games, one after the other, are always the same; the model is not told it."""
        self.language = Voice(language).language
        self._seed, self._player, self._dealt = seed, player, 0
        self._at_home = player is None

    def offered(self) -> list[Callable[..., str]]:
        """The tools, for this seat: who was given one at a far table begins no games."""
        at_table: list[Callable[..., str]] = [self.look, self.answer, self.say, self.memory, self.rules]
        return [self.games, self.new_game, *at_table] if self._at_home else at_table

    def games(self) -> str:
        """List the games: id, number of seats, what it is about, options."""
        return "\n".join(about(find(game), Voice(self.language)) for game in packages())

    def new_game(  # noqa: PLR0917 (a model names what it sends)
        self,
        game: Annotated[str, Field(description="The id of a game, as `games` lists them.")],
        seats: Annotated[int, Field(description="How many play, you included.")],
        options: Annotated[dict[str, bool] | None, Field(description="Options of the game, by name.")] = None,
        seat: Annotated[int, Field(description="Your seat, counted from 1.")] = 1,
        language: Annotated[str | None, Field(description="Of all texts from now on: en or it.")] = None,
        level: Annotated[str, Field(description=f"How well the bots play: {', '.join(LEVELS)}.")] = USUAL,
    ) -> str:
        """Begin a game against bots, in place of the one you are playing; you are told what your seat sees."""
        say = Voice(language or self.language)
        seed = None if self._seed is None else f"{self._seed} {self._dealt}"
        table = TextMatch(game, seats, options, seed, language=say.language)
        if not 1 <= seat <= seats:
            text = N_("There is no seat {seat}: this match has {seats}.")
            raise DoppiogiocoError(text, seat=seat, seats=seats)
        self.language = say.language
        self._dealt += 1
        self._player = HomeSeat(table, seat - 1, check_level(level))
        return self._player.look(everything=True)

    def look(self) -> str:
        """All that your seat sees and has heard so far, the question, and what you may answer."""
        return self._at_table().look(everything=True)

    def answer(
        self,
        answer: Annotated[str | int, Field(description="A number of the list, or its words; several parts: “2, 5”.")],
    ) -> str:
        """Answer the question; you are told what you heard since, what you see now, and the next question."""
        player = self._at_table()
        player.answer(answer)
        return player.look(everything=False)

    def say(self, words: Annotated[str, Field(description="A claim of the list, or anything else.")]) -> str:
        """Say something aloud that everybody at the table hears, at any time. It may be a lie."""
        self._at_table().say(words)
        say = Voice(self.language)
        return say("The whole table has heard it.")

    def memory(self) -> str:
        """What your seat has seen and heard that is worth remembering, put in order."""
        return self._at_table().memory()

    def rules(
        self,
        game: Annotated[str | None, Field(description="The id of a game; by default the one being played.")] = None,
        clause: Annotated[str | None, Field(description="The number of one rule, such as 3.2.")] = None,
    ) -> str:
        """Read the rules of a game, all of them or the one with this number."""
        found = find(game or self._at_table().game)
        page, rule = rulebook.page(found.id, self.language), rulebook.clauses(found.id, self.language).get(clause or "")
        if rule is None and (clause or page is None):
            raise DoppiogiocoError(N_("{game} has no rule {clause}"), game=found.id, clause=repr(clause or ""))
        return str(rule) if rule or page is None else page.read_text(encoding="utf-8")

    def _at_table(self) -> TakenSeat:
        if self._player is None:
            raise DoppiogiocoError(N_("You sit at no table yet: begin with new_game."))
        return self._player


def about(game: Game, say: Voice) -> str:
    """A game in a few lines."""
    rules, words = game.rules, game.words
    lines = [f"{game.id} ({rules.SEATS[0]}–{rules.SEATS[-1]}): {say(words.TITLE)}. {say(words.ABOUT)}"]
    return "\n".join([*lines, *(f"  {name}: {say(words.OPTIONS[name])}" for name in rules.OPTIONS)])


def server(tools: Tools) -> MCPServer[Any]:
    """The server that offers these tools."""
    found: MCPServer[Any] = MCPServer(
        "doppiogioco", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    lock = Lock()  # a table hears one thing at a time
    for tool in tools.offered():
        found.add_tool(in_sentences(tool, tools, lock), structured_output=False)
    return found


def in_sentences(tool: Callable[..., str], tools: Tools, lock: Lock) -> Callable[..., str | CallToolResult]:
    """The same tool, whose errors are sentences in the language of the table."""

    @wraps(tool)
    def told_plainly(**fields: Any) -> str | CallToolResult:
        with lock:
            try:
                return tool(**fields)
            except DoppiogiocoError as error:
                sentence = error.told(Voice(tools.language))
                return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)

    return told_plainly


def serve(language: str, seed: str | None = None, player: TakenSeat | None = None) -> None:
    """Serve one model on standard input and output until it goes."""
    server(Tools(language, seed, player)).run("stdio")
