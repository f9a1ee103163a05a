"""What other programs show of a link to a page: a title, a sentence, and a picture of the game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from doppiogioco.engine.game import Game
from doppiogioco.engine.shelf import package_of
from doppiogioco.engine.words import N_, Voice
from doppiogioco.tables.refusals import NotFound
from doppiogioco.tables.table import Table

from .lists import company
from .render import STATIC

SITE = "doppiogioco"  # what the picture of no game in particular is called
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
    return Preview("Doppiogioco", text, picture_of(SITE))


def own_picture(name: str) -> Path | None:
    """Where a picture lies that scripts/pictures has drawn: of a game in its package, if it has one, or of the site."""
    package = package_of(name)
    path = STATIC / "preview.png" if name == SITE else package.folder / "preview.png" if package else None
    return path if path and path.is_file() else None


def picture(name: str) -> bytes:
    """The picture of a game, or of the site."""
    path = own_picture(name)
    if path is None:
        raise NotFound(N_("there is nothing here"))
    return path.read_bytes()


def picture_of(name: str) -> str:
    """Where the picture of a game is shown; that of the site for one that has none."""
    return f"previews/{name if own_picture(name) else SITE}.png"


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
