"""What other programs show of a link to a page: a title, a sentence, and a picture of the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from doppiogioco.engine.game import Game
from doppiogioco.engine.words import Voice
from doppiogioco.tables.table import Table

from .lists import company
from .render import STATIC

PICTURES = STATIC / "previews"  # written by scripts/pictures
SIZE = (1080, 567)  # the shape that large services ask for, in a file that is soon there


@dataclass(frozen=True)
class Preview:
    """What is told of a page where its link is posted."""

    title: str
    text: str
    picture: str  # below static
    width: int = SIZE[0]
    height: int = SIZE[1]


def of_site(say: Voice) -> Preview:
    """For pages about no game in particular."""
    text = say("Hidden identities, bluffs and double games: in the browser, with friends and with bots.")
    return Preview("Doppiogioco", text, picture_of("doppiogioco"))


@cache
def picture_of(name: str) -> str:
    """The picture of a game. One of somebody else has none here: then that of the site."""
    return f"previews/{name if (PICTURES / f'{name}.png').is_file() else 'doppiogioco'}.png"


def of_game(game: Game, say: Voice, text: str = "") -> Preview:
    """For pages about one game."""
    return Preview(f"{say(game.words.TITLE)} · Doppiogioco", text or say(game.words.ABOUT), picture_of(game.id))


def of_table(table: Table, say: Voice) -> Preview:
    """An invitation, while there are seats; else who plays."""
    text = ""
    if table.stage == "open" and table.host is not None:
        text = say("{name} invites you to a table: sit down, a name is enough.", name=table.seats[table.host].name)
    elif table.stage in ("playing", "over"):
        text = say("At this table: {names}.", names=company(table, say))
    return of_game(table.game, say, text)
