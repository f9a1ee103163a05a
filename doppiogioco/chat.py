"""Talk at a table: what can be said at all, and the claims that everybody hears in their own language."""

from __future__ import annotations

import re
import unicodedata

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Game, View
from doppiogioco.engine.words import LANGUAGES, N_, Voice

MOST = 300  # characters
CLAIMS = (
    N_("Trust me."),
    N_("I don't believe you."),
    N_("You are up to something."),
    N_("Well played!"),
)  # that fit every game; each game's words have more


def claims(game: Game, view: View | None = None) -> tuple[str, ...]:
    """What is often said at this game, true or not, for a `Voice` to tell; with a view, what that seat may say now."""
    if view is None or game.words.may_claim is None:
        return _claims(game)
    return tuple(claim for claim in _claims(game) if game.words.may_claim(view, claim))


def claim_in(game: Game, text: str) -> str | None:
    """The claim that somebody makes with these words, in any language, for a `Voice` to tell in any other."""
    voices = [Voice(language) for language in LANGUAGES]
    made = (claim for claim in _claims(game) if _words(text) in (_words(say(claim)) for say in voices))
    return next(made, None)


def spoken(text: str) -> str:
    """Words as the table hears them: in one line, something, and not too much."""
    shown = (" " if char.isspace() else char for char in text)
    text = " ".join("".join(char for char in shown if unicodedata.category(char) not in ("Cc", "Cs")).split())
    if not text:
        raise DoppiogiocoError(N_("there is nothing to say in that"))
    if len(text) > MOST:
        raise DoppiogiocoError(N_("that is too long: at most {most} characters"), most=MOST)
    return text


def _claims(game: Game) -> tuple[str, ...]:
    return (*game.words.CLAIMS, *CLAIMS)


def _words(text: str) -> list[str]:
    """The words alone: nobody hears full stops and capitals."""
    return re.findall(r"\w+", text.casefold())
