"""What pages have in common that look back at a table."""

from __future__ import annotations

from doppiogioco.engine.words import Voice
from doppiogioco.tables.table import Table


class Afterwards:
    """A page about what has happened at a table, in the words of whoever looks."""

    table: Table
    say: Voice

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.table.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.say(self.table.game.words.TITLE)
